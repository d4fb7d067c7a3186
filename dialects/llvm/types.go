package llvm

import (
	"slices"
	"strconv"
	"strings"

	"github.com/tile-opt/tile-opt/ir"
)

// name is the prefix of the dialect.
const name = "llvm"

type (
	// PtrType is !llvm.ptr or !llvm.ptr<space>, an opaque pointer.
	PtrType struct {
		ir.TypeBase
		Space uint32
	}
	// ArrayType is !llvm.array<N x elem>.
	ArrayType struct {
		ir.TypeBase
		N    int64
		Elem ir.Type
	}
	// StructType is !llvm.struct<...>: literal without a Name, else
	// identified; Opaque ones have no body yet.
	StructType struct {
		ir.TypeBase
		Name   string
		Packed bool
		Opaque bool
		Fields []ir.Type
	}
	// FuncType is !llvm.func<result (params)>.
	FuncType struct {
		ir.TypeBase
		Result ir.Type
		Params []ir.Type
		VarArg bool
	}
	// SimpleType is a type without parameters: void, token, metadata, label,
	// ppc_fp128 or x86_amx.
	SimpleType struct {
		ir.TypeBase
		Mnemonic string
	}
	// TargetType is !llvm.target<"name", types..., integers...>, a type that only
	// the target knows.
	TargetType struct {
		ir.TypeBase
		Name  string
		Types []ir.Type
		Ints  []int64
	}
)

// simpleTypes are the mnemonics of the types without parameters.
var simpleTypes = []string{"void", "token", "metadata", "label", "ppc_fp128", "x86_amx"}

// typeDocs documents the types that kernels use.
func typeDocs() []ir.Description {
	return []ir.Description{
		{Name: "ptr", Summary: "opaque pointer", Doc: "`!llvm.ptr<space>`; the address space 0, generic, is left out. 1 is global, 3 shared, 5 local memory.", Example: "!llvm.ptr<3>", Since: "0.1"},
		{Name: "array", Summary: "array of one element type", Doc: "`!llvm.array<N x T>`.", Example: "!llvm.array<4 x f32>", Since: "0.1"},
		{Name: "struct", Summary: "struct of several fields", Doc: "`!llvm.struct<(T, ...)>`, with `packed` without padding, with a name in front identified.", Example: "!llvm.struct<(f32, i32)>", Since: "0.1"},
		{Name: "func", Summary: "type of a function", Doc: "`!llvm.func<result (parameters)>`.", Example: "!llvm.func<void (ptr, i32)>", Since: "0.1"},
		{Name: "void", Summary: "no result", Doc: "The result of an `!llvm.func` that returns nothing.", Example: "!llvm.void", Since: "0.1"},
	}
}

// PtrOf returns the pointer type of an address space.
func PtrOf(c *ir.Context, space uint32) *PtrType {
	return ir.InternType(c, "llvm.ptr"+strconv.Itoa(int(space)), func() *PtrType { return &PtrType{Space: space} })
}

// ArrayOf returns the array type of n elements.
func ArrayOf(n int64, elem ir.Type) *ArrayType {
	return ir.InternType(elem.Context(), "llvm.array"+strconv.FormatInt(n, 10)+" "+elem.String(), func() *ArrayType {
		return &ArrayType{N: n, Elem: elem}
	})
}

// StructOf returns the literal struct type of the fields.
func StructOf(c *ir.Context, fields ...ir.Type) *StructType { return LiteralStructOf(c, false, fields) }

// LiteralStructOf returns the literal struct type of the fields, without padding
// when packed.
func LiteralStructOf(c *ir.Context, packed bool, fields []ir.Type) *StructType {
	var b strings.Builder
	b.WriteString("llvm.struct")
	if packed {
		b.WriteByte('p')
	}
	writeTypes(&b, fields)
	return ir.InternType(c, b.String(), func() *StructType {
		return &StructType{Packed: packed, Fields: append([]ir.Type(nil), fields...)}
	})
}

// NamedStructOf returns the identified struct type of a name, and whether it has
// this body: the first one given to a name stays.
func NamedStructOf(c *ir.Context, name string, packed, opaque bool, fields []ir.Type) (*StructType, bool) {
	t := ir.InternType(c, "llvm.named"+name, func() *StructType {
		return &StructType{Name: strings.Clone(name), Packed: packed, Opaque: opaque, Fields: append([]ir.Type(nil), fields...)}
	})
	same := t.Packed == packed && t.Opaque == opaque && len(t.Fields) == len(fields)
	for i := 0; same && i < len(fields); i++ {
		same = t.Fields[i] == fields[i]
	}
	return t, same
}

// FuncOf returns the function type.
func FuncOf(result ir.Type, params []ir.Type, varArg bool) *FuncType {
	var b strings.Builder
	b.WriteString("llvm.func")
	if varArg {
		b.WriteByte('v')
	}
	b.WriteString(result.String())
	writeTypes(&b, params)
	return ir.InternType(result.Context(), b.String(), func() *FuncType {
		return &FuncType{Result: result, Params: append([]ir.Type(nil), params...), VarArg: varArg}
	})
}

// VoidOf returns !llvm.void.
func VoidOf(c *ir.Context) *SimpleType { return SimpleOf(c, "void") }

// SimpleOf returns the type without parameters of that mnemonic.
func SimpleOf(c *ir.Context, mnemonic string) *SimpleType {
	return ir.InternType(c, "llvm."+mnemonic, func() *SimpleType { return &SimpleType{Mnemonic: mnemonic} })
}

// TargetOf returns the target's type of a name and its parameters.
func TargetOf(c *ir.Context, id string, types []ir.Type, ints []int64) *TargetType {
	var b strings.Builder
	b.WriteString("llvm.target")
	b.WriteString(strconv.Quote(id))
	writeTypes(&b, types)
	for _, i := range ints {
		b.WriteString(strconv.FormatInt(i, 10) + ",")
	}
	return ir.InternType(c, b.String(), func() *TargetType {
		return &TargetType{Name: strings.Clone(id), Types: append([]ir.Type(nil), types...), Ints: append([]int64(nil), ints...)}
	})
}

// writeTypes appends a key part; the text of a type has balanced brackets, so
// a comma at the top level separates.
func writeTypes(b *strings.Builder, ts []ir.Type) {
	b.WriteByte('(')
	for _, t := range ts {
		b.WriteString(t.String())
		b.WriteByte(',')
	}
}

// DialectName returns llvm.
func (t *PtrType) DialectName() string { return name }

// DialectName returns llvm.
func (t *ArrayType) DialectName() string { return name }

// DialectName returns llvm.
func (t *StructType) DialectName() string { return name }

// DialectName returns llvm.
func (t *FuncType) DialectName() string { return name }

// DialectName returns llvm.
func (t *SimpleType) DialectName() string { return name }

// String returns the type as text.
func (t *PtrType) String() string { return ir.TypeText(t) }

// String returns the type as text.
func (t *ArrayType) String() string { return ir.TypeText(t) }

// String returns the type as text.
func (t *StructType) String() string { return ir.TypeText(t) }

// String returns the type as text.
func (t *FuncType) String() string { return ir.TypeText(t) }

// DialectName returns llvm.
func (t *TargetType) DialectName() string { return name }

// String returns the type as text.
func (t *TargetType) String() string { return ir.TypeText(t) }

// PrintBody writes target<"name", types, integers>.
func (t *TargetType) PrintBody(p *ir.Printer) {
	p.Str("target<")
	p.Quoted(t.Name)
	for _, e := range t.Types {
		p.Str(", ")
		printNested(p, e)
	}
	for _, i := range t.Ints {
		p.Str(", ")
		p.Int(i)
	}
	p.Byte('>')
}

// String returns the type as text.
func (t *SimpleType) String() string { return ir.TypeText(t) }

// PrintBody writes ptr or ptr<space>.
func (t *PtrType) PrintBody(p *ir.Printer) {
	p.Str("ptr")
	if t.Space != 0 {
		p.Byte('<')
		p.Int(int64(t.Space))
		p.Byte('>')
	}
}

// PrintBody writes array<n x elem>.
func (t *ArrayType) PrintBody(p *ir.Printer) {
	p.Str("array<")
	p.Int(t.N)
	p.Str(" x ")
	printNested(p, t.Elem)
	p.Byte('>')
}

// PrintBody writes struct<...>.
func (t *StructType) PrintBody(p *ir.Printer) {
	p.Str("struct<")
	if t.Name != "" {
		p.Quoted(t.Name)
		p.Str(", ")
	}
	switch {
	case t.Opaque:
		p.Str("opaque>")
		return
	case t.Packed:
		p.Str("packed ")
	}
	p.Byte('(')
	printList(p, t.Fields)
	p.Str(")>")
}

// PrintBody writes func<result (params)>.
func (t *FuncType) PrintBody(p *ir.Printer) {
	p.Str("func<")
	printNested(p, t.Result)
	p.Str(" (")
	printList(p, t.Params)
	if t.VarArg {
		if len(t.Params) > 0 {
			p.Str(", ")
		}
		p.Str("...")
	}
	p.Str(")>")
}

// PrintBody writes the mnemonic.
func (t *SimpleType) PrintBody(p *ir.Printer) { p.Str(t.Mnemonic) }

func printList(p *ir.Printer, ts []ir.Type) {
	for i, t := range ts {
		if i > 0 {
			p.Str(", ")
		}
		printNested(p, t)
	}
}

// printNested writes a type inside a type of the dialect, where the dialect's
// prefix is left out.
func printNested(p *ir.Printer, t ir.Type) {
	if d, ok := t.(ir.DialectType); ok && d.DialectName() == name {
		d.PrintBody(p)
		return
	}
	p.Type(t)
}

// IsCompatible reports whether LLVM IR has the type: signless integers, the
// IEEE floats and bf16, vectors of one dimension, and the types of the
// dialect.
func IsCompatible(t ir.Type) bool {
	switch t := t.(type) {
	case *ir.IntegerType:
		return t.Sign == ir.Signless
	case *ir.FloatType:
		return isLLVMFloat(t)
	case *ir.VectorType:
		return isVector(t)
	case *StructType:
		return !slices.ContainsFunc(t.Fields, func(f ir.Type) bool { return !IsCompatible(f) })
	case *ArrayType:
		return IsCompatible(t.Elem)
	case *FuncType:
		return IsCompatible(t.Result) && !slices.ContainsFunc(t.Params, func(p ir.Type) bool { return !IsCompatible(p) })
	case *ir.OpaqueType:
		return t.Dialect == ptrDialect
	case ir.DialectType:
		return t.DialectName() == name
	}
	return false
}

// ptrDialect is the dialect of MLIR whose pointers LLVM's operations take too.
const ptrDialect = "ptr"

// isOuter is IsCompatible without a look inside: what stands in a struct, an
// array or a vector of one dimension may be of any type. Operands and results of
// the dialect's operations need no more.
func isOuter(t ir.Type) bool {
	switch t := t.(type) {
	case *ir.VectorType:
		return len(t.Shape) == 1
	case ir.DialectType:
		return t.DialectName() == name
	}
	return IsCompatible(t)
}

// ElemAt returns the type at an index path inside nested structs and arrays,
// as extractvalue takes it, and whether the path exists.
func ElemAt(t ir.Type, path []int64) (ir.Type, bool) {
	for _, i := range path {
		var ok bool
		if t, ok = elemAt(t, i); !ok {
			return nil, false
		}
	}
	return t, true
}

// elemAtPosition is ElemAt for a position as an operation has it.
func elemAtPosition(t ir.Type, a *ir.DenseArrayAttr) (ir.Type, bool) {
	for i := range a.N {
		var ok bool
		if t, ok = elemAt(t, a.IntAt(i)); !ok {
			return nil, false
		}
	}
	return t, true
}

func elemAt(t ir.Type, i int64) (ir.Type, bool) {
	switch a := t.(type) {
	case *StructType:
		if i >= 0 && i < int64(len(a.Fields)) {
			return a.Fields[i], true
		}
	case *ArrayType:
		if i >= 0 && i < a.N {
			return a.Elem, true
		}
	}
	return nil, false
}

// PtrSpace returns the address space of a pointer type, and whether t is one.
func PtrSpace(t ir.Type) (uint32, bool) {
	p, ok := t.(*PtrType)
	if !ok {
		return 0, false
	}
	return p.Space, true
}

// DynamicIndex is the entry of a getelementptr's rawConstantIndices that stands
// for the next dynamic operand.
const DynamicIndex = -1 << 31
