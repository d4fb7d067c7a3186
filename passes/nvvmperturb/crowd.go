package nvvmperturb

import (
	"fmt"
	"strings"

	"github.com/tile-opt/tile-opt/dialects/llvm"
	"github.com/tile-opt/tile-opt/ir"
	"github.com/tile-opt/tile-opt/targets/launch"
)

// bankBytes is how far apart words of one bank of shared memory lie: 32 banks of 4 bytes.
const bankBytes = 128

// sharedSpace is the address space of shared memory.
const sharedSpace = 3

// crowding is the memory on which warps crowd shared memory, behind what the kernel uses: rows of 128 bytes, a word in each
// for each warp. The words of a warp are all in one bank, and no two warps store to the same.
type crowding struct {
	symbol ir.Attr // of the dynamic shared memory
	at     int
	rows   int
}

// reserve adds the memory to the entry of a kernel whose dynamic shared memory is called symbol: a row for each lane, or for
// fewer where there is less. It returns nil where there is none.
func reserve(e *launch.Entry, symbol ir.Attr) *crowding {
	c := &crowding{symbol: symbol, at: (e.SharedBytes + bankBytes - 1) / bankBytes * bankBytes, rows: 32}
	for c.at+c.rows*bankBytes > launch.MaxDynamicShared {
		if c.rows /= 2; c.rows == 0 {
			return nil
		}
	}
	e.SharedBytes = c.at + c.rows*bankBytes
	return c
}

// dynamicShared returns the symbol of the dynamic shared memory that a kernel uses, nil where it uses none.
func dynamicShared(fn *ir.Operation) ir.Attr {
	for o := range ir.Walk(fn) {
		if a, ok := llvm.AsAddressOf(o); ok && isDynamic(ir.ResolveSymbol(o, a.GlobalName().(*ir.SymbolRefAttr))) {
			return a.GlobalName()
		}
	}
	return nil
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

// runs finds the ordinary accesses of shared memory of a kernel: of each run in a block without anything that synchronises
// the first, and the operations that synchronise, or fence, behind a run.
func runs(fn *ir.Operation) (firsts, ends []*ir.Operation) {
	var block *ir.Block
	open, ended := false, true
	for o := range ir.Walk(fn) {
		synchronising := synchronises(o) || strings.HasPrefix(o.Name(), "nvvm.fence")
		if synchronising && !ended {
			ends, ended = append(ends, o), true
		}
		if o.Block() != block || synchronising {
			block, open = o.Block(), false
		}
		if !accessesShared(o) {
			continue
		}
		if !open {
			firsts = append(firsts, o)
		}
		open, ended = true, false
	}
	return firsts, ends
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

// lanes computes the word of the lane, and for whom it is: own for the lanes that have a row, 0 for others.
func (p *perturber) lanes(warp, own *ir.Value) {
	c := p.b.Context()
	dynamic := llvm.NewAddressOf(p.b, []ir.Type{llvm.PtrOf(c, sharedSpace)}, llvm.AddressOfProps{GlobalName: p.crowding.symbol}).Op().Result(0)
	at := p.add(llvm.NewPtrToInt(p.b, []ir.Type{c.I(32)}, dynamic).Op().Result(0), p.number(uint32(p.crowding.at)))
	lane := p.special("nvvm.read.ptx.sreg.laneid")
	p.address = p.add(at, p.add(p.mul(lane, bankBytes), p.mul(warp, 4)))
	p.crowds = own
	if p.crowding.rows < 32 {
		p.crowds = p.selected(lane, llvmULT, p.number(uint32(p.crowding.rows)), own)
	}
}

// crowd has one warp in so many store. Stores need no register and are not waited for.
func (p *perturber) crowd(place int, in uint64) {
	// A branch around the stores: ptxas makes predicates of it, and branches around each of predicated stores.
	store := "st.volatile.shared.u32 [$1], $0;\n"
	p.asm(fmt.Sprintf("{\n.reg .pred p;\nsetp.lt.u32 p, $0, %d;\n@p bra FREE;\n%sFREE:\n}", atLeast(in), strings.Repeat(store, int(p.Crowd))), p.draw(p.crowds, place), p.address)
}
