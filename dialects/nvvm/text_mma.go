package nvvm

import (
	"github.com/tile-opt/tile-opt/ir"
	"github.com/tile-opt/tile-opt/ir/asm"
)

// group is a bracketed list of operands in the text of a matrix product. Operands
// behind A, B and C have fixed types and none in the text.
type group struct {
	name  string
	slots []string // of one operand each, but for A, B and C
}

var (
	matrices      = []group{{"A", []string{"operandA"}}, {"B", []string{"operandB"}}, {"C", []string{"operandC"}}}
	sparseGroups  = append(matrices[:3:3], group{"sparseMetadata", []string{"sparseMetadata"}}, group{"selector", []string{"sparsitySelector"}})
	scales        = []group{{"scaleA", []string{"scaleAData", "byteIdA", "threadIdA"}}, {"scaleB", []string{"scaleBData", "byteIdB", "threadIdB"}}}
	scaledGroups  = append(matrices[:3:3], scales...)
	spScaleGroups = append(sparseGroups[:5:5], scales...)
)

// slotRange returns the bounds of the operands of a named slot.
func slotRange(op *ir.Operation, slot string) (lo, hi int) {
	for i, s := range op.Info().Def.In {
		if s.Name == slot {
			return op.OperandRange(i)
		}
	}
	panic("internal: " + op.Name() + " has no operand " + slot)
}

// printGroups writes A[...] B[...] C[...] and the others, {attributes} : (one type
// a matrix) -> type. The PTX types of A and B are left out where the register
// types tell them.
func printGroups(p *asm.OpPrinter, op *ir.Operation, groups []group) {
	for _, g := range groups {
		p.Byte(' ')
		p.Str(g.name)
		p.Byte('[')
		for i, s := range g.slots {
			if i > 0 {
				p.Str(", ")
			}
			lo, hi := slotRange(op, s)
			p.Operands(op.Operands()[lo:hi])
		}
		p.Byte(']')
	}
	var elided []string
	for i, prop := range []string{"multiplicandAPtxType", "multiplicandBPtxType"} {
		lo, hi := slotRange(op, matrices[i].slots[0])
		if lo == hi {
			continue
		}
		if v, ok := ptxType(op.Operand(lo).Type()); ok && op.Prop(prop) == MMATypesEnum.Attr(op.Context(), v) {
			elided = append(elided, prop)
		}
	}
	p.AttrDict(op, elided...)
	p.Str(" : (")
	for i, m := range matrices {
		if i > 0 {
			p.Str(", ")
		}
		if lo, hi := slotRange(op, m.slots[0]); lo < hi {
			p.Type(op.Operand(lo).Type())
		}
	}
	p.Str(") -> ")
	p.ResultTypes(op.ResultTypes())
}

// parseGroups reads what printGroups writes.
func parseGroups(p *asm.OpParser, st *ir.OpState, groups []group) error {
	var operands [][]asm.Operand
	for _, g := range groups {
		p.Keyword(g.name)
		at := p.Here()
		list := p.OperandList(asm.Square)
		if len(operands) >= len(matrices) && len(list) != len(g.slots) {
			return p.Errorf(at, "expected %d operands in '%s', found %d", len(g.slots), g.name, len(list))
		}
		operands = append(operands, list)
	}
	p.AttrDictInto(st)
	p.Punct(":")
	at := p.Here()
	t := p.FunctionType()
	if len(t.Inputs) != len(matrices) {
		return p.Errorf(at, "expected one type for each operand segment but got %d types", len(t.Inputs))
	}
	var segments []int
	for i := range matrices {
		p.ResolveSame(st, operands[i], t.Inputs[i])
		segments = append(segments, len(operands[i]))
	}
	c := p.Context()
	for _, list := range operands[len(matrices):] {
		for i, o := range list {
			width := uint32(32)
			if i > 0 {
				width = 16 // the selectors of a scale
			}
			p.Resolve(st, o, c.I(width))
			segments = append(segments, 1)
		}
	}
	for i, prop := range []string{"multiplicandAPtxType", "multiplicandBPtxType"} {
		n := st.Info.PropIndex(prop)
		if v, ok := ptxType(t.Inputs[i]); ok && st.Props[n] == nil {
			st.Props[n] = MMATypesEnum.Attr(c, v)
		}
	}
	p.SetSegments(st, segments...)
	st.Types = t.Results
	return nil
}

// Print writes A[...] B[...] C[...] sparseMetadata[...] selector[...] and the types.
func (o MmaSp) Print(p *asm.OpPrinter) { printGroups(p, o.Op(), sparseGroups) }

// Parse reads what Print writes.
func (o MmaSp) Parse(p *asm.OpParser, st *ir.OpState) error { return parseGroups(p, st, sparseGroups) }

// Print writes A[...] B[...] C[...] scaleA[...] scaleB[...] and the types.
func (o MmaBlockScale) Print(p *asm.OpPrinter) { printGroups(p, o.Op(), scaledGroups) }

// Parse reads what Print writes.
func (o MmaBlockScale) Parse(p *asm.OpParser, st *ir.OpState) error {
	return parseGroups(p, st, scaledGroups)
}

// Print writes what MmaSp and MmaBlockScale do together.
func (o MmaSpBlockScale) Print(p *asm.OpPrinter) { printGroups(p, o.Op(), spScaleGroups) }

// Parse reads what Print writes.
func (o MmaSpBlockScale) Parse(p *asm.OpParser, st *ir.OpState) error {
	return parseGroups(p, st, spScaleGroups)
}
