package llx

import (
	"fmt"
	"slices"
	"strings"

	llir "github.com/llir/llvm/ir"
	"github.com/llir/llvm/ir/metadata"
)

// Phi is a phi instruction whose incoming values are added as they are known.
type Phi struct {
	*Inst
	in *[]incoming
}

type incoming struct {
	v    Value
	from *Block
}

// Phi adds a phi of type t behind the block's other phis, wherever the block
// has grown to. A struct type is fine: llc splits it into registers.
func (b *Block) Phi(t Type) Phi {
	in := &[]incoming{}
	i := &Inst{typ: t, f: b.f, legal: fastFlags, emit: func(i *Inst, p *printer) {
		p.op("phi", i)
		p.typ(t)
		for n, e := range *in {
			if n > 0 {
				p.str(",")
			}
			p.str(" [ ")
			p.ident(e.v)
			p.str(", ")
			p.str(e.from.b.Ident())
			p.str(" ]")
		}
	}}
	b.b.Insts = slices.Insert(b.b.Insts, b.phis, llir.Instruction(i))
	b.phis++
	return Phi{i, in}
}

// Add says which value the phi has when control comes from a block.
func (p Phi) Add(v Value, from *Block) {
	if !Equal(p.typ, v.Type()) {
		panic(fmt.Sprintf("llx: phi of %s with an incoming %s", p.typ, v.Type()))
	}
	*p.in = append(*p.in, incoming{v, from})
}

// Ret ends the block with a return of v, or of nothing when v is nil.
func (b *Block) Ret(v Value) {
	want := b.f.Ret()
	if v == nil && want != Void || v != nil && !Equal(v.Type(), want) {
		panic(fmt.Sprintf("llx: wrong return value in @%s, which returns %s", b.f.Name(), want))
	}
	b.end(llir.NewRet(v))
}

// Br ends the block with a jump. loop, when not nil, is the !llvm.loop node of a
// back edge.
func (b *Block) Br(to *Block, loop *MD) {
	t := llir.NewBr(to.b)
	t.Metadata = loopAttachment(loop)
	b.end(t)
}

// CondBr ends the block with a branch on an i1. loop is as in [Block.Br].
func (b *Block) CondBr(cond Value, yes, no *Block, loop *MD) {
	if !Equal(cond.Type(), I1) {
		panic(fmt.Sprintf("llx: branch on a condition of type %s", cond.Type()))
	}
	t := llir.NewCondBr(cond, yes.b, no.b)
	t.Metadata = loopAttachment(loop)
	b.end(t)
}

// Case is one case of a switch.
type Case struct {
	// Value is the integer that selects the case.
	Value *Const
	// To is where it goes.
	To *Block
}

// Switch ends the block with a switch on an integer.
func (b *Block) Switch(x Value, otherwise *Block, cases ...Case) {
	cs := make([]*llir.Case, len(cases))
	for i, c := range cases {
		sameType("switch", x, c.Value)
		cs[i] = llir.NewCase(c.Value, c.To.b)
	}
	b.end(llir.NewSwitch(x, otherwise.b, cs...))
}

// Unreachable ends the block where control never comes.
func (b *Block) Unreachable() { b.end(llir.NewUnreachable()) }

func (b *Block) end(t llir.Terminator) {
	if b.b.Term != nil {
		panic("llx: second terminator in %" + b.b.LocalName)
	}
	b.b.Term = t
}

func loopAttachment(loop *MD) llir.Metadata {
	if loop == nil {
		return nil
	}
	return llir.Metadata{{Name: "llvm.loop", Node: loop.t}}
}

// MD is a metadata node of the module.
type MD struct{ t *metadata.Tuple }

// Ident returns the node's number, as !3.
func (n *MD) Ident() string { return n.t.Ident() }

// Node returns the uniqued metadata node of the fields: each a string, a *Const
// or a *MD.
func (m *Module) Node(fields ...any) *MD {
	fs := mdFields(fields)
	var key strings.Builder
	for _, f := range fs {
		key.WriteString(f.String() + ",")
	}
	if n, ok := m.mds[key.String()]; ok {
		return n
	}
	n := m.addNode(false, fs)
	m.mds[key.String()] = n
	return n
}

// Loop returns a new !llvm.loop node with the given properties, each a node such
// as m.Node("llvm.loop.unroll.disable"). A loop's node is distinct and begins
// with itself, so every loop needs its own.
func (m *Module) Loop(props ...*MD) *MD {
	fs := make([]metadata.Field, 1, len(props)+1)
	for _, p := range props {
		fs = append(fs, p.t)
	}
	n := m.addNode(true, fs)
	fs[0] = n.t
	return n
}

func (m *Module) addNode(distinct bool, fs []metadata.Field) *MD {
	t := &metadata.Tuple{MetadataID: metadata.MetadataID(len(m.ir.MetadataDefs)), Distinct: distinct, Fields: fs}
	m.ir.MetadataDefs = append(m.ir.MetadataDefs, t)
	return &MD{t}
}

func mdFields(fields []any) []metadata.Field {
	fs := make([]metadata.Field, len(fields))
	for i, f := range fields {
		switch f := f.(type) {
		case string:
			fs[i] = &metadata.String{Value: f}
		case *MD:
			fs[i] = f.t
		case *Const:
			fs[i] = f // its text is type and value, as a field wants it
		default:
			panic(fmt.Sprintf("llx: metadata field of Go type %T", f))
		}
	}
	return fs
}
