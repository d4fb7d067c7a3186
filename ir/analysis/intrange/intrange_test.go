package intrange

import (
	"math/rand/v2"
	"testing"
)

// binary are the functions of two ranges with what they mean on values of 5
// bits; ok is false where that is undefined.
var binary = map[string]struct {
	ranges func(x, y Range) Range
	values func(a, b uint64) (v uint64, ok bool)
}{
	"add":      {func(x, y Range) Range { return Add(x, y, false) }, func(a, b uint64) (uint64, bool) { return a + b, true }},
	"add nuw":  {func(x, y Range) Range { return Add(x, y, true) }, func(a, b uint64) (uint64, bool) { return a + b, a+b < 32 }},
	"sub":      {Sub, func(a, b uint64) (uint64, bool) { return a - b, true }},
	"mul":      {func(x, y Range) Range { return Mul(x, y, false) }, func(a, b uint64) (uint64, bool) { return a * b, true }},
	"mul nuw":  {func(x, y Range) Range { return Mul(x, y, true) }, func(a, b uint64) (uint64, bool) { return a * b, a*b < 32 }},
	"divu":     {DivU, func(a, b uint64) (uint64, bool) { return a / max(b, 1), b != 0 }},
	"ceildivu": {CeilDivU, func(a, b uint64) (uint64, bool) { return (a + max(b, 1) - 1) / max(b, 1), b != 0 }},
	"divs":     {DivS, signedOp(divS)},
	"ceildivs": {CeilDivS, signedOp(ceilDivS)},
	"floor":    {FloorDivS, signedOp(floorDivS)},
	"remu":     {RemU, func(a, b uint64) (uint64, bool) { return a % max(b, 1), b != 0 }},
	"rems":     {RemS, signedOp(func(a, b int64) (int64, bool) { return a % b, false })},
	"and":      {func(x, y Range) Range { return Bitwise(x, y, func(a, b uint64) uint64 { return a & b }) }, func(a, b uint64) (uint64, bool) { return a & b, true }},
	"or":       {func(x, y Range) Range { return Bitwise(x, y, func(a, b uint64) uint64 { return a | b }) }, func(a, b uint64) (uint64, bool) { return a | b, true }},
	"xor":      {Xor, func(a, b uint64) (uint64, bool) { return a ^ b, true }},
	"shl":      {Shl, func(a, b uint64) (uint64, bool) { return a << b, b < 5 }},
	"shru":     {ShrU, func(a, b uint64) (uint64, bool) { return a >> b, b < 5 }},
	"shrs":     {ShrS, func(a, b uint64) (uint64, bool) { return uint64(signExtend(a, 5) >> min(b, 63)), b < 5 }},
	"maxs":     {MaxS, signedOp2(func(a, b int64) int64 { return max(a, b) })},
	"mins":     {MinS, signedOp2(func(a, b int64) int64 { return min(a, b) })},
	"maxu":     {MaxU, func(a, b uint64) (uint64, bool) { return max(a, b), true }},
	"minu":     {MinU, func(a, b uint64) (uint64, bool) { return min(a, b), true }},
}

func signedOp(f func(a, b int64) (int64, bool)) func(a, b uint64) (uint64, bool) {
	return func(a, b uint64) (uint64, bool) {
		x, y := signExtend(a, 5), signExtend(b, 5)
		if y == 0 || x == -16 && y == -1 {
			return 0, false
		}
		v, over := f(x, y)
		return uint64(v), !over
	}
}

func signedOp2(f func(a, b int64) int64) func(a, b uint64) (uint64, bool) {
	return func(a, b uint64) (uint64, bool) { return uint64(f(signExtend(a, 5), signExtend(b, 5))), true }
}

func (r Range) holds(v uint64) bool {
	v &= maxU(r.Width)
	s := signExtend(v, r.Width)
	return v >= r.UMin && v <= r.UMax && s >= r.SMin && s <= r.SMax
}

// TestBinary holds every function against all values of ranges of 5 bits.
func TestBinary(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(1, 2))
	for name, f := range binary {
		for range 300 {
			x, y := randomRange(rng), randomRange(rng)
			got := f.ranges(x, y)
			for a := range uint64(32) {
				for b := range uint64(32) {
					if !x.holds(a) || !y.holds(b) {
						continue
					}
					if v, ok := f.values(a, b); ok && !got.holds(v) {
						t.Fatalf("%s of %+v and %+v is %+v, without %d for %d and %d", name, x, y, got, v&31, a, b)
					}
				}
			}
		}
	}
}

// randomRange makes a range of 5 bits as operations make them.
func randomRange(rng *rand.Rand) Range {
	switch rng.IntN(4) {
	case 0:
		return Const(5, uint64(rng.IntN(32)))
	case 1:
		a, b := uint64(rng.IntN(32)), uint64(rng.IntN(32))
		return Unsigned(5, min(a, b), max(a, b))
	case 2:
		a, b := int64(rng.IntN(32)-16), int64(rng.IntN(32)-16)
		return Signed(5, min(a, b), max(a, b))
	}
	return Full(5)
}

// TestUnary holds changes of width, unions and comparisons against all values.
func TestUnary(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(3, 4))
	for range 2000 {
		x, y := randomRange(rng), randomRange(rng)
		u, s, cut, both := ExtU(x, 9), ExtS(x, 9), Trunc(x, 3), x.Union(y)
		yes, no := Less(x, y, true, false)
		same, apart := Equal(x, y)
		for a := range uint64(32) {
			if !x.holds(a) {
				continue
			}
			if !u.holds(a) || !s.holds(uint64(signExtend(a, 5))) || !cut.holds(a) || !both.holds(a) {
				t.Fatalf("%+v becomes %+v, %+v, %+v and %+v, not all of them with %d", x, u, s, cut, both, a)
			}
			for b := range uint64(32) {
				less := signExtend(a, 5) < signExtend(b, 5)
				if y.holds(b) && (yes && !less || no && less || same && a != b || apart && a == b) {
					t.Fatalf("%+v against %+v: less %v %v, equal %v %v; %d and %d", x, y, yes, no, same, apart, a, b)
				}
			}
		}
	}
}
