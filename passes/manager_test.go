package passes_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/tile-opt/tile-opt/ir"
	"github.com/tile-opt/tile-opt/ir/diag"
	"github.com/tile-opt/tile-opt/ir/irtest"
	"github.com/tile-opt/tile-opt/passes"
)

// functions returns a module of n functions f0, f1, ...
func functions(t *testing.T, n int) *ir.Operation {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "\"test.func\"() <{sym_name = \"f%d\"}> ({\n  \"test.use\"() : () -> ()\n  \"test.return\"() : () -> ()\n}) : () -> ()\n", i)
	}
	return irtest.Parse(t, irtest.Context(), b.String())
}

func symbol(op *ir.Operation) string {
	n, _ := ir.SymbolName(op)
	return n
}

// pipelineOf runs the passes on every function.
func pipelineOf(ps ...*passes.Pass) *passes.Pipeline {
	p := &passes.Pipeline{Anchor: "test.func"}
	for _, x := range ps {
		p.Add(x, nil)
	}
	return &passes.Pipeline{Anchor: passes.AnyOp, Steps: []passes.Step{{Nested: p}}}
}

var remarker = &passes.Pass{
	Name:       "remarker",
	Statistics: []passes.Statistic{{Name: "num-seen", Desc: "functions seen"}},
	Run: func(r *passes.Run, op *ir.Operation) error {
		r.Remark(op, "saw @%s", symbol(op))
		r.Count("num-seen", 1)
		op.SetAttr("seen", op.Context().Unit())
		return nil
	},
}

var failer = &passes.Pass{Name: "failer", Run: func(_ *passes.Run, op *ir.Operation) error {
	if n := symbol(op); strings.HasSuffix(n, "1") || strings.HasSuffix(n, "3") {
		return op.OpError("fails in @%s", n)
	}
	return nil
}}

// TestParallel runs the same pipeline on one and on many goroutines and
// compares everything that can be seen.
func TestParallel(t *testing.T) {
	t.Parallel()
	type seen struct {
		Text, Err string
		Remarks   []string
		Stats     []passes.Counter
	}
	run := func(workers int) seen {
		m := functions(t, 40)
		var s seen
		var stats passes.Statistics
		err := pipelineOf(remarker, failer).Run(context.Background(), m, passes.Config{
			Workers: workers, Verify: true, Statistics: &stats,
			Diag: func(d *diag.Diagnostic) { s.Remarks = append(s.Remarks, d.Msg) },
		})
		if err == nil {
			t.Fatal("no error")
		}
		s.Text, s.Err = irtest.Text(m), err.Error()
		s.Stats = stats.Rows()[0].Rows[0].Counts
		return s
	}
	before := runtime.NumGoroutine()
	one := run(1)
	for _, workers := range []int{2, 16} {
		if diff := cmp.Diff(one, run(workers)); diff != "" {
			t.Errorf("%d workers (-1 worker +%d workers):\n%s", workers, workers, diff)
		}
	}
	if n := strings.Count(one.Err, "fails in"); n != 8 {
		t.Errorf("%d errors, want 8:\n%s", n, one.Err)
	}
	if one.Stats[0].Value != 40 || len(one.Remarks) != 40 || one.Remarks[39] != "saw @f39" {
		t.Errorf("statistics %v, %d remarks", one.Stats, len(one.Remarks))
	}
	if after := runtime.NumGoroutine(); after > before+2 {
		t.Errorf("%d goroutines before, %d after", before, after)
	}
}

func TestInternalError(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name string
		run  func(*passes.Run, *ir.Operation) error
		want string
	}{
		{"panic", func(*passes.Run, *ir.Operation) error { panic("internal: index 3 out of range") },
			"internal error: pass 'broken' on builtin.module > test.func @f0: internal: index 3 out of range"},
		{"touching an erased operation", func(_ *passes.Run, op *ir.Operation) error {
			use := op.RegionAt(0).Entry().First()
			use.Erase()
			_ = use.Name()
			return nil
		}, "internal error: pass 'broken' on builtin.module > test.func @f0: internal: use of an erased operation"},
		{"invalid IR", func(_ *passes.Run, op *ir.Operation) error {
			op.RegionAt(0).Entry().Last().Erase()
			return nil
		}, "internal error: pass 'broken' on builtin.module > test.func @f0 left invalid IR: test.mlir:2:3: error: block with no terminator, has test.use"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			m := functions(t, 3)
			err := pipelineOf(&passes.Pass{Name: "broken", Run: tt.run}).Run(context.Background(), m, passes.Config{Verify: true, Workers: 4})
			var bug *passes.InternalError
			if !errors.As(err, &bug) || bug.Error() != tt.want {
				t.Errorf("error %v\nwant  %s", err, tt.want)
			}
		})
	}
}

func TestErrorsGetAPosition(t *testing.T) {
	t.Parallel()
	m := functions(t, 1)
	err := pipelineOf(&passes.Pass{Name: "p", Run: func(*passes.Run, *ir.Operation) error { return errors.New("too large") }}).Run(context.Background(), m, passes.Config{})
	if err == nil || err.Error() != "test.mlir:1:1: error: too large" {
		t.Errorf("error %v", err)
	}
}

func TestAnchors(t *testing.T) {
	t.Parallel()
	count := func(names *[]string) *passes.Pass {
		return &passes.Pass{Name: "count", Run: func(_ *passes.Run, op *ir.Operation) error {
			*names = append(*names, op.Name())
			return nil
		}}
	}
	const text = `"test.func"() <{sym_name = "f"}> ({ "test.return"() : () -> () }) : () -> ()
	"test.table"() <{sym_name = "t"}> ({ "test.func"() <{sym_name = "g"}> ({ "test.return"() : () -> () }) : () -> () }) : () -> ()
	"test.region"() ({}) : () -> ()`
	for _, tt := range []struct {
		anchor, want, err string
	}{
		{anchor: "test.func", want: "test.func"},
		{anchor: passes.AnyOp, want: "test.func test.table"},
		{anchor: "test.region", err: "trying to schedule a pass on an operation not marked as 'IsolatedFromAbove'"},
		{anchor: "test.none"},
	} {
		var names []string
		m := irtest.Parse(t, irtest.Context(), text)
		p := (&passes.Pipeline{Anchor: tt.anchor}).Add(count(&names), nil)
		err := (&passes.Pipeline{Anchor: m.Name(), Steps: []passes.Step{{Nested: p}}}).Run(context.Background(), m, passes.Config{Workers: 1})
		if got := strings.Join(names, " "); got != tt.want {
			t.Errorf("%s: ran on %q, want %q", tt.anchor, got, tt.want)
		}
		if (err != nil) != (tt.err != "") || err != nil && !strings.Contains(err.Error(), tt.err) {
			t.Errorf("%s: error %v, want %q", tt.anchor, err, tt.err)
		}
	}
	m := functions(t, 1)
	err := (&passes.Pipeline{Anchor: "test.func"}).Run(context.Background(), m, passes.Config{})
	if err == nil || !strings.Contains(err.Error(), "can't run 'test.func' pass manager on 'builtin.module' op") {
		t.Errorf("error %v", err)
	}
}

func TestCancel(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(context.Background())
	ran := 0
	stop := &passes.Pass{Name: "stop", Run: func(*passes.Run, *ir.Operation) error { ran++; cancel(); return nil }}
	err := pipelineOf(stop, stop).Run(ctx, functions(t, 5), passes.Config{Workers: 1})
	if !errors.Is(err, context.Canceled) || ran != 1 {
		t.Errorf("error %v after %d runs, want %v after 1", err, ran, context.Canceled)
	}
}

func TestAnalysisCache(t *testing.T) {
	t.Parallel()
	key := passes.NewAnalysisKey[int]("number")
	computed := 0
	use := func(unchanged bool) *passes.Pass {
		return &passes.Pass{Name: "use", Run: func(r *passes.Run, _ *ir.Operation) error {
			passes.AnalysisOf(r, key, func() int { computed++; return 1 })
			passes.AnalysisOf(r, key, func() int { computed++; return 1 })
			if unchanged {
				r.Unchanged()
			}
			return nil
		}}
	}
	if err := pipelineOf(use(true), use(true), use(false), use(true)).Run(context.Background(), functions(t, 1), passes.Config{}); err != nil {
		t.Fatal(err)
	}
	if computed != 2 {
		t.Errorf("computed %d times, want 2", computed)
	}
}

func printIR(w io.Writer, op *ir.Operation) error {
	_, err := io.WriteString(w, irtest.Text(op)+"\n")
	return err
}

func TestPrinting(t *testing.T) {
	t.Parallel()
	quiet := &passes.Pass{Name: "quiet-one", Run: func(*passes.Run, *ir.Operation) error { return nil }}
	for _, tt := range []struct {
		name string
		p    passes.Printing
		want []string // headers
	}{
		{"all", passes.Printing{BeforeAll: true, AfterAll: true}, []string{"Before Remarker (remarker)", "After Remarker (remarker)", "Before QuietOne (quiet-one)", "After QuietOne (quiet-one)", "Before Failer (failer)"}},
		{"named", passes.Printing{Before: []string{"failer"}, After: []string{"remarker"}}, []string{"After Remarker (remarker)", "Before Failer (failer)"}},
		{"change", passes.Printing{AfterAll: true, AfterChange: true}, []string{"After Remarker (remarker)"}},
		{"failure", passes.Printing{AfterFailure: true}, []string{"After Failer Failed (failer)"}},
		{"scope", passes.Printing{After: []string{"remarker"}, ModuleScope: true}, []string{"After Remarker (remarker) ('test.func' operation: @f1)"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			var out bytes.Buffer
			tt.p.W, tt.p.IR = &out, printIR
			m := functions(t, 2)
			ir.LookupSymbol(m, "f0").Erase()
			err := pipelineOf(remarker, quiet, failer).Run(context.Background(), m, passes.Config{Print: &tt.p})
			if err == nil {
				t.Fatal("no error")
			}
			var got []string
			for _, l := range strings.Split(out.String(), "\n") {
				if h, ok := strings.CutPrefix(l, "// -----// IR Dump "); ok {
					got = append(got, strings.TrimSuffix(h, " //----- //"))
				}
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
			if tt.p.ModuleScope != strings.Contains(out.String(), "builtin.module") && tt.name == "scope" {
				t.Errorf("the module is not printed:\n%s", out.String())
			}
		})
	}
}

func TestPrintDiffAndTree(t *testing.T) {
	t.Parallel()
	var out bytes.Buffer
	dir := t.TempDir()
	for _, p := range []*passes.Printing{{W: &out, IR: printIR, Diff: true}, {IR: printIR, AfterAll: true, TreeDir: dir}} {
		m := functions(t, 2)
		if err := pipelineOf(remarker, remarker).Run(context.Background(), m, passes.Config{Print: p}); err != nil || p.Err() != nil {
			t.Fatal(err, p.Err())
		}
	}
	want := `// -----// IR Diff After Remarker (remarker) //----- //
@@ -1,4 +1,4 @@
 "test.func"() <{sym_name = "f0"}> ({
   "test.use"() : () -> ()
   "test.return"() : () -> ()
-}) : () -> ()
+}) {seen} : () -> ()
`
	if !strings.HasPrefix(out.String(), want) || strings.Count(out.String(), "IR Diff") != 2 {
		t.Errorf("diff:\n%s", out.String())
	}
	var files []string
	if err := filepath.Walk(dir, func(path string, info os.FileInfo, err error) error {
		if err == nil && !info.IsDir() {
			rel, _ := filepath.Rel(dir, path)
			files = append(files, rel)
		}
		return err
	}); err != nil {
		t.Fatal(err)
	}
	root := "builtin_module_no-symbol-name/test_func_f"
	if diff := cmp.Diff([]string{root + "0/0_0_remarker.mlir", root + "0/0_1_remarker.mlir", root + "1/0_0_remarker.mlir", root + "1/0_1_remarker.mlir"}, files); diff != "" {
		t.Errorf("files (-want +got):\n%s", diff)
	}
}

func TestReports(t *testing.T) {
	t.Parallel()
	var timing passes.Timing
	var stats passes.Statistics
	timing.Begin()
	timing.Phase("Parser", func() {})
	m := functions(t, 3)
	if err := pipelineOf(remarker, remarker).Run(context.Background(), m, passes.Config{Timing: &timing, Statistics: &stats, Verify: true}); err != nil {
		t.Fatal(err)
	}
	timing.End()
	var tree, list, js, st bytes.Buffer
	for display, w := range map[string]*bytes.Buffer{"tree": &tree, "list": &list, "json": &js} {
		if err := timing.Write(w, display); err != nil {
			t.Fatal(err)
		}
	}
	for _, want := range []string{"Execution time report", "Parser", "'test.func' Pipeline\n", "    Remarker\n", "      (V) verifier\n", "Rest", "(100.0%)  Total"} {
		if !strings.Contains(tree.String(), want) {
			t.Errorf("tree lacks %q:\n%s", want, tree.String())
		}
	}
	if n := strings.Count(list.String(), "Remarker"); n != 1 {
		t.Errorf("%d lines for the pass in the list:\n%s", n, list.String())
	}
	var rows []struct {
		Wall   struct{ Duration, Percentage float64 }
		Name   string
		Passes []struct {
			Name   string
			Passes []struct{ Name string }
		}
	}
	if err := json.Unmarshal(js.Bytes(), &rows); err != nil || len(rows) != 4 || rows[0].Name != "Parser" || rows[3].Name != "Total" || rows[3].Wall.Percentage != 100 {
		t.Errorf("%v in JSON:\n%s", err, js.String())
	} else if p := rows[1].Passes; rows[1].Name != "'test.func' Pipeline" || p[0].Name != "Remarker" || p[0].Passes[0].Name != "(V) verifier" {
		t.Errorf("JSON:\n%s", js.String())
	}
	stats.Write(&st, "list")
	if !strings.Contains(st.String(), "Remarker\n  (S) 6 num-seen - functions seen\n") {
		t.Errorf("statistics:\n%s", st.String())
	}
	st.Reset()
	(&passes.Statistics{}).Write(&st, "pipeline")
	if !strings.Contains(st.String(), "no pass ran") {
		t.Errorf("empty statistics:\n%s", st.String())
	}
}

func TestUnifiedDiff(t *testing.T) {
	t.Parallel()
	var a, b []string
	for i := range 3000 {
		a = append(a, fmt.Sprintf("line %d", i))
		if i != 5 && i != 2000 {
			b = append(b, fmt.Sprintf("line %d", i))
		}
		if i == 2000 {
			b = append(b, "changed")
		}
	}
	want := `@@ -3,7 +3,6 @@
 line 2
 line 3
 line 4
-line 5
 line 6
 line 7
 line 8
@@ -1998,7 +1997,7 @@
 line 1997
 line 1998
 line 1999
-line 2000
+changed
 line 2001
 line 2002
 line 2003
`
	got := passes.UnifiedDiff(strings.Join(a, "\n")+"\n", strings.Join(b, "\n")+"\n", false)
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if s := passes.UnifiedDiff("a\n", "b\n", true); s != "\x1b[36m@@ -1,1 +1,1 @@\x1b[0m\n\x1b[31m-a\x1b[0m\n\x1b[32m+b\x1b[0m\n" {
		t.Errorf("coloured: %q", s)
	}
}
