package irtest

import (
	"github.com/tile-opt/tile-opt/ir"
	"github.com/tile-opt/tile-opt/ir/effects"
	"github.com/tile-opt/tile-opt/ir/rewrite"
)

// Dialect returns the dialect test. Its operations, in generic form:
//
//	%c = "test.constant"() <{value = 1 : i32}> : () -> i32
//	%x = "test.add"(%a, %b) : (i32, i32) -> i32      folds; commutative
//	%x = "test.sub"(%a, %b) : (i32, i32) -> i32      folds x - x; patterns
//	%x = "test.neg"(%a) : (i32) -> i32               involution
//	%x = "test.abs"(%a) : (i32) -> i32               idempotent
//	%x:2 = "test.pure"(...)                          no effect, any types
//	%x = "test.div"(%a, %b)                          no effect, not speculatable
//	%x = "test.barrier"(%a)                          no effect, but convergent
//	%x = "test.read"(%m)    "test.write"(%v, %m)    %m = "test.alloc"()
//	"test.use"(...)                                  effects unknown
//	"test.loop"(...) ({...})   "test.region"(...) ({...})   "test.graph"() ({...})
//	"test.yield"(...)  "test.return"(...)  "test.br"(...)[^bb]  "test.cond_br"(...)
//	"test.func"() <{sym_name = "f"}> ({...})   "test.table"() <{sym_name = "t"}> ({...})
func Dialect() *ir.Dialect {
	return &ir.Dialect{Name: "test", Hooks: hooks{}, Ops: []ir.OpBinding{
		ir.BindPlain(constant), ir.Bind[add](addDef), ir.Bind[sub](subDef),
		ir.BindPlain(unary("test.neg", ir.Pure|ir.Involution|ir.SameTypes)),
		ir.BindPlain(unary("test.abs", ir.Pure|ir.Idempotent|ir.SameTypes)),
		ir.BindPlain(variadic("test.pure", ir.Pure)),
		ir.BindPlain(variadic("test.div", ir.NoMemoryEffect)),
		ir.BindPlain(variadic("test.barrier", ir.Pure|ir.Convergent)),
		ir.Bind[read](variadic("test.read", 0)), ir.Bind[write](variadic("test.write", 0)),
		ir.Bind[alloc](variadic("test.alloc", 0)), ir.BindPlain(variadic("test.use", 0)),
		ir.Bind[loop](regioned("test.loop", ir.RecursiveEffects|ir.NoTerminator|ir.Speculatable)),
		ir.BindPlain(regioned("test.region", ir.RecursiveEffects|ir.NoTerminator|ir.Speculatable)),
		ir.BindPlain(regioned("test.graph", ir.GraphRegion|ir.NoTerminator)),
		ir.BindPlain(variadic("test.yield", ir.Terminator|ir.Pure|ir.ReturnLike)),
		ir.BindPlain(variadic("test.return", ir.Terminator|ir.Pure|ir.ReturnLike)),
		ir.Bind[branch](branchDef), ir.Bind[condBranch](condBranchDef),
		ir.BindPlain(symbol("test.func", ir.IsolatedFromAbove|ir.Symbol)),
		ir.BindPlain(symbol("test.table", ir.IsolatedFromAbove|ir.Symbol|ir.SymbolTable|ir.NoTerminator|ir.GraphRegion)),
	}}
}

var constant = &ir.OpDef{
	Name: "test.constant", Traits: ir.Pure | ir.ConstantLike,
	Out: []ir.Slot{{Name: "result"}}, Props: []ir.PropSlot{{Name: "value"}},
}

func unary(name string, t ir.Trait) *ir.OpDef {
	return &ir.OpDef{Name: name, Traits: t, In: []ir.Slot{{Name: "x"}}, Out: []ir.Slot{{Name: "result"}}}
}

func variadic(name string, t ir.Trait) *ir.OpDef {
	return &ir.OpDef{Name: name, Traits: t, In: []ir.Slot{{Name: "ins", Arity: ir.Variadic}}, Out: []ir.Slot{{Name: "outs", Arity: ir.Variadic}}}
}

func regioned(name string, t ir.Trait) *ir.OpDef {
	d := variadic(name, t)
	d.Regions = []ir.RegionSlot{{Name: "body"}}
	return d
}

func symbol(name string, t ir.Trait) *ir.OpDef {
	return &ir.OpDef{
		Name: name, Traits: t, Regions: []ir.RegionSlot{{Name: "body"}},
		Props: []ir.PropSlot{{Name: "sym_name"}, {Name: "sym_visibility", Optional: true}, {Name: "function_type", Optional: true}},
	}
}

func binary(name string, t ir.Trait) *ir.OpDef {
	return &ir.OpDef{Name: name, Traits: t, In: []ir.Slot{{Name: "lhs"}, {Name: "rhs"}}, Out: []ir.Slot{{Name: "result"}}}
}

var (
	addDef = binary("test.add", ir.Pure|ir.Commutative|ir.SameTypes)
	subDef = binary("test.sub", ir.Pure|ir.SameTypes)
)

type (
	add struct{ ir.View }
	sub struct{ ir.View }
)

// Fold adds constants and drops a zero on the right.
func (o add) Fold(consts []ir.Attr) []ir.FoldResult {
	b, ok := ir.IntValue(consts[1])
	if !ok {
		return nil
	}
	if b == 0 {
		return []ir.FoldResult{{Value: o.Operand(0)}}
	}
	if a, ok := ir.IntValue(consts[0]); ok {
		return []ir.FoldResult{{Attr: ir.IntAttr(o.Result(0).Type(), a+b)}}
	}
	return nil
}

// Fold knows x - x.
func (o sub) Fold([]ir.Attr) []ir.FoldResult {
	if o.Operand(0) == o.Operand(1) {
		return []ir.FoldResult{{Attr: ir.IntAttr(o.Result(0).Type(), 0)}}
	}
	return nil
}

// CanonicalizationPatterns has x - c = x + -c.
func (sub) CanonicalizationPatterns() []rewrite.Pattern {
	return []rewrite.Pattern{{
		Name: "sub-of-constant", Root: "test.sub",
		Rewrite: func(op *ir.Operation, r *rewrite.Rewriter) error {
			c, ok := rewrite.IntConst(op.Operand(1))
			if !ok {
				return r.NoMatch("right operand is no constant")
			}
			t := op.Result(0).Type()
			neg := r.Op("test.constant", nil, []ir.Type{t}, ir.NamedAttr{Name: "value", Attr: ir.IntAttr(t, -c)})
			r.ReplaceWithOp(op, "test.add", []*ir.Value{op.Operand(0), neg.Result(0)}, nil)
			return nil
		},
	}}
}

type hooks struct{}

// MaterializeConstant makes test.constant.
func (hooks) MaterializeConstant(b *ir.Builder, value ir.Attr, t ir.Type, loc ir.Loc) *ir.Operation {
	info := b.Context().OpInfo("test.constant")
	return b.Create(ir.OpState{Loc: loc, Info: info, Types: []ir.Type{t}, Props: []ir.Attr{value}})
}

type (
	read  struct{ ir.View }
	write struct{ ir.View }
	alloc struct{ ir.View }
	loop  struct{ ir.View }
)

// Effects is a read.
func (o read) Effects() []effects.Effect { return []effects.Effect{{Kind: effects.Read}} }

// Effects is a write.
func (o write) Effects() []effects.Effect { return []effects.Effect{{Kind: effects.Write}} }

// Effects is the allocation of the result.
func (o alloc) Effects() []effects.Effect {
	return []effects.Effect{{Kind: effects.Alloc, Value: o.Result(0)}}
}

// LoopRegions returns the body.
func (o loop) LoopRegions() []*ir.Region { return o.Op().Regions() }

var (
	branchDef = &ir.OpDef{
		Name: "test.br", Traits: ir.Terminator | ir.Pure,
		In: []ir.Slot{{Name: "args", Arity: ir.Variadic}}, Succs: []ir.SuccSlot{{Name: "dest"}},
	}
	condBranchDef = &ir.OpDef{
		Name: "test.cond_br", Traits: ir.Terminator | ir.Pure | ir.SegmentedOperands,
		In: []ir.Slot{
			{Name: "condition"}, {Name: "trueArgs", Arity: ir.Variadic}, {Name: "falseArgs", Arity: ir.Variadic},
		},
		Props: []ir.PropSlot{{Name: "operandSegmentSizes"}},
		Succs: []ir.SuccSlot{{Name: "trueDest"}, {Name: "falseDest"}},
	}
)

type (
	branch     struct{ ir.View }
	condBranch struct{ ir.View }
)

// SuccessorOperands returns all operands.
func (o branch) SuccessorOperands(int) (lo, hi int) { return 0, o.Op().NumOperands() }

// SetSuccessorOperands replaces all operands.
func (o branch) SetSuccessorOperands(_ int, vs []*ir.Value) { o.Op().SetOperands(vs) }

// SuccessorOperands returns the segment of successor i.
func (o condBranch) SuccessorOperands(i int) (lo, hi int) { return o.Op().OperandRange(1 + i) }

// SetSuccessorOperands replaces the segment of successor i.
func (o condBranch) SetSuccessorOperands(i int, vs []*ir.Value) {
	all := [][]*ir.Value{{o.Operand(0)}, o.Op().In(1), o.Op().In(2)}
	all[1+i] = vs
	var flat []*ir.Value
	sizes := make([]int64, 3)
	for k, g := range all {
		flat = append(flat, g...)
		sizes[k] = int64(len(g))
	}
	o.Op().SetOperands(flat)
	o.Op().SetProp("operandSegmentSizes", o.Context().I32Array(sizes...))
}
