// Package tilerasterize is the pass tile-rasterize.
package tilerasterize

import (
	"fmt"

	"github.com/tile-opt/tile-opt/dialects/arith"
	"github.com/tile-opt/tile-opt/dialects/tile"
	"github.com/tile-opt/tile-opt/ir"
	"github.com/tile-opt/tile-opt/passes"
	"github.com/tile-opt/tile-opt/transforms/grid"
)

const doc = `Turns a kernel's grid of two dimensions into one dimension in grouped order,
so that programs that run at the same time share what they load. With
order=m, groups of ` + "`group`" + ` consecutive values of the first coordinate
are walked together: the first coordinate runs fastest inside its group, then
the second one, then the group. order=n swaps the two coordinates.

` + "```mlir" + `
%pm, %pn = tile.program_id(%gm, %gn)

==> (group = 8, order = m; shown as divisions)

%total = arith.muli %gm, %gn : index
%p = tile.program_id(%total)
g = p / (min(8, gm) * gn);   r = p % (min(8, gm) * gn)
rows = g is the last group ? gm - 8 * g : 8
%pm = 8 * g + r % rows;      %pn = r / rows
` + "```" + `

Every pair of coordinates is met exactly once, also when the last group is
short. The divisors are launch constants, or one of two of them: the host
computes their magic numbers (tile.div_magic) and the kernel multiplies and
shifts in 32 bits; the host refuses grids of more than 2^31 programs.

group=1 leaves the module as it is, and so is a kernel whose grid does not
have two dimensions, with a remark.
`

// Options are the options of the pass.
type Options struct {
	Group int64  `opt:"group" doc:"tiles of the grouped coordinate that are walked together; 1 changes nothing"`
	Order string `opt:"order" doc:"the grouped coordinate: m is the first one, n the second" enum:"m,n"`
}

// maxGroup keeps products with a group far from 32 bits.
const maxGroup = 1 << 15

// Validate refuses groups that make no sense.
func (o Options) Validate() error {
	if o.Group < 1 || o.Group > maxGroup {
		return fmt.Errorf("option 'group' expected 1 to %d, found %d", maxGroup, o.Group)
	}
	return nil
}

// Pass is the pass tile-rasterize.
var Pass = &passes.Pass{
	Name:       "tile-rasterize",
	Summary:    "walk the tiles of a two-dimensional grid in groups",
	Doc:        doc,
	Anchor:     "func.func",
	Options:    Options{Group: 8, Order: "m"},
	Statistics: []passes.Statistic{{Name: "num-kernels", Desc: "kernels whose grid was changed"}},
	Dialects:   []*ir.Dialect{arith.Dialect, tile.Dialect},
	Run:        run,
}

func run(r *passes.Run, fn *ir.Operation) error {
	o := passes.OptionsOf[Options](r)
	if !tile.IsKernel(fn) || o.Group == 1 {
		r.Unchanged()
		return nil
	}
	p, err := grid.Of(fn)
	if err == nil && len(p.Extents()) != 2 {
		err = fmt.Errorf("the grid has %d dimensions, expected 2", len(p.Extents()))
	}
	if err != nil {
		r.Remark(fn, "not rasterized: %s", err)
		r.Unchanged()
		return nil
	}
	rasterize(p, o)
	r.Remark(fn, "rasterized: groups of %d along %s", o.Group, o.Order)
	r.Count("num-kernels", 1)
	return nil
}

// rasterize replaces p by a program_id of one dimension and the coordinates
// computed from it.
func rasterize(p tile.ProgramID, o Options) {
	b := grid.Builder{Builder: ir.NewBuilder(p.Context()).Before(p.Op())}
	b.SetLoc(p.Op().Loc())
	// grouped is the extent of the coordinate that is walked in groups.
	grouped, other := p.Extents()[0], p.Extents()[1]
	groupedID, otherID := p.Ids()[0], p.Ids()[1]
	if o.Order == "n" {
		grouped, other, groupedID, otherID = other, grouped, otherID, groupedID
	}
	total := b.Mul(grouped, other)
	one, group := b.Index(1), b.Index(o.Group)
	// With an empty grid no program runs, but the host still evaluates: the
	// divisors stay positive.
	width := b.Max(b.Mul(b.Min(group, grouped), other), one)
	last := b.Sub(b.CeilDiv(grouped, group), one)
	tail := b.Sub(grouped, b.Mul(last, group))

	byWidth := b.Divisor(width, total)
	byGroup, byTail := b.Divisor(group, nil), b.Divisor(tail, nil)

	id := b.ToI32(tile.NewProgramID(b.Builder, nil, []*ir.Value{total}).Ids()[0])
	g, rest := b.DivMod(id, byWidth)
	rows := b.SelectDivisor(b.Equal(g, b.ToI32(last)), byTail, byGroup)
	column, row := b.DivMod(rest, rows)
	groupedID.ReplaceAllUsesWith(b.ToIndex(b.Add(b.Mul(g, b.I32(o.Group)), row)))
	otherID.ReplaceAllUsesWith(b.ToIndex(column))
	p.Op().Erase()
}
