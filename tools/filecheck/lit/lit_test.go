package lit

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// testCommands stand in for the project's tools.
func testCommands() Commands {
	return Commands{
		// upper prints the file of its first argument, or its input, in capitals.
		"upper": func(args []string, stdin io.Reader, stdout, stderr io.Writer) int {
			text, err := io.ReadAll(stdin)
			if len(args) > 0 {
				text, err = os.ReadFile(args[0])
			}
			if err != nil {
				fmt.Fprintln(stderr, err)
				return 1
			}
			fmt.Fprint(stdout, strings.ToUpper(string(text)))
			return 0
		},
		// fails prints a message on stderr and exits with 1.
		"fails": func(_ []string, _ io.Reader, stdout, stderr io.Writer) int {
			fmt.Fprintln(stdout, "partial")
			fmt.Fprintln(stderr, "error: it failed")
			return 1
		},
		"crashes": func([]string, io.Reader, io.Writer, io.Writer) int { panic("internal: oops") },
		// words prints its arguments, one a line, in brackets.
		"words": func(args []string, _ io.Reader, stdout, _ io.Writer) int {
			for _, a := range args {
				fmt.Fprintf(stdout, "[%s]\n", a)
			}
			return 0
		},
		"sh": Exec("/bin/sh"),
	}
}

func TestExecute(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name, text string
		want       string // part of the error; empty: success
	}{
		{"pipe", "// RUN: upper %s | FileCheck %s\n// CHECK: HELLO\nhello\n", ""},
		{"pipe fails", "// RUN: upper %s | FileCheck %s\n// CHECK: hallo\n", "expected string not found"},
		{"stdin", "// RUN: upper < %s | FileCheck %s\n// CHECK: HELLO\nhello\n", ""},
		{"no RUN line", "// CHECK: hello\n", "expected a RUN: line"},
		{"exit status", "// RUN: fails\n", "exit status 1: fails\nerror: it failed"},
		{"pipefail", "// RUN: fails | FileCheck %s\n// CHECK: partial\n", "exit status 1: fails"},
		{"not", "// RUN: not fails | FileCheck %s\n// CHECK: partial\n", ""},
		{"not of success", "// RUN: not upper %s\n", "not: upper succeeded"},
		{"not of a crash", "// RUN: not crashes\n", "exit status 3"},
		{"not of nothing", "// RUN: not\n", "expected a command"},
		{"crash", "// RUN: crashes\n", "crashes panicked: internal: oops"},
		{"not not", "// RUN: not not upper %s\n", ""},
		{"stderr joined", "// RUN: not fails 2>&1 | FileCheck %s\n// CHECK: partial\n// CHECK-NEXT: error: it failed\n", ""},
		{"stderr apart", "// RUN: not fails | FileCheck %s\n// CHECK: it failed\n", "expected string not found"},
		{"stderr to file", "// RUN: not fails 2> %t > %t.out\n// RUN: FileCheck %s --input-file=%t\n// RUN: cat %t.out | count 1\n// CHECK-NOT: partial\n// CHECK: it failed\n", ""},
		{"joined to file", "// RUN: not fails > %t 2>&1\n// RUN: cat %t | count 2\n", ""},
		{"file", "// RUN: upper %s > %t\n// RUN: FileCheck %s < %t\n// CHECK: HELLO\nhello\n", ""},
		{"append", "// RUN: echo a > %t && echo b >> %t && cat %t | count 2\n", ""},
		{"truncate", "// RUN: echo a > %t && echo b > %t && cat %t | count 1\n", ""},
		{"and stops", "// RUN: fails && upper %s\n", "exit status 1: fails"},
		{"second line fails", "// RUN: upper %s\n// RUN: fails\n", ":2: this line failed"},
		{"continued", "// RUN: upper %s \\\n// RUN:   | FileCheck %s\n// CHECK: HELLO\nhello\n", ""},
		{"continued to nowhere", "// RUN: upper %s \\\n", "ends in a backslash"},
		{"quotes", "// RUN: words 'a | b' \"c > \\\"d\" e'f'g '' | FileCheck %s\n// CHECK: [a | b]\n// CHECK-NEXT: [c > \"d]\n// CHECK-NEXT: [efg]\n// CHECK-NEXT: []\n", ""},
		{"quote not closed", "// RUN: words 'a\n", "quote ' is not closed"},
		{"digit in word", "// RUN: words a2 > %t && cat %t | FileCheck %s\n// CHECK: [a2]\n", ""},
		{"per cent", "// RUN: words %%s | FileCheck %s\n// CHECK: [%%s]\n", "expected string not found"},
		{"per cent kept", "// RUN: words %%s | FileCheck %s\n// CHECK: [%s]\n", ""},
		{"unknown command", "// RUN: frobnicate\n", "unknown command \"frobnicate\": this test knows crashes, fails, sh, upper, words"},
		{"not of unknown command", "// RUN: not frobnicate\n", "unknown command"},
		{"shell syntax", "// RUN: upper %s; fails\n", "there is no shell here"},
		{"variable syntax", "// RUN: words $HOME\n", "there is no shell here"},
		{"no command", "// RUN: | upper\n", "expected a command before |"},
		{"nothing after and", "// RUN: upper %s &&\n", "expected a command before the end"},
		{"no file", "// RUN: upper %s >\n", "expected a file name after >"},
		{"file missing", "// RUN: upper < %t.none\n", "no such file"},
		{"count", "// RUN: words a b | count 2\n", ""},
		{"count differs", "// RUN: words a b | count 3\n", "expected 3 lines, found 2"},
		{"count nonsense", "// RUN: words a b | count x\n", "invalid syntax"},
		{"diff same", "// RUN: cat %s > %t && diff %s %t\n", ""},
		{"diff differs", "// RUN: words a b > %t && words a c > %t.2 && diff %t %t.2\n", "-[b]\n+[c]"},
		{"rm", "// RUN: echo a > %t && rm %t && not cat %t && rm -f %t\n", ""},
		{"exec", "// RUN: sh -c 'cat; exit 7' < %s\n", "exit status 7"},
		{"exec killed", "// RUN: not sh -c 'kill -9 $$'\n", "exit status 3"},
		{"prefixes", "// RUN: words a | FileCheck %s --check-prefix=A\n// RUN: words b | FileCheck %s -check-prefixes B,C\n// A: a\n// B: b\n// C-NOT: c\n", ""},
		{"defines", "// RUN: words a | FileCheck %s -DV=a\n// CHECK: [[V]]\n", ""},
		{"implicit", "// RUN: words a b | FileCheck %s --implicit-check-not=b\n// CHECK: a\n", "implicit-check-not: excluded string"},
		{"allow empty", "// RUN: words | FileCheck %s --allow-empty\n// CHECK-NOT: a\n", ""},
		{"unknown option", "// RUN: words a | FileCheck %s --frob=1\n// CHECK: a\n", "unknown option --frob=1"},
		{"option without value", "// RUN: words a | FileCheck %s --input-file\n// CHECK: a\n", "lacks its value"},
		{"no check file", "// RUN: words a | FileCheck\n", "expected a check file"},
		{"two check files", "// RUN: words a | FileCheck %s %s\n", "expected one check file"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			file := filepath.Join(dir, "test.mlir")
			if err := os.WriteFile(file, []byte(test.text), 0o644); err != nil {
				t.Fatal(err)
			}
			err := execute(file, t.TempDir(), testCommands())
			switch {
			case test.want == "" && err != nil:
				t.Errorf("unexpected failure: %v", err)
			case test.want != "" && (err == nil || !strings.Contains(err.Error(), test.want)):
				t.Errorf("got %v\nwant an error with %q", err, test.want)
			}
		})
	}
}

func TestParse(t *testing.T) {
	t.Parallel()
	got, err := parse("not a %s -x='p q' 2>&1 | b < in >> out && c 2> err", strings.NewReplacer("%s", "/f.mlir"))
	if err != nil {
		t.Fatal(err)
	}
	want := [][]command{
		{
			{words: []string{"not", "a", "/f.mlir", "-x=p q"}, joined: true},
			{words: []string{"b"}, stdin: "in", stdout: "out", appended: true},
		},
		{{words: []string{"c"}, stderr: "err"}},
	}
	if d := cmp.Diff(want, got, cmp.AllowUnexported(command{})); d != "" {
		t.Errorf("-want +got:\n%s", d)
	}
}

// recorder is a test that notes whether it failed.
type recorder struct {
	testing.TB
	dir    string
	failed bool
}

func (r *recorder) Helper()         {}
func (r *recorder) TempDir() string { return r.dir }
func (r *recorder) Error(...any)    { r.failed = true }

func TestRun(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	for name, c := range map[string]struct {
		text string
		fail bool
	}{
		"good.mlir": {"// RUN: upper %s\n", false},
		"bad.mlir":  {"// RUN: fails\n", true},
		"none.mlir": {"nothing\n", true},
	} {
		file := filepath.Join(dir, name)
		if err := os.WriteFile(file, []byte(c.text), 0o644); err != nil {
			t.Fatal(err)
		}
		r := &recorder{TB: t, dir: t.TempDir()}
		if Run(r, file, testCommands()); r.failed != c.fail {
			t.Errorf("%s: failed = %v, want %v", name, r.failed, c.fail)
		}
	}
	r := &recorder{TB: t, dir: t.TempDir()}
	if Run(r, filepath.Join(dir, "missing.mlir"), testCommands()); !r.failed {
		t.Error("a missing file passed")
	}
}

// TestRunTree runs the files in testdata, a folder deep.
func TestRunTree(t *testing.T) {
	t.Parallel()
	RunTree(t, "testdata", ".mlir", testCommands())
}
