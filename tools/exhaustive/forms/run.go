package forms

import (
	"bufio"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"time"
)

// Options of a run.
type Options struct {
	Checker *Checker
	// Forms are judged in this order.
	Forms []Form
	// State is a file that gets a line for each form that was judged; forms that
	// have one are not judged again. "" writes none.
	State string
	// Workers is how many forms are judged at once; 0 is the number of processors.
	Workers int
	// Limit ends the run: forms that have begun are finished. 0 sets none.
	Limit time.Duration
	// Each bounds one form; 0 is two minutes. One that takes longer is wrong: it
	// hangs.
	Each time.Duration
	// Log is told what is bad, and every minute how far the run is.
	Log func(format string, args ...any)
}

// Result counts verdicts.
type Result struct {
	Counts map[Verdict]int
	// Left is how many forms have not been judged.
	Left int
}

// Bad is the number of verdicts that are faults.
func (r Result) Bad() int {
	n := 0
	for v, k := range r.Counts {
		if (Found{Verdict: v}).Bad() {
			n += k
		}
	}
	return n
}

// String is the last line of a run.
func (r Result) String() string {
	n := r.Counts
	return fmt.Sprintf("legal %d (simulated %d, alike %d), illegal %d, unproven %d, unruled %d, wrong %d, crashed %d, left %d",
		n[Legal]+n[Alike], n[Legal], n[Alike], n[Illegal], n[Unproven], n[Unruled], n[Wrong], n[Crashed], r.Left)
}

// judged is a form with its verdict.
type judged struct {
	form  string
	found Found
	err   error
}

// Run judges forms.
func Run(ctx context.Context, o Options) (Result, error) {
	res := Result{Counts: make(map[Verdict]int)}
	done, state, err := o.resume(&res)
	if err != nil {
		return res, err
	}
	defer state.Close()
	if o.Workers == 0 {
		o.Workers = runtime.GOMAXPROCS(0)
	}
	inner, stop := context.WithCancel(ctx)
	defer stop()
	next, verdicts := make(chan Form), make(chan judged)
	begun := time.Now()
	go func() {
		defer close(next)
		for _, f := range o.Forms {
			if done[f.String()] {
				continue
			}
			if o.Limit > 0 && time.Since(begun) > o.Limit {
				return
			}
			select {
			case next <- f:
			case <-inner.Done():
				return
			}
		}
	}()
	var wg sync.WaitGroup
	for range o.Workers {
		wg.Go(func() {
			for f := range next {
				found, err := o.judge(inner, f)
				verdicts <- judged{f.String(), found, err}
			}
		})
	}
	go func() {
		wg.Wait()
		close(verdicts)
	}()
	res.Left = len(o.Forms) - len(done)
	said := begun
	for j := range verdicts {
		if j.err != nil {
			err = errors.Join(err, j.err)
			stop()
			continue
		}
		res.add(o, j)
		res.Left--
		if _, e := fmt.Fprintf(state, "%s\t%s\t%s\t%s\n", j.found.Verdict, j.found.Class, j.form, oneLine(j.found.Why)); e != nil && err == nil {
			err = e
			stop()
		}
		if time.Since(said) > time.Minute {
			said = time.Now()
			o.Log("%s: %v", said.Sub(begun).Round(time.Second), res)
		}
	}
	return res, err
}

// judge judges one form in the time that it has.
func (o Options) judge(ctx context.Context, f Form) (Found, error) {
	limit := o.Each
	if limit == 0 {
		limit = 2 * time.Minute
	}
	each, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	found, err := o.Checker.Check(each, f)
	if err != nil && ctx.Err() == nil && each.Err() != nil {
		return Found{Verdict: Wrong, Class: found.Class, Why: "not over after " + limit.String()}, nil
	}
	return found, err
}

func (r *Result) add(o Options, j judged) {
	r.Counts[j.found.Verdict]++
	if j.found.Bad() {
		o.Log("%s: %s: %s", j.found.Verdict, j.form, j.found.Why)
	}
}

func oneLine(s string) string { return strings.NewReplacer("\n", " ", "\t", " ").Replace(s) }

// resume reads what was judged before, and opens the state for more.
func (o Options) resume(res *Result) (map[string]bool, io.WriteCloser, error) {
	done := make(map[string]bool)
	if o.State == "" {
		return done, discard{}, nil
	}
	id, err := identity(o.Checker)
	if err != nil {
		return nil, nil, err
	}
	f, err := os.OpenFile(o.State, os.O_RDWR|os.O_CREATE, 0o666)
	if err != nil {
		return nil, nil, err
	}
	wanted := make(map[string]bool, len(o.Forms))
	for _, form := range o.Forms {
		wanted[form.String()] = true
	}
	// A line that a run was killed in has no end, and is written again.
	whole := int64(0)
	in := bufio.NewReader(f)
	for n := 0; ; n++ {
		line, err := in.ReadString('\n')
		if err == io.EOF {
			break
		}
		if err != nil {
			return nil, nil, errors.Join(err, f.Close())
		}
		whole += int64(len(line))
		w := strings.Split(strings.TrimSuffix(line, "\n"), "\t")
		switch {
		case n == 0 && w[0] != id:
			return nil, nil, errors.Join(fmt.Errorf("%s is of another version of the compiler: expected %q in its first line, found %q", o.State, id, w[0]), f.Close())
		case n == 0:
		case len(w) != 4:
			return nil, nil, errors.Join(fmt.Errorf("%s:%d: expected 4 fields, found %d", o.State, n+1, len(w)), f.Close())
		case wanted[w[2]] && !done[w[2]]:
			done[w[2]] = true
			j := judged{w[2], Found{Verdict(w[0]), w[1], w[3]}, nil}
			res.add(o, j)
			if j.found.Class != "" && j.found.Verdict != Alike {
				o.Checker.Knows(j.found.Class, j.form)
			}
		}
	}
	if _, err := f.Seek(whole, io.SeekStart); err != nil {
		return nil, nil, errors.Join(err, f.Close())
	}
	if err := f.Truncate(whole); err != nil {
		return nil, nil, errors.Join(err, f.Close())
	}
	if whole == 0 {
		if _, err := fmt.Fprintln(f, id); err != nil {
			return nil, nil, errors.Join(err, f.Close())
		}
	}
	return done, f, nil
}

type discard struct{}

func (discard) Write(b []byte) (int, error) { return len(b), nil }
func (discard) Close() error                { return nil }

// identity names all that verdicts follow from: the running program, the kernels
// and the table.
func identity(c *Checker) (string, error) {
	h := sha256.New()
	program, err := os.Executable()
	if err != nil {
		return "", err
	}
	paths := []string{program, filepath.Join(c.Root, "docs", "legality.txt")}
	for _, s := range subjects() {
		paths = append(paths, filepath.Join(c.Root, "testdata", "kernels", filepath.FromSlash(s.file)+".mlir"))
	}
	for _, p := range paths {
		b, err := os.ReadFile(p)
		if err != nil {
			return "", err
		}
		fmt.Fprintf(h, "%d\n", len(b))
		h.Write(b)
	}
	return fmt.Sprintf("forms judged by %x with seed %d, %d schedules, simulated: %t", h.Sum(nil)[:8], c.Seed, c.Schedules, !c.CompileOnly), nil
}
