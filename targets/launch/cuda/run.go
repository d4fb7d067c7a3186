package cuda

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/tile-opt/tile-opt/targets/launch"
	"github.com/tile-opt/tile-opt/targets/launch/job"
)

// guardBytes lie before and behind every array; a multiple of the 256 bytes that the driver aligns allocations to.
const guardBytes = 4096

// Options are the settings of Run.
type Options struct {
	// DumpDir receives each output as JOB.ARG.raw, its elements in row-major order without gaps; "" for none.
	DumpDir string
	// Progress is told each report once it is final, timed jobs after their group; nil for none.
	Progress func(job.Report)
	// Interpret serves references of the kind interp, which are errors without it.
	Interpret Interpreter
}

// lostError says that the device can't be used any more in this process: a kernel hung or failed.
type lostError struct{ err error }

func (e *lostError) Error() string { return e.err.Error() }
func (e *lostError) Unwrap() error { return e.err }

// Run runs the jobs in order and returns a report for each. A job that fails doesn't stop the others. The error is not
// nil only where a kernel hung or failed on the device, or ctx ended: the jobs from there on are reported as not run.
func Run(ctx context.Context, d Driver, jobs []job.Job, opts Options) ([]job.Report, error) {
	r := &runner{d: d, opts: opts, modules: map[string]Module{}, metadata: map[string]*launch.Module{}, reference: map[string]Function{}, kept: kept(jobs)}
	var err error
	if _, r.properties, err = d.Properties(); err != nil {
		return nil, err
	}
	reports := make([]job.Report, len(jobs))
	last := lastOfGroup(jobs)
	groups := map[string][]*call{}
	for i := range jobs {
		reports[i].Name = jobs[i].Name
		c, err := r.check(ctx, &jobs[i], &reports[i])
		conclude(&jobs[i], &reports[i], err)
		r.forget(i, &jobs[i])
		if c != nil {
			g := group(&jobs[i])
			groups[g] = append(groups[g], c)
		} else {
			r.progress(&reports[i])
		}
		if r.lost == nil && jobs[i].Timing != nil && last[group(&jobs[i])] == i {
			r.time(ctx, groups[group(&jobs[i])])
		}
		if r.lost == nil && ctx.Err() != nil {
			r.lost = ctx.Err()
		}
		if r.lost != nil {
			for j := i + 1; j < len(jobs); j++ {
				reports[j] = job.Report{Name: jobs[j].Name, Error: "not run: " + r.lost.Error()}
				r.progress(&reports[j])
			}
			break
		}
	}
	return reports, r.lost
}

func (r *runner) progress(rep *job.Report) {
	if r.opts.Progress != nil {
		r.opts.Progress(*rep)
	}
}

// group is the name under which a timed job is interleaved with others; a job without one stands alone. The prefix keeps
// the two kinds of names apart.
func group(j *job.Job) string {
	if j.Timing.Group == "" {
		return "job " + j.Name
	}
	return "group " + j.Timing.Group
}

func lastOfGroup(jobs []job.Job) map[string]int {
	last := map[string]int{}
	for i := range jobs {
		if jobs[i].Timing != nil {
			last[group(&jobs[i])] = i
		}
	}
	return last
}

type runner struct {
	d          Driver
	opts       Options
	properties launch.Properties
	modules    map[string]Module         // by path
	metadata   map[string]*launch.Module // by path
	reference  map[string]Function       // reference kernels by element types
	kept       map[string]*keeping       // what later jobs are compared with, by name
	lost       error
}

// call is a job with everything that it needs on the device.
type call struct {
	job     *job.Job
	report  *job.Report
	module  *launch.Module
	env     *launch.Env
	buffers []buffer // by argument; scalars have none
	launch  *launch.Launch
	fn      Function
	params  [][]byte
	// limits judges the results: the job's reference, or what an interpreter made of it.
	limits *job.Reference
	// interpreted is what the interpreter says of each output, nil until it was asked.
	interpreted map[int][]float64
}

// conclude turns the outcome of a job into its report.
func conclude(j *job.Job, rep *job.Report, err error) {
	switch {
	case j.Fails != "" && err == nil:
		rep.Error = fmt.Sprintf("no error, expected one with %q", j.Fails)
	case j.Fails != "" && !strings.Contains(err.Error(), j.Fails):
		rep.Error = fmt.Sprintf("expected an error with %q, found: %v", j.Fails, err)
	case j.Fails == "" && err != nil:
		rep.Error = err.Error()
	default:
		rep.OK = true
	}
}

// check launches a job once and looks at its outputs. It returns the call, still on the device, where it is to be timed.
func (r *runner) check(ctx context.Context, j *job.Job, rep *job.Report) (timed *call, err error) {
	c := &call{job: j, report: rep, limits: j.Reference}
	defer func() {
		if lost := (*lostError)(nil); errors.As(err, &lost) {
			r.lost = lost
		}
		if timed == nil {
			r.release(c)
		}
	}()
	if c.module, err = r.readMetadata(j.Metadata); err != nil {
		return nil, err
	}
	mod, err := r.load(j.Code)
	if err != nil {
		return nil, err
	}
	if err := r.makeArguments(c); err != nil {
		return nil, err
	}
	if err := r.prepare(c, mod); err != nil {
		return nil, err
	}
	if err := r.launchOnce(ctx, c); err != nil {
		return nil, err
	}
	if err := r.inspect(ctx, c); err != nil || j.Timing == nil {
		return nil, err
	}
	return c, nil
}

func (r *runner) readMetadata(path string) (*launch.Module, error) {
	if m := r.metadata[path]; m != nil {
		return m, nil
	}
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	m, err := launch.Unmarshal(text)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	r.metadata[path] = m
	return m, nil
}

func (r *runner) load(path string) (Module, error) {
	if m, ok := r.modules[path]; ok {
		return m, nil
	}
	image, err := os.ReadFile(path)
	if err != nil {
		return 0, err
	}
	m, err := r.d.Load(image)
	if err != nil {
		return 0, fmt.Errorf("%s: %w", path, err)
	}
	r.modules[path] = m
	return m, nil
}

// prepare selects the entry and makes its parameters.
func (r *runner) prepare(c *call, mod Module) error {
	var err error
	if c.job.Entry == "" {
		c.launch, err = launch.Prepare(c.module, c.env)
	} else if e := c.module.Entry(c.job.Entry); e == nil {
		err = fmt.Errorf("kernel %q has no entry %q", c.module.Kernel, c.job.Entry)
	} else {
		c.launch, err = launch.PrepareEntry(c.module, e, c.env)
	}
	if err != nil {
		return err
	}
	e := c.launch.Entry
	c.report.Entry = e.Name
	for _, n := range c.launch.Grid {
		c.report.Grid = append(c.report.Grid, int(n))
	}
	if c.fn, err = r.d.Function(mod, e.Name); err != nil {
		return fmt.Errorf("entry %q: %w", e.Name, err)
	}
	if c.report.Registers, c.report.LocalBytes, err = r.d.Usage(c.fn); err != nil {
		return err
	}
	if err := r.d.SetDynamicShared(c.fn, e.SharedBytes); err != nil {
		return fmt.Errorf("entry %q: %d bytes of dynamic shared memory: %w", e.Name, e.SharedBytes, err)
	}
	for i, p := range c.launch.Params {
		bytes := p.Bytes
		if p.Map != nil {
			if bytes, err = r.d.EncodeTensorMap(p.Map); err != nil {
				return fmt.Errorf("entry %q: parameter %d: tensor map of argument %q (dims %v, strides %v, box %v): %w",
					e.Name, i, c.module.Args[p.Map.Param.Arg].Name, p.Map.Dims, p.Map.Strides, p.Map.Param.Box, err)
			}
		}
		c.params = append(c.params, bytes)
	}
	return nil
}

// launchOnce launches and waits under the time limit.
func (r *runner) launchOnce(ctx context.Context, c *call) error {
	if c.launch.Empty() {
		return nil
	}
	if err := r.d.Launch(c.fn, c.launch, c.params); err != nil {
		return fmt.Errorf("entry %q: launch: %w", c.launch.Entry.Name, err)
	}
	return r.wait(ctx, fmt.Sprintf("entry %q of job %q", c.launch.Entry.Name, c.job.Name), c.job.TimeLimit)
}

// wait returns when everything launched so far is done, a lostError after limit seconds. It polls, since the driver's
// own waits can't be given up.
func (r *runner) wait(ctx context.Context, what string, limit float64) error {
	e, err := r.d.NewEvent()
	if err != nil {
		return err
	}
	if err := r.d.Record(e); err != nil {
		return &lostError{fmt.Errorf("%s: %w", what, err)}
	}
	deadline := time.Now().Add(time.Duration(limit * float64(time.Second)))
	for {
		// The clock is read first, so that a process that was held up for long still looks once more.
		late := time.Now().After(deadline)
		done, err := r.d.Done(e)
		switch {
		case err != nil:
			return &lostError{fmt.Errorf("%s: %w", what, err)}
		case done:
			return r.d.FreeEvent(e)
		case late:
			return &lostError{fmt.Errorf("%s did not finish within %v s", what, limit)}
		case ctx.Err() != nil:
			return &lostError{fmt.Errorf("%s: %w", what, ctx.Err())}
		}
		time.Sleep(50 * time.Microsecond)
	}
}

// release frees a call's memory. On a lost device it must not: the calls would wait for the kernel.
func (r *runner) release(c *call) {
	if r.lost != nil {
		return
	}
	for i := range c.buffers {
		if a := c.buffers[i].base; a != 0 {
			// A failure here shows again at the next call to the driver.
			_ = r.d.Free(a)
		}
	}
	c.buffers = nil
}

// inspect reads the outputs back and checks them.
func (r *runner) inspect(ctx context.Context, c *call) error {
	var wrong []string
	var all []output
	for n, i := range c.module.Outputs() {
		o, err := r.readOutput(c, i)
		if err != nil {
			return err
		}
		if r.opts.DumpDir != "" {
			name := filepath.Join(r.opts.DumpDir, c.job.Name+"."+o.Arg+".raw")
			if err := os.WriteFile(name, dense(o), 0o666); err != nil {
				return err
			}
		}
		res, err := r.compare(ctx, c, o, n, i)
		if err != nil {
			return err
		}
		c.report.Results = append(c.report.Results, res)
		all = append(all, output{o, res})
		if v := res.Verdict(o.Type, c.limits); v != "" {
			wrong = append(wrong, v)
		}
	}
	if k := r.kept[c.job.Name]; k != nil {
		k.outputs = all
	}
	if wrong != nil {
		return errors.New(strings.Join(wrong, "; "))
	}
	return nil
}
