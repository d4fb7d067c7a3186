package llx

import (
	"fmt"
	"slices"
	"strconv"

	llir "github.com/llir/llvm/ir"
	"github.com/llir/llvm/ir/types"
)

// Inst is any instruction that is not a terminator; it is a [Value] unless its
// type is void.
type Inst struct {
	// The marker that llir's closed Instruction interface asks for. Nothing of
	// the fence is ever read: Inst prints itself.
	*llir.InstFence
	llir.LocalIdent
	typ   Type
	f     *Func
	flags []string
	attrs []Attr
	mds   []attachment
	legal []string // flags that this opcode takes
	emit  func(*Inst, *printer)
}

// attachment is one `!name !N` behind an instruction.
type attachment struct {
	name string
	node *MD
}

// Type returns the result's type, void when there is none.
func (i *Inst) Type() Type { return i.typ }

// String returns the result as an operand, with its type.
func (i *Inst) String() string { return i.typ.String() + " " + i.Ident() }

// Ident returns the result's name, as %3.
func (i *Inst) Ident() string { return i.LocalIdent.Ident() }

// Named names the result, with a suffix when the name is taken, and returns i.
// Unnamed results are numbered.
func (i *Inst) Named(name string) *Inst {
	i.LocalName = i.f.unique(name)
	return i
}

// Flags adds flags by LLVM's keywords (nuw, exact, contract, inbounds) and
// returns i. It panics when the instruction does not take one of them.
func (i *Inst) Flags(flags ...string) *Inst {
	for _, f := range flags {
		if !slices.Contains(i.legal, f) {
			panic(fmt.Sprintf("llx: flag %q on an instruction that takes %v", f, i.legal))
		}
	}
	i.flags = append(i.flags, flags...)
	return i
}

// Attr adds attributes of a call (convergent, nounwind) and returns i.
func (i *Inst) Attr(attrs ...Attr) *Inst {
	i.attrs = append(i.attrs, attrs...)
	return i
}

// Attach adds a metadata attachment (name without !) and returns i.
func (i *Inst) Attach(name string, node *MD) *Inst {
	i.mds = append(i.mds, attachment{name, node})
	return i
}

// LLString returns the instruction's text, as llir's block printer wants it.
func (i *Inst) LLString() string {
	p := &i.f.m.p
	p.b = p.b[:0]
	if i.typ != Void {
		p.ident(i)
		p.str(" = ")
	}
	i.emit(i, p)
	for _, a := range i.mds {
		p.str(", !")
		p.str(a.name)
		p.str(" ")
		p.str(a.node.Ident())
	}
	return string(p.b)
}

// add appends an instruction to the block.
func (b *Block) add(t Type, legal []string, emit func(*Inst, *printer)) *Inst {
	if b.b.Term != nil {
		panic("llx: instruction after the terminator of %" + b.b.LocalName)
	}
	i := &Inst{typ: t, f: b.f, legal: legal, emit: emit}
	b.b.Insts = append(b.b.Insts, i)
	return i
}

// printer is the text of one instruction in the making. llir formats each
// operand through fmt, which costs most of the time of printing a kernel; this
// appends to one buffer and remembers the text of types.
type printer struct {
	b     []byte
	types map[Type]string
}

func (p *printer) str(s string) { p.b = append(p.b, s...) }

func (p *printer) int(n int) { p.b = strconv.AppendInt(p.b, int64(n), 10) }

func (p *printer) typ(t Type) {
	if r, ok := t.(*Raw); ok {
		p.str(r.text)
		return
	}
	s, ok := p.types[t]
	if !ok {
		s = t.String()
		p.types[t] = s
	}
	p.str(s)
}

func (p *printer) ident(v Value) {
	if i, ok := v.(*Inst); ok && i.LocalName == "" {
		p.b = append(p.b, '%')
		p.b = strconv.AppendInt(p.b, i.LocalID, 10)
		return
	}
	p.str(v.Ident())
}

// arg prints an operand with its type.
func (p *printer) arg(v Value) {
	p.typ(v.Type())
	p.b = append(p.b, ' ')
	p.ident(v)
}

// args prints operands with their types, separated by commas.
func (p *printer) args(vs []Value) {
	for i, v := range vs {
		if i > 0 {
			p.str(", ")
		}
		p.arg(v)
	}
}

// op prints an opcode and the flags, each followed by a space.
func (p *printer) op(name string, i *Inst) {
	p.str(name)
	p.b = append(p.b, ' ')
	for _, f := range i.flags {
		p.str(f)
		p.b = append(p.b, ' ')
	}
}

// sameType panics unless both operands have one type.
func sameType(op string, x, y Value) {
	if !Equal(x.Type(), y.Type()) {
		panic(fmt.Sprintf("llx: %s of %s and %s", op, x.Type(), y.Type()))
	}
}

// boolLike returns i1, or the vector of i1 with t's length.
func boolLike(t Type) Type { return likeShape(t, types.I1) }
