package ptx

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// maxNesting bounds nested scopes; a name is looked for in all that enclose it.
const maxNesting = 256

// Parse reads a module. The error names the line; the module read so far comes
// back with it.
func Parse(src string) (*Module, error) {
	p := &parser{lexer: lexer{src: src, line: 1}, m: &Module{}}
	for p.err == nil {
		t := p.next()
		if t.text == "" {
			break
		}
		p.topLevel(t)
	}
	return p.m, p.err
}

type parser struct {
	lexer
	m   *Module
	err error
}

func (p *parser) fail(line int, format string, args ...any) {
	if p.err == nil {
		p.err = fmt.Errorf("ptx:%d: %s", line, fmt.Sprintf(format, args...))
	}
}

// topLevel reads one directive, declaration or definition that begins with t.
func (p *parser) topLevel(t token) {
	switch t.text {
	case ".version":
		v := p.restOfLine()
		if n, _ := fmt.Sscanf(v, "%d.%d", &p.m.Version.Major, &p.m.Version.Minor); n != 2 {
			p.fail(t.line, "expected a version such as 8.0, found %q", v)
		}
		return
	case ".target":
		p.m.Target = p.restOfLine()
		return
	case ".address_size", ".file", ".loc":
		p.restOfLine()
		return
	case ";":
		return
	}
	head, end := p.header(t)
	at := slices.IndexFunc(head, func(t token) bool { return t.text == ".entry" || t.text == ".func" })
	switch {
	case end == "":
		p.fail(t.line, "expected a semicolon or a body after %s, found the end of the text", t.text)
	case at < 0 && end == "{": // .section, which has no semicolon
		p.skipBraces(t.line)
	case at >= 0:
		f := function(head[at:])
		if end == "{" {
			p.body(f, t.line)
			p.m.Functions = append(p.m.Functions, f)
		} else {
			p.m.Externs = append(p.m.Externs, f.Name)
		}
	}
}

// header takes the tokens up to the semicolon or the brace that opens a body, and
// tells which it was. Braces after = belong to an initial value.
func (p *parser) header(t token) ([]token, string) {
	head := []token{t}
	value := t.text == "="
	for {
		t = p.next()
		switch {
		case t.text == "" || t.text == ";":
			return head, t.text
		case t.text == "{" && !value:
			return head, "{"
		case t.text == "=":
			value = true
		}
		head = append(head, t)
	}
}

// skipBraces passes a balanced block whose opening brace is taken.
func (p *parser) skipBraces(line int) {
	for depth := 1; depth > 0; {
		switch p.next().text {
		case "{":
			depth++
		case "}":
			depth--
		case "":
			p.fail(line, "expected a closing brace, found the end of the text")
			return
		}
	}
}

// function reads the header `.entry name(params) directives`, or with .func and
// perhaps a result in parentheses before the name.
func function(head []token) *Function {
	f := &Function{Entry: head[0].text == ".entry"}
	head = head[1:]
	if len(head) > 0 && head[0].text == "(" {
		_, head = parens(head)
	}
	if len(head) > 0 {
		f.Name, head = head[0].text, head[1:]
	}
	if len(head) > 0 && head[0].text == "(" {
		var inner []token
		inner, head = parens(head)
		for _, decl := range split(inner) {
			f.Params = append(f.Params, param(decl))
		}
	}
	for len(head) > 0 {
		n := 1
		for n < len(head) && !strings.HasPrefix(head[n].text, ".") {
			n++
		}
		if strings.HasPrefix(head[0].text, ".") {
			f.Directives = append(f.Directives, Directive{head[0].text, strings.ReplaceAll(join(head[1:n]), ",", ", ")})
		}
		head = head[n:]
	}
	return f
}

// parens cuts "( inner ) rest"; the first token is the opening parenthesis.
func parens(ts []token) (inner, rest []token) {
	depth := 0
	for i, t := range ts {
		switch t.text {
		case "(":
			depth++
		case ")":
			if depth--; depth == 0 {
				return ts[1:i], ts[i+1:]
			}
		}
	}
	return ts[1:], nil
}

// param reads ".param .u64 .ptr .global .align 16 name" or ".param .align 64 .b8
// name[128]".
func param(decl []token) Param {
	var p Param
	for i, t := range decl {
		number := func() int {
			if i+1 >= len(decl) {
				return 0
			}
			n, _ := strconv.Atoi(decl[i+1].text)
			return n
		}
		switch t.text {
		case ".param", ".reg", "]":
		case ".align":
			p.Align = number()
		case ".ptr":
			p.Pointer = true
		case "[":
			p.Len = number()
		default:
			switch {
			case strings.HasPrefix(t.text, ".") && p.Pointer:
				p.Space = t.text
			case strings.HasPrefix(t.text, "."):
				p.Type = t.text
			case t.word() && (t.text[0] < '0' || t.text[0] > '9'):
				p.Name = t.text
			}
		}
	}
	return p
}

// labelKey is a label in the scope that defines it: labels inside braces are
// local, as inline assembly relies on.
type labelKey struct {
	scope int
	name  string
}

// bodyParser is the state of one function's body.
type bodyParser struct {
	f       *Function
	labels  map[labelKey]int      // label -> index of the instruction behind it
	lists   map[labelKey][]string // label -> targets of .branchtargets
	parents []int                 // scope -> enclosing scope
	scope   int
	depth   int
}

// body reads up to the brace that closes the function.
func (p *parser) body(f *Function, line int) {
	b := &bodyParser{f: f, labels: map[labelKey]int{}, lists: map[labelKey][]string{}, parents: []int{-1}}
	for p.err == nil {
		t := p.next()
		switch {
		case t.text == "":
			p.fail(line, "expected a closing brace for %s, found the end of the text", f.Name)
		case t.text == ";":
		case t.text == "{":
			if b.depth++; b.depth > maxNesting {
				p.fail(t.line, "expected at most %d nested scopes", maxNesting)
			}
			b.parents = append(b.parents, b.scope)
			b.scope = len(b.parents) - 1
		case t.text == "}" && b.depth == 0:
			b.finish()
			return
		case t.text == "}":
			b.depth--
			b.scope = b.parents[b.scope]
		case t.text == ".loc" || t.text == ".file":
			p.restOfLine()
		case t.word() && p.peek().text == ":":
			p.next()
			p.label(b, t.text)
		case strings.HasPrefix(t.text, "."):
			p.statement()
		default:
			p.instruction(b, t)
		}
	}
}

// label notes a label and, when it names one, the list of branch targets.
func (p *parser) label(b *bodyParser, name string) {
	key := labelKey{b.scope, name}
	if p.peek().text != ".branchtargets" {
		b.labels[key] = len(b.f.Insts)
		return
	}
	p.next()
	for _, target := range split(p.statement()) {
		b.lists[key] = append(b.lists[key], join(target))
	}
}

// instruction reads a guarded or plain instruction that begins with t.
func (p *parser) instruction(b *bodyParser, t token) {
	inst := Inst{Line: t.line, scope: b.scope}
	if t.text == "@" {
		t = p.next()
		if t.text == "!" {
			inst.Pred = "!"
			t = p.next()
		}
		inst.Pred += t.text
		t = p.next()
		inst.Line = t.line
	}
	if !t.word() {
		p.fail(t.line, "expected an instruction, found %q", t.text)
		return
	}
	inst.Op = t.text
	for _, arg := range split(p.statement()) {
		inst.Args = append(inst.Args, join(arg))
	}
	b.f.Insts = append(b.f.Insts, inst)
}

// statement takes the tokens up to the semicolon. A brace that closes more than
// the statement opened ends it as well and stays.
func (p *parser) statement() []token {
	var ts []token
	depth := 0
	for {
		save := p.lexer
		t := p.next()
		switch t.text {
		case "", ";":
			return ts
		case "{":
			depth++
		case "}":
			if depth--; depth < 0 {
				p.lexer = save
				return ts
			}
		}
		ts = append(ts, t)
	}
}

// split cuts tokens at the commas outside of brackets.
func split(ts []token) [][]token {
	var parts [][]token
	depth, start := 0, 0
	for i, t := range ts {
		switch t.text {
		case "(", "[", "{":
			depth++
		case ")", "]", "}":
			depth--
		case ",":
			if depth == 0 {
				parts = append(parts, ts[start:i])
				start = i + 1
			}
		}
	}
	if start < len(ts) {
		parts = append(parts, ts[start:])
	}
	return parts
}

// join writes tokens without white space, but for one blank between two words.
func join(ts []token) string {
	var sb strings.Builder
	for i, t := range ts {
		if i > 0 && t.space && t.word() && ts[i-1].word() {
			sb.WriteByte(' ')
		}
		sb.WriteString(t.text)
	}
	return sb.String()
}
