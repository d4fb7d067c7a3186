package cli

import (
	"encoding/json"
	"fmt"
	"io"
	"sync"

	"github.com/tile-opt/tile-opt/ir/diag"
)

// Reporter renders diagnostics as text with source lines, or as JSON, one
// object a line. It is safe for concurrent use.
type Reporter struct {
	W       io.Writer
	Sources *diag.Sources
	// JSON renders errors, warnings and notes as JSON.
	JSON bool
	// Remarks says how remarks are rendered: "text", "json" or "none".
	Remarks string

	// NoNotes leaves the notes of diagnostics out.
	NoNotes bool

	mu     sync.Mutex
	errors int
}

// Report renders one diagnostic.
func (r *Reporter) Report(d *diag.Diagnostic) {
	r.mu.Lock()
	defer r.mu.Unlock()
	asJSON := r.JSON
	switch d.Severity {
	case diag.Error:
		r.errors++
	case diag.Remark:
		if r.Remarks == "none" {
			return
		}
		asJSON = asJSON || r.Remarks == "json"
	}
	if r.NoNotes && len(d.Notes) > 0 {
		bare := *d
		bare.Notes = nil
		d = &bare
	}
	if asJSON {
		r.json(d)
		return
	}
	r.Sources.Render(r.W, d)
}

// ReportError renders every diagnostic inside err.
func (r *Reporter) ReportError(err error) {
	for _, d := range diag.All(err) {
		r.Report(d)
	}
}

// Errors counts the errors reported.
func (r *Reporter) Errors() int {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.errors
}

// jsonDiagnostic is the form of a diagnostic in JSON. Lines and columns count
// from 1, columns in bytes; they are left out when unknown.
type jsonDiagnostic struct {
	Severity string           `json:"severity"`
	File     string           `json:"file,omitempty"`
	Line     int              `json:"line,omitempty"`
	Col      int              `json:"col,omitempty"`
	Code     string           `json:"code,omitempty"`
	Op       string           `json:"op,omitempty"`
	Message  string           `json:"message"`
	Notes    []jsonDiagnostic `json:"notes,omitempty"`
}

func toJSON(d *diag.Diagnostic) jsonDiagnostic {
	j := jsonDiagnostic{Severity: d.Severity.String(), File: d.Pos.File, Line: d.Pos.Line, Col: d.Pos.Col, Code: string(d.Code), Op: d.Op, Message: d.Msg}
	for i := range d.Notes {
		j.Notes = append(j.Notes, toJSON(&d.Notes[i]))
	}
	return j
}

func (r *Reporter) json(d *diag.Diagnostic) {
	e := json.NewEncoder(r.W)
	e.SetEscapeHTML(false)
	if err := e.Encode(toJSON(d)); err != nil {
		fmt.Fprintln(r.W, d.Error())
	}
}
