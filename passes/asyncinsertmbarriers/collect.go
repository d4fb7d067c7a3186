package asyncinsertmbarriers

import (
	"github.com/tile-opt/tile-opt/dialects/async"
	"github.com/tile-opt/tile-opt/ir"
)

// collect finds the pipelines and token groups of the kernel and checks that
// they have the shape that can be lowered.
func (l *lowering) collect() error {
	l.byPipe = make(map[*ir.Value]*ring)
	l.byWait = make(map[*ir.Operation]*group)
	l.byLoad = make(map[*ir.Operation]*group)
	nvars := 0
	for op := range ir.Walk(l.fn) {
		switch {
		case op.Is(async.PipelineCreateDef.Name):
			r := &ring{create: op, typ: op.Result(0).Type().(*async.PipelineType), first: nvars, mmaOnly: true}
			nvars += ringVars
			if op.Block() != l.fn.RegionAt(0).Entry() {
				return op.OpError("must stand in the entry block of the kernel, since its barriers are initialised there")
			}
			l.rings = append(l.rings, r)
			l.byPipe[op.Result(0)] = r
		case op.Is(async.WaitDef.Name):
			g := &group{wait: op, parity: nvars}
			nvars++
			if err := l.collectGroup(g); err != nil {
				return err
			}
			l.groups = append(l.groups, g)
			l.byWait[op] = g
		}
	}
	l.vars = make([]*ir.Value, nvars)
	for op := range ir.Walk(l.fn) {
		if err := l.checkOp(op); err != nil {
			return err
		}
	}
	for _, r := range l.rings {
		if err := l.checkRoles(r); err != nil {
			return err
		}
		l.countConsumers(r)
	}
	return nil
}

// checkRoles checks that a ring is filled by one role, so that its positions
// are those of one program, and that who waits also releases.
func (l *lowering) checkRoles(r *ring) error {
	var fills *ir.Operation
	waits, releases := make(map[*ir.Region]*ir.Operation), make(map[*ir.Region]*ir.Operation)
	for _, op := range r.create.Result(0).Users() {
		role, _ := l.roleOf(op)
		switch {
		case op.Is(async.PipelineAcquireDef.Name):
			if fills == nil {
				fills = op
			}
			if first, _ := l.roleOf(fills); first != role {
				return r.create.OpError("is filled by two roles, but its slots have one order").
					WithNote(fills.Loc().Pos(), "one fills it here").WithNote(op.Loc().Pos(), "another here")
			}
		case op.Is(async.PipelineWaitDef.Name):
			waits[role] = op
		case op.Is(async.PipelineReleaseDef.Name):
			releases[role] = op
		}
	}
	for _, op := range r.create.Result(0).Users() {
		role, _ := l.roleOf(op)
		switch {
		case op == waits[role] && releases[role] == nil:
			return op.OpError("waits for slots that this role never releases")
		case op == releases[role] && waits[role] == nil:
			return op.OpError("releases slots that this role does not wait for")
		}
	}
	return nil
}

func (l *lowering) collectGroup(g *group) error {
	for _, tok := range g.wait.Operands() {
		load := tok.Def()
		if load == nil || !load.Is(async.AsyncLoadDef.Name) {
			return g.wait.OpError("waits for a token that is carried through control flow; only tokens of loads in the same block can become a barrier")
		}
		if load.Block() != g.wait.Block() {
			return g.wait.OpError("must stand in the block of the load that it waits for").
				WithNote(load.Loc().Pos(), "the load is here")
		}
		if l.byLoad[load] != nil {
			if l.byLoad[load] == g {
				continue
			}
			return load.OpError("is waited for twice")
		}
		l.byLoad[load] = g
		g.loads = append(g.loads, load)
		if g.first == nil || load.IsBefore(g.first) {
			g.first = load
		}
		g.bytes += loadBytes(load)
	}
	return nil
}

// loadBytes returns what a load adds to the barrier: whole boxes, also where
// they reach outside the tensor.
func loadBytes(load *ir.Operation) int64 {
	v, _ := async.AsAsyncLoad(load)
	return v.Dst().Type().(*async.BufferType).SlotBytes()
}

func (l *lowering) checkOp(op *ir.Operation) error {
	if op.NumOperands() > 0 && l.byPipe[op.Operand(0)] == nil {
		if _, ok := op.Operand(0).Type().(*async.PipelineType); ok {
			return op.OpError("uses a pipeline that no tasync.pipeline_create of this kernel makes")
		}
	}
	switch {
	case op.Is(async.AsyncLoadDef.Name):
		if op.NumResults() > 0 && l.byLoad[op] == nil {
			return op.OpError("has a token that nothing waits for")
		}
	case op.Is(async.PipelineAcquireDef.Name):
		return l.checkAcquire(op)
	case op.Is(async.PipelineWaitDef.Name):
		r := l.byPipe[op.Operand(0)]
		for i := range op.NumResults() {
			for u := range op.Result(i).Uses() {
				if !u.Owner().Is(async.MMADef.Name) {
					r.mmaOnly = false
				}
			}
		}
	}
	return nil
}

// checkAcquire checks that the slot is filled by loads of the same block
// between the acquire and its commit.
func (l *lowering) checkAcquire(op *ir.Operation) error {
	commit := op.Next()
	for commit != nil && !(commit.Is(async.PipelineCommitDef.Name) && commit.Operand(0) == op.Operand(0)) {
		commit = commit.Next()
	}
	if commit == nil {
		return op.OpError("has no tasync.pipeline_commit of its pipeline behind it in the same block")
	}
	loads := 0
	for i := range op.NumResults() {
		for u := range op.Result(i).Uses() {
			load := u.Owner()
			if !load.Is(async.AsyncLoadDef.Name) {
				return load.OpError("fills a pipeline slot, which only tasync.async_load can")
			}
			if load.Block() != op.Block() || !load.IsBefore(commit) {
				return load.OpError("must stand between the acquire and the commit of its slot, in the same block: the bytes of a phase must be the same every time").
					WithNote(op.Loc().Pos(), "the slot is acquired here")
			}
			loads++
		}
	}
	if loads == 0 {
		return op.OpError("acquires a slot that no load fills")
	}
	return nil
}

// countConsumers sets the arrivals that give a slot back: one a warp of every
// role that waits on the ring.
func (l *lowering) countConsumers(r *ring) {
	seen := make(map[*ir.Region]bool)
	for u := range r.create.Result(0).Uses() {
		if !u.Owner().Is(async.PipelineWaitDef.Name) {
			continue
		}
		role, warps := l.roleOf(u.Owner())
		if seen[role] {
			continue
		}
		seen[role] = true
		r.arrivals += warps
	}
	r.arrivals = max(r.arrivals, 1)
}

// roleOf returns the region of the role that executes op (the kernel's body
// outside roles) and its number of warps.
func (l *lowering) roleOf(op *ir.Operation) (*ir.Region, int64) {
	for o := op; o != l.fn; o = o.Parent() {
		if ws, ok := async.AsWarpSpecialize(o.Parent()); ok {
			warps := ws.Warps().(*ir.DenseArrayAttr).Ints()
			return o.Region(), warps[o.Region().Index()]
		}
	}
	groups, _ := ir.IntValue(l.fn.Attr("tasync.warp_groups"))
	return l.fn.RegionAt(0), 4 * groups
}

// interval bounds how many slots a consumer holds.
type interval struct{ lo, hi int64 }

func (a interval) join(b interval) interval { return interval{min(a.lo, b.lo), max(a.hi, b.hi)} }

// bounds finds for every release how many slots it gives back, at least and
// at most.
func (l *lowering) bounds() error {
	l.excess = make(map[*ir.Operation]interval)
	l.multiple = make(map[*ir.Operation]bool)
	state := make([]interval, len(l.rings))
	if err := l.boundBlock(l.fn.RegionAt(0).Entry(), state); err != nil {
		return err
	}
	for op, e := range l.excess {
		if e.lo != e.hi {
			l.byPipe[op.Operand(0)].counted = true
		}
	}
	for _, r := range l.rings {
		r.paired = l.paired(r)
	}
	return nil
}

// paired reports whether every release gives back the one slot that a wait
// before it in its block waited for, so that its number need not be carried.
func (l *lowering) paired(r *ring) bool {
	for _, op := range r.create.Result(0).Users() {
		switch {
		case op.Is(async.PipelineWaitDef.Name) && l.multiple[op]:
			return false
		case op.Is(async.PipelineReleaseDef.Name) && l.excess[op].hi > 0:
			w := op.Prev()
			for w != nil && !(w.Is(async.PipelineWaitDef.Name) && w.Operand(0) == op.Operand(0)) {
				w = w.Prev()
			}
			if w == nil || l.excess[op] != (interval{1, 1}) {
				return false
			}
		}
	}
	return true
}

func (l *lowering) boundBlock(b *ir.Block, state []interval) error {
	for op := range b.Ops() {
		if op.NumRegions() > 0 {
			if err := l.boundNested(op, state); err != nil {
				return err
			}
			continue
		}
		for i, r := range l.rings {
			if op.NumOperands() == 0 || op.Operand(0) != r.create.Result(0) {
				continue
			}
			if err := l.boundOp(op, r, &state[i]); err != nil {
				return err
			}
		}
	}
	return nil
}

func (l *lowering) boundOp(op *ir.Operation, r *ring, s *interval) error {
	switch {
	case op.Is(async.PipelineWaitDef.Name):
		if s.hi > 0 {
			l.multiple[op] = true
		}
		s.lo++
		s.hi++
		if s.hi > int64(r.stages()) {
			// Holding more than there is means that some path never
			// releases; the explorer and the simulator call it a deadlock.
			s.hi = int64(r.stages())
			s.lo = min(s.lo, s.hi)
		}
	case op.Is(async.PipelineReleaseDef.Name):
		v, _ := async.AsPipelineRelease(op)
		keep, _ := ir.IntValue(v.Keep())
		if keep >= int64(r.stages()) {
			return op.OpError("keeps %d slots of a pipeline of %d stages, so that no slot ever comes back", keep, r.stages())
		}
		e := interval{max(s.lo-keep, 0), max(s.hi-keep, 0)}
		if old, ok := l.excess[op]; ok {
			e = e.join(old)
		}
		l.excess[op] = e
		s.lo, s.hi = min(s.lo, keep), min(s.hi, keep)
	}
	return nil
}

func (l *lowering) boundNested(op *ir.Operation, state []interval) error {
	if op.Is("scf.for") || op.Is("scf.while") {
		return l.boundLoop(op, state)
	}
	in := append([]interval(nil), state...)
	var out []interval
	for _, r := range op.Regions() {
		if r.IsEmpty() {
			continue
		}
		branch := append([]interval(nil), in...)
		if err := l.boundBlock(r.Entry(), branch); err != nil {
			return err
		}
		if out == nil {
			out = branch
		} else {
			out = joinAll(out, branch)
		}
	}
	if op.Is("scf.if") && op.RegionAt(1).IsEmpty() {
		out = joinAll(out, in)
	}
	if out != nil && !op.Is(async.WarpSpecializeDef.Name) {
		copy(state, out)
	}
	return nil
}

// boundLoop goes round a loop until nothing changes, which is at most one more
// round for each slot. A for loop ends at its head, a while loop behind its
// first region.
func (l *lowering) boundLoop(op *ir.Operation, state []interval) error {
	in := append([]interval(nil), state...)
	for {
		round := append([]interval(nil), in...)
		end := in
		for i, r := range op.Regions() {
			if err := l.boundBlock(r.Entry(), round); err != nil {
				return err
			}
			if op.NumRegions() > 1 && i == 0 {
				end = append([]interval(nil), round...)
			}
		}
		joined := joinAll(in, round)
		if equal(joined, in) {
			copy(state, end)
			return nil
		}
		in = joined
	}
}

func joinAll(a, b []interval) []interval {
	out := make([]interval, len(a))
	for i := range a {
		out[i] = a[i].join(b[i])
	}
	return out
}

func equal(a, b []interval) bool {
	for i := range a {
		if a[i] != b[i] {
			return false
		}
	}
	return true
}
