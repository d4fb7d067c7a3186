package llx

import (
	"fmt"
	"strconv"

	llir "github.com/llir/llvm/ir"
	"github.com/llir/llvm/ir/enum"
	"github.com/llir/llvm/ir/types"
)

// Attr is the text of one attribute, of a function, a parameter, a result or a
// call: `nounwind`, `noalias`, `captures(none)`.
type Attr string

// String returns the attribute's text.
func (a Attr) String() string { return string(a) }

// IsFuncAttribute marks the attribute for llir.
func (a Attr) IsFuncAttribute() {}

// IsParamAttribute marks the attribute for llir.
func (a Attr) IsParamAttribute() {}

// IsReturnAttribute marks the attribute for llir.
func (a Attr) IsReturnAttribute() {}

// StringAttr returns the attribute "key"="value", or "key" when value is empty.
func StringAttr(key, value string) Attr {
	if value == "" {
		return Attr(quote(key))
	}
	return Attr(quote(key) + "=" + quote(value))
}

// ByVal returns the parameter attribute byval(t).
func ByVal(t Type) Attr { return Attr("byval(" + t.String() + ")") }

// AlignAttr returns the parameter attribute align n (bytes).
func AlignAttr(n int) Attr { return Attr("align " + strconv.Itoa(n)) }

// Func is a function, defined once it has a block and declared until then.
type Func struct {
	f      *llir.Func
	m      *Module
	params []Type
	names  map[string]bool // labels and value names share one name space
}

// Func adds a function that will be defined. Parameters have no names until
// [Func.NameParam].
func (m *Module) Func(name string, ret Type, params ...Type) *Func {
	m.take(name)
	f := m.newFunc(name, ret, params)
	m.defs = append(m.defs, f.f)
	return f
}

// Declare returns the declaration of a function or intrinsic, adding it on first
// use. A second declaration with other types is a bug of the caller.
func (m *Module) Declare(name string, ret Type, params ...Type) *Func {
	if f, ok := m.decls[name]; ok {
		if !f.hasSignature(ret, params) {
			panic(fmt.Sprintf("llx: @%s declared with two signatures: %s and another", name, f.f.Sig))
		}
		return f
	}
	m.take(name)
	f := m.newFunc(name, ret, params)
	m.decls[name] = f
	m.externs = append(m.externs, f.f)
	return f
}

func (m *Module) newFunc(name string, ret Type, params []Type) *Func {
	ps := make([]*llir.Param, len(params))
	for i, t := range params {
		ps[i] = llir.NewParam("", t)
	}
	return &Func{f: llir.NewFunc(name, ret, ps...), m: m, params: params, names: map[string]bool{}}
}

func (f *Func) hasSignature(ret Type, params []Type) bool {
	if len(params) != len(f.params) || !Equal(ret, f.f.Sig.RetType) {
		return false
	}
	for i, t := range params {
		if !Equal(t, f.params[i]) {
			return false
		}
	}
	return true
}

// Kernel makes the function an entry (calling convention ptx_kernel) and returns f.
func (f *Func) Kernel() *Func {
	f.f.CallingConv = enum.CallingConvPTXKernel
	return f
}

// Linkage sets the linkage by LLVM's keyword and returns f.
func (f *Func) Linkage(keyword string) *Func {
	f.f.Linkage = linkage(keyword)
	return f
}

// Attr adds attributes of the function, in order, and returns f.
func (f *Func) Attr(attrs ...Attr) *Func {
	for _, a := range attrs {
		f.f.FuncAttrs = append(f.f.FuncAttrs, a)
	}
	return f
}

// ParamAttr adds attributes of the i-th parameter.
func (f *Func) ParamAttr(i int, attrs ...Attr) {
	for _, a := range attrs {
		f.f.Params[i].Attrs = append(f.f.Params[i].Attrs, a)
	}
}

// RetAttr adds attributes of the result.
func (f *Func) RetAttr(attrs ...Attr) {
	for _, a := range attrs {
		f.f.ReturnAttrs = append(f.f.ReturnAttrs, a)
	}
}

// NameParam names the i-th parameter, with a suffix when the name is taken.
func (f *Func) NameParam(i int, name string) { f.f.Params[i].SetName(f.unique(name)) }

// Param returns the i-th parameter as an operand.
func (f *Func) Param(i int) Value { return f.f.Params[i] }

// Name returns the function's name without @.
func (f *Func) Name() string { return f.f.GlobalName }

// Ret returns the function's result type.
func (f *Func) Ret() Type { return f.f.Sig.RetType }

// Ref returns the function's address as an operand.
func (f *Func) Ref() *Const { return &Const{Ptr(0), f.f.Ident()} }

// unique returns name, or name with a numeric suffix that no label and no value
// of the function has. An empty name is replaced: only values may be numbered,
// since numbered labels make llc's messages unreadable.
func (f *Func) unique(name string) string {
	if name == "" {
		name = "bb"
	}
	n := name
	for i := 1; f.names[n]; i++ {
		n = name + "." + strconv.Itoa(i)
	}
	f.names[n] = true
	return n
}

// signature is the text of a function type where a call must spell it out.
func signature(ret Type, params []Type, variadic bool) *types.FuncType {
	t := types.NewFunc(ret, params...)
	t.Variadic = variadic
	return t
}

// Block is a basic block; its methods append instructions at its end.
type Block struct {
	b    *llir.Block
	f    *Func
	phis int
}

// Block appends a block labelled name (made unique when taken).
func (f *Func) Block(name string) *Block {
	b := f.f.NewBlock(f.unique(name))
	return &Block{b: b, f: f}
}

// Func returns the function that the block is in.
func (b *Block) Func() *Func { return b.f }

// Terminated reports whether the block has its terminator.
func (b *Block) Terminated() bool { return b.b.Term != nil }
