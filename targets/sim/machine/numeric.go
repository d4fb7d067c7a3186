package machine

import (
	"math"
	"math/bits"
	"sync"
)

// F16ToFloat32 converts IEEE binary16 exactly.
func F16ToFloat32(h uint16) float32 {
	sign := uint32(h>>15) << 31
	exp := int(h >> 10 & 31)
	man := uint32(h & 0x3ff)
	switch exp {
	case 0:
		f := float32(man) * (1.0 / (1 << 24))
		return math.Float32frombits(math.Float32bits(f) | sign)
	case 31:
		return math.Float32frombits(sign | 0x7f800000 | man<<13)
	}
	return math.Float32frombits(sign | uint32(exp+112)<<23 | man<<13)
}

// F16FromFloat32 rounds to nearest, ties to even, as cvt.rn.f16.f32 does; NaN becomes 0x7fff.
func F16FromFloat32(f float32) uint16 { return uint16(narrow(float64(f), 5, 10, false)) }

// BF16ToFloat32 converts bfloat16 exactly.
func BF16ToFloat32(b uint16) float32 { return math.Float32frombits(uint32(b) << 16) }

// BF16FromFloat32 rounds to nearest, ties to even, as cvt.rn.bf16.f32 does; NaN becomes 0x7fff.
func BF16FromFloat32(f float32) uint16 {
	b := math.Float32bits(f)
	if b&0x7fffffff > 0x7f800000 {
		return 0x7fff
	}
	return uint16((b + 0x7fff + b>>16&1) >> 16)
}

// E5M2ToFloat32 converts the 8-bit float with 5 exponent bits exactly.
func E5M2ToFloat32(b uint8) float32 { return F16ToFloat32(uint16(b) << 8) }

// E5M2FromFloat32 rounds to nearest even and saturates to the largest finite value, as cvt.rn.satfinite.e5m2x2 does.
func E5M2FromFloat32(f float32) uint8 { return uint8(narrow(float64(f), 5, 2, true)) }

// E4M3ToFloat32 converts the 8-bit float with 4 exponent bits, which has no infinities, exactly.
func E4M3ToFloat32(b uint8) float32 {
	sign := uint32(b>>7) << 31
	exp, man := int(b>>3&15), uint32(b&7)
	switch {
	case exp == 15 && man == 7:
		return math.Float32frombits(sign | 0x7fffffff)
	case exp == 0:
		return math.Float32frombits(math.Float32bits(float32(man)*(1.0/512)) | sign)
	}
	return math.Float32frombits(sign | uint32(exp+120)<<23 | man<<20)
}

// E4M3FromFloat32 rounds to nearest even and saturates to ±448, as cvt.rn.satfinite.e4m3x2 does.
func E4M3FromFloat32(f float32) uint8 {
	if f != f {
		return 0x7f
	}
	sign := uint8(math.Float32bits(f) >> 31 << 7)
	a := float64(math.Abs(float64(f)))
	if a >= 448 {
		return sign | 0x7e
	}
	_, e := math.Frexp(a)
	e = max(e-1, -6)
	q := math.RoundToEven(math.Ldexp(a, 3-e)) // in units of the last place
	if q == 0 {
		return sign
	}
	if q >= 16 {
		q, e = 8, e+1
	}
	if q < 8 {
		return sign | uint8(q)
	}
	return min(sign|uint8(e+7)<<3|(uint8(q)-8), sign|0x7e)
}

// TF32FromFloat32 rounds to nearest, ties away, as cvt.rna.tf32.f32 does.
func TF32FromFloat32(f float32) float32 {
	b := math.Float32bits(f)
	if b&0x7f800000 == 0x7f800000 {
		return f
	}
	return math.Float32frombits((b + 0x1000) &^ 0x1fff)
}

// TF32Truncate drops the 13 low bits, which wgmma ignores.
func TF32Truncate(f float32) float32 { return math.Float32frombits(math.Float32bits(f) &^ 0x1fff) }

// narrow rounds f to a format with eb exponent and mb mantissa bits, nearest even.
func narrow(f float64, eb, mb int, satfinite bool) uint32 {
	sign := uint32(0)
	if math.Signbit(f) {
		sign = 1 << (eb + mb)
	}
	bias := 1<<(eb-1) - 1
	inf := uint32(1<<eb-1) << mb
	if f != f {
		return inf | 1<<mb - 1
	}
	a := math.Abs(f)
	if a == 0 {
		return sign
	}
	overflow := inf
	if satfinite {
		overflow = inf - 1
	}
	if math.IsInf(a, 1) {
		return sign | overflow
	}
	_, e := math.Frexp(a)
	e = max(e-1, 1-bias)
	q := uint32(math.RoundToEven(math.Ldexp(a, mb-e)))
	r := uint32(max(e+bias-1, 0))<<mb + q // the carry of rounding runs into the exponent
	if r >= inf {
		r = overflow
	}
	return sign | r
}

// f16Table is the 64K values of binary16, built on first use.
var f16Table = sync.OnceValue(func() *[65536]float32 {
	t := new([65536]float32)
	for i := range t {
		t[i] = F16ToFloat32(uint16(i))
	}
	return t
})

// fusedParams are the widths of rule W17.
type fusedParams struct {
	fraction   int // bits kept when aligning
	outBits    int // mantissa bits of a float32 result
	minA, minB int // smallest exponents of the inputs
	halfFloat  bool
}

// split returns significand and exponent of x = sig·2^(exp-23), with the exponent not below minExp. Zero has the
// exponent -126.
func split(x float32, minExp int) (sig int64, exp int) {
	b := math.Float32bits(x)
	man := int64(b & 0x7fffff)
	e := int(b >> 23 & 255)
	if e == 0 {
		if man == 0 {
			return 0, -126
		}
		e = 1
	} else {
		man |= 1 << 23
	}
	exp = e - 127
	if exp < minExp {
		man >>= minExp - exp // exact: the format has no such bits
		exp = minExp
	}
	if b>>31 != 0 {
		man = -man
	}
	return man, exp
}

// fusedDot computes one output element as rule W17 has it: all products and c are aligned to the largest exponent,
// truncated to p.fraction bits, added exactly and rounded once.
func fusedDot(a, b []float32, c float32, p fusedParams) float32 {
	sum := float64(c)
	for i, x := range a {
		sum += float64(x) * float64(b[i])
	}
	if sum != sum {
		return math.Float32frombits(0x7fffffff)
	}
	if math.IsInf(sum, 0) {
		return float32(sum)
	}
	var sigs [33]int64
	var exps [33]int
	cm := -126
	if p.halfFloat {
		cm = -14
	}
	cs, top := split(c, cm)
	sigs[0], exps[0] = cs<<23, top
	for i := range a {
		sa, ea := split(a[i], p.minA)
		sb, eb := split(b[i], p.minB)
		sigs[i+1], exps[i+1] = sa*sb, ea+eb
		top = max(top, ea+eb)
	}
	total := int64(0)
	for i := range len(a) + 1 {
		total += truncShift(sigs[i], 46-p.fraction+top-exps[i])
	}
	return roundSum(total, top-p.fraction, p)
}

// truncShift shifts right toward zero.
func truncShift(v int64, n int) int64 {
	if n >= 63 {
		return 0
	}
	if v < 0 {
		return -(-v >> n)
	}
	return v >> n
}

// roundSum turns v·2^exp into the output format.
func roundSum(v int64, exp int, p fusedParams) float32 {
	if v == 0 {
		return 0
	}
	if p.halfFloat {
		return F16ToFloat32(uint16(narrow(math.Ldexp(float64(v), exp), 5, 10, false))) // v fits a float64
	}
	neg := v < 0
	u := uint64(max(v, -v))
	lead := bits.Len64(u) - 1 + exp // exponent of the result
	drop := max(lead, -126) - p.outBits - exp
	if drop > 0 {
		if drop > 63 {
			return 0
		}
		u = u >> drop << drop
	}
	f := float32(math.Ldexp(float64(u), exp))
	if neg {
		f = -f
	}
	return f
}
