package tiletoasync

import (
	"sort"

	"github.com/tile-opt/tile-opt/ir"
	"github.com/tile-opt/tile-opt/ir/analysis"
)

// usesInOrder returns the uses of v as they stand in the text.
func usesInOrder(v *ir.Value) []*ir.Use {
	var out []*ir.Use
	for u := range v.Uses() {
		out = append(out, u)
	}
	sort.SliceStable(out, func(i, j int) bool {
		a, b := out[i].Owner(), out[j].Owner()
		if a == b {
			return out[i].Index() < out[j].Index()
		}
		return stands(a, b)
	})
	return out
}

// stands reports whether a stands before b in the text. Both lie under one
// operation.
func stands(a, b *ir.Operation) bool {
	pa, pb := path(a), path(b)
	n := 0
	for n < len(pa) && n < len(pb) && pa[n] == pb[n] {
		n++
	}
	if n == len(pa) || n == len(pb) {
		return len(pa) < len(pb)
	}
	x, y := pa[n], pb[n]
	if x.Block() == y.Block() {
		return x.IsBefore(y)
	}
	return x.Region().Index() < y.Region().Index()
}

// path lists the ancestors of op from the outermost to op itself.
func path(op *ir.Operation) []*ir.Operation {
	var out []*ir.Operation
	for ; op != nil; op = op.Parent() {
		out = append(out, op)
	}
	for i, j := 0, len(out)-1; i < j; i, j = i+1, j-1 {
		out[i], out[j] = out[j], out[i]
	}
	return out
}

// firstIn returns the first operation of the block that is, or holds, one of
// ops; nil when none does.
func firstIn(b *ir.Block, ops []*ir.Operation) *ir.Operation {
	var first *ir.Operation
	for _, op := range ops {
		for op != nil && op.Block() != b {
			op = op.Parent()
		}
		if op != nil && (first == nil || op.IsBefore(first)) {
			first = op
		}
	}
	return first
}

// repeats reports whether the block may be executed more than once in a run
// of fn: it lies in a loop.
func repeats(b *ir.Block, fn *ir.Operation) bool {
	for {
		op := b.Parent()
		if op == fn || op == nil {
			return false
		}
		if _, loop := ir.As[analysis.LoopLike](op); loop {
			return true
		}
		b = op.Block()
	}
}
