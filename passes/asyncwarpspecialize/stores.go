package asyncwarpspecialize

import (
	"fmt"

	"github.com/tile-opt/tile-opt/dialects/async"
	"github.com/tile-opt/tile-opt/ir"
	"github.com/tile-opt/tile-opt/ir/diag"
	"github.com/tile-opt/tile-opt/transforms/access"
)

// findStoreRings finds the rings whose slots only tensor stores read.
func (s *splitter) findStoreRings() {
	s.storeRings = make(map[*ir.Value]bool)
	for op := range s.fn.RegionAt(0).Entry().Ops() {
		if op.Is(async.PipelineCreateDef.Name) && readByStores(op.Result(0)) {
			s.storeRings[op.Result(0)] = true
		}
	}
}

func readByStores(ring *ir.Value) bool {
	stores := 0
	for u := range ring.Uses() {
		if !u.Owner().Is(async.PipelineWaitDef.Name) {
			continue
		}
		for _, slot := range u.Owner().Results() {
			for r := range slot.Uses() {
				if !r.Owner().Is(async.AsyncStoreDef.Name) {
					return false
				}
				stores++
			}
		}
	}
	return stores > 0
}

// isStoreRoot reports whether an operation belongs to who copies results out.
func (s *splitter) isStoreRoot(op *ir.Operation) bool {
	switch {
	case op.Is(async.PipelineWaitDef.Name), op.Is(async.PipelineReleaseDef.Name):
		return s.storeRings[op.Operand(0)]
	}
	return op.Is(async.AsyncStoreDef.Name) || op.Is(async.StoreCommitDef.Name) || op.Is(async.StoreWaitDef.Name)
}

// ownStorer reports whether a role of its own stores.
func (s *splitter) ownStorer() bool { return s.storer != nil && s.opts.StoreRole == "own" }

// planStores sets s.storer and takes the stores from the consumer, or says why
// the consumer keeps them.
func (s *splitter) planStores() *diag.Diagnostic {
	if s.opts.StoreRole == "consumer" {
		return nil
	}
	keep := func(op *ir.Operation, format string, args ...any) *diag.Diagnostic {
		d := &diag.Diagnostic{Severity: diag.Remark, Pos: s.fn.Loc().Pos(), Op: s.fn.Path(), Msg: "the consumer stores: " + fmt.Sprintf(format, args...)}
		if op != nil {
			d.WithNote(op.Loc().Pos(), "'%s' is here", op.Name())
		}
		return d
	}
	switch {
	case s.opts.StoreRole == "producer" && s.opts.Schedule == "pingpong" && s.opts.Consumers > 1:
		return keep(nil, "the producer cannot follow consumers that take turns")
	case len(s.storeRings) == 0:
		return keep(nil, "no ring goes from it to tensor stores (async-epilogue{channel=true})")
	case s.opts.StoreRole == "producer" && s.copiesByThreads():
		return keep(nil, "all threads of the producer copy, and one of them would have to wait for the consumer")
	}
	storer, consumer := newLiveSet(s), newLiveSet(s)
	if s.opts.StoreRole == "producer" {
		for _, op := range s.producer.order {
			storer.markOp(op)
		}
	}
	for op := range ir.Walk(s.fn) {
		switch {
		case op == s.fn || s.setup[op] || s.isProducerRoot(op):
		case s.isStoreRoot(op):
			if op.Is(async.AsyncStoreDef.Name) && !fromStoreRing(op.Operand(0), s.storeRings) {
				return keep(op, "'%s' reads a buffer that is in no such ring", op.Name())
			}
			storer.markOp(op)
		case isRoot(op):
			consumer.markOp(op)
		}
	}
	for _, op := range storer.order {
		switch {
		case s.setup[op] || s.isProducerRoot(op) || s.isStoreRoot(op) || structured(op):
		case isRoot(op) || touchesTiles(op):
			return keep(op, "where it stores depends on '%s'", op.Name())
		default:
			if w := s.writtenBy(consumer, op); w != nil {
				return keep(w, "'%s' may write what the stores depend on", w.Name())
			}
		}
	}
	s.storer, s.consumer = storer, consumer
	if s.opts.StoreRole == "producer" {
		s.producer = storer
	}
	return nil
}

func fromStoreRing(buf *ir.Value, rings map[*ir.Value]bool) bool {
	d := buf.Def()
	return d != nil && d.Is(async.PipelineWaitDef.Name) && rings[d.Operand(0)]
}

// writtenBy returns an operation of a role that may write what op reads.
func (s *splitter) writtenBy(role *liveSet, op *ir.Operation) *ir.Operation {
	for _, read := range access.Of(op) {
		for _, w := range role.order {
			for _, write := range access.Of(w) {
				if write.Write && access.Conflict(write, read) {
					return w
				}
			}
		}
	}
	return nil
}

// storeTurns copies the persistent loop for the role that stores what consumers
// hand over in turns: each has a ring of its own.
func (k *copier) storeTurns(loop *ir.Operation) error {
	return k.countTurns(loop, func(turn *ir.Value, body *ir.Block) error {
		for g := range k.s.opts.Consumers {
			k.useRings(int(g))
			if err := k.branch(loop, k.equal(turn, k.constant(int(g))), func() error { return k.block(body) }); err != nil {
				return err
			}
		}
		return nil
	})
}

// useRings makes the copies of a consumer's rings those that operations name.
func (k *copier) useRings(turn int) {
	for ring, own := range k.s.turns.rings {
		k.m.Map(ring, own[turn])
	}
}

// forEachRing copies an operation outside the persistent loop once for the ring of
// each consumer.
func (k *copier) forEachRing(op *ir.Operation) {
	for g := range k.s.opts.Consumers {
		k.useRings(int(g))
		k.b.Clone(op, &k.m)
	}
}
