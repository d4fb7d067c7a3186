package nvptx

import (
	"strings"

	"github.com/tile-opt/tile-opt/dialects/llvm"
	"github.com/tile-opt/tile-opt/ir"
	"github.com/tile-opt/tile-opt/targets/nvptx/internal/llx"
)

// arithOps are the instructions on integers and floats.
var arithOps = arithTable()

func arithTable() map[string]translation {
	t := map[string]translation{
		"llvm.icmp": icmp, "llvm.fcmp": fcmp, "llvm.fneg": fneg, "llvm.select": selectOp, "llvm.freeze": freeze,
	}
	for _, n := range []string{"add", "sub", "mul", "udiv", "sdiv", "urem", "srem", "and", "or", "xor", "shl", "lshr", "ashr", "fadd", "fsub", "fmul", "fdiv", "frem"} {
		t["llvm."+n] = binary
	}
	return t
}

// mnemonic is the operation's name without the dialect, which for arithmetic is
// LLVM's.
func mnemonic(op *ir.Operation) string {
	_, n, _ := strings.Cut(op.Name(), ".")
	return n
}

func binary(f *function, op *ir.Operation) error {
	return f.set(op, f.b.Binary(mnemonic(op), f.operand(op, 0), f.operand(op, 1)).Flags(flags(op)...))
}

// flags returns LLVM's keywords for the flag properties of op.
func flags(op *ir.Operation) []string {
	var out []string
	if v, ok := ir.IntValue(op.Prop("overflowFlags")); ok {
		if v&2 != 0 {
			out = append(out, "nuw")
		}
		if v&1 != 0 {
			out = append(out, "nsw")
		}
	}
	for _, u := range [...]struct{ prop, flag string }{{"isExact", "exact"}, {"isDisjoint", "disjoint"}, {"nonNeg", "nneg"}} {
		if op.Prop(u.prop) != nil {
			out = append(out, u.flag)
		}
	}
	return append(out, fastFlags(op)...)
}

// fastFlags returns the fast-math flags of op.
func fastFlags(op *ir.Operation) []string {
	a := op.Prop("fastmathFlags")
	if a == nil {
		return nil
	}
	kw := keyword(llvm.FastmathFlagsEnum, a)
	if kw == "" || kw == "none" {
		return nil
	}
	return strings.Split(kw, ", ")
}

func icmp(f *function, op *ir.Operation) error {
	pred := keyword(llvm.ICmpPredicateEnum, op.Prop("predicate"))
	return f.set(op, f.b.ICmp(pred, f.operand(op, 0), f.operand(op, 1)))
}

func fcmp(f *function, op *ir.Operation) error {
	pred := strings.TrimPrefix(keyword(llvm.FCmpPredicateEnum, op.Prop("predicate")), "_")
	return f.set(op, f.b.FCmp(pred, f.operand(op, 0), f.operand(op, 1)).Flags(fastFlags(op)...))
}

func fneg(f *function, op *ir.Operation) error {
	return f.set(op, f.b.FNeg(f.operand(op, 0)).Flags(fastFlags(op)...))
}

func selectOp(f *function, op *ir.Operation) error {
	return f.set(op, f.b.Select(f.operand(op, 0), f.operand(op, 1), f.operand(op, 2)).Flags(fastFlags(op)...))
}

func freeze(f *function, op *ir.Operation) error {
	return f.set(op, f.b.Freeze(f.operand(op, 0)))
}

// castOps are the conversions; their names are LLVM's.
var castOps = castTable()

func castTable() map[string]translation {
	t := map[string]translation{}
	for _, n := range []string{"bitcast", "addrspacecast", "inttoptr", "ptrtoint", "sext", "zext", "trunc", "sitofp", "uitofp", "fptosi", "fptoui", "fpext", "fptrunc"} {
		t["llvm."+n] = cast
	}
	return t
}

func cast(f *function, op *ir.Operation) error {
	to, err := f.resultType(op)
	if err != nil {
		return err
	}
	x := f.operand(op, 0)
	if llx.Equal(x.Type(), to) && (op.Is("llvm.bitcast") || op.Is("llvm.addrspacecast")) {
		return f.set(op, x) // LLVM has no addrspacecast to the same space
	}
	return f.set(op, f.b.Cast(mnemonic(op), x, to).Flags(flags(op)...))
}
