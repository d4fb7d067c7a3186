package affine

import "slices"

// Constraint says that an expression is zero, or else that it is not
// negative.
type Constraint struct {
	// Expr is the constrained expression.
	Expr Expr
	// Equality tells expr == 0 from expr >= 0.
	Equality bool
}

// GreaterEqual returns lhs >= rhs as lhs - rhs >= 0.
func GreaterEqual(lhs, rhs Expr) Constraint { return Constraint{Expr: lhs.Sub(rhs)} }

// LessEqual returns lhs <= rhs as rhs - lhs >= 0.
func LessEqual(lhs, rhs Expr) Constraint { return Constraint{Expr: rhs.Sub(lhs)} }

// EqualTo returns lhs == rhs as lhs - rhs == 0.
func EqualTo(lhs, rhs Expr) Constraint { return Constraint{Expr: lhs.Sub(rhs), Equality: true} }

// Set is an integer set: the dimensions and symbols that satisfy all of its
// constraints. Use [NewSet]; the zero Set has no constraints, which MLIR
// cannot print.
type Set struct {
	dims, symbols int
	constraints   []Constraint
}

// NewSet returns the set with the given numbers of dimensions and symbols.
// Without constraints it gets 0 == 0, as in MLIR. A constraint that uses
// other dimensions or symbols is a bug of the caller and panics.
func NewSet(dims, symbols int, constraints ...Constraint) Set {
	for _, c := range constraints {
		checkSpace(c.Expr, dims, symbols)
	}
	if len(constraints) == 0 {
		constraints = []Constraint{{Expr: Const(0), Equality: true}}
	}
	return Set{dims, symbols, slices.Clone(constraints)}
}

// EmptySet returns the set that nothing is in, by the constraint 1 == 0.
func EmptySet(dims, symbols int) Set {
	return NewSet(dims, symbols, Constraint{Expr: Const(1), Equality: true})
}

// NumDims returns the number of dimensions.
func (s Set) NumDims() int { return s.dims }

// NumSymbols returns the number of symbols.
func (s Set) NumSymbols() int { return s.symbols }

// NumConstraints returns the number of constraints.
func (s Set) NumConstraints() int { return len(s.constraints) }

// Constraint returns one constraint.
func (s Set) Constraint(i int) Constraint { return s.constraints[i] }

// Constraints returns a copy of the list of constraints.
func (s Set) Constraints() []Constraint { return slices.Clone(s.constraints) }

// IsEmptySet reports whether s is the set of [EmptySet]; other sets may
// have no elements either.
func (s Set) IsEmptySet() bool {
	return len(s.constraints) == 1 && s.constraints[0].Equality && s.constraints[0].Expr.n.isConst(1)
}

// Contains reports whether the point satisfies all constraints; the second
// result is false if a constraint has no value there (see [Expr.Eval]).
func (s Set) Contains(dims, symbols []int64) (inside, ok bool) {
	inside = true
	for _, c := range s.constraints {
		v, ok := c.Expr.Eval(dims, symbols)
		if !ok {
			return false, false
		}
		inside = inside && (v == 0 || v > 0 && !c.Equality)
	}
	return inside, true
}

// Replace returns the set of the given numbers of dimensions and symbols with
// dimensions and symbols replaced (see [Expr.Replace]).
func (s Set) Replace(dims, symbols []Expr, numDims, numSymbols int) Set {
	constraints := make([]Constraint, len(s.constraints))
	for i, c := range s.constraints {
		constraints[i] = Constraint{c.Expr.Replace(dims, symbols), c.Equality}
	}
	return NewSet(numDims, numSymbols, constraints...)
}

// Equal reports whether s and o are the same in structure.
func (s Set) Equal(o Set) bool {
	return s.dims == o.dims && s.symbols == o.symbols &&
		slices.EqualFunc(s.constraints, o.constraints, func(a, b Constraint) bool {
			return a.Equality == b.Equality && a.Expr.Equal(b.Expr)
		})
}

// Key returns a string that equal sets share and different ones do not. It is
// not readable.
func (s Set) Key() string {
	dst := appendKeySpace(nil, s.dims, s.symbols)
	for _, c := range s.constraints {
		mark := byte(0)
		if c.Equality {
			mark = 1
		}
		dst = appendKey(append(dst, mark), c.Expr.n)
	}
	return string(dst)
}

// String returns the text that MLIR prints inside affine_set<...>, such as
// (d0)[s0] : (d0 - s0 >= 0, d0 == 0).
func (s Set) String() string { return string(s.Append(nil)) }

// Append appends the text of s to dst.
func (s Set) Append(dst []byte) []byte {
	dst = append(appendSpace(dst, s.dims, s.symbols), " : ("...)
	for i, c := range s.constraints {
		if i > 0 {
			dst = append(dst, ", "...)
		}
		dst = c.Expr.Append(dst)
		if c.Equality {
			dst = append(dst, " == 0"...)
		} else {
			dst = append(dst, " >= 0"...)
		}
	}
	return append(dst, ')')
}
