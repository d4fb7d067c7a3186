package sim

import (
	"errors"
	"fmt"
	"math/bits"

	"github.com/tile-opt/tile-opt/ir"
	"github.com/tile-opt/tile-opt/targets/sim/machine"
)

// exec is one warp on its way through the program.
type exec struct {
	r *run
	w *machine.Warp
	// mask is the active lanes, full those that have not exited, gone those that have.
	mask, full, gone uint32
	fn               *function
	cells            []cell
	counts           []int32 // executions of each block of the function
	tag              int32
	depth            int
	fences           uint32 // wgmma fences executed
	nextID           int32
	stage            []cell
	words            [32]uint32
	longs            [32]uint64
	bytes            [512]byte
	raw              []byte
	acc              [][32]uint32
	async            asyncState
}

// region runs a region from its entry under the active mask.
func (x *exec) region(r *region) error {
	tag := x.tag
	var err error
	if len(r.blocks) == 1 {
		if err = x.straight(r.blocks[0]); err == nil {
			x.copyAll(&r.blocks[0].ends)
		}
	} else {
		mask := x.mask
		err = x.flow(r.blocks[0], nil)
		x.mask = mask &^ x.gone
	}
	x.tag = tag
	return err
}

// straight runs the operations of a block.
func (x *exec) straight(b *block) error {
	if !b.spin {
		x.tag = x.counts[b.num]
		x.counts[b.num]++
	}
	x.w.Tick()
	x.r.laneOps += int64(len(b.code) * bits.OnesCount32(x.mask))
	if x.r.opts.Timeline {
		x.w.Work(b.work)
	}
	for _, in := range b.code {
		x.w.At(machine.Site{At: in, Tag: x.tag})
		if err := in.run(x); err != nil {
			return at(in.op, err)
		}
		if x.mask == 0 {
			return nil // all lanes have exited
		}
	}
	if b.end != nil {
		x.w.At(machine.Site{At: b.end, Tag: x.tag})
		if b.end.run != nil {
			return at(b.end.op, b.end.run(x))
		}
	}
	return nil
}

// flow runs blocks from b on until every active lane has reached stop or left the region. The mask is then that of the
// lanes at stop.
func (x *exec) flow(b, stop *block) error {
	for b != stop {
		if err := x.straight(b); err != nil {
			return err
		}
		if x.mask == 0 {
			return nil
		}
		br := b.branch
		if br == nil {
			x.copyAll(&b.ends)
			x.leave()
			return nil
		}
		i, err := x.decide(b)
		if err != nil {
			return err
		}
		if i >= 0 {
			x.copyAll(&br.to[i].args)
			b = br.to[i].block
			continue
		}
		if err := x.diverge(b); err != nil || x.mask == 0 {
			return err
		}
		b = b.join
	}
	return nil
}

// leave ends the active lanes' way through a region: in a kernel they exit, unless the whole warp does.
func (x *exec) leave() {
	if x.fn.kernel && !x.whole() {
		x.exit(x.mask)
	}
	x.mask = 0
}

// exit ends lanes.
func (x *exec) exit(mask uint32) {
	x.w.Exit(mask)
	x.gone |= mask
	x.full &^= mask
	x.mask &^= mask
}

// decide returns the successor that all active lanes take, or -1.
func (x *exec) decide(b *block) (int, error) {
	br := b.branch
	if br.cond.n == 0 {
		return 0, nil
	}
	c := &x.cells[br.cond.at]
	x.touch(c)
	if err := x.defined(c, "branches on"); err != nil {
		return 0, at(b.end.op, err)
	}
	if c.uni {
		return br.pick(c.v[0]), nil
	}
	out := br.pick(c.v[x.first()])
	for m := x.mask; m != 0; m &= m - 1 {
		if br.pick(c.v[bits.TrailingZeros32(m)]) != out {
			return -1, nil
		}
	}
	return out, nil
}

// diverge runs each successor for its lanes until they meet again at b.join.
func (x *exec) diverge(b *block) error {
	br := b.branch
	c := x.cells[br.cond.at]
	var masks = make([]uint32, len(br.to))
	for m := x.mask; m != 0; m &= m - 1 {
		l := bits.TrailingZeros32(m)
		masks[br.pick(c.v[l])] |= 1 << l
	}
	met := uint32(0)
	for i, m := range masks {
		if m == 0 {
			continue
		}
		x.mask = m
		x.copyAll(&br.to[i].args)
		if err := x.flow(br.to[i].block, b.join); err != nil {
			return err
		}
		met |= x.mask
	}
	x.mask = met &^ x.gone
	return nil
}

// copyAll performs copies that happen at once.
func (x *exec) copyAll(m *moves) {
	if !m.staged {
		for i := range m.dst {
			x.moveSlot(m.dst[i], m.src[i])
		}
		return
	}
	n := 0
	for _, s := range m.src {
		n += s.n
	}
	if len(x.stage) < n {
		x.stage = make([]cell, n)
	}
	k := 0
	for _, s := range m.src {
		k += copy(x.stage[k:], x.cells[s.at:s.at+s.n])
	}
	k = 0
	for _, d := range m.dst {
		for i := range d.n {
			x.move(&x.cells[d.at+i], &x.stage[k])
			k++
		}
	}
}

// defined reports an undefined value where it matters, when that is asked for.
func (x *exec) defined(c *cell, verb string) error {
	if c.x&x.mask != 0 && x.r.opts.StrictX {
		return fmt.Errorf("%s a value that is undefined in lanes %08x", verb, c.x&x.mask)
	}
	return nil
}

// findJoins computes the immediate post-dominator of every block: sets of post-dominators as bits, until they no longer
// change. Those of a block form a chain, so the nearest is the one with the largest set of its own.
func (r *region) findJoins() error {
	n := len(r.blocks)
	if n > 1<<13 {
		return fmt.Errorf("is not supported by the simulator: %d blocks, more than %d", n, 1<<13)
	}
	words := (n + 63) / 64
	sets := make([][]uint64, n)
	for i := range sets {
		sets[i] = make([]uint64, words)
		for w := range sets[i] {
			sets[i][w] = ^uint64(0)
		}
	}
	next := make([]uint64, words)
	for changed := true; changed; {
		changed = false
		for i := n - 1; i >= 0; i-- {
			r.blocks[i].meet(sets, next)
			for w := range next {
				if sets[i][w] != next[w] {
					sets[i][w], changed = next[w], true
				}
			}
		}
	}
	sizes := make([]int, n)
	for i, s := range sets {
		for _, w := range s {
			sizes[i] += bits.OnesCount64(w)
		}
	}
	for i, b := range r.blocks {
		if sizes[i] >= 64*words {
			continue // never leaves the region
		}
		for j, other := range r.blocks {
			if j != i && sets[i][j/64]>>(j%64)&1 != 0 && (b.join == nil || sizes[j] > sizes[b.join.index]) {
				b.join = other
			}
		}
	}
	return nil
}

// meet computes the post-dominators of b from those of its successors.
func (b *block) meet(sets [][]uint64, out []uint64) {
	clear(out)
	if b.branch != nil {
		for w := range out {
			out[w] = ^uint64(0)
		}
		for _, e := range b.branch.to {
			for w := range out {
				out[w] &= sets[e.block.index][w]
			}
		}
	}
	out[b.index/64] |= 1 << (b.index % 64)
}

// flowHandlers are branches and the ends of regions.
var flowHandlers = map[string]handler{
	"func.return":      compileEnd,
	"llvm.return":      compileEnd,
	"scf.yield":        compileEnd,
	"scf.condition":    compileEnd,
	"tasync.yield":     compileEnd,
	"llvm.unreachable": compileUnreachable,
	"cf.br":            compileBranch,
	"llvm.br":          compileBranch,
	"cf.cond_br":       compileCondBranch,
	"llvm.cond_br":     compileCondBranch,
	"cf.switch":        compileSwitch,
	"llvm.switch":      compileSwitch,
	"cf.assert":        compileAssert,
}

func compileEnd(c *compiler, in *instr) error {
	ops, err := c.operands(in.op)
	if err != nil {
		return err
	}
	c.block.ends, err = newMoves(c.region.yield, ops)
	return err
}

func compileUnreachable(_ *compiler, in *instr) error {
	in.run = func(*exec) error { return errors.New("was reached") }
	return nil
}

// branchTo completes a branch with the operands of each successor.
func (c *compiler) branchTo(in *instr, cond slot, pick func(uint64) int) error {
	br := &branch{cond: cond, pick: pick}
	ranges, err := successorRanges(in.op)
	if err != nil {
		return err
	}
	for i, succ := range in.op.Successors() {
		to := c.where[succ]
		if to == nil {
			return errors.New("branches out of its region")
		}
		src, err := c.slotsOf(in.op.Operands()[ranges[i][0]:ranges[i][1]])
		if err != nil {
			return err
		}
		m, err := newMoves(to.args, src)
		if err != nil {
			return err
		}
		br.to = append(br.to, edge{to, m})
	}
	c.block.branch = br
	return nil
}

// successorRanges returns which operands go to each successor.
func successorRanges(op *ir.Operation) ([][2]int, error) {
	sizes := segments(op, "operandSegmentSizes")
	switch op.Name() {
	case "cf.br", "llvm.br":
		return [][2]int{{0, op.NumOperands()}}, nil
	case "cf.cond_br", "llvm.cond_br":
		if len(sizes) == 3 {
			return [][2]int{{1, 1 + sizes[1]}, {1 + sizes[1], 1 + sizes[1] + sizes[2]}}, nil
		}
	default:
		if len(sizes) != 3 {
			break
		}
		k := 1 + sizes[1]
		out := [][2]int{{1, k}}
		for _, n := range segments(op, "case_operand_segments") {
			out = append(out, [2]int{k, k + n})
			k += n
		}
		if len(out) == op.NumSuccessors() {
			return out, nil
		}
	}
	return nil, errors.New("expects to say which operands go to each successor")
}

func segments(op *ir.Operation, name string) []int {
	a, ok := op.Prop(name).(*ir.DenseArrayAttr)
	if !ok {
		return nil
	}
	out := make([]int, a.N)
	for i, v := range a.Ints() {
		out[i] = int(v)
	}
	return out
}

func compileBranch(c *compiler, in *instr) error { return c.branchTo(in, slot{}, nil) }

func compileCondBranch(c *compiler, in *instr) error {
	cond, err := c.slot(in.op.Operand(0))
	if err != nil {
		return err
	}
	return c.branchTo(in, cond, func(v uint64) int {
		if isTrue(v) {
			return 0
		}
		return 1
	})
}

func compileSwitch(c *compiler, in *instr) error {
	v, err := c.slot(in.op.Operand(0))
	if err != nil {
		return err
	}
	labels := make(map[uint64]int)
	if d, ok := in.op.Prop("case_values").(*ir.DenseAttr); ok {
		for i := range in.op.NumSuccessors() - 1 {
			bits, err := bitsOfAttr(d.Elem(i), in.op.Operand(0).Type())
			if err != nil {
				return err
			}
			labels[bits] = i + 1
		}
	}
	return c.branchTo(in, v, func(v uint64) int { return labels[v] })
}

func compileAssert(c *compiler, in *instr) error {
	cond, err := c.slot(in.op.Operand(0))
	if err != nil {
		return err
	}
	msg, _ := ir.StringValue(in.op.Prop("msg"))
	in.run = func(x *exec) error {
		if bad := x.mask &^ x.lanesWhere(&x.cells[cond.at], isTrue); bad != 0 {
			return fmt.Errorf("fails in lanes %08x: %s", bad, msg)
		}
		return nil
	}
	return nil
}
