package asm

import "github.com/tile-opt/tile-opt/ir"

// formatState is what parsing a format has found so far, slot by slot.
type formatState struct {
	f        *format
	q        *OpParser
	st       *ir.OpState
	operands []slotOperands
	in, out  []slotTypes
	allOps   []Operand
	allAt    Mark
	allIn    []ir.Type
	allOut   []ir.Type
	hasIn    bool // allIn was given
	hasOut   bool
	regions  [][]*ir.Region
	succs    [][]*ir.Block
}

type slotOperands struct {
	list []Operand
	at   Mark
}

type slotTypes struct {
	list  []ir.Type
	known bool
}

// parse reads the custom form after the name into st.
func (f *format) parse(q *OpParser, st *ir.OpState) error {
	def := f.info.Def
	s := &formatState{f: f, q: q, st: st,
		operands: make([]slotOperands, len(def.In)), in: make([]slotTypes, len(def.In)), out: make([]slotTypes, len(def.Out)),
		regions: make([][]*ir.Region, len(def.Regions)), succs: make([][]*ir.Block, len(def.Succs))}
	s.elems(f.elems)
	for _, r := range s.regions {
		st.Regions = append(st.Regions, r...)
	}
	for i := len(st.Regions); i < len(def.Regions) && !def.Regions[i].Variadic; i++ {
		st.Regions = append(st.Regions, ir.NewRegion())
	}
	for _, b := range s.succs {
		st.Successors = append(st.Successors, b...)
	}
	return s.resolve()
}

func (s *formatState) elems(elems []*fmtElem) {
	for _, e := range elems {
		s.elem(e)
	}
}

func (s *formatState) elem(e *fmtElem) {
	q := s.q
	switch e.kind {
	case fLiteral:
		if !s.optLiteral(e.text) {
			q.p.failToken("expected '%s'", e.text)
		}
	case fOperand:
		s.operand(e)
	case fOperands:
		s.allAt = q.Here()
		s.allOps = q.OperandList(NoDelim)
	case fProp:
		s.prop(e)
	case fRegion:
		s.region(e)
	case fRegions:
		for i := range s.regions {
			if i > 0 {
				q.Punct(",")
			}
			s.region(&fmtElem{kind: fRegion, index: i})
		}
	case fSuccessor:
		s.successor(e)
	case fSuccessors:
		if q.p.is(tCaret) {
			q.List(NoDelim, func() { s.succs[0] = append(s.succs[0], q.Successor()) })
		}
	case fType:
		s.types(e.args[0], s.typeList(e.args[0], e.qualified))
	case fFuncType:
		t := q.FunctionType()
		s.types(e.args[0], t.Inputs)
		s.types(e.args[1], t.Results)
	case fAttrDict:
		q.AttrDictInto(s.st)
	case fAttrDictKeyword:
		q.AttrDictWithKeyword(s.st)
	case fPropDict:
		if q.p.is(tLess) {
			q.p.properties(q.p.opMemo([]byte(s.st.Info.Name)), s.st)
		}
	case fCustom:
		s.custom(e)
	case fGroup:
		s.group(e)
	case fOIList:
		s.oilist(e)
	}
}

func (s *formatState) optLiteral(text string) bool {
	if class[text[0]]&cLetter != 0 {
		return s.q.OptKeyword(text)
	}
	return s.q.OptPunct(text)
}

func (s *formatState) operand(e *fmtElem) {
	o := &s.operands[e.index]
	o.at = s.q.Here()
	switch s.f.info.Def.In[e.index].Arity {
	case ir.One:
		o.list = []Operand{s.q.Operand()}
	case ir.Optional:
		if x, ok := s.q.OptOperand(); ok {
			o.list = []Operand{x}
		}
	case ir.Variadic:
		o.list = s.q.OperandList(NoDelim)
	}
}

func (s *formatState) prop(e *fmtElem) { s.optProp(e, false) }

// optProp reads a property; an optional one may be absent.
func (s *formatState) optProp(e *fmtElem, optional bool) bool {
	q, slot := s.q, &s.f.info.Def.Props[e.index]
	optional = optional || slot.Optional && !(slot.C == ir.UnitAttrC)
	var a ir.Attr
	switch {
	case slot.Name == "sym_name":
		if optional && !q.p.is(tAt) {
			return false
		}
		a = q.Context().Str(q.SymbolName())
	case slot.Enum != nil && !e.qualified:
		if optional && !s.enumHere(slot.Enum) {
			return false
		}
		a = q.EnumAttr(slot.Enum)
	case slot.Strip != "" && !e.qualified && !q.p.is(tHash):
		if optional && !q.p.is(tLess) {
			return false
		}
		a = q.StrippedAttr(slot.Strip)
	case arrayElem(slot, q.p.ctx) != nil && !e.qualified && (optional || q.p.is(tLSquare)):
		if optional && !q.p.is(tLSquare) {
			return false
		}
		a = s.bareArray(arrayElem(slot, q.p.ctx))
	case optional && slot.C == ir.StrAttrC && !q.p.is(tString):
		// What stands here is an attribute, but not this one.
		return false
	case optional && q.p.is(tLBrace) && slot.C != nil && !slot.C.Attr(ir.DictOf(q.p.ctx)):
		// A region or the dictionary of attributes follows.
		return false
	case optional:
		var ok bool
		if a, ok = q.OptAttr(propType(slot, q.p.ctx)); !ok {
			return false
		}
	default:
		a = q.Attr(propType(slot, q.p.ctx))
	}
	s.st.Props[e.index] = a
	return true
}

// bareArray reads [1, 2].
func (s *formatState) bareArray(elem ir.Type) ir.Attr {
	n := 0
	var data []byte
	s.q.List(Square, func() {
		data = s.q.p.arrayElement(data, elem)
		n++
	})
	return ir.DenseArrayOf(elem, n, data)
}

// enumHere reports whether the text of an enum attribute begins here.
func (s *formatState) enumHere(e *ir.Enum) bool {
	if e.Mnemonic != "" && !e.Bare {
		return s.q.p.is(tLess)
	}
	kw := s.q.NextKeyword()
	_, ok := e.Value(kw)
	return ok && kw != ""
}

func (s *formatState) region(e *fmtElem) {
	q := s.q
	add := func() {
		r := q.Region(nil)
		if s.needsBlock(e.index) && r.IsEmpty() {
			r.Append(ir.NewBlock())
		}
		s.regions[e.index] = append(s.regions[e.index], r)
	}
	if !s.f.info.Def.Regions[e.index].Variadic {
		add()
		return
	}
	if q.p.is(tLBrace) {
		q.List(NoDelim, add)
	}
}

// needsBlock reports whether {} means one empty block.
func (s *formatState) needsBlock(i int) bool {
	def := s.f.info.Def
	return def.Regions[i].Sized || def.Traits.Has(ir.SingleBlock)
}

func (s *formatState) successor(e *fmtElem) {
	if !s.f.info.Def.Succs[e.index].Variadic {
		s.succs[e.index] = []*ir.Block{s.q.Successor()}
		return
	}
	if s.q.p.is(tCaret) {
		s.q.List(NoDelim, func() { s.succs[e.index] = append(s.succs[e.index], s.q.Successor()) })
	}
}

// typeList reads as many types as the argument of type(...) may have.
func (s *formatState) typeList(a *fmtElem, qualified bool) []ir.Type {
	def := s.f.info.Def
	arity := ir.Variadic
	strip := ""
	switch a.kind {
	case fOperand:
		arity = def.In[a.index].Arity
	case fResult:
		arity = def.Out[a.index].Arity
	}
	if !a.qualified && !qualified {
		strip = s.f.stripOf(a)
	}
	one := func() ir.Type {
		if strip != "" && !s.q.p.is(tExclaim) {
			return s.q.StrippedType(strip)
		}
		return s.q.Type()
	}
	switch {
	case arity == ir.One:
		return []ir.Type{one()}
	case strip == "" && !s.typeHere():
		return nil
	case arity == ir.Optional:
		return []ir.Type{one()}
	}
	var ts []ir.Type
	s.q.List(NoDelim, func() { ts = append(ts, one()) })
	return ts
}

func (s *formatState) typeHere() bool {
	p := s.q.p
	return p.is(tLParen) || p.is(tExclaim) || p.is(tBare) && p.startsType()
}

// types records the types of what a names.
func (s *formatState) types(a *fmtElem, ts []ir.Type) {
	switch a.kind {
	case fOperand:
		s.in[a.index] = slotTypes{ts, true}
	case fResult:
		s.out[a.index] = slotTypes{ts, true}
	case fOperands:
		s.allIn, s.hasIn = ts, true
	case fResults:
		s.allOut, s.hasOut = ts, true
	}
}

// group reads an optional group: its first element says whether it is there.
func (s *formatState) group(g *fmtElem) {
	f := first(g.then)
	if !s.begin(f) {
		s.elems(g.els)
		return
	}
	started := false
	for _, e := range g.then {
		switch {
		case e == f:
			started = true
		case !started:
		case e.anchor && s.f.isUnit(e):
		default:
			s.elem(e)
		}
	}
	if a := anchorOf(g); s.f.isUnit(a) && containsElem(g.then, a) {
		s.st.Props[a.index] = s.q.Context().Unit()
	}
}

func containsElem(elems []*fmtElem, e *fmtElem) bool {
	for _, x := range elems {
		if x == e {
			return true
		}
	}
	return false
}

// begin reads the first element of a group when it is there.
func (s *formatState) begin(e *fmtElem) bool {
	q := s.q
	switch e.kind {
	case fLiteral:
		return s.optLiteral(e.text)
	case fOperand, fOperands:
		if !q.p.is(tPercent) {
			return false
		}
	case fProp:
		return s.optProp(e, true)
	case fRegion:
		if !q.p.is(tLBrace) {
			return false
		}
	case fSuccessor, fSuccessors:
		if !q.p.is(tCaret) {
			return false
		}
	case fType:
		if !s.typeHere() {
			return false
		}
	case fFuncType:
		if !q.p.is(tLParen) {
			return false
		}
	case fCustom:
		if peek := s.f.directives[e.text].Peek; peek != nil && !peek(q) {
			return false
		}
	}
	s.elem(e)
	return true
}

func (s *formatState) oilist(e *fmtElem) {
	seen := make([]bool, len(e.clauses))
next:
	for {
		for i, clause := range e.clauses {
			at := s.q.Here()
			if !s.optLiteral(clause[0].text) {
				continue
			}
			if seen[i] {
				s.q.Failf(at, "`%s` clause can appear at most once in the expansion of the oilist directive", clause[0].text)
			}
			seen[i] = true
			u := unitOf(s.f, clause)
			for _, c := range clause[1:] {
				if c != u {
					s.elem(c)
				}
			}
			if u != nil {
				s.st.Props[u.index] = s.q.Context().Unit()
			}
			continue next
		}
		return
	}
}

// custom runs the parse function of a directive and stores what it found.
func (s *formatState) custom(e *fmtElem) {
	args := make([]*DirectiveArg, len(e.args))
	for i, a := range e.args {
		args[i] = s.directiveArg(a)
	}
	at := s.q.Here()
	s.q.p.check(s.f.directives[e.text].Parse(s.q, args), int(at))
	for i, a := range e.args {
		s.store(a, args[i], at)
	}
}

func (s *formatState) directiveArg(a *fmtElem) *DirectiveArg {
	d := &DirectiveArg{Name: a.text}
	switch a.kind {
	case fString:
		d.Text = a.text
	case fType:
		d.Name = a.args[0].text
	case fRef:
		d.Ref = true
		r := a.args[0]
		d.Name = r.text
		switch r.kind {
		case fOperand:
			d.Operands = s.operands[r.index].list
		case fProp:
			d.Attr = s.st.Props[r.index]
		case fRegion:
			d.Regions = s.regions[r.index]
		case fSuccessor:
			d.Successors = s.succs[r.index]
		case fType:
			d.Name = r.args[0].text
			d.Types = s.slot(r.args[0]).list
		}
	}
	return d
}

func (s *formatState) slot(a *fmtElem) *slotTypes {
	switch a.kind {
	case fOperand:
		return &s.in[a.index]
	case fResult:
		return &s.out[a.index]
	}
	return &slotTypes{}
}

func (s *formatState) store(a *fmtElem, d *DirectiveArg, at Mark) {
	switch a.kind {
	case fOperand:
		s.operands[a.index] = slotOperands{d.Operands, at}
	case fProp:
		s.st.Props[a.index] = d.Attr
	case fRegion:
		s.regions[a.index] = d.Regions
	case fSuccessor:
		s.succs[a.index] = d.Successors
	case fType:
		s.types(a.args[0], d.Types)
	case fAttrDict:
		s.q.addAttrs(s.st, int(at), d.Attrs)
	}
}
