package cuda

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/tile-opt/tile-opt/targets/launch/job"
)

// time runs the burst protocol over the calls of one group, interleaved, and frees them.
func (r *runner) time(ctx context.Context, calls []*call) {
	all := make([][]float64, len(calls))
	rounds := 0
	for _, c := range calls {
		rounds = max(rounds, c.job.Timing.WithDefaults().Rounds)
	}
	for round := 0; round < rounds && r.lost == nil; round++ {
		for i, c := range calls {
			if round >= c.job.Timing.WithDefaults().Rounds || c.launch.Empty() || !c.report.OK {
				continue
			}
			burst, err := r.burst(ctx, c)
			if err != nil {
				c.report.OK, c.report.Error = false, err.Error()
				if lost := (*lostError)(nil); errors.As(err, &lost) {
					r.lost = lost
					break
				}
				continue
			}
			all[i] = append(all[i], burst...)
			if c.report.Time == nil {
				c.report.Time = &job.Times{}
			}
			c.report.Time.Rounds = append(c.report.Time.Rounds, median(burst))
		}
	}
	for i, c := range calls {
		if t := c.report.Time; t != nil {
			t.Median, t.Least, t.Most = median(all[i]), slices.Min(all[i]), slices.Max(all[i])
		}
		r.release(c)
		r.progress(c.report)
	}
}

// burst pauses, so that the card is cool, warms up, and times launches one by one.
func (r *runner) burst(ctx context.Context, c *call) ([]float64, error) {
	t := c.job.Timing.WithDefaults()
	select {
	case <-ctx.Done():
		return nil, &lostError{ctx.Err()}
	case <-time.After(time.Duration(t.Pause * float64(time.Second))):
	}
	events := make([]Event, 2*t.Launches)
	for i := range events {
		e, err := r.d.NewEvent()
		if err != nil {
			return nil, err
		}
		events[i] = e
	}
	for range t.Warmup {
		if err := r.d.Launch(c.fn, c.launch, c.params); err != nil {
			return nil, err
		}
	}
	for i := range t.Launches {
		err := r.d.Record(events[2*i])
		if err == nil {
			err = r.d.Launch(c.fn, c.launch, c.params)
		}
		if err == nil {
			err = r.d.Record(events[2*i+1])
		}
		if err != nil {
			return nil, err
		}
	}
	what := fmt.Sprintf("timed launches of job %q", c.job.Name)
	if err := r.wait(ctx, what, c.job.TimeLimit*float64(t.Warmup+t.Launches)); err != nil {
		return nil, err
	}
	out := make([]float64, t.Launches)
	for i := range out {
		us, err := r.d.Elapsed(events[2*i], events[2*i+1])
		if err != nil {
			return nil, err
		}
		out[i] = us
	}
	for _, e := range events {
		if err := r.d.FreeEvent(e); err != nil {
			return nil, err
		}
	}
	return out, nil
}

func median(xs []float64) float64 {
	s := slices.Sorted(slices.Values(xs))
	n := len(s)
	if n%2 == 1 {
		return s[n/2]
	}
	return (s[n/2-1] + s[n/2]) / 2
}
