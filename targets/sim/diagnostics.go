package sim

import (
	"fmt"
	"strings"

	"github.com/tile-opt/tile-opt/ir/diag"
	"github.com/tile-opt/tile-opt/targets/sim/machine"
)

// Diagnostics returns the faults of the first schedule that had any, as
// diagnostics at the operation that was executing; the operation that it
// collides with and what explains it are notes. None when nothing went wrong.
func (r *Report) Diagnostics() diag.List {
	for _, s := range r.Schedules {
		var out diag.List
		for _, f := range s.Faults {
			out = append(out, diagnostic(f, diag.Error))
		}
		if out != nil {
			out[0].WithNote(diag.Pos{}, "found in schedule %s", s.Name)
			return out
		}
	}
	return nil
}

// WarningDiagnostics is Diagnostics for the warnings of all schedules, each once.
func (r *Report) WarningDiagnostics() diag.List {
	var out diag.List
	for _, f := range r.Warnings() {
		out = append(out, diagnostic(f, diag.Warning))
	}
	return out
}

func diagnostic(f *machine.Fault, severity diag.Severity) *diag.Diagnostic {
	d := &diag.Diagnostic{Severity: severity, Pos: positionOf(f.Site)}
	d.Msg = fmt.Sprintf("%s[%s]: %s", siteName(f.Site), f.Rule, f.Message)
	if f.Who != "" {
		d.Msg += " (" + f.Who + ")"
	}
	if f.Other.At != nil {
		d.WithNote(positionOf(f.Other), "%sis the other access", siteName(f.Other))
	}
	if f.Details != nil {
		// Without a position: each line names those that it speaks of.
		d.WithNote(diag.Pos{}, "%s", strings.Join(f.Details, "\n    "))
	}
	return d
}

// positionOf is the position of the operation at a site.
func positionOf(s machine.Site) diag.Pos {
	if in, ok := s.At.(*instr); ok {
		return in.op.Loc().Pos()
	}
	return diag.Pos{}
}

// siteName is the operation at a site with the round that it was executed in.
func siteName(s machine.Site) string {
	in, ok := s.At.(*instr)
	if !ok {
		return ""
	}
	name := "'" + in.op.Name() + "' "
	if s.Tag > 0 {
		name += fmt.Sprintf("[i=%d] ", s.Tag)
	}
	return name
}
