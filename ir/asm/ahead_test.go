package asm_test

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/tile-opt/tile-opt/ir/asm"
)

// parsed returns what Parse makes of the text: the module with its locations, or
// the error.
func parsed(src []byte, workers int) string {
	op, err := asm.Parse(context(), "f", src, asm.ParseOptions{Workers: workers})
	if err != nil {
		return "error: " + err.Error()
	}
	var b bytes.Buffer
	for _, debug := range []bool{false, true} {
		if err := asm.Print(&b, op, asm.PrintOptions{Generic: true, DebugInfo: debug, Workers: workers}); err != nil {
			return err.Error()
		}
	}
	return b.String()
}

// TestWorkers checks that a text means the same, mistakes included, when several
// goroutines read it.
func TestWorkers(t *testing.T) {
	t.Parallel()
	plain := string(program(5000))
	middle := strings.Index(plain[len(plain)/2:], "\"func.func\"") + len(plain)/2
	insert := func(text string) string { return plain[:middle] + text + plain[middle:] }
	for _, tt := range []struct{ name, src string }{
		{"plain", plain},
		{"comments and strings", insert("// ({[\n\"func.func\"() <{function_type = () -> (), sym_name = \"}\\\"{\"}> ({}) : () -> ()\n")},
		{"one line", strings.ReplaceAll(plain, "\n", " ")},
		{"mistake", insert("\"func.func\"(%x) : () -> ()\n")},
		{"mistake inside", strings.Replace(plain, "(%y) : (i32)", "(%y) : (i64)", 1)},
		{"two mistakes", strings.Replace(insert("@"), "(%y) : (i32)", "(%z) : (i32)", 1)},
		{"cut off", plain[:len(plain)/3*2]},
		{"unbalanced", insert(")")},
		{"location aliases", "#a = loc(\"a\")\n" + strings.ReplaceAll(plain, "(%x, %s) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32", "(%x, %s) : (i32, i32) -> i32 loc(#b)") + "#b = loc(\"b\")\n"},
		{"undefined location alias", strings.ReplaceAll(plain, "\"func.return\"(%l19) : (i32) -> ()", "\"func.return\"(%l19) : (i32) -> () loc(#b)")},
		{"distinct", strings.ReplaceAll(plain, "<{nontemporal = false}>", "<{nontemporal = false}> {d = distinct[3]<>}")},
		{"names of the module", insert("%a = \"arith.constant\"() <{value = 0 : i32}> : () -> i32\n")},
		{"uses of the module's names", strings.Replace(plain, "(%x, %s)", "(%x, %g)", 1) + "%g = \"arith.constant\"() <{value = 0 : i32}> : () -> i32\n"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			want := parsed([]byte(tt.src), 1)
			for _, workers := range []int{2, 5} {
				if diff := cmp.Diff(want, parsed([]byte(tt.src), workers)); diff != "" {
					t.Errorf("%d workers:\n%s", workers, diff)
				}
			}
		})
	}
}

// TestManyNames reads a module with more names than the parser keeps, inside an
// operation that uses one of them itself.
func TestManyNames(t *testing.T) {
	t.Parallel()
	var b strings.Builder
	for _, outer := range []string{`"builtin.module"() ({`, `%late = "test.op"(%late) ({`} {
		b.Reset()
		b.WriteString(outer + "\n")
		for f := range 20 {
			b.WriteString("\"test.func\"() ({\n")
			for i := range 1000 {
				fmt.Fprintf(&b, "%%f%d_%d = \"test.op\"() : () -> i32\n", f, i)
			}
			fmt.Fprintf(&b, "\"test.use\"(%%f%d_999) : (i32) -> ()\n}) : () -> ()\n", f)
		}
		if strings.HasPrefix(outer, "%") {
			b.WriteString("}) : (i32) -> i32\n")
		} else {
			b.WriteString("}) : () -> ()\n")
		}
		for _, workers := range []int{1, 3} {
			ctx := context()
			ctx.AllowUnregistered = true
			op, err := asm.Parse(ctx, "f", []byte(b.String()), asm.ParseOptions{Workers: workers})
			if err != nil {
				t.Fatalf("%s, %d workers: %v", outer, workers, err)
			}
			if got := strings.Count(asm.GenericString(op), "test.op"); got < 20000 {
				t.Errorf("%s, %d workers: %d operations", outer, workers, got)
			}
		}
	}
}

// TestProgress checks that Parse tells how far it is, and that it does not need
// what it says it does not need.
func TestProgress(t *testing.T) {
	t.Parallel()
	want := parsed(program(20000), 1)
	for _, workers := range []int{1, 3} {
		src := program(20000)
		last, calls := 0, 0
		op, err := asm.Parse(context(), "f", src, asm.ParseOptions{Workers: workers, Progress: func(offset int) {
			if calls++; offset < last || offset > len(src) {
				t.Errorf("offset %d behind %d of %d", offset, last, len(src))
			}
			last = offset
		}})
		if err != nil {
			t.Fatal(err)
		}
		if calls < 10 || last < len(src)*9/10 {
			t.Errorf("%d workers: %d calls, the last with %d of %d", workers, calls, last, len(src))
		}
		clear(src)
		var b bytes.Buffer
		for _, debug := range []bool{false, true} {
			if err := asm.Print(&b, op, asm.PrintOptions{Generic: true, DebugInfo: debug}); err != nil {
				t.Fatal(err)
			}
		}
		if diff := cmp.Diff(want, b.String()); diff != "" {
			t.Errorf("%d workers: the module holds on to its text:\n%s", workers, diff)
		}
	}
}
