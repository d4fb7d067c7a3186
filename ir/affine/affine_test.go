package affine

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestExprText(t *testing.T) {
	t.Parallel()
	d0, d1, s0 := Dim(0), Dim(1), Symbol(0)
	for _, tc := range []struct {
		got  Expr
		want string
	}{
		{Const(3).Add(d0), "d0 + 3"},
		{Const(2).Mul(Const(3)), "6"},
		{d0.Mul(Const(0)), "0"},
		{d0.Mod(Const(1)), "0"},
		{d0.Sub(Const(2).Mul(d1)), "d0 - d1 * 2"},
		{d0.Add(d1).Neg(), "-(d0 + d1)"},
		{d0.Add(Const(1)).Mul(Const(2)), "(d0 + 1) * 2"},
		{s0.Add(d0), "d0 + s0"},
		{d1.Add(d0), "d0 + d1"},
		{d0.Sub(s0).Add(d0), "d0 - s0 + d0"},
		{d0.Sub(d0.FloorDiv(Const(4)).Mul(Const(4))), "d0 mod 4"},
		{d0.Sub(d0.FloorDiv(s0).Mul(s0)), "d0 mod s0"},
		{d0.Mul(Const(128)).FloorDiv(Const(64)), "d0 * 2"},
		{d0.FloorDiv(Const(0)), "d0 floordiv 0"},
		{d0.Mod(Const(-3)), "d0 mod -3"},
		{d0.Mul(Const(4)).FloorDiv(Const(-2)), "d0 * -2"},
		{Const(math.MaxInt64).Add(Const(1)), "9223372036854775807 + 1"},
		{d0.Add(Const(math.MaxInt64)).Add(Const(1)), "d0 - -9223372036854775808"},
		{Const(math.MinInt64).FloorDiv(Const(-1)), "-9223372036854775808 floordiv -1"},
		{Const(math.MinInt64).CeilDiv(Const(-1)), "-9223372036854775808 ceildiv -1"},
		{Const(math.MinInt64).Neg(), "--9223372036854775808"},
		{d0.Mul(d1), "d0 * d1"},
	} {
		if got := tc.got.String(); got != tc.want {
			t.Errorf("got %s, want %s", got, tc.want)
		}
	}
}

func TestMapAndSetText(t *testing.T) {
	t.Parallel()
	d0, s0 := Dim(0), Symbol(0)
	for _, tc := range []struct{ got, want string }{
		{Map{}.String(), "() -> ()"},
		{NewMap(1, 0).String(), "(d0) -> ()"},
		{NewMap(0, 1, s0).String(), "()[s0] -> (s0)"},
		{NewMap(2, 1, d0.Add(s0), Dim(1)).String(), "(d0, d1)[s0] -> (d0 + s0, d1)"},
		{Identity(2).String(), "(d0, d1) -> (d0, d1)"},
		{MinorIdentity(3, 2).String(), "(d0, d1, d2) -> (d1, d2)"},
		{ConstantMap(7).String(), "() -> (7)"},
		{Permutation([]int{2, 0, 1}).String(), "(d0, d1, d2) -> (d2, d0, d1)"},
		{NewSet(1, 0).String(), "(d0) : (0 == 0)"},
		{EmptySet(1, 1).String(), "(d0)[s0] : (1 == 0)"},
		{NewSet(1, 0, GreaterEqual(d0, Const(5)), LessEqual(d0, Const(10)), EqualTo(d0, Const(3))).String(),
			"(d0) : (d0 - 5 >= 0, -d0 + 10 >= 0, d0 - 3 == 0)"},
	} {
		if tc.got != tc.want {
			t.Errorf("got %s, want %s", tc.got, tc.want)
		}
	}
}

func TestMapPredicates(t *testing.T) {
	t.Parallel()
	perm := Permutation([]int{2, 0, 1})
	type facts struct{ Identity, Minor, Permutation, Projected, Constant, Empty bool }
	for _, tc := range []struct {
		m    Map
		want facts
	}{
		{Map{}, facts{true, true, true, true, true, true}},
		{Identity(3), facts{Identity: true, Minor: true, Permutation: true, Projected: true}},
		{MinorIdentity(3, 1), facts{Minor: true, Projected: true}},
		{perm, facts{Permutation: true, Projected: true}},
		{NewMap(1, 1, Dim(0)), facts{}},
		{NewMap(2, 0, Dim(0), Dim(0)), facts{}},
		{NewMap(3, 0, Dim(1)), facts{Projected: true}},
		{ConstantMap(1), facts{Constant: true}},
		{NewMap(1, 0, Dim(0).Add(Const(1))), facts{}},
	} {
		got := facts{tc.m.IsIdentity(), tc.m.IsMinorIdentity(), tc.m.IsPermutation(), tc.m.IsProjectedPermutation(),
			tc.m.IsConstant(), tc.m.IsEmpty()}
		if diff := cmp.Diff(tc.want, got); diff != "" {
			t.Errorf("%v: %s", tc.m, diff)
		}
	}
	inverse, ok := perm.InversePermutation()
	if !ok || !perm.Compose(inverse).IsIdentity() || !inverse.Compose(perm).IsIdentity() {
		t.Errorf("inverse of %v: %v", perm, inverse)
	}
	if _, ok := MinorIdentity(2, 1).InversePermutation(); ok {
		t.Error("a projection has an inverse")
	}
}

func TestCompose(t *testing.T) {
	t.Parallel()
	f := NewMap(2, 1, Dim(0).Mul(Const(4)).Add(Dim(1)), Symbol(0).Add(Dim(1)))
	g := NewMap(1, 1, Dim(0).FloorDiv(Const(4)), Dim(0).Mod(Symbol(0)))
	h := f.Compose(g)
	if got, want := h.String(), "(d0)[s0, s1] -> ((d0 floordiv 4) * 4 + d0 mod s1, d0 mod s1 + s0)"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	if got := h.SubMap([]int{1}).String(); got != "(d0)[s0, s1] -> (d0 mod s1 + s0)" {
		t.Errorf("submap %s", got)
	}
	if got := Dim(0).Add(Symbol(1)).ShiftDims(2).ShiftSymbols(3).String(); got != "d2 + s4" {
		t.Errorf("shifted %s", got)
	}
	if got := Dim(0).Add(Dim(1)).Replace([]Expr{{}, Const(5)}, nil).String(); got != "d0 + 5" {
		t.Errorf("replaced %s", got)
	}
}

// TestEvalAgreesWithSimplification evaluates random terms built here and
// compares with evaluation of their unsimplified form, and of composition.
func TestEvalAgreesWithSimplification(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(1, 9))
	compared := 0
	for range 20000 {
		plain := randomTree(r, 5)
		simple := rebuild(plain)
		dims := []int64{r.Int64N(41) - 20, r.Int64N(41) - 20, r.Int64N(1000)}
		symbols := []int64{r.Int64N(9) + 1, r.Int64N(41) - 20}
		want, ok := Expr{plain}.Eval(dims, symbols)
		if !ok {
			continue // undefined, and simplification may drop that
		}
		compared++
		got, ok := Expr{simple}.Eval(dims, symbols)
		if !ok || got != want {
			t.Fatalf("%v became %v: at %v, %v: %d, %v, want %d", Expr{plain}, Expr{simple}, dims, symbols, got, ok, want)
		}
		by := make([]Expr, len(dims))
		for i, v := range dims {
			by[i] = Const(v)
		}
		if got, ok := (Expr{simple}).Replace(by, []Expr{Const(symbols[0]), Const(symbols[1])}).Constant(); !ok || got != want {
			t.Fatalf("%v with %v, %v: %d, %v, want %d", Expr{simple}, dims, symbols, got, ok, want)
		}
		if d := (Expr{simple}).LargestKnownDivisor(); d != 0 && want%d != 0 || d == 0 && want != 0 {
			t.Fatalf("%v is said to be a multiple of %d and is %d", Expr{simple}, d, want)
		}
	}
	if compared < 5000 {
		t.Errorf("only %d evaluations compared", compared)
	}
}

// randomTree builds a tree without simplification.
func randomTree(r *rand.Rand, depth int) *node {
	if depth == 0 || r.IntN(6) == 0 {
		switch r.IntN(4) {
		case 0:
			return constant(r.Int64N(33) - 8)
		case 1:
			return leaf(KindSymbol, r.Int64N(2))
		}
		return leaf(KindDim, r.Int64N(3))
	}
	kind := []Kind{KindAdd, KindAdd, KindAdd, KindMul, KindMod, KindFloorDiv, KindCeilDiv}[r.IntN(7)]
	lhs := randomTree(r, depth-1)
	if kind == KindAdd {
		return binary(kind, lhs, randomTree(r, depth-1))
	}
	rhs := constant(r.Int64N(19) - 2)
	if r.IntN(6) == 0 {
		rhs = leaf(KindSymbol, r.Int64N(2))
	}
	return binary(kind, lhs, rhs)
}

func rebuild(n *node) *node {
	if n.lhs == nil {
		return n
	}
	return build(n.kind, rebuild(n.lhs), rebuild(n.rhs))
}

func TestEvalUndefined(t *testing.T) {
	t.Parallel()
	d0 := Dim(0)
	for _, e := range []Expr{
		d0.FloorDiv(Const(0)), d0.Mod(Const(0)), d0.Mod(Const(-2)), d0.CeilDiv(Const(0)), Dim(1), Symbol(0),
		Const(math.MaxInt64).Add(Const(1)), Const(math.MinInt64).FloorDiv(Const(-1)), Const(math.MaxInt64).Mul(Const(2)),
	} {
		if v, ok := e.Eval([]int64{5}, nil); ok {
			t.Errorf("%v is %d", e, v)
		}
	}
}

func TestSetContains(t *testing.T) {
	t.Parallel()
	s := NewSet(2, 0, GreaterEqual(Dim(0), Const(2)), EqualTo(Dim(1), Const(3)))
	for _, tc := range []struct {
		dims       []int64
		inside, ok bool
	}{
		{[]int64{2, 3}, true, true}, {[]int64{1, 3}, false, true}, {[]int64{2, 4}, false, true}, {[]int64{2}, false, false},
	} {
		if inside, ok := s.Contains(tc.dims, nil); inside != tc.inside || ok != tc.ok {
			t.Errorf("%v: %v, %v", tc.dims, inside, ok)
		}
	}
	if inside, _ := EmptySet(2, 0).Contains([]int64{0, 0}, nil); inside || !EmptySet(2, 0).IsEmptySet() || s.IsEmptySet() {
		t.Error("the empty set has elements")
	}
	moved := s.Replace([]Expr{Dim(1), Dim(0)}, nil, 2, 0)
	if got, want := moved.String(), "(d0, d1) : (d1 - 2 >= 0, d0 - 3 == 0)"; got != want || moved.Equal(s) {
		t.Errorf("got %s, want %s", got, want)
	}
}

// TestKeys checks that keys and equality tell structure apart, even where
// text does not.
func TestKeys(t *testing.T) {
	t.Parallel()
	d0, d1, d2 := Dim(0), Dim(1), Dim(2)
	left, right := d0.Add(d1).Add(d2), d0.Add(d1.Add(d2))
	if left.String() != right.String() {
		t.Fatalf("%v and %v", left, right)
	}
	exprs := []Expr{left, right, d0, d1, Symbol(0), Const(0), Const(1), Const(-1), d0.Mod(Const(3)), d0.FloorDiv(Const(3))}
	for i, a := range exprs {
		for j, b := range exprs {
			if (i == j) != a.Equal(b) || (i == j) != (a.Key() == b.Key()) {
				t.Errorf("%v and %v", a, b)
			}
		}
	}
	if a, b := d0.Add(d1.Mul(Const(5))), Dim(0).Add(Const(5).Mul(Dim(1))); !a.Equal(b) || a.Key() != b.Key() || a.Hash() != b.Hash() {
		t.Error("the same expression built twice differs")
	}
	maps := []Map{Identity(1), NewMap(1, 1, d0), NewMap(2, 0, d0), NewMap(1, 0, d0, d0), NewMap(1, 0)}
	for i, a := range maps {
		for j, b := range maps {
			if (i == j) != a.Equal(b) || (i == j) != (a.Key() == b.Key()) {
				t.Errorf("%v and %v", a, b)
			}
		}
	}
	eq, ge := NewSet(1, 0, EqualTo(d0, Const(0))), NewSet(1, 0, GreaterEqual(d0, Const(0)))
	if eq.Equal(ge) || eq.Key() == ge.Key() || !eq.Equal(NewSet(1, 0, EqualTo(d0, Const(0)))) {
		t.Error("equality and inequality are confused")
	}
}

// TestDeep builds chains far deeper than any parser lets through.
func TestDeep(t *testing.T) {
	t.Parallel()
	const depth = 100_000
	for name, step := range map[string]func(e Expr) Expr{
		"left":  func(e Expr) Expr { return e.Add(Dim(1)).FloorDiv(Const(3)) },
		"right": func(e Expr) Expr { return Dim(1).Add(e.FloorDiv(Const(3))) },
		"sum":   func(e Expr) Expr { return e.Add(Dim(1)).Add(Symbol(0)) },
	} {
		e, f := Dim(0), Dim(0)
		for range depth {
			e, f = step(e), step(f)
		}
		if !e.Equal(f) || e.Size() <= depth {
			t.Errorf("%s: size %d", name, e.Size())
		}
		if _, ok := e.Eval([]int64{1, 2}, []int64{3}); !ok {
			t.Errorf("%s: no value", name)
		}
		shifted := e.ShiftDims(1)
		if shifted.NumDims() != 3 || !strings.Contains(shifted.String(), "d2") || !e.IsPureAffine() {
			t.Errorf("%s: not shifted", name)
		}
		if e.Key() == shifted.Key() {
			t.Errorf("%s: keys are equal", name)
		}
	}
}

// TestShared doubles an expression many times, which only works if shared
// parts are visited once.
func TestShared(t *testing.T) {
	t.Parallel()
	double := func() Expr {
		e := Dim(0)
		for range 60 {
			e = e.Mod(Const(1000)).Add(e.FloorDiv(Const(7)))
		}
		return e
	}
	e, f := double(), double()
	if e.Size() != math.MaxInt32 {
		t.Errorf("size %d", e.Size())
	}
	if !e.Equal(f) {
		t.Error("not equal")
	}
	if _, ok := e.Eval([]int64{5}, nil); !ok {
		t.Error("no value")
	}
	if e.ShiftDims(1).NumDims() != 2 || e.Uses(KindDim, 1) || !e.Uses(KindDim, 0) {
		t.Error("wrong dimensions")
	}
}

func TestPureAffine(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct {
		e    Expr
		pure bool
	}{
		{Dim(0).Mul(Const(3)), true}, {Dim(0).Mul(Symbol(0)), false}, {Dim(0).Mod(Symbol(0)), false},
		{Dim(0).FloorDiv(Const(2)).Add(Symbol(1)), true}, {Dim(0).CeilDiv(Symbol(0)).Add(Const(1)), false},
	} {
		if got := tc.e.IsPureAffine(); got != tc.pure {
			t.Errorf("%v: %v", tc.e, got)
		}
	}
	if !Dim(0).Mul(Const(12)).IsMultipleOf(4) || Dim(0).IsMultipleOf(2) {
		t.Error("multiples")
	}
}

func TestOutOfSpacePanics(t *testing.T) {
	t.Parallel()
	for name, f := range map[string]func(){
		"map":     func() { NewMap(1, 0, Dim(1)) },
		"set":     func() { NewSet(1, 0, EqualTo(Symbol(0), Const(0))) },
		"compose": func() { Identity(2).Compose(Identity(1)) },
		"perm":    func() { Permutation([]int{0, 0}) },
		"dim":     func() { Dim(-1) },
	} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("%s: no panic", name)
				}
			}()
			f()
		}()
	}
}
