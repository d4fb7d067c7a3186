package endtoend_test

import (
	"bytes"
	"context"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/tile-opt/tile-opt/opt"
	"github.com/tile-opt/tile-opt/passes"
	allpasses "github.com/tile-opt/tile-opt/passes/all"
	"github.com/tile-opt/tile-opt/targets/nvptx"
	"github.com/tile-opt/tile-opt/targets/nvptx/ptx"
	"github.com/tile-opt/tile-opt/targets/nvptx/toolchain"
)

// toLLVM is the pipeline whose modules MLIR reads.
const toLLVM = "tile-to-llvm{stages=3}"

// mlirTool finds one of MLIR's programs, as tools/setup does.
func mlirTool(t *testing.T, variable, name string) string {
	t.Helper()
	if path := os.Getenv(variable); path != "" {
		return path
	}
	for _, n := range []string{name + "-22", name} {
		if path, err := exec.LookPath(n); err == nil {
			return path
		}
	}
	t.Fatalf("no %s: run tools/setup, or set %s", name, variable)
	return ""
}

// filter runs a program on a text.
func filter(t *testing.T, text []byte, tool string, args ...string) []byte {
	t.Helper()
	var stdout, stderr bytes.Buffer
	cmd := exec.CommandContext(t.Context(), tool, args...)
	cmd.Stdin, cmd.Stdout, cmd.Stderr = bytes.NewReader(text), &stdout, &stderr
	if err := cmd.Run(); err != nil || stderr.Len() > 0 {
		t.Fatalf("%s: %v\n%.2000s", tool, err, stderr.String())
	}
	return stdout.Bytes()
}

// allKernels are the kernels of the table, and with -long all files below
// testdata/kernels that the compiler takes.
func allKernels(t *testing.T, pipeline string) []kernel {
	t.Helper()
	if !*long {
		return thin(kernels(), 9)
	}
	root := filepath.Join("..", "..", "testdata", "kernels")
	var out []kernel
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err == nil && filepath.Ext(path) == ".mlir" {
			rel, _ := filepath.Rel(root, path)
			k := kernel{file: strings.TrimSuffix(filepath.ToSlash(rel), ".mlir")}
			m := parse(t, path, k.text(t))
			if opt.RunPipeline(t.Context(), m, allpasses.Registry(), "builtin.module("+pipeline+")", opt.Options{}) == nil {
				out = append(out, k)
			}
		}
		return err
	})
	if err != nil || len(out) < len(kernels()) {
		t.Fatalf("%d kernels (%v)", len(out), err)
	}
	return out
}

// TestReadByMLIR: mlir-opt takes the generic form of every module on the way as
// it stands, and prints it back to the byte; from tile-to-nvvm on it knows every
// operation, and so verifies them all.
func TestReadByMLIR(t *testing.T) {
	t.Parallel()
	tool := mlirTool(t, "TILE_MLIR_OPT", "mlir-opt")
	for _, k := range allKernels(t, toLLVM) {
		t.Run(k.file, func(t *testing.T) {
			t.Parallel()
			lowered := false
			// One file for all levels, since starting mlir-opt takes longer than the rest.
			var unknown, known []string
			last := ""
			for _, l := range k.levels(t, toLLVM) {
				lowered = lowered || strings.Contains(l.pass, "convert-async-to-nvvm")
				if l.text == last {
					continue
				}
				last = l.text
				text := strings.TrimSpace(print(t, parse(t, "level.mlir", l.text), opt.PrintOptions{Generic: true}))
				if lowered {
					known = append(known, text)
				} else {
					unknown = append(unknown, text)
				}
			}
			const divider = "\n// -----\n"
			for _, set := range []struct {
				texts []string
				args  []string
			}{{unknown, []string{"--allow-unregistered-dialect"}}, {known, nil}} {
				args := append([]string{"--mlir-print-op-generic", "--split-input-file"}, set.args...)
				theirs := filter(t, []byte(strings.Join(set.texts, divider)), tool, args...)
				got := strings.Split(string(theirs), divider)
				if len(got) != len(set.texts) {
					t.Fatalf("%d modules came back of %d", len(got), len(set.texts))
				}
				for i, text := range set.texts {
					if g := strings.TrimSpace(got[i]); g != text {
						t.Errorf("text differs:\n%.3000s", passes.UnifiedDiff(g, text, false))
					}
				}
			}
		})
	}
}

// protocol are the instructions that a kernel's correctness stands on.
var protocol = []string{"wgmma", "cp.async.bulk", "mbarrier", "setmaxnreg", "fence", "bar", "stmatrix"}

// TestTranslatedByMLIR: the result of tile-to-llvm, translated by MLIR and LLVM
// alone, has the same instructions as ours.
func TestTranslatedByMLIR(t *testing.T) {
	t.Parallel()
	mlirOpt := mlirTool(t, "TILE_MLIR_OPT", "mlir-opt")
	translate := mlirTool(t, "TILE_MLIR_TRANSLATE", "mlir-translate")
	llc, err := toolchain.FindLLC(toolchain.Env{})
	if err != nil {
		t.Fatal(err)
	}
	for _, k := range allKernels(t, toLLVM) {
		t.Run(k.file, func(t *testing.T) {
			t.Parallel()
			m := k.lower(t, toLLVM)
			ours, err := nvptx.Compile(context.Background(), m, nvptx.Options{})
			if err != nil {
				t.Fatal(err)
			}
			text := []byte(print(t, m, opt.PrintOptions{Generic: true}))
			text = filter(t, text, mlirOpt, "--convert-nvvm-to-llvm")
			text = filter(t, text, translate, "--mlir-to-llvmir")
			text = filter(t, text, llc.Path(), "-march=nvptx64", "-mcpu=sm_90a")
			want, got := mnemonics(t, text), mnemonics(t, ours.PTX)
			if d := cmp.Diff(want, got); d != "" {
				t.Errorf("instructions (-MLIR's translation +ours):\n%s", d)
			}
		})
	}
}

func mnemonics(t *testing.T, text []byte) map[string]int {
	t.Helper()
	m, err := ptx.Parse(string(text))
	if err != nil {
		t.Fatal(err)
	}
	return m.Mnemonics(protocol...)
}
