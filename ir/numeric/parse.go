package numeric

import (
	"encoding/hex"
	"errors"
	"fmt"
	"math/big"
	"strconv"
	"strings"
)

// ErrSyntax is wrapped by the errors about text that is not a number of the
// expected form.
var ErrSyntax = errors.New("malformed number")

// ErrRange is wrapped by the errors about numbers that do not fit.
var ErrRange = errors.New("number out of range")

// ParseDecimal reads a decimal float literal (an optional minus sign, digits,
// a point, optional digits and an optional exponent) as MLIR does: rounded to
// float64 first and then to f. The status describes what happened: [Overflow]
// if the literal lies beyond the largest finite value, [Underflow] if it is
// not zero but became so, [Invalid] if f has no such value at all, [Inexact]
// if the float64 is not a value of f. MLIR accepts all but malformed
// text silently. The error is about malformed text and wraps [ErrSyntax].
func (f FloatFormat) ParseDecimal(text string) (Bits, Status, error) {
	if !isDecimalFloat(text) {
		return Bits{}, 0, fmt.Errorf("%w: expected a decimal float literal, found %q", ErrSyntax, text)
	}
	x, err := strconv.ParseFloat(text, 64)
	var status Status
	if err != nil { // the text is well-formed, so the value is out of range
		status = Overflow | Inexact
	}
	if x == 0 && strings.ContainsAny(mantissa(text), "123456789") {
		status = Underflow | Inexact
	}
	b, more := f.FromFloat64(x)
	return b, status | more, nil
}

// ParseHex reads a hexadecimal float literal (0x and digits), which spells
// the encoding. The error wraps [ErrSyntax], or [ErrRange] if the encoding
// has more bits than f.
func (f FloatFormat) ParseHex(text string) (Bits, error) {
	digits, ok := cutHexPrefix(text)
	if !ok {
		return Bits{}, fmt.Errorf("%w: expected a hexadecimal literal, found %q", ErrSyntax, text)
	}
	digits = strings.TrimLeft(digits, "0")
	var b Bits
	if len(digits) > 32 {
		return Bits{}, f.hexRange(text)
	}
	for _, c := range []byte(digits) {
		b = b.shl(4)
		b.Lo |= uint64(hexValue(c))
	}
	if b.bitLen() > f.Width() {
		return Bits{}, f.hexRange(text)
	}
	return f.Canonical(b), nil
}

func (f FloatFormat) hexRange(text string) error {
	return fmt.Errorf("%w: expected at most %d bits for %s, found %s", ErrRange, f.Width(), f, clip(text))
}

// Signedness says how a literal of an integer type is read.
type Signedness uint8

const (
	// Signless integers (iN) accept what fits either reading.
	Signless Signedness = iota
	// Signed integers (siN, and index) use two's complement.
	Signed
	// Unsigned integers (uiN) have no sign.
	Unsigned
)

// Fit tells how an integer literal relates to its type.
type Fit uint8

const (
	// Fits means that the type's printed form of the value is the literal's
	// value.
	Fits Fit = iota
	// FitsUnsigned means that a literal of a signless type is in the upper
	// half of the unsigned range, so that it prints as a negative number.
	FitsUnsigned
	// FitsNegativeZero means a zero with a minus sign, which MLIR refuses.
	FitsNegativeZero
	// DoesNotFit means that the value is out of range.
	DoesNotFit
)

// ParseInt reads an integer literal: an optional minus sign, then decimal
// digits, or 0x and hexadecimal digits. The Int has the given width and is zero
// if the literal does not fit; the caller decides which fits to accept (MLIR:
// [Fits] and [FitsUnsigned]). The error is about malformed text and wraps
// [ErrSyntax]. Time and memory depend on the width alone, however long the
// text.
func ParseInt(text string, width int, sign Signedness) (Int, Fit, error) {
	body, neg := strings.CutPrefix(text, "-")
	digits, base := body, 10
	if hex, ok := cutHexPrefix(body); ok {
		digits, base = hex, 16
	} else if body == "" || strings.Trim(body, "0123456789") != "" {
		return Int{}, DoesNotFit, fmt.Errorf("%w: expected an integer literal, found %q", ErrSyntax, clip(text))
	}
	digits = strings.TrimLeft(digits, "0")
	if digits == "" {
		if neg {
			return NewInt(width, 0), FitsNegativeZero, nil
		}
		return NewInt(width, 0), Fits, nil
	}
	digitBits := 3 // at least so many bits per digit
	if base == 16 {
		digitBits = 4
	}
	if (len(digits)-1)*digitBits >= width {
		return NewInt(width, 0), DoesNotFit, nil
	}
	v := parseDigits(digits, base)
	if neg {
		v.Neg(v)
	}
	fit := fitOf(v, width, sign)
	if fit == DoesNotFit {
		return NewInt(width, 0), fit, nil
	}
	return IntFromBig(width, v), fit, nil
}

// fitOf classifies a value that is not a negative zero.
func fitOf(v *big.Int, width int, sign Signedness) Fit {
	if v.Sign() < 0 {
		if sign == Unsigned || signedBits(v) > width {
			return DoesNotFit
		}
		return Fits
	}
	bitLen := v.BitLen()
	switch {
	case bitLen > width || sign == Signed && bitLen == width && width > 0:
		return DoesNotFit
	case sign == Signless && bitLen == width && width > 0:
		return FitsUnsigned
	}
	return Fits
}

// parseDigits evaluates digits by halves, so that big's fast multiplication
// keeps millions of digits affordable.
func parseDigits(digits string, base int) *big.Int {
	const direct = 1000
	if base == 16 {
		if len(digits)%2 != 0 {
			digits = "0" + digits
		}
		raw, err := hex.DecodeString(digits)
		if err != nil {
			panic("numeric: internal: unchecked digits " + clip(digits))
		}
		return new(big.Int).SetBytes(raw)
	}
	if len(digits) <= direct {
		v, ok := new(big.Int).SetString(digits, base)
		if !ok {
			panic("numeric: internal: unchecked digits " + clip(digits))
		}
		return v
	}
	low := len(digits) / 2
	high := parseDigits(digits[:len(digits)-low], base)
	high.Mul(high, pow(uint64(base), low))
	return high.Add(high, parseDigits(digits[len(digits)-low:], base))
}

// isDecimalFloat checks -?[0-9]+[.][0-9]*([eE][-+]?[0-9]+)?.
func isDecimalFloat(text string) bool {
	s := strings.TrimPrefix(text, "-")
	whole := strings.TrimLeft(s, "0123456789")
	if len(whole) == len(s) || whole == "" || whole[0] != '.' {
		return false
	}
	rest := strings.TrimLeft(whole[1:], "0123456789")
	if rest == "" {
		return true
	}
	if rest[0] != 'e' && rest[0] != 'E' {
		return false
	}
	rest = rest[1:]
	if rest != "" && (rest[0] == '+' || rest[0] == '-') {
		rest = rest[1:]
	}
	return rest != "" && strings.Trim(rest, "0123456789") == ""
}

// mantissa cuts the exponent off a literal.
func mantissa(text string) string {
	if i := strings.IndexAny(text, "eE"); i >= 0 {
		return text[:i]
	}
	return text
}

func cutHexPrefix(text string) (string, bool) {
	digits, ok := strings.CutPrefix(text, "0x")
	if !ok || digits == "" {
		return "", false
	}
	for _, c := range []byte(digits) {
		if hexValue(c) < 0 {
			return "", false
		}
	}
	return digits, true
}

func hexValue(c byte) int {
	switch {
	case '0' <= c && c <= '9':
		return int(c - '0')
	case 'a' <= c && c <= 'f':
		return int(c-'a') + 10
	case 'A' <= c && c <= 'F':
		return int(c-'A') + 10
	}
	return -1
}

// clip shortens text for a message.
func clip(text string) string {
	const most = 40
	if len(text) > most {
		return text[:most] + "..."
	}
	return text
}
