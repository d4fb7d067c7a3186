package sim

import (
	"fmt"

	"github.com/tile-opt/tile-opt/dialects/async"
	"github.com/tile-opt/tile-opt/ir"
	"github.com/tile-opt/tile-opt/targets/sim/machine"
)

// pipe is a pipeline: its buffers, and two mbarriers a slot.
type pipe struct {
	index   int
	stages  uint64
	buffers []ringBuffer
	full    []uint32
	empty   []uint32
	// pieces: threads fill slots by cp.async; stores: by ordinary stores.
	pieces, stores bool
}

// ringBuffer is where the tiles of one buffer of a pipeline lie.
type ringBuffer struct{ at, stride uint64 }

// pipeState is the positions of a warp in a pipeline: how many slots it acquired, waited for and released, and the
// bytes it has asked for in the slot acquired last.
type pipeState struct {
	acquired, waited, released uint64
	bytes                      uint32
}

// addPipe reserves the buffers and barriers of a pipeline. A slot is empty again when those who release its
// slots (async.Releasers) have done so.
func (k *kernel) addPipe(op *ir.Operation, v *ir.Value) error {
	t, ok := v.Type().(*async.PipelineType)
	if !ok || t.Stages < 1 {
		return nil
	}
	p := &pipe{index: len(k.pipes), stages: uint64(t.Stages)}
	for _, b := range t.Buffers {
		at := k.reserve(b.SlotStride()*int64(t.Stages), b.Align())
		k.note(op, ", slots of "+b.String(), at, b.SlotStride()*int64(t.Stages))
		p.buffers = append(p.buffers, ringBuffer{uint64(at), uint64(b.SlotStride())})
	}
	warps, threads, err := async.Releasers(v)
	if err != nil {
		return err
	}
	fills := 1 + p.copiesInto(v, k.threads/32)
	for i := range t.Stages {
		p.full = append(p.full, k.barrier(op, fmt.Sprintf(", full[%d]", i), fills))
	}
	for i := range t.Stages {
		p.empty = append(p.empty, k.barrier(op, fmt.Sprintf(", empty[%d]", i), uint32(max(warps+threads, 1))))
	}
	k.pipes[op] = p
	return nil
}

// copiesInto finds out how threads fill the slots of a pipeline, and returns how often they arrive for one: each thread for
// its pieces by cp.async, each warp for what its threads stored. warps is the number of warps of the block.
func (p *pipe) copiesInto(v *ir.Value, warps int) uint32 {
	for u := range v.Uses() {
		if !u.Owner().Is("tasync.pipeline_acquire") {
			continue
		}
		if role, ok := async.RoleOf(u.Owner()); ok {
			warps = role.Warps
		}
		for _, buf := range u.Owner().Results() {
			for w := range buf.Uses() {
				if f, ok := async.AsFill(w.Owner()); ok {
					p.pieces = p.pieces || f.UsesCpAsync()
					p.stores = p.stores || f.UsesStores()
				}
				p.stores = p.stores || w.Owner().Is("tasync.local_store")
			}
		}
	}
	n := uint32(0)
	if p.pieces {
		n += uint32(32 * warps)
	}
	if p.stores {
		n += uint32(warps)
	}
	return n
}

// pipeOf finds the pipeline of an operand.
func (c *compiler) pipeOf(v *ir.Value) (*pipe, error) {
	if _, err := c.inRole(); err != nil {
		return nil, err
	}
	if d := v.Def(); d != nil && c.p.kernel.pipes[d] != nil {
		return c.p.kernel.pipes[d], nil
	}
	return nil, fmt.Errorf("expects the result of a tasync.pipeline_create")
}

func compilePipelineCreate(c *compiler, in *instr) error {
	out, err := c.slot(in.op.Result(0))
	in.run = func(x *exec) error { x.set(&x.cells[out.at], 0); return nil }
	return err
}

// tiles gives the buffers of a slot to the results.
func (p *pipe) tiles(x *exec, out []slot, s uint64) {
	for i, b := range p.buffers {
		x.set(&x.cells[out[i].at], b.at+s*b.stride)
	}
}

func (c *compiler) pipeAndResults(in *instr) (*pipe, []slot, error) {
	p, err := c.pipeOf(in.op.Operand(0))
	if err != nil {
		return nil, nil, err
	}
	out, err := c.results(in.op)
	if err == nil && len(out) != 0 && len(out) != len(p.buffers) {
		err = fmt.Errorf("expects %d buffers, found %d", len(p.buffers), len(out))
	}
	return p, out, err
}

func compilePipelineAcquire(c *compiler, in *instr) error {
	p, out, err := c.pipeAndResults(in)
	if err != nil {
		return err
	}
	in.run = func(x *exec) error {
		st := &x.async.pipes[p.index]
		s, round := st.acquired%p.stages, st.acquired/p.stages
		if round > 0 {
			x.w.WaitParity(x.mask, x.same(p.empty[s]), machine.Wait{Parity: uint32(round-1) & 1, Intended: machine.Phase(round - 1)})
		}
		st.acquired++
		st.bytes = 0
		p.tiles(x, out, s)
		return nil
	}
	return nil
}

func compilePipelineCommit(c *compiler, in *instr) error {
	p, _, err := c.pipeAndResults(in)
	if err != nil {
		return err
	}
	who, err := c.issuer()
	if err != nil {
		return err
	}
	in.run = func(x *exec) error {
		st := &x.async.pipes[p.index]
		if st.acquired == 0 {
			return fmt.Errorf("expects an acquired slot")
		}
		if m := who.mask(x); m != 0 {
			s := (st.acquired - 1) % p.stages
			x.w.MbarrierArrive(m, x.same(p.full[s]), machine.Arrive{ExpectTx: true, Bytes: st.bytes})
		}
		full := p.full[(st.acquired-1)%p.stages]
		if p.pieces {
			x.w.CpAsyncMbarrierArrive(x.mask, x.same(full), true)
		}
		if p.stores {
			x.arriveBehindStores(full)
		}
		return nil
	}
	return nil
}

func compilePipelineWait(c *compiler, in *instr) error {
	p, out, err := c.pipeAndResults(in)
	if err != nil {
		return err
	}
	in.run = func(x *exec) error {
		st := &x.async.pipes[p.index]
		s, round := st.waited%p.stages, st.waited/p.stages
		x.w.WaitParity(x.mask, x.same(p.full[s]), machine.Wait{Parity: uint32(round) & 1, Intended: machine.Phase(round)})
		if p.pieces {
			// Who issued a cp.async does not know when it has completed, so
			// that who waits fences.
			x.w.FenceProxyAsync(machine.SpaceShared)
		}
		st.waited++
		p.tiles(x, out, s)
		return nil
	}
	return nil
}

// compilePipelineSkip passes over a slot of another role, which holds none.
func compilePipelineSkip(c *compiler, in *instr) error {
	p, _, err := c.pipeAndResults(in)
	if err != nil {
		return err
	}
	in.run = func(x *exec) error {
		st := &x.async.pipes[p.index]
		if st.waited != st.released {
			return fmt.Errorf("expects no slot to be held, found %d", st.waited-st.released)
		}
		st.waited++
		st.released++
		return nil
	}
	return nil
}

// compilePipelineRelease gives slots back: one arrival of each warp, behind a proxy fence for what its threads read.
func compilePipelineRelease(c *compiler, in *instr) error {
	p, _, err := c.pipeAndResults(in)
	if err != nil {
		return err
	}
	keep, _ := ir.IntValue(in.op.Prop("keep"))
	in.run = func(x *exec) error {
		st := &x.async.pipes[p.index]
		if st.waited-st.released > uint64(keep) {
			x.w.FenceProxyAsync(machine.SpaceShared)
		}
		for ; st.waited-st.released > uint64(keep); st.released++ {
			x.w.MbarrierArrive(x.mask&-x.mask, x.same(p.empty[st.released%p.stages]), machine.Arrive{})
		}
		return nil
	}
	return nil
}
