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
	// dist holds upper bounds of a - x.
	dist := make(map[int32]int64, len(f)+1)
	dist[a] = 0
	better := func(x int32, d int64) bool {
		if old, ok := dist[x]; !ok || d < old {
			dist[x] = d
			return true
		}
		return false
	}
	for range len(f) {
		changed := false
		for _, x := range f {
			if d, ok := dist[x.a]; ok && x.hi < unbounded && better(x.b, d+x.hi) {
				changed = true
			}
			if d, ok := dist[x.b]; ok && x.lo > -unbounded && better(x.a, d-x.lo) {
				changed = true
			}
		}
		if !changed {
			break
		}
	}
	if d, ok := dist[b]; ok {
		return d
	}
	return unbounded
}

// set replaces the bounds of a - b.
func (f facts) set(a, b int32, lo, hi int64) facts {
	if a > b {
		a, b, lo, hi = b, a, -hi, -lo
	}
	i, ok := f.find(a, b)
	out := append(facts(nil), f[:i]...)
	if lo > -unbounded || hi < unbounded {
		out = append(out, fact{a, b, lo, hi})
	}
	if ok {
		i++
	}
	return append(out, f[i:]...)
}

// forget drops what is known about a symbol and what is made of it.
func (f facts) forget(s *symbols, a int32) facts {
	var out facts
	for _, x := range f {
		if !s.dependsOn(x.a, a) && !s.dependsOn(x.b, a) {
			out = append(out, x)
		}
	}
	return out
}

// stride says that a symbol has grown by a step that is a symbol too: what
// was known of the symbol plus n steps is known of it plus n - 1.
func (f facts) stride(s *symbols, a, step int32) facts {
	out := f.forget(s, a)
	move := func(id int32) (int32, bool) {
		x := s.split(id, step)
		if !s.dependsOn(id, a) {
			return id, true
		}
		if x.base != a || x.n < 1 {
			return 0, false
		}
		return s.add(a, step, x.n-1), true
	}
	for _, x := range f {
		i, ok1 := move(x.a)
		j, ok2 := move(x.b)
		if ok1 && ok2 && (i != x.a || j != x.b) && i != j {
			out = out.narrow(i, j, x.lo, x.hi)
		}
	}
	return out
}

// narrow adds bounds of a - b to those that are known.
func (f facts) narrow(a, b int32, lo, hi int64) facts {
	l, h := f.direct(a, b)
	return f.set(a, b, max(l, lo), min(h, hi))
}

// advance says that a symbol has grown by n.
func (f facts) advance(s *symbols, a int32, n int64) facts {
	var out facts
	for _, x := range f {
		switch {
		case x.a == a && !s.dependsOn(x.b, a):
			x.lo, x.hi = shift(x.lo, n), shift(x.hi, n)
		case x.b == a && !s.dependsOn(x.a, a):
			x.lo, x.hi = shift(x.lo, -n), shift(x.hi, -n)
		case s.dependsOn(x.a, a) || s.dependsOn(x.b, a):
			continue
		}
		out = append(out, x)
	}
	return out
}

// assume narrows the facts by the outcome of a predicate.
func (f facts) assume(p predicate, outcome bool) facts {
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
		return f
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
