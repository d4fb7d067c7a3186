package irdl

import (
	"fmt"
	"strings"

	"github.com/tile-opt/tile-opt/ir"
	"github.com/tile-opt/tile-opt/ir/diag"
)

// operation is the definition of an operation.
type operation struct {
	all            []constraint
	operands, outs []part
	attrs          []part
	regions        []regionPart
}

// part is a named operand, result or attribute.
type part struct {
	name string
	kind variadicity
	c    int
}

// regionPart is what a region satisfies.
type regionPart struct {
	name   string
	args   []int // constraints, where args are constrained
	bound  bool  // args are constrained
	blocks int   // 0: any number
}

func makeOperation(def *ir.Operation) *operation {
	all, number := constraintsOf(def)
	o := &operation{all: all}
	o.operands = partsOf(partOf(def, "irdl.operands"), "names", number)
	o.outs = partsOf(partOf(def, "irdl.results"), "names", number)
	o.attrs = partsOf(partOf(def, "irdl.attributes"), "attributeValueNames", number)
	if regions := partOf(def, "irdl.regions"); regions != nil {
		names := namesOf(regions, "names")
		for i, v := range regions.Operands() {
			r := regionPart{name: names[i], bound: v.Def().Prop("constrainedArguments") != nil}
			if n, ok := ir.IntValue(v.Def().Prop("numberOfBlocks")); ok {
				r.blocks = int(n)
			}
			for _, a := range v.Def().Operands() {
				r.args = append(r.args, number[a])
			}
			o.regions = append(o.regions, r)
		}
	}
	return o
}

func partsOf(op *ir.Operation, prop string, number map[*ir.Value]int) []part {
	if op == nil {
		return nil
	}
	kinds, _ := op.Prop("variadicity").(*variadicityArray)
	out := make([]part, op.NumOperands())
	for i, name := range namesOf(op, prop) {
		out[i] = part{name: name, c: number[op.Operand(i)]}
		if kinds != nil {
			out[i].kind = kinds.values[i]
		}
	}
	return out
}

// def returns the definition by which text is read: anything goes, for verify says
// all that is to be said, in MLIR's words. As there, attributes are discardable.
func (o *operation) def(name string) *ir.OpDef {
	var doc strings.Builder
	list := func(what string, parts []part) {
		for _, p := range parts {
			fmt.Fprintf(&doc, "- %s %s `%s`\n", keywords[p.kind], what, p.name)
		}
	}
	list("operand", o.operands)
	list("attribute", o.attrs)
	for _, r := range o.regions {
		fmt.Fprintf(&doc, "- region `%s`\n", r.name)
	}
	list("result", o.outs)
	return &ir.OpDef{
		Name: name, Summary: "operation defined at run time", Doc: doc.String(),
		In:      []ir.Slot{{Name: "operands", Arity: ir.Variadic}},
		Out:     []ir.Slot{{Name: "results", Arity: ir.Variadic}},
		Regions: []ir.RegionSlot{{Name: "regions", Variadic: true}},
		Succs:   []ir.SuccSlot{{Name: "successors", Variadic: true}},
	}
}

// verify checks an operation: the sizes of its groups, then attributes, operands,
// results and regions, each constraint standing for one thing throughout.
func (o *operation) verify(op *ir.Operation) error {
	ins, err := segments(op, "operand", op.NumOperands(), o.operands)
	if err != nil {
		return err
	}
	outs, err := segments(op, "result", op.NumResults(), o.outs)
	if err != nil {
		return err
	}
	c := newCheck(o.all)
	fault := func(s string) error { return diag.Errorf(op.Loc().Pos(), "%s", s) }
	for _, a := range o.attrs {
		v := op.Attr(a.name)
		if v == nil {
			return op.OpError("attribute \"%s\" is expected but not provided", a.name)
		}
		if s := c.verify(v, a.c); s != "" {
			return fault(s)
		}
	}
	for i, v := range op.Operands() {
		if s := c.verify(ir.TypeAttrOf(v.Type()), o.operands[ins[i]].c); s != "" {
			return fault(s)
		}
	}
	for i, t := range op.ResultTypes() {
		if s := c.verify(ir.TypeAttrOf(t), o.outs[outs[i]].c); s != "" {
			return fault(s)
		}
	}
	return o.verifyRegions(op, c)
}

func (o *operation) verifyRegions(op *ir.Operation, c *check) error {
	if op.NumRegions() != len(o.regions) {
		return op.OpError("unexpected number of regions: expected %d but got %d", len(o.regions), op.NumRegions())
	}
	pos := op.Loc().Pos()
	for i, want := range o.regions {
		r := op.RegionAt(i)
		var args []*ir.Value
		if e := r.Entry(); e != nil {
			args = e.Args()
		}
		if want.bound && len(args) != len(want.args) {
			return diag.Errorf(pos, "expected region %d to have %d arguments but got %d", i, len(want.args), len(args))
		}
		for k, n := range want.args {
			if s := c.verify(ir.TypeAttrOf(args[k].Type()), n); s != "" {
				// At the argument, as MLIR says it.
				at := args[k].Loc().Pos()
				if !at.IsValid() {
					at = pos
				}
				return diag.Errorf(at, "%s", s).WithNote(pos, "see the operation")
			}
		}
		if n := r.NumBlocks(); want.blocks > 0 && n != want.blocks {
			return diag.Errorf(pos, "expected region %d to have %d block(s) but got %d", i, want.blocks, n)
		}
	}
	return nil
}

// segments returns which part each of n values belongs to.
func segments(op *ir.Operation, what string, n int, parts []part) ([]int, error) {
	several := 0
	for _, p := range parts {
		if p.kind != single {
			several++
		}
	}
	pos := op.Loc().Pos()
	if several > 1 {
		return segmentsGiven(op, what, n, parts)
	}
	rest := n - len(parts) + several // values of the one part that is not single
	switch {
	case several == 0 && n != len(parts):
		return nil, diag.Errorf(pos, "op expects exactly %d %ss, but got %d", len(parts), what, n)
	case rest < 0:
		return nil, diag.Errorf(pos, "op expects at least %d %ss, but got %d", len(parts)-1, what, n)
	}
	out := make([]int, 0, n)
	for i, p := range parts {
		size := 1
		if p.kind != single {
			size = rest
		}
		if p.kind == optional && size > 1 {
			return nil, diag.Errorf(pos, "op expects at most %d %ss, but got %d", len(parts), what, n)
		}
		for range size {
			out = append(out, i)
		}
	}
	return out, nil
}

// segmentsGiven reads the sizes from the attribute that says them.
func segmentsGiven(op *ir.Operation, what string, n int, parts []part) ([]int, error) {
	name := what + "SegmentSizes"
	pos := op.Loc().Pos()
	given := op.Attr(name)
	if given == nil {
		return nil, diag.Errorf(pos, "'%s' attribute is expected but not provided", name)
	}
	sizes, ok := given.(*ir.DenseArrayAttr)
	if !ok || !ir.IsInt(sizes.Elem, 32) {
		return nil, diag.Errorf(pos, "'%s' attribute is expected to be a dense i32 array", name)
	}
	if sizes.N != len(parts) {
		return nil, diag.Errorf(pos, "'%s' attribute for specifying %s segments must have %d elements, but got %d", name, what, len(parts), sizes.N)
	}
	sum := int64(0)
	for i, size := range sizes.Ints() {
		switch kind := parts[i].kind; {
		case size < 0:
			return nil, diag.Errorf(pos, "'%s' attribute for specifying %s segments must have non-negative values", name, what)
		case kind == single && size != 1:
			return nil, diag.Errorf(pos, "element %d in '%s' attribute must be equal to 1", i, name)
		case kind == optional && size > 1:
			return nil, diag.Errorf(pos, "element %d in '%s' attribute must be equal to 0 or 1", i, name)
		}
		sum += size
	}
	if sum != int64(n) {
		return nil, diag.Errorf(pos, "sum of elements in '%s' attribute must be equal to the number of %ss", name, what)
	}
	out := make([]int, 0, n)
	for i, size := range sizes.Ints() {
		for range size {
			out = append(out, i)
		}
	}
	return out, nil
}
