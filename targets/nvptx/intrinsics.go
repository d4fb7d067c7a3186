package nvptx

import (
	"fmt"
	"strings"

	"github.com/tile-opt/tile-opt/ir"
	"github.com/tile-opt/tile-opt/ir/numeric"

	"github.com/tile-opt/tile-opt/dialects/llvm"
	"github.com/tile-opt/tile-opt/targets/nvptx/internal/llx"
)

// llvmIntrinsic says how an llvm.intr operation calls the intrinsic of its
// name.
type llvmIntrinsic struct {
	// overload has what the suffix of the name is made of: R the result, 0..3
	// an operand.
	overload string
	// extra are properties that become trailing constant arguments.
	extra []string
}

// intrinsicTable: a name without an entry of its own stands in one of the lists
// of intrinsicOps.
var intrinsicTable = map[string]llvmIntrinsic{
	"abs":  {"0", []string{"is_int_min_poison"}},
	"ctlz": {"0", []string{"is_zero_poison"}}, "cttz": {"0", []string{"is_zero_poison"}},
	"is.fpclass": {"0", []string{"bit"}}, "is.constant": {"0", nil},
	"powi": {"01", nil}, "ldexp": {"01", nil},
	"lrint": {"R0", nil}, "llrint": {"R0", nil}, "lround": {"R0", nil}, "llround": {"R0", nil},
	"scmp": {"R0", nil}, "ucmp": {"R0", nil},
	"memcpy": {"012", []string{"isVolatile"}}, "memmove": {"012", []string{"isVolatile"}}, "memset": {"02", []string{"isVolatile"}},
	"lifetime.start": {"0", nil}, "lifetime.end": {"0", nil}, "prefetch": {"0", []string{"rw", "hint", "cache"}},
	"stacksave": {"R", nil}, "stackrestore": {"0", nil},
	"vector.reduce.fadd": {"1", nil}, "vector.reduce.fmul": {"1", nil},
	"trap": {"", nil}, "debugtrap": {"", nil}, "assume": {"", nil},
}

// byFirstOperand are the intrinsics overloaded on the type of their first
// operand.
const byFirstOperand = `acos asin atan2 atan bitreverse bswap copysign cos cosh ctpop exp10 exp2 exp expect fabs ceil
	floor fma fmuladd trunc fshl fshr launder.invariant.group strip.invariant.group log10 log2 log maxnum maximum minnum
	minimum nearbyint pow rint roundeven round sadd.sat ssub.sat uadd.sat usub.sat sshl.sat ushl.sat sadd.with.overflow
	ssub.with.overflow smul.with.overflow uadd.with.overflow usub.with.overflow umul.with.overflow smax smin umax umin sin
	sinh sqrt tan tanh vector.reduce.add vector.reduce.and vector.reduce.fmax vector.reduce.fmin vector.reduce.mul
	vector.reduce.or vector.reduce.smax vector.reduce.smin vector.reduce.umax vector.reduce.umin vector.reduce.xor`

func intrinsicOps() map[string]translation {
	t := make(map[string]translation)
	add := func(name string, in llvmIntrinsic) {
		t["llvm.intr."+name] = func(f *function, op *ir.Operation) error { return f.llvmIntrinsic(op, name, in) }
	}
	for _, n := range strings.Fields(byFirstOperand) {
		add(n, llvmIntrinsic{overload: "0"})
	}
	for n, in := range intrinsicTable {
		add(n, in)
	}
	return t
}

func (f *function) llvmIntrinsic(op *ir.Operation, name string, in llvmIntrinsic) error {
	full := "llvm." + name
	for _, c := range in.overload {
		var t ir.Type
		if c == 'R' {
			t = op.Result(0).Type()
		} else {
			t = op.Operand(int(c - '0')).Type()
		}
		s, err := suffix(t)
		if err != nil {
			return op.OpError("%s", err)
		}
		full += "." + s
	}
	if lo, hi := len(op.Info().Def.In), op.NumOperands(); op.Is("llvm.intr.assume") && hi > lo-1 {
		return op.OpError("operand bundles have no translation for NVPTX")
	}
	args := f.valueList(op.Operands())
	for _, prop := range in.extra {
		i := op.Prop(prop).(*ir.IntegerAttr)
		c, err := f.m.constant(i, i.Type())
		if err != nil {
			return op.OpError("%s", err)
		}
		args = append(args, c)
	}
	ret, err := f.resultType(op)
	if err != nil {
		return err
	}
	call := f.intrinsic(full, ret, args...)
	if op.NumResults() == 0 {
		return nil
	}
	return f.set(op, call.Flags(fastFlags(op)...))
}

// suffix is how an overloaded name says a type: f32, v2f16, p3.
func suffix(t ir.Type) (string, error) {
	switch t := t.(type) {
	case *ir.IntegerType:
		return fmt.Sprintf("i%d", t.Width), nil
	case *ir.FloatType:
		switch t.Format {
		case numeric.F16, numeric.BF16, numeric.F32, numeric.F64:
			return t.String(), nil
		}
	case *llvm.PtrType:
		return fmt.Sprintf("p%d", t.Space), nil
	case *ir.VectorType:
		if len(t.Shape) == 1 {
			e, err := suffix(t.Elem)
			return fmt.Sprintf("v%d%s", t.Shape[0], e), err
		}
	}
	return "", fmt.Errorf("type %s has no LLVM intrinsic", t)
}

// asm is assembly that has effects and that a warp executes together.
func (f *function) asm(ret llx.Type, text, constraints string, args ...llx.Value) *llx.Inst {
	return f.b.Asm(llx.Asm{Text: text, Constraints: constraints, Ret: ret, SideEffects: true}, args...).Attr("convergent")
}
