// Package asyncreallocateregisters is the pass async-reallocate-registers: it
// moves registers from the roles that need few to those that need many.
//
// It knows the register pool of a block and how many tiles a role holds, not how a
// role is lowered.
package asyncreallocateregisters

import (
	"fmt"
	"strings"

	"github.com/tile-opt/tile-opt/dialects/async"
	"github.com/tile-opt/tile-opt/ir"
	"github.com/tile-opt/tile-opt/ir/effects"
	"github.com/tile-opt/tile-opt/passes"
	"github.com/tile-opt/tile-opt/transforms/pressure"
)

// Options of the pass.
type Options struct {
	Producer int64 `opt:"producer" doc:"registers a thread of every producer role (24 to 256, a multiple of 8); 0 computes them"`
	Consumer int64 `opt:"consumer" doc:"registers a thread of every other role; 0 computes them"`
	Pad      bool  `opt:"pad" doc:"give roles that run in one thread whole warp groups, so that registers can move"`
}

// Pass is async-reallocate-registers.
var Pass = &passes.Pass{
	Name:    "async-reallocate-registers",
	Summary: "set the registers of each role (setmaxnreg)",
	Doc: `Sets the property registers of tasync.warp_specialize: each role starts by giving up
registers or asking for more (PTX ISA, "setmaxnreg").

The pool is what the block got at launch: with T threads, rounded up to warp groups, a thread
starts with R0 = min(256, 65536 / T rounded down to 8) registers, and the sum over the warp
groups of what they set may not exceed warp groups x R0. Values lie between 24 and 256 in steps
of 8.

What is not given is computed from what each role needs: the tiles that are alive together in
its registers, and what a thread was measured to need besides. A producer gets 40 registers
where that leaves the others 232, else 24, or what it needs; another role without tiles gets
what it needs; and the roles with tiles share the rest evenly, beyond what each needs, up to
240. The remark says what was needed; where a role has less than that, it may spill. The need
is an estimate: ptxas orders operations anew. (tilec build --summary reads what the machine
code uses.)

A role that is not made of whole warp groups cannot take part: the pass then leaves the kernel
as it is, with a remark. With pad it first gets whole warp groups, if all it does is done by one
of its threads.`,
	Anchor:  "func.func",
	Options: Options{},
	Run:     run,
}

// Limits of setmaxnreg, and the most that a role gets unasked: what ptxas can
// use is 255, and 240 was enough for every kernel.
const (
	minRegs, maxRegs, stepRegs = async.MinSetRegisters, async.MaxSetRegisters, async.RegisterStep
	mostComputed               = 240
)

func run(r *passes.Run, fn *ir.Operation) error {
	ws, ok := async.RolesOf(fn)
	if !ok {
		if fn.Attr(async.WarpGroupsAttr) != nil {
			r.Remark(fn, "registers not reallocated: the kernel has no roles")
		}
		r.Unchanged()
		return nil
	}
	did, err := reallocate(r, ws, passes.OptionsOf[Options](r))
	if err != nil {
		return err
	}
	if !did {
		r.Unchanged()
	}
	return nil
}

// role is what the choice depends on.
type role struct {
	async.Role
	groups   int64
	producer bool
	// need is the estimate, rounded to what can be set; tiles tells whether it
	// holds any.
	need  int64
	tiles bool
	regs  int64
}

func reallocate(r *passes.Run, ws async.WarpSpecialize, opts Options) (bool, error) {
	op := ws.Op()
	padded := false
	for i, x := range ws.Roles() {
		if x.Warps%4 == 0 {
			continue
		}
		if !opts.Pad {
			r.Remark(op, "registers not reallocated: role %d has %d warps, and setmaxnreg works on warp groups of 4 (pad=true adds warps)", i, x.Warps)
			return padded, nil
		}
		if why := pad(ws, i); why != "" {
			r.Remark(op, "registers not reallocated: role %d has %d warps, and %s", i, x.Warps, why)
			return padded, nil
		}
		r.Remark(op, "role %q padded from %d to %d warps", x.Name, x.Warps, ws.Roles()[i].Warps)
		padded = true
	}
	var roles []*role
	total := int64(0)
	for _, x := range ws.Roles() {
		e := pressure.Of(x.Region)
		n := &role{Role: x, groups: int64(x.Warps / 4), producer: x.Name == "producer", tiles: e.Tiles > 0}
		n.need = min(max(async.AlignUp(int64(e.Total), stepRegs), minRegs), maxRegs)
		roles = append(roles, n)
		total += n.groups
	}
	pool := total * int64(async.EntryRegisters(int(total)*async.WarpGroupThreads))
	choose(roles, pool, opts)
	sum := int64(0)
	for i, x := range roles {
		if x.regs < minRegs || x.regs > maxRegs || x.regs%stepRegs != 0 {
			return false, op.OpError("role %d cannot set %d registers: setmaxnreg takes %d to %d in steps of %d", i, x.regs, minRegs, maxRegs, stepRegs)
		}
		sum += x.regs * x.groups
	}
	if sum > pool {
		return false, op.OpError("roles set %s = %d registers over the warp groups, but the pool holds %d (%d warp groups x %d at launch): give a role fewer, or 0 to have them computed",
			terms(roles, given), sum, pool, total, pool/total)
	}
	regs := make([]int64, len(roles))
	for i, x := range roles {
		regs[i] = x.regs
	}
	ws.SetRegisters(op.Context().I32Array(regs...))
	r.Remark(op, "registers: %s of %d; about %s are needed (an estimate, up to %.0f %% off)", terms(roles, given), pool, terms(roles, needed), 100*pressure.Error)
	for _, x := range roles {
		if x.regs < x.need {
			r.Remark(op, "role %q needs about %d registers and has %d: it may spill", x.Name, x.need, x.regs)
		}
	}
	return true, nil
}

// pad gives a role whole warp groups; why says what speaks against it.
func pad(ws async.WarpSpecialize, i int) (why string) {
	x := ws.Roles()[i]
	for op := range x.Region.Entry().Ops() {
		if !op.Is(async.SingleThreadDef.Name) && !op.Is(async.YieldDef.Name) && !effects.IsPure(op) {
			return fmt.Sprintf("'%s' is executed by all of them", op.Name())
		}
	}
	warps := ws.Warps().(*ir.DenseArrayAttr).Ints()
	sum := int64(0)
	for _, n := range warps {
		sum += n
	}
	more := async.AlignUp(warps[i], 4) - warps[i]
	if 32*(sum+more) > async.MaxThreads {
		return fmt.Sprintf("%d more would make a block of %d threads, the most is %d", more, 32*(sum+more), async.MaxThreads)
	}
	warps[i] += more
	ws.SetWarps(ws.Op().Context().I32Array(warps...))
	async.ShapeBlock(ws.Op().Parent(), async.BlockDim(ws.Op().Parent()))
	return ""
}

// choose sets the registers of each role.
func choose(roles []*role, pool int64, opts Options) {
	anyTiles := false
	for _, x := range roles {
		anyTiles = anyTiles || x.tiles && !x.producer
	}
	// Producers first: what they have less the others have more.
	small := opts.Producer
	if small == 0 {
		small = 40
		if share(roles, pool, small) < 232 {
			small = minRegs
		}
	}
	var open []*role
	left := pool
	for _, x := range roles {
		switch {
		case x.producer && opts.Producer != 0:
			x.regs = small
		case x.producer:
			x.regs = max(small, x.need)
		case opts.Consumer != 0:
			x.regs = opts.Consumer
		case anyTiles && !x.tiles:
			x.regs = x.need
		default:
			x.regs = x.need
			open = append(open, x)
		}
		left -= x.regs * x.groups
	}
	if left < 0 && len(open) > 0 {
		// Not all can have what they need: share evenly what there is.
		groups := int64(0)
		for _, x := range open {
			left += x.regs * x.groups
			groups += x.groups
		}
		for _, x := range open {
			x.regs = min(max(left/groups/stepRegs*stepRegs, minRegs), maxRegs)
		}
		return
	}
	raise(open, left)
}

// share is what each warp group beside the producers could have.
func share(roles []*role, pool, producer int64) int64 {
	others := int64(0)
	for _, x := range roles {
		if x.producer {
			pool -= producer * x.groups
		} else {
			others += x.groups
		}
	}
	return pool / max(others, 1)
}

// raise hands out what is left, a step at a time to the role that has least, until
// that one's step is too large.
func raise(open []*role, left int64) {
	for {
		var least *role
		for _, x := range open {
			if x.regs < mostComputed && (least == nil || x.regs < least.regs) {
				least = x
			}
		}
		if least == nil || least.groups*stepRegs > left {
			return
		}
		least.regs += stepRegs
		left -= stepRegs * least.groups
	}
}

func given(x *role) int64 { return x.regs }

func needed(x *role) int64 { return x.need }

// terms writes a number of each role, and how many warp groups it counts for.
func terms(roles []*role, of func(*role) int64) string {
	var out []string
	for _, x := range roles {
		if x.groups == 1 {
			out = append(out, fmt.Sprint(of(x)))
		} else {
			out = append(out, fmt.Sprintf("%d x %d", x.groups, of(x)))
		}
	}
	return strings.Join(out, " + ")
}
