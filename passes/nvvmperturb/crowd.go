package nvvmperturb

import (
	"fmt"
	"strings"

	"github.com/tile-opt/tile-opt/dialects/llvm"
	"github.com/tile-opt/tile-opt/ir"
)

// bankBytes is how far apart words of one bank of shared memory lie: 32 banks of 4 bytes.
const bankBytes = 128

// sharedSpace is the address space of shared memory.
const sharedSpace = 3

// findShared finds the dynamic shared memory that the kernel uses, of so many bytes.
func (p *perturber) findShared(fn llvm.Func, bytes int) {
	if p.Crowd == 0 || bytes < 2*bankBytes {
		return
	}
	for o := range ir.Walk(fn.Op()) {
		a, ok := llvm.AsAddressOf(o)
		if !ok {
			continue
		}
		if !isDynamic(ir.ResolveSymbol(o, a.GlobalName().(*ir.SymbolRefAttr))) {
			continue
		}
		p.shared = a.GlobalName()
		for p.rows = 2; p.rows < 32 && 2*int(p.rows)*bankBytes <= bytes; {
			p.rows *= 2
		}
		return
	}
}

// isDynamic reports whether a symbol stands for the dynamic shared memory of a launch: an array of no elements there.
func isDynamic(symbol *ir.Operation) bool {
	if symbol == nil {
		return false
	}
	g, ok := llvm.AsGlobal(symbol)
	if !ok {
		return false
	}
	space, _ := ir.IntValue(g.AddrSpace())
	t, _ := g.GlobalType().(*ir.TypeAttr).Value.(*llvm.ArrayType)
	return space == sharedSpace && t != nil && t.N == 0
}

// firstAccesses returns the ordinary accesses of shared memory of a kernel, of each run in a block without anything that
// synchronises the first.
func firstAccesses(fn *ir.Operation) []*ir.Operation {
	var out []*ir.Operation
	var block *ir.Block
	open := false
	for o := range ir.Walk(fn) {
		if o.Block() != block || synchronises(o) || strings.HasPrefix(o.Name(), "nvvm.fence") {
			block, open = o.Block(), false
		}
		if accessesShared(o) && !open {
			out, open = append(out, o), true
		}
	}
	return out
}

// accessesShared reports whether o reads or writes shared memory through the generic proxy.
func accessesShared(o *ir.Operation) bool {
	switch o.Name() {
	case "nvvm.stmatrix", "nvvm.ldmatrix", "llvm.load", "llvm.store":
		for _, v := range o.Operands() {
			if space, ok := llvm.PtrSpace(v.Type()); ok && space == sharedSpace {
				return true
			}
		}
	}
	return false
}

// laneAddress computes where the lane reads: the lanes of a warp read rows words of one bank.
func (p *perturber) laneAddress() *ir.Value {
	base := llvm.NewAddressOf(p.b, []ir.Type{llvm.PtrOf(p.b.Context(), sharedSpace)}, llvm.AddressOfProps{GlobalName: p.shared}).Op().Result(0)
	i32 := []ir.Type{p.b.Context().I(32)}
	at := llvm.NewPtrToInt(p.b, i32, base).Op().Result(0)
	lane := p.and(p.special("nvvm.read.ptx.sreg.laneid"), p.number(p.rows-1))
	return p.add(at, p.mul(lane, bankBytes))
}

// crowd delays one warp in eight, and has one in two, those that were delayed among them, load.
func (p *perturber) crowd(h *ir.Value) {
	p.delay(h, 8)
	if p.address == nil {
		return
	}
	load := "@p ld.volatile.shared.u32 t, [$1];\n"
	p.asm(fmt.Sprintf("{\n.reg .pred p;\n.reg .b32 t;\nsetp.ge.u32 p, $0, %d;\n%s}", uint32(1)<<31, strings.Repeat(load, int(p.Crowd))), h, p.address)
}
