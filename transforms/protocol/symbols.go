package protocol

import (
	"fmt"
	"slices"
)

// Symbols that are made of others. They are found again when an induction
// variable has moved on, so that what a prologue or an earlier iteration has
// decided about "the iteration after next" holds when that iteration comes.

// sum is base + n * step, where the step of a loop is a symbol.
type sum struct {
	base, step int32
	n          int64
}

// fun is what an operation reads at some indices of memory that stays.
type fun struct {
	head int32 // what is read
	args [maxArgs]value
}

// maxArgs is how many indices a fun has at most.
const maxArgs = 3

// equality is 1 where a - b = -off, else 0.
type equality struct {
	a, b int32
	off  int64
}

// composites are the symbols that are made of others, by number and back.
type composites struct {
	// steps are what loops step by.
	steps map[int32]bool
	sums  map[sum]int32
	sumOf map[int32]sum
	funs  map[fun]int32
	funOf map[int32]fun
	eqs   map[equality]int32
	eqOf  map[int32]equality
	// made says by number how a symbol is made.
	made []uint8
}

func newComposites() composites {
	return composites{made: []uint8{isPlain}, steps: make(map[int32]bool), sums: make(map[sum]int32), sumOf: make(map[int32]sum),
		funs: make(map[fun]int32), funOf: make(map[int32]fun), eqs: make(map[equality]int32), eqOf: make(map[int32]equality)}
}

// add returns the symbol of a multiple of a step added to a symbol.
func (s *symbols) add(base, step int32, n int64) int32 {
	x := s.split(base, step)
	x.n += n
	switch {
	case x.n == 0:
		return x.base
	case x.n == 1 && x.base == 0:
		return step
	}
	if id, ok := s.sums[x]; ok {
		return id
	}
	id := s.intern(fmt.Sprintf("%d + %d * %d", x.base, x.n, step), s.stable[x.base] && s.stable[step])
	s.sums[x], s.sumOf[id], s.made[id] = id, x, isSum
	return id
}

// split returns a symbol as a multiple of a step and the rest.
func (s *symbols) split(id, step int32) sum {
	if s.made[id] == isSum {
		if x := s.sumOf[id]; x.step == step {
			return x
		}
	}
	if id == step {
		return sum{0, step, 1}
	}
	return sum{id, step, 0}
}

// multiple returns a value that is steps added to a symbol.
func (s *symbols) multiple(v value) (sum, bool) {
	if v.kind != number {
		return sum{}, false
	}
	if s.steps[v.a] {
		return sum{0, v.a, 1}, true
	}
	x, ok := s.sumOf[v.a]
	return x, ok
}

// read returns the symbol of what stands at some indices.
func (s *symbols) read(f fun) int32 {
	if id, ok := s.funs[f]; ok {
		return id
	}
	stable := true
	for _, v := range f.args {
		stable = stable && s.stable[v.a]
	}
	id := s.intern(fmt.Sprintf("read %v", f), stable)
	s.funs[f], s.funOf[id], s.made[id] = id, f, isFun
	return id
}

// equal returns the symbol that is 1 where a predicate's numbers are equal.
func (s *symbols) equal(e equality) int32 {
	if e.a < e.b {
		e.a, e.b, e.off = e.b, e.a, -e.off
	}
	if id, ok := s.eqs[e]; ok {
		return id
	}
	id := s.intern(fmt.Sprintf("equal %v", e), s.stable[e.a] && s.stable[e.b])
	s.eqs[e], s.eqOf[id], s.made[id] = id, e, isEquality
	return id
}

// isMade reports whether a symbol is what memory holds, or an equality.
func (s *symbols) isMade(id int32) bool {
	return s.made[id] == isFun || s.made[id] == isEquality
}

// isBefore reports whether a symbol is another one less some steps.
func (s *symbols) isBefore(id int32) bool { return s.made[id] == isSum && s.sumOf[id].n < 0 }

// dependsOn reports whether a symbol is one of a sorted list, or made of one.
func (s *symbols) dependsOn(id int32, on ...int32) bool {
	if _, is := slices.BinarySearch(on, id); is {
		return true
	}
	switch s.made[id] {
	case isSum:
		x := s.sumOf[id]
		return s.dependsOn(x.base, on...) || s.dependsOn(x.step, on...)
	case isFun:
		for _, v := range s.funOf[id].args {
			if v.a != 0 && s.dependsOn(v.a, on...) {
				return true
			}
		}
	case isEquality:
		e := s.eqOf[id]
		return s.dependsOn(e.a, on...) || s.dependsOn(e.b, on...)
	}
	return false
}

// How a symbol is made.
const (
	isPlain uint8 = iota
	isSum
	isFun
	isEquality
)

// renaming says how a symbol is expressed from now on: as a number, and
// whether it changes at all; ok is false where it cannot be expressed.
type renaming func(id int32) (v value, changed, ok bool)

// rename expresses a symbol, or one that it is made of, by other ones.
func (s *symbols) rename(id int32, to renaming) (v value, changed, ok bool) {
	if v, changed, ok = to(id); changed || !ok {
		return v, changed, ok
	}
	same := value{kind: number, a: id}
	if s.made[id] == isPlain {
		return same, false, true
	}
	if x, is := s.sumOf[id]; is {
		base, changed, ok := s.rename(x.base, to)
		if !changed || !ok {
			return same, false, ok
		}
		return value{kind: number, a: s.add(base.a, x.step, x.n), n: base.n}, true, true
	}
	if f, is := s.funOf[id]; is {
		any := false
		for i, arg := range f.args {
			if arg.kind != number {
				continue
			}
			n, changed, ok := s.rename(arg.a, to)
			if !ok || changed && n.n < 0 && arg.n+n.n < 0 {
				// What was read in iterations that are over.
				return same, false, false
			}
			f.args[i], any = value{kind: number, a: n.a, n: n.n + arg.n}, any || changed
		}
		if !any {
			return same, false, true
		}
		return value{kind: number, a: s.read(f)}, true, true
	}
	if e, is := s.eqOf[id]; is {
		a, any, ok := s.rename(e.a, to)
		b, more, fine := value{kind: number}, false, true
		if e.b != 0 {
			b, more, fine = s.rename(e.b, to)
		}
		if !ok || !fine || !any && !more {
			return same, false, ok && fine
		}
		off := e.off + a.n - b.n
		if any && a.n < 0 && off < 0 || more && b.n < 0 && off > 0 {
			// What iterations were that are over.
			return same, false, false
		}
		return value{kind: number, a: s.equal(equality{a.a, b.a, off})}, true, true
	}
	return same, false, true
}
