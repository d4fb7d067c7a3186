package all_test

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/tile-opt/tile-opt/dialects/all"
	"github.com/tile-opt/tile-opt/ir"
	"github.com/tile-opt/tile-opt/ir/asm"
	"github.com/tile-opt/tile-opt/passes"
	allpasses "github.com/tile-opt/tile-opt/passes/all"
)

// removeDead also takes loads away that nothing needs, which mlir-opt's does
// not, and puts no ub.poison in place of values: it may leave far less. As
// mlir-opt's ends on most modules by a crash, it takes many to compare them.
const removeDead = "remove-dead-values"

// countedPasses are pipelines that MLIR has under the same name.
var countedPasses = []string{
	"canonicalize", "cse", "sccp", "loop-invariant-code-motion", "symbol-dce", "inline", "inline,symbol-dce", "canonicalize,symbol-dce,remove-dead-values", "mem2reg", "sroa",
	"control-flow-sink", "int-range-optimizations", "strip-debuginfo", "convert-scf-to-cf", "convert-arith-to-llvm",
	"convert-func-to-llvm", "convert-cf-to-llvm", "finalize-memref-to-llvm",
}

// tolerance is how many operations more or less than mlir-opt a pass may
// leave, over all modules.
const tolerance = 0.03

// TestCountsBesideMLIR compares the number of operations that passes leave of
// random modules with what mlir-opt's leave. TILE_SEMANTICS_SEED and
// TILE_SEMANTICS_MODULES choose other modules and more of them.
func TestCountsBesideMLIR(t *testing.T) {
	t.Parallel()
	seed, modules := uint64(1), uint64(12)
	if s := os.Getenv("TILE_SEMANTICS_SEED"); s != "" {
		seed = parseUint(t, s)
	}
	if s := os.Getenv("TILE_SEMANTICS_MODULES"); s != "" {
		modules = parseUint(t, s)
	}
	if testing.Short() {
		modules = min(modules, 5)
	}
	tool := os.Getenv("TILE_MLIR_OPT")
	if tool == "" {
		tool = "mlir-opt-22"
	}
	var texts []string
	for i := range modules {
		texts = append(texts, generate(seed+i))
	}
	file := filepath.Join(t.TempDir(), "all.mlir")
	if err := os.WriteFile(file, []byte(strings.Join(texts, "\n// -----\n")), 0o644); err != nil {
		t.Fatal(err)
	}
	counted := slices.Clone(countedPasses)
	if modules >= 100 {
		counted = append(counted, removeDead)
	}
	for _, p := range counted {
		t.Run(p, func(t *testing.T) {
			t.Parallel()
			theirs, ours := 0, 0
			if whole, ok := mlirCount(tool, file, p); ok {
				theirs = whole
				for _, text := range texts {
					ours += count(t, text, p)
				}
			} else {
				theirs, ours = oneByOne(t, tool, texts, p)
			}
			off := float64(ours-theirs) / float64(theirs)
			t.Logf("%s: %d operations, mlir-opt %d (%+.2f %%)", p, ours, theirs, 100*off)
			if off > tolerance || off < -tolerance && p != removeDead {
				t.Errorf("%s leaves %d operations of %d modules from seed %d, mlir-opt %d: more than %g %% off", p, ours, modules, seed, theirs, 100*tolerance)
			}
		})
	}
}

// operation matches an operation of the generic form.
var operation = regexp.MustCompile(`(?m)^\s*(%[^=]*= )?"[a-z_0-9.]+"[(<]`)

// mlirCount is the number of operations that mlir-opt leaves; ok is false when
// it fails, as remove-dead-values does by a crash on some modules.
func mlirCount(tool, file, pass string) (n int, ok bool) {
	cmd := exec.Command(tool, file, "--split-input-file", "--mlir-print-op-generic", "--pass-pipeline=builtin.module("+pass+")")
	var out bytes.Buffer
	cmd.Stdout, cmd.Env = &out, append(os.Environ(), "LLVM_DISABLE_SYMBOLIZATION=1")
	if err := cmd.Run(); err != nil {
		return 0, false
	}
	return len(operation.FindAll(out.Bytes(), -1)), true
}

// oneByOne counts over the modules that mlir-opt can do.
func oneByOne(t *testing.T, tool string, texts []string, pass string) (theirs, ours int) {
	t.Helper()
	done := 0
	for _, text := range texts {
		file := filepath.Join(t.TempDir(), "one.mlir")
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		if n, ok := mlirCount(tool, file, pass); ok {
			theirs, ours, done = theirs+n, ours+count(t, text, pass), done+1
		}
	}
	if done == 0 {
		t.Fatalf("mlir-opt fails on all modules with %s", pass)
	}
	t.Logf("mlir-opt fails on %d of %d modules", len(texts)-done, len(texts))
	return theirs, ours
}

// count is the number of operations that our pass leaves.
func count(t *testing.T, text, pass string) int {
	t.Helper()
	m, err := asm.Parse(ir.NewContext(all.Dialects()...), "m.mlir", []byte(text), asm.ParseOptions{})
	if err != nil {
		t.Fatal(err)
	}
	p, err := allpasses.Registry().Parse("builtin.module(" + pass + ")")
	if err != nil {
		t.Fatal(err)
	}
	if err := p.Run(t.Context(), m, passes.Config{Verify: true, Workers: 1}); err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	n := 0
	for range ir.Walk(m) {
		n++
	}
	return n
}
