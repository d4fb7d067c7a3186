package async

import (
	"fmt"

	"github.com/tile-opt/tile-opt/ir"
	"github.com/tile-opt/tile-opt/ir/effects"
	"github.com/tile-opt/tile-opt/ir/rewrite"
)

// Fill is an operation that starts to fill a buffer from global memory, by the
// tensor memory accelerator or by threads: tasync.async_load or tasync.copy.
type Fill struct{ op *ir.Operation }

// AsFill returns op as one that fills a buffer, and whether it is one.
func AsFill(op *ir.Operation) (Fill, bool) {
	if op != nil && (op.Is(AsyncLoadDef.Name) || op.Is(CopyDef.Name)) {
		return Fill{op}, true
	}
	return Fill{}, false
}

// IsFill reports whether op starts to fill a buffer from global memory.
func IsFill(op *ir.Operation) bool { _, ok := AsFill(op); return ok }

// Op returns the operation.
func (f Fill) Op() *ir.Operation { return f.op }

// copy returns the view of a tasync.copy.
func (f Fill) copy() (Copy, bool) { return AsCopy(f.op) }

// Source returns the tensor map or the memref that is read.
func (f Fill) Source() *ir.Value { return f.op.Operand(0) }

// Indices returns the element offsets, outermost dimension first.
func (f Fill) Indices() []*ir.Value {
	if c, ok := f.copy(); ok {
		return c.Indices()
	}
	return AsyncLoad{ir.ViewOf(f.op)}.Indices()
}

// Dst returns the buffer that is filled.
func (f Fill) Dst() *ir.Value {
	if c, ok := f.copy(); ok {
		return c.Dst()
	}
	return AsyncLoad{ir.ViewOf(f.op)}.Dst()
}

// Token returns the token of its completion, nil when something else tells.
func (f Fill) Token() *ir.Value {
	if f.op.NumResults() == 0 {
		return nil
	}
	return f.op.Result(0)
}

// Barrier returns the barrier array that its bytes are reported to, nil when
// something else tells its completion.
func (f Fill) Barrier() *ir.Value {
	if c, ok := f.copy(); ok {
		return c.Barrier()
	}
	return AsyncLoad{ir.ViewOf(f.op)}.Barrier()
}

// Bytes returns the bytes that an elected thread has to announce for it: those
// of a copy by the tensor memory accelerator. Threads that copy announce their
// own.
func (f Fill) Bytes() int64 {
	if f.ByThreads() {
		return 0
	}
	return LoadBytes(f.Dst().Type().(*BufferType))
}

// ByThreads reports whether all threads of the role take part, and not one
// that issues a tensor copy.
func (f Fill) ByThreads() bool { return f.op.Is(CopyDef.Name) }

// Via returns how threads copy, empty for a tensor copy.
func (f Fill) Via() string {
	c, ok := f.copy()
	if !ok {
		return ""
	}
	via, _ := ir.StringValue(c.Via())
	return via
}

// UsesCpAsync reports whether cp.async may write the buffer.
func (f Fill) UsesCpAsync() bool { v := f.Via(); return v == ViaCpAsync || v == ViaAny }

// UsesStores reports whether ordinary stores may write the buffer: those of
// tiles, or of the zeros behind a row.
func (f Fill) UsesStores() bool { v := f.Via(); return v == ViaAny || v == ViaPlain || v == ViaBulk }

// ByAsyncProxy reports whether the async proxy may write the buffer, before
// which ordinary accesses to it must be fenced.
func (f Fill) ByAsyncProxy() bool { return !f.ByThreads() || f.Via() == ViaBulk }

// Template is all of a fill but where it goes and where from: it outlives the
// operation.
type Template struct {
	source     *ir.Value
	via, bytes ir.Attr // via is nil for a tensor copy
	attrs      []ir.NamedAttr
}

// Template returns what is needed to make the same copy elsewhere.
func (f Fill) Template() Template {
	t := Template{source: f.Source(), attrs: f.op.Attrs()}
	if c, ok := f.copy(); ok {
		t.via, t.bytes = c.Via(), c.Bytes()
	}
	return t
}

// Source returns the tensor map or the memref that is read.
func (t Template) Source() *ir.Value { return t.source }

// ByThreads reports whether all threads of the role take part.
func (t Template) ByThreads() bool { return t.via != nil }

// Build makes the copy at the builder's insertion point; types has the token's
// type, or is empty, and barrier and index are nil where something else tells
// the completion.
func (t Template) Build(b *ir.Builder, types []ir.Type, indices []*ir.Value, dst, barrier, index *ir.Value) Fill {
	var n *ir.Operation
	if t.ByThreads() {
		n = NewCopy(b, types, t.source, indices, dst, barrier, index, CopyProps{Via: t.via, Bytes: t.bytes}).Op()
	} else {
		n = NewAsyncLoad(b, types, t.source, indices, dst, barrier, index).Op()
	}
	n.SetAttrs(t.attrs)
	return Fill{n}
}

// Verify checks shapes, what the kind of copy asks for, and how completion
// becomes known.
func (o Copy) Verify() error {
	src, dst := o.Source().Type().(*ir.MemRefType), o.Dst().Type().(*BufferType)
	if dst.Stages != 1 {
		return o.OpError("expected one tile, found a ring of %d", dst.Stages)
	}
	if dst.Elem != src.Elem {
		return o.OpError("expected elements of type %s, as the memref has, found %s", src.Elem, dst.Elem)
	}
	idx := o.Indices()
	if len(idx) != len(src.Shape) {
		return o.OpError("expected %d indices, the dimensions of the memref, found %d", len(src.Shape), len(idx))
	}
	if len(dst.Shape) > len(src.Shape) {
		return o.OpError("expected a buffer of at most the %d dimensions of the memref, found %d", len(src.Shape), len(dst.Shape))
	}
	via, _ := ir.StringValue(o.Via())
	bytes, hasBytes := ir.IntValue(o.Bytes())
	if pieces := via == ViaCpAsync || via == ViaAny; pieces != hasBytes {
		return o.OpError("expected bytes for the kinds that use cp.async, %q and %q, and for no other, found %q", ViaCpAsync, ViaAny, via)
	}
	if err := CopyError(src, dst, via, bytes); err != nil {
		return o.OpError("%s", err)
	}
	unit := map[string]int64{ViaCpAsync: bytes, ViaAny: bytes, ViaBulk: 16, ViaPlain: 1}[via]
	if c, ok := rewrite.IntConst(idx[len(idx)-1]); ok && c*dst.ElemBytes()%unit != 0 {
		return o.OpError("expected an innermost index in multiples of %d bytes, found %d bytes", unit, c*dst.ElemBytes())
	}
	return o.checkCompletion(via)
}

func (o Copy) checkCompletion(via string) error {
	bar, idx, tok := o.Barrier(), o.BarrierIndex(), o.Token()
	switch {
	case (bar == nil) != (idx == nil):
		return o.OpError("expected a barrier and its index together, found one of them")
	case bar != nil && tok != nil:
		return o.OpError("expected a token or a barrier, found both")
	case bar != nil && via != ViaBulk:
		return o.OpError("expected a barrier for a bulk copy only, found one for %q: tasync.copy_arrive or tasync.barrier_arrive tells its completion", via)
	case bar != nil:
		return checkIndex(o.Op(), idx, bar.Type().(*BarrierType).Count, "barriers")
	case via == ViaBulk && tok == nil && !fromAcquire(o.Dst()):
		return o.OpError("expected a token, a barrier or a slot from tasync.pipeline_acquire for a bulk copy to complete on, found none of them")
	}
	return nil
}

// CopyError says why threads cannot copy from a memref of this type to a
// buffer in this way, nil when they can, given that what is dynamic are
// multiples of what the kind needs. bytes is the size of a piece for the kinds
// that use cp.async.
func CopyError(src *ir.MemRefType, dst *BufferType, via string, bytes int64) error {
	strides, offset, ok := Strides(src)
	if !ok {
		return fmt.Errorf("a copy needs a strided layout, found %s", src.Layout)
	}
	if via == ViaPlain {
		return nil
	}
	what, e, row := "cp.async", dst.ElemBytes(), dst.RowBytes()
	if via == ViaBulk {
		what, bytes = "a bulk copy", 16
		if dst.Swizzle != 0 {
			return fmt.Errorf("a bulk copy keeps the bytes of a row in their order, but the buffer is swizzled by %d bytes", dst.Swizzle)
		}
	}
	if bytes != 4 && bytes != 8 && bytes != 16 {
		return fmt.Errorf("cp.async moves 4, 8 or 16 bytes, found %d", bytes)
	}
	if strides[len(strides)-1] != 1 {
		return fmt.Errorf("%s needs an inner stride of 1, found %s", what, dimText(strides[len(strides)-1]))
	}
	if bytes%e != 0 || row%bytes != 0 {
		return fmt.Errorf("%s needs rows of the tile in multiples of %d bytes, found %d bytes of %s", what, bytes, row, dst.Elem)
	}
	if via == ViaAny {
		return nil
	}
	for d, s := range strides[:len(strides)-1] {
		if s != ir.Dynamic && s*e%bytes != 0 {
			return fmt.Errorf("%s needs strides in multiples of %d bytes, found %d in dimension %d", what, bytes, s*e, d)
		}
	}
	if offset != ir.Dynamic && offset*e%bytes != 0 {
		return fmt.Errorf("%s needs an address in multiples of %d bytes, found an offset of %d", what, bytes, offset*e)
	}
	if n := src.Shape[len(src.Shape)-1]; via == ViaBulk && n != ir.Dynamic && n*e%bytes != 0 {
		return fmt.Errorf("a bulk copy needs an inner dimension in multiples of 16 bytes, found %d", n*e)
	}
	return nil
}

// Verify checks a constant index.
func (o CopyArrive) Verify() error { return checkBarrierIndex(o.Op(), o.Barrier(), o.Index()) }

// InferTypes leaves the token out: a copy has it when its type is given.
func (Copy) InferTypes(*ir.Context, *ir.OpState) ([]ir.Type, error) { return []ir.Type{}, nil }

// OpAsmResultNames suggests %token.
func (o Copy) OpAsmResultNames(set func(*ir.Value, string)) {
	if o.Op().NumResults() == 1 {
		set(o.Op().Result(0), "token")
	}
}

// Effects: reads global memory, writes the buffer, announces bytes.
func (o Copy) Effects() []effects.Effect {
	return []effects.Effect{
		{Kind: effects.Read, Value: o.Source()},
		{Kind: effects.Write, Resource: SharedMemory, Value: o.Dst()},
		{Kind: effects.Write, Resource: Barriers},
	}
}
