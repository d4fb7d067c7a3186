package inline

import (
	"github.com/tile-opt/tile-opt/ir"
	"github.com/tile-opt/tile-opt/ir/analysis"
)

// graph is the call graph of the callables with a body under an operation.
type graph struct {
	tables *analysis.SymbolTables
	nodes  []*node
	of     map[*ir.Operation]*node
}

// node is a callable.
type node struct {
	op    *ir.Operation
	calls []*ir.Operation
	to    []*node
	// component numbers the strongly connected component: nodes of one call
	// each other in a circle.
	component int
	index     int
	low       int
	onStack   bool
}

func newGraph(root *ir.Operation) *graph {
	g := &graph{tables: analysis.NewSymbolTables(), of: make(map[*ir.Operation]*node)}
	for op := range ir.Walk(root) {
		if c, ok := ir.As[analysis.Callable](op); ok && c.CallableRegion() != nil {
			n := &node{op: op}
			g.nodes = append(g.nodes, n)
			g.of[op] = n
		}
	}
	for _, n := range g.nodes {
		g.edges(n)
	}
	return g
}

// edges collects the calls in a callable and what they call.
func (g *graph) edges(n *node) {
	n.calls, n.to = n.calls[:0], n.to[:0]
	for op := range ir.Walk(n.op) {
		if callee := g.tables.CalleeOf(op); callee != nil {
			n.calls = append(n.calls, op)
			if to := g.of[callee]; to != nil {
				n.to = append(n.to, to)
			}
		}
	}
}

// components returns the strongly connected components, callees before
// callers (Tarjan, "Depth-first search and linear graph algorithms", 1972),
// with an explicit stack: chains of calls may be long.
func (g *graph) components() [][]*node {
	type frame struct {
		n    *node
		next int
	}
	var out [][]*node
	var stack []*node
	index := 0
	open := func(n *node) frame {
		index++
		n.index, n.low, n.onStack = index, index, true
		stack = append(stack, n)
		return frame{n: n}
	}
	for _, root := range g.nodes {
		if root.index != 0 {
			continue
		}
		path := []frame{open(root)}
		for len(path) > 0 {
			f := &path[len(path)-1]
			if f.next < len(f.n.to) {
				to := f.n.to[f.next]
				f.next++
				if to.index == 0 {
					path = append(path, open(to))
				} else if to.onStack {
					f.n.low = min(f.n.low, to.index)
				}
				continue
			}
			n := f.n
			path = path[:len(path)-1]
			if len(path) > 0 {
				up := path[len(path)-1].n
				up.low = min(up.low, n.low)
			}
			if n.low != n.index {
				continue
			}
			var scc []*node
			for {
				top := stack[len(stack)-1]
				stack = stack[:len(stack)-1]
				top.onStack = false
				top.component = len(out)
				scc = append(scc, top)
				if top == n {
					break
				}
			}
			out = append(out, scc)
		}
	}
	return out
}
