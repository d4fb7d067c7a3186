package cfg

import (
	"hash/maphash"

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
	seed := maphash.MakeSeed() // only which blocks are compared depends on it
	for b := range region.Blocks() {
		if b.IsEntry() || escapes(b) {
			continue
		}
		h := shape(seed, b)
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

// shape is a hash of what equal blocks have in common, so that few need
// comparing: names and counts, attributes, types, and what comes from outside.
func shape(seed maphash.Seed, b *ir.Block) uint64 {
	h := uint64(b.NumArgs())
	mix := func(x uint64) { h = (h ^ x) * 0x9e3779b97f4a7c15; h ^= h >> 29 }
	for op := range b.Ops() {
		mix(maphash.Comparable(seed, op.Info()))
		for i := range op.NumOperands() {
			v := op.Operand(i)
			if v.Block() == b {
				mix(1)
			} else {
				mix(maphash.Comparable(seed, v))
			}
		}
		for i := range op.NumResults() {
			mix(maphash.Comparable(seed, op.Result(i).Type()))
		}
		for i := range op.NumProps() {
			mix(maphash.Comparable(seed, op.PropAt(i)))
		}
		for i := range op.NumSuccessors() {
			mix(maphash.Comparable(seed, op.Successor(i)))
		}
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
