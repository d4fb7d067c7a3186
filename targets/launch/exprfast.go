package launch

import (
	"bytes"
	"strconv"
)

// canonical reads an expression in exactly the form that MarshalJSON writes, which is nearly always what there is, in
// one go. Whatever else it meets it leaves to the reader that knows JSON and the reasons for an error.
type canonical struct{ rest []byte }

// skip takes a text away, if it is next.
func (c *canonical) skip(text string) bool {
	if len(c.rest) < len(text) || string(c.rest[:len(text)]) != text {
		return false
	}
	c.rest = c.rest[len(text):]
	return true
}

// word reads letters up to a quote.
func (c *canonical) word() (string, bool) {
	end := bytes.IndexByte(c.rest, '"')
	if end < 0 || bytes.IndexByte(c.rest[:end], '\\') >= 0 {
		return "", false
	}
	w := string(c.rest[:end])
	c.rest = c.rest[end+1:]
	return w, true
}

// number reads a decimal number without leading zeros.
func (c *canonical) number() (int64, bool) {
	end := 0
	for end < len(c.rest) && (c.rest[end] >= '0' && c.rest[end] <= '9' || end == 0 && c.rest[end] == '-') {
		end++
	}
	text := string(c.rest[:end])
	n, err := strconv.ParseInt(text, 10, 64)
	if err != nil || strconv.FormatInt(n, 10) != text {
		return 0, false
	}
	c.rest = c.rest[end:]
	return n, true
}

// expr reads one node with what is below it.
func (c *canonical) expr(e *Expr, depth int) bool {
	if depth > maxDepth || !c.skip(`{"`) {
		return false
	}
	key, ok := c.word()
	if !ok || !c.skip(":") {
		return false
	}
	switch op := Op(key); op {
	case OpConst:
		n, ok := c.number()
		*e = Const(n)
		return ok && c.skip("}")
	case OpPtr, OpScalar:
		n, ok := c.number()
		*e = Expr{op: op, arg: int(n)}
		return ok && c.skip("}")
	case OpDim, OpStride:
		return c.indexed(e, op)
	case OpProperty:
		if !c.skip(`"`) {
			return false
		}
		name, ok := c.word()
		*e = Property(name)
		return ok && e.checkNode() == nil && c.skip("}")
	case "op":
		return c.operation(e, depth)
	}
	return false
}

func (c *canonical) indexed(e *Expr, op Op) bool {
	if !c.skip("[") {
		return false
	}
	arg, ok := c.number()
	if !ok || !c.skip(",") {
		return false
	}
	index, ok := c.number()
	*e = Expr{op: op, arg: int(arg), index: int(index)}
	return ok && c.skip("]}")
}

func (c *canonical) operation(e *Expr, depth int) bool {
	if !c.skip(`"`) {
		return false
	}
	name, ok := c.word()
	if !ok || !c.skip(`,"args":[`) {
		return false
	}
	var args []Expr
	for more := true; more; more = c.skip(",") {
		var a Expr
		if !c.expr(&a, depth+1) {
			return false
		}
		args = append(args, a)
	}
	*e = Expr{op: Op(name), args: args}
	return e.checkNode() == nil && c.skip("]}")
}
