package launch

import (
	"slices"
	"strconv"
	"strings"
)

// Op is the operation at a node of an Expr, by the name that it has in the JSON form.
type Op string

// The leaves of an expression. Each has a JSON form of its own: {"const": 3}, {"dim": [arg, i]}, {"stride": [arg, i]},
// {"ptr": arg}, {"scalar": arg}, {"property": "name"}.
const (
	OpConst    Op = "const"    // a number
	OpDim      Op = "dim"      // size of a memref argument along a dimension, in elements
	OpStride   Op = "stride"   // stride of a memref argument along a dimension, in elements
	OpPtr      Op = "ptr"      // device address of the first element of a memref argument
	OpScalar   Op = "scalar"   // value of a scalar argument
	OpProperty Op = "property" // a named property of the device
)

// The operations, with the JSON form {"op": "add", "args": [...]}. Numbers are signed with 64 bits, and a result that
// doesn't fit is an error. Division rounds down (OpFloorDiv, OpMod) or up (OpCeilDiv). Comparisons give 1 or 0; OpAnd and
// OpOr take any non-zero number as true, give 1 or 0 and stop at the first operand that decides; OpSelect (condition,
// value, other value) evaluates only the operand that it takes. OpShr is arithmetic; a shift count is 0 to 63.
// OpDivMagicMul and OpDivMagicShift are the two results of DivMagic.
const (
	OpAdd           Op = "add"
	OpSub           Op = "sub"
	OpMul           Op = "mul"
	OpFloorDiv      Op = "floordiv"
	OpCeilDiv       Op = "ceildiv"
	OpMod           Op = "mod"
	OpMin           Op = "min"
	OpMax           Op = "max"
	OpAnd           Op = "and"
	OpOr            Op = "or"
	OpShl           Op = "shl"
	OpShr           Op = "shr"
	OpEq            Op = "eq"
	OpNe            Op = "ne"
	OpLt            Op = "lt"
	OpLe            Op = "le"
	OpGt            Op = "gt"
	OpGe            Op = "ge"
	OpSelect        Op = "select"
	OpDivMagicMul   Op = "divmagic_mul"
	OpDivMagicShift Op = "divmagic_shift"
)

// arity returns how many operands an operation takes; variadic ones take that many or more. ok is false for leaves and
// for names that are no operation.
func (o Op) arity() (n int, variadic, ok bool) {
	switch o {
	case OpAdd, OpMul, OpMin, OpMax, OpAnd, OpOr:
		return 2, true, true
	case OpSub, OpFloorDiv, OpCeilDiv, OpMod, OpShl, OpShr, OpEq, OpNe, OpLt, OpLe, OpGt, OpGe:
		return 2, false, true
	case OpSelect:
		return 3, false, true
	case OpDivMagicMul, OpDivMagicShift:
		return 1, false, true
	}
	return 0, false, false
}

// Expr is an integer expression over a kernel's arguments and the device. It is immutable and compares with Equal; the
// zero Expr is no expression (IsZero) and nothing evaluates it.
type Expr struct {
	op    Op
	args  []Expr
	n     int64  // OpConst
	arg   int    // OpDim, OpStride, OpPtr, OpScalar
	index int    // OpDim, OpStride
	name  string // OpProperty
}

// Const is the number n.
func Const(n int64) Expr { return Expr{op: OpConst, n: n} }

// Dim is the size of memref argument arg along dimension i, in elements.
func Dim(arg, i int) Expr { return Expr{op: OpDim, arg: arg, index: i} }

// Stride is the stride of memref argument arg along dimension i, in elements.
func Stride(arg, i int) Expr { return Expr{op: OpStride, arg: arg, index: i} }

// Ptr is the device address of the first element of memref argument arg.
func Ptr(arg int) Expr { return Expr{op: OpPtr, arg: arg} }

// ScalarOf is the value of scalar argument arg.
func ScalarOf(arg int) Expr { return Expr{op: OpScalar, arg: arg} }

// Property is the device property called name (see Properties).
func Property(name string) Expr { return Expr{op: OpProperty, name: name} }

// Apply is operation op over args; Validate reports a wrong number of them.
func Apply(op Op, args ...Expr) Expr { return Expr{op: op, args: slices.Clone(args)} }

// Add is the sum of its operands.
func Add(xs ...Expr) Expr { return Apply(OpAdd, xs...) }

// Sub is x - y.
func Sub(x, y Expr) Expr { return Apply(OpSub, x, y) }

// Mul is the product of its operands.
func Mul(xs ...Expr) Expr { return Apply(OpMul, xs...) }

// FloorDiv is x / y rounded down.
func FloorDiv(x, y Expr) Expr { return Apply(OpFloorDiv, x, y) }

// CeilDiv is x / y rounded up.
func CeilDiv(x, y Expr) Expr { return Apply(OpCeilDiv, x, y) }

// Mod is x - y*floordiv(x, y): it has the sign of y.
func Mod(x, y Expr) Expr { return Apply(OpMod, x, y) }

// Min is the least of its operands.
func Min(xs ...Expr) Expr { return Apply(OpMin, xs...) }

// Max is the greatest of its operands.
func Max(xs ...Expr) Expr { return Apply(OpMax, xs...) }

// And is 1 where every operand is non-zero, else 0.
func And(xs ...Expr) Expr { return Apply(OpAnd, xs...) }

// Or is 1 where some operand is non-zero, else 0.
func Or(xs ...Expr) Expr { return Apply(OpOr, xs...) }

// Eq is 1 where x equals y, else 0.
func Eq(x, y Expr) Expr { return Apply(OpEq, x, y) }

// Lt is 1 where x is less than y, else 0.
func Lt(x, y Expr) Expr { return Apply(OpLt, x, y) }

// Le is 1 where x is at most y, else 0.
func Le(x, y Expr) Expr { return Apply(OpLe, x, y) }

// Ge is 1 where x is at least y, else 0.
func Ge(x, y Expr) Expr { return Apply(OpGe, x, y) }

// If is x where cond is non-zero, else y.
func If(cond, x, y Expr) Expr { return Apply(OpSelect, cond, x, y) }

// DivMagicMul is the multiplier of DivMagic for the divisor d.
func DivMagicMul(d Expr) Expr { return Apply(OpDivMagicMul, d) }

// DivMagicShift is the shift of DivMagic for the divisor d.
func DivMagicShift(d Expr) Expr { return Apply(OpDivMagicShift, d) }

// Op returns the operation at the root, "" for the zero Expr.
func (e Expr) Op() Op { return e.op }

// IsZero reports whether e is the zero Expr, which stands for "absent".
func (e Expr) IsZero() bool { return e.op == "" }

// Constant returns the number that e is, where e is a Const.
func (e Expr) Constant() (int64, bool) { return e.n, e.op == OpConst }

// Equal reports whether e and f are the same tree.
func (e Expr) Equal(f Expr) bool {
	return e.op == f.op && e.n == f.n && e.arg == f.arg && e.index == f.index && e.name == f.name &&
		slices.EqualFunc(e.args, f.args, Expr.Equal)
}

// String returns e in a form for people, such as "ceildiv(dim(0, 1), 128)".
func (e Expr) String() string {
	var b strings.Builder
	e.write(&b)
	return b.String()
}

func (e Expr) write(b *strings.Builder) {
	switch e.op {
	case "":
		b.WriteString("none")
		return
	case OpConst:
		b.WriteString(strconv.FormatInt(e.n, 10))
		return
	case OpProperty:
		b.WriteString(e.name)
		return
	}
	b.WriteString(string(e.op))
	b.WriteByte('(')
	switch e.op {
	case OpDim, OpStride:
		b.WriteString(strconv.Itoa(e.arg) + ", " + strconv.Itoa(e.index))
	case OpPtr, OpScalar:
		b.WriteString(strconv.Itoa(e.arg))
	}
	for i, a := range e.args {
		if i > 0 {
			b.WriteString(", ")
		}
		a.write(b)
	}
	b.WriteByte(')')
}
