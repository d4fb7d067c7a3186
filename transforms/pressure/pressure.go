// Package pressure estimates the registers that a role of a kernel of the async
// level takes: the most that the tiles which are alive at one time need, and what
// a thread needs besides.
//
// It knows layouts and structured control flow, not how operations are lowered;
// that ptxas moves operations is why the result is an estimate.
package pressure

import (
	"strings"

	"github.com/tile-opt/tile-opt/dialects/async"
	"github.com/tile-opt/tile-opt/dialects/tile"
	"github.com/tile-opt/tile-opt/ir"
)

// What a thread was measured to need beside its tiles, by ptxas 12.9 for sm_90a:
// addresses, counters and what is moved through registers. A role without tiles
// does nearly everything in uniform registers.
const (
	besidesTiles = 24
	withoutTiles = 8
	// copying is what a role needs whose threads copy: each has addresses and
	// bounds of its own (measured: none of the kernels spills with 40, and the
	// product does with 24).
	copying = 40
)

// Error is by how much the estimate was wrong at most, as a share of what the
// machine code uses, over the kernels that the project tests.
const Error = 0.4

// Estimate is what one role needs.
type Estimate struct {
	// Tiles is the registers of the tiles that are alive together, at At.
	Tiles int
	At    *ir.Operation
	// Total is Tiles and what a thread needs besides.
	Total int
}

// Of estimates the registers of a thread that executes a region of a role.
func Of(region *ir.Region) Estimate {
	w := &walker{costs: make(map[ir.Type]int)}
	if !region.IsEmpty() {
		w.block(region.Entry(), w.newSet())
	}
	e := w.most
	e.Total = e.Tiles + besidesTiles
	if e.Tiles == 0 {
		e.Total = withoutTiles
	}
	if copies(region) {
		e.Total = max(e.Total, copying)
	}
	return e
}

// copies reports whether the threads of a role copy.
func copies(region *ir.Region) bool {
	for b := range region.Blocks() {
		for top := range b.Ops() {
			for op := range ir.Walk(top) {
				if op.Is(async.CopyDef.Name) {
					return true
				}
			}
		}
	}
	return false
}

// set is a set of values and the registers of its tiles.
type set struct {
	w    *walker
	in   map[*ir.Value]bool
	regs int
}

func (w *walker) newSet() *set { return &set{w: w, in: make(map[*ir.Value]bool)} }

func (s *set) add(v *ir.Value) {
	if _, tile := v.Type().(*ir.TensorType); !tile {
		return
	}
	v = root(v)
	if n := s.w.cost(v); n > 0 && !s.in[v] {
		s.in[v] = true
		s.regs += n
	}
}

func (s *set) remove(v *ir.Value) {
	if s.in[v] {
		delete(s.in, v)
		s.regs -= s.w.cost(v)
	}
}

func (s *set) clone() *set {
	n := &set{w: s.w, in: make(map[*ir.Value]bool, len(s.in)), regs: s.regs}
	for v := range s.in {
		n.in[v] = true
	}
	return n
}

func (s *set) addAll(vs []*ir.Value) {
	for _, v := range vs {
		s.add(v)
	}
}

func (s *set) removeAll(vs []*ir.Value) {
	for _, v := range vs {
		s.remove(v)
	}
}

type walker struct {
	most Estimate
	// costs are the registers of the types met.
	costs map[ir.Type]int
}

func (w *walker) note(s *set, at *ir.Operation) {
	if s.regs > w.most.Tiles {
		w.most.Tiles, w.most.At = s.regs, at
	}
}

// block goes backwards through a block, at whose end live is alive, and leaves in
// live what is alive at its start.
func (w *walker) block(b *ir.Block, live *set) {
	for op := b.Last(); op != nil; op = op.Prev() {
		live.addAll(op.Results())
		w.note(live, op)
		live.removeAll(op.Results())
		if op.NumRegions() > 0 {
			w.nested(op, live)
		}
		live.addAll(op.Operands())
		w.note(live, op)
	}
	live.removeAll(b.Args())
}

// nested adds to live what the regions of op need from outside.
func (w *walker) nested(op *ir.Operation, live *set) {
	outside := w.newSet()
	for in := range ir.Walk(op) {
		if in == op {
			continue
		}
		for _, v := range in.Operands() {
			if _, tile := v.Type().(*ir.TensorType); !tile {
				continue
			}
			if v = root(v); !within(op, v) {
				outside.add(v)
			}
		}
	}
	if op.Is("scf.for") || op.Is("scf.while") {
		// What a round reads the next one reads, too.
		for v := range outside.in {
			live.add(v)
		}
	}
	for _, r := range op.Regions() {
		for b := range r.Blocks() {
			w.block(b, live.clone())
		}
	}
	for v := range outside.in {
		live.add(v)
	}
}

// within reports whether a value is made inside an operation.
func within(op *ir.Operation, v *ir.Value) bool {
	b := v.Block()
	if b == nil {
		return false
	}
	p := b.Parent()
	return p != nil && (p == op || op.IsAncestorOf(p))
}

// root looks through operations whose results are registers of their operand.
func root(v *ir.Value) *ir.Value {
	for v.Def() != nil {
		switch d := v.Def(); {
		case d.Is(tile.BroadcastDef.Name), d.Is(tile.ExpandDimsDef.Name), d.Is(async.ExtractSliceDef.Name):
			v = d.Operand(0)
		case d.Is(async.MMAWaitDef.Name):
			v = d.Operand(v.Index())
		default:
			return v
		}
	}
	return v
}

// cost is the registers of a tile; of one that is made of a scalar or of positions
// again wherever it is needed, none.
func (w *walker) cost(v *ir.Value) int {
	t, ok := v.Type().(*ir.TensorType)
	if !ok || async.LayoutOf(t) == nil {
		return 0
	}
	if d := v.Def(); d != nil && (d.Is(tile.SplatDef.Name) || d.Is(tile.IotaDef.Name) || strings.HasSuffix(d.Name(), ".constant")) {
		return 0
	}
	n, known := w.costs[t]
	if !known {
		n = costOf(t)
		w.costs[t] = n
	}
	return n
}

// costOf is the registers of a tile type; none where its layout does not fit.
func costOf(t *ir.TensorType) int {
	m, err := async.MapOf(t)
	if err != nil {
		return 0
	}
	bits, _ := ir.BitWidth(t.Elem)
	if bits == 1 {
		// Predicates are packed where there are many.
		bits = 8
	}
	return (m.NumRegs()*int(bits) + 31) / 32
}
