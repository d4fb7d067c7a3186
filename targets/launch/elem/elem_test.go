package elem

import (
	"math"
	"testing"
)

func TestEncodeKnownBits(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		typ  Type
		x    float64
		want uint64
	}{
		{F16, 1, 0x3c00}, {F16, -2, 0xc000}, {F16, 65504, 0x7bff}, {F16, 65519.99, 0x7bff}, {F16, 65520, 0x7c00},
		{F16, math.Inf(-1), 0xfc00}, {F16, math.NaN(), 0x7e00}, {F16, 0x1p-24, 1}, {F16, 0x1p-25, 0}, {F16, 0x1.8p-25, 1},
		{F16, 0x1p-14, 0x0400}, {F16, 1 + 0x1p-11, 0x3c00}, {F16, 1 + 0x3p-11, 0x3c02}, {F16, math.Copysign(0, -1), 0x8000},
		{BF16, 1, 0x3f80}, {BF16, 3.3895313892515355e38, 0x7f7f}, {BF16, 1 + 0x1p-8, 0x3f80}, {BF16, 1 + 0x3p-8, 0x3f82},
		{F32, 0.1, 0x3dcccccd}, {F32, 1e-46, 0}, {F32, 1e-45, 1}, {F32, 1e39, 0x7f800000},
		{F64, 0.1, 0x3fb999999999999a},
		{F8E4M3, 448, 0x7e}, {F8E4M3, 500, 0x7f}, {F8E4M3, 0x1p-9, 1}, {F8E4M3, -1, 0xb8}, {F8E5M2, 57344, 0x7b}, {F8E5M2, 1e9, 0x7c},
		{I8, 200, 0x7f}, {I8, -200, 0x80}, {I8, -1, 0xff}, {I8, 2.5, 2}, {I32, -5, 0xfffffffb}, {I64, 1e30, math.MaxInt64}, {I1, 3, 1},
	} {
		if got := c.typ.Encode(c.x); got != c.want {
			t.Errorf("%s: Encode(%v) = %#x, want %#x", c.typ, c.x, got, c.want)
		}
	}
}

// TestRoundTrip goes through every bit pattern of the narrow formats: what is decoded must encode to itself.
func TestRoundTrip(t *testing.T) {
	t.Parallel()
	for _, typ := range []Type{F8E4M3, F8E5M2, F16, BF16, I8, I16} {
		for bits := uint64(0); bits < 1<<(8*typ.Size()); bits++ {
			x := typ.Decode(bits)
			if got := typ.Encode(x); got != bits && !math.IsNaN(x) {
				t.Fatalf("%s: %#x decodes to %v, which encodes to %#x", typ, bits, x, got)
			}
		}
	}
}

// TestNearest checks the rounding against its definition: no neighbour of the result is nearer to the input.
func TestNearest(t *testing.T) {
	t.Parallel()
	for _, typ := range []Type{F8E4M3, F8E5M2, F16, BF16} {
		for i := range 20000 {
			x := math.Ldexp(math.Sin(float64(i)*1.37)+1.5, i%20-12)
			bits := typ.Encode(x)
			d := math.Abs(typ.Decode(bits) - x)
			for _, n := range []uint64{bits - 1, bits + 1} {
				if bits > 0 && math.Abs(typ.Decode(n)-x) < d {
					t.Fatalf("%s: Encode(%v) = %#x, but %#x is nearer", typ, x, bits, n)
				}
			}
		}
	}
	if got, want := F32.Encode(0.3), uint64(math.Float32bits(0.3)); got != want {
		t.Errorf("f32: Encode(0.3) = %#x, want %#x", got, want)
	}
}

func TestPutBits(t *testing.T) {
	t.Parallel()
	for _, typ := range []Type{I1, I8, I16, I32, I64, F8E4M3, F16, BF16, F32, F64} {
		buf := make([]byte, 8)
		typ.Put(buf, typ.Encode(1))
		if got := typ.Decode(typ.Bits(buf)); got != 1 {
			t.Errorf("%s: read back %v, want 1", typ, got)
		}
		if parsed, err := Parse(string(typ)); err != nil || parsed != typ {
			t.Errorf("Parse(%q) = %q, %v", typ, parsed, err)
		}
	}
	if _, err := Parse("f12"); err == nil {
		t.Error("Parse accepted f12")
	}
}
