package inline

import (
	"github.com/tile-opt/tile-opt/ir"
	"github.com/tile-opt/tile-opt/ir/analysis"
)

// uses counts how often each symbol is referred to, and by which callables,
// while calls are inlined.
type uses struct {
	root  *ir.Operation
	graph *graph
	of    map[*ir.Operation]int
	by    map[*node]map[*ir.Operation]int
}

func newUses(root *ir.Operation, g *graph) *uses {
	u := &uses{root: root, graph: g, of: make(map[*ir.Operation]int), by: make(map[*node]map[*ir.Operation]int)}
	for op := range ir.Walk(root) {
		if op != root {
			u.each(op, func(s *ir.Operation) { u.of[s]++ })
		}
	}
	for _, n := range g.nodes {
		u.by[n] = u.inside(n)
	}
	return u
}

// each calls f for every symbol that op itself refers to.
func (u *uses) each(op *ir.Operation, f func(*ir.Operation)) {
	from := ir.NearestSymbolTable(op)
	if from == nil {
		return
	}
	analysis.EachSymbolUse(op, func(ref *ir.SymbolRefAttr) {
		for _, s := range u.graph.tables.Resolve(from, ref) {
			f(s)
		}
	})
}

// inside counts what a callable refers to.
func (u *uses) inside(n *node) map[*ir.Operation]int {
	m := make(map[*ir.Operation]int)
	for op := range ir.Walk(n.op) {
		if op != u.root {
			u.each(op, func(s *ir.Operation) { m[s]++ })
		}
	}
	return m
}

// inlined notes that a call of callee in n gave way to its body.
func (u *uses) inlined(n, callee *node) {
	by := u.by[n]
	if by[callee.op]--; by[callee.op] == 0 {
		delete(by, callee.op) // lest a chain of calls gathers all that it ever called
	}
	u.of[callee.op]--
	for s, c := range u.by[callee] {
		by[s] += c
		u.of[s] += c
	}
}

// forget drops what a callable refers to: its body moved to its last caller.
func (u *uses) forget(n *node) {
	for s, c := range u.by[n] {
		u.of[s] -= c
	}
	u.by[n] = nil
}

// recount looks at a callable again, after it was simplified.
func (u *uses) recount(n *node) {
	u.forget(n)
	u.by[n] = u.inside(n)
	for s, c := range u.by[n] {
		u.of[s] += c
	}
}
