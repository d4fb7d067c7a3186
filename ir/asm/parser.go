package asm

import (
	"bytes"
	"strings"

	"github.com/tile-opt/tile-opt/ir"
	"github.com/tile-opt/tile-opt/ir/diag"
)

// ParseOptions change how text is read. The zero value is MLIR's default.
type ParseOptions struct {
	// Sources receives the text, so that diagnostics can show lines.
	Sources *diag.Sources
	// NoImplicitModule refuses text that is not one top-level operation
	// instead of wrapping it in builtin.module.
	NoImplicitModule bool
	// MaxDepth bounds the nesting of regions, types, attributes and
	// locations; 0 means DefaultMaxDepth.
	MaxDepth int
	// Workers is how many goroutines may read the operations of a large
	// module; 0 and 1 leave it to the caller's. The result is the same.
	Workers int
	// Progress, when not nil, is told now and then, in the goroutine of Parse,
	// before which offset text is not needed again, but for diagnostics.
	Progress func(offset int)
	// Index, when not nil, receives where names stand; nothing is read ahead then.
	Index *Index
}

// DefaultMaxDepth is the nesting that Parse accepts when not told otherwise.
const DefaultMaxDepth = 10000

// maxSource is the longest text that offsets of tokens can describe.
const maxSource = 1<<31 - 2

// Parse reads a module. file names the text in locations and diagnostics. The
// error is a diag.List: of each operation of the module, or of the text when it
// has no module, the first mistake, as far as their ends can be told. The result
// is not verified: see ir.Verify.
func Parse(ctx *ir.Context, file string, src []byte, opts ParseOptions) (op *ir.Operation, err error) {
	if opts.Sources != nil {
		opts.Sources.Add(file, src)
	}
	if len(src) > maxSource {
		return nil, diag.List{diag.Errorf(diag.Pos{File: file}, "file too large: %d bytes, at most %d can be read", len(src), maxSource)}
	}
	if opts.Index != nil {
		opts.Workers = 1
		defer opts.Index.finish()
	}
	p := newParser(ctx, file, src, opts)
	defer p.rescue(&err)
	p.advance()
	return p.topLevel(), nil
}

// ParseType reads one type that fills text.
func ParseType(ctx *ir.Context, text string) (t ir.Type, err error) {
	p := newParser(ctx, "<type>", []byte(text), ParseOptions{})
	defer p.rescue(&err)
	p.advance()
	t = p.parseType()
	p.expectEnd()
	return t, nil
}

// ParseAttr reads one attribute that fills text.
func ParseAttr(ctx *ir.Context, text string) (a ir.Attr, err error) {
	p := newParser(ctx, "<attribute>", []byte(text), ParseOptions{})
	defer p.rescue(&err)
	p.advance()
	a = p.parseAttr(nil)
	p.expectEnd()
	return a, nil
}

// parser reads one text. The embedded lexer runs one token ahead: tok is the
// token to look at, and prev ends where the token before it did.
type parser struct {
	lexer
	tok  token
	prev int

	ctx     *ir.Context
	file    string
	fileRef *ir.LocRef
	opts    ParseOptions
	depth   int
	// parts counts types, attributes and regions, what stands behind an alias
	// once for each use.
	parts      int
	aliasParts map[string]int // of an alias, by name with its sigil

	attrAliases map[string]ir.Attr
	typeAliases map[string]ir.Type
	doc         *Document
	distinct    map[uint64]*ir.DistinctAttr
	deferred    []deferredLoc
	typeCache   map[string]ir.Type
	keyBuf      []byte

	ops opParser

	ahead   *ahead // workers on the text that follows, or nil
	isAhead bool   // this is one of them

	unit     unit
	inTable  bool // the outermost region is that of a symbol table
	failedAt int  // where the last mistake is
}

func newParser(ctx *ir.Context, file string, src []byte, opts ParseOptions) *parser {
	if opts.MaxDepth <= 0 {
		opts.MaxDepth = DefaultMaxDepth
	}
	p := &parser{ctx: ctx, file: file, fileRef: ir.NewFileRef(file), opts: opts}
	p.lexer = lexer{src: src, line: 1}
	p.lexer.fail = func(at int, msg string) { p.failAt(at, "%s", msg) }
	p.ops.init(ctx)
	return p
}

// bailout carries the diagnostic that ends parsing out of the descent.
type bailout struct{ d *diag.Diagnostic }

func (p *parser) rescue(err *error) {
	switch r := recover().(type) {
	case nil:
	case bailout:
		*err = p.readOn(r.d)
	default:
		panic(r)
	}
}

// pos translates an offset.
func (p *parser) pos(at int) diag.Pos {
	at = min(max(at, 0), len(p.src))
	line := 1 + bytes.Count(p.src[:at], []byte{'\n'})
	start := 1 + bytes.LastIndexByte(p.src[:at], '\n')
	return diag.Pos{File: p.file, Line: line, Col: at - start + 1}
}

func (p *parser) errorAt(at int, format string, args ...any) *diag.Diagnostic {
	p.failedAt = at
	return diag.Errorf(p.pos(at), format, args...)
}

func (p *parser) failAt(at int, format string, args ...any) {
	panic(bailout{p.errorAt(at, format, args...)})
}

// failHere fails at the token to look at.
func (p *parser) failHere(format string, args ...any) {
	at := int(p.tok.lo)
	if p.tok.kind == tEOF && at > 0 {
		at--
	}
	p.failAt(at, format, args...)
}

// failToken fails because another token was expected: like MLIR it points
// behind what was read last.
func (p *parser) failToken(format string, args ...any) {
	if p.prev == 0 {
		p.failHere(format, args...)
	}
	p.failAt(p.prev, format, args...)
}

// advance moves to the next token.
func (p *parser) advance() {
	p.prev = int(p.tok.hi)
	p.tok = p.lexer.next()
}

// text returns the bytes of the token to look at.
func (p *parser) text() []byte { return p.src[p.tok.lo:p.tok.hi] }

func (p *parser) is(k kind) bool { return p.tok.kind == k }

// isWord reports whether the token is the given bare word.
func (p *parser) isWord(w string) bool {
	return p.tok.kind == tBare && string(p.src[p.tok.lo:p.tok.hi]) == w
}

func (p *parser) accept(k kind) bool {
	if p.tok.kind != k {
		return false
	}
	p.advance()
	return true
}

func (p *parser) acceptWord(w string) bool {
	if !p.isWord(w) {
		return false
	}
	p.advance()
	return true
}

func (p *parser) expect(k kind, format string, args ...any) {
	if p.tok.kind != k {
		p.failToken(format, args...)
	}
	p.advance()
}

func (p *parser) expectEnd() {
	if p.tok.kind != tEOF {
		p.failHere("expected end of text, found %q", clip(p.text()))
	}
}

func clip(b []byte) string {
	if len(b) > 40 {
		return string(b[:40]) + "..."
	}
	return string(b)
}

// enter counts one level of nesting; leave ends it. A syntax error skips
// leave, which is harmless since it ends parsing.
func (p *parser) enter() {
	p.depth++
	p.parts++
	if p.depth > p.opts.MaxDepth {
		p.failHere("nesting is too deep: at most %d levels can be read", p.opts.MaxDepth)
	}
}

func (p *parser) leave() { p.depth-- }

// What aliases stand for may be exponentially more than their text. It is bounded
// by a base and a multiple of the length of the text, as the data of elements is.
const (
	expansionBase   = 1 << 20
	elementsBase    = 1 << 24
	expansionFactor = 64
)

// limit is the number of parts that the text may have.
func (p *parser) limit() int { return expansionBase + expansionFactor*len(p.src) }

func (p *parser) noteParts(name string, parts int) {
	if p.aliasParts == nil {
		p.aliasParts = make(map[string]int)
	}
	p.aliasParts[name] = parts
}

// expand accounts for the use of the alias that the token to look at names.
func (p *parser) expand() {
	if p.aliasParts == nil {
		return
	}
	if p.parts += p.aliasParts[string(p.text())]; p.parts > p.limit() {
		p.unit.known = false // the rest of the text is no smaller
		p.failHere("text is too large: aliases stand for more than %d parts", p.limit())
	}
}

// commaList reads item (, item)*.
func (p *parser) commaList(item func()) {
	item()
	for p.accept(tComma) {
		item()
	}
}

// listUntil reads a possibly empty comma separated list up to the closing
// token, which it consumes.
func (p *parser) listUntil(end kind, closing string, item func()) {
	if p.accept(end) {
		return
	}
	p.commaList(item)
	p.expect(end, "expected %s", closing)
}

// stringValue returns the value of the string token and consumes it.
func (p *parser) stringValue() string {
	s := string(unquote(p.text()))
	p.advance()
	return s
}

// symbolValue returns the name of the @ token and consumes it.
func (p *parser) symbolValue() string {
	t := p.text()
	var s string
	if t[1] == '"' {
		s = string(unquote(t[1:]))
	} else {
		s = string(t[1:])
	}
	if s == "" {
		p.failHere("expected a symbol name, found an empty one")
	}
	p.noteToken(Mention{Kind: SymbolMention, Name: s})
	p.advance()
	return s
}

// locHere returns the location of the token to look at.
func (p *parser) locHere() ir.Loc {
	if int(p.tok.lo) >= p.lineStart {
		return p.fileRef.At(p.line, uint32(int(p.tok.lo)-p.lineStart)+1)
	}
	return p.locAt(int(p.tok.lo))
}

func (p *parser) locAt(at int) ir.Loc {
	q := p.pos(at)
	return p.fileRef.At(uint32(q.Line), uint32(q.Col))
}

// topLevel reads the whole text: aliases, operations, metadata.
func (p *parser) topLevel() *ir.Operation {
	var tops []*ir.Operation
	block := ir.NewBlock()
	p.ops.pushScope()
	for !p.is(tEOF) {
		switch p.tok.kind {
		case tHash:
			p.unit.known = false
			p.attrAliasDef()
		case tExclaim:
			p.unit.known = false
			p.typeAliasDef()
		case tMetaBegin:
			p.unit.known = false
			p.fileMetadata()
		default:
			p.beginUnit()
			op := p.parseOperation()
			p.endUnit(op)
			block.Append(op)
			tops = append(tops, op)
		}
	}
	p.unit.known = false
	p.finishNames(0)
	p.resolveDeferred()
	root := p.root(tops, block)
	if p.doc != nil {
		root.SetAttachment(p.doc)
	}
	return root
}

// root makes the operation that Parse returns: the one top-level module, or a
// module around everything.
func (p *parser) root(tops []*ir.Operation, block *ir.Block) *ir.Operation {
	if p.opts.NoImplicitModule {
		if len(tops) != 1 {
			p.failAt(0, "source must contain a single top-level operation, found: %d", len(tops))
		}
		tops[0].Remove()
		return tops[0]
	}
	if len(tops) == 1 && tops[0].Is("builtin.module") {
		tops[0].Remove()
		return tops[0]
	}
	r := ir.NewRegion()
	r.Append(block)
	st := ir.OpState{Loc: p.fileRef.At(0, 0), Info: p.ctx.OpInfo("builtin.module"), Regions: []*ir.Region{r}}
	return p.ops.arena.NewOp(&st)
}

func (p *parser) attrAliasDef() {
	at, name := int(p.tok.lo), string(p.text()[1:])
	p.checkAliasName(at, name, "attribute")
	if _, dup := p.attrAliases[name]; dup {
		p.failHere("redefinition of attribute alias id '%s'", name)
	}
	p.advance()
	p.expect(tEqual, "expected '=' in attribute alias definition")
	before := p.parts
	a := p.parseAttr(nil)
	p.noteParts("#"+name, p.parts-before)
	if p.attrAliases == nil {
		p.attrAliases = make(map[string]ir.Attr)
	}
	p.attrAliases[name] = a
	p.noteAlias(at, Mention{Kind: AttrAlias, Name: name, Attr: a})
	p.document().noteAttr(name, a)
}

func (p *parser) typeAliasDef() {
	at, name := int(p.tok.lo), string(p.text()[1:])
	p.checkAliasName(at, name, "type")
	if _, dup := p.typeAliases[name]; dup {
		p.failHere("redefinition of type alias id '%s'", name)
	}
	p.advance()
	p.expect(tEqual, "expected '=' in type alias definition")
	before := p.parts
	p.enter()
	t := p.parseType()
	p.leave()
	p.noteParts("!"+name, p.parts-before)
	if p.typeAliases == nil {
		p.typeAliases = make(map[string]ir.Type)
	}
	p.typeAliases[name] = t
	p.noteAlias(at, Mention{Kind: TypeAlias, Name: name, Type: t})
	p.document().noteType(name, t)
}

func (p *parser) checkAliasName(at int, name, what string) {
	if strings.Contains(name, ".") {
		p.failAt(at, "%s names with a '.' are reserved for dialect-defined names", what)
	}
}

func (p *parser) document() *Document {
	if p.doc == nil {
		p.doc = &Document{}
	}
	return p.doc
}
