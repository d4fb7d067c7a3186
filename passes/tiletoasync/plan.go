package tiletoasync

import (
	"fmt"

	"github.com/tile-opt/tile-opt/dialects/async"
	"github.com/tile-opt/tile-opt/dialects/tile"
	"github.com/tile-opt/tile-opt/ir"
	"github.com/tile-opt/tile-opt/ir/diag"
	"github.com/tile-opt/tile-opt/passes"
)

// plan says which tiles lie in shared memory for which products.
type plan struct {
	run  *passes.Run
	fn   *ir.Operation
	wgs  int
	opts Options
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
	// via says how the loaded tile is copied, byTMA or a value of via of
	// tasync.copy; it is empty for a tile that threads have in registers.
	via string
	// bytes is the size of pieces by cp.async.
	bytes int64
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
		p.chooseForProducts(s)
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
	half := acc.Elem == ir.Type(c.F16()) && a.Elem == ir.Type(c.F16())
	if acc.Elem != ir.Type(c.F32()) && !half {
		return nil, fmt.Errorf("wgmma accumulates factors of %s in f32%s, found %s", a.Elem, map[bool]string{true: " or f16"}[a.Elem == ir.Type(c.F16())], acc.Elem)
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
	for i := range 2 {
		t := d.Operand(i).Type().(*ir.TensorType)
		if bytes := 2 * t.Shape[0] * t.Shape[1]; t.Shape[0] > async.MaxShared || t.Shape[1] > async.MaxShared || bytes > async.MaxShared {
			return nil, fmt.Errorf("wgmma reads operand #%d, of %dx%d elements of 2 bytes, from shared memory, where %d bytes are the most: use a smaller tile", i, t.Shape[0], t.Shape[1], async.MaxShared)
		}
	}
	regs := m / wgs * n / async.WarpGroupThreads
	if half {
		regs /= 2
	}
	if regs > async.MaxRegisters {
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
