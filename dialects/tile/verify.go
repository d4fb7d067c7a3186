package tile

import (
	"github.com/tile-opt/tile-opt/ir"
)

// shapeOf returns the shape of a tile.
func shapeOf(v *ir.Value) []int64 { return v.Type().(*ir.TensorType).Shape }

func elemOf(v *ir.Value) ir.Type { return v.Type().(*ir.TensorType).Elem }

// verifySizes checks that there is one size for each dynamic dimension of the
// result.
func verifySizes(op *ir.Operation, sizes []*ir.Value, result *ir.Value) error {
	dynamic := 0
	for _, d := range shapeOf(result) {
		if d == ir.Dynamic {
			dynamic++
		}
	}
	if len(sizes) != dynamic {
		return op.OpError("expects one size for each of the %d dynamic dimensions of the result, found %d", dynamic, len(sizes))
	}
	return verifyDims(op, result)
}

// verifyDims refuses dimensions of size 0: a tile has elements.
func verifyDims(op *ir.Operation, result *ir.Value) error {
	for i, d := range shapeOf(result) {
		if d == 0 {
			return op.OpError("expects tile dimensions of at least 1, found dimension %d of size 0", i)
		}
	}
	return nil
}

// verifyAccess checks a tile against the buffer that it is read from or
// written to.
func verifyAccess(op *ir.Operation, tile *ir.Value, buffer *ir.Value, indices []*ir.Value) error {
	m := buffer.Type().(*ir.MemRefType)
	shape := shapeOf(tile)
	if len(indices) != len(m.Shape) {
		return op.OpError("expects one index for each of the %d dimensions of the buffer, found %d", len(m.Shape), len(indices))
	}
	if len(shape) == 0 || len(shape) > len(m.Shape) {
		return op.OpError("expects a tile of 1 to %d dimensions, as the buffer has, found %d", len(m.Shape), len(shape))
	}
	if e := elemOf(tile); e != m.Elem {
		return op.OpError("expects a tile and a buffer of one element type, found %s and %s", e, m.Elem)
	}
	switch m.Layout.(type) {
	case nil, *ir.StridedLayoutAttr:
	default:
		return op.OpError("expects a buffer with a strided layout, found %s", m.Layout)
	}
	if m.MemSpace != nil {
		return op.OpError("expects a buffer in the default memory space, found memory space %s", m.MemSpace)
	}
	return nil
}

// Verify checks the sizes, and the tile against the buffer.
func (o Load) Verify() error {
	if err := verifyAccess(o.Op(), o.ResultVal(), o.Source(), o.Indices()); err != nil {
		return err
	}
	return verifySizes(o.Op(), o.Sizes(), o.ResultVal())
}

// Verify checks the tile against the buffer.
func (o Store) Verify() error {
	return verifyAccess(o.Op(), o.Tile(), o.Dest(), o.Indices())
}

// Verify checks that the factors fit each other and the accumulator.
func (o Dot) Verify() error {
	a, b, acc := shapeOf(o.A()), shapeOf(o.B()), shapeOf(o.Acc())
	if len(a) != 2 || len(b) != 2 || len(acc) != 2 {
		return o.OpError("expects tiles of 2 dimensions, found %d, %d and %d", len(a), len(b), len(acc))
	}
	if x, y := elemOf(o.A()), elemOf(o.B()); x != y {
		return o.OpError("expects factors of one element type, found %s and %s", x, y)
	}
	if w, _ := ir.BitWidth(elemOf(o.A())); w > 32 {
		return o.OpError("expects factors of at most 32 bits an element, found %s", elemOf(o.A()))
	}
	for _, p := range []struct {
		what string
		x, y int64
	}{
		{"columns of the first and rows of the second factor", a[1], b[0]},
		{"rows of the first factor and the accumulator", a[0], acc[0]},
		{"columns of the second factor and the accumulator", b[1], acc[1]},
	} {
		if !sameDim(p.x, p.y) {
			return o.OpError("expects as many %s, found %d and %d", p.what, p.x, p.y)
		}
	}
	return nil
}

// sameDim reports whether two sizes can be equal.
func sameDim(x, y int64) bool { return x == y || x == ir.Dynamic || y == ir.Dynamic }

func sameDims(x, y []int64) bool {
	if len(x) != len(y) {
		return false
	}
	for i := range x {
		if x[i] != y[i] {
			return false
		}
	}
	return true
}

// verifyResult checks the result of an operation whose result follows from
// its operands, but for an encoding.
func verifyResult(op *ir.Operation, result *ir.Value, shape []int64, elem ir.Type) error {
	if sameDims(shapeOf(result), shape) && elemOf(result) == elem {
		return nil
	}
	return op.OpError("expects a result of %s, found %s", ir.TensorOf(shape, elem, nil), result.Type())
}

// checkPermutation reports whether perm holds each of 0 to rank-1 once.
func checkPermutation(perm []int64, rank int) bool {
	if len(perm) != rank {
		return false
	}
	seen := make([]bool, rank)
	for _, p := range perm {
		if p < 0 || p >= int64(rank) || seen[p] {
			return false
		}
		seen[p] = true
	}
	return true
}

// Perm returns the permutation.
func (o Transpose) Perm() []int64 { return o.Permutation().(*ir.DenseArrayAttr).Ints() }

// Verify checks the permutation and the result.
func (o Transpose) Verify() error {
	src := shapeOf(o.Source())
	if !checkPermutation(o.Perm(), len(src)) {
		return o.OpError("expects a permutation of %d dimensions, found %v", len(src), o.Perm())
	}
	return verifyResult(o.Op(), o.ResultVal(), permute(src, o.Perm()), elemOf(o.Source()))
}

func permute(shape, perm []int64) []int64 {
	out := make([]int64, len(perm))
	for i, p := range perm {
		out[i] = shape[p]
	}
	return out
}

// Verify checks which dimensions change.
func (o Broadcast) Verify() error {
	src, dst := shapeOf(o.Source()), shapeOf(o.ResultVal())
	if len(src) != len(dst) {
		return o.OpError("expects a result of %d dimensions, as the source has, found %d", len(src), len(dst))
	}
	if x, y := elemOf(o.Source()), elemOf(o.ResultVal()); x != y {
		return o.OpError("expects source and result of one element type, found %s and %s", x, y)
	}
	for i := range src {
		if src[i] != 1 && !sameDim(src[i], dst[i]) {
			return o.OpError("expects dimension %d to keep its size of %d, as only a size of 1 can grow, found %d", i, src[i], dst[i])
		}
	}
	return verifySizes(o.Op(), o.Sizes(), o.ResultVal())
}

func intProp(a ir.Attr) int64 { v, _ := ir.IntValue(a); return v }

// Dim returns the axis as an integer.
func (o ExpandDims) Dim() int { return int(intProp(o.Axis())) }

// Dim returns the axis as an integer.
func (o Reduce) Dim() int { return int(intProp(o.Axis())) }

// Dim returns the axis as an integer.
func (o Iota) Dim() int { return int(intProp(o.Axis())) }

func verifyAxis(op *ir.Operation, axis ir.Attr, rank int) error {
	if v := intProp(axis); v < 0 || v >= int64(rank) {
		return op.OpError("expects an axis of 0 to %d, found %d", rank-1, v)
	}
	return nil
}

// Verify checks the axis and the result.
func (o ExpandDims) Verify() error {
	src := shapeOf(o.Source())
	if err := verifyAxis(o.Op(), o.Axis(), len(src)+1); err != nil {
		return err
	}
	return verifyResult(o.Op(), o.ResultVal(), insertDim(src, o.Dim(), 1), elemOf(o.Source()))
}

func insertDim(shape []int64, axis int, size int64) []int64 {
	out := append([]int64(nil), shape[:axis]...)
	return append(append(out, size), shape[axis:]...)
}

func dropDim(shape []int64, axis int) []int64 {
	out := append([]int64(nil), shape[:axis]...)
	return append(out, shape[axis+1:]...)
}

// Verify checks the axis and the result.
func (o Reduce) Verify() error {
	src := shapeOf(o.Source())
	if len(src) == 0 {
		return o.OpError("expects a source with dimensions, found %s", o.Source().Type())
	}
	if err := verifyAxis(o.Op(), o.Axis(), len(src)); err != nil {
		return err
	}
	return verifyResult(o.Op(), o.ResultVal(), dropDim(src, o.Dim()), elemOf(o.Source()))
}

// Verify checks the sizes and the element type.
func (o Splat) Verify() error {
	if x, y := o.Value().Type(), elemOf(o.ResultVal()); x != y {
		return o.OpError("expects a result of elements of type %s, found %s", x, y)
	}
	return verifySizes(o.Op(), o.Sizes(), o.ResultVal())
}

// Verify checks the sizes and the axis.
func (o Iota) Verify() error {
	if err := verifyAxis(o.Op(), o.Axis(), len(shapeOf(o.ResultVal()))); err != nil {
		return err
	}
	return verifySizes(o.Op(), o.Sizes(), o.ResultVal())
}

// Verify checks the name and the default.
func (o Param) Verify() error {
	if err := verifyName(o.Op(), o.NameVal()); err != nil {
		return err
	}
	if v := intProp(o.Default()); v < 1 {
		return o.OpError("expects a default of at least 1, found %d", v)
	}
	return nil
}

func verifyName(op *ir.Operation, name ir.Attr) error {
	if s, _ := ir.StringValue(name); !ir.IsBareID(s) {
		return op.OpError("expects a name of letters, digits and underscores, found %q", s)
	}
	return nil
}

// Verify checks the name and that the default is a float type.
func (o TypeParam) Verify() error {
	if err := verifyName(o.Op(), o.NameVal()); err != nil {
		return err
	}
	if t := o.DefaultType(); !ir.IsFloat(t) {
		return o.OpError("expects a float type, found %s", t)
	}
	return nil
}

// DefaultType returns the type that stands in the kernel.
func (o TypeParam) DefaultType() ir.Type { return o.Default().(*ir.TypeAttr).Value }

// Verify checks the extents.
func (o ProgramID) Verify() error {
	n := len(o.Extents())
	if n < 1 || n > 3 {
		return o.OpError("expects 1 to 3 extents, found %d", n)
	}
	if o.Op().NumResults() != n {
		return o.OpError("expects a result for each of the %d extents, found %d", n, o.Op().NumResults())
	}
	for i, e := range o.Extents() {
		if !IsLaunchConstant(e) {
			return o.OpError("expects extents that the host can evaluate at launch (of arguments, their sizes, parameters, device properties and integer arithmetic), found another value as extent #%d", i)
		}
	}
	return nil
}

// Verify checks the name.
func (o DeviceProperty) Verify() error {
	if !oneOf(DeviceProperties)(o.NameVal()) {
		return o.OpError("expects one of the properties %v, found %s", DeviceProperties, o.NameVal())
	}
	return nil
}

// Verify checks that the host can evaluate the operands.
func (o DivMagic) Verify() error {
	for i := range o.Op().NumOperands() {
		if !IsLaunchConstant(o.Operand(i)) {
			return o.OpError("expects operands that the host can evaluate at launch, found another value as operand #%d", i)
		}
	}
	return nil
}
