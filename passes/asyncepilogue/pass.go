// Package asyncepilogue is the pass async-epilogue: how finished tiles leave
// the registers.
//
// It knows layouts, buffers and tensor maps; it must not know how a store
// becomes instructions.
package asyncepilogue

import (
	"fmt"

	"github.com/tile-opt/tile-opt/dialects/async"
	"github.com/tile-opt/tile-opt/ir"
	"github.com/tile-opt/tile-opt/passes"
)

// Options of the pass.
type Options struct {
	Via     string `opt:"via" enum:"auto,direct,stmatrix,tma-store" doc:"how tiles in the layout of MMA results are stored"`
	Columns int64  `opt:"columns" doc:"columns staged at once: 16, 32 or 64"`
	Channel bool   `opt:"channel" doc:"hand columns over through a ring of staging buffers, so that async-warp-specialize can give the copies out to another role; for tma-store"`
	Buffers int64  `opt:"buffers" doc:"staging buffers (1 to 4), so that copies out overlap the writing of the next columns"`
}

// Validate checks the ranges of the options.
func (o Options) Validate() error {
	if o.Columns != 16 && o.Columns != 32 && o.Columns != 64 {
		return fmt.Errorf("columns must be 16, 32 or 64, found %d", o.Columns)
	}
	if o.Buffers < 1 || o.Buffers > 4 {
		return fmt.Errorf("buffers must be 1 to 4, found %d", o.Buffers)
	}
	return nil
}

// Pass is async-epilogue.
var Pass = &passes.Pass{
	Name:    "async-epilogue",
	Summary: "store MMA results through shared memory",
	Doc: `A tile in the layout of MMA results holds pairs of elements a thread: stored directly, every
warp writes 4 bytes here and there. This pass rewrites tile.store of 16-bit tiles in that layout:

- via=tma-store: some columns at a time, the tile is written to a staging buffer (stmatrix),
  fenced, and copied out by TMA while the next columns are written to the next buffer.
- via=stmatrix: the staging buffer is read back in rows and stored 16 bytes a thread.
- via=direct: stores stay as they are.
- via=auto: tma-store where the memory allows it (tasync.storable: rows of whole pieces of 16
  bytes); where it does not, the staging buffer is read back in rows and stored in pairs of elements.

With channel the staging buffers are a ring: the columns are written to a slot that was acquired
and committed, and copied out of one that was waited for, which is released when the copy has
read it. In one role that is only slower; async-warp-specialize{store-role=own} makes of it a role
that copies while the consumer multiplies. With via=auto a second kernel @name_direct without the ring
then stands in where the memory does not allow copies.

A store is left alone, with a remark, when its layout, element type or shape does not fit, when
a static stride or its position rules TMA out, when the kernel touches the same memory in
another way, with which a copy is not ordered, or when the staging buffers do not fit beside the
rest. With via=tma-store, which allows no other copy, the static stride is an error. Copies of
earlier stores are over, not only read, when the first columns of a store are written, so that
two stores to one place keep their order.`,
	Anchor:     "builtin.module",
	Options:    Options{Via: "auto", Columns: 64, Buffers: 2},
	Statistics: []passes.Statistic{{Name: "staged", Desc: "stores that go through shared memory"}},
	Run:        run,
}

func run(r *passes.Run, module *ir.Operation) error {
	o := passes.OptionsOf[Options](r)
	changed := false
	if o.Via != "direct" && !module.RegionAt(0).IsEmpty() {
		for fn := range module.RegionAt(0).Entry().Ops() {
			if fn.Attr("tasync.warp_groups") == nil {
				continue
			}
			did, err := kernel(r, module, fn, o)
			if err != nil {
				return err
			}
			changed = changed || did
		}
	}
	if !changed {
		r.Unchanged()
	}
	return nil
}

// kernel rewrites the stores of one kernel and reports whether it did any.
func kernel(r *passes.Run, module, fn *ir.Operation, o Options) (bool, error) {
	var stores []*ir.Operation
	for op := range ir.Walk(fn) {
		if op.Is("tile.store") {
			stores = append(stores, op)
		}
	}
	var plans []*plan
	left := async.MaxShared - sharedBytes(fn)
	for _, s := range stores {
		p, why := planStore(s, o, &left)
		if why != "" && o.Via == "tma-store" && why == staticTMA(destType(s)) {
			return false, s.OpError("via=tma-store leaves no other way to store, and %s: use via=auto, stmatrix or direct", why)
		}
		if why != "" {
			r.Remark(s, "store left direct: %s", why)
			continue
		}
		plans = append(plans, p)
	}
	plans = unshared(r, fn, plans)
	if len(plans) == 0 {
		return false, nil
	}
	if o.Via == "auto" && o.Channel {
		cloneDirect(module, fn, stores, plans)
	}
	for i, p := range plans {
		p.first = i == 0 && !repeats(p.store, fn)
		r.Remark(p.store, "store goes through %d staging buffers of %d columns by %s", p.buffers, p.columns, via(o))
		r.Count("staged", 1)
		p.rewrite(fn)
	}
	if o.Via != "stmatrix" {
		drain(fn, plans)
	}
	return true, nil
}

// unshared drops plans by TMA for memory that the kernel touches in another
// way too, until nothing changes: a store dropped is another way.
func unshared(r *passes.Run, fn *ir.Operation, plans []*plan) []*plan {
	for {
		var keep []*plan
		for _, p := range plans {
			other := (*ir.Operation)(nil)
			if p.tma {
				other = otherAccess(fn, p, plans)
			}
			if other == nil {
				keep = append(keep, p)
				continue
			}
			r.Remark(p.store, "store left direct: '%s' touches the same memory, and a copy by TMA is not ordered with it", other.Name())
		}
		if len(keep) == len(plans) {
			return keep
		}
		plans = keep
	}
}

// repeats reports whether a loop holds op.
func repeats(op, fn *ir.Operation) bool {
	for p := op.Parent(); p != fn; p = p.Parent() {
		if p.Is("scf.for") || p.Is("scf.while") {
			return true
		}
	}
	return false
}

func via(o Options) string {
	switch {
	case o.Via != "auto":
		return o.Via
	case o.Channel:
		return "tma-store"
	}
	return "tma-store, by ordinary stores where the memory does not allow it"
}

// cloneDirect puts a copy of the kernel behind it, to be taken where the
// original's preconditions do not hold. Its stores are staged as planned for the
// original's, but written without TMA.
func cloneDirect(module, fn *ir.Operation, stores []*ir.Operation, plans []*plan) {
	n := async.CloneStandIn(module, fn)
	planOf := make(map[*ir.Operation]*plan)
	for _, p := range plans {
		planOf[p.store] = p
	}
	var direct []*plan
	for op := range ir.Walk(n) {
		if !op.Is("tile.store") {
			continue
		}
		if p := planOf[stores[0]]; p != nil {
			direct = append(direct, p.direct(op))
		}
		stores = stores[1:]
	}
	for _, p := range direct {
		p.rewrite(n)
	}
}

// sharedBytes returns what the kernel's buffers and pipelines take so far,
// with room for barriers.
func sharedBytes(fn *ir.Operation) int64 {
	n := int64(1024)
	for op := range ir.Walk(fn) {
		if op.NumResults() != 1 {
			continue
		}
		switch t := op.Result(0).Type().(type) {
		case *async.BufferType:
			if op.Is(async.AllocDef.Name) {
				n += t.Bytes()
			}
		case *async.PipelineType:
			for _, b := range t.Buffers {
				n += b.SlotStride() * int64(t.Stages)
			}
		}
	}
	return n
}
