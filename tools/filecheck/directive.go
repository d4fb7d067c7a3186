package filecheck

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// kind says how a directive constrains where its pattern matches.
type kind int

const (
	plain kind = iota
	next       // on the line after the previous match
	same       // on the line of the previous match
	empty      // the next line is empty
	label      // divides the input into regions, found first
	dag        // in any order within its group
	not        // nowhere between the neighbouring matches
	eof        // the end of the input; stands after trailing dag and not
)

// suffixes are the directive names after the prefix and a dash.
var suffixes = map[string]kind{
	"NEXT": next, "SAME": same, "EMPTY": empty, "LABEL": label, "DAG": dag, "NOT": not,
}

// commentPrefixes hide the rest of their line from the search for directives.
var commentPrefixes = []string{"COM", "RUN"}

// check is one positive directive with the dag and not directives before it.
type check struct {
	directive
	before []*directive
}

// directive is one line of the check file.
type directive struct {
	kind    kind
	name    string // as written, for messages: CHECK-NEXT
	count   int    // times to match in a row; 1 but for COUNT
	pattern *pattern
	offset  int // of the pattern in the check file
}

// parseChecks reads all directives and checks what can be checked without input.
func parseChecks(src *source, opts Options) ([]*check, error) {
	prefixes := opts.Prefixes
	if len(prefixes) == 0 {
		prefixes = []string{"CHECK"}
	}
	implicit, err := implicitNots(opts)
	if err != nil {
		return nil, err
	}
	var list []*check
	before := slices.Clone(implicit)
	seen := map[string]bool{}
	for start := 0; start < len(src.text); {
		end := src.lineEnd(start)
		d, prefix, err := parseLine(src, start, end, prefixes, opts)
		start = end + 1
		if err != nil {
			return nil, err
		}
		if d == nil {
			continue
		}
		seen[prefix] = true
		switch d.kind {
		case dag, not:
			before = append(before, d)
			continue
		case next, same, empty:
			if len(list) == 0 {
				return nil, src.errorf(d.offset, "found '%s' without a previous '%s:' line", d.name, prefix)
			}
		}
		list = append(list, &check{directive: *d, before: before})
		before = slices.Clone(implicit)
	}
	for _, p := range prefixes {
		if !seen[p] {
			return nil, fmt.Errorf("%s: error: no check strings found with prefix '%s:'", src.name, p)
		}
	}
	if len(before) > 0 {
		list = append(list, &check{directive: directive{kind: eof, count: 1, pattern: &pattern{}}, before: before})
	}
	return list, nil
}

// implicitNots makes the not directives that stand before every positive one.
func implicitNots(opts Options) ([]*directive, error) {
	var list []*directive
	for _, text := range opts.ImplicitCheckNot {
		p, err := parsePattern(text, 0, opts)
		if err != nil {
			return nil, fmt.Errorf("implicit-check-not %q: %s", text, err.message)
		}
		list = append(list, &directive{kind: not, name: "implicit-check-not", count: 1, pattern: p, offset: -1})
	}
	return list, nil
}

// parseLine finds the directive in src.text[start:end]; nil when there is none.
func parseLine(src *source, start, end int, prefixes []string, opts Options) (*directive, string, error) {
	line := src.text[start:end]
	for at := 0; at < len(line); {
		pos, prefix := firstWord(line, at, prefixes)
		if pos < 0 {
			return nil, "", nil
		}
		at = pos + len(prefix)
		if !slices.Contains(prefixes, prefix) {
			if strings.HasPrefix(line[at:], ":") {
				return nil, "", nil
			}
			continue
		}
		head, problem := parseHead(line[at:])
		if problem != "" {
			return nil, "", src.errorf(start+at, "%s on prefix '%s'", problem, prefix)
		}
		if head.length == 0 {
			continue
		}
		name := prefix + strings.TrimRight(line[at:at+head.length], ":")
		at += head.length
		at += len(line[at:]) - len(strings.TrimLeft(line[at:], " \t"))
		d := &directive{kind: head.kind, name: name, count: head.count, offset: start + at}
		err := d.readPattern(src, strings.TrimRight(line[at:], " \t\r"), head.literal, opts)
		return d, prefix, err
	}
	return nil, "", nil
}

// readPattern parses text, which is what follows the colon, trimmed.
func (d *directive) readPattern(src *source, text string, literal bool, opts Options) error {
	switch {
	case d.kind == empty && text != "":
		return src.errorf(d.offset, "expected nothing after '%s:', found %q", d.name, text)
	case d.kind == empty:
		// The newline that ends the line before is part of the match, so that an
		// empty line isn't taken for the rest of the line matched last.
		d.pattern = &pattern{source: "an empty line", pieces: []piece{{ere: "(\n$)"}}, regex: true}
		return nil
	case text == "":
		return src.errorf(d.offset, "found empty check string with '%s:'", d.name)
	case literal:
		d.pattern = &pattern{source: text, literal: normalize(text, opts)}
		return nil
	}
	p, perr := parsePattern(text, src.line(d.offset), opts)
	if perr != nil {
		return src.errorf(d.offset+perr.offset, "%s", perr.message)
	}
	if d.kind == label && p.hasVariable {
		return src.errorf(d.offset, "found '%s:' with variable definition or use", d.name)
	}
	d.pattern = p
	return nil
}

// firstWord finds the leftmost place from at on where a prefix begins a word; of
// two at one place the longer counts.
func firstWord(line string, at int, prefixes []string) (pos int, word string) {
	pos = -1
	for _, list := range [][]string{prefixes, commentPrefixes} {
		for _, p := range list {
			i := wordIndex(line, at, p)
			if i >= 0 && (pos < 0 || i < pos || (i == pos && len(p) > len(word))) {
				pos, word = i, p
			}
		}
	}
	return pos, word
}

// wordIndex finds word from at on where no letter, digit, dash or underscore
// stands before it.
func wordIndex(line string, at int, word string) int {
	for at <= len(line) {
		i := strings.Index(line[at:], word)
		if i < 0 {
			return -1
		}
		i += at
		if i == 0 || !isWordByte(line[i-1]) {
			return i
		}
		at = i + 1
	}
	return -1
}

func isWordByte(c byte) bool {
	return c == '-' || isNameByte(c)
}

func isNameByte(c byte) bool {
	return c == '_' || '0' <= c && c <= '9' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z'
}

// head is what stands between a prefix and its pattern.
type head struct {
	kind    kind
	count   int
	literal bool
	length  int // 0: not a directive
}

// parseHead reads "-NEXT:" and the like at the start of s. A non-empty problem is
// a mistake that must not pass for prose.
func parseHead(s string) (h head, problem string) {
	h = head{kind: plain, count: 1}
	rest := s
	if strings.HasPrefix(s, "-") {
		name, after := cutName(s[1:])
		rest = after
		if digits, ok := strings.CutPrefix(name, "COUNT-"); ok {
			n, err := strconv.ParseInt(digits, 10, 32)
			if err != nil || n <= 0 {
				return head{}, "invalid count in -COUNT specification"
			}
			h.count = int(n)
		} else if k, ok := suffixes[name]; ok {
			h.kind = k
		} else if isNotCombination(name) && strings.HasPrefix(rest, ":") {
			return head{}, "unsupported -NOT combination"
		} else {
			return head{}, ""
		}
	}
	if after, ok := strings.CutPrefix(rest, "{LITERAL}"); ok {
		h.literal, rest = true, after
	}
	if !strings.HasPrefix(rest, ":") {
		return head{}, ""
	}
	h.length = len(s) - len(rest) + 1
	return h, ""
}

// cutName splits s after its leading capitals, digits and dashes.
func cutName(s string) (name, rest string) {
	i := 0
	for i < len(s) && (s[i] == '-' || '0' <= s[i] && s[i] <= '9' || 'A' <= s[i] && s[i] <= 'Z') {
		i++
	}
	return s[:i], s[i:]
}

// isNotCombination recognises NOT joined with another constraint, which FileCheck
// gives no meaning.
func isNotCombination(name string) bool {
	other, ok := strings.CutPrefix(name, "NOT-")
	if !ok {
		other, ok = strings.CutSuffix(name, "-NOT")
	}
	switch other {
	case "DAG", "NEXT", "SAME", "EMPTY":
		return ok
	}
	return false
}
