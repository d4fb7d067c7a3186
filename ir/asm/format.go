package asm

import (
	"fmt"
	"strings"

	"github.com/tile-opt/tile-opt/ir"
)

// format is the compiled form of ir.OpDef.Format, MLIR's declarative assembly
// format: a sequence of elements that parsing and printing both walk.
type format struct {
	info  *ir.OpInfo
	elems []*fmtElem
	// elided are the properties that the format spells itself, so that
	// attr-dict leaves them out.
	elided     []string
	directives map[string]Directive
	propDict   bool
	// allOperands: operand slots are written by the directive operands.
	allOperands bool
}

// fkind is the kind of a format element.
type fkind uint8

const (
	fLiteral fkind = iota
	fSpace
	fNewline
	fOperand
	fProp
	fRegion
	fSuccessor
	fResult // only inside type(...)
	fType
	fFuncType
	fAttrDict
	fAttrDictKeyword
	fPropDict
	fOperands
	fResults
	fRegions
	fSuccessors
	fCustom
	fGroup
	fOIList
	fRef
	fString
	fNothing // the empty literal
)

// fmtElem is one element. space says that printing puts a blank before it.
type fmtElem struct {
	kind      fkind
	text      string
	index     int // slot
	space     bool
	qualified bool
	anchor    bool
	args      []*fmtElem   // of directives
	then, els []*fmtElem   // of groups
	clauses   [][]*fmtElem // of oilist
}

// compile parses the format of a definition. Mistakes in a format are bugs of
// the dialect; CheckFormat reports them.
func compile(info *ir.OpInfo) (f *format, err error) {
	c := &formatCompiler{f: &format{info: info}, src: info.Def.Format}
	defer func() {
		if r := recover(); r != nil {
			e, ok := r.(formatError)
			if !ok {
				panic(r)
			}
			f, err = nil, fmt.Errorf("format of %s: %s", info.Name, string(e))
		}
	}()
	if info.Dialect != nil {
		if l, ok := info.Dialect.Hooks.(DirectiveLister); ok {
			c.f.directives = l.Directives()
		}
	}
	c.next()
	c.f.elems = c.elements("")
	c.spacing()
	if info.Def.Traits.Has(ir.SegmentedOperands) {
		c.f.elided = append(c.f.elided, "operandSegmentSizes")
	}
	if info.Def.Traits.Has(ir.SegmentedResults) {
		c.f.elided = append(c.f.elided, "resultSegmentSizes")
	}
	return c.f, nil
}

// CheckFormat compiles the format of an operation and returns what is wrong
// with it; tests run it over all dialects.
func CheckFormat(info *ir.OpInfo) error {
	if info.Def == nil || info.Def.Format == "" {
		return nil
	}
	_, err := compile(info)
	return err
}

// cachedFormat compiles the format of an operation once a parser or printer.
func cachedFormat(cache *map[*ir.OpDef]*format, info *ir.OpInfo) *format {
	if f, ok := (*cache)[info.Def]; ok {
		return f
	}
	f, err := compile(info)
	if err != nil {
		panic("internal: " + err.Error())
	}
	if *cache == nil {
		*cache = make(map[*ir.OpDef]*format)
	}
	(*cache)[info.Def] = f
	return f
}

func (p *parser) format(info *ir.OpInfo) *format    { return cachedFormat(&p.ops.formats, info) }
func (p *irPrinter) format(info *ir.OpInfo) *format { return cachedFormat(&p.formats, info) }

type formatError string

type formatCompiler struct {
	f   *format
	src string
	pos int
	tok string // "" at the end; literals keep their backquotes, strings their quotes
}

func (c *formatCompiler) fail(format string, args ...any) {
	panic(formatError(fmt.Sprintf(format, args...) + fmt.Sprintf(" at offset %d of %q", c.pos, c.src)))
}

func (c *formatCompiler) next() {
	for c.pos < len(c.src) && strings.IndexByte(" \t\r\n", c.src[c.pos]) >= 0 {
		c.pos++
	}
	lo := c.pos
	if lo == len(c.src) {
		c.tok = ""
		return
	}
	switch ch := c.src[lo]; {
	case ch == '`' || ch == '"':
		i := strings.IndexByte(c.src[lo+1:], ch)
		if i < 0 {
			c.fail("unterminated literal")
		}
		c.pos = lo + 1 + i + 1
	case ch == '$' || class[ch]&cLetter != 0:
		c.pos++
		for c.pos < len(c.src) && (class[c.src[c.pos]]&cLetter != 0 || class[c.src[c.pos]]&cDigit != 0 || c.src[c.pos] == '-') {
			c.pos++
		}
	default:
		c.pos++
	}
	c.tok = c.src[lo:c.pos]
}

func (c *formatCompiler) take(tok string) {
	if c.tok != tok {
		c.fail("expected %q, found %q", tok, c.tok)
	}
	c.next()
}

// elements reads up to one of the closing tokens.
func (c *formatCompiler) elements(end string) []*fmtElem {
	var out []*fmtElem
	for c.tok != "" && !strings.Contains(end, c.tok) {
		e := c.element()
		c.f.allOperands = c.f.allOperands || e.kind == fOperands
		out = append(out, e)
	}
	return out
}

func (c *formatCompiler) element() *fmtElem {
	t := c.tok
	switch {
	case t[0] == '`':
		c.next()
		return literalElement(t[1 : len(t)-1])
	case t[0] == '$':
		c.next()
		e := c.variable(t[1:])
		if e.kind == fResult {
			c.fail("result $%s can only stand inside a directive", t[1:])
		}
		if e.kind == fOperand || e.kind == fProp {
			c.noteUse(e)
		}
		if c.tok == "^" {
			e.anchor = true
			c.next()
		}
		return e
	case t == "(":
		return c.group()
	}
	return c.directive()
}

func literalElement(s string) *fmtElem {
	switch s {
	case "":
		return &fmtElem{kind: fNothing}
	case " ":
		return &fmtElem{kind: fSpace}
	case `\n`:
		return &fmtElem{kind: fNewline}
	}
	return &fmtElem{kind: fLiteral, text: s}
}

// noteUse records that the format itself spells a property.
func (c *formatCompiler) noteUse(e *fmtElem) {
	if e.kind == fProp {
		c.f.elided = append(c.f.elided, c.f.info.Def.Props[e.index].Name)
	}
}

// variable resolves $name.
func (c *formatCompiler) variable(name string) *fmtElem {
	def := c.f.info.Def
	for i := range def.In {
		if def.In[i].Name == name {
			return &fmtElem{kind: fOperand, index: i, text: name}
		}
	}
	for i := range def.Props {
		if def.Props[i].Name == name {
			return &fmtElem{kind: fProp, index: i, text: name}
		}
	}
	for i := range def.Regions {
		if def.Regions[i].Name == name {
			return &fmtElem{kind: fRegion, index: i, text: name}
		}
	}
	for i := range def.Succs {
		if def.Succs[i].Name == name {
			return &fmtElem{kind: fSuccessor, index: i, text: name}
		}
	}
	for i := range def.Out {
		if def.Out[i].Name == name {
			return &fmtElem{kind: fResult, index: i, text: name}
		}
	}
	c.fail("no operand, property, region, successor or result is named %q", name)
	return nil
}

func (c *formatCompiler) group() *fmtElem {
	c.take("(")
	g := &fmtElem{kind: fGroup}
	g.then = c.elements(")")
	c.take(")")
	if c.tok == ":" {
		c.next()
		c.take("(")
		g.els = c.elements(")")
		c.take(")")
	}
	c.take("?")
	if anchorOf(g) == nil {
		c.fail("optional group without an anchor")
	}
	if first(g.then) == nil {
		c.fail("optional group without an element to recognise it by")
	}
	return g
}

// anchorOf returns the element whose presence decides whether the group is
// printed.
func anchorOf(g *fmtElem) *fmtElem {
	for _, side := range [][]*fmtElem{g.then, g.els} {
		for _, e := range side {
			if e.anchor {
				return e
			}
		}
	}
	return nil
}

// first returns the first element that stands for text.
func first(elems []*fmtElem) *fmtElem {
	for _, e := range elems {
		if e.kind != fNothing && e.kind != fSpace && e.kind != fNewline {
			return e
		}
	}
	return nil
}

var plainDirectives = map[string]fkind{
	"attr-dict": fAttrDict, "attr-dict-with-keyword": fAttrDictKeyword, "prop-dict": fPropDict,
	"operands": fOperands, "results": fResults, "regions": fRegions, "successors": fSuccessors,
}

func (c *formatCompiler) directive() *fmtElem {
	name := c.tok
	c.next()
	var e *fmtElem
	switch name {
	case "type":
		e = &fmtElem{kind: fType, args: c.dirArgs(1)}
	case "functional-type":
		e = &fmtElem{kind: fFuncType, args: c.dirArgs(2)}
	case "ref":
		e = &fmtElem{kind: fRef, args: c.dirArgs(1)}
	case "qualified":
		a := c.dirArgs(1)[0]
		a.qualified = true
		c.noteUse(a)
		e = a
	case "custom":
		e = c.customDirective()
	case "oilist":
		e = c.oilist()
	default:
		k, ok := plainDirectives[name]
		if !ok {
			c.fail("unknown directive %q", name)
		}
		e = &fmtElem{kind: k}
		c.f.propDict = c.f.propDict || k == fPropDict
	}
	if c.tok == "^" {
		e.anchor = true
		c.next()
	}
	return e
}

// dirArgs reads the n arguments of a directive.
func (c *formatCompiler) dirArgs(n int) []*fmtElem {
	args := c.argList()
	if len(args) != n {
		c.fail("expected %d arguments, found %d", n, len(args))
	}
	return args
}

func (c *formatCompiler) argList() []*fmtElem {
	c.take("(")
	var args []*fmtElem
	for c.tok != ")" {
		switch {
		case c.tok == "":
			c.fail("unterminated directive")
		case c.tok[0] == '$':
			name := c.tok[1:]
			c.next()
			args = append(args, c.variable(name))
		case c.tok[0] == '"':
			args = append(args, &fmtElem{kind: fString, text: c.tok[1 : len(c.tok)-1]})
			c.next()
		default:
			args = append(args, c.directive())
		}
		if c.tok == "," {
			c.next()
		} else if c.tok != ")" {
			c.fail("expected , or ) in a directive, found %q", c.tok)
		}
	}
	c.take(")")
	return args
}

func (c *formatCompiler) customDirective() *fmtElem {
	c.take("<")
	name := c.tok
	c.next()
	c.take(">")
	if _, ok := c.f.directives[name]; !ok {
		c.fail("the dialect has no directive %q", name)
	}
	e := &fmtElem{kind: fCustom, text: name, args: c.argList()}
	for _, a := range e.args {
		c.noteUse(a)
	}
	return e
}

func (c *formatCompiler) oilist() *fmtElem {
	e := &fmtElem{kind: fOIList}
	c.take("(")
	for {
		clause := c.elements("|)")
		if len(clause) == 0 || clause[0].kind != fLiteral {
			c.fail("a clause of oilist must begin with a literal")
		}
		e.clauses = append(e.clauses, clause)
		if c.tok != "|" {
			break
		}
		c.next()
	}
	c.take(")")
	return e
}

// spacing decides where printing puts blanks, by MLIR's rules: they depend on
// the elements alone, not on what is present.
func (c *formatCompiler) spacing() {
	s := spacer{want: true}
	s.elems(c.f.elems)
}

// spacer is the state between two elements: want says that the next element
// may get a blank, punct that punctuation came last.
type spacer struct{ want, punct bool }

func (s *spacer) elems(elems []*fmtElem) {
	for _, e := range elems {
		s.elem(e)
	}
}

func (s *spacer) elem(e *fmtElem) {
	switch e.kind {
	case fLiteral:
		e.space = s.want && spaceBefore(e.text, s.punct)
		s.want = len(e.text) != 1 || !strings.Contains("<({[", e.text)
		s.punct = class[e.text[0]]&cLetter == 0
	case fSpace:
		s.want, s.punct = false, false
	case fNothing:
		s.want, s.punct = false, true
	case fNewline:
	case fAttrDict, fAttrDictKeyword, fPropDict:
		s.punct = false
	case fGroup:
		s.elems(e.then)
		s.elems(e.els)
	case fOIList:
		for _, cl := range e.clauses {
			s.elems(cl)
		}
	default:
		e.space = s.want || !s.punct
		s.want, s.punct = true, false
	}
}

// spaceBefore reports whether a literal gets a blank in front.
func spaceBefore(lit string, afterPunct bool) bool {
	if len(lit) != 1 && lit != "->" {
		return true
	}
	if afterPunct {
		return !strings.Contains(">)}],", lit[:1])
	}
	return !strings.Contains("<>(){}[],", lit[:1])
}
