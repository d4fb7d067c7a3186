package numeric

import "math"

// Float16ToFloat32 returns the value of a binary16 encoding. It is exact; a
// signalling not-a-number becomes quiet.
func Float16ToFloat32(h uint16) float32 {
	sign := uint32(h&0x8000) << 16
	mag := uint32(h & 0x7FFF)
	switch {
	case mag >= 0x7C00: // infinity or NaN
		bits := sign | 0x7F800000 | (mag&0x3FF)<<13
		if mag > 0x7C00 {
			bits |= 0x00400000
		}
		return math.Float32frombits(bits)
	case mag >= 0x0400: // normal: move the exponent from bias 15 to 127
		return math.Float32frombits(sign | (mag<<13 + (127-15)<<23))
	}
	// Zero and subnormal: mag counts units of 2^-24.
	x := float32(mag) * 0x1p-24
	return math.Float32frombits(sign | math.Float32bits(x))
}

// Float32ToFloat16 rounds to binary16, to nearest with ties to even. Overflow
// gives infinity; a not-a-number keeps sign and upper payload and is quiet.
func Float32ToFloat16(x float32) uint16 {
	bits := math.Float32bits(x)
	sign := uint16(bits >> 16 & 0x8000)
	mag := bits & 0x7FFFFFFF
	switch {
	case mag > 0x7F800000:
		return sign | 0x7E00 | uint16(mag>>13&0x3FF)
	case mag >= 0x477FF000: // at or above the midpoint between 65504 and 2^16
		return sign | 0x7C00
	case mag >= 0x38800000: // at least 2^-14: normal
		// Adding 0xFFF and the kept low bit rounds half to even; the carry
		// runs into the exponent as it should.
		return sign | uint16((mag+0xFFF+mag>>13&1-(127-15)<<23)>>13)
	}
	// Subnormal: adding 0.5 to the magnitude leaves units of 2^-24 in the low
	// bits, rounded to nearest even by the addition itself.
	sum := math.Float32frombits(mag) + 0.5
	return sign | uint16(math.Float32bits(sum)-math.Float32bits(0.5))
}

// BFloat16ToFloat32 returns the value of a bfloat16 encoding, exactly.
func BFloat16ToFloat32(b uint16) float32 { return math.Float32frombits(uint32(b) << 16) }

// Float32ToBFloat16 rounds to bfloat16, to nearest with ties to even.
// Overflow gives infinity; a not-a-number keeps sign and upper payload and is
// quiet.
func Float32ToBFloat16(x float32) uint16 {
	bits := math.Float32bits(x)
	if bits&0x7FFFFFFF > 0x7F800000 {
		return uint16(bits>>16) | 0x0040
	}
	return uint16((bits + 0x7FFF + bits>>16&1) >> 16)
}
