package all_test

import (
	"bytes"
	"flag"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/tile-opt/tile-opt/dialects/all"
	"github.com/tile-opt/tile-opt/ir"
	"github.com/tile-opt/tile-opt/ir/asm"
)

// corpus is a folder of further modules in generic form.
var corpus = flag.String("corpus", "", "also scramble the *.generic.mlir files of this folder")

// TestScrambled: text in generic form means the same with other names of values
// and blocks, other spacing, comments, keys in another order, integers in
// hexadecimal, aliases of maps and sets inlined, and inherent attributes among the
// others. It prints as it did before.
func TestScrambled(t *testing.T) {
	t.Parallel()
	var files []string
	add := func(root, suffix string) {
		err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
			if err == nil && strings.HasSuffix(path, suffix) {
				files = append(files, path)
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	add("../../testdata/roundtrip", ".mlir")
	if *corpus != "" {
		add(*corpus, ".generic.mlir")
	}
	scrambled := 0
	for _, path := range files {
		src, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		for i, part := range strings.Split(string(src), "// -----") {
			want, err := printGeneric(part)
			if err != nil {
				continue // tests of what is refused
			}
			for seed := range uint64(2) {
				text := scramble(want, seed)
				got, err := printGeneric(text)
				if err != nil {
					t.Errorf("%s, part %d, seed %d: %v\n%s", path, i, seed, err, clip(text))
				} else if d := cmp.Diff(want, got); d != "" {
					t.Errorf("%s, part %d, seed %d: %s", path, i, seed, clip(d))
				}
				scrambled++
			}
		}
	}
	if scrambled < 30 {
		t.Errorf("only %d modules were scrambled", scrambled)
	}
}

func clip(s string) string { return s[:min(len(s), 1500)] }

func printGeneric(src string) (string, error) {
	c := ir.NewContext(all.Dialects()...)
	c.AllowUnregistered = true
	m, err := asm.Parse(c, "f.mlir", []byte(src), asm.ParseOptions{})
	if err != nil {
		return "", err
	}
	if err := ir.Verify(m); err != nil {
		return "", err
	}
	var b bytes.Buffer
	o := asm.PrintOptions{Generic: true}
	if err := asm.Print(&b, m, o); err != nil {
		return "", err
	}
	return b.String(), nil
}

// scrambler rewrites the tokens of a module in generic form, as the printer lays
// it out: an operation begins on a line of its own.
type scrambler struct {
	rng  *rand.Rand
	toks []scrambleToken
	pos  int
	out  strings.Builder
	reg  map[string]bool // whether the attributes of an operation may name its properties
}

type scrambleToken struct {
	text string
	line bool // first on its line
}

var (
	tokenRE   = regexp.MustCompile(`^(?:"(?:[^"\\]|\\.)*"|[%^][A-Za-z0-9_$.\-]+(?:#\d+)?|@(?:"(?:[^"\\]|\\.)*"|[A-Za-z0-9_$.]+)(?:::@(?:"(?:[^"\\]|\\.)*"|[A-Za-z0-9_$.]+))*|[#!][A-Za-z0-9_$.\-]+|\d+\.\d*(?:[eE][+-]?\d+)?|[A-Za-z0-9_$.]+|->|\.\.\.|.)`)
	builtinRE = regexp.MustCompile(`#(?:map|set)\d*\b`)
)

func scramble(src string, seed uint64) string {
	s := &scrambler{rng: rand.New(rand.NewPCG(seed, 1)), reg: map[string]bool{}}
	for _, d := range all.Dialects() {
		for _, b := range d.Ops {
			s.reg[b.Def.Name] = !slices.ContainsFunc(b.Def.Props, func(p ir.PropSlot) bool { return p.Native })
		}
	}
	head, tail := inlineAliases(src)
	body, meta, _ := strings.Cut(tail, "\n{-#")
	s.tokenize(body)
	s.out.WriteString(head)
	for s.pos < len(s.toks) {
		s.operation()
	}
	if meta != "" {
		s.out.WriteString("\n{-#" + meta)
	}
	return s.out.String()
}

// inlineAliases puts maps and sets where their aliases are; the other aliases are
// the head.
func inlineAliases(src string) (head, tail string) {
	values := map[string]string{}
	var kept []string
	lines := strings.Split(src, "\n")
	n := 0
	for n < len(lines) && len(lines[n]) > 0 && (lines[n][0] == '#' || lines[n][0] == '!') {
		name, value, _ := strings.Cut(lines[n], " = ")
		if builtinRE.MatchString(name) && builtinRE.FindString(name) == name {
			values[name] = value
		} else {
			kept = append(kept, lines[n])
		}
		n++
	}
	inline := func(text string) string {
		return builtinRE.ReplaceAllStringFunc(text, func(name string) string {
			if v, ok := values[name]; ok {
				return v
			}
			return name
		})
	}
	head = strings.Join(kept, "\n") + "\n"
	return inline(head), inline(strings.Join(lines[n:], "\n"))
}

func (s *scrambler) tokenize(src string) {
	line := true
	for i := 0; i < len(src); {
		switch {
		case src[i] == '\n':
			line = true
			i++
			continue
		case src[i] == ' ':
			i++
			continue
		case strings.HasPrefix(src[i:], "//"):
			i += max(strings.IndexByte(src[i:], '\n'), 1)
			continue
		}
		t := tokenRE.FindString(src[i:])
		i += len(t)
		for i < len(src) && bodyFollows(t, src[i]) {
			n := balanced(src[i:])
			t, i = t+src[i:i+n], i+n
		}
		s.toks = append(s.toks, scrambleToken{t, line})
		line = false
	}
}

// bodyFollows reports whether a bracket belongs to the token in front of it; what
// is inside stays as it is.
func bodyFollows(t string, c byte) bool {
	switch word := t[0]; {
	case strings.HasPrefix(t, "distinct"):
		return c == '[' || c == '<'
	case t == "loc" || strings.HasPrefix(t, "loc("):
		return t == "loc" && c == '('
	case word == '#' || word == '!', word >= 'a' && word <= 'z':
		return c == '<' && !strings.HasSuffix(t, ">")
	}
	return false
}

// balanced returns the length of the bracketed text at the start of s.
func balanced(s string) int {
	depth := 0
	for i := 0; i < len(s); i++ {
		switch s[i] {
		case '<', '(', '[', '{':
			depth++
		case '>', ')', ']', '}':
			if s[i] == '>' && (i > 0 && s[i-1] == '-' || i+1 < len(s) && s[i+1] == '=') {
				continue // of an arrow, or of a comparison in a set
			}
			if depth--; depth == 0 {
				return i + 1
			}
		case '"':
			for i++; i < len(s) && s[i] != '"'; i++ {
				if s[i] == '\\' {
					i++
				}
			}
		}
	}
	return len(s)
}

func (s *scrambler) peek() string {
	if s.pos < len(s.toks) {
		return s.toks[s.pos].text
	}
	return ""
}

// write appends a token with any white space.
func (s *scrambler) write(t string) {
	switch t[0] {
	case '%':
		name, num, _ := strings.Cut(t[1:], "#")
		t = "%v-" + name + "$"
		if num != "" {
			t += "#" + num
		}
	case '^':
		t = "^B." + t[1:] + "-"
	}
	s.out.WriteString(t)
	s.out.WriteString([]string{" ", " ", " ", "  ", "\n", "\t", " // x \" { ( \n", "\r\n"}[s.rng.IntN(8)])
}

func (s *scrambler) take() string {
	t := s.peek()
	if t == "" {
		panic("scrambler: unexpected end behind " + clip(s.out.String()[max(0, s.out.Len()-300):]))
	}
	s.pos++
	return t
}

// group copies tokens from an opening bracket up to the one that closes it.
func (s *scrambler) group() {
	depth := 0
	for s.pos < len(s.toks) {
		t := s.take()
		switch t {
		case "(", "[", "{", "<":
			depth++
		case ")", "]", "}", ">":
			depth--
		}
		s.write(t)
		if depth == 0 {
			return
		}
	}
}

// entries reads {a, b, ...} and returns what stands between the commas.
func (s *scrambler) entries() [][]string {
	var out [][]string
	var entry []string
	depth := 0
	s.take()
	for s.pos < len(s.toks) {
		t := s.take()
		switch {
		case depth == 0 && (t == "," || t == "}"):
			if len(entry) > 0 {
				out = append(out, entry)
			}
			if entry = nil; t == "}" {
				return out
			}
			continue
		case strings.Contains("([{<", t):
			depth++
		case strings.Contains(")]}>", t):
			depth--
		}
		entry = append(entry, t)
	}
	return out
}

var typeRE = regexp.MustCompile(`^(?:s?i(?:8|16|32|64)|index)$`)

func (s *scrambler) dict(open string, entries [][]string, end string) {
	s.rng.Shuffle(len(entries), func(i, j int) { entries[i], entries[j] = entries[j], entries[i] })
	s.write(open)
	for i, e := range entries {
		if i > 0 {
			s.write(",")
		}
		for k, t := range e {
			n := 0
			if k+2 < len(e) && e[k+1] == ":" && typeRE.MatchString(e[k+2]) {
				if c, err := fmt.Sscanf(t, "%d", &n); err == nil && c == 1 && fmt.Sprint(n) == t && n < 100 {
					t = fmt.Sprintf("0x%X", n)
				}
			}
			s.write(t)
		}
	}
	s.write(end)
}

func (s *scrambler) operation() {
	for s.pos < len(s.toks) && s.peek()[0] != '"' {
		s.write(s.take()) // results
	}
	if s.pos == len(s.toks) {
		return
	}
	name := s.take()
	s.write(name)
	s.group()
	if s.peek() == "[" {
		s.group()
	}
	var moved [][]string
	if s.peek() == "<" {
		s.properties(strings.Trim(name, `"`), &moved)
	}
	if s.peek() == "(" {
		s.write(s.take())
		s.region()
		for s.peek() == "," {
			s.write(s.take())
			s.region()
		}
		s.write(s.take())
	}
	if s.peek() == "{" {
		moved = append(moved, s.entries()...)
	}
	if len(moved) > 0 {
		s.dict("{", moved, "}")
	}
	s.write(s.take()) // the colon
	for s.pos < len(s.toks) && !s.toks[s.pos].line {
		s.write(s.take())
	}
}

// properties copies <...>, or moves what is inside to the other attributes.
func (s *scrambler) properties(name string, moved *[][]string) {
	if s.toks[s.pos+1].text != "{" {
		s.group()
		return
	}
	s.take()
	e := s.entries()
	s.take()
	if s.reg[name] && s.rng.IntN(2) == 0 {
		*moved = e
		return
	}
	s.dict("<{", e, "}>")
}

func (s *scrambler) region() {
	s.write(s.take())
	for s.pos < len(s.toks) && s.peek() != "}" {
		if s.peek()[0] == '^' {
			s.write(s.take())
			if s.peek() == "(" {
				s.group()
			}
			s.write(s.take())
			continue
		}
		s.operation()
	}
	s.write(s.take())
}
