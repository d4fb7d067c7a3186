package nvvm

import (
	"github.com/tile-opt/tile-opt/dialects/llvm"
	"github.com/tile-opt/tile-opt/ir"
	"github.com/tile-opt/tile-opt/ir/asm"
	"github.com/tile-opt/tile-opt/ir/numeric"
)

// fragments are the names of mma.sync's operand groups in text.
var fragments = [...]string{"A", "B", "C"}

// Print writes A[...] B[...] C[...] {attributes} : (one type a group) -> type.
// The PTX types of A and B are left out where the register types tell them.
func (o Mma) Print(p *asm.OpPrinter) {
	op := o.Op()
	groups := [][]*ir.Value{o.OperandA(), o.OperandB(), o.OperandC()}
	p.Byte(' ')
	for i, g := range groups {
		p.Str(fragments[i])
		p.Byte('[')
		p.Operands(g)
		p.Str("] ")
		if i < len(groups)-1 {
			p.Byte(' ')
		}
	}
	var elided []string
	for i, prop := range []string{"multiplicandAPtxType", "multiplicandBPtxType"} {
		if len(groups[i]) > 0 {
			if v, ok := ptxType(groups[i][0].Type()); ok && op.Prop(prop) == MMATypesEnum.Attr(op.Context(), v) {
				elided = append(elided, prop)
			}
		}
	}
	p.AttrDict(op, elided...)
	p.Str(" : (")
	for i, g := range groups {
		if i > 0 {
			p.Str(", ")
		}
		if len(g) > 0 {
			p.Type(g[0].Type())
		}
	}
	p.Str(") -> ")
	p.ResultTypes(op.ResultTypes())
}

// ptxType returns the element type of A or B that a register type implies;
// integers may hold several.
func ptxType(t ir.Type) (int64, bool) {
	f, ok := ir.ElemOrSelf(t).(*ir.FloatType)
	if !ok {
		return 0, false
	}
	switch f.Format {
	case numeric.F16:
		return MMATypesEnum.Value("f16")
	case numeric.F32:
		return MMATypesEnum.Value("f32")
	case numeric.F64:
		return MMATypesEnum.Value("f64")
	}
	return 0, false
}

// Parse reads what Print writes.
func (o Mma) Parse(p *asm.OpParser, st *ir.OpState) error {
	var groups [len(fragments)][]asm.Operand
	for i, name := range fragments {
		p.Keyword(name)
		groups[i] = p.OperandList(asm.Square)
	}
	p.AttrDictInto(st)
	p.Punct(":")
	at := p.Here()
	t := p.FunctionType()
	if len(t.Inputs) != len(groups) {
		return p.Errorf(at, "expected one type for each operand segment but got %d types", len(t.Inputs))
	}
	for i, g := range groups {
		p.ResolveSame(st, g, t.Inputs[i])
	}
	for i, prop := range []string{"multiplicandAPtxType", "multiplicandBPtxType"} {
		n := st.Info.PropIndex(prop)
		if st.Props[n] != nil {
			continue
		}
		if v, ok := ptxType(t.Inputs[i]); ok {
			st.Props[n] = MMATypesEnum.Attr(p.Context(), v)
		}
	}
	p.SetSegments(st, len(groups[0]), len(groups[1]), len(groups[2]))
	st.Types = t.Results
	return nil
}

// fieldCount returns the number of fields of a struct type, 0 for another.
func fieldCount(t ir.Type) int {
	s, ok := t.(*llvm.StructType)
	if !ok {
		return 0
	}
	return len(s.Fields)
}

// InferSlotTypes: without an arrow nothing is written.
func (o InlinePtx) InferSlotTypes(t *asm.SlotTypes) error {
	t.SetAll("writeOnlyArgs", nil)
	return nil
}
