package ir_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/tile-opt/tile-opt/ir"
	"github.com/tile-opt/tile-opt/ir/irtest"
)

// graph writes a function of n blocks, each with up to three successors.
func graph(rng *rand.Rand, n int) string {
	var b strings.Builder
	b.WriteString("\"x.func\"() ({\n  \"x.br\"()[^b0] : () -> ()\n")
	for i := range n {
		var to []string
		for range rng.IntN(4) {
			to = append(to, fmt.Sprintf("^b%d", rng.IntN(n)))
		}
		fmt.Fprintf(&b, "^b%d:\n  \"x.br\"()[%s] : () -> ()\n", i, strings.Join(to, ", "))
	}
	b.WriteString("}) : () -> ()\n")
	return strings.ReplaceAll(b.String(), "()[] :", "() :")
}

// reachedWithout returns the blocks that control reaches from the entry when it
// may not enter one block.
func reachedWithout(entry, without *ir.Block) map[*ir.Block]bool {
	seen := make(map[*ir.Block]bool)
	var visit func(b *ir.Block)
	visit = func(b *ir.Block) {
		if b == without || seen[b] {
			return
		}
		seen[b] = true
		for _, s := range b.Succs() {
			visit(s)
		}
	}
	visit(entry)
	return seen
}

// TestDominanceByDefinition compares dominators of random graphs with the
// definition: a block dominates those that control reaches only through it.
func TestDominanceByDefinition(t *testing.T) {
	t.Parallel()
	for seed := range uint64(300) {
		rng := rand.New(rand.NewPCG(seed, 1))
		text := graph(rng, 1+rng.IntN(12))
		f := irtest.Only(t, irtest.Parse(t, irtest.Context(), text), "x.func")
		r := f.RegionAt(0)
		d := ir.NewDominance()
		reached := reachedWithout(r.Entry(), nil)
		for a := range r.Blocks() {
			others := reachedWithout(r.Entry(), a)
			for b := range r.Blocks() {
				want := a == b || !reached[b] || !others[b]
				if got := d.DominatesBlock(a, b); got != want {
					t.Fatalf("seed %d: a block dominates another: %v, want %v\n%s", seed, got, want, text)
				}
			}
			if i := d.IDom(a); i != nil {
				for b := range r.Blocks() {
					if b != a && d.DominatesBlock(b, a) && !d.DominatesBlock(b, i) {
						t.Fatalf("seed %d: a dominator is not the nearest\n%s", seed, text)
					}
				}
			}
		}
	}
}
