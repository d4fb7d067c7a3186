package memref

import (
	"math/bits"
	"slices"
	"strings"

	"github.com/tile-opt/tile-opt/dialects/arith"
	"github.com/tile-opt/tile-opt/ir"
	"github.com/tile-opt/tile-opt/ir/diag"
)

func memRefType(v *ir.Value) *ir.MemRefType { return v.Type().(*ir.MemRefType) }

func countDynamic(shape []int64) int {
	n := 0
	for _, d := range shape {
		if d == ir.Dynamic {
			n++
		}
	}
	return n
}

// verifyAlloc checks the sizes and symbols of an allocation.
func verifyAlloc(op *ir.Operation, sizes, symbols int) error {
	t := memRefType(op.Result(0))
	if want := countDynamic(t.Shape); sizes != want {
		return op.OpError("incorrect number of dynamic sizes, has %d, expected %d", sizes, want)
	}
	want := 0
	if m, ok := t.Layout.(*ir.AffineMapAttr); ok {
		want = m.Map.NumSymbols()
	}
	if symbols != want {
		return op.OpError("symbol operand count does not equal memref symbol count: expected %d, got %d", want, symbols)
	}
	return nil
}

// Verify checks the sizes and symbols.
func (o Alloc) Verify() error {
	return verifyAlloc(o.Op(), len(o.DynamicSizes()), len(o.SymbolOperands()))
}

// Verify checks the sizes and symbols, and that something frees the memory.
func (o Alloca) Verify() error {
	if err := verifyAlloc(o.Op(), len(o.DynamicSizes()), len(o.SymbolOperands())); err != nil {
		return err
	}
	for p := o.Op().Parent(); p != nil; p = p.Parent() {
		if !p.IsRegistered() || p.Has(ir.AutoAllocScope) {
			return nil
		}
	}
	if o.Op().Parent() == nil {
		return nil
	}
	return o.OpError("requires an ancestor op with AutomaticAllocationScope trait")
}

// Verify checks that the types differ in size only.
func (o Realloc) Verify() error {
	pos := o.Op().Loc().Pos()
	src, dst := memRefType(o.Source()), memRefType(o.ResultVal())
	if src.Layout != nil {
		return diag.Errorf(pos, "unsupported layout for source memref type '%s'", src)
	}
	if dst.Layout != nil {
		return diag.Errorf(pos, "unsupported layout for result memref type '%s'", dst)
	}
	if src.MemSpace != dst.MemSpace {
		return diag.Errorf(pos, "different memory spaces specified for source memref type '%s' and result memref type '%s'", src, dst)
	}
	if src.Elem != dst.Elem {
		return diag.Errorf(pos, "different element types specified for source memref type '%s' and result memref type '%s'", src, dst)
	}
	size := o.DynamicResultSize() != nil
	if dynamic := dst.Shape[0] == ir.Dynamic; dynamic && !size {
		return diag.Errorf(pos, "missing dimension operand for result type '%s'", dst)
	} else if !dynamic && size {
		return diag.Errorf(pos, "unnecessary dimension operand for result type '%s'", dst)
	}
	return nil
}

// Verify checks that the alignment is a power of two.
func (o AssumeAlignment) Verify() error {
	if a, _ := ir.IntValue(o.Alignment()); bits.OnesCount64(uint64(a)) != 1 {
		return o.OpError("alignment must be power of 2")
	}
	return nil
}

// Verify checks that results are the operands.
func (o DistinctObjects) Verify() error {
	if o.Op().NumOperands() == 0 {
		return o.OpError("expected at least one operand")
	}
	for i, v := range o.Op().Operands() {
		if o.Op().NumOperands() != o.Op().NumResults() || v.Type() != o.Result(i).Type() {
			return o.OpError("operand types and result types must match")
		}
	}
	return nil
}

func castError(op *ir.Operation) error {
	return op.OpError("operand type '%s' and result type '%s' are cast incompatible", op.Operand(0).Type(), op.Result(0).Type())
}

// Verify checks that one memory can be of both types.
func (o Cast) Verify() error {
	if !castCompatible(o.Source().Type(), o.Dest().Type()) {
		return castError(o.Op())
	}
	return nil
}

// maybeEqual reports whether a and b can be one number.
func maybeEqual(a, b int64) bool { return a == b || a == ir.Dynamic || b == ir.Dynamic }

func castCompatible(a, b ir.Type) bool {
	s, t := a.(ir.ShapedType), b.(ir.ShapedType)
	if s.ElemType() != t.ElemType() || spaceOf(a) != spaceOf(b) {
		return false
	}
	x, ranked := a.(*ir.MemRefType)
	y, ranked2 := b.(*ir.MemRefType)
	if !ranked || !ranked2 {
		return ranked || ranked2
	}
	return ir.CompatibleShapes(x, y) && layoutCompatible(x, y)
}

func spaceOf(t ir.Type) ir.Attr {
	switch t := t.(type) {
	case *ir.MemRefType:
		return t.MemSpace
	case *ir.UnrankedMemRefType:
		return t.MemSpace
	}
	return nil
}

func layoutCompatible(a, b *ir.MemRefType) bool {
	if a.Layout == b.Layout {
		return true
	}
	s, o, ok := Strided(a)
	t, p, ok2 := Strided(b)
	if !ok || !ok2 || len(s) != len(t) || !maybeEqual(o, p) {
		return false
	}
	for i := range s {
		// The stride of a dimension of one element does not matter.
		if !maybeEqual(s[i], t[i]) && a.Shape[i] != 1 {
			return false
		}
	}
	return true
}

// Verify checks that the types differ in the space only.
func (o MemorySpaceCast) Verify() error {
	a, b := o.Source().Type(), o.Dest().Type()
	if a.(ir.ShapedType).ElemType() != b.(ir.ShapedType).ElemType() {
		return castError(o.Op())
	}
	x, ranked := a.(*ir.MemRefType)
	y, ranked2 := b.(*ir.MemRefType)
	if ranked != ranked2 || ranked && (!slices.Equal(x.Shape, y.Shape) || x.Layout != y.Layout) {
		return castError(o.Op())
	}
	return nil
}

// Verify checks element types and shapes.
func (o Copy) Verify() error {
	a, b := o.Source().Type().(ir.ShapedType), o.Target().Type().(ir.ShapedType)
	if a.ElemType() != b.ElemType() {
		return o.OpError("requires the same element type for all operands")
	}
	if !ir.CompatibleShapes(a, b) {
		return o.OpError("requires the same shape for all operands")
	}
	return nil
}

// Verify checks the types against each other.
func (o ExtractStridedMetadata) Verify() error {
	want, _ := ExtractStridedMetadata{}.InferTypes(o.Context(), &ir.OpState{Operands: o.Op().Operands()})
	if !slices.Equal(want, o.Op().ResultTypes()) {
		return o.OpError("inferred type(s) %s are incompatible with return type(s) of operation %s", quoted(want), quoted(o.Op().ResultTypes()))
	}
	return nil
}

// quoted lists types as diagnostics do.
func quoted(types []ir.Type) string {
	names := make([]string, len(types))
	for i, t := range types {
		names[i] = "'" + t.String() + "'"
	}
	return strings.Join(names, ", ")
}

// Verify checks the indices and the type of the result.
func (o Load) Verify() error {
	t := memRefType(o.Memref())
	if o.ResultVal().Type() != t.Elem {
		return o.OpError("failed to verify that result type matches element type of 'memref'")
	}
	if n := len(o.Indices()); n != len(t.Shape) {
		return o.OpError("incorrect number of indices for load, expected %d but got %d", len(t.Shape), n)
	}
	return nil
}

// Verify checks the indices and the type of the value.
func (o Store) Verify() error {
	t := memRefType(o.Memref())
	if o.Value().Type() != t.Elem {
		return o.OpError("failed to verify that type of 'value' matches element type of 'memref'")
	}
	if len(o.Indices()) != len(t.Shape) {
		return o.OpError("store index operand count not equal to memref rank")
	}
	return nil
}

// Verify checks the indices, the type of the value and the kind.
func (o AtomicRMW) Verify() error {
	t := memRefType(o.Memref())
	if o.Value().Type() != t.Elem {
		return o.OpError("failed to verify that value type matches element type of memref")
	}
	if len(o.Indices()) != len(t.Shape) {
		return o.OpError("expects the number of subscripts to be equal to memref rank")
	}
	kind, _ := arith.AtomicRMWKind.Of(o.Kind())
	word, _ := arith.AtomicRMWKind.Keyword(kind)
	switch word {
	case "addf", "maximumf", "maxnumf", "minimumf", "minnumf", "mulf":
		if !ir.IsFloat(t.Elem) {
			return o.OpError("with kind '%s' expects a floating-point type", word)
		}
	case "assign":
	default:
		if ir.IsFloat(t.Elem) {
			return o.OpError("with kind '%s' expects an integer type", word)
		}
	}
	return nil
}

// VerifyRegions checks the argument and what is yielded.
func (o GenericAtomicRMW) VerifyRegions() error {
	b, t := o.AtomicBody().Entry(), o.ResultVal().Type()
	if t != memRefType(o.Memref()).Elem {
		return o.OpError("failed to verify that result type matches element type of memref")
	}
	if b == nil || b.NumArgs() != 1 {
		return o.OpError("expected single number of entry block arguments")
	}
	if b.Arg(0).Type() != t {
		return o.OpError("expected block argument of the same type result type")
	}
	if y := b.Last(); y != nil && y.Info().Def == AtomicYieldDef && y.Operand(0).Type() != t {
		return y.OpError("types mismatch between yield op: '%s' and its parent: '%s'", y.Operand(0).Type(), t)
	}
	return nil
}

// Verify checks the indices.
func (o Prefetch) Verify() error {
	if len(o.Indices()) != len(memRefType(o.Memref()).Shape) {
		return o.OpError("too few indices")
	}
	return nil
}

// Verify checks the shape and the initial value.
func (o Global) Verify() error {
	t := o.Type().(*ir.TypeAttr).Value.(*ir.MemRefType)
	if !ir.HasStaticShape(t) {
		return o.OpError("type should be static shaped memref, but got '%s'", t)
	}
	switch v := o.InitialValue().(type) {
	case nil, *ir.UnitAttr:
	case *ir.DenseAttr, *ir.DenseResourceAttr, *ir.SparseAttr, *ir.DenseStringAttr:
		value := v.(ir.TypedAttr).Type().(ir.ShapedType)
		if value.ElemType() != t.Elem {
			return o.OpError("initial value element expected to be of type '%s', but was of type '%s'", t.Elem, value.ElemType())
		}
		if dims, _ := value.Dims(); !slices.Equal(dims, t.Shape) {
			return o.OpError("initial value shape expected to be %s but was %s", dimList(t.Shape), dimList(dims))
		}
	default:
		return o.OpError("initial value should be a unit or elements attribute, but got %s", v)
	}
	return nil
}

// dimList writes a shape as 4x8.
func dimList(shape []int64) string {
	var p ir.Printer
	for i, d := range shape {
		if i > 0 {
			p.Byte('x')
		}
		p.Dim(d)
	}
	return string(p.Buf)
}

// VerifySymbolUses checks that the name is that of a global of the type.
func (o GetGlobal) VerifySymbolUses(lookup func(*ir.SymbolRefAttr) *ir.Operation) error {
	ref := o.NameVal().(*ir.SymbolRefAttr)
	g, ok := AsGlobal(lookup(ref))
	if !ok {
		return o.OpError("'%s' does not reference a valid global memref", ref.Root)
	}
	if t := g.Type().(*ir.TypeAttr).Value; t != o.ResultVal().Type() {
		return o.OpError("result type '%s' does not match type '%s' of the global memref @%s", o.ResultVal().Type(), t, ref.Root)
	}
	return nil
}

// Verify checks the permutation and the type of the result.
func (o Transpose) Verify() error {
	m, src, dst := o.Permutation().(*ir.AffineMapAttr).Map, memRefType(o.Operand(0)), memRefType(o.Result(0))
	if !m.IsPermutation() {
		return o.OpError("expected a permutation map")
	}
	if m.NumDims() != len(src.Shape) {
		return o.OpError("expected a permutation map of same rank as the input")
	}
	strides, offset, ok := Strided(src)
	if !ok {
		return o.OpError("expected a strided memref as input, found '%s'", src)
	}
	shape, moved := make([]int64, len(strides)), make([]int64, len(strides))
	for i := range shape {
		from, _ := m.Result(i).Position()
		shape[i], moved[i] = src.Shape[from], strides[from]
	}
	want := withLayout(src, shape, moved, offset)
	if !slices.Equal(dst.Shape, shape) || dst.Elem != src.Elem || dst.MemSpace != src.MemSpace || !sameLayout(dst, want) {
		return o.OpError("result type '%s' is not equivalent to the canonical transposed input type '%s'", dst, want)
	}
	return nil
}

// inOrder reports whether a layout, written out or not, maps each index to
// itself: none, or strided<[1]>.
func inOrder(t *ir.MemRefType) bool {
	if t.Layout == nil {
		return true
	}
	l, ok := t.Layout.(*ir.StridedLayoutAttr)
	return ok && l.Offset == 0 && len(l.Strides) == 1 && l.Strides[0] == 1
}

// Verify checks the layout, the spaces and the sizes.
func (o View) Verify() error {
	src, dst := memRefType(o.Source()), memRefType(o.Result(0))
	pos := o.Op().Loc().Pos()
	if !inOrder(dst) {
		return diag.Errorf(pos, "unsupported map for result memref type '%s'", dst)
	}
	if !inOrder(src) {
		return diag.Errorf(pos, "unsupported map for base memref type '%s'", src)
	}
	if src.MemSpace != dst.MemSpace {
		return diag.Errorf(pos, "different memory spaces specified for base memref type '%s' and view memref type '%s'", src, dst)
	}
	if want, n := countDynamic(dst.Shape), len(o.Sizes()); n != want {
		return o.OpError("incorrect number of dynamic sizes, has %d, expected %d", n, want)
	}
	return nil
}

// Verify checks the element types.
func (o Reshape) Verify() error {
	src, dst := o.Source().Type(), o.ResultVal().Type()
	if src.(ir.ShapedType).ElemType() != dst.(ir.ShapedType).ElemType() {
		return o.OpError("element types of source and destination memref types should be the same")
	}
	if m, ok := src.(*ir.MemRefType); ok && m.Layout != nil {
		return o.OpError("source memref type should have identity affine map")
	}
	m, ok := dst.(*ir.MemRefType)
	if !ok {
		return nil
	}
	if m.Layout != nil {
		return o.OpError("result memref type should have identity affine map")
	}
	n := memRefType(o.Shape()).Shape[0]
	if n == ir.Dynamic {
		return o.OpError("cannot use shape operand with dynamic length to reshape to statically-ranked memref type")
	}
	if n != int64(len(m.Shape)) {
		return o.OpError("length of shape operand differs from the result's memref rank")
	}
	return nil
}
