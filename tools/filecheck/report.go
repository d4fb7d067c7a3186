package filecheck

import (
	"errors"
	"fmt"
	"sort"
	"strings"
)

// source is a text with a name, able to tell the line and column of an offset.
type source struct {
	name, text string
	newlines   []int // offsets
}

func newSource(name, text string) *source {
	s := &source{name: name, text: text}
	for i := 0; i < len(text); i++ {
		if text[i] == '\n' {
			s.newlines = append(s.newlines, i)
		}
	}
	return s
}

// line returns the 1-based line that holds offset.
func (s *source) line(offset int) int { return sort.SearchInts(s.newlines, offset) + 1 }

func (s *source) lineStart(offset int) int {
	return strings.LastIndexByte(s.text[:min(offset, len(s.text))], '\n') + 1
}

// lineEnd returns the offset of the newline after offset, or of the end.
func (s *source) lineEnd(offset int) int {
	i := sort.SearchInts(s.newlines, offset)
	if i == len(s.newlines) {
		return len(s.text)
	}
	return s.newlines[i]
}

// show formats a message at an offset, with the source line and a caret.
func (s *source) show(offset int, severity, message string) string {
	start := s.lineStart(offset)
	text := s.text[start:s.lineEnd(start)]
	column := min(offset, len(s.text)) - start
	// Tabs stay tabs before the caret, so that it stands right in any terminal.
	blanks := strings.Map(func(r rune) rune {
		if r == '\t' {
			return r
		}
		return ' '
	}, text[:column])
	return fmt.Sprintf("%s:%d:%d: %s: %s\n%s\n%s^", s.name, s.line(offset), column+1, severity, message, text, blanks)
}

func (s *source) errorf(offset int, format string, args ...any) error {
	return errors.New(s.show(offset, "error", fmt.Sprintf(format, args...)))
}

// report collects failures, each with its notes.
type report struct{ parts []string }

func (r *report) note(in *source, offset int, message string) {
	r.parts = append(r.parts, in.show(offset, "note", message))
}

// err returns the report as one error, nil when it is empty.
func (r *report) err() error {
	if len(r.parts) == 0 {
		return nil
	}
	return errors.New(strings.Join(r.parts, "\n"))
}

// failure reports that d doesn't hold. An implicit directive has no place of its own.
func (c *checker) failure(d *directive, message string) {
	text := d.name + ": " + message
	switch {
	case d.offset < 0:
		text = fmt.Sprintf("%s: error: %s: %q", c.checks.name, text, d.pattern.source)
	default:
		text = c.checks.show(d.offset, "error", text)
	}
	c.report.parts = append(c.report.parts, text)
}

// noteVariables tells the values that d's variables had.
func (c *checker) noteVariables(d *directive) {
	for _, p := range d.pattern.pieces {
		if value, ok := c.vars[p.variable]; p.variable != "" && ok {
			c.report.parts = append(c.report.parts, fmt.Sprintf("with %q equal to %q", p.variable, value))
		}
	}
}

// Bounds of the search for what was meant: it is help, and may not cost much.
const (
	guessLines = 400
	guessBytes = 160
)

// closestLine guesses which input line was meant: the one nearest to the pattern's
// own text by edit distance, the earlier of two. Nothing when none is half alike.
func (c *checker) closestLine(d *directive, in region) (offset int, ok bool) {
	want := d.pattern.source[:min(len(d.pattern.source), guessBytes)]
	best := len(want)/2 + 1
	at := in.start
	for range guessLines {
		if at >= in.end {
			break
		}
		end := min(c.input.lineEnd(at), in.end)
		text := c.input.text[at:end]
		trimmed := strings.TrimLeft(text, " \t")
		if n := distance(want, trimmed[:min(len(trimmed), len(want))]); n < best {
			best, offset, ok = n, at+len(text)-len(trimmed), true
		}
		at = end + 1
	}
	return offset, ok
}

// distance is the Levenshtein distance in bytes.
func distance(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			cost := diagonal
			if a[i] != b[j] {
				cost++
			}
			diagonal = row[j+1]
			row[j+1] = min(cost, row[j]+1, row[j+1]+1)
		}
	}
	return row[len(b)]
}
