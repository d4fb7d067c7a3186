package nvptx

import (
	"strings"

	"github.com/tile-opt/tile-opt/dialects/llvm"
	"github.com/tile-opt/tile-opt/ir"
	"github.com/tile-opt/tile-opt/targets/nvptx/internal/llx"
)

// memoryOps are the accesses to memory and what computes addresses.
var memoryOps = map[string]translation{
	"llvm.alloca":        alloca,
	"llvm.getelementptr": gep,
	"llvm.load":          load,
	"llvm.store":         store,
	"llvm.atomicrmw":     atomicRMW,
	"llvm.cmpxchg":       cmpXchg,
	"llvm.fence":         fence,
}

// access collects what loads, stores and atomics have in common.
func access(op *ir.Operation, ordering string) llx.Mem {
	m := llx.Mem{Volatile: op.Prop("volatile_") != nil}
	if n, ok := ir.IntValue(op.Prop("alignment")); ok {
		m.Align = int(n)
	}
	m.Ordering = orderingOf(op, ordering)
	m.Scope, _ = ir.StringValue(op.Prop("syncscope"))
	return m
}

// orderingOf returns LLVM's keyword of an ordering, empty for a plain access.
func orderingOf(op *ir.Operation, prop string) string {
	kw := keyword(llvm.AtomicOrderingEnum, op.Prop(prop))
	if kw == "not_atomic" {
		return ""
	}
	return kw
}

func alloca(f *function, op *ir.Operation) error {
	o, _ := llvm.AsAlloca(op)
	t, err := f.m.typ(o.ElemType().(*ir.TypeAttr).Value)
	if err != nil {
		return op.OpError("%s", err)
	}
	if o.Inalloca() != nil {
		return op.OpError("attribute 'inalloca' has no meaning for NVPTX")
	}
	n := f.val(o.ArraySize())
	if c, ok := n.(*llx.Const); ok && c.Ident() == "1" {
		n = nil
	}
	align, _ := ir.IntValue(o.Alignment())
	space, _ := llvm.PtrSpace(op.Result(0).Type())
	return f.set(op, f.b.Alloca(t, n, int(align), int(space)))
}

func gep(f *function, op *ir.Operation) error {
	o, _ := llvm.AsGEP(op)
	t, err := f.m.typ(o.ElemType().(*ir.TypeAttr).Value)
	if err != nil {
		return op.OpError("%s", err)
	}
	dynamic := o.DynamicIndices()
	var idx []llx.Value
	for _, c := range o.RawConstantIndices().(*ir.DenseArrayAttr).Ints() {
		if c != llvm.DynamicIndex {
			idx = append(idx, i32(c))
			continue
		}
		idx = append(idx, f.val(dynamic[0]))
		dynamic = dynamic[1:]
	}
	return f.set(op, f.b.GEP(t, f.val(o.Base()), idx...).Flags(gepFlags(o.NoWrapFlags())...))
}

func gepFlags(a ir.Attr) []string {
	v, _ := ir.IntValue(a)
	var out []string
	if v&1 != 0 {
		out = append(out, "inbounds") // which implies nusw
	} else if v&2 != 0 {
		out = append(out, "nusw")
	}
	if v&4 != 0 {
		out = append(out, "nuw")
	}
	return out
}

func load(f *function, op *ir.Operation) error {
	t, err := f.resultType(op)
	if err != nil {
		return err
	}
	i := f.b.Load(t, f.operand(op, 0), access(op, "ordering"))
	f.hints(op, i)
	return f.set(op, i)
}

func store(f *function, op *ir.Operation) error {
	f.hints(op, f.b.Store(f.operand(op, 0), f.operand(op, 1), access(op, "ordering")))
	return nil
}

// hints attaches what the properties of an access promise.
func (f *function) hints(op *ir.Operation, i *llx.Inst) {
	if op.Prop("nontemporal") != nil {
		i.Attach("nontemporal", f.m.ll.Node(i32(1)))
	}
	if op.Prop("invariant") != nil {
		i.Attach("invariant.load", f.m.ll.Node())
	}
	if op.Prop("invariantGroup") != nil {
		i.Attach("invariant.group", f.m.ll.Node())
	}
}

func atomicRMW(f *function, op *ir.Operation) error {
	kind := strings.TrimPrefix(keyword(llvm.AtomicBinOpEnum, op.Prop("bin_op")), "_")
	return f.set(op, f.b.AtomicRMW(kind, f.operand(op, 0), f.operand(op, 1), access(op, "ordering")))
}

func cmpXchg(f *function, op *ir.Operation) error {
	m := access(op, "success_ordering")
	return f.set(op, f.b.CmpXchg(f.operand(op, 0), f.operand(op, 1), f.operand(op, 2), m, orderingOf(op, "failure_ordering"), op.Prop("weak") != nil))
}

func fence(f *function, op *ir.Operation) error {
	scope, _ := ir.StringValue(op.Prop("syncscope"))
	f.b.Fence(orderingOf(op, "ordering"), scope)
	return nil
}
