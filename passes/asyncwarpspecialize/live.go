package asyncwarpspecialize

import "github.com/tile-opt/tile-opt/ir"

// liveSet is what a role needs: operations, and of the carried values of
// structured control flow those that matter.
type liveSet struct {
	s      *splitter
	ops    map[*ir.Operation]bool
	order  []*ir.Operation
	values map[*ir.Value]bool
}

func newLiveSet(s *splitter) *liveSet {
	return &liveSet{s: s, ops: make(map[*ir.Operation]bool), values: make(map[*ir.Value]bool)}
}

// markOp keeps an operation, what it needs, and the control flow around it.
func (l *liveSet) markOp(op *ir.Operation) {
	if op == l.s.fn || l.ops[op] {
		return
	}
	l.ops[op] = true
	l.order = append(l.order, op)
	switch {
	case op.Is("scf.for"):
		for i := range 3 {
			l.markValue(op.Operand(i))
		}
	case op.Is("scf.if"):
		l.markValue(op.Operand(0))
	case op.Is("scf.while"):
		// What decides about another round is in the first region.
		l.markValue(op.RegionAt(0).Entry().Last().Operand(0))
	default:
		for _, v := range op.Operands() {
			l.markValue(v)
		}
		if op.NumRegions() > 0 && !structured(op) {
			for in := range ir.Walk(op) {
				if in != op {
					l.markOp(in)
				}
			}
		}
	}
	if p := op.Parent(); p != nil {
		l.markOp(p)
	}
}

// markValue keeps the definition of a value: of a carried one its initial
// value, its next value and, through them, what computes those.
func (l *liveSet) markValue(v *ir.Value) {
	if l.values[v] {
		return
	}
	l.values[v] = true
	def := v.Def()
	if def == nil {
		p := v.Block().Parent()
		if p != l.s.fn && p.Is("scf.for") && v.Index() > 0 {
			l.carried(p, v.Index()-1)
		}
		if p != l.s.fn && p.Is("scf.while") {
			l.carriedWhile(p, v.Block().Region().Index(), v.Index())
		}
		l.markParent(p)
		return
	}
	l.markOp(def)
	switch {
	case def.Is("scf.for"):
		l.carried(def, v.Index())
	case def.Is("scf.while"):
		l.carriedWhile(def, 1, v.Index())
	case def.Is("scf.if"):
		for _, r := range def.Regions() {
			l.markValue(r.Entry().Last().Operand(v.Index()))
		}
	}
}

func (l *liveSet) markParent(p *ir.Operation) {
	if p != l.s.fn {
		l.markOp(p)
	}
}

func (l *liveSet) carried(loop *ir.Operation, i int) {
	l.markValue(loop.Result(i))
	l.markValue(loop.Operand(3 + i))
	body := loop.RegionAt(0).Entry()
	l.markValue(body.Arg(1 + i))
	l.markValue(body.Last().Operand(i))
}
