package interp

import (
	"fmt"

	"github.com/tile-opt/tile-opt/ir"
)

// function is a compiled func.func.
type function struct {
	op       *ir.Operation
	body     *region
	slots    map[*ir.Value]int
	steps    map[*ir.Operation]*step
	numSlots int
	mode     Mode
}

// handler completes the compiled form of an operation: it sets run, or next
// of its block for terminators that branch.
type handler func(c *compiler, s *step) error

// compiler turns a function into steps over numbered slots.
type compiler struct {
	fn    *function
	block *block // that the terminator being compiled ends
}

// handlerFor finds what runs operations of that name.
func handlerFor(name string) handler {
	if name == "func.call" {
		// Not in a table, since it leads back to this function.
		return compileCall
	}
	for _, table := range []map[string]handler{controlHandlers, memoryHandlers, tileHandlers} {
		if h := table[name]; h != nil {
			return h
		}
	}
	return nil
}

// compile prepares a function; an operation without a meaning here is an
// error at that operation.
func compile(op *ir.Operation, mode Mode) (*function, error) {
	if op.NumRegions() == 0 || op.RegionAt(0).IsEmpty() {
		return nil, op.OpError("expects a body to be run")
	}
	fn := &function{op: op, slots: make(map[*ir.Value]int), steps: make(map[*ir.Operation]*step), mode: mode}
	c := &compiler{fn: fn}
	body, err := c.region(op.RegionAt(0))
	if err != nil {
		return nil, err
	}
	fn.body = body
	return fn, nil
}

func (c *compiler) slot(v *ir.Value) int {
	if s, ok := c.fn.slots[v]; ok {
		return s
	}
	s := c.fn.numSlots
	c.fn.numSlots++
	c.fn.slots[v] = s
	return s
}

func (c *compiler) slotsOf(vs []*ir.Value) []int {
	out := make([]int, len(vs))
	for i, v := range vs {
		out[i] = c.slot(v)
	}
	return out
}

func (c *compiler) region(r *ir.Region) (*region, error) {
	out := &region{}
	numbers := make(map[*ir.Block]int)
	for b := range r.Blocks() {
		numbers[b] = len(numbers)
	}
	for b := range r.Blocks() {
		cb := &block{args: c.slotsOf(b.Args())}
		out.blocks = append(out.blocks, cb)
		for op := range b.Ops() {
			s, err := c.step(op, cb)
			if err != nil {
				return nil, err
			}
			if op.Has(ir.Terminator) {
				cb.term = s
				for _, succ := range op.Successors() {
					cb.succs = append(cb.succs, numbers[succ])
				}
			} else {
				cb.steps = append(cb.steps, s)
			}
		}
	}
	return out, nil
}

func (c *compiler) step(op *ir.Operation, b *block) (*step, error) {
	s := &step{op: op, in: c.slotsOf(op.Operands()), out: c.slotsOf(op.Results())}
	c.fn.steps[op] = s
	for _, r := range op.Regions() {
		cr, err := c.region(r)
		if err != nil {
			return nil, err
		}
		s.regions = append(s.regions, cr)
	}
	c.block = b
	h := handlerFor(op.Name())
	if h == nil {
		h = elementwise
	}
	if err := h(c, s); err != nil {
		return nil, at(op, err)
	}
	return s, nil
}

// elementwise compiles operations of arith and math.
func elementwise(c *compiler, s *step) error {
	fs, ok := Elementwise(s.op, c.fn.mode)
	if !ok {
		return fmt.Errorf("is not supported by the interpreter%s", ofTypes(s.op))
	}
	if _, shaped := s.op.Result(0).Type().(ir.ShapedType); shaped {
		adds := rounds(s.op)
		s.run = func(f *frame, s *step) error {
			if adds {
				f.m.adds(s.op.Result(0).Type(), 1)
			}
			return f.mapTiles(s, fs)
		}
		return nil
	}
	s.run = func(f *frame, s *step) error {
		x, y, z := f.operands(s, 0)
		for i := range fs {
			if check := fs[i].Check; check != nil {
				if why := check(x, y, z); why != "" {
					return fmt.Errorf("%s", why)
				}
			}
			f.setScalar(s.out[i], fs[i].Eval(x, y, z))
		}
		return nil
	}
	return nil
}

// ofTypes names the types of an operation that is known on other types.
func ofTypes(op *ir.Operation) string {
	if lookupMeaning(op.Name()) == nil || op.NumResults() == 0 {
		return ""
	}
	return " on these types and attributes, with a result of " + op.Result(0).Type().String()
}

// operands returns element i of the first three operands; a scalar operand is
// the same for every element.
func (f *frame) operands(s *step, i int) (x, y, z Scalar) {
	var v [3]Scalar
	for k := range min(len(s.in), 3) {
		if t := f.slots[s.in[k]].Tile; t != nil {
			v[k] = t.Data[i]
		} else {
			v[k] = f.slots[s.in[k]].Scalar
		}
	}
	return v[0], v[1], v[2]
}

// mapTiles applies functions to every element.
func (f *frame) mapTiles(s *step, fs []Function) error {
	shape, err := f.commonShape(s)
	if err != nil {
		return err
	}
	for r := range fs {
		out, err := f.m.newTile(shape)
		if err != nil {
			return err
		}
		if err := f.mapOne(s, &fs[r], out.Data); err != nil {
			return err
		}
		f.set(s.out[r], Value{Tile: out})
	}
	return nil
}

func (f *frame) mapOne(s *step, fn *Function, out []Scalar) error {
	if fn.Check != nil {
		for i := range out {
			x, y, z := f.operands(s, i)
			if why := fn.Check(x, y, z); why != "" {
				return fmt.Errorf("%s at element %d", why, i)
			}
		}
	}
	switch a, b := f.tileOf(s, 0), f.tileOf(s, 1); {
	case len(s.in) == 1:
		for i := range out {
			out[i] = fn.Eval(a[i], 0, 0)
		}
	case len(s.in) == 2 && a != nil && b != nil:
		for i := range out {
			out[i] = fn.Eval(a[i], b[i], 0)
		}
	default:
		for i := range out {
			out[i] = fn.Eval(f.operands(s, i))
		}
	}
	return nil
}

// tileOf returns the elements of operand k, nil when it is a scalar or absent.
func (f *frame) tileOf(s *step, k int) []Scalar {
	if k >= len(s.in) || f.slots[s.in[k]].Tile == nil {
		return nil
	}
	return f.slots[s.in[k]].Tile.Data
}

// commonShape returns the shape of the tiles among the operands.
func (f *frame) commonShape(s *step) ([]int64, error) {
	var shape []int64
	found := false
	for _, slot := range s.in {
		t := f.slots[slot].Tile
		if t == nil {
			continue
		}
		if found && !equal(shape, t.Shape) {
			return nil, fmt.Errorf("expects tiles of one shape, found %v and %v", shape, t.Shape)
		}
		shape, found = t.Shape, true
	}
	if !found {
		return nil, fmt.Errorf("expects a tile among its operands")
	}
	return shape, nil
}

func equal(a, b []int64) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if a[i] != b[i] {
			return false
		}
	}
	return true
}
