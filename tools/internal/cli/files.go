package cli

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
)

// Exit codes of the commands.
const (
	// OK: all went well.
	OK = 0
	// Mistake: the input or the command line is wrong.
	Mistake = 1
	// Bug: an internal error; a reproducer was written if possible.
	Bug = 3
)

// ReadInput reads a file, or stdin when path is "" or "-".
func ReadInput(path string, stdin io.Reader) ([]byte, error) {
	if path == "" || path == "-" {
		b, err := io.ReadAll(stdin)
		if err != nil {
			return nil, fmt.Errorf("cannot read standard input: %w", cause(err))
		}
		return b, nil
	}
	b, err := os.ReadFile(path)
	if err != nil {
		return nil, fmt.Errorf("cannot open input file '%s': %w", path, cause(err))
	}
	return b, nil
}

// InputName is the name of an input in diagnostics.
func InputName(path string) string {
	if path == "" || path == "-" {
		return "<stdin>"
	}
	return path
}

// WriteOutput writes data to path, or to stdout when path is "" or "-". A
// regular file is written beside its place and renamed there once whole, so
// that it is never seen half written; anything else, such as /dev/null, is
// written in place.
func WriteOutput(path string, data []byte, stdout io.Writer) error {
	if path == "" || path == "-" {
		if _, err := stdout.Write(data); err != nil {
			return fmt.Errorf("cannot write standard output: %w", cause(err))
		}
		return nil
	}
	fail := func(err error) error { return fmt.Errorf("cannot open output file '%s': %w", path, cause(err)) }
	target := path
	info, err := os.Stat(path)
	switch {
	case err == nil && info.IsDir():
		return fmt.Errorf("cannot open output file '%s': is a directory", path)
	case err == nil && !info.Mode().IsRegular():
		if err := writeInPlace(path, data); err != nil {
			return fail(err)
		}
		return nil
	case err == nil:
		// A rename would replace a symbolic link instead of its target, and
		// succeed on a file that must not be written.
		if target, err = filepath.EvalSymlinks(path); err != nil {
			return fail(err)
		}
		f, err := os.OpenFile(target, os.O_WRONLY, 0)
		if err != nil {
			return fail(err)
		}
		f.Close()
	case !errors.Is(err, fs.ErrNotExist):
		return fail(err)
	}
	mode := fs.FileMode(0o666)
	if info != nil {
		mode = info.Mode().Perm()
	}
	if err := replace(target, data, mode, info != nil); err != nil {
		return fail(err)
	}
	return nil
}

func writeInPlace(path string, data []byte) error {
	f, err := os.OpenFile(path, os.O_WRONLY, 0)
	if err != nil {
		return err
	}
	if _, err := f.Write(data); err != nil {
		f.Close()
		return err
	}
	return f.Close()
}

// replace writes a file beside target and renames it. The mode of a file that
// was there is kept; a new one gets what the umask leaves.
func replace(target string, data []byte, mode fs.FileMode, existed bool) (err error) {
	tmp := ""
	var f *os.File
	for n := 0; ; n++ {
		tmp = fmt.Sprintf("%s.tmp-%d-%d", target, os.Getpid(), n)
		if f, err = os.OpenFile(tmp, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666); !errors.Is(err, fs.ErrExist) {
			break
		}
	}
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			os.Remove(tmp)
		}
	}()
	if _, err = f.Write(data); err != nil {
		f.Close()
		return err
	}
	if err = f.Close(); err != nil {
		return err
	}
	if existed {
		if err = os.Chmod(tmp, mode); err != nil {
			return err
		}
	}
	return os.Rename(tmp, target)
}

// cause returns the innermost reason, without the operation and path that the
// caller says better.
func cause(err error) error {
	var p *fs.PathError
	if errors.As(err, &p) {
		return p.Err
	}
	var l *os.LinkError
	if errors.As(err, &l) {
		return l.Err
	}
	return err
}

// IsTerminal reports whether w is a terminal that may be coloured.
func IsTerminal(w io.Writer) bool {
	f, ok := w.(*os.File)
	if !ok || os.Getenv("NO_COLOR") != "" || os.Getenv("TERM") == "dumb" {
		return false
	}
	info, err := f.Stat()
	return err == nil && info.Mode()&fs.ModeCharDevice != 0
}
