package all_test

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/tile-opt/tile-opt/dialects/all"
	"github.com/tile-opt/tile-opt/ir"
	"github.com/tile-opt/tile-opt/ir/asm"
	"github.com/tile-opt/tile-opt/tools/filecheck/lit"
	"github.com/tile-opt/tile-opt/tools/tile-opt/tileopt"
)

// mirrored are the dialects that are MLIR's own, in name, text and meaning.
var mirrored = []string{"arith", "cf", "math", "memref", "scf"}

func mlirOptPath(t *testing.T) string {
	t.Helper()
	if path := os.Getenv("TILE_MLIR_OPT"); path != "" {
		return path
	}
	path, err := exec.LookPath("mlir-opt-22")
	if err != nil {
		t.Fatalf("%v: run tools/setup, or set TILE_MLIR_OPT", err)
	}
	return path
}

func TestInvalid(t *testing.T) {
	t.Parallel()
	for _, d := range mirrored {
		if d == "math" {
			continue // its verifier has nothing that those of arith do not show
		}
		t.Run(d, func(t *testing.T) {
			t.Parallel()
			lit.RunTree(t, "../../testdata/invalid/"+d, ".mlir", lit.Commands{"tile-opt": tileopt.Main})
		})
	}
}

func TestRoundTrip(t *testing.T) {
	t.Parallel()
	for _, d := range mirrored {
		t.Run(d, func(t *testing.T) {
			t.Parallel()
			lit.RunTree(t, "../../testdata/roundtrip/"+d, ".mlir", lit.Commands{"tile-opt": tileopt.Main})
		})
	}
}

// TestSameTextAsMLIR compares what the two tools print for the round-trip
// files, in both forms, byte by byte.
func TestSameTextAsMLIR(t *testing.T) {
	t.Parallel()
	tool := mlirOptPath(t)
	for _, d := range mirrored {
		files, err := filepath.Glob("../../testdata/roundtrip/" + d + "/*.mlir")
		if err != nil || len(files) == 0 {
			t.Fatalf("no round-trip file of %s (%v)", d, err)
		}
		for _, file := range files {
			for _, form := range [][]string{nil, {"--mlir-print-op-generic"}} {
				t.Run(filepath.Base(file)+strings.Join(form, ""), func(t *testing.T) {
					t.Parallel()
					compare(t, tool, append([]string{file, "--allow-unregistered-dialect"}, form...))
				})
			}
		}
	}
}

func compare(t *testing.T, tool string, args []string) {
	t.Helper()
	var ours, theirs, stderr bytes.Buffer
	if code := tileopt.Main(args, strings.NewReader(""), &ours, &stderr); code != 0 {
		t.Fatalf("tile-opt: %s", stderr.String())
	}
	cmd := exec.Command(tool, args...)
	cmd.Stdout, cmd.Stderr = &theirs, &stderr
	if err := cmd.Run(); err != nil {
		t.Fatalf("mlir-opt: %v\n%s", err, stderr.String())
	}
	if d := cmp.Diff(strings.TrimSpace(theirs.String()), strings.TrimSpace(ours.String())); d != "" {
		t.Errorf("text differs (-mlir +ours):\n%s", d)
	}
}

// TestExamples parses, verifies and round-trips the example of every
// operation of the mirrored dialects; the example must show its operation.
func TestExamples(t *testing.T) {
	t.Parallel()
	for _, d := range ir.NewContext(all.Dialects()...).Dialects() {
		if !strings.Contains(" "+strings.Join(mirrored, " ")+" ", " "+d.Name+" ") {
			continue
		}
		for _, b := range d.Ops {
			t.Run(b.Def.Name, func(t *testing.T) {
				t.Parallel()
				checkExample(t, b.Def)
			})
		}
	}
}

func checkExample(t *testing.T, def *ir.OpDef) {
	t.Helper()
	if def.Summary == "" || def.Doc == "" || def.Since == "" {
		t.Error("summary, documentation or since is missing")
	}
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
