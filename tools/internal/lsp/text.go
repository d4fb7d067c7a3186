package lsp

import (
	"sort"
	"strings"
	"unicode/utf8"
)

// position is a place as the protocol counts it: lines from 0, and UTF-16 code
// units in the line.
type position struct {
	Line      int `json:"line"`
	Character int `json:"character"`
}

// textRange is from Start up to End.
type textRange struct {
	Start position `json:"start"`
	End   position `json:"end"`
}

// location is a range of a document.
type location struct {
	URI   string    `json:"uri"`
	Range textRange `json:"range"`
}

// text is a document's text with the offsets of its lines, and of its characters
// beyond ASCII.
type text struct {
	src   string
	lines []int
	wide  []shift
}

// shift says how many more bytes than UTF-16 code units stand in front of an
// offset, from this one on.
type shift struct{ at, extra int }

func newText(src string) text {
	t := text{src: src, lines: []int{0}}
	extra := 0
	for i, r := range src {
		switch {
		case r == '\n':
			t.lines = append(t.lines, i+1)
		case r >= utf8.RuneSelf:
			// Of a byte that is no UTF-8 the size is 1, and so are its units.
			_, size := utf8.DecodeRuneInString(src[i:])
			if n := size - utf16Units(r); n > 0 {
				extra += n
				t.wide = append(t.wide, shift{i + size, extra})
			}
		}
	}
	return t
}

// extra returns how many bytes in front of an offset are no code units.
func (t text) extra(offset int) int {
	i := sort.Search(len(t.wide), func(i int) bool { return t.wide[i].at > offset })
	if i == 0 {
		return 0
	}
	return t.wide[i-1].extra
}

// lineAt returns the number of the line that holds an offset.
func (t text) lineAt(offset int) int {
	return sort.SearchInts(t.lines, offset+1) - 1
}

// line returns a line without its end.
func (t text) line(n int) string {
	end := len(t.src)
	if n+1 < len(t.lines) {
		end = t.lines[n+1] - 1
	}
	return strings.TrimSuffix(t.src[t.lines[n]:end], "\r")
}

// offset translates a position; a column behind the end of the line is the end,
// as the protocol says.
func (t text) offset(p position) (int, error) {
	if p.Line < 0 || p.Character < 0 {
		return 0, errorf(invalidParams, "position %d:%d is negative", p.Line, p.Character)
	}
	if p.Line >= len(t.lines) {
		return 0, errorf(invalidParams, "line %d is not there: the document has %d", p.Line, len(t.lines))
	}
	line, units := t.line(p.Line), 0
	for i, r := range line {
		if units >= p.Character {
			return t.lines[p.Line] + i, nil
		}
		units += utf16Units(r)
	}
	return t.lines[p.Line] + len(line), nil
}

func utf16Units(r rune) int {
	if r >= 0x10000 {
		return 2
	}
	return 1
}

// position translates an offset.
func (t text) position(offset int) position {
	offset = min(max(offset, 0), len(t.src))
	n := t.lineAt(offset)
	return position{n, offset - t.lines[n] - (t.extra(offset) - t.extra(t.lines[n]))}
}

func (t text) span(lo, hi int) textRange { return textRange{t.position(lo), t.position(hi)} }

// replace returns the text with a range replaced.
func (t text) replace(r textRange, by string) (text, error) {
	lo, err := t.offset(r.Start)
	if err != nil {
		return t, err
	}
	hi, err := t.offset(r.End)
	if err != nil {
		return t, err
	}
	if hi < lo {
		return t, errorf(invalidParams, "range ends before it starts")
	}
	if len(t.src)-(hi-lo)+len(by) > maxMessage {
		return t, errorf(invalidParams, "document becomes longer than %d bytes", maxMessage)
	}
	return newText(t.src[:lo] + by + t.src[hi:]), nil
}

// isWordByte reports whether c may stand in a name behind its sigil.
func isWordByte(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '_' || c == '$' || c == '.' || c == '-' || c >= utf8.RuneSelf
}

const sigils = "%^@#!"

// word returns the bounds of the name that an offset touches, with its sigil.
func (t text) word(offset int) (lo, hi int) {
	lo, hi = offset, offset
	for hi < len(t.src) && (isWordByte(t.src[hi]) || hi == lo && strings.IndexByte(sigils, t.src[hi]) >= 0) {
		hi++
	}
	for lo > 0 && isWordByte(t.src[lo-1]) {
		lo--
	}
	if lo > 0 && strings.IndexByte(sigils, t.src[lo-1]) >= 0 {
		lo--
	}
	return lo, hi
}
