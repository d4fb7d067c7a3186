package asm

import (
	"math/bits"

	"github.com/tile-opt/tile-opt/ir"
)

// nameTable maps SSA names to values. Names are interned once and keep their
// number; a scope only undoes which of them are defined, so that the many
// functions of a module share the table.
type nameTable struct {
	slots   []int32 // open addressing: entry number plus one
	entries []nameEntry
	undo    []int32 // names defined, innermost scope last
	scopes  []int   // lengths of undo at the scope starts
	fwd     []forwardRef
	pending int // forward references that are not resolved
}

// nameEntry is one name. Its values are count results (or the one argument)
// from first on.
type nameEntry struct {
	lo, hi int32 // spelling, with %
	hash   uint32
	count  int32
	at     int32 // definition
	fwd    int32 // head of the chain of forward references, plus one
	first  *ir.Value
}

// forwardRef is a use before the definition: a placeholder that the
// definition replaces.
type forwardRef struct {
	val  *ir.Value // nil once resolved
	num  int32
	at   int32
	next int32
}

func hashBytes(b []byte) uint32 {
	h := uint64(len(b)) * 0x9e3779b97f4a7c15
	for len(b) >= 8 {
		w := uint64(b[0]) | uint64(b[1])<<8 | uint64(b[2])<<16 | uint64(b[3])<<24 | uint64(b[4])<<32 | uint64(b[5])<<40 | uint64(b[6])<<48 | uint64(b[7])<<56
		hi, lo := bits.Mul64(h^w, 0xa0761d6478bd642f)
		h = hi ^ lo
		b = b[8:]
	}
	w := uint64(0)
	for i, c := range b {
		w |= uint64(c) << (8 * i)
	}
	hi, lo := bits.Mul64(h^w, 0xe7037ed1a0b428db)
	h = hi ^ lo
	return uint32(h ^ h>>32)
}

// id returns the number of the name spelled src[lo:hi].
func (t *nameTable) id(src []byte, lo, hi int32) int32 {
	if 4*(len(t.entries)+1) > 3*len(t.slots) {
		t.grow()
	}
	h := hashBytes(src[lo:hi])
	mask := uint32(len(t.slots) - 1)
	for i := h & mask; ; i = (i + 1) & mask {
		s := t.slots[i]
		if s == 0 {
			t.entries = append(t.entries, nameEntry{lo: lo, hi: hi, hash: h})
			t.slots[i] = int32(len(t.entries))
			return int32(len(t.entries)) - 1
		}
		e := &t.entries[s-1]
		if e.hash == h && string(src[e.lo:e.hi]) == string(src[lo:hi]) {
			return s - 1
		}
	}
}

func (t *nameTable) grow() {
	n := max(64, 2*len(t.slots))
	t.slots = make([]int32, n)
	mask := uint32(n - 1)
	for k := range t.entries {
		i := t.entries[k].hash & mask
		for t.slots[i] != 0 {
			i = (i + 1) & mask
		}
		t.slots[i] = int32(k) + 1
	}
}

// manyNames is the number of names from which on those that nothing refers to
// are worth forgetting.
const manyNames = 1 << 14

// forgetNames empties the table between operations of a module when no value is
// defined. A large module whose functions share no names would otherwise keep
// all of them. The caller knows that no operation which has been begun mentions
// a name.
func (p *parser) forgetNames() {
	t := &p.ops.names
	if len(t.entries) < manyNames || len(t.undo) > 0 || t.pending > 0 {
		return
	}
	clear(t.slots)
	t.entries, t.fwd = t.entries[:0], t.fwd[:0]
}

func (t *nameTable) push() { t.scopes = append(t.scopes, len(t.undo)) }

func (t *nameTable) pop() {
	base := t.scopes[len(t.scopes)-1]
	t.scopes = t.scopes[:len(t.scopes)-1]
	for _, id := range t.undo[base:] {
		t.entries[id].first = nil
	}
	t.undo = t.undo[:base]
}

// value returns the value a mention stands for; an unknown name makes a
// placeholder of type typ.
func (p *parser) value(o Operand, typ ir.Type) *ir.Value {
	t := &p.ops.names
	e := &t.entries[o.id]
	if e.first != nil {
		if o.num >= e.count {
			p.failAt(int(o.At), "reference to invalid result number")
		}
		v := e.first
		if o.num > 0 {
			v = v.Def().Result(v.Index() + int(o.num))
		}
		if v.Type() != typ {
			p.typeClash(o, typ, v.Type(), int(e.at))
		}
		p.noteValue(o.id, int(o.At), v, false)
		return v
	}
	for i := e.fwd; i > 0; i = t.fwd[i-1].next {
		f := &t.fwd[i-1]
		if f.val != nil && f.num == o.num {
			if f.val.Type() != typ {
				p.typeClash(o, typ, f.val.Type(), int(f.at))
			}
			p.noteValue(o.id, int(o.At), f.val, false)
			return f.val
		}
	}
	v := p.ops.placeholders.AddArg(typ, ir.Loc{})
	t.fwd = append(t.fwd, forwardRef{val: v, num: o.num, at: int32(o.At), next: e.fwd})
	e.fwd = int32(len(t.fwd))
	t.pending++
	p.noteValue(o.id, int(o.At), v, false)
	return v
}

func (p *parser) typeClash(o Operand, want, have ir.Type, prior int) {
	d := p.errorAt(int(o.At), "use of value '%s' expects different type than prior uses: '%s' vs '%s'", o.Name(), want, have)
	panic(bailout{d.WithNote(p.pos(prior), "prior use here")})
}

// define gives a name its values: count results from first on, or the one
// argument first.
func (p *parser) define(id int32, at int, first *ir.Value, count int) {
	t := &p.ops.names
	e := &t.entries[id]
	if e.first != nil {
		d := p.errorAt(at, "redefinition of SSA value '%s'", p.src[e.lo:e.hi])
		panic(bailout{d.WithNote(p.pos(int(e.at)), "previously defined here")})
	}
	e.first, e.count, e.at = first, int32(count), int32(at)
	t.undo = append(t.undo, id)
	p.noteValue(id, at, first, true)
	if e.fwd != 0 {
		p.resolveForward(e)
	}
}

func (p *parser) resolveForward(e *nameEntry) {
	t := &p.ops.names
	kept := int32(0)
	for i := e.fwd; i > 0; {
		f := &t.fwd[i-1]
		next := f.next
		if f.num < e.count {
			v := e.first
			if f.num > 0 {
				v = v.Def().Result(v.Index() + int(f.num))
			}
			if v.Type() != f.val.Type() {
				d := p.errorAt(int(e.at), "definition of SSA value '%s#%d' has type '%s'", p.src[e.lo:e.hi], f.num, v.Type())
				panic(bailout{d.WithNote(p.pos(int(f.at)), "previously used here with type '%s'", f.val.Type())})
			}
			f.val.ReplaceAllUsesWith(v)
			p.noteResolved(f.val, v)
			f.val = nil
			t.pending--
		} else {
			f.next = kept
			kept = i
		}
		i = next
	}
	e.fwd = kept
}

// finishNames reports the first use, from an offset on, whose definition never
// came.
func (p *parser) finishNames(from int) {
	if p.ops.names.pending == 0 {
		return
	}
	first := int32(-1)
	for i := range p.ops.names.fwd {
		f := &p.ops.names.fwd[i]
		if f.val != nil && int(f.at) >= from && (first < 0 || f.at < first) {
			first = f.at
		}
	}
	if first >= 0 {
		p.failAt(int(first), "use of undeclared SSA value name")
	}
}
