package passes

import (
	"slices"
	"strings"
)

// Completion is a word that may be written in place of the one that was begun.
type Completion struct {
	// Text is the whole word, with what must follow it: "(" behind the name of
	// an operation, "=" behind that of an option with a value.
	Text string
	// Doc is one line about it, or empty.
	Doc string
}

// Complete returns the words that may stand at the end of the beginning of a
// pipeline, and the offset where the one that was begun starts. anchors are the
// operations that pipelines can be nested on, which the registry does not know.
func (r *Registry) Complete(text string, anchors []string) (from int, words []Completion) {
	c := completer{reg: r, text: text, anchors: anchors}
	return c.pipeline()
}

// CompleteOptions is Complete for the options of the pass or named pipeline of
// that name, without their braces.
func (r *Registry) CompleteOptions(name, text string) (from int, words []Completion) {
	c := completer{reg: r, text: text}
	return c.options(name, 0)
}

type completer struct {
	reg     *Registry
	text    string
	anchors []string
}

// pipeline follows the grammar without judging it: whoever is still writing has
// made mistakes yet.
func (c *completer) pipeline() (int, []Completion) {
	var open []string // anchors of the pipelines around the end
	word, ended := 0, false
	for at := 0; at < len(c.text); at++ {
		switch ch := c.text[at]; {
		case ch == '(':
			open = append(open, strings.TrimSpace(c.text[word:at]))
			word, ended = at+1, false
		case ch == ')':
			open = open[:max(len(open)-1, 0)]
			ended = true
		case ch == ',':
			word, ended = at+1, false
		case ch == '{':
			end, err := skipGroup(c.text, at)
			if err != nil {
				return c.options(strings.TrimSpace(c.text[word:at]), at+1)
			}
			at, ended = end-1, true
		case isBlank(ch) && word == at:
			word++
		case isBlank(ch):
			ended = ended || strings.TrimSpace(c.text[word:at]) != ""
		}
	}
	if ended {
		return len(c.text), nil
	}
	var words []Completion
	if len(open) > 0 {
		words = c.steps(open[len(open)-1])
	}
	for _, a := range c.anchors {
		words = append(words, Completion{Text: a + "("})
	}
	return word, matching(words, c.text[word:])
}

// steps are the passes and named pipelines that may stand in a pipeline on an
// operation.
func (c *completer) steps(anchor string) []Completion {
	var words []Completion
	for _, p := range c.reg.Passes() {
		if p.Anchor == "" || p.Anchor == anchor {
			words = append(words, Completion{p.Name, p.Summary})
		}
	}
	for _, p := range c.reg.Pipelines() {
		words = append(words, Completion{p.Name, p.Summary})
	}
	return words
}

// options completes the options of a pass, which begin at an offset.
func (c *completer) options(owner string, start int) (int, []Completion) {
	var options any
	switch x := c.reg.byName[owner].(type) {
	case *Pass:
		options = x.Options
	case *NamedPipeline:
		options = x.Options
	}
	known := OptionsDoc(options)
	var given []string
	at := start
	for {
		at = skipBlank(c.text, at)
		word := at
		for at < len(c.text) && c.text[at] != '=' && !isBlank(c.text[at]) {
			at++
		}
		name := c.text[word:at]
		if at == len(c.text) {
			return word, matching(optionNames(known, given), name)
		}
		given = append(given, name)
		if c.text[at] != '=' {
			continue
		}
		_, _, end, err := optionValue(c.text, at+1)
		if err != nil || end == len(c.text) {
			return c.value(known, name, at+1)
		}
		at = end
	}
}

func optionNames(known []Option, given []string) []Completion {
	var words []Completion
	for _, o := range known {
		if o.Name != anyOption && !slices.Contains(given, o.Name) {
			words = append(words, Completion{o.Name + "=", o.Doc})
		}
	}
	return words
}

// value completes the value of an option, or the last element of a list.
func (c *completer) value(known []Option, name string, start int) (int, []Completion) {
	o := findOption(known, name)
	if o == nil {
		return len(c.text), nil
	}
	words := o.Enum
	if o.Type == "bool" {
		words = []string{"true", "false"}
	}
	if strings.HasPrefix(o.Type, "list of ") {
		start += 1 + strings.LastIndexAny(c.text[start:], "{,")
	}
	var out []Completion
	for _, w := range words {
		doc := ""
		if w == o.Default {
			doc = "default"
		}
		out = append(out, Completion{w, doc})
	}
	return start, matching(out, c.text[start:])
}

func matching(words []Completion, begun string) []Completion {
	var out []Completion
	for _, w := range words {
		if strings.HasPrefix(w.Text, begun) {
			out = append(out, w)
		}
	}
	return out
}
