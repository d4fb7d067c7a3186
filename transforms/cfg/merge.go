package cfg

import (
	"github.com/tile-opt/tile-opt/ir"
	"github.com/tile-opt/tile-opt/ir/rewrite"
)

// mergeEqualBlocks makes predecessors of a block name an earlier block that
// does exactly the same with the same values, and erases the later one.
func mergeEqualBlocks(r *rewrite.Rewriter, region *ir.Region) bool {
	if region.IsEmpty() || region.HasOneBlock() {
		return false
	}
	byShape := make(map[uint64][]*ir.Block)
	changed := false
	for b := range region.Blocks() {
		if b.IsEntry() || escapes(b) {
			continue
		}
		h := shape(b)
		kept := equalIn(byShape[h], b)
		if kept == nil {
			byShape[h] = append(byShape[h], b)
			continue
		}
		for op, i := range b.PredUses() {
			r.Modify(op, func() { op.SetSuccessor(i, kept) })
		}
		r.EraseBlocks(b)
		changed = true
	}
	return changed
}

func equalIn(candidates []*ir.Block, b *ir.Block) *ir.Block {
	for _, c := range candidates {
		if equalBlocks(c, b) {
			return c
		}
	}
	return nil
}

// escapes reports whether another block uses a value of b, or b names itself.
func escapes(b *ir.Block) bool {
	for _, s := range b.Succs() {
		if s == b {
			return true
		}
	}
	outside := func(v *ir.Value) bool {
		for u := range v.Uses() {
			if u.Owner().Block() != b {
				return true
			}
		}
		return false
	}
	for _, a := range b.Args() {
		if outside(a) {
			return true
		}
	}
	for op := range b.Ops() {
		if op.NumRegions() > 0 {
			return true
		}
		for i := range op.NumResults() {
			if outside(op.Result(i)) {
				return true
			}
		}
	}
	return false
}

// shape is a hash of the counts in b, so that few blocks need comparing.
func shape(b *ir.Block) uint64 {
	h := uint64(14695981039346656037)
	mix := func(n int) { h = (h ^ uint64(n)) * 1099511628211 }
	mix(b.NumArgs())
	for op := range b.Ops() {
		for _, c := range []byte(op.Name()) {
			mix(int(c))
		}
		mix(op.NumOperands())
		mix(op.NumResults())
	}
	return h
}

func equalBlocks(a, b *ir.Block) bool {
	if a.NumArgs() != b.NumArgs() {
		return false
	}
	var m ir.Mapping
	for i, v := range a.Args() {
		if v.Type() != b.Arg(i).Type() {
			return false
		}
		m.Map(v, b.Arg(i))
	}
	x, y := a.First(), b.First()
	for x != nil && y != nil {
		if !equalOps(x, y, &m) {
			return false
		}
		x, y = x.Next(), y.Next()
	}
	return x == nil && y == nil
}

func equalOps(x, y *ir.Operation, m *ir.Mapping) bool {
	if x.Info() != y.Info() || x.NumOperands() != y.NumOperands() || x.NumResults() != y.NumResults() ||
		x.NumSuccessors() != y.NumSuccessors() || x.NumProps() != y.NumProps() || len(x.Attrs()) != len(y.Attrs()) {
		return false
	}
	for i := range x.NumOperands() {
		if m.Value(x.Operand(i)) != y.Operand(i) {
			return false
		}
	}
	for i := range x.NumResults() {
		if x.Result(i).Type() != y.Result(i).Type() {
			return false
		}
		m.Map(x.Result(i), y.Result(i))
	}
	for i := range x.NumSuccessors() {
		if x.Successor(i) != y.Successor(i) {
			return false
		}
	}
	for i := range x.NumProps() {
		if x.PropAt(i) != y.PropAt(i) {
			return false
		}
	}
	for i, a := range x.Attrs() {
		if a != y.Attrs()[i] {
			return false
		}
	}
	return true
}
