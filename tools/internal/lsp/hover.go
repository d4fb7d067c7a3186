package lsp

import (
	"fmt"
	"strings"

	"github.com/tile-opt/tile-opt/ir"
	"github.com/tile-opt/tile-opt/ir/asm"
	"github.com/tile-opt/tile-opt/tools/internal/manual"
)

// markup is text in Markdown.
type markup struct {
	Kind  string `json:"kind"`
	Value string `json:"value"`
}

// hoverResult is the answer to textDocument/hover.
type hoverResult struct {
	Contents markup    `json:"contents"`
	Range    textRange `json:"range"`
}

// hover explains the name at an offset; nil when there is nothing to say.
func (d *document) hover(offset int) any {
	lo, hi := d.text.word(offset)
	said := ""
	if m := d.now.mention(offset); m != nil {
		lo, hi = m.Lo, m.Hi
		said = d.aboutMention(m)
	} else if lo < hi {
		said = d.aboutWord(d.text.src[lo:hi], offset)
	}
	if said == "" {
		return nil
	}
	return hoverResult{markup{"markdown", said}, d.text.span(lo, hi)}
}

func code(s string) string { return "```mlir\n" + strings.TrimRight(s, "\n") + "\n```\n" }

// shown is the longest piece of source or of an attribute that is shown.
const shown = 400

func clip(s string) string {
	if len(s) <= shown {
		return s
	}
	return strings.ToValidUTF8(s[:shown], "") + " ..."
}

func (d *document) aboutMention(m *asm.Mention) string {
	def := d.now.definitionOf(m)
	switch m.Kind {
	case asm.ValueMention:
		return d.aboutValue(m, def)
	case asm.BlockMention:
		var args []string
		for _, v := range m.Block.Args() {
			args = append(args, v.Type().String())
		}
		return code(fmt.Sprintf("%s(%s)", d.text.src[m.Lo:m.Hi], clip(strings.Join(args, ", ")))) +
			fmt.Sprintf("\nblock with %d predecessors\n", len(m.Block.Preds()))
	case asm.SymbolMention:
		if op := d.now.symbolOp(m); op != nil {
			return d.aboutDefinition(def) + "\n" + summary(op)
		}
		return "symbol that is not defined here\n"
	case asm.AttrAlias:
		return code("#" + m.Name + " = " + clip(m.Attr.String()))
	}
	return code("!" + m.Name + " = " + clip(m.Type.String()))
}

func (d *document) aboutValue(m, def *asm.Mention) string {
	v := m.Value
	out := code(d.text.src[m.Lo:m.Hi] + " : " + clip(v.Type().String()))
	switch op := v.Def(); {
	case op != nil && op.NumResults() > 1:
		out += fmt.Sprintf("\nresult #%d of `%s`", v.Index(), op.Name())
	case op != nil:
		out += fmt.Sprintf("\nresult of `%s`", op.Name())
	case v.Block() != nil && v.Block().Parent() != nil:
		out += fmt.Sprintf("\nargument #%d of a block in `%s`", v.Index(), v.Block().Parent().Name())
	default:
		out += fmt.Sprintf("\nargument #%d of a block", v.Index())
	}
	return out + "\n\n" + d.aboutDefinition(def)
}

// aboutDefinition shows the line in which a name is defined.
func (d *document) aboutDefinition(def *asm.Mention) string {
	if def == nil {
		return ""
	}
	return code(clip(strings.TrimSpace(d.text.line(d.text.lineAt(def.Lo)))))
}

// summary is a line about an operation from its definition.
func summary(op *ir.Operation) string {
	def := op.Info().Def
	if def == nil {
		return "`" + op.Name() + "` is not registered\n"
	}
	return fmt.Sprintf("`%s`: %s\n", def.Name, def.Summary)
}

// aboutWord explains a word that names no value, block, symbol or alias: an
// operation, a type or attribute of a dialect, a property, a pass.
func (d *document) aboutWord(word string, offset int) string {
	o := d.now.opAt(offset)
	if o != nil && offset >= o.NameLo && offset <= o.NameHi {
		if def := o.Op.Info().Def; def != nil {
			return manual.Operation(def)
		}
		return summary(o.Op)
	}
	if def := d.now.ctx.OpInfo(word).Def; def != nil {
		return manual.Operation(def)
	}
	for _, dialect := range d.now.ctx.Dialects() {
		if text := aboutDescribed(dialect, word); text != "" {
			return text
		}
	}
	if o != nil && o.Op.IsRegistered() {
		for _, p := range o.Op.Info().Def.Props {
			if p.Name == word {
				return fmt.Sprintf("property `%s` of `%s`: %s\n", p.Name, o.Op.Name(), propertyDoc(p))
			}
		}
	}
	return d.aboutPass(strings.TrimLeft(word, "-"))
}

func aboutDescribed(d *ir.Dialect, word string) string {
	for _, l := range []struct {
		prefix string
		list   []ir.Description
	}{{"!" + d.Name + ".", d.Types}, {"#" + d.Name + ".", d.Attrs}, {"", d.Discardable}} {
		for _, e := range l.list {
			if word == l.prefix+e.Name {
				return manual.Described(l.prefix, e)
			}
		}
	}
	return ""
}

func propertyDoc(p ir.PropSlot) string {
	switch {
	case p.Doc != "":
		return p.Doc
	case p.Enum != nil:
		return "one of " + p.Enum.Keywords()
	case p.C != nil:
		return p.C.Desc
	}
	return "any attribute"
}

func (d *document) aboutPass(name string) string {
	if d.cfg.Registry == nil {
		return ""
	}
	if p := d.cfg.Registry.Pass(name); p != nil {
		return manual.Pass(p)
	}
	if p := d.cfg.Registry.Pipeline(name); p != nil {
		return manual.Pipeline(p)
	}
	return ""
}

// definition returns where the name at an offset is defined, nil when it has no
// definition in the document.
func (d *document) definition(offset int) any {
	m := d.now.mention(offset)
	if m == nil {
		return nil
	}
	def := d.now.definitionOf(m)
	if def == nil {
		return nil
	}
	return location{d.uri, d.text.span(def.Lo, def.Hi)}
}

// references returns where the thing that the name at an offset names is
// mentioned, in the order of the text.
func (d *document) references(offset int, declaration bool) any {
	out := []location{}
	m := d.now.mention(offset)
	if m == nil {
		return out
	}
	def := d.now.definitionOf(m)
	if def == nil {
		return out
	}
	if declaration && d.now.mention(def.Lo) == nil {
		out = append(out, location{d.uri, d.text.span(def.Lo, def.Hi)})
	}
	same := d.now.sameThing(m, def)
	for i := range d.now.mentions {
		n := &d.now.mentions[i]
		if n.Kind != m.Kind || !same(n) || !declaration && n.Lo == def.Lo {
			continue
		}
		out = append(out, location{d.uri, d.text.span(n.Lo, n.Hi)})
	}
	return out
}

// sameThing returns what tells the mentions of the thing that m names, which def
// defines.
func (a *analysis) sameThing(m, def *asm.Mention) func(*asm.Mention) bool {
	switch m.Kind {
	case asm.ValueMention:
		// The results of a group have one name.
		next := int(^uint(0) >> 1)
		for i := range a.mentions {
			n := &a.mentions[i]
			if n.Def && n.Value != nil && def.Value.Def() != nil && n.Value.Def() == def.Value.Def() && n.Value.Index() > def.Value.Index() {
				next = min(next, n.Value.Index())
			}
		}
		return func(n *asm.Mention) bool {
			return a.sameName(def, n) && (n.Value.IsBlockArg() || n.Value.Index() < next)
		}
	case asm.SymbolMention:
		op := a.symbolOp(m)
		return func(n *asm.Mention) bool { return n.Name == def.Name && a.symbolOp(n) == op }
	}
	return func(n *asm.Mention) bool { return a.sameName(def, n) }
}
