package tiletoasync

import (
	"github.com/tile-opt/tile-opt/dialects/arith"
	"github.com/tile-opt/tile-opt/dialects/tile"
	"github.com/tile-opt/tile-opt/ir"
)

// accumulateHalf makes products accumulate in f16 where that is asked for: the accumulator
// is rounded in front of each and widened behind it, and where a loop carries it
// from product to product it stays f16.
func (p *plan) accumulateHalf() {
	c := p.fn.Context()
	h := &halver{b: ir.NewBuilder(c), f16: c.F16()}
	var loops []*ir.Operation
	for op := range ir.Walk(p.fn) {
		if op.Is("scf.for") {
			loops = append(loops, op)
		}
		d, ok := tile.AsDot(op)
		if !ok {
			continue
		}
		want := p.opts.Accumulate
		if hint, ok := ir.StringValue(op.Attr(tile.AccumulateAttr)); ok {
			want = hint
		}
		if want != "f16" {
			continue
		}
		factor, acc := d.A().Type().(*ir.TensorType).Elem, d.Acc().Type().(*ir.TensorType)
		switch {
		case acc.Elem != ir.Type(c.F32()):
		case factor != ir.Type(c.F16()):
			p.run.Remark(op, "accumulates in f32: wgmma has f16 accumulators for factors of f16 only, found %s", factor)
		default:
			h.dots = append(h.dots, op)
		}
	}
	if len(h.dots) == 0 {
		return
	}
	for _, op := range h.dots {
		h.narrow(op)
		p.run.Remark(op, "accumulates in f16")
	}
	// Inner loops first: what they hand on, outer ones carry.
	for i := len(loops) - 1; i >= 0; i-- {
		h.loop(loops[i])
	}
	for _, op := range h.made {
		if !op.IsErased() && !op.Result(0).HasUses() {
			op.Erase()
		}
	}
}

type halver struct {
	b    *ir.Builder
	f16  ir.Type
	dots []*ir.Operation
	// made are the conversions, of which the last may be of no use.
	made []*ir.Operation
}

// narrow rounds the accumulator of a product and widens its result.
func (h *halver) narrow(dot *ir.Operation) {
	wide := dot.Result(0).Type()
	half := ir.WithElem(wide.(*ir.TensorType), h.f16)
	h.b.Before(dot).SetLoc(dot.Loc())
	dot.SetOperand(2, h.round(dot.Operand(2), half))
	res := dot.Result(0)
	res.SetType(half)
	h.widen(res, wide)
}

// round returns a tile as f16, at the insertion point: what was widened from f16 as
// it was, and what is made of one number in that type.
func (h *halver) round(v *ir.Value, half ir.Type) *ir.Value {
	d := v.Def()
	switch {
	case d == nil:
	case d.Is("arith.extf") && d.Operand(0).Type() == ir.Type(half):
		return d.Operand(0)
	case d.Is(tile.SplatDef.Name):
		operands := append([]*ir.Value{h.truncate(d.Operand(0), h.f16)}, d.Operands()[1:]...)
		return h.b.Op(tile.SplatDef.Name, operands, []ir.Type{half}).Result(0)
	}
	return h.truncate(v, half)
}

// truncate rounds a value, a constant at once.
func (h *halver) truncate(v *ir.Value, t ir.Type) *ir.Value {
	op := h.b.Op("arith.truncf", []*ir.Value{v}, []ir.Type{t})
	h.made = append(h.made, op)
	if v.Def() == nil || !v.Def().Is("arith.constant") {
		return op.Result(0)
	}
	f, _ := arith.AsTruncF(op)
	if r := f.Fold([]ir.Attr{v.Def().Prop("value")}); len(r) == 1 && r[0].Attr != nil {
		op.Erase()
		return h.b.Op("arith.constant", nil, []ir.Type{t}, ir.NamedAttr{Name: "value", Attr: r[0].Attr}).Result(0)
	}
	return op.Result(0)
}

// widen gives the users of v, a result that was of type wide, a value of that type
// again: those that round it to v's type anyhow get v.
func (h *halver) widen(v *ir.Value, wide ir.Type) {
	users := usesInOrder(v)
	var rest []*ir.Use
	for _, u := range users {
		if o := u.Owner(); o.Is("arith.truncf") && o.Result(0).Type() == v.Type() && o.Prop("roundingmode") == nil {
			o.Result(0).ReplaceAllUsesWith(v)
			o.Erase()
			continue
		}
		rest = append(rest, u)
	}
	if len(rest) == 0 {
		return
	}
	// Only now: the operation behind may have been one that rounded.
	h.b.After(v.Def())
	h.b.SetLoc(v.Def().Loc())
	w := h.b.Op("arith.extf", []*ir.Value{v}, []ir.Type{wide})
	h.made = append(h.made, w)
	for _, u := range rest {
		u.Set(w.Result(0))
	}
}

// loop makes a value f16 that a loop carries only to round it in each round and to
// widen what it hands on.
func (h *halver) loop(op *ir.Operation) {
	body := op.RegionAt(0).Entry()
	yield := body.Last()
	for i := range op.NumResults() {
		arg, next := body.Arg(1+i), yield.Operand(i).Def()
		wide, ok := arg.Type().(*ir.TensorType)
		if !ok || wide.Elem != ir.Type(op.Context().F32()) || next == nil || !next.Is("arith.extf") {
			continue
		}
		half := ir.WithElem(wide, h.f16)
		if next.Operand(0).Type() != ir.Type(half) || !h.onlyRounded(arg, half) {
			continue
		}
		h.b.Before(op).SetLoc(op.Loc())
		op.SetOperand(3+i, h.round(op.Operand(3+i), half))
		arg.SetType(half)
		for _, u := range usesInOrder(arg) {
			u.Owner().Result(0).ReplaceAllUsesWith(arg)
			u.Owner().Erase()
		}
		yield.SetOperand(i, next.Operand(0))
		if !next.Result(0).HasUses() {
			next.Erase()
		}
		op.Result(i).SetType(half)
		h.widen(op.Result(i), wide)
	}
}

func (h *halver) onlyRounded(v *ir.Value, half ir.Type) bool {
	for u := range v.Uses() {
		if o := u.Owner(); !o.Is("arith.truncf") || o.Result(0).Type() != half {
			return false
		}
	}
	return v.HasUses()
}
