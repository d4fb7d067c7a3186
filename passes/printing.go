package passes

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/sergi/go-diff/diffmatchpatch"

	"github.com/tile-opt/tile-opt/ir"
)

// Printing prints IR around passes, as mlir-opt's options of the same names
// do. A Printing is used by one run at a time.
type Printing struct {
	// W receives what is printed, unless TreeDir is set.
	W io.Writer
	// IR prints an operation with a newline at its end.
	IR func(w io.Writer, op *ir.Operation) error
	// Before and After name the passes to print around.
	Before, After []string
	// BeforeAll and AfterAll print around every pass.
	BeforeAll, AfterAll bool
	// AfterChange leaves out the printing after passes that changed nothing.
	AfterChange bool
	// AfterFailure prints after passes that failed, and only then.
	AfterFailure bool
	// ModuleScope prints the outermost operation, not the one that the pass
	// ran on.
	ModuleScope bool
	// TreeDir is a directory that receives one file for each printing.
	TreeDir string
	// Diff prints the changed lines of every pass in unified form.
	Diff bool
	// Color colours diffs for a terminal.
	Color bool

	counters map[string]int
	err      error
}

func (p *Printing) any() bool {
	return p != nil && (p.BeforeAll || p.AfterAll || p.AfterChange || p.AfterFailure || p.Diff || len(p.Before)+len(p.After) > 0)
}

// Err returns the first error of writing.
func (p *Printing) Err() error { return p.err }

// printFrame is one pass on one operation while it is printed.
type printFrame struct {
	p      *Printing
	pass   *Pass
	number string
	dir    string
	before []byte
}

func (p *Printing) before(pass *Pass, op *ir.Operation) *printFrame {
	f := &printFrame{p: p, pass: pass}
	if p.TreeDir != "" {
		f.dir, f.number = p.place(op)
	}
	if p.BeforeAll || contains(p.Before, pass.Name) {
		f.dump("Before", op, p.text(op))
	}
	if p.AfterChange || p.Diff {
		f.before = p.text(op)
	}
	return f
}

func (f *printFrame) after(op *ir.Operation, failed error) {
	p := f.p
	if failed != nil {
		if p.AfterFailure {
			f.dump("After", op, p.text(op))
		}
		return
	}
	same := f.before != nil && bytes.Equal(f.before, p.text(op))
	if p.Diff && !same {
		p.write(p.W, fmt.Sprintf("// -----// IR Diff After %s //----- //\n%s\n", title(f.pass), UnifiedDiff(trimmed(f.before), trimmed(p.text(op)), p.Color)))
	}
	if p.wantsAfter(f.pass) && !p.AfterFailure && !(p.AfterChange && same) {
		f.dump("After", op, p.text(op))
	}
}

// wantsAfter reports whether the pass is printed after; AfterChange alone
// speaks of every pass.
func (p *Printing) wantsAfter(pass *Pass) bool {
	return p.AfterAll || contains(p.After, pass.Name) || p.AfterChange && len(p.After) == 0
}

// text prints op, or all around it; an IR printer that panics on broken IR
// must not hide the failure that is being reported.
func (p *Printing) text(op *ir.Operation) (out []byte) {
	defer func() {
		if v := recover(); v != nil {
			out = fmt.Appendf(nil, "<the IR cannot be printed: %v>\n", v)
		}
	}()
	if p.ModuleScope {
		for op.Parent() != nil {
			op = op.Parent()
		}
	}
	var b bytes.Buffer
	if err := p.IR(&b, op); err != nil {
		fmt.Fprintf(&b, "<the IR cannot be printed: %s>\n", err)
	}
	return b.Bytes()
}

// title is the name of a pass in a header: MLIR writes the class and the
// argument.
func title(p *Pass) string {
	return p.class() + " (" + p.Name + ")"
}

// class is the name of a pass in headers and reports.
func (p *Pass) class() string {
	if p.Class != "" {
		return p.Class
	}
	var b strings.Builder
	for _, w := range strings.Split(p.Name, "-") {
		if w != "" {
			b.WriteString(strings.ToUpper(w[:1]) + w[1:])
		}
	}
	return b.String()
}

func (f *printFrame) dump(when string, op *ir.Operation, text []byte) {
	p := f.p
	var b bytes.Buffer
	failed := ""
	if p.AfterFailure {
		failed = " Failed"
	}
	fmt.Fprintf(&b, "// -----// IR Dump %s %s%s (%s)", when, f.pass.class(), failed, f.pass.Name)
	if p.ModuleScope {
		fmt.Fprintf(&b, " ('%s' operation", op.Name())
		if name, ok := ir.SymbolName(op); ok {
			fmt.Fprintf(&b, ": @%s", name)
		}
		b.WriteByte(')')
	}
	b.WriteString(" //----- //\n")
	b.Write(text)
	b.WriteByte('\n')
	if f.dir == "" {
		p.write(p.W, b.String())
		return
	}
	name := fmt.Sprintf("%s_%s.mlir", f.number, f.pass.Name)
	if when == "Before" {
		name = fmt.Sprintf("%s_before_%s.mlir", f.number, f.pass.Name)
	}
	err := os.MkdirAll(f.dir, 0o777)
	if err == nil {
		err = os.WriteFile(filepath.Join(f.dir, name), b.Bytes(), 0o666)
	}
	if err != nil && p.err == nil {
		p.err = err
	}
}

func (p *Printing) write(w io.Writer, s string) {
	if _, err := io.WriteString(w, s); err != nil && p.err == nil {
		p.err = err
	}
}

// place returns the directory of an operation in the tree, one level for each
// operation around it, and the number of the pass: its count on the operation
// behind those of the operations around.
func (p *Printing) place(op *ir.Operation) (dir, number string) {
	dirs := p.dirs(op)
	var numbers []string
	for _, d := range dirs[:len(dirs)-1] {
		p.counters[d] = max(p.counters[d], 1)
		numbers = append(numbers, fmt.Sprint(p.counters[d]-1))
	}
	dir = dirs[len(dirs)-1]
	numbers = append(numbers, fmt.Sprint(p.counters[dir]))
	p.counters[dir]++
	return dir, strings.Join(numbers, "_")
}

// dirs returns the directories of an operation and those around it, outermost first.
func (p *Printing) dirs(op *ir.Operation) []string {
	if p.counters == nil {
		p.counters = make(map[string]int)
	}
	var out []string
	if parent := op.Parent(); parent != nil {
		out = p.dirs(parent)
	}
	dir := p.TreeDir
	if len(out) > 0 {
		dir = out[len(out)-1]
	}
	name := "no-symbol-name"
	if n, ok := ir.SymbolName(op); ok {
		name = fileName(n)
	}
	return append(out, filepath.Join(dir, fileName(op.Name())+"_"+name))
}

// fileName keeps what is harmless in a file name.
func fileName(s string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r >= 'a' && r <= 'z', r >= 'A' && r <= 'Z', r >= '0' && r <= '9', r == '-', r == '$':
			return r
		}
		return '_'
	}, s)
}

// trimmed is a text without empty lines at its end, which say nothing in a diff.
func trimmed(text []byte) string { return strings.TrimRight(string(text), "\n") + "\n" }

// diffContext is the number of unchanged lines around a change.
const diffContext = 3

// UnifiedDiff returns the difference of two texts by lines in unified form,
// with escape sequences for a terminal when color is set.
func UnifiedDiff(before, after string, color bool) string {
	m := diffmatchpatch.New()
	m.DiffTimeout = 0
	a, b, lines := m.DiffLinesToRunes(before, after)
	var rows []diffRow
	for _, d := range m.DiffCharsToLines(m.DiffMainRunes(a, b, false), lines) {
		for line := range strings.Lines(d.Text) {
			rows = append(rows, diffRow{d.Type, strings.TrimSuffix(line, "\n")})
		}
	}
	return formatDiff(rows, color)
}

type diffRow struct {
	op   diffmatchpatch.Operation
	text string
}

func formatDiff(rows []diffRow, color bool) string {
	shown := make([]bool, len(rows))
	for i, r := range rows {
		if r.op == diffmatchpatch.DiffEqual {
			continue
		}
		for k := max(0, i-diffContext); k <= min(len(rows)-1, i+diffContext); k++ {
			shown[k] = true
		}
	}
	var out strings.Builder
	oldLine, newLine := 1, 1
	for i := 0; i < len(rows); {
		if !shown[i] {
			oldLine, newLine, i = oldLine+1, newLine+1, i+1
			continue
		}
		end := i
		var oldN, newN int
		for end < len(rows) && shown[end] {
			if rows[end].op != diffmatchpatch.DiffInsert {
				oldN++
			}
			if rows[end].op != diffmatchpatch.DiffDelete {
				newN++
			}
			end++
		}
		paint(&out, fmt.Sprintf("@@ -%d,%d +%d,%d @@", oldLine, oldN, newLine, newN), "36", color)
		for ; i < end; i++ {
			writeDiffRow(&out, rows[i], color)
		}
		oldLine, newLine = oldLine+oldN, newLine+newN
	}
	return out.String()
}

func writeDiffRow(out *strings.Builder, r diffRow, color bool) {
	switch r.op {
	case diffmatchpatch.DiffInsert:
		paint(out, "+"+r.text, "32", color)
	case diffmatchpatch.DiffDelete:
		paint(out, "-"+r.text, "31", color)
	default:
		paint(out, " "+r.text, "", false)
	}
}

func paint(out *strings.Builder, s, code string, color bool) {
	if color {
		s = "\x1b[" + code + "m" + s + "\x1b[0m"
	}
	out.WriteString(s + "\n")
}
