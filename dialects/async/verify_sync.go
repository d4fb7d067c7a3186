package async

import "github.com/tile-opt/tile-opt/ir"

// VerifyRegions checks that nothing in the body needs several threads.
func (o SingleThread) VerifyRegions() error {
	if InSingleThread(o.Op()) {
		return o.OpError("expected no tasync.single_thread inside another")
	}
	for op := range ir.Walk(o.Op()) {
		if op == o.Op() {
			continue
		}
		if !allowedInSingleThread(op) {
			return op.OpError("expected nothing that several threads execute together inside tasync.single_thread").
				WithNote(o.Op().Loc().Pos(), "the body is executed by one thread")
		}
	}
	return nil
}

// allowedInSingleThread lists what one thread can do alone: copies, groups,
// announcements; and anything scalar.
func allowedInSingleThread(op *ir.Operation) bool {
	for _, v := range op.Results() {
		if LayoutOf(v.Type()) != nil {
			return false
		}
	}
	for _, v := range op.Operands() {
		if LayoutOf(v.Type()) != nil {
			return false
		}
	}
	switch op.Info().Def {
	case WaitDef, MMAWaitDef, FenceAsyncDef, SyncDef, WarpSpecializeDef, InitPublishDef,
		CopyDef, CopyArriveDef, CopyWaitDef, NamedSyncDef, NamedArriveDef, PipelineSkipDef:
		return false
	case BarrierArriveDef:
		policy, _ := ir.StringValue(BarrierArrive{ir.ViewOf(op)}.Policy())
		return policy == "role" || policy == "thread"
	}
	return true
}

// Verify checks the number and the warps.
func (o NamedSync) Verify() error { return checkNamed(o.Op(), o.Id(), o.Warps()) }

// Verify checks the number and the warps.
func (o NamedArrive) Verify() error { return checkNamed(o.Op(), o.Id(), o.Warps()) }

// NamedBarriers is how many named barriers a block has (PTX ISA, "bar").
const NamedBarriers = 16

func checkNamed(op *ir.Operation, id, warps ir.Attr) error {
	role, ok := RoleOf(op)
	if !ok {
		return op.OpError("expected to stand in a role: outside roles tasync.sync is the barrier of the block")
	}
	n, _ := ir.IntValue(id)
	// Number 0 of the hardware is the block's, then come those of the roles.
	ws, _ := AsWarpSpecialize(role.Region.Owner())
	if most := int64(NamedBarriers - 1 - ws.Op().NumRegions()); n < 0 || n >= most {
		return op.OpError("expected a number below %d, since the block and its %d roles have barriers of their own, found %d", max(most, 0), ws.Op().NumRegions(), n)
	}
	if w, _ := ir.IntValue(warps); w < int64(role.Warps) || w > maxWarps {
		return op.OpError("expected %d to %d warps, those of role %q among them, found %d", role.Warps, maxWarps, role.Name, w)
	}
	return nil
}

// Verify checks names, warps and registers of the roles.
func (o WarpSpecialize) Verify() error {
	names := o.Names().(*ir.ArrayAttr)
	warps := o.Warps().(*ir.DenseArrayAttr)
	n := o.Op().NumRegions()
	if n == 0 {
		return o.OpError("expected at least one role, found none")
	}
	if len(names.Elems) != n || warps.N != n {
		return o.OpError("expected %d names and numbers of warps, one for each role, found %d and %d", n, len(names.Elems), warps.N)
	}
	if o.Op().Parent() != nil && !o.Op().Parent().Is("func.func") {
		return o.OpError("expected to stand directly in the kernel, found it inside '%s'", o.Op().Parent().Name())
	}
	sum, seen := int64(0), make(map[string]bool)
	for i, r := range o.Roles() {
		if o.Op().RegionAt(i).IsEmpty() {
			return o.OpError("expected a body for role %d, found none", i)
		}
		if r.Name == "" || seen[r.Name] {
			return o.OpError("expected a name of its own for each role, found %q for role %d", r.Name, i)
		}
		seen[r.Name] = true
		if r.Warps < 1 {
			return o.OpError("expected at least one warp for role %q, found %d", r.Name, r.Warps)
		}
		sum += int64(r.Warps)
	}
	if sum > maxWarps {
		return o.OpError("expected at most %d threads in a block, found %d, the sum of the roles' %d warps", 32*maxWarps, 32*sum, sum)
	}
	return o.checkRegisters()
}

func (o WarpSpecialize) checkRegisters() error {
	regs, ok := o.Registers().(*ir.DenseArrayAttr)
	if !ok {
		return nil
	}
	if regs.N != o.Op().NumRegions() {
		return o.OpError("expected registers for all %d roles, found %d", o.Op().NumRegions(), regs.N)
	}
	for _, r := range o.Roles() {
		if r.Registers < 24 || r.Registers > 256 || r.Registers%8 != 0 {
			return o.OpError("expected 24 to 256 registers in steps of 8 for role %q, found %d", r.Name, r.Registers)
		}
		if r.Warps%4 != 0 || r.FirstWarp%4 != 0 {
			return o.OpError("expected whole warp groups in a role that sets registers, found warps %d to %d in role %q", r.FirstWarp, r.FirstWarp+r.Warps-1, r.Name)
		}
	}
	return nil
}

// VerifyRegions checks that roles with MMAs are whole warp groups (PTX ISA,
// "Warpgroup").
func (o WarpSpecialize) VerifyRegions() error {
	for _, r := range o.Roles() {
		for b := range r.Region.Blocks() {
			for top := range b.Ops() {
				for op := range ir.Walk(top) {
					if op.Is("tasync.mma") && (r.Warps%4 != 0 || r.FirstWarp%4 != 0) {
						return op.OpError("expected whole warp groups in a role with MMAs, found warps %d to %d in role %q", r.FirstWarp, r.FirstWarp+r.Warps-1, r.Name)
					}
				}
			}
		}
	}
	return nil
}

// Verify checks the ring, and that shared memory can hold it.
func (o PipelineCreate) Verify() error {
	t := o.Pipeline().Type().(*PipelineType)
	if err := t.Check(); err != nil {
		return o.OpError("%s", err)
	}
	if t.Bytes() > MaxShared {
		return o.OpError("expected at most %d bytes of shared memory, found %d for %d stages of %d bytes", MaxShared, t.Bytes(), t.Stages, t.Bytes()/int64(t.Stages))
	}
	return nil
}

// Bytes returns the shared memory of all slots, without the barriers.
func (t *PipelineType) Bytes() int64 {
	n := int64(0)
	for _, b := range t.Buffers {
		n += b.SlotStride()
	}
	return n * int64(t.Stages)
}

// Verify checks the buffers and that the same block commits the slot.
func (o PipelineAcquire) Verify() error {
	if err := checkSlotTypes(o.Op(), o.Pipeline()); err != nil {
		return err
	}
	for op := o.Op().Next(); op != nil; op = op.Next() {
		if c, ok := AsPipelineCommit(op); ok && c.Pipeline() == o.Pipeline() {
			return nil
		}
		if a, ok := AsPipelineAcquire(op); ok && a.Pipeline() == o.Pipeline() {
			break
		}
	}
	return o.OpError("expected a tasync.pipeline_commit of this pipeline behind it in the block, before a further acquire")
}

// Verify checks that the same block acquired the slot.
func (o PipelineCommit) Verify() error {
	for op := o.Op().Prev(); op != nil; op = op.Prev() {
		if a, ok := AsPipelineAcquire(op); ok && a.Pipeline() == o.Pipeline() {
			return nil
		}
		if c, ok := AsPipelineCommit(op); ok && c.Pipeline() == o.Pipeline() {
			break
		}
	}
	return o.OpError("expected a tasync.pipeline_acquire of this pipeline before it in the block, after an earlier commit")
}

// Verify checks the buffers.
func (o PipelineWait) Verify() error { return checkSlotTypes(o.Op(), o.Pipeline()) }

func checkSlotTypes(op *ir.Operation, pipe *ir.Value) error {
	p := pipe.Type().(*PipelineType)
	if op.NumResults() != len(p.Buffers) {
		return op.OpError("expected %d buffers, those of a slot, found %d", len(p.Buffers), op.NumResults())
	}
	for i, b := range p.Buffers {
		if got := op.Result(i).Type(); got != ir.Type(b) {
			return op.OpError("expected buffer %d of type %s, found %s", i, b, got)
		}
	}
	return nil
}

// Verify checks keep against the ring.
func (o PipelineRelease) Verify() error {
	keep, _ := ir.IntValue(o.Keep())
	stages := o.Pipeline().Type().(*PipelineType).Stages
	if keep < 0 || keep >= int64(stages) {
		return o.OpError("expected keep from 0 to %d, below the %d stages, found %d: the producer would never get a slot", stages-1, stages, keep)
	}
	return nil
}

// Verify checks the place.
func (o BarrierAlloc) Verify() error {
	n := o.Barrier().Type().(*BarrierType).Count
	if n < 1 || n > maxBarriers {
		return o.OpError("expected 1 to %d barriers, found %d", maxBarriers, n)
	}
	return checkPlace(o.Op(), o.Offset(), 8, 8*int64(n))
}

// maxArrivals is the most arrivals a phase can expect (PTX ISA, "Contents of
// the mbarrier object").
const maxArrivals = 1<<20 - 1

// Verify checks the count.
func (o BarrierInit) Verify() error {
	if n, _ := ir.IntValue(o.Count()); n < 1 || n > maxArrivals {
		return o.OpError("expected 1 to %d arrivals, found %d", maxArrivals, n)
	}
	return nil
}

// Verify checks a constant index and parity.
func (o BarrierWait) Verify() error {
	if err := checkBarrierIndex(o.Op(), o.Barrier(), o.Index()); err != nil {
		return err
	}
	return checkIndex(o.Op(), o.Parity(), 2, "parities")
}

// Verify checks the bytes and a constant index.
func (o BarrierExpect) Verify() error {
	if n, _ := ir.IntValue(o.Bytes()); n < 1 || n > maxArrivals {
		return o.OpError("expected 1 to %d bytes, found %d", maxArrivals, n)
	}
	return checkBarrierIndex(o.Op(), o.Barrier(), o.Index())
}

// Verify checks a constant index.
func (o BarrierArrive) Verify() error {
	return checkBarrierIndex(o.Op(), o.Barrier(), o.Index())
}

func checkBarrierIndex(op *ir.Operation, bar, idx *ir.Value) error {
	return checkIndex(op, idx, bar.Type().(*BarrierType).Count, "barriers")
}
