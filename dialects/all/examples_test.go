package all_test

import (
	"bytes"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/tile-opt/tile-opt/dialects/all"
	"github.com/tile-opt/tile-opt/ir"
	"github.com/tile-opt/tile-opt/ir/asm"
)

// bulk are the dialects that mirror MLIR's operation by operation, several
// hundred in all: a summary is enough where MLIR has the manual.
var bulk = []string{"gpu", "llvm", "nvvm"}

// TestDocumented asks every operation for its documentation.
func TestDocumented(t *testing.T) {
	t.Parallel()
	for _, d := range all.Dialects() {
		if d.Summary == "" || d.Doc == "" {
			t.Errorf("dialect %s: summary or documentation is missing", d.Name)
		}
		for _, b := range d.Ops {
			def := b.Def
			if def.Summary == "" || strings.HasSuffix(def.Summary, ".") || strings.Contains(def.Summary, "\n") {
				t.Errorf("%s: expected a summary of one line without a full stop, found %q", def.Name, def.Summary)
			}
			if slices.Contains(bulk, d.Name) {
				continue
			}
			if def.Doc == "" || def.Since == "" || def.Example == "" {
				t.Errorf("%s: documentation, since or example is missing", def.Name)
			}
		}
		for _, list := range [][]ir.Description{d.Types, d.Attrs, d.Discardable} {
			for _, e := range list {
				if e.Name == "" || e.Summary == "" || e.Doc == "" || e.Example == "" || e.Since == "" {
					t.Errorf("dialect %s: the description of %q is incomplete", d.Name, e.Name)
				}
			}
		}
	}
}

// TestExamples parses, verifies and round-trips the example of every
// operation that has one; it must show its operation.
func TestExamples(t *testing.T) {
	t.Parallel()
	for _, d := range all.Dialects() {
		for _, b := range d.Ops {
			if b.Def.Example == "" {
				continue // TestDocumented says where that is a fault
			}
			t.Run(b.Def.Name, func(t *testing.T) {
				t.Parallel()
				checkExample(t, b.Def)
			})
		}
	}
}

// TestDescriptions reads and prints the examples of types and attributes.
func TestDescriptions(t *testing.T) {
	t.Parallel()
	c := ir.NewContext(all.Dialects()...)
	for _, d := range all.Dialects() {
		for _, e := range d.Types {
			got, err := asm.ParseType(c, e.Example)
			if err != nil {
				t.Errorf("type %s: %v", e.Name, err)
			} else if got.String() != e.Example || !strings.HasPrefix(e.Example, "!"+d.Name+"."+e.Name) {
				t.Errorf("type %s: %s comes back as %s", e.Name, e.Example, got)
			}
		}
		for _, e := range d.Attrs {
			got, err := asm.ParseAttr(c, e.Example)
			if err != nil {
				t.Errorf("attribute %s: %v", e.Name, err)
			} else if got.String() != e.Example || !strings.HasPrefix(e.Example, "#"+d.Name+"."+e.Name) {
				t.Errorf("attribute %s: %s comes back as %s", e.Name, e.Example, got)
			}
		}
		for _, e := range d.Discardable {
			if _, err := asm.ParseAttr(c, "{"+e.Example+"}"); err != nil || !strings.HasPrefix(e.Example, e.Name) {
				t.Errorf("attribute %s: %s: %v", e.Name, e.Example, err)
			}
		}
	}
}

func checkExample(t *testing.T, def *ir.OpDef) {
	t.Helper()
	parse := func(text string) *ir.Operation {
		c := ir.NewContext(all.Dialects()...)
		m, err := asm.Parse(c, "example", []byte(text), asm.ParseOptions{})
		if err == nil {
			err = ir.Verify(m)
		}
		if err != nil {
			t.Fatalf("%v\n%s", err, text)
		}
		return m
	}
	m := parse(def.Example)
	shown := false
	for op := range ir.Walk(m) {
		shown = shown || op.Is(def.Name)
	}
	if !shown {
		t.Errorf("the example does not show the operation:\n%s", def.Example)
	}
	custom := asm.String(m)
	if got := asm.String(parse(custom)); got != custom {
		t.Errorf("custom text is no fixed point: %s", cmp.Diff(custom, got))
	}
	var generic bytes.Buffer
	if err := asm.Print(&generic, m, asm.PrintOptions{Generic: true}); err != nil {
		t.Fatal(err)
	}
	if got := asm.String(parse(generic.String())); got != custom {
		t.Errorf("generic text loses something: %s", cmp.Diff(custom, got))
	}
}
