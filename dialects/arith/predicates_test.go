package arith_test

import (
	"testing"

	"github.com/tile-opt/tile-opt/dialects/arith"
	"github.com/tile-opt/tile-opt/ir/numeric"
)

func TestIntegerPredicates(t *testing.T) {
	t.Parallel()
	values := []int64{-128, -1, 0, 1, 127}
	for p := arith.CmpEQ; p <= arith.CmpUGE; p++ {
		for _, a := range values {
			for _, b := range values {
				x, y := numeric.NewInt(8, a), numeric.NewInt(8, b)
				got := arith.EvalCmpI(p, x, y)
				if arith.EvalCmpI(arith.SwapCmpI(p), y, x) != got {
					t.Errorf("predicate %d swapped differs on %d, %d", p, a, b)
				}
				if arith.EvalCmpI(arith.NegateCmpI(p), x, y) == got {
					t.Errorf("predicate %d negated is the same on %d, %d", p, a, b)
				}
			}
		}
	}
	minusOne, one := numeric.NewInt(8, -1), numeric.NewInt(8, 1)
	if !arith.EvalCmpI(arith.CmpSLT, minusOne, one) || arith.EvalCmpI(arith.CmpULT, minusOne, one) {
		t.Error("-1 is below 1 as a signed number and above as an unsigned one")
	}
}

func TestFloatPredicates(t *testing.T) {
	t.Parallel()
	// The predicates that hold for each ordering, by MLIR's numbers.
	holds := map[numeric.Ordering][]int64{
		numeric.Less:      {4, 5, 6, 7, 11, 12, 13, 15},
		numeric.Equal:     {1, 3, 5, 7, 8, 10, 12, 15},
		numeric.Greater:   {2, 3, 6, 7, 9, 10, 13, 15},
		numeric.Unordered: {8, 9, 10, 11, 12, 13, 14, 15},
	}
	for o, list := range holds {
		want := make(map[int64]bool)
		for _, p := range list {
			want[p] = true
		}
		for p := arith.CmpFalse; p <= arith.CmpTrue; p++ {
			kw, _ := arith.CmpFPredicate.Keyword(p)
			if got := arith.EvalCmpF(p, o); got != want[p] {
				t.Errorf("%s on ordering %d is %t", kw, o, got)
			}
		}
	}
}
