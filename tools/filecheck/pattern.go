package filecheck

import (
	"fmt"
	"strconv"
	"strings"
)

// pattern is a parsed check string: a literal, or pieces of a POSIX extended
// regular expression with variables to be filled in between them.
type pattern struct {
	source      string // as written, for messages
	literal     string // when regex is false
	regex       bool
	pieces      []piece
	captures    []capture
	hasVariable bool
	compiled    *matcher // kept when no piece holds a variable
}

// piece is regular-expression text, or a variable whose value stands there.
type piece struct {
	ere, variable string
}

// capture is a variable that this pattern defines, with its group.
type capture struct {
	name  string
	group int
}

// patternError is a mistake at a byte offset of the check string.
type patternError struct {
	offset  int
	message string
}

func patternErrorf(offset int, format string, args ...any) *patternError {
	return &patternError{offset, fmt.Sprintf(format, args...)}
}

// normalize canonicalises literal text as the input's is.
func normalize(s string, opts Options) string {
	if opts.StrictWhitespace {
		return s
	}
	return canonicalize(s)
}

// patternParser builds a pattern from left to right.
type patternParser struct {
	text   string
	line   int // for @LINE
	opts   Options
	out    *pattern
	groups int // groups opened so far
}

// parsePattern parses text, a check string without surrounding blanks that stands
// on the given line of its file.
func parsePattern(text string, line int, opts Options) (*pattern, *patternError) {
	p := &patternParser{text: text, line: line, opts: opts, out: &pattern{source: text}}
	for at := 0; at < len(text); {
		n, err := p.step(at)
		if err != nil {
			return nil, err
		}
		at += n
	}
	if !p.out.regex {
		p.out.literal = normalize(text, opts)
	}
	return p.out, nil
}

// step takes the block or the literal text at offset at and returns its length.
func (p *patternParser) step(at int) (int, *patternError) {
	rest := p.text[at:]
	if strings.HasPrefix(rest, "{{") {
		end := strings.Index(rest, "}}")
		if end < 0 {
			return 0, patternErrorf(at, "found start of regex string with no end '}}'")
		}
		return end + 2, p.regex(rest[2:end], at+2)
	}
	// In [[[ the first bracket is literal: "[[[I]]]" is "[", the variable, "]".
	if strings.HasPrefix(rest, "[[") && !strings.HasPrefix(rest, "[[[") {
		end, err := blockEnd(rest[2:], at+2)
		if err != nil {
			return 0, err
		}
		return end + 4, p.block(rest[2:2+end], at+2)
	}
	end := len(rest)
	for _, open := range []string{"{{", "[["} {
		if i := strings.Index(rest[1:], open); i >= 0 {
			end = min(end, i+1)
		}
	}
	p.emit(escapeERE(normalize(rest[:end], p.opts)))
	return end, nil
}

func (p *patternParser) emit(ere string) {
	p.out.pieces = append(p.out.pieces, piece{ere: ere})
}

// regex adds what stands between double braces.
func (p *patternParser) regex(ere string, at int) *patternError {
	ere = normalize(ere, p.opts)
	groups, err := validateERE(ere)
	if err != nil {
		return patternErrorf(at, "invalid regex: %v", err)
	}
	p.out.regex = true
	p.groups += groups
	if strings.Contains(ere, "|") {
		p.groups++
		ere = "(" + ere + ")"
	}
	p.emit(ere)
	return nil
}

// block adds what stands between double square brackets.
func (p *patternParser) block(text string, at int) *patternError {
	p.out.regex = true
	if line, ok := strings.CutPrefix(strings.TrimPrefix(text, "#"), "@LINE"); ok {
		return p.lineNumber(line, at)
	}
	if strings.HasPrefix(text, "#") {
		return patternErrorf(at, "numeric substitution blocks are not supported")
	}
	n := variableName(text)
	p.out.hasVariable = true
	switch {
	case n == 0 || n < len(text) && text[n] != ':':
		return patternErrorf(at, "expected [[NAME]] or [[NAME:regex]], found %q", text)
	case n == len(text):
		return p.use(text, at)
	}
	ere := normalize(text[n+1:], p.opts)
	groups := 0
	if ere != "" { // FileCheck lets a variable be defined as nothing
		var err error
		if groups, err = validateERE(ere); err != nil {
			return patternErrorf(at+n+1, "invalid regex: %v", err)
		}
	}
	p.groups++
	p.out.captures = append(p.out.captures, capture{name: text[:n], group: p.groups})
	p.groups += groups
	p.emit("(" + ere + ")")
	return nil
}

// use adds the value of a variable: a back-reference when this very pattern
// defines it, otherwise text known when matching.
func (p *patternParser) use(name string, at int) *patternError {
	for i := len(p.out.captures) - 1; i >= 0; i-- {
		c := p.out.captures[i]
		if c.name != name {
			continue
		}
		if c.group > 9 {
			return patternErrorf(at, "can't refer back to %s, which is group %d: at most 9 are possible", name, c.group)
		}
		p.emit("\\" + strconv.Itoa(c.group))
		return nil
	}
	p.out.pieces = append(p.out.pieces, piece{variable: name})
	return nil
}

// lineNumber adds the number of the directive's own line plus an offset such as +1.
func (p *patternParser) lineNumber(offset string, at int) *patternError {
	offset = strings.ReplaceAll(offset, " ", "")
	n := 0
	if offset != "" {
		var err error
		n, err = strconv.Atoi(offset)
		if err != nil || offset[0] != '+' && offset[0] != '-' {
			return patternErrorf(at, "expected @LINE, @LINE+n or @LINE-n, found \"@LINE%s\"", offset)
		}
	}
	p.emit(strconv.Itoa(p.line + n))
	return nil
}

// variableName returns the length of the variable name at the start of s: a letter
// or underscore, then letters, digits and underscores; a $ may stand before.
func variableName(s string) int {
	i := 0
	if strings.HasPrefix(s, "$") {
		i = 1
	}
	if i == len(s) || !isNameByte(s[i]) || '0' <= s[i] && s[i] <= '9' {
		return 0
	}
	for i < len(s) && isNameByte(s[i]) {
		i++
	}
	return i
}

// blockEnd finds the ]] that closes a block whose text begins at s, skipping
// bracket expressions and escaped characters.
func blockEnd(s string, at int) (int, *patternError) {
	depth := 0
	for i := 0; i < len(s); i++ {
		if depth == 0 && strings.HasPrefix(s[i:], "]]") {
			return i, nil
		}
		switch s[i] {
		case '\\':
			i++
		case '[':
			depth++
		case ']':
			if depth == 0 {
				return 0, patternErrorf(at+i, "missing closing \"]\" for regex variable")
			}
			depth--
		}
	}
	return 0, patternErrorf(at, "invalid substitution block, no ]] found")
}

// find searches buf for the leftmost match and records what the pattern defines in
// vars. ok is false when there is none; err is a use of an undefined variable.
func (p *pattern) find(buf string, vars map[string]string) (start, end int, ok bool, err error) {
	if !p.regex {
		i := strings.Index(buf, p.literal)
		return i, i + len(p.literal), i >= 0, nil
	}
	m, err := p.matcher(vars)
	if err != nil {
		return 0, 0, false, err
	}
	loc, err := m.find(buf)
	if err != nil || loc == nil {
		return 0, 0, false, err
	}
	for _, c := range p.captures {
		if s, e := loc[2*c.group], loc[2*c.group+1]; s >= 0 {
			vars[c.name] = buf[s:e]
		}
	}
	return loc[0], loc[1], true, nil
}

// matcher compiles the pattern with the values that variables have now.
func (p *pattern) matcher(vars map[string]string) (*matcher, error) {
	if p.compiled != nil {
		return p.compiled, nil
	}
	var ere strings.Builder
	fixed := true
	for _, piece := range p.pieces {
		if piece.variable == "" {
			ere.WriteString(piece.ere)
			continue
		}
		value, ok := vars[piece.variable]
		if !ok {
			return nil, fmt.Errorf("undefined variable: %s", piece.variable)
		}
		fixed = false
		ere.WriteString(escapeERE(value))
	}
	m, err := compileERE(ere.String())
	if err != nil {
		return nil, err
	}
	if fixed {
		p.compiled = m
	}
	return m, nil
}
