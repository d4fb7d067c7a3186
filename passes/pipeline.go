package passes

import (
	"strings"

	"github.com/tile-opt/tile-opt/ir/diag"
)

// AnyOp is the anchor of a pipeline that runs on every isolated operation.
const AnyOp = "any"

// Pipeline is a parsed pipeline: steps that run in order on operations of one
// name.
type Pipeline struct {
	// Anchor is the name of the operations, or AnyOp.
	Anchor string
	// Steps run in order.
	Steps []Step
}

// Step is a pass with its options, or a pipeline nested on operations
// directly inside.
type Step struct {
	Pass    *Pass
	Options any
	Nested  *Pipeline
}

// String returns the pipeline on one line; parsing it gives an equal one.
func (p *Pipeline) String() string {
	var b strings.Builder
	p.write(&b, "", "")
	return b.String()
}

// Pretty returns the pipeline with one step a line, as --dump-pass-pipeline
// shows it; parsing it gives an equal one.
func (p *Pipeline) Pretty() string {
	var b strings.Builder
	p.write(&b, "\n", "  ")
	return b.String()
}

func (p *Pipeline) write(b *strings.Builder, nl, indent string) {
	b.WriteString(p.Anchor)
	b.WriteByte('(')
	inner := ""
	if nl != "" {
		inner = nl + indent
	}
	for i, s := range p.Steps {
		if i > 0 {
			b.WriteByte(',')
		}
		b.WriteString(inner)
		if s.Nested != nil {
			s.Nested.write(b, inner, indent)
			continue
		}
		b.WriteString(s.Pass.Name)
		if o := formatOptions(s.Options); o != "" {
			b.WriteString("{" + o + "}")
		}
	}
	b.WriteString(nl)
	b.WriteByte(')')
}

// NumPasses counts the passes, those of nested pipelines included.
func (p *Pipeline) NumPasses() int {
	n := 0
	for _, s := range p.Steps {
		if s.Nested != nil {
			n += s.Nested.NumPasses()
		} else {
			n++
		}
	}
	return n
}

// Add appends a pass with options (nil for the defaults).
func (p *Pipeline) Add(pass *Pass, options any) *Pipeline {
	if options == nil {
		options = pass.Options
	}
	p.Steps = append(p.Steps, Step{Pass: pass, Options: options})
	return p
}

// AddImplicit appends what name stands for, a pass or a named pipeline, as
// the command line option --name=options does: a pass that is anchored
// elsewhere is nested on its own operations. The error's position counts in
// options, in a text called source.
func (r *Registry) AddImplicit(p *Pipeline, name, options, source string) error {
	ps := &pipelineParser{reg: r, text: options, source: source}
	switch x := r.byName[name].(type) {
	case *Pass:
		o, err := parseOptions(name, x.Options, options)
		if err != nil {
			return ps.optionFault(0, err)
		}
		if x.Anchor != "" && x.Anchor != p.Anchor && p.Anchor != AnyOp {
			p.Steps = append(p.Steps, Step{Nested: (&Pipeline{Anchor: x.Anchor}).Add(x, o)})
			return nil
		}
		p.Add(x, o)
		return nil
	case *NamedPipeline:
		return ps.expand(p, x, options, 0, 0)
	}
	return diag.Errorf(diag.Pos{File: source}, "'%s' does not refer to a registered pass or pass pipeline", name)
}

// Check reports passes that stand in an order that the registry forbids, in
// the order in which p runs them.
func (r *Registry) Check(p *Pipeline) error {
	var order []string
	var list func(*Pipeline)
	list = func(p *Pipeline) {
		for _, s := range p.Steps {
			if s.Nested != nil {
				list(s.Nested)
			} else {
				order = append(order, s.Pass.Name)
			}
		}
	}
	list(p)
	first, last := make(map[string]int), make(map[string]int)
	for i, n := range order {
		if _, seen := first[n]; !seen {
			first[n] = i
		}
		last[n] = i
	}
	var errs diag.List
	for _, o := range r.orders {
		then, ok := first[o.Then]
		if at, both := last[o.First]; ok && both && at > then {
			errs = append(errs, diag.Errorf(diag.Pos{}, "pass '%s' must not run after '%s': %s", o.First, o.Then, o.Reason))
		}
	}
	return errs.Err()
}

// PipelineSource is the file name in positions of errors in pipeline text.
const PipelineSource = "pass-pipeline"

// Parse reads a pipeline in MLIR's textual form, such as
//
//	builtin.module(a,func.func(b{x=1},c),any(d))
//
// Errors are *diag.Diagnostic whose position counts in text, in a file called
// PipelineSource.
func (r *Registry) Parse(text string) (*Pipeline, error) {
	ps := &pipelineParser{reg: r, text: text, source: PipelineSource}
	p, err := ps.top()
	if err != nil {
		return nil, err
	}
	if err := r.Check(p); err != nil {
		return nil, err
	}
	return p, nil
}

// maxNesting bounds nested pipelines and named pipelines that stand for each
// other.
const maxNesting = 100

type pipelineParser struct {
	reg    *Registry
	text   string
	source string
	at     int
}

func (ps *pipelineParser) errorf(at int, format string, args ...any) *diag.Diagnostic {
	return diag.Errorf(PosIn(ps.source, ps.text, at), format, args...)
}

// PosIn returns the position of an offset of a text.
func PosIn(file, text string, at int) diag.Pos {
	at = min(at, len(text))
	before := text[:at]
	return diag.Pos{File: file, Line: 1 + strings.Count(before, "\n"), Col: at - strings.LastIndexByte(before, '\n')}
}

func (ps *pipelineParser) top() (*Pipeline, error) {
	const want = "expected pass pipeline to be wrapped with the anchor operation type, e.g. 'builtin.module(...)'"
	ps.at = skipBlank(ps.text, 0)
	start := ps.at
	name := ps.name()
	if name == "" || ps.peek() != '(' {
		if ps.reg.byName[name] != nil {
			return nil, ps.errorf(start, "%s", want)
		}
		return nil, ps.errorf(ps.at, "%s", want)
	}
	p, err := ps.nested(name, 0)
	if err != nil {
		return nil, err
	}
	if ps.at = skipBlank(ps.text, ps.at); ps.at < len(ps.text) {
		if ps.text[ps.at] == ')' {
			return nil, ps.errorf(ps.at, "encountered extra closing ')' creating unbalanced parentheses while parsing pipeline")
		}
		return nil, ps.errorf(ps.at, "expected the end of the pipeline, found '%s'", ps.text[ps.at:])
	}
	return p, nil
}

// name reads a name: everything up to a character of the grammar.
func (ps *pipelineParser) name() string {
	start := ps.at
	for ps.at < len(ps.text) && !isBlank(ps.text[ps.at]) && !strings.ContainsRune("(){},", rune(ps.text[ps.at])) {
		ps.at++
	}
	name := ps.text[start:ps.at]
	ps.at = skipBlank(ps.text, ps.at)
	return name
}

func (ps *pipelineParser) peek() byte {
	if ps.at < len(ps.text) {
		return ps.text[ps.at]
	}
	return 0
}

// nested reads "(steps)" behind an operation name.
func (ps *pipelineParser) nested(anchor string, depth int) (*Pipeline, error) {
	open := ps.at
	if depth > maxNesting {
		return nil, ps.errorf(open, "pipelines nested deeper than %d levels", maxNesting)
	}
	ps.at = skipBlank(ps.text, ps.at+1)
	p := &Pipeline{Anchor: anchor}
	if ps.peek() == ')' {
		ps.at++
		return p, nil
	}
	for {
		if err := ps.step(p, depth); err != nil {
			return nil, err
		}
		ps.at = skipBlank(ps.text, ps.at)
		switch ps.peek() {
		case ',':
			ps.at = skipBlank(ps.text, ps.at+1)
		case ')':
			ps.at++
			return p, nil
		case 0:
			return nil, ps.errorf(ps.at, "expected ')' to close the pipeline of '%s' that begins at column %d", anchor, PosIn("", ps.text, open).Col)
		default:
			return nil, ps.errorf(ps.at, "expected ',' or ')' after a pass, found '%c'", ps.peek())
		}
	}
}

func (ps *pipelineParser) step(p *Pipeline, depth int) error {
	start := ps.at
	name := ps.name()
	if ps.peek() == '(' && name != "" {
		if ps.reg.byName[name] != nil {
			return ps.errorf(ps.at, "'%s' is a pass and holds no nested pipeline; options stand in braces", name)
		}
		n, err := ps.nested(name, depth+1)
		if err != nil {
			return err
		}
		p.Steps = append(p.Steps, Step{Nested: n})
		return nil
	}
	if name == "" {
		found := "the end"
		if c := ps.peek(); c != 0 {
			found = "'" + string(c) + "'"
		}
		return ps.errorf(start, "expected the name of a pass or pass pipeline, found %s", found)
	}
	options, optionsAt := "", ps.at
	if ps.peek() == '{' {
		end, err := skipGroup(ps.text, ps.at)
		if err != nil {
			return ps.errorf(err.at, "missing closing '}' while processing pass options")
		}
		optionsAt = ps.at + 1
		options = ps.text[optionsAt : end-1]
		ps.at = end
	}
	switch x := ps.reg.byName[name].(type) {
	case *Pass:
		return ps.pass(p, x, options, start, optionsAt)
	case *NamedPipeline:
		return ps.expand(p, x, options, optionsAt, depth)
	}
	d := ps.errorf(start, "'%s' does not refer to a registered pass or pass pipeline", name)
	if n := ps.reg.near(name); n != "" {
		d.Msg += "; did you mean '" + n + "'?"
	}
	return d
}

func (ps *pipelineParser) pass(p *Pipeline, x *Pass, options string, start, optionsAt int) error {
	if x.Anchor != "" && x.Anchor != p.Anchor {
		return ps.errorf(start, "can't add pass '%s' restricted to '%s' on a pass pipeline intended to run on '%s', did you intend to nest?", x.Name, x.Anchor, p.Anchor)
	}
	o, err := parseOptions(x.Name, x.Options, options)
	if err != nil {
		return ps.optionFault(optionsAt, err)
	}
	p.Add(x, o)
	return nil
}

func (ps *pipelineParser) optionFault(optionsAt int, err error) error {
	if e, ok := err.(*optionError); ok {
		return ps.errorf(optionsAt+e.at, "%s", e.msg)
	}
	return err
}

// message returns what err says without its position.
func message(err error) string {
	if d, ok := err.(*diag.Diagnostic); ok {
		return d.Msg
	}
	return err.Error()
}

// expand appends what a named pipeline stands for. A mistake in the expansion
// is reported at the options, which may have caused it.
func (ps *pipelineParser) expand(p *Pipeline, x *NamedPipeline, options string, optionsAt, depth int) error {
	if depth > maxNesting {
		return ps.errorf(optionsAt, "pipelines nested deeper than %d levels", maxNesting)
	}
	o, err := parseOptions(x.Name, x.Options, options)
	if err != nil {
		return ps.optionFault(optionsAt, err)
	}
	text, err := x.Expand(o)
	if err != nil {
		return ps.errorf(optionsAt, "%s: %s", x.Name, err)
	}
	inner := &pipelineParser{reg: ps.reg, text: p.Anchor + "(" + text + ")", source: "expansion of " + x.Name}
	inner.at = len(p.Anchor)
	q, err := inner.nested(p.Anchor, depth+1)
	if err == nil && inner.at != len(inner.text) {
		err = inner.errorf(inner.at, "text after the pipeline")
	}
	if err != nil {
		// An option of x can be what a pass inside refuses.
		return ps.errorf(optionsAt, "pipeline '%s': %s", x.Name, message(err)).
			WithNote(diag.Pos{}, "'%s' stands for %s", x.Name, text)
	}
	p.Steps = append(p.Steps, q.Steps...)
	return nil
}
