// Package divisor finds constants that divide integer values, such as 64 for
// the start of a tile of 64 columns: what vector accesses and tensor copies
// ask for.
//
// It knows the integer operations of arith and the loops of scf by name and
// changes no IR. What it cannot see through is divisible by 1.
package divisor

import (
	"maps"
	"math/bits"

	"github.com/tile-opt/tile-opt/ir"
	"github.com/tile-opt/tile-opt/ir/rewrite"
)

// anything is what divides zero, and limit bounds the other divisors found, so
// that products do not overflow.
const (
	anything = 1 << 40
	limit    = 1 << 39
)

// maxDepth bounds how far definitions are followed, maxWork how many are looked at,
// since a loop's body is looked at again for each guess about what it carries.
const (
	maxDepth = 200
	maxWork  = 10000
)

// Of returns a constant that divides v: at least 1, at most 2^40; an integer
// that is always 0 gives 2^40.
func Of(v *ir.Value) int64 {
	f := finder{known: make(map[*ir.Value]int64), work: new(int)}
	return f.of(v, 0)
}

// Multiple reports whether n divides v.
func Multiple(v *ir.Value, n int64) bool { return Of(v)%n == 0 }

// finder has what is known of values, or supposed of those that loops carry: only
// through these does a value depend on itself.
type finder struct {
	known map[*ir.Value]int64
	work  *int
}

func (f *finder) of(v *ir.Value, depth int) int64 {
	if d, ok := f.known[v]; ok {
		return d
	}
	if *f.work++; depth > maxDepth || *f.work > maxWork {
		return 1
	}
	d := f.compute(v, depth+1)
	f.known[v] = d
	return d
}

func (f *finder) compute(v *ir.Value, depth int) int64 {
	if c, ok := rewrite.IntConst(v); ok {
		return clamp(c)
	}
	op := v.Def()
	if op == nil {
		return f.argument(v, depth)
	}
	of := func(i int) int64 { return f.of(op.Operand(i), depth) }
	switch op.Name() {
	case "arith.muli":
		return product(of(0), of(1))
	case "arith.addi", "arith.subi", "arith.remsi", "arith.remui", "arith.minsi", "arith.maxsi", "arith.minui", "arith.maxui", "arith.ori":
		return powerOrGCD(op, of(0), of(1))
	case "arith.select":
		return gcd(of(1), of(2))
	case "arith.index_cast", "arith.index_castui", "arith.extsi", "arith.extui":
		return of(0)
	case "arith.trunci":
		return powerOfTwo(of(0))
	case "arith.andi":
		return max(powerOfTwo(of(0)), powerOfTwo(of(1)))
	case "arith.shli":
		if n, ok := rewrite.IntConst(op.Operand(1)); ok && n >= 0 && n < 40 {
			return product(of(0), 1<<n)
		}
		return of(0)
	case "scf.if":
		return f.yielded(op, v.Index(), depth)
	case "scf.for":
		// What comes out is what was carried last.
		return f.of(op.RegionAt(0).Entry().Arg(v.Index()+1), depth)
	case "scf.while":
		return f.of(op.RegionAt(1).Entry().Arg(v.Index()), depth)
	}
	return 1
}

// powerOrGCD is the gcd, but for or, where only low zero bits stay.
func powerOrGCD(op *ir.Operation, a, b int64) int64 {
	if op.Is("arith.ori") {
		return gcd(powerOfTwo(a), powerOfTwo(b))
	}
	return gcd(a, b)
}

// argument handles what loops of scf hand to their bodies.
func (f *finder) argument(v *ir.Value, depth int) int64 {
	loop, i := v.Block().Parent(), v.Index()
	switch {
	case loop == nil:
		return 1
	case loop.Is("scf.for") && i == 0:
		return gcd(f.of(loop.Operand(0), depth), f.of(loop.Operand(2), depth))
	case loop.Is("scf.for"):
		return f.carried(v, loop.Operand(i+2), v.Block().Last(), i-1, depth)
	case loop.Is("scf.while") && v.Block() == loop.RegionAt(0).Entry():
		return f.carried(v, loop.Operand(i), loop.RegionAt(1).Entry().Last(), i, depth)
	case loop.Is("scf.while"):
		if end := loop.RegionAt(0).Entry().Last(); end != nil && i+1 < end.NumOperands() {
			return f.of(end.Operand(i+1), depth)
		}
	}
	return 1
}

// carried handles a value that begins as first and goes on as an operand of yield:
// a divisor of the first is one of all if, supposed that it is one of the last, it
// is one of the next. Where it is not, what divides both is tried.
func (f *finder) carried(v, first *ir.Value, yield *ir.Operation, i, depth int) int64 {
	if yield == nil || i >= yield.NumOperands() {
		return 1
	}
	d := f.of(first, depth)
	for {
		guess := finder{known: maps.Clone(f.known), work: f.work}
		guess.known[v] = d
		next := gcd(d, guess.of(yield.Operand(i), depth))
		if next == d {
			return d
		}
		d = next
	}
}

func (f *finder) yielded(op *ir.Operation, i, depth int) int64 {
	d := int64(anything)
	for _, r := range op.Regions() {
		if r.IsEmpty() || r.Entry().Last() == nil || i >= r.Entry().Last().NumOperands() {
			return 1
		}
		d = gcd(d, f.of(r.Entry().Last().Operand(i), depth))
	}
	return d
}

func clamp(c int64) int64 {
	switch {
	case c == 0:
		return anything
	case c < 0:
		c = -c
	}
	if c < 0 {
		// The least int64 has no counterpart.
		return limit
	}
	if c > limit {
		return min(c&-c, limit)
	}
	return c
}

func product(a, b int64) int64 {
	if a == anything || b == anything {
		return anything
	}
	hi, lo := bits.Mul64(uint64(a), uint64(b))
	if hi == 0 && lo <= limit {
		return int64(lo)
	}
	a = powerOfTwo(a)
	return a * min(powerOfTwo(b), limit/a)
}

// powerOfTwo returns the largest power of two that divides n.
func powerOfTwo(n int64) int64 {
	if n == anything {
		return n
	}
	return min(n&-n, limit)
}

func gcd(a, b int64) int64 {
	if a == anything {
		return b
	}
	if b == anything {
		return a
	}
	for b != 0 {
		a, b = b, a%b
	}
	return a
}
