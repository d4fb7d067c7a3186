package tiletoasync

import (
	"fmt"

	"github.com/tile-opt/tile-opt/dialects/async"
	"github.com/tile-opt/tile-opt/dialects/tile"
	"github.com/tile-opt/tile-opt/ir"
	"github.com/tile-opt/tile-opt/ir/diag"
	"github.com/tile-opt/tile-opt/passes"
	"github.com/tile-opt/tile-opt/transforms/divisor"
)

// plan says which tiles lie in shared memory for which products.
type plan struct {
	run *passes.Run
	fn  *ir.Operation
	wgs int
	// products holds the products in the order of the text.
	products []*product
	// staged holds the tiles in shared memory in the order in which the
	// products name them.
	staged []*staged
	byBase map[*ir.Value]*staged
}

// product is a tile.dot and where its operands lie.
type product struct {
	dot    tile.Dot
	layout *async.MMALayout
	a, b   operand
}

// operand is a tile in shared memory, seen through transpositions.
type operand struct {
	from *staged
	// transposed: base is the transpose of the operand.
	transposed bool
}

// staged is a tile that lies in shared memory.
type staged struct {
	base *ir.Value
	typ  *async.BufferType
	// tma: base is the result of a tile.load that TMA does.
	tma bool
	// products lists the tile.dot operations that read it.
	products []*ir.Operation
	reads    []read

	buffer *ir.Value
}

// read is how one product reads a staged tile.
type read struct {
	mnMajor bool
	// n is the width of the product's instructions, 64 for operand A.
	n int64
}

// dots plans every product.
func (p *plan) dots() error {
	var errs diag.List
	var dots []tile.Dot
	for op := range ir.Walk(p.fn) {
		if d, ok := tile.AsDot(op); ok {
			dots = append(dots, d)
		}
	}
	p.fewerGroups(dots)
	for _, d := range dots {
		layout, err := p.mmaLayout(d)
		if err != nil {
			errs = append(errs, d.OpError("%s", err))
			continue
		}
		p.products = append(p.products, &product{dot: d, layout: layout})
	}
	if err := errs.Err(); err != nil {
		return err
	}
	for _, pr := range p.products {
		pr.a = p.operand(pr, 0)
		pr.b = p.operand(pr, 1)
	}
	for _, s := range p.staged {
		p.choose(s)
	}
	return nil
}

// fewerGroups takes only as many warp groups as the rows of every product
// suffice for, so that one choice of options serves large and small tiles.
func (p *plan) fewerGroups(dots []tile.Dot) {
	for _, d := range dots {
		m := d.Acc().Type().(*ir.TensorType).Shape[0]
		if m%64 != 0 || m%int64(64*p.wgs) == 0 {
			continue
		}
		asked := p.wgs
		for m%int64(64*p.wgs) != 0 {
			p.wgs--
		}
		p.run.Remark(d.Op(), "%d rows, in blocks of 64, divide over %d warp groups, not over the %d asked for", m, p.wgs, asked)
	}
}

// mmaLayout returns the accumulator's layout, or an error that says, with the
// numbers, why wgmma cannot do the product.
func (p *plan) mmaLayout(d tile.Dot) (*async.MMALayout, error) {
	a, acc := d.A().Type().(*ir.TensorType), d.Acc().Type().(*ir.TensorType)
	m, n, k, wgs := acc.Shape[0], acc.Shape[1], a.Shape[1], int64(p.wgs)
	c := p.fn.Context()
	if a.Elem != ir.Type(c.F16()) && a.Elem != ir.Type(c.BF16()) {
		return nil, fmt.Errorf("wgmma needs factors of f16 or bf16, found %s", a.Elem)
	}
	if m%64 != 0 {
		return nil, fmt.Errorf("wgmma needs M in multiples of 64, found M = %d", m)
	}
	if n%8 != 0 {
		return nil, fmt.Errorf("wgmma needs N in multiples of 8, found N = %d", n)
	}
	if k%16 != 0 {
		return nil, fmt.Errorf("wgmma needs K in multiples of 16, found K = %d", k)
	}
	if regs := m / wgs * n / async.WarpGroupThreads; regs > async.MaxRegisters {
		return nil, fmt.Errorf("the %dx%d accumulator needs %d x %d / (%d x %d threads) = %d registers in each thread, the most is %d: use a smaller tile or more warp groups",
			m, n, m, n, wgs, async.WarpGroupThreads, regs, async.MaxRegisters)
	}
	return async.MMALayoutOf(c, p.wgs, int(instructionN(n))), nil
}

// instructionN returns the widest n of a wgmma that divides N.
func instructionN(n int64) int64 {
	for w := min(n, 256); ; w -= 8 {
		if n%w == 0 {
			return w
		}
	}
}

// operand finds the tile that operand i (0 is A, 1 is B) of a product is read
// from, looking through transpositions where the hardware can read the tile
// in that order.
func (p *plan) operand(pr *product, i int) operand {
	base, transposed := pr.dot.Operand(i), false
	for {
		t, ok := tile.AsTranspose(base.Def())
		if !ok {
			break
		}
		base, transposed = t.Source(), transposed != swaps(t)
	}
	// A is read along its rows, B along its columns.
	rd := read{mnMajor: transposed == (i == 0), n: 64}
	if i == 1 {
		rd.n = int64(pr.layout.N)
	}
	if _, ok := bufferFor(base, []read{rd}); !ok {
		// Only a B whose rows do not fill slabs: store its transpose.
		b := ir.NewBuilder(p.fn.Context()).Before(pr.dot.Op())
		b.SetLoc(pr.dot.Op().Loc())
		t := tile.NewTranspose(b, nil, pr.dot.Operand(i), tile.TransposeProps{Permutation: b.Context().I64Array(1, 0)})
		base, transposed, rd.mnMajor = t.ResultVal(), true, false
	}
	s := p.byBase[base]
	if s == nil {
		s = &staged{base: base}
		p.byBase[base] = s
		p.staged = append(p.staged, s)
	}
	s.products = append(s.products, pr.dot.Op())
	s.reads = append(s.reads, rd)
	return operand{from: s, transposed: transposed}
}

// swaps reports whether a transposition of two dimensions is not the identity.
func swaps(t tile.Transpose) bool { return t.Perm()[0] == 1 }

// bufferFor returns the buffer type with the widest swizzle in which every
// read has matrix descriptors.
func bufferFor(base *ir.Value, reads []read) (*async.BufferType, bool) {
	t := base.Type().(*ir.TensorType)
	for _, sw := range []int{128, 64, 32, 0} {
		b := async.BufferOf(t.Shape, t.Elem, sw, 1)
		if b.Check() == nil && readable(b, reads) {
			return b, true
		}
	}
	return nil, false
}

func readable(b *async.BufferType, reads []read) bool {
	for _, rd := range reads {
		mn := b.Shape[0]
		if rd.mnMajor {
			mn = b.Shape[1]
		}
		for at := int64(0); at < mn; at += rd.n {
			if _, err := async.DescriptorFor(b, rd.mnMajor, at, rd.n, 0); err != nil {
				return false
			}
		}
	}
	return true
}

// choose settles the buffer of a staged tile and how it is filled.
func (p *plan) choose(s *staged) {
	typ, ok := bufferFor(s.base, s.reads)
	if !ok {
		panic("internal: reads that are possible one by one are not together")
	}
	s.typ = typ
	load, isLoad := tile.AsLoad(s.base.Def())
	if !isLoad {
		return
	}
	if why := p.tmaRefusal(load, typ); why != "" {
		p.run.Remark(load.Op(), "loaded by each thread and stored to shared memory, not by TMA: %s", why)
		return
	}
	s.tma = true
	p.run.Count("num-tma-loads", 1)
	p.run.Remark(load.Op(), "copied to shared memory by TMA, in boxes of %v elements with swizzle %d", async.BoxFor(typ), typ.Swizzle)
}

// tmaRefusal says why TMA cannot do a load, or nothing when it can.
func (p *plan) tmaRefusal(load tile.Load, typ *async.BufferType) string {
	src := load.Source()
	if !src.IsBlockArg() || src.Block() != tile.Body(p.fn) {
		return "the buffer is no argument of the kernel"
	}
	if err := async.TMAError(src.Type().(*ir.MemRefType)); err != nil {
		return err.Error()
	}
	if err := p.mapType(load, typ).Check(); err != nil {
		return err.Error()
	}
	if tile.Outputs(p.fn)[src.Index()] {
		return "the kernel writes the buffer, too"
	}
	idx := load.Indices()
	need := 16 / typ.ElemBytes()
	if got := divisor.Of(idx[len(idx)-1]); got%need != 0 {
		return fmt.Sprintf("the innermost index must be a multiple of %d elements, 16 bytes, and is only known to be one of %d", need, got)
	}
	return ""
}

// mapType returns the tensor map of a load: boxes of the buffer, with a 1 for
// each leading index that selects.
func (p *plan) mapType(load tile.Load, typ *async.BufferType) *async.TensorMapType {
	box := async.BoxFor(typ)
	for range len(load.Indices()) - len(box) {
		box = append([]int64{1}, box...)
	}
	return async.TensorMapOf(box, typ.Elem, typ.Swizzle)
}
