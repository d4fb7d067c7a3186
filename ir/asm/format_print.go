package asm

import "github.com/tile-opt/tile-opt/ir"

// print writes the custom form of op after its name.
func (f *format) print(q *OpPrinter, op *ir.Operation) {
	for _, e := range f.elems {
		f.printElem(q, op, e, nil)
	}
}

func (f *format) printElems(q *OpPrinter, op *ir.Operation, elems []*fmtElem, skip *fmtElem) {
	for _, e := range elems {
		f.printElem(q, op, e, skip)
	}
}

// printElem writes one element. skip is the unit attribute that anchors the
// group: the group's presence says it.
func (f *format) printElem(q *OpPrinter, op *ir.Operation, e, skip *fmtElem) {
	if e == skip {
		return
	}
	if e.space {
		q.Byte(' ')
	}
	switch e.kind {
	case fLiteral:
		q.Str(e.text)
	case fSpace:
		q.Byte(' ')
	case fNewline:
		q.Newline()
	case fOperand:
		lo, hi := op.OperandRange(e.index)
		f.printOperands(q, op, lo, hi)
	case fOperands:
		f.printOperands(q, op, 0, op.NumOperands())
	case fProp:
		f.printProp(q, op, e)
	case fRegion:
		f.printRegions(q, op, e.index, f.regionEnd(op, e.index))
	case fRegions:
		f.printRegions(q, op, 0, op.NumRegions())
	case fSuccessor:
		f.printSuccessors(q, op, e.index, f.succEnd(op, e.index))
	case fSuccessors:
		f.printSuccessors(q, op, 0, op.NumSuccessors())
	case fType:
		f.printTypes(q, op, e.args[0], e.qualified || e.args[0].qualified)
	case fFuncType:
		q.Byte('(')
		f.printTypes(q, op, e.args[0], true)
		q.Str(") -> ")
		q.ResultTypes(f.argTypes(op, e.args[1]))
	case fAttrDict:
		f.printAttrDict(q, op, false)
	case fAttrDictKeyword:
		f.printAttrDict(q, op, true)
	case fPropDict:
		if !q.p.collecting {
			q.p.properties(op)
		} else {
			q.p.collectAttrs(op)
		}
	case fCustom:
		f.directives[e.text].Print(q, op, f.directiveArgs(op, e))
	case fGroup:
		f.printGroup(q, op, e)
	case fOIList:
		for _, clause := range e.clauses {
			if f.clausePresent(op, clause) {
				f.printElems(q, op, clause, unitOf(f, clause))
			}
		}
	}
}

func (f *format) printOperands(q *OpPrinter, op *ir.Operation, lo, hi int) {
	for i := lo; i < hi; i++ {
		if i > lo {
			q.Str(", ")
		}
		q.Operand(op.Operand(i))
	}
}

// propType returns the type that the literal of a property does not write.
func propType(s *ir.PropSlot, c *ir.Context) ir.Type {
	switch {
	case s.Type != nil:
		return s.Type(c)
	case s.C == ir.I32AttrC:
		return c.I(32)
	case s.C == ir.I64AttrC:
		return c.I(64)
	case s.C == ir.IndexAttrC:
		return c.Index()
	case s.C == ir.StrAttrC:
		return c.None() // a colon behind the string belongs to the format
	}
	return nil
}

// arrayElem returns the element type of a property that is written as [1, 2]
// instead of array<i64: 1, 2>, nil for other properties.
func arrayElem(s *ir.PropSlot, c *ir.Context) ir.Type {
	switch s.C {
	case ir.I32ArrayC:
		return c.I(32)
	case ir.I64ArrayC:
		return c.I(64)
	}
	return nil
}

// bareArray writes the elements of a dense array in brackets.
func (p *irPrinter) bareArray(a ir.Attr) {
	d, ok := a.(*ir.DenseArrayAttr)
	if !ok {
		p.Attr(a)
		return
	}
	p.Byte('[')
	for i := range d.N {
		if i > 0 {
			p.Str(", ")
		}
		p.AttrNoType(d.At(i))
	}
	p.Byte(']')
}

func (f *format) printProp(q *OpPrinter, op *ir.Operation, e *fmtElem) {
	s := &f.info.Def.Props[e.index]
	a := op.PropAt(e.index)
	if a == nil {
		return
	}
	switch {
	case s.Name == "sym_name":
		if name, ok := ir.StringValue(a); ok {
			q.SymbolName(name)
			return
		}
		q.Attr(a)
	case e.qualified:
		q.Attr(a)
	case s.Enum != nil:
		if s.Enum.Bare {
			// MLIR's printer of such attributes begins with a blank.
			q.Byte(' ')
		}
		q.Enum(s.Enum, a)
	case arrayElem(s, q.p.ctx) != nil:
		q.p.bareArray(a)
	case s.Strip != "":
		q.StrippedAttr(a, s.Strip)
	case propType(s, q.p.ctx) != nil:
		q.AttrNoType(a)
	default:
		q.Attr(a)
	}
}

// regionEnd returns the end of the regions of slot i.
func (f *format) regionEnd(op *ir.Operation, i int) int {
	if f.info.Def.Regions[i].Variadic {
		return op.NumRegions()
	}
	return min(i+1, op.NumRegions())
}

func (f *format) succEnd(op *ir.Operation, i int) int {
	if f.info.Def.Succs[i].Variadic {
		return op.NumSuccessors()
	}
	return min(i+1, op.NumSuccessors())
}

func (f *format) printRegions(q *OpPrinter, op *ir.Operation, lo, hi int) {
	for i := lo; i < hi; i++ {
		if i > lo {
			q.Str(", ")
		}
		r := op.RegionAt(i)
		q.Region(r, true, f.showTerminator(r))
	}
}

// showTerminator reports whether the terminator says more than that it is the
// implicit one.
func (f *format) showTerminator(r *ir.Region) bool {
	if f.info.Def.ImplicitTerminator == "" || r.IsEmpty() {
		return true
	}
	t := r.Entry().Last()
	return t == nil || len(t.Attrs()) > 0 || t.NumOperands() > 0 || t.NumResults() > 0 || hasProps(t)
}

func hasProps(op *ir.Operation) bool {
	for i := range op.NumProps() {
		if op.PropAt(i) != nil {
			return true
		}
	}
	return false
}

func (f *format) printSuccessors(q *OpPrinter, op *ir.Operation, lo, hi int) {
	for i := lo; i < hi; i++ {
		if i > lo {
			q.Str(", ")
		}
		q.Successor(op.Successor(i))
	}
}

// argTypes returns the types an argument of type(...) stands for.
func (f *format) argTypes(op *ir.Operation, a *fmtElem) []ir.Type {
	var out []ir.Type
	switch a.kind {
	case fOperand, fOperands:
		lo, hi := 0, op.NumOperands()
		if a.kind == fOperand {
			lo, hi = op.OperandRange(a.index)
		}
		for ; lo < hi; lo++ {
			out = append(out, op.Operand(lo).Type())
		}
	case fResult, fResults:
		lo, hi := 0, op.NumResults()
		if a.kind == fResult {
			lo, hi = op.ResultRange(a.index)
		}
		for ; lo < hi; lo++ {
			out = append(out, op.Result(lo).Type())
		}
	}
	return out
}

func (f *format) printTypes(q *OpPrinter, op *ir.Operation, a *fmtElem, qualified bool) {
	strip := ""
	if !qualified {
		strip = f.stripOf(a)
	}
	for i, t := range f.argTypes(op, a) {
		if i > 0 {
			q.Str(", ")
		}
		if strip != "" {
			q.StrippedType(t, strip)
		} else {
			q.Type(t)
		}
	}
}

// stripOf returns the prefix that types of the slot are written without.
func (f *format) stripOf(a *fmtElem) string {
	var c *ir.Constraint
	switch a.kind {
	case fOperand:
		c = f.info.Def.In[a.index].C
	case fResult:
		c = f.info.Def.Out[a.index].C
	}
	if c == nil {
		return ""
	}
	return c.Strip
}

func (f *format) printAttrDict(q *OpPrinter, op *ir.Operation, keyword bool) {
	switch {
	case f.propDict && keyword:
		if len(op.Attrs()) > 0 {
			q.Str(" attributes")
		}
		q.NamedAttrDict(op.Attrs())
	case f.propDict:
		q.NamedAttrDict(op.Attrs())
	case keyword:
		q.AttrDictWithKeyword(op, f.elided...)
	default:
		q.AttrDict(op, f.elided...)
	}
}

// directiveArgs fills the arguments of custom<...> for printing.
func (f *format) directiveArgs(op *ir.Operation, e *fmtElem) []*DirectiveArg {
	out := make([]*DirectiveArg, len(e.args))
	for i, a := range e.args {
		d := &DirectiveArg{Name: a.text}
		if a.kind == fRef {
			d.Ref = true
			a = a.args[0]
			d.Name = a.text
		}
		switch a.kind {
		case fOperand:
			d.Values = op.In(a.index)
		case fOperands:
			d.Values = op.Operands()
		case fProp:
			d.Attr = op.PropAt(a.index)
		case fRegion:
			for k := a.index; k < f.regionEnd(op, a.index); k++ {
				d.Regions = append(d.Regions, op.RegionAt(k))
			}
		case fSuccessor:
			for k := a.index; k < f.succEnd(op, a.index); k++ {
				d.Successors = append(d.Successors, op.Successor(k))
			}
		case fType:
			d.Name = a.args[0].text
			d.Types = f.argTypes(op, a.args[0])
		case fAttrDict:
			d.Attrs = op.Attrs()
		case fString:
			d.Text = a.text
		}
		out[i] = d
	}
	return out
}

func (f *format) printGroup(q *OpPrinter, op *ir.Operation, g *fmtElem) {
	a := anchorOf(g)
	inThen := false
	for _, e := range g.then {
		inThen = inThen || e == a
	}
	if f.present(op, a) == inThen {
		f.printElems(q, op, g.then, f.unitAnchor(a))
	} else {
		f.printElems(q, op, g.els, f.unitAnchor(a))
	}
}

// unitAnchor returns the anchor when it is a unit attribute, which is not
// written.
func (f *format) unitAnchor(a *fmtElem) *fmtElem {
	if f.isUnit(a) {
		return a
	}
	return nil
}

func (f *format) isUnit(a *fmtElem) bool {
	return a.kind == fProp && f.info.Def.Props[a.index].C == ir.UnitAttrC
}

// present reports whether what an element stands for is there: values, a
// property that is not its default, a region with blocks.
func (f *format) present(op *ir.Operation, e *fmtElem) bool {
	switch e.kind {
	case fOperand:
		lo, hi := op.OperandRange(e.index)
		return lo < hi
	case fOperands:
		return op.NumOperands() > 0
	case fProp:
		a := op.PropAt(e.index)
		s := &f.info.Def.Props[e.index]
		return a != nil && (s.Default == nil || a != s.Default(op.Context()))
	case fRegion:
		return e.index < op.NumRegions() && (f.info.Def.Regions[e.index].Variadic || !op.RegionAt(e.index).IsEmpty())
	case fSuccessor:
		return e.index < op.NumSuccessors()
	case fResult:
		lo, hi := op.ResultRange(e.index)
		return lo < hi
	case fResults:
		return op.NumResults() > 0
	case fFuncType:
		return true
	case fType, fCustom, fRef:
		for _, a := range e.args {
			if f.present(op, a) {
				return true
			}
		}
	}
	return false
}

// clausePresent reports whether a clause of oilist has something to say.
func (f *format) clausePresent(op *ir.Operation, clause []*fmtElem) bool {
	for _, e := range clause {
		if f.present(op, e) {
			return true
		}
	}
	return false
}

func unitOf(f *format, clause []*fmtElem) *fmtElem {
	for _, e := range clause {
		if f.isUnit(e) {
			return e
		}
	}
	return nil
}
