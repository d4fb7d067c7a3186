package lsp

import (
	"sort"
	"strings"

	"github.com/tile-opt/tile-opt/ir"
	"github.com/tile-opt/tile-opt/ir/asm"
	"github.com/tile-opt/tile-opt/ir/diag"
)

// document is an open file.
type document struct {
	cfg     *Config
	uri     string
	version *int
	text    text
	now     *analysis // of the text, once it was read
	good    *analysis // of the last text without a syntax error, or nil
}

// analysis is what is known about a text: of all its parts between marker lines.
type analysis struct {
	src      string
	ctx      *ir.Context
	mentions []asm.Mention // by place
	ops      []asm.OpRange // by place
	around   []int         // of each operation the one around it, -1 for none
	parts    []int         // where they begin
	said     diag.List
	broken   bool // a part does not parse
}

// splitMarker divides a file into modules of their own, as --split-input-file
// does.
const splitMarker = "// -----"

// read analyses the text.
func (d *document) read() {
	d.now = d.analyse()
	if !d.now.broken {
		d.good = d.now
	}
}

func (d *document) analyse() *analysis {
	a := &analysis{src: d.text.src, ctx: ir.NewContext(d.cfg.Dialects...)}
	a.ctx.AllowUnregistered = d.cfg.AllowUnregistered
	start := 0
	for n := 1; n <= len(d.text.lines); n++ {
		if n < len(d.text.lines) && strings.TrimRight(d.text.line(n-1), " \t") != splitMarker {
			continue
		}
		end := len(d.text.src)
		if n < len(d.text.lines) {
			end = d.text.lines[n]
		}
		a.part(d, start, end)
		start = end
	}
	a.nest()
	return a
}

// part reads and verifies one module.
func (a *analysis) part(d *document, lo, hi int) {
	a.parts = append(a.parts, lo)
	var x asm.Index
	m, err := asm.Parse(a.ctx, d.uri, []byte(d.text.src[lo:hi]), asm.ParseOptions{Index: &x})
	if err == nil {
		err = ir.Verify(m)
	} else {
		a.broken = true
	}
	for _, m := range x.Mentions {
		m.Lo, m.Hi = m.Lo+lo, m.Hi+lo
		a.mentions = append(a.mentions, m)
	}
	for _, o := range x.Ops {
		o.Lo, o.Hi, o.NameLo, o.NameHi = o.Lo+lo, o.Hi+lo, o.NameLo+lo, o.NameHi+lo
		a.ops = append(a.ops, o)
	}
	first := d.text.lineAt(lo)
	for _, e := range diag.All(err) {
		moved := *e
		moved.Pos.Line += first
		moved.Notes = nil
		for _, n := range e.Notes {
			n.Pos.Line += first
			moved.Notes = append(moved.Notes, n)
		}
		a.said = append(a.said, &moved)
	}
}

// rangeOf returns the range that a diagnostic underlines: the word at its
// position. One without a position is at the start of the text.
func (d *document) rangeOf(p diag.Pos) textRange {
	if p.Line < 1 || p.Line > len(d.text.lines) {
		return d.text.span(0, 0)
	}
	line := d.text.lines[p.Line-1]
	lo := min(line+max(p.Col-1, 0), line+len(d.text.line(p.Line-1)))
	_, hi := d.text.word(lo)
	return d.text.span(lo, max(hi, lo))
}

// mention returns the name that an offset touches, or nil.
func (a *analysis) mention(offset int) *asm.Mention {
	i := sort.Search(len(a.mentions), func(i int) bool { return a.mentions[i].Lo > offset })
	if i > 0 && offset <= a.mentions[i-1].Hi {
		return &a.mentions[i-1]
	}
	return nil
}

// nest finds which operation stands in which.
func (a *analysis) nest() {
	a.around = make([]int, len(a.ops))
	last := -1
	for i := range a.ops {
		for last >= 0 && a.ops[last].Hi < a.ops[i].Lo {
			last = a.around[last]
		}
		a.around[i] = last
		last = i
	}
}

// opAt returns the innermost operation around an offset, or nil.
func (a *analysis) opAt(offset int) *asm.OpRange {
	i := sort.Search(len(a.ops), func(i int) bool { return a.ops[i].Lo > offset })
	for i--; i >= 0; i = a.around[i] {
		if a.ops[i].Hi >= offset {
			return &a.ops[i]
		}
	}
	return nil
}

// partOf returns the number of the module that holds an offset.
func (a *analysis) partOf(offset int) int { return sort.SearchInts(a.parts, offset+1) - 1 }

// rangeOfOp returns where an operation stands, or nil.
func (a *analysis) rangeOfOp(op *ir.Operation) *asm.OpRange {
	for i := range a.ops {
		if a.ops[i].Op == op {
			return &a.ops[i]
		}
	}
	return nil
}

// definitionOf returns the mention that defines what m names, or nil. A symbol is
// defined where its operation names itself, which generic text does in a string:
// then it is at the operation's name.
func (a *analysis) definitionOf(m *asm.Mention) *asm.Mention {
	if m.Kind == asm.SymbolMention {
		return a.symbolDefinition(m)
	}
	var best *asm.Mention
	for i := range a.mentions {
		n := &a.mentions[i]
		if !n.Def || n.Kind != m.Kind || !a.sameName(n, m) {
			continue
		}
		// The last group that begins at or before the result.
		if best == nil || n.Value != nil && n.Value.Index() > best.Value.Index() {
			best = n
		}
	}
	return best
}

// sameName reports whether the definition def may define what m names.
func (a *analysis) sameName(def, m *asm.Mention) bool {
	switch m.Kind {
	case asm.ValueMention:
		if m.Value.IsBlockArg() || def.Value.IsBlockArg() {
			return def.Value == m.Value
		}
		return def.Value.Def() == m.Value.Def() && def.Value.Index() <= m.Value.Index()
	case asm.BlockMention:
		return def.Block == m.Block
	}
	return def.Name == m.Name && a.partOf(def.Lo) == a.partOf(m.Lo)
}

func (a *analysis) symbolDefinition(m *asm.Mention) *asm.Mention {
	op := a.symbolOp(m)
	if op == nil {
		return nil
	}
	r := a.rangeOfOp(op)
	if r == nil {
		return nil
	}
	name, _ := ir.SymbolName(op)
	if own := a.ownName(r, name); own != nil {
		return own
	}
	return &asm.Mention{Kind: asm.SymbolMention, Lo: r.NameLo, Hi: r.NameHi, Def: true, Name: name}
}

// ownName returns the mention in which an operation names itself: the first of its
// name in its text, and none of those inside its regions.
func (a *analysis) ownName(r *asm.OpRange, name string) *asm.Mention {
	i := sort.Search(len(a.mentions), func(i int) bool { return a.mentions[i].Lo >= r.NameHi })
	for ; i < len(a.mentions) && a.mentions[i].Lo < r.Hi; i++ {
		m := &a.mentions[i]
		if inner := a.opAt(m.Lo); inner != nil && inner.Op != r.Op {
			return nil
		}
		if m.Kind == asm.SymbolMention {
			if m.Name == name {
				return m
			}
			return nil
		}
	}
	return nil
}

// symbolOp returns the operation that a symbol names. Where the text is broken
// the tables around it are not there, and any operation of that name must do.
func (a *analysis) symbolOp(m *asm.Mention) *ir.Operation {
	around := a.opAt(m.Lo)
	if around != nil {
		if name, ok := ir.SymbolName(around.Op); ok && name == m.Name && a.ownName(around, name) == m {
			return around.Op
		}
		path := a.symbolPath(m)
		if op := ir.ResolveSymbol(around.Op, a.ctx.SymbolRef(path[0], path[1:]...)); op != nil {
			return op
		}
	}
	part := a.partOf(m.Lo)
	for i := range a.ops {
		if name, ok := ir.SymbolName(a.ops[i].Op); ok && name == m.Name && a.partOf(a.ops[i].Lo) == part {
			return a.ops[i].Op
		}
	}
	return nil
}

// symbolPath returns the names of a nested reference up to m.
func (a *analysis) symbolPath(m *asm.Mention) []string {
	path := []string{m.Name}
	i := sort.Search(len(a.mentions), func(i int) bool { return a.mentions[i].Lo >= m.Lo })
	for i--; i >= 0 && a.mentions[i].Kind == asm.SymbolMention && a.src[a.mentions[i].Hi:a.mentions[i+1].Lo] == "::"; i-- {
		path = append([]string{a.mentions[i].Name}, path...)
	}
	return path
}
