package nvvm

import (
	"github.com/tile-opt/tile-opt/dialects/llvm"
	"github.com/tile-opt/tile-opt/ir"
)

// Verify checks count, shape and result.
func (o LdMatrix) Verify() error {
	if err := o.verifyShape(); err != nil {
		return err
	}
	n, _ := ir.IntValue(o.Num())
	if m, _ := MatrixShapeOf(o.Shape()); m == 16 {
		n *= 2 // a matrix fills two registers
	}
	t := o.Op().Result(0).Type()
	switch n {
	case 1:
		if !ir.IsInt(t, 32) {
			return o.OpError("expected destination type is i32")
		}
	case 2, 4, 8:
		s, ok := t.(*llvm.StructType)
		if !ok || len(s.Fields) != int(n) {
			return o.OpError("expected destination type is a structure of %d elements of type i32", n)
		}
		for _, f := range s.Fields {
			if !ir.IsInt(f, 32) {
				return o.OpError("expected destination type is a structure of %d elements of type i32", n)
			}
		}
	default:
		return o.OpError("expected num attribute to be 1, 2 or 4 for 8x8 matrix")
	}
	return nil
}

// Verify checks count and shape.
func (o StMatrix) Verify() error {
	if n := len(o.Sources()); n != 1 && n != 2 && n != 4 {
		return o.OpError("expected num attribute to be 1, 2 or 4")
	}
	m, n := MatrixShapeOf(o.Shape())
	kw := keyword(LdStMatrixEltTypeEnum, o.EltType())
	switch {
	case m == 8 && n == 8:
		if kw != "b16" {
			return o.OpError("expected element type to be B16 for 8x8 matrix")
		}
	case m == 16 && n == 8:
		if kw != "b8" {
			return o.OpError("expected element type to be B8 for 16x8 matrix")
		}
		if keyword(MMALayoutEnum, o.Layout()) != "col" {
			return o.OpError("expected layout to be col for 16x8 matrix")
		}
	default:
		return o.OpError("expected shape to be 8x8 or 16x8")
	}
	return nil
}

// verifyShape checks shape, count, element type and layout (PTX ISA: Warp Level
// Matrix Instructions: ldmatrix).
func (o LdMatrix) verifyShape() error {
	m, n := MatrixShapeOf(o.Shape())
	num, _ := ir.IntValue(o.Num())
	kw, layout := keyword(LdStMatrixEltTypeEnum, o.EltType()), keyword(MMALayoutEnum, o.Layout())
	packed := kw == "b8x16.b6x16_p32" || kw == "b8x16.b4x16_p64"
	switch {
	case m == 8 && n == 8:
		if num != 1 && num != 2 && num != 4 {
			return o.OpError("expected num attribute to be 1, 2 or 4 for 8x8 matrix")
		}
		if kw != "b16" {
			return o.OpError("expected element type to be b16 for 8x8 matrix")
		}
	case m == 8 && n == 16:
		if num != 1 && num != 2 && num != 4 {
			return o.OpError("expected num attribute to be 1, 2 or 4 for 8x16 matrix")
		}
		if layout != "row" {
			return o.OpError("expected layout to be row for 8x16 matrix")
		}
		if !packed {
			return o.OpError("expected element type to be b8x16.b4x16_p64 or b8x16.b6x16_p32 for 8x16 matrix")
		}
	case m == 16 && n == 16:
		if num != 1 && num != 2 {
			return o.OpError("expected num attribute to be 1 or 2 for 16x16 matrix")
		}
		if layout != "col" {
			return o.OpError("expected layout to be col for 16x16 matrix")
		}
		if kw != "b8" && !packed {
			return o.OpError("expected element type to be b8, b8x16.b4x16_p64 or b8x16.b6x16_p32 for 16x16 matrix")
		}
	default:
		return o.OpError("expected shape to be 8x8, 8x16 or 16x16")
	}
	return nil
}

// wgmmaShape says what one type of A goes with: the extent in k and B's types,
// and the accumulators (PTX ISA: Asynchronous Warpgroup Level Matrix
// Multiply-Accumulate Instructions).
var wgmmaShapes = map[string]struct {
	k    int64
	b, d []string
}{
	"f16":  {16, []string{"f16"}, []string{"f16", "f32"}},
	"bf16": {16, []string{"bf16"}, []string{"f32"}},
	"tf32": {8, []string{"tf32"}, []string{"f32"}},
	"e4m3": {32, []string{"e4m3", "e5m2"}, []string{"f16", "f32"}},
	"e5m2": {32, []string{"e4m3", "e5m2"}, []string{"f16", "f32"}},
	"s8":   {32, []string{"s8", "u8"}, []string{"s32"}},
	"u8":   {32, []string{"s8", "u8"}, []string{"s32"}},
	"b1":   {256, []string{"b1"}, []string{"s32"}},
}

func contains(list []string, s string) bool {
	for _, x := range list {
		if x == s {
			return true
		}
	}
	return false
}

// wgmmaN reports whether a product can be n columns wide. Integer types step by
// 16 beyond 32.
func wgmmaN(n int64, integers bool) bool {
	if n < 8 || n > 256 || n%8 != 0 {
		return false
	}
	return !integers || n%16 == 0 || n == 8 || n == 24
}

// Verify checks shape, types, layouts and the accumulators.
func (o WgmmaMmaAsync) Verify() error {
	op := o.Op()
	m, n, k := ShapeOf(o.Shape())
	a, b, d := keyword(WGMMATypesEnum, o.TypeA()), keyword(WGMMATypesEnum, o.TypeB()), keyword(WGMMATypesEnum, o.TypeD())
	if m != 64 {
		return op.OpError("shape 'm' must be 64")
	}
	rule, ok := wgmmaShapes[a]
	if !ok || !contains(rule.b, b) || !contains(rule.d, d) {
		return op.OpError("%s += %s * %s, it is not supported", d, a, b)
	}
	if !wgmmaN(n, d == "s32") {
		return op.OpError("has input type %s n is set to %d, it is not supported", a, n)
	}
	if k != rule.k {
		return op.OpError("shape 'k' must be %d for input type %s", rule.k, a)
	}
	la, lb := keyword(MMALayoutEnum, o.LayoutA()), keyword(MMALayoutEnum, o.LayoutB())
	if a != "f16" && a != "bf16" && (la == "col" || lb == "row") {
		return op.OpError("given layouts layout_a = %s and layout_b = %s for input types %s and %s requires transpose. However, this is only supported for: f16 and bf16", la, lb, a, b)
	}
	neg := func(s ir.Attr) bool { return keyword(WGMMAScaleInEnum, s) == "neg" }
	if d == "s32" && (neg(o.ScaleA()) || neg(o.ScaleB())) {
		return op.OpError("has s32 output, scaleA and scaleB cannot be neg")
	}
	if o.Satfinite() != nil && keyword(MMAIntOverflowEnum, o.Satfinite()) == "satfinite" && d != "s32" {
		return op.OpError(" `satfinite` can be only used with s32 accumulator, however the current accumulator is %s", d)
	}
	return o.verifyAccumulators(n, d)
}

// verifyAccumulators: a thread has n/2 accumulators of 32 bits; two f16 share a
// register.
func (o WgmmaMmaAsync) verifyAccumulators(n int64, d string) error {
	t, ok := o.Inouts().Type().(*llvm.StructType)
	if !ok || o.Inouts().Type() != o.ResultsVal().Type() {
		return o.OpError("expected inouts and results to have one structure type")
	}
	want := int(n / 2)
	if d == "f16" {
		want = int(n / 4)
	}
	if len(t.Fields) != want {
		return o.OpError("results %d, however output struct has %d elements", want, len(t.Fields))
	}
	for _, f := range t.Fields {
		if f != t.Fields[0] {
			return o.OpError("all elements in struct must be same type but there is '%s'", f)
		}
	}
	good := ir.IsInt(t.Fields[0], 32)
	if d == "f32" {
		good = isF32(t.Fields[0])
	}
	if !good {
		return o.OpError("expected accumulators of %s in registers of their type, found '%s'", d, t.Fields[0])
	}
	return nil
}
