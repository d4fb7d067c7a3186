package tileopt_test

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

const small = "\"test.func\"() <{sym_name = \"f\"}> ({\n  \"test.return\"() : () -> ()\n}) : () -> ()\n"

// run calls the command in a folder of its own that holds in.mlir.
func run(t *testing.T, dir, stdin string, args ...string) (code int, stdout, stderr string) {
	t.Helper()
	for i, a := range args {
		args[i] = strings.ReplaceAll(a, "DIR", dir)
	}
	var out, err bytes.Buffer
	code = tileOpt(args, strings.NewReader(stdin), &out, &err)
	return code, out.String(), err.String()
}

func write(t *testing.T, path, text string) {
	t.Helper()
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

func TestExit(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name  string
		args  []string
		stdin string
		code  int
		err   string // all of stderr, DIR standing for the folder
	}{
		{name: "stdin", stdin: small},
		{name: "stdin by name", args: []string{"-"}, stdin: small},
		{name: "single dash", args: []string{"-verify-each=false", "-cse", "-allow-unregistered-dialect", "DIR/in.mlir"}},
		{name: "missing file", args: []string{"DIR/none.mlir"}, code: 1, err: "error: cannot open input file 'DIR/none.mlir': no such file or directory\n"},
		{name: "misspelt command", args: []string{"redcue", "DIR/none.mlir"}, code: 1, err: "error: there is neither a file nor a command 'redcue'; did you mean the command 'reduce'?\n"},
		{name: "directory", args: []string{"DIR"}, code: 1, err: "error: cannot open input file 'DIR': is a directory\n"},
		{name: "output into nowhere", args: []string{"DIR/in.mlir", "-o", "DIR/none/out"}, code: 1, err: "error: cannot open output file 'DIR/none/out': no such file or directory\n"},
		{name: "output into a directory", args: []string{"DIR/in.mlir", "-o", "DIR"}, code: 1, err: "error: cannot open output file 'DIR': is a directory\n"},
		{name: "output in place", args: []string{"DIR/in.mlir", "-o", "/dev/null"}},
		{name: "two files", args: []string{"a", "b"}, code: 1, err: "error: expected at most one input file, found 2: a b\n"},
		{name: "unknown option", args: []string{"--nope"}, code: 1, err: "error: unknown flag: --nope (see tile-opt --help)\n"},
		{name: "option misspelt", args: []string{"--mlir-print-op-genric"}, code: 1, err: "error: unknown flag: --mlir-print-op-genric; did you mean '--mlir-print-op-generic'?\n"},
		{name: "value of a wrong kind", args: []string{"--pass-bisect=many"}, code: 1, err: "error: invalid value 'many' for --pass-bisect: expected an integer\n"},
		{name: "pass misspelt", args: []string{"--canonicalise"}, code: 1, err: "error: unknown flag: --canonicalise; did you mean '--canonicalize'?\n"},
		{name: "operations in diagnostics", args: []string{"--mlir-print-op-on-diagnostic"}, code: 1, err: "error: --mlir-print-op-on-diagnostic=true is not supported: diagnostics name the operation by its place and path\n"},
		{name: "no operations in diagnostics", args: []string{"--mlir-print-op-on-diagnostic=false"}, stdin: small},
		{name: "bad value", args: []string{"--remarks=loud"}, code: 1, err: "error: invalid value 'loud' for --remarks: expected text, json, none\n"},
		{name: "print after an unknown pass", args: []string{"--cse", "--mlir-print-ir-after=cse,nope"}, code: 1, err: "error: for the --mlir-print-ir-after option: Cannot find option named 'nope'!\n"},
		{name: "print before an unknown pass", args: []string{"--cse", "--mlir-print-ir-before=nope"}, code: 1, err: "error: for the --mlir-print-ir-before option: Cannot find option named 'nope'!\n"},
		{name: "pipeline and pass", args: []string{"--cse", "--pass-pipeline=builtin.module(cse)"}, code: 1, err: "error: '--pass-pipeline' cannot be used with the pass option '--cse'\n"},
		{name: "local without a file", args: []string{"--mlir-pass-pipeline-local-reproducer"}, code: 1, err: "error: --mlir-pass-pipeline-local-reproducer needs --mlir-pass-pipeline-crash-reproducer=FILE\n"},
		{name: "reduced in place", args: []string{"reduce", "DIR/in.mlir", "--test=true", "-o", "DIR/in.mlir"}, code: 1, err: "error: the output would replace the input DIR/in.mlir: give it another name (-o)\n"},
		{name: "bad pipeline", args: []string{"--pass-pipeline=builtin.module(cse,cs)"}, code: 1, err: "pass-pipeline:1:20: error: 'cs' does not refer to a registered pass or pass pipeline; did you mean 'cse'?\nbuiltin.module(cse,cs)\n                   ^\n"},
		{name: "bad pass option", args: []string{"--canonicalize=max-iterations=x"}, code: 1, err: "--canonicalize:1:16: error: option 'max-iterations' expected an integer, found 'x'\nmax-iterations=x\n               ^\n"},
		{name: "wrong anchor", args: []string{"--pass-pipeline=func.func(cse)", "DIR/in.mlir"}, code: 1, err: "DIR/in.mlir: error: can't run 'func.func' pass manager on 'builtin.module' op\n"},
		{name: "unregistered", stdin: `"foo.bar"() : () -> ()`, code: 1, err: "<stdin>:1:1: error: operation being parsed with an unregistered dialect. If this is intended, please use -allow-unregistered-dialect with the MLIR tool used\n\"foo.bar\"() : () -> ()\n^\n"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			write(t, filepath.Join(dir, "in.mlir"), small)
			code, _, stderr := run(t, dir, tt.stdin, tt.args...)
			if code != tt.code {
				t.Errorf("exit %d, want %d", code, tt.code)
			}
			if diff := cmp.Diff(tt.err, strings.ReplaceAll(stderr, dir, "DIR")); diff != "" && tt.name != "unregistered" {
				t.Errorf("stderr (-want +got):\n%s", diff)
			}
			if tt.name == "unregistered" && !strings.Contains(stderr, "unregistered dialect") {
				t.Errorf("stderr:\n%s", stderr)
			}
			entries, err := os.ReadDir(dir)
			if err != nil || len(entries) != 1 {
				t.Errorf("files left: %v %v", entries, err)
			}
		})
	}
}

func TestOutputIsReplacedWhole(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	in, out := filepath.Join(dir, "in.mlir"), filepath.Join(dir, "out.mlir")
	write(t, in, small)
	write(t, out, "old")
	if code, _, stderr := run(t, dir, "", in, "-test-fail", "-o", out); code != 1 {
		t.Fatalf("exit %d: %s", code, stderr)
	}
	if b, _ := os.ReadFile(out); string(b) != "old" {
		t.Errorf("a failure changed the output to %q", b)
	}
	if code, _, stderr := run(t, dir, "", in, "-o", out); code != 0 {
		t.Fatalf("exit %d: %s", code, stderr)
	}
	if b, _ := os.ReadFile(out); !strings.Contains(string(b), "test.func") {
		t.Errorf("output %q", b)
	}
	if info, err := os.Stat(out); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("the mode became %v (%v)", info.Mode(), err)
	}
}

func TestCrash(t *testing.T) {
	dir := t.TempDir()
	t.Setenv("TMPDIR", dir)
	in := filepath.Join(dir, "in.mlir")
	write(t, in, small)
	for pass, want := range map[string]string{
		"test-panic": "internal error: pass 'test-panic' on builtin.module: internal: on purpose",
		"test-break": "internal error: pass 'test-break' on builtin.module left invalid IR:",
	} {
		code, stdout, stderr := run(t, dir, "", in, "--"+pass)
		if code != 3 || stdout != "" || !strings.Contains(stderr, want) {
			t.Errorf("%s: exit %d, stdout %q, stderr:\n%s", pass, code, stdout, stderr)
		}
		m := regexp.MustCompile("reproducer generated at `([^`]*)`").FindStringSubmatch(stderr)
		if m == nil {
			t.Errorf("%s: no reproducer:\n%s", pass, stderr)
			continue
		}
		if code, _, again := run(t, dir, "", m[1], "--run-reproducer"); code != 3 || !strings.Contains(again, want) {
			t.Errorf("%s: the reproducer exits with %d:\n%s", pass, code, again)
		}
	}
}

// TestLostOutput writes to a device that is full.
func TestLostOutput(t *testing.T) {
	t.Parallel()
	for _, args := range [][]string{{"--help"}, {"--list-passes"}, {"--show-dialects"}, {"reduce", "--help"}, {"docs", "cse"}} {
		var stderr bytes.Buffer
		code := tileOpt(args, strings.NewReader(""), full{}, &stderr)
		if code != 1 || !strings.HasSuffix(stderr.String(), "disk full\n") {
			t.Errorf("%v: exit %d, stderr %q", args, code, stderr.String())
		}
	}
}

type full struct{}

func (full) Write([]byte) (int, error) { return 0, errors.New("disk full") }

func TestLists(t *testing.T) {
	t.Parallel()
	code, out, _ := run(t, "", "", "--help")
	if n := strings.Count(out, "\n"); code != 0 || n > 80 || !strings.Contains(out, "--pass-pipeline") {
		t.Errorf("--help: exit %d, %d lines", code, n)
	}
	code, out, _ = run(t, "", "", "--list-passes")
	if code != 0 || !strings.Contains(out, "  --cse ") || !strings.Contains(out, "    --max-iterations=<int> ") {
		t.Errorf("--list-passes: exit %d\n%s", code, out)
	}
	code, out, _ = run(t, "", "", "--show-dialects")
	if code != 0 || !strings.HasPrefix(out, "Available Dialects: ") || !strings.Contains(out, "builtin,") {
		t.Errorf("--show-dialects: exit %d\n%s", code, out)
	}
}

// TestDumpedPipeline runs what --dump-pass-pipeline shows.
func TestDumpedPipeline(t *testing.T) {
	t.Parallel()
	code, first, dump := run(t, "", small, "--cse", "--canonicalize=top-down=false", "--dump-pass-pipeline")
	head, text, ok := strings.Cut(dump, "\n")
	if code != 0 || !ok || head != "Pass Manager with 2 passes:" {
		t.Fatalf("exit %d:\n%s", code, dump)
	}
	code, second, again := run(t, "", small, "--pass-pipeline="+text, "--dump-pass-pipeline")
	if code != 0 || second != first {
		t.Errorf("exit %d, output differs:\n%s\n%s", code, first, second)
	}
	if diff := cmp.Diff(dump, again); diff != "" {
		t.Errorf("the dump is no fixpoint:\n%s", diff)
	}
}

func TestDocs(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ name, want string }{
		{"test.add", "# `test.add`\n"},
		{"test", "# Dialect `test`\n"},
		{"cse", "# `cse`\n"},
	} {
		if code, out, stderr := run(t, t.TempDir(), "", "docs", tt.name); code != 0 || !strings.HasPrefix(out, tt.want) {
			t.Errorf("docs %s: exit %d, %s\n%.80s", tt.name, code, stderr, out)
		}
	}
	if code, out, _ := run(t, t.TempDir(), "", "docs"); code != 0 || !strings.Contains(out, "# Dialect `builtin`") || !strings.Contains(out, "# Passes") {
		t.Errorf("docs: exit %d\n%.80s", code, out)
	}
	want := "error: no dialect, operation, type, attribute, pass or pipeline is called 'nope'\n"
	if code, out, stderr := run(t, t.TempDir(), "", "docs", "nope"); code != 1 || out != "" || stderr != want {
		t.Errorf("docs nope: exit %d, %q, %q", code, out, stderr)
	}
}
