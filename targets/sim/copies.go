package sim

import (
	"errors"
	"fmt"
	"math/bits"

	"github.com/tile-opt/tile-opt/dialects/async"
	"github.com/tile-opt/tile-opt/ir"
	"github.com/tile-opt/tile-opt/targets/sim/machine"
)

// copyOfThreads is a tasync.copy: piece i of the tile is moved by thread i modulo the threads of the role. Which thread
// has which piece is not promised by the operation; neither is it here.
type copyOfThreads struct {
	buf   *async.BufferType
	elem  ir.Type
	via   string
	bytes int64
	scope *roleScope
	src   slot
	dst   slot
	idx   []slot
}

// compileCopy starts the copy, and hands the mbarrier of bulk copies to it: the named one, the token's, or that of the
// slot acquired last.
func compileCopy(c *compiler, in *instr) error {
	scope, err := c.inRole()
	if err != nil {
		return err
	}
	if c.single {
		return errors.New("expects all threads of the role")
	}
	o, _ := async.AsCopy(in.op)
	p, err := c.copyOfThreads(o, scope)
	if err != nil {
		return err
	}
	switch {
	case o.Barrier() != nil:
		ops, err := c.slotsOf([]*ir.Value{o.Barrier(), o.BarrierIndex()})
		if err != nil {
			return err
		}
		n, err := barrierCount(o.Barrier())
		if err != nil {
			return err
		}
		in.run = func(x *exec) error {
			addr, err := x.barrierAt(ops[0], ops[1], n)
			if err != nil {
				return err
			}
			return p.run(x, addr)
		}
	case o.Token() != nil:
		return c.copyWithToken(in, p, o.Token())
	case p.via == async.ViaBulk:
		a, ok := async.AsPipelineAcquire(o.Dst().Def())
		if !ok {
			return errors.New("expects a token, a barrier or a pipeline slot to complete on")
		}
		pp, err := c.pipeOf(a.Pipeline())
		if err != nil {
			return err
		}
		in.run = func(x *exec) error { return p.run(x, pp.full[(x.async.pipes[pp.index].acquired-1)%pp.stages]) }
	default:
		in.run = func(x *exec) error { return p.run(x, 0) }
	}
	return nil
}

// copyWithToken runs a copy whose token names what to wait for: an mbarrier and its phase for bulk copies, at which every
// warp arrives, and nothing for others, whose threads wait for themselves and each other.
func (c *compiler) copyWithToken(in *instr, p *copyOfThreads, v *ir.Value) error {
	out, err := c.slot(v)
	if err != nil {
		return err
	}
	if p.via != async.ViaBulk {
		in.run = func(x *exec) error {
			x.set(&x.cells[out.at], threadToken)
			return p.run(x, 0)
		}
		return nil
	}
	tok := c.p.kernel.tokens[in.op]
	in.run = func(x *exec) error {
		n := x.async.loads[tok.index]
		x.async.loads[tok.index]++
		x.set(&x.cells[out.at], uint64(tok.addr)<<32|n&0xffffffff)
		if err := p.run(x, tok.addr); err != nil {
			return err
		}
		x.arriveBehindStores(tok.addr)
		return nil
	}
	return nil
}

// threadToken is the token of a copy that the threads of the role wait for themselves. It is no address of an mbarrier.
const threadToken = ^uint64(0)

// arriveBehindStores is one arrival of the warp that covers what its threads wrote.
func (x *exec) arriveBehindStores(mbar uint32) {
	x.w.FenceProxyAsync(machine.SpaceShared)
	x.w.SyncWarp(x.mask, x.full)
	x.w.MbarrierArrive(x.mask&-x.mask, x.same(mbar), machine.Arrive{})
}

// waitForThreads waits for the copies of the role's threads.
func (s *roleScope) waitForThreads(x *exec) {
	x.w.CpAsyncWait(x.mask, -1)
	x.w.FenceProxyAsync(machine.SpaceShared)
	s.sync(x)
}

func (c *compiler) copyOfThreads(o async.Copy, scope *roleScope) (*copyOfThreads, error) {
	b, ok := o.Dst().Type().(*async.BufferType)
	m, isMem := o.Source().Type().(*ir.MemRefType)
	if !ok || !isMem || b.Stages != 1 {
		return nil, errors.New("expects a memref and one tile")
	}
	p := &copyOfThreads{buf: b, elem: m.Elem, scope: scope}
	p.via, _ = ir.StringValue(o.Via())
	p.bytes, _ = ir.IntValue(o.Bytes())
	s, err := c.slotsOf(append([]*ir.Value{o.Source(), o.Dst()}, o.Indices()...))
	if err != nil {
		return nil, err
	}
	p.src, p.dst, p.idx = s[0], s[1], s[2:]
	return p, nil
}

// run moves the warp's pieces. mbar is where bulk copies report to.
func (p *copyOfThreads) run(x *exec, mbar uint32) error {
	w, err := x.window(p.src, p.idx, len(p.buf.Shape))
	if err != nil {
		return err
	}
	if err := w.m.elemFor(p.elem); err != nil {
		return err
	}
	base, err := x.uniform(&x.cells[p.dst.at], "a buffer")
	if err != nil {
		return err
	}
	switch {
	case p.via == async.ViaBulk:
		p.bulk(x, w, int64(base), mbar)
	case p.via == async.ViaCpAsync:
		p.pieces(x, w, int64(base), p.bytes)
	case p.via == async.ViaAny:
		if n := w.m.piece(p.bytes); n > 0 {
			p.pieces(x, w, int64(base), n)
			break
		}
		p.elements(x, w, int64(base))
	default:
		p.elements(x, w, int64(base))
	}
	return nil
}

// piece is the size of the pieces that a copy of any kind moves by cp.async: the asked ones, else the least, 0 when
// address or strides allow neither.
func (m *memref) piece(bytes int64) int64 {
	for _, n := range []int64{bytes, max(4, int64(m.elem.Size()))} {
		if n <= bytes && m.alignedFor(n) {
			return n
		}
	}
	return 0
}

// alignedFor reports whether the address and all strides but the last are multiples of some bytes.
func (m *memref) alignedFor(bytes int64) bool {
	if m.buf.Addr%uint64(bytes) != 0 {
		return false
	}
	for d, s := range m.strides[:len(m.strides)-1] {
		// A stride along which there is no second element does not matter.
		if m.dims[d] > 1 && s*int64(m.elem.Size())%bytes != 0 {
			return false
		}
	}
	return true
}

// span is a piece of the tile as one lane moves it.
type span struct {
	// coord is where it starts in the tile.
	coord []int64
	// from and to bound the elements of it that are inside the memref.
	from, to int64
	src      uint64 // address of element from
}

// each calls f for the active lanes' pieces of n elements, once for as many as the lanes have at a time.
func (p *copyOfThreads) each(x *exec, w *window, n int64, f func(mask uint32, spans *[32]span)) {
	cols := p.buf.Shape[len(p.buf.Shape)-1]
	total := p.buf.Rows() * (cols / n)
	threads := int64(32 * p.scope.warps)
	for first := int64(0); first < total; first += threads {
		var spans [32]span
		mask := uint32(0)
		for m := x.mask; m != 0; m &= m - 1 {
			l := bits.TrailingZeros32(m)
			if i := first + p.scope.tid(x, l); i < total {
				mask |= 1 << l
				spans[l] = p.span(w, i/(cols/n), i%(cols/n)*n, n)
			}
		}
		if mask != 0 {
			f(mask, &spans)
		}
	}
}

// span is the piece of n elements from column col of a row on.
func (p *copyOfThreads) span(w *window, row, col, n int64) span {
	last := len(p.buf.Shape) - 1
	s := span{coord: make([]int64, last+1)}
	s.coord[last] = col
	for d := last - 1; d >= 0; d-- {
		s.coord[d] = row % p.buf.Shape[d]
		row /= p.buf.Shape[d]
	}
	end := len(w.base) - 1
	sum := int64(0)
	for d, b := range w.base {
		if d >= w.lead {
			b += s.coord[d-w.lead]
		}
		if d == end {
			s.from, s.to = min(n, max(0, -b)), min(n, max(0, w.m.dims[d]-b))
			b += s.from
		} else if b < 0 || b >= w.m.dims[d] {
			return span{coord: s.coord}
		}
		sum += b * w.m.strides[d]
	}
	s.src = w.m.buf.Addr + uint64(sum)*uint64(w.m.elem.Size())
	return s
}

// pieces copies by cp.async of n bytes.
func (p *copyOfThreads) pieces(x *exec, w *window, base, n int64) {
	e := p.buf.ElemBytes()
	p.each(x, w, n/e, func(mask uint32, spans *[32]span) {
		var bytes [32]int
		for l := range spans {
			if mask>>l&1 == 0 {
				continue
			}
			x.words[l] = sharedAccess(p.buf, base, spans[l].coord)
			x.longs[l] = spans[l].src
			// A piece that starts in front of the memref has nothing inside.
			if spans[l].from == 0 {
				bytes[l] = int(spans[l].to * e)
			}
		}
		x.w.CpAsync(mask, &x.words, &x.longs, int(n), &bytes)
	})
}

// elements loads element by element, and stores pieces of up to 16 bytes.
func (p *copyOfThreads) elements(x *exec, w *window, base int64) {
	e := p.buf.ElemBytes()
	n := int64(16)
	for p.buf.RowBytes()%n != 0 {
		n /= 2
	}
	inner := uint64(w.m.strides[len(w.m.strides)-1] * e)
	var data [512]byte
	p.each(x, w, n/e, func(mask uint32, spans *[32]span) {
		clear(data[:])
		for k := range n / e {
			inside := uint32(0)
			for l := range spans {
				if s := &spans[l]; mask>>l&1 != 0 && k >= s.from && k < s.to {
					inside |= 1 << l
					x.longs[l] = s.src + uint64(k-s.from)*inner
				}
			}
			if inside == 0 {
				continue
			}
			x.w.LoadGlobal(inside, &x.longs, int(e), x.bytes[:])
			for m := inside; m != 0; m &= m - 1 {
				l := int64(bits.TrailingZeros32(m))
				copy(data[l*n+k*e:l*n+(k+1)*e], x.bytes[l*e:])
			}
		}
		for l := range spans {
			if mask>>l&1 != 0 {
				x.words[l] = sharedAccess(p.buf, base, spans[l].coord)
			}
		}
		x.w.StoreShared(mask, &x.words, int(n), data[:])
	})
}

// bulk copies what is inside of each row by one bulk copy of one lane, which announces it, and writes the zeros around it.
func (p *copyOfThreads) bulk(x *exec, w *window, base int64, mbar uint32) {
	e := p.buf.ElemBytes()
	row := p.buf.RowBytes()
	zeros := make([]byte, 512)
	p.each(x, w, p.buf.Shape[len(p.buf.Shape)-1], func(mask uint32, spans *[32]span) {
		for m := mask; m != 0; m &= m - 1 {
			l := bits.TrailingZeros32(m)
			s := &spans[l]
			at := sharedAccess(p.buf, base, s.coord)
			lo, hi := s.from*e, s.to*e
			if hi > lo {
				x.w.MbarrierExpectTx(1<<l, x.same(mbar), uint32(hi-lo))
				x.w.BulkLoad(1<<l, at+uint32(lo), s.src, int(hi-lo), mbar, 0)
			}
			for off := int64(0); off < row; off += 16 {
				if off >= lo && off < hi {
					continue
				}
				x.words[l] = at + uint32(off)
				x.w.StoreShared(1<<l, &x.words, 16, zeros)
			}
		}
	})
}

// compileCopyArrive lets the threads' pieces arrive.
func compileCopyArrive(c *compiler, in *instr) error {
	if _, err := c.inRole(); err != nil {
		return err
	}
	o, _ := async.AsCopyArrive(in.op)
	ops, err := c.slotsOf([]*ir.Value{o.Barrier(), o.Index()})
	if err != nil {
		return err
	}
	n, err := barrierCount(o.Barrier())
	if err != nil {
		return err
	}
	in.run = func(x *exec) error {
		addr, err := x.barrierAt(ops[0], ops[1], n)
		if err == nil {
			x.w.CpAsyncMbarrierArrive(x.mask, x.same(addr), true)
		}
		return err
	}
	return nil
}

// copyError says why a copy that relies on alignment cannot be launched with a buffer, nil when it can.
func copyError(m *memref, o async.Copy) error {
	via, _ := ir.StringValue(o.Via())
	bytes, _ := ir.IntValue(o.Bytes())
	if via == async.ViaBulk {
		bytes = 16
		if n := m.dims[len(m.dims)-1] * int64(m.elem.Size()); n%bytes != 0 {
			return fmt.Errorf("rows of %d bytes", n)
		}
	}
	if (via == async.ViaBulk || via == async.ViaCpAsync) && !m.alignedFor(bytes) {
		return fmt.Errorf("an address or strides that are no multiples of %d bytes", bytes)
	}
	return nil
}
