package convertasynctonvvm

import (
	"github.com/tile-opt/tile-opt/dialects/async"
	"github.com/tile-opt/tile-opt/dialects/nvvm"
	"github.com/tile-opt/tile-opt/dialects/tile"
	"github.com/tile-opt/tile-opt/ir"
	"github.com/tile-opt/tile-opt/targets/launch"
	"github.com/tile-opt/tile-opt/targets/launch/elem"
)

// target is the architecture that the metadata names.
const target = "sm_90a"

// metadata is the JSON of the kernel: a module with one entry.
func (l *lowering) metadata() (string, error) {
	fn := l.old
	name, _ := ir.SymbolName(fn)
	kernel := name
	if s, ok := ir.StringValue(fn.Attr(tile.EntryOfAttr)); ok {
		kernel = s
	} else if s, ok := fn.Attr(async.FallbackOfAttr).(*ir.SymbolRefAttr); ok {
		kernel = s.Root
	}
	m := &launch.Module{Version: launch.Version, Target: target, Kernel: kernel, Args: []launch.Arg{}}
	outputs := l.outputs()
	for i, a := range fn.RegionAt(0).Entry().Args() {
		arg := launch.Arg{Name: tile.ArgName(fn, i), Kind: launch.Scalar}
		t := a.Type()
		if mt, ok := t.(*ir.MemRefType); ok {
			arg.Kind, arg.Rank, arg.Output, t = launch.Memref, len(mt.Shape), outputs[i], mt.Elem
		}
		var err error
		if arg.Type, err = hostType(t); err != nil {
			return "", fn.OpError("argument #%d: %s", i, err)
		}
		m.Args = append(m.Args, arg)
	}
	shared, _ := ir.IntValue(fn.Attr(async.SharedBytesAttr))
	e := launch.Entry{
		Name: name, Grid: l.grid, Block: async.BlockShape(fn), Cluster: [3]int{1, 1, 1}, SharedBytes: int(shared),
		Params: []launch.Param{}, Preconditions: []launch.Precondition{},
	}
	for _, p := range l.params {
		e.Params = append(e.Params, p.host)
	}
	e.Preconditions = append(e.Preconditions, l.preconditions...)
	m.Entries = []launch.Entry{e}
	text, err := launch.MarshalCompact(m)
	if err != nil {
		return "", fn.OpError("%s", err)
	}
	return string(text), nil
}

// hostType is the element type of host data: index is 64 bits there.
func hostType(t ir.Type) (elem.Type, error) {
	if ir.IsIndex(t) {
		return elem.I64, nil
	}
	return elem.Parse(t.String())
}

// outputs tells which arguments the kernel writes.
func (l *lowering) outputs() []bool {
	if l.written != nil {
		return l.written
	}
	out := tile.Outputs(l.old)
	for op := range ir.Walk(l.old) {
		s, ok := async.AsAsyncStore(op)
		if !ok || s.Map().Def() == nil {
			continue
		}
		if m, err := l.memrefOf(s.Map().Def().Operand(0), op); err == nil {
			out[m.arg] = true
		}
	}
	l.written = out
	return out
}

// checkBuffers refuses buffers that are chosen or carried: which argument a memref
// is must be known, since its sizes, strides and address are parameters.
func (l *lowering) checkBuffers() error {
	for op := range ir.Walk(l.old) {
		if !op.Is("arith.select") && op.NumRegions() == 0 {
			continue
		}
		for _, t := range op.ResultTypes() {
			if _, ok := t.(*ir.MemRefType); ok {
				return op.OpError("hands on a buffer of type %s, but a kernel must name which of its arguments it reads or writes: put the loads and stores themselves under conditions", t)
			}
		}
	}
	return nil
}

// checkArgs asks for what the types of the arguments promise.
func (l *lowering) checkArgs() error {
	for i, a := range l.old.RegionAt(0).Entry().Args() {
		if t, ok := a.Type().(*ir.MemRefType); ok {
			if err := l.requireType(memref{i, t}); err != nil {
				return l.old.OpError("argument #%d: %s", i, err)
			}
		}
	}
	return nil
}

// scalarArg is a scalar argument of the kernel as the new body sees it.
func (l *lowering) scalarArg(v *ir.Value) (*ir.Value, error) {
	i, t := v.Index(), v.Type()
	host, err := hostType(t)
	if err != nil {
		return nil, l.old.OpError("argument #%d: %s", i, err)
	}
	key := "scalar " + tile.ArgName(l.old, i)
	pass := func(t ir.Type, as elem.Type) *ir.Value {
		return l.param(key, scalarClass, t, func() *param {
			return &param{host: launch.Param{Scalar: &launch.ScalarParam{Type: as, Value: launch.ScalarOf(i)}}}
		})
	}
	switch {
	case ir.IsIndex(t):
		return l.once(l.kernel, key, func() *ir.Value { return l.toIndex(pass(l.c.I(64), host)) }), nil
	case ir.IsInt(t, 1):
		// A parameter of 1 bit has no PTX type.
		return l.once(l.kernel, key, func() *ir.Value { return l.unary("arith.trunci", pass(l.c.I(8), elem.I8), t) }), nil
	}
	return pass(t, host), nil
}

// programID replaces the coordinates of the program by those of the block.
func (l *lowering) programID(op *ir.Operation) error {
	if op.NumOperands() > len(l.grid) {
		return op.OpError("expects at most %d extents, found %d", len(l.grid), op.NumOperands())
	}
	for i, v := range op.Operands() {
		e, err := l.hostValue(v, op)
		if err != nil {
			return err
		}
		l.grid[i] = e.Expr
		l.scalars[op.Result(i)] = l.once(l.kernel, "program "+string(rune('x'+i)), func() *ir.Value {
			return l.toIndex(l.blockID(i))
		})
	}
	return nil
}

func (l *lowering) blockID(i int) *ir.Value {
	t := []ir.Type{l.c.I(32)}
	switch i {
	case 0:
		return nvvm.NewBlockIdX(l.b, t, nvvm.BlockIdXProps{}).Op().Result(0)
	case 1:
		return nvvm.NewBlockIdY(l.b, t, nvvm.BlockIdYProps{}).Op().Result(0)
	}
	return nvvm.NewBlockIdZ(l.b, t, nvvm.BlockIdZProps{}).Op().Result(0)
}

// divMagic makes the two numbers parameters.
func (l *lowering) divMagic(op *ir.Operation) error {
	d, err := l.hostValue(op.Operand(0), op)
	if err != nil {
		return err
	}
	l.require(launch.InRange(d.arg, "divisor "+d.String(), d.Expr, 0, maxDim))
	if op.NumOperands() > 1 {
		n, err := l.hostValue(op.Operand(1), op)
		if err != nil {
			return err
		}
		l.require(launch.InRange(n.arg, n.String(), n.Expr, 0, maxDim+1))
	}
	for _, v := range op.Results() {
		e, err := l.hostValue(v, op)
		if err != nil {
			return err
		}
		l.scalars[v] = l.hostScalar(e.String(), 32, e.Expr)
	}
	return nil
}

// deviceProperty makes the property a parameter.
func (l *lowering) deviceProperty(op *ir.Operation) error {
	e, err := l.hostValue(op.Result(0), op)
	if err != nil {
		return err
	}
	l.scalars[op.Result(0)] = l.once(l.kernel, "property "+e.String(), func() *ir.Value {
		return l.toIndex(l.hostScalar(e.String(), 32, e.Expr))
	})
	return nil
}

// memrefDim reads a size.
func (l *lowering) memrefDim(op *ir.Operation) error {
	m, i, err := l.dimOf(op)
	if err != nil {
		return err
	}
	l.scalars[op.Result(0)] = l.dimIndex(m, i)
	return nil
}
