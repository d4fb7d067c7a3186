package function_test

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/tile-opt/tile-opt/dialects/builtin"
	"github.com/tile-opt/tile-opt/dialects/function"
	"github.com/tile-opt/tile-opt/ir"
	"github.com/tile-opt/tile-opt/ir/asm"
)

// forms are the ways to print that MLIR's own tool is compared in.
var forms = []struct {
	name  string
	flags []string
	opts  asm.PrintOptions
}{
	{"custom", nil, asm.PrintOptions{}},
	{"generic", []string{"--mlir-print-op-generic"}, asm.PrintOptions{Generic: true}},
	{"locations", []string{"--mlir-print-debuginfo"}, asm.PrintOptions{DebugInfo: true}},
	{"pretty", []string{"--mlir-print-debuginfo", "--mlir-pretty-debuginfo"}, asm.PrintOptions{DebugInfo: true, Pretty: true}},
	{"local", []string{"--mlir-print-local-scope", "--mlir-print-debuginfo"}, asm.PrintOptions{LocalScope: true, DebugInfo: true}},
	{"unique", []string{"--mlir-print-unique-ssa-ids"}, asm.PrintOptions{UniqueIDs: true}},
	{"users", []string{"--mlir-print-value-users"}, asm.PrintOptions{ValueUsers: true}},
	{"skip", []string{"--mlir-print-skip-regions"}, asm.PrintOptions{SkipRegions: true}},
	{"elide", []string{"--mlir-elide-elementsattrs-if-larger=3"}, asm.PrintOptions{PrintOptions: ir.PrintOptions{ElideLarger: 3}}},
	{"hex", []string{"--mlir-print-elementsattrs-with-hex-if-larger=2"}, asm.PrintOptions{PrintOptions: ir.PrintOptions{HexLarger: 2}}},
}

// mlirOpt returns MLIR's own tool, which the tests compare with.
func mlirOpt(t testing.TB) string {
	if p := os.Getenv("TILE_MLIR_OPT"); p != "" {
		return p
	}
	p, err := exec.LookPath("mlir-opt-22")
	if err != nil {
		t.Fatalf("mlir-opt-22 is needed: %v", err)
	}
	return p
}

func context() *ir.Context {
	c := ir.NewContext(builtin.Dialect, function.Dialect)
	c.AllowUnregistered = true
	return c
}

func parse(t testing.TB, file string, src []byte) *ir.Operation {
	t.Helper()
	op, err := asm.Parse(context(), file, src, asm.ParseOptions{})
	if err != nil {
		t.Fatal(err)
	}
	if err := ir.Verify(op); err != nil {
		t.Fatal(err)
	}
	return op
}

func text(op *ir.Operation, opts asm.PrintOptions) string {
	var b bytes.Buffer
	if err := asm.Print(&b, op, opts); err != nil {
		panic(err)
	}
	return b.String()
}

// TestSameAsMLIR compares every form of every file with MLIR's.
func TestSameAsMLIR(t *testing.T) {
	t.Parallel()
	files, _ := filepath.Glob("../../testdata/roundtrip/builtin/*.mlir")
	if len(files) < 8 {
		t.Fatalf("found only %d files", len(files))
	}
	tool := mlirOpt(t)
	for _, file := range files {
		src, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range forms {
			t.Run(filepath.Base(file)+"/"+f.name, func(t *testing.T) {
				t.Parallel()
				out, err := exec.Command(tool, append([]string{"--allow-unregistered-dialect", file}, f.flags...)...).Output()
				if err != nil {
					t.Fatalf("mlir-opt: %v", err)
				}
				got := text(parse(t, file, src), f.opts)
				if !f.opts.LocalScope {
					got += "\n" // the tool's own
				}
				if diff := cmp.Diff(string(out), got); diff != "" {
					t.Errorf("mlir-opt prints -, we print +:\n%s", diff)
				}
			})
		}
	}
}

// TestFixpoint checks that what is printed reads back to the same text.
func TestFixpoint(t *testing.T) {
	t.Parallel()
	files, _ := filepath.Glob("../../testdata/roundtrip/builtin/*.mlir")
	for _, file := range files {
		src, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, opts := range []asm.PrintOptions{{}, {Generic: true}, {DebugInfo: true}, {LocalScope: true}} {
			once := text(parse(t, file, src), opts)
			twice := text(parse(t, "again.mlir", []byte(once)), opts)
			if diff := cmp.Diff(once, twice); diff != "" {
				t.Errorf("%s, %+v: printing again differs:\n%s", file, opts, diff)
			}
		}
	}
}
