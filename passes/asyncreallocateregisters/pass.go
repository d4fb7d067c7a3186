// Package asyncreallocateregisters is the pass async-reallocate-registers: it
// moves registers from the roles that need few to those that need many.
//
// It knows the register pool of a block, not how a role is lowered.
package asyncreallocateregisters

import (
	"fmt"

	"github.com/tile-opt/tile-opt/dialects/async"
	"github.com/tile-opt/tile-opt/ir"
	"github.com/tile-opt/tile-opt/passes"
)

// Options of the pass.
type Options struct {
	Producer int64 `opt:"producer" doc:"registers a thread of every producer role (24 to 256, a multiple of 8); 0 computes them"`
	Consumer int64 `opt:"consumer" doc:"registers a thread of every other role; 0 computes them"`
}

// Pass is async-reallocate-registers.
var Pass = &passes.Pass{
	Name:    "async-reallocate-registers",
	Summary: "set the registers of each role (setmaxnreg)",
	Doc: `Sets the property registers of tasync.warp_specialize: each role starts by giving up
registers or asking for more (PTX ISA, "setmaxnreg").

The pool is what the block got at launch: with T threads, rounded up to warp groups, a thread
starts with R0 = min(255, 65536 / T rounded down to 8) registers, and the sum over the warp
groups of what they set may not exceed warp groups x R0 (with 255 counted as 256). Values lie
between 24 and 256 in steps of 8. Without options a producer gets 40 registers where that
leaves the consumers 232, else 24, and the other roles share the rest evenly.

A role that is not made of whole warp groups cannot take part: the pass then leaves the kernel
as it is, with a remark.`,
	Anchor:  "func.func",
	Options: Options{},
	Run:     run,
}

// Limits of setmaxnreg.
const (
	minRegs, maxRegs, stepRegs = async.MinSetRegisters, async.MaxSetRegisters, async.RegisterStep
)

func run(r *passes.Run, fn *ir.Operation) error {
	opts := passes.OptionsOf[Options](r)
	changed, found := false, false
	for op := range ir.Walk(fn) {
		ws, ok := async.AsWarpSpecialize(op)
		if !ok {
			continue
		}
		found = true
		did, err := reallocate(r, ws, opts)
		if err != nil {
			return err
		}
		changed = changed || did
	}
	if !found && fn.Attr(async.WarpGroupsAttr) != nil {
		r.Remark(fn, "registers not reallocated: the kernel has no roles")
	}
	if !changed {
		r.Unchanged()
	}
	return nil
}

func reallocate(r *passes.Run, ws async.WarpSpecialize, opts Options) (bool, error) {
	op := ws.Op()
	warps := ws.Warps().(*ir.DenseArrayAttr).Ints()
	groups := make([]int64, len(warps))
	total := int64(0)
	for i, w := range warps {
		if w%4 != 0 {
			r.Remark(op, "registers not reallocated: role %d has %d warps, and setmaxnreg works on warp groups of 4", i, w)
			return false, nil
		}
		groups[i] = w / 4
		total += groups[i]
	}
	pool := total * int64(async.EntryRegisters(int(total)*async.WarpGroupThreads))
	regs := choose(op, groups, pool, opts)
	sum := int64(0)
	for i, n := range regs {
		if n < minRegs || n > maxRegs || n%stepRegs != 0 {
			return false, op.OpError("role %d cannot set %d registers: setmaxnreg takes %d to %d in steps of %d", i, n, minRegs, maxRegs, stepRegs)
		}
		sum += n * groups[i]
	}
	if sum > pool {
		return false, op.OpError("roles set %s = %d registers over the warp groups, but the pool holds %d (%d warp groups x %d at launch): give a role fewer, or 0 to have them computed",
			terms(regs, groups), sum, pool, total, pool/total)
	}
	c := op.Context()
	ws.SetRegisters(c.I32Array(regs...))
	r.Remark(op, "registers: %s of %d", terms(regs, groups), pool)
	return true, nil
}

func isProducer(op *ir.Operation, role int) bool {
	ws, _ := async.AsWarpSpecialize(op)
	names := ws.Names().(*ir.ArrayAttr).Elems
	n, _ := ir.StringValue(names[role])
	return n == "producer"
}

// choose returns the registers of each role: the given ones, else a small
// number for producers and an even share of the rest for the others.
func choose(op *ir.Operation, groups []int64, pool int64, opts Options) []int64 {
	producers, consumers := int64(0), int64(0)
	for i, g := range groups {
		if isProducer(op, i) {
			producers += g
		} else {
			consumers += g
		}
	}
	small := opts.Producer
	share := func(small int64) int64 {
		if consumers == 0 {
			return minRegs
		}
		n := (pool - producers*small) / consumers / stepRegs * stepRegs
		return min(max(n, minRegs), maxRegs)
	}
	if small == 0 {
		small = 40
		if share(small) < 232 {
			small = minRegs
		}
	}
	large := opts.Consumer
	if large == 0 {
		large = min(share(small), 240)
	}
	out := make([]int64, len(groups))
	for i := range groups {
		if isProducer(op, i) {
			out[i] = small
		} else {
			out[i] = large
		}
	}
	return out
}

func terms(regs, groups []int64) string {
	s := ""
	for i, n := range regs {
		if i > 0 {
			s += " + "
		}
		if groups[i] == 1 {
			s += fmt.Sprint(n)
		} else {
			s += fmt.Sprintf("%d x %d", groups[i], n)
		}
	}
	return s
}
