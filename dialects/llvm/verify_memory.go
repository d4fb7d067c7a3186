package llvm

import "github.com/tile-opt/tile-opt/ir"

// verifyAtomic checks what loads and stores have in common.
func verifyAtomic(op *ir.Operation, t ir.Type, bad ...string) error {
	kw := keyword(AtomicOrderingEnum, op.Prop("ordering"))
	if kw == "not_atomic" {
		if op.Prop("syncscope") != nil {
			return op.OpError("expected syncscope to be null for non-atomic access")
		}
		return nil
	}
	for _, b := range bad {
		if kw == b {
			return op.OpError("unsupported ordering '%s'", kw)
		}
	}
	_, vec := t.(*ir.VectorType)
	if w, ok := ir.BitWidth(t); !isPtr(t) && (vec || !ok || w < 8 || w&(w-1) != 0) {
		return op.OpError("unsupported type '%s' for atomic access", t)
	}
	if op.Prop("alignment") == nil {
		return op.OpError("expected alignment for atomic access")
	}
	return nil
}

// Verify checks the ordering.
func (o Load) Verify() error {
	return verifyAtomic(o.Op(), o.Op().Result(0).Type(), "release", "acq_rel")
}

// Verify checks the ordering.
func (o Store) Verify() error {
	return verifyAtomic(o.Op(), o.Value().Type(), "acquire", "acq_rel")
}

// Verify checks that the operation works on the type, and the ordering.
func (o AtomicRMW) Verify() error {
	t := scalar(o.Val().Type())
	switch kind := keyword(AtomicBinOpEnum, o.BinOp()); kind {
	case "fadd", "fsub", "fmax", "fmin", "fmaximum", "fminimum":
		if !isLLVMFloat(t) {
			return o.OpError("expected LLVM IR floating point type")
		}
	case "xchg":
		if !isPtr(t) && !isSignless(t) && !isLLVMFloat(t) {
			return o.OpError("unexpected LLVM IR type for 'xchg' bin_op")
		}
	default:
		if !isSignless(t) {
			return o.OpError("expected LLVM IR integer type")
		}
	}
	if v, _ := ir.IntValue(o.Ordering()); v < 2 {
		return o.OpError("expected at least 'monotonic' ordering")
	}
	return nil
}

// Verify checks the orderings and the result.
func (o AtomicCmpXchg) Verify() error {
	success, _ := ir.IntValue(o.SuccessOrdering())
	failure, _ := ir.IntValue(o.FailureOrdering())
	if success < 2 || failure < 2 {
		return o.OpError("ordering must be at least 'monotonic'")
	}
	if kw := keyword(AtomicOrderingEnum, o.FailureOrdering()); kw == "release" || kw == "acq_rel" {
		return o.OpError("failure ordering cannot be 'release' or 'acq_rel'")
	}
	c := o.Context()
	if o.Op().Result(0).Type() != ir.Type(StructOf(c, o.Val().Type(), c.I(1))) {
		return o.OpError("failed to verify that result has a type that consists of the value's type and a bool")
	}
	return nil
}

// Verify checks the ordering.
func (o Fence) Verify() error {
	switch keyword(AtomicOrderingEnum, o.Ordering()) {
	case "not_atomic", "unordered", "monotonic":
		return o.OpError("can be given only acquire, release, acq_rel, and seq_cst orderings")
	}
	return nil
}

// Verify checks that constant indices lead to fields of structs.
func (o GEP) Verify() error {
	raw := o.RawConstantIndices().(*ir.DenseArrayAttr).Ints()
	n := 0
	for _, c := range raw {
		if c == DynamicIndex {
			n++
		}
	}
	if n != len(o.DynamicIndices()) {
		return o.OpError("expected as many dynamic indices as specified in 'rawConstantIndices'")
	}
	if len(raw) == 0 {
		return o.OpError("expected at least one index")
	}
	t := o.ElemType().(*ir.TypeAttr).Value
	for i, c := range raw[1:] {
		switch a := t.(type) {
		case *StructType:
			if c == DynamicIndex {
				return o.OpError("expected index %d indexing a struct to be constant", i+1)
			}
			if c < 0 || c >= int64(len(a.Fields)) {
				return o.OpError("index %d indexing a struct is out of bounds", i+1)
			}
			t = a.Fields[c]
		case *ArrayType:
			t = a.Elem
		case *ir.VectorType:
			t = a.Elem
		default:
			return o.OpError("type '%s' cannot be indexed (index #%d)", t, i+1)
		}
	}
	return nil
}

// verifyWiden checks that an integer grows.
func verifyWiden(op *ir.Operation) error {
	from, _ := ir.BitWidth(scalar(op.Operand(0).Type()))
	to, _ := ir.BitWidth(scalar(op.Result(0).Type()))
	if to <= from {
		return op.OpError("integer width of the output type is smaller or equal to the integer width of the input type")
	}
	return verifyShapes(op)
}

func verifyNarrow(op *ir.Operation) error {
	from, _ := ir.BitWidth(scalar(op.Operand(0).Type()))
	to, _ := ir.BitWidth(scalar(op.Result(0).Type()))
	if to >= from {
		return op.OpError("expected a result narrower than %d bits, found '%s'", from, op.Result(0).Type())
	}
	return verifyShapes(op)
}

// verifyShapes checks that both sides are scalars or vectors of one length.
func verifyShapes(op *ir.Operation) error {
	length := func(t ir.Type) int64 {
		if v, ok := t.(*ir.VectorType); ok {
			return v.Shape[0]
		}
		return -1
	}
	if length(op.Operand(0).Type()) != length(op.Result(0).Type()) {
		return op.OpError("expected operand and result to be scalars or vectors of one length, found '%s' and '%s'", op.Operand(0).Type(), op.Result(0).Type())
	}
	return nil
}

// Verify checks the widths.
func (o ZExt) Verify() error { return verifyWiden(o.Op()) }

// Verify checks the widths.
func (o SExt) Verify() error { return verifyWiden(o.Op()) }

// Verify checks the widths.
func (o FPExt) Verify() error { return verifyWiden(o.Op()) }

// Verify checks the widths.
func (o Trunc) Verify() error { return verifyNarrow(o.Op()) }

// Verify checks the widths.
func (o FPTrunc) Verify() error { return verifyNarrow(o.Op()) }

// Verify checks the shapes.
func (o SIToFP) Verify() error { return verifyShapes(o.Op()) }

// Verify checks the shapes.
func (o UIToFP) Verify() error { return verifyShapes(o.Op()) }

// Verify checks the shapes.
func (o FPToSI) Verify() error { return verifyShapes(o.Op()) }

// Verify checks the shapes.
func (o FPToUI) Verify() error { return verifyShapes(o.Op()) }

// Verify checks that both sides have as many bits, and that pointers stay
// pointers.
func (o Bitcast) Verify() error {
	from, to := o.Arg().Type(), o.Op().Result(0).Type()
	if isPtr(scalar(from)) != isPtr(scalar(to)) {
		return o.OpError("can only cast pointers from and to pointers")
	}
	a, okA := bits(from)
	b, okB := bits(to)
	if okA && okB && a != b {
		return o.OpError("expected types of equal size, found '%s' of %d bits and '%s' of %d bits", from, a, to, b)
	}
	return nil
}

// bits returns the size of an integer, float or vector of them.
func bits(t ir.Type) (int64, bool) {
	w, ok := ir.BitWidth(scalar(t))
	n := int64(w)
	if v, isVec := t.(*ir.VectorType); isVec {
		n *= v.Shape[0]
	}
	return n, ok
}

// Verify checks the result type.
func (o ICmp) Verify() error { return verifyCompare(o.Op()) }

// Verify checks the result type.
func (o FCmp) Verify() error { return verifyCompare(o.Op()) }

func verifyCompare(op *ir.Operation) error {
	if op.Operand(0).Type() != op.Operand(1).Type() {
		return op.OpError("requires all operands to have the same type")
	}
	if op.Result(0).Type() != boolLike(op.Operand(0).Type()) {
		return op.OpError("failed to verify that result type has i1 element type and same shape as operands")
	}
	return nil
}
