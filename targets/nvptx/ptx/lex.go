package ptx

import "strings"

// token is an identifier (.reg, %r1, shared::cta, 0f3F800000), one character of
// punctuation, or a string with its quotes.
type token struct {
	text  string
	line  int
	space bool // something but a token stood before it
}

// word reports whether the token is an identifier, number or directive.
func (t token) word() bool { return t.text != "" && wordByte(t.text[0]) }

func wordByte(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '_' || c == '$' || c == '%' || c == '.'
}

// lexer cuts PTX into tokens. At the end it returns the empty token for ever.
type lexer struct {
	src  string
	pos  int
	line int
}

// skip passes white space and comments and reports whether there was any.
func (l *lexer) skip() bool {
	start := l.pos
	for l.pos < len(l.src) {
		rest := l.src[l.pos:]
		switch {
		case rest[0] == '\n':
			l.line++
			l.pos++
		case rest[0] <= ' ':
			l.pos++
		case strings.HasPrefix(rest, "//"):
			if n := strings.IndexByte(rest, '\n'); n >= 0 {
				l.pos += n
			} else {
				l.pos = len(l.src)
			}
		case strings.HasPrefix(rest, "/*"):
			end := len(rest)
			if n := strings.Index(rest[2:], "*/"); n >= 0 {
				end = n + 4
			}
			l.line += strings.Count(rest[:end], "\n")
			l.pos += end
		default:
			return l.pos > start
		}
	}
	return l.pos > start
}

// next returns the next token.
func (l *lexer) next() token {
	space := l.skip()
	if l.pos >= len(l.src) {
		return token{line: l.line, space: space}
	}
	start, line := l.pos, l.line
	switch c := l.src[l.pos]; {
	case c == '"':
		l.pos = len(l.src)
		if n := strings.IndexByte(l.src[start+1:], '"'); n >= 0 {
			l.pos = start + n + 2
		}
		l.line += strings.Count(l.src[start:l.pos], "\n")
	case wordByte(c):
		for l.pos < len(l.src) {
			if wordByte(l.src[l.pos]) {
				l.pos++
			} else if strings.HasPrefix(l.src[l.pos:], "::") {
				l.pos += 2 // shared::cta
			} else {
				break
			}
		}
	default:
		l.pos++
	}
	return token{l.src[start:l.pos], line, space}
}

// peek returns the next token without taking it.
func (l *lexer) peek() token {
	save := *l
	t := l.next()
	*l = save
	return t
}

// restOfLine takes what is left of the line, without its comment.
func (l *lexer) restOfLine() string {
	rest := l.src[l.pos:]
	if n := strings.IndexByte(rest, '\n'); n >= 0 {
		rest = rest[:n]
	}
	l.pos += len(rest)
	rest, _, _ = strings.Cut(rest, "//")
	return strings.TrimSpace(rest)
}
