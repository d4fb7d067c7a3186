package sim

import (
	"fmt"

	"github.com/tile-opt/tile-opt/dialects/tile"
	"github.com/tile-opt/tile-opt/ir"
	"github.com/tile-opt/tile-opt/targets/interp"
)

// extents evaluates the grid of a kernel, as the host would: 1 in the dimensions that it has not.
func (r *run) extents(fn *ir.Operation) ([3]int, error) {
	out := [3]int{1, 1, 1}
	op := tile.Grid(fn)
	if op == nil {
		return out, nil
	}
	e := &hostEval{r: r, fn: fn, values: make(map[*ir.Value]interp.Scalar)}
	limit := [3]int64{1<<31 - 1, 65535, 65535}
	for i, v := range op.Operands() {
		n, err := e.value(v)
		if err != nil {
			return out, err
		}
		if i >= 3 || n.Int() < 0 || n.Int() > limit[i] {
			return out, op.OpError("expects extents of 0 to %d, found %d as #%d", limit[min(i, 2)], n.Int(), i)
		}
		out[i] = int(n.Int())
	}
	return out, nil
}

// maxExtentOps bounds what is under way while the grid is computed.
const maxExtentOps = 1 << 16

// hostEval computes launch constants.
type hostEval struct {
	r      *run
	fn     *ir.Operation
	values map[*ir.Value]interp.Scalar
}

// value computes v and what it needs first, without recursion: a chain may be long.
func (e *hostEval) value(v *ir.Value) (interp.Scalar, error) {
	stack := []*ir.Value{v}
	for len(stack) > 0 {
		top := stack[len(stack)-1]
		if _, done := e.values[top]; done {
			stack = stack[:len(stack)-1]
			continue
		}
		if len(stack) > maxExtentOps {
			return 0, e.fn.OpError("has a grid that takes more than %d operations to compute", maxExtentOps)
		}
		ready := true
		if d := top.Def(); d != nil {
			for _, o := range d.Operands() {
				if _, done := e.values[o]; !done && !isMemRef(o.Type()) {
					stack, ready = append(stack, o), false
				}
			}
		}
		if !ready {
			continue
		}
		if err := e.compute(top); err != nil {
			return 0, err
		}
		stack = stack[:len(stack)-1]
	}
	return e.values[v], nil
}

func isMemRef(t ir.Type) bool { _, ok := t.(*ir.MemRefType); return ok }

func (e *hostEval) compute(v *ir.Value) error {
	op := v.Def()
	if op == nil {
		read, ok := toScalar(v.Type())
		if v.Block() != e.fn.RegionAt(0).Entry() || !ok {
			return e.fn.OpError("has a grid that depends on more than its arguments")
		}
		e.values[v] = read(e.r.params[v.Index()])
		return nil
	}
	switch op.Name() {
	case "arith.constant", "tile.param":
		a := op.Prop("value")
		if op.Is("tile.param") {
			a = op.Prop("default")
		}
		bits, err := bitsOfAttr(a, v.Type())
		if err != nil {
			return at(op, err)
		}
		read, _ := toScalar(v.Type())
		e.values[v] = read(bits)
		return nil
	case "memref.dim":
		return e.dim(op, v)
	case "tile.device_property":
		n, err := e.r.property(op)
		e.values[v] = interp.IntScalar(n)
		return at(op, err)
	}
	fs, ok := interp.Elementwise(op, interp.Exact)
	if !ok || op.NumOperands() > 3 {
		return op.OpError("cannot be evaluated before the kernel runs")
	}
	var in [3]interp.Scalar
	for i, o := range op.Operands() {
		in[i] = e.values[o]
	}
	f := fs[v.Index()]
	if f.Check != nil {
		if why := f.Check(in[0], in[1], in[2]); why != "" {
			return op.OpError("%s", why)
		}
	}
	e.values[v] = f.Eval(in[0], in[1], in[2])
	return nil
}

func (e *hostEval) dim(op *ir.Operation, v *ir.Value) error {
	src := op.Operand(0)
	for src.Def() != nil && src.Def().Is("memref.cast") {
		src = src.Def().Operand(0)
	}
	if !src.IsBlockArg() || src.Block() != e.fn.RegionAt(0).Entry() {
		return op.OpError("expects an argument of the kernel")
	}
	m := e.r.memrefs[e.r.params[src.Index()]]
	i := e.values[op.Operand(1)].Int()
	if i < 0 || i >= int64(len(m.dims)) {
		return op.OpError("expects a dimension of 0 to %d, found %d", len(m.dims)-1, i)
	}
	e.values[v] = interp.IntScalar(m.dims[i])
	return nil
}

// property returns the device property that an operation names.
func (r *run) property(op *ir.Operation) (int64, error) {
	name, _ := ir.StringValue(op.Prop("name"))
	v, ok := r.opts.Properties[name]
	if !ok {
		return 0, fmt.Errorf("expects the device property %q, which was not given", name)
	}
	return v, nil
}
