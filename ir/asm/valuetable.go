package asm

import "github.com/tile-opt/tile-opt/ir"

// valueTable maps values to numbers: open addressing by ir.Value.Seq, which
// runs on from one value to the next, so that neighbours stay neighbours.
type valueTable struct {
	slots []valueSlot
	n     int
}

type valueSlot struct {
	v *ir.Value
	n int32
}

// newValueTable returns a table with room for n values.
func newValueTable(n int) valueTable {
	size := 64
	for 3*size < 4*n {
		size *= 2
	}
	return valueTable{slots: make([]valueSlot, size)}
}

// find returns the slot of v, or the empty one where it belongs.
func (t *valueTable) find(v *ir.Value) *valueSlot {
	mask := uint32(len(t.slots) - 1)
	for i := v.Seq() & mask; ; i = (i + 1) & mask {
		if s := &t.slots[i]; s.v == v || s.v == nil {
			return s
		}
	}
}

func (t *valueTable) get(v *ir.Value) (int32, bool) {
	s := t.find(v)
	return s.n, s.v != nil
}

func (t *valueTable) has(v *ir.Value) bool { return t.find(v).v != nil }

func (t *valueTable) set(v *ir.Value, n int32) {
	s := t.find(v)
	if s.v == nil {
		if t.n++; 4*t.n > 3*len(t.slots) {
			t.grow()
			s = t.find(v)
		}
		s.v = v
	}
	s.n = n
}

func (t *valueTable) grow() {
	old := t.slots
	t.slots = make([]valueSlot, 2*len(old))
	for _, s := range old {
		if s.v != nil {
			*t.find(s.v) = s
		}
	}
}
