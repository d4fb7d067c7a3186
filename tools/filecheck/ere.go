package filecheck

import (
	"errors"
	"fmt"
	"regexp"
	"regexp/syntax"
	"strings"
	"unicode/utf8"
)

// The mistakes that FileCheck's regular expressions report, in its words.
var (
	errEmpty      = errors.New("empty (sub)expression")
	errParens     = errors.New("parentheses not balanced")
	errBraces     = errors.New("braces not balanced")
	errBrackets   = errors.New("brackets ([ ]) not balanced")
	errBackslash  = errors.New(`trailing backslash (\)`)
	errRepeat     = errors.New("repetition-operator operand invalid")
	errCount      = errors.New("invalid repetition count(s)")
	errBackref    = errors.New("invalid backreference number")
	errClass      = errors.New("invalid character class")
	errRange      = errors.New("invalid character range")
	errCollation  = errors.New("collating elements are not supported")
	errBacktracks = errors.New("the pattern needs too many steps on this input")
)

// maxCount is POSIX's bound on a repetition count.
const maxCount = 255

// backrefBase+n stands for back-reference n in the translated expression: Go's
// syntax has none. These are noncharacters, which no text holds.
const backrefBase = 0x10FFF0

// escapeERE quotes s for a POSIX extended regular expression.
func escapeERE(s string) string {
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		if strings.IndexByte(`()^$|*+?.[]\{}`, s[i]) >= 0 {
			b.WriteByte('\\')
		}
		b.WriteByte(s[i])
	}
	return b.String()
}

// validateERE checks one fragment by itself and counts its groups.
func validateERE(ere string) (groups int, err error) {
	t := &ereTranslator{src: ere}
	if err := t.translate(); err != nil {
		return 0, err
	}
	_, err = syntax.Parse(t.out.String(), syntax.POSIX)
	return len(t.closed), err
}

// ereTranslator rewrites a POSIX extended regular expression, in the dialect of
// LLVM's support library, into Go's syntax.
type ereTranslator struct {
	src      string
	pos      int
	out      strings.Builder
	closed   []bool // per group: its closing parenthesis was seen
	backrefs bool
}

func (t *ereTranslator) translate() error {
	if err := t.alternatives(0); err != nil {
		return err
	}
	if t.pos < len(t.src) {
		return errParens
	}
	return nil
}

func (t *ereTranslator) peek() byte {
	if t.pos < len(t.src) {
		return t.src[t.pos]
	}
	return 0
}

// alternatives reads until the end, or until the parenthesis that closes depth.
func (t *ereTranslator) alternatives(depth int) error {
	for {
		n := 0
		for t.pos < len(t.src) && t.peek() != '|' && !(depth > 0 && t.peek() == ')') {
			if err := t.repeated(depth); err != nil {
				return err
			}
			n++
		}
		if n == 0 {
			return errEmpty
		}
		if t.peek() != '|' {
			return nil
		}
		t.pos++
		t.out.WriteByte('|')
	}
}

// repeated reads one atom and its repetition.
func (t *ereTranslator) repeated(depth int) error {
	caret := t.peek() == '^'
	if err := t.atom(depth); err != nil {
		return err
	}
	if !t.atRepetition() {
		return nil
	}
	if caret {
		return errRepeat
	}
	if t.peek() == '{' {
		if err := t.bounds(); err != nil {
			return err
		}
	} else {
		t.out.WriteByte(t.peek())
		t.pos++
	}
	if t.atRepetition() {
		return errRepeat
	}
	return nil
}

func (t *ereTranslator) atRepetition() bool {
	switch t.peek() {
	case '*', '+', '?':
		return true
	case '{':
		return t.pos+1 < len(t.src) && isDigit(t.src[t.pos+1])
	}
	return false
}

func isDigit(c byte) bool { return '0' <= c && c <= '9' }

// bounds reads {n}, {n,} or {n,m}.
func (t *ereTranslator) bounds() error {
	t.pos++
	low, err := t.count()
	if err != nil {
		return err
	}
	text := fmt.Sprint(low)
	if t.peek() == ',' {
		t.pos++
		text += ","
		if isDigit(t.peek()) {
			high, err := t.count()
			if err != nil {
				return err
			}
			if high < low {
				return errCount
			}
			text += fmt.Sprint(high)
		}
	}
	if t.peek() != '}' {
		if strings.IndexByte(t.src[t.pos:], '}') < 0 {
			return errBraces
		}
		return errCount
	}
	t.pos++
	t.out.WriteString("{" + text + "}")
	return nil
}

func (t *ereTranslator) count() (int, error) {
	n := 0
	for ; isDigit(t.peek()); t.pos++ {
		n = n*10 + int(t.peek()-'0')
		if n > maxCount {
			return 0, errCount
		}
	}
	return n, nil
}

// atom reads one unrepeated element.
func (t *ereTranslator) atom(depth int) error {
	c := t.peek()
	switch c {
	case '(':
		return t.group(depth)
	case ')':
		return errParens
	case '*', '+', '?':
		return errRepeat
	case '{':
		if t.atRepetition() {
			return errRepeat
		}
	case '^', '$', '.':
		t.pos++
		t.out.WriteByte(c)
		return nil
	case '[':
		return t.bracket()
	case '\\':
		t.pos++
		if t.pos == len(t.src) {
			return errBackslash
		}
		if d := t.peek(); '1' <= d && d <= '9' {
			return t.backref(int(d - '0'))
		}
	}
	t.literal()
	return nil
}

// literal copies one character. A byte that is no UTF-8 becomes the replacement
// character, which is also what such a byte of the input reads as.
func (t *ereTranslator) literal() {
	r, size := utf8.DecodeRuneInString(t.src[t.pos:])
	t.pos += size
	t.out.WriteString(regexp.QuoteMeta(string(r)))
}

func (t *ereTranslator) group(depth int) error {
	t.pos++
	t.out.WriteByte('(')
	t.closed = append(t.closed, false)
	number := len(t.closed) - 1
	if t.peek() != ')' {
		if err := t.alternatives(depth + 1); err != nil {
			return err
		}
	}
	if t.peek() != ')' {
		return errParens
	}
	t.pos++
	t.out.WriteByte(')')
	t.closed[number] = true
	return nil
}

func (t *ereTranslator) backref(n int) error {
	if n > len(t.closed) || !t.closed[n-1] {
		return errBackref
	}
	t.pos++
	t.backrefs = true
	t.out.WriteRune(rune(backrefBase + n))
	return nil
}

// bracket reads a bracket expression, where a backslash is an ordinary character.
func (t *ereTranslator) bracket() error {
	t.pos++
	t.out.WriteByte('[')
	if t.peek() == '^' {
		t.pos++
		t.out.WriteByte('^')
	}
	for first := true; first || t.peek() != ']'; first = false {
		if t.pos >= len(t.src) {
			return errBrackets
		}
		if err := t.bracketTerm(); err != nil {
			return err
		}
	}
	t.pos++
	t.out.WriteByte(']')
	return nil
}

func (t *ereTranslator) bracketTerm() error {
	rest := t.src[t.pos:]
	switch {
	case strings.HasPrefix(rest, "[:"):
		end := strings.Index(rest, ":]")
		if end < 0 {
			return errBrackets
		}
		return t.class(rest[2:end])
	case strings.HasPrefix(rest, "[.") || strings.HasPrefix(rest, "[="):
		return errCollation
	}
	low, size := utf8.DecodeRuneInString(rest)
	t.pos += size
	high := low
	if t.peek() == '-' && t.pos+1 < len(t.src) && t.src[t.pos+1] != ']' {
		high, size = utf8.DecodeRuneInString(t.src[t.pos+1:])
		t.pos += 1 + size
	}
	if high < low {
		return errRange
	}
	fmt.Fprintf(&t.out, `\x{%x}-\x{%x}`, low, high)
	return nil
}

func (t *ereTranslator) class(name string) error {
	switch name {
	case "alnum", "alpha", "blank", "cntrl", "digit", "graph", "lower", "print", "punct", "space", "upper", "xdigit":
		t.pos += len("[:") + len(name) + len(":]")
		t.out.WriteString("[:" + name + ":]")
		return nil
	}
	return errClass
}

// matcher finds leftmost longest matches; with Go's engine, in linear time, unless
// there are back-references.
type matcher struct {
	linear   *regexp.Regexp
	backrefs *backtracker
}

func compileERE(ere string) (*matcher, error) {
	t := &ereTranslator{src: ere}
	if err := t.translate(); err != nil {
		return nil, fmt.Errorf("invalid regex: %w", err)
	}
	if !t.backrefs {
		re, err := regexp.CompilePOSIX(t.out.String())
		if err != nil {
			return nil, err
		}
		return &matcher{linear: re}, nil
	}
	tree, err := syntax.Parse(t.out.String(), syntax.POSIX)
	if err != nil {
		return nil, err
	}
	prog, err := syntax.Compile(tree)
	if err != nil {
		return nil, err
	}
	return &matcher{backrefs: &backtracker{prog: prog}}, nil
}

// find returns the bounds of the match and of its groups, as regexp's
// FindStringSubmatchIndex does; nil when there is no match.
func (m *matcher) find(s string) ([]int, error) {
	if m.linear != nil {
		return m.linear.FindStringSubmatchIndex(s), nil
	}
	return m.backrefs.find(s)
}
