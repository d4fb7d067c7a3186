// Package asyncallocateshared is the pass async-allocate-shared: it gives
// every buffer and barrier of a kernel its place in dynamic shared memory.
//
// It must not know what the buffers are for; sizes and alignments come from
// their types.
package asyncallocateshared

import (
	"fmt"
	"sort"
	"strings"

	"github.com/tile-opt/tile-opt/dialects/async"
	"github.com/tile-opt/tile-opt/ir"
	"github.com/tile-opt/tile-opt/passes"
)

// Pass is async-allocate-shared.
var Pass = &passes.Pass{
	Name:    "async-allocate-shared",
	Summary: "place buffers and barriers in dynamic shared memory",
	Doc: `Sets the offset of every tasync.alloc and tasync.barrier_alloc, in bytes from the start of
the block's dynamic shared memory, and tasync.shared_bytes on the kernel.

- A buffer is aligned to the repeat of its swizzle pattern (256, 512 or 1024 bytes), at least to
  the 128 bytes that tensor copies need; the kernel's shared memory starts on 1024 bytes.
- Barriers have a region of their own behind the buffers: their bytes may never be data.
- Two buffers share memory when their uses lie in different top-level operations of the kernel
  and a tasync.fence_async followed by a tasync.sync stands between the last use of the one and
  the first use of the other. A use by an MMA lasts until a wait for all MMAs, one by an
  asynchronous store until a wait for all stores, one by a load until the buffer is read.
- More than 232,448 bytes are an error that lists every buffer.`,
	Anchor:     "func.func",
	Statistics: []passes.Statistic{{Name: "bytes", Desc: "bytes of shared memory"}, {Name: "shared", Desc: "bytes saved by sharing"}},
	Run:        run,
}

// object is a buffer or barrier array to be placed.
type object struct {
	op          *ir.Operation
	what        string
	bytes       int64
	align       int64
	barrier     bool
	first, last int // numbers of the top-level operations of the uses
	offset      int64
}

func run(r *passes.Run, fn *ir.Operation) error {
	if fn.Attr("tasync.warp_groups") == nil || fn.RegionAt(0).IsEmpty() {
		r.Unchanged()
		return nil
	}
	objects := collect(fn)
	if len(objects) == 0 {
		fn.SetAttr("tasync.shared_bytes", fn.Context().I64Attr(0))
		return nil
	}
	syncs := fencedSyncs(fn)
	total := place(objects, syncs)
	if total > async.MaxShared {
		return tooLarge(fn, objects, total)
	}
	sum := int64(0)
	for _, o := range objects {
		o.op.SetProp("offset", fn.Context().I64Attr(o.offset))
		sum += o.bytes
	}
	fn.SetAttr("tasync.shared_bytes", fn.Context().I64Attr(total))
	r.Count("bytes", int(total))
	r.Count("shared", int(max(0, sum-total)))
	r.Remark(fn, "shared memory: %d bytes (%s)", total, describe(objects))
	return nil
}

func collect(fn *ir.Operation) []*object {
	order := make(map[*ir.Operation]int)
	for op := range fn.RegionAt(0).Entry().Ops() {
		order[op] = len(order)
	}
	var out []*object
	for op := range ir.Walk(fn) {
		var o *object
		switch t := firstType(op).(type) {
		case *async.BufferType:
			if !op.Is(async.AllocDef.Name) {
				continue
			}
			o = &object{op: op, what: t.String(), bytes: t.Bytes(), align: t.Align()}
		case *async.BarrierType:
			if !op.Is(async.BarrierAllocDef.Name) {
				continue
			}
			o = &object{op: op, what: t.String(), bytes: 8 * int64(t.Count), align: 8, barrier: true}
		default:
			continue
		}
		o.first, o.last = span(fn, op, order)
		out = append(out, o)
	}
	sort.SliceStable(out, func(i, j int) bool {
		if out[i].barrier != out[j].barrier {
			return out[j].barrier
		}
		return out[i].align > out[j].align
	})
	return out
}

func firstType(op *ir.Operation) ir.Type {
	if op.NumResults() == 0 {
		return nil
	}
	return op.Result(0).Type()
}

// span returns the numbers of the first and last top-level operation in which
// the buffer, or a slot of it, is used, the last one with the time until the
// use is over. A kernel of several blocks has no such order: everything is in
// use all the time.
func span(fn, op *ir.Operation, order map[*ir.Operation]int) (first, last int) {
	if fn.RegionAt(0).Entry().Next() != nil {
		return 0, len(order)
	}
	first, last = len(order), 0
	loaded, used := -1, -1
	work := []*ir.Value{op.Result(0)}
	for len(work) > 0 {
		v := work[len(work)-1]
		work = work[:len(work)-1]
		for u := range v.Uses() {
			o := u.Owner()
			n := order[topLevel(fn, o)]
			first = min(first, n)
			switch {
			case o.Is(async.SlotDef.Name):
				work = append(work, o.Result(0))
			case async.IsFill(o):
				loaded = max(loaded, n)
			case o.Is(async.LocalLoadDef.Name), o.Is(async.LocalStoreDef.Name), o.Is(async.ReduceDef.Name):
				used = max(used, n)
			default:
				used = max(used, n)
				n = over(fn, o, order)
			}
			last = max(last, n)
		}
	}
	if loaded > used {
		// Nothing shows when the load is over.
		last = len(order)
	}
	return first, last
}

// over returns the number of the top-level operation with which the use of a
// buffer by an MMA or a store is over: the next wait for all of its kind in
// the same block or around it. An unknown use never is.
func over(fn, use *ir.Operation, order map[*ir.Operation]int) int {
	for op := use; op != fn; op = op.Parent() {
		for n := op; n != nil; n = n.Next() {
			if waitsFor(n, use) {
				return order[topLevel(fn, n)]
			}
		}
	}
	return len(order)
}

// waitsFor reports whether an operation waits until everything of the kind of
// use is over; one thread waits for its stores.
func waitsFor(op, use *ir.Operation) bool {
	pending := ir.Attr(nil)
	switch {
	case use.Is(async.MMADef.Name):
		if w, ok := async.AsMMAWait(op); ok {
			pending = w.Pending()
		}
	case use.Is(async.AsyncStoreDef.Name):
		if op.Is(async.SingleThreadDef.Name) {
			for in := range op.RegionAt(0).Entry().Ops() {
				if use.Parent() != op && waitsFor(in, use) {
					return true
				}
			}
		}
		if w, ok := async.AsStoreWait(op); ok {
			pending = w.Pending()
		}
	}
	n, ok := ir.IntValue(pending)
	return ok && n == 0
}

func topLevel(fn, op *ir.Operation) *ir.Operation {
	for op.Parent() != fn {
		op = op.Parent()
	}
	return op
}

// fencedSyncs returns the numbers of the top-level block barriers that come
// after a proxy fence.
func fencedSyncs(fn *ir.Operation) []int {
	var out []int
	n, fenced := 0, false
	for op := range fn.RegionAt(0).Entry().Ops() {
		switch {
		case op.Is(async.FenceAsyncDef.Name):
			fenced = true
		case op.Is(async.SyncDef.Name):
			if fenced {
				out = append(out, n)
			}
			fenced = false
		}
		n++
	}
	return out
}

// place sets the offsets first-fit, in the order given, and returns the
// bytes used.
func place(objects []*object, syncs []int) int64 {
	total := int64(0)
	for i, o := range objects {
		if o.barrier && (i == 0 || !objects[i-1].barrier) {
			total = async.AlignUp(total, 128)
		}
		o.offset = async.AlignUp(total, o.align)
		if !o.barrier {
			o.offset = firstFit(objects[:i], o, syncs, total)
		}
		total = max(total, o.offset+o.bytes)
	}
	return total
}

// firstFit returns the lowest offset at which o overlaps no placed buffer
// that may be alive together with it.
func firstFit(placed []*object, o *object, syncs []int, end int64) int64 {
	candidates := []int64{0}
	for _, p := range placed {
		candidates = append(candidates, async.AlignUp(p.offset, o.align), async.AlignUp(p.offset+p.bytes, o.align))
	}
	sort.Slice(candidates, func(i, j int) bool { return candidates[i] < candidates[j] })
	for _, at := range candidates {
		free := true
		for _, p := range placed {
			if at < p.offset+p.bytes && p.offset < at+o.bytes && !apart(p, o, syncs) {
				free = false
				break
			}
		}
		if free {
			return at
		}
	}
	return async.AlignUp(end, o.align)
}

// apart reports whether a fenced block barrier separates all uses of the one
// from all uses of the other.
func apart(a, b *object, syncs []int) bool {
	if a.first > b.first {
		a, b = b, a
	}
	for _, s := range syncs {
		if a.last < s && s < b.first {
			return true
		}
	}
	return false
}

func describe(objects []*object) string {
	var parts []string
	for _, o := range objects {
		parts = append(parts, fmt.Sprintf("%s at %d", o.what, o.offset))
	}
	return strings.Join(parts, ", ")
}

func tooLarge(fn *ir.Operation, objects []*object, total int64) error {
	d := fn.OpError("needs %d bytes of shared memory, but a block has at most %d; use fewer stages or smaller tiles", total, async.MaxShared)
	for _, o := range objects {
		d.WithNote(o.op.Loc().Pos(), "%s: %d bytes", o.what, o.bytes)
	}
	return d
}
