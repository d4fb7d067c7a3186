package asm

import (
	"strings"

	"github.com/tile-opt/tile-opt/ir"
)

// OpParser adds to DialectParser what operations are made of.
type OpParser struct {
	DialectParser
	results []resultName
	info    *ir.OpInfo
}

// Operand reads %name or %name#n.
func (q *OpParser) Operand() Operand { return q.p.operand() }

// OptOperand is Operand when one is there.
func (q *OpParser) OptOperand() (Operand, bool) {
	if !q.p.is(tPercent) {
		return Operand{}, false
	}
	return q.p.operand(), true
}

// OperandList reads operands separated by commas; the list may be empty.
func (q *OpParser) OperandList(delim Delim) []Operand {
	var out []Operand
	if delim == NoDelim && !q.p.is(tPercent) {
		return nil
	}
	q.List(delim, func() { out = append(out, q.p.operand()) })
	return out
}

// Value returns the value of type t that o stands for. Inside regions that
// are read later the value may still be unknown: then it is a placeholder
// that is replaced when the definition comes.
func (q *OpParser) Value(o Operand, t ir.Type) *ir.Value { return q.p.value(o, t) }

// Resolve appends the value of o to the operands of st.
func (q *OpParser) Resolve(st *ir.OpState, o Operand, t ir.Type) {
	st.Operands = append(st.Operands, q.p.value(o, t))
}

// ResolveSame resolves all operands with one type.
func (q *OpParser) ResolveSame(st *ir.OpState, os []Operand, t ir.Type) {
	for _, o := range os {
		q.Resolve(st, o, t)
	}
}

// ResolveAll resolves operands with their types, which must be as many; at
// is where a different number is reported.
func (q *OpParser) ResolveAll(st *ir.OpState, at Mark, os []Operand, ts []ir.Type) {
	if len(os) != len(ts) {
		q.p.failAt(int(at), "number of operands and types do not match: got %d operands and %d types", len(os), len(ts))
	}
	for i, o := range os {
		q.Resolve(st, o, ts[i])
	}
}

// SetProp sets a property of st by name.
func (q *OpParser) SetProp(st *ir.OpState, name string, a ir.Attr) {
	i := st.Info.PropIndex(name)
	if i < 0 {
		panic("internal: " + st.Info.Name + " has no property " + name)
	}
	for len(st.Props) <= i {
		st.Props = append(st.Props, nil)
	}
	st.Props[i] = a
}

// SetSegments sets operandSegmentSizes.
func (q *OpParser) SetSegments(st *ir.OpState, sizes ...int) {
	q.SetProp(st, "operandSegmentSizes", segments(q.p.ctx, sizes))
}

func segments(c *ir.Context, sizes []int) ir.Attr {
	v := make([]int64, len(sizes))
	for i, n := range sizes {
		v[i] = int64(n)
	}
	return c.I32Array(v...)
}

// AttrDictInto reads an optional {...}; inherent attributes become properties
// of st, the others its discardable attributes.
func (q *OpParser) AttrDictInto(st *ir.OpState) {
	at := int(q.p.tok.lo)
	q.addAttrs(st, at, q.AttrDict())
}

// AttrDictWithKeyword is AttrDictInto behind the keyword attributes.
func (q *OpParser) AttrDictWithKeyword(st *ir.OpState) {
	if !q.OptKeyword("attributes") {
		return
	}
	if !q.p.is(tLBrace) {
		q.p.failToken("expected '{' in attribute dictionary")
	}
	q.AttrDictInto(st)
}

func (q *OpParser) addAttrs(st *ir.OpState, at int, entries []ir.NamedAttr) {
	st.Attrs = append(st.Attrs, q.p.splitAttrs(st, at, entries, false)...)
}

// Argument reads %name, with : type and {attributes} when asked for, and an
// optional location.
func (q *OpParser) Argument(withType, withAttrs bool) Argument {
	a := Argument{Operand: q.p.operand()}
	if a.num != 0 {
		q.p.failAt(int(a.At), "result number not allowed in argument list")
	}
	a.Loc = q.p.locAtMark(a.At)
	if withType {
		q.Punct(":")
		a.Type = q.p.parseType()
	}
	if withAttrs {
		a.Attrs = q.AttrDict()
	}
	n := len(q.p.deferred)
	if l, ok := q.p.trailingLoc(nil, nil); ok {
		a.Loc = l
	}
	if len(q.p.deferred) > n {
		a.deferred = n + 1
	}
	return a
}

// OptArgument is Argument when a name is there.
func (q *OpParser) OptArgument(withType, withAttrs bool) (Argument, bool) {
	if !q.p.is(tPercent) {
		return Argument{}, false
	}
	return q.Argument(withType, withAttrs), true
}

// ArgumentList reads arguments separated by commas; the list may be empty.
func (q *OpParser) ArgumentList(delim Delim, withType, withAttrs bool) []Argument {
	var out []Argument
	if delim == NoDelim && !q.p.is(tPercent) {
		return nil
	}
	q.List(delim, func() { out = append(out, q.Argument(withType, withAttrs)) })
	return out
}

// Region reads {...}. Arguments given become those of the entry block and
// need their types; the caller adds the region to OpState.Regions.
func (q *OpParser) Region(args []Argument) *ir.Region {
	r := ir.NewRegion()
	q.p.parseRegion(r, args)
	return r
}

// OptRegion is Region when a brace is there.
func (q *OpParser) OptRegion(args []Argument) (*ir.Region, bool) {
	if !q.p.is(tLBrace) {
		return nil, false
	}
	return q.Region(args), true
}

// EnsureTerminator appends an operation name without operands, its regions
// empty, to the one block of r unless the block ends in a terminator; an empty
// region gets a block.
func (q *OpParser) EnsureTerminator(r *ir.Region, name string, loc ir.Loc) {
	if r.IsEmpty() {
		r.Append(ir.NewBlock())
	}
	b := r.LastBlock()
	if last := b.Last(); last != nil && (last.Has(ir.Terminator) || last.Is(name)) {
		return
	}
	st := &ir.OpState{Loc: loc, Info: q.p.ctx.OpInfo(name)}
	if def := st.Info.Def; def != nil {
		for _, slot := range def.Regions {
			if slot.Variadic {
				continue
			}
			held := ir.NewRegion()
			if slot.Sized {
				held.Append(ir.NewBlock())
			}
			st.Regions = append(st.Regions, held)
		}
	}
	b.Append(q.p.ops.arena.NewOp(st))
}

// Successor reads ^name.
func (q *OpParser) Successor() *ir.Block { return q.p.successor() }

// OptSuccessor is Successor when one is there.
func (q *OpParser) OptSuccessor() (*ir.Block, bool) {
	if !q.p.is(tCaret) {
		return nil, false
	}
	return q.p.successor(), true
}

// SuccessorAndOperands reads ^name(%a, %b : t, u) with the part in
// parentheses optional.
func (q *OpParser) SuccessorAndOperands() (*ir.Block, []*ir.Value) {
	b := q.p.successor()
	if !q.p.accept(tLParen) {
		return b, nil
	}
	at := q.Here()
	os := q.OperandList(NoDelim)
	q.Punct(":")
	ts := q.TypeList()
	q.Punct(")")
	if len(os) != len(ts) {
		q.p.failAt(int(at), "number of operands and types do not match: got %d operands and %d types", len(os), len(ts))
	}
	vs := make([]*ir.Value, len(os))
	for i, o := range os {
		vs[i] = q.p.value(o, ts[i])
	}
	return b, vs
}

// NumResults returns the number of results that the text names before the
// equals sign.
func (q *OpParser) NumResults() int {
	n := 0
	for _, r := range q.results {
		n += int(r.count)
	}
	return n
}

// ResultName returns the name of result i without the percent sign, "" when
// it is a number, is part of a group or was not given.
func (q *OpParser) ResultName(i int) string {
	for _, r := range q.results {
		if i >= int(r.count) {
			i -= int(r.count)
			continue
		}
		if r.count != 1 {
			return ""
		}
		e := &q.p.ops.names.entries[r.id]
		name := string(q.p.src[e.lo+1 : e.hi])
		if strings.Trim(name, "0123456789") == "" {
			return ""
		}
		return name
	}
	return ""
}

// OptLoc reads an optional loc(...).
func (q *OpParser) OptLoc() (ir.Loc, bool) { return q.p.trailingLoc(nil, nil) }

// CustomOp reads a whole operation in custom or generic form, for syntax
// that nests one operation in another (as `accumulate { op }`).
func (q *OpParser) CustomOp() *ir.Operation { return q.p.parseOperation() }
