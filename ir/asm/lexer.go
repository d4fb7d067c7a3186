package asm

import "bytes"

// kind is the kind of a token.
type kind uint8

const (
	tEOF kind = iota
	tBare
	tInt
	tFloat
	tString
	tAt      // @name or @"name"
	tPercent // %name
	tCaret   // ^name
	tHash    // #name
	tExclaim // !name
	tColon
	tComma
	tEqual
	tArrow
	tLess
	tGreater
	tLParen
	tRParen
	tLSquare
	tRSquare
	tLBrace
	tRBrace
	tMinus
	tPlus
	tStar
	tSlash
	tQuestion
	tBar
	tEllipsis
	tMetaBegin // {-#
	tMetaEnd   // #-}
)

// token is a piece of the source, from offset lo to hi.
type token struct {
	kind   kind
	lo, hi int32
}

// lexer splits the source into tokens. It allocates nothing.
type lexer struct {
	src  []byte
	pos  int
	fail func(at int, msg string) // does not return

	// line counts from 1 and lineStart is the offset of its first byte, for
	// the position pos.
	line      uint32
	lineStart int
}

// Classes of bytes.
const (
	cLetter  = 1 << iota // A-Z a-z _
	cDigit               // 0-9
	cBare                // what continues a bare identifier: letters, digits, $ .
	cSuffix              // what continues a % ^ # ! name: the above and -
	cSuffix1             // what starts one, digits apart
	cHex
)

var class = func() (t [256]uint8) {
	for c := range 256 {
		b := byte(c)
		letter := b >= 'a' && b <= 'z' || b >= 'A' && b <= 'Z'
		digit := b >= '0' && b <= '9'
		if letter || b == '_' {
			t[c] |= cLetter
		}
		if digit {
			t[c] |= cDigit
		}
		if letter || digit || b == '_' || b == '$' || b == '.' {
			t[c] |= cBare | cSuffix
		}
		if b == '-' {
			t[c] |= cSuffix
		}
		if letter || b == '_' || b == '$' || b == '.' || b == '-' {
			t[c] |= cSuffix1
		}
		if digit || b >= 'a' && b <= 'f' || b >= 'A' && b <= 'F' {
			t[c] |= cHex
		}
	}
	return t
}()

// at returns the byte at offset i, 0 at the end.
func (l *lexer) at(i int) byte {
	if i < len(l.src) {
		return l.src[i]
	}
	return 0
}

// skip moves over blanks and comments.
func (l *lexer) skip() {
	src := l.src
	for l.pos < len(src) {
		switch src[l.pos] {
		case ' ', '\t', '\r', 0:
			l.pos++
		case '\n':
			l.pos++
			l.line++
			l.lineStart = l.pos
		case '/':
			if l.at(l.pos+1) != '/' {
				return
			}
			l.pos += 2
			for l.pos < len(src) && src[l.pos] != '\n' && src[l.pos] != '\r' {
				l.pos++
			}
		default:
			return
		}
	}
}

// single maps one-byte tokens.
var single = [256]kind{
	':': tColon, ',': tComma, '=': tEqual, '<': tLess, '>': tGreater, '(': tLParen, ')': tRParen,
	'[': tLSquare, ']': tRSquare, '}': tRBrace, '+': tPlus, '*': tStar, '/': tSlash, '?': tQuestion, '|': tBar,
}

// next returns the token at pos and moves behind it.
func (l *lexer) next() token {
	l.skip()
	lo := l.pos
	if lo >= len(l.src) {
		return l.token(tEOF, lo, len(l.src))
	}
	c := l.src[lo]
	switch {
	case class[c]&cLetter != 0:
		return l.token(tBare, lo, l.run(lo+1, cBare))
	case class[c]&cDigit != 0:
		return l.number(lo)
	case single[c] != 0:
		return l.token(single[c], lo, lo+1)
	}
	switch c {
	case '%':
		return l.prefixed(tPercent, lo, "invalid SSA name")
	case '"':
		return l.token(tString, lo, l.stringEnd(lo))
	case '^':
		return l.prefixed(tCaret, lo, "invalid block name")
	case '!':
		return l.prefixed(tExclaim, lo, "invalid type identifier")
	case '#':
		if l.at(lo+1) == '-' && l.at(lo+2) == '}' {
			return l.token(tMetaEnd, lo, lo+3)
		}
		return l.prefixed(tHash, lo, "invalid attribute name")
	case '{':
		if l.at(lo+1) == '-' && l.at(lo+2) == '#' {
			return l.token(tMetaBegin, lo, lo+3)
		}
		return l.token(tLBrace, lo, lo+1)
	case '-':
		if l.at(lo+1) == '>' {
			return l.token(tArrow, lo, lo+2)
		}
		return l.token(tMinus, lo, lo+1)
	case '@':
		return l.symbol(lo)
	case '.':
		if l.at(lo+1) == '.' && l.at(lo+2) == '.' {
			return l.token(tEllipsis, lo, lo+3)
		}
		if l.at(lo+1) == '.' {
			l.fail(lo, "expected three consecutive dots for an ellipsis")
		}
	}
	l.fail(lo, "unexpected character")
	return token{}
}

func (l *lexer) token(k kind, lo, hi int) token {
	l.pos = hi
	return token{k, int32(lo), int32(hi)}
}

// run returns the end of the bytes of a class from i on.
func (l *lexer) run(i int, c uint8) int {
	for i < len(l.src) && class[l.src[i]]&c != 0 {
		i++
	}
	return i
}

func (l *lexer) prefixed(k kind, lo int, bad string) token {
	c := l.at(lo + 1)
	switch {
	case class[c]&cDigit != 0:
		return l.token(k, lo, l.run(lo+2, cDigit))
	case class[c]&cSuffix1 != 0:
		return l.token(k, lo, l.run(lo+2, cSuffix))
	}
	l.fail(lo, bad)
	return token{}
}

func (l *lexer) symbol(lo int) token {
	switch c := l.at(lo + 1); {
	case c == '"':
		return l.token(tAt, lo, l.stringEnd(lo+1))
	case class[c]&cLetter != 0:
		return l.token(tAt, lo, l.run(lo+2, cBare))
	}
	l.fail(lo, "@ identifier expected to start with letter or '_'")
	return token{}
}

func (l *lexer) number(lo int) token {
	if l.src[lo] == '0' && l.at(lo+1) == 'x' {
		if class[l.at(lo+2)]&cHex == 0 {
			return l.token(tInt, lo, lo+1)
		}
		return l.token(tInt, lo, l.run(lo+2, cHex))
	}
	i := l.run(lo+1, cDigit)
	if l.at(i) != '.' {
		return l.token(tInt, lo, i)
	}
	i = l.run(i+1, cDigit)
	if c := l.at(i); c == 'e' || c == 'E' {
		d := l.at(i + 1)
		if class[d]&cDigit != 0 {
			i = l.run(i+2, cDigit)
		} else if (d == '+' || d == '-') && class[l.at(i+2)]&cDigit != 0 {
			i = l.run(i+3, cDigit)
		}
	}
	return l.token(tFloat, lo, i)
}

// stringEnd returns the offset behind the string that starts at lo.
func (l *lexer) stringEnd(lo int) int {
	i := lo + 1
	for i < len(l.src) {
		switch l.src[i] {
		case '"':
			return i + 1
		case '\n', '\v', '\f':
			l.fail(i, `expected '"' in string literal`)
		case '\\':
			switch c := l.at(i + 1); {
			case c == '"' || c == '\\' || c == 'n' || c == 't':
				i += 2
			case class[c]&cHex != 0 && class[l.at(i+2)]&cHex != 0:
				i += 3
			default:
				l.fail(i+1, "unknown escape in string literal")
			}
		default:
			i++
		}
	}
	l.fail(i-1, `expected '"' in string literal`)
	return i
}

// unquote returns the value of a string token, quotes included in lit.
func unquote(lit []byte) []byte {
	body := lit[1 : len(lit)-1]
	if bytes.IndexByte(body, '\\') < 0 {
		return body
	}
	out := make([]byte, 0, len(body))
	for i := 0; i < len(body); i++ {
		c := body[i]
		if c != '\\' {
			out = append(out, c)
			continue
		}
		i++
		switch c := body[i]; c {
		case '"', '\\':
			out = append(out, c)
		case 'n':
			out = append(out, '\n')
		case 't':
			out = append(out, '\t')
		default:
			i++
			out = append(out, hexDigit(c)<<4|hexDigit(body[i]))
		}
	}
	return out
}

func hexDigit(c byte) byte {
	switch {
	case c >= 'a':
		return c - 'a' + 10
	case c >= 'A':
		return c - 'A' + 10
	}
	return c - '0'
}

// resync recounts lines up to pos after the parser moved over raw text from
// offset lo.
func (l *lexer) resync(lo int) {
	for {
		i := bytes.IndexByte(l.src[lo:l.pos], '\n')
		if i < 0 {
			return
		}
		lo += i + 1
		l.line++
		l.lineStart = lo
	}
}
