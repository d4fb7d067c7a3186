package nvptx

import (
	"fmt"

	"github.com/tile-opt/tile-opt/dialects/llvm"
	"github.com/tile-opt/tile-opt/ir"
	"github.com/tile-opt/tile-opt/ir/diag"
	"github.com/tile-opt/tile-opt/targets/nvptx/internal/llx"
)

// function is one function being translated.
type function struct {
	m      *module
	f      *llx.Func
	b      *llx.Block // where the next instruction goes
	vals   map[*ir.Value]llx.Value
	parts  map[*ir.Value][]llx.Value // the fields of wide structs
	blocks map[*ir.Block]*llx.Block
	phis   map[*ir.Block][]llx.Phi
}

// declare makes the function's header, so that calls find it.
func (m *module) declare(fn llvm.Func) error {
	op := fn.Op()
	name, _ := ir.StringValue(fn.SymName())
	t := fn.FunctionType().(*ir.TypeAttr).Value.(*llvm.FuncType)
	if t.VarArg {
		return op.OpError("functions of variable arguments have no translation for NVPTX")
	}
	ret, err := m.typ(t.Result)
	if err != nil {
		return op.OpError("%s", err)
	}
	params, err := m.typeList(t.Params)
	if err != nil {
		return op.OpError("%s", err)
	}
	if m.globals[name] != nil || m.funcs[name] != nil {
		return op.OpError("redefinition of symbol named '%s'", name)
	}
	var f *llx.Func
	if fn.Body().IsEmpty() {
		f = m.ll.Declare(name, ret, params...)
	} else {
		f = m.ll.Func(name, ret, params...)
	}
	m.funcs[name] = f
	if err := m.functionAttrs(fn, f); err != nil {
		return err
	}
	return m.paramAttrs(fn, f, len(t.Params))
}

// define translates the body. Blocks keep their order; they are filled in an
// order that puts definitions before uses.
func (m *module) define(fn llvm.Func) error {
	name, _ := ir.StringValue(fn.SymName())
	f := &function{
		m: m, f: m.funcs[name],
		vals: make(map[*ir.Value]llx.Value), parts: make(map[*ir.Value][]llx.Value), blocks: make(map[*ir.Block]*llx.Block), phis: make(map[*ir.Block][]llx.Phi),
	}
	order := reversePostOrder(fn.Body().Entry())
	reached := make(map[*ir.Block]bool, len(order))
	for _, b := range order {
		reached[b] = true
	}
	n := 0
	for b := range fn.Body().Blocks() {
		if reached[b] { // LLVM would drop the others, and they have no edges here
			f.blocks[b] = f.f.Block(fmt.Sprintf("bb%d", n))
			n++
		}
	}
	if err := f.args(fn, order); err != nil {
		return err
	}
	var errs diag.List
	for _, b := range order {
		f.b = f.blocks[b]
		chains := chainsOf(b)
		for op := range b.Ops() {
			var err error
			switch c := chains[op]; {
			case c == nil:
				err = f.op(op)
			case c.last == op:
				err = f.chain(c)
			}
			if err != nil {
				errs = append(errs, diag.All(err)...)
				if len(errs) >= maxErrors {
					return errs
				}
				f.standIn(op)
			}
		}
	}
	return errs.Err()
}

// standIn gives the results of an operation that failed some value, so that
// the rest of the function is checked too.
func (f *function) standIn(op *ir.Operation) {
	for i := range op.NumResults() {
		if t, err := f.m.typ(op.Result(i).Type()); err == nil && t != llx.Void {
			f.vals[op.Result(i)] = llx.Poison(t)
		}
	}
}

// args binds the parameters and makes a phi for every other block argument.
func (f *function) args(fn llvm.Func, order []*ir.Block) error {
	entry := fn.Body().Entry()
	for i, a := range entry.Args() {
		f.vals[a] = f.f.Param(i)
	}
	for _, b := range order {
		if b == entry {
			continue
		}
		for _, a := range b.Args() {
			if err := f.phi(b, a); err != nil {
				return fn.Op().OpError("block argument: %s", err)
			}
		}
	}
	return nil
}

// phi makes the phi of a block argument, or those of its fields.
func (f *function) phi(b *ir.Block, a *ir.Value) error {
	types := []ir.Type{a.Type()}
	s := wide(a.Type())
	if s != nil {
		types = s.Fields
	}
	var fields []llx.Value
	for _, ft := range types {
		t, err := f.m.typ(ft)
		if err != nil {
			return err
		}
		p := f.blocks[b].Phi(t)
		f.phis[b] = append(f.phis[b], p)
		fields = append(fields, p.Inst)
	}
	if s != nil {
		f.parts[a] = fields
	} else {
		f.vals[a] = fields[0]
	}
	return nil
}

// op translates one operation through the table.
func (f *function) op(op *ir.Operation) error {
	t := opTable[op.Name()]
	if t == nil {
		return untranslatable(op)
	}
	return t(f, op)
}

// val returns the LLVM value of v; nil when the operation that defines it
// failed, which define has reported and stands in for.
func (f *function) val(v *ir.Value) llx.Value {
	if x := f.vals[v]; x != nil || f.parts[v] == nil {
		return x
	}
	return f.whole(v)
}

// operand returns the LLVM value of operand i.
func (f *function) operand(op *ir.Operation, i int) llx.Value { return f.val(op.Operand(i)) }

// valueList returns the LLVM values of vs.
func (f *function) valueList(vs []*ir.Value) []llx.Value {
	out := make([]llx.Value, len(vs))
	for i, v := range vs {
		out[i] = f.val(v)
	}
	return out
}

// set says what the one result of op is.
func (f *function) set(op *ir.Operation, v llx.Value) error {
	f.vals[op.Result(0)] = v
	return nil
}

// intrinsic calls an intrinsic, declaring it after the types of its arguments.
func (f *function) intrinsic(name string, ret llx.Type, args ...llx.Value) *llx.Inst {
	params := make([]llx.Type, len(args))
	for i, a := range args {
		params[i] = a.Type()
	}
	return f.b.Call(f.m.ll.Declare(name, ret, params...), args...)
}

// call is intrinsic for an operation whose one result, if any, is the call's.
func (f *function) call(op *ir.Operation, name string, args ...llx.Value) error {
	ret, err := f.resultType(op)
	if err != nil {
		return err
	}
	i := f.intrinsic(name, ret, args...)
	if op.NumResults() > 0 {
		return f.set(op, i)
	}
	return nil
}

// predicated runs body in a block of its own that is entered when pred holds;
// with a nil pred it runs it in place.
func (f *function) predicated(pred *ir.Value, body func() error) error {
	if pred == nil {
		return body()
	}
	then, done := f.f.Block("then"), f.f.Block("done")
	f.b.CondBr(f.val(pred), then, done, nil)
	f.b = then
	if err := body(); err != nil {
		return err
	}
	f.b.Br(done, nil)
	f.b = done
	return nil
}

// reversePostOrder lists the blocks that entry reaches, each after all that
// dominate it.
func reversePostOrder(entry *ir.Block) []*ir.Block {
	type frame struct {
		b     *ir.Block
		succs []*ir.Block
	}
	seen := map[*ir.Block]bool{entry: true}
	stack := []frame{{entry, entry.Succs()}}
	var post []*ir.Block
	for len(stack) > 0 {
		top := &stack[len(stack)-1]
		if len(top.succs) == 0 {
			post = append(post, top.b)
			stack = stack[:len(stack)-1]
			continue
		}
		s := top.succs[0]
		top.succs = top.succs[1:]
		if !seen[s] {
			seen[s] = true
			stack = append(stack, frame{s, s.Succs()})
		}
	}
	for i, j := 0, len(post)-1; i < j; i, j = i+1, j-1 {
		post[i], post[j] = post[j], post[i]
	}
	return post
}

// i32 is an i32 constant.
func i32(v int64) *llx.Const { return llx.IntConst(llx.I32, v) }

// isSet reports whether a boolean property is true.
func isSet(a ir.Attr) bool {
	v, _ := ir.BoolValue(a)
	return v
}
