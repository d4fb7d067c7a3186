package passes_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/tile-opt/tile-opt/ir"
	"github.com/tile-opt/tile-opt/ir/diag"
	"github.com/tile-opt/tile-opt/passes"
)

type testOptions struct {
	Count   int      `opt:"count" doc:"how often"`
	Big     uint64   `opt:"big" doc:"a large number"`
	Factor  float64  `opt:"factor" doc:"a factor"`
	Fast    bool     `opt:"fast" doc:"whether fast"`
	Mode    string   `opt:"mode" doc:"the mode" enum:"one,two"`
	Text    string   `opt:"text" doc:"any text"`
	Sizes   []int64  `opt:"sizes" doc:"sizes"`
	Names   []string `opt:"names" doc:"names"`
	Maybe   *int     `opt:"maybe" doc:"computed when not given"`
	MinSize int64    `opt:"min-size" doc:"at least 0"`
}

// Validate refuses a negative size.
func (o testOptions) Validate() error {
	if o.MinSize < 0 {
		return errors.New("min-size is negative")
	}
	return nil
}

type pipeOptions struct {
	N int `opt:"n" doc:"handed on"`
}

func nop(*passes.Run, *ir.Operation) error { return nil }

func registry() *passes.Registry {
	opt := &passes.Pass{Name: "opt", Summary: "has options", Options: testOptions{Count: 1, Mode: "one", Fast: true}, Run: nop}
	return passes.NewRegistry(
		[]*passes.Pass{
			opt,
			{Name: "plain", Run: nop},
			{Name: "first", Run: nop},
			{Name: "then", Run: nop},
			{Name: "on-func", Anchor: "test.func", Run: nop},
			{Name: "on-module", Anchor: "builtin.module", Run: nop},
		},
		[]*passes.NamedPipeline{
			{Name: "pipe", Options: pipeOptions{N: 3}, Expand: func(o any) (string, error) {
				n := o.(pipeOptions).N
				if n > 9 {
					return "", errors.New("n is above 9")
				}
				return "plain,test.func(opt{min-size=" + string(rune('0'+n)) + "},on-func)", nil
			}},
			{Name: "itself", Expand: func(any) (string, error) { return "itself", nil }},
		},
		[]passes.Order{{First: "first", Then: "then", Reason: "then needs what first makes"}},
	)
}

func TestParseRoundTrip(t *testing.T) {
	t.Parallel()
	const defaults = "big=0 count=1 factor=0 fast=true min-size=0 mode=one text=''"
	for _, tt := range []struct{ in, want string }{
		{"builtin.module()", "builtin.module()"},
		{" builtin.module ( plain , plain )\n", "builtin.module(plain,plain)"},
		{"builtin.module(plain,test.func(plain,on-func),any(plain))", "builtin.module(plain,test.func(plain,on-func),any(plain))"},
		{"any(plain{},plain{ })", "any(plain,plain)"},
		{"any(opt)", "any(opt{" + defaults + "})"},
		{"any(opt{})", "any(opt{" + defaults + "})"},
		{"any(opt{count=0x10  big=18446744073709551615 factor=1.5 fast=false mode=two})",
			"any(opt{big=18446744073709551615 count=16 factor=1.5 fast=false min-size=0 mode=two text=''})"},
		{"any(opt{sizes=1,-2,3 names=a,b})", "any(opt{big=0 count=1 factor=0 fast=true min-size=0 mode=one names={a,b} sizes={1,-2,3} text=''})"},
		{"any(opt{sizes={4} names={'x y',z} maybe=7})", "any(opt{big=0 count=1 factor=0 fast=true maybe=7 min-size=0 mode=one names={'x y',z} sizes={4} text=''})"},
		{"any(opt{fast text='a b{c'})", "any(opt{big=0 count=1 factor=0 fast=true min-size=0 mode=one text='a b{c'})"},
		{`any(opt{text={any(plain{x=1}, y)}})`, `any(opt{big=0 count=1 factor=0 fast=true min-size=0 mode=one text='any(plain{x=1}, y)'})`},
		{`any(opt{text="it's"})`, `any(opt{big=0 count=1 factor=0 fast=true min-size=0 mode=one text="it's"})`},
		{"builtin.module(pipe{n=5},on-module)", "builtin.module(plain,test.func(opt{big=0 count=1 factor=0 fast=true min-size=5 mode=one text=''},on-func),on-module)"},
		{"builtin.module(first,then)", "builtin.module(first,then)"},
	} {
		p, err := registry().Parse(tt.in)
		if err != nil {
			t.Errorf("%s: %v", tt.in, err)
			continue
		}
		if got := p.String(); got != tt.want {
			t.Errorf("%s:\n got %s\nwant %s", tt.in, got, tt.want)
		}
		for _, again := range []string{p.String(), p.Pretty()} {
			q, err := registry().Parse(again)
			if err != nil {
				t.Errorf("%s: read back: %v", again, err)
			} else if q.String() != p.String() {
				t.Errorf("%s: read back as %s", p, q)
			}
		}
	}
}

func TestParseErrors(t *testing.T) {
	t.Parallel()
	const wrapped = "expected pass pipeline to be wrapped with the anchor operation type, e.g. 'builtin.module(...)'"
	for _, tt := range []struct {
		in        string
		line, col int
		want      string
	}{
		{"", 1, 1, wrapped},
		{"plain", 1, 1, wrapped},
		{"builtin.module", 1, 15, wrapped},
		{"builtin.module(", 1, 16, "expected the name of a pass or pass pipeline, found the end"},
		{"builtin.module(plain", 1, 21, "expected ')' to close the pipeline of 'builtin.module' that begins at column 15"},
		{"builtin.module(plan)", 1, 16, "'plan' does not refer to a registered pass or pass pipeline; did you mean 'plain'?"},
		{"builtin.module(zzzzzzz)", 1, 16, "'zzzzzzz' does not refer to a registered pass or pass pipeline"},
		{"builtin.module(,plain)", 1, 16, "expected the name of a pass or pass pipeline, found ','"},
		{"builtin.module(plain,)", 1, 22, "expected the name of a pass or pass pipeline, found ')'"},
		{"builtin.module(plain))", 1, 22, "encountered extra closing ')' creating unbalanced parentheses while parsing pipeline"},
		{"builtin.module(plain)x", 1, 22, "expected the end of the pipeline, found 'x'"},
		{"builtin.module(plain plain)", 1, 22, "expected ',' or ')' after a pass, found 'p'"},
		{"builtin.module(plain(opt))", 1, 21, "'plain' is a pass and holds no nested pipeline; options stand in braces"},
		{"builtin.module(opt{)", 1, 19, "missing closing '}' while processing pass options"},
		{"builtin.module(on-func)", 1, 16, "can't add pass 'on-func' restricted to 'test.func' on a pass pipeline intended to run on 'builtin.module', did you intend to nest?"},
		{"builtin.module(plain{a=1})", 1, 22, "no such option 'a' in 'plain', which takes none"},
		{"builtin.module(plain,\n  test.func(opt{count=1 nope=2}))", 2, 25, "no such option 'nope' in 'opt'; it has big, count, factor, fast, maybe, min-size, mode, names, sizes, text"},
		{"any(opt{count=x})", 1, 15, "option 'count' expected an integer, found 'x'"},
		{"any(opt{big=-1})", 1, 13, "option 'big' expected an integer that is not negative, found '-1'"},
		{"any(opt{factor=fast})", 1, 16, "option 'factor' expected a number, found 'fast'"},
		{"any(opt{fast=maybe})", 1, 14, "option 'fast' expected true or false, found 'maybe'"},
		{"any(opt{mode=three})", 1, 14, "option 'mode' expected one of one, two, found 'three'"},
		{"any(opt{sizes=1,2,x})", 1, 19, "option 'sizes' expected an integer, found 'x'"},
		{"any(opt{count})", 1, 14, "option 'count' needs a value: expected count=<int>"},
		{"any(opt{count=1 count=2})", 1, 17, "option 'count' given twice"},
		{"any(opt{min-size=-1})", 1, 18, "opt: min-size is negative"},
		{"builtin.module(pipe{n=10})", 1, 21, "pipe: n is above 9"},
		{"builtin.module(pipe{n=-3})", 1, 21, "pipeline 'pipe': option 'min-size' expected an integer, found '-'"},
		{"builtin.module(itself)", 1, 22, "pipelines nested deeper than 100 levels"},
		{strings.Repeat("any(", 102), 1, 408, "pipelines nested deeper than 100 levels"},
	} {
		_, err := registry().Parse(tt.in)
		var d *diag.Diagnostic
		if !errors.As(err, &d) {
			t.Errorf("%q: error %v, want a diagnostic", tt.in, err)
			continue
		}
		if d.Pos.Line != tt.line || d.Pos.Col != tt.col || d.Pos.File != passes.PipelineSource || !strings.HasSuffix(d.Msg, tt.want) {
			t.Errorf("%q:\n got %d:%d %s\nwant %d:%d %s", tt.in, d.Pos.Line, d.Pos.Col, d.Msg, tt.line, tt.col, tt.want)
		}
	}
}

func TestOrder(t *testing.T) {
	t.Parallel()
	_, err := registry().Parse("builtin.module(then,any(first))")
	const want = "pass 'first' must not run after 'then': then needs what first makes"
	if err == nil || !strings.Contains(err.Error(), want) {
		t.Errorf("error %v, want %q", err, want)
	}
}

func TestAddImplicit(t *testing.T) {
	t.Parallel()
	p := &passes.Pipeline{Anchor: "builtin.module"}
	for _, s := range [][2]string{{"plain", ""}, {"on-func", ""}, {"pipe", "n=1"}} {
		if err := registry().AddImplicit(p, s[0], s[1], "--"+s[0]); err != nil {
			t.Fatal(err)
		}
	}
	const opts = "big=0 count=1 factor=0 fast=true min-size=1 mode=one text=''"
	want := "builtin.module(plain,test.func(on-func),plain,test.func(opt{" + opts + "},on-func))"
	if diff := cmp.Diff(want, p.String()); diff != "" {
		t.Error(diff)
	}
	err := registry().AddImplicit(p, "opt", "count=x", "--opt")
	if err == nil || err.Error() != "--opt:1:7: error: option 'count' expected an integer, found 'x'" {
		t.Errorf("error %v", err)
	}
}

func TestRegistryPanics(t *testing.T) {
	t.Parallel()
	type untagged struct{ X int }
	type odd struct {
		X map[string]int `opt:"x"`
	}
	for name, list := range map[string][]*passes.Pass{
		"a name twice":     {{Name: "a"}, {Name: "a"}},
		"no name":          {{}},
		"no tag":           {{Name: "a", Options: untagged{}}},
		"an odd type":      {{Name: "a", Options: odd{}}},
		"not a struct":     {{Name: "a", Options: 1}},
		"a pointer itself": {{Name: "a", Options: &untagged{}}},
	} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("%s: no panic", name)
				}
			}()
			passes.NewRegistry(list, nil, nil)
		}()
	}
}

func FuzzParse(f *testing.F) {
	for _, s := range []string{"builtin.module(plain,test.func(opt{count=1 names={a,'b c'}},on-func),any(pipe))", "any(opt{text=\"", "((", "any(opt{sizes=,,,})"} {
		f.Add(s)
	}
	reg := registry()
	f.Fuzz(func(t *testing.T, s string) {
		if from, words := reg.Complete(s, []string{"builtin.module"}); from < 0 || from > len(s) {
			t.Fatalf("%q: the word to be completed with %v begins at %d", s, words, from)
		}
		p, err := reg.Parse(s)
		if err != nil {
			return
		}
		q, err := reg.Parse(p.String())
		if err != nil {
			t.Fatalf("%q dumps as %q, which does not parse: %v", s, p, err)
		}
		if q.String() != p.String() {
			t.Fatalf("%q dumps as %q and then as %q", s, p, q)
		}
	})
}
