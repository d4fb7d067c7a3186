package cuda

import (
	"bytes"
	"context"
	"errors"

	"github.com/tile-opt/tile-opt/targets/launch"
	"github.com/tile-opt/tile-opt/targets/launch/hostdata"
	"github.com/tile-opt/tile-opt/targets/launch/inputs"
	"github.com/tile-opt/tile-opt/targets/launch/job"
)

// Interpreter computes what a kernel leaves in the arguments listed in outputs, in row-major order, from the file with
// its text that ref names, and the relative error that its sums may add to the rounding of results. It must not write to
// args.
type Interpreter func(ctx context.Context, ref *job.Reference, kernel string, args []hostdata.Arg, outputs []int) (values map[int][]float64, noise float64, err error)

// interpreted returns what the interpreter says of all outputs of c.
func (r *runner) interpreted(ctx context.Context, c *call) (map[int][]float64, error) {
	if c.interpreted != nil {
		return c.interpreted, nil
	}
	if r.opts.Interpret == nil {
		return nil, errors.New("reference interp: there is no interpreter")
	}
	var args []hostdata.Arg
	for i, a := range c.module.Args {
		switch v := c.env.Args[i]; {
		case a.Optional:
			// It came with the compilation: the kernel as it was written has no such argument.
		case a.Kind == launch.Scalar:
			args = append(args, hostdata.Arg{Int: v.Int, Float: v.Float})
		default:
			b, err := hostdata.New(a.Type, v.Dims, v.Strides)
			if err != nil {
				return nil, err
			}
			if err := r.contents(b.Bytes, c, i); err != nil {
				return nil, err
			}
			args = append(args, hostdata.Of(b))
		}
	}
	values, noise, err := r.opts.Interpret(ctx, c.job.Reference, c.module.Kernel, args, c.module.Outputs())
	if err != nil {
		return nil, err
	}
	limits := *c.job.Reference
	limits.Noise += noise
	c.interpreted, c.limits = values, &limits
	return values, nil
}

// contents fills host memory with what argument i, a buffer, holds before the launch.
func (r *runner) contents(host []byte, c *call, i int) error {
	copy(host, bytes.Repeat([]byte{job.Poison}, len(host)))
	given, v, t := c.job.Args[c.module.Args[i].Name], &c.env.Args[i], c.module.Args[i].Type
	switch {
	case c.buffers[i].poisoned:
		return nil
	case given.File != "":
		return scatterFile(host, given.File, t, v.Dims, v.Strides)
	}
	src := inputs.Source{Seed: c.job.Seed, Arg: i, Distribution: given.Fill, Scale: given.Scale}
	return inputs.Fill(host, t, v.Dims, v.Strides, src)
}
