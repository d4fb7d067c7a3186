package tileopt_test

import (
	"fmt"
	"strings"
	"testing"
)

// TestBadPipelines holds every kind of mistake in a pipeline to the column where
// the user's own string goes wrong: ^ stands in front of it.
func TestBadPipelines(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ marked, want string }{
		{"^canonicalize", "expected pass pipeline to be wrapped with the anchor operation type"},
		{"builtin.module^", "expected pass pipeline to be wrapped with the anchor operation type"},
		{"builtin.module(^canonicalise)", "did you mean 'canonicalize'?"},
		{"builtin.module(cse,func.func(^cze))", "did you mean 'cse'?"},
		{"builtin.module(canonicalize^", "expected ')' to close the pipeline of 'builtin.module' that begins at column 15"},
		{"builtin.module(func.func(cse)^", "expected ')' to close the pipeline of 'builtin.module'"},
		{"builtin.module(canonicalize)^)", "encountered extra closing ')'"},
		{"builtin.module(cse) ^cse", "expected the end of the pipeline, found 'cse'"},
		{"builtin.module(^,cse)", "expected the name of a pass or pass pipeline, found ','"},
		{"builtin.module(cse,^)", "expected the name of a pass or pass pipeline, found ')'"},
		{"builtin.module(cse ^cse)", "expected ',' or ')' after a pass, found 'c'"},
		{"builtin.module(cse^(canonicalize))", "'cse' is a pass and holds no nested pipeline"},
		{"builtin.module(canonicalize^{max-iterations=1)", "missing closing '}' while processing pass options"},
		{"builtin.module(canonicalize{max-iterations=^x})", "option 'max-iterations' expected an integer, found 'x'"},
		{"builtin.module(canonicalize{max-iterations=^99999999999999999999})", "expected an integer, found '99999999999999999999'"},
		{"builtin.module(canonicalize{max-iterations=^-5})", "canonicalize: max-iterations must be -1 or more, found -5"},
		{"builtin.module(func.func(loop-unroll{unroll-factor=^0}))", "loop-unroll: expected an unroll-factor of -1 or from 1"},
		{"builtin.module(canonicalize{top-down=true ^fold=1})", "no such option 'fold' in 'canonicalize'"},
		{"builtin.module(canonicalize{top-down=true ^top-down=true})", "option 'top-down' given twice"},
		{"builtin.module(canonicalize{region-simplify=^none})", "expected one of disabled, normal, aggressive, found 'none'"},
		{"builtin.module(canonicalize{max-iterations^})", "option 'max-iterations' needs a value"},
		{"builtin.module(symbol-dce{^a=1})", "no such option 'a' in 'symbol-dce', which takes none"},
		{"builtin.module(tile-to-nvvm{stages=^x})", "option 'stages' expected an integer, found 'x'"},
		{"builtin.module(func.func(^convert-async-to-nvvm))", "restricted to 'builtin.module'"},
		{"builtin.module(\n  cse,\n  ^nope\n)", "'nope' does not refer to a registered pass"},
	} {
		at := strings.IndexByte(tt.marked, '^')
		text := tt.marked[:at] + tt.marked[at+1:]
		line := 1 + strings.Count(text[:at], "\n")
		col := at - strings.LastIndexByte(text[:at], '\n')
		code, stdout, stderr := run(t, t.TempDir(), small, "--pass-pipeline="+text)
		want := fmt.Sprintf("pass-pipeline:%d:%d: error: ", line, col)
		if code != 1 || stdout != "" || !strings.HasPrefix(stderr, want) || !strings.Contains(stderr, tt.want) {
			t.Errorf("%s: exit %d, want %s ... %s, got\n%s", tt.marked, code, want, tt.want, stderr)
		}
		if caret := strings.Repeat(" ", col-1) + "^\n"; !strings.Contains(stderr, "\n"+caret) {
			t.Errorf("%s: no caret at column %d:\n%s", tt.marked, col, stderr)
		}
	}
}
