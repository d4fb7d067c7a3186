package tileopt_test

import (
	"bytes"
	"slices"
	"strings"
	"testing"

	"github.com/tile-opt/tile-opt/tools/tile-opt/tileopt"
)

// TestCompleteLine completes lines as shells hand them over, quotes included.
func TestCompleteLine(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ line, word, want, not string }{
		{"tile-opt ", "", "docs reduce translate lsp completion", "help"},
		{"tile-opt re", "re", "reduce", "docs"},
		{"tile-opt x.mlir re", "re", "", "reduce"},
		{"tile-opt --canon", "--canon", "--canonicalize --canonicalize=", "--cse"},
		{"tile-opt --cs", "--cs", "--cse", "--cse="},
		{"tile-opt --mlir-print-ir-tree", "--mlir-print-ir-tree", "--mlir-print-ir-tree-dir=", ""},
		{"tile-opt --canonicalize=top", "--canonicalize=top", "--canonicalize=top-down=", "--canonicalize=max-iterations="},
		{"tile-opt --canonicalize='max-iterations=3 region-simplify=a", "--canonicalize=max-iterations=3 region-simplify=a", "--canonicalize=max-iterations=3|region-simplify=aggressive", ""},
		{`tile-opt --canonicalize="region-simplify=n`, "--canonicalize=region-simplify=n", "--canonicalize=region-simplify=normal", ""},
		{"tile-opt --pass-pipeline='builtin.module(func.func(cs", "--pass-pipeline=builtin.module(func.func(cs", "--pass-pipeline=builtin.module(func.func(cse, --pass-pipeline=builtin.module(func.func(cse)", "--pass-pipeline=builtin.module(func.func(cse{"},
		{"tile-opt --pass-pipeline='builtin.module(canonicali", "--pass-pipeline=builtin.module(canonicali", "--pass-pipeline=builtin.module(canonicalize{", ""},
		{"tile-opt --pass-pipeline='builtin.module(canonicalize{max-it", "--pass-pipeline=builtin.module(canonicalize{max-it", "--pass-pipeline=builtin.module(canonicalize{max-iterations= --pass-pipeline=builtin.module(canonicalize{max-iterations=10", ""},
		{`tile-opt --pass-pipeline=builtin.module\(c`, "--pass-pipeline=builtin.module(c", "--pass-pipeline=builtin.module(cse", "--pass-pipeline=builtin.module(inline"},
		{"tile-opt --pass-pipeline='fun", "--pass-pipeline=fun", "--pass-pipeline=func.func(", ""},
		{"tile-opt --mlir-print-ir-after=cse,sc", "--mlir-print-ir-after=cse,sc", "--mlir-print-ir-after=cse,sccp", ""},
		{"tile-opt --remarks=", "--remarks=", "--remarks=text --remarks=none", ""},
		{"tile-opt --verify-each=f", "--verify-each=f", "--verify-each=false", "--verify-each=true"},
		{"tile-opt --nothing=", "--nothing=", "", ""},
		{"tile-opt docs arith.add", "arith.add", "arith.addi", "arith.muli"},
		{"tile-opt reduce --tes", "--tes", "--test= --test-arg=", "--cse"},
		{"tile-opt completion ", "", "bash zsh fish", ""},
		{"", "", "", ""},
	} {
		var out, stderr bytes.Buffer
		if code := tileopt.Main([]string{"__complete-line", tt.line}, nil, &out, &stderr); code != 0 || stderr.Len() > 0 {
			t.Errorf("%s: exit %d, %s", tt.line, code, stderr.String())
		}
		lines := strings.Split(strings.TrimSuffix(out.String(), "\n"), "\n")
		if lines[0] != tt.word {
			t.Errorf("%s: the word is %q, want %q", tt.line, lines[0], tt.word)
		}
		var texts []string
		for _, l := range lines[1:] {
			text, _, _ := strings.Cut(l, "\t")
			texts = append(texts, strings.ReplaceAll(text, " ", "|"))
		}
		for _, w := range strings.Fields(tt.want) {
			if !slices.Contains(texts, w) {
				t.Errorf("%s: %s is not in %.400q", tt.line, w, strings.Join(texts, " "))
			}
		}
		for _, w := range strings.Fields(tt.not) {
			if slices.Contains(texts, w) {
				t.Errorf("%s: %s is offered", tt.line, w)
			}
		}
		if tt.want == "" && len(texts) > 0 {
			t.Errorf("%s: %q", tt.line, texts)
		}
	}
}

// TestCompletionScripts are there for each shell, and cobra's protocol is spoken.
func TestCompletionScripts(t *testing.T) {
	t.Parallel()
	for _, shell := range []string{"bash", "zsh", "fish"} {
		var out bytes.Buffer
		if code := tileopt.Main([]string{"completion", shell}, nil, &out, &out); code != 0 || !strings.Contains(out.String(), "__complete-line") {
			t.Errorf("%s: exit %d\n%s", shell, code, out.String())
		}
	}
	for _, args := range [][]string{{"completion"}, {"completion", "sh"}} {
		var out bytes.Buffer
		if code := tileopt.Main(args, nil, &out, &out); code != 1 || out.String() != "error: expected a shell: bash, zsh or fish\n" {
			t.Errorf("%v: exit %d\n%s", args, code, out.String())
		}
	}
	var out bytes.Buffer
	if code := tileopt.Main([]string{"__complete", "--pass-pipeline=builtin.module(sccp,cs"}, nil, &out, &out); code != 0 ||
		!strings.Contains(out.String(), "--pass-pipeline=builtin.module(sccp,cse)\t") || !strings.HasSuffix(out.String(), "\n:2\n") {
		t.Errorf("exit %d\n%s", code, out.String())
	}
}
