package lit

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strings"
	"testing"
)

// Crash is the exit status that the project's commands use for a bug of their own.
// The command not does not take it for an expected failure.
const Crash = 3

// Command is a program: it gets its arguments without the program's name, and
// returns its exit status.
type Command func(args []string, stdin io.Reader, stdout, stderr io.Writer) int

// Commands maps the names that may begin a command in a RUN line.
type Commands map[string]Command

// Exec makes a Command of the program at path.
func Exec(path string) Command {
	return func(args []string, stdin io.Reader, stdout, stderr io.Writer) int {
		cmd := exec.Command(path, args...)
		cmd.Stdin, cmd.Stdout, cmd.Stderr = stdin, stdout, stderr
		err := cmd.Run()
		var exit *exec.ExitError
		switch {
		case err == nil:
			return 0
		case errors.As(err, &exit) && exit.ExitCode() >= 0:
			return exit.ExitCode()
		}
		// Not started, or ended by a signal.
		fmt.Fprintln(stderr, err)
		return Crash
	}
}

// RunTree runs every file under root whose name ends in suffix, such as ".mlir", as
// a parallel subtest named by its path. A tree without such a file fails.
func RunTree(t *testing.T, root, suffix string, cmds Commands) {
	t.Helper()
	found := 0
	err := filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || !strings.HasSuffix(path, suffix) {
			return err
		}
		found++
		name, err := filepath.Rel(root, path)
		t.Run(filepath.ToSlash(name), func(t *testing.T) {
			t.Parallel()
			Run(t, path, cmds)
		})
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	if found == 0 {
		t.Fatalf("no *%s under %s", suffix, root)
	}
}

// Run executes the RUN lines of file in order and fails t at the first that does
// not succeed, with the line, every command's exit status and what it said. A file
// without a RUN line fails.
func Run(t testing.TB, file string, cmds Commands) {
	t.Helper()
	if err := execute(file, t.TempDir(), cmds); err != nil {
		t.Error(err)
	}
}

// execute is Run without a test: dir is the temporary folder.
func execute(file, dir string, cmds Commands) error {
	text, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	lines, err := runLines(string(text))
	if err != nil {
		return fmt.Errorf("%s: %w", file, err)
	}
	abs, err := filepath.Abs(file)
	if err != nil {
		return err
	}
	subst := strings.NewReplacer("%%", "%", "%s", abs, "%S", filepath.Dir(abs),
		"%t", filepath.Join(dir, filepath.Base(abs)+".tmp"), "%T", dir)
	for _, line := range lines {
		pipelines, err := parse(line.text, subst)
		if err != nil {
			return fmt.Errorf("%s:%d: %w\nRUN: %s", file, line.number, err, line.text)
		}
		for _, p := range pipelines {
			if log, ok := runPipeline(p, cmds); !ok {
				return fmt.Errorf("%s:%d: this line failed\nRUN: %s\n%s", file, line.number, line.text, log)
			}
		}
	}
	return nil
}

// runPipeline runs the commands of p in turn, each on the output of the one before.
// All run even when one fails, so that FileCheck can say what was missing.
func runPipeline(p []command, cmds Commands) (log string, ok bool) {
	var report strings.Builder
	var input []byte
	ok = true
	for i, c := range p {
		var stdout, stderr bytes.Buffer
		status := runCommand(c, cmds, input, &stdout, &stderr)
		fmt.Fprintf(&report, "exit status %d: %s\n", status, strings.Join(c.words, " "))
		report.Write(stderr.Bytes())
		if status != 0 {
			ok = false
		}
		input = stdout.Bytes()
		if i == len(p)-1 {
			report.Write(input)
		}
	}
	return report.String(), ok
}

// runCommand runs one command with its redirections. What is redirected to a file is
// written even when the command failed, as a shell would.
func runCommand(c command, cmds Commands, input []byte, stdout, stderr *bytes.Buffer) int {
	if c.stdin != "" {
		text, err := os.ReadFile(c.stdin)
		if err != nil {
			fmt.Fprintln(stderr, err)
			return 1
		}
		input = text
	}
	var toFile, errFile bytes.Buffer
	out, errOut := io.Writer(stdout), io.Writer(stderr)
	if c.stdout != "" {
		out = &toFile
	}
	switch {
	case c.joined:
		errOut = out
	case c.stderr != "":
		errOut = &errFile
	}
	status := call(c.words, cmds, bytes.NewReader(input), out, errOut)
	for _, r := range []struct {
		name   string
		append bool
		text   []byte
	}{{c.stdout, c.appended, toFile.Bytes()}, {c.stderr, false, errFile.Bytes()}} {
		if err := redirect(r.name, r.append, r.text); err != nil {
			fmt.Fprintln(stderr, err)
			return 1
		}
	}
	return status
}

// redirect writes text to the named file; no name, no redirection.
func redirect(name string, appended bool, text []byte) error {
	if name == "" {
		return nil
	}
	mode := os.O_TRUNC
	if appended {
		mode = os.O_APPEND
	}
	f, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|mode, 0o644)
	if err != nil {
		return err
	}
	_, err = f.Write(text)
	return errors.Join(err, f.Close())
}

// call finds the command and runs it. A panic is a crash of that command alone, so
// that the other tests go on.
func call(words []string, cmds Commands, stdin io.Reader, stdout, stderr io.Writer) (status int) {
	defer func() {
		if r := recover(); r != nil {
			fmt.Fprintf(stderr, "%s panicked: %v\n%s", words[0], r, debug.Stack())
			status = Crash
		}
	}()
	name, args := words[0], words[1:]
	if name == "not" {
		return invert(args, cmds, stdin, stdout, stderr)
	}
	if cmd, ok := cmds[name]; ok {
		return cmd(args, stdin, stdout, stderr)
	}
	if cmd, ok := builtins[name]; ok {
		return cmd(args, stdin, stdout, stderr)
	}
	known := slices.Sorted(maps.Keys(cmds))
	fmt.Fprintf(stderr, "unknown command %q: this test knows %s and the built-in ones\n", name, strings.Join(known, ", "))
	return Crash
}

// invert is the command not: success turns to failure and failure to success, but a
// crash stays one.
func invert(args []string, cmds Commands, stdin io.Reader, stdout, stderr io.Writer) int {
	if len(args) == 0 {
		fmt.Fprintln(stderr, "not: expected a command")
		return Crash
	}
	switch status := call(args, cmds, stdin, stdout, stderr); status {
	case 0:
		fmt.Fprintf(stderr, "not: %s succeeded\n", args[0])
		return 1
	case Crash:
		return Crash
	default:
		return 0
	}
}
