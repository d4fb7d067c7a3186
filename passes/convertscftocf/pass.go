package convertscftocf

import (
	"strings"

	"github.com/tile-opt/tile-opt/dialects/arith"
	"github.com/tile-opt/tile-opt/dialects/cf"
	"github.com/tile-opt/tile-opt/dialects/scf"
	"github.com/tile-opt/tile-opt/ir"
	"github.com/tile-opt/tile-opt/passes"
)

// Pass is convert-scf-to-cf.
var Pass = &passes.Pass{
	Name:    "convert-scf-to-cf",
	Class:   "SCFToControlFlowPass",
	Summary: "lower structured control flow to branches between blocks",
	Doc: `Replaces scf.for, scf.if, scf.while, scf.index_switch and scf.execute_region by blocks and the
branches of cf. The blocks are those that MLIR's pass of the same name makes:

    %r = scf.for %i = %a to %b step %c       cf.br ^head(%a, %x)
        iter_args(%v = %x) { ... }     ->  ^head(%i, %v):
                                             %go = arith.cmpi slt, %i, %b
                                             cf.cond_br %go, ^body, ^exit
                                           ^body: ...
                                             cf.br ^head(%next, %y)
                                           ^exit:

- A discardable attribute of the llvm dialect on a loop, such as llvm.loop_annotation, moves to the branch of its back
  edge.
- scf.parallel and scf.forall become nests of scf.for first: their iterations may run in any order. An scf.forall with
  tensors as results is an error.
- An scf.while whose second region only hands its arguments on becomes one block.`,
	Dialects:   []*ir.Dialect{cf.Dialect, arith.Dialect},
	Statistics: []passes.Statistic{{Name: "loops", Desc: "loops lowered"}, {Name: "branches", Desc: "branches lowered"}},
	Run:        run,
}

func run(r *passes.Run, root *ir.Operation) error {
	l := &lowering{b: ir.NewBuilder(root.Context()), c: root.Context()}
	if err := l.sequential(root); err != nil {
		return err
	}
	var ops []*ir.Operation
	for op := range ir.WalkPost(root) {
		if strings.HasPrefix(op.Name(), "scf.") && op.NumRegions() > 0 {
			ops = append(ops, op)
		}
	}
	if len(ops) == 0 {
		r.Unchanged()
		return nil
	}
	// Inner operations first: an outer one then finds the blocks it moves.
	for i, op := range ops {
		if i%256 == 0 {
			if err := r.Context().Err(); err != nil {
				return err
			}
		}
		l.b.SetLoc(op.Loc())
		switch {
		case op.Is(scf.ForDef.Name):
			l.forOp(op)
			r.Count("loops", 1)
		case op.Is(scf.WhileDef.Name):
			l.whileOp(op)
			r.Count("loops", 1)
		case op.Is(scf.IfDef.Name):
			l.ifOp(op)
			r.Count("branches", 1)
		case op.Is(scf.ExecuteRegionDef.Name):
			l.executeRegion(op)
		case op.Is(scf.IndexSwitchDef.Name):
			l.indexSwitch(op)
			r.Count("branches", 1)
		}
	}
	return nil
}

type lowering struct {
	b *ir.Builder
	c *ir.Context
}

// split cuts the block of op behind it and returns both halves; op stands
// last in the first.
func split(op *ir.Operation) (before, after *ir.Block) {
	before = op.Block()
	if op.Next() != nil {
		return before, before.SplitBefore(op.Next())
	}
	after = ir.NewBlock()
	before.Region().InsertAfter(after, before)
	return before, after
}

// br ends a block by a jump.
func (l *lowering) br(from, to *ir.Block, operands []*ir.Value) *ir.Operation {
	l.b.AtEnd(from)
	return cf.NewBranch(l.b, operands, to).Op()
}

// condBr ends a block by a conditional jump.
func (l *lowering) condBr(from *ir.Block, cond *ir.Value, yes, no *ir.Block, yesOperands, noOperands []*ir.Value) *ir.Operation {
	l.b.AtEnd(from)
	return cf.NewCondBranch(l.b, cond, yesOperands, noOperands, yes, no, cf.CondBranchProps{}).Op()
}

// replace puts values in the place of the results of op, and erases it.
func replace(op *ir.Operation, values []*ir.Value) {
	for i, v := range values {
		op.Result(i).ReplaceAllUsesWith(v)
	}
	op.Erase()
}

func (l *lowering) forOp(op *ir.Operation) {
	before, exit := split(op)
	region := op.RegionAt(0)
	head, last := region.Entry(), region.LastBlock()
	var body *ir.Block
	if head.First() == nil {
		panic("internal: loop body without a terminator")
	}
	body = head.SplitBefore(head.First())
	if last == head {
		last = body
	}
	iv, ub := head.Arg(0), op.Operand(1)
	yield := last.Last()
	l.b.Before(yield)
	next := arith.NewAddI(l.b, []ir.Type{iv.Type()}, iv, op.Operand(2), arith.AddIProps{}).Op().Result(0)
	carried := append([]*ir.Value{next}, yield.Operands()...)
	yield.Erase()
	back := l.br(last, head, carried)
	for _, a := range op.Attrs() {
		if strings.HasPrefix(a.Name, "llvm.") {
			back.SetAttr(a.Name, a.Attr)
		}
	}
	l.b.AtEnd(head)
	predicate := arith.CmpSLT
	if op.Prop("unsignedCmp") != nil {
		predicate = arith.CmpULT
	}
	more := arith.NewCmpI(l.b, []ir.Type{l.c.I(1)}, iv, ub, arith.CmpIProps{Predicate: arith.CmpIPredicate.Attr(l.c, predicate)}).Op().Result(0)
	l.condBr(head, more, body, exit, nil, nil)
	initial := append([]*ir.Value{op.Operand(0)}, op.Operands()[3:]...)
	results := append([]*ir.Value(nil), head.Args()[1:]...)
	before.Region().SpliceBefore(region, exit)
	replace(op, results)
	l.br(before, head, initial)
}

func (l *lowering) ifOp(op *ir.Operation) {
	before, rest := split(op)
	join := rest
	if op.NumResults() > 0 {
		join = ir.NewBlock()
		before.Region().InsertBefore(join, rest)
		for _, t := range op.ResultTypes() {
			join.AddArg(t, op.Loc())
		}
		l.br(join, rest, nil)
	}
	targets := [2]*ir.Block{join, join}
	for i, r := range op.Regions() {
		if r.IsEmpty() {
			continue
		}
		targets[i] = r.Entry()
		last := r.LastBlock()
		yield := last.Last()
		operands := yield.Operands()
		yield.Erase()
		l.br(last, join, operands)
		before.Region().SpliceBefore(r, join)
	}
	cond := op.Operand(0)
	replace(op, append([]*ir.Value(nil), join.Args()...)[:op.NumResults()])
	l.condBr(before, cond, targets[0], targets[1], nil, nil)
}

func (l *lowering) whileOp(op *ir.Operation) {
	current, exit := split(op)
	before, after := op.RegionAt(0), op.RegionAt(1)
	head, decide := before.Entry(), before.LastBlock()
	condition := decide.Last()
	cond, args := condition.Operand(0), condition.Operands()[1:]
	condition.Erase()
	initial := op.Operands()
	target := current.Region()
	if forwards(after) {
		target.SpliceBefore(before, exit)
		l.back(op, l.condBr(decide, cond, head, exit, args, nil))
	} else {
		body, last := after.Entry(), after.LastBlock()
		yield := last.Last()
		carried := yield.Operands()
		yield.Erase()
		l.back(op, l.br(last, head, carried))
		target.SpliceBefore(before, exit)
		target.SpliceBefore(after, exit)
		l.condBr(decide, cond, body, exit, args, nil)
	}
	replace(op, args)
	l.br(current, head, initial)
}

// back moves the attributes about the loop to its back edge.
func (l *lowering) back(op, branch *ir.Operation) {
	for _, a := range op.Attrs() {
		if strings.HasPrefix(a.Name, "llvm.") {
			branch.SetAttr(a.Name, a.Attr)
		}
	}
}

// forwards reports whether a region hands its arguments on and does nothing
// else.
func forwards(r *ir.Region) bool {
	b := r.Entry()
	if !r.HasOneBlock() || b.First() != b.Last() || b.Last().NumOperands() != b.NumArgs() {
		return false
	}
	for i, a := range b.Args() {
		if b.Last().Operand(i) != a {
			return false
		}
	}
	return true
}

// join makes the block behind op that takes its results as arguments, and
// returns it with the block that op ends.
func (l *lowering) join(op *ir.Operation) (before, join *ir.Block) {
	before, join = split(op)
	for _, t := range op.ResultTypes() {
		join.AddArg(t, op.Loc())
	}
	return before, join
}

// leave replaces the scf.yield of every block of a region by a jump.
func (l *lowering) leave(r *ir.Region, to *ir.Block) {
	for b := range r.Blocks() {
		if yield := b.Last(); yield != nil && yield.Is(scf.YieldDef.Name) {
			operands := yield.Operands()
			yield.Erase()
			l.br(b, to, operands)
		}
	}
}

func (l *lowering) executeRegion(op *ir.Operation) {
	before, join := l.join(op)
	r := op.RegionAt(0)
	entry := r.Entry()
	l.leave(r, join)
	before.Region().SpliceBefore(r, join)
	replace(op, append([]*ir.Value(nil), join.Args()...))
	l.br(before, entry, nil)
}

// indexSwitch switches on the index as an i32, as MLIR does.
func (l *lowering) indexSwitch(op *ir.Operation) {
	before, join := l.join(op)
	var entries []*ir.Block
	for _, r := range op.Regions() {
		entries = append(entries, r.Entry())
		l.leave(r, join)
	}
	// The cases stand in front of the default.
	for _, r := range append(op.Regions()[1:], op.RegionAt(0)) {
		before.Region().SpliceBefore(r, join)
	}
	flag := op.Operand(0)
	values := op.Prop("cases").(*ir.DenseArrayAttr).Ints()
	replace(op, append([]*ir.Value(nil), join.Args()...))
	l.b.AtEnd(before)
	i32 := l.c.I(32)
	v := arith.NewIndexCast(l.b, []ir.Type{i32}, flag).Op().Result(0)
	st := ir.OpState{Info: l.c.OpInfo(cf.SwitchDef.Name), Operands: []*ir.Value{v}, Types: []ir.Type{}, Successors: entries}
	set := map[string]ir.Attr{
		"case_operand_segments": l.c.I32Array(make([]int64, len(values))...),
		"operandSegmentSizes":   l.c.I32Array(1, 0, 0),
	}
	if len(values) > 0 {
		var data []byte
		for _, n := range values {
			data, _ = ir.AppendElem(data, ir.IntAttr(i32, n))
		}
		set["case_values"] = ir.DenseOf(ir.VectorOf([]int64{int64(len(values))}, i32), false, data)
	}
	st.Props = make([]ir.Attr, len(st.Info.Def.Props))
	for name, a := range set {
		st.Props[st.Info.PropIndex(name)] = a
	}
	l.b.Create(st)
}
