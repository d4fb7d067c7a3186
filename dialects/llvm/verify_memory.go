package llvm

import (
	"slices"

	"github.com/tile-opt/tile-opt/ir"
)

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
	if w, ok := ir.BitWidth(o.Val().Type()); !isPtr(o.Val().Type()) && (!ok || w < 8 || w&(w-1) != 0) {
		return o.OpError("unexpected LLVM IR type")
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
	from, to := op.Operand(0).Type(), op.Result(0).Type()
	v, vec := from.(*ir.VectorType)
	w, vec2 := to.(*ir.VectorType)
	switch {
	case vec && !vec2:
		return op.OpError("input type is a vector but output type is an integer")
	case !vec && vec2:
		return op.OpError("input type is an integer but output type is a vector")
	case vec && (v.Shape[0] != w.Shape[0] || slices.Contains(v.Scalable, true) != slices.Contains(w.Scalable, true)):
		return op.OpError("input and output vectors are of incompatible shape")
	}
	a, _ := ir.BitWidth(scalar(from))
	b, _ := ir.BitWidth(scalar(to))
	if b <= a {
		return op.OpError("integer width of the output type is smaller or equal to the integer width of the input type")
	}
	return nil
}

// Verify checks the widths.
func (o ZExt) Verify() error { return verifyWiden(o.Op()) }

// Verify checks the widths.
func (o SExt) Verify() error { return verifyWiden(o.Op()) }

// Verify checks that pointers stay pointers, in their address space.
func (o Bitcast) Verify() error {
	from, to := o.Arg().Type(), o.Op().Result(0).Type()
	a, ptr := PtrSpace(scalar(from))
	b, ptr2 := PtrSpace(scalar(to))
	_, vec := from.(*ir.VectorType)
	_, vec2 := to.(*ir.VectorType)
	switch {
	case ptr != ptr2:
		return o.OpError("can only cast pointers from and to pointers")
	case !ptr:
		return nil
	case vec2 && !vec:
		return o.OpError("cannot cast pointer to vector of pointers")
	case vec && !vec2:
		return o.OpError("cannot cast vector of pointers to pointer")
	case a != b:
		return o.OpError("cannot cast pointers of different address spaces, use 'llvm.addrspacecast' instead")
	}
	return nil
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
