package tile

import (
	"fmt"

	"github.com/tile-opt/tile-opt/ir"
)

// IsKernel reports whether op is a function with the attribute tile.kernel.
func IsKernel(op *ir.Operation) bool { return op.Is("func.func") && op.Attr(KernelAttr) != nil }

// Body returns the entry block of a function, nil of a declaration.
func Body(fn *ir.Operation) *ir.Block {
	if fn.NumRegions() == 0 {
		return nil
	}
	return fn.RegionAt(0).Entry()
}

// ArgName returns the name of argument i of a kernel: its attribute tile.name,
// else arg and its number.
func ArgName(fn *ir.Operation, i int) string {
	if attrs, ok := fn.Prop("arg_attrs").(*ir.ArrayAttr); ok && i < len(attrs.Elems) {
		if d, ok := attrs.Elems[i].(*ir.DictAttr); ok {
			if s, ok := ir.StringValue(d.Get(NameAttr)); ok {
				return s
			}
		}
	}
	return fmt.Sprintf("arg%d", i)
}

// Outputs reports, for each argument of a kernel at this level, whether some
// operation writes it.
func Outputs(fn *ir.Operation) []bool {
	body := Body(fn)
	if body == nil {
		return nil
	}
	out := make([]bool, body.NumArgs())
	for op := range ir.Walk(fn) {
		var dest *ir.Value
		if s, ok := AsStore(op); ok {
			dest = rootBuffer(s.Dest())
		} else if op.Is("memref.store") && op.NumOperands() > 1 {
			dest = rootBuffer(op.Operand(1))
		}
		if dest != nil && dest.IsBlockArg() && dest.Block() == body {
			out[dest.Index()] = true
		}
	}
	return out
}

// rootBuffer looks through casts of a buffer.
func rootBuffer(v *ir.Value) *ir.Value {
	for v.Def() != nil && v.Def().Is("memref.cast") {
		v = v.Def().Operand(0)
	}
	return v
}

// Grid returns the program_id operation that says how many programs a kernel
// has, nil when it has one program.
func Grid(fn *ir.Operation) *ir.Operation {
	for op := range ir.Walk(fn) {
		if _, ok := AsProgramID(op); ok {
			return op
		}
	}
	return nil
}

func verifyKernel(op *ir.Operation, attr ir.Attr) error {
	if _, ok := attr.(*ir.UnitAttr); !ok {
		return op.OpError("attribute '%s' expects no value, found %s", KernelAttr, attr)
	}
	if !op.Is("func.func") {
		return op.OpError("attribute '%s' expects a 'func.func'", KernelAttr)
	}
	body := Body(op)
	if body == nil {
		return op.OpError("kernel expects a body")
	}
	if t, ok := op.Prop("function_type").(*ir.TypeAttr); ok {
		if f, ok := t.Value.(*ir.FunctionType); ok && len(f.Results) > 0 {
			return op.OpError("kernel expects no results, found %d", len(f.Results))
		}
	}
	names := make(map[string]int)
	for i, a := range body.Args() {
		if err := verifyKernelArg(op, i, a.Type()); err != nil {
			return err
		}
		name := ArgName(op, i)
		if j, dup := names[name]; dup {
			return op.OpError("kernel expects different names of its arguments, found %q for #%d and #%d", name, j, i)
		}
		names[name] = i
	}
	return verifyKernelBody(op)
}

func verifyKernelArg(op *ir.Operation, i int, t ir.Type) error {
	if m, ok := t.(*ir.MemRefType); ok && isElem(m.Elem) || isElem(t) {
		return nil
	}
	return op.OpError("kernel expects arguments that are memrefs or scalars, of integers, index or floats, found #%d of type %s", i, t)
}

// verifyKernelBody checks what the operations of one kernel must agree in:
// the meaning of each parameter, and the grid. It runs before the operations
// inside were verified.
func verifyKernelBody(fn *ir.Operation) error {
	params := make(map[string]*ir.Operation)
	var grid *ir.Operation
	for op := range ir.Walk(fn) {
		_, isParam := AsParam(op)
		_, isType := AsTypeParam(op)
		if isParam || isType {
			name, ok := ir.StringValue(op.Prop("name"))
			first := params[name]
			switch {
			case !ok:
			case first == nil:
				params[name] = op
			case first.Info() != op.Info() || first.Prop("default") != op.Prop("default"):
				return op.OpError("expects one default for the parameter %q in a kernel, found another one", name).
					WithNote(first.Loc().Pos(), "the other one is here")
			}
		}
		if _, ok := AsProgramID(op); ok {
			if grid != nil && !sameOperands(grid, op) {
				return op.OpError("expects the extents of the other '%s' of the kernel", op.Name()).
					WithNote(grid.Loc().Pos(), "the other one is here")
			}
			grid = op
		}
	}
	return nil
}

func sameOperands(a, b *ir.Operation) bool {
	if a.NumOperands() != b.NumOperands() {
		return false
	}
	for i := range a.NumOperands() {
		if a.Operand(i) != b.Operand(i) {
			return false
		}
	}
	return true
}
