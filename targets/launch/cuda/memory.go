package cuda

import (
	"context"
	"encoding/binary"
	"fmt"
	"math"
	"os"
	"slices"

	"github.com/tile-opt/tile-opt/targets/launch"
	"github.com/tile-opt/tile-opt/targets/launch/elem"
	"github.com/tile-opt/tile-opt/targets/launch/inputs"
	"github.com/tile-opt/tile-opt/targets/launch/job"
)

// buffer is the memory of one argument: guard bytes, the job's offset, the array, guard bytes.
type buffer struct {
	base     uint64
	offset   int64
	extent   int64
	poisoned bool
}

func (b *buffer) address() uint64 { return b.base + guardBytes + uint64(b.offset) }
func (b *buffer) bytes() int64    { return b.offset + b.extent + 2*guardBytes }

// makeArguments gives every argument its value: memory with its contents, or a number.
func (r *runner) makeArguments(c *call) error {
	known := map[string]bool{}
	for _, a := range c.module.Args {
		known[a.Name] = true
	}
	for _, name := range sortedNames(c.job.Args) {
		if !known[name] {
			return fmt.Errorf("kernel %q has no argument %q", c.module.Kernel, name)
		}
	}
	c.env = &launch.Env{Args: make([]launch.Value, len(c.module.Args)), Properties: r.properties}
	c.buffers = make([]buffer, len(c.module.Args))
	for i, a := range c.module.Args {
		given, ok := c.job.Args[a.Name]
		if !ok && a.Optional {
			continue
		}
		if !ok {
			return fmt.Errorf("argument %q has no value", a.Name)
		}
		var err error
		if a.Kind == launch.Scalar {
			err = setScalar(&c.env.Args[i], a, given)
		} else {
			err = r.makeBuffer(c, i, given)
		}
		if err != nil {
			return fmt.Errorf("argument %q: %w", a.Name, err)
		}
	}
	return nil
}

func sortedNames(args map[string]job.Arg) []string {
	names := make([]string, 0, len(args))
	for name := range args {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}

func setScalar(v *launch.Value, a launch.Arg, given job.Arg) error {
	var err error
	if a.Type.IsFloat() {
		v.Float, err = given.Value.Float64()
	} else {
		v.Int, err = given.Value.Int64()
	}
	if err != nil {
		return fmt.Errorf("value %q, expected one of type %s", given.Value, a.Type)
	}
	return nil
}

func (r *runner) makeBuffer(c *call, i int, given job.Arg) error {
	a := c.module.Args[i]
	if len(given.Dims) != a.Rank {
		return fmt.Errorf("%d sizes, expected %d", len(given.Dims), a.Rank)
	}
	strides := given.Strides
	if strides == nil {
		strides = RowMajor(given.Dims)
	}
	extent, err := inputs.Extent(a.Type, given.Dims, strides)
	if err != nil {
		return err
	}
	if given.Offset < 0 || given.Offset > 1<<20 {
		return fmt.Errorf("offset %d, expected 0 to %d", given.Offset, 1<<20)
	}
	b := &c.buffers[i]
	*b = buffer{offset: given.Offset, extent: extent}
	if b.base, err = r.d.Alloc(b.bytes()); err != nil {
		return fmt.Errorf("%d bytes: %w", b.bytes(), err)
	}
	c.env.Args[i] = launch.Value{Pointer: b.address(), Dims: given.Dims, Strides: strides}
	if err := r.d.Set(b.base, job.Poison, b.bytes()); err != nil {
		return err
	}
	if a.Output && given.Fill == "" && given.File == "" {
		b.poisoned = true
		return nil
	}
	if extent == 0 {
		return nil
	}
	host := make([]byte, extent)
	if err := r.contents(host, c, i); err != nil {
		return err
	}
	return r.d.Upload(b.address(), host)
}

// RowMajor returns the strides of an array without gaps, in elements. An empty dimension counts as one, so that strides
// of what is outside it stay meaningful.
func RowMajor(dims []int64) []int64 {
	strides := make([]int64, len(dims))
	step := int64(1)
	for i := len(dims) - 1; i >= 0; i-- {
		strides[i] = step
		step *= max(1, dims[i])
	}
	return strides
}

func scatterFile(host []byte, path string, t elem.Type, dims, strides []int64) error {
	data, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	n, size := inputs.Count(dims), int64(t.Size())
	if int64(len(data)) != n*size {
		return fmt.Errorf("%s: %d bytes, expected %d", path, len(data), n*size)
	}
	for i := range n {
		copy(host[inputs.Offset(i, dims, strides)*size:][:size], data[i*size:])
	}
	return nil
}

func (r *runner) readOutput(c *call, i int) (*job.Output, error) {
	b, a, v := &c.buffers[i], c.module.Args[i], &c.env.Args[i]
	o := &job.Output{
		Arg: a.Name, Type: a.Type, Dims: v.Dims, Strides: v.Strides,
		Data: make([]byte, b.extent+2*guardBytes), Guard: guardBytes, Poisoned: b.poisoned,
	}
	return o, r.d.Download(o.Data, b.base+uint64(b.offset))
}

// dense returns the elements of an output in row-major order.
func dense(o *job.Output) []byte {
	n, size := inputs.Count(o.Dims), int64(o.Type.Size())
	out := make([]byte, 0, n*size)
	for i := range n {
		at := o.Guard + inputs.Offset(i, o.Dims, o.Strides)*size
		out = append(out, o.Data[at:at+size]...)
	}
	return out
}

// expected returns what the job's reference says about argument i, nil where it says nothing.
func (r *runner) expected(ctx context.Context, c *call, i int) ([]float64, error) {
	ref := c.job.Reference
	name := c.module.Args[i].Name
	switch {
	case ref == nil:
		return nil, nil
	case ref.Kind == job.MatmulNT && ref.Out == name:
		return r.matmulNT(ctx, c, i)
	case ref.Kind == job.Interp:
		all, err := r.interpreted(ctx, c)
		return all[i], err
	case ref.Kind == job.File && ref.Files[name] != "":
		data, err := os.ReadFile(ref.Files[name])
		if err != nil {
			return nil, err
		}
		if n := inputs.Count(c.env.Args[i].Dims); int64(len(data)) != 8*n {
			return nil, fmt.Errorf("%s: %d bytes, expected %d float64", ref.Files[name], len(data), n)
		}
		return floats(data), nil
	}
	return nil, nil
}

func floats(data []byte) []float64 {
	out := make([]float64, len(data)/8)
	for i := range out {
		out[i] = math.Float64frombits(binary.LittleEndian.Uint64(data[8*i:]))
	}
	return out
}
