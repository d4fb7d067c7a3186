package scf

import (
	"github.com/tile-opt/tile-opt/ir"
	"github.com/tile-opt/tile-opt/ir/asm"
)

// printInits writes (%arg = %init, ...) behind a prefix, nothing when empty.
func printInits(p *asm.OpPrinter, prefix string, args, inits []*ir.Value) {
	if len(inits) == 0 {
		return
	}
	p.Str(prefix)
	p.Byte('(')
	for i, a := range args {
		if i > 0 {
			p.Str(", ")
		}
		p.Operand(a)
		p.Str(" = ")
		p.Operand(inits[i])
	}
	p.Byte(')')
}

// parseInits reads what printInits writes behind the prefix.
func parseInits(p *asm.OpParser) (args []asm.Argument, inits []asm.Operand) {
	p.List(asm.Paren, func() {
		args = append(args, p.Argument(false, false))
		p.Punct("=")
		inits = append(inits, p.Operand())
	})
	return args, inits
}

func typeAll(args []asm.Argument, types []ir.Type) {
	for i := range args {
		args[i].Type = types[i]
	}
}

// Print writes %i = %lb to %ub step %s, carried values and the body.
func (o For) Print(p *asm.OpPrinter) {
	if o.IsUnsigned() {
		p.Str(" unsigned")
	}
	p.Byte(' ')
	p.Operand(o.InductionVar())
	p.Str(" = ")
	p.Operand(o.LowerBound())
	p.Str(" to ")
	p.Operand(o.UpperBound())
	p.Str(" step ")
	p.Operand(o.Step())
	inits := o.InitArgs()
	printInits(p, " iter_args", o.IterArgs(), inits)
	if len(inits) > 0 {
		p.Str(" -> (")
		p.TypesOf(inits)
		p.Byte(')')
	}
	p.Byte(' ')
	if t := o.InductionVar().Type(); !ir.IsIndex(t) {
		p.Str(" : ")
		p.Type(t)
		p.Byte(' ')
	}
	p.Region(o.RegionVal(), false, len(inits) > 0)
	p.AttrDict(o.Op(), "unsignedCmp")
}

// Parse reads what Print writes.
func (For) Parse(p *asm.OpParser, st *ir.OpState) error {
	if p.OptKeyword("unsigned") {
		p.SetProp(st, "unsignedCmp", p.Context().Unit())
	}
	iv := p.Argument(false, false)
	p.Punct("=")
	bounds := []asm.Operand{p.Operand()}
	p.Keyword("to")
	bounds = append(bounds, p.Operand())
	p.Keyword("step")
	bounds = append(bounds, p.Operand())
	args := []asm.Argument{iv}
	var inits []asm.Operand
	at := p.Here()
	if p.OptKeyword("iter_args") {
		var carried []asm.Argument
		carried, inits = parseInits(p)
		args = append(args, carried...)
		st.Types = p.ArrowTypes()
	}
	if len(inits) != len(st.Types) {
		return p.Errorf(at, "mismatch in number of loop-carried values and defined values")
	}
	t := ir.Type(p.Context().Index())
	if p.OptPunct(":") {
		t = p.Type()
	}
	typeAll(args, append([]ir.Type{t}, st.Types...))
	p.ResolveSame(st, bounds, t)
	p.ResolveAll(st, at, inits, st.Types)
	body := p.Region(args)
	p.EnsureTerminator(body, "scf.yield", st.Loc)
	st.Regions = append(st.Regions, body)
	p.AttrDictInto(st)
	return nil
}

// Print writes the condition, the result types and the regions.
func (o If) Print(p *asm.OpPrinter) {
	p.Byte(' ')
	p.Operand(o.Condition())
	results := o.Op().NumResults() > 0
	if results {
		p.Str(" -> (")
		p.TypesOf(o.ResultsVal())
		p.Byte(')')
	}
	p.Byte(' ')
	p.Region(o.ThenRegion(), false, results)
	if !o.ElseRegion().IsEmpty() {
		p.Str(" else ")
		p.Region(o.ElseRegion(), false, results)
	}
	p.AttrDict(o.Op())
}

// Parse reads what Print writes.
func (If) Parse(p *asm.OpParser, st *ir.OpState) error {
	cond := p.Operand()
	p.Resolve(st, cond, p.Context().I(1))
	st.Types = p.OptArrowTypes()
	then := p.Region(nil)
	p.EnsureTerminator(then, "scf.yield", st.Loc)
	otherwise := ir.NewRegion()
	if p.OptKeyword("else") {
		otherwise = p.Region(nil)
		p.EnsureTerminator(otherwise, "scf.yield", st.Loc)
	}
	st.Regions = append(st.Regions, then, otherwise)
	p.AttrDictInto(st)
	return nil
}

// Print writes the carried values, the types and the two regions.
func (o While) Print(p *asm.OpPrinter) {
	printInits(p, " ", o.BeforeBlock().Args(), o.Inits())
	p.Str(" : ")
	p.FunctionalType(o.Op())
	p.Byte(' ')
	p.Region(o.Before(), false, true)
	p.Str(" do ")
	p.Region(o.After(), true, true)
	p.AttrDictWithKeyword(o.Op())
}

// Parse reads what Print writes.
func (While) Parse(p *asm.OpParser, st *ir.OpState) error {
	var args []asm.Argument
	var inits []asm.Operand
	p.List(asm.OptParen, func() {
		args = append(args, p.Argument(false, false))
		p.Punct("=")
		inits = append(inits, p.Operand())
	})
	p.Punct(":")
	at := p.Here()
	ft := p.FunctionType()
	if len(ft.Inputs) != len(inits) {
		return p.Errorf(at, "expected as many input types as operands (expected %d got %d)", len(inits), len(ft.Inputs))
	}
	st.Types = ft.Results
	typeAll(args, ft.Inputs)
	p.ResolveAll(st, at, inits, ft.Inputs)
	before := p.Region(args)
	p.Keyword("do")
	after := p.Region(nil)
	st.Regions = append(st.Regions, before, after)
	p.AttrDictWithKeyword(st)
	return nil
}

// Print writes the result types and the region.
func (o ExecuteRegion) Print(p *asm.OpPrinter) {
	p.ArrowTypes(o.Op().ResultTypes())
	p.Byte(' ')
	if o.NoInline() != nil {
		p.Str("no_inline ")
	}
	p.Region(o.RegionVal(), false, true)
	p.AttrDict(o.Op(), "no_inline")
}

// Parse reads what Print writes.
func (ExecuteRegion) Parse(p *asm.OpParser, st *ir.OpState) error {
	st.Types = p.OptArrowTypes()
	if p.OptKeyword("no_inline") {
		p.SetProp(st, "no_inline", p.Context().Unit())
	}
	st.Regions = append(st.Regions, p.Region(nil))
	p.AttrDictInto(st)
	return nil
}

// Print writes each case on a line of its own.
func (o IndexSwitch) Print(p *asm.OpPrinter) {
	p.Byte(' ')
	p.Operand(o.Arg())
	p.AttrDict(o.Op(), "cases")
	if o.Op().NumResults() > 0 {
		p.Str(" -> ")
		p.TypesOf(o.Op().Results())
	}
	p.Byte(' ')
	for i, r := range o.CaseRegions() {
		p.Newline()
		p.Str("case ")
		p.Int(o.CaseValues()[i])
		p.Byte(' ')
		p.Region(r, false, true)
	}
	p.Newline()
	p.Str("default ")
	p.Region(o.DefaultRegion(), true, o.Op().NumResults() > 0)
}

// Parse reads what Print writes.
func (IndexSwitch) Parse(p *asm.OpParser, st *ir.OpState) error {
	arg := p.Operand()
	p.AttrDictInto(st)
	if p.OptPunct("->") {
		st.Types = p.TypeList()
	}
	var values []int64
	var cases []*ir.Region
	for p.OptKeyword("case") {
		values = append(values, p.Integer())
		// Unlike the default region, cases spell out their terminators.
		cases = append(cases, p.Region(nil))
	}
	p.Keyword("default")
	r := p.Region(nil)
	p.EnsureTerminator(r, "scf.yield", st.Loc)
	p.Resolve(st, arg, p.Context().Index())
	p.SetProp(st, "cases", p.Context().I64Array(values...))
	st.Regions = append(append(st.Regions, r), cases...)
	return nil
}

// Print writes (%i, ...) = (lower) to (upper) step (steps) and the body.
func (o Parallel) Print(p *asm.OpPrinter) {
	list := func(prefix string, vs []*ir.Value) {
		p.Str(prefix)
		p.Byte('(')
		p.Operands(vs)
		p.Byte(')')
	}
	list(" ", o.Body().Args())
	list(" = ", o.LowerBound())
	list(" to ", o.UpperBound())
	list(" step ", o.Step())
	if inits := o.InitVals(); len(inits) > 0 {
		list(" init ", inits)
	}
	p.ArrowTypes(o.Op().ResultTypes())
	p.Byte(' ')
	p.Region(o.RegionVal(), false, true)
	p.AttrDict(o.Op(), "operandSegmentSizes")
}

// Parse reads what Print writes.
func (Parallel) Parse(p *asm.OpParser, st *ir.OpState) error {
	ivs := p.ArgumentList(asm.Paren, false, false)
	at := p.Here()
	p.Punct("=")
	lower := p.OperandList(asm.Paren)
	p.Keyword("to")
	upper := p.OperandList(asm.Paren)
	p.Keyword("step")
	steps := p.OperandList(asm.Paren)
	if len(lower) != len(ivs) || len(upper) != len(ivs) || len(steps) != len(ivs) {
		return p.Errorf(at, "expected %d lower bounds, upper bounds and steps, found %d, %d and %d", len(ivs), len(lower), len(upper), len(steps))
	}
	var inits []asm.Operand
	if p.OptKeyword("init") {
		inits = p.OperandList(asm.Paren)
	}
	st.Types = p.OptArrowTypes()
	index := p.Context().Index()
	for i := range ivs {
		ivs[i].Type = index
	}
	p.ResolveSame(st, lower, index)
	p.ResolveSame(st, upper, index)
	p.ResolveSame(st, steps, index)
	p.ResolveAll(st, at, inits, st.Types)
	p.SetSegments(st, len(lower), len(upper), len(steps), len(inits))
	body := p.Region(ivs)
	p.EnsureTerminator(body, "scf.reduce", st.Loc)
	st.Regions = append(st.Regions, body)
	p.AttrDictInto(st)
	return nil
}
