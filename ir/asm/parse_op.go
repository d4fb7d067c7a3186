package asm

import (
	"bytes"
	"strings"

	"github.com/tile-opt/tile-opt/ir"
	"github.com/tile-opt/tile-opt/ir/diag"
)

// opParser is the part of the parser's state that operations need. The stacks
// hold what belongs to operations being read, outermost first; an operation
// remembers where its part begins.
type opParser struct {
	names        nameTable
	topNames     bool // a top-level operation mentions or defines names
	arena        ir.Arena
	placeholders *ir.Block
	strings      map[string]string
	infos        map[string]*opMemo
	memo         memo
	defaults     []string // default dialects of the enclosing regions
	blocks       []*blockScope
	freeBlocks   []*blockScope

	operands   []Operand
	values     []*ir.Value
	types      []ir.Type
	props      []ir.Attr
	attrStack  []ir.Attr
	namedStack []ir.NamedAttr
	results    []resultName
	succs      []*ir.Block
	regions    []*ir.Region
	brackets   []byte
	dictSets   map[dictKey]struct{}
	floats     floatCache
	formats    map[*ir.OpDef]*format
}

// dictKey is an entry of a large dictionary being read.
type dictKey struct {
	base int
	name string
}

// resultName is a name written before the equals sign.
type resultName struct {
	id    int32
	at    int32
	count int32
}

func (o *opParser) init(ctx *ir.Context) {
	o.placeholders = ir.NewBlock()
	o.strings = make(map[string]string)
	o.infos = make(map[string]*opMemo)
	o.defaults = append(o.defaults, "builtin")
}

func (o *opParser) pushScope() { o.names.push() }

// opInfo returns the description of an operation name.
func (p *parser) opInfo(name []byte) *ir.OpInfo { return p.opMemo(name).info }

func (p *parser) opMemo(name []byte) *opMemo {
	if o, ok := p.ops.infos[string(name)]; ok {
		return o
	}
	info := p.ctx.OpInfo(string(name))
	o := &opMemo{info: info}
	p.ops.infos[info.Name] = o
	return o
}

// parseOperation reads an operation with its result names and location.
func (p *parser) parseOperation() *ir.Operation {
	at := int(p.tok.lo)
	base := len(p.ops.results)
	total := 0
	if p.is(tPercent) {
		p.ops.topNames = p.ops.topNames || len(p.ops.blocks) == 0
		total = p.resultNames()
	}
	var op *ir.Operation
	nameLo, nameHi := int(p.tok.lo), int(p.tok.hi)
	switch p.tok.kind {
	case tString:
		op = p.genericOperation(p.locHere())
	case tBare:
		op = p.customOperation(p.locHere(), p.ops.results[base:])
	default:
		if p.tok.kind == tEOF && p.prev > 0 {
			e := p.errorAt(p.prev, "expected operation name in quotes")
			panic(bailout{e.WithNote(p.pos(p.prev), "the text ends here, inside a region")})
		}
		p.failToken("expected operation name in quotes")
	}
	if loc, ok := p.trailingLoc(op, nil); ok {
		op.SetLoc(loc)
	}
	if total > 0 {
		p.bindResults(at, op, base, total)
		p.ops.results = p.ops.results[:base]
	}
	if x := p.opts.Index; x != nil {
		x.Ops = append(x.Ops, OpRange{Op: op, Lo: at, Hi: p.prev, NameLo: nameLo, NameHi: nameHi})
	}
	return op
}

func (p *parser) resultNames() int {
	total := 0
	for {
		if !p.is(tPercent) {
			p.failToken("expected SSA operand")
		}
		r := resultName{id: p.ops.names.id(p.src, p.tok.lo, p.tok.hi), at: p.tok.lo, count: 1}
		p.advance()
		if p.accept(tColon) {
			if !p.is(tInt) {
				p.failToken("expected integer number of results")
			}
			v, ok := p.intToken(false)
			if !ok || v < 1 || v > 1<<31-1 {
				p.failHere("expected named operation to have at least 1 result")
			}
			r.count = int32(v)
			p.advance()
		}
		total += int(r.count)
		p.ops.results = append(p.ops.results, r)
		if !p.accept(tComma) {
			break
		}
	}
	p.expect(tEqual, "expected '=' after SSA name")
	return total
}

func (p *parser) bindResults(at int, op *ir.Operation, base, total int) {
	n := op.NumResults()
	if n == 0 {
		p.failAt(at, "cannot name an operation with no results")
	}
	if n != total {
		p.failAt(at, "operation defines %d results but was provided %d to bind", n, total)
	}
	i := 0
	for _, r := range p.ops.results[base:] {
		p.define(r.id, int(r.at), op.Result(i), int(r.count))
		i += int(r.count)
	}
}

// operand reads %name or %name#n.
func (p *parser) operand() Operand {
	if !p.is(tPercent) {
		p.failToken("expected SSA operand")
	}
	o := Operand{p: p, At: Mark(p.tok.lo), id: p.ops.names.id(p.src, p.tok.lo, p.tok.hi)}
	p.ops.topNames = p.ops.topNames || len(p.ops.blocks) == 0
	p.advance()
	if p.is(tHash) {
		v, ok := smallDecimal(p.text()[1:])
		if !ok || class[p.text()[1]]&cDigit == 0 || v > 1<<31-1 {
			p.failHere("invalid SSA value result number")
		}
		o.num = int32(v)
		p.advance()
	}
	return o
}

// genericOperation reads "name"(...) ... : type.
func (p *parser) genericOperation(loc ir.Loc) *ir.Operation {
	name := unquote(p.text())
	if len(name) == 0 {
		p.failHere("empty operation name is invalid")
	}
	if bytes.IndexByte(name, 0) >= 0 {
		p.failHere("null character not allowed in operation name")
	}
	known := p.opMemo(name)
	info := known.info
	p.advance()
	if info.Def == nil && !p.ctx.AllowUnregistered && info.Dialect == nil {
		p.failHere("operation being parsed with an unregistered dialect. If this is intended, please use -allow-unregistered-dialect with the MLIR tool used")
	}
	s := &p.ops
	st := ir.OpState{Loc: loc, Info: info}
	baseOps, baseTypes, baseVals, baseProps, baseNamed, baseRegs, baseSuccs :=
		len(s.operands), len(s.types), len(s.values), len(s.props), len(s.namedStack), len(s.regions), len(s.succs)
	p.genericOperands()
	if p.is(tLSquare) {
		p.successors()
		st.Successors = s.succs[baseSuccs:]
	}
	if info.Def != nil {
		for range info.Def.Props {
			s.props = append(s.props, nil)
		}
		st.Props = s.props[baseProps:]
	}
	native := !p.is(tLess)
	if !native {
		p.properties(known, &st)
	}
	if p.is(tLParen) {
		p.regionList(info)
		st.Regions = s.regions[baseRegs:]
	}
	if p.is(tLBrace) {
		at := int(p.tok.lo)
		p.dictEntries()
		st.Attrs = p.splitAttrs(&st, at, s.namedStack[baseNamed:], native)
	}
	p.expect(tColon, "expected ':' followed by operation type")
	p.genericType(&st, baseOps, baseTypes)
	op := s.arena.NewOp(&st)
	clear(s.regions[baseRegs:])
	s.operands, s.types, s.values, s.props = s.operands[:baseOps], s.types[:baseTypes], s.values[:baseVals], s.props[:baseProps]
	s.namedStack, s.regions, s.succs = s.namedStack[:baseNamed], s.regions[:baseRegs], s.succs[:baseSuccs]
	return op
}

func (p *parser) genericOperands() {
	p.expect(tLParen, "expected '(' to start operand list")
	if p.accept(tRParen) {
		return
	}
	for {
		p.ops.operands = append(p.ops.operands, p.operand())
		if !p.accept(tComma) {
			break
		}
	}
	p.expect(tRParen, "expected ')' to end operand list")
}

// genericType reads the function type and resolves the operands with it.
func (p *parser) genericType(st *ir.OpState, baseOps, baseTypes int) {
	s := &p.ops
	at := int(p.tok.lo)
	if !p.is(tLParen) {
		p.parseType()
		p.failAt(at, "expected function type")
	}
	ins := baseTypes + p.signature()
	ops := s.operands[baseOps:]
	if n := ins - baseTypes; n != len(ops) {
		plural := "s"
		if len(ops) == 1 {
			plural = ""
		}
		p.failAt(at, "expected %d operand type%s but had %d", len(ops), plural, n)
	}
	baseVals := len(s.values)
	for i, o := range ops {
		s.values = append(s.values, p.value(o, s.types[baseTypes+i]))
	}
	st.Operands = s.values[baseVals:]
	st.Types = s.types[ins:]
}

// properties reads <...> into st.
func (p *parser) properties(o *opMemo, st *ir.OpState) {
	if st.Info.Def == nil {
		p.advance()
		p.ops.props = append(p.ops.props, p.parseAttr(nil))
		st.Props = p.ops.props[len(p.ops.props)-1:]
		p.expect(tGreater, "expected '>' to close properties")
		return
	}
	lo := p.tok.lo
	piece, known := p.knownProperties(o, st)
	if known {
		return
	}
	p.advance()
	if !p.is(tLBrace) {
		p.failToken("expected '{' in properties of '%s'", st.Info.Name)
	}
	at := int(p.tok.lo)
	base := len(p.ops.namedStack)
	p.dictEntries()
	for _, e := range p.ops.namedStack[base:] {
		i := st.Info.PropIndex(e.Name)
		if i < 0 {
			p.failAt(at, "'%s' has no property '%s'", st.Info.Name, e.Name)
		}
		st.Props[i] = propertyOf(&st.Info.Def.Props[i], e.Attr)
	}
	p.ops.namedStack = p.ops.namedStack[:base]
	p.expect(tGreater, "expected '>' to close properties")
	p.rememberProperties(o, st, lo, piece)
}

// propertyOf converts an attribute of generic text to the form that the property
// has.
func propertyOf(slot *ir.PropSlot, a ir.Attr) ir.Attr {
	if v, ok := ir.IntValue(a); ok && slot.Native && slot.Enum != nil {
		return slot.Enum.Attr(a.Context(), v) // of whatever width
	}
	if slot.Enum == nil || slot.Enum.Also == nil {
		return a
	}
	if v, ok := slot.Enum.Also.Of(a); ok {
		return slot.Enum.Attr(a.Context(), v)
	}
	return a
}

// splitAttrs moves inherent attributes of a registered operation to its
// properties and returns the others. Native properties are taken from here too in
// generic text without <{...}>, which may be of before properties.
func (p *parser) splitAttrs(st *ir.OpState, at int, entries []ir.NamedAttr, native bool) []ir.NamedAttr {
	if st.Info.Def == nil || len(st.Info.Def.Props) == 0 {
		return entries
	}
	kept := entries[:0]
	for _, e := range entries {
		i := st.Info.PropIndex(e.Name)
		if i < 0 || st.Info.Def.Props[i].Native && !native {
			kept = append(kept, e)
			continue
		}
		a := propertyOf(&st.Info.Def.Props[i], e.Attr)
		if st.Props[i] != nil && st.Props[i] != a {
			p.failAt(at, "found conflicting properties for '%s': %s and %s", e.Name, st.Props[i], a)
		}
		st.Props[i] = a
	}
	return kept
}

func (p *parser) regionList(info *ir.OpInfo) {
	p.advance()
	p.pushDefault(info)
	for {
		r := ir.NewRegion()
		p.parseRegion(r, nil)
		p.ops.regions = append(p.ops.regions, r)
		if !p.accept(tComma) {
			break
		}
	}
	p.popDefault()
	p.expect(tRParen, "expected ')' to end region list")
}

// pushDefault enters the regions of an operation: its default dialect holds
// there.
func (p *parser) pushDefault(info *ir.OpInfo) {
	p.enterTable(info)
	d := ""
	if h, ok := info.ZeroView().(DefaultDialect); ok {
		d = h.DefaultDialect()
	}
	p.ops.defaults = append(p.ops.defaults, d)
}

func (p *parser) popDefault() { p.ops.defaults = p.ops.defaults[:len(p.ops.defaults)-1] }

// customOperation reads an operation in the syntax of its dialect.
func (p *parser) customOperation(loc ir.Loc, results []resultName) *ir.Operation {
	at := int(p.tok.lo)
	info := p.customInfo()
	def := info.Def
	hook, isHook := info.ZeroView().(CustomParser)
	if !isHook && def.Format == "" {
		p.failAt(at, "op '%s' has no custom assembly form", info.Name)
	}
	q := &OpParser{DialectParser: DialectParser{p: p, start: at}, results: results, info: info}
	st := &ir.OpState{Loc: loc, Info: info, Props: make([]ir.Attr, len(def.Props))}
	p.pushDefault(info)
	var err error
	if isHook {
		err = hook.Parse(q, st)
	} else {
		err = p.format(info).parse(q, st)
	}
	p.popDefault()
	p.check(err, at)
	if def.ImplicitTerminator != "" {
		for i, r := range st.Regions {
			// A region that need not be there stays out.
			if !r.IsEmpty() || def.Regions[min(i, len(def.Regions)-1)].Sized {
				q.EnsureTerminator(r, def.ImplicitTerminator, loc)
			}
		}
	}
	return p.ops.arena.NewOp(st)
}

// customInfo reads the name of an operation in custom syntax.
func (p *parser) customInfo() *ir.OpInfo {
	at, w := int(p.tok.lo), p.text()
	info := p.opInfo(w)
	if info.Def == nil && bytes.IndexByte(w, '.') < 0 {
		d := p.ops.defaults[len(p.ops.defaults)-1]
		full := p.opInfo(append(append(append(p.keyBuf[:0], d...), '.'), w...))
		if full.Def == nil {
			p.failAt(at, "custom op '%s' is unknown (tried '%s.%s' as well)", w, d, w)
		}
		info = full
	}
	if info.Def == nil {
		dialect, _, _ := strings.Cut(info.Name, ".")
		if p.ctx.Dialect(dialect) == nil {
			d := p.errorAt(at, "Dialect `%s' not found for custom op '%s' ", dialect, w)
			panic(bailout{d.WithNote(p.pos(at), "available dialects: %s", p.dialectNames())})
		}
		e := p.errorAt(at, "custom op '%s' is unknown", w)
		if n := nearest(info.Name, p.ctx.Dialect(dialect)); n != "" {
			e.WithNote(p.pos(at), "did you mean '%s'?", n)
		}
		panic(bailout{e})
	}
	p.advance()
	return info
}

// nearest returns the operation of a dialect whose name is closest to a name, the
// first of several, or "" when none is near.
func nearest(name string, d *ir.Dialect) string {
	return diag.Nearest(name, 3, func(yield func(string) bool) {
		for _, o := range d.Ops {
			if !yield(o.Def.Name) {
				return
			}
		}
	})
}

func (p *parser) dialectNames() string {
	var names []string
	for _, d := range p.ctx.Dialects() {
		names = append(names, d.Name)
	}
	return strings.Join(names, ", ")
}

// check turns the error of a hook into the end of parsing.
func (p *parser) check(err error, at int) {
	if err == nil {
		return
	}
	d := asDiagnostic(err)
	if !d.Pos.IsValid() {
		d.Pos = p.pos(at)
	}
	panic(bailout{d})
}
