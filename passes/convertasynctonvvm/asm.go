package convertasynctonvvm

import (
	"fmt"
	"strings"

	"github.com/tile-opt/tile-opt/dialects/llvm"
	"github.com/tile-opt/tile-opt/ir"
)

// Inline assembly says what nvvm has no operation for:
//
//	wgmma.wait_group.sync.aligned N;
//	    with the accumulators as tied operands, so that no use of them can be
//	    moved in front of the wait
//	wgmma.fence.sync.aligned;
//	    with an accumulator that was computed as tied operands, so that none of
//	    its registers is written behind the fence
//	wgmma.mma_async.sync.aligned.m64nNkK.D.T.T {D}, {A}, descB, p, 1, 1, tB;
//	    with A in registers; p is set from an immediate
//
// Both are spelled here and nowhere else; the simulator reads these texts.

// tiedWait waits until at most pending groups are under way, and returns a
// struct of the values that went through it.
func (l *lowering) tiedWait(pending int64, in []*ir.Value) *ir.Value {
	return l.tiedAsm(fmt.Sprintf("wgmma.wait_group.sync.aligned %d;", pending), in)
}

// tiedAsm makes an instruction without operands that values go through: what
// computes them stays in front of it, and what uses the struct of them that it
// returns, behind.
func (l *lowering) tiedAsm(text string, in []*ir.Value) *ir.Value {
	types := make([]ir.Type, len(in))
	outs := make([]string, len(in))
	ties := make([]string, len(in))
	for i, v := range in {
		types[i] = v.Type()
		outs[i] = "=" + asmClass(v.Type())
		ties[i] = fmt.Sprint(i)
	}
	constraints := strings.Join(append(append(outs, ties...), "~{memory}"), ",")
	return l.inlineAsm(text, constraints, llvm.StructOf(l.c, types...), in)
}

// asmClass is the register class of a value in inline assembly.
func asmClass(t ir.Type) string {
	if t == ir.Type(t.Context().F32()) {
		return "f"
	}
	return "r"
}

// wgmmaFragment makes one instruction with A in registers.
func (l *lowering) wgmmaFragment(p *mmaPlan, acc *ir.Value, frag []*ir.Value, desc *ir.Value, zero bool) *ir.Value {
	n := fieldsOf(acc)
	operands := make([]*ir.Value, 0, n+len(frag)+2)
	var cons, d, ties []string
	field := acc.Type().(*llvm.StructType).Fields[0]
	for i := range n {
		operands = append(operands, l.field(acc, i, field))
		cons = append(cons, "="+asmClass(field))
		d = append(d, fmt.Sprintf("$%d", i))
		ties = append(ties, fmt.Sprint(i))
	}
	cons = append(cons, ties...)
	var a []string
	for i, v := range frag {
		operands = append(operands, v)
		cons = append(cons, "r")
		a = append(a, fmt.Sprintf("$%d", 2*n+i))
	}
	scale := int64(1)
	if zero {
		scale = 0
	}
	operands = append(operands, desc, l.i32(scale))
	cons = append(cons, "l", "n")
	typ := wgmmaTypes[p.elem.String()].ptx
	trans := 0
	if p.MNMajorB {
		trans = 1
	}
	next := 2*n + len(frag)
	text := fmt.Sprintf("{\n.reg .pred p;\nsetp.ne.b32 p, $%d, 0;\nwgmma.mma_async.sync.aligned.m64n%dk%d.%s.%s.%s {%s}, {%s}, $%d, p, 1, 1, %d;\n}",
		next+1, p.InstN, p.InstK, p.accType(), typ, typ, strings.Join(d, ", "), strings.Join(a, ", "), next, trans)
	return l.inlineAsm(text, strings.Join(cons, ","), acc.Type(), operands)
}

func (l *lowering) inlineAsm(text, constraints string, t ir.Type, operands []*ir.Value) *ir.Value {
	return llvm.NewInlineAsm(l.b, []ir.Type{t}, operands, llvm.InlineAsmProps{
		AsmString: l.c.Str(text), Constraints: l.c.Str(constraints), HasSideEffects: l.c.Unit(),
		AsmDialect: llvm.AsmDialectEnum.Attr(l.c, 0),
	}).Op().Result(0)
}
