package function

import (
	"strings"

	"github.com/tile-opt/tile-opt/ir"
	"github.com/tile-opt/tile-opt/ir/asm"
)

// DefaultDialect lets the prefix func. be left out in the body.
func (Func) DefaultDialect() string { return "func" }

// Signature returns the function's type.
func (o Func) Signature() *ir.FunctionType {
	return o.FunctionType().(*ir.TypeAttr).Value.(*ir.FunctionType)
}

// SymbolName returns the name of the function.
func (o Func) SymbolName() string {
	s, _ := ir.StringValue(o.SymName())
	return s
}

// IsDeclaration reports whether the function has no body.
func (o Func) IsDeclaration() bool { return o.Body().IsEmpty() }

// Print writes the function:
//
//	func.func private @name(%a: i32 {attrs}) -> f32 attributes {...} {...}
func (o Func) Print(p *asm.OpPrinter) {
	p.Byte(' ')
	if v, ok := ir.StringValue(o.SymVisibility()); ok {
		p.Str(v)
		p.Byte(' ')
	}
	p.SymbolName(o.SymbolName())
	t := o.Signature()
	p.Signature(o.Body(), t.Inputs, false, t.Results, o.ArgAttrs(), o.ResAttrs())
	p.AttrDictWithKeyword(o.Op(), "sym_name", "function_type", "sym_visibility", "arg_attrs", "res_attrs")
	if !o.Body().IsEmpty() {
		p.Byte(' ')
		p.Region(o.Body(), false, true)
	}
}

// Parse reads what Print writes.
func (Func) Parse(p *asm.OpParser, st *ir.OpState) error {
	c := p.Context()
	if v, ok := p.OptOneOf("public", "private", "nested"); ok {
		p.SetProp(st, "sym_visibility", c.Str(v))
	}
	p.SetProp(st, "sym_name", c.Str(p.SymbolName()))
	sig := p.Signature(false)
	p.SetProp(st, "function_type", ir.TypeAttrOf(c.FuncType(sig.ArgTypes(), sig.ResultTypes)))
	p.AttrDictWithKeyword(st)
	p.SetSignatureAttrs(st, &sig)
	at := p.Here()
	var args []asm.Argument
	if sig.Named {
		args = sig.Args
	}
	r, ok := p.OptRegion(args)
	if !ok {
		r = ir.NewRegion()
	} else if r.IsEmpty() {
		return p.Errorf(at, "expected non-empty function body")
	}
	st.Regions = []*ir.Region{r}
	return nil
}

// Verify checks the body's arguments and the attributes against the
// signature.
func (o Func) Verify() error {
	t := o.Signature()
	if err := o.verifyAttrs("argument", o.ArgAttrs(), len(t.Inputs)); err != nil {
		return err
	}
	if err := o.verifyAttrs("result", o.ResAttrs(), len(t.Results)); err != nil {
		return err
	}
	if o.IsDeclaration() {
		if !ir.IsPrivate(o.Op()) {
			return o.OpError("symbol declaration cannot have public visibility")
		}
		return nil
	}
	entry := o.Body().Entry()
	if entry.NumArgs() != len(t.Inputs) {
		return o.OpError("entry block must have %d arguments to match function signature", len(t.Inputs))
	}
	for i, in := range t.Inputs {
		if got := entry.Arg(i).Type(); got != in {
			return o.OpError("type of entry block argument #%d('%s') must match the type of the corresponding argument in function signature('%s')", i, got, in)
		}
	}
	return nil
}

func (o Func) verifyAttrs(what string, a ir.Attr, n int) error {
	arr, ok := a.(*ir.ArrayAttr)
	if !ok {
		return nil
	}
	if len(arr.Elems) != n {
		return o.OpError("expects %s attribute array to have the same number of elements as the number of function %ss, got %d, but expected %d", what, what, len(arr.Elems), n)
	}
	for _, e := range arr.Elems {
		for _, entry := range e.(*ir.DictAttr).Entries {
			if !strings.Contains(entry.Name, ".") {
				return o.OpError("%ss may only have dialect attributes", what)
			}
		}
	}
	return nil
}

// Verify checks the operands against the results of the function.
func (o Return) Verify() error {
	f, ok := AsFunc(o.Op().Parent())
	if !ok {
		return nil
	}
	want := f.Signature().Results
	if o.Op().NumOperands() != len(want) {
		return o.OpError("has %d operands, but enclosing function (@%s) returns %d", o.Op().NumOperands(), f.SymbolName(), len(want))
	}
	for i, t := range want {
		if got := o.Operand(i).Type(); got != t {
			return o.OpError("type of return operand %d ('%s') doesn't match function result type ('%s') in function @%s", i, got, t, f.SymbolName())
		}
	}
	return nil
}

// CalleeName returns the name of the function called.
func (o Call) CalleeName() string { return o.Callee().(*ir.SymbolRefAttr).Root }

// VerifySymbolUses checks the call against the function it names.
func (o Call) VerifySymbolUses(lookup func(*ir.SymbolRefAttr) *ir.Operation) error {
	ref := o.Callee().(*ir.SymbolRefAttr)
	f, ok := AsFunc(lookup(ref))
	if !ok {
		return o.OpError("'%s' does not reference a valid function", ref.Root)
	}
	t := f.Signature()
	if len(t.Inputs) != o.Op().NumOperands() {
		return o.OpError("incorrect number of operands for callee")
	}
	for i, in := range t.Inputs {
		if got := o.Operand(i).Type(); got != in {
			return o.OpError("operand type mismatch: expected operand type '%s', but provided '%s' for operand number %d", in, got, i)
		}
	}
	if len(t.Results) != o.Op().NumResults() {
		return o.OpError("incorrect number of results for callee")
	}
	for i, out := range t.Results {
		if got := o.Op().Result(i).Type(); got != out {
			return o.OpError("result type mismatch at index %d", i)
		}
	}
	return nil
}

// InferSlotTypes gives operands and results the callee's types.
func (CallIndirect) InferSlotTypes(t *asm.SlotTypes) error {
	f, ok := t.Get("callee").(*ir.FunctionType)
	if !ok {
		return t.Errorf("expected function type, found '%s'", t.Get("callee"))
	}
	t.SetAll("callee_operands", f.Inputs)
	t.SetAll("results", f.Results)
	return nil
}

// Verify checks operands and results against the callee's type.
func (o CallIndirect) Verify() error {
	t := o.CalleeType()
	if len(t.Inputs)+1 != o.Op().NumOperands() || len(t.Results) != o.Op().NumResults() {
		return o.OpError("failed to verify that callee input types match argument types")
	}
	for i, in := range t.Inputs {
		if o.Operand(i+1).Type() != in {
			return o.OpError("failed to verify that callee input types match argument types")
		}
	}
	for i, out := range t.Results {
		if o.Op().Result(i).Type() != out {
			return o.OpError("failed to verify that callee result types match result types")
		}
	}
	return nil
}

// CalleeType returns the type of the function called.
func (o CallIndirect) CalleeType() *ir.FunctionType {
	return o.Operand(0).Type().(*ir.FunctionType)
}

// Fold gives the function's name.
func (o Constant) Fold([]ir.Attr) []ir.FoldResult { return []ir.FoldResult{{Attr: o.Value()}} }

// OpAsmResultNames suggests %f.
func (o Constant) OpAsmResultNames(set func(*ir.Value, string)) { set(o.Op().Result(0), "f") }

// VerifySymbolUses checks that the name is that of a function of this type.
func (o Constant) VerifySymbolUses(lookup func(*ir.SymbolRefAttr) *ir.Operation) error {
	ref := o.Value().(*ir.SymbolRefAttr)
	f, ok := AsFunc(lookup(ref))
	if !ok {
		return o.OpError("reference to undefined function '%s'", ref.Root)
	}
	if t := o.Op().Result(0).Type(); f.Signature() != t {
		return o.OpError("reference to function with mismatched type")
	}
	return nil
}
