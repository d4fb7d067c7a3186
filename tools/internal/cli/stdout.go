package cli

import (
	"fmt"
	"io"
)

// Stdout is a standard output that remembers the first failure, so that help, lists and
// tables that nobody got do not pass for success whatever printed them. It is for one
// goroutine.
type Stdout struct {
	W   io.Writer
	err error
}

// Write writes to W; behind a failure it writes nothing more.
func (s *Stdout) Write(b []byte) (int, error) {
	if s.err != nil {
		return 0, s.err
	}
	n, err := s.W.Write(b)
	s.err = err
	return n, err
}

// Finish returns what a command ended with, and where that is no error, the failure to
// write what it said.
func (s *Stdout) Finish(err error) error {
	if err == nil && s.err != nil {
		return fmt.Errorf("cannot write standard output: %w", cause(s.err))
	}
	return err
}
