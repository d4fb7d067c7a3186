package protocol

// unbounded stands for no bound of an interval.
const unbounded = int64(1) << 60

// fact bounds the difference of two symbols: lo <= a - b <= hi, a < b.
type fact struct {
	a, b   int32
	lo, hi int64
}

// facts is what a role knows about sizes, sorted by the symbols.
type facts []fact

func (f facts) find(a, b int32) (int, bool) {
	for i, x := range f {
		if x.a == a && x.b == b {
			return i, true
		}
		if x.a > a || x.a == a && x.b > b {
			return i, false
		}
	}
	return len(f), false
}

// difference returns the bounds of a - b, through other symbols as well.
func (f facts) difference(a, b int32) (lo, hi int64) {
	if a == b {
		return 0, 0
	}
	if len(f) == 1 {
		return f.direct(a, b)
	}
	return -f.above(b, a), f.above(a, b)
}

// direct returns the bounds of a - b that stand in one fact.
func (f facts) direct(a, b int32) (lo, hi int64) {
	if a > b {
		lo, hi = f.direct(b, a)
		return -hi, -lo
	}
	if i, ok := f.find(a, b); ok {
		return f[i].lo, f[i].hi
	}
	return -unbounded, unbounded
}

// above returns the least upper bound of a - b along chains of facts.
func (f facts) above(a, b int32) int64 {
	// dist[i] is an upper bound of a - at[i].
	var atBuf [32]int32
	var distBuf [32]int64
	at, dist := append(atBuf[:0], a), append(distBuf[:0], 0)
	index := func(x int32) int {
		for i, y := range at {
			if x == y {
				return i
			}
		}
		at, dist = append(at, x), append(dist, unbounded)
		return len(at) - 1
	}
	for range len(f) {
		changed := false
		for _, x := range f {
			i, j := index(x.a), index(x.b)
			if d := dist[i] + x.hi; dist[i] < unbounded && x.hi < unbounded && d < dist[j] {
				dist[j], changed = d, true
			}
			if d := dist[j] - x.lo; dist[j] < unbounded && x.lo > -unbounded && d < dist[i] {
				dist[i], changed = d, true
			}
		}
		if !changed {
			break
		}
	}
	return dist[index(b)]
}

// maxFacts is how much a role knows at most: what it learns beyond is not kept.
const maxFacts = 160

// set replaces the bounds of a - b.
func (f facts) set(a, b int32, lo, hi int64) facts {
	if a > b {
		a, b, lo, hi = b, a, -hi, -lo
	}
	i, ok := f.find(a, b)
	if !ok && len(f) >= maxFacts {
		return f
	}
	out := append(facts(nil), f[:i]...)
	if lo > -unbounded || hi < unbounded {
		out = append(out, fact{a, b, lo, hi})
	}
	if ok {
		i++
	}
	return append(out, f[i:]...)
}

// forget drops what is known about symbols, a sorted list, and what is made of
// them.
func (f facts) forget(s *symbols, list ...int32) facts {
	var out facts
	for i, x := range f {
		gone := s.dependsOn(x.a, list...) || s.dependsOn(x.b, list...)
		if gone && out == nil {
			out = append(make(facts, 0, len(f)), f[:i]...)
		}
		if !gone && out != nil {
			out = append(out, x)
		}
	}
	if out == nil {
		return f
	}
	return out
}

// rename expresses what is known by other symbols; what cannot be is dropped.
func (f facts) rename(s *symbols, to renaming) facts {
	var out facts
	for _, x := range f {
		a, ca, ok1 := s.rename(x.a, to)
		b, cb, ok2 := s.rename(x.b, to)
		switch {
		case !ok1 || !ok2 || a.a == b.a:
		case ca || cb:
			out = out.narrow(a.a, b.a, shift(x.lo, b.n-a.n), shift(x.hi, b.n-a.n))
		default:
			out = out.narrow(x.a, x.b, x.lo, x.hi)
		}
	}
	return out
}

// narrow adds bounds of a - b to those that are known.
func (f facts) narrow(a, b int32, lo, hi int64) facts {
	l, h := f.direct(a, b)
	return f.set(a, b, max(l, lo), min(h, hi))
}

// assume narrows the facts by the outcome of a predicate.
func (f facts) assume(s *symbols, p predicate, outcome bool) facts {
	lo, hi := f.direct(p.a, p.b)
	rel := p.rel
	if !outcome {
		rel = [...]int64{relNe, relEq, relSge, relSgt, relSle, relSlt, relUge, relUgt, relUle, relUlt}[rel]
	}
	switch rel {
	case relEq:
		lo, hi = max(lo, -p.off), min(hi, -p.off)
	case relSlt, relUlt:
		hi = min(hi, -1-p.off)
	case relSle, relUle:
		hi = min(hi, -p.off)
	case relSgt, relUgt:
		lo = max(lo, 1-p.off)
	case relSge, relUge:
		lo = max(lo, -p.off)
	default:
		// Which of the two sides is not known, only that it is not between.
		return f.narrow(s.equal(equality{p.a, p.b, p.off}), 0, 0, 0)
	}
	return f.set(p.a, p.b, lo, hi)
}

// join takes the bounds that hold in both; the result is told from f by less.
func (f facts) join(o facts, widen bool) (out facts, less bool) {
	for _, x := range f {
		i, ok := o.find(x.a, x.b)
		if !ok {
			less = true
			continue
		}
		y := x
		y.lo, y.hi = min(x.lo, o[i].lo), max(x.hi, o[i].hi)
		if y != x {
			less = true
			if widen && y.lo < x.lo {
				y.lo = -unbounded
			}
			if widen && y.hi > x.hi {
				y.hi = unbounded
			}
		}
		if y.lo > -unbounded || y.hi < unbounded {
			out = append(out, y)
		}
	}
	return out, less
}

// truth evaluates a predicate: whether it always holds, and whether it can.
func (f facts) truth(s *symbols, p predicate) (always, possible bool) {
	lo, hi := f.difference(p.a, p.b)
	always, possible = holds(p.rel, shift(lo, p.off), shift(hi, p.off))
	if always || !possible || p.rel != relEq && p.rel != relNe {
		return always, possible
	}
	if _, most := f.direct(s.equal(equality{p.a, p.b, p.off}), 0); most == 0 {
		return p.rel == relNe, p.rel == relNe
	}
	return always, possible
}
