package tileopt_test

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/tile-opt/tile-opt/passes/all"
	"github.com/tile-opt/tile-opt/tools/tile-opt/tileopt"
)

// TestNamesInHeaders compares the headers of printed IR with mlir-opt's, for every
// pass that both have.
func TestNamesInHeaders(t *testing.T) {
	t.Parallel()
	theirs := os.Getenv("TILE_MLIR_OPT")
	if theirs == "" {
		theirs = "mlir-opt-22"
	}
	list, err := exec.CommandContext(t.Context(), theirs, "--list-passes").Output()
	if err != nil {
		t.Fatal(err)
	}
	have := make(map[string]bool)
	for line := range strings.Lines(string(list)) {
		if f := strings.Fields(line); len(f) > 0 {
			have[strings.TrimLeft(f[0], "-")] = strings.HasPrefix(line, "  -")
		}
	}
	var args []string
	for _, p := range all.Registry().Passes() {
		// MLIR's inline runs a pipeline of its own, whose passes are printed too.
		if have[p.Name] && p.Name != "inline" {
			args = append(args, "--"+p.Name)
		}
	}
	if len(args) < 10 {
		t.Fatalf("%s has %v of our passes", theirs, args)
	}
	in := filepath.Join(t.TempDir(), "in.mlir")
	write(t, in, "func.func @f() {\n  return\n}\n\"gpu.module\"() <{sym_name = \"g\"}> ({\n^bb0:\n}) : () -> ()\n")
	args = append(args, "--mlir-print-ir-before-all", "-o", os.DevNull, in)
	headers := func(stderr []byte) []string {
		var out []string
		for line := range strings.Lines(string(stderr)) {
			if strings.Contains(line, "IR Dump Before") {
				out = append(out, strings.TrimSpace(line))
			}
		}
		return out
	}
	var want bytes.Buffer
	cmd := exec.CommandContext(t.Context(), theirs, args...)
	cmd.Stderr = &want
	if err := cmd.Run(); err != nil {
		t.Fatalf("%v\n%s", err, want.Bytes())
	}
	var got bytes.Buffer
	if code := tileopt.Main(args, nil, &got, &got); code != 0 {
		t.Fatalf("exit %d\n%s", code, got.Bytes())
	}
	if d := cmp.Diff(headers(want.Bytes()), headers(got.Bytes())); d != "" {
		t.Errorf("headers (-mlir-opt +tile-opt):\n%s", d)
	}
	if h := headers(got.Bytes()); len(h) < 10 || slices.Contains(h, "") {
		t.Errorf("headers %q", h)
	}
}
