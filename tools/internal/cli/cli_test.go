package cli_test

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/tile-opt/tile-opt/ir/diag"
	"github.com/tile-opt/tile-opt/tools/internal/cli"
)

func TestWriteOutputThroughALink(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	file, link := filepath.Join(dir, "file"), filepath.Join(dir, "link")
	if err := os.WriteFile(file, []byte("old"), 0o640); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(file, link); err != nil {
		t.Fatal(err)
	}
	if err := cli.WriteOutput(link, []byte("new"), nil); err != nil {
		t.Fatal(err)
	}
	info, err := os.Lstat(link)
	if err != nil || info.Mode()&os.ModeSymlink == 0 {
		t.Errorf("the link became %v (%v)", info, err)
	}
	if b, _ := os.ReadFile(file); string(b) != "new" {
		t.Errorf("the file holds %q", b)
	}
	if entries, _ := os.ReadDir(dir); len(entries) != 2 {
		t.Errorf("files left: %v", entries)
	}
}

type broken struct{}

func (broken) Write([]byte) (int, error) { return 0, errors.New("disk full") }

func TestWriteOutputReports(t *testing.T) {
	t.Parallel()
	if err := cli.WriteOutput("-", []byte("x"), broken{}); err == nil || err.Error() != "cannot write standard output: disk full" {
		t.Errorf("error %v", err)
	}
}

func TestStdout(t *testing.T) {
	t.Parallel()
	out := &cli.Stdout{W: broken{}}
	fmt.Fprintln(out, "a list")
	if err := out.Finish(nil); err == nil || err.Error() != "cannot write standard output: disk full" {
		t.Errorf("error %v", err)
	}
	mistake := errors.New("mistake")
	if err := out.Finish(mistake); err != mistake {
		t.Errorf("error %v", err)
	}
	var b bytes.Buffer
	out = &cli.Stdout{W: &b}
	fmt.Fprint(out, "a list")
	if err := out.Finish(nil); err != nil || b.String() != "a list" {
		t.Errorf("%q, error %v", b.String(), err)
	}
}

func TestReplaces(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	file, link, other := filepath.Join(dir, "file"), filepath.Join(dir, "link"), filepath.Join(dir, "other")
	for _, f := range []string{file, other} {
		if err := os.WriteFile(f, []byte("text"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Symlink(file, link); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		output, input string
		want          bool
	}{
		{file, file, true},
		{link, file, true},
		{dir + "/./file", link, true},
		{other, file, false},
		{filepath.Join(dir, "new"), file, false},
		{"-", file, false},
		{file, "-", false},
		{os.DevNull, os.DevNull, false},
	} {
		if got := cli.Replaces(c.output, c.input); got != c.want {
			t.Errorf("Replaces(%s, %s) = %v", c.output, c.input, got)
		}
	}
}

func TestReporter(t *testing.T) {
	t.Parallel()
	src := &diag.Sources{}
	src.Add("f.mlir", []byte("one\ntwo\n"))
	d := diag.Errorf(diag.Pos{File: "f.mlir", Line: 2, Col: 2}, "expected %q", "x").WithNote(diag.Pos{File: "f.mlir", Line: 1, Col: 1}, "see here")
	for _, tt := range []struct {
		json bool
		want string
	}{
		{false, "f.mlir:2:2: error: expected \"x\"\ntwo\n ^\nf.mlir:1:1: note: see here\none\n^\n"},
		{true, `{"severity":"error","file":"f.mlir","line":2,"col":2,"message":"expected \"x\"","notes":[{"severity":"note","file":"f.mlir","line":1,"col":1,"message":"see here"}]}` + "\n"},
	} {
		var b bytes.Buffer
		r := &cli.Reporter{W: &b, Sources: src, JSON: tt.json}
		r.ReportError(diag.List{d})
		if b.String() != tt.want || r.Errors() != 1 {
			t.Errorf("json %v: %d errors\n%s", tt.json, r.Errors(), b.String())
		}
	}
}

func TestOpenInput(t *testing.T) {
	t.Parallel()
	for _, size := range []int{0, 100, 4 << 20, 9<<20 + 5} {
		want := bytes.Repeat([]byte("0123456789abcde\n"), size/16+1)[:size]
		path := filepath.Join(t.TempDir(), "in")
		if err := os.WriteFile(path, want, 0o600); err != nil {
			t.Fatal(err)
		}
		in, err := cli.OpenInput(path, nil)
		if err != nil {
			t.Fatal(err)
		}
		for _, before := range []int{0, 5000, 5 << 20, 4 << 20, size, size} {
			if before <= size {
				in.Release(before)
			}
			if !bytes.Equal(in.Text, want) {
				t.Fatalf("a text of %d bytes is another one after Release(%d)", size, before)
			}
		}
		if in.Close(); in.Text != nil {
			t.Errorf("there is a text of %d bytes behind Close", len(in.Text))
		}
	}
	if in, err := cli.OpenInput("-", strings.NewReader("text")); err != nil || string(in.Text) != "text" {
		t.Errorf("standard input gives %q, %v", in.Text, err)
	}
	if _, err := cli.OpenInput("/does/not/exist", nil); err == nil || err.Error() != "cannot open input file '/does/not/exist': no such file or directory" {
		t.Errorf("unexpected error %v", err)
	}
}
