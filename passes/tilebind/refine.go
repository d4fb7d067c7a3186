package tilebind

import (
	"github.com/tile-opt/tile-opt/dialects/tile"
	"github.com/tile-opt/tile-opt/ir"
	"github.com/tile-opt/tile-opt/ir/rewrite"
)

// refiner gives tiles static types, in the order of the text.
type refiner struct {
	consts map[*ir.Value]ir.Attr
	rules  map[string]func(*refiner, *ir.Operation) error
}

// refine makes the types of all tiles in a function static.
func refine(fn *ir.Operation) error {
	x := &refiner{consts: make(map[*ir.Value]ir.Attr), rules: map[string]func(*refiner, *ir.Operation) error{
		tile.LoadDef.Name:       (*refiner).sized,
		tile.SplatDef.Name:      (*refiner).sized,
		tile.BroadcastDef.Name:  (*refiner).sized,
		tile.IotaDef.Name:       (*refiner).sized,
		tile.TransposeDef.Name:  (*refiner).inferred,
		tile.ExpandDimsDef.Name: (*refiner).inferred,
		tile.ReduceDef.Name:     (*refiner).inferred,
		tile.DotDef.Name:        (*refiner).inferred,
		"scf.for":               (*refiner).forLoop,
		"scf.while":             (*refiner).whileLoop,
		"scf.if":                (*refiner).branches,
		"scf.index_switch":      (*refiner).branches,
		"scf.execute_region":    (*refiner).branches,
	}}
	if err := x.region(fn.RegionAt(0)); err != nil {
		return err
	}
	return checkStatic(fn)
}

// checkStatic finds a tile whose size no rule could tell.
func checkStatic(fn *ir.Operation) error {
	for op := range ir.Walk(fn) {
		for _, v := range op.Results() {
			if isDynamicTile(v) {
				return op.OpError("expects tiles of static size after binding, found %s", v.Type())
			}
		}
		for _, r := range op.Regions() {
			for b := range r.Blocks() {
				for i, a := range b.Args() {
					if isDynamicTile(a) {
						return op.OpError("expects tiles of static size after binding, found %s as block argument #%d", a.Type(), i)
					}
				}
			}
		}
	}
	return nil
}

func isDynamicTile(v *ir.Value) bool {
	t, ok := v.Type().(*ir.TensorType)
	return ok && !ir.HasStaticShape(t)
}

func (x *refiner) region(r *ir.Region) error {
	for b := range r.Blocks() {
		for op := range b.Ops() {
			rule := x.rules[op.Name()]
			if rule == nil {
				rule = (*refiner).other
			}
			if err := rule(x, op); err != nil {
				return err
			}
		}
	}
	return nil
}

// other refines elementwise operations and looks into regions.
func (x *refiner) other(op *ir.Operation) error {
	for _, r := range op.Regions() {
		if err := x.region(r); err != nil {
			return err
		}
	}
	if !op.Has(ir.Elementwise) {
		return nil
	}
	for _, v := range op.Operands() {
		t, ok := v.Type().(*ir.TensorType)
		if !ok || !ir.HasStaticShape(t) {
			continue
		}
		for _, res := range op.Results() {
			if rt, ok := res.Type().(*ir.TensorType); ok && len(rt.Shape) == len(t.Shape) {
				res.SetType(ir.WithShape(rt, t.Shape))
			}
		}
		return nil
	}
	return nil
}

// inferred refines an operation whose result follows from its operands.
func (x *refiner) inferred(op *ir.Operation) error {
	st := ir.OpState{Info: op.Info(), Operands: op.Operands()}
	for i := range op.NumProps() {
		st.Props = append(st.Props, op.PropAt(i))
	}
	types, err := ir.InferTypes(op.Context(), &st)
	if err != nil {
		return op.OpError("%s", err.Error())
	}
	for i, t := range types {
		op.Result(i).SetType(t)
	}
	return nil
}

// sized refines an operation with one size for each dynamic dimension of its
// result, and drops the sizes.
func (x *refiner) sized(op *ir.Operation) error {
	slot := op.Info().Def
	last := len(slot.In) - 1
	lo, hi := op.OperandRange(last)
	t := op.Result(0).Type().(*ir.TensorType)
	shape := append([]int64(nil), t.Shape...)
	next := lo
	for i, d := range shape {
		if d != ir.Dynamic || next >= hi {
			continue
		}
		v, ok := ir.IntValue(x.constant(op.Operand(next)))
		if !ok {
			return op.OpError("expects tile sizes computed from parameters and constants, found another value as size #%d", next-lo)
		}
		if v < 1 || v > maxParam {
			return op.OpError("expects tile sizes of 1 to %d, found %d as size #%d", maxParam, v, next-lo)
		}
		shape[i] = v
		next++
	}
	op.SetOperands(op.Operands()[:lo])
	if sizes, ok := op.Prop("operandSegmentSizes").(*ir.DenseArrayAttr); ok {
		s := sizes.Ints()
		s[last] = 0
		op.SetProp("operandSegmentSizes", op.Context().I32Array(s...))
	}
	op.Result(0).SetType(ir.WithShape(t, shape))
	return nil
}

// constant evaluates what is computed from constants; nil when v is not.
func (x *refiner) constant(v *ir.Value) ir.Attr {
	if c := rewrite.ConstantOf(v); c != nil {
		return c
	}
	if c, ok := x.consts[v]; ok {
		return c
	}
	x.consts[v] = nil // also ends a cycle
	def := v.Def()
	if def == nil || def.NumOperands() == 0 || def.NumRegions() > 0 {
		return nil
	}
	f, ok := ir.As[ir.Folder](def)
	if !ok {
		return nil
	}
	consts := make([]ir.Attr, def.NumOperands())
	for i := range consts {
		if consts[i] = x.constant(def.Operand(i)); consts[i] == nil {
			return nil
		}
	}
	if out := f.Fold(consts); v.Index() < len(out) {
		res := out[v.Index()]
		if res.Attr == nil && res.Value != nil && res.Value != v {
			res.Attr = x.constant(res.Value)
		}
		x.consts[v] = res.Attr
	}
	return x.consts[v]
}

// setTypes gives values the types of others.
func setTypes(dst, src []*ir.Value) {
	for i := range dst {
		if i < len(src) {
			dst[i].SetType(src[i].Type())
		}
	}
}

// checkCarried refuses a loop whose tiles change their size from one iteration
// to the next.
func checkCarried(op *ir.Operation, inits, yields []*ir.Value) error {
	for i := range inits {
		if i < len(yields) && inits[i].Type() != yields[i].Type() {
			return op.OpError("expects carried values to keep their type, found %s at the start and %s after an iteration for #%d",
				inits[i].Type(), yields[i].Type(), i)
		}
	}
	return nil
}

func (x *refiner) forLoop(op *ir.Operation) error {
	inits := op.Operands()[3:]
	body := op.RegionAt(0).Entry()
	setTypes(body.Args()[1:], inits)
	setTypes(op.Results(), inits)
	if err := x.region(op.RegionAt(0)); err != nil {
		return err
	}
	return checkCarried(op, inits, body.Last().Operands())
}

func (x *refiner) whileLoop(op *ir.Operation) error {
	before, after := op.RegionAt(0), op.RegionAt(1)
	setTypes(before.Entry().Args(), op.Operands())
	if err := x.region(before); err != nil {
		return err
	}
	handed := before.Entry().Last().Operands()[1:]
	setTypes(after.Entry().Args(), handed)
	setTypes(op.Results(), handed)
	if err := x.region(after); err != nil {
		return err
	}
	return checkCarried(op, op.Operands(), after.Entry().Last().Operands())
}

// branches refines an operation that hands on what one of its regions yields.
func (x *refiner) branches(op *ir.Operation) error {
	var first []*ir.Value
	for _, r := range op.Regions() {
		if r.IsEmpty() {
			continue
		}
		if err := x.region(r); err != nil {
			return err
		}
		yields := r.LastBlock().Last().Operands()
		if first == nil {
			first = yields
			setTypes(op.Results(), yields)
			continue
		}
		for i := range first {
			if i < len(yields) && first[i].Type() != yields[i].Type() {
				return op.OpError("expects all regions to yield the same types, found %s and %s for #%d", first[i].Type(), yields[i].Type(), i)
			}
		}
	}
	return nil
}
