package dataflow

import "github.com/tile-opt/tile-opt/ir"

const pageBits = 8

// cell is what is known of one value; known is false while nothing reached
// the value.
type cell[L any] struct {
	l     L
	known bool
	times uint8 // how often l changed
}

// table maps values to cells, in pages by the value's number: neighbours in
// the text share one.
type table[L any] struct {
	pages map[uint32]*[1 << pageBits]cell[L]
	last  *[1 << pageBits]cell[L]
	at    uint32
}

func (t *table[L]) get(v *ir.Value) *cell[L] {
	n := v.Seq()
	at := n >> pageBits
	if t.last == nil || t.at != at {
		if t.pages == nil {
			t.pages = make(map[uint32]*[1 << pageBits]cell[L])
		}
		p := t.pages[at]
		if p == nil {
			p = new([1 << pageBits]cell[L])
			t.pages[at] = p
		}
		t.last, t.at = p, at
	}
	return &t.last[n&(1<<pageBits-1)]
}
