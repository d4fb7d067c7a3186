package affine

// Eval returns the value of e for the given dimensions and symbols. The
// second result is false if a position is missing, a divisor is zero (for mod:
// not positive) or a value exceeds 64 bits.
func (e Expr) Eval(dims, symbols []int64) (int64, bool) {
	v := evaluator{dims, symbols, newMemo[int64](e.n)}
	return v.eval(e.n)
}

type evaluator struct {
	dims, symbols []int64
	known         memo[int64]
}

func (v *evaluator) eval(n *node) (int64, bool) {
	switch n.kind {
	case KindConstant:
		return n.value, true
	case KindDim:
		return at(v.dims, n.value)
	case KindSymbol:
		return at(v.symbols, n.value)
	}
	if r, ok := v.known.get(n); ok {
		return r, true
	}
	a, ok := v.eval(n.lhs)
	if !ok {
		return 0, false
	}
	b, ok := v.eval(n.rhs)
	if !ok {
		return 0, false
	}
	r, ok := apply(n.kind, a, b)
	if ok {
		v.known.put(n, r)
	}
	return r, ok
}

func at(values []int64, position int64) (int64, bool) {
	if position >= int64(len(values)) {
		return 0, false
	}
	return values[position], true
}

func apply(kind Kind, a, b int64) (int64, bool) {
	switch kind {
	case KindAdd:
		sum := a + b
		return sum, (sum > a) == (b > 0)
	case KindMul:
		return mulExact(a, b)
	case KindMod:
		if b < 1 {
			return 0, false
		}
		return floorMod(a, b), true
	}
	if b == 0 || b == -1 && a == -a && a != 0 {
		return 0, false
	}
	if kind == KindFloorDiv {
		return quotientFloor(a, b), true
	}
	return quotientCeil(a, b), true
}

// Replace returns e with each dimension d(i) replaced by dims[i] and each
// symbol s(i) by symbols[i], simplified anew. Positions beyond the slices, and
// nil expressions in them, stay as they are.
func (e Expr) Replace(dims, symbols []Expr) Expr {
	r := replacer{dims, symbols, newMemo[*node](e.n)}
	return Expr{r.replace(e.n)}
}

type replacer struct {
	dims, symbols []Expr
	done          memo[*node]
}

func (r *replacer) replace(n *node) *node {
	switch n.kind {
	case KindConstant:
		return n
	case KindDim:
		return substitute(r.dims, n)
	case KindSymbol:
		return substitute(r.symbols, n)
	}
	if known, ok := r.done.get(n); ok {
		return known
	}
	lhs, rhs := r.replace(n.lhs), r.replace(n.rhs)
	result := n
	if lhs != n.lhs || rhs != n.rhs {
		result = build(n.kind, lhs, rhs)
	}
	r.done.put(n, result)
	return result
}

func substitute(by []Expr, n *node) *node {
	if n.value < int64(len(by)) && by[n.value].n != nil {
		return by[n.value].n
	}
	return n
}

// ShiftDims returns e with every dimension's position raised by shift.
func (e Expr) ShiftDims(shift int) Expr {
	return e.Replace(sequence(Dim, shift, e.NumDims()), nil)
}

// ShiftSymbols returns e with every symbol's position raised by shift.
func (e Expr) ShiftSymbols(shift int) Expr {
	return e.Replace(nil, sequence(Symbol, shift, e.NumSymbols()))
}

// sequence returns n dimensions or symbols from a position on.
func sequence(of func(int) Expr, from, n int) []Expr {
	list := make([]Expr, n)
	for i := range list {
		list[i] = of(from + i)
	}
	return list
}
