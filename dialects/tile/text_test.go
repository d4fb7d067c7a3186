package tile_test

import (
	"bytes"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/tile-opt/tile-opt/tools/filecheck/lit"
	"github.com/tile-opt/tile-opt/tools/tile-opt/tileopt"
)

const testdata = "../../testdata/"

func TestRoundTrip(t *testing.T) {
	t.Parallel()
	lit.RunTree(t, testdata+"roundtrip/tile", ".mlir", lit.Commands{"tile-opt": tileopt.Main})
}

func TestInvalid(t *testing.T) {
	t.Parallel()
	lit.RunTree(t, testdata+"invalid/tile", ".mlir", lit.Commands{"tile-opt": tileopt.Main})
}

// run returns what a command prints; it must succeed.
func run(t *testing.T, args ...string) string {
	t.Helper()
	var out, errs bytes.Buffer
	if code := tileopt.Main(args, strings.NewReader(""), &out, &errs); code != 0 {
		t.Fatalf("tile-opt %v: exit status %d\n%s", args, code, errs.String())
	}
	return out.String()
}

// TestGenericTextIsMLIR gives the generic form of every kernel, with its
// parameters and bound, to mlir-opt, which must print it back unchanged.
func TestGenericTextIsMLIR(t *testing.T) {
	t.Parallel()
	files, err := filepath.Glob(testdata + "kernels/*.mlir")
	if err != nil || len(files) == 0 {
		t.Fatal("no kernels", err)
	}
	files = append(files, testdata+"roundtrip/tile/roundtrip.mlir")
	for _, f := range files {
		for _, pipeline := range []string{"builtin.module()", "builtin.module(func.func(tile-bind,tile-rasterize,tile-persist))"} {
			if pipeline != "builtin.module()" && strings.Contains(f, "roundtrip") {
				continue // not bindable: it is not there to be compiled
			}
			t.Run(filepath.Base(f)+"/"+pipeline, func(t *testing.T) {
				t.Parallel()
				ours := run(t, f, "--mlir-print-op-generic", "--pass-pipeline="+pipeline)
				cmd := exec.Command("mlir-opt-22", "--allow-unregistered-dialect", "--mlir-print-op-generic")
				cmd.Stdin = strings.NewReader(ours)
				var errs bytes.Buffer
				cmd.Stderr = &errs
				theirs, err := cmd.Output()
				if err != nil {
					t.Fatalf("mlir-opt-22: %v\n%s", err, errs.String())
				}
				if d := cmp.Diff(strings.TrimSpace(ours), strings.TrimSpace(string(theirs))); d != "" {
					t.Errorf("mlir-opt-22 prints it otherwise (-ours +theirs):\n%s", d)
				}
			})
		}
	}
}
