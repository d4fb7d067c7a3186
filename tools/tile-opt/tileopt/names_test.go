package tileopt_test

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
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

// mlirOpt returns the path of mlir-opt.
func mlirOpt() string {
	if p := os.Getenv("TILE_MLIR_OPT"); p != "" {
		return p
	}
	return "mlir-opt-22"
}

// TestDumps compares what is printed around passes with mlir-opt, to the byte, and
// the names and texts of files.
func TestDumps(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	in := filepath.Join(dir, "in.mlir")
	write(t, in, `func.func @f(%a: i32) -> i32 {
  %c1 = arith.constant 1 : i32
  %0 = arith.addi %a, %c1 : i32
  %1 = arith.addi %0, %c1 : i32
  return %1 : i32
}
module @inner {
  func.func private @g()
}
`)
	const pipeline = "--pass-pipeline=builtin.module(cse,func.func(canonicalize,cse),builtin.module(func.func(cse)),symbol-dce,func.func(cse),func.func(canonicalize),cse)"
	for _, options := range [][]string{
		{"--mlir-print-ir-before-all"},
		{"--mlir-print-ir-after-all"},
		{"--mlir-print-ir-after-all", "--mlir-print-ir-after-change"},
		{"--mlir-print-ir-after=cse", "--mlir-print-ir-before=canonicalize", "--mlir-print-ir-module-scope"},
		{"--mlir-print-ir-after-all", "--mlir-print-ir-tree-dir=TREE"},
	} {
		var texts, trees [2]string
		for i := range texts {
			tree := filepath.Join(dir, fmt.Sprint("tree", i))
			args := []string{in, pipeline, "--mlir-disable-threading", "-o", os.DevNull}
			for _, o := range options {
				args = append(args, strings.Replace(o, "TREE", tree, 1))
			}
			var out bytes.Buffer
			if i == 0 {
				cmd := exec.CommandContext(t.Context(), mlirOpt(), args...)
				cmd.Stderr = &out
				if err := cmd.Run(); err != nil {
					t.Fatalf("%v\n%s", err, out.Bytes())
				}
			} else if code := tileopt.Main(args, nil, &out, &out); code != 0 {
				t.Fatalf("exit %d\n%s", code, out.Bytes())
			}
			texts[i], trees[i] = out.String(), filesIn(t, tree)
		}
		if d := cmp.Diff(texts[0], texts[1]); d != "" {
			t.Errorf("%v (-mlir-opt +tile-opt):\n%s", options, d)
		}
		if d := cmp.Diff(trees[0], trees[1]); d != "" {
			t.Errorf("%v: files (-mlir-opt +tile-opt):\n%s", options, d)
		}
		if texts[1]+trees[1] == "" {
			t.Errorf("%v: nothing is printed", options)
		}
	}
}

// filesIn returns the files below a folder, which may not be there: names and texts.
func filesIn(t *testing.T, folder string) string {
	t.Helper()
	var b strings.Builder
	err := filepath.WalkDir(folder, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		text, err := os.ReadFile(path)
		name, _ := filepath.Rel(folder, path)
		fmt.Fprintf(&b, "== %s\n%s", name, text)
		return err
	})
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		t.Fatal(err)
	}
	return b.String()
}

// TestNamesInHeaders compares the headers of printed IR with mlir-opt's, for every
// pass that both have.
func TestNamesInHeaders(t *testing.T) {
	t.Parallel()
	theirs := mlirOpt()
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
