package sim

import (
	"context"
	"errors"
	"fmt"

	"github.com/tile-opt/tile-opt/ir"
	"github.com/tile-opt/tile-opt/ir/diag"
)

// program is everything compiled of a module for one run.
type program struct {
	opts  Options
	funcs map[*ir.Operation]*function
	// globals places the module's global variables.
	globals *globals
	// kernel describes the entry when it is one of the async level.
	kernel *kernel
}

// function is a compiled function.
type function struct {
	op       *ir.Operation
	body     *region
	slots    map[*ir.Value]slot
	numCells int
	blocks   int
	// rets receive what a return hands over.
	rets []slot
	// kernel is set for the entry: leaving it ends the threads.
	kernel bool
}

// region is a compiled region. Where it ends, the operands of its terminator go to yield.
type region struct {
	blocks []*block
	yield  []slot
}

// block is a compiled block.
type block struct {
	num   int // in its function
	index int // in its region
	args  []slot
	code  []*instr
	end   *instr
	// work is about how many instructions the block takes, beside those whose time the machine knows.
	work   int64
	ends   moves // what the region hands over, when the terminator ends it
	branch *branch
	// spin is set for the body of a loop around a test of an mbarrier: its rounds are no iterations.
	spin bool
	// join is where diverged lanes meet again: the immediate post-dominator, nil for the end of the region.
	join *block
}

// branch is a terminator that stays in the region.
type branch struct {
	cond slot // no cells: there is one successor
	pick func(v uint64) int
	to   []edge
}

type edge struct {
	block *block
	args  moves
}

// instr is a compiled operation.
type instr struct {
	op  *ir.Operation
	run func(x *exec) error
}

// String is what reports print of an operation: its place and its name.
func (in *instr) String() string {
	return fmt.Sprintf("%s: '%s'", in.op.Loc().Pos(), in.op.Name())
}

// moves is a set of copies that happen at once.
type moves struct {
	dst, src []slot
	// staged is set when a destination is the source of a later copy.
	staged bool
}

// handler completes the compiled form of an operation: it sets run, or what its block does at its end.
type handler func(c *compiler, in *instr) error

// compiler turns a function into closures over numbered cells.
type compiler struct {
	p     *program
	fn    *function
	block *block
	// region is the region that is being compiled.
	region *region
	where  map[*ir.Block]*block
	// role is who executes what is compiled, in a kernel of the async level.
	role *roleScope
	// single is set inside tasync.single_thread.
	single bool
}

// maxFunctionCells bounds the registers of a function.
const maxFunctionCells = 1 << 22

// handlerFor finds what runs operations of that name.
func handlerFor(name string) handler {
	switch name { // these lead back here, so they stand in no table
	case "func.call", "llvm.call":
		return compileCall
	case "scf.for":
		return compileFor
	case "scf.if":
		return compileIf
	case "scf.while":
		return compileWhile
	case "scf.execute_region":
		return compileExecuteRegion
	case "scf.index_switch":
		return compileIndexSwitch
	case "tasync.warp_specialize":
		return compileWarpSpecialize
	case "tasync.single_thread":
		return compileSingleThread
	}
	for _, table := range []map[string]handler{flowHandlers, valueHandlers, memoryHandlers, tileHandlers, asyncHandlers, nvvmHandlers} {
		if h := table[name]; h != nil {
			return h
		}
	}
	return scalarHandler(name)
}

// function returns the compiled form of a function.
func (p *program) function(op *ir.Operation) (*function, error) {
	if fn := p.funcs[op]; fn != nil {
		return fn, nil
	}
	if op.NumRegions() == 0 || op.RegionAt(0).IsEmpty() {
		return nil, op.OpError("expects a body to be run")
	}
	fn := &function{op: op, slots: make(map[*ir.Value]slot)}
	p.funcs[op] = fn
	c := &compiler{p: p, fn: fn, where: make(map[*ir.Block]*block)}
	if p.kernel != nil && p.kernel.op == op {
		c.role = p.kernel.scope
	}
	for _, t := range resultTypes(op) {
		s, err := c.fresh(t)
		if err != nil {
			return nil, at(op, err)
		}
		fn.rets = append(fn.rets, s)
	}
	body, err := c.compileRegion(op.RegionAt(0), fn.rets)
	if err != nil {
		return nil, err
	}
	fn.body = body
	return fn, nil
}

// fresh reserves cells for a value of the type.
func (c *compiler) fresh(t ir.Type) (slot, error) {
	n, err := cellsOf(t)
	if err != nil {
		return slot{}, err
	}
	return c.reserve(n)
}

func (c *compiler) reserve(n int) (slot, error) {
	s := slot{c.fn.numCells, n}
	c.fn.numCells += n
	if c.fn.numCells > maxFunctionCells {
		return slot{}, fmt.Errorf("is not supported by the simulator: the function has more than %d registers", maxFunctionCells)
	}
	return s, nil
}

// slot returns where a value lives. A value that was not seen yet is defined later in the text.
func (c *compiler) slot(v *ir.Value) (slot, error) {
	if s, ok := c.fn.slots[v]; ok {
		return s, nil
	}
	s, err := c.fresh(v.Type())
	if err != nil {
		return slot{}, err
	}
	c.fn.slots[v] = s
	return s, nil
}

func (c *compiler) slotsOf(vs []*ir.Value) ([]slot, error) {
	out := make([]slot, len(vs))
	for i, v := range vs {
		s, err := c.slot(v)
		if err != nil {
			return nil, err
		}
		out[i] = s
	}
	return out, nil
}

// operands and results return the slots of all operands and results.
func (c *compiler) operands(op *ir.Operation) ([]slot, error) { return c.slotsOf(op.Operands()) }

func (c *compiler) results(op *ir.Operation) ([]slot, error) { return c.slotsOf(op.Results()) }

// inOut returns both.
func (c *compiler) inOut(op *ir.Operation) (in, out []slot, err error) {
	if in, err = c.operands(op); err != nil {
		return nil, nil, err
	}
	out, err = c.results(op)
	return in, out, err
}

// optional returns the slot of a value that may be missing; no cells then.
func (c *compiler) optional(v *ir.Value) (slot, error) {
	if v == nil {
		return slot{}, nil
	}
	return c.slot(v)
}

// compileRegion compiles a region whose terminators hand their operands to yield.
func (c *compiler) compileRegion(r *ir.Region, yield []slot) (*region, error) {
	outer, outerBlock := c.region, c.block
	defer func() { c.region, c.block = outer, outerBlock }()
	out := &region{yield: yield}
	for b := range r.Blocks() {
		args, err := c.slotsOf(b.Args())
		if err != nil {
			return nil, at(r.Owner(), err)
		}
		cb := &block{num: c.fn.blocks, index: len(out.blocks), args: args}
		c.where[b] = cb
		out.blocks = append(out.blocks, cb)
		c.fn.blocks++
	}
	c.region = out
	for b := range r.Blocks() {
		if err := c.compileBlock(b, c.where[b]); err != nil {
			return nil, err
		}
	}
	if len(out.blocks) > 1 {
		if err := out.findJoins(); err != nil {
			return nil, at(r.Owner(), err)
		}
	}
	return out, nil
}

// maxSpinOps is how many operations a block that only tests an mbarrier has at most.
const maxSpinOps = 4

func (c *compiler) compileBlock(b *ir.Block, out *block) error {
	n := 0
	for op := range b.Ops() {
		n++
		out.spin = (out.spin || op.Is("nvvm.mbarrier.try_wait") || op.Is("nvvm.mbarrier.test.wait")) && n <= maxSpinOps
		c.block = out
		in := &instr{op: op}
		terminator := op == b.Last() && op.Has(ir.Terminator)
		if terminator {
			out.end = in
		}
		h := handlerFor(op.Name())
		if h == nil {
			return op.OpError("is not supported by the simulator")
		}
		if err := h(c, in); err != nil {
			return at(op, err)
		}
		if !terminator && in.run != nil {
			out.code = append(out.code, in)
			out.work += c.work(op)
		}
	}
	return nil
}

// at positions an error that has no position at the operation.
func at(op *ir.Operation, err error) error {
	var d *diag.Diagnostic
	var list diag.List
	if err == nil || errors.As(err, &d) || errors.As(err, &list) {
		return err
	}
	if errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) {
		return err
	}
	return op.OpError("%s", err.Error())
}

// newMoves makes a set of copies.
func newMoves(dst, src []slot) (moves, error) {
	if len(dst) != len(src) {
		return moves{}, fmt.Errorf("hands over %d values where %d are expected", len(src), len(dst))
	}
	m := moves{dst: dst, src: src}
	written := make(map[int]bool)
	for i := range dst {
		if dst[i].n != src[i].n {
			return moves{}, fmt.Errorf("hands over value %d of %d registers where %d are expected", i, src[i].n, dst[i].n)
		}
		m.staged = m.staged || written[src[i].at]
		written[dst[i].at] = true
	}
	return m, nil
}
