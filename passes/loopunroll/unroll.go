package loopunroll

import (
	"math"

	"github.com/tile-opt/tile-opt/dialects/arith"
	"github.com/tile-opt/tile-opt/dialects/scf"
	"github.com/tile-opt/tile-opt/ir"
	"github.com/tile-opt/tile-opt/ir/rewrite"
)

// unroller unrolls one loop.
type unroller struct {
	b    *ir.Builder
	loop scf.For
	opts Options
	size int64 // operations in the body, the terminator apart
	step int64
	// trips is how often the loop runs, -1 when that is not known; lo is the
	// lower bound then.
	trips, lo int64
}

func newUnroller(b *ir.Builder, op *ir.Operation, o Options) (*unroller, bool) {
	loop, _ := scf.AsFor(op)
	u := &unroller{b: b, loop: loop, opts: o, trips: -1}
	step, ok := rewrite.IntConst(loop.Step())
	if !ok || step <= 0 || loop.IsUnsigned() {
		return nil, false
	}
	u.step = step
	for inner := range ir.Walk(op) {
		if inner != op {
			u.size++
		}
	}
	u.size--
	lo, ok := rewrite.IntConst(loop.LowerBound())
	hi, ok2 := rewrite.IntConst(loop.UpperBound())
	if ok && ok2 {
		u.lo = lo
		switch {
		case hi <= lo:
			u.trips = 0
		case hi-lo > 0: // else the range is larger than an int64
			u.trips = (hi-lo-1)/step + 1
		}
	}
	return u, true
}

func (u *unroller) fits(copies int64) bool {
	return copies == 0 || u.size < u.opts.MaxOperations/copies
}

// full replaces the loop by its iterations if it shall be.
func (u *unroller) full() bool {
	if u.trips < 0 || u.opts.UnrollFactor != -1 && u.trips > u.opts.UnrollFullThreshold || !u.fits(u.trips) {
		return false
	}
	op := u.loop.Op()
	u.b.Before(op)
	values := u.loop.InitArgs()
	for i := range u.trips {
		iv := u.constant(u.lo + i*u.step)
		values = u.copyBody(u.b, iv, values)
	}
	op.ReplaceAllUsesWith(values)
	op.Erase()
	return true
}

func (u *unroller) constant(n int64) *ir.Value {
	t := u.loop.LowerBound().Type()
	return arith.MaterializeConstant(u.b, ir.IntAttr(t, n), t, u.loop.Op().Loc()).Result(0)
}

// copyBody copies the body for one value of the counter and returns what it
// yields.
func (u *unroller) copyBody(b *ir.Builder, iv *ir.Value, carried []*ir.Value) []*ir.Value {
	var m ir.Mapping
	m.Map(u.loop.InductionVar(), iv)
	for i, a := range u.loop.IterArgs() {
		m.Map(a, carried[i])
	}
	return u.loop.CloneBody(b, &m)
}

// partial makes a loop of several iterations at once and one for the rest.
func (u *unroller) partial() bool {
	f := u.opts.UnrollFactor
	if f < 2 || !u.fits(f) || u.step > math.MaxInt32/f || !u.fitsType(u.step*f) {
		return false
	}
	op := u.loop.Op()
	u.b.Before(op).SetLoc(op.Loc())
	var split *ir.Value
	rest := true
	switch {
	case u.trips >= 0 && u.trips < f:
		return false
	case u.trips >= 0 && u.trips%f == 0:
		split, rest = u.loop.UpperBound(), false
	case u.trips >= 0:
		split = u.constant(u.lo + (u.trips-u.trips%f)*u.step)
	case !ir.IsIndex(u.loop.LowerBound().Type()):
		return false // bounds that far apart that their difference does not fit
	default:
		split = u.splitAt(f)
	}
	main := scf.BuildFor(u.b, u.loop.LowerBound(), split, u.constant(u.step*f), u.loop.InitArgs(), u.several(f))
	results := main.Op().Results()
	if rest {
		left := scf.BuildFor(u.b, split, u.loop.UpperBound(), u.loop.Step(), results, u.several(1))
		left.Op().SetAttrs(op.Attrs())
		results = left.Op().Results()
	}
	main.Op().SetAttrs(op.Attrs())
	u.b.SetLoc(ir.UnknownLoc())
	op.ReplaceAllUsesWith(results)
	op.Erase()
	return true
}

// fitsType reports whether the type of the bounds has the positive number n.
func (u *unroller) fitsType(n int64) bool {
	t, ok := u.loop.LowerBound().Type().(*ir.IntegerType)
	return !ok || t.Width > 63 || n < 1<<(t.Width-1)
}

// several returns the body of a loop that makes n iterations.
func (u *unroller) several(n int64) func(*ir.Builder, *ir.Value, []*ir.Value) []*ir.Value {
	return func(b *ir.Builder, iv *ir.Value, values []*ir.Value) []*ir.Value {
		for i := range n {
			at := iv
			if i > 0 {
				at = u.binary("arith.addi", iv, u.constant(i*u.step))
			}
			values = u.copyBody(b, at, values)
		}
		return values
	}
}

func (u *unroller) binary(name string, x, y *ir.Value) *ir.Value {
	return u.b.Op(name, []*ir.Value{x, y}, []ir.Type{x.Type()}).Result(0)
}

// splitAt computes where the iterations end that come f at a time. Nothing
// overflows that the loop itself does not: the bounds of a loop that ends are
// less than 2^63 apart.
func (u *unroller) splitAt(f int64) *ir.Value {
	lo, hi, step := u.loop.LowerBound(), u.loop.UpperBound(), u.loop.Step()
	zero, one, factor := u.constant(0), u.constant(1), u.constant(f)
	runs := u.compare(arith.CmpSLT, lo, hi)
	span := u.binary("arith.subi", u.binary("arith.subi", hi, lo), one)
	trips := u.binary("arith.addi", u.binary("arith.divsi", span, step), one)
	left := u.binary("arith.remsi", trips, factor)
	whole := u.binary("arith.muli", u.binary("arith.subi", trips, left), step)
	end := u.binary("arith.addi", lo, whole)
	none := u.compare(arith.CmpEQ, left, zero)
	end = u.choose(none, hi, end)
	return u.choose(runs, end, lo)
}

func (u *unroller) compare(p int64, x, y *ir.Value) *ir.Value {
	return arith.NewCmpI(u.b, nil, x, y, arith.CmpIProps{Predicate: arith.CmpIPredicate.Attr(u.b.Context(), p)}).Op().Result(0)
}

func (u *unroller) choose(c, x, y *ir.Value) *ir.Value {
	return u.b.Op("arith.select", []*ir.Value{c, x, y}, []ir.Type{x.Type()}).Result(0)
}
