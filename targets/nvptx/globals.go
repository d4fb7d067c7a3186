package nvptx

import (
	"github.com/tile-opt/tile-opt/dialects/llvm"
	"github.com/tile-opt/tile-opt/ir"
	"github.com/tile-opt/tile-opt/targets/nvptx/internal/llx"
)

// global translates llvm.mlir.global. An initialiser region is a constant that
// llvm.return hands over.
func (m *module) global(g llvm.Global) error {
	op := g.Op()
	name, _ := ir.StringValue(g.SymName())
	t, err := m.typ(g.GlobalType().(*ir.TypeAttr).Value)
	if err != nil {
		return op.OpError("%s", err)
	}
	for _, unsupported := range []string{"thread_local_", "section", "comdat"} {
		if op.Prop(unsupported) != nil {
			return op.OpError("attribute '%s' has no meaning for NVPTX", unsupported)
		}
	}
	space, _ := ir.IntValue(g.AddrSpace())
	linkage := keyword(llvm.LinkageEnum, g.Linkage())
	init, err := m.initialiser(g, t)
	if err != nil {
		return err
	}
	if m.globals[name] != nil || m.funcs[name] != nil {
		return op.OpError("redefinition of symbol named '%s'", name)
	}
	l := m.ll.Global(name, t, int(space), init)
	if linkage != "external" {
		l.Linkage(linkage)
	}
	if n, ok := ir.IntValue(g.Alignment()); ok {
		l.Align(int(n))
	}
	if g.Constant() != nil {
		l.Constant()
	}
	m.globals[name] = l
	return nil
}

// initialiser returns the initial value, nil for a global that another module
// or the launch defines.
func (m *module) initialiser(g llvm.Global, t llx.Type) (*llx.Const, error) {
	op := g.Op()
	if v := g.Value(); v != nil {
		c, err := m.constant(v, g.GlobalType().(*ir.TypeAttr).Value)
		if err != nil {
			return nil, op.OpError("%s", err)
		}
		return c, nil
	}
	r := op.RegionAt(0)
	if r.IsEmpty() {
		if keyword(llvm.LinkageEnum, g.Linkage()) == "external" {
			return nil, nil
		}
		return llx.Undef(t), nil // static shared memory has no other value
	}
	ret := r.Entry().Terminator()
	if ret == nil || ret.NumOperands() != 1 {
		return nil, op.OpError("expected the initialiser to return one value")
	}
	f := &function{m: m, vals: make(map[*ir.Value]llx.Value)}
	for o := range r.Entry().Ops() {
		if o == ret {
			break
		}
		if !o.Has(ir.ConstantLike) && !o.Is("llvm.mlir.addressof") {
			return nil, o.OpError("is no constant, as an initialiser must be")
		}
		if err := f.op(o); err != nil {
			return nil, err
		}
	}
	c, ok := f.vals[ret.Operand(0)].(*llx.Const)
	if !ok {
		return nil, op.OpError("expected a constant initialiser")
	}
	return c, nil
}

// keyword returns the keyword that an attribute of an enum stands for, empty
// when there is none.
func keyword(e *ir.Enum, a ir.Attr) string {
	v, ok := e.Of(a)
	if !ok {
		return ""
	}
	kw, _ := e.Keyword(v)
	return kw
}
