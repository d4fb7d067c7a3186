package convertgputonvvm

import (
	"fmt"

	"github.com/tile-opt/tile-opt/dialects/gpu"
	"github.com/tile-opt/tile-opt/dialects/llvm"
	"github.com/tile-opt/tile-opt/dialects/nvvm"
	"github.com/tile-opt/tile-opt/ir"
	"github.com/tile-opt/tile-opt/transforms/convert"
)

// combiner makes the combination of two values.
type combiner func(r *convert.Rewriter, x, y *ir.Value) *ir.Value

// combinations are the operations that combine integers, or else floats.
var combinations = map[string]struct{ ints, floats string }{
	"add": {"llvm.add", "llvm.fadd"}, "mul": {"llvm.mul", "llvm.fmul"},
	"minui": {"llvm.intr.umin", ""}, "minsi": {"llvm.intr.smin", ""}, "maxui": {"llvm.intr.umax", ""}, "maxsi": {"llvm.intr.smax", ""},
	"and": {"llvm.and", ""}, "or": {"llvm.or", ""}, "xor": {"llvm.xor", ""},
	"minnumf": {"", "llvm.intr.minnum"}, "maxnumf": {"", "llvm.intr.maxnum"},
	"minimumf": {"", "llvm.intr.minimum"}, "maximumf": {"", "llvm.intr.maximum"},
}

// combinerOf returns the combination that an operation's attribute names.
func combinerOf(a ir.Attr, t ir.Type) (combiner, string) {
	v, _ := gpu.AllReduceOperationEnum.Of(a)
	kw, _ := gpu.AllReduceOperationEnum.Keyword(v)
	name := combinations[kw].ints
	if ir.IsFloat(t) {
		name = combinations[kw].floats
	}
	return func(r *convert.Rewriter, x, y *ir.Value) *ir.Value { return bin(r, name, x, y) }, kw
}

// clones returns the combination that a region says, whose block is copied
// wherever two values meet.
func clones(body *ir.Region) combiner {
	return func(r *convert.Rewriter, x, y *ir.Value) *ir.Value {
		b := body.Entry()
		m := &ir.Mapping{}
		for i, v := range []*ir.Value{x, y} {
			m.Map(b.Arg(i), v)
		}
		for op := range b.Ops() {
			if op != b.Last() {
				r.Clone(op, m)
			}
		}
		return m.Value(b.Last().Operand(0))
	}
}

// reduxKinds are the instructions of nvvm.redux.sync by the keyword of the
// combination (PTX ISA, "redux.sync").
var reduxKinds = map[string]string{"add": "add", "and": "and", "or": "or", "xor": "xor", "minsi": "min", "maxsi": "max", "minui": "umin", "maxui": "umax"}

// subgroupReduce leaves the result in every lane of a cluster.
func (l *lowering) subgroupReduce(op *ir.Operation, in convert.Operands, r *convert.Rewriter) error {
	v := in.One(0)
	if !fits(v.Type()) {
		return r.NoMatch(tooWide)
	}
	combine, kw := combinerOf(op.Prop("op"), v.Type())
	size, clustered := ir.IntValue(op.Prop("cluster_size"))
	stride, _ := ir.IntValue(op.Prop("cluster_stride"))
	if !clustered {
		size = warpSize
	}
	if size*stride > warpSize {
		return op.OpError("has clusters that span %d lanes, a warp has %d", size*stride, warpSize)
	}
	if l.redux && !clustered && reduxKinds[kw] != "" && ir.IsInt(v.Type(), 32) {
		c := op.Context()
		k, _ := nvvm.ReduxKindEnum.Value(reduxKinds[kw])
		n := r.Op("nvvm.redux.sync", []*ir.Value{v, i32(r, -1)}, []ir.Type{v.Type()}, ir.NamedAttr{Name: "kind", Attr: nvvm.ReduxKindEnum.Attr(c, k)})
		r.Replace(op, n.Result(0))
		return nil
	}
	for d := stride; d < size*stride; d *= 2 {
		got, _ := exchange{"bfly", i32(r, -1), i32(r, d), i32(r, warpSize-1)}.valueOf(r, v, false)
		v = combine(r, v, got)
	}
	r.Replace(op, v)
	return nil
}

// firstLanes reduces the values of the first width lanes of a warp, which are
// all that it has or all that count; lane 0 gets the result. A lane without a
// partner reads its own value, so that no lane reads one that is not there.
func firstLanes(r *convert.Rewriter, v, lane, width *ir.Value, combine combiner) *ir.Value {
	for d := int64(1); d < warpSize; d *= 2 {
		partner := bin(r, "llvm.xor", lane, i32(r, d))
		there := icmp(r, "ult", partner, width)
		from := sel(r, there, partner, lane)
		got, _ := exchange{"idx", i32(r, -1), from, i32(r, warpSize-1)}.maskedBy(r, width).valueOf(r, v, false)
		v = sel(r, there, combine(r, v, got), v)
	}
	return v
}

// maskedBy lets the first width lanes take part.
func (e exchange) maskedBy(r *convert.Rewriter, width *ir.Value) exchange {
	e.mask = bin(r, "llvm.lshr", i32(r, -1), bin(r, "llvm.sub", i32(r, warpSize), width))
	return e
}

// allReduce reduces over each warp, whose first lane writes the result to
// shared memory; the first warp reduces those, and all threads read what it
// wrote. The last result has a slot of its own, so that two barriers are
// enough when the operation is executed again.
func (l *lowering) allReduce(op *ir.Operation, in convert.Operands, r *convert.Rewriter) error {
	v, body := in.One(0), op.RegionAt(0)
	t := v.Type()
	if !fits(t) {
		return r.NoMatch(tooWide)
	}
	var combine combiner
	switch {
	case body.IsEmpty():
		combine, _ = combinerOf(op.Prop("op"), t)
	case !body.HasOneBlock():
		return op.OpError("has a body of several blocks; expected one")
	default:
		combine = clones(body)
	}
	buffer, err := l.shared(op, r, fmt.Sprintf("__reduce_%s", functionName(op)), warpSize+1, t, nil)
	if err != nil {
		return err
	}
	base := llvm.NewAddressOf(r.Builder, []ir.Type{llvm.PtrOf(op.Context(), sharedSpace)}, llvm.AddressOfProps{GlobalName: buffer}).Op().Result(0)
	slot := func(i *ir.Value) *ir.Value {
		c := op.Context()
		return llvm.NewGEP(r.Builder, []ir.Type{base.Type()}, base, []*ir.Value{i}, llvm.GEPProps{RawConstantIndices: c.I32Array(llvm.DynamicIndex), ElemType: ir.TypeAttrOf(t)}).Op().Result(0)
	}
	thread := linearThread(r)
	lane := bin(r, "llvm.and", thread, i32(r, warpSize-1))
	warp := bin(r, "llvm.lshr", thread, i32(r, log2Warp))
	left := bin(r, "llvm.sub", numThreads(r), bin(r, "llvm.shl", warp, i32(r, log2Warp)))
	width := bin(r, "llvm.intr.umin", left, i32(r, warpSize))
	partial := firstLanes(r, v, lane, width, combine)
	first := icmp(r, "eq", lane, i32(r, 0))
	when(op, r, first, func(*ir.Operation) {
		llvm.NewStore(r.Builder, partial, slot(warp), llvm.StoreProps{})
	})
	r.Op("nvvm.barrier0", nil, []ir.Type{})
	warps := numWarps(r)
	counts := icmp(r, "ult", thread, warps)
	when(op, r, counts, func(at *ir.Operation) {
		x := llvm.NewLoad(r.Builder, []ir.Type{t}, slot(thread), llvm.LoadProps{}).Op().Result(0)
		sum := firstLanes(r, x, thread, warps, combine)
		when(at, r, icmp(r, "eq", thread, i32(r, 0)), func(*ir.Operation) {
			llvm.NewStore(r.Builder, sum, slot(i32(r, warpSize)), llvm.StoreProps{})
		})
	})
	r.Op("nvvm.barrier0", nil, []ir.Type{})
	r.Replace(op, llvm.NewLoad(r.Builder, []ir.Type{t}, slot(i32(r, warpSize)), llvm.LoadProps{}).Op().Result(0))
	return nil
}

// functionName is the name of the function around op.
func functionName(op *ir.Operation) string {
	for p := op.Parent(); p != nil; p = p.Parent() {
		if name, ok := ir.SymbolName(p); ok {
			return name
		}
	}
	return ""
}

// when makes a block in front of op that is executed where cond is true, with
// what body makes in front of the operation that it is given; the builder goes
// on in front of op.
func when(op *ir.Operation, r *convert.Rewriter, cond *ir.Value, body func(at *ir.Operation)) {
	before := op.Block()
	rest := r.SplitBlock(before, op)
	then := r.CreateBlock(before.Region(), rest, op.Loc())
	r.AtEnd(before)
	llvm.NewCondBr(r.Builder, cond, nil, nil, then, rest, llvm.CondBrProps{})
	r.AtEnd(then)
	br := llvm.NewBr(r.Builder, nil, rest, llvm.BrProps{}).Op()
	r.Before(br)
	body(br)
	r.Before(op)
}
