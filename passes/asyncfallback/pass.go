// Package asyncfallback is the pass async-fallback: a kernel whose copies ask
// something of its arguments gets a second entry that asks nothing.
//
// It knows the async dialect's copies, no particular kernel and not what is
// asked for: a copy by all threads, of any kind, has no precondition. It runs
// while pipelines and tokens still tell how copies complete.
package asyncfallback

import (
	"fmt"

	"github.com/tile-opt/tile-opt/dialects/async"
	"github.com/tile-opt/tile-opt/ir"
	"github.com/tile-opt/tile-opt/passes"
)

// Pass is async-fallback.
var Pass = &passes.Pass{
	Name:    "async-fallback",
	Summary: "stand-in for a kernel whose copies need aligned arguments",
	Doc: `Copies by TMA, bulk copies and copies by cp.async alone need addresses and strides in multiples
of 4 to 16 bytes, and TMA an argument that is not empty: preconditions of the kernel's entry. A
kernel that has such copies gets a second one, @name_direct, that is taken where they do not hold:
the one that async-epilogue made, else a clone. In it every such copy is done by all threads of its
role, via "any": by cp.async where the arguments allow it at run time, else by ordinary loads and
stores. What one thread did to fill slots, all threads do. What is stored by TMA only where
tasync.storable allows it, is stored in the other way.

    tasync.single_thread {                          %s = tasync.pipeline_acquire %p
      %s = tasync.pipeline_acquire %p        ->     tasync.copy %A[%i, %k] to %s via "any" bytes 16
      tasync.async_load %map[%i, %k] to %s          tasync.pipeline_commit %p
      tasync.pipeline_commit %p
    }

A kernel stays alone, with a remark, when it stores by TMA and has no stand-in, or when its copies
signal barriers already.`,
	Anchor:     "builtin.module",
	Statistics: []passes.Statistic{{Name: "made", Desc: "kernels that stand in"}, {Name: "copies", Desc: "copies that need nothing of the arguments any more"}},
	Run:        run,
}

func run(r *passes.Run, module *ir.Operation) error {
	if module.RegionAt(0).IsEmpty() {
		r.Unchanged()
		return nil
	}
	var kernels []*ir.Operation
	standIns := make(map[string]*ir.Operation)
	for fn := range module.RegionAt(0).Entry().Ops() {
		if fn.Attr(async.WarpGroupsAttr) == nil || fn.RegionAt(0).IsEmpty() {
			continue
		}
		if of, ok := fn.Attr(async.FallbackOfAttr).(*ir.SymbolRefAttr); ok {
			standIns[of.Root] = fn
			continue
		}
		kernels = append(kernels, fn)
	}
	changed := false
	for _, fn := range kernels {
		name, _ := ir.SymbolName(fn)
		did := kernel(r, module, fn, standIns[name])
		changed = changed || did
	}
	if !changed {
		r.Unchanged()
	}
	return nil
}

// kernel converts the stand-in of a kernel, which it makes where there is none,
// and reports whether it changed anything.
func kernel(r *passes.Run, module, fn, standIn *ir.Operation) bool {
	from := fn
	if standIn != nil {
		from = standIn
	}
	p := planOf(from)
	if len(p.fills)+len(p.asked) == 0 {
		return false
	}
	if p.why != "" {
		r.Remark(p.at, "no entry stands in where arguments are not aligned: %s", p.why)
		return false
	}
	if standIn == nil {
		standIn = async.CloneStandIn(module, fn)
		p = planOf(standIn)
		r.Count("made", 1)
	}
	p.convert()
	r.Count("copies", len(p.fills))
	how := fmt.Sprintf("%d copies are done by all threads of their role", len(p.fills))
	if len(p.fills) == 0 {
		how = "results are stored without TMA"
	}
	r.Remark(standIn, "stands in where arguments are not aligned or empty: %s", how)
	return true
}

// plan is what changes in a kernel.
type plan struct {
	fn *ir.Operation
	// fills are the copies that need something of the arguments, singles the
	// bodies of one thread that hold some of them.
	fills   []async.Fill
	singles []*ir.Operation
	// asked are the questions whether stores by TMA are allowed.
	asked []async.Storable
	// why says what keeps the kernel from standing in, at which operation.
	why string
	at  *ir.Operation
}

func (p *plan) no(at *ir.Operation, why string) {
	if p.why == "" {
		p.why, p.at = why, at
	}
}

func planOf(fn *ir.Operation) *plan {
	p := &plan{fn: fn}
	seen := make(map[*ir.Operation]bool)
	for op := range ir.Walk(fn) {
		if s, ok := async.AsStorable(op); ok {
			p.asked = append(p.asked, s)
		}
		if s, ok := async.AsAsyncStore(op); ok && !whereAllowed(op, s.Map()) {
			p.no(op, "the kernel stores by TMA")
		}
		f, ok := async.AsFill(op)
		if !ok || f.Via() == async.ViaAny || f.Via() == async.ViaPlain {
			continue
		}
		p.fills = append(p.fills, f)
		if f.Barrier() != nil {
			p.no(op, "a copy signals a barrier that counts for it")
		}
		if _, ok := async.AsTensorMap(f.Source().Def()); !f.ByThreads() && !ok {
			p.no(op, "the tensor map of a copy is carried through control flow")
		}
		if one := op.ParentOf(async.SingleThreadDef.Name); one != nil && !seen[one] {
			seen[one] = true
			p.singles = append(p.singles, one)
		}
	}
	for _, one := range p.singles {
		for op := range ir.Walk(one) {
			if alone[op.Name()] {
				p.no(op, fmt.Sprintf("one thread executes '%s' along with a copy", op.Name()))
			}
		}
	}
	return p
}

// whereAllowed reports whether an operation stands in the first branch of a
// condition that asks whether stores through a map are allowed.
func whereAllowed(op *ir.Operation, tmap *ir.Value) bool {
	for ; op != nil && op.Block() != nil; op = op.Parent() {
		p := op.Parent()
		if p == nil || !p.Is("scf.if") || op.Region() != p.RegionAt(0) {
			continue
		}
		if s, ok := async.AsStorable(p.Operand(0).Def()); ok && s.Map() == tmap {
			return true
		}
	}
	return false
}

// alone are the operations that all threads of a role must not execute in
// place of one: they are counted by thread. Read-only.
var alone = map[string]bool{
	async.AsyncStoreDef.Name: true, async.StoreCommitDef.Name: true, async.StoreWaitDef.Name: true,
	async.BarrierArriveDef.Name: true, async.BarrierExpectDef.Name: true,
}

// convert lets all threads do the copies.
func (p *plan) convert() {
	b := ir.NewBuilder(p.fn.Context())
	for _, s := range p.asked {
		deny(s)
	}
	for _, f := range p.fills {
		convert(b, f)
	}
	for _, one := range p.singles {
		body := one.RegionAt(0).Entry()
		body.Last().Erase()
		body.SpliceInto(one.Block(), one)
		one.Erase()
	}
	for op := range p.fn.RegionAt(0).Entry().Ops() {
		if op.Is(async.TensorMapDef.Name) && !op.HasUses() {
			op.Erase()
		}
	}
}

// deny leaves of conditions that ask whether stores by TMA are allowed what is done
// where they are not.
func deny(s async.Storable) {
	b := ir.NewBuilder(s.Op().Context())
	b.Before(s.Op()).SetLoc(s.Op().Loc())
	no := b.Op("arith.constant", nil, []ir.Type{b.Context().I(1)}, ir.NamedAttr{Name: "value", Attr: b.Context().Bool(false)})
	s.Allowed().ReplaceAllUsesWith(no.Result(0))
	s.Op().Erase()
	var branches []*ir.Operation
	for u := range no.Result(0).Uses() {
		if op := u.Owner(); op.Is("scf.if") && op.NumResults() == 0 {
			branches = append(branches, op)
		}
	}
	for _, op := range branches {
		if other := op.RegionAt(1); !other.IsEmpty() {
			other.Entry().Last().Erase()
			other.Entry().SpliceInto(op.Block(), op)
		}
		op.Erase()
	}
	if !no.HasUses() {
		no.Erase()
	}
}

func convert(b *ir.Builder, f async.Fill) {
	op := f.Op()
	b.Before(op)
	b.SetLoc(op.Loc())
	c := b.Context()
	src, bytes := f.Source(), int64(16)
	if m, ok := async.AsTensorMap(src.Def()); ok {
		src = m.Source()
	}
	if v, ok := async.AsCopy(op); ok && f.Via() == async.ViaCpAsync {
		bytes, _ = ir.IntValue(v.Bytes())
	}
	props := async.CopyProps{Via: c.Str(async.ViaAny), Bytes: c.I32Attr(bytes)}
	if async.CopyError(src.Type().(*ir.MemRefType), f.Dst().Type().(*async.BufferType), async.ViaAny, bytes) != nil {
		props = async.CopyProps{Via: c.Str(async.ViaPlain)}
	}
	n := async.NewCopy(b, op.ResultTypes(), src, f.Indices(), f.Dst(), nil, nil, props).Op()
	n.SetAttrs(op.Attrs())
	for i, v := range op.Results() {
		v.ReplaceAllUsesWith(n.Result(i))
	}
	op.Erase()
}
