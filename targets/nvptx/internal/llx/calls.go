package llx

import "fmt"

// Call appends a call of a function or intrinsic of the module.
func (b *Block) Call(f *Func, args ...Value) *Inst {
	checkArgs(f.Name(), f.params, args)
	callee := f.f.Ident()
	return b.call(f.Ret(), func(p *printer) {
		p.typ(f.Ret())
		p.str(" " + callee)
	}, args)
}

// CallPtr appends a call through a function pointer of the given signature.
func (b *Block) CallPtr(ret Type, params []Type, fn Value, args ...Value) *Inst {
	checkArgs("pointer", params, args)
	return b.call(ret, func(p *printer) {
		p.typ(ret)
		p.str(" ")
		p.ident(fn)
	}, args)
}

// CallVariadic appends a call of a function whose last parameters are variable;
// such a call spells out the whole function type.
func (b *Block) CallVariadic(ret Type, params []Type, fn Value, args ...Value) *Inst {
	sig := signature(ret, params, true)
	return b.call(ret, func(p *printer) {
		p.str(sig.String())
		p.str(" ")
		p.ident(fn)
	}, args)
}

// Asm is a piece of inline assembly (LangRef, "Inline Assembler Expressions").
type Asm struct {
	// Text is the assembly; $N are operands, outputs first; $$ is a dollar.
	Text string
	// Constraints are outputs, inputs and clobbers, separated by commas. A tied
	// input is the number of its output.
	Constraints string
	// Ret is the result: void, a type, or a struct of the outputs.
	Ret Type
	// SideEffects keeps the assembly in place when its results are unused.
	SideEffects bool
	// AlignStack asks for an aligned stack.
	AlignStack bool
}

// Asm appends inline assembly. Assembly that must not be duplicated or moved
// into divergent flow wants Attr("convergent") as well.
func (b *Block) Asm(a Asm, args ...Value) *Inst {
	text := "asm "
	if a.SideEffects {
		text += "sideeffect "
	}
	if a.AlignStack {
		text += "alignstack "
	}
	text += quote(a.Text) + ", " + quote(a.Constraints)
	return b.call(a.Ret, func(p *printer) {
		p.typ(a.Ret)
		p.str(" " + text)
	}, args)
}

func (b *Block) call(ret Type, callee func(*printer), args []Value) *Inst {
	return b.add(ret, fastFlags, func(i *Inst, p *printer) {
		p.op("call", i)
		callee(p)
		p.str("(")
		p.args(args)
		p.str(")")
		for _, a := range i.attrs {
			p.str(" ")
			p.str(string(a))
		}
	})
}

func checkArgs(callee string, params []Type, args []Value) {
	if len(params) != len(args) {
		panic(fmt.Sprintf("llx: call of %s with %d arguments, it takes %d", callee, len(args), len(params)))
	}
	for i, t := range params {
		if !Equal(t, args[i].Type()) {
			panic(fmt.Sprintf("llx: call of %s: argument %d is %s, not %s", callee, i, args[i].Type(), t))
		}
	}
}
