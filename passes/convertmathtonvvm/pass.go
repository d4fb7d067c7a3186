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
	"github.com/tile-opt/tile-opt/transforms/tollvm"
)

// Pass is convert-math-to-nvvm.
var Pass = &passes.Pass{
	Name:    "convert-math-to-nvvm",
	Summary: "lower math to the instructions of the GPU",
	Doc: `Replaces the operations of math on scalars and on vectors of one dimension by operations of the llvm
dialect that NVPTX has instructions for. Functions of f16 and bf16 are computed in f32 and rounded
once, those of vectors element by element. Of f32 and narrower types:

| operation | becomes | error |
|---|---|---|
| exp2, exp | ex2.approx (PTX ISA, "ex2") of a scaled argument | 2 ulp of f32 times the scaling |
| powf | exp2(y log2 abs x), and C's rules for negative bases and for 0 and 1 | 2^-22 times y, and 2 ulp times the scaling |
| fpowi | products for a constant exponent up to 64, powf for others | 2^-23 a product; as powf |
| log2, log, log10 | lg2.approx (PTX ISA, "lg2") | absolute 2^-22 near 1 |
| log1p | as log, or a polynomial where abs x < 1/4 | 2^-20 |
| rsqrt | rsqrt.approx (PTX ISA, "rsqrt") | 2^-22.9 |
| sqrt, fma, absf, copysign, floor, ceil, trunc, round, roundeven, clampf, isnan, isinf, isfinite, isnormal | one instruction, or a few | none beyond the rounding |
| tanh | (1 - e) / (1 + e) with e = exp(-2 abs x), the sign put back | absolute 2^-22 |
| erf | rational polynomial (Abramowitz and Stegun, 7.1.26) | absolute 1.5e-7 |
| erfc | a polynomial in 1 / (1 + abs x / 2) times exp(-x^2) | 2^-22, times x^2 |
| sin, cos, sincos, tan | sin.approx, cos.approx (PTX ISA) of what whole turns leave; their quotient | absolute 2^-20.9 |
| asin, acos, atan, atan2 | a polynomial in the lesser quotient of the legs of the triangle | 2^-22 |
| sinh, cosh, expm1 | exponentials, or a polynomial where they would cancel | 2^-21 times the argument |
| asinh, acosh, atanh | log1p of an expression with a root | 2^-20 |
| cbrt | a power, and one step of Newton's method | 2^-22 |

Functions of f64, for which there are no instructions, are polynomials of reduced arguments: within
1e-15, powf times abs(y log x), erfc within 1e-12; sin, cos and tan of angles from 2^30 on are NaN.
math.ipowi and operations on vectors of several dimensions stay.`,
	Dialects: []*ir.Dialect{llvm.Dialect},
	Partial:  true,
	Prepare: func(*ir.Context, any) any {
		return convert.NewSet(mathnvvm.Patterns(tollvm.Types(tollvm.DefaultIndexWidth))...)
	},
	Run: run,
}

func run(r *passes.Run, root *ir.Operation) error {
	t := convert.NewTarget().IllegalDialect("math")
	return convert.ApplyPartial(r.Context(), root, t, passes.PreparedOf[*convert.Set](r), convert.Config{Tracer: r.Tracer()})
}
