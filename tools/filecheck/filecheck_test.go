package filecheck_test

import (
	"bytes"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/tile-opt/tile-opt/tools/filecheck"
)

// cases say what FileCheck 22 accepts; TestAgainstFileCheck holds the column want
// to the real program, TestCheck holds this package to it.
var cases = []struct {
	name, checks, input string
	opts                filecheck.Options
	want                bool
}{
	{name: "plain", checks: "CHECK: b\n", input: "a\nb\nc\n", want: true},
	{name: "plain missing", checks: "CHECK: d\n", input: "a\nb\nc\n"},
	{name: "order", checks: "CHECK: b\nCHECK: a\n", input: "a\nb\n"},
	{name: "two on a line", checks: "CHECK: a\nCHECK: b\n", input: "a b\n", want: true},
	{name: "blanks collapse", checks: "CHECK: a \t b\n", input: "a\t  b\n", want: true},
	{name: "blanks are needed", checks: "CHECK: a b\n", input: "ab\n"},
	{name: "strict blanks", checks: "CHECK: a b\n", input: "a  b\n", opts: filecheck.Options{StrictWhitespace: true}},
	{name: "crlf input", checks: "CHECK: a{{$}}\nCHECK-NEXT: b\n", input: "a\r\nb\r\n", want: true},
	{name: "crlf checks", checks: "CHECK: a\r\nCHECK-NEXT: b\r\n", input: "a\nb\n", want: true},
	{name: "no final newline", checks: "CHECK: a", input: "a", want: true},

	{name: "next", checks: "CHECK: a\nCHECK-NEXT: b\n", input: "a\nb\n", want: true},
	{name: "next on same line", checks: "CHECK: a\nCHECK-NEXT: b\n", input: "a b\n"},
	{name: "next too far", checks: "CHECK: a\nCHECK-NEXT: b\n", input: "a\n\nb\n"},
	{name: "next takes first match", checks: "CHECK: a\nCHECK-NEXT: b\n", input: "a b\nb\n"},
	{name: "next first", checks: "CHECK-NEXT: b\n", input: "b\n"},
	{name: "next after dag only", checks: "CHECK-DAG: a\nCHECK-NEXT: b\n", input: "a\nb\n"},
	{name: "same", checks: "CHECK: a\nCHECK-SAME: c\n", input: "a b c\n", want: true},
	{name: "same on next line", checks: "CHECK: a\nCHECK-SAME: c\n", input: "a b\nc\n"},
	{name: "same again", checks: "CHECK: a\nCHECK-SAME: {{^}} b\nCHECK-SAME: c\n", input: "a b c\n", want: true},
	{name: "same first", checks: "CHECK-SAME: a\n", input: "a\n"},

	{name: "empty", checks: "CHECK: a\nCHECK-EMPTY:\nCHECK-NEXT: b\n", input: "a\n\nb\n", want: true},
	{name: "empty twice", checks: "CHECK: a\nCHECK-EMPTY:\nCHECK-EMPTY:\nCHECK-NEXT: b\n", input: "a\n\n\nb\n", want: true},
	{name: "empty missing", checks: "CHECK: a\nCHECK-EMPTY:\n", input: "a\nb\n\n"},
	{name: "empty at end", checks: "CHECK: a\nCHECK-EMPTY:\n", input: "a\n", want: true},
	{name: "empty at end without newline", checks: "CHECK: a\nCHECK-EMPTY:\n", input: "a"},
	{name: "empty with text", checks: "CHECK: a\nCHECK-EMPTY: b\n", input: "a\n\n"},
	{name: "empty first", checks: "CHECK-EMPTY:\n", input: "\n"},

	{name: "not between", checks: "CHECK: a\nCHECK-NOT: x\nCHECK: b\n", input: "a\nx\nb\n"},
	{name: "not outside", checks: "CHECK: a\nCHECK-NOT: x\nCHECK: b\n", input: "x\na\nb\nx\n", want: true},
	{name: "not at start", checks: "CHECK-NOT: x\nCHECK: b\n", input: "x\nb\n"},
	{name: "not at end", checks: "CHECK: b\nCHECK-NOT: x\n", input: "b\nx\n"},
	{name: "not alone", checks: "CHECK-NOT: x\n", input: "b\n", want: true},
	{name: "not with regex", checks: "CHECK-NOT: x{{[0-9]}}\n", input: "xx x7\n"},
	{name: "not uses variable", checks: "CHECK: [[V:%.]]\nCHECK-NOT: use [[V]]\nCHECK: end\n", input: "%a\nuse %a\nend\n"},
	{name: "not uses other variable", checks: "CHECK: [[V:%.]]\nCHECK-NOT: use [[V]]\nCHECK: end\n", input: "%a\nuse %b\nend\n", want: true},
	{name: "not undefined variable", checks: "CHECK-NOT: [[X]]\nCHECK: foo\n", input: "foo\n"},
	{name: "not before next", checks: "CHECK: a\nCHECK-NOT: x\nCHECK-NEXT: b\n", input: "a x\nb\n"},
	{name: "not combination", checks: "CHECK-NOT-NEXT: a\nCHECK: b\n", input: "b\n"},
	{name: "not combination reversed", checks: "CHECK-DAG-NOT: a\nCHECK: b\n", input: "b\n"},

	{name: "dag any order", checks: "CHECK-DAG: a\nCHECK-DAG: b\nCHECK: c\n", input: "b\na\nc\n", want: true},
	{name: "dag missing", checks: "CHECK-DAG: a\nCHECK-DAG: b\n", input: "a\nc\n"},
	{name: "dag does not overlap", checks: "CHECK-DAG: ab\nCHECK-DAG: ab\n", input: "ab\n"},
	{name: "dag twice", checks: "CHECK-DAG: ab\nCHECK-DAG: ab\n", input: "ab ab\n", want: true},
	{name: "dag overlap retried", checks: "CHECK-DAG: aba\nCHECK-DAG: ab\nCHECK-DAG: ba\n", input: "ba aba ab\n", want: true},
	{name: "dag then check after", checks: "CHECK-DAG: a\nCHECK-DAG: c\nCHECK: b\n", input: "a\nb\nc\n"},
	{name: "dag not dag", checks: "CHECK-DAG: a\nCHECK-NOT: x\nCHECK-DAG: b\n", input: "a\nx\nb\n"},
	{name: "dag not dag fine", checks: "CHECK-DAG: a\nCHECK-NOT: x\nCHECK-DAG: b\n", input: "x\na\nb\nx\n", want: true},
	{name: "dag groups in order", checks: "CHECK-DAG: a\nCHECK-NOT: x\nCHECK-DAG: b\n", input: "b\na\n"},
	{name: "dag variable", checks: "CHECK-DAG: [[V:%.]] = a\nCHECK-DAG: use [[V]]\n", input: "use %x\n%x = a\n", want: true},
	{name: "dag redefines", checks: "CHECK: [[X:a]]\nCHECK-DAG: [[X]]b\nCHECK-DAG: [[X:c]]\n", input: "a\nc\ncb\n"},
	{name: "not before dag", checks: "CHECK: s\nCHECK-NOT: x\nCHECK-DAG: b\nCHECK-DAG: a\n", input: "s\na\nx\nb\n", want: true},
	{name: "not before earliest dag", checks: "CHECK: s\nCHECK-NOT: x\nCHECK-DAG: b\nCHECK-DAG: a\n", input: "s\nx\na\nb\n"},

	{name: "label", checks: "CHECK-LABEL: f:\nCHECK: a\nCHECK-LABEL: g:\nCHECK: b\n", input: "f:\na\ng:\nb\n", want: true},
	{name: "label bounds", checks: "CHECK-LABEL: f:\nCHECK: b\nCHECK-LABEL: g:\nCHECK: b\n", input: "f:\na\ng:\nb\n"},
	{name: "label missing", checks: "CHECK-LABEL: f:\nCHECK-LABEL: h:\n", input: "f:\ng:\n"},
	{name: "label not", checks: "CHECK-LABEL: f:\nCHECK-NOT: x\nCHECK-LABEL: g:\n", input: "f:\ng:\nx\n", want: true},
	{name: "label not fails", checks: "CHECK-LABEL: f:\nCHECK-NOT: x\nCHECK-LABEL: g:\n", input: "f:\nx\ng:\n"},
	{name: "label variable", checks: "CHECK-LABEL: f[[X:a]]\n", input: "fa\n"},
	{name: "label regex", checks: "CHECK-LABEL: {{f|g}}:\nCHECK-NEXT: a\n", input: "g:\na\n", want: true},
	{name: "label next", checks: "CHECK: a\nCHECK-LABEL: g:\nCHECK-NEXT: b\n", input: "a\ng:\nb\n", want: true},
	{name: "dag before label", checks: "CHECK-LABEL: f:\nCHECK-DAG: a\nCHECK-LABEL: g:\n", input: "f:\ng:\na\n"},
	{name: "local kept by default", checks: "CHECK-LABEL: f:\nCHECK: [[V:a]]\nCHECK-LABEL: g:\nCHECK: [[V]]\n", input: "f:\na\ng:\na\n", want: true},
	{name: "local forgotten", checks: "CHECK-LABEL: f:\nCHECK: [[V:a]]\nCHECK-LABEL: g:\nCHECK: [[V]]\n", input: "f:\na\ng:\na\n", opts: filecheck.Options{EnableVarScope: true}},
	{name: "global kept", checks: "CHECK-LABEL: f:\nCHECK: [[$V:a]]\nCHECK-LABEL: g:\nCHECK: [[$V]]\n", input: "f:\na\ng:\na\n", opts: filecheck.Options{EnableVarScope: true}, want: true},

	{name: "count", checks: "CHECK-COUNT-2: a\nCHECK-NOT: a\n", input: "a a\n", want: true},
	{name: "count too many", checks: "CHECK-COUNT-2: a\nCHECK-NOT: a\n", input: "a a a\n"},
	{name: "count too few", checks: "CHECK-COUNT-3: a\n", input: "a a\n"},
	{name: "count zero", checks: "CHECK-COUNT-0: a\n", input: "b\n"},
	{name: "count variable changes", checks: "CHECK-COUNT-2: [[V:%.]]\nCHECK: use [[V]]\n", input: "%a %b\nuse %b\n", want: true},

	{name: "regex", checks: "CHECK: x{{[0-9]+}}y\n", input: "x123y\n", want: true},
	{name: "regex alternatives", checks: "CHECK: a{{b|c}}d\n", input: "acd\n", want: true},
	{name: "regex alternatives stay inside", checks: "CHECK: a{{b|c}}d\n", input: "ab\ncd\n"},
	{name: "regex stops at newline", checks: "CHECK: a{{.*}}b\n", input: "a\nb\n"},
	{name: "negated class stops at newline", checks: "CHECK: a{{[^x]*}}b\n", input: "a\nb\n"},
	{name: "longest", checks: "CHECK: {{a|ab}}\nCHECK-SAME: {{^}}c\n", input: "abc\n", want: true},
	{name: "anchors", checks: "CHECK: {{^}}b{{$}}\n", input: "ab\nb\n", want: true},
	{name: "anchors fail", checks: "CHECK: {{^b$}}\n", input: "ab\nba\n"},
	{name: "blank before end", checks: "CHECK: a {{$}}\n", input: "a \nb\n", want: true},
	{name: "triple brace", checks: "CHECK: {{{a}}}\n", input: "{a}\n", want: true},
	{name: "brace alone", checks: "CHECK: a{{b{}}c\n", input: "ab{c\n", want: true},
	{name: "repetition closes too early", checks: "CHECK: x{{a{2}}}\n", input: "xaa\n"},
	{name: "repetition", checks: "CHECK: x{{a{2} }}y\n", input: "xaa y\n", want: true},
	{name: "repetition range", checks: "CHECK: x{{(ab){1,2}y}}\n", input: "xababy\n", want: true},
	{name: "backslash digit class", checks: "CHECK: x{{\\d}}\n", input: "xd\n", want: true},
	{name: "backslash is no class", checks: "CHECK: x{{\\d}}\n", input: "x1\n"},
	{name: "backslash in brackets", checks: "CHECK: x{{[^\\]]}}\n", input: "xa]\n", want: true},
	{name: "backslash in brackets no escape", checks: "CHECK: x{{[^\\]]}}\n", input: "xab\n"},
	{name: "named class", checks: "CHECK: x{{[[:alpha:]_]+}}1\n", input: "xa_b1\n", want: true},
	{name: "lazy repetition", checks: "CHECK: x{{.*?}}y\n", input: "x1y\n"},
	{name: "empty alternative", checks: "CHECK: x{{a||b}}y\n", input: "xay\n"},
	{name: "empty group", checks: "CHECK: x{{()}}y\n", input: "xy\n", want: true},
	{name: "repetition of nothing", checks: "CHECK: x{{*}}y\n", input: "x*y\n"},
	{name: "repeated anchor", checks: "CHECK: {{^*}}y\n", input: "y\n"},
	{name: "open parenthesis", checks: "CHECK: x{{(}}y\n", input: "x(y\n"},
	{name: "close parenthesis", checks: "CHECK: x{{)}}y\n", input: "x)y\n"},
	{name: "open bracket", checks: "CHECK: x{{[a}}y\n", input: "xay\n"},
	{name: "range backwards", checks: "CHECK: x{{[z-a]}}y\n", input: "xay\n"},
	{name: "trailing backslash", checks: "CHECK: {{\\}}\n", input: "b\n"},
	{name: "no end of regex", checks: "CHECK: a{{b\n", input: "ab\n"},
	{name: "empty regex", checks: "CHECK: a{{}}b\n", input: "ab\n"},
	{name: "own back-reference", checks: "CHECK: x{{(.)\\1}}y\n", input: "xaay\n", want: true},
	{name: "back-reference to nothing", checks: "CHECK: x{{\\1}}y\n", input: "xy\n"},
	{name: "metacharacters are literal", checks: "CHECK: a.b*(c)[d]$^|+?\n", input: "a.b*(c)[d]$^|+?\n", want: true},
	{name: "metacharacters beside regex", checks: "CHECK: a.b*(c)[d]{e}|+?\\{{x}}\n", input: "a.b*(c)[d]{e}|+?\\x\n", want: true},
	{name: "dot is literal", checks: "CHECK: a.b{{x}}\n", input: "acbx\n"},

	{name: "variable", checks: "CHECK: [[V:%[a-z0-9]+]] = f\nCHECK: g [[V]]{{$}}\n", input: "%a1 = f\ng %a1\n", want: true},
	{name: "variable differs", checks: "CHECK: [[V:%[a-z0-9]+]] = f\nCHECK: g [[V]]{{$}}\n", input: "%a1 = f\ng %a2\n"},
	{name: "variable on one line", checks: "CHECK: add [[V:%[a-z]+]], [[V]]{{$}}\n", input: "add %a, %b\nadd %c, %c\n", want: true},
	{name: "variable on one line fails", checks: "CHECK: add [[V:%[a-z]+]], [[V]]{{$}}\n", input: "add %a, %b\nadd %c, %cc\n"},
	{name: "variable backtracks", checks: "CHECK: [[V:a+]]b[[V]]c\n", input: "aaabaac\n", want: true},
	{name: "variable redefined on one line", checks: "CHECK: [[X:a]] [[X:b]] [[X]]\n", input: "a b b\n", want: true},
	{name: "variable redefined, old value", checks: "CHECK: [[X:a]] [[X:b]] [[X]]\n", input: "a b a\n"},
	{name: "groups are counted", checks: "CHECK: [[X:a(b)]][[Y:c]] [[Y]]\n", input: "abc c\n", want: true},
	{name: "group of alternatives is counted", checks: "CHECK: {{a|b}}[[Y:c]] [[Y]]\n", input: "bc c\n", want: true},
	{name: "value is literal", checks: "CHECK: [[V:.\\*]]\nCHECK: x[[V]]y\n", input: "a*\nxa*y\n", want: true},
	{name: "value is no regex", checks: "CHECK: [[V:.\\*]]\nCHECK: x[[V]]y\n", input: "a*\nxaaay\n"},
	{name: "undefined variable", checks: "CHECK: [[V]]\n", input: "V\n"},
	{name: "triple bracket", checks: "CHECK: a[[[X:b]]]\nCHECK: c[[[X]]]\n", input: "a[b]\nc[b]\n", want: true},
	{name: "defined outside", checks: "CHECK: a [[X]]\n", input: "a b\n", opts: filecheck.Options{Defines: []string{"X=b"}}, want: true},
	{name: "defined outside otherwise", checks: "CHECK: a [[X]]\n", input: "a b\n", opts: filecheck.Options{Defines: []string{"X=c"}}},
	{name: "brackets in variable regex", checks: "CHECK: x[[V:[^]]+]]]\n", input: "xab]\n"},
	{name: "bad variable name", checks: "CHECK: [[9a:b]]\n", input: "b\n"},
	{name: "empty variable regex", checks: "CHECK: a[[V:]]b[[V]]c\n", input: "abc\n", want: true},
	{name: "no end of block", checks: "CHECK: [[V:b\n", input: "b\n"},
	{name: "line", checks: "\nCHECK: at [[@LINE]], [[@LINE+1]], [[#@LINE-1]]\n", input: "at 2, 3, 1\n", want: true},
	{name: "wrong line", checks: "CHECK: at [[@LINE+1]]\n", input: "at 1\n"},

	{name: "other prefix", checks: "CHECK: a\nFOO: b\n", input: "b\n", opts: filecheck.Options{Prefixes: []string{"FOO"}}, want: true},
	{name: "two prefixes", checks: "CHECK: a\nFOO: b\n", input: "a\n", opts: filecheck.Options{Prefixes: []string{"FOO", "CHECK"}}},
	{name: "unused prefix", checks: "CHECK: a\n", input: "a\n", opts: filecheck.Options{Prefixes: []string{"FOO", "CHECK"}}},
	{name: "prefix of a prefix", checks: "CHECK-X: a\nCHECK-X-NEXT: b\n", input: "a\nb\n", opts: filecheck.Options{Prefixes: []string{"CHECK-X"}}, want: true},
	{name: "prefix inside a word", checks: "XCHECK: q\n_CHECK: q\n-CHECK: q\nCHECK: b\n", input: "b\n", want: true},
	{name: "no check", checks: "nothing\n", input: "b\n"},
	{name: "unknown directive", checks: "CHECK-FOO: a\n", input: "a\n"},
	{name: "blank before colon", checks: "CHECK : b\n", input: "b\n"},
	{name: "comment prefixes", checks: "COM: CHECK: q\nRUN: CHECK: q\n// CHECK: b\n", input: "b\n", want: true},
	{name: "second directive is text", checks: "CHECK: a CHECK: b\n", input: "a\nb\n"},
	{name: "literal", checks: "CHECK{LITERAL}: [[a]]{{b}}\n", input: "[[a]]{{b}}\n", want: true},
	{name: "literal next", checks: "CHECK: x\nCHECK-NEXT{LITERAL}: [[a]]\n", input: "x\n[[a]]\n", want: true},
	{name: "empty check", checks: "CHECK:\n", input: "a\n"},
	{name: "empty input", checks: "CHECK-NOT: a\n", input: ""},
	{name: "empty input allowed", checks: "CHECK-NOT: a\n", input: "", opts: filecheck.Options{AllowEmpty: true}, want: true},
	{name: "implicit not", checks: "CHECK: a\nCHECK: b\n", input: "a\nx\nb\n", opts: filecheck.Options{ImplicitCheckNot: []string{"x"}}},
	{name: "implicit not at end", checks: "CHECK: a\n", input: "a\nx\n", opts: filecheck.Options{ImplicitCheckNot: []string{"x"}}},
	{name: "implicit not matched", checks: "CHECK: a\nCHECK: x\n", input: "a\nx\nb\n", opts: filecheck.Options{ImplicitCheckNot: []string{"x"}}, want: true},
}

func TestCheck(t *testing.T) {
	t.Parallel()
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			err := filecheck.Check(c.checks, "checks", c.input, c.opts)
			if got := err == nil; got != c.want {
				t.Errorf("accepted = %v, want %v\nchecks:\n%sinput:\n%serror: %v", got, c.want, c.checks, c.input, err)
			}
		})
	}
}

// TestAgainstFileCheck holds the table to LLVM's own program.
func TestAgainstFileCheck(t *testing.T) {
	t.Parallel()
	program := os.Getenv("TILE_FILECHECK")
	if program == "" {
		program = "FileCheck-22"
	}
	dir := t.TempDir()
	for i, c := range cases {
		checks, input := filepath.Join(dir, "checks"), filepath.Join(dir, "input")
		write(t, checks, c.checks)
		write(t, input, c.input)
		out, err := exec.Command(program, append(flags(c.opts), checks, "--input-file="+input)...).CombinedOutput()
		if exit := (*exec.ExitError)(nil); err != nil && !errors.As(err, &exit) {
			t.Fatalf("%s: %v (tools/setup installs it)", program, err)
		}
		if got := err == nil; got != c.want {
			t.Errorf("case %d, %s: FileCheck accepted = %v, the table says %v\nchecks:\n%sinput:\n%s%s",
				i, c.name, got, c.want, c.checks, c.input, bytes.TrimSpace(out))
		}
	}
}

func flags(o filecheck.Options) []string {
	var list []string
	if len(o.Prefixes) > 0 {
		list = append(list, "--check-prefixes="+strings.Join(o.Prefixes, ","))
	}
	for _, d := range o.Defines {
		list = append(list, "-D"+d)
	}
	for _, n := range o.ImplicitCheckNot {
		list = append(list, "--implicit-check-not="+n)
	}
	for flag, on := range map[string]bool{
		"--allow-empty": o.AllowEmpty, "--strict-whitespace": o.StrictWhitespace, "--enable-var-scope": o.EnableVarScope,
	} {
		if on {
			list = append(list, flag)
		}
	}
	return list
}

func write(t *testing.T, name, text string) {
	t.Helper()
	if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

func TestReport(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name, checks, input, want string
	}{
		{
			"not found", "// CHECK: start\n// CHECK: %{{.*}} = foo [[#@LINE]]\n", "start\nbar\n%0 = foo 3\n",
			"t.mlir:2:11: error: CHECK: expected string not found in input\n// CHECK: %{{.*}} = foo [[#@LINE]]\n          ^\n" +
				"<input>:1:6: note: scanning from here\nstart\n     ^",
		},
		{
			"intended match", "// CHECK: %{{.}} = arith.addi %arg0\n", "func\n  %0 = arith.addf %arg0\n",
			"t.mlir:1:11: error: CHECK: expected string not found in input\n// CHECK: %{{.}} = arith.addi %arg0\n          ^\n" +
				"<input>:1:1: note: scanning from here\nfunc\n^\n" +
				"<input>:2:2: note: possible intended match here\n %0 = arith.addf %arg0\n ^",
		},
		{
			"variable", "CHECK: [[V:%.]]\nCHECK: use [[V]]\n", "%a\nqqqqqqqqqqqq\n",
			"t.mlir:2:8: error: CHECK: expected string not found in input\nCHECK: use [[V]]\n       ^\n" +
				"<input>:1:3: note: scanning from here\n%a\n  ^\nwith \"V\" equal to \"%a\"",
		},
		{
			"wrong line", "CHECK: a\n\tCHECK-NEXT: b\n", "a b\n",
			"t.mlir:2:14: error: CHECK-NEXT: is on the same line as previous match\n\tCHECK-NEXT: b\n\t            ^\n" +
				"<input>:1:3: note: 'CHECK-NEXT' match was here\na b\n  ^\n<input>:1:2: note: previous match ended here\na b\n ^",
		},
		{
			"excluded", "CHECK-NOT: a\nCHECK: b\n", "x a\nb\n",
			"t.mlir:1:12: error: CHECK-NOT: excluded string found in input\nCHECK-NOT: a\n           ^\n" +
				"<input>:1:3: note: found here\nx a\n  ^",
		},
		{
			"bad regex", "CHECK: a{{[}}\n", "a\n",
			"t.mlir:1:11: error: invalid regex: brackets ([ ]) not balanced\nCHECK: a{{[}}\n          ^",
		},
		{
			"arithmetic", "CHECK: [[#N:]]\n", "a\n",
			"t.mlir:1:10: error: numeric substitution blocks are not supported\nCHECK: [[#N:]]\n         ^",
		},
		{"empty", "CHECK: a\n", "", "t.mlir: error: the input is empty"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			err := filecheck.Check(test.checks, "t.mlir", test.input, filecheck.Options{})
			if err == nil || err.Error() != test.want {
				t.Errorf("got:\n%v\nwant:\n%s", err, test.want)
			}
		})
	}
}

// TestGoesOnAfterLabel: one call reports a failure in each part.
func TestGoesOnAfterLabel(t *testing.T) {
	t.Parallel()
	err := filecheck.Check("CHECK-LABEL: f:\nCHECK: x\nCHECK-LABEL: g:\nCHECK: y\n", "t", "f:\ng:\n", filecheck.Options{})
	if err == nil || strings.Count(err.Error(), "error:") != 2 {
		t.Errorf("want two errors, got:\n%v", err)
	}
}

// TestHopelessBacktracking: a pattern that would take for ever is an error instead.
func TestHopelessBacktracking(t *testing.T) {
	t.Parallel()
	checks := "CHECK: [[V:a]]{{(a*)*(a*)*(a*)*}}[[V]]b\n"
	err := filecheck.Check(checks, "t", strings.Repeat("a", 200)+"\n", filecheck.Options{})
	if err == nil || !strings.Contains(err.Error(), "too many steps") {
		t.Errorf("got %v", err)
	}
}
