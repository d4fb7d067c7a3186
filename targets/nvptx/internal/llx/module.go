package llx

import (
	"fmt"
	"io"
	"strings"

	llir "github.com/llir/llvm/ir"
	"github.com/llir/llvm/ir/enum"
	"github.com/llir/llvm/ir/types"
)

// maxLiteralFields is the longest struct type that is printed in place. Longer
// ones get a name: each of 128 extractvalues would print 900 characters else. No
// intrinsic returns a longer struct, and theirs must stay literal.
const maxLiteralFields = 16

// Module is one LLVM IR module under construction.
type Module struct {
	ir      *llir.Module
	structs map[string]*types.StructType // literal text -> named or literal type
	decls   map[string]*Func             // declarations by name
	names   map[string]bool              // every global name taken
	defs    []*llir.Func
	externs []*llir.Func
	mds     map[string]*MD // uniqued nodes by text
	p       printer
}

// NewModule returns an empty module for nvptx64-nvidia-cuda. The data layout is
// left to llc, which knows it from the triple.
func NewModule() *Module {
	m := &Module{
		ir:      llir.NewModule(),
		structs: map[string]*types.StructType{},
		decls:   map[string]*Func{},
		names:   map[string]bool{},
		mds:     map[string]*MD{},
		p:       printer{types: map[Type]string{}},
	}
	m.ir.TargetTriple = "nvptx64-nvidia-cuda"
	return m
}

// WriteTo writes the module as text. It may be called again after the module
// has grown: numbers are assigned anew each time.
func (m *Module) WriteTo(w io.Writer) (int64, error) {
	m.ir.Funcs = append(append([]*llir.Func(nil), m.defs...), m.externs...)
	for _, f := range m.ir.Funcs {
		prepare(f)
	}
	return m.ir.WriteTo(w)
}

// String returns the module as text.
func (m *Module) String() string {
	var sb strings.Builder
	m.WriteTo(&sb) // a strings.Builder never fails
	return sb.String()
}

// prepare forgets the numbers of an earlier print, which llir would otherwise
// hold against a function that has grown since, and checks the terminators.
func prepare(f *llir.Func) {
	for _, p := range f.Params {
		p.LocalID = 0
	}
	for _, b := range f.Blocks {
		if b.Term == nil {
			panic("llx: no terminator in %" + b.LocalName + " of " + f.Ident())
		}
		for _, i := range b.Insts {
			i.(*Inst).LocalID = 0
		}
	}
}

// Struct returns the literal struct type of the fields. One with more than 16
// fields gets a name (and is then, to LLVM, an identified type that stands for
// all its uses in this module): %struct.f32x128, or %struct.N when mixed.
func (m *Module) Struct(packed bool, fields ...Type) Type {
	t := types.NewStruct(fields...)
	t.Packed = packed
	if len(fields) == 0 {
		return t
	}
	key := t.LLString()
	if s, ok := m.structs[key]; ok {
		return s
	}
	m.structs[key] = t
	if len(fields) > maxLiteralFields {
		t.SetName(m.structName(fields))
		m.ir.TypeDefs = append(m.ir.TypeDefs, t)
	}
	return t
}

// NamedStruct returns the identified struct type of a name, declaring it when it
// is new. The same name with other fields is a bug of the caller.
func (m *Module) NamedStruct(name string, packed bool, fields ...Type) Type {
	t := types.NewStruct(fields...)
	t.Packed = packed
	for _, d := range m.ir.TypeDefs {
		if d.Name() == name {
			if d.LLString() != t.LLString() {
				panic(fmt.Sprintf("llx: struct %q declared twice with different fields", name))
			}
			return d
		}
	}
	t.SetName(name)
	m.ir.TypeDefs = append(m.ir.TypeDefs, t)
	return t
}

// structName names a long literal struct after its fields.
func (m *Module) structName(fields []Type) string {
	name := fmt.Sprintf("struct.%d", len(m.ir.TypeDefs))
	short := map[Type]string{F16: "f16", BF16: "bf16", F32: "f32", F64: "f64", I32: "i32", I64: "i64"}
	s := short[fields[0]]
	for _, f := range fields {
		if !Equal(f, fields[0]) {
			s = ""
		}
	}
	if s != "" {
		name = fmt.Sprintf("struct.%sx%d", s, len(fields))
	}
	for _, d := range m.ir.TypeDefs {
		if d.Name() == name {
			name += "." // packed beside unpacked, or a user's own name
		}
	}
	return name
}

// Global is a module-level variable.
type Global struct {
	g     *llir.Global
	space int
}

// Global adds a variable of type t in an address space. init is nil for an
// external one (its size may be decided at launch).
func (m *Module) Global(name string, t Type, space int, init *Const) *Global {
	m.take(name)
	g := &llir.Global{ContentType: t, AddrSpace: types.AddrSpace(space)}
	g.SetName(name)
	if init != nil {
		g.Init = init
	} else {
		g.Linkage = enum.LinkageExternal
	}
	m.ir.Globals = append(m.ir.Globals, g)
	return &Global{g, space}
}

// Align sets the alignment in bytes and returns g.
func (g *Global) Align(n int) *Global {
	g.g.Align = llir.Align(n)
	return g
}

// Constant marks the variable as never written and returns g.
func (g *Global) Constant() *Global {
	g.g.Immutable = true
	return g
}

// Linkage sets the linkage by LLVM's keyword and returns g. It panics when the
// keyword is none of LLVM's.
func (g *Global) Linkage(keyword string) *Global {
	g.g.Linkage = linkage(keyword)
	return g
}

// Ref returns the variable's address as an operand.
func (g *Global) Ref() *Const { return &Const{Ptr(g.space), g.g.Ident()} }

// take claims a global name; LLVM has one name space for variables and functions.
func (m *Module) take(name string) {
	if m.names[name] {
		panic(fmt.Sprintf("llx: @%s defined twice", name))
	}
	m.names[name] = true
}

// linkage maps LLVM's keyword to llir's value.
func linkage(keyword string) enum.Linkage {
	for l := enum.LinkageNone + 1; l <= enum.LinkageExternWeak; l++ {
		if l.String() == keyword {
			return l
		}
	}
	panic(fmt.Sprintf("llx: unknown linkage %q", keyword))
}
