package arith

import (
	"strconv"

	"github.com/tile-opt/tile-opt/ir"
	"github.com/tile-opt/tile-opt/ir/asm"
)

// OpAsmResultNames calls integer constants by their value (%c5_i32, %c0,
// %true) and all others %cst.
func (o Constant) OpAsmResultNames(set func(v *ir.Value, name string)) {
	set(o.ResultVal(), constantName(o.Value()))
}

func constantName(a ir.Attr) string {
	i, ok := a.(*ir.IntegerAttr)
	if !ok {
		return "cst"
	}
	if v, isBool := ir.BoolValue(i); isBool {
		return strconv.FormatBool(v)
	}
	name := "c" + i.Big().String()
	if !ir.IsIndex(i.Type()) {
		name += "_" + i.Type().String()
	}
	return name
}

// Print writes the condition's type only where it is a shape.
func (o Select) Print(p *asm.OpPrinter) {
	p.Byte(' ')
	p.Operands(o.Op().Operands())
	p.AttrDict(o.Op())
	p.Str(" : ")
	if t, ok := o.Condition().Type().(ir.ShapedType); ok {
		p.Type(t)
		p.Str(", ")
	}
	p.Type(o.ResultVal().Type())
}

// Parse reads what Print writes.
func (Select) Parse(p *asm.OpParser, st *ir.OpState) error {
	at := p.Here()
	operands := p.OperandList(asm.NoDelim)
	if len(operands) != 3 {
		return p.Errorf(at, "expected 3 operands, found %d", len(operands))
	}
	p.AttrDictInto(st)
	cond := ir.Type(p.Context().I(1))
	t := p.ColonType()
	if p.OptPunct(",") {
		cond, t = t, p.Type()
	}
	p.ResolveAll(st, at, operands, []ir.Type{cond, t, t})
	st.Types = []ir.Type{t}
	return nil
}
