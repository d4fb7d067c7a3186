package cli

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
)

// Stream is an output written piece by piece, for what is too large to be held
// in memory. Like the files of WriteOutputs it takes its place as a whole: a
// regular file is written beside its place and renamed by Commit. What goes to
// standard output or to anything else that cannot be taken back waits for
// Commit, or for Certain. Commit or Discard ends it.
type Stream struct {
	path   string
	stdout io.Writer

	opened  bool
	certain bool
	staged  *replacement
	dst     io.WriteCloser // nil: pieces wait
	waiting []byte
	err     error
}

// NewStream returns an output for path; "" or "-" is stdout. Nothing is opened
// before the first piece is written.
func NewStream(path string, stdout io.Writer) *Stream { return &Stream{path: path, stdout: stdout} }

type noClose struct{ io.Writer }

// Close does nothing: standard output is not ours to close.
func (noClose) Close() error { return nil }

// Write adds a piece. It always succeeds: the first error is Commit's.
func (s *Stream) Write(piece []byte) (int, error) {
	if s.open(); s.err == nil {
		if s.dst == nil {
			s.waiting = append(s.waiting, piece...)
		} else {
			s.put(piece)
		}
	}
	return len(piece), nil
}

// Certain says that no reason is left not to Commit, so that pieces need not
// wait.
func (s *Stream) Certain() {
	s.certain = true
	if s.opened {
		s.release()
	}
}

// Commit ends the output and puts it in its place.
func (s *Stream) Commit() error {
	s.open()
	if s.release(); s.dst != nil {
		if err := s.dst.Close(); err != nil {
			s.fail(err)
		}
		s.dst = nil
	}
	if s.err == nil && s.staged != nil {
		if err := s.staged.commit(); err != nil {
			s.fail(err)
		}
	}
	if s.err != nil {
		s.Discard()
	}
	return s.err
}

// Discard ends the output without a trace of what did not need to wait; after
// Commit it does nothing.
func (s *Stream) Discard() {
	if s.dst != nil {
		s.dst.Close()
		s.dst = nil
	}
	if s.staged != nil {
		s.staged.discard()
	}
	s.waiting = nil
}

// IsStdout reports whether a path stands for standard output.
func IsStdout(path string) bool { return path == "" || path == "-" }

func (s *Stream) toStdout() bool { return IsStdout(s.path) }

func (s *Stream) fail(err error) {
	if s.err != nil {
		return
	}
	if s.toStdout() {
		s.err = fmt.Errorf("cannot write standard output: %w", cause(err))
	} else {
		s.err = fmt.Errorf("cannot open output file '%s': %w", s.path, cause(err))
	}
}

func (s *Stream) put(piece []byte) {
	if _, err := s.dst.Write(piece); err != nil {
		s.fail(err)
	}
}

// open finds out what kind of output it is.
func (s *Stream) open() {
	if s.opened {
		return
	}
	s.opened = true
	if !s.toStdout() {
		f, err := s.stage()
		if err != nil {
			s.fail(err)
			return
		}
		if f != nil {
			s.dst = f
			return
		}
	}
	if s.certain {
		s.release()
	}
}

// stage opens the file beside the place of a regular one, nil for anything else.
func (s *Stream) stage() (*os.File, error) {
	r, info, err := place(s.path)
	if r == nil || err != nil {
		return nil, err
	}
	f, err := r.create()
	if err != nil {
		return nil, err
	}
	s.staged = r
	if info != nil {
		if err := f.Chmod(info.Mode().Perm()); err != nil {
			return nil, errors.Join(err, f.Close())
		}
	}
	return f, nil
}

// release writes the pieces that wait, and lets the next ones through.
func (s *Stream) release() {
	if s.dst != nil || s.err != nil {
		return
	}
	s.dst = noClose{s.stdout}
	if !s.toStdout() {
		f, err := os.OpenFile(s.path, os.O_WRONLY, fs.FileMode(0))
		if err != nil {
			s.dst = nil
			s.fail(err)
			return
		}
		s.dst = f
	}
	s.put(s.waiting)
	s.waiting = nil
}
