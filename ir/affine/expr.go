package affine

import (
	"fmt"
	"math"
)

// Kind says what an expression is at its root.
type Kind uint8

const (
	// KindAdd is a sum.
	KindAdd Kind = iota + 1
	// KindMul is a product; one side must be free of dimensions for the
	// expression to be affine.
	KindMul
	// KindMod is the Euclidean remainder by a positive divisor.
	KindMod
	// KindFloorDiv is the quotient rounded down.
	KindFloorDiv
	// KindCeilDiv is the quotient rounded up.
	KindCeilDiv
	// KindConstant is a 64-bit integer.
	KindConstant
	// KindDim is a dimension.
	KindDim
	// KindSymbol is a symbol.
	KindSymbol
)

// Expr is an affine expression. The zero Expr is none and only good for
// [Expr.IsNil].
type Expr struct{ n *node }

type node struct {
	lhs, rhs *node
	value    int64 // constant, or position of a dimension or symbol
	hash     uint64
	divisor  int64 // largest known divisor; wraps as MLIR's does
	size     int32
	dims     int32 // one more than the highest dimension within
	symbols  int32
	kind     Kind
}

// Dim returns the dimension at a position, d0 being the first.
func Dim(position int) Expr { return Expr{leaf(KindDim, int64(position))} }

// Symbol returns the symbol at a position, s0 being the first.
func Symbol(position int) Expr { return Expr{leaf(KindSymbol, int64(position))} }

// Const returns a constant.
func Const(value int64) Expr { return Expr{constant(value)} }

func leaf(kind Kind, position int64) *node {
	if position < 0 || position >= math.MaxInt32 {
		panic(fmt.Sprintf("affine: internal: position %d out of range", position))
	}
	n := &node{kind: kind, value: position, divisor: 1, size: 1, hash: mix(uint64(kind), uint64(position), 0)}
	if kind == KindDim {
		n.dims = int32(position) + 1
	} else {
		n.symbols = int32(position) + 1
	}
	return n
}

func constant(value int64) *node {
	return &node{kind: KindConstant, value: value, divisor: abs(value), size: 1, hash: mix(uint64(KindConstant), uint64(value), 0)}
}

// binary builds a node as it is, without simplification.
func binary(kind Kind, lhs, rhs *node) *node {
	n := &node{kind: kind, lhs: lhs, rhs: rhs, hash: mix(uint64(kind), lhs.hash, rhs.hash)}
	n.dims, n.symbols = max(lhs.dims, rhs.dims), max(lhs.symbols, rhs.symbols)
	n.size = int32(min(int64(lhs.size)+int64(rhs.size)+1, math.MaxInt32))
	n.divisor = knownDivisor(kind, lhs, rhs)
	return n
}

// knownDivisor returns the largest integer known to divide the expression.
func knownDivisor(kind Kind, lhs, rhs *node) int64 {
	switch kind {
	case KindMul:
		return lhs.divisor * rhs.divisor
	case KindAdd, KindMod:
		return int64(gcd(uint64(lhs.divisor), uint64(rhs.divisor)))
	}
	if by, ok := rhs.constant(); ok && by != 0 && lhs.divisor%by == 0 {
		return abs(lhs.divisor / by)
	}
	return 1
}

func gcd(a, b uint64) uint64 {
	for b != 0 {
		a, b = b, a%b
	}
	return a
}

func abs(v int64) int64 {
	if v < 0 {
		return -v
	}
	return v
}

// mix combines three words into a hash that does not depend on the process,
// so that nothing ordered by it varies between runs.
func mix(a, b, c uint64) uint64 {
	const m1, m2 = 0x9E3779B97F4A7C15, 0xC2B2AE3D27D4EB4F
	h := a * m1
	for _, w := range [...]uint64{b, c} {
		h = (h ^ w) * m2
		h ^= h >> 29
		h = h*m1 + 1
		h ^= h >> 32
	}
	return h
}

func (n *node) constant() (int64, bool) { return n.value, n.kind == KindConstant }

func (n *node) isConst(v int64) bool { return n.kind == KindConstant && n.value == v }

func (n *node) symbolic() bool { return n.dims == 0 }

// IsNil reports whether e is the zero Expr.
func (e Expr) IsNil() bool { return e.n == nil }

// Kind returns what e is at its root.
func (e Expr) Kind() Kind { return e.n.kind }

// Operands returns the two sides of a sum, product, remainder or quotient;
// the last result is false for other kinds.
func (e Expr) Operands() (lhs, rhs Expr, ok bool) {
	return Expr{e.n.lhs}, Expr{e.n.rhs}, e.n.lhs != nil
}

// Constant returns the value of a constant; false for other kinds.
func (e Expr) Constant() (int64, bool) { return e.n.constant() }

// Position returns the position of a dimension or a symbol; false for other
// kinds.
func (e Expr) Position() (int, bool) {
	return int(e.n.value), e.n.kind == KindDim || e.n.kind == KindSymbol
}

// Size returns the number of nodes of e seen as a tree, at most MaxInt32.
// Shared parts count each time, so repeated composition can make it grow
// exponentially; a caller that composes text from outside checks it before
// printing.
func (e Expr) Size() int { return int(e.n.size) }

// NumDims returns one more than the highest dimension in e, or zero.
func (e Expr) NumDims() int { return int(e.n.dims) }

// NumSymbols returns one more than the highest symbol in e, or zero.
func (e Expr) NumSymbols() int { return int(e.n.symbols) }

// IsSymbolicOrConstant reports whether e contains no dimension.
func (e Expr) IsSymbolicOrConstant() bool { return e.n.symbolic() }

// LargestKnownDivisor returns the largest integer known to divide e: zero for
// the constant zero, and one if nothing is known.
func (e Expr) LargestKnownDivisor() int64 { return e.n.divisor }

// IsMultipleOf reports whether e is known to be a multiple of factor, which
// must not be zero.
func (e Expr) IsMultipleOf(factor int64) bool { return e.n.divisor%factor == 0 }

// IsPureAffine reports whether e multiplies by and divides by constants only.
func (e Expr) IsPureAffine() bool {
	pure := true
	e.Walk(func(x Expr) bool {
		switch x.n.kind {
		case KindMul:
			pure = pure && (x.n.lhs.kind == KindConstant || x.n.rhs.kind == KindConstant)
		case KindMod, KindFloorDiv, KindCeilDiv:
			pure = pure && x.n.rhs.kind == KindConstant
		}
		return pure
	})
	return pure
}

// Uses reports whether e contains the dimension (KindDim) or symbol
// (KindSymbol) at a position.
func (e Expr) Uses(kind Kind, position int) bool {
	found := false
	e.Walk(func(x Expr) bool {
		found = found || x.n.kind == kind && x.n.value == int64(position)
		return !found
	})
	return found
}

// Walk calls visit for e and all its parts, operands before what they are
// operands of, left before right, until visit returns false. Parts shared
// within a large expression are visited once.
func (e Expr) Walk(visit func(Expr) bool) {
	walk(e.n, newMemo[bool](e.n), visit)
}

func walk(n *node, seen memo[bool], visit func(Expr) bool) bool {
	if _, ok := seen.get(n); ok {
		return true
	}
	if n.lhs != nil && !(walk(n.lhs, seen, visit) && walk(n.rhs, seen, visit)) {
		return false
	}
	seen.put(n, true)
	return visit(Expr{n})
}

// memo remembers results per node of a large expression, where parts may be
// shared; it is nil, and remembers nothing, for a small one.
type memo[T any] map[*node]T

const memoSize = 256

func newMemo[T any](n *node) memo[T] {
	if n.size < memoSize {
		return nil
	}
	return memo[T]{}
}

func (m memo[T]) get(n *node) (T, bool) {
	v, ok := m[n]
	return v, ok
}

func (m memo[T]) put(n *node, v T) {
	if m != nil && n.lhs != nil {
		m[n] = v
	}
}

// Equal reports whether e and f have the same structure.
func (e Expr) Equal(f Expr) bool { return equal(e.n, f.n) }

func equal(a, b *node) bool {
	if a == b {
		return true
	}
	if a == nil || b == nil || a.hash != b.hash || a.size != b.size {
		return false
	}
	return sameTree(a, b, newMemo[*node](a))
}

// sameTree remembers in matched which node a node was found equal to.
func sameTree(a, b *node, matched memo[*node]) bool {
	if a == b {
		return true
	}
	if a.hash != b.hash || a.kind != b.kind || a.value != b.value {
		return false
	}
	if a.lhs == nil {
		return true
	}
	if m, ok := matched.get(a); ok && m == b {
		return true
	}
	if !sameTree(a.lhs, b.lhs, matched) || !sameTree(a.rhs, b.rhs, matched) {
		return false
	}
	matched.put(a, b)
	return true
}

// Hash returns a hash of e that equal expressions share and that is the same
// in every run.
func (e Expr) Hash() uint64 { return e.n.hash }
