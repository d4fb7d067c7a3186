package cf

import (
	"slices"

	"github.com/tile-opt/tile-opt/dialects/arith"
	"github.com/tile-opt/tile-opt/ir"
	"github.com/tile-opt/tile-opt/ir/analysis"
	"github.com/tile-opt/tile-opt/ir/rewrite"
)

// CanonicalizationPatterns returns the patterns of cf.assert.
func (Assert) CanonicalizationPatterns() []rewrite.Pattern {
	return []rewrite.Pattern{{Name: "assert-true", Root: "cf.assert", Rewrite: func(op *ir.Operation, r *rewrite.Rewriter) error {
		if c, known := rewrite.BoolConst(op.Operand(0)); !known || !c {
			return r.NoMatch("the condition is not known to hold")
		}
		r.Erase(op)
		return nil
	}}}
}

// CanonicalizationPatterns returns the patterns of cf.br.
func (Branch) CanonicalizationPatterns() []rewrite.Pattern {
	return []rewrite.Pattern{
		{Name: "br-to-single-predecessor", Root: "cf.br", Rewrite: mergeIntoPredecessor},
		{Name: "br-pass-through", Root: "cf.br", Rewrite: passThrough},
	}
}

// CanonicalizationPatterns returns the patterns of cf.cond_br.
func (CondBranch) CanonicalizationPatterns() []rewrite.Pattern {
	return []rewrite.Pattern{
		{Name: "cond-br-constant", Root: "cf.cond_br", Rewrite: constantCondition},
		{Name: "cond-br-pass-through", Root: "cf.cond_br", Rewrite: passThrough},
		{Name: "cond-br-identical-successors", Root: "cf.cond_br", Rewrite: identicalSuccessors},
		{Name: "cond-br-of-same-condition", Root: "cf.cond_br", Rewrite: sameCondition},
		{Name: "cond-br-truth-propagation", Root: "cf.cond_br", Rewrite: propagateTruth},
	}
}

// CanonicalizationPatterns returns the patterns of cf.switch.
func (Switch) CanonicalizationPatterns() []rewrite.Pattern {
	return []rewrite.Pattern{
		{Name: "switch-only-default", Root: "cf.switch", Rewrite: onlyDefault},
		{Name: "switch-cases-as-default", Root: "cf.switch", Rewrite: dropDefaultCases},
		{Name: "switch-constant", Root: "cf.switch", Rewrite: constantFlag},
		{Name: "switch-pass-through", Root: "cf.switch", Rewrite: passThrough},
	}
}

// mergeIntoPredecessor appends a block to the only one that goes to it.
func mergeIntoPredecessor(op *ir.Operation, r *rewrite.Rewriter) error {
	dest, from := op.Successor(0), op.Block()
	if dest == from || !hasSinglePredecessor(dest) {
		return r.NoMatch("the block has other predecessors")
	}
	operands := op.Operands()
	r.Erase(op)
	r.MergeBlocks(dest, from, operands...)
	return nil
}

func hasSinglePredecessor(b *ir.Block) bool { return b.HasOnePred() }

// passThrough retargets a branch to a block that only branches on.
func passThrough(op *ir.Operation, r *rewrite.Rewriter) error {
	b, ok := ir.As[analysis.Branch](op)
	if !ok {
		return r.NoMatch("no branch")
	}
	changed := false
	for i := range op.NumSuccessors() {
		lo, hi := b.SuccessorOperands(i)
		dest, operands, way := collapse(op.Successor(i), op.Operands()[lo:hi])
		if dest == nil {
			continue
		}
		changed = true
		shorten(way, dest, r)
		r.Modify(op, func() {
			op.SetSuccessor(i, dest)
			b.SetSuccessorOperands(i, operands)
		})
	}
	if !changed {
		return r.NoMatch("no successor only branches on")
	}
	return nil
}

// collapse returns where a branch to b with these operands ends up when b
// only branches on, and the branches on the way; nil when it does not or does
// so in a circle.
func collapse(b *ir.Block, operands []*ir.Value) (dest *ir.Block, out []*ir.Value, way []*ir.Operation) {
	seen := make(map[*ir.Block]bool)
	for {
		br := trivialBranch(b)
		if br == nil || usedBeyond(b, br) {
			return dest, operands, way
		}
		if seen[b] {
			return nil, nil, nil
		}
		seen[b] = true
		out := br.Operands()
		for i, v := range out {
			if v.IsBlockArg() && v.Block() == b {
				out[i] = operands[v.Index()]
			}
		}
		dest, operands, way = br.Successor(0), out, append(way, br)
		b = dest
	}
}

// usedBeyond reports whether arguments of b are used elsewhere than by br.
func usedBeyond(b *ir.Block, br *ir.Operation) bool {
	for _, a := range b.Args() {
		for u := range a.Uses() {
			if u.Owner() != br {
				return true
			}
		}
	}
	return false
}

// shorten makes the branches of a way that hand nothing over lead to its end,
// lest each of them goes the rest of a long way by itself.
func shorten(way []*ir.Operation, dest *ir.Block, r *rewrite.Rewriter) {
	if dest.NumArgs() > 0 {
		return
	}
	for _, br := range way[:len(way)-1] {
		if br.NumOperands() == 0 {
			r.Modify(br, func() { br.SetSuccessor(0, dest) })
		}
	}
}

// trivialBranch returns the branch of a block that holds nothing else.
func trivialBranch(b *ir.Block) *ir.Operation {
	if op := b.First(); op != nil && op == b.Last() && op.Info().Def == BranchDef {
		return op
	}
	return nil
}

// branchTo replaces a terminator by a branch to its successor i.
func branchTo(op *ir.Operation, i int, r *rewrite.Rewriter) {
	b, _ := ir.As[analysis.Branch](op)
	lo, hi := b.SuccessorOperands(i)
	r.SetLoc(op.Loc())
	NewBranch(r.Builder, op.Operands()[lo:hi], op.Successor(i))
	r.Erase(op)
}

// constantCondition keeps the block that a constant chooses.
func constantCondition(op *ir.Operation, r *rewrite.Rewriter) error {
	c, known := rewrite.BoolConst(op.Operand(0))
	if !known {
		return r.NoMatch("the condition is no constant")
	}
	i := 1
	if c {
		i = 0
	}
	branchTo(op, i, r)
	return nil
}

// identicalSuccessors turns a choice of operands for one block into selects.
func identicalSuccessors(op *ir.Operation, r *rewrite.Rewriter) error {
	o := CondBranch{ir.ViewOf(op)}
	dest := o.TrueDest()
	if dest != o.FalseDest() {
		return r.NoMatch("the successors differ")
	}
	yes, no := o.TrueDestOperands(), o.FalseDestOperands()
	if !slices.Equal(yes, no) {
		// A select costs something on every path through the block.
		for _, p := range dest.Preds() {
			if p != op.Block() {
				return r.NoMatch("the block has other predecessors")
			}
		}
	}
	r.SetLoc(op.Loc())
	for i := range yes {
		if yes[i] != no[i] {
			yes[i] = arith.NewSelect(r.Builder, nil, o.Condition(), yes[i], no[i]).ResultVal()
		}
	}
	NewBranch(r.Builder, yes, dest)
	r.Erase(op)
	return nil
}

// sameCondition: the only predecessor has branched on the same condition.
func sameCondition(op *ir.Operation, r *rewrite.Rewriter) error {
	b := op.Block()
	if !hasSinglePredecessor(b) {
		return r.NoMatch("the block has several predecessors")
	}
	pred, ok := AsCondBranch(b.Preds()[0].Last())
	if !ok || pred.Op() == op || pred.Condition() != op.Operand(0) || pred.TrueDest() == pred.FalseDest() {
		return r.NoMatch("the predecessor does not branch on the same condition")
	}
	i := 1
	if pred.TrueDest() == b {
		i = 0
	}
	branchTo(op, i, r)
	return nil
}

// propagateTruth: in a block reached only where the condition is true (or
// false), it is the constant.
func propagateTruth(op *ir.Operation, r *rewrite.Rewriter) error {
	o := CondBranch{ir.ViewOf(op)}
	changed := false
	for i, value := range []bool{true, false} {
		dest := op.Successor(i)
		if dest == op.Block() || !hasSinglePredecessor(dest) {
			continue
		}
		uses := usesIn(o.Condition(), dest)
		if len(uses) == 0 {
			continue
		}
		r.SetLoc(op.Loc())
		known := arith.ConstBool(r.Builder, value)
		for _, u := range uses {
			r.Modify(u.Owner(), func() { u.Set(known) })
		}
		changed = true
	}
	if !changed {
		return r.NoMatch("the condition is not used where it is known")
	}
	return nil
}

// usesIn returns the uses of v by the operations of b, without those inside of
// them. It takes as many steps as b has operations, also where v has more uses.
func usesIn(v *ir.Value, b *ir.Block) []*ir.Use {
	var found []*ir.Use
	steps := 0
	for range b.Ops() {
		steps++
	}
	for u := range v.Uses() {
		if steps--; steps < 0 {
			break
		}
		if u.Owner().Block() == b {
			found = append(found, u)
		}
	}
	if steps >= 0 {
		return found
	}
	found = found[:0]
	for op := range b.Ops() {
		for i := range op.NumOperands() {
			if op.Operand(i) == v {
				found = append(found, op.OperandUse(i))
			}
		}
	}
	return found
}

// onlyDefault replaces a switch without cases by a branch.
func onlyDefault(op *ir.Operation, r *rewrite.Rewriter) error {
	if op.NumSuccessors() != 1 {
		return r.NoMatch("there are cases")
	}
	branchTo(op, 0, r)
	return nil
}

// constantFlag keeps the block that a constant chooses.
func constantFlag(op *ir.Operation, r *rewrite.Rewriter) error {
	flag := rewrite.ConstantOf(op.Operand(0))
	if flag == nil {
		return r.NoMatch("the flag is no constant")
	}
	i := 1 + slices.Index(Switch{ir.ViewOf(op)}.Cases(), flag)
	branchTo(op, i, r)
	return nil
}

// dropDefaultCases removes cases that do what the default does.
func dropDefaultCases(op *ir.Operation, r *rewrite.Rewriter) error {
	o := Switch{ir.ViewOf(op)}
	all := op.Operands()
	var dests []*ir.Block
	var operands []*ir.Value
	var sizes []int64
	var values []byte
	for i, v := range o.Cases() {
		lo, hi := o.SuccessorOperands(i + 1)
		dest := op.Successor(i + 1)
		if dest == o.DefaultDestination() && slices.Equal(all[lo:hi], o.DefaultOperands()) {
			continue
		}
		dests = append(dests, dest)
		operands = append(operands, all[lo:hi]...)
		sizes = append(sizes, int64(hi-lo))
		values, _ = ir.AppendElem(values, v)
	}
	if len(dests) == op.NumSuccessors()-1 {
		return r.NoMatch("every case does something of its own")
	}
	c := op.Context()
	props := SwitchProps{CaseOperandSegments: c.I32Array(sizes...)}
	if len(dests) > 0 {
		props.CaseValues = ir.DenseOf(ir.VectorOf([]int64{int64(len(dests))}, o.Flag().Type()), false, values)
	}
	r.SetLoc(op.Loc())
	n := NewSwitch(r.Builder, o.Flag(), o.DefaultOperands(), operands, o.DefaultDestination(), dests, props)
	n.Op().SetAttrs(op.Attrs())
	r.Erase(op)
	return nil
}
