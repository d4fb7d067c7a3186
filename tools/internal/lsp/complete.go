package lsp

import (
	"cmp"
	"slices"
	"strings"

	"github.com/tile-opt/tile-opt/ir"
	"github.com/tile-opt/tile-opt/ir/asm"
	"github.com/tile-opt/tile-opt/passes"
)

// Kinds of completion items.
const (
	kindFunction = 3
	kindVariable = 6
	kindClass    = 7
	kindModule   = 9
	kindProperty = 10
	kindConstant = 21
)

// completionList is the answer to textDocument/completion.
type completionList struct {
	IsIncomplete bool   `json:"isIncomplete"`
	Items        []item `json:"items"`
}

// item is one completion.
type item struct {
	Label  string   `json:"label"`
	Kind   int      `json:"kind"`
	Detail string   `json:"detail,omitempty"`
	Doc    *markup  `json:"documentation,omitempty"`
	Edit   textEdit `json:"textEdit"`
}

// textEdit replaces a range.
type textEdit struct {
	Range   textRange `json:"range"`
	NewText string    `json:"newText"`
}

// maxItems bounds an answer; whoever wants more writes one letter more.
const maxItems = 2000

// completer collects the completions at one offset.
type completer struct {
	d      *document
	lo, at int // the word that was begun
	items  []item
}

// completion lists what may stand at an offset.
func (d *document) completion(offset int) any {
	line := d.text.lineAt(offset)
	before := d.text.src[d.text.lines[line]:offset]
	c := &completer{d: d, at: offset}
	c.lo = offset
	for c.lo > 0 && isWordByte(d.text.src[c.lo-1]) {
		c.lo--
	}
	if comment := commentIn(before); comment >= 0 {
		c.commandLine(before[comment:])
	} else if quote := openQuote(before); quote >= 0 {
		c.inString(before, quote)
	} else {
		c.inCode()
	}
	slices.SortStableFunc(c.items, func(a, b item) int { return cmp.Compare(a.Label, b.Label) })
	c.items = slices.CompactFunc(c.items, func(a, b item) bool { return a.Label == b.Label })
	out := completionList{Items: c.items}
	if len(out.Items) > maxItems {
		out = completionList{true, out.Items[:maxItems]}
	}
	if out.Items == nil {
		out.Items = []item{}
	}
	return out
}

// add offers a word in place of the one begun, sigil included, if it goes on
// with it.
func (c *completer) add(label string, kind int, detail, doc string) {
	src := c.d.text.src
	lo := c.lo
	if label != "" && strings.IndexByte(sigils, label[0]) >= 0 {
		lo--
	}
	if lo < 0 || !strings.HasPrefix(label, src[lo:c.at]) {
		return
	}
	it := item{Label: label, Kind: kind, Detail: clip(detail), Edit: textEdit{c.d.text.span(lo, c.at), label}}
	if doc != "" {
		it.Doc = &markup{"markdown", doc}
	}
	c.items = append(c.items, it)
}

// commentIn returns where a comment begins in a line, or -1.
func commentIn(line string) int {
	quoted := false
	for i := 0; i+1 < len(line); i++ {
		switch {
		case line[i] == '\\' && quoted:
			i++
		case line[i] == '"':
			quoted = !quoted
		case line[i] == '/' && line[i+1] == '/' && !quoted:
			return i
		}
	}
	return -1
}

// openQuote returns where the string begins in which a line ends, or -1.
func openQuote(line string) int {
	at := -1
	for i := 0; i < len(line); i++ {
		switch {
		case line[i] == '\\' && at >= 0:
			i++
		case line[i] == '"' && at >= 0:
			at = -1
		case line[i] == '"':
			at = i
		}
	}
	return at
}

// commandLine completes options and pipelines in a comment that says how the file
// is run.
func (c *completer) commandLine(comment string) {
	if !strings.Contains(comment, "RUN:") && !strings.Contains(comment, "-opt ") || c.d.cfg.Registry == nil {
		return
	}
	word := lastArgument(comment)
	name, value, given := strings.Cut(strings.TrimLeft(word, "-"), "=")
	switch {
	case !strings.HasPrefix(word, "-"):
	case given && name == "pass-pipeline":
		c.passWords(strings.TrimLeft(value, `'"`), c.d.cfg.Registry.Complete)
	case given:
		c.passWords(strings.TrimLeft(value, `'"`), func(text string, _ []string) (int, []passes.Completion) {
			return c.d.cfg.Registry.CompleteOptions(name, text)
		})
	default:
		c.lo = c.at - len(name)
		for _, p := range c.d.cfg.Registry.Passes() {
			c.add(p.Name, kindFunction, p.Summary, "")
		}
		for _, p := range c.d.cfg.Registry.Pipelines() {
			c.add(p.Name, kindFunction, p.Summary, "")
		}
		for _, f := range c.d.cfg.Flags {
			c.add(f.Text, kindProperty, f.Doc, "")
		}
	}
}

// lastArgument returns the argument of a command line that its end is in; quotes
// may hold blanks.
func lastArgument(s string) string {
	start, quote := 0, byte(0)
	for i := range len(s) {
		switch {
		case quote != 0 && s[i] == quote:
			quote = 0
		case quote == 0 && (s[i] == '\'' || s[i] == '"'):
			quote = s[i]
		case quote == 0 && (s[i] == ' ' || s[i] == '\t'):
			start = i + 1
		}
	}
	return s[start:]
}

// passWords offers what the registry has for the beginning of a pipeline.
func (c *completer) passWords(text string, complete func(string, []string) (int, []passes.Completion)) {
	from, words := complete(text, isolated(c.d.now.ctx))
	c.lo = c.at - (len(text) - from)
	for _, w := range words {
		c.add(w.Text, kindFunction, w.Doc, "")
	}
}

// isolated lists the operations that pipelines may be nested on.
func isolated(ctx *ir.Context) []string {
	var out []string
	for _, d := range ctx.Dialects() {
		for _, b := range d.Ops {
			if b.Def.Traits.Has(ir.IsolatedFromAbove) {
				out = append(out, b.Def.Name)
			}
		}
	}
	return out
}

// inString completes a pipeline in the metadata of a reproducer, or the name of a
// generic operation.
func (c *completer) inString(before string, quote int) {
	front := strings.TrimSpace(before[:quote])
	switch {
	case strings.HasSuffix(front, "pipeline:") && c.d.cfg.Registry != nil:
		c.passWords(before[quote+1:], c.d.cfg.Registry.Complete)
	case front == "" || strings.HasSuffix(front, "=") && strings.HasPrefix(front, "%") || strings.HasSuffix(front, "{"):
		c.lo = c.at - (len(before) - quote - 1)
		c.opNames()
	}
}

func (c *completer) inCode() {
	src := c.d.text.src
	sigil := byte(0)
	if c.lo > 0 && strings.IndexByte(sigils, src[c.lo-1]) >= 0 {
		sigil = src[c.lo-1]
	}
	switch sigil {
	case '%':
		c.values()
		return
	case '^', '@':
		c.names(sigil)
		return
	case '#', '!':
		c.aliasesAndDialects(sigil)
		return
	}
	front := strings.TrimRight(src[max(0, c.lo-lookBack):c.lo], " \t")
	if front == "" || strings.HasSuffix(front, "\n") || strings.HasSuffix(front, ":") || endsResults(front) || c.beginsRegion(front) {
		c.opNames()
	}
	c.attributes()
}

// beginsRegion reports whether a brace at the end of text may be that of a region:
// the operation in front of it has regions, or is not known.
func (c *completer) beginsRegion(front string) bool {
	if !strings.HasSuffix(front, "{") {
		return false
	}
	def := c.opBefore(front)
	return def == nil || len(def.Regions) > 0
}

// lookBack bounds how far in front of an offset a dictionary may begin.
const lookBack = 4096

// endsResults reports whether text ends in the results of an operation.
func endsResults(s string) bool {
	if !strings.HasSuffix(s, "=") {
		return false
	}
	line := strings.TrimSpace(s[strings.LastIndexByte(s, '\n')+1:])
	return strings.HasPrefix(line, "%") && !strings.ContainsAny(line, "({")
}

// opNames offers operations of all dialects.
func (c *completer) opNames() {
	for _, d := range c.d.now.ctx.Dialects() {
		for _, b := range d.Ops {
			c.add(b.Def.Name, kindClass, b.Def.Summary, b.Def.Doc)
		}
	}
}

// values offers the values that are visible: those defined in front, but not
// inside operations that ended, nor around one that is isolated.
func (c *completer) values() {
	a := c.d.now
	wall := 0
	for i := range a.ops {
		if o := &a.ops[i]; o.Lo < c.at && o.Hi >= c.at && o.Op.Has(ir.IsolatedFromAbove) {
			wall = max(wall, o.NameHi)
		}
	}
	closed, ops := 0, a.ops // mentions in front of closed lie inside an operation that ended
	for i := range a.mentions {
		m := &a.mentions[i]
		for ; len(ops) > 0 && ops[0].NameHi <= m.Lo; ops = ops[1:] {
			if ops[0].Hi < c.at {
				closed = max(closed, ops[0].Hi)
			}
		}
		if m.Kind == asm.ValueMention && m.Def && m.Lo < c.lo-1 && m.Lo >= max(wall, closed) {
			c.add(c.d.text.src[m.Lo:m.Hi], kindVariable, m.Value.Type().String(), "")
		}
	}
}

// names offers blocks or symbols, also those of the last text that parsed.
func (c *completer) names(sigil byte) {
	for _, a := range []*analysis{c.d.now, c.d.good} {
		if a == nil {
			continue
		}
		for i := range a.mentions {
			m := &a.mentions[i]
			if sigil == '^' && m.Kind == asm.BlockMention && m.Lo != c.lo-1 {
				c.add(a.src[m.Lo:m.Hi], kindConstant, "block", "")
			}
		}
		for i := range a.ops {
			if name, ok := ir.SymbolName(a.ops[i].Op); ok && sigil == '@' {
				c.add("@"+symbolText(name), kindModule, a.ops[i].Op.Name(), "")
			}
		}
	}
}

// symbolText returns a symbol's name as it stands in text.
func symbolText(name string) string {
	if ir.IsBareID(name) {
		return name
	}
	return string(ir.AppendQuoted(nil, name))
}

// aliasesAndDialects offers what begins with # or !.
func (c *completer) aliasesAndDialects(sigil byte) {
	for _, a := range []*analysis{c.d.now, c.d.good} {
		if a == nil {
			continue
		}
		for i := range a.mentions {
			switch m := &a.mentions[i]; {
			case !m.Def:
			case m.Kind == asm.AttrAlias && sigil == '#':
				c.add("#"+m.Name, kindConstant, m.Attr.String(), "")
			case m.Kind == asm.TypeAlias && sigil == '!':
				c.add("!"+m.Name, kindConstant, m.Type.String(), "")
			}
		}
	}
	for _, d := range c.d.now.ctx.Dialects() {
		list := d.Types
		if sigil == '#' {
			list = d.Attrs
		}
		for _, e := range list {
			c.add(string(sigil)+d.Name+"."+e.Name, kindClass, e.Summary, e.Doc)
		}
	}
}

// attributes offers the names of attributes inside the dictionary of an operation:
// its own, and those that dialects give a meaning anywhere.
func (c *completer) attributes() {
	front := c.d.text.src[max(0, c.lo-lookBack):c.lo]
	open := dictionary(front)
	if open < 0 {
		return
	}
	properties := open > 0 && front[open-1] == '<'
	if def := c.opBefore(front[:open]); def != nil {
		for _, p := range def.Props {
			c.add(p.Name, kindProperty, def.Name, propertyDoc(p))
		}
	}
	if properties {
		return
	}
	for _, d := range c.d.now.ctx.Dialects() {
		for _, e := range d.Discardable {
			c.add(e.Name, kindProperty, e.Summary, e.Doc)
		}
	}
}

// dictionary returns where the brace stands in which text ends, -1 when it ends
// where no name of an entry can stand.
func dictionary(front string) int {
	s := strings.TrimRight(front, " \t\r\n")
	if !strings.HasSuffix(s, "{") && !strings.HasSuffix(s, ",") {
		return -1
	}
	depth := 0
	for i := len(s) - 1; i >= 0; i-- {
		switch s[i] {
		case ')', ']', '}':
			depth++
		case '{', '(', '[':
			if depth == 0 {
				if s[i] == '{' {
					return i
				}
				return -1
			}
			depth--
		}
	}
	return -1
}

// opBefore returns the definition of the last operation that text names, or nil.
func (c *completer) opBefore(front string) *ir.OpDef {
	for hi := len(front); hi > 0; hi-- {
		if !isWordByte(front[hi-1]) {
			continue
		}
		lo := hi
		for lo > 0 && isWordByte(front[lo-1]) {
			lo--
		}
		if lo == 0 || strings.IndexByte(sigils, front[lo-1]) < 0 {
			if def := c.d.now.ctx.OpInfo(front[lo:hi]).Def; def != nil {
				return def
			}
		}
		hi = lo + 1
	}
	return nil
}
