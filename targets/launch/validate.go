package launch

import (
	"errors"
	"fmt"
	"math/bits"
)

// MaxDynamicShared is the dynamic shared memory that a block can have on sm_90 (CUDA C++ Programming Guide, Technical
// Specifications per Compute Capability: 227 KiB).
const MaxDynamicShared = 232448

// Validate reports everything that is wrong with m whatever the arguments of a call: an empty or repeated name, an index
// outside the arguments, an expression that doesn't fit the kind of its argument, a tensor map or block that the hardware
// doesn't have. The error joins one error a fault.
func (m *Module) Validate() error {
	v := validator{m: m}
	if m.Version != Version {
		v.addf("version %d, expected %d", m.Version, Version)
	}
	if m.Target == "" {
		v.addf("target is empty")
	}
	if m.Kernel == "" {
		v.addf("kernel is empty")
	}
	names := map[string]bool{}
	for i, a := range m.Args {
		v.where = fmt.Sprintf("argument %d", i)
		if names[a.Name] {
			v.addf("name %q repeats", a.Name)
		}
		names[a.Name] = true
		v.arg(a)
		if a.Optional && (a.Kind != Scalar || a.Type.IsFloat()) {
			v.addf("only an integer scalar is optional")
		}
		if i > 0 && m.Args[i-1].Optional && !a.Optional {
			v.addf("an argument that is not optional stands behind one that is")
		}
	}
	v.where = ""
	if len(m.Entries) == 0 {
		v.addf("no entries")
	}
	names = map[string]bool{}
	for i := range m.Entries {
		e := &m.Entries[i]
		v.where = fmt.Sprintf("entry %q", e.Name)
		if names[e.Name] {
			v.addf("name repeats")
		}
		names[e.Name] = true
		v.entry(e)
	}
	return errors.Join(v.errs...)
}

type validator struct {
	m     *Module
	where string
	errs  []error
}

func (v *validator) addf(format string, args ...any) {
	text := fmt.Sprintf(format, args...)
	if v.where != "" {
		text = v.where + ": " + text
	}
	v.errs = append(v.errs, errors.New("launch metadata: "+text))
}

func (v *validator) arg(a Arg) {
	if a.Name == "" {
		v.addf("name is empty")
	}
	if !a.Type.Valid() {
		v.addf("unknown type %q", a.Type)
	}
	switch a.Kind {
	case Memref:
		if a.Rank < 0 || a.Rank > 5 {
			v.addf("rank %d, expected 0 to 5", a.Rank)
		}
	case Scalar:
		if a.Rank != 0 || a.Output {
			v.addf("a scalar has neither rank nor output")
		}
	default:
		v.addf("kind %q, expected memref or scalar", a.Kind)
	}
}

func (v *validator) entry(e *Entry) {
	if e.Name == "" {
		v.addf("name is empty")
	}
	for i := range 3 {
		v.expr(e.Grid[i], "grid")
	}
	if !within(e.Block, 1024) || e.Block[2] > 64 {
		v.addf("block %v, expected 1 to 1024 threads and at most 64 along z", e.Block)
	}
	if !within(e.Cluster, 16) {
		v.addf("cluster %v, expected 1 to 16 blocks", e.Cluster)
	}
	if e.SharedBytes < 0 || e.SharedBytes > MaxDynamicShared {
		v.addf("shared_bytes %d, expected 0 to %d", e.SharedBytes, MaxDynamicShared)
	}
	where := v.where
	for i, p := range e.Params {
		v.where = fmt.Sprintf("%s: parameter %d", where, i)
		v.param(p)
	}
	for i, p := range e.Preconditions {
		v.where = fmt.Sprintf("%s: precondition %d", where, i)
		v.expr(p.Cond, "cond")
		if !p.Value.IsZero() {
			v.expr(p.Value, "value")
		}
		if p.Arg < 0 || p.Arg >= len(v.m.Args) {
			v.addf("argument %d, expected 0 to %d", p.Arg, len(v.m.Args)-1)
		}
		if p.Message == "" {
			v.addf("message is empty")
		}
	}
	v.where = where
}

// within reports whether the extents are positive and their product is at most limit.
func within(extents [3]int, limit int) bool {
	n := 1
	for _, x := range extents {
		if x < 1 || x > limit {
			return false
		}
		n *= x
	}
	return n <= limit
}

func (v *validator) param(p Param) {
	switch {
	case p.Pointer != nil && p.Scalar == nil && p.TensorMap == nil:
		v.memref(p.Pointer.Arg)
		if a := p.Pointer.Align; a < 1 || bits.OnesCount(uint(a)) != 1 {
			v.addf("align %d, expected a power of two", a)
		}
	case p.Scalar != nil && p.Pointer == nil && p.TensorMap == nil:
		v.scalar(p.Scalar)
	case p.TensorMap != nil && p.Pointer == nil && p.Scalar == nil:
		v.tensorMap(p.TensorMap)
	default:
		v.addf("expected one of pointer, scalar and tensor_map")
	}
}

func (v *validator) scalar(p *ScalarParam) {
	if !p.Type.Valid() {
		v.addf("unknown type %q", p.Type)
		return
	}
	if !p.Type.IsFloat() {
		v.expr(p.Value, "value")
		return
	}
	i := p.Value.arg
	if p.Value.op != OpScalar || i < 0 || i >= len(v.m.Args) || v.m.Args[i].Kind != Scalar || v.m.Args[i].Type != p.Type {
		v.addf("a parameter of type %s expects a scalar argument of that type, found %s", p.Type, p.Value)
	}
}

func (v *validator) tensorMap(p *TensorMapParam) {
	v.memref(p.Arg)
	if p.Arg >= 0 && p.Arg < len(v.m.Args) && v.m.Args[p.Arg].Type.Size() != p.Type.Size() {
		v.addf("type %q does not have the size of the argument's %s", p.Type, v.m.Args[p.Arg].Type)
	}
	n := p.Rank
	if n < 1 || n > 5 {
		v.addf("rank %d, expected 1 to 5", n)
		return
	}
	if len(p.Dims) != n || len(p.Strides) != n-1 || len(p.Box) != n || len(p.ElementStrides) != n {
		v.addf("rank %d expects as many dims, box and element_strides and one stride less, found %d, %d, %d and %d",
			n, len(p.Dims), len(p.Box), len(p.ElementStrides), len(p.Strides))
		return
	}
	for i := range n {
		v.expr(p.Dims[i], "dims")
		if i < n-1 {
			v.expr(p.Strides[i], "strides")
		}
		if p.Box[i] < 1 || p.Box[i] > 256 {
			v.addf("box %v, expected 1 to 256 along each dimension", p.Box)
		}
		if p.ElementStrides[i] < 1 || p.ElementStrides[i] > 8 {
			v.addf("element_strides %v, expected 1 to 8", p.ElementStrides)
		}
	}
	row := p.Box[0] * p.Type.Size()
	if row%16 != 0 {
		v.addf("a box row of %d bytes, expected a multiple of 16", row)
	}
	if span := p.Swizzle.Span(); span == 0 && p.Swizzle != SwizzleNone {
		v.addf("swizzle %q, expected none, 32B, 64B or 128B", p.Swizzle)
	} else if span != 0 && row > span {
		v.addf("a box row of %d bytes exceeds the swizzle's %d", row, span)
	}
	if _, ok := l2Codes[p.L2Promotion]; !ok {
		v.addf("l2_promotion %q, expected none, 64B, 128B or 256B", p.L2Promotion)
	}
	if p.OOBFill != FillZero && p.OOBFill != FillNaN {
		v.addf("oob_fill %q, expected zero or nan", p.OOBFill)
	}
	if p.Interleave != InterleaveNone {
		v.addf("interleave %q, expected none", p.Interleave)
	}
	if _, ok := typeCodes[p.Type]; !ok {
		v.addf("a tensor map can't have elements of type %q", p.Type)
	}
}

// memref checks that i is a memref argument.
func (v *validator) memref(i int) {
	if i < 0 || i >= len(v.m.Args) || v.m.Args[i].Kind != Memref {
		v.addf("argument %d is no memref of the kernel", i)
	}
}

// expr checks an expression and every leaf of it against the arguments.
func (v *validator) expr(e Expr, what string) { v.exprAt(e, what, 1) }

func (v *validator) exprAt(e Expr, what string, depth int) {
	if depth > maxDepth {
		v.addf("%s: expression nested deeper than %d", what, maxDepth)
		return
	}
	if e.IsZero() {
		v.addf("%s: an expression is missing", what)
		return
	}
	if err := e.checkNode(); err != nil {
		v.addf("%s: %v", what, err)
	}
	switch e.op {
	case OpDim, OpStride, OpPtr, OpScalar:
		v.leaf(e, what)
	}
	for _, a := range e.args {
		v.exprAt(a, what, depth+1)
	}
}

func (v *validator) leaf(e Expr, what string) {
	if e.arg < 0 || e.arg >= len(v.m.Args) {
		v.addf("%s: %s names argument %d, expected 0 to %d", what, e, e.arg, len(v.m.Args)-1)
		return
	}
	a := v.m.Args[e.arg]
	switch {
	case e.op == OpScalar && (a.Kind != Scalar || a.Type.IsFloat()):
		v.addf("%s: %s expects an integer scalar, argument %q is none", what, e, a.Name)
	case e.op != OpScalar && a.Kind != Memref:
		v.addf("%s: %s expects a memref, argument %q is none", what, e, a.Name)
	case (e.op == OpDim || e.op == OpStride) && (e.index < 0 || e.index >= a.Rank):
		v.addf("%s: %s names dimension %d, argument %q has rank %d", what, e, e.index, a.Name, a.Rank)
	}
}
