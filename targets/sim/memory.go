package sim

import (
	"errors"
	"fmt"
	"math/bits"

	"github.com/tile-opt/tile-opt/ir"
	"github.com/tile-opt/tile-opt/targets/sim/machine"
)

// memoryHandlers run llvm's and memref's operations on memory.
var memoryHandlers = map[string]handler{
	"llvm.getelementptr":      compileGEP,
	"llvm.ptrtoint":           compilePointerCast,
	"llvm.inttoptr":           compilePointerCast,
	"llvm.addrspacecast":      compileAddrSpaceCast,
	"llvm.mlir.addressof":     compileAddressOf,
	"llvm.load":               compileLoad,
	"llvm.store":              compileStore,
	"llvm.atomicrmw":          compileAtomicRMW,
	"llvm.cmpxchg":            compileCmpXchg,
	"llvm.fence":              compileFence,
	"llvm.intr.trap":          compileTrap,
	"llvm.intr.prefetch":      compileNothing,
	"llvm.inline_asm":         compileInlineAsm,
	"llvm.call_intrinsic":     compileCallIntrinsic,
	"memref.load":             compileMemRefLoad,
	"memref.store":            compileMemRefStore,
	"memref.dim":              compileMemRefDim,
	"memref.cast":             compileMemRefCast,
	"memref.assume_alignment": compileMemRefCast,
}

func compileNothing(*compiler, *instr) error { return nil }

func compileTrap(_ *compiler, in *instr) error {
	in.run = func(*exec) error { return errors.New("was executed") }
	return nil
}

// access is how a value goes to and from memory.
type access struct {
	layout
	space  uint32
	chunks []chunk
	strong bool
	sem    machine.Sem
	scope  machine.Scope
}

// chunk is what one instruction moves.
type chunk struct {
	off int64
	n   int
}

// maxAccessBytes bounds one load or store.
const maxAccessBytes = 1 << 12

// accessOf plans a load or store of a type in pieces of up to 16 bytes that the alignment allows.
func accessOf(op *ir.Operation, t, ptr ir.Type) (*access, error) {
	space, err := pointerSpace(ptr)
	if err != nil {
		return nil, err
	}
	l, err := layoutOf(t)
	if err != nil {
		return nil, err
	}
	if l.size > maxAccessBytes {
		return nil, fmt.Errorf("is not supported by the simulator for %d bytes at once", l.size)
	}
	align, ok := ir.IntValue(op.Prop("alignment"))
	if !ok || align <= 0 || align&(align-1) != 0 {
		align = l.align
	}
	a := &access{layout: l, space: space}
	for off := int64(0); off < l.size; {
		n := min(align, 16)
		for n > l.size-off || off%n != 0 {
			n /= 2
		}
		a.chunks = append(a.chunks, chunk{off, int(n)})
		off += n
	}
	a.ordering(op)
	return a, nil
}

// ordering reads the properties of volatile and atomic accesses.
func (a *access) ordering(op *ir.Operation) {
	if op.Prop("volatile_") != nil {
		a.strong, a.sem, a.scope = true, machine.SemRelaxed, machine.ScopeSys
	}
	if o, ok := ir.IntValue(op.Prop("ordering")); ok && o > 1 {
		a.strong, a.sem, a.scope = true, semOf(o), scopeOf(op)
	}
}

// semOf converts an atomic ordering of LLVM.
func semOf(ordering int64) machine.Sem {
	switch ordering {
	case 4:
		return machine.SemAcquire
	case 5:
		return machine.SemRelease
	case 6, 7:
		return machine.SemAcqRel
	}
	return machine.SemRelaxed
}

// scopeOf reads a sync scope (LLVM, "User Guide for NVPTX Back-end").
func scopeOf(op *ir.Operation) machine.Scope {
	s, _ := ir.StringValue(op.Prop("syncscope"))
	switch s {
	case "block":
		return machine.ScopeCTA
	case "cluster":
		return machine.ScopeCluster
	case "device":
		return machine.ScopeGPU
	}
	return machine.ScopeSys
}

// isShared reports whether a space is that of shared memory.
func isShared(space uint32) bool { return space == spaceShared || space == spaceCluster }

// eachWindow calls f for the active lanes whose address lies in shared memory, and for the others.
func (x *exec) eachWindow(c *cell, space uint32, f func(shared bool) error) error {
	switch {
	case isShared(space):
		return f(true)
	case space != spaceGeneric:
		return f(false)
	}
	saved := x.mask
	sh := x.lanesWhere(c, func(v uint64) bool { return v>>windowShift == sharedWindow>>windowShift })
	var err error
	if x.mask = sh; sh != 0 {
		err = f(true)
	}
	if x.mask = saved &^ sh; x.mask != 0 && err == nil {
		err = f(false)
	}
	x.mask = saved
	return err
}

// load reads a value at the address in c.
func (x *exec) load(a *access, c *cell, dst slot) error {
	if err := x.defined(c, "takes for an address"); err != nil {
		return err
	}
	x.touch(c)
	return x.eachWindow(c, a.space, func(shared bool) error {
		raw := x.buffer(a.size)
		for _, k := range a.chunks {
			x.loadChunk(a, c, k, shared)
			for m := x.mask; m != 0; m &= m - 1 {
				l := bits.TrailingZeros32(m)
				copy(raw[l*int(a.size)+int(k.off):], x.bytes[l*k.n:(l+1)*k.n])
			}
		}
		for i, lf := range a.leaves {
			d := &x.cells[dst.at+i]
			x.begin(d)
			for m := x.mask; m != 0; m &= m - 1 {
				l := bits.TrailingZeros32(m)
				d.v[l] = little(raw[int64(l)*a.size+lf.off:][:lf.size]) & maskOf(lf.bits)
			}
		}
		return nil
	})
}

// buffer returns room for size bytes of every lane.
func (x *exec) buffer(size int64) []byte {
	if need := int(size) * 32; len(x.raw) < need {
		x.raw = make([]byte, need)
	}
	return x.raw
}

func (x *exec) loadChunk(a *access, c *cell, k chunk, shared bool) {
	if shared {
		for l := range x.words {
			x.words[l] = uint32(c.at(l)) + uint32(k.off)
		}
		if a.strong {
			x.w.LoadSharedStrong(x.mask, &x.words, k.n, x.bytes[:])
		} else {
			x.w.LoadShared(x.mask, &x.words, k.n, x.bytes[:])
		}
		return
	}
	for l := range x.longs {
		x.longs[l] = c.at(l) + uint64(k.off)
	}
	if a.strong {
		x.w.LoadGlobalStrong(x.mask, &x.longs, k.n, x.bytes[:], a.sem, a.scope)
	} else {
		x.w.LoadGlobal(x.mask, &x.longs, k.n, x.bytes[:])
	}
}

// store writes a value to the address in c.
func (x *exec) store(a *access, c *cell, src slot) error {
	if err := x.defined(c, "takes for an address"); err != nil {
		return err
	}
	for i := range src.n {
		v := &x.cells[src.at+i]
		if err := x.defined(v, "stores"); err != nil {
			return err
		}
		x.touch(v)
	}
	x.touch(c)
	return x.eachWindow(c, a.space, func(shared bool) error {
		raw := x.buffer(a.size)
		clear(raw)
		for i, lf := range a.leaves {
			v := &x.cells[src.at+i]
			for m := x.mask; m != 0; m &= m - 1 {
				l := bits.TrailingZeros32(m)
				putLittle(raw[int64(l)*a.size+lf.off:][:lf.size], v.at(l))
			}
		}
		for _, k := range a.chunks {
			for m := x.mask; m != 0; m &= m - 1 {
				l := bits.TrailingZeros32(m)
				copy(x.bytes[l*k.n:(l+1)*k.n], raw[l*int(a.size)+int(k.off):])
			}
			x.storeChunk(a, c, k, shared)
		}
		return nil
	})
}

func (x *exec) storeChunk(a *access, c *cell, k chunk, shared bool) {
	if shared {
		for l := range x.words {
			x.words[l] = uint32(c.at(l)) + uint32(k.off)
		}
		x.w.StoreShared(x.mask, &x.words, k.n, x.bytes[:])
		return
	}
	for l := range x.longs {
		x.longs[l] = c.at(l) + uint64(k.off)
	}
	if a.strong {
		x.w.StoreGlobalStrong(x.mask, &x.longs, k.n, x.bytes[:], a.sem, a.scope)
	} else {
		x.w.StoreGlobal(x.mask, &x.longs, k.n, x.bytes[:])
	}
}

func little(b []byte) uint64 {
	v := uint64(0)
	for i := len(b) - 1; i >= 0; i-- {
		v = v<<8 | uint64(b[i])
	}
	return v
}

func putLittle(b []byte, v uint64) {
	for i := range b {
		b[i] = byte(v)
		v >>= 8
	}
}

func compileLoad(c *compiler, in *instr) error {
	ops, out, err := c.inOut(in.op)
	if err != nil {
		return err
	}
	a, err := accessOf(in.op, in.op.Result(0).Type(), in.op.Operand(0).Type())
	if err != nil {
		return err
	}
	in.run = func(x *exec) error { return x.load(a, &x.cells[ops[0].at], out[0]) }
	return nil
}

func compileStore(c *compiler, in *instr) error {
	ops, err := c.operands(in.op)
	if err != nil {
		return err
	}
	a, err := accessOf(in.op, in.op.Operand(0).Type(), in.op.Operand(1).Type())
	if err != nil {
		return err
	}
	in.run = func(x *exec) error { return x.store(a, &x.cells[ops[1].at], ops[0]) }
	return nil
}

func compileFence(_ *compiler, in *instr) error {
	scope := scopeOf(in.op)
	in.run = func(x *exec) error { x.w.Fence(scope); return nil }
	return nil
}
