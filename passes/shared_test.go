package passes_test

import (
	"testing"

	"github.com/tile-opt/tile-opt/ir"
	"github.com/tile-opt/tile-opt/passes"
)

// TestShared: what passes share lasts as long as one execution, over changes
// and operations, and no longer.
func TestShared(t *testing.T) {
	t.Parallel()
	key := passes.NewSharedKey[*int]("visits")
	var seen []int
	count := &passes.Pass{Name: "count", Summary: "count", Run: func(r *passes.Run, _ *ir.Operation) error {
		n := passes.SharedOf(r, key, func() *int { return new(int) })
		*n++
		seen = append(seen, *n)
		return nil
	}}
	c := ir.NewContext()
	p := &passes.Pipeline{Anchor: passes.AnyOp, Steps: []passes.Step{{Pass: count}, {Pass: count}}}
	for range 2 {
		if err := p.Run(t.Context(), ir.NewBuilder(c).Op("x.y", nil, nil), passes.Config{}); err != nil {
			t.Fatal(err)
		}
	}
	if want := []int{1, 2, 1, 2}; len(seen) != 4 || [4]int(seen) != [4]int(want) {
		t.Errorf("expected %v, found %v", want, seen)
	}
}
