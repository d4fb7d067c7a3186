package llvm

import (
	"fmt"
	"slices"
	"strings"

	"github.com/tile-opt/tile-opt/ir"
	"github.com/tile-opt/tile-opt/ir/numeric"
)

// The type constraints, with MLIR's words.
var (
	// AnyLLVM accepts every type of LLVM IR.
	AnyLLVM = &ir.Constraint{Desc: "LLVM dialect-compatible type", Type: isOuter}
	// IntLike accepts integers and vectors of them.
	IntLike = &ir.Constraint{Desc: "signless integer or LLVM dialect-compatible vector of signless integer", Type: func(t ir.Type) bool { return isSignless(scalar(t)) }}
	// IntVector accepts vectors of integers.
	IntVector = &ir.Constraint{Desc: "LLVM dialect-compatible vector of signless integer", Type: func(t ir.Type) bool { return isVector(t) && isSignless(scalar(t)) }}
	// AnyFloat accepts the floats of LLVM IR.
	AnyFloat = &ir.Constraint{Desc: "floating point LLVM type", Type: isLLVMFloat}
	// FloatLike accepts floats and vectors of them.
	FloatLike = &ir.Constraint{Desc: "floating point LLVM type or LLVM dialect-compatible vector of floating point LLVM type", Type: func(t ir.Type) bool { return isLLVMFloat(scalar(t)) }}
	// BoolVector accepts vectors of i1.
	BoolVector = &ir.Constraint{Desc: "LLVM dialect-compatible vector of 1-bit signless integer", Type: func(t ir.Type) bool { return isVector(t) && ir.IsInt(scalar(t), 1) }}
	// PointerVector accepts vectors of pointers.
	PointerVector = &ir.Constraint{Desc: "LLVM dialect-compatible vector of LLVM pointer type", Type: func(t ir.Type) bool { return isVector(t) && isPtr(scalar(t)) }}
	// AnyIntLike accepts integers of any signedness and vectors of them.
	AnyIntLike = &ir.Constraint{Desc: "integer or LLVM dialect-compatible vector of integer", Type: func(t ir.Type) bool {
		_, ok := scalar(t).(*ir.IntegerType)
		return ok
	}}
	tokenC = &ir.Constraint{Desc: "LLVM token type", Type: func(t ir.Type) bool { return isSimple(t, "token") }, Build: func(c *ir.Context) ir.Type { return SimpleOf(c, "token") }}
	// FloatVector accepts vectors of floats.
	FloatVector = &ir.Constraint{Desc: "LLVM dialect-compatible vector of floating-point", Type: func(t ir.Type) bool { return isVector(t) && ir.IsFloat(scalar(t)) }}
	// BoolLike accepts i1 and vectors of it.
	BoolLike = &ir.Constraint{Desc: "1-bit signless integer or LLVM dialect-compatible vector of 1-bit signless integer", Type: func(t ir.Type) bool { return ir.IsInt(scalar(t), 1) }}
	// AnyPointer accepts pointers of every address space.
	AnyPointer = &ir.Constraint{Desc: "LLVM pointer type", Type: isPtr, Strip: "llvm.ptr"}
	// PointerLike accepts pointers and vectors of them.
	PointerLike = &ir.Constraint{Desc: "LLVM pointer type or LLVM dialect-compatible vector of LLVM pointer type", Type: func(t ir.Type) bool { return isPtr(scalar(t)) }}
	// IntOrPointerLike accepts what icmp compares.
	IntOrPointerLike = &ir.Constraint{Desc: "signless integer or LLVM dialect-compatible vector of signless integer or LLVM pointer type or LLVM dialect-compatible vector of LLVM pointer type", Type: func(t ir.Type) bool {
		return isSignless(scalar(t)) || isPtr(scalar(t))
	}}
	// CmpXchgType accepts what cmpxchg compares.
	CmpXchgType = &ir.Constraint{Desc: "signless integer or LLVM pointer type", Type: func(t ir.Type) bool { return isSignless(t) || isPtr(t) }}
	// AtomicRMWType accepts what atomicrmw works on.
	AtomicRMWType = &ir.Constraint{Desc: "floating point LLVM type or LLVM pointer type or signless integer or LLVM dialect-compatible fixed-length vector type", Type: func(t ir.Type) bool {
		return isLLVMFloat(t) || isPtr(t) || isSignless(t) || isVector(t)
	}}
	// AnyVector accepts vectors.
	AnyVector = &ir.Constraint{Desc: "LLVM dialect-compatible vector type", Type: isVector}
	// AnyStruct accepts structs.
	AnyStruct = &ir.Constraint{Desc: "LLVM structure type", Type: func(t ir.Type) bool { _, ok := t.(*StructType); return ok }}
	// Aggregate accepts structs and arrays.
	Aggregate = &ir.Constraint{Desc: "LLVM aggregate type", Type: isAggregate}
	// NonAggregate accepts all but structs and arrays.
	NonAggregate = &ir.Constraint{Desc: "LLVM-compatible non-aggregate type", Type: func(t ir.Type) bool { return IsCompatible(t) && !isAggregate(t) }}
	// Primitive accepts all but void and functions.
	Primitive = &ir.Constraint{Desc: "primitive LLVM type", Type: func(t ir.Type) bool {
		_, fn := t.(*FuncType)
		return IsCompatible(t) && !fn && !isSimple(t, "void")
	}}
	// Loadable accepts types that have a size.
	Loadable = &ir.Constraint{Desc: "LLVM type with size", Type: isSized}
)

// The attribute constraints.
var (
	// FuncTypeAttrC accepts function types.
	FuncTypeAttrC = &ir.Constraint{Desc: "type attribute of LLVM function type", Attr: func(a ir.Attr) bool {
		t, ok := a.(*ir.TypeAttr)
		if !ok {
			return false
		}
		_, ok = t.Value.(*FuncType)
		return ok
	}}
	// DictArrayC accepts arrays of dictionaries.
	DictArrayC = &ir.Constraint{Desc: "Array of dictionary attributes", Attr: func(a ir.Attr) bool {
		l, ok := a.(*ir.ArrayAttr)
		return ok && !slices.ContainsFunc(l.Elems, func(e ir.Attr) bool { _, dict := e.(*ir.DictAttr); return !dict })
	}}
	symbolRefC = &ir.Constraint{Desc: "symbol reference attribute", Attr: func(a ir.Attr) bool {
		_, ok := a.(*ir.SymbolRefAttr)
		return ok
	}}
	i8AttrC  = &ir.Constraint{Desc: "8-bit signless integer attribute", Attr: func(a ir.Attr) bool { return isIntAttr(a, 8) }}
	f64AttrC = &ir.Constraint{Desc: "64-bit float attribute", Attr: func(a ir.Attr) bool {
		f, ok := a.(*ir.FloatAttr)
		return ok && f.Type() == ir.Type(f.Type().Context().F64())
	}}
	intAttrC = &ir.Constraint{Desc: "arbitrary integer attribute", Attr: func(a ir.Attr) bool {
		_, ok := a.(*ir.IntegerAttr)
		return ok
	}}
	strArrayC       = arrayOfC("string array attribute", ir.StrAttrC.Attr)
	i32ArrayAttrC   = arrayOfC("32-bit integer array attribute", func(a ir.Attr) bool { return isIntAttr(a, 32) })
	accessGroupsC   = arrayOfC("LLVM dialect access group metadata array", structAttrC("access_group").Attr)
	aliasScopesC    = arrayOfC("LLVM dialect alias scope array", structAttrC("alias_scope").Attr)
	tbaaTagsC       = arrayOfC("LLVM dialect TBAA tag metadata array", structAttrC("tbaa_tag").Attr)
	symbolArrayC    = arrayOfC("flat symbol ref array attribute", ir.SymbolRefC.Attr)
	nonNegativeI32C = &ir.Constraint{Desc: "32-bit signless integer attribute whose value is non-negative", Attr: func(a ir.Attr) bool {
		v, ok := ir.IntValue(a)
		return ok && v >= 0 && ir.I32AttrC.Attr(a)
	}}
	intElementsC = &ir.Constraint{Desc: "integer elements attribute", Attr: func(a ir.Attr) bool {
		d, ok := a.(*ir.DenseAttr)
		return ok && ir.IsIntOrIndex(d.ShapedType().ElemType())
	}}
)

func isIntAttr(a ir.Attr, width uint32) bool {
	i, ok := a.(*ir.IntegerAttr)
	return ok && ir.IsInt(i.Type(), width)
}

// arrayOfC accepts arrays whose elements all satisfy one condition.
func arrayOfC(desc string, elem func(ir.Attr) bool) *ir.Constraint {
	return &ir.Constraint{Desc: desc, Attr: func(a ir.Attr) bool {
		l, ok := a.(*ir.ArrayAttr)
		return ok && !slices.ContainsFunc(l.Elems, func(e ir.Attr) bool { return !elem(e) })
	}}
}

// PointerIn returns the constraint for pointers of certain address spaces.
func PointerIn(spaces ...uint32) *ir.Constraint {
	words := make([]string, len(spaces))
	for i, s := range spaces {
		words[i] = fmt.Sprintf("LLVM pointer in address space %d", s)
	}
	c := &ir.Constraint{Desc: strings.Join(words, " or "), Type: func(t ir.Type) bool {
		s, ok := PtrSpace(t)
		return ok && slices.Contains(spaces, s)
	}}
	if len(spaces) == 1 {
		c.Strip = "llvm.ptr"
		c.Build = func(ctx *ir.Context) ir.Type { return PtrOf(ctx, spaces[0]) }
	}
	return c
}

// scalar returns the element type of an LLVM vector, any other type itself.
func scalar(t ir.Type) ir.Type {
	if v, ok := t.(*ir.VectorType); ok && len(v.Shape) == 1 {
		return v.Elem
	}
	return t
}

func isVector(t ir.Type) bool {
	v, ok := t.(*ir.VectorType)
	if !ok || len(v.Shape) != 1 {
		return false
	}
	return isSignless(v.Elem) || isLLVMFloat(v.Elem) || isPtr(v.Elem)
}

func isSignless(t ir.Type) bool {
	i, ok := t.(*ir.IntegerType)
	return ok && i.Sign == ir.Signless
}

func isLLVMFloat(t ir.Type) bool {
	f, ok := t.(*ir.FloatType)
	if !ok {
		return isSimple(t, "ppc_fp128")
	}
	switch f.Format {
	case numeric.F16, numeric.BF16, numeric.F32, numeric.F64, numeric.F80, numeric.F128:
		return true
	}
	return false
}

func isPtr(t ir.Type) bool { _, ok := t.(*PtrType); return ok }

func isSimple(t ir.Type, mnemonic string) bool {
	s, ok := t.(*SimpleType)
	return ok && s.Mnemonic == mnemonic
}

func isAggregate(t ir.Type) bool {
	switch t.(type) {
	case *StructType, *ArrayType:
		return true
	}
	return false
}

func isSized(t ir.Type) bool {
	switch t := t.(type) {
	case *SimpleType:
		return t.Mnemonic != "void"
	case *TargetType:
		return strings.HasPrefix(t.Name, "spirv.") || strings.HasPrefix(t.Name, "aarch64.")
	case *FuncType:
		return false
	case *StructType:
		return !t.Opaque && !slices.ContainsFunc(t.Fields, func(f ir.Type) bool { return !isSized(f) })
	case *ArrayType:
		return isSized(t.Elem)
	}
	return IsCompatible(t)
}

func i32Type(c *ir.Context) ir.Type { return c.I(32) }

func i8Type(c *ir.Context) ir.Type { return c.I(8) }

func f64Type(c *ir.Context) ir.Type { return c.F64() }

func i64Type(c *ir.Context) ir.Type { return c.I(64) }

func zeroI32(c *ir.Context) ir.Attr { return c.I32Attr(0) }

// structAttrC accepts the dialect's attribute of a mnemonic.
func structAttrC(mnemonic string) *ir.Constraint { return StructAttrC(name, mnemonic) }

// noSizes says that there are no groups.
func noSizes(c *ir.Context) ir.Attr { return c.I32Array() }
