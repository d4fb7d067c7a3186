package nvvm

import (
	"slices"
	"strconv"
	"strings"

	"github.com/tile-opt/tile-opt/dialects/llvm"
	"github.com/tile-opt/tile-opt/ir"
)

// Pointers by the address spaces they may be in. LLVM numbers the spaces of
// NVPTX: 0 generic, 1 global, 3 shared of the block, 4 constant, 5 local, 7
// shared of the cluster.
var (
	ptrGeneric                 = llvm.PointerIn(0)
	ptrGlobal                  = llvm.PointerIn(1)
	ptrShared                  = llvm.PointerIn(3)
	ptrTensor                  = llvm.PointerIn(6)
	ptrCluster                 = llvm.PointerIn(7)
	ptrGenericShared           = llvm.PointerIn(0, 3)
	ptrGenericCluster          = llvm.PointerIn(0, 7)
	ptrSharedCluster           = llvm.PointerIn(3, 7)
	ptrGenericSharedCluster    = llvm.PointerIn(0, 3, 7)
	ptrGlobalLocalGenericConst = llvm.PointerIn(1, 5, 0, 4)
)

var (
	f32C        = &ir.Constraint{Desc: "32-bit float", Type: isF32, Build: func(c *ir.Context) ir.Type { return c.F32() }}
	f64C        = &ir.Constraint{Desc: "64-bit float", Type: isF64, Build: func(c *ir.Context) ir.Type { return c.F64() }}
	i128C       = &ir.Constraint{Desc: "128-bit signless integer", Type: func(t ir.Type) bool { return ir.IsInt(t, 128) }, Build: func(c *ir.Context) ir.Type { return c.I(128) }}
	i32OrF32    = either(ir.I32, f32C)
	i64OrI32    = either(ir.I64, ir.I32)
	i32OrI64    = either(ir.I32, ir.I64)
	i32OrI1     = either(ir.I32, ir.I1)
	i32OrStruct = either(ir.I32, llvm.AnyStruct)
	shflResult  = either(ir.I32, f32C, llvm.AnyStruct)

	f16x2          = vectorOf("16-bit float", 2, func(c *ir.Context) ir.Type { return c.F16() })
	bf16x2         = vectorOf("bfloat16 type", 2, func(c *ir.Context) ir.Type { return c.BF16() })
	i8x2           = vectorOf("8-bit signless integer", 2, func(c *ir.Context) ir.Type { return c.I(8) })
	i8x4           = vectorOf("8-bit signless integer", 4, func(c *ir.Context) ir.Type { return c.I(8) })
	i16x2          = vectorOf("16-bit signless integer", 2, func(c *ir.Context) ir.Type { return c.I(16) })
	f32x4          = vectorOf("32-bit float", 4, func(c *ir.Context) ir.Type { return c.F32() })
	i32Registers   = vectorOf("32-bit signless integer", 2, i32Type, 4, 8, 16, 32, 64, 128)
	i32x4or8       = fixedVector(vectorOf("32-bit signless integer", 4, i32Type, 8))
	i16OrI8x2      = either(ir.I16, i8x2)
	i16AttrC       = intAttr("16-bit signless integer attribute", 16)
	constantRangeC = llvm.StructAttrC("llvm", "constant_range")

	nonNegativeI32C = &ir.Constraint{Desc: "32-bit signless integer attribute whose minimum value is 0", Attr: func(a ir.Attr) bool {
		v, ok := ir.IntValue(a)
		return ok && v >= 0 && ir.I32AttrC.Attr(a)
	}}
)

// What the operations that read special registers share.
var (
	i32Result = []ir.Slot{{Name: "res", C: llvm.AnyLLVM}}
	i64Result = []ir.Slot{{Name: "res", C: llvm.AnyLLVM}}
	rangeProp = []ir.PropSlot{{Name: "range", C: constantRangeC, Strip: "llvm.constant_range", Optional: true}}
)

const (
	sregFormat      = "attr-dict `:` type($res)"
	sregFormatRange = "(`range` $range^)? attr-dict `:` type($res)"
)

func isF64(t ir.Type) bool { return t == ir.Type(t.Context().F64()) }

func isF32(t ir.Type) bool { return t == ir.Type(t.Context().F32()) }

// either accepts what any of the constraints does.
func either(cs ...*ir.Constraint) *ir.Constraint {
	desc := cs[0].Desc
	for _, c := range cs[1:] {
		desc += " or " + c.Desc
	}
	return &ir.Constraint{Desc: desc, Type: func(t ir.Type) bool {
		return slices.ContainsFunc(cs, func(c *ir.Constraint) bool { return c.Type(t) })
	}}
}

// vectorOf accepts vector<n x elem>, and more lengths.
func vectorOf(what string, n int64, elem func(*ir.Context) ir.Type, more ...int64) *ir.Constraint {
	lengths := append([]int64{n}, more...)
	words := make([]string, len(lengths))
	for i, l := range lengths {
		words[i] = strconv.FormatInt(l, 10)
	}
	return &ir.Constraint{
		Desc: "vector of " + what + " values of length " + strings.Join(words, "/"),
		Type: func(t ir.Type) bool {
			v, ok := t.(*ir.VectorType)
			return ok && len(v.Shape) == 1 && slices.Contains(lengths, v.Shape[0]) && v.Elem == elem(t.Context())
		},
	}
}

// fixedVector accepts the vectors of a constraint that are not scalable.
func fixedVector(c *ir.Constraint) *ir.Constraint {
	return &ir.Constraint{Desc: "fixed-length " + c.Desc, Type: func(t ir.Type) bool {
		v, ok := t.(*ir.VectorType)
		return ok && c.Type(t) && !slices.Contains(v.Scalable, true)
	}}
}

func intAttr(desc string, width uint32) *ir.Constraint {
	return &ir.Constraint{Desc: desc, Attr: func(a ir.Attr) bool {
		i, ok := a.(*ir.IntegerAttr)
		return ok && ir.IsInt(i.Type(), width)
	}}
}

func i16Type(c *ir.Context) ir.Type { return c.I(16) }

func i32Type(c *ir.Context) ir.Type { return c.I(32) }

func i64Type(c *ir.Context) ir.Type { return c.I(64) }

func zeroI64(c *ir.Context) ir.Attr { return c.I64Attr(0) }

func falseAttr(c *ir.Context) ir.Attr { return c.Bool(false) }
