package tilec

import (
	"bytes"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/pflag"

	"github.com/tile-opt/tile-opt/ir"
	"github.com/tile-opt/tile-opt/ir/asm"
	"github.com/tile-opt/tile-opt/targets/launch/job"
)

// recorded is the file of jobs in a folder of recorded launches.
const recorded = "jobs.jsonl"

// record compiles what is left and adds the launches to a folder, for tilec-gpu on another machine. Nothing is interpreted
// here: the folder has the kernel's text, from which tilec-gpu gets what it compares with. Files are named after their
// contents and jobs after what they are, so that what is there already is not added again.
func (r *running) record(ctx context.Context, dir, path string) error {
	code, metadata, err := r.code(ctx)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return err
	}
	stem := r.p.sig.kernel + "-" + digest(code, metadata)
	files := map[string][]byte{stem + ".ptx": code, stem + ".json": metadata}
	var refs []planned
	for _, check := range r.checks {
		text, err := oracleText(r.oracle)
		if err != nil {
			return err
		}
		name := r.p.sig.kernel + "-" + digest(text) + ".mlir"
		files[name] = text
		refs = append(refs, planned{against: check, Job: job.Job{Reference: r.f.interpreted(name, check == checkInterp)}})
	}
	for name, data := range files {
		if err := keep(filepath.Join(dir, name), data); err != nil {
			return err
		}
	}
	jobs, err := named(r.plan(stem+".ptx", refs), r.p.sig.kernel, r.note(path))
	if err != nil {
		return err
	}
	file := filepath.Join(dir, recorded)
	added, err := appendJobs(file, jobs)
	if err != nil {
		return err
	}
	what := "1 launch"
	if added != 1 {
		what = fmt.Sprintf("%d launches", added)
	}
	fmt.Fprintf(r.stdout, "kernel %s: %s added to %s\n", r.p.sig.kernel, what, file)
	return nil
}

// interpreted is the reference that is the kernel in a file, interpreted.
func (c *compileFlags) interpreted(file string, exact bool) *job.Reference {
	ref := &job.Reference{Kind: job.Interp, Kernel: file, Exact: exact}
	if how := c.sumsIn(); how.Unit != 0 {
		ref.Sums = &how
	}
	return ref
}

// digest names contents.
func digest(parts ...[]byte) string {
	h := sha256.New()
	for _, p := range parts {
		fmt.Fprintf(h, "%d ", len(p))
		h.Write(p)
	}
	return fmt.Sprintf("%x", h.Sum(nil)[:6])
}

// oracleText prints the module of the kernel that outputs are compared with.
func oracleText(fn *ir.Operation) ([]byte, error) {
	m := fn
	for m.Parent() != nil {
		m = m.Parent()
	}
	var b bytes.Buffer
	err := asm.Print(&b, m, asm.PrintOptions{})
	return b.Bytes(), err
}

// keep writes a file that is named after its contents, unless it is there.
func keep(path string, data []byte) error {
	if _, err := os.Stat(path); err == nil {
		return nil
	}
	return os.WriteFile(path, data, 0o666)
}

// named gives launches names that tell them from all others, and that stay the same when they are recorded again.
func named(launches []planned, kernel, note string) ([]job.Job, error) {
	var jobs []job.Job
	names := make(map[string]string)
	for _, l := range launches {
		j := l.Job
		old := j.Name
		j.Name, j.Note = "", note
		if ref := j.Reference; ref != nil && ref.Kind == job.Same {
			j.Reference = &job.Reference{Kind: job.Same, Job: names[ref.Job]}
		}
		var b bytes.Buffer
		if err := job.Write(&b, []job.Job{j}); err != nil {
			return nil, err
		}
		j.Name = kernel + "-" + digest(b.Bytes())
		names[old] = j.Name
		jobs = append(jobs, j)
	}
	return jobs, nil
}

// appendJobs adds to a file of jobs those whose names it does not have, and returns how many these are.
func appendJobs(path string, jobs []job.Job) (added int, err error) {
	old, err := os.ReadFile(path)
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		return 0, err
	}
	var more []job.Job
	for _, j := range jobs {
		if !bytes.Contains(old, fmt.Appendf(nil, `{"name":%q,`, j.Name)) {
			more = append(more, j)
		}
	}
	file, err := os.OpenFile(path, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o666)
	if err != nil {
		return 0, err
	}
	return len(more), errors.Join(job.Write(file, more), file.Close())
}

// note is the command line without what does not change the launches.
func (r *running) note(path string) string {
	words := []string{filepath.Base(path)}
	r.f.flags.Visit(func(f *pflag.Flag) {
		switch f.Name {
		case "on", "record", "ptxas", "remarks", "time-limit":
		default:
			words = append(words, "--"+f.Name+"="+strings.Trim(f.Value.String(), "[]"))
		}
	})
	return strings.Join(words, " ")
}
