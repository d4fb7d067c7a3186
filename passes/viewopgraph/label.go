package viewopgraph

import (
	"strings"

	"github.com/tile-opt/tile-opt/ir"
)

// manyElements is the number of elements above which an attribute is shown as
// brackets around dots, as in MLIR.
const manyElements = 16

// attrText is an attribute as it is shown.
func attrText(a ir.Attr, limit uint) string {
	switch a := a.(type) {
	case *ir.ArrayAttr:
		if len(a.Elems) > manyElements {
			return "[...]"
		}
	case *ir.DenseAttr:
		if a.Splat {
			return a.String() // short, whatever the number of elements
		}
		if s, ok := a.Type().(ir.ShapedType); ok {
			if dims, ranked := s.Dims(); ranked && product(dims) > manyElements {
				return strings.Repeat("[", len(dims)) + "..." + strings.Repeat("]", len(dims)) + " : " + cut(a.Type().String(), limit)
			}
		}
	}
	return cut(a.String(), limit)
}

func product(dims []int64) int64 {
	n := int64(1)
	for _, d := range dims {
		n *= d
	}
	return n
}

// cut shortens a text to limit characters.
func cut(s string, limit uint) string {
	if uint(len(s)) <= limit {
		return s
	}
	return s[:limit] + "..."
}

// attrsOf are the properties and the other attributes of an operation by name.
func attrsOf(op *ir.Operation) []ir.NamedAttr {
	out := append([]ir.NamedAttr(nil), op.Attrs()...)
	if def := op.Info().Def; def != nil {
		for i, p := range def.Props {
			if a := op.PropAt(i); a != nil {
				out = append(out, ir.NamedAttr{Name: p.Name, Attr: a})
			}
		}
	}
	ir.SortNamed(out)
	return out
}

// typesOf joins the types of the results.
func typesOf(op *ir.Operation) string {
	var parts []string
	for _, t := range op.ResultTypes() {
		parts = append(parts, t.String())
	}
	return strings.Join(parts, ", ")
}
