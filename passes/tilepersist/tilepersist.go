// Package tilepersist is the pass tile-persist.
package tilepersist

import (
	"github.com/tile-opt/tile-opt/dialects/arith"
	"github.com/tile-opt/tile-opt/dialects/scf"
	"github.com/tile-opt/tile-opt/dialects/tile"
	"github.com/tile-opt/tile-opt/ir"
	"github.com/tile-opt/tile-opt/ir/effects"
	"github.com/tile-opt/tile-opt/passes"
	"github.com/tile-opt/tile-opt/transforms/grid"
)

const doc = `Launches no more programs than the device has multiprocessors and lets each
of them work through several tiles, so that the start of one tile can overlap
the end of another.

` + "```mlir" + `
%p = tile.program_id(%total)
work(%p)

==>

%sms = tile.device_property "multiprocessor_count"
%n = arith.minsi %total, %sms : index
%first = tile.program_id(%n)
scf.for %p = %first to %total step %n {
  work(%p)
} {tile.persistent}
` + "```" + `

A grid of two or three dimensions is made linear first, the first coordinate
fastest, as the hardware numbers programs. Scalar computations that do not
depend on the program stay in front of the loop. Kernels of one program, or
whose grid depends on the number of multiprocessors already, are left alone
with a remark.

With kernels=products so are kernels in which nothing overlaps from tile to
tile: no product, and no load with the attribute tile.copy. A plain grid, of
which several programs share a multiprocessor, keeps more of their loads under
way than a loop of one.
`

// Options of the pass.
type Options struct {
	Kernels string `opt:"kernels" enum:"all,products" doc:"which kernels: all, or those with products or loads that are to be copied ahead"`
}

// Pass is the pass tile-persist.
var Pass = &passes.Pass{
	Name:       "tile-persist",
	Summary:    "let a bounded number of programs work through all tiles",
	Doc:        doc,
	Anchor:     "func.func",
	Options:    Options{Kernels: "all"},
	Statistics: []passes.Statistic{{Name: "num-kernels", Desc: "kernels made persistent"}},
	Dialects:   []*ir.Dialect{arith.Dialect, scf.Dialect, tile.Dialect},
	Run:        run,
}

const property = "multiprocessor_count"

func run(r *passes.Run, fn *ir.Operation) error {
	if !tile.IsKernel(fn) {
		r.Unchanged()
		return nil
	}
	p, err := grid.Of(fn)
	switch {
	case err != nil:
		r.Remark(fn, "not made persistent: %s", err)
		r.Unchanged()
		return nil
	case asksForProperty(p):
		r.Remark(fn, "not made persistent: the grid depends on the number of multiprocessors already")
		r.Unchanged()
		return nil
	case passes.OptionsOf[Options](r).Kernels == "products" && !overlaps(fn):
		r.Remark(fn, "not made persistent: without products or copies to shared memory nothing overlaps from tile to tile, and several programs a multiprocessor keep more loads under way")
		r.Unchanged()
		return nil
	}
	id, total := linearize(p)
	inside := perProgram(id)
	loop := makeLoop(id, total)
	for _, op := range inside {
		op.MoveBefore(loop.body.Last())
	}
	id.ReplaceUsesIf(loop.iv, func(u *ir.Use) bool { return u.Owner() != loop.op })
	r.Count("num-kernels", 1)
	return nil
}

// overlaps reports whether a kernel has something that can go on from one tile to the
// next.
func overlaps(fn *ir.Operation) bool {
	for op := range ir.Walk(fn) {
		if op.Is("tile.dot") || op.Attr(tile.CopyAttr) != nil {
			return true
		}
	}
	return false
}

// asksForProperty reports whether the extents are made from the number of
// multiprocessors.
func asksForProperty(p tile.ProgramID) bool {
	stack := p.Extents()
	seen := make(map[*ir.Value]bool)
	for len(stack) > 0 {
		v := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if v.Def() == nil || seen[v] {
			continue
		}
		seen[v] = true
		if d, ok := tile.AsDeviceProperty(v.Def()); ok {
			if s, _ := ir.StringValue(d.NameVal()); s == property {
				return true
			}
		}
		stack = append(stack, v.Def().Operands()...)
	}
	return false
}

// linearize makes the grid one of one dimension and returns the program's
// number in it and how many programs there are.
func linearize(p tile.ProgramID) (id, total *ir.Value) {
	extents := p.Extents()
	if len(extents) == 1 {
		return p.Ids()[0], extents[0]
	}
	b := grid.Builder{Builder: ir.NewBuilder(p.Context()).Before(p.Op())}
	b.SetLoc(p.Op().Loc())
	total = extents[0]
	for _, e := range extents[1:] {
		total = b.Mul(total, e)
	}
	one := b.Index(1)
	var divisors []grid.Divisor
	for _, e := range extents[:len(extents)-1] {
		divisors = append(divisors, b.Divisor(b.Max(e, one), total))
	}
	id = tile.NewProgramID(b.Builder, nil, []*ir.Value{total}).Ids()[0]
	rest := b.ToI32(id)
	for i, d := range divisors {
		quo, rem := b.DivMod(rest, d)
		p.Ids()[i].ReplaceAllUsesWith(b.ToIndex(rem))
		rest = quo
	}
	p.Ids()[len(divisors)].ReplaceAllUsesWith(b.ToIndex(rest))
	p.Op().Erase()
	return id, total
}

// perProgram returns the operations behind the program_id, up to the return,
// that have to run for every tile: all but scalar computations which do not
// depend on the program.
func perProgram(id *ir.Value) []*ir.Operation {
	var out []*ir.Operation
	depends := map[*ir.Value]bool{id: true}
	for op := id.Def().Next(); op != nil && !op.Has(ir.Terminator); op = op.Next() {
		if isUniform(op, depends) {
			continue
		}
		out = append(out, op)
		for _, v := range op.Results() {
			depends[v] = true
		}
	}
	return out
}

// isUniform reports whether op may be computed once, in front of the loop.
func isUniform(op *ir.Operation, depends map[*ir.Value]bool) bool {
	if op.NumRegions() > 0 || op.NumResults() == 0 || !effects.IsPure(op) {
		return false
	}
	for _, v := range op.Results() {
		if _, shaped := v.Type().(ir.ShapedType); shaped {
			return false
		}
	}
	for _, v := range op.Operands() {
		if depends[v] {
			return false
		}
	}
	return true
}

// loop is the loop over the tiles of a program.
type loop struct {
	op   *ir.Operation
	body *ir.Block
	iv   *ir.Value
}

// makeLoop bounds the grid and makes an empty loop in front of the return.
func makeLoop(id, total *ir.Value) loop {
	p := id.Def()
	c := p.Context()
	b := grid.Builder{Builder: ir.NewBuilder(c).Before(p)}
	b.SetLoc(p.Loc())
	sms := tile.NewDeviceProperty(b.Builder, nil, tile.DevicePropertyProps{Name: c.Str(property)}).ResultVal()
	n := b.Min(total, sms)
	p.SetOperand(0, n)
	b.Before(p.Block().Last())
	f := scf.NewFor(b.Builder, []ir.Type{}, id, total, n, nil, scf.ForProps{})
	f.Op().SetAttr(tile.PersistentAttr, c.Unit())
	body := f.Op().RegionAt(0).AddBlock(p.Loc(), c.Index())
	b.AtEnd(body)
	scf.NewYield(b.Builder, nil)
	return loop{op: f.Op(), body: body, iv: body.Arg(0)}
}
