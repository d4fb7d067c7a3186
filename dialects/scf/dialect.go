package scf

import (
	"github.com/tile-opt/tile-opt/dialects/arith"
	"github.com/tile-opt/tile-opt/ir"
)

// Dialect is the dialect scf.
var Dialect = &ir.Dialect{
	Name:       "scf",
	Summary:    "loops and conditionals",
	Doc:        "Control flow that holds what it repeats or chooses in regions.",
	Ops:        Ops(),
	Dependents: []*ir.Dialect{arith.Dialect},
	Hooks:      hooks{},
}

type hooks struct{}

// MaterializeConstant makes arith.constant.
func (hooks) MaterializeConstant(b *ir.Builder, value ir.Attr, t ir.Type, loc ir.Loc) *ir.Operation {
	return arith.MaterializeConstant(b, value, t, loc)
}

// Body returns the block of the loop.
func (o For) Body() *ir.Block { return o.RegionVal().Entry() }

// InductionVar returns the loop counter.
func (o For) InductionVar() *ir.Value { return o.Body().Arg(0) }

// IterArgs returns the arguments that are carried values.
func (o For) IterArgs() []*ir.Value { return o.Body().Args()[1:] }

// YieldOp returns the terminator of the body.
func (o For) YieldOp() *ir.Operation { return o.Body().Last() }

// IsUnsigned reports whether bounds are compared as unsigned numbers.
func (o For) IsUnsigned() bool { return o.UnsignedCmp() != nil }

// LoopRegions returns the body.
func (o For) LoopRegions() []*ir.Region { return o.Op().Regions() }

// LoopRegions returns both regions.
func (o While) LoopRegions() []*ir.Region { return o.Op().Regions() }

// LoopRegions returns the body.
func (o Parallel) LoopRegions() []*ir.Region { return o.Op().Regions() }

// Body returns the block of the loop.
func (o Parallel) Body() *ir.Block { return o.RegionVal().Entry() }

// Then returns the block executed when the condition is true.
func (o If) Then() *ir.Block { return o.ThenRegion().Entry() }

// Else returns the block executed when the condition is false, or nil.
func (o If) Else() *ir.Block { return o.ElseRegion().Entry() }

// BeforeBlock returns the block of the first region.
func (o While) BeforeBlock() *ir.Block { return o.Before().Entry() }

// AfterBlock returns the block of the second region.
func (o While) AfterBlock() *ir.Block { return o.After().Entry() }

// ConditionOp returns the terminator of the first region.
func (o While) ConditionOp() Condition { return Condition{ir.ViewOf(o.BeforeBlock().Last())} }

// YieldOp returns the terminator of the second region.
func (o While) YieldOp() *ir.Operation { return o.AfterBlock().Last() }

// CloneBody clones what the body does at the builder, with the induction variable
// and the carried arguments that m maps, and returns what it yields.
func (o For) CloneBody(b *ir.Builder, m *ir.Mapping) []*ir.Value {
	end := o.YieldOp()
	for op := range o.Body().Ops() {
		if op != end {
			b.Clone(op, m)
		}
	}
	out := make([]*ir.Value, end.NumOperands())
	for i := range out {
		out[i] = m.Value(end.Operand(i))
	}
	return out
}

// BuildFor makes a loop over index or integer bounds with its body's block,
// induction variable and carried arguments; body fills the block and returns
// what it yields. Types of results are those of inits.
func BuildFor(b *ir.Builder, lb, ub, step *ir.Value, inits []*ir.Value, body func(b *ir.Builder, iv *ir.Value, args []*ir.Value) []*ir.Value) For {
	types := make([]ir.Type, len(inits))
	for i, v := range inits {
		types[i] = v.Type()
	}
	loop := NewFor(b, types, lb, ub, step, inits, ForProps{})
	blk := loop.RegionVal().AddBlock(loop.Op().Loc(), append([]ir.Type{lb.Type()}, types...)...)
	saved := b.Save()
	b.AtEnd(blk)
	NewYield(b, body(b, blk.Arg(0), blk.Args()[1:]))
	b.Restore(saved)
	return loop
}

// BuildIf makes a conditional; then and otherwise fill the blocks and return
// what they yield. A nil otherwise makes no second block.
func BuildIf(b *ir.Builder, types []ir.Type, cond *ir.Value, then, otherwise func(b *ir.Builder) []*ir.Value) If {
	if types == nil {
		types = []ir.Type{}
	}
	op := NewIf(b, types, cond)
	saved := b.Save()
	fill := func(r *ir.Region, f func(b *ir.Builder) []*ir.Value) {
		b.AtEnd(r.AddBlock(op.Op().Loc()))
		NewYield(b, f(b))
	}
	fill(op.ThenRegion(), then)
	if otherwise != nil {
		fill(op.ElseRegion(), otherwise)
	}
	b.Restore(saved)
	return op
}
