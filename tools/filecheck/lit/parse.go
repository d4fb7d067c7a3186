package lit

import (
	"errors"
	"fmt"
	"strings"
)

// runLine is the text of a RUN line, continuations joined, and the number of its
// first line.
type runLine struct {
	number int
	text   string
}

// runLines collects the RUN lines of a file.
func runLines(text string) ([]runLine, error) {
	var list []runLine
	open := false
	for i, line := range strings.Split(text, "\n") {
		_, rest, ok := strings.Cut(line, "RUN:")
		if !ok {
			continue
		}
		rest = strings.TrimSpace(rest)
		body, more := strings.CutSuffix(rest, "\\")
		if open {
			list[len(list)-1].text += " " + strings.TrimSpace(body)
		} else {
			list = append(list, runLine{i + 1, strings.TrimSpace(body)})
		}
		open = more
	}
	if open {
		return nil, errors.New("the last RUN line ends in a backslash")
	}
	if len(list) == 0 {
		return nil, errors.New("expected a RUN: line, found none")
	}
	return list, nil
}

// command is one program call with its redirections.
type command struct {
	words                 []string
	stdin, stdout, stderr string // file names; empty: none
	appended              bool   // stdout is >>
	joined                bool   // 2>&1
}

// token is a word or an operator. The two are told apart since a quoted operator is
// a word.
type token struct {
	text     string
	operator bool
}

// parse reads a RUN line: pipelines joined by &&, each a list of commands.
func parse(line string, subst *strings.Replacer) ([][]command, error) {
	tokens, err := tokenize(line)
	if err != nil {
		return nil, err
	}
	var pipelines [][]command
	var current []command
	var c command
	// flush ends a command at the given operator.
	flush := func(at string) error {
		if len(c.words) == 0 {
			return fmt.Errorf("expected a command before %s", at)
		}
		current = append(current, c)
		c = command{}
		return nil
	}
	for i := 0; i < len(tokens); i++ {
		t := tokens[i]
		switch {
		case !t.operator:
			c.words = append(c.words, subst.Replace(t.text))
		case t.text == "2>&1":
			c.joined = true
		case t.text == "|", t.text == "&&":
			if err := flush(t.text); err != nil {
				return nil, err
			}
			if t.text == "&&" {
				pipelines, current = append(pipelines, current), nil
			}
		default:
			i++
			if i == len(tokens) || tokens[i].operator {
				return nil, fmt.Errorf("expected a file name after %s", t.text)
			}
			c.redirect(t.text, subst.Replace(tokens[i].text))
		}
	}
	if err := flush("the end"); err != nil {
		return nil, err
	}
	return append(pipelines, current), nil
}

// redirect records one of < > >> 2>.
func (c *command) redirect(operator, name string) {
	switch operator {
	case "<":
		c.stdin = name
	case "2>":
		c.stderr = name
	default:
		c.stdout, c.appended = name, operator == ">>"
	}
}

// operators, longer ones first. Those with a digit count only where a word begins.
var operators = []string{"2>&1", "2>", "&&", ">>", "|", "<", ">"}

// tokenize splits a line into words and operators.
func tokenize(line string) ([]token, error) {
	var list []token
	var word strings.Builder
	inWord := false
	flush := func() {
		if inWord {
			list = append(list, token{text: word.String()})
		}
		word.Reset()
		inWord = false
	}
	for i := 0; i < len(line); {
		if op := operatorAt(line[i:], inWord); op != "" {
			flush()
			list = append(list, token{op, true})
			i += len(op)
			continue
		}
		switch c := line[i]; c {
		case ' ', '\t':
			flush()
			i++
		case '\'', '"':
			text, n, err := quoted(line[i:])
			if err != nil {
				return nil, err
			}
			word.WriteString(text)
			inWord = true
			i += n
		case ';', '$', '`', '&':
			return nil, fmt.Errorf("there is no shell here: quote %q", c)
		default:
			word.WriteByte(c)
			inWord = true
			i++
		}
	}
	flush()
	return list, nil
}

func operatorAt(s string, inWord bool) string {
	for _, op := range operators {
		if strings.HasPrefix(s, op) && !(inWord && op[0] == '2') {
			return op
		}
	}
	return ""
}

// quoted reads a quoted string at the start of s and returns its text and length.
// Within double quotes a backslash escapes a double quote or a backslash.
func quoted(s string) (string, int, error) {
	var b strings.Builder
	for i := 1; i < len(s); i++ {
		switch {
		case s[i] == s[0]:
			return b.String(), i + 1, nil
		case s[0] == '"' && s[i] == '\\' && i+1 < len(s) && (s[i+1] == '"' || s[i+1] == '\\'):
			i++
		}
		b.WriteByte(s[i])
	}
	return "", 0, fmt.Errorf("quote %c is not closed", s[0])
}
