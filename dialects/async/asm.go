package async

import (
	"errors"

	"github.com/tile-opt/tile-opt/ir"
	"github.com/tile-opt/tile-opt/ir/asm"
)

// Print writes the roles one after the other:
//
//	tasync.warp_specialize role "producer" warps 4 registers 40 {...} role ...
func (o WarpSpecialize) Print(p *asm.OpPrinter) {
	p.AttrDictWithKeyword(o.Op(), "names", "warps", "registers")
	for i, r := range o.Roles() {
		p.Str(" role ")
		p.Quoted(r.Name)
		p.Str(" warps ")
		p.Int(int64(r.Warps))
		if r.Registers != 0 {
			p.Str(" registers ")
			p.Int(int64(r.Registers))
		}
		p.Byte(' ')
		p.Region(o.Op().RegionAt(i), false, false)
	}
}

// Parse reads what Print writes.
func (WarpSpecialize) Parse(p *asm.OpParser, st *ir.OpState) error {
	c := p.Context()
	at := p.Here()
	p.AttrDictWithKeyword(st)
	var names []ir.Attr
	var warps, registers []int64
	for p.OptKeyword("role") {
		names = append(names, c.Str(p.StringLit()))
		p.Keyword("warps")
		warps = append(warps, p.Integer())
		if p.OptKeyword("registers") {
			registers = append(registers, p.Integer())
		}
		r := p.Region(nil)
		p.EnsureTerminator(r, "tasync.yield", st.Loc)
		st.Regions = append(st.Regions, r)
	}
	if len(registers) != 0 && len(registers) != len(names) {
		return p.Errorf(at, "expected registers for all %d roles or for none, found %d", len(names), len(registers))
	}
	p.SetProp(st, "names", c.ArrayOf(names...))
	p.SetProp(st, "warps", c.I32Array(warps...))
	if len(registers) != 0 {
		p.SetProp(st, "registers", c.I32Array(registers...))
	}
	return nil
}

// Print writes the policy as a keyword.
func (o BarrierArrive) Print(p *asm.OpPrinter) {
	p.Byte(' ')
	p.Operand(o.Barrier())
	p.Byte('[')
	p.Operand(o.Index())
	p.Str("] ")
	policy, _ := ir.StringValue(o.Policy())
	p.Str(policy)
	p.AttrDict(o.Op(), "policy")
	p.Str(" : ")
	p.Type(o.Barrier().Type())
}

// Parse reads what Print writes.
func (BarrierArrive) Parse(p *asm.OpParser, st *ir.OpState) error {
	barrier := p.Operand()
	p.Punct("[")
	index := p.Operand()
	p.Punct("]")
	policy := p.OneOf(ArrivalPolicies...)
	p.SetProp(st, "policy", p.Context().Str(policy))
	p.AttrDictInto(st)
	p.Resolve(st, barrier, p.ColonType())
	p.Resolve(st, index, p.Context().I(32))
	return nil
}

// InferTypes gives one tile of the ring, or the rows asked for.
func (Slot) InferTypes(_ *ir.Context, st *ir.OpState) ([]ir.Type, error) {
	if len(st.Operands) == 0 {
		return nil, errors.New("expected a buffer as ring")
	}
	ring, ok := st.Operands[0].Type().(*BufferType)
	if !ok {
		return nil, errors.New("expected a buffer as ring")
	}
	if len(st.Props) > 0 {
		if rows, ok := ir.IntValue(st.Props[0]); ok {
			part, err := ring.Part(rows)
			if err != nil {
				return nil, err
			}
			return []ir.Type{part}, nil
		}
	}
	return []ir.Type{ring.Slot()}, nil
}

// InferTypes gives the buffers of a slot.
func (PipelineAcquire) InferTypes(_ *ir.Context, st *ir.OpState) ([]ir.Type, error) {
	return slotTypes(st)
}

// InferTypes gives the buffers of a slot.
func (PipelineWait) InferTypes(_ *ir.Context, st *ir.OpState) ([]ir.Type, error) {
	return slotTypes(st)
}

func slotTypes(st *ir.OpState) ([]ir.Type, error) {
	if len(st.Operands) > 0 {
		if p, ok := st.Operands[0].Type().(*PipelineType); ok {
			return bufferTypes(p), nil
		}
	}
	return nil, errors.New("expected a pipeline")
}

func bufferTypes(p *PipelineType) []ir.Type {
	out := make([]ir.Type, len(p.Buffers))
	for i, b := range p.Buffers {
		out[i] = b
	}
	return out
}

// InferTypes leaves the token out: a copy has it when its type is given.
func (AsyncLoad) InferTypes(*ir.Context, *ir.OpState) ([]ir.Type, error) { return []ir.Type{}, nil }

// InferTypes passes the accumulators through.
func (MMAWait) InferTypes(_ *ir.Context, st *ir.OpState) ([]ir.Type, error) {
	out := make([]ir.Type, len(st.Operands))
	for i, v := range st.Operands {
		out[i] = v.Type()
	}
	return out, nil
}

// OpAsmResultNames suggests %map.
func (o TensorMap) OpAsmResultNames(set func(*ir.Value, string)) { set(o.Op().Result(0), "map") }

// OpAsmResultNames suggests %buf.
func (o Alloc) OpAsmResultNames(set func(*ir.Value, string)) { set(o.Op().Result(0), "buf") }

// OpAsmResultNames suggests %slot.
func (o Slot) OpAsmResultNames(set func(*ir.Value, string)) { set(o.Op().Result(0), "slot") }

// OpAsmResultNames suggests %token.
func (o AsyncLoad) OpAsmResultNames(set func(*ir.Value, string)) {
	if o.Op().NumResults() == 1 {
		set(o.Op().Result(0), "token")
	}
}

// OpAsmResultNames suggests %pipe.
func (o PipelineCreate) OpAsmResultNames(set func(*ir.Value, string)) {
	set(o.Op().Result(0), "pipe")
}

// OpAsmResultNames suggests %free, the slot that the producer fills.
func (o PipelineAcquire) OpAsmResultNames(set func(*ir.Value, string)) {
	nameGroup(o.Op(), "free", set)
}

// OpAsmResultNames suggests %full, the slot that the consumer reads.
func (o PipelineWait) OpAsmResultNames(set func(*ir.Value, string)) {
	nameGroup(o.Op(), "full", set)
}

func nameGroup(op *ir.Operation, name string, set func(*ir.Value, string)) {
	if op.NumResults() > 0 {
		set(op.Result(0), name)
	}
}

// OpAsmResultNames suggests %bar.
func (o BarrierAlloc) OpAsmResultNames(set func(*ir.Value, string)) {
	set(o.Op().Result(0), "bar")
}
