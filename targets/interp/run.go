package interp

import (
	"context"
	"fmt"

	"github.com/tile-opt/tile-opt/dialects/tile"
	"github.com/tile-opt/tile-opt/ir"
	"github.com/tile-opt/tile-opt/targets/launch/hostdata"
)

// Run executes a kernel (a func.func with tile.kernel) for every program of
// its grid, one after the other, on arguments in host memory, which it writes
// to. In the mode Float64 a buffer of f64 may stand for one of another float
// type, so that results are not rounded. Errors are positioned at the
// operation.
func Run(ctx context.Context, fn *ir.Operation, args []hostdata.Arg, opts Options) error {
	if !tile.IsKernel(fn) {
		return fn.OpError("expects the attribute '%s' to be run as a kernel", tile.KernelAttr)
	}
	m := newMachine(ctx, opts)
	f, err := m.function(fn)
	if err != nil {
		return err
	}
	values, err := m.bind(fn, args)
	if err != nil {
		return err
	}
	grid, err := m.grid(f, values)
	if err != nil {
		return err
	}
	m.ids = make([]int64, len(grid))
	for more := nonEmpty(grid); more; more = nextProgram(m.ids, grid) {
		if _, err := m.call(fn, values); err != nil {
			return at(fn, err)
		}
		m.program()
	}
	return nil
}

// Grid returns the extents of a kernel's grid for these arguments: none when
// it has one program.
func Grid(ctx context.Context, fn *ir.Operation, args []hostdata.Arg, opts Options) ([]int64, error) {
	m := newMachine(ctx, opts)
	f, err := m.function(fn)
	if err != nil {
		return nil, err
	}
	values, err := m.bind(fn, args)
	if err != nil {
		return nil, err
	}
	return m.grid(f, values)
}

// Call executes a func.func on values and returns its results. Functions that
// it calls are found through the symbol table around it.
func Call(ctx context.Context, fn *ir.Operation, args []Value, opts Options) ([]Value, error) {
	vals, err := newMachine(ctx, opts).call(fn, args)
	return vals, at(fn, err)
}

// bind makes the values of a kernel's arguments.
func (m *machine) bind(fn *ir.Operation, args []hostdata.Arg) ([]Value, error) {
	params := tile.Body(fn).Args()
	if len(params) != len(args) {
		return nil, fn.OpError("expects %d arguments, found %d", len(params), len(args))
	}
	out := make([]Value, len(args))
	for i, p := range params {
		v, err := bindArg(p.Type(), args[i], m.opts.Mode)
		if err != nil {
			return nil, fn.OpError("argument %q %s", tile.ArgName(fn, i), err.Error())
		}
		out[i] = v
	}
	return out, nil
}

func bindArg(t ir.Type, a hostdata.Arg, mode Mode) (Value, error) {
	if mt, ok := t.(*ir.MemRefType); ok {
		if a.Buffer == nil {
			return Value{}, fmt.Errorf("expects a buffer, found a scalar")
		}
		m, err := bindBuffer(mt, a.Buffer, mode)
		return Value{Memory: m}, err
	}
	if a.Buffer != nil {
		return Value{}, fmt.Errorf("expects a scalar of type %s, found a buffer", t)
	}
	if w, ok := width(t); ok {
		return Value{Scalar: wrap(a.Int, w)}, nil
	}
	round, ok := rounder(t, mode)
	if !ok {
		return Value{}, fmt.Errorf("of type %s is not supported by the interpreter", t)
	}
	if round != nil {
		return Value{Scalar: FloatScalar(round(a.Float))}, nil
	}
	return Value{Scalar: FloatScalar(a.Float)}, nil
}

// grid evaluates the extents of the kernel's program_id, as the host would.
func (m *machine) grid(fn *function, args []Value) ([]int64, error) {
	op := tile.Grid(fn.op)
	if op == nil {
		return nil, nil
	}
	f := m.newFrame(fn)
	defer f.release()
	f.setAll(fn.body.blocks[0].args, args)
	done := make(map[*ir.Operation]bool)
	for _, v := range op.Operands() {
		if err := f.demand(v, done); err != nil {
			return nil, err
		}
	}
	grid := f.ints(fn.steps[op].in)
	for i, n := range grid {
		if n < 0 {
			return nil, op.OpError("expects extents of at least 0, found %d as #%d", n, i)
		}
	}
	return grid, nil
}

// demand computes a launch constant, whose operations need nothing but each
// other and the arguments.
func (f *frame) demand(v *ir.Value, done map[*ir.Operation]bool) error {
	stack := []*ir.Value{v}
	for len(stack) > 0 {
		def := stack[len(stack)-1].Def()
		if def == nil || done[def] {
			stack = stack[:len(stack)-1]
			continue
		}
		ready := true
		for _, o := range def.Operands() {
			if o.Def() != nil && !done[o.Def()] {
				stack, ready = append(stack, o), false
			}
		}
		if !ready {
			continue
		}
		s := f.fn.steps[def]
		if s == nil || s.run == nil {
			return def.OpError("cannot be evaluated before the kernel runs")
		}
		if err := f.exec(s); err != nil {
			return err
		}
		done[def] = true
		stack = stack[:len(stack)-1]
	}
	return nil
}

func nonEmpty(grid []int64) bool {
	for _, n := range grid {
		if n == 0 {
			return false
		}
	}
	return true
}

// nextProgram moves to the next program, the first id fastest, and reports
// whether there is one.
func nextProgram(ids, grid []int64) bool {
	for i := range ids {
		if ids[i]++; ids[i] < grid[i] {
			return true
		}
		ids[i] = 0
	}
	return false
}
