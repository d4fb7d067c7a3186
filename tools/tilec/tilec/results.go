package tilec

import (
	"fmt"
	"text/tabwriter"

	"github.com/tile-opt/tile-opt/ir/diag"
	"github.com/tile-opt/tile-opt/targets/launch/job"
)

// row is one line of the table of results: an output and what it was compared with,
// "" for nothing.
type row struct {
	check   string
	result  job.Result
	verdict string
}

// compare prints the table of the outputs and fails where one is wrong.
func (r *running) compare(out *outcome, expected []expectation) error {
	if len(expected) == 0 {
		expected = []expectation{{}}
	}
	var rows []row
	for _, i := range r.p.sig.outputs() {
		for _, e := range expected {
			b := out.args[i].Buffer
			a := r.p.sig.args[i]
			o := job.Output{Arg: a.Name, Type: b.Elem, Dims: b.Dims, Strides: b.Strides, Data: b.Bytes, Poisoned: r.p.poisoned[i], Expected: e.values[i]}
			res := gaps(o.Check(), r.p.poisoned[i])
			rows = append(rows, row{e.check, res, res.Verdict(b.Elem, &job.Reference{Noise: e.noise})})
		}
	}
	return r.table(out.title, rows, out.failed)
}

// gaps forgets about bytes between the rows of a buffer that held no poison before.
func gaps(res job.Result, poisoned bool) job.Result {
	if !poisoned {
		res.Overwritten = 0
	}
	return res
}

// table prints the rows. What is wrong goes to the error stream too, with the reason.
func (r *running) table(title string, rows []row, failed bool) error {
	fmt.Fprintln(r.stdout, title)
	w := tabwriter.NewWriter(r.stdout, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "output\telements\tunwritten\tagainst\tgreatest error\trelative error\tverdict")
	for _, row := range rows {
		check, absolute, relative, verdict := "-", "-", "-", "not compared"
		if row.check != "" {
			verdict, check, absolute, relative = "ok", row.check, fmt.Sprintf("%.3g", row.result.Absolute), fmt.Sprintf("%.3g", row.result.Relative)
		}
		if row.verdict != "" {
			verdict, failed = "WRONG", true
		}
		fmt.Fprintf(w, "%s\t%d\t%d\t%s\t%s\t%s\t%s\n", row.result.Arg, row.result.Elements, row.result.Unwritten, check, absolute, relative, verdict)
	}
	w.Flush()
	for _, row := range rows {
		if row.verdict != "" {
			r.report.Report(&diag.Diagnostic{Severity: diag.Error, Msg: row.verdict})
		}
	}
	if failed {
		return errReported
	}
	return nil
}
