package convertgputonvvm

import (
	"github.com/tile-opt/tile-opt/dialects/gpu"
	"github.com/tile-opt/tile-opt/dialects/llvm"
	"github.com/tile-opt/tile-opt/ir"
	"github.com/tile-opt/tile-opt/transforms/convert"
)

// warpSize is the number of threads of a warp.
const warpSize = 32

// register is the special register that tells a coordinate or an extent, and
// the property of the function around that says how large it is.
type register struct {
	name, known string
	// extent: the register is the number itself, not a coordinate below it.
	extent bool
}

// registers are the operations that read one register a dimension.
var registers = map[string]register{
	"gpu.thread_id":          {"tid", "known_block_size", false},
	"gpu.block_dim":          {"ntid", "known_block_size", true},
	"gpu.block_id":           {"ctaid", "known_grid_size", false},
	"gpu.grid_dim":           {"nctaid", "known_grid_size", true},
	"gpu.cluster_id":         {"clusterid", "", false},
	"gpu.cluster_dim":        {"nclusterid", "", true},
	"gpu.cluster_block_id":   {"cluster.ctaid", "known_cluster_size", false},
	"gpu.cluster_dim_blocks": {"cluster.nctaid", "known_cluster_size", true},
}

// dimNames are the suffixes of registers.
var dimNames = [...]string{"x", "y", "z"}

// read reads a special register of 32 bits, with the values it can have where
// hi is known.
func read(r *convert.Rewriter, name string, lo, hi int64) *ir.Value {
	i32 := r.Context().I(32)
	var props []ir.NamedAttr
	if hi > lo {
		props = append(props, ir.NamedAttr{Name: "range", Attr: llvm.ConstantRange(r.Context(), 32, lo, hi)})
	}
	return r.Op("nvvm.read.ptx.sreg."+name, nil, []ir.Type{i32}, props...).Result(0)
}

// index makes an index of an i32 that is not negative.
func (l *lowering) index(r *convert.Rewriter, v *ir.Value) *ir.Value {
	t, _ := l.types.ConvertOne(r.Context().Index())
	if t == v.Type() {
		return v
	}
	return r.Op("llvm.sext", []*ir.Value{v}, []ir.Type{t}).Result(0)
}

func (l *lowering) register(s register) rewriteFunc {
	return func(op *ir.Operation, _ convert.Operands, r *convert.Rewriter) error {
		dim, _ := gpu.DimensionEnum.Of(op.Prop("dimension"))
		lo, hi := s.bounds(op, dim)
		r.Replace(op, l.index(r, read(r, s.name+"."+dimNames[dim], lo, hi)))
		return nil
	}
}

// bounds returns the values [lo, hi) that a register has, hi 0 when unknown:
// what the operation says outweighs what the function says.
func (s register) bounds(op *ir.Operation, dim int64) (lo, hi int64) {
	size, ok := ir.IntValue(op.Prop("upper_bound"))
	known := false
	if !ok {
		size, known = s.knownSize(op, dim)
		ok = known
	}
	switch {
	case !ok || size <= 0 || size >= 1<<31-1:
		return 0, 0
	case !s.extent:
		return 0, size
	case known:
		return size, size + 1
	}
	return 1, size + 1
}

// knownSize returns what the function around says of a dimension; it may be
// converted already.
func (s register) knownSize(op *ir.Operation, dim int64) (int64, bool) {
	if s.known == "" {
		return 0, false
	}
	for p := op.Parent(); p != nil; p = p.Parent() {
		for _, name := range []string{s.known, "gpu." + s.known} {
			if a, ok := p.AnyAttr(name).(*ir.DenseArrayAttr); ok && dim < int64(len(a.Ints())) {
				return a.Ints()[dim], true
			}
		}
	}
	return 0, false
}

func (l *lowering) laneID(op *ir.Operation, _ convert.Operands, r *convert.Rewriter) error {
	hi := int64(warpSize)
	if n, ok := ir.IntValue(op.Prop("upper_bound")); ok && n > 0 {
		hi = min(hi, n)
	}
	r.Replace(op, l.index(r, read(r, "laneid", 0, hi)))
	return nil
}

func (l *lowering) constantIndex(n int64) rewriteFunc {
	return func(op *ir.Operation, _ convert.Operands, r *convert.Rewriter) error {
		t, _ := l.types.ConvertOne(r.Context().Index())
		r.Replace(op, number(r, t, n))
		return nil
	}
}

func number(r *convert.Rewriter, t ir.Type, n int64) *ir.Value {
	return r.Op("llvm.mlir.constant", nil, []ir.Type{t}, ir.NamedAttr{Name: "value", Attr: ir.IntAttr(t, n)}).Result(0)
}

func i32(r *convert.Rewriter, n int64) *ir.Value { return number(r, r.Context().I(32), n) }

func bin(r *convert.Rewriter, name string, x, y *ir.Value) *ir.Value {
	return r.Op(name, []*ir.Value{x, y}, []ir.Type{x.Type()}).Result(0)
}

func icmp(r *convert.Rewriter, predicate string, x, y *ir.Value) *ir.Value {
	c := r.Context()
	p, _ := llvm.ICmpPredicateEnum.Value(predicate)
	return r.Op("llvm.icmp", []*ir.Value{x, y}, []ir.Type{c.I(1)}, ir.NamedAttr{Name: "predicate", Attr: llvm.ICmpPredicateEnum.Attr(c, p)}).Result(0)
}

func sel(r *convert.Rewriter, cond, yes, no *ir.Value) *ir.Value {
	return r.Op("llvm.select", []*ir.Value{cond, yes, no}, []ir.Type{yes.Type()}).Result(0)
}

// linearThread is the number of the thread in its block, an i32: x runs
// fastest (PTX ISA, "Thread Hierarchy").
func linearThread(r *convert.Rewriter) *ir.Value {
	tid := func(d string) *ir.Value { return read(r, "tid."+d, 0, 0) }
	row := bin(r, "llvm.add", bin(r, "llvm.mul", tid("z"), read(r, "ntid.y", 0, 0)), tid("y"))
	return bin(r, "llvm.add", bin(r, "llvm.mul", row, read(r, "ntid.x", 0, 0)), tid("x"))
}

// numThreads is the number of threads of the block, an i32.
func numThreads(r *convert.Rewriter) *ir.Value {
	n := bin(r, "llvm.mul", read(r, "ntid.x", 0, 0), read(r, "ntid.y", 0, 0))
	return bin(r, "llvm.mul", n, read(r, "ntid.z", 0, 0))
}

// log2Warp is the shift that divides by the threads of a warp.
const log2Warp = 5

func warpOf(r *convert.Rewriter) *ir.Value {
	return bin(r, "llvm.lshr", linearThread(r), i32(r, log2Warp))
}

func (l *lowering) subgroupID(op *ir.Operation, _ convert.Operands, r *convert.Rewriter) error {
	r.Replace(op, l.index(r, warpOf(r)))
	return nil
}

// numWarps is the number of warps of the block, an i32.
func numWarps(r *convert.Rewriter) *ir.Value {
	return bin(r, "llvm.lshr", bin(r, "llvm.add", numThreads(r), i32(r, warpSize-1)), i32(r, log2Warp))
}

func (l *lowering) numSubgroups(op *ir.Operation, _ convert.Operands, r *convert.Rewriter) error {
	r.Replace(op, l.index(r, numWarps(r)))
	return nil
}

func (l *lowering) globalID(op *ir.Operation, _ convert.Operands, r *convert.Rewriter) error {
	dim, _ := gpu.DimensionEnum.Of(op.Prop("dimension"))
	part := func(of string) *ir.Value {
		lo, hi := registers[of].knownBounds(op, dim)
		return l.index(r, read(r, registers[of].name+"."+dimNames[dim], lo, hi))
	}
	block := bin(r, "llvm.mul", part("gpu.block_id"), part("gpu.block_dim"))
	r.Replace(op, bin(r, "llvm.add", block, part("gpu.thread_id")))
	return nil
}

// knownBounds are the bounds that the function tells.
func (s register) knownBounds(op *ir.Operation, dim int64) (lo, hi int64) {
	size, ok := s.knownSize(op, dim)
	switch {
	case !ok || size <= 0 || size >= 1<<31-1:
		return 0, 0
	case s.extent:
		return size, size + 1
	}
	return 0, size
}

func barrier(op *ir.Operation, _ convert.Operands, r *convert.Rewriter) error {
	r.Op("nvvm.barrier0", nil, []ir.Type{})
	r.Replace(op)
	return nil
}
