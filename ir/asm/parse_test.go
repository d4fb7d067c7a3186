package asm_test

import (
	"bytes"
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/tile-opt/tile-opt/ir"
	"github.com/tile-opt/tile-opt/ir/asm"
	"github.com/tile-opt/tile-opt/ir/diag"
)

func context() *ir.Context {
	c := ir.NewContext()
	c.AllowUnregistered = true
	return c
}

// attr wraps the text of an attribute in an operation: it begins at 1:14.
func attr(text string) string { return `"t.a"() {a = ` + text + `} : () -> ()` }

// parseErrors are wrong texts with MLIR's messages and positions.
var parseErrors = []struct {
	src  string
	want string // line:col: message
}{
	{attr(" ]"), "1:13: expected attribute value"},
	{"\"t.a\"() {a =\n  ]} : () -> ()", "1:13: expected attribute value"},
	{`"t.a"() {a = 1, a = 2} : () -> ()`, "1:17: duplicate key 'a' in dictionary attribute"},
	{`"t.a"() {"" = 1} : () -> ()`, "1:10: expected valid attribute name"},
	{`"t.a"() {a,} : () -> ()`, "1:12: expected attribute name"},
	{`"t.a"()`, "1:8: expected ':' followed by operation type"},
	{`"t.a"() : () -> (i32`, "1:21: expected ')'"},
	{`"t.a"(%x) : (i32) -> ()`, "1:7: use of undeclared SSA value name"},
	{`%x = "t.a"() : () -> ()`, "1:1: cannot name an operation with no results"},
	{`%x:2 = "t.a"() : () -> i32`, "1:1: operation defines 1 results but was provided 2 to bind"},
	{`%x:0 = "t.a"() : () -> i32`, "1:4: expected named operation to have at least 1 result"},
	{`%x:1000000000 = "t.a"() : () -> i32`, "1:1: operation defines 1 results but was provided 1000000000 to bind"},
	{`"t.a"() : i32`, "1:11: expected function type"},
	{`"t.a"() : (i32) -> ()`, "1:11: expected 0 operand types but had 1"},
	{"%a = \"t.a\"() : () -> i32\n\"t.b\"(%a) : () -> ()", "2:13: expected 1 operand type but had 0"},
	{"%a = \"t.a\"() : () -> i32\n%a = \"t.a\"() : () -> i32", "2:1: redefinition of SSA value '%a'\n1:1: previously defined here"},
	{"%a = \"t.a\"() : () -> i32\n\"t.b\"(%a) : (f32) -> ()", "2:7: use of value '%a' expects different type than prior uses: 'f32' vs 'i32'\n1:1: prior use here"},
	{"\"t.b\"(%a) : (f32) -> ()\n%a = \"t.a\"() : () -> i32", "2:1: definition of SSA value '%a#0' has type 'i32'\n1:7: previously used here with type 'f32'"},
	{"%a = \"t.a\"() : () -> i32\n\"t.b\"(%a#1) : (i32) -> ()", "2:7: reference to invalid result number"},
	{"\"t.a\"() ({\n^a:\n \"t.b\"()[^c] : () -> ()\n}) : () -> ()", "3:10: reference to an undefined block"},
	{"\"t.a\"() ({\n^a:\n \"t.b\"()[^a] : () -> ()\n^a:\n \"t.b\"()[^a] : () -> ()\n}) : () -> ()", "4:1: redefinition of block '^a'\n2:1: previously defined here"},
	{"\"t.a\"() ({\n  %x = \"t.b\"() : () -> i32\n  \"t.c\"() ({\n  ^b(%x: i32):\n    \"t.d\"() : () -> ()\n  }) : () -> ()\n}) : () -> ()", "4:6: redefinition of SSA value '%x'\n2:3: previously defined here"},
	{"foo.bar", "1:1: Dialect `foo' not found for custom op 'foo.bar' \n1:1: available dialects: "},
	{"return", "1:1: custom op 'return' is unknown (tried 'builtin.return' as well)"},
	{attr("256 : i8"), "1:14: integer constant out of range for attribute"},
	{attr("-129 : i8"), "1:15: integer constant out of range for attribute"},
	{attr("-0 : i8"), "1:15: integer constant out of range for attribute"},
	{attr("-1 : ui8"), "1:15: negative integer literal not valid for unsigned integer type"},
	{attr("99999999999999999999"), "1:14: integer constant out of range for attribute"},
	{attr("9223372036854775808"), "1:14: integer constant out of range for attribute"},
	{attr("1 : f32"), "1:14: unexpected decimal integer literal for a floating point value\n1:14: add a trailing dot to make the literal a float"},
	{attr("1.0 : i32"), "1:23: floating point value not valid for specified type"},
	{attr("1.0e39 : f32"), "1:14: floating point constant out of range for type 'f32'"},
	{attr("0x1FFFF : f16"), "1:14: hexadecimal float constant out of range for type"},
	{attr("-0x1 : f16"), "1:15: hexadecimal float literal should not have a leading minus"},
	{attr("-true"), "1:15: expected constant integer or floating point value"},
	{attr("1 : tensor<2xi32>"), "1:14: integer literal not valid for specified type"},
	{attr("[1,]"), "1:17: expected attribute value"},
	{attr("[1 2]"), "1:16: expected ',' or ']'"},
	{attr("#foo"), "1:18: undefined symbol alias id 'foo'"},
	{attr("!foo"), "1:18: undefined symbol alias id 'foo'"},
	{attr("#t.foo<(>"), "1:20: unbalanced '(' character in pretty dialect name"},
	{attr("#t.foo<\"a"), "1:34: expected '\"' in string literal"},
	{attr("i99999999999"), "1:14: invalid integer width"},
	{attr("i16777216"), "1:14: integer bitwidth is limited to 16777215 bits"},
	{attr("vector<?xi32>"), "1:21: expected non-function type"},
	{attr("vector<0xi32>"), "1:14: vector types must have positive constant sizes but got 0"},
	{attr("tensor<2x3}"), "1:24: expected 'x' in dimension list"},
	{attr("tensor<9223372036854775808xi32>"), "1:21: invalid dimension"},
	{attr("tensor<2xtensor<i32>>"), "1:23: invalid tensor element type"},
	{attr("memref<2xnone>"), "1:23: invalid memref element type"},
	{attr("complex<index>"), "1:22: invalid element type for complex"},
	{attr("memref<4x5xf32, affine_map<(i)->(i)>>"), "1:14: memref layout mismatch between rank and affine map: 2 != 1"},
	{attr("dense<1>"), "1:22: expected ':'"},
	{attr("dense<1> : i32"), "1:14: elements literal must be a shaped type"},
	{attr("dense<1> : tensor<?xi32>"), "1:14: elements literal type must have static shape"},
	{attr("dense<1.0> : tensor<2xi32>"), "1:20: expected integer elements, but parsed floating-point"},
	{attr("dense<true> : tensor<2xi32>"), "1:20: expected i1 type for 'true' or 'false' values"},
	{attr("dense<-1> : tensor<2xui8>"), "1:21: expected unsigned integer elements, but parsed negative value"},
	{attr("dense<256> : tensor<2xi8>"), "1:20: integer constant out of range for type"},
	{attr("dense<[1,2,3]> : tensor<2xi32>"), "1:14: inferred shape of elements literal ([3]) does not match type ([2])"},
	{attr("dense<[[1,2],[3]]> : tensor<2x2xi32>"), "1:30: tensor literal is invalid; ranks are not consistent between elements"},
	{attr(`dense<"zz"> : tensor<2xi8>`), "1:20: expected string containing hex digits starting with `0x`"},
	{attr(`dense<"0x010203"> : tensor<2xi8>`), "1:14: elements hex data size is invalid for provided type: 'tensor<2xi8>'"},
	{attr("dense<> : tensor<2xi8>"), "1:14: parsed zero elements, but type ('tensor<2xi8>') expected at least 1"},
	{attr("sparse<[[0,9]], [1]> : tensor<3x4xi32>"), "1:14: sparse index #0 is not contained within the value shape, with index=[0, 9], and type='tensor<3x4xi32>'"},
	{attr("array<i7: 1>"), "1:20: element type bitwidth must be a multiple of 8"},
	{attr("array<index: 1>"), "1:20: expected integer or float type, got: 'index'"},
	{attr("array<i8: 256>"), "1:27: integer constant out of range"},
	{attr("strided<[1], ofset: 3>"), "1:26: expected 'offset' after comma"},
	{attr("distinct[0]<1>, b = distinct[0]<2>"), "1:34: referenced attribute does not match previous definition: 1 : i64"},
	{attr(`@""`), "1:14: expected a symbol name, found an empty one"},
	{attr(`loc(loc("a"))`), "1:18: expected location instance"},
	{attr(`loc("a":1:2 to x)`), "1:28: expected either integer or `:` post `to` in FileLineColRange"},
	{attr("affine_map<(i) -> (j)>"), "1:33: use of undeclared identifier"},
	{attr("affine_map<(i, i) -> (i)>"), "1:29: redefinition of identifier 'i'"},
	{attr("affine_map<(i, j) -> (i * j)>"), "1:38: non-affine expression: at least one of the multiply operands has to be either a constant or symbolic"},
	{"#a.b = 1", "1:1: attribute names with a '.' are reserved for dialect-defined names"},
	{"#a = 1\n#a = 2", "2:1: redefinition of attribute alias id 'a'"},
	{"!a = i1\n!a = i2", "2:1: redefinition of type alias id 'a'"},
	{`"t.a"()[] : () -> ()`, "1:9: expected block name"},
	{`""() : () -> ()`, "1:1: empty operation name is invalid"},
	{`"t.a"() ({`, "1:11: expected operation name in quotes\n1:11: the text ends here, inside a region"},
	{`"t.a"() : () -> () loc(#x)`, "1:24: operation location alias was never defined"},
	{"{-# other: {} #-}", "1:5: unknown key 'other' in file metadata dictionary"},
}

func TestParseErrors(t *testing.T) {
	t.Parallel()
	for _, tt := range parseErrors {
		_, err := asm.Parse(context(), "f", []byte(tt.src), asm.ParseOptions{})
		var l diag.List
		if !errors.As(err, &l) {
			t.Errorf("Parse(%q) = %v, want a diag.List", tt.src, err)
			continue
		}
		if diff := cmp.Diff(tt.want, render(l[0])); diff != "" {
			t.Errorf("Parse(%q):\n%s", tt.src, diff)
		}
	}
}

func render(d *diag.Diagnostic) string {
	s := strings.TrimPrefix(d.Pos.String(), "f:") + ": " + d.Msg
	for i := range d.Notes {
		s += "\n" + render(&d.Notes[i])
	}
	return s
}

// TestUnregistered checks what is refused when unknown dialects are not
// allowed.
func TestUnregistered(t *testing.T) {
	t.Parallel()
	for src, want := range map[string]string{
		`"t.a"() : () -> ()`:                            "operation being parsed with an unregistered dialect",
		`"builtin.module"() {t.x = !t.y} : () -> ()`:    "type created with unregistered dialect",
		`"builtin.module"() {t.x = #t.y<1>} : () -> ()`: "attribute created with unregistered dialect",
	} {
		c := ir.NewContext(&ir.Dialect{Name: "builtin"})
		if _, err := asm.Parse(c, "f", []byte(src), asm.ParseOptions{}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("Parse(%q) = %v, want an error about %q", src, err, want)
		}
	}
}

// TestDeepNesting checks that nesting of any kind ends in an error with a
// position, or in a result.
func TestDeepNesting(t *testing.T) {
	t.Parallel()
	const n = 100000
	tests := map[string]string{
		"regions":   strings.Repeat(`"a"() ({`, n),
		"arrays":    attr(strings.Repeat("[", n)),
		"dicts":     attr(strings.Repeat("{a = ", n)),
		"types":     attr(strings.Repeat("tuple<", n)),
		"functions": attr(strings.Repeat("(", n)),
		"opaque":    attr("#t.a<" + strings.Repeat("<", n)),
		"dense":     attr("dense<" + strings.Repeat("[", n)),
		"affine":    attr("affine_map<() -> (" + strings.Repeat("(", n)),
		"minus":     attr("affine_map<() -> (" + strings.Repeat("-(", n)),
		"locations": attr("loc(" + strings.Repeat("callsite(", n)),
		"fused":     attr("loc(" + strings.Repeat("fused[", n)),
		"names":     attr("loc(" + strings.Repeat(`"a"(`, n)),
	}
	for name, src := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			_, err := asm.Parse(context(), "f", []byte(src), asm.ParseOptions{})
			var l diag.List
			if !errors.As(err, &l) || !l[0].Pos.IsValid() {
				t.Errorf("got %v, want an error with a position", err)
			}
		})
	}
	ok := strings.Repeat(`"a"() ({`, 1000) + strings.Repeat(`}) : () -> ()`, 1000)
	op, err := asm.Parse(context(), "f", []byte(ok), asm.ParseOptions{})
	if err != nil {
		t.Fatal(err)
	}
	if err := ir.Verify(op); err != nil {
		t.Error(err)
	}
	if _, err := asm.Parse(context(), "f", []byte(ok), asm.ParseOptions{MaxDepth: 100}); err == nil {
		t.Error("MaxDepth has no effect")
	}
}

// TestBigNumbers checks that numbers in the text decide no allocation.
func TestBigNumbers(t *testing.T) {
	t.Parallel()
	for _, a := range []string{
		"dense<0> : tensor<99999999999xi8>",
		"dense<1> : tensor<4611686018427387904x4611686018427387904xi8>",
		"i16777215", "vector<9223372036854775807x2xi1>",
	} {
		c := context()
		got, err := asm.ParseAttr(c, a)
		if err != nil {
			t.Errorf("ParseAttr(%q): %v", a, err)
			continue
		}
		if got.String() != a {
			t.Errorf("ParseAttr(%q) prints %q", a, got)
		}
	}
	for _, a := range []string{
		"dense<[0]> : tensor<99999999999xi8>",
		`dense<"0x0000"> : tensor<99999999999xi8>`,
		`dense<"0x00000000"> : tensor<4611686018427387904x4611686018427387904xi16>`,
	} {
		if _, err := asm.ParseAttr(context(), a); err == nil {
			t.Errorf("ParseAttr(%q) succeeded", a)
		}
	}
}

func TestImplicitModule(t *testing.T) {
	t.Parallel()
	tests := []struct {
		src, want string
		opts      asm.ParseOptions
	}{
		{src: "", want: `"builtin.module"() ({` + "\n^bb0:\n" + `}) : () -> ()`},
		{src: `"a"() : () -> ()`, want: `"builtin.module"() ({` + "\n  \"a\"() : () -> ()\n" + `}) : () -> ()`},
		{src: `"builtin.module"() ({"a"() : () -> ()}) : () -> ()`, want: `"builtin.module"() ({` + "\n  \"a\"() : () -> ()\n" + `}) : () -> ()`},
		{src: `"a"() : () -> ()`, want: `"a"() : () -> ()`, opts: asm.ParseOptions{NoImplicitModule: true}},
	}
	for _, tt := range tests {
		op, err := asm.Parse(context(), "f", []byte(tt.src), tt.opts)
		if err != nil {
			t.Errorf("Parse(%q): %v", tt.src, err)
			continue
		}
		if diff := cmp.Diff(tt.want, asm.GenericString(op)); diff != "" {
			t.Errorf("Parse(%q):\n%s", tt.src, diff)
		}
	}
	_, err := asm.Parse(context(), "f", []byte(`"a"() : () -> () "b"() : () -> ()`), asm.ParseOptions{NoImplicitModule: true})
	if err == nil || !strings.Contains(err.Error(), "source must contain a single top-level operation, found: 2") {
		t.Errorf("two operations without an implicit module: %v", err)
	}
}

// TestForeignAliases checks that aliases of attributes that only their own
// dialect could have named survive, also where an opaque body mentions them.
func TestForeignAliases(t *testing.T) {
	t.Parallel()
	const src = `#map = affine_map<(d0) -> (d0)>
#enc = #sparse.encoding<{ map = #map1 }>
#enc1 = #sparse.encoding<{ map = (d0) -> (d0), "#map1" }>
"builtin.module"() ({
  "t.a"() <{maps = [#map], inline = affine_map<(d0) -> (d0 * 3)>}> {t = tensor<2xf32, #enc>, u = !sparse.spec<#enc1>, m = affine_map<(d0) -> (d0 + 1)>} : () -> ()
}) : () -> ()
`
	const want = `#enc = #sparse.encoding<{ map = (d0) -> (d0), "#map1" }>
#map = affine_map<(d0) -> (d0 + 1)>
#map1 = affine_map<(d0) -> (d0)>
#enc1 = #sparse.encoding<{ map = #map }>
"builtin.module"() ({
  "t.a"() <{inline = affine_map<(d0) -> (d0 * 3)>, maps = [#map1]}> {m = #map, t = tensor<2xf32, #enc1>, u = !sparse.spec<#enc>} : () -> ()
}) : () -> ()
`
	in := "#map1 = affine_map<(d0) -> (d0 + 1)>\n" + src
	op, err := asm.Parse(context(), "f", []byte(in), asm.ParseOptions{})
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	if err := asm.Print(&b, op, asm.PrintOptions{Generic: true}); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, b.String()); diff != "" {
		t.Error(diff)
	}
}
