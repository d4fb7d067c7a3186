package launch

import (
	"fmt"
	"math"
	"math/bits"
)

// Properties maps the names of device properties to their values.
type Properties map[string]int64

// PropertyNames returns the properties that an Expr may name, each the CUdevice_attribute of the same name without its
// prefix, in lower case (CUDA Driver API, section Device Management).
func PropertyNames() []string {
	return []string{
		"compute_capability_major", "compute_capability_minor", "l2_cache_size",
		"max_shared_memory_per_block_optin", "multiprocessor_count",
	}
}

// Value is what the caller gives for one argument of the kernel. A memref has Pointer, Dims and Strides; an integer
// scalar has Int, a floating-point scalar Float.
type Value struct {
	Pointer uint64  // device address of the first element
	Dims    []int64 // sizes in elements
	Strides []int64 // strides in elements, as many as Dims
	Int     int64
	Float   float64
}

// Env is one call of the kernel: a value for each argument of the module, in order, and the device.
type Env struct {
	Args       []Value
	Properties Properties
}

// Eval computes e for one call. Errors name the operation: a result outside 64 bits, a division by zero, a shift count
// outside 0 to 63, an argument, dimension or property that env lacks.
func (e Expr) Eval(env *Env) (int64, error) {
	switch e.op {
	case OpConst:
		return e.n, nil
	case OpProperty:
		v, ok := env.Properties[e.name]
		if !ok {
			return 0, fmt.Errorf("the device has no property %q", e.name)
		}
		return v, nil
	case OpDim, OpStride, OpPtr, OpScalar:
		return e.evalArg(env)
	case OpAnd, OpOr:
		return e.evalLogic(env)
	case OpSelect:
		return e.evalSelect(env)
	}
	if err := e.checkArity(); err != nil {
		return 0, err
	}
	acc, err := e.args[0].Eval(env)
	if err != nil {
		return 0, err
	}
	if len(e.args) == 1 {
		return e.evalMagic(acc)
	}
	for _, a := range e.args[1:] {
		x, err := a.Eval(env)
		if err != nil {
			return 0, err
		}
		if acc, err = binary(e.op, acc, x); err != nil {
			return 0, fmt.Errorf("%w in %s", err, e)
		}
	}
	return acc, nil
}

func (e Expr) evalArg(env *Env) (int64, error) {
	if e.arg < 0 || e.arg >= len(env.Args) {
		return 0, fmt.Errorf("%s names argument %d, found %d arguments", e, e.arg, len(env.Args))
	}
	v := &env.Args[e.arg]
	from := v.Dims
	switch e.op {
	case OpScalar:
		return v.Int, nil
	case OpPtr:
		if v.Pointer > math.MaxInt64 {
			return 0, fmt.Errorf("the address %#x of argument %d does not fit a signed 64-bit integer", v.Pointer, e.arg)
		}
		return int64(v.Pointer), nil
	case OpStride:
		from = v.Strides
	}
	if e.index < 0 || e.index >= len(from) {
		return 0, fmt.Errorf("%s names dimension %d, found %d dimensions", e, e.index, len(from))
	}
	return from[e.index], nil
}

func (e Expr) evalLogic(env *Env) (int64, error) {
	if err := e.checkArity(); err != nil {
		return 0, err
	}
	for _, a := range e.args {
		x, err := a.Eval(env)
		if err != nil {
			return 0, err
		}
		if decided := (x != 0) == (e.op == OpOr); decided {
			return truth(e.op == OpOr), nil
		}
	}
	return truth(e.op == OpAnd), nil
}

func (e Expr) evalSelect(env *Env) (int64, error) {
	if err := e.checkArity(); err != nil {
		return 0, err
	}
	cond, err := e.args[0].Eval(env)
	if err != nil {
		return 0, err
	}
	if cond != 0 {
		return e.args[1].Eval(env)
	}
	return e.args[2].Eval(env)
}

func (e Expr) evalMagic(d int64) (int64, error) {
	if d < 1 || d > math.MaxInt32 {
		return 0, fmt.Errorf("divisor %d out of range in %s: expected 1 to %d", d, e, math.MaxInt32)
	}
	mul, shift := DivMagic(uint32(d))
	if e.op == OpDivMagicMul {
		return int64(mul), nil
	}
	return int64(shift), nil
}

// binary applies a two-operand operation; the error is the bare reason.
func binary(op Op, x, y int64) (int64, error) {
	switch op {
	case OpAdd:
		s := x + y
		return s, overflow((s > x) != (y > 0) && y != 0)
	case OpSub:
		s := x - y
		return s, overflow((s < x) != (y > 0) && y != 0)
	case OpMul:
		return multiply(x, y)
	case OpFloorDiv, OpCeilDiv, OpMod:
		return divide(op, x, y)
	case OpMin:
		return min(x, y), nil
	case OpMax:
		return max(x, y), nil
	case OpShl, OpShr:
		return shift(op, x, y)
	case OpEq:
		return truth(x == y), nil
	case OpNe:
		return truth(x != y), nil
	case OpLt:
		return truth(x < y), nil
	case OpLe:
		return truth(x <= y), nil
	case OpGt:
		return truth(x > y), nil
	case OpGe:
		return truth(x >= y), nil
	}
	return 0, fmt.Errorf("unknown operation %q", op)
}

func multiply(x, y int64) (int64, error) {
	hi, lo := bits.Mul64(magnitude(x), magnitude(y))
	negative := (x < 0) != (y < 0)
	limit := uint64(math.MaxInt64)
	if negative {
		limit++
	}
	if hi != 0 || lo > limit {
		return 0, errOverflow
	}
	return x * y, nil
}

// magnitude is |x|, right for the least int64 too.
func magnitude(x int64) uint64 {
	if x < 0 {
		return -uint64(x)
	}
	return uint64(x)
}

func divide(op Op, x, y int64) (int64, error) {
	if y == 0 {
		return 0, errZeroDivisor
	}
	if x == math.MinInt64 && y == -1 {
		if op == OpMod {
			return 0, nil
		}
		return 0, errOverflow
	}
	q, r := x/y, x%y
	switch op {
	case OpMod:
		if r != 0 && (r < 0) != (y < 0) {
			r += y
		}
		return r, nil
	case OpFloorDiv:
		if r != 0 && (r < 0) != (y < 0) {
			q--
		}
	case OpCeilDiv:
		if r != 0 && (r < 0) == (y < 0) {
			q++
		}
	}
	return q, nil
}

func shift(op Op, x, y int64) (int64, error) {
	if y < 0 || y > 63 {
		return 0, errShift
	}
	if op == OpShr {
		return x >> y, nil
	}
	s := x << y
	return s, overflow(s>>y != x)
}

func truth(b bool) int64 {
	if b {
		return 1
	}
	return 0
}

type evalError string

func (e evalError) Error() string { return string(e) }

const (
	errOverflow    evalError = "64-bit overflow"
	errZeroDivisor evalError = "division by zero"
	errShift       evalError = "shift count outside 0 to 63"
)

func overflow(yes bool) error {
	if yes {
		return errOverflow
	}
	return nil
}
