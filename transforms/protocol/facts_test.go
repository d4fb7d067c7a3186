package protocol

import "testing"

// TestFacts: bounds follow through other symbols, join to what both say, and
// move with a loop.
func TestFacts(t *testing.T) {
	t.Parallel()
	s := newSymbols(nil)
	a, b, c := s.intern("a", true), s.intern("b", true), s.intern("c", true)
	f := facts(nil).narrow(a, b, -unbounded, -3).narrow(b, c, -unbounded, 1)
	if lo, hi := f.difference(a, c); lo > -unbounded || hi != -2 {
		t.Errorf("a - c is in [%d, %d], expected at most -2", lo, hi)
	}
	g := facts(nil).narrow(a, b, -unbounded, 5)
	if j, less := f.join(g, false); !less || len(j) != 1 || j[0].hi != 5 {
		t.Errorf("joined: %v", j)
	}
	if j, _ := f.join(g, true); len(j) != 0 {
		t.Errorf("widened: %v", j)
	}
	// a is an induction variable with the step c: a + c < b is a < b later.
	s.steps[c] = true
	f = facts(nil).narrow(s.add(a, c, 1), b, -unbounded, -1)
	f = f.rename(s, func(id int32) (value, bool, bool) {
		x := s.split(id, c)
		if x.base != a {
			return value{kind: number, a: id}, false, true
		}
		return value{kind: number, a: s.add(a, c, x.n-1)}, true, x.n >= 1
	})
	if _, hi := f.difference(a, b); hi != -1 {
		t.Errorf("a - b is at most %d, expected -1: %v", hi, f)
	}
}

// TestNotEqual: what is not a number is remembered where no interval says it.
func TestNotEqual(t *testing.T) {
	t.Parallel()
	s := newSymbols(nil)
	a := s.intern("a", true)
	p := predicate{rel: relNe, a: a}
	f := facts(nil).assume(s, p, true)
	if always, _ := f.truth(s, p); !always {
		t.Errorf("a != 0 is forgotten: %v", f)
	}
	if _, possible := f.truth(s, predicate{rel: relEq, a: a}); possible {
		t.Errorf("a == 0 is possible: %v", f)
	}
	if always, possible := f.truth(s, predicate{rel: relNe, a: a, off: -1}); always || !possible {
		t.Error("a != 1 is known")
	}
}
