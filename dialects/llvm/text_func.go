package llvm

import (
	"github.com/tile-opt/tile-opt/ir"
	"github.com/tile-opt/tile-opt/ir/asm"
)

// Print writes linkage visibility convention @name(arguments) -> result
// attributes {...} {body}.
func (o Func) Print(p *asm.OpPrinter) {
	op := o.Op()
	p.Byte(' ')
	if kw := keyword(LinkageEnum, o.Linkage()); kw != "external" {
		p.Str(kw)
		p.Byte(' ')
	}
	printWord(p, VisibilityEnum, o.Visibility())
	printWord(p, UnnamedAddrEnum, o.UnnamedAddr())
	if o.CConv() != CConvEnum.Attr(o.Context(), 0) {
		p.Str(keyword(CConvEnum, o.CConv()))
		p.Byte(' ')
	}
	symbol, _ := ir.StringValue(o.SymName())
	p.SymbolName(symbol)
	t := o.FunctionType().(*ir.TypeAttr).Value.(*FuncType)
	o.printParams(p, t)
	if !isSimple(t.Result, "void") {
		p.Str(" -> ")
		if attrs := attrsAt(o.ResAttrs(), 0); len(attrs) > 0 {
			p.Byte('(')
			p.Type(t.Result)
			p.NamedAttrDict(attrs)
			p.Byte(')')
		} else {
			p.Type(t.Result)
		}
	}
	if c := o.Comdat(); c != nil {
		p.Str(" comdat(")
		p.Attr(c)
		p.Byte(')')
	}
	p.AttrDictWithKeyword(op, "sym_name", "function_type", "arg_attrs", "res_attrs", "linkage", "CConv", "visibility_", "comdat", "unnamed_addr")
	if !o.Body().IsEmpty() {
		p.Byte(' ')
		p.Region(o.Body(), false, true)
	}
}

// printWord writes a keyword and a blank unless the keyword is empty.
func printWord(p *asm.OpPrinter, e *ir.Enum, a ir.Attr) {
	if kw := keyword(e, a); kw != "" {
		p.Str(kw)
		p.Byte(' ')
	}
}

func (o Func) printParams(p *asm.OpPrinter, t *FuncType) {
	p.Byte('(')
	body := o.Body()
	for i, param := range t.Params {
		if i > 0 {
			p.Str(", ")
		}
		attrs := attrsAt(o.ArgAttrs(), i)
		if body.IsEmpty() {
			p.Type(param)
			p.NamedAttrDict(attrs)
		} else {
			p.RegionArg(body.Entry().Arg(i), attrs)
		}
	}
	if t.VarArg {
		if len(t.Params) > 0 {
			p.Str(", ")
		}
		p.Str("...")
	}
	p.Byte(')')
}

// Parse reads what Print writes.
func (o Func) Parse(p *asm.OpParser, st *ir.OpState) error {
	c := p.Context()
	linkage := int64(0)
	if v, ok := p.OptEnum(LinkageEnum); ok {
		linkage = v
	}
	p.SetProp(st, "linkage", LinkageEnum.Attr(c, linkage))
	parseWord(p, st, "visibility_", VisibilityEnum)
	parseWord(p, st, "unnamed_addr", UnnamedAddrEnum)
	conv := int64(0)
	if v, ok := p.OptEnum(CConvEnum); ok {
		conv = v
	}
	p.SetProp(st, "CConv", CConvEnum.Attr(c, conv))
	p.SetProp(st, "sym_name", c.Str(p.SymbolName()))

	at := p.Here()
	var args []asm.Argument
	s := signature{}
	varArg, err := parseParams(p, &args, &s)
	if err != nil {
		return err
	}
	if p.OptPunct("->") {
		s.results(p)
	}
	if len(s.outs) > 1 {
		return p.Errorf(at, "failed to construct function type: expected zero or one function result, found %d", len(s.outs))
	}
	result := ir.Type(VoidOf(c))
	if len(s.outs) == 1 {
		result = s.outs[0]
	}
	for _, t := range append(s.ins, result) {
		if !IsCompatible(t) {
			return p.Errorf(at, "failed to construct function type: expected LLVM type for function arguments, found %s", t)
		}
	}
	p.SetProp(st, "function_type", ir.TypeAttrOf(FuncOf(result, s.ins, varArg)))
	s.set(p, st)
	if p.OptKeyword("comdat") {
		p.Punct("(")
		p.SetProp(st, "comdat", p.SymbolRef())
		p.Punct(")")
	}
	p.AttrDictWithKeyword(st)
	body, ok := p.OptRegion(args)
	if !ok {
		body = ir.NewRegion()
	}
	st.Regions = append(st.Regions, body)
	return nil
}

// parseWord reads an optional keyword into a property, 0 standing for none.
func parseWord(p *asm.OpParser, st *ir.OpState, prop string, e *ir.Enum) {
	v := int64(0)
	if p.NextKeyword() != "" { // no keyword would be the enum's empty one
		v, _ = p.OptEnum(e)
	}
	p.SetProp(st, prop, e.Attr(p.Context(), v))
}

// parseParams reads (%a: t {attributes}, ...), or only types for a
// declaration; both may end with an ellipsis.
func parseParams(p *asm.OpParser, args *[]asm.Argument, s *signature) (varArg bool, err error) {
	p.List(asm.Paren, func() {
		at := p.Here()
		if varArg {
			p.Failf(at, "variadic arguments must be in the end of the argument list")
		}
		if p.OptPunct("...") {
			varArg = true
			return
		}
		if a, ok := p.OptArgument(true, true); ok {
			if len(*args) < len(s.ins) {
				p.Failf(at, "expected type instead of SSA identifier")
			}
			*args = append(*args, a)
			s.ins = append(s.ins, a.Type)
			s.inAttrs = append(s.inAttrs, a.Attrs)
			return
		}
		if len(*args) > 0 {
			p.Failf(at, "expected SSA identifier")
		}
		s.ins = append(s.ins, p.Type())
		s.inAttrs = append(s.inAttrs, p.AttrDict())
	})
	return varArg, nil
}

// globalElided are the properties that the text of a global writes outside
// its dictionary.
var globalElided = []string{"sym_name", "global_type", "constant", "value", "linkage", "unnamed_addr", "thread_local_", "visibility_", "comdat"}

// Print writes linkage visibility constant @name(value) {attributes} : type
// {initialiser}.
func (o Global) Print(p *asm.OpPrinter) {
	op := o.Op()
	p.Byte(' ')
	p.Str(keyword(LinkageEnum, o.Linkage()))
	p.Byte(' ')
	printWord(p, VisibilityEnum, o.Visibility())
	if o.ThreadLocal() != nil {
		p.Str("thread_local ")
	}
	printWord(p, UnnamedAddrEnum, o.UnnamedAddr())
	if o.Constant() != nil {
		p.Str("constant ")
	}
	symbol, _ := ir.StringValue(o.SymName())
	p.SymbolName(symbol)
	p.Byte('(')
	if v := o.Value(); v != nil {
		p.Attr(v)
	}
	p.Byte(')')
	if c := o.Comdat(); c != nil {
		p.Str(" comdat(")
		p.Attr(c)
		p.Byte(')')
	}
	p.NamedAttrDict(globalAttrs(op))
	if _, str := o.Value().(*ir.StringAttr); str {
		return // the type is an array of as many bytes
	}
	p.Str(" : ")
	p.Type(o.GlobalType().(*ir.TypeAttr).Value)
	if !op.RegionAt(0).IsEmpty() {
		p.Byte(' ')
		p.Region(op.RegionAt(0), false, true)
	}
}

// globalAttrs is the dictionary of a global: unlike others it has properties
// that hold their default.
func globalAttrs(op *ir.Operation) []ir.NamedAttr {
	out := append([]ir.NamedAttr(nil), op.Attrs()...)
next:
	for i, s := range op.Info().Def.Props {
		if op.PropAt(i) == nil {
			continue
		}
		for _, e := range globalElided {
			if e == s.Name {
				continue next
			}
		}
		out = append(out, ir.NamedAttr{Name: s.Name, Attr: op.PropAt(i)})
	}
	ir.SortNamed(out)
	return out
}

// Parse reads what Print writes.
func (o Global) Parse(p *asm.OpParser, st *ir.OpState) error {
	c := p.Context()
	linkage, _ := p.OptEnum(LinkageEnum)
	p.SetProp(st, "linkage", LinkageEnum.Attr(c, linkage))
	parseWord(p, st, "visibility_", VisibilityEnum)
	if p.OptKeyword("thread_local") {
		p.SetProp(st, "thread_local_", c.Unit())
	}
	parseWord(p, st, "unnamed_addr", UnnamedAddrEnum)
	if p.OptKeyword("constant") {
		p.SetProp(st, "constant", c.Unit())
	}
	p.SetProp(st, "sym_name", c.Str(p.SymbolName()))
	p.Punct("(")
	var value ir.Attr
	if !p.OptPunct(")") {
		value = p.Attr(nil)
		p.SetProp(st, "value", value)
		p.Punct(")")
	}
	if p.OptKeyword("comdat") {
		p.Punct("(")
		p.SetProp(st, "comdat", p.SymbolRef())
		p.Punct(")")
	}
	p.AttrDictInto(st)
	body := ir.NewRegion()
	st.Regions = append(st.Regions, body)
	if p.OptPunct(":") {
		p.SetProp(st, "global_type", ir.TypeAttrOf(p.Type()))
		if r, ok := p.OptRegion(nil); ok {
			st.Regions[0] = r
		}
		return nil
	}
	s, ok := value.(*ir.StringAttr)
	if !ok {
		return p.Errorf(p.Here(), "type can only be omitted for string globals")
	}
	p.SetProp(st, "global_type", ir.TypeAttrOf(ArrayOf(int64(len(s.Value)), c.I(8))))
	return nil
}
