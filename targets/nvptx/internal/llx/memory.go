package llx

import (
	"fmt"
	"slices"

	"github.com/llir/llvm/ir/types"
)

// Mem says how memory is accessed. The zero value is a plain access with the
// type's natural alignment.
type Mem struct {
	// Align is the alignment in bytes; 0 leaves it to the data layout.
	Align int
	// Volatile keeps the access as it is.
	Volatile bool
	// Ordering is LLVM's keyword (monotonic, acquire, seq_cst); empty for a
	// non-atomic load or store.
	Ordering string
	// Scope is the syncscope ("device", "block", "cluster"); empty is system.
	Scope string
}

// atomicOps are the operations of atomicrmw (LangRef, "atomicrmw").
var atomicOps = []string{
	"xchg", "add", "sub", "and", "nand", "or", "xor", "max", "min", "umax", "umin", "fadd", "fsub", "fmax", "fmin",
	"fmaximum", "fminimum", "uinc_wrap", "udec_wrap", "usub_cond", "usub_sat",
}

// Alloca appends the reservation of n (nil for one) values of type t in local
// memory, address space as; align 0 leaves the alignment to the data layout.
func (b *Block) Alloca(t Type, n Value, align, as int) *Inst {
	return b.add(Ptr(as), nil, func(_ *Inst, p *printer) {
		p.str("alloca ")
		p.typ(t)
		if n != nil {
			p.str(", ")
			p.arg(n)
		}
		p.align(align)
		if as != 0 {
			p.str(", addrspace(")
			p.int(as)
			p.str(")")
		}
	})
}

// Load appends a load of type t.
func (b *Block) Load(t Type, from Value, m Mem) *Inst {
	needPtr("load", from)
	return b.add(t, nil, func(_ *Inst, p *printer) {
		p.access("load", m)
		p.typ(t)
		p.str(", ")
		p.arg(from)
		p.order(m)
		p.align(m.Align)
	})
}

// Store appends a store.
func (b *Block) Store(v, to Value, m Mem) *Inst {
	needPtr("store", to)
	return b.add(Void, nil, func(_ *Inst, p *printer) {
		p.access("store", m)
		p.arg(v)
		p.str(", ")
		p.arg(to)
		p.order(m)
		p.align(m.Align)
	})
}

// Fence appends a fence with an ordering and a syncscope (empty: system).
func (b *Block) Fence(ordering, scope string) *Inst {
	return b.add(Void, nil, func(_ *Inst, p *printer) {
		p.str("fence")
		p.order(Mem{Ordering: ordering, Scope: scope})
	})
}

// AtomicRMW appends a read-modify-write, op by its LLVM name; the result is the
// old value.
func (b *Block) AtomicRMW(op string, at, v Value, m Mem) *Inst {
	needPtr("atomicrmw", at)
	if !slices.Contains(atomicOps, op) {
		panic(fmt.Sprintf("llx: unknown atomicrmw operation %q", op))
	}
	return b.add(v.Type(), nil, func(_ *Inst, p *printer) {
		p.str("atomicrmw ")
		if m.Volatile {
			p.str("volatile ")
		}
		p.str(op)
		p.str(" ")
		p.args([]Value{at, v})
		p.order(m)
		p.align(m.Align)
	})
}

// CmpXchg appends a compare-and-exchange; the result is { T, i1 }: the old value
// and whether it was replaced. failure is the ordering when it was not.
func (b *Block) CmpXchg(at, old, v Value, m Mem, failure string, weak bool) *Inst {
	needPtr("cmpxchg", at)
	sameType("cmpxchg", old, v)
	return b.add(b.f.m.Struct(false, v.Type(), I1), nil, func(_ *Inst, p *printer) {
		p.str("cmpxchg ")
		if weak {
			p.str("weak ")
		}
		if m.Volatile {
			p.str("volatile ")
		}
		p.args([]Value{at, old, v})
		p.order(m)
		p.str(" " + failure)
		p.align(m.Align)
	})
}

// GEP appends the address of an element: elem is the type that the first index
// strides over. Indices may be constants.
func (b *Block) GEP(elem Type, base Value, idx ...Value) *Inst {
	t := base.Type()
	for _, i := range idx {
		if v, ok := i.Type().(*types.VectorType); ok {
			t = Vec(int(v.Len), scalarOf(t)) // a vector of addresses
			break
		}
	}
	return b.add(t, gepFlags, func(i *Inst, p *printer) {
		p.op("getelementptr", i)
		p.typ(elem)
		p.str(", ")
		p.arg(base)
		for _, v := range idx {
			p.str(", ")
			p.arg(v)
		}
	})
}

// access prints "load", "load atomic volatile" and so on.
func (p *printer) access(op string, m Mem) {
	p.str(op)
	if m.Ordering != "" {
		p.str(" atomic")
	}
	if m.Volatile {
		p.str(" volatile")
	}
	p.str(" ")
}

// order prints the syncscope and the ordering of an atomic access.
func (p *printer) order(m Mem) {
	if m.Ordering == "" {
		return
	}
	if m.Scope != "" {
		p.str(" syncscope(" + quote(m.Scope) + ")")
	}
	p.str(" " + m.Ordering)
}

func (p *printer) align(n int) {
	if n > 0 {
		p.str(", align ")
		p.int(n)
	}
}

func needPtr(op string, v Value) {
	if _, ok := PtrSpace(v.Type()); !ok {
		panic(fmt.Sprintf("llx: %s through a value of type %s", op, v.Type()))
	}
}
