package tilec

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/pflag"

	"github.com/tile-opt/tile-opt/targets/launch"
	"github.com/tile-opt/tile-opt/targets/launch/elem"
	"github.com/tile-opt/tile-opt/targets/launch/hostdata"
	"github.com/tile-opt/tile-opt/targets/launch/inputs"
	"github.com/tile-opt/tile-opt/targets/launch/job"
)

// problemFlags say which data a kernel runs on.
type problemFlags struct {
	sizes, strides, scalars, fills []string
	seed                           uint64
}

func (p *problemFlags) define(f *pflag.FlagSet) {
	f.StringSliceVar(&p.sizes, "size", nil, "sizes of buffers, as A=300x200,B=260x200")
	f.StringSliceVar(&p.strides, "stride", nil, "strides of buffers in elements, as A=208x1 (default row-major)")
	f.StringSliceVar(&p.scalars, "scalar", nil, "values of scalars, as alpha=0.5")
	f.StringSliceVar(&p.fills, "fill", nil, "contents of buffers, as A=int (normal, uniform, int, zero, one; default normal, and poison for outputs that are not read)")
	f.Uint64Var(&p.seed, "seed", 0, "seed of the contents and of the simulator's schedules")
}

// given is what the flags say about one argument.
type given struct {
	dims, strides []int64
	scalar        string
	fill          inputs.Distribution
}

// perArgument sorts the flags by argument.
func (p *problemFlags) perArgument() (map[string]*given, error) {
	out := make(map[string]*given)
	seen := make(map[string]bool)
	for _, f := range []struct {
		flag, example string
		values        []string
		set           func(*given, string) error
	}{
		{"size", "A=300x200", p.sizes, func(g *given, v string) (err error) { g.dims, err = numbers(v); return }},
		{"stride", "A=208x1", p.strides, func(g *given, v string) (err error) { g.strides, err = numbers(v); return }},
		{"scalar", "alpha=0.5", p.scalars, func(g *given, v string) error { g.scalar = v; return nil }},
		{"fill", "A=int", p.fills, func(g *given, v string) (err error) { g.fill, err = inputs.ParseDistribution(v); return }},
	} {
		for _, text := range f.values {
			name, value, ok := strings.Cut(text, "=")
			name, value = strings.TrimSpace(name), strings.TrimSpace(value)
			if !ok || name == "" || value == "" {
				return nil, fmt.Errorf("invalid value '%s' for --%s: expected NAME=VALUE, as %s", text, f.flag, f.example)
			}
			at := f.flag + " " + name
			if seen[at] {
				return nil, fmt.Errorf("--%s gives '%s' twice: expected one value for each argument", f.flag, name)
			}
			seen[at] = true
			if out[name] == nil {
				out[name] = &given{}
			}
			if err := f.set(out[name], value); err != nil {
				return nil, fmt.Errorf("invalid value '%s' for --%s: %w", text, f.flag, err)
			}
		}
	}
	return out, nil
}

// numbers reads "300x200".
func numbers(text string) ([]int64, error) {
	var out []int64
	for part := range strings.SplitSeq(text, "x") {
		n, err := strconv.ParseInt(strings.TrimSpace(part), 10, 64)
		if err != nil || n < 0 {
			return nil, fmt.Errorf("expected numbers with x between them")
		}
		out = append(out, n)
	}
	return out, nil
}

// problem is a kernel's arguments.
type problem struct {
	sig  *signature
	args []hostdata.Arg
	// poisoned tells the outputs in which an element that still has the poison was
	// not written.
	poisoned []bool
	// jobArgs is the same for tilec-gpu.
	jobArgs map[string]job.Arg
}

// problem makes the arguments of a kernel.
func (p *problemFlags) problem(sig *signature) (*problem, error) {
	flags, err := p.perArgument()
	if err != nil {
		return nil, err
	}
	// A mistyped name is said first: without it, what is missing is the argument meant.
	for _, name := range slices.Sorted(maps.Keys(flags)) {
		if !slices.ContainsFunc(sig.args, func(a argument) bool { return a.Name == name }) {
			return nil, fmt.Errorf("kernel '%s' has no argument '%s'; its arguments: %s", sig.kernel, name, sig.names())
		}
	}
	out := &problem{sig: sig, poisoned: make([]bool, len(sig.args)), jobArgs: make(map[string]job.Arg)}
	for i := range sig.args {
		a := &sig.args[i]
		g := flags[a.Name]
		if g == nil {
			g = &given{}
		}
		if a.Kind == launch.Scalar {
			err = out.scalar(a, g)
		} else {
			err = out.buffer(i, a, g, p.seed)
		}
		if err != nil {
			return nil, err
		}
	}
	return out, nil
}

func (p *problem) scalar(a *argument, g *given) error {
	switch {
	case g.dims != nil || g.strides != nil || g.fill != "":
		return fmt.Errorf("argument '%s' is a scalar: expected --scalar %s=VALUE only", a.Name, a.Name)
	case g.scalar == "" && a.Optional:
		g.scalar = "0"
	case g.scalar == "":
		return fmt.Errorf("argument '%s' is a scalar of type %s: give its value with --scalar %s=VALUE", a.Name, a.Type, a.Name)
	}
	arg := hostdata.Arg{}
	var err error
	expected := fmt.Sprintf("a number of type %s", a.Type)
	switch {
	case a.Type.IsFloat():
		arg.Float, err = strconv.ParseFloat(g.scalar, 64)
		// A type without infinities has NaN for what is too great.
		if x := a.Type.Decode(a.Type.Encode(arg.Float)); err == nil && math.Abs(arg.Float) <= math.MaxFloat64 && !(math.Abs(x) <= math.MaxFloat64) {
			return fmt.Errorf("invalid value '%s' for --scalar %s: out of the range of %s", g.scalar, a.Name, a.Type)
		}
	case a.Type == elem.I1:
		expected = "true or false"
		var on bool
		if on, err = strconv.ParseBool(g.scalar); on {
			arg.Int = 1
		}
	default:
		arg.Int, err = integer(g.scalar, a.Type)
		expected = fmt.Sprintf("an integer that %s holds, signed or unsigned, as 12, -12 or 0xc", a.Type)
	}
	if err != nil {
		return fmt.Errorf("invalid value '%s' for --scalar %s: expected %s", g.scalar, a.Name, expected)
	}
	p.args = append(p.args, arg)
	p.jobArgs[a.Name] = job.Arg{Value: number(arg, a)}
	return nil
}

// integer reads an integer of a type. The type has no sign: of 8 bits, 255 and -1 are the same.
func integer(text string, t elem.Type) (int64, error) {
	bits := t.Size() * 8
	if n, err := strconv.ParseInt(text, 0, bits); err == nil {
		return n, nil
	}
	n, err := strconv.ParseUint(text, 0, bits)
	unused := 64 - bits
	return int64(n<<unused) >> unused, err
}

func (p *problem) buffer(i int, a *argument, g *given, seed uint64) error {
	if g.scalar != "" {
		return fmt.Errorf("argument '%s' is a buffer: expected --size and not --scalar", a.Name)
	}
	dims := g.dims
	if dims == nil {
		if dims = a.static(); dims == nil {
			return fmt.Errorf("argument '%s' is a buffer of rank %d of unknown size: give it with --size %s=%s", a.Name, a.Rank, a.Name, placeholder(a.Rank))
		}
	}
	if len(dims) != a.Rank {
		return fmt.Errorf("argument '%s' has rank %d, found %d sizes in --size", a.Name, a.Rank, len(dims))
	}
	for j, d := range a.dims {
		if d >= 0 && d != dims[j] {
			return fmt.Errorf("argument '%s' has size %d in dimension %d, found %d in --size", a.Name, d, j, dims[j])
		}
	}
	b, err := hostdata.New(a.Type, dims, g.strides)
	if err != nil {
		return fmt.Errorf("argument '%s': %w", a.Name, err)
	}
	fill := g.fill
	if fill == "" && (!a.Output || a.read) {
		fill = inputs.Normal
	}
	j := job.Arg{Dims: dims, Strides: g.strides, Fill: fill}
	if fill == "" {
		b.FillBytes(job.Poison)
		p.poisoned[i] = true
	} else if err := b.Fill(inputs.Source{Seed: seed, Arg: i, Distribution: fill}); err != nil {
		return fmt.Errorf("argument '%s': %w", a.Name, err)
	}
	p.args = append(p.args, hostdata.Of(b))
	p.jobArgs[a.Name] = j
	return nil
}

// placeholder is how sizes of a rank are written.
func placeholder(rank int) string {
	return strings.Join([]string{"M", "N", "K", "L", "P"}[:min(max(rank, 1), 5)], "x")
}

// clone copies the arguments.
func (p *problem) clone() []hostdata.Arg {
	out := slices.Clone(p.args)
	for i, a := range out {
		if a.Buffer != nil {
			out[i] = hostdata.Of(a.Buffer.Clone())
		}
	}
	return out
}
