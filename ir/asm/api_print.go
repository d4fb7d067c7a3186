package asm

import "github.com/tile-opt/tile-opt/ir"

// OpPrinter is what Print hooks write with. It embeds ir.Printer (Str, Byte,
// Int, Quoted, Type, TypeList, Attr, AttrNoType, SymbolName, Keyword, Dim),
// which handles aliases.
type OpPrinter struct {
	*ir.Printer
	p *irPrinter
}

// Operand writes the name of v.
func (q *OpPrinter) Operand(v *ir.Value) {
	if !q.p.collecting {
		q.p.operand(v)
	}
}

// Operands writes names separated by commas.
func (q *OpPrinter) Operands(vs []*ir.Value) {
	for i, v := range vs {
		if i > 0 {
			q.Str(", ")
		}
		q.Operand(v)
	}
}

// TypesOf writes the types of vs separated by commas.
func (q *OpPrinter) TypesOf(vs []*ir.Value) {
	for i, v := range vs {
		if i > 0 {
			q.Str(", ")
		}
		q.Type(v.Type())
	}
}

// ArrowTypes writes " -> " and the types, or nothing when there are none.
func (q *OpPrinter) ArrowTypes(ts []ir.Type) {
	if len(ts) > 0 {
		q.Str(" -> ")
		q.ResultTypes(ts)
	}
}

// FunctionalType writes (operand types) -> result types.
func (q *OpPrinter) FunctionalType(op *ir.Operation) { q.p.functionalType(op) }

// AttrDict writes " {...}" with the discardable and the inherent attributes
// of op but for the names to leave out; nothing when none is left. Properties
// that hold their default are left out too.
func (q *OpPrinter) AttrDict(op *ir.Operation, elided ...string) {
	q.NamedAttrDict(q.attrs(op, elided))
}

// AttrDictWithKeyword is AttrDict with " attributes" in front.
func (q *OpPrinter) AttrDictWithKeyword(op *ir.Operation, elided ...string) {
	if attrs := q.attrs(op, elided); len(attrs) > 0 {
		q.Str(" attributes")
		q.NamedAttrDict(attrs)
	}
}

// NamedAttrDict writes " {...}", or nothing for no attributes.
func (q *OpPrinter) NamedAttrDict(attrs []ir.NamedAttr) {
	if len(attrs) == 0 {
		return
	}
	q.Str(" {")
	q.NamedAttrs(attrs)
	q.Byte('}')
}

// attrs merges properties and discardable attributes, sorted by name.
func (q *OpPrinter) attrs(op *ir.Operation, elided []string) []ir.NamedAttr {
	info := op.Info()
	if info.Def == nil || len(info.Def.Props) == 0 {
		return without(info, op.Attrs(), elided)
	}
	var out []ir.NamedAttr
	for i, s := range info.Def.Props {
		a := op.PropAt(i)
		if a == nil || s.Name == "operandSegmentSizes" || s.Name == "resultSegmentSizes" || contains(elided, s.Name) {
			continue
		}
		if s.Default != nil && a == s.Default(q.p.ctx) {
			continue
		}
		out = append(out, ir.NamedAttr{Name: s.Name, Attr: a})
	}
	if len(out) == 0 {
		return without(info, op.Attrs(), elided)
	}
	out = append(out, without(info, op.Attrs(), elided)...)
	ir.SortNamed(out)
	return out
}

// without leaves out what the format spells; an attribute with the name of a
// native property is something else.
func without(info *ir.OpInfo, attrs []ir.NamedAttr, elided []string) []ir.NamedAttr {
	if len(elided) == 0 {
		return attrs
	}
	var out []ir.NamedAttr
	for _, a := range attrs {
		i := info.PropIndex(a.Name)
		if !contains(elided, a.Name) || i >= 0 && info.Def.Props[i].Native {
			out = append(out, a)
		}
	}
	return out
}

func contains(names []string, name string) bool {
	for _, n := range names {
		if n == name {
			return true
		}
	}
	return false
}

// Region writes {...}; entryArgs says whether the entry block gets a label
// for its arguments, terminators whether its terminator is written.
func (q *OpPrinter) Region(r *ir.Region, entryArgs, terminators bool) {
	q.p.region(r, entryArgs, terminators, false)
}

// RegionWithEmptyBlock is Region that also labels an empty entry block, so
// that a region with one empty block differs from an empty region.
func (q *OpPrinter) RegionWithEmptyBlock(r *ir.Region, entryArgs, terminators bool) {
	q.p.region(r, entryArgs, terminators, true)
}

// RegionArg writes %name: type {attrs}, with the location when locations are
// printed.
func (q *OpPrinter) RegionArg(v *ir.Value, attrs []ir.NamedAttr) {
	q.Operand(v)
	q.Str(": ")
	q.Type(v.Type())
	q.NamedAttrDict(attrs)
	q.ArgLoc(v)
}

// ArgLoc writes " loc(...)" of a block argument when locations are printed.
func (q *OpPrinter) ArgLoc(v *ir.Value) {
	switch {
	case !q.p.opts.DebugInfo:
	case q.p.collecting:
		q.p.aliases.attr(v.Loc().Attr(q.p.ctx), false)
	default:
		q.p.trailingLoc(v.Loc(), false)
	}
}

// Successor writes ^bbN.
func (q *OpPrinter) Successor(b *ir.Block) {
	if !q.p.collecting {
		q.Buf = q.p.names.appendBlock(q.Buf, b)
	}
}

// SuccessorAndOperands writes ^bbN(%a, %b : t, u).
func (q *OpPrinter) SuccessorAndOperands(b *ir.Block, vs []*ir.Value) {
	q.Successor(b)
	if len(vs) == 0 {
		return
	}
	q.Byte('(')
	q.Operands(vs)
	q.Str(" : ")
	q.TypesOf(vs)
	q.Byte(')')
}

// Enum writes an attribute of e as custom text spells it: <keyword>, or the
// keyword alone when e is bare or has no mnemonic.
func (q *OpPrinter) Enum(e *ir.Enum, a ir.Attr) {
	if x, ok := a.(*ir.EnumAttr); ok {
		x.PrintValue(q.Printer)
		return
	}
	v, _ := ir.IntValue(a)
	kw, ok := e.Keyword(v)
	if !ok {
		q.Attr(a)
		return
	}
	q.Str(kw)
}

// Newline ends the line and indents the next like the operation.
func (q *OpPrinter) Newline() {
	q.p.newline()
}

// Indent changes the indentation of what Newline starts by n spaces.
func (q *OpPrinter) Indent(n int) { q.p.indent += n }

// Op writes a whole operation, without its results and location, for syntax
// that nests one operation in another.
func (q *OpPrinter) Op(op *ir.Operation) {
	if q.p.collecting {
		q.p.collect(op)
		return
	}
	q.p.body(op)
}

// Generic reports whether the generic form is being printed.
func (q *OpPrinter) Generic() bool { return q.p.opts.Generic }
