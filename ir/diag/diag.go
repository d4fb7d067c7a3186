// Package diag holds diagnostics as values: positions, severities, notes and
// their rendering with the source line and a caret. No other package formats
// a position.
package diag

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"
	"sync"
	"unicode/utf8"
)

// Pos is a position in a text: Line and Col count from 1, Col in bytes.
type Pos struct {
	File string
	Line int
	Col  int
}

// IsValid reports whether the position names a line.
func (p Pos) IsValid() bool { return p.Line > 0 }

// String returns file:line:col, or "<unknown>".
func (p Pos) String() string {
	if !p.IsValid() {
		if p.File != "" {
			return p.File
		}
		return "<unknown>"
	}
	return fmt.Sprintf("%s:%d:%d", p.File, p.Line, p.Col)
}

// Severity orders diagnostics.
type Severity uint8

// The severities, worst last.
const (
	Note Severity = iota
	Remark
	Warning
	Error
)

func (s Severity) String() string {
	return [...]string{"note", "remark", "warning", "error"}[s]
}

// Code is a stable identifier of a kind of diagnostic, such as "E0112".
type Code string

// Diagnostic is one message with its position. Msg is lower case without a
// full stop and says what was expected and what was found.
type Diagnostic struct {
	Severity Severity
	Pos      Pos
	Code     Code
	Msg      string
	// Op is the path of the operation concerned, used when Pos is unknown.
	Op    string
	Notes []Diagnostic
}

// Errorf returns an error diagnostic.
func Errorf(pos Pos, format string, args ...any) *Diagnostic {
	return &Diagnostic{Severity: Error, Pos: pos, Msg: fmt.Sprintf(format, args...)}
}

// WithNote appends a note and returns d.
func (d *Diagnostic) WithNote(pos Pos, format string, args ...any) *Diagnostic {
	d.Notes = append(d.Notes, Diagnostic{Severity: Note, Pos: pos, Msg: fmt.Sprintf(format, args...)})
	return d
}

// WithCode sets the code and returns d.
func (d *Diagnostic) WithCode(c Code) *Diagnostic {
	d.Code = c
	return d
}

// Error renders the first line: position, severity and message.
func (d *Diagnostic) Error() string {
	var b strings.Builder
	d.header(&b)
	return b.String()
}

func (d *Diagnostic) header(b *strings.Builder) {
	switch {
	case d.Pos.IsValid() || d.Pos.File != "":
		b.WriteString(d.Pos.String())
		b.WriteString(": ")
	case d.Op != "":
		b.WriteString(d.Op)
		b.WriteString(": ")
	}
	b.WriteString(d.Severity.String())
	b.WriteString(": ")
	b.WriteString(d.Msg)
	if d.Code != "" {
		b.WriteString(" [" + string(d.Code) + "]")
	}
}

// List collects diagnostics; it is an error when it holds any.
type List []*Diagnostic

// Error renders every diagnostic on its own line.
func (l List) Error() string {
	s := make([]string, len(l))
	for i, d := range l {
		s[i] = d.Error()
	}
	return strings.Join(s, "\n")
}

// Unwrap returns the diagnostics as errors.
func (l List) Unwrap() []error {
	out := make([]error, len(l))
	for i, d := range l {
		out[i] = d
	}
	return out
}

// Err returns l as an error, or nil when l holds no error.
func (l List) Err() error {
	for _, d := range l {
		if d.Severity == Error {
			return l
		}
	}
	return nil
}

// All returns the diagnostics inside err, wrapping a foreign error as one.
func All(err error) List {
	if err == nil {
		return nil
	}
	var l List
	if errors.As(err, &l) {
		return l
	}
	var d *Diagnostic
	if errors.As(err, &d) {
		return List{d}
	}
	return List{{Severity: Error, Msg: err.Error()}}
}

// Handler receives diagnostics as they are found. It must be safe for
// concurrent use.
type Handler func(*Diagnostic)

// Sources maps file names to their text, so that a rendered diagnostic can
// show the line. The zero value is ready; it is safe for concurrent use.
type Sources struct {
	mu    sync.RWMutex
	texts map[string][]byte
}

// Add records the text of a file. The bytes must not change afterwards.
func (s *Sources) Add(file string, text []byte) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.texts == nil {
		s.texts = make(map[string][]byte)
	}
	s.texts[file] = text
}

// Line returns the text of a line without its end, and whether it is known.
func (s *Sources) Line(p Pos) (string, bool) {
	s.mu.RLock()
	text, ok := s.texts[p.File]
	s.mu.RUnlock()
	if !ok || !p.IsValid() {
		return "", false
	}
	for n := 1; n < p.Line; n++ {
		i := bytes.IndexByte(text, '\n')
		if i < 0 {
			return "", false
		}
		text = text[i+1:]
	}
	if i := bytes.IndexByte(text, '\n'); i >= 0 {
		text = text[:i]
	}
	return strings.TrimRight(string(text), "\r"), true
}

// maxShown is the widest source line shown whole; longer lines are cut to a
// window around the caret.
const maxShown = 160

// Render writes the diagnostic and its notes, each with its source line and a
// caret where the text is known.
func (s *Sources) Render(w io.Writer, d *Diagnostic) {
	var b strings.Builder
	s.render(&b, d)
	io.WriteString(w, b.String())
}

func (s *Sources) render(b *strings.Builder, d *Diagnostic) {
	d.header(b)
	b.WriteByte('\n')
	if line, ok := s.Line(d.Pos); ok {
		shown, at := window(line, d.Pos.Col-1)
		b.WriteString(shown)
		b.WriteByte('\n')
		b.WriteString(caretPad(shown, at))
		b.WriteString("^\n")
	}
	for i := range d.Notes {
		s.render(b, &d.Notes[i])
	}
}

func window(line string, at int) (string, int) {
	at = min(max(at, 0), len(line))
	if len(line) <= maxShown {
		return line, at
	}
	from := max(0, at-maxShown/2)
	to := min(len(line), from+maxShown)
	for from > 0 && !utf8.RuneStart(line[from]) {
		from--
	}
	for to < len(line) && !utf8.RuneStart(line[to]) {
		to++
	}
	pre, post := "", ""
	if from > 0 {
		pre = "..."
	}
	if to < len(line) {
		post = "..."
	}
	return pre + line[from:to] + post, at - from + len(pre)
}

// caretPad keeps tabs so that the caret stays under its column.
func caretPad(line string, at int) string {
	var b strings.Builder
	for _, r := range line[:at] {
		if r == '\t' {
			b.WriteByte('\t')
		} else {
			b.WriteByte(' ')
		}
	}
	return b.String()
}
