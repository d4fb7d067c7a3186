// Package asyncverifyprotocol is the pass async-verify-protocol: it reports
// whether the barrier protocol of every kernel is free of deadlocks and races.
//
// It only reports; what is checked, and how, is transforms/protocol's.
package asyncverifyprotocol

import (
	"fmt"
	"strings"

	"github.com/tile-opt/tile-opt/ir"
	"github.com/tile-opt/tile-opt/ir/diag"
	"github.com/tile-opt/tile-opt/passes"
	"github.com/tile-opt/tile-opt/transforms/protocol"
)

// Options of the pass.
type Options struct {
	Strict    bool   `opt:"strict" doc:"what cannot be proven is an error, not a warning"`
	PTXOnly   bool   `opt:"ptx-only" doc:"a proof may assume nothing beyond PTX"`
	MaxStates int64  `opt:"max-states" doc:"states to visit before giving up"`
	Trace     int64  `opt:"trace" doc:"steps of a counterexample to show, as notes"`
	After     string `opt:"after" doc:"a pass on the way: faults in what it leaves are reported with its name, and nothing else, since a later check speaks for the kernel"`
}

// Validate checks the ranges.
func (o Options) Validate() error {
	if o.MaxStates < 1 {
		return fmt.Errorf("max-states must be at least 1, found %d", o.MaxStates)
	}
	if o.Trace < 0 {
		return fmt.Errorf("trace must not be negative, found %d", o.Trace)
	}
	return nil
}

// Pass is async-verify-protocol.
var Pass = &passes.Pass{
	Name:    "async-verify-protocol",
	Summary: "prove the barrier protocol free of deadlocks and races, or show what breaks it",
	Doc: `Checks kernels of the async level, compiled or written by hand, for every trip count and
schedule, and changes nothing. Pipelines and tokens are checked by what they mean, barriers as they
stand. For each kernel it says one of:

- a remark, "protocol proven", with the assumptions beyond PTX that the proof needs, by their ids
  in docs/memory-model.md;
- an error at the operation that breaks the protocol, with the rule and, as notes, sizes with which
  it does and the end of a schedule that leads there, role by role;
- a warning, "protocol not proven", at the operation that the check cannot follow (an error with
  strict).

docs/protocol-checking.md describes the rules. A function that is not a kernel of this level, or
that neither synchronises nor touches shared memory, passes without a word.`,
	Anchor:  "func.func",
	Options: Options{MaxStates: protocol.DefaultStates, Trace: protocol.DefaultTrace},
	Statistics: []passes.Statistic{
		{Name: "proven", Desc: "kernels proven"},
		{Name: "states", Desc: "states visited"},
	},
	Reads: true,
	Run:   run,
}

// proofs are what the checks of one pipeline have proven.
var proofs = passes.NewSharedKey[*protocol.Memo]("proofs of protocols")

func run(r *passes.Run, fn *ir.Operation) error {
	r.Unchanged()
	if !protocol.Applies(fn) {
		return nil
	}
	o := passes.OptionsOf[Options](r)
	po := protocol.Options{MaxStates: int(o.MaxStates), Trace: int(o.Trace), PTXOnly: o.PTXOnly}
	if po.Trace == 0 {
		po.Trace = -1
	}
	memo := passes.SharedOf(r, proofs, func() *protocol.Memo { return new(protocol.Memo) })
	f, err := memo.Check(r.Context(), fn, po)
	if err != nil {
		return err
	}
	r.Count("states", f.States)
	switch {
	case f.Verdict == protocol.Proven && o.After != "":
		r.Count("proven", 1)
		return nil
	case f.Verdict == protocol.Unknown && o.After != "":
		return nil
	case o.After != "":
		return report(f, "protocol broken by "+o.After+": ")
	case f.Verdict == protocol.Proven:
		r.Count("proven", 1)
		r.Remark(fn, "protocol proven for all trip counts and schedules (%s)", assumed(f.Assumptions))
		return nil
	case f.Verdict == protocol.Unknown && !o.Strict:
		d := report(f, "protocol not proven: ")
		d.Severity = diag.Warning
		r.Emit(d)
		return nil
	case f.Verdict == protocol.Unknown:
		return report(f, "protocol not proven: ")
	}
	return report(f, "protocol broken: ")
}

func assumed(ids []string) string {
	if len(ids) == 0 {
		return "assuming nothing beyond PTX"
	}
	return "assuming " + strings.Join(ids, ", ")
}

// report renders a finding as an error with the schedule as notes.
func report(f *protocol.Finding, prefix string) *diag.Diagnostic {
	d := &diag.Diagnostic{
		Severity: diag.Error,
		Pos:      f.Op.Loc().Pos(),
		Op:       f.Op.Path(),
		Msg:      fmt.Sprintf("%s'%s' %s (%s)", prefix, f.Op.Name(), f.Msg, f.Rule),
	}
	if f.Where != "" && len(f.Trace) > 0 {
		d.Notes = append(d.Notes, diag.Diagnostic{Severity: diag.Note, Pos: f.Op.Loc().Pos(), Msg: "with these sizes: " + f.Where})
	}
	for i, s := range f.Trace {
		d.Notes = append(d.Notes, diag.Diagnostic{
			Severity: diag.Note, Pos: s.Op.Loc().Pos(), Op: s.Op.Path(),
			Msg: fmt.Sprintf("%d of %d: %s %s", i+1, len(f.Trace), s.Role, s.Text),
		})
	}
	return d
}
