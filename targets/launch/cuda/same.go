package cuda

import (
	"context"
	"fmt"

	"github.com/tile-opt/tile-opt/targets/launch/job"
)

// output is an output of a job that later ones are compared with.
type output struct {
	*job.Output
	result job.Result
}

// keeping is what later jobs are compared with of one job.
type keeping struct {
	outputs []output // nil until the job ran, and where it failed before it had any
	last    int      // the last job that needs them, after which they go
}

// kept has a place for each job that another one is to be the same as.
func kept(jobs []job.Job) map[string]*keeping {
	m := map[string]*keeping{}
	for i, j := range jobs {
		if j.Reference != nil && j.Reference.Kind == job.Same {
			m[j.Reference.Job] = &keeping{last: i}
		}
	}
	return m
}

// forget drops what no job behind the i-th, j, needs.
func (r *runner) forget(i int, j *job.Job) {
	if ref := j.Reference; ref != nil && ref.Kind == job.Same && r.kept[ref.Job].last == i {
		r.kept[ref.Job].outputs = nil
	}
}

// compare checks the n-th output of c, which is argument i, against the job's reference.
func (r *runner) compare(ctx context.Context, c *call, o *job.Output, n, i int) (job.Result, error) {
	ref := c.job.Reference
	if ref == nil || ref.Kind != job.Same {
		var err error
		if o.Expected, err = r.expected(ctx, c, i); err != nil {
			return job.Result{}, err
		}
		return o.Check(), nil
	}
	all := r.kept[ref.Job].outputs
	if n >= len(all) {
		return job.Result{}, fmt.Errorf("job %q, whose outputs these must be, has %d outputs, expected more than %d", ref.Job, len(all), n)
	}
	res, err := o.CheckSame(all[n].Output, all[n].result)
	if err != nil {
		return res, fmt.Errorf("job %q: %w", ref.Job, err)
	}
	return res, nil
}
