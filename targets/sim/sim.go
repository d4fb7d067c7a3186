package sim

import (
	"bytes"
	"context"
	"errors"
	"fmt"

	"github.com/tile-opt/tile-opt/dialects/async"
	"github.com/tile-opt/tile-opt/dialects/tile"
	"github.com/tile-opt/tile-opt/ir"
	"github.com/tile-opt/tile-opt/targets/interp"
	"github.com/tile-opt/tile-opt/targets/launch"
	"github.com/tile-opt/tile-opt/targets/launch/hostdata"
	"github.com/tile-opt/tile-opt/targets/sim/machine"
)

// Options direct and bound a run. The zero value is usable: one schedule, round robin.
type Options struct {
	// Seed varies the schedules: with 0 the first one is round robin, else all choices depend on the seed.
	Seed uint64
	// Schedules is how many schedules are run, each from the same memory; 0 means 1. With more than one, operations in
	// flight are completed first and last, warp groups are starved in turn, and the rest is random.
	Schedules int
	// Switches select between readings of the memory model (docs/memory-model.md); nil stands for the defaults.
	Switches *machine.Switches
	// StrictX makes the use of an undefined value in a branch, address, product or store an error.
	StrictX bool
	// MaxSteps bounds the operations of one schedule; 0 means 10^10.
	MaxSteps int64
	// MaxMemory bounds the bytes of device memory and simulation state; 0 means 4 GiB.
	MaxMemory int64
	// Numerics is the arithmetic of wgmma.
	Numerics machine.Numerics
	// Resident is how many clusters are on the device at once; 0 means 1.
	Resident int
	// Timeline asks for the events of each schedule, under the cost model of docs/simulator.md.
	Timeline bool
	// ByTime makes the first schedule the one of the cost model: what comes first moves first. For timelines.
	ByTime bool
	// Results is called after each schedule that broke no rule, with what it computed in the arguments; the next one
	// starts from what they held at first. An error ends the run, which returns it. With nil the arguments hold the
	// results of the last schedule.
	Results func() error
	// Properties are those of the device; nil stands for an H200's.
	Properties launch.Properties
	// Launch replaces the launch metadata that the kernel carries: for kernels that carry none.
	Launch *launch.Module
}

// H200 returns the properties of an H200, which a caller may change.
func H200() launch.Properties {
	return launch.Properties{
		"compute_capability_major": 9, "compute_capability_minor": 0, "l2_cache_size": 60 << 20,
		"max_shared_memory_per_block_optin": machine.MaxSharedBytes, "multiprocessor_count": 132,
	}
}

func (o Options) withDefaults() Options {
	o.Schedules = max(o.Schedules, 1)
	if o.MaxSteps == 0 {
		o.MaxSteps = 1e10
	}
	if o.MaxMemory == 0 {
		o.MaxMemory = 4 << 30
	}
	if o.Properties == nil {
		o.Properties = H200()
	}
	return o
}

// Report is the outcome of Run.
type Report struct {
	// Entry is the function that ran, Grid and Block its extents. A kernel of the tile level has no Block.
	Entry       string
	Grid, Block [3]int
	// SharedBytes is the shared memory of a block, with what the simulator reserved for itself.
	SharedBytes int
	// Shared says what lies where in shared memory, for a kernel of the async level: faults name addresses.
	Shared []Region
	// LaneOps counts operations times lanes, over all schedules.
	LaneOps int64
	// Schedules has the report of each schedule that ran: all of them, or those up to the first with a fault.
	Schedules []Schedule
}

// Region is a stretch of shared memory.
type Region struct {
	Offset, Bytes int64
	// What is the operation that it belongs to, with what the simulator adds for it.
	What string
}

// Schedule is one run of the kernel.
type Schedule struct {
	// Name says how choices were made.
	Name string
	*machine.Report
}

// Err returns the faults of the first schedule that had any, or nil.
func (r *Report) Err() error {
	for _, s := range r.Schedules {
		if err := s.Err(); err != nil {
			return fmt.Errorf("schedule %s: %w", s.Name, err)
		}
	}
	return nil
}

// Has reports whether a fault or warning of the rule was found in any schedule.
func (r *Report) Has(rule machine.Rule) bool {
	for _, s := range r.Schedules {
		if s.Report.Has(rule) {
			return true
		}
	}
	return false
}

// Warnings lists the warnings of all schedules, each place once.
func (r *Report) Warnings() []*machine.Fault {
	type key struct {
		rule machine.Rule
		at   any
	}
	seen := make(map[key]bool)
	var out []*machine.Fault
	for _, s := range r.Schedules {
		for _, f := range s.Warnings {
			if k := (key{f.Rule, f.Site.At}); !seen[k] {
				seen[k] = true
				out = append(out, f)
			}
		}
	}
	return out
}

// Run executes the kernel called entry, a function of the module or the name in launch metadata, on arguments in host
// memory, which it writes to. Broken rules are in the report (Report.Err); an error tells that the module does not
// verify, that the kernel could not be run, or that an operation was undefined, at the operation where there is one.
func Run(ctx context.Context, module *ir.Operation, entry string, args []hostdata.Arg, opts Options) (*Report, error) {
	opts = opts.withDefaults()
	if err := ir.Verify(module); err != nil {
		return nil, err
	}
	fns := candidates(module, entry)
	if len(fns) == 0 {
		return nil, fmt.Errorf("the module has no kernel %q", entry)
	}
	if fn := fns[0]; tile.IsKernel(fn) && fn.Attr(async.WarpGroupsAttr) == nil {
		return interpret(ctx, fn, args, opts)
	}
	p := &program{opts: opts, funcs: make(map[*ir.Operation]*function)}
	var err error
	if p.globals, err = placeGlobals(module); err != nil {
		return nil, err
	}
	d, err := newDevice(p, args)
	if err != nil {
		return nil, err
	}
	r, err := prepare(p, d, fns)
	if err != nil {
		return nil, err
	}
	return r.schedules(ctx)
}

// candidates lists the functions that an entry name stands for, in module order: that symbol, and the further entries of
// the kernel of that name.
func candidates(module *ir.Operation, entry string) []*ir.Operation {
	var out []*ir.Operation
	for _, op := range symbols(module) {
		name, ok := ir.SymbolName(op)
		if !ok || !op.Is("func.func") && !op.Is("llvm.func") {
			continue
		}
		if name == entry || kernelOf(op) == entry {
			out = append(out, op)
		}
	}
	return out
}

// symbols lists what a module holds, and what the gpu.modules in it hold.
func symbols(module *ir.Operation) []*ir.Operation {
	var out []*ir.Operation
	for op := range module.RegionAt(0).Entry().Ops() {
		out = append(out, op)
		if op.Is("gpu.module") {
			out = append(out, symbols(op)...)
		}
	}
	return out
}

// kernelOf returns the name of the kernel that a function is an entry of, as far as it says so.
func kernelOf(fn *ir.Operation) string {
	if s, ok := ir.StringValue(fn.Attr(tile.EntryOfAttr)); ok {
		return s
	}
	if s, ok := fn.Attr(async.FallbackOfAttr).(*ir.SymbolRefAttr); ok {
		return s.Root
	}
	if m, err := metadataOf(fn); err == nil && m != nil {
		return m.Kernel
	}
	return ""
}

// metadataOf returns the launch metadata that a function carries, nil when it carries none.
func metadataOf(fn *ir.Operation) (*launch.Module, error) {
	text, ok := ir.StringValue(fn.Attr(tile.LaunchAttr))
	if !ok {
		return nil, nil
	}
	m, err := launch.Unmarshal([]byte(text))
	if err != nil {
		return nil, fn.OpError("has launch metadata that cannot be read: %s", err.Error())
	}
	return m, nil
}

// interpret runs a kernel of the tile level.
func interpret(ctx context.Context, fn *ir.Operation, args []hostdata.Arg, opts Options) (*Report, error) {
	name, _ := ir.SymbolName(fn)
	o := interp.Options{MaxSteps: opts.MaxSteps, MaxBytes: opts.MaxMemory, Properties: opts.Properties}
	grid, err := interp.Grid(ctx, fn, args, o)
	if err != nil {
		return nil, err
	}
	rep := &Report{Entry: name, Grid: [3]int{1, 1, 1}}
	for i, n := range grid {
		rep.Grid[i] = int(n)
	}
	if err := interp.Run(ctx, fn, args, o); err != nil {
		return nil, err
	}
	rep.Schedules = []Schedule{{Name: "sequential", Report: &machine.Report{}}}
	return rep, nil
}

// device is global memory with the arguments in it.
type device struct {
	m       *machine.Machine
	buffers []*machine.Buffer // of each argument, nil for scalars
	vars    []deviceVar
	args    []hostdata.Arg
	env     *launch.Env
}

// newDevice allocates a buffer for each buffer argument.
func newDevice(p *program, args []hostdata.Arg) (*device, error) {
	d := &device{m: machine.New(), buffers: make([]*machine.Buffer, len(args)), args: args, env: &launch.Env{Properties: p.opts.Properties}}
	total := int64(0)
	for i, a := range args {
		ptr := uint64(0)
		if a.Buffer != nil {
			total += int64(len(a.Buffer.Bytes))
			if total > p.opts.MaxMemory {
				return nil, fmt.Errorf("%w: the arguments have more than %d bytes", machine.ErrBudget, p.opts.MaxMemory)
			}
			// A launcher allocates at least something, so that an empty buffer has an address.
			b, err := d.m.Alloc(fmt.Sprintf("argument %d", i), max(len(a.Buffer.Bytes), 16))
			if err != nil {
				return nil, err
			}
			d.buffers[i], ptr = b, b.Addr
		}
		d.env.Args = append(d.env.Args, a.Launch(ptr))
	}
	var err error
	d.vars, err = p.globals.allocate(d.m)
	return d, err
}

// load copies the arguments to the device, save copies them back.
func (d *device) load() {
	for i, b := range d.buffers {
		if b != nil {
			clear(b.Data)
			copy(b.Data, d.args[i].Buffer.Bytes)
		}
	}
	for _, v := range d.vars {
		copy(v.buf.Data, v.data)
	}
}

// snapshot returns a function that puts what the arguments hold now into them and
// onto the device.
func (d *device) snapshot() func() {
	held := make([][]byte, len(d.args))
	for i, a := range d.args {
		if a.Buffer != nil {
			held[i] = bytes.Clone(a.Buffer.Bytes)
		}
	}
	return func() {
		for i, b := range held {
			if b != nil {
				copy(d.args[i].Buffer.Bytes, b)
			}
		}
		d.load()
	}
}

func (d *device) save() {
	for i, b := range d.buffers {
		if b != nil {
			copy(d.args[i].Buffer.Bytes, b.Data)
		}
	}
}

// run is a launch that is ready.
type run struct {
	opts    Options
	d       *device
	entry   *function
	launch  machine.Launch
	rep     *Report
	memrefs []*memref
	maps    []*machine.TensorMap // by parameter
	// needFull: tensor maps of empty buffers are refused.
	needFull bool
	// params are the bits of each parameter.
	params               []uint64
	grid, block, cluster machine.Dim3
	dynamicShared        int
	shared               int
	kernel               *kernel
	laneOps              int64
	free                 map[*function][]frame
	frameBytes           int64
	empty                bool
}

// frame is the memory of one activation of a function.
type frame struct {
	cells  []cell
	counts []int32
}

// frame returns memory for an activation; its cells hold anything.
func (r *run) frame(fn *function) ([]cell, []int32, error) {
	if list := r.free[fn]; len(list) > 0 {
		f := list[len(list)-1]
		r.free[fn] = list[:len(list)-1]
		clear(f.counts)
		return f.cells, f.counts, nil
	}
	if r.frameBytes += int64(fn.numCells) * cellBytes; r.frameBytes > r.opts.MaxMemory {
		return nil, nil, fmt.Errorf("%w: the registers take more than %d bytes", machine.ErrBudget, r.opts.MaxMemory)
	}
	return make([]cell, fn.numCells), make([]int32, fn.blocks), nil
}

func (r *run) release(fn *function, cells []cell, counts []int32) {
	r.free[fn] = append(r.free[fn], frame{cells, counts})
}

// schedules runs the launch once for each schedule.
func (r *run) schedules(ctx context.Context) (*Report, error) {
	if r.empty {
		return r.rep, nil
	}
	first := r.d.load
	if r.opts.Results != nil {
		first = r.d.snapshot()
	}
	for i := range r.opts.Schedules {
		first()
		name, chooser := r.chooser(i)
		l := r.launch
		l.Chooser = chooser
		rep, err := r.d.m.Run(ctx, l, r.program)
		r.rep.LaneOps = r.laneOps
		if rep != nil {
			r.rep.Schedules = append(r.rep.Schedules, Schedule{Name: name, Report: rep})
		}
		if err != nil {
			return r.rep, unwrapped(err)
		}
		if len(rep.Faults) > 0 {
			break
		}
		if r.opts.Results != nil {
			r.d.save()
			if err := r.opts.Results(); err != nil {
				return r.rep, fmt.Errorf("schedule %s: %w", name, err)
			}
		}
	}
	r.d.save()
	return r.rep, nil
}

// unwrapped drops the name of the warp from an error at an operation: every warp executes it.
func unwrapped(err error) error {
	var at interface{ Unwrap() error }
	if errors.As(err, &at) {
		if inner := at.Unwrap(); inner != nil && !errors.Is(err, machine.ErrBudget) {
			return inner
		}
	}
	return err
}

// chooser makes the choices of schedule i.
func (r *run) chooser(i int) (string, machine.Chooser) {
	seed := r.opts.Seed + uint64(i)
	switch {
	case i == 0 && r.opts.ByTime:
		return "by time", machine.ByTime()
	case i == 0 && seed == 0:
		return "round robin", machine.RoundRobin()
	case i == 1:
		return "copies first", machine.AsyncFirst()
	case i == 2:
		return "copies last", machine.AsyncLast()
	case i >= 3 && i%2 == 1:
		perBlock := (r.block.Count() + 31) / 32
		groups := (perBlock + 3) / 4
		if k := (i - 3) / 2; k < groups {
			return fmt.Sprintf("warp group %d last", k), machine.Starve(func(w int) bool { return w%perBlock/4 == k })
		}
	}
	return fmt.Sprintf("random, seed %d", seed), machine.Random(seed)
}

// program is what every warp does.
func (r *run) program(w *machine.Warp) error {
	x := &exec{r: r, w: w, mask: w.Live(), full: w.Live(), gone: ^w.Live(), fn: r.entry}
	var err error
	if x.cells, x.counts, err = r.frame(r.entry); err != nil {
		return err
	}
	args := r.entry.body.blocks[0].args
	for i, v := range r.params {
		x.set(&x.cells[args[i].at], v)
	}
	if r.kernel != nil {
		r.kernel.start(x)
	}
	if err := x.region(r.entry.body); err != nil {
		return err
	}
	r.release(r.entry, x.cells, x.counts)
	return nil
}
