package nvvm

import (
	"slices"
	"strconv"
	"strings"

	"github.com/tile-opt/tile-opt/dialects/llvm"
	"github.com/tile-opt/tile-opt/ir"
)

// wmmaSpace reports whether wmma may access an address space.
func wmmaSpace(v *ir.Value) bool { return slices.Contains([]uint32{0, 1, 3}, space(v)) }

// registers says what a thread holds of a matrix: so many values of a type.
type registers struct {
	n int64
	t ir.Type
}

// wmmaFragment returns the registers of a fragment of wmma; none when there is no
// such fragment (PTX ISA: Warp Level Matrix Instructions: matrix fragments for
// WMMA). A lone f64 is no structure.
func wmmaFragment(c *ir.Context, elem, frag string, m, n, k int64) (r registers, ok bool) {
	shape := [3]int64{m, n, k}
	wide := slices.Contains([][3]int64{{16, 16, 16}, {32, 8, 16}, {8, 32, 16}}, shape)
	small := shape == [3]int64{16, 16, 8}
	elems := map[string]int64{"a": m * k, "b": k * n}[frag]
	switch {
	case elem == "f16" && wide && frag == "c":
		return registers{4, ir.VectorOf([]int64{2}, c.F16())}, true
	case elem == "f16" && wide:
		return registers{8, ir.VectorOf([]int64{2}, c.F16())}, true
	case elem == "tf32" && small && frag != "c":
		return registers{4, c.I(32)}, true
	case elem == "f32" && (wide || small) && frag == "c":
		return registers{8, c.F32()}, true
	case (elem == "s8" || elem == "u8") && wide && frag != "c":
		return registers{elems * 8 / (32 * warpSize), c.I(32)}, true
	case elem == "s32" && wide && frag == "c":
		return registers{8, c.I(32)}, true
	case elem == "f64" && shape == [3]int64{8, 8, 4} && frag == "c":
		return registers{2, c.F64()}, true
	case elem == "f64" && shape == [3]int64{8, 8, 4}:
		return registers{1, c.F64()}, true
	}
	return registers{}, false
}

// WMMAFragment returns what a thread holds of a fragment of wmma, so many
// registers of a type, given PTX's name of the elements, which operand it is (a,
// b or c) and the extents of the product; ok is false when there is none.
func WMMAFragment(c *ir.Context, elem, frag string, m, n, k int64) (count int64, t ir.Type, ok bool) {
	r, ok := wmmaFragment(c, elem, frag, m, n, k)
	return r.n, r.t, ok
}

const warpSize = 32

// extents returns the attributes m, n and k.
func extents(op *ir.Operation) (m, n, k int64) {
	m, _ = ir.IntValue(op.Prop("m"))
	n, _ = ir.IntValue(op.Prop("n"))
	k, _ = ir.IntValue(op.Prop("k"))
	return m, n, k
}

// verifyFragment checks that a result is a structure of the registers.
func verifyFragment(op *ir.Operation, r registers) error {
	t := op.Result(0).Type()
	if r.n == 1 && r.t == ir.Type(op.Context().F64()) {
		if t != r.t {
			return op.OpError("expected destination type to be f64")
		}
		return nil
	}
	s, ok := t.(*llvm.StructType)
	if !ok || int64(len(s.Fields)) != r.n || slices.ContainsFunc(s.Fields, func(f ir.Type) bool { return f != r.t }) {
		return op.OpError("expected destination type is a structure of %d elements of type '%s'", r.n, r.t)
	}
	return nil
}

// Verify checks pointer, extents and result.
func (o WMMALoad) Verify() error {
	if !wmmaSpace(o.Ptr()) {
		return o.OpError("expected source pointer in memory space 0, 1, 3")
	}
	m, n, k := extents(o.Op())
	r, ok := wmmaFragment(o.Context(), keyword(MMATypesEnum, o.Eltype()), keyword(MMAFragEnum, o.Frag()), m, n, k)
	if !ok {
		return o.OpError("invalid attribute combination")
	}
	return verifyFragment(o.Op(), r)
}

// Verify checks pointer, extents and registers.
func (o WMMAStore) Verify() error {
	if !wmmaSpace(o.Ptr()) {
		return o.OpError("expected operands to be a source pointer in memory space 0, 1, 3")
	}
	m, n, k := extents(o.Op())
	r, ok := wmmaFragment(o.Context(), keyword(MMATypesEnum, o.Eltype()), "c", m, n, k)
	if !ok {
		return o.OpError("invalid attribute combination")
	}
	args := o.Args()
	if int64(len(args)) != r.n {
		return o.OpError("expected %d data operands", r.n)
	}
	for _, a := range args {
		if a.Type() != r.t {
			return o.OpError("expected data operands of type '%s'", r.t)
		}
	}
	return nil
}

// Verify checks types, extents and registers: the element types are those of the
// factors and of the sums.
func (o WMMAMma) Verify() error {
	m, n, k := extents(o.Op())
	factors, sums := keyword(MMATypesEnum, o.EltypeA()), keyword(MMATypesEnum, o.EltypeB())
	c := o.Context()
	a, okA := wmmaFragment(c, factors, "a", m, n, k)
	b, okB := wmmaFragment(c, factors, "b", m, n, k)
	s, okC := wmmaFragment(c, sums, "c", m, n, k)
	if pairs := (map[string]string{"f16": "f16 f32", "tf32": "f32", "s8": "s32", "u8": "s32", "f64": "f64"}); !okA || !okB || !okC || !slices.Contains(strings.Fields(pairs[factors]), sums) {
		return o.OpError("invalid attribute combination")
	}
	args := o.Args()
	if int64(len(args)) != a.n+b.n+s.n {
		return o.OpError("expected %d arguments", a.n+b.n+s.n)
	}
	for i, v := range args {
		want := a.t
		if int64(i) >= a.n+b.n {
			want = s.t
		}
		if v.Type() != want {
			return o.OpError("expected argument %d to be of type %s", i, want)
		}
	}
	return verifyFragment(o.Op(), s)
}

// mmaShapes are the extents of mma.sync by the type of A (PTX ISA: Warp Level
// Matrix Multiply-Accumulate Instructions: matrix shape).
var mmaShapes = map[string][][3]int64{
	"f16":  {{8, 8, 4}, {16, 8, 8}, {16, 8, 16}},
	"bf16": {{16, 8, 8}, {16, 8, 16}},
	"tf32": {{16, 8, 4}, {16, 8, 8}},
	"f32":  {{16, 8, 4}, {16, 8, 8}},
	"f64":  {{8, 8, 4}},
	"s8":   {{8, 8, 16}, {16, 8, 16}, {16, 8, 32}},
	"u8":   {{8, 8, 16}, {16, 8, 16}, {16, 8, 32}},
	"s4":   {{8, 8, 32}, {16, 8, 32}, {16, 8, 64}},
	"u4":   {{8, 8, 32}, {16, 8, 32}, {16, 8, 64}},
	"b1":   {{8, 8, 128}, {16, 8, 128}, {16, 8, 256}},
	"e4m3": {{16, 8, 16}, {16, 8, 32}},
	"e5m2": {{16, 8, 16}, {16, 8, 32}},
	"e3m2": {{16, 8, 32}},
	"e2m3": {{16, 8, 32}},
	"e2m1": {{16, 8, 32}},
}

// Verify checks that there is a product of this shape.
func (o MmaSp) Verify() error {
	m, n, k := ShapeOf(o.Shape())
	if m != 16 || n != 8 || !slices.Contains([]int64{8, 16, 32, 64, 128}, k) {
		return o.OpError("unimplemented variant for MMA shape <%d, %d, %d>", m, n, k)
	}
	return nil
}

// mmaElements are the PTX types that mma.sync takes: bits of an element, and what
// a register of A and B holds.
var mmaElements = map[string]struct {
	bits int64
	reg  func(*ir.Context) ir.Type
}{
	"f16":  {16, func(c *ir.Context) ir.Type { return ir.VectorOf([]int64{2}, c.F16()) }},
	"f64":  {64, func(c *ir.Context) ir.Type { return c.F64() }},
	"bf16": {16, i32Type}, "tf32": {32, i32Type},
	"s8": {8, i32Type}, "u8": {8, i32Type}, "s4": {4, i32Type}, "u4": {4, i32Type}, "b1": {1, i32Type},
}

// mmaType returns the PTX type of A or B: as said, or as the registers imply.
func mmaType(attr ir.Attr, values []*ir.Value) string {
	if kw := keyword(MMATypesEnum, attr); kw != "" {
		return kw
	}
	if len(values) > 0 {
		if v, ok := ptxType(values[0].Type()); ok {
			kw, _ := MMATypesEnum.Keyword(v)
			return kw
		}
	}
	return ""
}

// Verify checks that there is a product of this shape and these types, and the
// registers.
func (o Mma) Verify() error {
	m, n, k := ShapeOf(o.Shape())
	shape := [3]int64{m, n, k}
	known := false
	for _, list := range mmaShapes {
		known = known || slices.Contains(list, shape)
	}
	a := mmaType(o.MultiplicandAPtxType(), o.OperandA())
	if !known || a == "" {
		return o.OpError("unimplemented variant for MMA shape <%d, %d, %d>", m, n, k)
	}
	elem, ok := mmaElements[a]
	if !ok || !slices.Contains(mmaShapes[a], shape) {
		return o.OpError("invalid shape or multiplicand type: %s", a)
	}
	c := o.Context()
	width := max(elem.bits, 32)
	ra := registers{m * k * elem.bits / (width * warpSize), elem.reg(c)}
	rb := registers{k * n * elem.bits / (width * warpSize), elem.reg(c)}
	if shape == [3]int64{8, 8, 4} && a == "f16" {
		// Four products by a quarter of the warp each.
		ra.n, rb.n = 2, 2
	}
	if err := verifyRegisters(o.Op(), "A", o.OperandA(), ra); err != nil {
		return err
	}
	if err := verifyRegisters(o.Op(), "B", o.OperandB(), rb); err != nil {
		return err
	}
	if err := verifyRegisters(o.Op(), "C", o.OperandC(), mmaSums(c, a, shape)...); err != nil {
		return err
	}
	return o.verifyResult(a, shape)
}

// verifyResult checks what comes out, and the attributes that integers need.
func (o Mma) verifyResult(a string, shape [3]int64) error {
	t := o.Op().Result(0).Type().(*llvm.StructType)
	if len(t.Fields) > 0 && shape[0] == 16 && ir.ElemOrSelf(t.Fields[0]) != ir.ElemOrSelf(o.OperandC()[0].Type()) {
		return o.OpError("ctype does not match dtype")
	}
	var want []string
	found := false
	for _, r := range mmaSums(o.Context(), a, shape) {
		s := llvm.StructOf(o.Context(), slices.Repeat([]ir.Type{r.t}, int(r.n))...)
		found = found || s == t
		want = append(want, s.String())
	}
	switch {
	case !found:
		return o.OpError("Could not match allowed types for the result; expected one of %s but got %s", strings.Join(want, ", "), t)
	case a == "b1" && o.B1Op() == nil:
		return o.OpError("op requires b1Op attribute")
	case slices.Contains([]string{"s8", "u8", "s4", "u4"}, a) && o.IntOverflowBehavior() == nil:
		return o.OpError("op requires intOverflowBehavior attribute")
	}
	return nil
}

// mmaSums returns the registers that C may be in.
func mmaSums(c *ir.Context, a string, shape [3]int64) []registers {
	n := shape[0] * shape[1] / warpSize
	switch a {
	case "f16":
		if shape == [3]int64{8, 8, 4} {
			return []registers{{4, mmaElements["f16"].reg(c)}, {8, c.F32()}}
		}
		return []registers{{n / 2, mmaElements["f16"].reg(c)}, {n, c.F32()}}
	case "f64":
		return []registers{{n, c.F64()}}
	case "bf16", "tf32":
		return []registers{{n, c.F32()}}
	}
	return []registers{{n, c.I(32)}}
}

// verifyRegisters checks operands against the registers that they may be in.
func verifyRegisters(op *ir.Operation, matrix string, values []*ir.Value, allowed ...registers) error {
	for _, r := range allowed {
		if int64(len(values)) == r.n && !slices.ContainsFunc(values, func(v *ir.Value) bool { return v.Type() != r.t }) {
			return nil
		}
	}
	var want, got []string
	for _, r := range allowed {
		want = append(want, strconv.FormatInt(r.n, 10)+"x"+r.t.String())
	}
	for _, v := range values {
		got = append(got, v.Type().String())
	}
	return op.OpError("Could not match types for the %s operands; expected one of %s but got %s", matrix, strings.Join(want, ", "), strings.Join(got, ", "))
}
