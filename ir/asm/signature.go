package asm

import "github.com/tile-opt/tile-opt/ir"

// Signature is the part of a function's text in which arguments and results
// stand: (%a: i32 {attrs}, ...) -> (f32 {attrs}, ...). Arguments of a
// declaration have no names.
type Signature struct {
	Args        []Argument
	Variadic    bool // ... behind the last argument
	ResultTypes []ir.Type
	ResultAttrs [][]ir.NamedAttr
	// Named: the arguments have names, so that a body may follow.
	Named bool
}

// ArgTypes returns the types of the arguments.
func (s *Signature) ArgTypes() []ir.Type {
	ts := make([]ir.Type, len(s.Args))
	for i, a := range s.Args {
		ts[i] = a.Type
	}
	return ts
}

// Signature reads a signature; variadic says whether ... may end the
// arguments.
func (q *OpParser) Signature(variadic bool) Signature {
	var s Signature
	q.List(Paren, func() {
		if s.Variadic {
			q.p.failHere("variadic arguments must be in the end of the argument list")
		}
		if q.p.is(tEllipsis) {
			if !variadic {
				q.p.failHere("variadic arguments are not allowed")
			}
			q.p.advance()
			s.Variadic = true
			return
		}
		s.Args = append(s.Args, q.signatureArg(&s))
	})
	if q.OptPunct("->") {
		q.signatureResults(&s)
	}
	return s
}

func (q *OpParser) signatureArg(s *Signature) Argument {
	named := q.p.is(tPercent)
	if len(s.Args) > 0 && named != s.Named {
		if named {
			q.p.failHere("expected type instead of SSA identifier")
		}
		q.p.failHere("expected SSA identifier")
	}
	s.Named = named
	if named {
		return q.Argument(true, true)
	}
	a := Argument{Operand: Operand{At: q.Here()}}
	a.Loc = q.p.locAtMark(a.At)
	a.Type = q.p.parseType()
	a.Attrs = q.AttrDict()
	if l, ok := q.p.trailingLoc(nil, nil); ok {
		a.Loc = l
	}
	return a
}

func (q *OpParser) signatureResults(s *Signature) {
	if !q.p.is(tLParen) {
		s.ResultTypes = []ir.Type{q.p.parseType()}
		s.ResultAttrs = [][]ir.NamedAttr{nil}
		return
	}
	q.List(Paren, func() {
		s.ResultTypes = append(s.ResultTypes, q.p.parseType())
		s.ResultAttrs = append(s.ResultAttrs, q.AttrDict())
	})
}

// SetSignatureAttrs sets the properties arg_attrs and res_attrs of st, where
// any argument or result has attributes.
func (q *OpParser) SetSignatureAttrs(st *ir.OpState, s *Signature) {
	args := make([][]ir.NamedAttr, len(s.Args))
	for i, a := range s.Args {
		args[i] = a.Attrs
	}
	q.setDicts(st, "arg_attrs", args)
	q.setDicts(st, "res_attrs", s.ResultAttrs)
}

func (q *OpParser) setDicts(st *ir.OpState, prop string, dicts [][]ir.NamedAttr) {
	any := false
	out := make([]ir.Attr, len(dicts))
	for i, d := range dicts {
		any = any || len(d) > 0
		out[i] = ir.DictOf(q.p.ctx, d...)
	}
	if any {
		q.SetProp(st, prop, q.p.ctx.ArrayOf(out...))
	}
}

// Signature writes a signature. body gives the arguments their names and may
// be nil or empty for a declaration; argAttrs and resAttrs are the properties
// arg_attrs and res_attrs, or nil.
func (q *OpPrinter) Signature(body *ir.Region, args []ir.Type, variadic bool, results []ir.Type, argAttrs, resAttrs ir.Attr) {
	q.Byte('(')
	for i, t := range args {
		if i > 0 {
			q.Str(", ")
		}
		if body != nil && !body.IsEmpty() && i < body.Entry().NumArgs() {
			q.RegionArg(body.Entry().Arg(i), dictAt(argAttrs, i))
			continue
		}
		q.Type(t)
		q.NamedAttrDict(dictAt(argAttrs, i))
	}
	if variadic {
		if len(args) > 0 {
			q.Str(", ")
		}
		q.Str("...")
	}
	q.Byte(')')
	if len(results) == 0 {
		return
	}
	q.Str(" -> ")
	parens := len(results) != 1 || isFunctionType(results[0]) || len(dictAt(resAttrs, 0)) > 0
	if parens {
		q.Byte('(')
	}
	for i, t := range results {
		if i > 0 {
			q.Str(", ")
		}
		q.Type(t)
		q.NamedAttrDict(dictAt(resAttrs, i))
	}
	if parens {
		q.Byte(')')
	}
}

// dictAt returns entry i of an array of dictionaries.
func dictAt(a ir.Attr, i int) []ir.NamedAttr {
	arr, ok := a.(*ir.ArrayAttr)
	if !ok || i >= len(arr.Elems) {
		return nil
	}
	d, ok := arr.Elems[i].(*ir.DictAttr)
	if !ok {
		return nil
	}
	return d.Entries
}
