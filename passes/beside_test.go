package passes_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/tile-opt/tile-opt/ir"
	"github.com/tile-opt/tile-opt/ir/diag"
	"github.com/tile-opt/tile-opt/passes"
)

// reader is a pass that only reads: it tells the numbers that it is given, and
// fails on the operations that fails names.
func reader(name string, fails ...string) *passes.Pass {
	return &passes.Pass{Name: name, Reads: true, Run: func(r *passes.Run, op *ir.Operation) error {
		n := symbol(op)
		v, _ := ir.IntValue(op.Attr("value"))
		r.Unchanged()
		r.Remark(op, "%s sees %s at %d", name, n, v)
		for _, f := range fails {
			switch {
			case f == n:
				return op.OpError("%s refuses %s", name, n)
			case f == n+"!":
				panic("lost")
			}
		}
		return nil
	}}
}

// bump is a pass that changes what readers look at.
var bump = &passes.Pass{Name: "bump", Run: func(_ *passes.Run, op *ir.Operation) error {
	v, _ := ir.IntValue(op.Attr("value"))
	op.SetAttr("value", op.Context().I64Attr(v+1))
	return nil
}}

// TestBeside: passes that only read see the operation as it was at their place
// in the pipeline, whatever the passes behind them do meanwhile; what they say
// comes at the end, in the order of the pipeline, up to the first that fails.
func TestBeside(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name  string
		steps []*passes.Pass
		want  []string
		err   string
	}{
		{"says", []*passes.Pass{reader("one"), bump, reader("two"), bump},
			[]string{"one sees f0 at 0", "one sees f1 at 0", "one sees f2 at 0", "two sees f0 at 1", "two sees f1 at 1", "two sees f2 at 1"}, ""},
		{"fails", []*passes.Pass{reader("one"), bump, reader("two", "f0", "f2"), bump, reader("three", "f1")},
			[]string{"one sees f0 at 0", "one sees f1 at 0", "one sees f2 at 0", "two sees f0 at 1", "two sees f1 at 1", "two sees f2 at 1"},
			"builtin.module > test.func @f0: 'test.func' op two refuses f0; builtin.module > test.func @f2: 'test.func' op two refuses f2"},
		{"panics", []*passes.Pass{reader("one", "f1!"), bump}, []string{"one sees f0 at 0", "one sees f1 at 0", "one sees f2 at 0"},
			"internal error: pass 'one' on builtin.module > test.func @f1: lost"},
	} {
		for _, workers := range []int{1, 2, 8} {
			t.Run(fmt.Sprintf("%s %d", test.name, workers), func(t *testing.T) {
				t.Parallel()
				got, err := runBeside(t, test.steps, workers)
				if diff := cmp.Diff(test.want, got); diff != "" {
					t.Error(diff)
				}
				if err != test.err {
					t.Errorf("expected the error %q, found %q", test.err, err)
				}
			})
		}
	}
}

// runBeside runs passes on three functions, and returns remarks and the error
// as text.
func runBeside(t *testing.T, steps []*passes.Pass, workers int) (said []string, failure string) {
	t.Helper()
	err := pipelineOf(steps...).Run(t.Context(), functions(t, 3), passes.Config{Workers: workers, Diag: func(d *diag.Diagnostic) { said = append(said, d.Msg) }})
	var bug *passes.InternalError
	if errors.As(err, &bug) {
		return said, bug.Error()
	}
	var all []string
	for _, d := range diag.All(err) {
		all = append(all, d.Op+": "+d.Msg)
	}
	return said, strings.Join(all, "; ")
}
