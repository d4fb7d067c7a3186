package asm

import (
	"slices"

	"github.com/tile-opt/tile-opt/ir"
)

// Index holds where a text defines and mentions what has a name, for editors.
// Parse fills it in the order of reading and, when the text is wrong, as far as
// it came.
type Index struct {
	Mentions []Mention
	Ops      []OpRange

	resolved map[*ir.Value]*ir.Value // placeholders of forward references
}

// MentionKind says what a Mention names.
type MentionKind uint8

// The kinds of mentions.
const (
	ValueMention  MentionKind = iota // %name
	BlockMention                     // ^name
	SymbolMention                    // @name, one for each part of a nested one
	AttrAlias                        // #name
	TypeAlias                        // !name
)

// Mention is a name in the text.
type Mention struct {
	Kind MentionKind
	// Lo and Hi bound the name with its sigil, in bytes from the start.
	Lo, Hi int
	// Def: the name is defined here. A symbol is never marked: which operation
	// defines it is known to symbol tables only.
	Def bool
	// Value is the value, or the first of a result group.
	Value *ir.Value
	Block *ir.Block
	// Name is the symbol or the alias without its sigil.
	Name string
	Attr ir.Attr
	Type ir.Type
}

// OpRange is an operation in the text: from its result names on, its name (with
// quotes in generic form), and its end behind the location.
type OpRange struct {
	Op             *ir.Operation
	Lo, Hi         int
	NameLo, NameHi int
}

// finish puts the values in place of what stood for them before they were
// defined, and sorts; text that was read twice is listed once.
func (x *Index) finish() {
	for i := range x.Mentions {
		if v := x.resolved[x.Mentions[i].Value]; v != nil {
			x.Mentions[i].Value = v
		}
	}
	slices.SortStableFunc(x.Mentions, func(a, b Mention) int { return a.Lo - b.Lo })
	x.Mentions = slices.CompactFunc(x.Mentions, func(a, b Mention) bool { return a.Lo == b.Lo })
	slices.SortStableFunc(x.Ops, func(a, b OpRange) int { return a.Lo - b.Lo })
}

func (p *parser) noteValue(id int32, at int, v *ir.Value, def bool) {
	if p.opts.Index == nil {
		return
	}
	e := &p.ops.names.entries[id]
	p.opts.Index.Mentions = append(p.opts.Index.Mentions, Mention{Kind: ValueMention, Lo: at, Hi: at + int(e.hi-e.lo), Def: def, Value: v})
}

func (p *parser) noteResolved(placeholder, v *ir.Value) {
	if x := p.opts.Index; x != nil {
		if x.resolved == nil {
			x.resolved = make(map[*ir.Value]*ir.Value)
		}
		x.resolved[placeholder] = v
	}
}

// noteAlias enters the definition of an alias.
func (p *parser) noteAlias(at int, m Mention) {
	if p.opts.Index == nil {
		return
	}
	m.Lo, m.Hi, m.Def = at, at+1+len(m.Name), true
	p.opts.Index.Mentions = append(p.opts.Index.Mentions, m)
}

// noteToken enters the token to look at.
func (p *parser) noteToken(m Mention) {
	if p.opts.Index == nil {
		return
	}
	m.Lo, m.Hi = int(p.tok.lo), int(p.tok.hi)
	p.opts.Index.Mentions = append(p.opts.Index.Mentions, m)
}
