package numeric

import (
	"math/big"
	"math/bits"
)

// nat is a natural number for printing floats: words, least significant
// first, without leading zeros, or a big.Int when the number is so long that
// big's algorithms beat the quadratic ones here.
type nat struct {
	words []uint64
	big   *big.Int
}

// natWords bounds the word form: 5^1074, the scale of the smallest f64, times
// a significand fits.
const natWords = 48

// natShl returns x * 2^n.
func natShl(x Bits, n int) nat {
	if n+x.bitLen() > natWords*64 {
		return nat{big: new(big.Int).Lsh(x.Big(), uint(n))}
	}
	low := x.shl(n % 64)
	over := Bits{}
	if n%64 != 0 {
		over = x.shr(128 - n%64)
	}
	words := make([]uint64, n/64+3)
	words[n/64], words[n/64+1], words[n/64+2] = low.Lo, low.Hi, over.Lo
	return nat{words: trim(words)}
}

// natMulPow5 returns x * 5^n.
func natMulPow5(x Bits, n int) nat {
	const step, stepPow = 27, 7450580596923828125 // 5^27 is the largest in a word
	// 7/3 bits per factor is just above log2(5).
	if x.bitLen()+n*7/3 > (natWords-1)*64 {
		return nat{big: new(big.Int).Mul(x.Big(), pow(5, n))}
	}
	words := trim(append(make([]uint64, 0, x.bitLen()/64+n/step+3), x.Lo, x.Hi))
	for ; n >= step; n -= step {
		words = mulWord(words, stepPow)
	}
	rest := uint64(1)
	for ; n > 0; n-- {
		rest *= 5
	}
	return nat{words: mulWord(words, rest)}
}

func (x nat) bitLen() int {
	if x.big != nil {
		return x.big.BitLen()
	}
	n := len(x.words)
	return (n-1)*64 + bits.Len64(x.words[n-1])
}

// quoPow10 returns x / 10^n rounded down, which must fit 128 bits.
func (x nat) quoPow10(n int) Bits {
	if x.big != nil {
		q := new(big.Int).Quo(x.big, pow(10, n))
		r, ok := BitsFromBig(q)
		if !ok {
			panic("numeric: internal: decimal quotient exceeds 128 bits")
		}
		return r
	}
	const step, stepPow = 19, 1e19 // 10^19 is the largest in a word
	var buf [natWords]uint64
	words := append(buf[:0], x.words...)
	for ; n >= step; n -= step {
		words = divWord(words, stepPow)
	}
	rest := uint64(1)
	for ; n > 0; n-- {
		rest *= 10
	}
	words = divWord(words, rest)
	var r Bits
	switch len(words) {
	case 2:
		r.Hi = words[1]
		fallthrough
	case 1:
		r.Lo = words[0]
	case 0:
	default:
		panic("numeric: internal: decimal quotient exceeds 128 bits")
	}
	return r
}

func mulWord(words []uint64, w uint64) []uint64 {
	var carry uint64
	for i, x := range words {
		hi, lo := bits.Mul64(x, w)
		var c uint64
		words[i], c = bits.Add64(lo, carry, 0)
		carry = hi + c
	}
	if carry != 0 {
		words = append(words, carry)
	}
	return words
}

func divWord(words []uint64, w uint64) []uint64 {
	if w == 1 {
		return words
	}
	var rem uint64
	for i := len(words) - 1; i >= 0; i-- {
		words[i], rem = bits.Div64(rem, words[i], w)
	}
	return trim(words)
}

func trim(words []uint64) []uint64 {
	for len(words) > 0 && words[len(words)-1] == 0 {
		words = words[:len(words)-1]
	}
	return words
}

// pow returns base^n as a new big integer.
func pow(base uint64, n int) *big.Int {
	b := new(big.Int).SetUint64(base)
	return b.Exp(b, big.NewInt(int64(n)), nil)
}
