package tilec

import (
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"slices"

	"github.com/tile-opt/tile-opt/opt"
	"github.com/tile-opt/tile-opt/passes/nvvmperturb"
	"github.com/tile-opt/tile-opt/targets/launch/hostdata"
	"github.com/tile-opt/tile-opt/targets/launch/job"
)

// checkSeeds checks what can be said of --perturb before a file is read.
func (f *runFlags) checkSeeds() error {
	for _, s := range f.seeds {
		if s > math.MaxInt32 {
			return fmt.Errorf("invalid value '%d' for --perturb: expected seeds up to %d", s, math.MaxInt32)
		}
	}
	switch {
	case f.seeds == nil:
	case f.on == onInterp:
		return fmt.Errorf("--perturb needs --on=sim or --on=gpu: the interpreter runs in sequence")
	case f.on == onSim && len(f.seeds) > 1:
		return fmt.Errorf("--perturb takes one seed with --on=sim, found %d: --schedules tries more schedules", len(f.seeds))
	}
	return nil
}

// perturb has a module compiled for the seeds, unless it was.
func (r *running) perturb() error {
	if r.f.seeds == nil || r.seedIndex() >= 0 {
		return nil
	}
	if r.level == opt.LLVM {
		return fmt.Errorf("--perturb needs the parameter '%s', which a module of the level llvm gets by tilec build --perturb or the pass nvvm-perturb", nvvmperturb.SeedArg)
	}
	if r.f.on == onSim {
		if level, err := opt.ParseStage(r.f.level); r.level > opt.Tile || err == nil && level != opt.LLVM {
			return fmt.Errorf("--perturb needs a kernel at the level llvm: expected --level=llvm and a file of the level tile, or one that was built with --perturb")
		}
	}
	r.f.compileFlags.perturb = true
	return nil
}

// seedIndex is the argument that a kernel that was perturbed has for the seed, else -1.
func (r *running) seedIndex() int {
	return slices.IndexFunc(r.p.sig.args, func(a argument) bool { return a.Name == nvvmperturb.SeedArg })
}

// seeded gives the first seed to arguments for the simulator.
func (r *running) seeded(args []hostdata.Arg) []hostdata.Arg {
	if r.f.seeds == nil {
		return args
	}
	seed := hostdata.Arg{Int: int64(r.f.seeds[0])}
	if i := r.seedIndex(); i >= 0 {
		args[i] = seed
		return args
	}
	return append(args, seed)
}

// seedJobs makes of a job one for each seed, whose outputs must be those of the job itself, bit for bit: a race that spoils
// few elements is within what a comparison with a reference allows. Seed 0 would be the job itself.
func (r *running) seedJobs(j job.Job) []planned {
	var out []planned
	for _, s := range r.f.seeds {
		k := j
		k.Name = fmt.Sprintf("%s seed %d", j.Name, s)
		k.Args = maps.Clone(j.Args)
		k.Args[nvvmperturb.SeedArg] = job.Arg{Value: json.Number(fmt.Sprint(s))}
		k.Reference = &job.Reference{Kind: job.Same, Job: j.Name}
		out = append(out, planned{Job: k, against: undelayed, seed: s})
	}
	return out
}
