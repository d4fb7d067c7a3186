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

// Output is a file to be written.
type Output struct {
	Path string
	Data []byte
}

// WriteOutput is WriteOutputs of one file.
func WriteOutput(path string, data []byte, stdout io.Writer) error {
	return WriteOutputs([]Output{{path, data}}, stdout)
}

// WriteOutputs writes files that belong together; the path "" or "-" is stdout. A
// regular file is written beside its place, and renamed there once all of them are
// whole, so that none is ever seen half written, nor without the others when one
// cannot be written. Anything else, such as /dev/null, is written in place.
func WriteOutputs(outputs []Output, stdout io.Writer) (err error) {
	var staged []*replacement
	defer func() {
		for _, r := range staged {
			r.discard()
		}
	}()
	var inPlace []Output
	for _, o := range outputs {
		if o.Path == "" || o.Path == "-" {
			inPlace = append(inPlace, o)
			continue
		}
		r, err := stage(o)
		if err != nil {
			return fmt.Errorf("cannot open output file '%s': %w", o.Path, cause(err))
		}
		if r == nil {
			inPlace = append(inPlace, o)
			continue
		}
		staged = append(staged, r)
	}
	for _, o := range inPlace {
		if err := o.writeInPlace(stdout); err != nil {
			return err
		}
	}
	for _, r := range staged {
		if err := r.commit(); err != nil {
			return fmt.Errorf("cannot open output file '%s': %w", r.path, cause(err))
		}
	}
	return nil
}

func (o Output) writeInPlace(stdout io.Writer) error {
	if o.Path == "" || o.Path == "-" {
		if _, err := stdout.Write(o.Data); err != nil {
			return fmt.Errorf("cannot write standard output: %w", cause(err))
		}
		return nil
	}
	f, err := os.OpenFile(o.Path, os.O_WRONLY, 0)
	if err == nil {
		_, err = f.Write(o.Data)
		err = errors.Join(err, f.Close())
	}
	if err != nil {
		return fmt.Errorf("cannot open output file '%s': %w", o.Path, cause(err))
	}
	return nil
}

// replacement is a whole file beside the place that it is for.
type replacement struct {
	path, target, tmp string
}

// stage writes a file beside the place of a regular one; it returns nil for what is
// no regular file. The mode of a file that was there is kept; a new one gets what the
// umask leaves.
func stage(o Output) (*replacement, error) {
	r, info, err := place(o.Path)
	if r == nil || err != nil {
		return nil, err
	}
	if err := r.write(o.Data, info); err != nil {
		r.discard()
		return nil, err
	}
	return r, nil
}

// place finds where the file of that path is; info is that of the file to be
// replaced, nil for none. It returns nil for what is no regular file.
func place(path string) (r *replacement, info fs.FileInfo, err error) {
	r = &replacement{path: path, target: path}
	info, err = os.Stat(path)
	switch {
	case err == nil && info.IsDir():
		return nil, nil, errors.New("is a directory")
	case err == nil && !info.Mode().IsRegular():
		return nil, nil, nil
	case err == nil:
		// A rename would replace a symbolic link instead of its target, and
		// succeed on a file that must not be written.
		if r.target, err = filepath.EvalSymlinks(path); err != nil {
			return nil, nil, err
		}
		f, err := os.OpenFile(r.target, os.O_WRONLY, 0)
		if err != nil {
			return nil, nil, err
		}
		f.Close()
	case errors.Is(err, fs.ErrNotExist):
		return r, nil, nil
	default:
		return nil, nil, err
	}
	return r, info, nil
}

// create opens a new file beside the place.
func (r *replacement) create() (*os.File, error) {
	for n := 0; ; n++ {
		tmp := fmt.Sprintf("%s.tmp-%d-%d", r.target, os.Getpid(), n)
		f, err := os.OpenFile(tmp, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
		if err == nil {
			r.tmp = tmp
		}
		if !errors.Is(err, fs.ErrExist) {
			return f, err
		}
	}
}

// write makes the file; info is that of the one to be replaced, nil for none.
func (r *replacement) write(data []byte, info fs.FileInfo) error {
	f, err := r.create()
	if err != nil {
		return err
	}
	_, err = f.Write(data)
	if err = errors.Join(err, f.Close()); err != nil || info == nil {
		return err
	}
	return os.Chmod(r.tmp, info.Mode().Perm())
}

func (r *replacement) commit() error {
	err := os.Rename(r.tmp, r.target)
	if err == nil {
		r.tmp = ""
	}
	return err
}

// discard removes a file that was not renamed.
func (r *replacement) discard() {
	if r.tmp != "" {
		os.Remove(r.tmp)
	}
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

// Replaces reports whether writing an output would replace the regular file that is
// the input, whatever the paths are that lead to it.
func Replaces(output, input string) bool {
	if output == "" || output == "-" || input == "" || input == "-" {
		return false
	}
	from, err := os.Stat(input)
	if err != nil || !from.Mode().IsRegular() {
		return false
	}
	to, err := os.Stat(output)
	return err == nil && os.SameFile(from, to)
}
