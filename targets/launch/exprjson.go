package launch

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
)

// maxDepth bounds the nesting of an expression, so that metadata from elsewhere can't exhaust the stack.
const maxDepth = 100

// MarshalJSON writes e as docs/launch-metadata.md describes.
func (e Expr) MarshalJSON() ([]byte, error) { return e.appendJSON(nil) }

// appendJSON writes the whole tree at once: package json would read each operand again for every level above it.
func (e Expr) appendJSON(b []byte) ([]byte, error) {
	switch e.op {
	case "":
		return nil, fmt.Errorf("an expression is missing")
	case OpConst:
		return fmt.Appendf(b, `{"const":%d}`, e.n), nil
	case OpDim, OpStride:
		return fmt.Appendf(b, `{"%s":[%d,%d]}`, e.op, e.arg, e.index), nil
	case OpPtr, OpScalar:
		return fmt.Appendf(b, `{"%s":%d}`, e.op, e.arg), nil
	case OpProperty:
		name, err := json.Marshal(e.name)
		return fmt.Appendf(b, `{"property":%s}`, name), err
	}
	b = fmt.Appendf(b, `{"op":"%s","args":[`, e.op)
	for i, a := range e.args {
		if i > 0 {
			b = append(b, ',')
		}
		var err error
		if b, err = a.appendJSON(b); err != nil {
			return nil, err
		}
	}
	return append(b, "]}"...), nil
}

// exprJSON has every key that a node can have.
type exprJSON struct {
	Const    *int64            `json:"const"`
	Dim      *[]int            `json:"dim"`
	Stride   *[]int            `json:"stride"`
	Ptr      *int              `json:"ptr"`
	Scalar   *int              `json:"scalar"`
	Property *string           `json:"property"`
	Op       *Op               `json:"op"`
	Args     []json.RawMessage `json:"args"`
}

// UnmarshalJSON reads what MarshalJSON writes, and nothing else: a node with unknown, missing or surplus keys, an unknown
// operation or property, a wrong number of operands and a tree deeper than 100 are errors.
func (e *Expr) UnmarshalJSON(text []byte) error {
	if c := (canonical{rest: text}); c.expr(e, 1) && len(c.rest) == 0 {
		return nil
	}
	return e.read(text, 1)
}

func (e *Expr) read(text []byte, depth int) error {
	if depth > maxDepth {
		return fmt.Errorf("expression nested deeper than %d", maxDepth)
	}
	var n exprJSON
	d := json.NewDecoder(bytes.NewReader(text))
	d.DisallowUnknownFields()
	if err := d.Decode(&n); err != nil {
		return fmt.Errorf("expression %s: %w", excerpt(text), err)
	}
	kinds := 0
	for _, present := range []bool{n.Const != nil, n.Dim != nil, n.Stride != nil, n.Ptr != nil, n.Scalar != nil, n.Property != nil, n.Op != nil} {
		if present {
			kinds++
		}
	}
	if kinds != 1 || (n.Args != nil && n.Op == nil) {
		return fmt.Errorf("expression %s: expected one of const, dim, stride, ptr, scalar, property, or op with args", excerpt(text))
	}
	switch {
	case n.Const != nil:
		*e = Const(*n.Const)
	case n.Ptr != nil:
		*e = Ptr(*n.Ptr)
	case n.Scalar != nil:
		*e = ScalarOf(*n.Scalar)
	case n.Property != nil:
		*e = Property(*n.Property)
	case n.Op != nil:
		*e = Expr{op: *n.Op, args: make([]Expr, len(n.Args))}
		for i, a := range n.Args {
			if err := e.args[i].read(a, depth+1); err != nil {
				return err
			}
		}
	default:
		return e.readIndexed(&n, text)
	}
	return e.checkNode()
}

func (e *Expr) readIndexed(n *exprJSON, text []byte) error {
	op, pair := OpDim, n.Dim
	if n.Stride != nil {
		op, pair = OpStride, n.Stride
	}
	if len(*pair) != 2 {
		return fmt.Errorf("expression %s: expected [argument, dimension], found %d numbers", excerpt(text), len(*pair))
	}
	*e = Expr{op: op, arg: (*pair)[0], index: (*pair)[1]}
	return nil
}

// checkNode checks what can be checked of a node without the module that it belongs to.
func (e Expr) checkNode() error {
	switch e.op {
	case OpConst, OpDim, OpStride, OpPtr, OpScalar:
		return nil
	case OpProperty:
		if !slices.Contains(PropertyNames(), e.name) {
			return fmt.Errorf("unknown device property %q: expected one of %v", e.name, PropertyNames())
		}
		return nil
	}
	return e.checkArity()
}

func (e Expr) checkArity() error {
	n, variadic, ok := e.op.arity()
	switch {
	case !ok:
		return fmt.Errorf("unknown operation %q in an expression", e.op)
	case variadic && len(e.args) < n:
		return fmt.Errorf("operation %s expects %d or more operands, found %d", e.op, n, len(e.args))
	case !variadic && len(e.args) != n:
		return fmt.Errorf("operation %s expects %d operands, found %d", e.op, n, len(e.args))
	}
	return nil
}

// excerpt is the start of a JSON text, for messages.
func excerpt(text []byte) string {
	const most = 60
	if len(text) > most {
		return string(text[:most]) + "..."
	}
	return string(text)
}
