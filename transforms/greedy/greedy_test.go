package greedy_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/tile-opt/tile-opt/ir"
	"github.com/tile-opt/tile-opt/ir/irtest"
	"github.com/tile-opt/tile-opt/ir/rewrite"
	"github.com/tile-opt/tile-opt/transforms/greedy"
)

// body wraps operations into a module with one function.
func body(ops string) string {
	return "\"test.func\"() <{sym_name = \"f\"}> ({\n^bb0(%a: i32, %b: i32, %c: i1):\n" + ops + "\n}) : () -> ()\n"
}

// inside returns the operations of the function, one a line.
func inside(m *ir.Operation) string {
	var out []string
	for _, l := range strings.Split(irtest.Text(m), "\n") {
		l = strings.TrimSpace(l)
		if l == "" || l == "module {" || strings.HasPrefix(l, `"builtin.module"`) || l == "}" || strings.HasPrefix(l, `"test.func"`) || strings.HasPrefix(l, "^bb0(") || strings.HasPrefix(l, "})") {
			continue
		}
		out = append(out, l)
	}
	return strings.Join(out, "\n")
}

func lines(s string) string {
	var out []string
	for _, l := range strings.Split(s, "\n") {
		if l = strings.TrimSpace(l); l != "" {
			out = append(out, l)
		}
	}
	return strings.Join(out, "\n")
}

func TestApply(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name, in, want string
		cfg            greedy.Config
	}{
		{name: "folds constants into one",
			in: `%0 = "test.constant"() <{value = 1 : i32}> : () -> i32
			     %1 = "test.constant"() <{value = 2 : i32}> : () -> i32
			     %2 = "test.add"(%0, %1) : (i32, i32) -> i32
			     %3 = "test.constant"() <{value = 3 : i32}> : () -> i32
			     "test.return"(%2, %3) : (i32, i32) -> ()`,
			want: `%0 = "test.constant"() <{value = 3 : i32}> : () -> i32
			       "test.return"(%0, %0) : (i32, i32) -> ()`},
		{name: "moves constants to the right, then folds",
			in: `%0 = "test.constant"() <{value = 0 : i32}> : () -> i32
			     %1 = "test.add"(%0, %a) : (i32, i32) -> i32
			     "test.return"(%1) : (i32) -> ()`,
			want: `"test.return"(%arg0) : (i32) -> ()`},
		{name: "applies patterns, then folds what they made",
			in: `%0 = "test.constant"() <{value = 5 : i32}> : () -> i32
			     %1 = "test.sub"(%0, %0) : (i32, i32) -> i32
			     %2 = "test.sub"(%a, %0) : (i32, i32) -> i32
			     "test.return"(%1, %2) : (i32, i32) -> ()`,
			want: `%0 = "test.constant"() <{value = 0 : i32}> : () -> i32
			       %1 = "test.constant"() <{value = -5 : i32}> : () -> i32
			       %2 = "test.add"(%arg0, %1) : (i32, i32) -> i32
			       "test.return"(%0, %2) : (i32, i32) -> ()`},
		{name: "folds by traits",
			in: `%0 = "test.neg"(%a) : (i32) -> i32
			     %1 = "test.neg"(%0) : (i32) -> i32
			     %2 = "test.abs"(%1) : (i32) -> i32
			     %3 = "test.abs"(%2) : (i32) -> i32
			     "test.return"(%3) : (i32) -> ()`,
			want: `%0 = "test.abs"(%arg0) : (i32) -> i32
			       "test.return"(%0) : (i32) -> ()`},
		{name: "erases what is dead, keeps what is unknown or unregistered",
			in: `%0 = "test.pure"(%a) : (i32) -> i32
			     %1 = "test.pure"(%0) : (i32) -> i32
			     %2 = "test.read"(%a) : (i32) -> i32
			     %3 = "test.use"(%a) : (i32) -> i32
			     %4 = "foo.bar"(%a) : (i32) -> i32
			     %5 = "test.alloc"() : () -> i32
			     "test.region"() ({
			       %6 = "test.pure"(%a) : (i32) -> i32
			     }) : () -> ()
			     "test.return"() : () -> ()`,
			want: `%0 = "test.use"(%arg0) : (i32) -> i32
			       %1 = "foo.bar"(%arg0) : (i32) -> i32
			       "test.return"() : () -> ()`},
		{name: "hoists constants to the isolated region",
			in: `"test.loop"() ({
			       %0 = "test.constant"() <{value = 7 : i32}> : () -> i32
			       "test.use"(%0) : (i32) -> ()
			     }) : () -> ()
			     "test.return"() : () -> ()`,
			want: `%0 = "test.constant"() <{value = 7 : i32}> : () -> i32
			       "test.loop"() ({
			       "test.use"(%0) : (i32) -> ()
			       "test.return"() : () -> ()`},
		{name: "erases unreachable blocks and values that feed themselves",
			in: `%0 = "test.constant"() <{value = 1 : i32}> : () -> i32
			     "test.br"(%0, %a)[^bb1] : (i32, i32) -> ()
			   ^bb1(%x: i32, %y: i32):
			     %n = "test.add"(%x, %b) : (i32, i32) -> i32
			     "test.cond_br"(%c, %n, %y)[^bb1, ^bb2] <{operandSegmentSizes = array<i32: 1, 2, 0>}> : (i1, i32, i32) -> ()
			   ^bb2:
			     "test.return"(%y) : (i32) -> ()
			   ^bb3:
			     "test.br"()[^bb2] : () -> ()`,
			want: `"test.br"(%arg0)[^bb1] : (i32) -> ()
			       ^bb1(%0: i32):  // 2 preds: ^bb0, ^bb1
			       "test.cond_br"(%arg2, %0)[^bb1, ^bb2] <{operandSegmentSizes = array<i32: 1, 1, 0>}> : (i1, i32) -> ()
			       ^bb2:  // pred: ^bb1
			       "test.return"(%0) : (i32) -> ()`},
		{name: "leaves control flow alone when told",
			cfg: greedy.Config{Simplify: greedy.Disabled},
			in: `"test.return"() : () -> ()
			   ^bb3:
			     "test.return"() : () -> ()`,
			want: `"test.return"() : () -> ()
			       ^bb1:  // no predecessors
			       "test.return"() : () -> ()`},
		{name: "merges equal blocks and redundant arguments when aggressive",
			cfg: greedy.Config{Simplify: greedy.Aggressive},
			in: `"test.cond_br"(%c)[^bb1, ^bb2] <{operandSegmentSizes = array<i32: 1, 0, 0>}> : (i1) -> ()
			   ^bb1:
			     "test.br"(%a)[^bb3] : (i32) -> ()
			   ^bb2:
			     "test.br"(%a)[^bb3] : (i32) -> ()
			   ^bb3(%x: i32):
			     "test.return"(%x) : (i32) -> ()`,
			want: `"test.cond_br"(%arg2)[^bb1, ^bb1] <{operandSegmentSizes = array<i32: 1, 0, 0>}> : (i1) -> ()
			       ^bb1:  // 2 preds: ^bb0, ^bb0
			       "test.br"()[^bb2] : () -> ()
			       ^bb2:  // pred: ^bb1
			       "test.return"(%arg0) : (i32) -> ()`},
		{name: "bottom up gives the same",
			cfg: greedy.Config{BottomUp: true},
			in: `%0 = "test.constant"() <{value = 1 : i32}> : () -> i32
			     %1 = "test.add"(%0, %0) : (i32, i32) -> i32
			     %2 = "test.add"(%1, %1) : (i32, i32) -> i32
			     "test.return"(%2) : (i32) -> ()`,
			want: `%0 = "test.constant"() <{value = 4 : i32}> : () -> i32
			       "test.return"(%0) : (i32) -> ()`},
		{name: "no change",
			in: `%0 = "test.pure"(%a) : (i32) -> i32
			     "test.return"(%0) : (i32) -> ()`,
			want: `%0 = "test.pure"(%arg0) : (i32) -> i32
			       "test.return"(%0) : (i32) -> ()`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			c := irtest.Context()
			m := irtest.Parse(t, c, body(tt.in))
			before := irtest.Text(m)
			tt.cfg.Check = true
			res, err := greedy.Apply(context.Background(), m, rewrite.NewSet(rewrite.Canonicalizations(c)...), tt.cfg)
			if err != nil {
				t.Fatal(err)
			}
			irtest.RequireVerified(t, m)
			if diff := cmp.Diff(lines(tt.want), inside(m)); diff != "" {
				t.Errorf("result (-want +got):\n%s", diff)
			}
			if !res.Converged {
				t.Errorf("did not converge: %s", res.Stopped)
			}
			if changed := before != irtest.Text(m); changed != res.Changed {
				t.Errorf("Changed = %v, the text says %v", res.Changed, changed)
			}
			for op := range ir.Walk(m) {
				if op.Scratch() != 0 {
					t.Errorf("%s keeps scratch %d", op.Name(), op.Scratch())
				}
			}
		})
	}
}

// renamer rewrites operations of one name into another.
func renamer(from, to string) rewrite.Pattern {
	return rewrite.Pattern{Name: from + "-to-" + to, Root: from, Rewrite: func(op *ir.Operation, r *rewrite.Rewriter) error {
		r.ReplaceWithOp(op, to, op.Operands(), op.ResultTypes())
		return nil
	}}
}

func TestBounds(t *testing.T) {
	t.Parallel()
	const in = `%0 = "test.use"(%a) : (i32) -> i32
		"test.return"(%0) : (i32) -> ()`
	for _, tt := range []struct {
		name     string
		cfg      greedy.Config
		patterns []rewrite.Pattern
		want     string
	}{
		{"a cycle of patterns ends", greedy.Config{MaxRewrites: 100},
			[]rewrite.Pattern{renamer("test.use", "test.read"), renamer("test.read", "test.use")},
			"rewriting did not converge within 100 rewrites in one iteration: 'test.read-to-test.use' was applied 50 times in the last one, last to 'test.read'"},
		{"a cycle ends without a bound given", greedy.Config{},
			[]rewrite.Pattern{renamer("test.use", "test.read"), renamer("test.read", "test.use")},
			"within 4288 rewrites"},
		{"iterations", greedy.Config{MaxIterations: 1},
			[]rewrite.Pattern{renamer("test.use", "test.read")},
			"within 1 iterations: 'test.use-to-test.read' was applied 1 times in the last one, last to 'test.use'"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			m := irtest.Parse(t, irtest.Context(), body(in))
			res, err := greedy.Apply(context.Background(), m, rewrite.NewSet(tt.patterns...), tt.cfg)
			if err != nil {
				t.Fatal(err)
			}
			if res.Stopped == nil || !strings.Contains(res.Stopped.String(), tt.want) {
				t.Errorf("stopped by %v, want %q", res.Stopped, tt.want)
			}
			irtest.RequireVerified(t, m)
		})
	}
}

func TestCheck(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name    string
		rewrite func(op *ir.Operation, r *rewrite.Rewriter) error
		want    string
	}{
		{"success without a change", func(*ir.Operation, *rewrite.Rewriter) error { return nil },
			"pattern 'faulty' reports success on 'test.use' without changing anything through its rewriter"},
		{"a change without success", func(op *ir.Operation, r *rewrite.Rewriter) error {
			r.Modify(op, func() { op.SetAttr("x", op.Context().Unit()) })
			return r.NoMatch("never mind")
		}, "pattern 'faulty' reports no match on 'test.use' after changing the IR"},
		{"the pattern's own error", func(*ir.Operation, *rewrite.Rewriter) error { return errors.New("tile too large") },
			"tile too large"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			m := irtest.Parse(t, irtest.Context(), body(`"test.use"() : () -> () "test.return"() : () -> ()`))
			set := rewrite.NewSet(rewrite.Pattern{Name: "faulty", Root: "test.use", Rewrite: tt.rewrite})
			_, err := greedy.Apply(context.Background(), m, set, greedy.Config{Check: true})
			if err == nil || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("error %v, want %q", err, tt.want)
			}
		})
	}
}

func TestCancelled(t *testing.T) {
	t.Parallel()
	m := irtest.Parse(t, irtest.Context(), body(strings.Repeat("\"test.use\"() : () -> ()\n", 3000)+`"test.return"() : () -> ()`))
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := greedy.Apply(ctx, m, rewrite.NewSet(), greedy.Config{}); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v, want %v", err, context.Canceled)
	}
}

func TestBenefitOrdersPatterns(t *testing.T) {
	t.Parallel()
	low, high := renamer("test.use", "test.read"), renamer("test.use", "test.write")
	high.Benefit = 2
	m := irtest.Parse(t, irtest.Context(), body(`%0 = "test.use"() : () -> i32 "test.return"(%0) : (i32) -> ()`))
	if _, err := greedy.Apply(context.Background(), m, rewrite.NewSet(low, high), greedy.Config{}); err != nil {
		t.Fatal(err)
	}
	if irtest.Count(m, "test.write") != 1 {
		t.Errorf("the pattern of greater benefit was not applied first:\n%s", irtest.Text(m))
	}
}
