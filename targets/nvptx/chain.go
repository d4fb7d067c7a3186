package nvptx

import (
	"slices"
	"strconv"
	"strings"

	"github.com/tile-opt/tile-opt/dialects/llvm"
	"github.com/tile-opt/tile-opt/dialects/nvvm"
	"github.com/tile-opt/tile-opt/ir"
	"github.com/tile-opt/tile-opt/ir/effects"
)

// A chain is a run of wgmma instructions that hand one set of accumulators from
// each to the next, with the fence in front of them and the commit and the wait
// behind that it goes through as well. It is translated as one piece of
// assembly: each piece takes every accumulator as an operand, up to 128 of them,
// in and out, and taking them apart and together between two instructions would
// be most of the text and half of what llc does. The instructions and their
// order stay the same; and where llc must copy an accumulator, it does so in
// front of the fence, where ptxas allows it.
type chain struct {
	// fence is the fence in front, nil where something else stands between.
	fence *ir.Operation
	mmas  []nvvm.WgmmaMmaAsync
	// tail is what follows the products: texts without operands.
	tail []string
	// clobbers are those of the wait.
	clobbers []string
	// members are the operations that have no translation of their own; last is
	// where the assembly goes, whose result is the chain's.
	members []*ir.Operation
	last    *ir.Operation
}

// value is the accumulators after the chain.
func (c *chain) value() *ir.Value { return c.last.Result(0) }

// chainsOf finds the chains of more than one piece in a block, by their members.
func chainsOf(b *ir.Block) map[*ir.Operation]*chain {
	var out map[*ir.Operation]*chain
	var cur *chain
	var fence *ir.Operation
	var commits []*ir.Operation // behind the last piece, of the chain if another follows
	finish := func() {
		if cur != nil && len(cur.members) > 1 {
			if out == nil {
				out = make(map[*ir.Operation]*chain)
			}
			for _, m := range cur.members {
				out[m] = cur
			}
		}
		cur, commits = nil, nil
	}
	for op := range b.Ops() {
		switch o, isMMA := nvvm.AsWgmmaMmaAsync(op); {
		case isMMA && cur != nil && len(cur.tail)+len(commits) == 0 && o.Inouts() == cur.value() && o.Inouts().HasOneUse():
			cur.add(op)
			cur.mmas = append(cur.mmas, o)
		case isMMA:
			finish()
			cur = &chain{mmas: []nvvm.WgmmaMmaAsync{o}, fence: fence}
			if fence != nil {
				cur.members = append(cur.members, fence)
				fence = nil
			}
			cur.add(op)
		case op.Is(nvvm.WgmmaFenceDef.Name):
			finish()
			fence = op
		case cur == nil:
			if !effects.IsPure(op) {
				fence = nil
			}
		case op.Is(nvvm.WgmmaCommitGroupDef.Name):
			commits = append(commits, op)
		case op.Is(llvm.InlineAsmDef.Name):
			if fields, text, clobbers := tiedThrough(op, cur.value()); fields != nil {
				for _, m := range commits {
					cur.members = append(cur.members, m)
					cur.tail = append(cur.tail, "wgmma.commit_group.sync.aligned;")
				}
				commits = nil
				cur.members = append(cur.members, fields...)
				cur.add(op)
				cur.tail = append(cur.tail, text)
				cur.clobbers = append(cur.clobbers, clobbers...)
				continue
			}
			finish()
		case !effects.IsPure(op):
			finish()
		}
	}
	finish()
	return out
}

func (c *chain) add(op *ir.Operation) {
	c.members = append(c.members, op)
	c.last = op
}

// tiedThrough reports whether assembly takes exactly the fields of v, in their
// order and tied to its results, which form the same struct, and nothing else
// uses v. It returns the operations that take v apart, the text and the clobbers.
func tiedThrough(op *ir.Operation, v *ir.Value) (fields []*ir.Operation, text string, clobbers []string) {
	o, _ := llvm.AsInlineAsm(op)
	t, _ := v.Type().(*llvm.StructType)
	if o.HasSideEffects() == nil || o.IsAlignStack() != nil || op.NumResults() != 1 || op.Result(0).Type() != v.Type() || op.NumOperands() != len(t.Fields) {
		return nil, "", nil
	}
	if keyword(llvm.AsmDialectEnum, o.AsmDialect()) == "intel" || !isConvergent(op, true) {
		return nil, "", nil
	}
	text, _ = ir.StringValue(o.AsmString())
	constraints, _ := ir.StringValue(o.Constraints())
	tied := tiedConstraints(t)
	parts := strings.Split(constraints, ",")
	if strings.Contains(text, "$") || len(parts) < len(tied) || !slices.Equal(parts[:len(tied)], tied) {
		return nil, "", nil
	}
	clobbers = parts[len(tied):]
	if slices.ContainsFunc(clobbers, func(s string) bool { return !strings.HasPrefix(s, "~{") }) {
		return nil, "", nil
	}
	if v.NumUses() != len(t.Fields) {
		return nil, "", nil
	}
	for i, x := range op.Operands() {
		e, ok := llvm.AsExtractValue(x.Def())
		if !ok || e.Container() != v || !x.HasOneUse() {
			return nil, "", nil
		}
		if at := e.Position().(*ir.DenseArrayAttr); at.N != 1 || at.IntAt(0) != int64(i) {
			return nil, "", nil
		}
		fields = append(fields, e.Op())
	}
	return fields, text, clobbers
}

// tiedConstraints are the constraints of values that assembly changes in place.
func tiedConstraints(t *llvm.StructType) []string {
	reg := "=r"
	if ir.IsFloat(t.Fields[0]) {
		reg = "=f"
	}
	parts := make([]string, 0, 2*len(t.Fields)+8)
	for range t.Fields {
		parts = append(parts, reg)
	}
	for i := range t.Fields {
		parts = append(parts, strconv.Itoa(i))
	}
	return parts
}
