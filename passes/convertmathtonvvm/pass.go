// Package convertmathtonvvm is the pass convert-math-to-nvvm: mathematical
// functions become the instructions that the hardware has, or short sequences
// of them.
//
// It must not know where the operands come from.
package convertmathtonvvm

import (
	"github.com/tile-opt/tile-opt/dialects/llvm"
	"github.com/tile-opt/tile-opt/ir"
	"github.com/tile-opt/tile-opt/passes"
	"github.com/tile-opt/tile-opt/transforms/convert"
	"github.com/tile-opt/tile-opt/transforms/mathnvvm"
)

// Pass is convert-math-to-nvvm.
var Pass = &passes.Pass{
	Name:    "convert-math-to-nvvm",
	Summary: "lower math to the instructions of the GPU",
	Doc: `Replaces the operations of math on scalars by operations of the llvm dialect that NVPTX has
instructions for. f16 and bf16 are computed in f32 and rounded once.

| operation | becomes | error |
|---|---|---|
| exp2, exp | ex2.approx (PTX ISA, "ex2") of a scaled argument | 2 ulp of f32 times the scaling |
| powf | exp2(y log2 abs x), and C's rules for negative bases and for 0 and 1 | 2^-22 times y, and 2 ulp times the scaling |
| log2, log, log10, log1p | lg2.approx (PTX ISA, "lg2") | absolute 2^-22 near 1 |
| rsqrt | rsqrt.approx (PTX ISA, "rsqrt") | 2^-22.9 |
| sqrt, fma, absf, copysign, floor, ceil, trunc, round, roundeven | one instruction | none beyond the rounding |
| tanh | (1 - e) / (1 + e) with e = exp(-2 abs x), the sign put back | absolute 2^-22 |
| erf | rational polynomial (Abramowitz and Stegun, 7.1.26) | absolute 1.5e-7 |
| sin, cos | sin.approx, cos.approx (PTX ISA) | absolute 2^-20.9 within a period around 0 |
| expm1 | exp(x) - 1, or a polynomial where abs x < 2^-4 | absolute 2^-22 |

f64 has exact operations only (sqrt, fma, absf, ...); other functions of it are errors.`,
	Dialects: []*ir.Dialect{llvm.Dialect},
	Partial:  true,
	Prepare:  func(*ir.Context, any) any { return convert.NewSet(mathnvvm.Patterns()...) },
	Run:      run,
}

func run(r *passes.Run, root *ir.Operation) error {
	t := convert.NewTarget().IllegalDialect("math")
	return convert.ApplyPartial(r.Context(), root, t, passes.PreparedOf[*convert.Set](r), convert.Config{Tracer: r.Tracer()})
}
