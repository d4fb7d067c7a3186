package llvm

import (
	"github.com/tile-opt/tile-opt/ir"
	"github.com/tile-opt/tile-opt/ir/diag"
)

// Verify checks the entry block against the signature.
func (o Func) Verify() error {
	t := o.FunctionType().(*ir.TypeAttr).Value.(*FuncType)
	body := o.Body()
	if body.IsEmpty() {
		if kw := keyword(LinkageEnum, o.Linkage()); kw != "external" && kw != "extern_weak" {
			return o.OpError("external functions must have 'external' or 'extern_weak' linkage")
		}
		return nil
	}
	entry := body.Entry()
	if entry.NumArgs() != len(t.Params) {
		return o.OpError("entry block must have %d arguments to match function signature", len(t.Params))
	}
	for i, p := range t.Params {
		if a := entry.Arg(i).Type(); a != p {
			return o.OpError("type of entry block argument #%d('%s') must match the type of the corresponding argument in function signature('%s')", i, a, p)
		}
	}
	if l, ok := o.ArgAttrs().(*ir.ArrayAttr); ok && len(l.Elems) != len(t.Params) {
		return o.OpError("expects argument attribute array to have the same number of elements as the number of function arguments, got %d, but expected %d", len(l.Elems), len(t.Params))
	}
	return nil
}

// Verify checks the operand against the result of the enclosing function.
func (o Return) Verify() error {
	fn, ok := AsFunc(o.Op().Parent())
	if !ok {
		return nil // the initialiser of a global
	}
	want := fn.FunctionType().(*ir.TypeAttr).Value.(*FuncType).Result
	switch {
	case isSimple(want, "void"):
		if o.Op().NumOperands() > 0 {
			return o.OpError("expected no operands")
		}
	case o.Op().NumOperands() == 0:
		return o.OpError("expected 1 operand")
	case o.Operand(0).Type() != want:
		return o.OpError("mismatching result types")
	}
	return nil
}

// verifySuccessor checks the operands of a branch against its block.
func verifySuccessor(op *ir.Operation, i int, args []*ir.Value) error {
	b := op.Successor(i)
	if b.NumArgs() != len(args) {
		return op.OpError("branch has %d operands for successor #%d, but target block has %d", len(args), i, b.NumArgs())
	}
	for n, a := range args {
		if a.Type() != b.Arg(n).Type() {
			return op.OpError("type mismatch for bb argument #%d of successor #%d", n, i)
		}
	}
	return nil
}

// Verify checks the operands against the block.
func (o Br) Verify() error { return verifySuccessor(o.Op(), 0, o.DestOperands()) }

// Verify checks the operands against the blocks.
func (o CondBr) Verify() error {
	if err := verifySuccessor(o.Op(), 0, o.TrueDestOperands()); err != nil {
		return err
	}
	return verifySuccessor(o.Op(), 1, o.FalseDestOperands())
}

// Verify checks the cases and the operands against the blocks.
func (o Switch) Verify() error {
	n := 0
	if v, ok := o.CaseValues().(*ir.DenseAttr); ok {
		count, _ := ir.NumElements(v.ShapedType())
		n = int(count)
		if v.ShapedType().ElemType() != o.Value().Type() {
			return o.OpError("expects case value type to match condition value type")
		}
	}
	operands := SwitchCaseOperands(o)
	if n != o.Op().NumSuccessors()-1 || n != len(operands) {
		return o.OpError("expects number of case values to match number of case destinations")
	}
	total := 0
	for _, args := range operands {
		total += len(args)
	}
	if total != len(o.CaseOperands()) {
		return o.OpError("expected the segments to hold %d case operands, found %d", len(o.CaseOperands()), total)
	}
	if err := verifySuccessor(o.Op(), 0, o.DefaultOperands()); err != nil {
		return err
	}
	for i, args := range operands {
		if err := verifySuccessor(o.Op(), i+1, args); err != nil {
			return err
		}
	}
	return nil
}

// Verify checks the operands against the callee.
func (o Call) Verify() error {
	if err := verifyBundles(o.Op()); err != nil {
		return err
	}
	var t *FuncType
	args := o.CalleeOperands()
	if ref, direct := o.Callee().(*ir.SymbolRefAttr); direct {
		callee := ir.ResolveSymbol(o.Op(), ref)
		fn, ok := AsFuncOrNil(callee)
		if callee == nil {
			return o.OpError("'%s' does not reference a symbol in the current scope", ref.Root)
		}
		if !ok {
			return o.OpError("'%s' does not reference a valid LLVM function", ref.Root)
		}
		t = fn.FunctionType().(*ir.TypeAttr).Value.(*FuncType)
	} else {
		if len(args) == 0 || !isPtr(args[0].Type()) {
			return o.OpError("indirect call expects a pointer as callee")
		}
		args = args[1:]
		if o.VarCalleeType() == nil {
			return nil
		}
		t = o.VarCalleeType().(*ir.TypeAttr).Value.(*FuncType)
	}
	if len(args) != len(t.Params) && !(t.VarArg && len(args) > len(t.Params)) {
		return o.OpError("incorrect number of operands (%d) for callee (expecting: %d)", len(args), len(t.Params))
	}
	for i, p := range t.Params {
		if args[i].Type() != p {
			return o.OpError("operand type mismatch for operand %d: '%s' != '%s'", i, args[i].Type(), p)
		}
	}
	void := isSimple(t.Result, "void")
	switch {
	case o.Op().NumResults() == 0 && !void:
		return o.OpError("expected function call to produce a value")
	case o.Op().NumResults() > 0 && void:
		return o.OpError("calling function with void result must not produce values")
	case o.Op().NumResults() > 0 && o.Result(0).Type() != t.Result:
		return o.OpError("result type mismatch: '%s' != '%s'", o.Result(0).Type(), t.Result)
	}
	return nil
}

// AsFuncOrNil is AsFunc for an operation that may be nil.
func AsFuncOrNil(op *ir.Operation) (Func, bool) {
	if op == nil {
		return Func{}, false
	}
	return AsFunc(op)
}

// Verify checks that the symbol is there and in the address space of the
// result.
func (o AddressOf) Verify() error {
	sym := ir.ResolveSymbol(o.Op(), o.GlobalName().(*ir.SymbolRefAttr))
	if _, ok := AsFuncOrNil(sym); ok {
		return nil
	}
	if sym == nil || !sym.Is("llvm.mlir.global") {
		return o.OpError("must reference a global defined by 'llvm.mlir.global', 'llvm.mlir.alias' or 'llvm.func' or 'llvm.mlir.ifunc'")
	}
	g, _ := AsGlobal(sym)
	space, _ := ir.IntValue(g.AddrSpace())
	if s, _ := PtrSpace(o.Op().Result(0).Type()); int64(s) != space {
		return o.OpError("pointer address space must match address space of the referenced global or alias")
	}
	return nil
}

// Verify checks the value against the type.
func (o Global) Verify() error {
	t := o.GlobalType().(*ir.TypeAttr).Value
	if !isElement(t) || !IsCompatible(t) {
		return o.OpError("expects type to be a valid element type for an LLVM global")
	}
	if s, ok := o.Value().(*ir.StringAttr); ok {
		a, isArray := t.(*ArrayType)
		if !isArray || !ir.IsInt(a.Elem, 8) || a.N != int64(len(s.Value)) {
			return o.OpError("requires an i8 array type of the length equal to that of the string attribute")
		}
	}
	if !o.Op().RegionAt(0).IsEmpty() && o.Value() != nil {
		return o.OpError("cannot have both initializer value and region")
	}
	if n, ok := ir.IntValue(o.Alignment()); ok && (n <= 0 || n&(n-1) != 0) {
		return diag.Errorf(o.Op().Pos(), "alignment attribute is not a power of 2")
	}
	return nil
}

// Verify checks that the types of a field access agree.
func (o ExtractValue) Verify() error {
	c := o.Container().Type()
	t, ok := elemAtPosition(c, o.Position().(*ir.DenseArrayAttr))
	if !ok {
		return o.OpError("position out of bounds: %s in '%s'", o.Position(), c)
	}
	if r := o.Op().Result(0).Type(); t != r {
		return o.OpError("Type mismatch: extracting from '%s' should produce '%s' but this op returns '%s'", c, t, r)
	}
	return nil
}

// Verify checks that the types of a field access agree.
func (o InsertValue) Verify() error {
	c := o.Container().Type()
	t, ok := elemAtPosition(c, o.Position().(*ir.DenseArrayAttr))
	if !ok {
		return o.OpError("position out of bounds: %s in '%s'", o.Position(), c)
	}
	if v := o.Value().Type(); t != v {
		return o.OpError("Type mismatch: cannot insert '%s' into '%s'", v, c)
	}
	return nil
}

// Verify checks that vector, element and result agree.
func (o ExtractElement) Verify() error {
	if o.Op().Result(0).Type() != scalar(o.Vector().Type()) {
		return o.OpError("failed to verify that result type matches vector element type")
	}
	return nil
}

// Verify checks that vector and element agree.
func (o InsertElement) Verify() error {
	if o.Value().Type() != scalar(o.Vector().Type()) {
		return o.OpError("failed to verify that argument type matches vector element type")
	}
	return nil
}
