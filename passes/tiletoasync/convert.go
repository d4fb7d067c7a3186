package tiletoasync

import (
	"github.com/tile-opt/tile-opt/dialects/async"
	"github.com/tile-opt/tile-opt/dialects/tile"
	"github.com/tile-opt/tile-opt/ir"
)

// convertAll rewrites the operations whose tiles cannot all have the layouts
// chosen: what they need is brought into its layout through shared memory.
func (rw *rewriter) convertAll() {
	var ops []*ir.Operation
	for op := range ir.Walk(rw.p.fn) {
		switch kindOf(op) {
		case kindReduce, kindExpand, kindTranspose:
			ops = append(ops, op)
		}
	}
	for _, op := range ops {
		switch kindOf(op) {
		case kindReduce:
			rw.reduce(op)
		case kindExpand:
			rw.expand(op)
		case kindTranspose:
			rw.transpose(op)
		}
	}
}

// reduce gives the reduction the layout that follows from its source, and a
// scratch buffer where the axis is spread over several warps.
func (rw *rewriter) reduce(op *ir.Operation) {
	red, _ := tile.AsReduce(op)
	axis, _ := ir.IntValue(red.Axis())
	src := red.Source().Type().(*ir.TensorType)
	want := red.ResultVal().Type()
	got := async.ReducedType(src, int(axis))
	m, err := async.MapOf(src)
	if err != nil {
		panic("internal: " + err.Error())
	}
	old := red.ResultVal()
	res := old
	if warps := async.ReduceWarps(m, int(axis)); warps > 1 {
		scratch := rw.alloc(op, async.BufferOf(append([]int64{warps}, got.Shape...), got.Elem, 0, 1))
		rw.b.Before(op)
		rw.b.SetLoc(op.Loc())
		n := async.NewReduce(rw.b, []ir.Type{got}, red.Source(), scratch, async.ReduceProps{Axis: red.Axis(), Kind: red.Kind()})
		res = n.ResultVal()
		rw.dead = append(rw.dead, op)
	} else {
		res.SetType(got)
	}
	users := usesInOrder(old)
	rw.b.After(res.Def())
	rw.b.SetLoc(op.Loc())
	v := res
	if want != ir.Type(got) {
		v = rw.through(op, res, want.(*ir.TensorType), false)
	}
	for _, u := range users {
		u.Set(v)
	}
	rw.renamed(old, v)
}

// renamed notes that a tile in shared memory is now another value.
func (rw *rewriter) renamed(old, v *ir.Value) {
	if s := rw.p.byBase[old]; s != nil {
		s.base = v
		rw.p.byBase[v] = s
	}
}

// expand brings the source into the slice that the result's layout asks for.
func (rw *rewriter) expand(op *ir.Operation) {
	e, _ := tile.AsExpandDims(op)
	axis, _ := ir.IntValue(e.Axis())
	src := e.Source().Type().(*ir.TensorType)
	want := async.WithLayout(src, async.SliceOf(int(axis), async.LayoutOf(e.ResultVal().Type())))
	if src == want {
		return
	}
	rw.b.Before(op)
	rw.b.SetLoc(op.Loc())
	op.SetOperand(0, rw.through(op, e.Source(), want, false))
}

// transpose sends the tile through shared memory, from where it is read in
// the other order. Transpositions that only products see are left alone.
func (rw *rewriter) transpose(op *ir.Operation) {
	t, _ := tile.AsTranspose(op)
	if rw.l.of(t.ResultVal()) == nil {
		return
	}
	rw.b.Before(op)
	rw.b.SetLoc(op.Loc())
	v := t.Source()
	if want := t.ResultVal().Type().(*ir.TensorType); swaps(t) || v.Type() != ir.Type(want) {
		v = rw.through(op, v, want, swaps(t))
	}
	t.ResultVal().ReplaceAllUsesWith(v)
	rw.renamed(t.ResultVal(), v)
}

// alloc makes a buffer at the entry of the kernel.
func (rw *rewriter) alloc(op *ir.Operation, t *async.BufferType) *ir.Value {
	at := rw.b.Save()
	rw.b.Before(rw.entry)
	rw.b.SetLoc(op.Loc())
	v := async.NewAlloc(rw.b, []ir.Type{t}, async.AllocProps{}).Buffer()
	rw.b.Restore(at)
	return v
}

// through gives a tile another layout, transposed or not, at the insertion
// point: by name only where every thread has its elements already, else
// through shared memory. The barriers keep the read behind the store, and the
// next store to the buffer behind the read.
func (rw *rewriter) through(op *ir.Operation, v *ir.Value, want *ir.TensorType, transpose bool) *ir.Value {
	if !transpose {
		zeros := make([]int64, len(want.Shape))
		if _, err := async.SliceRegs(v.Type().(*ir.TensorType), want, zeros); err == nil {
			offsets := async.ExtractSliceProps{Offsets: rw.b.Context().I64Array(zeros...)}
			return async.NewExtractSlice(rw.b, []ir.Type{want}, v, offsets).ResultVal()
		}
	}
	rw.run.Count("num-conversions", 1)
	what := "changes its layout"
	if transpose {
		what = "is transposed"
	}
	rw.run.Remark(op, "a tile of %v elements %s through shared memory", v.Type().(*ir.TensorType).Shape, what)
	if !ir.IsInt(want.Elem, 1) {
		return rw.exchange(op, v, want, transpose)
	}
	// Memory has no single bits.
	c := rw.b.Context()
	bytes := ir.TensorOf(want.Shape, c.I(8), want.Encoding)
	v = rw.cast("arith.extui", v, ir.WithElem(v.Type().(*ir.TensorType), c.I(8)))
	return rw.cast("arith.trunci", rw.exchange(op, v, bytes, transpose), want)
}

func (rw *rewriter) cast(name string, v *ir.Value, t ir.Type) *ir.Value {
	return rw.b.Op(name, []*ir.Value{v}, []ir.Type{t}).Result(0)
}

func (rw *rewriter) exchange(op *ir.Operation, v *ir.Value, want *ir.TensorType, transpose bool) *ir.Value {
	src := v.Type().(*ir.TensorType)
	sw := 0
	if w, _ := ir.BitWidth(src.Elem); len(src.Shape) == 2 {
		sw = async.SwizzleFor(src.Shape[1], int64(w)/8)
	}
	buf := rw.alloc(op, async.BufferOf(src.Shape, src.Elem, sw, 1))
	async.NewLocalStore(rw.b, v, buf, async.LocalStoreProps{})
	async.NewSync(rw.b)
	var props async.LocalLoadProps
	if transpose {
		props.Transpose = rw.b.Context().Unit()
	}
	res := async.NewLocalLoad(rw.b, []ir.Type{want}, buf, props).Tile()
	async.NewSync(rw.b)
	return res
}
