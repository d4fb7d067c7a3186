package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestRepository holds this repository to its rules.
func TestRepository(t *testing.T) {
	t.Parallel()
	violations, err := checkRepository("../..")
	if err != nil {
		t.Fatal(err)
	}
	for _, v := range violations {
		t.Error(v)
	}
}

// base is a graph that keeps all rules; each case of TestImports adds to it.
func base() []pkg {
	return []pkg{
		{path: "dialects/all", imports: []string{"dialects/arith", "dialects/builtin", "ir"}},
		{path: "dialects/arith", imports: []string{"dialects/builtin", "ir", "ir/asm"}},
		{path: "dialects/builtin", imports: []string{"ir"}},
		{path: "dialects/tile", imports: []string{"dialects/arith", "ir/rewrite"}, testImports: []string{"dialects/all", "ir/irtest", "tools/filecheck/lit"}},
		{path: "ir", imports: []string{"fmt", "ir/diag", "ir/internal/arena"}},
		{path: "ir/asm", imports: []string{"ir", "ir/asm/lexer", "ir/diag"}},
		{path: "ir/asm/lexer", imports: []string{"ir/diag"}},
		{path: "ir/diag"},
		{path: "ir/internal/arena"},
		{path: "ir/irtest", imports: []string{"ir/asm", "testing"}},
		{path: "ir/rewrite", imports: []string{"ir"}},
		{path: "opt", imports: []string{"ir/asm", "passes", "targets"}, testImports: []string{"passes/all", "testing"}},
		{path: "passes", imports: []string{"ir"}},
		{path: "passes/all", imports: []string{"passes", "passes/cse"}},
		{path: "passes/cse", imports: []string{"dialects/arith", "passes", "transforms/effects"}},
		{path: "passes/licm", imports: []string{"passes"}},
		{path: "targets", imports: []string{"ir"}},
		{path: "targets/nvptx", imports: []string{"targets", "targets/launch", "targets/nvptx/internal/llx"}},
		{path: "targets/nvptx/internal/llx", imports: []string{"github.com/llir/llvm/ir"}},
		{path: "targets/launch"},
		{path: "targets/sim", imports: []string{"dialects/tile"}},
		{path: "tools/filecheck", imports: []string{"regexp"}},
		{path: "tools/filecheck/lit", imports: []string{"testing", "tools/filecheck"}},
		{path: "tools/tile-opt", imports: []string{"dialects/all", "github.com/spf13/cobra", "opt", "passes/all", "targets/nvptx"}},
		{path: "transforms/effects", imports: []string{"dialects/builtin", "ir"}},
	}
}

func TestImports(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name string
		add  pkg
		want string // part of the one violation; empty: none
	}{
		{"clean", pkg{path: "passes/dce", imports: []string{"passes", "dialects/tile"}}, ""},
		{"ir knows a dialect", pkg{path: "ir/extra", imports: []string{"dialects/arith"}}, "ir/extra imports dialects/arith: ir/... may import"},
		{"analysis knows asm", pkg{path: "ir/analysis", imports: []string{"ir/asm"}}, "ir/analysis imports ir/asm"},
		{"dialect knows a level", pkg{path: "dialects/async", imports: []string{"dialects/tile"}}, "a dialect knows no other level"},
		{"dialect knows transforms", pkg{path: "dialects/scf", imports: []string{"transforms/effects"}}, "dialects/scf imports transforms/effects"},
		{"dialect in parts", pkg{path: "dialects/tile/params", imports: []string{"dialects/tile"}}, ""},
		{"transforms knows passes", pkg{path: "transforms/cfg", imports: []string{"passes"}}, "transforms/cfg imports passes"},
		{"pass imports pass", pkg{path: "passes/dce", imports: []string{"passes/cse"}}, "passes/dce imports passes/cse: passes/*/... may import"},
		{"pass imports target", pkg{path: "passes/dce", imports: []string{"targets"}}, "passes/dce imports targets"},
		{"target imports target", pkg{path: "targets/amd", imports: []string{"targets/sim"}}, "targets don't know each other"},
		{"target imports passes", pkg{path: "targets/amd", imports: []string{"passes"}}, "targets/amd imports passes"},
		{"launcher imports compiler", pkg{path: "targets/launch/cuda", imports: []string{"ir"}}, "nothing of this module outside itself"},
		{"launcher loads the driver", pkg{path: "targets/launch/cuda", imports: []string{"github.com/ebitengine/purego"}}, ""},
		{"opt imports a pass", pkg{path: "opt/pipelines", imports: []string{"passes/cse"}}, "opt/pipelines imports passes/cse"},
		{"no area", pkg{path: "backend"}, "backend: no arrow"},
		{"second importer of llir", pkg{path: "targets/amd", imports: []string{"github.com/llir/llvm/ir"}}, "only targets/nvptx/... may"},
		{"test imports llir", pkg{path: "passes/dce", testImports: []string{"github.com/llir/llvm/ir"}}, "only targets/nvptx/... may"},
		{"cobra in a library", pkg{path: "passes/dce", imports: []string{"github.com/spf13/cobra"}}, "command lines belong to the commands"},
		{"cmp in a test", pkg{path: "passes/dce", testImports: []string{"github.com/google/go-cmp/cmp"}}, ""},
		{"cmp in a library", pkg{path: "passes/dce", imports: []string{"github.com/google/go-cmp/cmp"}}, "only tests may"},
		{"filecheck in a library", pkg{path: "passes/dce", imports: []string{"tools/filecheck"}}, "passes/dce imports tools/filecheck"},
		{"testing in a library", pkg{path: "passes/dce", imports: []string{"testing"}}, "what ships links no test code"},
		{"irtest in a library", pkg{path: "dialects/scf", imports: []string{"ir/irtest"}}, "only tests may"},
		{"all dialects in a pass", pkg{path: "passes/dce", imports: []string{"dialects/all"}}, "wants every dialect"},
		{"cgo", pkg{path: "targets/launch/cuda", imports: []string{"C"}}, "only nobody may"},
		{"unlisted dependency", pkg{path: "passes/dce", imports: []string{"example.com/x"}}, "unlisted dependency"},
		{"unlisted dependency in a test", pkg{path: "passes/dce", testImports: []string{"example.com/x"}}, "unlisted dependency"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			got := repositoryRules.check(append(base(), test.add))
			if test.want == "" {
				if len(got) != 0 {
					t.Errorf("unexpected: %q", got)
				}
				return
			}
			if !strings.Contains(strings.Join(got, "\n"), test.want) {
				t.Errorf("got %q, want %q", got, test.want)
			}
		})
	}
}

// TestReach finds a dependency that only an import of an import brings in.
func TestReach(t *testing.T) {
	t.Parallel()
	graph := []pkg{
		{path: "opt", imports: []string{"passes"}},
		{path: "passes", imports: []string{"ir"}},
		{path: "ir", imports: []string{"github.com/llir/llvm/ir"}},
	}
	r := rules{unreachables: repositoryRules.unreachables}
	got := r.checkReach(graph[0], map[string]pkg{"opt": graph[0], "passes": graph[1], "ir": graph[2]})
	want := []string{"opt -> passes -> ir -> github.com/llir/llvm/ir: opt/... must not reach it " +
		"(an embedder pays for a target or a command line only by importing it)"}
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("-want +got:\n%s", d)
	}
}

func TestMatch(t *testing.T) {
	t.Parallel()
	tests := []struct {
		pattern, path, area string
		ok                  bool
	}{
		{"ir", "ir", "ir", true},
		{"ir", "ir/asm", "", false},
		{"ir/...", "ir", "ir", true},
		{"ir/...", "ir/asm/lexer", "ir", true},
		{"ir/...", "irx", "", false},
		{"passes/*/...", "passes", "", false},
		{"passes/*/...", "passes/cse", "passes/cse", true},
		{"passes/*/...", "passes/cse/internal", "passes/cse", true},
		{"...", "anything/at/all", "", true},
	}
	for _, test := range tests {
		area, ok := match(test.pattern, test.path)
		if ok != test.ok || ok && area != test.area {
			t.Errorf("match(%q, %q) = %q, %v; want %q, %v", test.pattern, test.path, area, ok, test.area, test.ok)
		}
	}
}

func TestSizes(t *testing.T) {
	t.Parallel()
	body := strings.Repeat("\t_ = 0\n", maxFunctionLines)
	long := strings.Repeat("\n", maxFileLines)
	tests := []struct{ name, file, text, want string }{
		{"short", "a.go", "package a\n\nfunc f() {}\n", ""},
		{"long function", "a.go", "package a\n\nfunc f() {\n" + body + "}\n", "a.go:3: f has 82 lines"},
		{"long function with a reason", "a.go", "package a\n\nfunc f() {\n\t// Long: one case an opcode.\n" + body + "}\n", ""},
		{"long function without a reason", "a.go", "package a\n\nfunc f() {\n\t// Long: \n" + body + "}\n", "f has 83 lines"},
		{"long test function", "a_test.go", "package a\n\nfunc f() {\n" + body + "}\n", ""},
		{"long file", "a.go", "package a\n" + long + "var x int\n", "a.go: 802 lines"},
		{"long test file", "a_test.go", "package a\n" + long + "var x int\n", "a_test.go: 802 lines"},
		{"long file with a reason", "a.go", "// Long: a table.\n\npackage a\n" + long + "var x int\n", ""},
		{"generated", "a.go", "// Code generated by x. DO NOT EDIT.\n\npackage a\n" + long + "var x int\n", ""},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			_, got := checkFile(test.file, []byte(test.text))
			if test.want == "" && len(got) != 0 || !strings.Contains(strings.Join(got, "\n"), test.want) {
				t.Errorf("got %q, want %q", got, test.want)
			}
		})
	}
}

// TestModule runs the command on a module made for the purpose, with one fault of
// each kind that needs real files.
func TestModule(t *testing.T) {
	t.Parallel()
	root := t.TempDir()
	for name, text := range map[string]string{
		"go.mod":                "module example.com/m\n\ngo 1.26\n",
		"ir/ir.go":              "// Package ir is fine.\npackage ir\n",
		"dialects/util/u.go":    "// Package util is not.\npackage util\n",
		"passes/cse/cse.go":     "package cse\n\nimport _ \"example.com/m/passes/licm\"\n",
		"passes/licm/licm.go":   "// Package licm is fine.\npackage licm\n",
		"passes/licm/x_test.go": "package licm\n",
	} {
		full := filepath.Join(root, name)
		if err := os.MkdirAll(filepath.Dir(full), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(full, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	var stdout, stderr bytes.Buffer
	if status := run(root, &stdout, &stderr); status != 1 {
		t.Errorf("exit status %d, stderr %s", status, stderr.Bytes())
	}
	var got []string
	for line := range strings.Lines(stdout.String()) {
		got = append(got, strings.SplitN(line, ": ", 2)[0])
	}
	want := []string{"passes/cse imports passes/licm", "dialects/util", "passes/cse"}
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("-want +got:\n%s\n%s", d, stdout.Bytes())
	}
	if status := run(filepath.Join(root, "missing"), &stdout, &stderr); status != 1 || stderr.Len() == 0 {
		t.Errorf("a missing folder: exit status %d, stderr %q", status, stderr.Bytes())
	}
}
