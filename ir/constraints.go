package ir

// The builtin constraints, with the words MLIR uses in diagnostics. They are
// shared data and must not be changed.
var (
	// AnyType accepts every type.
	AnyType = &Constraint{Desc: "any type", Type: func(Type) bool { return true }}
	// I1 accepts i1.
	I1 = intConstraint("1-bit signless integer", 1)
	// I8 accepts i8.
	I8 = intConstraint("8-bit signless integer", 8)
	// I16 accepts i16.
	I16 = intConstraint("16-bit signless integer", 16)
	// I32 accepts i32.
	I32 = intConstraint("32-bit signless integer", 32)
	// I64 accepts i64.
	I64 = intConstraint("64-bit signless integer", 64)
	// IndexC accepts index.
	IndexC = &Constraint{Desc: "index", Type: IsIndex}
	// SignlessInt accepts iN.
	SignlessInt = &Constraint{Desc: "signless integer", Type: isSignlessInt}
	// SignlessIntOrIndex accepts iN and index.
	SignlessIntOrIndex = &Constraint{Desc: "signless integer or index", Type: isSignlessIntOrIndex}
	// SignlessIntOrIndexLike accepts iN, index and vectors or tensors of them.
	SignlessIntOrIndexLike = &Constraint{Desc: "signless-integer-like", Type: func(t Type) bool { return isSignlessIntOrIndex(shapedElem(t)) }}
	// SignlessIntLike accepts iN and vectors or tensors of it.
	SignlessIntLike = &Constraint{Desc: "signless-fixed-width-integer-like", Type: func(t Type) bool { return isSignlessInt(shapedElem(t)) }}
	// BoolLike accepts i1 and vectors or tensors of it.
	BoolLike = &Constraint{Desc: "bool-like", Type: func(t Type) bool { return IsInt(shapedElem(t), 1) }}
	// AnyFloat accepts every float type.
	AnyFloat = &Constraint{Desc: "floating-point", Type: IsFloat}
	// FloatLike accepts floats and vectors or tensors of them.
	FloatLike = &Constraint{Desc: "floating-point-like", Type: func(t Type) bool { return IsFloat(shapedElem(t)) }}
	// AnyMemRef accepts ranked memrefs.
	AnyMemRef = &Constraint{Desc: "memref of any type values", Type: func(t Type) bool { _, ok := t.(*MemRefType); return ok }}
	// AnyTensor accepts ranked tensors.
	AnyTensor = &Constraint{Desc: "ranked tensor of any type values", Type: func(t Type) bool { _, ok := t.(*TensorType); return ok }}

	// StrAttrC accepts string attributes.
	StrAttrC = &Constraint{Desc: "string attribute", Attr: func(a Attr) bool { _, ok := a.(*StringAttr); return ok }}
	// UnitAttrC accepts unit.
	UnitAttrC = &Constraint{Desc: "unit attribute", Attr: func(a Attr) bool { _, ok := a.(*UnitAttr); return ok }}
	// BoolAttrC accepts true and false.
	BoolAttrC = &Constraint{Desc: "bool attribute", Attr: func(a Attr) bool { _, ok := BoolValue(a); return ok }}
	// I32AttrC accepts i32 integers.
	I32AttrC = intAttrConstraint("32-bit signless integer attribute", 32)
	// I64AttrC accepts i64 integers.
	I64AttrC = intAttrConstraint("64-bit signless integer attribute", 64)
	// IndexAttrC accepts index integers.
	IndexAttrC = &Constraint{Desc: "index attribute", Attr: func(a Attr) bool {
		i, ok := a.(*IntegerAttr)
		return ok && IsIndex(i.typ)
	}}
	// TypeAttrC accepts types.
	TypeAttrC = &Constraint{Desc: "any type attribute", Attr: func(a Attr) bool { _, ok := a.(*TypeAttr); return ok }}
	// SymbolRefC accepts symbol references without nested parts.
	SymbolRefC = &Constraint{Desc: "flat symbol reference attribute", Attr: func(a Attr) bool {
		s, ok := a.(*SymbolRefAttr)
		return ok && len(s.Nested) == 0
	}}
	// DictAttrC accepts dictionaries.
	DictAttrC = &Constraint{Desc: "dictionary of named attribute values", Attr: func(a Attr) bool { _, ok := a.(*DictAttr); return ok }}
	// ArrayAttrC accepts arrays.
	ArrayAttrC = &Constraint{Desc: "array attribute", Attr: func(a Attr) bool { _, ok := a.(*ArrayAttr); return ok }}
	// I32ArrayC accepts array<i32: ...>.
	I32ArrayC = denseArrayConstraint("i32 dense array attribute", 32)
	// I64ArrayC accepts array<i64: ...>.
	I64ArrayC = denseArrayConstraint("i64 dense array attribute", 64)
	// AnyAttrC accepts every attribute.
	AnyAttrC = &Constraint{Desc: "any attribute", Attr: func(Attr) bool { return true }}
)

func intConstraint(desc string, width uint32) *Constraint {
	return &Constraint{Desc: desc, Type: func(t Type) bool { return IsInt(t, width) }}
}

func intAttrConstraint(desc string, width uint32) *Constraint {
	return &Constraint{Desc: desc, Attr: func(a Attr) bool {
		i, ok := a.(*IntegerAttr)
		return ok && IsInt(i.typ, width)
	}}
}

func denseArrayConstraint(desc string, width uint32) *Constraint {
	return &Constraint{Desc: desc, Attr: func(a Attr) bool {
		d, ok := a.(*DenseArrayAttr)
		return ok && IsInt(d.Elem, width)
	}}
}

func isSignlessInt(t Type) bool {
	i, ok := t.(*IntegerType)
	return ok && i.Sign == Signless
}

func isSignlessIntOrIndex(t Type) bool { return isSignlessInt(t) || IsIndex(t) }

// shapedElem returns the element type of a vector or tensor, and any other
// type unchanged: memrefs are no values of their elements.
func shapedElem(t Type) Type {
	switch t := t.(type) {
	case *VectorType:
		return t.Elem
	case *TensorType:
		return t.Elem
	case *UnrankedTensorType:
		return t.Elem
	}
	return t
}
