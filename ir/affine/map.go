package affine

import (
	enc "encoding/binary"
	"fmt"
	"slices"
)

// Map is an affine map: a list of expressions over numbered dimensions and
// symbols. The zero Map is () -> ().
type Map struct {
	dims, symbols int
	results       []Expr
}

// NewMap returns the map with the given numbers of dimensions and symbols. A
// result that uses others is a bug of the caller and panics.
func NewMap(dims, symbols int, results ...Expr) Map {
	for _, e := range results {
		checkSpace(e, dims, symbols)
	}
	return Map{dims, symbols, slices.Clone(results)}
}

func checkSpace(e Expr, dims, symbols int) {
	if e.NumDims() > dims || e.NumSymbols() > symbols {
		panic(fmt.Sprintf("affine: internal: expression of %d dimensions and %d symbols in a space of %d and %d",
			e.NumDims(), e.NumSymbols(), dims, symbols))
	}
}

// Identity returns (d0, ..., dn-1) -> (d0, ..., dn-1).
func Identity(n int) Map { return Map{n, 0, sequence(Dim, 0, n)} }

// MinorIdentity returns the map from dims dimensions to the last results of
// them; results must not exceed dims.
func MinorIdentity(dims, results int) Map {
	return Map{dims, 0, sequence(Dim, dims-results, results)}
}

// ConstantMap returns () -> (v).
func ConstantMap(v int64) Map { return Map{0, 0, []Expr{Const(v)}} }

// Permutation returns the map whose result i is the dimension perm[i]. It
// panics unless perm holds every number below its length once.
func Permutation(perm []int) Map {
	m := Map{len(perm), 0, make([]Expr, len(perm))}
	for i, p := range perm {
		m.results[i] = Dim(p)
	}
	if !m.IsPermutation() {
		panic(fmt.Sprintf("affine: internal: %v is no permutation", perm))
	}
	return m
}

// NumDims returns the number of dimensions.
func (m Map) NumDims() int { return m.dims }

// NumSymbols returns the number of symbols.
func (m Map) NumSymbols() int { return m.symbols }

// NumInputs returns the number of dimensions and symbols together.
func (m Map) NumInputs() int { return m.dims + m.symbols }

// NumResults returns the number of results.
func (m Map) NumResults() int { return len(m.results) }

// Result returns one result.
func (m Map) Result(i int) Expr { return m.results[i] }

// Results returns a copy of the list of results.
func (m Map) Results() []Expr { return slices.Clone(m.results) }

// IsEmpty reports whether m is () -> ().
func (m Map) IsEmpty() bool { return m.dims == 0 && m.symbols == 0 && len(m.results) == 0 }

// IsIdentity reports whether m maps each dimension to itself and has no
// symbols and no other results.
func (m Map) IsIdentity() bool { return m.symbols == 0 && m.dims == len(m.results) && m.isMinor() }

// IsMinorIdentity reports whether m has no symbols and yields the last of its
// dimensions in order.
func (m Map) IsMinorIdentity() bool {
	return m.symbols == 0 && m.dims >= len(m.results) && m.isMinor()
}

func (m Map) isMinor() bool {
	for i, e := range m.results {
		if !isDim(e, m.dims-len(m.results)+i) {
			return false
		}
	}
	return true
}

func isDim(e Expr, position int) bool {
	return e.n.kind == KindDim && e.n.value == int64(position)
}

// IsConstant reports whether all results are constants.
func (m Map) IsConstant() bool {
	return !slices.ContainsFunc(m.results, func(e Expr) bool { return e.n.kind != KindConstant })
}

// IsProjectedPermutation reports whether m has no symbols and its results are
// different dimensions.
func (m Map) IsProjectedPermutation() bool {
	if m.symbols > 0 || len(m.results) > m.dims {
		return false
	}
	seen := make([]bool, m.dims)
	for _, e := range m.results {
		if e.n.kind != KindDim || seen[e.n.value] {
			return false
		}
		seen[e.n.value] = true
	}
	return true
}

// IsPermutation reports whether m has no symbols and its results are its
// dimensions in some order.
func (m Map) IsPermutation() bool {
	return m.dims == len(m.results) && m.IsProjectedPermutation()
}

// InversePermutation returns the map that undoes m; false unless m
// [Map.IsPermutation].
func (m Map) InversePermutation() (Map, bool) {
	if !m.IsPermutation() {
		return Map{}, false
	}
	inverse := make([]Expr, m.dims)
	for i, e := range m.results {
		inverse[e.n.value] = Dim(i)
	}
	return Map{m.dims, 0, inverse}, true
}

// Eval returns the results for the given dimensions and symbols; false if one
// of them has no value (see [Expr.Eval]).
func (m Map) Eval(dims, symbols []int64) ([]int64, bool) {
	values := make([]int64, len(m.results))
	for i, e := range m.results {
		v, ok := e.Eval(dims, symbols)
		if !ok {
			return nil, false
		}
		values[i] = v
	}
	return values, true
}

// Replace returns the map of the given numbers of dimensions and symbols
// whose results are those of m with dimensions and symbols replaced (see
// [Expr.Replace]).
func (m Map) Replace(dims, symbols []Expr, numDims, numSymbols int) Map {
	results := make([]Expr, len(m.results))
	for i, e := range m.results {
		results[i] = e.Replace(dims, symbols)
		checkSpace(results[i], numDims, numSymbols)
	}
	return Map{numDims, numSymbols, results}
}

// Compose returns the map that applies g and then m to its results. The
// symbols of m come first, those of g follow. m must have as many dimensions
// as g has results.
func (m Map) Compose(g Map) Map {
	if m.dims != len(g.results) {
		panic(fmt.Sprintf("affine: internal: map of %d dimensions composed with one of %d results", m.dims, len(g.results)))
	}
	symbols := m.symbols + g.symbols
	moved := g.Replace(nil, sequence(Symbol, m.symbols, g.symbols), g.dims, symbols)
	return m.Replace(moved.results, nil, g.dims, symbols)
}

// SubMap returns the map with only the results at the given positions.
func (m Map) SubMap(positions []int) Map {
	results := make([]Expr, len(positions))
	for i, p := range positions {
		results[i] = m.results[p]
	}
	return Map{m.dims, m.symbols, results}
}

// Equal reports whether m and o are the same in structure.
func (m Map) Equal(o Map) bool {
	return m.dims == o.dims && m.symbols == o.symbols && slices.EqualFunc(m.results, o.results, Expr.Equal)
}

// Key returns a string that equal maps share and different ones do not. It is
// not readable.
func (m Map) Key() string {
	dst := appendKeySpace(nil, m.dims, m.symbols)
	for _, e := range m.results {
		dst = appendKey(dst, e.n)
	}
	return string(dst)
}

func appendKeySpace(dst []byte, dims, symbols int) []byte {
	return enc.AppendUvarint(enc.AppendUvarint(dst, uint64(dims)), uint64(symbols))
}

// String returns the text that MLIR prints inside affine_map<...>, such as
// (d0, d1)[s0] -> (d0 + s0, d1).
func (m Map) String() string { return string(m.Append(nil)) }

// Append appends the text of m to dst.
func (m Map) Append(dst []byte) []byte {
	dst = append(appendSpace(dst, m.dims, m.symbols), " -> ("...)
	for i, e := range m.results {
		if i > 0 {
			dst = append(dst, ", "...)
		}
		dst = e.Append(dst)
	}
	return append(dst, ')')
}
