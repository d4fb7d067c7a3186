package llvm_test

import (
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/tile-opt/tile-opt/dialects/builtin"
	"github.com/tile-opt/tile-opt/dialects/llvm"
	"github.com/tile-opt/tile-opt/ir"
	"github.com/tile-opt/tile-opt/ir/asm"
)

func parse(src string) (*ir.Operation, error) {
	m, err := asm.Parse(ir.NewContext(builtin.Dialect, llvm.Dialect), "in.mlir", []byte(src), asm.ParseOptions{})
	if err != nil {
		return nil, err
	}
	return m, ir.Verify(m)
}

func text(t *testing.T, src string, generic bool) string {
	t.Helper()
	m, err := parse(src)
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	if err := asm.Print(&b, m, asm.PrintOptions{Generic: generic}); err != nil {
		t.Fatal(err)
	}
	return strings.TrimSpace(b.String())
}

// TestRoundTrip: the file is as MLIR 22 prints it; both forms give it back.
func TestRoundTrip(t *testing.T) {
	t.Parallel()
	src, err := os.ReadFile("testdata/roundtrip.mlir")
	if err != nil {
		t.Fatal(err)
	}
	want := strings.TrimSpace(string(src))
	if d := cmp.Diff(want, text(t, want, false)); d != "" {
		t.Errorf("custom form:\n%s", d)
	}
	if d := cmp.Diff(want, text(t, text(t, want, true), false)); d != "" {
		t.Errorf("through the generic form:\n%s", d)
	}
}

func TestFormats(t *testing.T) {
	t.Parallel()
	c := ir.NewContext(llvm.Dialect)
	for _, b := range llvm.Ops() {
		if err := asm.CheckFormat(c.OpInfo(b.Def.Name)); err != nil {
			t.Error(err)
		}
		if b.Def.Summary == "" {
			t.Errorf("%s has no summary", b.Def.Name)
		}
	}
}

func TestTypes(t *testing.T) {
	t.Parallel()
	for _, s := range []string{
		"!llvm.ptr", "!llvm.ptr<3>", "!llvm.void", "!llvm.token", "!llvm.metadata", "!llvm.label",
		"!llvm.array<0 x i8>", "!llvm.array<2 x array<3 x ptr<1>>>", "!llvm.struct<()>", "!llvm.struct<(f32, ptr)>",
		"!llvm.struct<packed (i8, i32)>", `!llvm.struct<"a", (i32)>`, `!llvm.struct<"b", opaque>`, `!llvm.struct<"c", packed (i8)>`,
		"!llvm.func<void ()>", "!llvm.func<i32 (ptr, ...)>", "!llvm.func<ptr (...)>", "!llvm.struct<(vector<4xf32>, struct<(i1)>)>",
	} {
		ty, err := asm.ParseType(ir.NewContext(llvm.Dialect), s)
		if err != nil {
			t.Errorf("%s: %v", s, err)
		} else if ty.String() != s {
			t.Errorf("%s printed as %s", s, ty)
		}
	}
	for s, want := range map[string]string{
		"!llvm.target<\"a\", 1, ptr>": "expected no type behind an integer",
		"!llvm.struct<(void)>":        "invalid LLVM structure element type",
		"!llvm.func<i32 (void)>":      "invalid function argument type",
		"!llvm.ptr<-1>":               "expected an address space",
		"!llvm.what":                  "what",
		"!llvm.array<2 x void>":       "invalid array element type",
		"!llvm.struct<(i32, foo)>":    "expected",
	} {
		if _, err := asm.ParseType(ir.NewContext(llvm.Dialect), s); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: error %v, want %q", s, err, want)
		}
	}
}

func TestVerify(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct{ body, want string }{
		{"llvm.br ^x(%i : i32)\n ^x: llvm.return", "branch has 1 operands for successor #0, but target block has 0"},
		{"llvm.br ^x(%i : i32)\n ^x(%a: i64): llvm.return", "type mismatch for bb argument #0 of successor #0"},
		{"llvm.return %i : i32", "expected no operands"},
		{"%0 = llvm.zext %i : i32 to i16\n llvm.return", "integer width of the output type is smaller or equal to the integer width of the input type"},
		{"%0 = llvm.bitcast %p : !llvm.ptr to !llvm.ptr<1>\n llvm.return", "cannot cast pointers of different address spaces"},
		{"%0 = llvm.bitcast %i : i32 to !llvm.ptr\n llvm.return", "can only cast pointers from and to pointers"},
		{"%0 = llvm.atomicrmw fadd %p, %i monotonic : !llvm.ptr, i32\n llvm.return", "expected LLVM IR floating point type"},
		{"%0 = llvm.atomicrmw add %p, %i unordered : !llvm.ptr, i32\n llvm.return", "expected at least 'monotonic' ordering"},
		{"%0 = llvm.cmpxchg %p, %i, %i acq_rel release : !llvm.ptr, i32\n llvm.return", "failure ordering cannot be 'release' or 'acq_rel'"},
		{"llvm.fence monotonic\n llvm.return", "can be given only acquire, release, acq_rel, and seq_cst orderings"},
		{"%0 = llvm.load %p atomic monotonic : !llvm.ptr -> i32\n llvm.return", "expected alignment for atomic access"},
		{"%0 = llvm.load %p atomic release {alignment = 4 : i64} : !llvm.ptr -> i32\n llvm.return", "unsupported ordering 'release'"},
		{"%0 = llvm.getelementptr %p[0, %i] : (!llvm.ptr, i32) -> !llvm.ptr, !llvm.struct<(i32)>\n llvm.return", "expected index 1 indexing a struct to be constant"},
		{"%0 = llvm.getelementptr %p[0, 3] : (!llvm.ptr) -> !llvm.ptr, !llvm.struct<(i32)>\n llvm.return", "index 1 indexing a struct is out of bounds"},
		{"%0 = llvm.mlir.addressof @nobody : !llvm.ptr\n llvm.return", "must reference a global defined by"},
		{"llvm.call @nobody() : () -> ()\n llvm.return", "'nobody' does not reference a symbol in the current scope"},
		{"llvm.call @f(%i) : (i32) -> ()\n llvm.return", "incorrect number of operands (1) for callee (expecting: 2)"},
		{"llvm.call @f(%i, %i) : (i32, i32) -> ()\n llvm.return", "operand type mismatch for operand 0: 'i32' != '!llvm.ptr'"},
		{`"llvm.icmp"(%i, %i) <{predicate = 0 : i64}> : (i32, i32) -> i32` + "\n llvm.return", "must be 1-bit signless integer"},
		{`%0 = llvm.icmp "odd" %i, %i : i32` + "\n llvm.return", "expected a predicate of eq, ne"},
		{`%0 = "llvm.mlir.constant"() <{value = 1 : i64}> : () -> f32` + "\n llvm.return", "expected integer type"},
		{"%0 = llvm.mlir.undef : !llvm.struct<(i32)>\n %1 = llvm.extractvalue %0[1] : !llvm.struct<(i32)>\n llvm.return", "expected a position inside"},
		{"%0 = llvm.fadd %i, %i : i32\n llvm.return", "must be floating point LLVM type"},
	} {
		_, err := parse("llvm.func @f(%p: !llvm.ptr, %i: i32) {\n" + tc.body + "\n}")
		if err == nil || !strings.Contains(err.Error(), tc.want) {
			t.Errorf("%s\n  error %v\n  want %q", tc.body, err, tc.want)
		}
	}
}

func TestVerifyTopLevel(t *testing.T) {
	t.Parallel()
	for src, want := range map[string]string{
		"llvm.func internal @f()": "external functions must have 'external' or 'extern_weak' linkage",
		`"llvm.func"() <{function_type = !llvm.func<void (i32)>, sym_name = "f"}> ({ "llvm.return"() : () -> () }) : () -> ()`: "entry block must have 1 arguments to match function signature",
		`llvm.mlir.global constant @g("ab") : !llvm.array<3 x i8>`:                                                             "requires an i8 array type of the length equal to that of the string attribute",
		"llvm.mlir.global external @g() : !llvm.void":                                                                          "expects type to be a valid element type for an LLVM global",
		"llvm.func @f()\n llvm.func @f()":                                                                                      "redefinition of symbol named 'f'",
	} {
		if _, err := parse(src); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s\n  error %v\n  want %q", src, err, want)
		}
	}
}

// TestNesting: types that hold types count as levels of nesting.
func TestNesting(t *testing.T) {
	t.Parallel()
	src := `"t.x"() : () -> !llvm.` + strings.Repeat("struct<(", 200) + "i32" + strings.Repeat(")>", 200)
	for depth, want := range map[int]bool{100: false, 300: true} {
		c := ir.NewContext(llvm.Dialect)
		c.AllowUnregistered = true
		_, err := asm.Parse(c, "f.mlir", []byte(src), asm.ParseOptions{MaxDepth: depth})
		if got := err == nil; got != want {
			t.Errorf("200 levels, %d allowed: %v", depth, err)
		}
	}
}
