package convertgputonvvm

import (
	"github.com/tile-opt/tile-opt/dialects/gpu"
	"github.com/tile-opt/tile-opt/dialects/llvm"
	"github.com/tile-opt/tile-opt/dialects/nvvm"
	"github.com/tile-opt/tile-opt/ir"
	"github.com/tile-opt/tile-opt/transforms/convert"
)

// exchange is one nvvm.shfl.sync: which lanes take part, whose value is taken
// and within which bounds (PTX ISA, "shfl.sync").
type exchange struct {
	kind              string
	mask, from, clamp *ir.Value
}

// fits reports whether valueOf can exchange values of a type.
func fits(t ir.Type) bool {
	w, known := ir.BitWidth(t)
	_, isVector := t.(*ir.VectorType)
	return !isVector && known && w <= 64
}

// tooWide is why an operation on values that do not fit stays.
const tooWide = "exchanges values of a type that does not fit in two registers"

// valueOf exchanges a value of a type that fits. ok, where it is wanted, tells
// whether the lane read from was in range.
func (e exchange) valueOf(r *convert.Rewriter, v *ir.Value, wantOK bool) (got, ok *ir.Value) {
	c, t := r.Context(), v.Type()
	w, _ := ir.BitWidth(t)
	i32, bits := c.I(32), c.I(w)
	cast := func(name string, v *ir.Value, t ir.Type) *ir.Value {
		if v.Type() == t {
			return v
		}
		return r.Op(name, []*ir.Value{v}, []ir.Type{t}).Result(0)
	}
	if w == 32 {
		return e.register(r, v, wantOK)
	}
	raw := cast("llvm.bitcast", v, bits)
	if w < 32 {
		got, ok = e.register(r, cast("llvm.zext", raw, i32), wantOK)
		return cast("llvm.bitcast", cast("llvm.trunc", got, bits), t), ok
	}
	raw = cast("llvm.zext", raw, c.I(64))
	half := number(r, c.I(64), 32)
	low, ok := e.register(r, cast("llvm.trunc", raw, i32), wantOK)
	high, _ := e.register(r, cast("llvm.trunc", bin(r, "llvm.lshr", raw, half), i32), false)
	wide := bin(r, "llvm.shl", cast("llvm.zext", high, c.I(64)), half)
	joined := bin(r, "llvm.or", wide, cast("llvm.zext", low, c.I(64)))
	return cast("llvm.bitcast", cast("llvm.trunc", joined, bits), t), ok
}

// register exchanges one register.
func (e exchange) register(r *convert.Rewriter, v *ir.Value, wantOK bool) (got, ok *ir.Value) {
	c := r.Context()
	k, _ := nvvm.ShflKindEnum.Value(e.kind)
	props := []ir.NamedAttr{{Name: "kind", Attr: nvvm.ShflKindEnum.Attr(c, k)}}
	operands := []*ir.Value{e.mask, v, e.from, e.clamp}
	if !wantOK {
		return r.Op("nvvm.shfl.sync", operands, []ir.Type{v.Type()}, props...).Result(0), nil
	}
	pair := llvm.StructOf(c, v.Type(), c.I(1))
	props = append(props, ir.NamedAttr{Name: "return_value_and_is_valid", Attr: c.Unit()})
	both := r.Op("nvvm.shfl.sync", operands, []ir.Type{pair}, props...).Result(0)
	field := func(i int64, t ir.Type) *ir.Value {
		return llvm.NewExtractValue(r.Builder, []ir.Type{t}, both, llvm.ExtractValueProps{Position: c.I64Array(i)}).Op().Result(0)
	}
	return field(0, v.Type()), field(1, c.I(1))
}

// kinds are the names of nvvm for the modes of gpu.shuffle.
var kinds = map[int64]string{gpu.ShuffleXor: "bfly", gpu.ShuffleDown: "down", gpu.ShuffleUp: "up", gpu.ShuffleIdx: "idx"}

// shuffle lets the first width lanes take part, as MLIR does.
func (l *lowering) shuffle(op *ir.Operation, in convert.Operands, r *convert.Rewriter) error {
	if !fits(in.One(0).Type()) {
		return r.NoMatch(tooWide)
	}
	mode, _ := gpu.ShuffleModeEnum.Of(op.Prop("mode"))
	width := in.One(2)
	e := exchange{kind: kinds[mode], from: in.One(1)}
	e.mask = bin(r, "llvm.lshr", i32(r, -1), bin(r, "llvm.sub", i32(r, warpSize), width))
	if mode == gpu.ShuffleUp {
		// Lanes are clamped from below: the bound is the first lane.
		e.clamp = bin(r, "llvm.sub", i32(r, warpSize), width)
	} else {
		e.clamp = bin(r, "llvm.sub", width, i32(r, 1))
	}
	got, ok := e.valueOf(r, in.One(0), op.Result(1).HasUses())
	if ok == nil {
		ok = r.Op("llvm.mlir.poison", nil, []ir.Type{op.Context().I(1)}).Result(0) // nothing reads it
	}
	r.Replace(op, got, ok)
	return nil
}

// rotate reads the lane that is offset lanes further on, within groups of
// width lanes; the result is valid in the first group.
func (l *lowering) rotate(op *ir.Operation, in convert.Operands, r *convert.Rewriter) error {
	if !fits(in.One(0).Type()) {
		return r.NoMatch(tooWide)
	}
	offset, _ := ir.IntValue(op.Prop("offset"))
	width, _ := ir.IntValue(op.Prop("width"))
	lane := read(r, "laneid", 0, warpSize)
	inGroup := bin(r, "llvm.and", bin(r, "llvm.add", lane, i32(r, offset)), i32(r, width-1))
	from := bin(r, "llvm.or", inGroup, bin(r, "llvm.and", lane, i32(r, -width)))
	e := exchange{"idx", i32(r, -1), from, i32(r, warpSize-1)}
	got, _ := e.valueOf(r, in.One(0), false)
	r.Replace(op, got, icmp(r, "ult", lane, i32(r, width)))
	return nil
}

func (l *lowering) broadcast(op *ir.Operation, in convert.Operands, r *convert.Rewriter) error {
	if !fits(in.One(0).Type()) {
		return r.NoMatch(tooWide)
	}
	if in.Len() < 2 {
		return r.NoMatch("reads the first lane that is active, for which there is no instruction")
	}
	got, _ := exchange{"idx", i32(r, -1), in.One(1), i32(r, warpSize-1)}.valueOf(r, in.One(0), false)
	r.Replace(op, got)
	return nil
}
