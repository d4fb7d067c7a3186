package numeric

import (
	"errors"
	"math"
	"math/big"
	"math/rand/v2"
	"strings"
	"testing"
)

func TestFormatNames(t *testing.T) {
	t.Parallel()
	for _, f := range FloatFormats() {
		if got, ok := FormatByName(f.String()); !ok || got != f {
			t.Errorf("FormatByName(%q) = %v, %v", f.String(), got, ok)
		}
	}
	if _, ok := FormatByName("f33"); ok {
		t.Error("f33 is a format")
	}
	if len(FloatFormats()) != 18 {
		t.Errorf("%d formats", len(FloatFormats()))
	}
}

// Expectations are mlir-opt-22's, except where it keeps values in memory that
// their type cannot encode (1e400 in f4E2M1FN, -1.0 in f8E8M0FNU).
func TestParseDecimal(t *testing.T) {
	t.Parallel()
	const over, under = Overflow | Inexact, Underflow | Inexact
	for _, tc := range []struct {
		text   string
		format FloatFormat
		want   string
		status Status
	}{
		{"0.7", F16, "7.001950e-01", Inexact},
		{"0.7", BF16, "6.992180e-01", Inexact},
		{"0.7", TF32, "7.001950e-01", Inexact},
		{"0.7", F32, "0.699999988", Inexact},
		{"0.7", F64, "0.69999999999999996", 0},
		{"0.7", F80, "0.699999999999999955591", 0},
		{"0.7", F128, "0.699999999999999955591079014993738383", 0},
		{"1.5", F32, "1.500000e+00", 0},
		{"5.", F32, "5.000000e+00", 0},
		{"-0.0", F32, "-0.000000e+00", 0},
		{"-0.0", F8E5M2FNUZ, "0.000000e+00", 0},
		{"1.0e39", F32, "0x7F800000", over},
		{"-1.0e39", F32, "0xFF800000", over},
		{"1.0e400", F64, "0x7FF0000000000000", over},
		{"1.0E+400", F128, "0x7FFF0000000000000000000000000000", over},
		{"1.0e-400", F64, "0.000000e+00", under},
		{"0.0e-400", F64, "0.000000e+00", 0},
		{"1.0e-60", F32, "0.000000e+00", under},
		{"500.0", F8E4M3FN, "0x7F", over},
		{"464.0", F8E4M3FN, "4.480000e+02", Inexact},
		{"465.0", F8E4M3FN, "0x7F", over},
		{"-1.0e39", F8E4M3FN, "0xFF", over},
		{"1.0e39", F8E4M3, "0x78", over},
		{"-1.0e39", F8E4M3FNUZ, "0x80", over},
		{"1.0e39", F4E2M1FN, "6.000000e+00", over},
		{"-1.0e39", F6E2M3FN, "-7.500000e+00", over},
		{"1.0e400", F4E2M1FN, "6.000000e+00", over},
		{"0.7", F8E8M0FNU, "5.000000e-01", Inexact},
		{"0.75", F8E8M0FNU, "1.000000e+00", Inexact},
		{"0.0", F8E8M0FNU, "5.877470e-39", under},
		{"1.0e39", F8E8M0FNU, "0xFF", over},
		{"-1.0", F8E8M0FNU, "0xFF", Invalid},
	} {
		b, status, err := tc.format.ParseDecimal(tc.text)
		if got := tc.format.Format(b); err != nil || got != tc.want || status != tc.status {
			t.Errorf("%s : %v: got %s, status %b, %v; want %s, status %b", tc.text, tc.format, got, status, err, tc.want, tc.status)
		}
	}
	for _, text := range []string{"", "1", ".5", "-", "1e5", "1.0e", "1.0e+", "1.0f", "inf", "0x1.0p3", "1_0.0", "1.0e1_0", "+1.0", "--1.0"} {
		if _, _, err := F32.ParseDecimal(text); !errors.Is(err, ErrSyntax) {
			t.Errorf("%q: error %v", text, err)
		}
	}
}

func TestParseHex(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct {
		text   string
		format FloatFormat
		want   string
		err    error
	}{
		{"0x7FC0DEAD", F32, "0x7FC0DEAD", nil},
		{"0x00000000001", F32, "1.401300e-45", nil},
		{"0x1FFFFFFFF", F32, "", ErrRange},
		{"0x" + strings.Repeat("f", 1000), F128, "", ErrRange},
		{"0x10", F4E2M1FN, "", ErrRange},
		{"0x7fffc000000000000001", F80, "0x7FFFC000000000000001", nil},
		{"0x", F32, "", ErrSyntax},
		{"0xG", F32, "", ErrSyntax},
		{"12", F32, "", ErrSyntax},
		// A pseudo-denormal is the smallest normal, an unnormal no number.
		{"0x00008000000000000000", F80, "3.36210314311209350626E-4932", nil},
		{"0x3FFF1000000000000000", F80, "0x7FFF1000000000000000", nil},
	} {
		b, err := tc.format.ParseHex(tc.text)
		if !errors.Is(err, tc.err) {
			t.Errorf("%.40s : %v: error %v, want %v", tc.text, tc.format, err, tc.err)
		} else if err == nil && tc.format.Format(b) != tc.want {
			t.Errorf("%s : %v: got %s, want %s", tc.text, tc.format, tc.format.Format(b), tc.want)
		}
	}
}

// TestNaNConversion expects what mlir-opt-22 folds arith.extf to.
func TestNaNConversion(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct {
		from, to FloatFormat
		in, want uint64
		status   Status
	}{
		{F8E4M3FN, F16, 0x7F, 0x7F80, 0},
		{F8E4M3FN, F16, 0xFF, 0xFF80, 0},
		{F8E4M3FN, F32, 0x7F, 0x7FF00000, 0},
		{F8E4M3FNUZ, F32, 0x80, 0x7FC00000, 0},
		{F16, F32, 0x7E01, 0x7FC02000, 0},
		{F16, F32, 0x7D01, 0x7FE02000, Invalid},
		{F32, F16, 0xFFC02000, 0xFE01, 0},
		{F32, F8E4M3FN, 0xFFC02000, 0xFF, 0},
		{F32, F8E5M2FNUZ, 0xFFC02000, 0x80, 0},
		{F32, F4E2M1FN, 0x7FC00000, 0, Invalid},
		{F8E8M0FNU, F32, 0xFF, 0x7FC00000, 0},
	} {
		got, status := Convert(tc.from, tc.to, Bits64(tc.in))
		if got != Bits64(tc.want) || status != tc.status {
			t.Errorf("%v 0x%X to %v: got %v, status %b, want 0x%X", tc.from, tc.in, tc.to, got, status, tc.want)
		}
	}
}

// TestConversionRoundTrip widens to f128 and back, and checks order against
// float64 on the way.
func TestConversionRoundTrip(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(7, 8))
	for _, f := range FloatFormats() {
		values := samples(f, 3000, r)
		for i, b := range values {
			if f.IsNaN(b) {
				continue
			}
			w, status := Convert(f, F128, b)
			back, again := Convert(F128, f, w)
			if status|again != 0 || back != b {
				t.Fatalf("%v %v became %v", f, b, back)
			}
			if formats[f].wide() {
				continue
			}
			other := values[(i*7+3)%len(values)]
			if f.IsNaN(other) {
				continue
			}
			x, y := f.ToFloat64(b), f.ToFloat64(other)
			want := Equal
			if x < y {
				want = Less
			} else if x > y {
				want = Greater
			}
			if got := f.Compare(b, other); got != want {
				t.Fatalf("%v: compare %v with %v: got %d, want %d", f, x, y, got, want)
			}
			if got := f.ToFloat64(f.Neg(b)); f.HasNegZero() && got != -x {
				t.Fatalf("%v: negated %v is %v", f, x, got)
			}
		}
	}
}

// TestRounding compares with Go's own conversion, which rounds to nearest
// even, and with an independent search for narrow formats.
func TestRounding(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(5, 6))
	for range 200_000 {
		x := math.Float64frombits(r.Uint64())
		if r.IntN(2) == 0 {
			x = math.Ldexp(r.Float64(), r.IntN(320)-170)
		}
		if math.IsNaN(x) {
			continue
		}
		got, status := F32.FromFloat64(x)
		want := float32(x)
		if got.Lo != uint64(math.Float32bits(want)) {
			t.Fatalf("%v: got %v, want 0x%X", x, got, math.Float32bits(want))
		}
		if exact := float64(want) == x; exact != (status == 0) {
			t.Fatalf("%v: status %b", x, status)
		}
	}
	for _, f := range []FloatFormat{F4E2M1FN, F6E3M2FN, F8E5M2, F8E4M3FN, F8E4M3B11FNUZ, F8E3M4} {
		for range 2000 {
			x := math.Ldexp(r.Float64(), r.IntN(12)-8)
			if x > f.ToFloat64(f.Largest(false)) {
				continue
			}
			got, _ := f.FromFloat64(x)
			gap := math.Abs(f.ToFloat64(got) - x)
			for _, b := range samples(f, 0, r) {
				if d := math.Abs(f.ToFloat64(b) - x); d < gap || d == gap && b.Lo&1 < got.Lo&1 {
					t.Fatalf("%v: %v became %v, but %v is nearer", f, x, f.ToFloat64(got), f.ToFloat64(b))
				}
			}
		}
	}
}

func TestHalf(t *testing.T) {
	t.Parallel()
	check := func(name string, f FloatFormat, fast uint64, from FloatFormat, in uint64) {
		if want, _ := Convert(from, f, Bits64(in)); Bits64(fast) != want {
			t.Fatalf("%s 0x%X: got 0x%X, want %v", name, in, fast, want)
		}
	}
	for h := range uint64(1 << 16) {
		check("Float16ToFloat32", F32, uint64(math.Float32bits(Float16ToFloat32(uint16(h)))), F16, h)
		if !BF16.isSignaling(BF16.unpack(Bits64(h))) {
			check("BFloat16ToFloat32", F32, uint64(math.Float32bits(BFloat16ToFloat32(uint16(h)))), BF16, h)
		}
	}
	r := rand.New(rand.NewPCG(9, 10))
	one := func(bits uint32) {
		x := math.Float32frombits(bits)
		check("Float32ToFloat16", F16, uint64(Float32ToFloat16(x)), F32, uint64(bits))
		check("Float32ToBFloat16", BF16, uint64(Float32ToBFloat16(x)), F32, uint64(bits))
	}
	for h := range uint32(1 << 16) {
		// Around every half value and every midpoint between two.
		x := math.Float32bits(Float16ToFloat32(uint16(h)))
		for d := range uint32(3) {
			one(x + d - 1)
			one(x + 0x1000 + d - 1)
			one(h<<16 + 0x8000 + d - 1)
		}
		one(r.Uint32())
	}
}

func TestFloatIntConversion(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct {
		x      float64
		width  int
		signed bool
		want   string
		status Status
	}{
		{3.9, 8, true, "3", Inexact},
		{-3.9, 8, true, "-3", Inexact},
		{-0.9, 8, false, "0", Inexact},
		{-1, 8, false, "0", Invalid},
		{127, 8, true, "127", 0},
		{127.5, 8, true, "127", Inexact},
		{128, 8, true, "0", Invalid},
		{-128, 8, true, "-128", 0},
		{255, 8, false, "-1", 0},
		{256, 8, false, "0", Invalid},
		{1, 1, true, "0", Invalid},
		{-1, 1, true, "-1", 0},
		{0, 0, true, "0", 0},
		{1, 0, false, "0", Invalid},
		{0x1p100, 128, true, "1267650600228229401496703205376", 0},
		{math.Inf(1), 64, true, "0", Invalid},
		{math.NaN(), 64, true, "0", Invalid},
		{1e300, 1 << 20, true, new(big.Int).Lsh(big.NewInt(6725829894375773), 944).String(), 0},
	} {
		b, _ := F64.FromFloat64(tc.x)
		got, status := F64.ToInt(b, tc.width, tc.signed)
		if tc.width == 1<<20 {
			want, _ := new(big.Float).SetFloat64(tc.x).Int(nil)
			tc.want = want.String()
		}
		if got.String() != tc.want || status != tc.status || got.Width() != tc.width {
			t.Errorf("%v to %d bits, signed %v: got %v, status %b", tc.x, tc.width, tc.signed, got, status)
		}
	}
	for _, tc := range []struct {
		x      Int
		signed bool
		f      FloatFormat
		want   string
		status Status
	}{
		{NewInt(8, -1), true, F32, "-1.000000e+00", 0},
		{NewInt(8, -1), false, F32, "2.550000e+02", 0},
		{NewInt(64, 1<<24+1), true, F32, "0x4B800000", Inexact},
		{NewInt(64, math.MinInt64), true, F64, "-9.2233720368547758E+18", 0},
		{NewInt(64, math.MinInt64), false, F64, "9.2233720368547758E+18", 0},
		{NewInt(32, 65520), true, F16, "0x7C00", Overflow | Inexact},
		{NewInt(32, 65519), true, F16, "0x7BFF", Inexact},
		{NewInt(200, -1), false, F16, "0x7C00", Overflow | Inexact},
		{NewInt(128, -1), false, F32, "0x7F800000", Overflow | Inexact},
	} {
		b, status := tc.f.FromInt(tc.x, tc.signed)
		got := tc.f.Format(b)
		if tc.want == "0x7BFF" {
			got = b.String()
		}
		if got != tc.want || status != tc.status {
			t.Errorf("%v, signed %v: got %s, status %b, want %s", tc.x, tc.signed, got, status, tc.want)
		}
	}
}

func TestArithmeticStatus(t *testing.T) {
	t.Parallel()
	bits := func(f FloatFormat, x float64) Bits {
		b, _ := f.FromFloat64(x)
		return b
	}
	for _, f := range []FloatFormat{F16, F32, F64, F80, F128} {
		one, zero, max := bits(f, 1), f.Zero(), f.Largest(false)
		inf, _ := f.Inf(false)
		nan, _ := f.NaN(false)
		for _, tc := range []struct {
			name   string
			eval   func(a, b Bits) (Bits, Status)
			a, b   Bits
			want   Bits
			status Status
		}{
			{"max+max", f.Add, max, max, inf, Overflow | Inexact},
			{"1/0", f.Div, one, zero, inf, 0},
			{"0/0", f.Div, zero, zero, nan, Invalid},
			{"inf-inf", f.Sub, inf, inf, nan, Invalid},
			{"1%0", f.Rem, one, zero, nan, Invalid},
			{"inf%1", f.Rem, inf, one, nan, Invalid},
			{"1%inf", f.Rem, one, inf, one, 0},
			{"inf*0", f.Mul, inf, zero, nan, Invalid},
			{"1/inf", f.Div, one, inf, zero, 0},
			{"inf+1", f.Add, inf, one, inf, 0},
		} {
			if got, status := tc.eval(tc.a, tc.b); got != tc.want || status != tc.status {
				t.Errorf("%v %s: got %v, status %b, want %v, status %b", f, tc.name, got, status, tc.want, tc.status)
			}
		}
	}
}

// TestFormatReadsBack checks that printed text denotes the printed value, in
// every format up to f64 (wider literals lose digits in float64).
func TestFormatReadsBack(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(11, 12))
	for _, f := range FloatFormats() {
		if formats[f].wide() {
			continue
		}
		for _, b := range samples(f, 5000, r) {
			text := f.Format(b)
			back, err := f.ParseHex(text)
			if !strings.HasPrefix(text, "0x") {
				back, _, err = f.ParseDecimal(text)
			}
			if err != nil || back != b {
				t.Fatalf("%v %v prints as %s, which reads as %v, %v", f, b, text, back, err)
			}
		}
	}
}

func BenchmarkFormat(b *testing.B) {
	for _, bc := range []struct {
		name string
		f    FloatFormat
		x    float64
	}{{"f32/1.0", F32, 1}, {"f32/0.1", F32, 0.1}, {"f64/0.5", F64, 0.5}, {"f64/0.1", F64, 0.1}, {"f64/pi", F64, math.Pi},
		{"f64/1e-300", F64, 1e-300}, {"f64/1e300", F64, 1e300}, {"f128/0.1", F128, 0.1}} {
		v, _ := bc.f.FromFloat64(bc.x)
		buf := make([]byte, 0, 64)
		b.Run(bc.name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				buf = bc.f.AppendFormat(buf[:0], v)
			}
		})
	}
}
