package gpu

import (
	"math/bits"
	"slices"

	"github.com/tile-opt/tile-opt/ir"
	"github.com/tile-opt/tile-opt/ir/numeric"
)

func isIntOrFloat(t ir.Type) bool { return ir.SignlessInt.Type(t) || ir.IsFloat(t) }

func isKind(k HandleKind) func(ir.Type) bool {
	return func(t ir.Type) bool {
		h, ok := t.(*HandleType)
		return ok && h.Kind == k
	}
}

func handle(desc string, k HandleKind) *ir.Constraint {
	return &ir.Constraint{Desc: desc, Type: isKind(k), Build: func(c *ir.Context) ir.Type { return HandleOf(c, k) }}
}

// The constraints of the dialect, with MLIR's words.
var (
	asyncToken = handle("async token type", AsyncToken)
	dnTensor   = handle("dense tensor handle type", SparseDnTensor)
	spMat      = handle("sparse matrix handle type", SparseSpMat)
	spGEMMOp   = handle("SpGEMM operation handle type", SparseSpGEMMOp)

	intOrFloat     = &ir.Constraint{Desc: "Integer or Float", Type: isIntOrFloat}
	intOrFloatOr1D = &ir.Constraint{Desc: "Integer or Float or fixed-length vector of Integer or Float values of ranks 1", Type: func(t ir.Type) bool {
		if v, ok := t.(*ir.VectorType); ok {
			return len(v.Shape) == 1 && isIntOrFloat(v.Elem) && !slices.Contains(v.Scalable, true)
		}
		return isIntOrFloat(t)
	}}
	launchIndex = &ir.Constraint{Desc: "index or 32-bit signless integer or 64-bit signless integer", Type: func(t ir.Type) bool {
		return ir.IsIndex(t) || ir.IsInt(t, 32) || ir.IsInt(t, 64)
	}}
	printable = &ir.Constraint{Desc: "integer or index or floating-point", Type: func(t ir.Type) bool {
		_, isInt := t.(*ir.IntegerType)
		return isInt || ir.IsIndex(t) || ir.IsFloat(t)
	}}
	unrankedMemRef = &ir.Constraint{Desc: "unranked.memref of any type values", Type: func(t ir.Type) bool {
		_, ok := t.(*ir.UnrankedMemRefType)
		return ok
	}}
	byteMemRef = &ir.Constraint{Desc: "1D memref of 8-bit signless integer values", Type: func(t ir.Type) bool {
		m, ok := t.(*ir.MemRefType)
		return ok && len(m.Shape) == 1 && ir.IsInt(m.Elem, 8)
	}}

	mmaMatrix  = &ir.Constraint{Desc: "MMAMatrix type", Type: func(t ir.Type) bool { _, ok := t.(*MMAMatrixType); return ok }}
	mmaInput   = matrixOf("8-bit signed integer or 8-bit unsigned integer or 16-bit float or 32-bit float or 64-bit float", isSI8, isUI8, isF16, isF32, isF64)
	mmaSum     = matrixOf("32-bit signless integer or 16-bit float or 32-bit float or 64-bit float", isI32, isF16, isF32, isF64)
	mmaStored  = matrixOf("8-bit signed integer or 8-bit unsigned integer or 32-bit signless integer or 16-bit float or 32-bit float or 64-bit float", isSI8, isUI8, isI32, isF16, isF32, isF64)
	mmaElement = &ir.Constraint{Desc: "8-bit signed integer or 8-bit unsigned integer or 32-bit signless integer or 16-bit float or 32-bit float", Type: anyOf(isSI8, isUI8, isI32, isF16, isF32)}
	mmaMemRef  = &ir.Constraint{
		Desc: "memref of 8-bit signless integer or 32-bit signless integer or 16-bit float or 32-bit float or 64-bit float or vector of 8-bit signless integer or 32-bit signless integer or 16-bit float or 32-bit float or 64-bit float values of ranks 1 values",
		Type: func(t ir.Type) bool {
			m, ok := t.(*ir.MemRefType)
			if !ok {
				return false
			}
			e := m.Elem
			if v, ok := e.(*ir.VectorType); ok {
				if len(v.Shape) != 1 {
					return false
				}
				e = v.Elem
			}
			return ir.IsInt(e, 8) || anyOf(isI32, isF16, isF32, isF64)(e)
		}}

	symbolRef = &ir.Constraint{Desc: "symbol reference attribute", Attr: func(a ir.Attr) bool {
		_, ok := a.(*ir.SymbolRefAttr)
		return ok
	}}
	dictArray = &ir.Constraint{Desc: "Array of dictionary attributes", Attr: arrayOf(ir.DictAttrC.Attr)}
	dimSizes  = &ir.Constraint{Desc: "i32 dense array attribute with 3 elements (if present)", Attr: func(a ir.Attr) bool {
		return ir.I32ArrayC.Attr(a) && len(a.(*ir.DenseArrayAttr).Ints()) == 3
	}}
	functionTypeAttr = &ir.Constraint{Desc: "type attribute of function type", Attr: func(a ir.Attr) bool {
		t, ok := a.(*ir.TypeAttr)
		if !ok {
			return false
		}
		_, ok = t.Value.(*ir.FunctionType)
		return ok
	}}
	targetArray = &ir.Constraint{Desc: "array of GPU target attributes with at least 1 elements", Attr: func(a ir.Attr) bool {
		arr, ok := a.(*ir.ArrayAttr)
		return ok && len(arr.Elems) > 0
	}}
	objectArray = &ir.Constraint{Desc: "an array of GPU object attributes with at least 1 elements", Attr: func(a ir.Attr) bool {
		arr, ok := a.(*ir.ArrayAttr)
		return ok && len(arr.Elems) > 0 && arrayOf(isObject)(a)
	}}
	notNegative = &ir.Constraint{Desc: "32-bit signless integer attribute whose minimum value is 0", Attr: func(a ir.Attr) bool {
		v, ok := ir.IntValue(a)
		return ok && ir.I32AttrC.Attr(a) && v >= 0
	}}
	powerOf2 = &ir.Constraint{Desc: "32-bit signless integer attribute whose value is a power of two > 0", Attr: func(a ir.Attr) bool {
		v, ok := ir.IntValue(a)
		return ok && ir.I32AttrC.Attr(a) && v > 0 && bits.OnesCount64(uint64(v)) == 1
	}}
)

func indexType(c *ir.Context) ir.Type { return c.Index() }
func i32Type(c *ir.Context) ir.Type   { return c.I(32) }
func i64Type(c *ir.Context) ir.Type   { return c.I(64) }
func oneI32(c *ir.Context) ir.Attr    { return ir.IntAttr(c.I(32), 1) }

func arrayOf(elem func(ir.Attr) bool) func(ir.Attr) bool {
	return func(a ir.Attr) bool {
		arr, ok := a.(*ir.ArrayAttr)
		if !ok {
			return false
		}
		for _, e := range arr.Elems {
			if !elem(e) {
				return false
			}
		}
		return true
	}
}

func anyOf(tests ...func(ir.Type) bool) func(ir.Type) bool {
	return func(t ir.Type) bool {
		for _, f := range tests {
			if f(t) {
				return true
			}
		}
		return false
	}
}

func matrixOf(desc string, elems ...func(ir.Type) bool) *ir.Constraint {
	ok := anyOf(elems...)
	return &ir.Constraint{Desc: "gpu.mma_matrix of " + desc + " values", Type: func(t ir.Type) bool {
		m, isMatrix := t.(*MMAMatrixType)
		return isMatrix && ok(m.Elem)
	}}
}

func signed8(t ir.Type, s ir.Signedness) bool {
	i, ok := t.(*ir.IntegerType)
	return ok && i.Sign == s && i.Width == 8
}

func isSI8(t ir.Type) bool { return signed8(t, ir.Signed) }
func isUI8(t ir.Type) bool { return signed8(t, ir.Unsigned) }
func isI32(t ir.Type) bool { return ir.IsInt(t, 32) }

func isFormat(t ir.Type, f numeric.FloatFormat) bool {
	x, ok := t.(*ir.FloatType)
	return ok && x.Format == f
}

func isF16(t ir.Type) bool { return isFormat(t, numeric.F16) }
func isF32(t ir.Type) bool { return isFormat(t, numeric.F32) }
func isF64(t ir.Type) bool { return isFormat(t, numeric.F64) }
