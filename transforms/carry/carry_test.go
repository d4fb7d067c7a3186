package carry_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/tile-opt/tile-opt/dialects/all"
	"github.com/tile-opt/tile-opt/ir"
	"github.com/tile-opt/tile-opt/ir/asm"
	"github.com/tile-opt/tile-opt/transforms/carry"
)

// count threads two counters through a function: an operation "test.bump"
// with the attribute var adds 1 to that one, "test.read" gets both as
// operands. Regions of "test.once" run once, so its bumps are made again
// behind it.
func count(t *testing.T, text string) (string, error) {
	t.Helper()
	c := ir.NewContext(all.Dialects()...)
	c.AllowUnregistered = true
	m, err := asm.Parse(c, "test.mlir", []byte(text), asm.ParseOptions{})
	if err != nil {
		t.Fatal(err)
	}
	fn := m.RegionAt(0).Entry().First()
	b := ir.NewBuilder(c)
	entry := fn.RegionAt(0).Entry()
	vars := []*ir.Value{entry.Arg(0), entry.Arg(1)}
	variable := func(op *ir.Operation) int {
		n, _ := ir.IntValue(op.Attr("var"))
		return int(n)
	}
	bump := func(op *ir.Operation, vars []*ir.Value) {
		i := variable(op)
		vars[i] = b.Op("arith.addi", []*ir.Value{vars[i], vars[i]}, []ir.Type{c.I(32)}).Result(0)
	}
	th := &carry.Threader{
		Changes: func(op *ir.Operation) []int {
			if op.Is("test.bump") {
				return []int{variable(op)}
			}
			return nil
		},
		Visit: func(op *ir.Operation, vars []*ir.Value) error {
			switch {
			case op.Is("test.bump"):
				if vars[variable(op)] == nil {
					return carry.Lost(op)
				}
				b.Before(op)
				bump(op, vars)
				op.Erase()
			case op.Is("test.read"):
				if vars[0] == nil || vars[1] == nil {
					return carry.Lost(op)
				}
				op.SetOperands(vars)
			}
			return nil
		},
		Leave: func(op *ir.Operation, vars []*ir.Value) bool {
			if !op.Is("test.once") {
				return false
			}
			b.After(op)
			for in := range op.RegionAt(0).Entry().Ops() {
				if in.Is("test.bump") {
					bump(in, vars)
				}
			}
			return true
		},
	}
	if err := th.Block(b, entry, vars); err != nil {
		return "", err
	}
	if err := ir.Verify(m); err != nil {
		t.Fatalf("verifying: %v", err)
	}
	return asm.String(m), nil
}

func TestCarry(t *testing.T) {
	t.Parallel()
	tests := []struct{ name, body, want string }{
		{"straight", `
"test.bump"() {var = 0 : i32} : () -> ()
"test.read"() : () -> ()`, `
%0 = arith.addi %arg0, %arg0 : i32
"test.read"(%0, %arg1) : (i32, i32) -> ()`},
		{"loop carries only what it changes", `
scf.for %i = %arg2 to %arg2 step %arg2 {
  "test.read"() : () -> ()
  "test.bump"() {var = 1 : i32} : () -> ()
}
"test.read"() : () -> ()`, `
%0 = scf.for %arg4 = %arg2 to %arg2 step %arg2 iter_args(%arg5 = %arg1) -> (i32) {
  "test.read"(%arg0, %arg5) : (i32, i32) -> ()
  %1 = arith.addi %arg5, %arg5 : i32
  scf.yield %1 : i32
}
"test.read"(%arg0, %0) : (i32, i32) -> ()`},
		{"results in front stay", `
%r = scf.for %i = %arg2 to %arg2 step %arg2 iter_args(%x = %arg2) -> (index) {
  "test.bump"() {var = 0 : i32} : () -> ()
  scf.yield %i : index
}
"test.use"(%r) : (index) -> ()`, `
%0:2 = scf.for %arg4 = %arg2 to %arg2 step %arg2 iter_args(%arg5 = %arg2, %arg6 = %arg0) -> (index, i32) {
  %1 = arith.addi %arg6, %arg6 : i32
  scf.yield %arg4, %1 : index, i32
}
"test.use"(%0#0) : (index) -> ()`},
		{"a branch without else gets one", `
scf.if %arg3 {
  "test.bump"() {var = 0 : i32} : () -> ()
}
"test.read"() : () -> ()`, `
%0 = scf.if %arg3 -> (i32) {
  %1 = arith.addi %arg0, %arg0 : i32
  scf.yield %1 : i32
} else {
  scf.yield %arg0 : i32
}
"test.read"(%0, %arg1) : (i32, i32) -> ()`},
		{"while changes in both regions", `
scf.while : () -> () {
  "test.bump"() {var = 0 : i32} : () -> ()
  scf.condition(%arg3)
} do {
  "test.bump"() {var = 1 : i32} : () -> ()
  scf.yield
}
"test.read"() : () -> ()`, `
%0:2 = scf.while (%arg4 = %arg0, %arg5 = %arg1) : (i32, i32) -> (i32, i32) {
  %1 = arith.addi %arg4, %arg4 : i32
  scf.condition(%arg3) %1, %arg5 : i32, i32
} do {
^bb0(%arg4: i32, %arg5: i32):
  %1 = arith.addi %arg5, %arg5 : i32
  scf.yield %arg4, %1 : i32, i32
}
"test.read"(%0#0, %0#1) : (i32, i32) -> ()`},
		{"nest", `
scf.for %i = %arg2 to %arg2 step %arg2 {
  scf.if %arg3 {
    "test.bump"() {var = 0 : i32} : () -> ()
  } else {
    "test.read"() : () -> ()
  }
}`, `
%0 = scf.for %arg4 = %arg2 to %arg2 step %arg2 iter_args(%arg5 = %arg0) -> (i32) {
  %1 = scf.if %arg3 -> (i32) {
    %2 = arith.addi %arg5, %arg5 : i32
    scf.yield %2 : i32
  } else {
    "test.read"(%arg5, %arg1) : (i32, i32) -> ()
    scf.yield %arg5 : i32
  }
  scf.yield %1 : i32
}`},
		{"regions that values do not leave, changed again behind", `
"test.once"() ({
  "test.bump"() {var = 0 : i32} : () -> ()
  "test.read"() : () -> ()
}) : () -> ()
"test.read"() : () -> ()`, `
"test.once"() ({
  %1 = arith.addi %arg0, %arg0 : i32
  "test.read"(%1, %arg1) : (i32, i32) -> ()
}) : () -> ()
%0 = arith.addi %arg0, %arg0 : i32
"test.read"(%0, %arg1) : (i32, i32) -> ()`},
		{"other variables stay known behind an opaque region", `
"test.opaque"() ({
  "test.read"() : () -> ()
}) : () -> ()
"test.read"() : () -> ()`, `
"test.opaque"() ({
  "test.read"(%arg0, %arg1) : (i32, i32) -> ()
}) : () -> ()
"test.read"(%arg0, %arg1) : (i32, i32) -> ()`},
	}
	for _, tc := range tests {
		t.Run(tc.name, func(t *testing.T) {
			t.Parallel()
			got, err := count(t, function(tc.body))
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(strings.TrimSpace(tc.want), inside(got)); diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
		})
	}
}

func TestLost(t *testing.T) {
	t.Parallel()
	tests := []struct{ name, body, want string }{
		{"read behind", `
"test.opaque"() ({
  "test.bump"() {var = 1 : i32} : () -> ()
}) : () -> ()
"test.read"() : () -> ()`, "'test.read' op continues a position that was changed inside a region it cannot be carried out of"},
		{"next iteration", `
scf.for %i = %arg2 to %arg2 step %arg2 {
  "test.opaque"() ({
    "test.bump"() {var = 1 : i32} : () -> ()
  }) : () -> ()
}`, "'scf.for' op continues a position that was changed inside a region it cannot be carried out of"},
	}
	for _, tc := range tests {
		t.Run(tc.name, func(t *testing.T) {
			t.Parallel()
			_, err := count(t, function(tc.body))
			if err == nil || !strings.Contains(err.Error(), tc.want) {
				t.Errorf("expected an error with %q, got %v", tc.want, err)
			}
		})
	}
}

func function(body string) string {
	return "func.func @f(%arg0: i32, %arg1: i32, %arg2: index, %arg3: i1) {\n" + body + "\nreturn\n}\n"
}

// inside cuts a function's body out of a module and its indentation.
func inside(text string) string {
	_, body, _ := strings.Cut(text, "i1) {\n")
	body, _, _ = strings.Cut(body, "    return\n")
	return strings.TrimSpace(strings.ReplaceAll("\n"+body, "\n    ", "\n"))
}
