package nvptx

import (
	"github.com/tile-opt/tile-opt/dialects/llvm"
	"github.com/tile-opt/tile-opt/ir"
	"github.com/tile-opt/tile-opt/targets/nvptx/internal/llx"
)

// valueOps are the constants and the parts of structs, arrays and vectors.
var valueOps = map[string]translation{
	"llvm.mlir.constant":  constantOp,
	"llvm.mlir.zero":      func(f *function, op *ir.Operation) error { return f.fill(op, llx.Zero) },
	"llvm.mlir.undef":     func(f *function, op *ir.Operation) error { return f.fill(op, llx.Undef) },
	"llvm.mlir.poison":    func(f *function, op *ir.Operation) error { return f.fill(op, llx.Poison) },
	"llvm.mlir.addressof": addressOf,
	"llvm.extractvalue":   extractValue,
	"llvm.insertvalue":    insertValue,
	"llvm.extractelement": func(f *function, op *ir.Operation) error {
		return f.set(op, f.b.ExtractElement(f.operand(op, 0), f.operand(op, 1)))
	},
	"llvm.insertelement": func(f *function, op *ir.Operation) error {
		return f.set(op, f.b.InsertElement(f.operand(op, 0), f.operand(op, 1), f.operand(op, 2)))
	},
	"llvm.shufflevector": shuffleVector,
}

func constantOp(f *function, op *ir.Operation) error {
	c, err := f.m.constant(op.Prop("value"), op.Result(0).Type())
	if err != nil {
		return op.OpError("%s", err)
	}
	return f.set(op, c)
}

func (f *function) fill(op *ir.Operation, mk func(llx.Type) *llx.Const) error {
	t, err := f.resultType(op)
	if err != nil {
		return err
	}
	return f.set(op, mk(t))
}

func addressOf(f *function, op *ir.Operation) error {
	name := op.Prop("global_name").(*ir.SymbolRefAttr).Root
	if g := f.m.globals[name]; g != nil {
		ref := g.Ref()
		if t, err := f.resultType(op); err != nil || !llx.Equal(t, ref.Type()) {
			return op.OpError("has type %s, but the global '@%s' is in another address space", op.Result(0).Type(), name)
		}
		return f.set(op, ref)
	}
	if fn := f.m.funcs[name]; fn != nil {
		return f.set(op, fn.Ref())
	}
	return op.OpError("must reference a global or a function, found '@%s'", name)
}

func position(op *ir.Operation) []int {
	path := op.Prop("position").(*ir.DenseArrayAttr)
	out := make([]int, path.N)
	for i := range out {
		out[i] = int(path.IntAt(i))
	}
	return out
}

func extractValue(f *function, op *ir.Operation) error {
	path := position(op)
	if len(path) == 0 {
		return f.set(op, f.operand(op, 0))
	}
	if p := f.parts[op.Operand(0)]; p != nil {
		return f.set(op, p[path[0]])
	}
	return f.set(op, f.b.ExtractValue(f.operand(op, 0), path...))
}

func insertValue(f *function, op *ir.Operation) error {
	path := position(op)
	if len(path) == 0 {
		return f.set(op, f.operand(op, 1))
	}
	return f.set(op, f.b.InsertValue(f.operand(op, 0), f.operand(op, 1), path...))
}

func shuffleVector(f *function, op *ir.Operation) error {
	o, _ := llvm.AsShuffleVector(op)
	mask := make([]int, 0, 8)
	for _, i := range o.Mask().(*ir.DenseArrayAttr).Ints() {
		mask = append(mask, int(i))
	}
	return f.set(op, f.b.ShuffleVector(f.val(o.V1()), f.val(o.V2()), mask))
}
