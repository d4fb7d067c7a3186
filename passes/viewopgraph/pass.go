// Package viewopgraph is the pass view-op-graph: a picture of the operations
// and of the values between them. It knows no dialect.
package viewopgraph

import (
	"io"

	"github.com/tile-opt/tile-opt/ir"
	"github.com/tile-opt/tile-opt/passes"
)

const doc = `Writes the IR as a graph and changes nothing: a node an operation, a frame
for each region, an edge from a value to each of its uses. The graph is for
Graphviz, in the form that MLIR's pass gives it:

` + "```sh" + `
tile-opt f.mlir --view-op-graph -o /dev/null 2> f.dot && dot -Tsvg f.dot > f.svg
` + "```" + `

With format=svg it is a picture that needs no other program: one line an
operation in the order of the text, nested in frames, with the ways of values
at the side. It follows the reader's choice of a light or a dark page.
`

// Options are the options of the pass, named as in MLIR but for format.
type Options struct {
	MaxLabelLen  uint   `opt:"max-label-len" doc:"characters of an attribute or type that are shown"`
	Attrs        bool   `opt:"print-attrs" doc:"show attributes"`
	ControlFlow  bool   `opt:"print-control-flow-edges" doc:"an edge from each operation to the next"`
	DataFlow     bool   `opt:"print-data-flow-edges" doc:"an edge from each value to its uses"`
	ResultTypes  bool   `opt:"print-result-types" doc:"show the types of values"`
	OutputFormat string `opt:"format" enum:"dot,svg" doc:"language of the graph"`
}

// Pass is view-op-graph.
var Pass = &passes.Pass{
	Name:       "view-op-graph",
	Class:      "ViewOpGraph",
	Summary:    "print a graph of operations and values",
	Doc:        doc,
	Options:    Options{MaxLabelLen: 20, Attrs: true, DataFlow: true, ResultTypes: true, OutputFormat: "dot"},
	Statistics: []passes.Statistic{{Name: "num-operations", Desc: "operations drawn"}},
	Prints:     true,
	Run:        run,
}

func run(r *passes.Run, op *ir.Operation) error {
	r.Unchanged()
	n := 0
	for range ir.Walk(op) {
		n++
	}
	r.Count("num-operations", n)
	o := passes.OptionsOf[Options](r)
	text := drawDOT
	if o.OutputFormat == "svg" {
		text = drawSVG
	}
	_, err := io.WriteString(r.Output(), text(op, o))
	return err
}
