package scf

import (
	"github.com/tile-opt/tile-opt/dialects/arith"
	"github.com/tile-opt/tile-opt/ir"
	"github.com/tile-opt/tile-opt/ir/asm"
	"github.com/tile-opt/tile-opt/ir/diag"
)

var rankedTensor = &ir.Constraint{Desc: "ranked tensor of any type values", Type: func(t ir.Type) bool {
	_, ok := t.(*ir.TensorType)
	return ok
}}

// Body returns the block of the loops.
func (o Forall) Body() *ir.Block { return o.RegionVal().Entry() }

// Rank returns the number of loops.
func (o Forall) Rank() int { return len(staticInts(o.StaticLowerBound())) }

// LoopRegions returns the body.
func (o Forall) LoopRegions() []*ir.Region { return o.Op().Regions() }

func staticInts(a ir.Attr) []int64 {
	d, ok := a.(*ir.DenseArrayAttr)
	if !ok {
		return nil
	}
	return d.Ints()
}

// isNormalized reports whether all loops count from 0 in steps of 1.
func (o Forall) isNormalized() bool {
	for _, n := range staticInts(o.StaticLowerBound()) {
		if n != 0 {
			return false
		}
	}
	for _, n := range staticInts(o.StaticStep()) {
		if n != 1 {
			return false
		}
	}
	return true
}

// printBounds writes (2, %n, ...): numbers, and operands where those are the
// smallest number.
func printBounds(p *asm.OpPrinter, static ir.Attr, values []*ir.Value) {
	p.Byte('(')
	for i, n := range staticInts(static) {
		if i > 0 {
			p.Str(", ")
		}
		if n != ir.Dynamic {
			p.Int(n)
			continue
		}
		if len(values) == 0 {
			p.Str("<<NULL VALUE>>") // invalid IR is printed too
			continue
		}
		p.Operand(values[0])
		values = values[1:]
	}
	p.Byte(')')
}

// parseBounds reads what printBounds writes.
func parseBounds(p *asm.OpParser) (static []int64, values []asm.Operand) {
	p.List(asm.Paren, func() {
		if o, ok := p.OptOperand(); ok {
			values = append(values, o)
			static = append(static, ir.Dynamic)
			return
		}
		static = append(static, p.Integer())
	})
	return static, values
}

// Print writes (%i, ...) in (upper bounds), or with lower bounds and steps,
// the shared tensors and the body.
func (o Forall) Print(p *asm.OpPrinter) {
	var args []*ir.Value
	if b := o.Body(); b != nil { // invalid IR is printed too
		args = b.Args()
	}
	rank := min(o.Rank(), len(args))
	p.Str(" (")
	p.Operands(args[:rank])
	if o.isNormalized() {
		p.Str(") in ")
		printBounds(p, o.StaticUpperBound(), o.DynamicUpperBound())
	} else {
		p.Str(") = ")
		printBounds(p, o.StaticLowerBound(), o.DynamicLowerBound())
		p.Str(" to ")
		printBounds(p, o.StaticUpperBound(), o.DynamicUpperBound())
		p.Str(" step ")
		printBounds(p, o.StaticStep(), o.DynamicStep())
	}
	if outs := o.Outputs(); len(outs) == len(args)-rank {
		printInits(p, " shared_outs", args[rank:], outs)
	}
	p.Byte(' ')
	if len(args) > rank {
		p.Str("-> (")
		p.TypesOf(o.ResultsVal())
		p.Str(") ")
	}
	p.Region(o.RegionVal(), false, o.Op().NumResults() > 0)
	p.AttrDict(o.Op(), "operandSegmentSizes", "staticLowerBound", "staticUpperBound", "staticStep")
}

// Parse reads what Print writes.
func (Forall) Parse(p *asm.OpParser, st *ir.OpState) error {
	c := p.Context()
	index := ir.Type(c.Index())
	args := p.ArgumentList(asm.Paren, false, false)
	for i := range args {
		args[i].Type = index
	}
	var bounds [3][]asm.Operand // lower, upper, step
	var static [3][]int64
	at := p.Here()
	if p.OptKeyword("in") {
		static[1], bounds[1] = parseBounds(p)
		for range static[1] {
			static[0] = append(static[0], 0)
			static[2] = append(static[2], 1)
		}
	} else {
		p.Punct("=")
		static[0], bounds[0] = parseBounds(p)
		p.Keyword("to")
		static[1], bounds[1] = parseBounds(p)
		p.Keyword("step")
		static[2], bounds[2] = parseBounds(p)
	}
	for _, s := range static {
		if len(s) != len(args) {
			return p.Errorf(at, "expected %d bounds and steps, found %d", len(args), len(s))
		}
	}
	var outs []asm.Operand
	if p.OptKeyword("shared_outs") {
		var shared []asm.Argument
		shared, outs = parseInits(p)
		st.Types = p.ArrowTypes()
		if len(st.Types) != len(shared) {
			return p.Errorf(at, "mismatch between out operands and types: expected %d result types, found %d", len(shared), len(st.Types))
		}
		typeAll(shared, st.Types)
		args = append(args, shared...)
	}
	body := p.Region(args)
	p.EnsureTerminator(body, InParallelDef.Name, st.Loc)
	st.Regions = append(st.Regions, body)
	p.AttrDictInto(st)
	for i, name := range []string{"staticLowerBound", "staticUpperBound", "staticStep"} {
		p.ResolveSame(st, bounds[i], index)
		p.SetProp(st, name, c.I64Array(static[i]...))
	}
	p.ResolveAll(st, at, outs, st.Types)
	p.SetSegments(st, len(bounds[0]), len(bounds[1]), len(bounds[2]), len(outs))
	return nil
}

// Verify checks bounds, steps and arguments.
func (o Forall) Verify() error {
	rank, outs, args := o.Rank(), o.Outputs(), o.Body().Args()
	if o.Op().NumResults() != len(outs) {
		return o.OpError("produces %d results, but has only %d outputs", o.Op().NumResults(), len(outs))
	}
	if len(args) != rank+len(outs) {
		return o.OpError("region expects %d arguments", rank)
	}
	for i, a := range args[:rank] {
		if !ir.IsIndex(a.Type()) {
			return o.OpError("expects %d-th block argument to be an index", i)
		}
	}
	for i, v := range outs {
		if args[rank+i].Type() != v.Type() {
			return o.OpError("type mismatch between %d-th output and corresponding block argument", i)
		}
	}
	if m, ok := o.Mapping().(*ir.ArrayAttr); ok && len(m.Elems) > 0 && len(m.Elems) != rank {
		return o.OpError("mapping attribute size must match op rank")
	}
	for _, b := range []struct {
		what   string
		static ir.Attr
		values []*ir.Value
	}{
		{"lower bound", o.StaticLowerBound(), o.DynamicLowerBound()},
		{"upper bound", o.StaticUpperBound(), o.DynamicUpperBound()},
		{"step", o.StaticStep(), o.DynamicStep()},
	} {
		if err := o.verifyBounds(b.what, rank, staticInts(b.static), b.values); err != nil {
			return err
		}
	}
	if last := o.Body().Last(); last == nil || last.Info().Def != InParallelDef {
		return o.OpError("expects regions to end with 'scf.forall.in_parallel'")
	}
	return nil
}

func (o Forall) verifyBounds(what string, rank int, static []int64, values []*ir.Value) error {
	if len(static) != rank {
		return diag.Errorf(o.Op().Loc().Pos(), "expected %d %s values, got %d", rank, what, len(static))
	}
	dynamic := 0
	for _, n := range static {
		if n == ir.Dynamic {
			dynamic++
		}
	}
	if dynamic != len(values) {
		return diag.Errorf(o.Op().Loc().Pos(), "expected %d dynamic %s values", dynamic, what)
	}
	return nil
}

// Verify checks that everything held puts parts of tensors together.
func (o InParallel) Verify() error {
	for op := range o.Op().RegionAt(0).Entry().Ops() {
		if op.Info().Def != nil {
			return o.OpError("expected only ParallelCombiningOpInterface ops")
		}
	}
	return nil
}

// Print writes the region.
func (o InParallel) Print(p *asm.OpPrinter) {
	p.Byte(' ')
	p.Region(o.Op().RegionAt(0), false, false)
	p.AttrDict(o.Op())
}

// Parse reads what Print writes.
func (InParallel) Parse(p *asm.OpParser, st *ir.OpState) error {
	r := p.Region(nil)
	if r.IsEmpty() {
		r.AddBlock(st.Loc)
	}
	st.Regions = append(st.Regions, r)
	p.AttrDictInto(st)
	return nil
}

// Bounds returns the lower bounds, upper bounds and steps as values; numbers
// become constants that b makes.
func (o Forall) Bounds(b *ir.Builder) (lower, upper, steps []*ir.Value) {
	mixed := func(static ir.Attr, values []*ir.Value) []*ir.Value {
		var out []*ir.Value
		for _, n := range staticInts(static) {
			if n != ir.Dynamic {
				out = append(out, arith.ConstIndex(b, n))
				continue
			}
			out = append(out, values[0])
			values = values[1:]
		}
		return out
	}
	return mixed(o.StaticLowerBound(), o.DynamicLowerBound()), mixed(o.StaticUpperBound(), o.DynamicUpperBound()), mixed(o.StaticStep(), o.DynamicStep())
}
