package greedy

import (
	"context"
	"fmt"
	"slices"

	"github.com/tile-opt/tile-opt/ir"
	"github.com/tile-opt/tile-opt/ir/diag"
	"github.com/tile-opt/tile-opt/ir/effects"
	"github.com/tile-opt/tile-opt/ir/rewrite"
	"github.com/tile-opt/tile-opt/transforms/cfg"
)

// Bits of ir.Operation.Scratch while a driver runs.
const (
	queued = 1 << iota // in the worklist
	owned              // a constant that the driver uniqued
)

// driver is one run. It is the listener of its own rewriter.
type driver struct {
	ctx     context.Context
	root    *ir.Operation
	set     *rewrite.Set
	cfg     Config
	r       *rewrite.Rewriter
	work    []*ir.Operation // a stack
	facts   map[*ir.OpInfo]*facts
	consts  constants
	scratch []ir.Attr
	res     Result
	tally   tally
	steps   int
	// became describes what the last replaced operation became, for the
	// tracer.
	became string
}

// facts are what the driver asks of every operation, by name.
type facts struct {
	patterns []*rewrite.Pattern
	constant bool
	folds    bool
}

// tally counts the work of one round for the report of a run that does not
// converge.
type tally struct {
	rewrites int
	limit    int
	counts   map[string]*applied
}

// applied is how often a pattern was applied, and where last.
type applied struct {
	n   int
	op  string
	loc ir.Loc
}

func newDriver(ctx context.Context, root *ir.Operation, set *rewrite.Set, c Config) *driver {
	d := &driver{ctx: ctx, root: root, set: set, cfg: c, facts: make(map[*ir.OpInfo]*facts)}
	d.r = rewrite.NewRewriter(root.Context(), d)
	d.consts.init(d)
	return d
}

// release leaves every scratch word 0.
func (d *driver) release() {
	for _, op := range d.work {
		if !op.IsErased() {
			op.SetScratch(0)
		}
	}
	d.consts.release()
}

func (d *driver) run() error {
	for {
		d.res.Iterations++
		start := d.r.Changes()
		d.seed()
		before := d.r.Changes()
		if err := d.drain(); err != nil {
			return err
		}
		if d.cfg.Simplify != Disabled && d.res.Stopped == nil {
			cfg.Simplify(d.r, d.root, d.cfg.Simplify == Aggressive)
		}
		if d.r.Changes() != start {
			d.res.Changed = true
		}
		switch {
		case d.res.Stopped != nil:
			return nil
		case d.r.Changes() == before:
			d.res.Converged = true
			return nil
		case d.cfg.MaxIterations > 0 && d.res.Iterations >= d.cfg.MaxIterations:
			d.res.Stopped = d.stopped(true, d.cfg.MaxIterations)
			return nil
		}
	}
}

// seed fills the worklist with everything inside the root, constants
// excepted that are uniqued on the way.
func (d *driver) seed() {
	d.clearWork()
	d.consts.release()
	n := -1 // without the root
	for range ir.Walk(d.root) {
		n++
	}
	d.work = slices.Grow(d.work, n) // growing as it is filled costs four times the memory
	for _, region := range d.root.Regions() {
		for b := range region.Blocks() {
			for op := range b.Ops() {
				d.seedTree(op)
			}
		}
	}
	if !d.cfg.BottomUp {
		slices.Reverse(d.work)
	}
	d.tally = tally{limit: d.cfg.MaxRewrites, counts: make(map[string]*applied)}
	if d.tally.limit == 0 {
		d.tally.limit = minRewrites + rewritesPerOp*n
	}
}

func (d *driver) clearWork() {
	for _, op := range d.work {
		if !op.IsErased() {
			op.SetScratch(op.Scratch() &^ queued)
		}
	}
	d.work = d.work[:0]
}

func (d *driver) seedTree(op *ir.Operation) {
	walk := ir.Walk(op)
	if d.cfg.BottomUp {
		walk = ir.WalkPost(op)
	}
	for o := range walk {
		if d.cfg.Only != nil && !d.cfg.Only(o) || !d.cfg.NoFold && d.factsOf(o).constant && d.consts.adopt(o) {
			continue
		}
		d.push(o)
	}
}

func (d *driver) factsOf(op *ir.Operation) *facts {
	info := op.Info()
	f := d.facts[info]
	if f == nil {
		_, folder := ir.As[ir.Folder](op)
		const folding = ir.Commutative | ir.Idempotent | ir.Involution
		f = &facts{
			patterns: d.set.For(info.Name),
			constant: info.Has(ir.ConstantLike),
			folds:    folder || info.Def != nil && info.Def.Traits&folding != 0,
		}
		d.facts[info] = f
	}
	return f
}

func (d *driver) push(op *ir.Operation) {
	if op.Scratch()&queued != 0 {
		return
	}
	op.SetScratch(op.Scratch() | queued)
	d.work = append(d.work, op)
}

// pollEvery is how many operations are worked on between looks at the
// context.
const pollEvery = 1024

func (d *driver) drain() error {
	for len(d.work) > 0 && d.res.Stopped == nil {
		if d.steps++; d.steps%pollEvery == 0 {
			if err := d.ctx.Err(); err != nil {
				return err
			}
		}
		op := d.work[len(d.work)-1]
		d.work = d.work[:len(d.work)-1]
		if op.IsErased() {
			continue
		}
		op.SetScratch(op.Scratch() &^ queued)
		if err := d.visit(op); err != nil {
			return err
		}
	}
	return nil
}

func (d *driver) visit(op *ir.Operation) error {
	if !d.cfg.NoErase && effects.IsTriviallyDead(op) {
		d.res.Erased++
		d.r.Erase(op)
		return nil
	}
	f := d.factsOf(op)
	if f.folds && !f.constant && !d.cfg.NoFold && d.fold(op) {
		return nil
	}
	for _, p := range f.patterns {
		done, err := d.try(p, op)
		if done || err != nil {
			return err
		}
	}
	return nil
}

// try applies one pattern and reports whether it changed the IR.
func (d *driver) try(p *rewrite.Pattern, op *ir.Operation) (bool, error) {
	d.r.Before(op)
	d.r.SetLoc(op.Loc())
	changes := d.r.Changes()
	name, loc, before := op.Name(), op.Loc(), ""
	if d.cfg.Tracer != nil {
		before, d.became = Brief(op), "erased"
	}
	err := p.Rewrite(op, d.r)
	changed := d.r.Changes() != changes
	switch {
	case err == nil && changed:
		d.res.Rewrites++
		d.count(p.Name, name, loc)
		if d.cfg.Tracer != nil {
			d.cfg.Tracer.Applied(p.Name, loc, before, d.afterText(op))
		}
		return true, nil
	case err == nil && d.cfg.Check:
		return false, diag.Errorf(loc.Pos(), "pattern '%s' reports success on '%s' without changing anything through its rewriter", p.Name, name)
	case err == nil:
		return false, nil
	case !rewrite.IsNoMatch(err):
		return false, err
	case changed && d.cfg.Check:
		return false, diag.Errorf(loc.Pos(), "pattern '%s' reports no match on '%s' after changing the IR", p.Name, name)
	}
	if d.cfg.Tracer != nil {
		d.cfg.Tracer.Failed(p.Name, op, d.r.Reason())
	}
	// A pattern that changed something and then gave up may have erased op.
	return changed && op.IsErased(), nil
}

func (d *driver) afterText(op *ir.Operation) string {
	if !op.IsErased() {
		return Brief(op)
	}
	return d.became
}

// Brief returns one line that shows an operation: its name, the names of what
// defines its operands, and its attributes.
func Brief(op *ir.Operation) string {
	s := op.Name() + "("
	for i := range op.NumOperands() {
		if i > 0 {
			s += ", "
		}
		s += operandText(op.Operand(i))
	}
	s += ")"
	for i := range op.NumProps() {
		if a := op.PropAt(i); a != nil && op.IsRegistered() {
			s += fmt.Sprintf(" %s=%s", op.Info().Def.Props[i].Name, a)
		}
	}
	for _, a := range op.Attrs() {
		s += fmt.Sprintf(" %s=%s", a.Name, a.Attr)
	}
	return s
}

func operandText(v *ir.Value) string {
	if c := rewrite.ConstantOf(v); c != nil {
		return c.String()
	}
	if def := v.Def(); def != nil {
		return def.Name()
	}
	return fmt.Sprintf("arg#%d", v.Index())
}

// count enters one application into the tally and stops the run at the
// bound.
func (d *driver) count(pattern, op string, loc ir.Loc) {
	a := d.tally.counts[pattern]
	if a == nil {
		a = &applied{}
		d.tally.counts[pattern] = a
	}
	a.n++
	a.op, a.loc = op, loc
	if d.tally.rewrites++; d.tally.limit > 0 && d.tally.rewrites >= d.tally.limit && len(d.work) > 0 {
		d.res.Stopped = d.stopped(false, d.tally.limit)
	}
}

func (d *driver) stopped(iterations bool, limit int) *Stopped {
	s := &Stopped{Iterations: iterations, Limit: limit, Pattern: "region simplification", Op: d.root.Name(), Pos: d.root.Loc().Pos()}
	for name, a := range d.tally.counts {
		if a.n > s.Count || a.n == s.Count && name < s.Pattern {
			s.Pattern, s.Count, s.Op, s.Pos = name, a.n, a.op, a.loc.Pos()
		}
	}
	return s
}
