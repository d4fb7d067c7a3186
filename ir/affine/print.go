package affine

import (
	enc "encoding/binary"
	"strconv"
)

// String returns the text MLIR prints. Sums are printed without parentheses
// on either side, so that different expressions may have the same text; use
// [Expr.Key] to tell them apart.
func (e Expr) String() string { return string(e.Append(nil)) }

// Append appends the text of e to dst.
func (e Expr) Append(dst []byte) []byte { return appendNode(dst, e.n, false) }

// appendNode puts operations in parentheses if they stand inside one that
// binds tightly.
func appendNode(dst []byte, n *node, tight bool) []byte {
	switch n.kind {
	case KindDim:
		return strconv.AppendInt(append(dst, 'd'), n.value, 10)
	case KindSymbol:
		return strconv.AppendInt(append(dst, 's'), n.value, 10)
	case KindConstant:
		return strconv.AppendInt(dst, n.value, 10)
	}
	if tight {
		dst = append(dst, '(')
	}
	if n.kind == KindAdd {
		dst = appendSum(dst, n)
	} else {
		dst = appendProduct(dst, n)
	}
	if tight {
		dst = append(dst, ')')
	}
	return dst
}

func appendProduct(dst []byte, n *node) []byte {
	if n.kind == KindMul && n.rhs.isConst(-1) {
		return appendNode(append(dst, '-'), n.lhs, true)
	}
	dst = appendNode(dst, n.lhs, true)
	switch n.kind {
	case KindMul:
		dst = append(dst, " * "...)
	case KindMod:
		dst = append(dst, " mod "...)
	case KindFloorDiv:
		dst = append(dst, " floordiv "...)
	case KindCeilDiv:
		dst = append(dst, " ceildiv "...)
	}
	return appendNode(dst, n.rhs, true)
}

// appendSum prints the sum with a negative number or multiple as a
// difference.
func appendSum(dst []byte, n *node) []byte {
	dst = appendNode(dst, n.lhs, false)
	if factor, scale := scaled(n.rhs); scale < 0 {
		dst = append(dst, " - "...)
		if scale == -1 {
			return appendNode(dst, factor, factor.kind == KindAdd)
		}
		dst = append(appendNode(dst, factor, true), " * "...)
		return strconv.AppendInt(dst, -scale, 10)
	}
	if c, ok := n.rhs.constant(); ok && c < 0 {
		// The least integer has no counterpart; MLIR prints it negative too.
		return strconv.AppendInt(append(dst, " - "...), -c, 10)
	}
	return appendNode(append(dst, " + "...), n.rhs, false)
}

// Key returns a string that equal expressions share and different ones do
// not. It is not readable.
func (e Expr) Key() string { return string(appendKey(nil, e.n)) }

func appendKey(dst []byte, n *node) []byte {
	dst = append(dst, byte(n.kind))
	if n.lhs == nil {
		return enc.AppendVarint(dst, n.value)
	}
	return appendKey(appendKey(dst, n.lhs), n.rhs)
}

// appendSpace appends the names of dimensions and symbols: (d0, d1)[s0].
func appendSpace(dst []byte, dims, symbols int) []byte {
	dst = append(appendNames(append(dst, '('), 'd', dims), ')')
	if symbols != 0 {
		dst = append(appendNames(append(dst, '['), 's', symbols), ']')
	}
	return dst
}

func appendNames(dst []byte, prefix byte, n int) []byte {
	for i := range n {
		if i > 0 {
			dst = append(dst, ", "...)
		}
		dst = strconv.AppendInt(append(dst, prefix), int64(i), 10)
	}
	return dst
}
