package asm

import (
	"strings"

	"github.com/tile-opt/tile-opt/ir"
)

// resolve completes the types of all slots, resolves the operands and fills
// the segment sizes.
func (s *formatState) resolve() error {
	def := s.f.info.Def
	if s.f.allOperands {
		if err := s.resolveAll(); err != nil {
			return err
		}
	} else {
		s.spread()
		if err := s.infer(); err != nil {
			return err
		}
		for i := range def.In {
			if err := s.resolveSlot(i); err != nil {
				return err
			}
		}
		s.segments("operandSegmentSizes", len(def.In), func(i int) int { return len(s.operands[i].list) })
	}
	return s.resolveResults()
}

// resolveAll handles the directive operands: one list for all slots.
func (s *formatState) resolveAll() error {
	if !s.hasIn {
		if t, ok := s.commonType(); ok {
			s.q.ResolveSame(s.st, s.allOps, t)
			return nil
		}
		return s.q.Errorf(s.allAt, "types of operands cannot be inferred")
	}
	if len(s.allOps) != len(s.allIn) {
		return s.countError(s.allAt, len(s.allOps), len(s.allIn))
	}
	s.q.ResolveAll(s.st, s.allAt, s.allOps, s.allIn)
	return nil
}

// commonType returns the one type of an operation with SameTypes.
func (s *formatState) commonType() (ir.Type, bool) {
	for i := range s.out {
		if s.out[i].known && len(s.out[i].list) > 0 && s.f.info.Def.Traits.Has(ir.SameTypes) {
			return s.out[i].list[0], true
		}
	}
	if s.hasOut && len(s.allOut) > 0 && s.f.info.Def.Traits.Has(ir.SameTypes) {
		return s.allOut[0], true
	}
	return nil, false
}

func (s *formatState) countError(at Mark, ops, types int) error {
	return s.q.Errorf(at, "number of operands and types do not match: got %d operands and %d types", ops, types)
}

// spread hands the types given for all operands or results to the slots.
func (s *formatState) spread() {
	def := s.f.info.Def
	if s.hasIn {
		rest := s.allIn
		for i := range def.In {
			n := min(len(s.operands[i].list), len(rest))
			s.in[i] = slotTypes{rest[:n], true}
			rest = rest[n:]
		}
		if len(rest) > 0 && len(def.In) > 0 {
			s.in[len(def.In)-1].list = append(s.in[len(def.In)-1].list, rest...)
		}
	}
	if s.hasOut && len(def.Out) == 1 {
		s.out[0] = slotTypes{s.allOut, true}
	}
}

// infer finds the types of slots that were not written.
func (s *formatState) infer() error {
	def := s.f.info.Def
	for i := range def.In {
		if len(s.operands[i].list) == 0 && !s.in[i].known {
			s.in[i].known = true
		}
	}
	s.inferSame()
	s.inferTraits()
	s.inferUnique()
	s.inferSame()
	if h, ok := s.f.info.ZeroView().(SlotTyper); ok && !s.allKnown() {
		if err := h.InferSlotTypes(&SlotTypes{s}); err != nil {
			return err
		}
		s.inferSame()
	}
	return nil
}

func (s *formatState) allKnown() bool {
	for i := range s.in {
		if !s.in[i].known {
			return false
		}
	}
	for i := range s.out {
		if !s.out[i].known {
			return false
		}
	}
	return true
}

// inferSame carries types through the groups of slots with one type.
func (s *formatState) inferSame() {
	for _, g := range s.f.info.Def.Same {
		var t ir.Type
		for _, name := range g {
			if x := s.named(name); x != nil && x.known && len(x.list) > 0 && t == nil {
				t = x.list[0]
			}
		}
		if t == nil {
			continue
		}
		for _, name := range g {
			s.fill(name, t)
		}
	}
}

func (s *formatState) named(name string) *slotTypes {
	def := s.f.info.Def
	for i := range def.In {
		if def.In[i].Name == name {
			return &s.in[i]
		}
	}
	for i := range def.Out {
		if def.Out[i].Name == name {
			return &s.out[i]
		}
	}
	return nil
}

// fill gives every value of an unknown slot the type t.
func (s *formatState) fill(name string, t ir.Type) {
	def := s.f.info.Def
	for i := range def.In {
		if def.In[i].Name == name {
			s.fillIn(i, t)
		}
	}
	for i := range def.Out {
		if def.Out[i].Name == name {
			s.fillOut(i, t)
		}
	}
}

func (s *formatState) fillIn(i int, t ir.Type) {
	if s.in[i].known {
		return
	}
	n := len(s.operands[i].list)
	ts := make([]ir.Type, n)
	for k := range ts {
		ts[k] = t
	}
	s.in[i] = slotTypes{ts, true}
}

func (s *formatState) fillOut(i int, t ir.Type) {
	if !s.out[i].known && s.f.info.Def.Out[i].Arity == ir.One {
		s.out[i] = slotTypes{[]ir.Type{t}, true}
	}
}

func (s *formatState) inferTraits() {
	def := s.f.info.Def
	if !def.Traits.Has(ir.SameTypes) && !def.Traits.Has(ir.SameOperandTypes) {
		return
	}
	var t ir.Type
	for i := range s.in {
		if t == nil && s.in[i].known && len(s.in[i].list) > 0 {
			t = s.in[i].list[0]
		}
	}
	if def.Traits.Has(ir.SameTypes) {
		for i := range s.out {
			if t == nil && s.out[i].known && len(s.out[i].list) > 0 {
				t = s.out[i].list[0]
			}
		}
	}
	if t == nil {
		return
	}
	for i := range s.in {
		s.fillIn(i, t)
	}
	for i := range s.out {
		if def.Traits.Has(ir.SameTypes) {
			s.fillOut(i, t)
		}
	}
}

func (s *formatState) inferUnique() {
	def, ctx := s.f.info.Def, s.q.p.ctx
	for i := range def.In {
		if !s.in[i].known && def.In[i].C != nil {
			if t := def.In[i].C.UniqueType(ctx); t != nil {
				s.fillIn(i, t)
			}
		}
	}
	for i := range def.Out {
		if s.out[i].known || def.Out[i].C == nil {
			continue
		}
		switch t := def.Out[i].C.UniqueType(ctx); {
		case def.Out[i].Arity == ir.Optional:
			s.out[i].known = true // an optional result that is not written is not there
		case t != nil:
			s.fillOut(i, t)
		}
	}
}

func (s *formatState) resolveSlot(i int) error {
	o, t := &s.operands[i], &s.in[i]
	if !t.known {
		return s.q.Errorf(o.at, "type of operand '%s' cannot be inferred", s.f.info.Def.In[i].Name)
	}
	ts := t.list
	if len(o.list) != len(ts) {
		return s.countError(o.at, len(o.list), len(ts))
	}
	s.q.ResolveAll(s.st, o.at, o.list, ts)
	return nil
}

func (s *formatState) segments(name string, n int, size func(int) int) {
	i := s.f.info.PropIndex(name)
	if i < 0 {
		return
	}
	sizes := make([]int, n)
	for k := range sizes {
		sizes[k] = size(k)
	}
	s.st.Props[i] = segments(s.q.p.ctx, sizes)
}

// resolveResults sets the result types: as written, as inferred slot by slot,
// or by the operation's own inference.
func (s *formatState) resolveResults() error {
	def := s.f.info.Def
	if s.hasOut {
		s.st.Types = s.allOut
		return nil
	}
	for i := range s.out {
		if !s.out[i].known {
			return s.inferResults()
		}
	}
	for i := range s.out {
		s.st.Types = append(s.st.Types, s.out[i].list...)
	}
	s.segments("resultSegmentSizes", len(def.Out), func(i int) int { return len(s.out[i].list) })
	return nil
}

func (s *formatState) inferResults() error {
	for i, p := range s.f.info.Def.Props {
		if s.st.Props[i] == nil && p.Default != nil && !p.Optional {
			s.st.Props[i] = p.Default(s.q.p.ctx)
		}
	}
	types, err := ir.InferTypes(s.q.p.ctx, s.st)
	if err != nil {
		if d := asDiagnostic(err); d.Pos.IsValid() {
			return d
		}
		return s.q.Errorf(s.q.Start(), "'%s' op %s", s.f.info.Name, err)
	}
	s.st.Types = types
	return nil
}

// Context returns the context to make types in.
func (t *SlotTypes) Context() *ir.Context { return t.s.q.p.ctx }

// Get returns the type of the first value of a slot, nil when it is unknown
// or the slot is empty.
func (t *SlotTypes) Get(slot string) ir.Type {
	if x := t.s.named(slot); x != nil && len(x.list) > 0 {
		return x.list[0]
	}
	return nil
}

// All returns the types of a slot, nil when they are unknown.
func (t *SlotTypes) All(slot string) []ir.Type {
	if x := t.s.named(slot); x != nil {
		return x.list
	}
	return nil
}

// Set gives every value of an unknown slot the type ty; known slots are kept.
func (t *SlotTypes) Set(slot string, ty ir.Type) { t.s.fill(slot, ty) }

// SetAll gives the values of an unknown slot their types.
func (t *SlotTypes) SetAll(slot string, ts []ir.Type) {
	if x := t.s.named(slot); x != nil && !x.known {
		*x = slotTypes{ts, true}
	}
}

// NumOperands returns how many operands a slot has.
func (t *SlotTypes) NumOperands(slot string) int {
	for i, s := range t.s.f.info.Def.In {
		if s.Name == slot {
			return len(t.s.operands[i].list)
		}
	}
	return 0
}

// Prop returns a property that was read, nil when absent.
func (t *SlotTypes) Prop(name string) ir.Attr {
	if i := t.s.f.info.PropIndex(name); i >= 0 {
		return t.s.st.Props[i]
	}
	return nil
}

// Errorf returns an error at the operation.
func (t *SlotTypes) Errorf(format string, args ...any) error {
	return t.s.q.Errorf(t.s.q.Start(), format, args...)
}

// StrippedAttr reads an attribute whose prefix "dialect.mnemonic" the text
// leaves out.
func (d *DialectParser) StrippedAttr(prefix string) ir.Attr {
	dialect, mnemonic, _ := strings.Cut(prefix, ".")
	at := int(d.p.tok.lo)
	q := &DialectParser{p: d.p, start: at, dialect: dialect}
	hooks := d.p.hooksOf(dialect)
	if l, ok := hooks.(EnumLister); ok {
		for _, e := range l.Enums() {
			if e.Mnemonic == mnemonic {
				return q.EnumAttr(e)
			}
		}
	}
	h, ok := hooks.(AttrParser)
	if !ok {
		panic("internal: dialect " + dialect + " cannot parse attributes")
	}
	a, err := h.ParseAttr(q, mnemonic, nil)
	d.p.check(err, at)
	return a
}

// StrippedType reads a type whose prefix "dialect.mnemonic" the text leaves
// out.
func (d *DialectParser) StrippedType(prefix string) ir.Type {
	dialect, mnemonic, _ := strings.Cut(prefix, ".")
	at := int(d.p.tok.lo)
	h, ok := d.p.hooksOf(dialect).(TypeParser)
	if !ok {
		panic("internal: dialect " + dialect + " cannot parse types")
	}
	t, err := h.ParseType(&DialectParser{p: d.p, start: at, dialect: dialect}, mnemonic)
	d.p.check(err, at)
	return t
}

func (p *parser) hooksOf(dialect string) any {
	if d := p.ctx.Dialect(dialect); d != nil {
		return d.Hooks
	}
	return nil
}

// StrippedAttr writes an attribute without its prefix "dialect.mnemonic"; one
// that has an alias or is of another kind is written whole.
func (q *OpPrinter) StrippedAttr(a ir.Attr, prefix string) {
	d, ok := a.(ir.DialectAttr)
	if !ok {
		q.Attr(a)
		return
	}
	if q.p.collecting {
		q.Attr(a)
		return
	}
	if q.AttrAlias != nil {
		if alias, ok := q.AttrAlias(a); ok {
			q.Str(alias)
			return
		}
	}
	n := len(q.Buf)
	d.PrintBody(q.Printer)
	if !q.strip(n, d.DialectName(), prefix) {
		q.Buf = q.Buf[:n]
		q.Attr(a)
	}
}

// StrippedType is StrippedAttr for types.
func (q *OpPrinter) StrippedType(t ir.Type, prefix string) {
	d, ok := t.(ir.DialectType)
	if !ok {
		q.Type(t)
		return
	}
	if q.p.collecting {
		q.p.aliases.body(d.PrintBody)
		return
	}
	n := len(q.Buf)
	d.PrintBody(q.Printer)
	if !q.strip(n, d.DialectName(), prefix) {
		q.Buf = q.Buf[:n]
		q.Type(t)
	}
}

// strip removes the mnemonic from the body written at offset n; it reports
// whether the body is of the kind that prefix names.
func (q *OpPrinter) strip(n int, dialect, prefix string) bool {
	want, mnemonic, _ := strings.Cut(prefix, ".")
	body := string(q.Buf[n:])
	if want != dialect || !strings.HasPrefix(body, mnemonic) {
		return false
	}
	rest := body[len(mnemonic):]
	if rest == "" || class[rest[0]]&cBare != 0 {
		return false // nothing would be left to read
	}
	q.Buf = append(q.Buf[:n], strings.TrimPrefix(rest, " ")...)
	return true
}
