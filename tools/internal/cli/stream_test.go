package cli_test

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"github.com/tile-opt/tile-opt/tools/internal/cli"
)

func TestStream(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, []byte("old"), 0o640); err != nil {
		t.Fatal(err)
	}
	content := func() string {
		b, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		return string(b)
	}
	s := cli.NewStream(file, nil)
	s.Write([]byte("one "))
	s.Discard()
	if got := content(); got != "old" {
		t.Errorf("a discarded output left %q", got)
	}
	s = cli.NewStream(file, nil)
	s.Certain()
	s.Write([]byte("one "))
	s.Write([]byte("two"))
	if got := content(); got != "old" {
		t.Errorf("before Commit the file holds %q", got)
	}
	if err := s.Commit(); err != nil || content() != "one two" {
		t.Errorf("after Commit the file holds %q (%v)", content(), err)
	}
	info, err := os.Stat(file)
	if err != nil || info.Mode().Perm() != 0o640 {
		t.Errorf("mode %v (%v)", info.Mode(), err)
	}
	if entries, _ := os.ReadDir(filepath.Dir(file)); len(entries) != 1 {
		t.Errorf("files left: %v", entries)
	}
}

func TestStreamToStdout(t *testing.T) {
	t.Parallel()
	var out bytes.Buffer
	s := cli.NewStream("-", &out)
	s.Write([]byte("one "))
	if out.Len() > 0 {
		t.Errorf("written before it was certain: %q", out.String())
	}
	s.Certain()
	s.Write([]byte("two "))
	if out.String() != "one two " {
		t.Errorf("after Certain: %q", out.String())
	}
	if err := s.Commit(); err != nil || out.String() != "one two " {
		t.Errorf("after Commit: %q (%v)", out.String(), err)
	}
	out.Reset()
	s = cli.NewStream("-", &out)
	s.Write([]byte("one"))
	s.Discard()
	if out.Len() > 0 {
		t.Errorf("discarded, yet written: %q", out.String())
	}
	s = cli.NewStream("-", broken{})
	s.Write([]byte("x"))
	if err := s.Commit(); err == nil || err.Error() != "cannot write standard output: disk full" {
		t.Errorf("error %v", err)
	}
	s = cli.NewStream(t.TempDir(), nil)
	s.Write([]byte("x"))
	if err := s.Commit(); err == nil {
		t.Error("a directory was written")
	}
}
