package tileopt

import (
	"bytes"
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"sync"

	"github.com/tile-opt/tile-opt/ir/diag"
)

// expectation is one comment such as
//
//	// expected-error@+1 {{words of the message}}
type expectation struct {
	kind    diag.Severity
	line    int // 0: a diagnostic without a position
	text    string
	re      *regexp.Regexp
	pos     diag.Pos // of the comment
	matched bool
}

// expectations holds those of one part of the input and what did not match.
type expectations struct {
	file string
	only bool // unexpected diagnostics are let pass
	mu   sync.Mutex
	list []*expectation
	errs diag.List
}

// The form of an expectation, with mlir-opt's designators of the line.
var expectedRE = regexp.MustCompile(`expected-(error|warning|note|remark)(-re)? *(?:@([+-][0-9]+|[0-9]+|above|below|unknown))? *\{\{(.*)\}\}\s*$`)

// newExpectations reads the expectations of a text whose lines count from 1.
func newExpectations(file string, text []byte, only bool) *expectations {
	e := &expectations{file: file, only: only}
	lines := bytes.Split(text, []byte("\n"))
	marks := make([][][]byte, len(lines))
	for i, l := range lines {
		marks[i] = expectedRE.FindSubmatch(l)
	}
	for i, m := range marks {
		if m != nil {
			e.add(i, lines[i], m, marks)
		}
	}
	return e
}

func (e *expectations) add(i int, line []byte, m [][]byte, marks [][][]byte) {
	at := bytes.Index(line, m[0])
	x := &expectation{line: i + 1, text: string(m[4]), pos: diag.Pos{File: e.file, Line: i + 1, Col: at + 1}}
	x.kind = map[string]diag.Severity{"error": diag.Error, "warning": diag.Warning, "note": diag.Note, "remark": diag.Remark}[string(m[1])]
	if len(m[2]) > 0 {
		re, err := compilePattern(x.text)
		if err != nil {
			e.errs = append(e.errs, diag.Errorf(x.pos, "invalid regular expression in expectation: %s", err))
			return
		}
		x.re = re
	}
	switch d := string(m[3]); {
	case d == "unknown":
		x.line = 0
	case d == "above":
		// The nearest line that is no expectation itself.
		for x.line = i; x.line > 0 && marks[x.line-1] != nil; x.line-- {
		}
	case d == "below":
		for x.line = i + 2; x.line <= len(marks) && marks[x.line-1] != nil; x.line++ {
		}
	case d != "":
		n, err := strconv.Atoi(d)
		if err != nil {
			e.errs = append(e.errs, diag.Errorf(x.pos, "invalid line offset '%s' in expectation", d))
			return
		}
		if d[0] == '+' || d[0] == '-' {
			n += x.line
		}
		x.line = n
	}
	e.list = append(e.list, x)
}

// compilePattern makes a regular expression of text in which {{...}} stands
// for one.
func compilePattern(text string) (*regexp.Regexp, error) {
	var b strings.Builder
	for text != "" {
		before, rest, ok := strings.Cut(text, "{{")
		b.WriteString(regexp.QuoteMeta(before))
		if !ok {
			break
		}
		inner, after, ok := strings.Cut(rest, "}}")
		if !ok {
			return nil, fmt.Errorf("found start of regex with no end '}}'")
		}
		b.WriteString("(?:" + inner + ")")
		text = after
	}
	return regexp.Compile(b.String())
}

func (x *expectation) matches(msg string) bool {
	if x.re != nil {
		return x.re.MatchString(msg)
	}
	return strings.Contains(msg, x.text)
}

// receive compares a diagnostic and its notes with the expectations.
func (e *expectations) receive(d *diag.Diagnostic) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.one(d)
	for i := range d.Notes {
		e.one(&d.Notes[i])
	}
}

func (e *expectations) one(d *diag.Diagnostic) {
	line := 0
	if d.Pos.IsValid() && d.Pos.File == e.file {
		line = d.Pos.Line
	}
	var near *expectation
	for _, x := range e.list {
		if x.line != line || !x.matches(d.Msg) {
			continue
		}
		if x.kind == d.Severity {
			x.matched = true
			return
		}
		near = x
	}
	if e.only {
		return
	}
	if near != nil {
		e.errs = append(e.errs, diag.Errorf(d.Pos, "'%s' diagnostic emitted when expecting a '%s'", d.Severity, near.kind))
		return
	}
	e.errs = append(e.errs, diag.Errorf(d.Pos, "unexpected %s: %s", d.Severity, d.Msg))
}

// finish returns what was wrong, in the order in which it was found, with the
// expectations that nothing met at the end.
func (e *expectations) finish() diag.List {
	e.mu.Lock()
	defer e.mu.Unlock()
	for _, x := range e.list {
		if !x.matched {
			e.errs = append(e.errs, diag.Errorf(x.pos, "expected %s %q was not produced", x.kind, x.text))
		}
	}
	return e.errs
}
