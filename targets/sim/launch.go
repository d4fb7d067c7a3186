package sim

import (
	"errors"
	"fmt"
	"slices"

	"github.com/tile-opt/tile-opt/dialects/async"
	"github.com/tile-opt/tile-opt/ir"
	"github.com/tile-opt/tile-opt/targets/launch"
	"github.com/tile-opt/tile-opt/targets/launch/elem"
	"github.com/tile-opt/tile-opt/targets/sim/machine"
)

// prepare chooses the entry and makes the launch.
func prepare(p *program, d *device, fns []*ir.Operation) (*run, error) {
	r := &run{opts: p.opts, d: d, free: make(map[*function][]frame)}
	var err error
	if fns[0].Attr(async.WarpGroupsAttr) != nil {
		r, err = prepareFirst(p, r, fns)
	} else {
		err = r.prepareLowered(p, fns)
	}
	if err != nil {
		return nil, err
	}
	r.entry.kernel = true
	name, _ := ir.SymbolName(r.entry.op)
	r.rep = &Report{Entry: name, Grid: dims(r.grid), Block: dims(r.block), SharedBytes: r.shared}
	if r.kernel != nil {
		r.rep.Shared = r.kernel.regions
	}
	r.launch = machine.Launch{
		Grid: r.grid, Block: r.block, Cluster: r.cluster, SharedBytes: r.shared, Switches: p.opts.Switches,
		Numerics: p.opts.Numerics, Resident: p.opts.Resident, MaxSteps: p.opts.MaxSteps, MaxMemory: p.opts.MaxMemory,
		Timeline: p.opts.Timeline, MaxThreads: r.maxThreads(), SmallestInc: r.smallestInc(),
	}
	return r, nil
}

// prepareFirst takes the first entry of the async level whose tensor maps can be encoded, which is what its preconditions
// will be about.
func prepareFirst(p *program, r *run, fns []*ir.Operation) (*run, error) {
	var err error
	for i, fn := range fns {
		try := *r
		// A map of an empty buffer describes an element that is not there; who
		// needs no maps does better.
		try.needFull = slices.ContainsFunc(fns[i+1:], withoutMaps)
		if err = try.prepareAsync(p, fn); err == nil {
			return &try, nil
		}
		var refused *mapError
		if !errors.As(err, &refused) {
			break
		}
	}
	return nil, err
}

// withoutMaps reports whether a kernel has no tensor maps.
func withoutMaps(fn *ir.Operation) bool {
	for op := range ir.Walk(fn) {
		if op.Is(async.TensorMapDef.Name) {
			return false
		}
	}
	return true
}

// mapError is a tensor map that cannot be encoded.
type mapError struct{ error }

// Unwrap returns the diagnostic.
func (e *mapError) Unwrap() error { return e.error }

// cellBytes is the size of a cell.
const cellBytes = 272

func dims(d machine.Dim3) [3]int { return [3]int{d.X, d.Y, d.Z} }

// prepareLowered launches as a launcher does: the first entry whose preconditions hold, with its parameters.
func (r *run) prepareLowered(p *program, fns []*ir.Operation) error {
	module := p.opts.Launch
	if module == nil {
		for _, fn := range fns {
			m, err := metadataOf(fn)
			switch {
			case err != nil:
				return err
			case m == nil:
				return fn.OpError("expects launch metadata to be run, or options that have some")
			case module == nil:
				module = m
			default:
				module.Entries = append(module.Entries, m.Entries...)
			}
		}
	}
	l, err := launch.Prepare(module, r.d.env)
	if err != nil {
		return err
	}
	var fn *ir.Operation
	for _, f := range fns {
		if name, _ := ir.SymbolName(f); name == l.Entry.Name || len(fns) == 1 {
			fn = f
		}
	}
	if fn == nil {
		return fmt.Errorf("the launch metadata names the entry %q, which the module has not", l.Entry.Name)
	}
	if r.entry, err = p.function(fn); err != nil {
		return err
	}
	r.grid = machine.Dim3{X: int(l.Grid[0]), Y: int(l.Grid[1]), Z: int(l.Grid[2])}
	r.block = machine.Dim3{X: int(l.Block[0]), Y: int(l.Block[1]), Z: int(l.Block[2])}
	r.cluster = machine.Dim3{X: int(l.Cluster[0]), Y: int(l.Cluster[1]), Z: int(l.Cluster[2])}
	r.empty = l.Empty()
	r.dynamicShared = l.SharedBytes
	r.shared = int(p.globals.dynamicAt) + l.SharedBytes
	return r.pack(fn, l.Params)
}

// pack turns the parameters of a launch into values.
func (r *run) pack(fn *ir.Operation, params []launch.ParamValue) error {
	args := fn.RegionAt(0).Entry().Args()
	if len(args) != len(params) {
		return fn.OpError("has %d parameters, and the launch metadata describes %d", len(args), len(params))
	}
	r.maps = make([]*machine.TensorMap, len(params))
	for i, v := range params {
		if v.Map != nil {
			m := tensorMapOf(v.Map)
			if err := m.EncodeCheck(); err != nil {
				return fn.OpError("parameter %d: %s", i, err.Error())
			}
			r.maps[i] = m
			r.params = append(r.params, paramWindow|uint64(i)*paramStride)
			continue
		}
		w, ok := widthOf(args[i].Type())
		if !ok || len(v.Bytes)*8 < int(w) && w > 1 {
			return fn.OpError("parameter %d of type %s does not fit the %d bytes of the launch metadata", i, args[i].Type(), len(v.Bytes))
		}
		r.params = append(r.params, little(v.Bytes)&maskOf(w))
	}
	return nil
}

// tensorMapOf encodes a tensor map as the driver does.
func tensorMapOf(v *launch.TensorMapValue) *machine.TensorMap {
	codes := v.Param.Codes()
	m := &machine.TensorMap{Type: machine.ElemType(codes.DataType), Base: v.Address, Dims: v.Dims, Strides: v.Strides,
		Swizzle: machine.Swizzle(codes.Swizzle), NaNFill: codes.OOBFill == 1}
	for i := range v.Param.Box {
		m.Box = append(m.Box, uint32(v.Param.Box[i]))
		m.ElemStrides = append(m.ElemStrides, uint32(v.Param.ElementStrides[i]))
	}
	return m
}

// maxThreads is the launch bound, which decides the registers at entry (rule R3).
func (r *run) maxThreads() int {
	a, ok := r.entry.op.Attr("nvvm.maxntid").(*ir.DenseArrayAttr)
	if !ok {
		return r.block.Count()
	}
	n := int64(1)
	for _, v := range a.Ints() {
		n *= v
	}
	return int(min(max(n, 1), 1024))
}

// smallestInc is the smallest number of registers that the kernel asks for.
func (r *run) smallestInc() int {
	least := 0
	note := func(n int) {
		if least == 0 || n < least {
			least = n
		}
	}
	for op := range ir.Walk(r.entry.op) {
		if op.Is("nvvm.setmaxregister") && increases(op) {
			n, _ := ir.IntValue(op.Prop("regCount"))
			note(int(n))
		}
		if ws, ok := async.AsWarpSpecialize(op); ok {
			for _, role := range ws.Roles() {
				if roleIncreases(ws, role.Registers) {
					note(role.Registers)
				}
			}
		}
	}
	return least
}

// globals places the global variables of a module.
type globals struct {
	addr map[string]uint64
	// dynamicAt is where dynamic shared memory begins.
	dynamicAt int64
	// device lists the variables in global memory.
	device []globalVar
}

type globalVar struct {
	name string
	data []byte
}

// dynamicAlign is what the start of dynamic shared memory is aligned to where no variable asks for more.
const dynamicAlign = 16

// placeGlobals lays the variables in shared memory out, dynamic shared memory behind the others.
func placeGlobals(module *ir.Operation) (*globals, error) {
	g := &globals{addr: make(map[string]uint64)}
	align := int64(dynamicAlign)
	var dynamic []string
	for _, op := range symbols(module) {
		if !op.Is("llvm.mlir.global") {
			continue
		}
		name, _ := ir.SymbolName(op)
		t, ok := op.Prop("global_type").(*ir.TypeAttr)
		if !ok {
			return nil, op.OpError("expects a type")
		}
		size, a := sizeOf(t.Value)
		if n, ok := ir.IntValue(op.Prop("alignment")); ok && n > 0 {
			a = max(a, n)
		}
		space, _ := ir.IntValue(op.Prop("addr_space"))
		switch {
		case space == spaceShared && size == 0:
			dynamic = append(dynamic, name)
			align = max(align, a)
		case space == spaceShared:
			at := (g.dynamicAt + a - 1) / a * a
			if at+size > machine.MaxSharedBytes {
				return nil, op.OpError("does not fit the %d bytes of shared memory", machine.MaxSharedBytes)
			}
			g.addr[name] = uint64(at)
			g.dynamicAt = at + size
		default:
			data, err := initialData(op, t.Value, size)
			if err != nil {
				return nil, at(op, err)
			}
			g.device = append(g.device, globalVar{name, data})
		}
	}
	g.dynamicAt = (g.dynamicAt + align - 1) / align * align
	for _, name := range dynamic {
		g.addr[name] = uint64(g.dynamicAt)
	}
	return g, nil
}

// initialData is the contents of a variable in global memory.
func initialData(op *ir.Operation, t ir.Type, size int64) ([]byte, error) {
	if size > 1<<30 {
		return nil, fmt.Errorf("is not supported by the simulator with %d bytes", size)
	}
	data := make([]byte, size)
	switch v := op.Prop("value").(type) {
	case nil:
		if op.NumRegions() > 0 && !op.RegionAt(0).IsEmpty() {
			return nil, fmt.Errorf("is not supported by the simulator with an initializer region")
		}
	case *ir.StringAttr:
		s, _ := ir.StringValue(v)
		copy(data, s)
	case *ir.DenseAttr:
		l, err := layoutOf(t)
		if err != nil {
			return nil, err
		}
		for i, lf := range l.leaves {
			e := v.Elem(0)
			if !v.Splat {
				e = v.Elem(i)
			}
			b, err := bitsOfAttr(e, lf.t)
			if err != nil {
				return nil, err
			}
			putLittle(data[lf.off:lf.off+lf.size], b)
		}
	default:
		b, err := bitsOfAttr(v, t)
		if err != nil {
			return nil, err
		}
		putLittle(data, b)
	}
	return data, nil
}

// deviceVar is a variable in global memory and its initial contents.
type deviceVar struct {
	buf  *machine.Buffer
	data []byte
}

// allocate puts the variables of global memory on the device.
func (g *globals) allocate(m *machine.Machine) ([]deviceVar, error) {
	var out []deviceVar
	for _, v := range g.device {
		b, err := m.Alloc("@"+v.name, len(v.data))
		if err != nil {
			return nil, err
		}
		g.addr[v.name] = b.Addr
		out = append(out, deviceVar{b, v.data})
	}
	return out, nil
}

// elemOfMemRef is the element type in memory of a memref type.
func elemOfMemRef(t *ir.MemRefType) (elem.Type, error) {
	if ir.IsIndex(t.Elem) {
		return elem.I64, nil
	}
	return elem.Parse(t.Elem.String())
}
