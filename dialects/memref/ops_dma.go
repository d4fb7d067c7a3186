package memref

import (
	"fmt"

	"github.com/tile-opt/tile-opt/ir"
	"github.com/tile-opt/tile-opt/ir/asm"
	"github.com/tile-opt/tile-opt/ir/effects"
)

// DmaStartDef defines memref.dma_start: start of a copy between memories.
var DmaStartDef = &ir.OpDef{
	Name:    "memref.dma_start",
	Summary: "start of a copy between memories",
	Doc: `Starts to copy so many elements from one place to another, and does not wait: memref.dma_wait on the
tag does. Two more operands say that elements lie in pieces of so many, so far apart, in the slower
of the two memories.`,
	Example: `func.func @example(%from: memref<40x128xf32>, %to: memref<256xf32, 1>, %tag: memref<1xi32>, %i: index, %n: index) {
  memref.dma_start %from[%i, %i], %to[%i], %n, %tag[%i] : memref<40x128xf32>, memref<256xf32, 1>, memref<1xi32>
  memref.dma_wait %tag[%i], %n : memref<1xi32>
  return
}`,
	Since: "0.1",
	In:    []ir.Slot{{Name: "operands", C: ir.AnyType, Arity: ir.Variadic}},
}

// DmaWaitDef defines memref.dma_wait: wait for a copy.
var DmaWaitDef = &ir.OpDef{
	Name:    "memref.dma_wait",
	Summary: "wait for a copy",
	Doc:     `Waits for the copy of so many elements that memref.dma_start began with the tag.`,
	Example: `func.func @example(%tag: memref<1xi32>, %i: index, %n: index) {
  memref.dma_wait %tag[%i], %n : memref<1xi32>
  return
}`,
	Since: "0.1",
	In: []ir.Slot{
		{Name: "tagMemRef", C: ir.AnyMemRef}, {Name: "tagIndices", C: ir.IndexC, Arity: ir.Variadic}, {Name: "numElements", C: ir.IndexC},
	},
	Format: "$tagMemRef `[` $tagIndices `]` `,` $numElements attr-dict `:` type($tagMemRef)",
}

// dmaParts are the operands of memref.dma_start by their meaning: a memref with
// its indices three times, the number between the last two, and the strides.
type dmaParts struct {
	src, dst, tag  *ir.Value
	srcAt, dstAt   []*ir.Value
	count          *ir.Value
	tagAt, strides []*ir.Value
}

// parts takes the operands apart, as far as memrefs tell how many indices
// belong to them; what is wrong with them is told in MLIR's words.
func (o DmaStart) parts() (dmaParts, string) {
	var d dmaParts
	rest := o.Op().Operands()
	total := len(rest)
	if total < 4 {
		return d, "expected at least 4 operands"
	}
	need := 4 // operands that there must be, counting indices once their memref is known
	for _, part := range []struct {
		name string
		m    **ir.Value
		at   *[]*ir.Value
	}{{"source", &d.src, &d.srcAt}, {"destination", &d.dst, &d.dstAt}, {"tag", &d.tag, &d.tagAt}} {
		if part.name == "tag" {
			if d.count = rest[0]; !ir.IsIndex(d.count.Type()) {
				return d, "expected num elements to be of index type"
			}
			rest = rest[1:]
		}
		t, ok := rest[0].Type().(*ir.MemRefType)
		if !ok {
			return d, "expected " + part.name + " to be of memref type"
		}
		n := len(t.Shape)
		if need += n; total < need {
			return d, fmt.Sprintf("expected at least %d operands", need)
		}
		*part.m, *part.at = rest[0], rest[1:1+n]
		if !allIndices(*part.at) {
			return d, "expected " + part.name + " indices to be of index type"
		}
		rest = rest[1+n:]
	}
	if len(rest) != 0 && len(rest) != 2 {
		return d, "incorrect number of operands"
	}
	if !allIndices(rest) {
		return d, "expected stride and num elements per stride to be of type index"
	}
	d.strides = rest
	return d, ""
}

func allIndices(vs []*ir.Value) bool {
	for _, v := range vs {
		if !ir.IsIndex(v.Type()) {
			return false
		}
	}
	return true
}

// Verify checks which operands there are, and their types.
func (o DmaStart) Verify() error {
	if _, wrong := o.parts(); wrong != "" {
		return o.OpError("%s", wrong)
	}
	return nil
}

// Effects: the source and the tag are read, the destination written.
func (o DmaStart) Effects() []effects.Effect {
	d, wrong := o.parts()
	if wrong != "" {
		return []effects.Effect{{Kind: effects.Read}, {Kind: effects.Write}}
	}
	return []effects.Effect{effect(effects.Read, d.src), effect(effects.Write, d.dst), effect(effects.Read, d.tag)}
}

// Fold: through casts.
func (o DmaStart) Fold([]ir.Attr) []ir.FoldResult { return throughCasts(o.Op(), nil) }

// Print writes %src[%i], %dst[%j], %n, %tag[%k], the strides and the types.
func (o DmaStart) Print(p *asm.OpPrinter) {
	d, _ := o.parts()
	access := func(m *ir.Value, at []*ir.Value) {
		p.Operand(m)
		p.Byte('[')
		p.Operands(at)
		p.Byte(']')
	}
	p.Byte(' ')
	access(d.src, d.srcAt)
	p.Str(", ")
	access(d.dst, d.dstAt)
	p.Str(", ")
	p.Operand(d.count)
	p.Str(", ")
	access(d.tag, d.tagAt)
	for _, v := range d.strides {
		p.Str(", ")
		p.Operand(v)
	}
	p.AttrDict(o.Op())
	p.Str(" : ")
	p.TypesOf([]*ir.Value{d.src, d.dst, d.tag})
}

// Parse reads what Print writes.
func (DmaStart) Parse(p *asm.OpParser, st *ir.OpState) error {
	type access struct {
		m  asm.Operand
		at []asm.Operand
	}
	read := func() access { return access{p.Operand(), p.OperandList(asm.Square)} }
	src := read()
	p.Punct(",")
	dst := read()
	p.Punct(",")
	count := p.Operand()
	p.Punct(",")
	tag := read()
	at := p.Start()
	var strides []asm.Operand
	for p.OptPunct(",") {
		strides = append(strides, p.Operand())
	}
	if n := len(strides); n != 0 && n != 2 {
		return p.Errorf(at, "custom op 'memref.dma_start' expected two stride related operands")
	}
	p.AttrDictInto(st)
	at = p.Start()
	types := []ir.Type{p.ColonType()}
	for p.OptPunct(",") {
		types = append(types, p.Type())
	}
	if len(types) != 3 {
		return p.Errorf(at, "custom op 'memref.dma_start' fewer/more types expected")
	}
	index := p.Context().Index()
	for i, a := range []access{src, dst, tag} {
		if i == 2 {
			p.Resolve(st, count, index)
		}
		p.Resolve(st, a.m, types[i])
		p.ResolveSame(st, a.at, index)
	}
	p.ResolveSame(st, strides, index)
	return nil
}

// Verify checks the number of indices.
func (o DmaWait) Verify() error {
	rank := len(memRefType(o.TagMemRef()).Shape)
	if n := len(o.TagIndices()); n != rank {
		return o.OpError("expected tagIndices to have the same number of elements as the tagMemRef rank, expected %d, but got %d", rank, n)
	}
	return nil
}

// Effects: the tag is read.
func (o DmaWait) Effects() []effects.Effect {
	return []effects.Effect{effect(effects.Read, o.TagMemRef())}
}

// Fold: through casts.
func (o DmaWait) Fold([]ir.Attr) []ir.FoldResult { return throughCasts(o.Op(), nil) }
