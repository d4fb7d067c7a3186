package memref

import (
	"math/bits"

	"github.com/tile-opt/tile-opt/ir"
)

func isMemRef(t ir.Type) bool {
	switch t.(type) {
	case *ir.MemRefType, *ir.UnrankedMemRefType:
		return true
	}
	return false
}

func rankedWith(ok func(*ir.MemRefType) bool) func(ir.Type) bool {
	return func(t ir.Type) bool {
		m, isRanked := t.(*ir.MemRefType)
		return isRanked && ok(m)
	}
}

func isNumber(t ir.Type) bool { return ir.SignlessInt.Type(t) || ir.IsFloat(t) }

// The constraints of the dialect, with MLIR's words.
var (
	anyMemRef = &ir.Constraint{Desc: "ranked or unranked memref of any type values", Type: isMemRef}
	dimMemRef = &ir.Constraint{Desc: "unranked.memref of any type values or non-0-ranked.memref of any type values", Type: func(t ir.Type) bool {
		m, ranked := t.(*ir.MemRefType)
		return isMemRef(t) && (!ranked || len(m.Shape) > 0)
	}}
	staticMemRef = &ir.Constraint{Desc: "statically shaped memref of any type values", Type: rankedWith(func(m *ir.MemRefType) bool { return ir.HasStaticShape(m) })}
	rank1MemRef  = &ir.Constraint{Desc: "1D memref of any type values", Type: rankedWith(func(m *ir.MemRefType) bool { return len(m.Shape) == 1 })}
	byteMemRef   = &ir.Constraint{Desc: "1D memref of 8-bit signless integer values", Type: rankedWith(func(m *ir.MemRefType) bool {
		return len(m.Shape) == 1 && ir.IsInt(m.Elem, 8)
	})}
	shapeMemRef = &ir.Constraint{Desc: "1D memref of signless integer or index values", Type: rankedWith(func(m *ir.MemRefType) bool {
		return len(m.Shape) == 1 && ir.SignlessIntOrIndex.Type(m.Elem)
	})}
	numberMemRef = &ir.Constraint{Desc: "memref of signless integer or floating-point values", Type: rankedWith(func(m *ir.MemRefType) bool { return isNumber(m.Elem) })}
	intOrFloat   = &ir.Constraint{Desc: "signless integer or floating-point", Type: isNumber}

	alignmentC = &ir.Constraint{Desc: "64-bit signless integer attribute whose value is positive and whose value is a power of two > 0", Attr: func(a ir.Attr) bool {
		v, ok := ir.IntValue(a)
		return ok && ir.I64AttrC.Attr(a) && v > 0 && bits.OnesCount64(uint64(v)) == 1
	}}
	positiveI32 = &ir.Constraint{Desc: "32-bit signless integer attribute whose value is positive", Attr: func(a ir.Attr) bool {
		v, ok := ir.IntValue(a)
		return ok && ir.I32AttrC.Attr(a) && v > 0
	}}
	localityC = &ir.Constraint{Desc: "32-bit signless integer attribute whose minimum value is 0 whose maximum value is 3", Attr: func(a ir.Attr) bool {
		v, ok := ir.IntValue(a)
		return ok && ir.I32AttrC.Attr(a) && v >= 0 && v <= 3
	}}
	memRefTypeAttr = &ir.Constraint{Desc: "memref type attribute", Attr: func(a ir.Attr) bool {
		t, ok := a.(*ir.TypeAttr)
		if !ok {
			return false
		}
		_, ok = t.Value.(*ir.MemRefType)
		return ok
	}}
	affineMapC = &ir.Constraint{Desc: "AffineMap attribute", Attr: func(a ir.Attr) bool {
		_, ok := a.(*ir.AffineMapAttr)
		return ok
	}}
	reassociationC = &ir.Constraint{Desc: "Array of 64-bit integer array attributes", Attr: func(a ir.Attr) bool {
		_, ok := groupsOf(a)
		return ok
	}}
)

// groupsOf reads a reassociation, [[0, 1], [2]].
func groupsOf(a ir.Attr) ([][]int64, bool) {
	outer, ok := a.(*ir.ArrayAttr)
	if !ok {
		return nil, false
	}
	groups := make([][]int64, len(outer.Elems))
	for i, e := range outer.Elems {
		inner, ok := e.(*ir.ArrayAttr)
		if !ok {
			return nil, false
		}
		for _, x := range inner.Elems {
			v, isInt := ir.IntValue(x)
			if !isInt || !ir.I64AttrC.Attr(x) {
				return nil, false
			}
			groups[i] = append(groups[i], v)
		}
	}
	return groups, true
}
