package llx

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/llir/llvm/ir/types"
	"github.com/llir/llvm/ir/value"
)

// Type is an LLVM IR type.
type Type = types.Type

// Value is anything that can be an operand: an [Inst] with a result, a
// parameter, or a [Const].
type Value = value.Value

// Raw is a type that llir has no node for, given by its text: an opaque
// pointer or bfloat. Two raw types are equal when their texts are.
type Raw struct{ text string }

// String returns the type's text.
func (t *Raw) String() string { return t.text }

// LLString returns the type's text, as llir's printers want it.
func (t *Raw) LLString() string { return t.text }

// Equal reports whether u is the same raw type.
func (t *Raw) Equal(u Type) bool {
	r, ok := u.(*Raw)
	return ok && r.text == t.text
}

// Name returns the empty string: raw types are never identified types.
func (t *Raw) Name() string { return "" }

// SetName does nothing, see [Raw.Name].
func (t *Raw) SetName(string) {}

// The types without parameters. They are immutable and shared by all modules.
var (
	// Void is the result type of what has no result.
	Void Type = types.Void
	// I1 is the one-bit integer.
	I1 Type = types.I1
	// I8 is the 8-bit integer.
	I8 Type = types.I8
	// I16 is the 16-bit integer.
	I16 Type = types.I16
	// I32 is the 32-bit integer.
	I32 Type = types.I32
	// I64 is the 64-bit integer.
	I64 Type = types.I64
	// F16 is IEEE half precision.
	F16 Type = types.Half
	// BF16 is bfloat, which llir lacks.
	BF16 Type = &Raw{"bfloat"}
	// F32 is IEEE single precision.
	F32 Type = types.Float
	// F64 is IEEE double precision.
	F64 Type = types.Double
)

// The pointer types that NVPTX uses most; Ptr hands them out.
var ptrs = [...]*Raw{
	{"ptr"}, {"ptr addrspace(1)"}, {"ptr addrspace(2)"}, {"ptr addrspace(3)"},
	{"ptr addrspace(4)"}, {"ptr addrspace(5)"}, {"ptr addrspace(6)"}, {"ptr addrspace(7)"},
}

// Ptr returns the opaque pointer type of an address space.
func Ptr(space int) Type {
	if space >= 0 && space < len(ptrs) {
		return ptrs[space]
	}
	return &Raw{fmt.Sprintf("ptr addrspace(%d)", space)}
}

// PtrSpace returns the address space of a pointer type, and whether t is one.
func PtrSpace(t Type) (int, bool) {
	r, ok := t.(*Raw)
	if !ok || !strings.HasPrefix(r.text, "ptr") {
		return 0, false
	}
	if r.text == "ptr" {
		return 0, true
	}
	n, err := strconv.Atoi(strings.TrimSuffix(strings.TrimPrefix(r.text, "ptr addrspace("), ")"))
	return n, err == nil
}

// Int returns the integer type of a width in bits.
func Int(bits int) Type {
	switch bits {
	case 1:
		return I1
	case 8:
		return I8
	case 16:
		return I16
	case 32:
		return I32
	case 64:
		return I64
	}
	return types.NewInt(uint64(bits))
}

// Vec returns the fixed vector type of n elements.
func Vec(n int, elem Type) Type { return types.NewVector(uint64(n), elem) }

// Array returns the array type of n elements.
func Array(n int, elem Type) Type { return types.NewArray(uint64(n), elem) }

// Equal reports whether two types are the same to LLVM.
func Equal(a, b Type) bool { return a == b || a.Equal(b) }

// elemType walks the indices of extractvalue and insertvalue through t.
func elemType(t Type, idx []int) Type {
	for _, i := range idx {
		switch a := t.(type) {
		case *types.StructType:
			if i < 0 || i >= len(a.Fields) {
				panic(fmt.Sprintf("llx: field %d of struct %s", i, t))
			}
			t = a.Fields[i]
		case *types.ArrayType:
			t = a.ElemType
		default:
			panic(fmt.Sprintf("llx: aggregate index into %s", t))
		}
	}
	return t
}

// scalarOf returns the element type of a vector, and any other type as it is.
func scalarOf(t Type) Type {
	if v, ok := t.(*types.VectorType); ok {
		return v.ElemType
	}
	return t
}

// likeShape returns elem, or the vector of as many elements as t has.
func likeShape(t, elem Type) Type {
	if v, ok := t.(*types.VectorType); ok {
		return Vec(int(v.Len), elem)
	}
	return elem
}
