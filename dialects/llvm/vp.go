package llvm

import "github.com/tile-opt/tile-opt/ir"

// predicated are vector-predicated intrinsics of one shape: operands by their
// constraints, then a mask and the number of elements that count.
type predicated struct {
	prefix string
	names  []string
	in     []ir.Slot
	traits ir.Trait
	out    []ir.Slot
}

func operandsOf(c *ir.Constraint, names ...string) []ir.Slot {
	out := make([]ir.Slot, len(names))
	for i, n := range names {
		out[i] = ir.Slot{Name: n, C: c}
	}
	return out
}

// predicatedIntrinsics are the llvm.intr.vp operations (LLVM LangRef,
// "Vector Predication Intrinsics"): they differ in names and operand types only
// and have neither views nor a custom form.
func predicatedIntrinsics() []ir.OpBinding {
	const pure = ir.Pure | ir.NoMemoryEffect
	result := []ir.Slot{{Name: "res", C: AnyLLVM}}
	stride := ir.Slot{Name: "stride", C: ir.SignlessInt}
	shapes := []predicated{
		{names: []string{"add", "and", "ashr", "lshr", "mul", "or", "sdiv", "shl", "smax", "smin", "srem", "sub", "udiv", "umax", "umin", "urem", "xor"}, in: operandsOf(IntVector, "lhs", "rhs"), traits: pure, out: result},
		{names: []string{"fadd", "fdiv", "fmul", "frem", "fsub"}, in: operandsOf(FloatVector, "lhs", "rhs"), traits: pure, out: result},
		{names: []string{"fma", "fmuladd"}, in: operandsOf(FloatVector, "op1", "op2", "op3"), traits: pure, out: result},
		{names: []string{"fneg", "fpext", "fptosi", "fptoui", "fptrunc"}, in: operandsOf(FloatVector, "src"), traits: pure, out: result},
		{names: []string{"inttoptr", "sext", "sitofp", "trunc", "uitofp", "zext"}, in: operandsOf(IntVector, "src"), traits: pure, out: result},
		{names: []string{"ptrtoint"}, in: operandsOf(PointerVector, "src"), traits: pure, out: result},
		{names: []string{"reduce.add", "reduce.and", "reduce.mul", "reduce.or", "reduce.smax", "reduce.smin", "reduce.umax", "reduce.umin", "reduce.xor"},
			in: append(operandsOf(ir.SignlessInt, "start_value"), operandsOf(IntVector, "val")...), traits: pure, out: result},
		{names: []string{"reduce.fadd", "reduce.fmax", "reduce.fmin", "reduce.fmul"}, in: append(operandsOf(ir.AnyFloat, "start_value"), operandsOf(FloatVector, "val")...), traits: pure, out: result},
		{names: []string{"load"}, in: operandsOf(AnyPointer, "ptr"), out: result},
		{names: []string{"store"}, in: append(operandsOf(AnyVector, "val"), operandsOf(AnyPointer, "ptr")...)},
		{prefix: "experimental.", names: []string{"strided.load"}, in: append(operandsOf(AnyPointer, "ptr"), stride), out: result},
		{prefix: "experimental.", names: []string{"strided.store"}, in: append(append(operandsOf(AnyVector, "val"), operandsOf(AnyPointer, "ptr")...), stride)},
	}
	tail := append(operandsOf(BoolVector, "mask"), operandsOf(ir.I32, "evl")...)
	var out []ir.OpBinding
	add := func(prefix, n string, in []ir.Slot, traits ir.Trait, results []ir.Slot) {
		out = append(out, ir.BindPlain(&ir.OpDef{
			Name:    "llvm.intr." + prefix + "vp." + n,
			Summary: "vector-predicated " + n,
			Doc:     "LLVM LangRef: Vector Predication Intrinsics: llvm." + prefix + "vp." + n + ".",
			Traits:  traits,
			In:      in,
			Out:     results,
		}))
	}
	for _, s := range shapes {
		for _, n := range s.names {
			add(s.prefix, n, append(append([]ir.Slot(nil), s.in...), tail...), s.traits, s.out)
		}
	}
	for _, n := range []string{"merge", "select"} { // their mask is the condition
		in := append(operandsOf(BoolVector, "cond"), operandsOf(AnyVector, "true_val", "false_val")...)
		add("", n, append(in, operandsOf(ir.I32, "evl")...), pure, result)
	}
	return out
}
