package reduce

import (
	"slices"

	"github.com/tile-opt/tile-opt/ir"
)

// reducers are tried in this order: what takes most away comes first.
var reducers = []*reducer{
	{"symbols", func(m *ir.Operation) int { return len(symbols(m)) }, func(m *ir.Operation, lo, hi int) { drop(symbols(m)[lo:hi]) }},
	{"operations", func(m *ir.Operation) int { return len(operations(m)) }, func(m *ir.Operation, lo, hi int) { eraseOps(operations(m)[lo:hi]) }},
	{"regions", func(m *ir.Operation) int { return len(regions(m)) }, each(regions, unwrap)},
	{"branches", func(m *ir.Operation) int { return len(branches(m)) }, each(branches, func(op *ir.Operation) { cut(op, valueFor) })},
	{"branches", func(m *ir.Operation) int { return len(branches(m)) }, each(branches, func(op *ir.Operation) { cut(op, lastValue) })},
	{"blocks", func(m *ir.Operation) int { return len(entries(m)) }, each(entries, func(op *ir.Operation) { straighten(op, valueFor) })},
	{"blocks", func(m *ir.Operation) int { return len(entries(m)) }, each(entries, func(op *ir.Operation) { straighten(op, lastValue) })},
	{"merges", func(m *ir.Operation) int { return len(branches(m)) }, each(branches, merge)},
	{"results", func(m *ir.Operation) int { return len(results(m)) }, func(m *ir.Operation, lo, hi int) { eraseResults(results(m)[lo:hi]) }},
	{"arguments", func(m *ir.Operation) int { return len(arguments(m)) }, func(m *ir.Operation, lo, hi int) { eraseArguments(arguments(m)[lo:hi]) }},
	{"operands", func(m *ir.Operation) int { return len(operands(m)) }, func(m *ir.Operation, lo, hi int) { eraseOperands(operands(m)[lo:hi]) }},
	{"attributes", func(m *ir.Operation) int { return len(attributes(m)) }, func(m *ir.Operation, lo, hi int) { eraseAttributes(attributes(m)[lo:hi]) }},
	{"constants", func(m *ir.Operation) int { return len(constants(m)) }, each(constants, makeConstant)},
}

// each removes things one after the other; a thing that went with another is
// skipped.
func each(find func(*ir.Operation) []*ir.Operation, remove func(*ir.Operation)) func(*ir.Operation, int, int) {
	return func(m *ir.Operation, lo, hi int) {
		for _, op := range find(m)[lo:hi] {
			if !op.IsErased() && op.Block() != nil {
				remove(op)
			}
		}
	}
}

// symbols lists the symbols of m, the last first. Whoever names one that went makes
// the candidate invalid.
func symbols(m *ir.Operation) []*ir.Operation {
	var out []*ir.Operation
	inside := false
	for op := range ir.Walk(m) {
		if _, ok := ir.SymbolName(op); ok && op != m {
			out = append(out, op)
			inside = inside || op.ParentOf(op.Name()) != nil
		}
	}
	slices.Reverse(out)
	if inside {
		// Inner symbols come first now; dropping one twice is a fault.
		return outermost(out)
	}
	return out
}

// outermost leaves out what lies inside another of the list.
func outermost(ops []*ir.Operation) []*ir.Operation {
	set := make(map[*ir.Operation]bool, len(ops))
	for _, op := range ops {
		set[op] = true
	}
	return slices.DeleteFunc(slices.Clone(ops), func(op *ir.Operation) bool { return op.Parent() != nil && goes(op.Parent(), set) })
}

// operations lists all inside m but terminators that are needed, users before
// makers.
func operations(m *ir.Operation) []*ir.Operation {
	var out []*ir.Operation
	for op := range ir.Walk(m) {
		if op != m && op.Block() != nil && !op.Has(ir.Terminator) {
			out = append(out, op)
		}
	}
	slices.Reverse(out)
	return out
}

// eraseOps erases operations; where others use their results, other values of the
// type take their place, and an operation for whose results there are none stays.
func eraseOps(ops []*ir.Operation) {
	ops = outermost(ops)
	going := make(map[*ir.Operation]bool, len(ops))
	for _, op := range ops {
		going[op] = true
	}
	for _, op := range ops {
		if !replaceResults(op, going) {
			delete(going, op)
		}
	}
	// One that stayed may use what was to go: those are asked again, makers last.
	for changed := true; changed; {
		changed = false
		for _, op := range ops {
			if going[op] && !replaceResults(op, going) {
				delete(going, op)
				changed = true
			}
		}
	}
	drop(slices.DeleteFunc(slices.Clone(ops), func(op *ir.Operation) bool { return !going[op] }))
}

// replaceResults puts other values in place of the results that operations which
// stay use. It reports false, having changed nothing, when there are none.
func replaceResults(op *ir.Operation, going map[*ir.Operation]bool) bool {
	with := make([]*ir.Value, op.NumResults())
	for i := range with {
		v := op.Result(i)
		if !usedOutside(v, going) {
			continue
		}
		for k := range op.NumOperands() {
			if w := op.Operand(k); w.Type() == v.Type() && (w.Def() == nil || !goes(w.Def(), going)) {
				with[i] = w
				break
			}
		}
		if with[i] == nil {
			with[i] = standIn(op, v.Type(), going)
		}
		if with[i] == nil {
			return false
		}
	}
	for i, w := range with {
		if w != nil {
			op.Result(i).ReplaceUsesIf(w, func(u *ir.Use) bool { return !goes(u.Owner(), going) })
		}
	}
	return true
}

// regions lists the operations with one block inside, outer ones first.
func regions(m *ir.Operation) []*ir.Operation {
	var out []*ir.Operation
	for op := range ir.Walk(m) {
		if op == m || op.Block() == nil {
			continue
		}
		for _, r := range op.Regions() {
			if r.HasOneBlock() {
				out = append(out, op)
				break
			}
		}
	}
	return out
}

// unwrap puts the operations inside the regions of op in its place.
func unwrap(op *ir.Operation) {
	for _, r := range op.Regions() {
		if !r.HasOneBlock() {
			continue
		}
		body := r.Entry()
		for _, a := range body.Args() {
			if !a.HasUses() {
				continue
			}
			v := argumentValue(op, a.Type())
			if v == nil {
				return
			}
			a.ReplaceAllUsesWith(v)
		}
		var yielded []*ir.Value
		if t := body.Last(); t != nil && t.Has(ir.Terminator) {
			yielded = t.Operands()
			drop([]*ir.Operation{t})
		}
		for o := body.First(); o != nil; o = body.First() {
			o.MoveBefore(op)
		}
		for i := range op.NumResults() {
			if v := op.Result(i); i < len(yielded) && yielded[i].Type() == v.Type() && visible(yielded[i], op) {
				v.ReplaceAllUsesWith(yielded[i])
			}
		}
	}
	eraseOps([]*ir.Operation{op})
}

// visible reports whether a value is made in front of op, in its block.
func visible(v *ir.Value, op *ir.Operation) bool {
	return v.Def() != nil && v.Def().Block() == op.Block() && v.Def().IsBefore(op)
}

// argumentValue returns a value in place of a block argument: an operand of the
// operation, or any other.
func argumentValue(op *ir.Operation, t ir.Type) *ir.Value {
	for _, v := range op.Operands() {
		if v.Type() == t {
			return v
		}
	}
	return valueFor(op, t)
}

// constants lists the operations whose results constants can replace, users before
// makers.
func constants(m *ir.Operation) []*ir.Operation {
	return slices.DeleteFunc(operations(m), func(op *ir.Operation) bool {
		return op.NumResults() == 0 || op.Has(ir.ConstantLike)
	})
}

// makeConstant replaces an operation by constants.
func makeConstant(op *ir.Operation) {
	with := make([]*ir.Value, op.NumResults())
	for i := range with {
		if !op.Result(i).HasUses() {
			continue
		}
		if with[i] = constant(op, op.Result(i).Type()); with[i] == nil {
			return
		}
	}
	for i, v := range with {
		if v != nil {
			op.Result(i).ReplaceAllUsesWith(v)
		}
	}
	drop([]*ir.Operation{op})
}
