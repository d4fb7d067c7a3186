package mutate

import (
	"bytes"
	"context"
	"fmt"
	"math/rand/v2"
	"runtime"
	"slices"
	"sync"

	"github.com/tile-opt/tile-opt/ir"
	"github.com/tile-opt/tile-opt/targets/launch"
	"github.com/tile-opt/tile-opt/targets/sim"
	"github.com/tile-opt/tile-opt/transforms/protocol"
)

// Options of a run.
type Options struct {
	// Root is the folder of the module, whose testdata is read.
	Root string
	// Async and NVVM are how many mutants are made at each level, at most.
	Async, NVVM int
	// Seed picks them.
	Seed uint64
	// Subjects is how many forms faults are made in; 0 is all.
	Subjects int
	// Log is told what is unexplained, and what each subject came to.
	Log func(format string, args ...any)
}

// Result counts what became of the mutants.
type Result struct{ Made, Reported, Equivalent, Unexplained int }

// String is the last line of a run.
func (r Result) String() string {
	return fmt.Sprintf("made %d, reported %d, equivalent %d, unexplained %d", r.Made, r.Reported, r.Equivalent, r.Unexplained)
}

// verdict is what became of one mutant.
type verdict struct {
	reported bool
	// why says what is unexplained, "" for an equivalent mutant.
	why string
}

// judge tells what becomes of a mutant.
type judge func(ctx context.Context, m *ir.Operation) (verdict, error)

// first are the subjects of a run.
func (o Options) first(all []subject) []subject {
	if o.Subjects > 0 {
		return all[:min(o.Subjects, len(all))]
	}
	return all
}

// mutant is a fault that can be made.
type mutant struct {
	subject  string
	original *ir.Operation
	nth      int
	operator operator
	judge    judge
}

// Run makes faults and asks who notices.
func Run(ctx context.Context, o Options) (Result, error) {
	var list []mutant
	if o.Async > 0 {
		all, err := asyncMutants(ctx, o)
		if err != nil {
			return Result{}, err
		}
		list = append(list, sample(all, o.Async, o.Seed)...)
	}
	if o.NVVM > 0 {
		all, err := nvvmMutants(ctx, o)
		if err != nil {
			return Result{}, err
		}
		list = append(list, sample(all, o.NVVM, o.Seed+1)...)
	}
	return judgeAll(ctx, o, list)
}

// sample picks n of the mutants.
func sample(all []mutant, n int, seed uint64) []mutant {
	r := rand.New(rand.NewPCG(seed, 1))
	r.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
	return all[:min(n, len(all))]
}

// judgeAll judges mutants on all processors; the order of what is logged is
// that of the list.
func judgeAll(ctx context.Context, o Options, list []mutant) (Result, error) {
	found := make([]verdict, len(list))
	errs := make([]error, len(list))
	next := make(chan int)
	var wg sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		wg.Go(func() {
			for i := range next {
				found[i], errs[i] = list[i].run(ctx)
			}
		})
	}
	for i := range list {
		next <- i
	}
	close(next)
	wg.Wait()
	var res Result
	for i, v := range found {
		if errs[i] != nil {
			return res, errs[i]
		}
		res.Made++
		switch {
		case v.reported:
			res.Reported++
		case v.why == "":
			res.Equivalent++
		default:
			res.Unexplained++
			op := nth(list[i].original, list[i].nth)
			o.Log("unexplained: %s: %s of %s at line %d: %s", list[i].subject, list[i].operator.name, op.Name(), op.Loc().Pos().Line, v.why)
		}
	}
	return res, nil
}

// run makes the fault in a copy and judges it.
func (x mutant) run(ctx context.Context) (verdict, error) {
	m := ir.CloneDetached(x.original, new(ir.Mapping))
	x.operator.apply(nth(m, x.nth))
	if ir.Verify(m) != nil {
		return verdict{reported: true}, nil
	}
	return x.judge(ctx, m)
}

// nth returns the i-th operation.
func nth(m *ir.Operation, i int) *ir.Operation {
	for op := range ir.Walk(m) {
		if i--; i < 0 {
			return op
		}
	}
	return nil
}

// places lists where the operators fit in a module.
func places(name string, m *ir.Operation, operators []operator, j judge) []mutant {
	var out []mutant
	size := 0
	for range ir.Walk(m) {
		size++
	}
	for _, o := range operators {
		for i := range size {
			if !candidate(nth(m, i)) {
				continue
			}
			c := ir.CloneDetached(m, new(ir.Mapping))
			if o.apply(nth(c, i)) {
				out = append(out, mutant{name, m, i, o, j})
			}
		}
	}
	return out
}

// candidate reports whether an operator can fit at an operation: a copy is made
// to try.
func candidate(op *ir.Operation) bool {
	return synchronises(op) || ordersThreads(op) || op.Is("tasync.slot") || op.Is("tasync.warp_specialize") || op.Is("scf.for") || op.Is("arith.cmpi")
}

// kernelsOf lists what the check applies to.
func kernelsOf(m *ir.Operation) []*ir.Operation {
	var out []*ir.Operation
	for op := range ir.Walk(m) {
		if op.Is("func.func") && protocol.Applies(op) {
			out = append(out, op)
		}
	}
	return out
}

// proven reports whether the static check proves all kernels of a module, with
// no assumptions but those of the list, and which it made.
func proven(ctx context.Context, m *ir.Operation, assumptions []string) (ok bool, made []string, err error) {
	for _, fn := range kernelsOf(m) {
		f, err := protocol.Check(ctx, fn, protocol.Options{Trace: -1})
		if err != nil || f.Verdict != protocol.Proven {
			return false, nil, err
		}
		made = append(made, f.Assumptions...)
	}
	for _, a := range made {
		if !slices.Contains(assumptions, a) {
			return false, made, nil
		}
	}
	return true, made, nil
}

// maxStates bounds an exploration.
const maxStates = 400_000

// explored runs the explorer for all trips: what each read saw, and a fault.
func explored(ctx context.Context, s subject, m *ir.Operation) (reads [][]int32, why string, err error) {
	for _, fn := range kernelsOf(m) {
		for trips := range 2*s.stages + 2 {
			x, err := protocol.Explore(ctx, fn, trips*s.unit, maxStates)
			switch {
			case err != nil:
				return nil, "", err
			case x.Fault != "":
				return nil, fmt.Sprintf("the explorer, with %d trips: '%s' %s", trips, x.Op.Name(), x.Fault), nil
			case !x.Complete:
				return nil, fmt.Sprintf("too large to explore with %d trips", trips), nil
			}
			reads = append(reads, x.Reads)
		}
	}
	return reads, "", nil
}

func asyncMutants(ctx context.Context, o Options) ([]mutant, error) {
	var out []mutant
	for _, s := range o.first(subjects()) {
		m, err := lower(ctx, o.Root, s.kernel, s.passes())
		if err != nil {
			return nil, err
		}
		ok, assumptions, err := proven(ctx, m, []string{"war-proxy", "cp-async-fence"})
		if err != nil || !ok {
			return nil, fmt.Errorf("%v: the original is not proven: %v %w", s, assumptions, err)
		}
		reads, why, err := explored(ctx, s, m)
		if err != nil || why != "" {
			return nil, fmt.Errorf("%v: the original: %s, %w", s, why, err)
		}
		var products [][]byte
		if s.kernel == "matmul" {
			if products, why, err = simulated(ctx, s, m, 1, 2); err != nil || why != "" {
				return nil, fmt.Errorf("%v: the original: %s, %w", s, why, err)
			}
		}
		out = append(out, places(s.String(), m, asyncOperators(), func(ctx context.Context, m *ir.Operation) (verdict, error) {
			ok, _, err := proven(ctx, m, assumptions)
			if err != nil || !ok {
				return verdict{reported: true}, err
			}
			got, why, err := explored(ctx, s, m)
			if err != nil || why != "" {
				return verdict{why: why}, err
			}
			if !slices.EqualFunc(got, reads, slices.Equal[[]int32]) {
				return verdict{why: "reads other fills than the original"}, nil
			}
			if products == nil {
				return verdict{}, nil
			}
			bits, why, err := simulated(ctx, s, m, 1, 2)
			if err == nil && why == "" && !slices.EqualFunc(bits, products, bytes.Equal) {
				why = "computes something else than the original"
			}
			return verdict{why: why}, err
		})...)
	}
	return out, nil
}

// simulated runs a matrix product for all trips: the bits of the result, or
// what the simulator found.
func simulated(ctx context.Context, s subject, m *ir.Operation, seed uint64, schedules int) (out [][]byte, why string, err error) {
	for trips := int64(1); trips <= 2*s.stages+1; trips++ {
		bits, why, err := once(ctx, s, m, trips, seed, schedules)
		if err != nil || why != "" {
			return nil, why, err
		}
		out = append(out, bits)
	}
	return out, "", nil
}

// once runs a matrix product of a number of trips.
func once(ctx context.Context, s subject, m *ir.Operation, trips int64, seed uint64, schedules int) ([]byte, string, error) {
	args, err := s.product(trips)
	if err != nil {
		return nil, "", err
	}
	device := launch.Properties{"compute_capability_major": 9, "compute_capability_minor": 0, "l2_cache_size": 1 << 20,
		"max_shared_memory_per_block_optin": 232448, "multiprocessor_count": 1}
	rep, err := sim.Run(ctx, m, "matmul", args, sim.Options{Seed: seed, Schedules: schedules, Properties: device, MaxSteps: 20_000_000})
	if err == nil {
		err = rep.Err()
	}
	if ctx.Err() != nil {
		return nil, "", ctx.Err()
	}
	if err != nil {
		return nil, fmt.Sprintf("the simulator, with %d trips: %v", trips, err), nil
	}
	return args[2].Buffer.Bytes, "", nil
}
