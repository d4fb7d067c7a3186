package all_test

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/tile-opt/tile-opt/tools/filecheck/lit"
	"github.com/tile-opt/tile-opt/tools/tile-opt/tileopt"
)

// mirrored are the dialects that are MLIR's own, in name, text and meaning.
var mirrored = []string{"arith", "cf", "gpu", "llvm", "math", "memref", "nvvm", "scf"}

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
	for _, d := range append([]string{"func"}, mirrored...) {
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

// TestStricter runs what MLIR takes and loses, and we refuse.
func TestStricter(t *testing.T) {
	t.Parallel()
	lit.RunTree(t, "../../testdata/invalid/stricter", ".mlir", lit.Commands{"tile-opt": tileopt.Main, "mlir-opt": lit.Exec(mlirOptPath(t))})
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
