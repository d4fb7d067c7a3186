package asm

import (
	"bytes"
	"io"
	"sort"

	"github.com/tile-opt/tile-opt/ir"
)

// PrintOptions change how IR is written. The zero value writes the custom
// form without locations, as mlir-opt does.
type PrintOptions struct {
	ir.PrintOptions
	Generic     bool // --mlir-print-op-generic
	DebugInfo   bool // --mlir-print-debuginfo
	Pretty      bool // --mlir-pretty-debuginfo, with DebugInfo; does not parse back
	LocalScope  bool // --mlir-print-local-scope: no aliases, no resources
	UniqueIDs   bool // --mlir-print-unique-ssa-ids
	ValueUsers  bool // --mlir-print-value-users
	SkipRegions bool // --mlir-print-skip-regions; does not parse back
	// Workers is how many goroutines may print the operations of a large
	// module; 0 and 1 leave it to the caller's. The text is the same.
	Workers int
}

// Print writes op and a line end, with the aliases and resources it needs.
// The error is that of w.
func Print(w io.Writer, op *ir.Operation, opts PrintOptions) error {
	p := newPrinter(w, op, opts)
	p.topLevel(op)
	p.flush()
	return p.err
}

// String returns op in custom form without aliases or a line end, for
// messages and tests.
func String(op *ir.Operation) string {
	var b bytes.Buffer
	p := newPrinter(&b, op, PrintOptions{LocalScope: true})
	p.fullOp(op)
	p.flush()
	return b.String()
}

// GenericString returns op in generic form without aliases or a line end.
func GenericString(op *ir.Operation) string {
	var b bytes.Buffer
	p := newPrinter(&b, op, PrintOptions{LocalScope: true, Generic: true})
	p.fullOp(op)
	p.flush()
	return b.String()
}

// irPrinter writes operations. The embedded Printer collects text, which
// flush hands on.
type irPrinter struct {
	ir.Printer
	w         io.Writer
	err       error
	ctx       *ir.Context
	opts      PrintOptions
	names     *numbering
	aliases   *aliasTable
	doc       *Document
	resources map[string]bool
	indent    int
	defaults  []string
	op        OpPrinter
	sorted    map[*ir.OpInfo][]int
	formats   map[*ir.OpDef]*format
	// collecting: nothing is written, mentions of attributes and types go to
	// the alias table.
	collecting bool
	// workers may print the operations of the next block.
	workers int
	// held and ready make the text wait for its turn; see relay.
	held  func() bool
	ready func()
}

const flushSize = 1 << 16

func newPrinter(w io.Writer, op *ir.Operation, opts PrintOptions) *irPrinter {
	p := &irPrinter{w: w, ctx: op.Context(), opts: opts, doc: DocumentOf(op)}
	p.Printer.Opts = opts.PrintOptions
	p.op = OpPrinter{Printer: &p.Printer, p: p}
	p.defaults = []string{"builtin"}
	p.resources = make(map[string]bool)
	ids := make(map[*ir.DistinctAttr]uint64)
	p.DistinctID = func(a *ir.DistinctAttr) uint64 {
		id, ok := ids[a]
		if !ok {
			id = uint64(len(ids))
			ids[a] = id
		}
		return id
	}
	p.sorted = make(map[*ir.OpInfo][]int)
	p.names = newNumbering(op, &p.opts)
	p.Buf = make([]byte, 0, flushSize+4096)
	return p
}

func (p *irPrinter) flush() {
	if p.held != nil {
		if p.held() {
			return
		}
		p.ready()
	}
	p.flushNow()
}

func (p *irPrinter) flushNow() {
	if p.err == nil && len(p.Buf) > 0 {
		_, p.err = p.w.Write(p.Buf)
	}
	p.Buf = p.Buf[:0]
}

func (p *irPrinter) topLevel(op *ir.Operation) {
	p.aliases = newAliasTable(p)
	p.collect(op)
	if !p.opts.LocalScope {
		p.aliases.number()
		if len(p.aliases.sorted) > 0 || len(p.aliases.byName) > 0 {
			p.TypeAlias, p.AttrAlias = p.aliases.typeText, p.aliases.attrText
		}
		p.aliases.write(false)
	}
	if !p.aliases.distinct {
		// Distinct attributes are numbered as they are met.
		p.workers = p.opts.Workers
	}
	p.fullOp(op)
	p.workers = 0
	p.Byte('\n')
	if p.opts.LocalScope {
		return
	}
	p.aliases.write(true)
	if p.doc != nil {
		p.metadata(p.doc)
	}
}

// fullOp writes an operation with results, location and users, but without
// indentation.
func (p *irPrinter) fullOp(op *ir.Operation) {
	if len(p.Buf) > flushSize {
		p.flush()
	}
	p.results(op)
	p.body(op)
	p.trailingLoc(op.Loc(), true)
	if p.opts.ValueUsers {
		p.userComment(op)
	}
}

func (p *irPrinter) results(op *ir.Operation) {
	n := op.NumResults()
	if n == 0 {
		return
	}
	groups := p.names.groups[op]
	if groups == nil {
		p.resultGroup(op, 0, n)
	}
	for i, g := range groups {
		end := n
		if i+1 < len(groups) {
			end = groups[i+1]
		}
		if i > 0 {
			p.Str(", ")
		}
		p.resultGroup(op, g, end)
	}
	p.Str(" = ")
}

func (p *irPrinter) resultGroup(op *ir.Operation, lo, hi int) {
	p.Buf = p.names.append(p.Buf, op.Result(lo), false)
	if hi-lo > 1 {
		p.Byte(':')
		p.Int(int64(hi - lo))
	}
}

// body writes the operation from its name on.
func (p *irPrinter) body(op *ir.Operation) {
	if p.opts.Generic || !op.IsRegistered() || !p.custom(op) {
		p.generic(op)
	}
}

// custom writes the custom form and reports whether the operation has one.
func (p *irPrinter) custom(op *ir.Operation) bool {
	if h, ok := op.View().(CustomPrinter); ok {
		p.opName(op)
		h.Print(&p.op)
		return true
	}
	if op.Info().Def.Format != "" {
		p.opName(op)
		p.format(op.Info()).print(&p.op, op)
		return true
	}
	return false
}

// opName writes the name without the default dialect of the region.
func (p *irPrinter) opName(op *ir.Operation) {
	if p.collecting {
		return
	}
	name := op.Name()
	d := p.defaults[len(p.defaults)-1]
	if n := len(d); n > 0 && len(name) > n+1 && name[:n] == d && name[n] == '.' {
		rest := name[n+1:]
		if bytes.IndexByte([]byte(rest), '.') < 0 {
			name = rest
		}
	}
	p.Str(name)
}

func (p *irPrinter) generic(op *ir.Operation) {
	p.Quoted(op.Name())
	p.Byte('(')
	for i := range op.NumOperands() {
		if i > 0 {
			p.Str(", ")
		}
		p.operand(op.Operand(i))
	}
	p.Byte(')')
	if n := op.NumSuccessors(); n > 0 {
		p.Byte('[')
		for i := range n {
			if i > 0 {
				p.Str(", ")
			}
			p.Buf = p.names.appendBlock(p.Buf, op.Successor(i))
		}
		p.Byte(']')
	}
	p.properties(op)
	if op.NumRegions() > 0 {
		p.Str(" (")
		for i, r := range op.Regions() {
			if i > 0 {
				p.Str(", ")
			}
			p.region(r, true, true, true)
		}
		p.Byte(')')
	}
	if attrs := op.Attrs(); len(attrs) > 0 {
		p.Str(" {")
		p.NamedAttrs(attrs)
		p.Byte('}')
	}
	p.Str(" : ")
	p.functionalType(op)
}

func (p *irPrinter) operand(v *ir.Value) {
	if v == nil {
		p.Str("<<NULL VALUE>>")
		return
	}
	p.Buf = p.names.append(p.Buf, v, true)
}

func (p *irPrinter) functionalType(op *ir.Operation) {
	p.Byte('(')
	for i := range op.NumOperands() {
		if i > 0 {
			p.Str(", ")
		}
		if v := op.Operand(i); v != nil {
			p.Type(v.Type())
		} else {
			p.Str("<<NULL TYPE>>")
		}
	}
	p.Str(") -> ")
	n := op.NumResults()
	if n == 1 {
		if t := op.Result(0).Type(); !isFunctionType(t) {
			p.Type(t)
			return
		}
	}
	p.Byte('(')
	for i := range n {
		if i > 0 {
			p.Str(", ")
		}
		p.Type(op.Result(i).Type())
	}
	p.Byte(')')
}

func isFunctionType(t ir.Type) bool { _, ok := t.(*ir.FunctionType); return ok }

// properties writes <{...}>.
func (p *irPrinter) properties(op *ir.Operation) {
	if !op.IsRegistered() {
		if a := op.RawProps(); a != nil {
			p.Str(" <")
			p.Attr(a)
			p.Byte('>')
		}
		return
	}
	first := true
	for _, i := range p.propOrder(op.Info()) {
		a := op.PropAt(i)
		if a == nil {
			continue
		}
		if first {
			p.Str(" <{")
			first = false
		} else {
			p.Str(", ")
		}
		p.Keyword(op.Info().Def.Props[i].Name)
		if _, unit := a.(*ir.UnitAttr); !unit {
			p.Str(" = ")
			p.Attr(a)
		}
	}
	if !first {
		p.Str("}>")
	}
}

// propOrder returns the property slots sorted by name.
func (p *irPrinter) propOrder(info *ir.OpInfo) []int {
	if len(info.Def.Props) == 0 {
		return nil
	}
	if o, ok := p.sorted[info]; ok {
		return o
	}
	o := make([]int, len(info.Def.Props))
	for i := range o {
		o[i] = i
	}
	props := info.Def.Props
	sort.Slice(o, func(a, b int) bool { return props[o[a]].Name < props[o[b]].Name })
	p.sorted[info] = o
	return o
}

func (p *irPrinter) newline() {
	p.Byte('\n')
	for range p.indent {
		p.Byte(' ')
	}
}

func (p *irPrinter) margin() {
	for range p.indent {
		p.Byte(' ')
	}
}

// region writes {...}.
func (p *irPrinter) region(r *ir.Region, entryArgs, terminators, emptyBlock bool) {
	if p.collecting {
		p.collectRegion(r, entryArgs, terminators)
		return
	}
	if p.opts.SkipRegions {
		p.Str("{...}")
		return
	}
	p.Str("{\n")
	if e := r.Entry(); e != nil {
		d := ""
		if h, ok := ir.As[DefaultDialect](r.Owner()); ok {
			d = h.DefaultDialect()
		}
		p.defaults = append(p.defaults, d)
		header := emptyBlock && e.First() == nil || entryArgs && e.NumArgs() > 0
		p.block(e, header, terminators)
		for b := e.Next(); b != nil; b = b.Next() {
			p.block(b, true, true)
		}
		p.defaults = p.defaults[:len(p.defaults)-1]
	}
	p.margin()
	p.Byte('}')
}

func (p *irPrinter) block(b *ir.Block, header, terminator bool) {
	if header {
		p.blockHeader(b)
	}
	p.indent += 2
	if p.opts.ValueUsers {
		for _, a := range b.Args() {
			p.margin()
			p.argUsers(a)
		}
	}
	if workers := p.workers; workers > 1 {
		p.workers = 0
		if ops := printedOps(b, terminator); len(ops) >= 2*runLength {
			p.inParallel(ops, workers)
			p.indent -= 2
			p.workers = workers
			return
		}
	}
	for op := b.First(); op != nil; op = op.Next() {
		if !terminator && op.Next() == nil && op.Has(ir.Terminator) {
			break
		}
		p.margin()
		p.fullOp(op)
		p.Byte('\n')
	}
	p.indent -= 2
}

// printedOps returns the operations of a block that are printed, with or
// without the terminator.
func printedOps(b *ir.Block, terminator bool) []*ir.Operation {
	var ops []*ir.Operation
	for op := b.First(); op != nil; op = op.Next() {
		if terminator || op.Next() != nil || !op.Has(ir.Terminator) {
			ops = append(ops, op)
		}
	}
	return ops
}

func (p *irPrinter) blockHeader(b *ir.Block) {
	p.margin()
	p.Buf = p.names.appendBlock(p.Buf, b)
	if b.NumArgs() > 0 {
		p.Byte('(')
		for i, a := range b.Args() {
			if i > 0 {
				p.Str(", ")
			}
			p.operand(a)
			p.Str(": ")
			p.Type(a.Type())
			p.trailingLoc(a.Loc(), false)
		}
		p.Byte(')')
	}
	p.Byte(':')
	p.predecessors(b)
	p.Byte('\n')
}

// predecessors writes the comment that lists who branches here.
func (p *irPrinter) predecessors(b *ir.Block) {
	if !b.HasPreds() {
		if !b.IsEntry() {
			p.Str("  // no predecessors")
		}
		return
	}
	preds := b.Preds()
	if len(preds) == 1 {
		p.Str("  // pred: ")
		p.Buf = p.names.appendBlock(p.Buf, preds[0])
		return
	}
	sort.Slice(preds, func(i, j int) bool { return p.names.blocks[preds[i]] < p.names.blocks[preds[j]] })
	p.Str("  // ")
	p.Int(int64(len(preds)))
	p.Str(" preds: ")
	for i, q := range preds {
		if i > 0 {
			p.Str(", ")
		}
		p.Buf = p.names.appendBlock(p.Buf, q)
	}
}

// trailingLoc writes the location of an operation or argument.
func (p *irPrinter) trailingLoc(l ir.Loc, alias bool) {
	if !p.opts.DebugInfo {
		return
	}
	a := l.Attr(p.ctx)
	if p.opts.Pretty {
		p.Byte(' ')
		p.prettyLoc(a, true)
		return
	}
	p.Str(" loc(")
	if name, ok := p.locAlias(a); ok && alias {
		p.Str(name)
	} else {
		p.LocBody(a)
	}
	p.Byte(')')
}

func (p *irPrinter) locAlias(a ir.LocAttr) (string, bool) {
	if p.AttrAlias == nil {
		return "", false
	}
	return p.AttrAlias(a)
}

// prettyLoc writes a location as people like to read it; only the parts of
// the outermost one go by their aliases.
func (p *irPrinter) prettyLoc(a ir.LocAttr, top bool) {
	if !top {
		if name, ok := p.locAlias(a); ok {
			p.Str(name)
			return
		}
	}
	switch a := a.(type) {
	case *ir.UnknownLocAttr:
		p.Str("[unknown]")
	case *ir.FileLocAttr:
		var q ir.Printer
		q.LocBody(a)
		i := bytes.LastIndexByte(q.Buf, '"')
		p.Str(a.File)
		p.Buf = append(p.Buf, q.Buf[i+1:]...)
	case *ir.NameLocAttr:
		p.Quoted(a.Name)
		if _, unknown := a.Child.(*ir.UnknownLocAttr); !unknown {
			p.Byte('(')
			p.prettyLoc(a.Child, false)
			p.Byte(')')
		}
	case *ir.CallSiteLocAttr:
		p.prettyLoc(a.Callee, false)
		_, named := a.Callee.(*ir.NameLocAttr)
		if _, file := a.Caller.(*ir.FileLocAttr); !named || !file {
			p.Byte('\n')
		}
		p.Str(" at ")
		p.prettyLoc(a.Caller, false)
	case *ir.FusedLocAttr:
		if a.Metadata != nil {
			p.Byte('<')
			p.Attr(a.Metadata)
			p.Byte('>')
		}
		p.Byte('[')
		for i, l := range a.Locs {
			if i > 0 {
				p.Str(", ")
			}
			p.prettyLoc(l, false)
		}
		p.Byte(']')
	}
}
