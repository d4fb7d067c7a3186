package viewopgraph

import (
	"fmt"
	"strings"

	"github.com/tile-opt/tile-opt/ir"
	"github.com/tile-opt/tile-opt/ir/asm"
)

// node is a node of the graph, and the frame that it stands for where an
// operation has regions.
type node struct {
	id, cluster int
	// ports says that edges end at a part of the node.
	ports bool
}

// dotGraph is a graph for Graphviz in the making.
type dotGraph struct {
	o      Options
	b      strings.Builder
	indent int
	count  int
	names  *asm.ValueNames
	hues   map[string]float64
	nodes  map[*ir.Value]node
	flow   []dataEdge
	edges  []string
}

// dataEdge is a value on its way to a use.
type dataEdge struct {
	v  *ir.Value
	to node
}

// drawDOT returns the graph of op as Graphviz reads it.
func drawDOT(op *ir.Operation, o Options) string {
	g := &dotGraph{o: o, names: asm.NewValueNames(op), hues: hues(op), nodes: make(map[*ir.Value]node)}
	g.line("digraph G {")
	g.indent++
	g.line("compound = true;")
	g.operation(op)
	for _, f := range g.flow {
		from, ok := g.nodes[f.v]
		if !ok {
			continue // defined outside of what is drawn
		}
		g.edge(from, f.to, portOf(g.names.Of(f.v)), "solid")
	}
	for _, e := range g.edges {
		g.line(e)
	}
	g.indent--
	g.line("}")
	return g.b.String()
}

func (g *dotGraph) line(s string) {
	g.b.WriteString(strings.Repeat("  ", g.indent))
	g.b.WriteString(s)
	g.b.WriteByte('\n')
}

// hues gives each name of an operation a colour.
func hues(op *ir.Operation) map[string]float64 {
	out := make(map[string]float64)
	n := 0
	for o := range ir.WalkPost(op) {
		if _, ok := out[o.Name()]; !ok {
			out[o.Name()] = float64(n)
			n++
		}
	}
	for k := range out {
		out[k] /= float64(n)
	}
	return out
}

// escape makes a text part of a label.
func escape(s string) string {
	var b strings.Builder
	for i := range len(s) {
		switch s[i] {
		case '{', '|', '<', '}', '>', '\n', '"':
			b.WriteByte('\\')
		}
		b.WriteByte(s[i])
	}
	return b.String()
}

// portOf is the name of the part of a node that stands for a value.
func portOf(name string) string {
	return strings.ReplaceAll(strings.TrimPrefix(name, "%"), "#", "_")
}

// frame draws a frame with an invisible node, to which edges go.
func (g *dotGraph) frame(label string, body func()) node {
	g.count++
	cluster := g.count
	g.line(fmt.Sprintf("subgraph cluster_%d {", cluster))
	g.indent++
	g.count++
	n := node{id: g.count, cluster: cluster}
	g.line(fmt.Sprintf(`v%d [label = " ", shape = plain];`, n.id))
	g.line(`label = "` + label + `";`)
	body()
	g.indent--
	g.line("}")
	return n
}

func (g *dotGraph) operation(op *ir.Operation) node {
	var n node
	if op.NumRegions() > 0 {
		n = g.frame(g.frameLabel(op), func() {
			for _, r := range op.Regions() {
				for b := range r.Blocks() {
					g.block(b)
				}
			}
		})
	} else {
		g.count++
		n = node{id: g.count, ports: true}
		g.line(fmt.Sprintf(`v%d [fillcolor = "%f 0.3 0.95", label = "%s", shape = Mrecord, style = filled];`, n.id, g.hues[op.Name()], g.record(op)))
	}
	if g.o.DataFlow {
		for _, v := range op.Operands() {
			g.flow = append(g.flow, dataEdge{v, n})
		}
	}
	for _, v := range op.Results() {
		g.nodes[v] = n
	}
	return n
}

func (g *dotGraph) block(b *ir.Block) {
	g.frame("", func() {
		for _, a := range b.Args() {
			g.count++
			g.nodes[a] = node{id: g.count, ports: true}
			g.line(fmt.Sprintf(`v%d [label = "%s", shape = Mrecord];`, g.count, g.port("res_", a, true)))
		}
		var last *node
		for op := range b.Ops() {
			n := g.operation(op)
			if last != nil && g.o.ControlFlow {
				g.edge(*last, n, "", "dashed")
			}
			last = &n
		}
	})
}

// edge draws an edge between nodes, or between their ports where they have
// some.
func (g *dotGraph) edge(from, to node, port, style string) {
	a, b := fmt.Sprintf("v%d", from.id), fmt.Sprintf("v%d", to.id)
	if port != "" && from.ports {
		a += ":res_" + port + ":s"
	}
	if port != "" && to.ports {
		b += ":arg_" + port + ":n"
	}
	var attrs []string
	if to.cluster > 0 {
		attrs = append(attrs, fmt.Sprintf("lhead = cluster_%d", to.cluster))
	}
	if from.cluster > 0 {
		attrs = append(attrs, fmt.Sprintf("ltail = cluster_%d", from.cluster))
	}
	attrs = append(attrs, "style = "+style)
	g.edges = append(g.edges, fmt.Sprintf("%s -> %s[%s];", a, b, strings.Join(attrs, ", ")))
}

// port is the part of a record that stands for a value.
func (g *dotGraph) port(prefix string, v *ir.Value, typed bool) string {
	name := g.names.Of(v)
	s := fmt.Sprintf("<%s%s> %s", prefix, portOf(name), name)
	if typed && g.o.ResultTypes {
		s += " " + escape(cut(v.Type().String(), g.o.MaxLabelLen))
	}
	return s
}

func (g *dotGraph) attrs(op *ir.Operation) string {
	var b strings.Builder
	for _, a := range attrsOf(op) {
		b.WriteString(escape(a.Name) + ": " + escape(attrText(a.Attr, g.o.MaxLabelLen)) + `\l`)
	}
	return b.String()
}

// frameLabel is the label of an operation with regions.
func (g *dotGraph) frameLabel(op *ir.Operation) string {
	s := op.Name()
	if g.o.ResultTypes {
		s += " : (" + escape(cut(typesOf(op), g.o.MaxLabelLen)) + ")"
	}
	if g.o.Attrs {
		s += `\l` + g.attrs(op)
	}
	return s
}

// record is the label of an operation without regions: operands, name and
// attributes, results.
func (g *dotGraph) record(op *ir.Operation) string {
	var b strings.Builder
	list := func(prefix string, vs []*ir.Value, typed bool) {
		var parts []string
		for _, v := range vs {
			parts = append(parts, g.port(prefix, v, typed))
		}
		b.WriteString("{" + strings.Join(parts, "|") + "}")
	}
	b.WriteByte('{')
	if op.NumOperands() > 0 {
		list("arg_", op.Operands(), false)
		b.WriteByte('|')
	}
	b.WriteString(op.Name() + `\l`)
	if attrs := g.attrs(op); g.o.Attrs && attrs != "" {
		b.WriteString(`\l` + attrs)
	}
	if op.NumResults() > 0 {
		b.WriteByte('|')
		list("res_", op.Results(), true)
	}
	b.WriteByte('}')
	return b.String()
}
