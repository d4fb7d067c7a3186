package async

import (
	"encoding/binary"
	"fmt"

	"github.com/tile-opt/tile-opt/ir"
	"github.com/tile-opt/tile-opt/ir/rewrite"
)

// Verify checks the box against the tensor.
func (o TensorMap) Verify() error {
	m := o.Map().Type().(*TensorMapType)
	src := o.Source().Type().(*ir.MemRefType)
	if err := m.Check(); err != nil {
		return o.OpError("%s", err)
	}
	if len(m.Box) != len(src.Shape) {
		return o.OpError("expected a box of %d dimensions, those of the tensor, found %d", len(src.Shape), len(m.Box))
	}
	if m.Elem != src.Elem {
		return o.OpError("expected the element type of the tensor, %s, in the map, found %s", src.Elem, m.Elem)
	}
	if !isKernelArgument(o.Source()) {
		return o.OpError("expected an argument of the kernel, whose descriptor the host can make, found another value")
	}
	if err := TMAError(src); err != nil {
		return o.OpError("%s", err)
	}
	return nil
}

func isKernelArgument(v *ir.Value) bool {
	b := v.Block()
	return v.IsBlockArg() && b != nil && b.IsEntry() && b.Parent() != nil && b.Parent().Is("func.func")
}

// TMAStoreError is TMAError for a tensor that is written. The accelerator
// writes whole pieces of 16 bytes, also where a row ends inside one: on an H200
// a store to rows of 20 bytes, 32 apart, overwrote 12 bytes of each gap. Rows
// of dynamic size are taken to be multiples of 16 bytes.
func TMAStoreError(t *ir.MemRefType) error {
	if err := TMAError(t); err != nil {
		return err
	}
	n := t.Shape[len(t.Shape)-1]
	if bytes := n * elemBytes(t.Elem); n != ir.Dynamic && bytes%16 != 0 {
		return fmt.Errorf("TMA stores whole pieces of 16 bytes, but the innermost dimension has %d bytes", bytes)
	}
	return nil
}

// TMAError says why the tensor memory accelerator cannot address tensors of
// this type, nil when it can, given that dynamic strides and the address are
// multiples of 16 bytes (cuTensorMapEncodeTiled).
func TMAError(t *ir.MemRefType) error {
	rank := len(t.Shape)
	if rank < 1 || rank > 5 {
		return fmt.Errorf("TMA needs a tensor of 1 to 5 dimensions, found %d", rank)
	}
	w, _ := ir.BitWidth(t.Elem)
	if w != 8 && w != 16 && w != 32 && w != 64 {
		return fmt.Errorf("TMA needs elements of 8, 16, 32 or 64 bits, found %s", t.Elem)
	}
	strides, offset, ok := Strides(t)
	if !ok {
		return fmt.Errorf("TMA needs a strided layout, found %s", t.Layout)
	}
	e := int64(w / 8)
	if strides[rank-1] != 1 {
		return fmt.Errorf("TMA needs an inner stride of 1, found %s", dimText(strides[rank-1]))
	}
	for d, s := range strides[:rank-1] {
		if s != ir.Dynamic && s*e%16 != 0 {
			return fmt.Errorf("TMA needs strides in multiples of 16 bytes, found %d in dimension %d", s*e, d)
		}
	}
	if offset != ir.Dynamic && offset*e%16 != 0 {
		return fmt.Errorf("TMA needs an address in multiples of 16 bytes, found an offset of %d", offset*e)
	}
	return nil
}

func dimText(d int64) string {
	if d == ir.Dynamic {
		return "a dynamic one"
	}
	return fmt.Sprint(d)
}

// Strides returns the strides and the offset of a memref in elements,
// ir.Dynamic where unknown, and whether its layout is a strided one.
func Strides(t *ir.MemRefType) (strides []int64, offset int64, ok bool) {
	switch l := t.Layout.(type) {
	case nil:
		strides = make([]int64, len(t.Shape))
		n := int64(1)
		for d := len(t.Shape) - 1; d >= 0; d-- {
			strides[d] = n
			if t.Shape[d] == ir.Dynamic || n == ir.Dynamic {
				n = ir.Dynamic
			} else {
				n *= t.Shape[d]
			}
		}
		return strides, 0, true
	case *ir.StridedLayoutAttr:
		return l.Strides, l.Offset, true
	}
	return nil, 0, false
}

// Verify checks type, size and place.
func (o Alloc) Verify() error {
	t := o.Buffer().Type().(*BufferType)
	if err := t.Check(); err != nil {
		return o.OpError("%s", err)
	}
	if t.Bytes() > MaxShared {
		return o.OpError("expected at most %d bytes of shared memory, found %d for %s", MaxShared, t.Bytes(), t)
	}
	return checkPlace(o.Op(), o.Offset(), t.Align(), t.Bytes())
}

func checkPlace(op *ir.Operation, a ir.Attr, align, bytes int64) error {
	off, ok := ir.IntValue(a)
	switch {
	case !ok:
		return nil
	case off < 0 || off%align != 0:
		return op.OpError("expected an offset in multiples of %d bytes, found %d", align, off)
	case off+bytes > MaxShared:
		return op.OpError("expected the buffer to end within %d bytes, found an end at %d", MaxShared, off+bytes)
	}
	return nil
}

// Verify checks the tile's type and a constant index.
func (o Slot) Verify() error {
	ring := o.Ring().Type().(*BufferType)
	if rows, ok := ir.IntValue(o.Rows()); ok {
		part, err := ring.Part(rows)
		if err != nil {
			return o.OpError("%s", err)
		}
		if got := o.Buffer().Type(); got != ir.Type(part) {
			return o.OpError("expected the result to be %d rows of the buffer, %s, found %s", rows, part, got)
		}
		return checkIndex(o.Op(), o.Index(), int(ring.Shape[0]/rows), "parts")
	}
	if got := o.Buffer().Type(); got != ir.Type(ring.Slot()) {
		return o.OpError("expected the result to be one tile of the ring, %s, found %s", ring.Slot(), got)
	}
	return checkIndex(o.Op(), o.Index(), ring.Stages, "stages")
}

func checkIndex(op *ir.Operation, v *ir.Value, n int, what string) error {
	if i, ok := rewrite.IntConst(v); ok && (i < 0 || i >= int64(n)) {
		return op.OpError("expected an index below the %d %s, found %d", n, what, i)
	}
	return nil
}

// Verify checks box, coordinates and how completion becomes known.
func (o AsyncLoad) Verify() error {
	dst := o.Dst().Type().(*BufferType)
	if err := checkCopy(o.Op(), o.Map().Type().(*TensorMapType), dst, o.Indices(), true); err != nil {
		return err
	}
	bar, idx, tok := o.Barrier(), o.BarrierIndex(), o.Token()
	switch {
	case (bar == nil) != (idx == nil):
		return o.OpError("expected a barrier and its index together, found one of them")
	case bar != nil && tok != nil:
		return o.OpError("expected a token or a barrier, found both")
	case bar != nil:
		return checkIndex(o.Op(), idx, bar.Type().(*BarrierType).Count, "barriers")
	case tok == nil && !fromAcquire(o.Dst()):
		return o.OpError("expected a token, a barrier or a slot from tasync.pipeline_acquire to complete on, found none of them")
	}
	return nil
}

func fromAcquire(v *ir.Value) bool {
	_, ok := AsPipelineAcquire(v.Def())
	return ok
}

// Verify checks box and coordinates.
func (o AsyncStore) Verify() error {
	return checkCopy(o.Op(), o.Map().Type().(*TensorMapType), o.Src().Type().(*BufferType), o.Indices(), false)
}

// checkCopy checks a tensor copy; innermost coordinates must be multiples of
// 16 bytes, and those of stores not negative (PTX ISA, "cp.async.bulk.tensor").
func checkCopy(op *ir.Operation, m *TensorMapType, b *BufferType, idx []*ir.Value, load bool) error {
	if b.Stages != 1 {
		return op.OpError("expected one tile, found a ring of %d", b.Stages)
	}
	if err := CheckBox(b, m); err != nil {
		return op.OpError("%s", err)
	}
	if len(idx) != len(m.Box) {
		return op.OpError("expected %d coordinates, found %d", len(m.Box), len(idx))
	}
	for d, v := range idx {
		c, ok := rewrite.IntConst(v)
		if !ok {
			continue
		}
		if !load && c < 0 {
			return op.OpError("expected coordinates from 0 on, found %d", c)
		}
		if bytes := c * b.ElemBytes(); d == len(idx)-1 && bytes%16 != 0 {
			return op.OpError("expected an innermost coordinate in multiples of 16 bytes, found %d bytes", bytes)
		}
	}
	return nil
}

// Verify checks the count.
func (o StoreWait) Verify() error { return checkPending(o.Op(), o.Pending()) }

func checkPending(op *ir.Operation, a ir.Attr) error {
	if n, _ := ir.IntValue(a); n < 0 {
		return op.OpError("expected pending to be 0 or more, found %d", n)
	}
	return nil
}

// Verify asks for a token.
func (o Wait) Verify() error {
	if o.Op().NumOperands() == 0 {
		return o.OpError("expected at least one token, found none")
	}
	return nil
}

// Verify checks shapes and layout.
func (o LocalLoad) Verify() error {
	b, t := o.Src().Type().(*BufferType), o.Tile().Type().(*ir.TensorType)
	shape := b.Shape
	if o.Transpose() != nil {
		if len(shape) != 2 {
			return o.OpError("expected a 2-D buffer to transpose, found %s", b)
		}
		shape = []int64{shape[1], shape[0]}
	}
	return checkLocal(o.Op(), b, shape, t)
}

// Verify checks shapes, layout, and what stmatrix asks for.
func (o LocalStore) Verify() error {
	b, t := o.Dst().Type().(*BufferType), o.Tile().Type().(*ir.TensorType)
	if err := checkLocal(o.Op(), b, b.Shape, t); err != nil {
		return err
	}
	if o.Stmatrix() == nil {
		return nil
	}
	l, ok := t.Encoding.(*MMALayout)
	if !ok {
		return o.OpError("expected a tile of wgmma layout for stmatrix, found %s", t.Encoding)
	}
	if _, err := StMatrixPlan(l, b); err != nil {
		return o.OpError("%s", err)
	}
	return nil
}

func checkLocal(op *ir.Operation, b *BufferType, shape []int64, t *ir.TensorType) error {
	if b.Stages != 1 {
		return op.OpError("expected one tile, found a ring of %d", b.Stages)
	}
	if !equalInts(shape, t.Shape) {
		return op.OpError("expected a tile of %v elements, as the buffer has, found %v", shape, t.Shape)
	}
	if b.Elem != t.Elem {
		return op.OpError("expected elements of type %s, as the buffer has, found %s", b.Elem, t.Elem)
	}
	return checkMap(op, t)
}

// checkMap reports a layout that does not fit its tile.
func checkMap(op *ir.Operation, t *ir.TensorType) error {
	if _, err := MapOf(t); err != nil {
		return op.OpError("%s", err)
	}
	return nil
}

// Verify checks that the result's elements are in the registers of the same
// threads.
func (o ExtractSlice) Verify() error {
	src, res := o.Source().Type().(*ir.TensorType), o.Op().Result(0).Type().(*ir.TensorType)
	offs := o.Offsets().(*ir.DenseArrayAttr).Ints()
	if len(offs) != len(src.Shape) || len(res.Shape) != len(src.Shape) {
		return o.OpError("expected %d offsets and dimensions, as the source has, found %d and %d", len(src.Shape), len(offs), len(res.Shape))
	}
	if src.Elem != res.Elem {
		return o.OpError("expected elements of type %s, as the source has, found %s", src.Elem, res.Elem)
	}
	for d, off := range offs {
		if off < 0 || off+res.Shape[d] > src.Shape[d] {
			return o.OpError("expected a slice within the %d elements of dimension %d, found %d to %d", src.Shape[d], d, off, off+res.Shape[d])
		}
	}
	if _, err := SliceRegs(src, res, offs); err != nil {
		return o.OpError("%s", err)
	}
	return nil
}

// SliceRegs returns, for every register of a slice of src of type res that
// starts at offsets, the register of src that it is.
func SliceRegs(src, res *ir.TensorType, offsets []int64) ([]int, error) {
	sm, err := MapOf(src)
	if err != nil {
		return nil, err
	}
	rm, err := MapOf(res)
	if err != nil {
		return nil, err
	}
	if !sm.SameThreads(rm) {
		return nil, fmt.Errorf("expected both layouts to spread over the threads alike, found %s and %s", src.Encoding, res.Encoding)
	}
	index := make(map[string]int, len(sm.Regs))
	var key []byte
	for r, off := range sm.Regs {
		key = appendOffsets(key[:0], off)
		index[string(key)] = r
	}
	out := make([]int, len(rm.Regs))
	want := make([]int64, len(offsets))
	for r, off := range rm.Regs {
		for d := range want {
			want[d] = off[d] + offsets[d]
		}
		key = appendOffsets(key[:0], want)
		s, ok := index[string(key)]
		if !ok {
			return nil, fmt.Errorf("expected every element of the slice in the registers of its thread, found that offset %v is in another thread's", want)
		}
		out[r] = s
	}
	return out, nil
}

// appendOffsets appends numbers in a form that differs for different ones.
func appendOffsets(b []byte, offsets []int64) []byte {
	for _, v := range offsets {
		b = binary.LittleEndian.AppendUint64(b, uint64(v))
	}
	return b
}

// ReduceKinds are the values of kind in tasync.reduce.
var ReduceKinds = []string{"add", "mul", "max", "min"}

// Verify checks axis, kind, result and scratch.
func (o Reduce) Verify() error {
	src, res := o.Source().Type().(*ir.TensorType), o.Op().Result(0).Type().(*ir.TensorType)
	axis, _ := ir.IntValue(o.Axis())
	if axis < 0 || axis >= int64(len(src.Shape)) {
		return o.OpError("expected an axis below %d, found %d", len(src.Shape), axis)
	}
	kind, _ := ir.StringValue(o.Kind())
	if !contains(ReduceKinds, kind) {
		return o.OpError("expected kind add, mul, max or min, found %q", kind)
	}
	want := ReducedType(src, int(axis))
	if res != want {
		return o.OpError("expected a result of type %s, found %s", want, res)
	}
	m, err := MapOf(src)
	if err != nil {
		return o.OpError("%s", err)
	}
	shape := append([]int64{ReduceWarps(m, int(axis))}, res.Shape...)
	s := o.ScratchVal().Type().(*BufferType)
	if !equalInts(s.Shape, shape) || s.Elem != src.Elem || s.Stages != 1 {
		return o.OpError("expected a scratch buffer of %v elements of %s, one tile for each warp along the axis, found %s", shape, src.Elem, s)
	}
	return nil
}

func contains(list []string, s string) bool {
	for _, x := range list {
		if x == s {
			return true
		}
	}
	return false
}

// ReducedType returns the type of an encoded tile reduced along an axis.
func ReducedType(t *ir.TensorType, axis int) *ir.TensorType {
	shape := append(append([]int64(nil), t.Shape[:axis]...), t.Shape[axis+1:]...)
	return ir.TensorOf(shape, t.Elem, SliceOf(axis, LayoutOf(t)))
}

// ReduceWarps returns over how many warps a dimension is spread: how many
// partial results of a reduction along it lie in different warps.
func ReduceWarps(m *Map, axis int) int64 {
	n := int64(1)
	for _, t := range m.Terms[axis] {
		if t.Div >= 32 {
			n *= t.Mod
		}
	}
	return n
}
