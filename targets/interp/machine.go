package interp

import (
	"context"
	"errors"
	"fmt"

	"github.com/tile-opt/tile-opt/ir"
	"github.com/tile-opt/tile-opt/ir/diag"
	"github.com/tile-opt/tile-opt/targets/launch"
)

// Options bound and direct a run. The zero value is usable.
type Options struct {
	Mode Mode
	// MaxSteps bounds the work: one step an operation and one more for each
	// element (product, of tile.dot) it computes. 0 means 10^11.
	MaxSteps int64
	// MaxBytes bounds the memory of tiles and allocations at one time. 0 means
	// 4 GiB.
	MaxBytes int64
	// MaxDepth bounds nested calls. 0 means 256.
	MaxDepth int
	// Properties are those of the device; nil stands for an H200's.
	Properties launch.Properties
	// Sums, where it is not nil, is told by Run how much rounding there was.
	Sums *Sums
}

func (o Options) withDefaults() Options {
	if o.MaxSteps == 0 {
		o.MaxSteps = 100e9
	}
	if o.MaxBytes == 0 {
		o.MaxBytes = 4 << 30
	}
	if o.MaxDepth == 0 {
		o.MaxDepth = 256
	}
	if o.Properties == nil {
		o.Properties = launch.Properties{
			"compute_capability_major": 9, "compute_capability_minor": 0, "l2_cache_size": 60 << 20,
			"max_shared_memory_per_block_optin": 232448, "multiprocessor_count": 132,
		}
	}
	return o
}

// machine is the state of one run.
type machine struct {
	ctx   context.Context
	opts  Options
	funcs map[*ir.Operation]*function
	ids   []int64 // of the program that runs
	steps int64
	check int64 // steps at which the context is looked at next
	bytes int64
	depth int
	sums  Sums // of the program that runs
}

func newMachine(ctx context.Context, opts Options) *machine {
	return &machine{ctx: ctx, opts: opts.withDefaults(), funcs: make(map[*ir.Operation]*function)}
}

// checkEvery is how many steps pass between two looks at the context.
const checkEvery = 1 << 20

// errSteps and errBytes are the bounds of Options.
var (
	errSteps = errors.New("exceeds the bound on steps")
	errBytes = errors.New("exceeds the bound on memory")
)

// work accounts for n steps.
func (m *machine) work(n int64) error {
	m.steps += n
	if m.steps > m.opts.MaxSteps || n < 0 {
		return fmt.Errorf("%w, %d", errSteps, m.opts.MaxSteps)
	}
	if m.steps >= m.check {
		m.check = m.steps + checkEvery
		return m.ctx.Err()
	}
	return nil
}

const scalarBytes = 8

// newTile makes a tile of zeros of that shape, when the bounds allow it.
func (m *machine) newTile(shape []int64) (*Tile, error) {
	n := int64(1)
	for i, d := range shape {
		if d < 0 {
			return nil, fmt.Errorf("expects a size of at least 0 in dimension %d, found %d", i, d)
		}
		if d > 0 && n > m.opts.MaxBytes/d {
			n = m.opts.MaxBytes
			continue
		}
		n *= d
	}
	if err := m.room(n); err != nil {
		return nil, err
	}
	if err := m.work(n); err != nil {
		return nil, err
	}
	return &Tile{Shape: shape, Data: make([]Scalar, n)}, nil
}

// room checks that n more elements fit.
func (m *machine) room(n int64) error {
	if n > (m.opts.MaxBytes-m.bytes)/scalarBytes {
		return fmt.Errorf("%w, %d bytes", errBytes, m.opts.MaxBytes)
	}
	return nil
}

// frame holds the values of one activation of a function.
type frame struct {
	m     *machine
	fn    *function
	slots []Value
	stack []*localMemory // what memref.alloca made
}

func (m *machine) newFrame(fn *function) *frame {
	return &frame{m: m, fn: fn, slots: make([]Value, fn.numSlots)}
}

// release ends an activation: it gives back the memory of its tiles and of
// stack allocations.
func (f *frame) release() {
	for _, l := range f.stack {
		f.m.free(l)
	}
	for i := range f.slots {
		f.set(i, Value{})
	}
}

func held(v Value) int64 {
	if v.Tile == nil {
		return 0
	}
	return int64(len(v.Tile.Data)) * scalarBytes
}

func (f *frame) set(slot int, v Value) {
	f.m.bytes += held(v) - held(f.slots[slot])
	f.slots[slot] = v
}

func (f *frame) setScalar(slot int, s Scalar) { f.set(slot, Value{Scalar: s}) }

func (f *frame) int(slot int) int64 { return f.slots[slot].Scalar.Int() }

func (f *frame) ints(slots []int) []int64 {
	out := make([]int64, len(slots))
	for i, s := range slots {
		out[i] = f.int(s)
	}
	return out
}

func (f *frame) values(slots []int) []Value {
	out := make([]Value, len(slots))
	for i, s := range slots {
		out[i] = f.slots[s]
	}
	return out
}

func (f *frame) setAll(slots []int, vs []Value) {
	for i, v := range vs {
		f.set(slots[i], v)
	}
}

// step is a compiled operation.
type step struct {
	op      *ir.Operation
	in, out []int // slots
	regions []*region
	run     func(f *frame, s *step) error
}

// block is a compiled block; the last operation is its terminator.
type block struct {
	args  []int
	steps []*step
	term  *step
	// next chooses the successor and the values for its arguments; nil for a
	// terminator that ends the region with its operands.
	next func(f *frame, s *step) (succ int, vals []Value, err error)
	// succs are the numbers of the successors in the region.
	succs []int
}

// region is a compiled region.
type region struct{ blocks []*block }

// at positions an error that has no position at the operation.
func at(op *ir.Operation, err error) error {
	var d *diag.Diagnostic
	if err == nil || errors.As(err, &d) {
		return err
	}
	if errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) {
		return err
	}
	return &located{diag: op.OpError("%s", err.Error()), cause: err}
}

// located is a diagnostic that remembers what caused it.
type located struct {
	diag  *diag.Diagnostic
	cause error
}

// Error renders the diagnostic.
func (l *located) Error() string { return l.diag.Error() }

// Unwrap returns the diagnostic and its cause.
func (l *located) Unwrap() []error { return []error{l.diag, l.cause} }

// runRegion executes a region on values for the arguments of its entry block
// and returns the terminator that ended it, with the values it hands on.
func (f *frame) runRegion(r *region, args []Value) (*step, []Value, error) {
	b := r.blocks[0]
	for {
		f.setAll(b.args, args)
		for _, s := range b.steps {
			if err := f.exec(s); err != nil {
				return nil, nil, err
			}
		}
		if b.term == nil {
			return nil, nil, nil
		}
		if err := f.m.work(1); err != nil {
			return nil, nil, at(b.term.op, err)
		}
		if b.next == nil {
			return b.term, f.values(b.term.in), nil
		}
		succ, vals, err := b.next(f, b.term)
		if err != nil {
			return nil, nil, at(b.term.op, err)
		}
		b, args = r.blocks[b.succs[succ]], vals
	}
}

func (f *frame) exec(s *step) error {
	if err := f.m.work(1); err != nil {
		return at(s.op, err)
	}
	return at(s.op, s.run(f, s))
}
