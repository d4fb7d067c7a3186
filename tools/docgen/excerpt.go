package main

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"

	"github.com/tile-opt/tile-opt/tools/tile-opt/tileopt"
	"github.com/tile-opt/tile-opt/tools/tilec/tilec"
)

// tool returns a command that excerpts may call, or nil.
func tool(name string) func(args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	switch name {
	case "tile-opt":
		return tileopt.Main
	case "tilec":
		return tilec.Main
	}
	return nil
}

// excerpts makes the code blocks of hand-written pages. What a command prints
// is kept, since pages show several parts of it.
type excerpts struct {
	root    string
	outputs map[string]string
}

// writtenPages returns the hand-written pages with fresh excerpts, and their pictures.
func writtenPages(root string) ([]page, error) {
	var out []page
	e := &excerpts{root: root, outputs: make(map[string]string)}
	for _, pattern := range []string{"README.md", "docs/*.md", "docs/howto/*.md"} {
		found, err := filepath.Glob(filepath.Join(root, pattern))
		if err != nil {
			return nil, err
		}
		for _, f := range found {
			text, err := os.ReadFile(f)
			if err != nil {
				return nil, err
			}
			name := filepath.ToSlash(filepath.Join(filepath.Dir(pattern), filepath.Base(f)))
			if bytes.HasPrefix(text, []byte(mark)) {
				continue
			}
			fresh, err := e.refresh(string(text))
			if err != nil {
				return nil, fmt.Errorf("%s: %w", name, err)
			}
			out = append(out, page{name, fresh})
			images, err := e.pictures(page{name, fresh})
			if err != nil {
				return nil, fmt.Errorf("%s: %w", name, err)
			}
			out = append(out, images...)
		}
	}
	return out, nil
}

// excerptRE matches an excerpt: the comment that says what it shows, and the
// block with it.
var excerptRE = regexp.MustCompile("(?ms)^<!-- excerpt: ([^\n]*)\n(.*?)-->\n\n?```([a-z]*)\n(.*?)^```$")

// refresh replaces the text of every code block that stands behind a comment
//
//	<!-- excerpt: tile-opt FILE --pass-pipeline='...' --mlir-print-ir-after=cse
//	/first/
//	/from/ ... /to/
//	/line/ +3
//	-->
//
// The first line is a command (tile-opt, tilec, or cat with a file of the
// repository), run at the root without a shell; its output and errors count.
// Each further line picks lines of the output, always behind those picked
// before: one, those from one to another, or one and so many more; the slashes
// hold regular expressions. What is left out becomes a line with "...", long
// lists of registers are shortened, and lines are cut at 110 columns. Without selectors everything is shown.
func (e *excerpts) refresh(text string) (string, error) {
	var firstErr error
	out := excerptRE.ReplaceAllStringFunc(text, func(block string) string {
		m := excerptRE.FindStringSubmatch(block)
		body, err := e.excerpt(strings.TrimSpace(m[1]), m[2])
		if err != nil {
			if firstErr == nil {
				firstErr = err
			}
			return block
		}
		head := block[:len(block)-len("```")-len(m[4])]
		return head + body + "```"
	})
	if n := strings.Count(text, "\n<!-- excerpt:"); n != len(excerptRE.FindAllString(text, -1)) {
		return "", fmt.Errorf("one of %d excerpts has no code block behind it", n)
	}
	return out, firstErr
}

func (e *excerpts) excerpt(line, selectors string) (string, error) {
	output, err := e.output(line)
	if err != nil {
		return "", err
	}
	lines := strings.Split(strings.TrimRight(output, "\n"), "\n")
	if strings.TrimSpace(selectors) == "" {
		return cut(lines), nil
	}
	var kept []string
	next := 0
	for _, s := range strings.Split(strings.TrimSpace(selectors), "\n") {
		from, to, err := pick(lines, next, s)
		if err != nil {
			return "", fmt.Errorf("excerpt of %q: %w; the output begins with %q", line, err, lines[0])
		}
		if from > next && len(kept) > 0 {
			kept = append(kept, indentOf(lines[from])+"...")
		}
		kept = append(kept, lines[from:to]...)
		next = to
	}
	return cut(kept), nil
}

var selectorRE = regexp.MustCompile(`^/(.*?)/(?: \.\.\. /(.*)/| \+(\d+))?$`)

// pick returns the bounds of the lines that a selector picks from next on.
func pick(lines []string, next int, selector string) (from, to int, err error) {
	m := selectorRE.FindStringSubmatch(selector)
	if m == nil {
		return 0, 0, fmt.Errorf("selector %q is not /a/, /a/ ... /b/ or /a/ +n", selector)
	}
	find := func(expr string, start int) (int, error) {
		re, err := regexp.Compile(expr)
		if err != nil {
			return 0, err
		}
		for i := start; i < len(lines); i++ {
			if re.MatchString(lines[i]) {
				return i, nil
			}
		}
		return 0, fmt.Errorf("no line from %d on matches /%s/", start+1, expr)
	}
	if from, err = find(m[1], next); err != nil {
		return 0, 0, err
	}
	switch {
	case m[2] != "":
		if to, err = find(m[2], from+1); err != nil {
			return 0, 0, err
		}
		return from, to + 1, nil
	case m[3] != "":
		n, err := strconv.Atoi(m[3])
		if err != nil || from+1+n > len(lines) {
			return 0, 0, fmt.Errorf("there are no %s lines behind line %d", m[3], from+1)
		}
		return from, from + 1 + n, nil
	}
	return from, from + 1, nil
}

func indentOf(line string) string { return line[:len(line)-len(strings.TrimLeft(line, " \t"))] }

// runRE matches a long list of registers, or of one scalar type.
var runRE = regexp.MustCompile(`(%\w+|f32)(?:, (?:%\w+|f32)){7,}, (%\w+|f32)`)

// cut shortens lines and ends each.
func cut(lines []string) string {
	const width = 110
	var b strings.Builder
	for _, l := range lines {
		l = runRE.ReplaceAllString(strings.ReplaceAll(l, "\t", "    "), "$1, ..., $2")
		if r := []rune(l); len(r) > width {
			l = string(r[:width-4]) + " ..."
		}
		b.WriteString(strings.TrimRight(l, " ") + "\n")
	}
	return b.String()
}

// output runs a command line, once.
func (e *excerpts) output(line string) (string, error) {
	if out, ok := e.outputs[line]; ok {
		return out, nil
	}
	args, err := fields(line)
	if err != nil {
		return "", err
	}
	// Absolute, so that it can be told from other text and taken out again.
	root, err := filepath.Abs(e.root)
	if err != nil {
		return "", err
	}
	for i, a := range args {
		if _, err := os.Stat(filepath.Join(root, a)); err == nil && i > 0 && strings.Contains(a, "/") {
			args[i] = filepath.Join(root, a)
		}
	}
	var out bytes.Buffer
	switch run := tool(args[0]); {
	case args[0] == "cat" && len(args) == 2:
		text, err := os.ReadFile(args[1])
		if err != nil {
			return "", err
		}
		out.Write(text)
	case run != nil:
		// Errors are what some pages show, so the exit code does not matter:
		// selectors that match nothing tell of a command that went wrong.
		run(args[1:], strings.NewReader(""), &out, &out)
	default:
		return "", fmt.Errorf("excerpt of an unknown command: %s", line)
	}
	text := strings.ReplaceAll(out.String(), root+string(filepath.Separator), "")
	e.outputs[line] = text
	return text, nil
}

// fields splits a command line at spaces outside single quotes.
func fields(line string) ([]string, error) {
	var out []string
	word, quoted, started := "", false, false
	for _, c := range line {
		switch {
		case c == '\'':
			quoted, started = !quoted, true
		case c == ' ' && !quoted:
			if started {
				out = append(out, word)
			}
			word, started = "", false
		default:
			word += string(c)
			started = true
		}
	}
	if started {
		out = append(out, word)
	}
	if quoted || len(out) == 0 {
		return nil, fmt.Errorf("excerpt of a malformed command: %s", line)
	}
	return out, nil
}
