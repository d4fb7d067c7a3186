package interp

import (
	"context"

	"github.com/tile-opt/tile-opt/ir"
	"github.com/tile-opt/tile-opt/targets/launch/hostdata"
)

// Outputs runs a kernel as Run does, on copies of args, and returns the
// elements that it leaves in the arguments listed, in row-major order. In the
// mode Float64 results of float type are not rounded to the type of their
// buffer.
func Outputs(ctx context.Context, fn *ir.Operation, args []hostdata.Arg, outputs []int, opts Options) (map[int][]float64, error) {
	copies := make([]hostdata.Arg, len(args))
	for i, a := range args {
		copies[i] = a
		if a.Buffer != nil {
			copies[i].Buffer = a.Buffer.Clone()
		}
	}
	for _, i := range outputs {
		b := copies[i].Buffer
		if opts.Mode != Float64 || !b.Elem.IsFloat() {
			continue
		}
		wide, err := hostdata.New("f64", b.Dims, nil)
		if err != nil {
			return nil, err
		}
		for j := range b.Len() {
			wide.Set(j, b.At(j))
		}
		copies[i].Buffer = wide
	}
	if err := Run(ctx, fn, copies, opts); err != nil {
		return nil, err
	}
	out := make(map[int][]float64, len(outputs))
	for _, i := range outputs {
		out[i] = copies[i].Buffer.Float64s()
	}
	return out, nil
}
