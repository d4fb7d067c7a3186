package toolchain

import (
	"context"
	"io"
	"slices"
)

// waiting is an llc that was started before its input was there. Starting it,
// which is mostly linking LLVM's library, takes as long as compiling a kernel.
type waiting struct {
	args []string
	in   *io.PipeWriter
	done chan ended
}

type ended struct {
	out output
	err error
}

// Expect starts n processes that wait for their input, for compilations with
// these options that are to come while ctx lasts. stop ends those that none has
// taken, and must be called; it returns when they are gone.
func (l *LLC) Expect(ctx context.Context, n int, o CompileOptions) (stop func()) {
	var all []*waiting
	for range n {
		r, in := io.Pipe()
		w := &waiting{args: o.args(), in: in, done: make(chan ended, 1)}
		go func() {
			out, err := l.run(ctx, r, w.args...)
			r.CloseWithError(io.ErrClosedPipe) // nobody reads any more
			w.done <- ended{out, err}
		}()
		all = append(all, w)
	}
	l.mu.Lock()
	l.waiting = append(l.waiting, all...)
	l.mu.Unlock()
	return func() {
		for _, w := range all {
			if l.take(w) {
				w.in.Close()
				<-w.done
			}
		}
	}
}

// take removes a process from those that wait, and reports whether it was one.
func (l *LLC) take(w *waiting) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	i := slices.Index(l.waiting, w)
	if i >= 0 {
		l.waiting = slices.Delete(l.waiting, i, i+1)
	}
	return i >= 0
}

// runOn runs llc on a text, in a process that waits for one if there is.
func (l *LLC) runOn(ctx context.Context, text io.Reader, args []string) (output, error) {
	w := l.first(args)
	if w == nil {
		return l.run(ctx, text, args...)
	}
	go func() {
		_, err := io.Copy(w.in, text)
		w.in.CloseWithError(err) // the end of the input where err is nil
	}()
	end := <-w.done
	return end.out, end.err
}

// first takes a process that was started with these arguments, nil for none.
func (l *LLC) first(args []string) *waiting {
	l.mu.Lock()
	defer l.mu.Unlock()
	for i, w := range l.waiting {
		if slices.Equal(w.args, args) {
			l.waiting = slices.Delete(l.waiting, i, i+1)
			return w
		}
	}
	return nil
}
