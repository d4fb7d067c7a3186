package toolchain

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"strings"
	"sync"
	"time"
)

const (
	// maxOutput bounds a result (PTX, SASS); a kernel's is well below a megabyte.
	maxOutput = 256 << 20
	// maxMessages bounds the text of warnings and errors that is kept.
	maxMessages = 1 << 20
)

// errTooLong is what a bounded buffer answers when it is full.
var errTooLong = errors.New("output too long")

// ToolError says that a program failed on what it was given.
type ToolError struct {
	// Tool and Path are the program's name and where it is.
	Tool, Path string
	// Output is what it wrote to its error stream, and for ptxas to both.
	Output string
	// Err is how it ended, such as an *exec.ExitError.
	Err error
}

// Error gives the program's own words.
func (e *ToolError) Error() string {
	out := strings.TrimSpace(e.Output)
	if out == "" {
		return fmt.Sprintf("%s failed: %v", e.Tool, e.Err)
	}
	return fmt.Sprintf("%s failed: %v:\n%s", e.Tool, e.Err, out)
}

// Unwrap returns how the program ended.
func (e *ToolError) Unwrap() error { return e.Err }

// tool is a found program.
type tool struct {
	program
	path string

	mu      sync.Mutex
	version string // once asked and good enough
}

// newTool finds a program; it does not run it yet.
func newTool(e Env, p program) (*tool, error) {
	path, err := e.find(p)
	if err != nil {
		return nil, err
	}
	return &tool{program: p, path: path}, nil
}

// Path returns where the program is.
func (t *tool) Path() string { return t.path }

// Version returns the program's version, or a [VersionError] when it is too old.
// It asks the program once.
func (t *tool) Version(ctx context.Context) (string, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.version != "" {
		return t.version, nil
	}
	out, err := t.run(ctx, nil, "--version")
	if err != nil && ctx.Err() != nil {
		return "", err
	}
	// What cannot even say its version is no program that we can use.
	v, major, minor := versionOf(string(out.stdout))
	if v == "" || major < t.major || major == t.major && minor < t.minor {
		return "", &VersionError{t.name, t.path, v, t.want(), t.why, t.variable}
	}
	t.version = v
	return v, nil
}

// output is what a program wrote.
type output struct{ stdout, stderr []byte }

// run runs the program to its end. The output comes back also with a ToolError.
func (t *tool) run(ctx context.Context, stdin io.Reader, args ...string) (output, error) {
	var stdout, stderr bounded
	stdout.max, stderr.max, stderr.drop = maxOutput, maxMessages, true
	cmd := exec.CommandContext(ctx, t.path, args...)
	cmd.Stdin, cmd.Stdout, cmd.Stderr = stdin, &stdout, &stderr
	cmd.WaitDelay = 2 * time.Second // a grandchild may hold the pipes open
	err := cmd.Run()
	out := output{stdout.Bytes(), stderr.Bytes()}
	switch {
	case ctx.Err() != nil:
		return out, fmt.Errorf("%s: %w", t.name, ctx.Err())
	case stdout.full:
		return out, &ToolError{t.name, t.path, string(out.stderr), fmt.Errorf("%w: more than %d bytes", errTooLong, stdout.max)}
	case err != nil:
		return out, &ToolError{t.name, t.path, string(out.stderr), err}
	}
	return out, nil
}

// bounded is a buffer with a limit. Beyond it, it drops what comes or fails, so
// that the program ends on a broken pipe.
type bounded struct {
	bytes.Buffer
	max  int
	drop bool
	full bool
}

// Write appends as much of p as fits.
func (b *bounded) Write(p []byte) (int, error) {
	room := b.max - b.Len()
	if len(p) <= room {
		return b.Buffer.Write(p)
	}
	b.Buffer.Write(p[:room])
	b.full = true
	if b.drop {
		return len(p), nil
	}
	return room, errTooLong
}
