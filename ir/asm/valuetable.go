package asm

import (
	"math"

	"github.com/tile-opt/tile-opt/ir"
)

// valueTable maps the values under one operation to numbers. Values have
// numbers of their own, ir.Value.Seq; those of a module as it was read lie
// close together, and then the table is a slice. Otherwise it is a map.
type valueTable struct {
	dense []int32 // by Seq less first; absent where there is none
	first uint32
	other map[*ir.Value]int32
}

const absent = math.MinInt32

// newValueTable returns a table for the values in op.
func newValueTable(op *ir.Operation) valueTable {
	lo, hi, n := uint32(math.MaxUint32), uint32(0), 0
	note := func(v *ir.Value) { lo, hi, n = min(lo, v.Seq()), max(hi, v.Seq()), n+1 }
	for o := range ir.Walk(op) {
		if o.NumResults() > 0 {
			// The others of an operation follow, or go to the map.
			note(o.Result(0))
		}
		for _, r := range o.Regions() {
			for b := r.Entry(); b != nil; b = b.Next() {
				for _, a := range b.Args() {
					note(a)
				}
			}
		}
	}
	t := valueTable{other: make(map[*ir.Value]int32)}
	if n == 0 || !op.Context().SeqIsUnique() || uint64(hi-lo) > 16*uint64(n)+1024 {
		return t
	}
	t.first = lo
	t.dense = make([]int32, hi-lo+1)
	for i := range t.dense {
		t.dense[i] = absent
	}
	return t
}

func (t *valueTable) get(v *ir.Value) (int32, bool) {
	if i := v.Seq() - t.first; int64(i) < int64(len(t.dense)) {
		n := t.dense[i]
		return n, n != absent
	}
	n, ok := t.other[v]
	return n, ok
}

func (t *valueTable) has(v *ir.Value) bool {
	_, ok := t.get(v)
	return ok
}

func (t *valueTable) set(v *ir.Value, n int32) {
	if i := v.Seq() - t.first; int64(i) < int64(len(t.dense)) {
		t.dense[i] = n
		return
	}
	t.other[v] = n
}
