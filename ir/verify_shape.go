package ir

// verifyElementwise checks the trait Elementwise, with MLIR's messages
// (ElementwiseMappable): vectors and tensors among operands and results have
// one shape and are of one kind.
func verifyElementwise(op *Operation) error {
	var first, result ShapedType
	same := true
	look := func(t Type) bool {
		s := mappable(t)
		if s == nil {
			return false
		}
		if first == nil {
			first = s
		}
		same = same && sameKind(first, s) && CompatibleShapes(first, s)
		result = s
		return true
	}
	results := 0
	for i := range op.results {
		if look(op.results[i].typ) {
			results++
		}
	}
	operands := 0
	for i := range op.operands {
		if look(op.operands[i].val.typ) {
			operands++
		}
	}
	switch {
	case result == nil:
		return nil
	case results == 0:
		return op.OpError("if an operand is non-scalar, then there must be at least one non-scalar result")
	case operands == 0:
		return op.OpError("if a result is non-scalar, then at least one operand must be non-scalar")
	case results < len(op.results):
		return op.OpError("if an operand is non-scalar, then all results must be non-scalar")
	case !same:
		return op.OpError("all non-scalar operands/results must have the same shape and base type")
	}
	return nil
}

// mappable returns t when elementwise operations map over it: memrefs are no
// values of their elements.
func mappable(t Type) ShapedType {
	switch t := t.(type) {
	case *VectorType:
		return t
	case *TensorType:
		return t
	case *UnrankedTensorType:
		return t
	}
	return nil
}

func sameKind(a, b ShapedType) bool {
	switch a.(type) {
	case *VectorType:
		_, ok := b.(*VectorType)
		return ok
	case *TensorType:
		_, ok := b.(*TensorType)
		return ok
	}
	_, ok := b.(*UnrankedTensorType)
	return ok
}

// CompatibleShapes reports whether values of the types may have one shape: a
// rank or dimension that is not known fits every other. A scalar fits only
// scalars.
func CompatibleShapes(a, b Type) bool {
	s, ok := a.(ShapedType)
	t, ok2 := b.(ShapedType)
	if !ok || !ok2 {
		return ok == ok2
	}
	if v, ok := s.(*VectorType); ok {
		if w, ok := t.(*VectorType); ok && !sameScalable(v, w) {
			return false
		}
	}
	x, ranked := s.Dims()
	y, ranked2 := t.Dims()
	if !ranked || !ranked2 {
		return true
	}
	if len(x) != len(y) {
		return false
	}
	for i := range x {
		if x[i] != y[i] && x[i] != Dynamic && y[i] != Dynamic {
			return false
		}
	}
	return true
}

func sameScalable(a, b *VectorType) bool {
	if len(a.Scalable) != len(b.Scalable) {
		return false
	}
	for i := range a.Scalable {
		if a.Scalable[i] != b.Scalable[i] {
			return false
		}
	}
	return true
}
