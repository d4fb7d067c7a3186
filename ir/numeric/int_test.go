package numeric

import (
	"errors"
	"math"
	"math/big"
	"math/rand/v2"
	"strings"
	"testing"
)

// TestParseInt expects what mlir-opt-22 accepts and prints.
func TestParseInt(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct {
		text  string
		width int
		sign  Signedness
		want  string
		fit   Fit
	}{
		{"255", 8, Signless, "-1", FitsUnsigned},
		{"0xFF", 8, Signless, "-1", FitsUnsigned},
		{"0x0FF", 8, Signless, "-1", FitsUnsigned},
		{"0x1FF", 8, Signless, "0", DoesNotFit},
		{"256", 8, Signless, "0", DoesNotFit},
		{"127", 8, Signless, "127", Fits},
		{"-128", 8, Signless, "-128", Fits},
		{"-0x80", 8, Signless, "-128", Fits},
		{"-0x81", 8, Signless, "0", DoesNotFit},
		{"-0x1", 8, Signless, "-1", Fits},
		{"-0", 8, Signless, "0", FitsNegativeZero},
		{"000", 8, Signless, "0", Fits},
		{"1", 1, Signless, "-1", FitsUnsigned},
		{"-1", 1, Signless, "-1", Fits},
		{"2", 1, Signless, "0", DoesNotFit},
		{"0", 0, Signless, "0", Fits},
		{"-0", 0, Signless, "0", FitsNegativeZero},
		{"1", 0, Signless, "0", DoesNotFit},
		{"127", 8, Signed, "127", Fits},
		{"128", 8, Signed, "0", DoesNotFit},
		{"-128", 8, Signed, "-128", Fits},
		{"255", 8, Unsigned, "255", Fits},
		{"-1", 8, Unsigned, "0", DoesNotFit},
		{"9223372036854775807", 64, Signless, "9223372036854775807", Fits},
		{"9223372036854775808", 64, Signless, "-9223372036854775808", FitsUnsigned},
		{"18446744073709551615", 64, Signless, "-1", FitsUnsigned},
		{"18446744073709551616", 64, Signless, "0", DoesNotFit},
		{"-9223372036854775808", 64, Signless, "-9223372036854775808", Fits},
		{"-9223372036854775809", 64, Signless, "0", DoesNotFit},
		{"18446744073709551615", 64, Unsigned, "18446744073709551615", Fits},
		{"18446744073709551616", 65, Unsigned, "18446744073709551616", Fits},
		{"18446744073709551616", 65, Signless, "-18446744073709551616", FitsUnsigned},
		{"-18446744073709551616", 65, Signed, "-18446744073709551616", Fits},
		{"0x" + strings.Repeat("F", 32), 128, Signless, "-1", FitsUnsigned},
		{strings.Repeat("9", 1<<20), 64, Signless, "0", DoesNotFit},
		{strings.Repeat("0", 1<<20) + "7", 64, Signless, "7", Fits},
	} {
		got, fit, err := ParseInt(tc.text, tc.width, tc.sign)
		if err != nil || fit != tc.fit || string(got.Append(nil, tc.sign)) != tc.want || got.Width() != tc.width {
			t.Errorf("%.40s : %d, %d: got %v, fit %d, %v", tc.text, tc.width, tc.sign, got, fit, err)
		}
	}
	for _, text := range []string{"", "-", "0x", "1x", "--1", "+1", "1_0", "0xg", " 1"} {
		if _, _, err := ParseInt(text, 64, Signless); !errors.Is(err, ErrSyntax) {
			t.Errorf("%q: error %v", text, err)
		}
	}
}

func TestParseIntLong(t *testing.T) {
	t.Parallel()
	for _, n := range []int{999, 1000, 1001, 2500, 40000} {
		text := "1" + strings.Repeat("0", n)
		got, fit, err := ParseInt(text, MaxIntWidth, Signless)
		if err != nil || fit != Fits || got.Signed().Cmp(pow(10, n)) != 0 {
			t.Errorf("10^%d: fit %d, %v", n, fit, err)
		}
	}
	got, fit, err := ParseInt("-0x8"+strings.Repeat("0", MaxIntWidth/4-1)+"00", MaxIntWidth, Signless)
	if err != nil || fit != DoesNotFit || !got.IsZero() {
		t.Errorf("too long: fit %d, %v", fit, err)
	}
	got, fit, err = ParseInt("-0x4"+strings.Repeat("0", MaxIntWidth/4), MaxIntWidth, Signless)
	if err != nil || fit != Fits || !got.IsMinSigned() {
		t.Errorf("least value: fit %d, %v", fit, err)
	}
}

// TestIntArithmetic compares every operation with big.Int on all pairs of
// edge values and random ones.
func TestIntArithmetic(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(13, 14))
	for _, width := range []int{0, 1, 2, 3, 8, 31, 32, 33, 63, 64, 65, 100, 127, 128, 129, 300} {
		values := edgeInts(width, r)
		for _, x := range values {
			for _, y := range values {
				checkPair(t, x, y)
			}
		}
	}
}

func edgeInts(width int, r *rand.Rand) []Int {
	one := big.NewInt(1)
	half := new(big.Int).Lsh(one, uint(max(width-1, 0)))
	var list []Int
	for d := int64(-2); d <= 2; d++ {
		list = append(list, NewInt(width, d), IntFromBig(width, new(big.Int).Add(half, big.NewInt(d))),
			NewUint(width, uint64(math.MaxInt64)+uint64(d)), NewInt(width, int64(width)+d))
	}
	for range 8 {
		v := new(big.Int).SetUint64(r.Uint64())
		v.Lsh(v, uint(r.IntN(width+1)))
		list = append(list, IntFromBig(width, v))
	}
	return list
}

func checkPair(t *testing.T, x, y Int) {
	t.Helper()
	width := x.Width()
	a, b, ua, ub := x.Signed(), y.Signed(), x.Unsigned(), y.Unsigned()
	want := func(name string, got Int, v *big.Int) {
		t.Helper()
		if w := IntFromBig(width, v); !got.Equal(w) || got.Width() != width {
			t.Fatalf("i%d: %s of %v and %v: got %v, want %v", width, name, x, y, got, w)
		}
		if (got.wide != nil) && got.wide.IsInt64() {
			t.Fatalf("i%d: %s of %v and %v is not canonical", width, name, x, y)
		}
	}
	z := func() *big.Int { return new(big.Int) }
	want("sum", x.Add(y), z().Add(a, b))
	want("difference", x.Sub(y), z().Sub(a, b))
	want("product", x.Mul(y), z().Mul(a, b))
	want("and", x.And(y), z().And(a, b))
	want("or", x.Or(y), z().Or(a, b))
	want("xor", x.Xor(y), z().Xor(a, b))
	want("not", x.Not(), z().Not(a))
	want("neg", x.Neg(), z().Neg(a))
	if got := x.CmpS(y); got != a.Cmp(b) {
		t.Fatalf("i%d: signed comparison of %v and %v: %d", width, x, y, got)
	}
	if got := x.CmpU(y); got != ua.Cmp(ub) {
		t.Fatalf("i%d: unsigned comparison of %v and %v: %d", width, x, y, got)
	}
	if x.Equal(y) != (a.Cmp(b) == 0) {
		t.Fatalf("i%d: Equal of %v and %v", width, x, y)
	}
	partial := func(name string, eval func(Int) (Int, bool), wantOK bool, v func() *big.Int) {
		t.Helper()
		got, ok := eval(y)
		if ok != wantOK {
			t.Fatalf("i%d: %s of %v and %v: defined is %v", width, name, x, y, ok)
		}
		if ok {
			want(name, got, v())
		}
	}
	divides := b.Sign() != 0
	overflows := divides && width > 0 && b.IsInt64() && b.Int64() == -1 && a.Sign() < 0 && signedBits(z().Neg(a)) > width
	trunc := func() *big.Int { return z().Quo(a, b) }
	partial("divs", x.DivS, divides && !overflows, trunc)
	partial("floordivs", x.FloorDivS, divides && !overflows, func() *big.Int {
		q, m := z().DivMod(a, b, z())
		if m.Sign() != 0 && b.Sign() < 0 { // DivMod is Euclidean
			q.Sub(q, big.NewInt(1))
		}
		return q
	})
	partial("ceildivs", x.CeilDivS, divides && !overflows, func() *big.Int {
		q, m := z().DivMod(a, b, z())
		if m.Sign() != 0 && b.Sign() > 0 {
			q.Add(q, big.NewInt(1))
		}
		return q
	})
	partial("rems", x.RemS, divides, func() *big.Int { return z().Rem(a, b) })
	partial("divu", x.DivU, divides, func() *big.Int { return z().Quo(ua, ub) })
	partial("remu", x.RemU, divides, func() *big.Int { return z().Rem(ua, ub) })
	partial("ceildivu", x.CeilDivU, divides, func() *big.Int {
		return z().Quo(z().Sub(z().Add(ua, ub), big.NewInt(1)), ub)
	})
	shifts := ub.IsInt64() && ub.Int64() < int64(width)
	n := uint(ub.Uint64())
	partial("shl", x.Shl, shifts, func() *big.Int { return z().Lsh(a, n) })
	partial("shrs", x.ShrS, shifts, func() *big.Int { return z().Rsh(a, n) })
	partial("shru", x.ShrU, shifts, func() *big.Int { return z().Rsh(ua, n) })
	checkResize(t, x)
}

func checkResize(t *testing.T, x Int) {
	t.Helper()
	width, a, ua := x.Width(), x.Signed(), x.Unsigned()
	for _, to := range []int{0, 1, 7, 64, 65, 200} {
		if to <= width {
			if got := x.Trunc(to); !got.Equal(IntFromBig(to, a)) {
				t.Fatalf("i%d: %v truncated to %d bits: %v", width, x, to, got)
			}
			continue
		}
		if s, u := x.SExt(to), x.ZExt(to); !s.Equal(IntFromBig(to, a)) || !u.Equal(IntFromBig(to, ua)) {
			t.Fatalf("i%d: %v extended to %d bits: %v and %v", width, x, to, s, u)
		}
	}
}

// TestWidestInt checks that small values of the widest type stay small.
func TestWidestInt(t *testing.T) {
	x, y := NewInt(MaxIntWidth, -5), NewInt(MaxIntWidth, 3)
	allocs := testing.AllocsPerRun(10, func() {
		sum := x.Add(y).Mul(y).Sub(x)
		q, _ := sum.DivS(y)
		if q.MinS(x).IsZero() || q.CmpU(x) == 0 || q.Not().IsOne() {
			t.Error("wrong result")
		}
	})
	if allocs > 0 {
		t.Errorf("%v allocations", allocs)
	}
	if got := x.Trunc(8).String(); got != "-5" {
		t.Errorf("truncated: %s", got)
	}
	top, ok := NewInt(MaxIntWidth, 1).Shl(NewInt(MaxIntWidth, MaxIntWidth-1))
	if !ok || !top.IsMinSigned() || !top.Add(top).IsZero() {
		t.Error("the top bit is not the least value")
	}
}

func TestIntPredicates(t *testing.T) {
	t.Parallel()
	if !NewBool(true).IsOne() || !NewBool(true).IsAllOnes() || !NewBool(false).IsZero() {
		t.Error("i1 is not what it should be")
	}
	if NewInt(8, 5).Equal(NewInt(9, 5)) {
		t.Error("widths are ignored")
	}
	if v, ok := NewInt(64, -1).Uint64(); !ok || v != math.MaxUint64 {
		t.Errorf("Uint64: %d, %v", v, ok)
	}
	if _, ok := NewInt(65, -1).Uint64(); ok {
		t.Error("2^65-1 fits 64 bits")
	}
	if _, ok := IntFromBig(80, pow(2, 70)).Int64(); ok {
		t.Error("2^70 fits 64 bits")
	}
	if got := string(NewInt(70, -1).Append(nil, Unsigned)); got != "1180591620717411303423" {
		t.Errorf("unsigned text %s", got)
	}
}

func TestIntPanics(t *testing.T) {
	t.Parallel()
	for name, f := range map[string]func(){
		"widths differ": func() { NewInt(8, 1).Add(NewInt(9, 1)) },
		"too wide":      func() { NewInt(MaxIntWidth+1, 0) },
		"negative":      func() { NewInt(-1, 0) },
		"trunc up":      func() { NewInt(8, 0).Trunc(9) },
		"ext down":      func() { NewInt(8, 0).ZExt(7) },
	} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("%s: no panic", name)
				}
			}()
			f()
		}()
	}
}
