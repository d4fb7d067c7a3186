package numeric

// FloatFormat names a binary floating-point encoding. The zero value is no
// format.
type FloatFormat uint8

// The formats, in the order [FloatFormats] lists them. The names spell
// exponent and mantissa widths; FN means finite numbers only (no infinity),
// UZ means that zero is unsigned, FNU that there is no sign at all.
const (
	// F16 is IEEE 754 binary16.
	F16 FloatFormat = iota + 1
	// BF16 is the upper half of binary32.
	BF16
	// TF32 is NVIDIA's 19-bit TensorFloat-32.
	TF32
	// F32 is IEEE 754 binary32.
	F32
	// F64 is IEEE 754 binary64.
	F64
	// F80 is the x87 extended format, with its explicit integer bit.
	F80
	// F128 is IEEE 754 binary128.
	F128
	// F4E2M1FN is the 4-bit format of OCP Microscaling; it has neither
	// infinities nor not-a-number values.
	F4E2M1FN
	// F6E2M3FN is a 6-bit format of OCP Microscaling without special values.
	F6E2M3FN
	// F6E3M2FN is a 6-bit format of OCP Microscaling without special values.
	F6E3M2FN
	// F8E5M2 follows IEEE 754 rules.
	F8E5M2
	// F8E4M3 follows IEEE 754 rules.
	F8E4M3
	// F8E4M3FN has no infinities; all-ones magnitudes are not-a-number.
	F8E4M3FN
	// F8E5M2FNUZ encodes its one not-a-number as negative zero.
	F8E5M2FNUZ
	// F8E4M3FNUZ encodes its one not-a-number as negative zero.
	F8E4M3FNUZ
	// F8E4M3B11FNUZ is F8E4M3FNUZ with an exponent bias of 11.
	F8E4M3B11FNUZ
	// F8E3M4 follows IEEE 754 rules.
	F8E3M4
	// F8E8M0FNU is an unsigned power of two (a block scale) without zero.
	F8E8M0FNU
)

// special says how a format spends encodings on infinities and not-a-number.
type special uint8

const (
	specialIEEE    special = iota // top exponent: infinity and NaN
	specialAllOnes                // only the all-ones magnitude is NaN
	specialNegZero                // only the encoding of -0 is NaN
	specialNone                   // every encoding is a number
)

// formatInfo describes a format. precision counts the integer bit; a normal
// value is 1.f * 2^e with minExp <= e <= maxExp.
type formatInfo struct {
	name           string
	width          int
	precision      int
	minExp, maxExp int
	special        special
	noSign, noZero bool
	explicitOne    bool
}

var formats = [...]formatInfo{
	F16:           {name: "f16", width: 16, precision: 11, minExp: -14, maxExp: 15},
	BF16:          {name: "bf16", width: 16, precision: 8, minExp: -126, maxExp: 127},
	TF32:          {name: "tf32", width: 19, precision: 11, minExp: -126, maxExp: 127},
	F32:           {name: "f32", width: 32, precision: 24, minExp: -126, maxExp: 127},
	F64:           {name: "f64", width: 64, precision: 53, minExp: -1022, maxExp: 1023},
	F80:           {name: "f80", width: 80, precision: 64, minExp: -16382, maxExp: 16383, explicitOne: true},
	F128:          {name: "f128", width: 128, precision: 113, minExp: -16382, maxExp: 16383},
	F4E2M1FN:      {name: "f4E2M1FN", width: 4, precision: 2, minExp: 0, maxExp: 2, special: specialNone},
	F6E2M3FN:      {name: "f6E2M3FN", width: 6, precision: 4, minExp: 0, maxExp: 2, special: specialNone},
	F6E3M2FN:      {name: "f6E3M2FN", width: 6, precision: 3, minExp: -2, maxExp: 4, special: specialNone},
	F8E5M2:        {name: "f8E5M2", width: 8, precision: 3, minExp: -14, maxExp: 15},
	F8E4M3:        {name: "f8E4M3", width: 8, precision: 4, minExp: -6, maxExp: 7},
	F8E4M3FN:      {name: "f8E4M3FN", width: 8, precision: 4, minExp: -6, maxExp: 8, special: specialAllOnes},
	F8E5M2FNUZ:    {name: "f8E5M2FNUZ", width: 8, precision: 3, minExp: -15, maxExp: 15, special: specialNegZero},
	F8E4M3FNUZ:    {name: "f8E4M3FNUZ", width: 8, precision: 4, minExp: -7, maxExp: 7, special: specialNegZero},
	F8E4M3B11FNUZ: {name: "f8E4M3B11FNUZ", width: 8, precision: 4, minExp: -10, maxExp: 4, special: specialNegZero},
	F8E3M4:        {name: "f8E3M4", width: 8, precision: 5, minExp: -2, maxExp: 3},
	F8E8M0FNU:     {name: "f8E8M0FNU", width: 8, precision: 1, minExp: -127, maxExp: 127, special: specialAllOnes, noSign: true, noZero: true},
}

// FloatFormats returns all formats in a fixed order.
func FloatFormats() []FloatFormat {
	all := make([]FloatFormat, 0, len(formats)-1)
	for f := F16; f <= F8E8M0FNU; f++ {
		all = append(all, f)
	}
	return all
}

// FormatByName returns the format that MLIR's type keyword names, such as
// "f32" or "f8E4M3FN". The second result is false for any other text.
func FormatByName(name string) (FloatFormat, bool) {
	for f := F16; f <= F8E8M0FNU; f++ {
		if formats[f].name == name {
			return f, true
		}
	}
	return 0, false
}

// String returns MLIR's type keyword.
func (f FloatFormat) String() string {
	if f < F16 || f > F8E8M0FNU {
		return "invalid float format"
	}
	return formats[f].name
}

// Width returns the number of bits of an encoding.
func (f FloatFormat) Width() int { return formats[f].width }

// Precision returns the number of significand bits, counting the integer bit.
func (f FloatFormat) Precision() int { return formats[f].precision }

// MinExponent returns the exponent e of the smallest normal value 2^e.
func (f FloatFormat) MinExponent() int { return formats[f].minExp }

// MaxExponent returns the exponent e of the largest finite values 1.f * 2^e.
func (f FloatFormat) MaxExponent() int { return formats[f].maxExp }

// HasInf reports whether the format encodes infinities.
func (f FloatFormat) HasInf() bool { return formats[f].special == specialIEEE }

// HasNaN reports whether the format encodes not-a-number.
func (f FloatFormat) HasNaN() bool { return formats[f].special != specialNone }

// HasSign reports whether the format encodes a sign.
func (f FloatFormat) HasSign() bool { return !formats[f].noSign }

// HasZero reports whether the format encodes zero.
func (f FloatFormat) HasZero() bool { return !formats[f].noZero }

// HasNegZero reports whether the format distinguishes -0 from +0.
func (f FloatFormat) HasNegZero() bool {
	i := &formats[f]
	return !i.noSign && !i.noZero && i.special != specialNegZero
}

// wide reports whether an encoding does not fit 64 bits.
func (i *formatInfo) wide() bool { return i.width > 64 }

// fracBits is the number of stored significand bits.
func (i *formatInfo) fracBits() int {
	if i.explicitOne {
		return i.precision
	}
	return i.precision - 1
}

// bias is what a stored exponent exceeds the true one by.
func (i *formatInfo) bias() int {
	if i.noZero {
		return -i.minExp
	}
	return 1 - i.minExp
}
