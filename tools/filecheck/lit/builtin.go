package lit

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"

	"github.com/sergi/go-diff/diffmatchpatch"

	"github.com/tile-opt/tile-opt/tools/filecheck"
)

// builtins are the commands that every test has.
var builtins = Commands{
	"FileCheck": fileCheck,
	"cat":       concatenate,
	"count":     count,
	"diff":      diff,
	"echo":      echo,
	"rm":        remove,
}

// fail prints err and returns the exit status for it.
func fail(stderr io.Writer, command string, err error) int {
	fmt.Fprintf(stderr, "%s: %v\n", command, err)
	return 1
}

// read returns a file's text, or standard input for "-".
func read(name string, stdin io.Reader) ([]byte, error) {
	if name == "-" {
		return io.ReadAll(stdin)
	}
	return os.ReadFile(name)
}

// fileCheck is FileCheck on package filecheck.
func fileCheck(args []string, stdin io.Reader, _, stderr io.Writer) int {
	checks, input, opts, err := fileCheckArgs(args)
	if err != nil {
		return fail(stderr, "FileCheck", err)
	}
	checkText, err := os.ReadFile(checks)
	if err != nil {
		return fail(stderr, "FileCheck", err)
	}
	inputText, err := read(input, stdin)
	if err != nil {
		return fail(stderr, "FileCheck", err)
	}
	if err := filecheck.Check(string(checkText), checks, string(inputText), opts); err != nil {
		fmt.Fprintf(stderr, "%v\n", err)
		fmt.Fprintf(stderr, "full input:\n%s\n", inputText)
		return 1
	}
	return 0
}

// fileCheckArgs reads FileCheck's options, with one dash or two, the value after =
// or as the next argument.
func fileCheckArgs(args []string) (checks, input string, opts filecheck.Options, err error) {
	input = "-"
	for len(args) > 0 {
		arg := args[0]
		args = args[1:]
		if !strings.HasPrefix(arg, "-") {
			if checks != "" {
				return "", "", opts, fmt.Errorf("expected one check file, found also %q", arg)
			}
			checks = arg
			continue
		}
		name, value, hasValue := strings.Cut(strings.TrimLeft(arg, "-"), "=")
		if define, ok := strings.CutPrefix(strings.TrimLeft(arg, "-"), "D"); ok {
			opts.Defines = append(opts.Defines, define)
			continue
		}
		if setFlag(&opts, name) {
			continue
		}
		if !hasValue {
			if len(args) == 0 {
				return "", "", opts, fmt.Errorf("option %s is unknown or lacks its value", arg)
			}
			value, args = args[0], args[1:]
		}
		switch name {
		case "check-prefix", "check-prefixes":
			opts.Prefixes = append(opts.Prefixes, strings.Split(value, ",")...)
		case "implicit-check-not":
			opts.ImplicitCheckNot = append(opts.ImplicitCheckNot, value)
		case "input-file":
			input = value
		default:
			return "", "", opts, fmt.Errorf("unknown option %s", arg)
		}
	}
	if checks == "" {
		err = fmt.Errorf("expected a check file")
	}
	return checks, input, opts, err
}

// setFlag turns on the option without a value that is called name.
func setFlag(opts *filecheck.Options, name string) bool {
	switch name {
	case "allow-empty":
		opts.AllowEmpty = true
	case "strict-whitespace":
		opts.StrictWhitespace = true
	case "enable-var-scope":
		opts.EnableVarScope = true
	default:
		return false
	}
	return true
}

// count succeeds when standard input has the given number of lines.
func count(args []string, stdin io.Reader, _, stderr io.Writer) int {
	if len(args) != 1 {
		return fail(stderr, "count", fmt.Errorf("expected one number, found %q", args))
	}
	want, err := strconv.Atoi(args[0])
	if err != nil {
		return fail(stderr, "count", err)
	}
	text, err := io.ReadAll(stdin)
	if err != nil {
		return fail(stderr, "count", err)
	}
	got := bytes.Count(text, []byte("\n"))
	if len(text) > 0 && text[len(text)-1] != '\n' {
		got++
	}
	if got != want {
		return fail(stderr, "count", fmt.Errorf("expected %d lines, found %d:\n%s", want, got, text))
	}
	return 0
}

// concatenate is cat.
func concatenate(args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	if len(args) == 0 {
		args = []string{"-"}
	}
	for _, name := range args {
		text, err := read(name, stdin)
		if err == nil {
			_, err = stdout.Write(text)
		}
		if err != nil {
			return fail(stderr, "cat", err)
		}
	}
	return 0
}

// echo prints its arguments.
func echo(args []string, _ io.Reader, stdout, _ io.Writer) int {
	fmt.Fprintln(stdout, strings.Join(args, " "))
	return 0
}

// diff succeeds when two files are the same, and shows their differing lines.
func diff(args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	if len(args) != 2 {
		return fail(stderr, "diff", fmt.Errorf("expected two files, found %q", args))
	}
	var texts [2]string
	for i, name := range args {
		text, err := read(name, stdin)
		if err != nil {
			return fail(stderr, "diff", err)
		}
		texts[i] = string(text)
	}
	if texts[0] == texts[1] {
		return 0
	}
	d := diffmatchpatch.New()
	a, b, lines := d.DiffLinesToChars(texts[0], texts[1])
	for _, part := range d.DiffCharsToLines(d.DiffMain(a, b, false), lines) {
		mark := map[diffmatchpatch.Operation]string{diffmatchpatch.DiffDelete: "-", diffmatchpatch.DiffInsert: "+"}[part.Type]
		if mark == "" {
			continue
		}
		for line := range strings.Lines(part.Text) {
			fmt.Fprintln(stdout, mark+strings.TrimSuffix(line, "\n"))
		}
	}
	return 1
}

// remove is rm: files only; with -f it is no mistake that one isn't there.
func remove(args []string, _ io.Reader, _, stderr io.Writer) int {
	force := len(args) > 0 && args[0] == "-f"
	if force {
		args = args[1:]
	}
	for _, name := range args {
		if err := os.Remove(name); err != nil && !(force && os.IsNotExist(err)) {
			return fail(stderr, "rm", err)
		}
	}
	return 0
}
