package all_test

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/tile-opt/tile-opt/dialects/all"
	"github.com/tile-opt/tile-opt/ir"
	"github.com/tile-opt/tile-opt/ir/asm"
	"github.com/tile-opt/tile-opt/passes"
	allpasses "github.com/tile-opt/tile-opt/passes/all"
)

// lowerings are ways down to the llvm dialect.
var lowerings = []string{
	"convert-scf-to-cf,convert-arith-to-llvm,finalize-memref-to-llvm,convert-cf-to-llvm,convert-func-to-llvm,reconcile-unrealized-casts",
	"convert-scf-to-cf,finalize-memref-to-llvm,convert-func-to-llvm,convert-cf-to-llvm,convert-arith-to-llvm,reconcile-unrealized-casts",
}

// TestSemanticsLowered compares what the public functions of random modules
// compute on the interpreter with what they do behind the passes that lower
// them to llvm, translated by MLIR and run by LLVM.
func TestSemanticsLowered(t *testing.T) {
	t.Parallel()
	seed, modules := sample(t, 5)
	lli := besideLLC(t, "lli")
	for i := range modules {
		text := generate(seed + i)
		want := compute(t, text, "", nil)
		for _, p := range lowerings {
			names, module := lowered(t, text, p)
			got := run(t, lli, module, names)
			if d := cmp.Diff(want, got, cmp.Comparer(sameResult), cmpopts.EquateEmpty()); d != "" {
				t.Fatalf("TILE_SEMANTICS_SEED=%d TILE_SEMANTICS_MODULES=1: %s changes what the module computes (-before +after):\n%s\n%s", seed+i, p, d, text)
			}
		}
	}
}

// besideLLC returns the path of a program of the LLVM that llc belongs to.
func besideLLC(t *testing.T, name string) string {
	t.Helper()
	llc := os.Getenv("TILE_LLC")
	if llc == "" {
		llc = "llc-22"
	}
	path, err := exec.LookPath(llc)
	if err == nil {
		path, err = filepath.EvalSymlinks(path)
	}
	if err != nil {
		t.Fatal(err)
	}
	return filepath.Join(filepath.Dir(path), name)
}

// lowered returns the names of the public functions of a module, and the module
// as LLVM IR, behind a pipeline.
func lowered(t *testing.T, text, pipeline string) (names []string, module string) {
	t.Helper()
	m, err := asm.Parse(ir.NewContext(all.Dialects()...), "m.mlir", []byte(text), asm.ParseOptions{})
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	for f := range ir.Walk(m) {
		if name, ok := ir.SymbolName(f); ok && f.Is("func.func") && !ir.IsPrivate(f) {
			names = append(names, name)
		}
	}
	p, err := allpasses.Registry().Parse("builtin.module(" + pipeline + ")")
	if err != nil {
		t.Fatal(err)
	}
	if err := p.Run(t.Context(), m, passes.Config{Verify: true, Workers: 1}); err != nil {
		t.Fatalf("%s: %v\n%s", pipeline, err, text)
	}
	tool := os.Getenv("TILE_MLIR_TRANSLATE")
	if tool == "" {
		tool = "mlir-translate-22"
	}
	cmd := exec.Command(tool, "--mlir-to-llvmir")
	cmd.Stdin = strings.NewReader(printed(t, m))
	var diags bytes.Buffer
	cmd.Stderr = &diags
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%s: %v\n%s\n%s", pipeline, err, diags.String(), text)
	}
	return names, string(out)
}

// run adds a program to LLVM IR that calls the functions as compute does, runs
// it, and returns what it prints, a line for each call.
func run(t *testing.T, lli, module string, names []string) []string {
	t.Helper()
	var b strings.Builder
	b.WriteString(module)
	b.WriteString("declare i32 @printf(ptr, ...)\ndefine i32 @main() {\n  %m = alloca [8 x i32]\n")
	var formats []string
	for _, f := range names {
		for k := range calls {
			formats = append(formats, fmt.Sprintf("%s(%d): %%d %%d memory [%%d %%d %%d %%d %%d %%d %%d %%d]", f, k))
			writeCall(&b, f, len(formats)-1, argumentsOf(k))
		}
	}
	b.WriteString("  ret i32 0\n}\n")
	for i, f := range formats {
		fmt.Fprintf(&b, "@text%d = private constant [%d x i8] c\"%s\\0A\\00\"\n", i, len(f)+2, f)
	}
	file := filepath.Join(t.TempDir(), "m.ll")
	if err := os.WriteFile(file, []byte(b.String()), 0o600); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	out, err := exec.CommandContext(ctx, lli, file).CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s\n%s", err, out, b.String())
	}
	if len(formats) == 0 {
		return nil
	}
	return strings.Split(strings.TrimSpace(string(out)), "\n")
}

// writeCall writes call number n: fill the memory, call, print.
func writeCall(b *strings.Builder, function string, n int, in arguments) {
	for i, v := range in.memory {
		fmt.Fprintf(b, "  %%p%d.%d = getelementptr i32, ptr %%m, i64 %d\n  store i32 %d, ptr %%p%d.%d\n", n, i, i, v, n, i)
	}
	fmt.Fprintf(b, "  %%r%d = call { i32, i32 } @%s(i32 %d, i32 %d, ptr %%m, ptr %%m, i64 0, i64 8, i64 1, i64 %d)\n", n, function, in.a, in.b, in.n)
	fmt.Fprintf(b, "  %%x%d = extractvalue { i32, i32 } %%r%d, 0\n  %%y%d = extractvalue { i32, i32 } %%r%d, 1\n", n, n, n, n)
	list := fmt.Sprintf("i32 %%x%d, i32 %%y%d", n, n)
	for i := range in.memory {
		fmt.Fprintf(b, "  %%v%d.%d = load i32, ptr %%p%d.%d\n", n, i, n, i)
		list += fmt.Sprintf(", i32 %%v%d.%d", n, i)
	}
	fmt.Fprintf(b, "  call i32 (ptr, ...) @printf(ptr @text%d, %s)\n", n, list)
}
