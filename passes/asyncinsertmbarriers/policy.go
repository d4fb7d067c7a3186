package asyncinsertmbarriers

import (
	"fmt"

	"github.com/tile-opt/tile-opt/dialects/async"
	"github.com/tile-opt/tile-opt/ir/effects"
)

// checkWAR checks that a ring without empty barriers belongs to one role,
// whose barrier orders its refills.
func (l *lowering) checkWAR(r *ring) error {
	if !r.blockWAR() || r.oneRole {
		return nil
	}
	d := r.create.OpError("is refilled behind barriers of one role, but several roles use it: expected war = \"mbarrier\"")
	for _, op := range r.create.Result(0).Users() {
		switch {
		case op.Is(async.PipelineAcquireDef.Name):
			d.WithNote(op.Loc().Pos(), "it is filled here")
		case op.Is(async.PipelineWaitDef.Name):
			d.WithNote(op.Loc().Pos(), "it is read here")
		}
	}
	return d
}

// choosePolicy decides who arrives when a slot is released, and counts the
// arrivals of all roles that wait on the ring, or of one where they take turns.
func (l *lowering) choosePolicy(r *ring) error {
	why := r.notElected()
	r.behindSync = r.allBehindSync()
	switch policy := l.opts.Arrive; {
	case policy == arriveElected && !r.behindSync && why != nil && len(r.consumers) > 0 && !r.blockWAR():
		return why
	case r.readByStores():
		// One thread issues the copies, and its warp's arrival is behind it.
		r.policy = "warp"
	case policy == arriveElected, policy == arriveAuto && r.behindSync:
		r.policy = "warpgroup"
	case policy == arriveAuto:
		r.policy = "warp"
	default:
		r.policy = policy
	}
	n, threads, err := async.Releasers(r.create.Result(0))
	if err != nil {
		return err
	}
	warps := int64(n)
	if n == 0 && threads > 0 {
		r.policy = "role"
	}
	switch r.policy {
	case "warpgroup":
		r.arrivals = warps * warpThreads / groupThreads
	case "warp":
		r.arrivals = warps
	case "role":
		r.arrivals = 0
	default:
		r.arrivals = warps * warpThreads
	}
	r.arrivals = max(r.arrivals+int64(threads), 1)
	return nil
}

// allBehindSync reports whether every release stands behind a barrier of its
// role, with nothing between that could read a slot or wait for a read: then
// any thread may speak for all.
func (r *ring) allBehindSync() bool {
	found := false
	for _, op := range r.create.Result(0).Users() {
		if !op.Is(async.PipelineReleaseDef.Name) {
			continue
		}
		p := op.Prev()
		for p != nil && (p.Is(async.FenceAsyncDef.Name) || p.Is(async.PipelineReleaseDef.Name) || p.NumRegions() == 0 && effects.IsPure(p)) {
			p = p.Prev()
		}
		if p == nil || !p.Is(async.SyncDef.Name) {
			return false
		}
		found = true
	}
	return found
}

// readByStores reports whether only tensor stores, which one thread issues, read
// the slots.
func (r *ring) readByStores() bool {
	stores := false
	for _, op := range r.create.Result(0).Users() {
		if !op.Is(async.PipelineWaitDef.Name) {
			continue
		}
		for _, slot := range op.Results() {
			for u := range slot.Uses() {
				if !u.Owner().Is(async.AsyncStoreDef.Name) {
					return false
				}
				stores = true
			}
		}
	}
	return stores
}

// inOneThread reports whether every consumer is one thread.
func (r *ring) inOneThread() bool {
	for _, c := range r.consumers {
		if !c.single {
			return false
		}
	}
	return len(r.consumers) > 0
}

// notElected says why one thread may not release a slot for its warp group
// without a barrier, nil where it may: an MMA is issued when all four warps have come to it, so
// they have passed the wait, and it reads for all of them. Nothing of the kind
// holds for ordinary loads, nor for a slot that is released without an MMA.
func (r *ring) notElected() error {
	if r.inOneThread() || r.readByStores() {
		return nil
	}
	const unsound = "so arrive=elected is unsound, since one thread would release the slot before other warps of its group have %s: expected auto, warp or thread"
	switch {
	case r.reader != nil:
		return r.reader.OpError("reads a slot and is no MMA, "+unsound, "read it").
			WithNote(r.create.Loc().Pos(), "the pipeline is made here")
	case r.unread != nil:
		return r.unread.OpError("has no MMA on its slot in its block, "+unsound, "waited for it").
			WithNote(r.create.Loc().Pos(), "the pipeline is made here")
	}
	return nil
}

// describe says how the slots of a ring are released, and why.
func (r *ring) describe() string {
	if r.empty == nil {
		return fmt.Sprintf("%d full barriers a slot; slots are refilled behind barriers of the role", len(r.full))
	}
	who := map[string]string{"warpgroup": "one thread of each warp group", "warp": "one thread of each warp", "thread": "every thread", "role": "the thread that reads them"}[r.policy]
	why := "every read of a slot is an MMA, which its warp group issues together"
	switch {
	case r.behindSync:
		why = "a barrier stands between the reads of a slot and its release"
	case r.reader != nil:
		why = fmt.Sprintf("'%s' reads slots thread by thread", r.reader.Name())
	case r.unread != nil:
		why = "a slot may be released without an MMA on it"
	case r.policy == "warpgroup":
		why += ", as wgmma-rendezvous assumes"
	}
	return fmt.Sprintf("%d full barriers a slot; released by %s (%d arrivals): %s", len(r.full), who, r.arrivals, why)
}
