package main

import (
	"bytes"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestFresh regenerates the views of every dialect and compares.
func TestFresh(t *testing.T) {
	t.Parallel()
	var dirs []string
	for _, pattern := range []string{"../../dialects/*/ops*.go", "../../ir/*/ops*.go"} {
		found, err := filepath.Glob(pattern)
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range found {
			if isDefFile(filepath.Base(f)) && !strings.HasSuffix(f, "_test.go") {
				dirs = append(dirs, filepath.Dir(f))
			}
		}
	}
	dirs = slices.Compact(dirs)
	if len(dirs) == 0 {
		t.Fatal("no dialect found")
	}
	for _, dir := range dirs {
		t.Run(filepath.Base(dir), func(t *testing.T) {
			t.Parallel()
			if !hasGenerateLine(t, dir) {
				t.Errorf("no file of %s has the go:generate line of opgen", dir)
			}
			want, err := generate(dir)
			if err != nil {
				t.Fatal(err)
			}
			got, err := os.ReadFile(filepath.Join(dir, outputName))
			if err != nil {
				t.Fatal(err)
			}
			if !bytes.Equal(got, want) {
				t.Errorf("stale: run go generate ./... (-file +generated):\n%s", cmp.Diff(string(got), string(want)))
			}
		})
	}
}

func hasGenerateLine(t *testing.T, dir string) bool {
	t.Helper()
	line := regexp.MustCompile(`(?m)^//go:generate go run \S*/tools/opgen$`)
	files, err := filepath.Glob(filepath.Join(dir, "*.go"))
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range files {
		text, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		if line.Match(text) {
			return true
		}
	}
	return false
}

// write makes a dialect folder with one ops.go.
func write(t *testing.T, ops string) string {
	t.Helper()
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "ops.go"), []byte("package toy\n\n"+ops), 0o644); err != nil {
		t.Fatal(err)
	}
	return dir
}

func TestGenerate(t *testing.T) {
	t.Parallel()
	const ops = `
var lhs = ir.Slot{Name: "lhs"}
var unaryIn = []ir.Slot{{Name: "operand"}}
func flags() ir.PropSlot { return ir.PropSlot{Name: "over_flow"} }
var AddDef = &ir.OpDef{
	Name: "toy.add", Summary: "adds",
	In:  []ir.Slot{lhs, {Name: "type"}},
	Out: []ir.Slot{{Name: "result"}},
	Props: []ir.PropSlot{flags()},
}
var NegDef = &ir.OpDef{Name: "toy.neg", Summary: "negates", In: unaryIn}
var LoopDef = &ir.OpDef{
	Name: "toy.loop", Summary: "loops",
	In: []ir.Slot{{Name: "inits", Arity: ir.Variadic}, {Name: "mask", Arity: ir.Optional}, {Name: "ub"}},
	Out: []ir.Slot{{Name: "outs", Arity: ir.Variadic}},
	Props: []ir.PropSlot{{Name: "operandSegmentSizes"}},
	Regions: []ir.RegionSlot{{Name: "body"}, {Name: "cases", Variadic: true}},
	Succs: []ir.SuccSlot{{Name: "dest"}, {Name: "others", Variadic: true}},
}`
	text, err := generate(write(t, ops))
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		"ir.Bind[Add](AddDef),\n\t\tir.Bind[Neg](NegDef),\n\t\tir.Bind[Loop](LoopDef),",
		"// Add is the view of toy.add: adds.\ntype Add struct{ ir.View }",
		"func AsAdd(op *ir.Operation) (Add, bool) {",
		"func (o Add) Lhs() *ir.Value { return o.Operand(0) }",
		"func (o Add) Type() *ir.Value { return o.Operand(1) }",
		"func (o Add) ResultVal() *ir.Value { return o.Result(0) }",
		"func (o Add) OverFlow() ir.Attr { return o.Op().PropAt(0) }",
		"func (o Add) SetOverFlow(a ir.Attr) { o.Op().SetPropAt(0, a) }",
		"func NewAdd(b *ir.Builder, types []ir.Type, lhs *ir.Value, typeVal *ir.Value, props AddProps) Add {",
		"func NewNeg(b *ir.Builder, operand *ir.Value) Neg {",
		"func (o Loop) Inits() []*ir.Value { return o.Op().In(0) }",
		"func (o Loop) Mask() *ir.Value { return o.Op().InOpt(1) }",
		"func (o Loop) Ub() *ir.Value { lo, _ := o.Op().OperandRange(2); return o.Operand(lo) }",
		"func (o Loop) Cases() []*ir.Region { return o.Op().Regions()[1:] }",
		"func (o Loop) Dest() *ir.Block { return o.Op().Successor(0) }",
		"func NewLoop(b *ir.Builder, types []ir.Type, inits []*ir.Value, mask *ir.Value, ub *ir.Value, dest *ir.Block, others []*ir.Block, numCases int) Loop {",
		"st.NumRegions = 1 + numCases",
		"b.Context().I32Array(int64(len(inits)), maskSize, 1)",
	} {
		if !strings.Contains(string(text), want) {
			t.Errorf("missing %q in:\n%s", want, text)
		}
	}
}

func TestErrors(t *testing.T) {
	t.Parallel()
	tests := []struct{ name, ops, want string }{
		{"no name", `var ADef = &ir.OpDef{Summary: "a"}`, "ops.go:3:13: a definition needs a Name"},
		{"positional", `var ADef = &ir.OpDef{"a"}`, "ops.go:3:22: the fields of a definition must be named"},
		{"computed slots", `var ADef = &ir.OpDef{Name: "a", In: f()}`, "expected a literal or the name of a package variable or function that holds one"},
		{"slot without name", `var ADef = &ir.OpDef{Name: "a", In: []ir.Slot{{}}}`, "a slot needs a Name"},
		{"positional slot", `var ADef = &ir.OpDef{Name: "a", In: []ir.Slot{{"x"}}}`, "the fields of a slot must be named"},
		{"computed name", `var ADef = &ir.OpDef{Name: x}`, "expected a string literal"},
		{"arity", `var ADef = &ir.OpDef{Name: "a", In: []ir.Slot{{Name: "x", Arity: n}}}`, "expected ir.One, ir.Optional or ir.Variadic"},
		{"two slots of a name", `var ADef = &ir.OpDef{Name: "a", In: []ir.Slot{{Name: "x_y"}, {Name: "xY"}}}`, "a: slots x_y and xY have one Go name"},
		{"syntax", `var`, "expected"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			_, err := generate(write(t, test.ops))
			if err == nil || !strings.Contains(err.Error(), test.want) {
				t.Errorf("got error %v, want one with %q", err, test.want)
			}
		})
	}
	if _, err := generate(t.TempDir()); err == nil || !strings.Contains(err.Error(), "has no ops.go") {
		t.Errorf("folder without ops.go: %v", err)
	}
}
