package irdl

import (
	"fmt"
	"strings"

	"github.com/tile-opt/tile-opt/ir"
)

// constraint is one value of a definition, by number. Within one check each of
// them stands for one type or attribute: the first that it accepted.
type constraint interface {
	// accepts returns what is wrong with a, "" for nothing.
	accepts(c *check, a ir.Attr) string
}

// check is the verification of one operation, type or attribute.
type check struct {
	all      []constraint
	assigned []ir.Attr
}

func newCheck(all []constraint) *check {
	return &check{all: all, assigned: make([]ir.Attr, len(all))}
}

// verify returns what is wrong with a as the value of constraint i.
func (c *check) verify(a ir.Attr, i int) string {
	if old := c.assigned[i]; old != nil {
		if old != a {
			return mismatch(old.String(), a)
		}
		return ""
	}
	if s := c.all[i].accepts(c, a); s != "" {
		return s
	}
	c.assigned[i] = a
	return ""
}

func mismatch(want string, a ir.Attr) string {
	return fmt.Sprintf("expected '%s' but got '%s'", want, a)
}

// isConstraint accepts the attribute of one text. Texts are compared since a
// definition belongs to no context; what prints equal is equal.
type isConstraint struct{ text string }

func (k isConstraint) accepts(_ *check, a ir.Attr) string {
	if a.String() != k.text {
		return mismatch(k.text, a)
	}
	return ""
}

type anyConstraint struct{}

func (anyConstraint) accepts(*check, ir.Attr) string { return "" }

type anyOfConstraint struct{ of []int }

func (k anyOfConstraint) accepts(c *check, a ir.Attr) string {
	for _, i := range k.of {
		if c.verify(a, i) == "" {
			return ""
		}
	}
	return fmt.Sprintf("'%s' does not satisfy the constraint", a)
}

type allOfConstraint struct{ of []int }

func (k allOfConstraint) accepts(c *check, a ir.Attr) string {
	for _, i := range k.of {
		if s := c.verify(a, i); s != "" {
			return s
		}
	}
	return ""
}

// baseConstraint accepts the types or attributes of one base, by its name with
// ! or # in front; with params also what each parameter satisfies.
type baseConstraint struct {
	name       string
	parametric bool
	params     []int
}

func (k baseConstraint) accepts(c *check, a ir.Attr) string {
	have, isType := baseName(a)
	kind := "attribute"
	if strings.HasPrefix(k.name, "!") {
		kind = "type"
	}
	if have != k.name {
		got := have[1:]
		switch {
		case k.parametric:
			got = a.String()
		case kind == "attribute" && isType:
			got = "builtin.type"
		}
		return fmt.Sprintf("expected base %s '%s' but got '%s'", kind, k.name[1:], got)
	}
	if !k.parametric {
		return ""
	}
	params := paramsOf(a)
	if len(params) != len(k.params) {
		return fmt.Sprintf("%s '%s' expects %d parameters but got %d", kind, k.name[1:], len(k.params), len(params))
	}
	for i, p := range params {
		if s := c.verify(p, k.params[i]); s != "" {
			return s
		}
	}
	return ""
}

// paramsOf returns the parameters of a type or attribute made here.
func paramsOf(a ir.Attr) []ir.Attr {
	switch a := a.(type) {
	case *Attr:
		return a.Params
	case *ir.TypeAttr:
		if t, ok := a.Value.(*Type); ok {
			return t.Params
		}
	}
	return nil
}

// baseName returns the name of the kind of a type or attribute, with ! or # in
// front, and whether it is a type.
func baseName(a ir.Attr) (name string, isType bool) {
	if t, ok := a.(*ir.TypeAttr); ok {
		return "!" + typeBase(t.Value), true
	}
	return "#" + attrBase(a), false
}

// builtinBases are the builtin kinds that can be named: those that typeBase and
// attrBase return.
var builtinBases = func() map[string]bool {
	out := make(map[string]bool)
	for _, n := range strings.Fields(`!integer !index !function !vector !memref !unranked_memref !tensor !unranked_tensor !complex !tuple !none !opaque
		!f4E2M1FN !f6E2M3FN !f6E3M2FN !f8E3M4 !f8E4M3 !f8E4M3FN !f8E4M3FNUZ !f8E4M3B11FNUZ !f8E5M2 !f8E5M2FNUZ !f8E8M0FNU !f16 !bf16 !tf32 !f32 !f64 !f80 !f128
		#integer #float #string #array #dictionary #type #unit #affine_map #integer_set #dense_intorfp_elements #dense_string_elements #dense_resource_elements
		#sparse_elements #dense_array #symbol_ref #strided_layout #distinct #opaque #unknown_loc #file_line_range_loc #name_loc #callsite_loc #fused_loc`) {
		out[n[:1]+"builtin."+n[1:]] = true
	}
	return out
}()

// typeBase returns MLIR's name of the kind of t.
func typeBase(t ir.Type) string {
	kind := ""
	switch t := t.(type) {
	case ir.DialectType:
		return t.DialectName() + "." + mnemonic(t.String())
	case *ir.IntegerType:
		kind = "integer"
	case *ir.IndexType:
		kind = "index"
	case *ir.FunctionType:
		kind = "function"
	case *ir.VectorType:
		kind = "vector"
	case *ir.MemRefType:
		kind = "memref"
	case *ir.UnrankedMemRefType:
		kind = "unranked_memref"
	case *ir.TensorType:
		kind = "tensor"
	case *ir.UnrankedTensorType:
		kind = "unranked_tensor"
	case *ir.ComplexType:
		kind = "complex"
	case *ir.TupleType:
		kind = "tuple"
	case *ir.NoneType:
		kind = "none"
	case *ir.OpaqueType:
		kind = "opaque"
	default:
		kind = t.String() // floats
	}
	return "builtin." + kind
}

// attrBase returns MLIR's name of the kind of a.
func attrBase(a ir.Attr) string {
	kind := ""
	switch a := a.(type) {
	case ir.DialectAttr:
		return a.DialectName() + "." + mnemonic(a.String())
	case *ir.IntegerAttr:
		kind = "integer"
	case *ir.FloatAttr:
		kind = "float"
	case *ir.StringAttr:
		kind = "string"
	case *ir.ArrayAttr:
		kind = "array"
	case *ir.DictAttr:
		kind = "dictionary"
	case *ir.UnitAttr:
		kind = "unit"
	case *ir.AffineMapAttr:
		kind = "affine_map"
	case *ir.IntegerSetAttr:
		kind = "integer_set"
	case *ir.DenseAttr:
		kind = "dense_intorfp_elements"
	case *ir.DenseStringAttr:
		kind = "dense_string_elements"
	case *ir.DenseResourceAttr:
		kind = "dense_resource_elements"
	case *ir.DenseArrayAttr:
		kind = "dense_array"
	case *ir.SymbolRefAttr:
		kind = "symbol_ref"
	case *ir.StridedLayoutAttr:
		kind = "strided_layout"
	case *ir.DistinctAttr:
		kind = "distinct"
	case *ir.OpaqueAttr:
		kind = "opaque"
	default:
		kind = "attribute"
	}
	return "builtin." + kind
}

// mnemonic returns what stands between the dialect's name and the body in the text
// of a dialect type or attribute.
func mnemonic(text string) string {
	_, rest, _ := strings.Cut(text, ".")
	if i := strings.IndexAny(rest, "<[( "); i >= 0 {
		rest = rest[:i]
	}
	return rest
}
