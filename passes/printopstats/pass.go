// Package printopstats is the pass print-op-stats. It knows no dialect.
package printopstats

import (
	"encoding/json"
	"fmt"
	"io"
	"sort"
	"strings"

	"github.com/tile-opt/tile-opt/ir"
	"github.com/tile-opt/tile-opt/passes"
)

const doc = `Prints how often each operation stands in the IR, by name, and changes
nothing:

` + "```" + `
Operations encountered:
-----------------------
  arith.addi     , 2
  builtin.module , 1
    func.func    , 1
    func.return  , 1
` + "```" + `

With json=true it is one JSON object from names to numbers.
`

// Options are the options of the pass, named as in MLIR.
type Options struct {
	JSON bool `opt:"json" doc:"print a JSON object"`
}

// Pass is the pass print-op-stats.
var Pass = &passes.Pass{
	Name:       "print-op-stats",
	Summary:    "print statistics of operations",
	Doc:        doc,
	Options:    Options{},
	Statistics: []passes.Statistic{{Name: "num-operations", Desc: "operations seen"}},
	Prints:     true,
	Run:        run,
}

func run(r *passes.Run, op *ir.Operation) error {
	r.Unchanged()
	counts := make(map[string]int)
	total := 0
	for o := range ir.Walk(op) {
		counts[o.Name()]++
		total++
	}
	r.Count("num-operations", total)
	if passes.OptionsOf[Options](r).JSON {
		return writeJSON(r.Output(), counts)
	}
	return writeText(r.Output(), counts)
}

// sortedNames returns the names in the order of their bytes.
func sortedNames(counts map[string]int) []string {
	names := make([]string, 0, len(counts))
	for n := range counts {
		names = append(names, n)
	}
	sort.Strings(names)
	return names
}

func writeJSON(w io.Writer, counts map[string]int) error {
	var b strings.Builder
	b.WriteString("{\n")
	for i, n := range sortedNames(counts) {
		if i > 0 {
			b.WriteString(",\n")
		}
		key, err := json.Marshal(n)
		if err != nil {
			return err
		}
		fmt.Fprintf(&b, "  %s : %d", key, counts[n])
	}
	b.WriteString("\n}\n")
	_, err := io.WriteString(w, b.String())
	return err
}

// writeText aligns dialects on the right, operations on the left and numbers
// on the right.
func writeText(w io.Writer, counts map[string]int) error {
	var dialects, ops int
	split := func(name string) (string, string) {
		d, o, ok := strings.Cut(name, ".")
		if !ok {
			return "", name
		}
		return d, o
	}
	digits := 0
	for n, c := range counts {
		d, o := split(n)
		dialects, ops = max(dialects, len(d)), max(ops, len(o))
		digits = max(digits, len(fmt.Sprint(c)))
	}
	var b strings.Builder
	b.WriteString("Operations encountered:\n-----------------------\n")
	for _, n := range sortedNames(counts) {
		d, o := split(n)
		dot := "."
		if d == "" {
			dot = " "
		}
		fmt.Fprintf(&b, "  %*s%s%-*s , %*d\n", dialects, d, dot, ops, o, digits, counts[n])
	}
	_, err := io.WriteString(w, b.String())
	return err
}
