package asm_test

import (
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/tile-opt/tile-opt/ir"
	"github.com/tile-opt/tile-opt/ir/asm"
	"github.com/tile-opt/tile-opt/ir/diag"
	"github.com/tile-opt/tile-opt/ir/irtest"
)

// TestReadOn: a mistake in one operation of a module hides none in the others.
func TestReadOn(t *testing.T) {
	t.Parallel()
	fn := func(name, body string) string {
		return fmt.Sprintf("  \"test.func\"() <{sym_name = %q}> ({\n    %s\n    \"test.return\"() : () -> ()\n  }) : () -> ()\n", name, body)
	}
	good := `%x = "test.constant"() <{value = 1 : i32}> : () -> i32`
	for _, tt := range []struct {
		name, src string
		want      []string
	}{
		{"in a module", "\"test.table\"() <{sym_name = \"t\"}> ({\n" +
			fn("a", `"test.use"(%undefined) : (i32) -> ()`) + fn("b", `%0 = "test.constant"(1) : () -> i32`) + fn("c", good) +
			fn("d", `"test.br"()[^nowhere] : () -> ()`) + "}) : () -> ()\n",
			[]string{"3:16 use of undeclared SSA value name", "7:26 expected SSA operand", "15:17 reference to an undefined block"}},
		{"without a module", fn("a", `%0 = "test.constant"(1) : () -> i32`) + fn("b", `%0 = "test.constant"(1) : () -> i32`),
			[]string{"2:26 expected SSA operand", "6:26 expected SSA operand"}},
		{"brackets that don't match", fn("a", `"test.use"({) : () -> ()`) + fn("b", good), []string{"2:16 expected SSA operand"}},
		{"a broken alias", "#a = i33x\n" + fn("b", `%0 = "test.constant"(1) : () -> i32`), []string{"1:5 expected attribute value"}},
		{"the rest is metadata", fn("a", `%0 = "test.constant"(1) : () -> i32`) + "{-# oops #-}\n", []string{"2:26 expected SSA operand"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			c := irtest.Context()
			c.AllowUnregistered = true
			_, err := asm.Parse(c, "f.mlir", []byte(tt.src), asm.ParseOptions{})
			var got []string
			for _, d := range diag.All(err) {
				got = append(got, fmt.Sprintf("%d:%d %s", d.Pos.Line, d.Pos.Col, d.Msg))
			}
			if d := cmp.Diff(tt.want, got); d != "" {
				t.Error(d)
			}
		})
	}
}

// TestFaultsOfAllFunctions: each function with a fault has an error, of whatever
// kind the faults of the others are.
func TestFaultsOfAllFunctions(t *testing.T) {
	t.Parallel()
	c := irtest.Context()
	m := irtest.Read(t, c, `"test.table"() <{sym_name = "t"}> ({
  "test.func"() <{sym_name = "types"}> ({
    %x = "test.constant"() <{value = 1 : i32}> : () -> i64
    "test.return"() : () -> ()
  }) : () -> ()
  "test.func"() <{sym_name = "dominance"}> ({
    "test.use"(%x) : (i32) -> ()
    %x = "test.constant"() <{value = 1 : i32}> : () -> i32
    "test.return"() : () -> ()
  }) : () -> ()
  "test.func"() <{sym_name = "structure"}> ({
    "test.return"() : () -> ()
    "test.return"() : () -> ()
  }) : () -> ()
}) : () -> ()`)
	c.AllowUnregistered = true
	lines := map[int]bool{}
	for _, d := range diag.All(ir.Verify(m)) {
		lines[d.Pos.Line] = true
	}
	for _, want := range []int{7, 12} {
		if !lines[want] {
			t.Errorf("no error at line %d, only at %v", want, lines)
		}
	}
}
