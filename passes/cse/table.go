package cse

import (
	"hash/maphash"

	"github.com/tile-opt/tile-opt/ir"
)

// table holds the operations that may replace others, in nested scopes: what
// was added since a mark is forgotten by reset. Lookup and insertion cost one
// step, and so does forgetting an entry.
type table struct {
	heads   map[uint64]int32 // by hash, the number of the latest entry plus one
	entries []entry
	ops     map[*ir.Operation]bool // made when holds is first asked
}

type entry struct {
	op    *ir.Operation
	hash  uint64
	epoch int32
	next  int32 // as in heads: the entry of that hash before this one
}

func newTable() *table { return &table{heads: make(map[uint64]int32)} }

func (t *table) mark() int { return len(t.entries) }

func (t *table) reset(mark int) {
	for i := len(t.entries) - 1; i >= mark; i-- {
		e := &t.entries[i]
		if e.next == 0 {
			delete(t.heads, e.hash)
		} else {
			t.heads[e.hash] = e.next
		}
		if t.ops != nil {
			delete(t.ops, e.op)
		}
	}
	t.entries = t.entries[:mark]
}

func (t *table) add(h uint64, op *ir.Operation, epoch int32) {
	t.entries = append(t.entries, entry{op: op, hash: h, epoch: epoch, next: t.heads[h]})
	t.heads[h] = int32(len(t.entries))
	if t.ops != nil {
		t.ops[op] = true
	}
}

// find returns the entry of an operation equal to op, the latest added first.
// It is good until the next one is added.
func (t *table) find(h uint64, op *ir.Operation) *entry {
	for i := t.heads[h]; i > 0; {
		e := &t.entries[i-1]
		if equal(e.op, op, nil) {
			return e
		}
		i = e.next
	}
	return nil
}

// holds reports whether op was added and not forgotten.
func (t *table) holds(op *ir.Operation) bool {
	if t.ops == nil {
		t.ops = make(map[*ir.Operation]bool, len(t.entries))
		for i := range t.entries {
			t.ops[t.entries[i].op] = true
		}
	}
	return t.ops[op]
}

// seed hashes operations; hashes never reach the output, only equality does.
type seed struct{ s maphash.Seed }

func newSeed() seed { return seed{maphash.MakeSeed()} }

func (s seed) hash(op *ir.Operation) uint64 {
	h := maphash.Comparable(s.s, op.Info())
	mix := func(x uint64) { h = (h ^ x) * 0x9e3779b97f4a7c15; h ^= h >> 29 }
	if op.Has(ir.Commutative) {
		sum := uint64(0)
		for i := range op.NumOperands() {
			sum += maphash.Comparable(s.s, op.Operand(i))
		}
		mix(sum)
	} else {
		for i := range op.NumOperands() {
			mix(maphash.Comparable(s.s, op.Operand(i)))
		}
	}
	for i := range op.NumProps() {
		mix(maphash.Comparable(s.s, op.PropAt(i)))
	}
	for _, a := range op.Attrs() {
		mix(maphash.String(s.s, a.Name))
		mix(maphash.Comparable(s.s, a.Attr))
	}
	for i := range op.NumResults() {
		mix(maphash.Comparable(s.s, op.Result(i).Type()))
	}
	return h
}

// equal reports whether a and b compute the same; m maps the values defined
// inside regions of a to those of b.
func equal(a, b *ir.Operation, m *ir.Mapping) bool {
	if a.Info() != b.Info() || a.NumOperands() != b.NumOperands() || a.NumResults() != b.NumResults() ||
		a.NumRegions() != b.NumRegions() || a.NumSuccessors() != b.NumSuccessors() {
		return false
	}
	for i := range a.NumResults() {
		if a.Result(i).Type() != b.Result(i).Type() {
			return false
		}
	}
	if !equalAttrs(a, b) || !equalOperands(a, b, m) {
		return false
	}
	if a.NumRegions() == 0 {
		return true
	}
	if m == nil {
		m = &ir.Mapping{}
	}
	for i, r := range a.Regions() {
		if !equalRegions(r, b.RegionAt(i), m) {
			return false
		}
	}
	return true
}

func equalAttrs(a, b *ir.Operation) bool {
	if a.NumProps() != b.NumProps() || len(a.Attrs()) != len(b.Attrs()) {
		return false
	}
	for i := range a.NumProps() {
		if a.PropAt(i) != b.PropAt(i) {
			return false
		}
	}
	for i, x := range a.Attrs() {
		if x != b.Attrs()[i] {
			return false
		}
	}
	return true
}

func equalOperands(a, b *ir.Operation, m *ir.Mapping) bool {
	of := func(i int) *ir.Value {
		if m == nil {
			return a.Operand(i)
		}
		return m.Value(a.Operand(i))
	}
	straight := true
	for i := range a.NumOperands() {
		straight = straight && of(i) == b.Operand(i)
	}
	if straight || !a.Has(ir.Commutative) {
		return straight
	}
	return a.NumOperands() == 2 && of(0) == b.Operand(1) && of(1) == b.Operand(0)
}

// equalRegions compares regions of at most one block.
func equalRegions(r, s *ir.Region, m *ir.Mapping) bool {
	if r.IsEmpty() || s.IsEmpty() {
		return r.IsEmpty() && s.IsEmpty()
	}
	x, y := r.Entry(), s.Entry()
	if x.Next() != nil || y.Next() != nil || x.NumArgs() != y.NumArgs() {
		return false
	}
	for i, v := range x.Args() {
		if v.Type() != y.Arg(i).Type() {
			return false
		}
		m.Map(v, y.Arg(i))
	}
	a, b := x.First(), y.First()
	for a != nil && b != nil {
		if !equal(a, b, m) {
			return false
		}
		for i := range a.NumResults() {
			m.Map(a.Result(i), b.Result(i))
		}
		a, b = a.Next(), b.Next()
	}
	return a == nil && b == nil
}
