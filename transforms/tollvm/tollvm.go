// Package tollvm says what builtin types become in the llvm dialect, and what
// the operations of arith, cf, func and memref become there, for the passes
// that convert to it. All of them must agree on types, or the casts between
// their results would never cancel.
//
// It must not know which of the sets of patterns a pass uses: where a value
// meets an operation that is converted later, a cast stands.
package tollvm

import (
	"github.com/tile-opt/tile-opt/dialects/llvm"
	"github.com/tile-opt/tile-opt/ir"
	"github.com/tile-opt/tile-opt/transforms/convert"
)

// DefaultIndexWidth is the width of index where none is given.
const DefaultIndexWidth = 64

// Types returns the converter: index becomes an integer of that many bits,
// an 8-bit float an i8, a function a pointer, a vector of several dimensions
// arrays of vectors, a strided memref its descriptor (descriptorType), one without a rank its rank
// and a pointer to that; types
// that LLVM IR has stay.
func Types(indexWidth uint32) *convert.TypeConverter {
	c := convert.NewTypeConverter()
	return c.Add(func(t ir.Type) ([]ir.Type, bool) {
		u := convertType(t, indexWidth)
		return []ir.Type{u}, u != nil
	})
}

func convertType(t ir.Type, indexWidth uint32) ir.Type {
	switch t := t.(type) {
	case *ir.IndexType:
		return t.Context().I(indexWidth)
	case *ir.FloatType:
		if w, ok := ir.BitWidth(t); ok && w < 16 {
			return t.Context().I(w)
		}
	case *ir.FunctionType:
		return llvm.PtrOf(t.Context(), 0)
	case *ir.VectorType:
		return convertVector(t, indexWidth)
	case *ir.UnrankedMemRefType:
		return unrankedType(t.Context(), indexWidth)
	case *ir.MemRefType:
		if d := descriptorType(t, indexWidth); d != nil {
			return d
		}
		return nil
	}
	if llvm.IsCompatible(t) {
		return t
	}
	return nil
}

func convertVector(t *ir.VectorType, indexWidth uint32) ir.Type {
	elem := convertType(t.Elem, indexWidth)
	if elem == nil {
		return nil
	}
	if len(t.Shape) == 0 {
		return ir.VectorOf([]int64{1}, elem)
	}
	last := len(t.Shape) - 1
	var out ir.Type = ir.VectorOf(t.Shape[last:], elem)
	for d := last - 1; d >= 0; d-- {
		out = llvm.ArrayOf(t.Shape[d], out)
	}
	return out
}

// IsFlat reports whether operations on a type are one operation of the llvm
// dialect: scalars, and vectors of one dimension.
func IsFlat(t ir.Type) bool {
	v, ok := t.(*ir.VectorType)
	return !ok || len(v.Shape) == 1
}
