package convertasynctonvvm

import (
	"fmt"

	"github.com/tile-opt/tile-opt/dialects/arith"
	"github.com/tile-opt/tile-opt/dialects/async"
	"github.com/tile-opt/tile-opt/dialects/llvm"
	"github.com/tile-opt/tile-opt/dialects/tile"
	"github.com/tile-opt/tile-opt/ir"
	"github.com/tile-opt/tile-opt/transforms/divisor"
)

// access is a tile of a buffer in global memory as the executing thread sees
// it: each thread moves its registers, guarded element by element.
type access struct {
	l *lowering
	m memref
	t *tileValue
	// lead counts the dimensions of the buffer that an index selects in.
	lead int
	// at is where the thread's registers start in each dimension, an i64.
	at      []*ir.Value
	strides []*ir.Value
	// unit: neighbours in the last dimension are neighbours in memory.
	unit bool
	// selected is the bounds check of the leading dimensions, nil for none.
	selected *ir.Value
	origin   *ir.Value
	checks   map[check]*ir.Value
}

// check is a bounds check: a dimension and the constant part of a coordinate.
type check struct {
	dim    int
	offset int64
}

func (l *lowering) newAccess(op *ir.Operation, buf *ir.Value, indices []*ir.Value, t *tileValue) (*access, error) {
	m, err := l.memrefOf(buf, op)
	if err != nil {
		return nil, err
	}
	a := &access{l: l, m: m, t: t, lead: m.rank() - len(t.m.Shape), checks: make(map[check]*ir.Value)}
	if a.lead < 0 {
		return nil, op.OpError("expects a buffer of at least %d dimensions", len(t.m.Shape))
	}
	offset := l.i64(0)
	for d, v := range indices {
		i, err := l.scalar(v)
		if err != nil {
			return nil, err
		}
		at := l.fromIndex(i, 64)
		if d < a.lead {
			in := l.cmp(arith.CmpULT, at, l.dim64(m, d))
			if a.selected != nil {
				in = l.binary("arith.andi", a.selected, in)
			}
			a.selected = in
		} else {
			at = l.add(at, l.terms64(t.m.Terms[d-a.lead]))
		}
		s, err := l.stride(m, d)
		if err != nil {
			return nil, op.OpError("%s", err)
		}
		a.at, a.strides = append(a.at, at), append(a.strides, s)
		offset = l.add(offset, l.mul64(at, s))
	}
	if n := len(a.strides); n > a.lead {
		c, ok := intOf(a.strides[n-1])
		a.unit = ok && c == 1
	}
	a.origin = l.gep(l.pointer(m), l.memElem(m), offset, 0)
	return a, nil
}

// memElem is the type of an element in memory.
func (l *lowering) memElem(m memref) ir.Type { return l.memType(l.regType(m.typ.Elem), 1) }

// terms64 is the sum of digits of the thread's number as an i64.
func (l *lowering) terms64(ts []async.Term) *ir.Value {
	if len(ts) == 0 {
		return l.i64(0)
	}
	return l.once(l.scope, fmt.Sprint("terms64 ", ts), func() *ir.Value {
		return l.unary("arith.extui", l.terms(ts), l.c.I(64))
	})
}

func (l *lowering) mul64(x, y *ir.Value) *ir.Value {
	if n, ok := intOf(y); ok {
		return l.mulConst(x, n)
	}
	if n, ok := intOf(x); ok {
		return l.mulConst(y, n)
	}
	return l.binary("arith.muli", x, y)
}

// inside checks that the thread's coordinate in a tile dimension, plus a
// constant, is inside the buffer. A negative one is far outside as an unsigned
// number.
func (a *access) inside(d int, offset int64) *ir.Value {
	key := check{d, offset}
	if v := a.checks[key]; v != nil {
		return v
	}
	l := a.l
	v := l.cmp(arith.CmpULT, l.addConst(a.at[a.lead+d], offset), l.dim64(a.m, a.lead+d))
	a.checks[key] = v
	return v
}

// row is the registers that differ in the last dimension only.
type row struct {
	offset []int64 // of all dimensions but the last
	regs   []int
}

// rows groups the registers.
func (a *access) rows() []*row {
	var out []*row
	byKey := make(map[string]*row)
	n := len(a.t.m.Shape)
	for r, off := range a.t.m.Regs {
		lead := off[:max(0, n-1)]
		key := fmt.Sprint(lead)
		if byKey[key] == nil {
			byKey[key] = &row{offset: lead}
			out = append(out, byKey[key])
		}
		byKey[key].regs = append(byKey[key].regs, r)
	}
	return out
}

// guard is the bounds check of a row without its last dimension, nil when
// there is nothing to check.
func (a *access) guard(r *row) *ir.Value {
	all := a.selected
	for d, off := range r.offset {
		in := a.inside(d, off)
		if all != nil {
			in = a.l.binary("arith.andi", all, in)
		}
		all = in
	}
	return all
}

// start is the address of the thread's first element in a row.
func (a *access) start(r *row) *ir.Value {
	l := a.l
	off := l.i64(0)
	for d, n := range r.offset {
		off = l.add(off, l.mulConst(a.strides[a.lead+d], n))
	}
	return l.gep(a.origin, l.memElem(a.m), off, 0)
}

// column is the address of a register in its row.
func (a *access) column(start *ir.Value, reg int) *ir.Value {
	n := a.last(reg)
	l := a.l
	if a.unit || n == 0 {
		return l.gep(start, l.memElem(a.m), nil, n)
	}
	return l.gep(start, l.memElem(a.m), l.mulConst(a.strides[len(a.strides)-1], n), 0)
}

// last is the constant part of a register's coordinate in the last dimension.
func (a *access) last(reg int) int64 {
	off := a.t.m.Regs[reg]
	if len(off) == 0 {
		return 0
	}
	return off[len(off)-1]
}

// insideColumn is the check of the last dimension, nil for a tile of rank 0.
func (a *access) insideColumn(reg int) *ir.Value {
	n := len(a.t.m.Shape)
	if n == 0 {
		return nil
	}
	return a.inside(n-1, a.last(reg))
}

// width is how many neighbouring registers one access could move, if the
// buffer is aligned: at most 16 bytes, aligned within the tile, at an index
// that keeps the alignment.
func (a *access) width(indices []*ir.Value) int {
	if !a.unit {
		return 1
	}
	last := len(a.t.m.Shape) - 1
	for w := 16 / a.m.elemBytes(); w > 1; w /= 2 {
		if a.fits(w, last) && divisor.Multiple(indices[len(indices)-1], w) {
			return int(w)
		}
	}
	return 1
}

func (a *access) fits(w int64, last int) bool {
	for _, t := range a.t.m.Terms[last] {
		if t.Mul%w != 0 {
			return false
		}
	}
	if int64(len(a.t.m.Regs))%w != 0 {
		return false
	}
	for i, off := range a.t.m.Regs {
		k := int64(i) % w
		first := a.t.m.Regs[int64(i)-k]
		if off[last] != first[last]+k || first[last]%w != 0 {
			return false
		}
		for d := range last {
			if off[d] != first[d] {
				return false
			}
		}
	}
	return true
}

// aligned is whether w elements can be moved at once, which is known at
// launch only: address, outer strides and the last size are multiples of w.
// Then a group of w elements is inside or outside as a whole.
func (a *access) aligned(w int) *ir.Value {
	l, m := a.l, a.m
	return l.once(l.kernel, fmt.Sprintf("aligned %d %d", m.arg, w), func() *ir.Value {
		addr := llvm.NewPtrToInt(l.b, []ir.Type{l.c.I(64)}, l.pointer(m)).Op().Result(0)
		bits := l.andConst(addr, int64(w)*m.elemBytes()-1)
		for d := range m.rank() {
			x := l.dim64(m, d)
			if d < m.rank()-1 {
				// The strides were found when the access was made.
				x, _ = l.stride(m, d)
			}
			if n, ok := intOf(x); ok && n%int64(w) == 0 {
				continue
			}
			bits = l.binary("arith.ori", bits, l.andConst(x, int64(w)-1))
		}
		return l.cmp(arith.CmpEQ, bits, l.i64(0))
	})
}

// tileLoad reads a tile; what lies outside the buffer is zero.
func (l *lowering) tileLoad(op *ir.Operation) error {
	v, _ := tile.AsLoad(op)
	t, err := l.newTile(op.Result(0).Type(), op)
	if err != nil {
		return err
	}
	a, err := l.newAccess(op, v.Source(), v.Indices(), t)
	if err != nil {
		return err
	}
	l.tiles[op.Result(0)] = t
	w := a.width(v.Indices())
	if w == 1 {
		l.spread(t, a.load(1), 1)
		return nil
	}
	field := 1
	if l.paired(t) {
		field = 2
	}
	types := make([]ir.Type, t.m.NumRegs()/field)
	for i := range types {
		types[i] = l.memTypeOfRegs(t, field)
	}
	branch := func(w int) func() []*ir.Value {
		return func() []*ir.Value {
			part := &tileValue{typ: t.typ, m: t.m, elem: t.elem}
			l.spread(part, a.load(w), w)
			out := make([]*ir.Value, len(types))
			for i := range out {
				out[i] = l.group(part, i*field, field)
			}
			return out
		}
	}
	l.spread(t, l.ifElse(a.aligned(w), types, branch(w), branch(1)), field)
	return nil
}

// memTypeOfRegs is the type of n registers as one value.
func (l *lowering) memTypeOfRegs(t *tileValue, n int) ir.Type {
	if n == 1 {
		return t.elem
	}
	return ir.VectorOf([]int64{int64(n)}, t.elem)
}

// load reads every register, w at a time.
func (a *access) load(w int) []*ir.Value {
	l := a.l
	a.checks = make(map[check]*ir.Value)
	parts := make([]*ir.Value, a.t.m.NumRegs()/w)
	mem := l.memType(a.t.elem, w)
	for _, r := range a.rows() {
		guard, start := a.guard(r), a.start(r)
		for i := 0; i < len(r.regs); i += w {
			reg := r.regs[i]
			in := a.insideColumn(reg)
			switch {
			case in == nil:
				in = guard
			case guard != nil:
				in = l.binary("arith.andi", guard, in)
			}
			read := func() []*ir.Value {
				return []*ir.Value{l.load(mem, a.column(start, reg), int64(w)*a.m.elemBytes())}
			}
			v := []*ir.Value{nil}
			if in == nil {
				v = read()
			} else {
				v = l.ifElse(in, []ir.Type{mem}, read, func() []*ir.Value { return []*ir.Value{l.zero(mem)} })
			}
			parts[reg/w] = l.fromMemory(v[0], a.t.elem)
		}
	}
	return parts
}

// zero is a zero of a scalar or vector type.
func (l *lowering) zero(t ir.Type) *ir.Value {
	return l.once(l.kernel, "zero "+t.String(), func() *ir.Value {
		return llvm.NewZero(l.b, []ir.Type{t}).Op().Result(0)
	})
}

// tileStore writes a tile; what lies outside the buffer is not written.
func (l *lowering) tileStore(op *ir.Operation) error {
	v, _ := tile.AsStore(op)
	t := l.tile(v.Tile())
	a, err := l.newAccess(op, v.Dest(), v.Indices(), t)
	if err != nil {
		return err
	}
	w := a.width(v.Indices())
	return l.owners(t.m, func() error {
		if w > 1 {
			l.ifElse(a.aligned(w), []ir.Type{}, func() []*ir.Value { a.store(w); return nil }, func() []*ir.Value { a.store(1); return nil })
			return nil
		}
		a.store(1)
		return nil
	})
}

// store writes every register, w at a time.
func (a *access) store(w int) {
	l := a.l
	a.checks = make(map[check]*ir.Value)
	for _, r := range a.rows() {
		for i := 0; i < len(r.regs); i += w {
			// Checks are shared by the rows: made before the branches.
			a.insideColumn(r.regs[i])
		}
	}
	for _, r := range a.rows() {
		write := func() error {
			start := a.start(r)
			for i := 0; i < len(r.regs); i += w {
				reg := r.regs[i]
				put := func() error {
					l.store(l.toMemory(l.group(a.t, reg, w)), a.column(start, reg), int64(w)*a.m.elemBytes())
					return nil
				}
				if in := a.insideColumn(reg); in != nil {
					_ = l.ifOp(in, put)
				} else {
					_ = put()
				}
			}
			return nil
		}
		if guard := a.guard(r); guard != nil {
			_ = l.ifOp(guard, write)
		} else {
			_ = write()
		}
	}
}

// memrefLoad reads one element.
func (l *lowering) memrefLoad(op *ir.Operation) error {
	m, addr, err := l.elementAt(op, op.Operand(0), op.Operands()[1:])
	if err != nil {
		return err
	}
	v := l.fromMemory(l.load(l.memElem(m), addr, m.elemBytes()), l.regType(m.typ.Elem))
	if ir.IsIndex(m.typ.Elem) {
		v = l.unary("arith.index_cast", v, l.c.Index())
	}
	l.scalars[op.Result(0)] = v
	return nil
}

// memrefStore writes one element: the threads of the role agree on it, so one
// of them does.
func (l *lowering) memrefStore(op *ir.Operation) error {
	m, addr, err := l.elementAt(op, op.Operand(1), op.Operands()[2:])
	if err != nil {
		return err
	}
	v, err := l.scalar(op.Operand(0))
	if err != nil {
		return err
	}
	if ir.IsIndex(v.Type()) {
		v = l.fromIndex(v, 64)
	}
	return l.elect(func() error {
		l.store(l.toMemory(v), addr, m.elemBytes())
		return nil
	})
}

// elementAt is the address of an element of a memref.
func (l *lowering) elementAt(op *ir.Operation, source *ir.Value, indices []*ir.Value) (memref, *ir.Value, error) {
	m, err := l.memrefOf(source, op)
	if err != nil {
		return memref{}, nil, err
	}
	offset := l.i64(0)
	for d, v := range indices {
		i, err := l.scalar(v)
		if err != nil {
			return memref{}, nil, err
		}
		s, err := l.stride(m, d)
		if err != nil {
			return memref{}, nil, op.OpError("%s", err)
		}
		offset = l.add(offset, l.mul64(l.fromIndex(i, 64), s))
	}
	return m, l.gep(l.pointer(m), l.memElem(m), offset, 0), nil
}
