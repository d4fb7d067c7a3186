package sim

import (
	"errors"
	"fmt"
	"math/bits"

	"github.com/tile-opt/tile-opt/dialects/nvvm"
	"github.com/tile-opt/tile-opt/ir"
	"github.com/tile-opt/tile-opt/targets/sim/machine"
)

// simple is an operation without values: what it does to the machine.
func simple(f func(x *exec)) handler {
	return func(_ *compiler, in *instr) error {
		in.run = func(x *exec) error { f(x); return nil }
		return nil
	}
}

// warpHandlers run nvvm's barriers, fences and exchanges between lanes.
var warpHandlers = map[string]handler{
	"nvvm.barrier0":               simple(func(x *exec) { x.w.BarSync(x.mask, 0, 0, true) }),
	"nvvm.barrier":                compileBarrier,
	"nvvm.barrier.arrive":         compileBarrierArrive,
	"nvvm.bar.warp.sync":          compileSyncWarp,
	"nvvm.cluster.arrive":         compileClusterArrive,
	"nvvm.cluster.arrive.relaxed": compileClusterArrive,
	"nvvm.cluster.wait":           compileClusterWait,
	"nvvm.fence.mbarrier.init":    simple(func(x *exec) { x.w.FenceMbarrierInit() }),
	"nvvm.fence.proxy":            compileFenceProxy,
	"nvvm.fence.proxy.acquire":    compileNothing, // tensor maps are values here
	"nvvm.fence.proxy.release":    compileNothing,
	"nvvm.fence.sc.cluster":       simple(func(x *exec) { x.w.Fence(machine.ScopeCluster) }),
	"nvvm.memory.barrier":         compileMembar,
	"nvvm.griddepcontrol":         compileNothing, // one grid runs at a time
	"nvvm.setmaxregister":         compileSetMaxRegister,
	"nvvm.nanosleep":              compileNanosleep,
	"nvvm.exit":                   simple(func(x *exec) { x.exit(x.mask) }),
	"nvvm.elect.sync":             compileElect,
	"nvvm.shfl.sync":              compileShfl,
	"nvvm.vote.sync":              compileVote,
	"nvvm.redux.sync":             compileRedux,
	"nvvm.prefetch":               compileNothing,
	"nvvm.mapa":                   compileMapa,
}

// enumOf returns the value of an enum property; absent is 0.
func enumOf(e *ir.Enum, op *ir.Operation, name string) int64 {
	a := op.Prop(name)
	if a == nil {
		return 0
	}
	if v, ok := e.Of(a); ok {
		return v
	}
	v, _ := ir.IntValue(a)
	return v
}

func compileBarrier(c *compiler, in *instr) error {
	b, _ := nvvm.AsBarrier(in.op)
	id, err := c.optional(b.BarrierId())
	if err != nil {
		return err
	}
	n, err := c.optional(b.NumberOfThreads())
	if err != nil {
		return err
	}
	pred, err := c.optional(b.ReductionPredicate())
	if err != nil {
		return err
	}
	out, err := c.results(in.op)
	if err != nil {
		return err
	}
	kind := enumOf(nvvm.BarrierReductionEnum, in.op, "reductionOp")
	in.run = func(x *exec) error {
		i, count, err := x.barrierOperands(id, n)
		if err != nil {
			return err
		}
		if pred.n == 0 {
			x.w.BarSync(x.mask, i, count, true)
			return nil
		}
		popc, and, or := x.w.BarRed(x.mask, i, count, true, x.lanesWhere(&x.cells[pred.at], func(v uint64) bool { return v != 0 }))
		if len(out) == 1 {
			x.set(&x.cells[out[0].at], [3]uint64{uint64(popc), truth(and), truth(or)}[kind])
		}
		return nil
	}
	return nil
}

// barrierOperands returns number and count of a named barrier; a count of 0 is the whole block.
func (x *exec) barrierOperands(id, n slot) (i, count int, err error) {
	for k, s := range [2]slot{id, n} {
		if s.n == 0 {
			continue
		}
		v, err := x.uniform(&x.cells[s.at], "a barrier")
		if err != nil {
			return 0, 0, err
		}
		if k == 0 {
			i = int(v)
		} else {
			count = int(v)
		}
	}
	return i, count, nil
}

func compileBarrierArrive(c *compiler, in *instr) error {
	b, _ := nvvm.AsBarrierArrive(in.op)
	id, err := c.optional(b.BarrierId())
	if err != nil {
		return err
	}
	n, err := c.slot(b.NumberOfThreads())
	if err != nil {
		return err
	}
	in.run = func(x *exec) error {
		i, count, err := x.barrierOperands(id, n)
		if err == nil {
			x.w.BarArrive(x.mask, i, count, true)
		}
		return err
	}
	return nil
}

func compileSyncWarp(c *compiler, in *instr) error {
	ops, err := c.operands(in.op)
	if err != nil {
		return err
	}
	in.run = func(x *exec) error {
		m, err := x.uniform(&x.cells[ops[0].at], "a mask of lanes")
		if err == nil {
			x.w.SyncWarp(x.mask, uint32(m))
		}
		return err
	}
	return nil
}

func compileClusterArrive(_ *compiler, in *instr) error {
	aligned := in.op.Prop("aligned") != nil
	relaxed := in.op.Is("nvvm.cluster.arrive.relaxed")
	in.run = func(x *exec) error { x.w.ClusterArrive(x.mask, aligned, relaxed); return nil }
	return nil
}

func compileClusterWait(_ *compiler, in *instr) error {
	aligned := in.op.Prop("aligned") != nil
	in.run = func(x *exec) error { x.w.ClusterWait(x.mask, aligned); return nil }
	return nil
}

// proxySpaces has the space that a kind of nvvm.fence.proxy is restricted to.
var proxySpaces = map[int64]machine.Space{1: machine.SpaceAll, 2: machine.SpaceGlobal, 3: machine.SpaceShared}

func compileFenceProxy(_ *compiler, in *instr) error {
	space, ok := proxySpaces[enumOf(nvvm.ProxyKindEnum, in.op, "kind")]
	if !ok {
		return errors.New("is not supported by the simulator for this proxy")
	}
	in.run = func(x *exec) error { x.w.FenceProxyAsync(space); return nil }
	return nil
}

// scopes has the machine's scopes in the order of nvvm's.
var scopes = [4]machine.Scope{machine.ScopeCTA, machine.ScopeCluster, machine.ScopeGPU, machine.ScopeSys}

func nvvmScope(op *ir.Operation) machine.Scope {
	return scopes[enumOf(nvvm.MemScopeKindEnum, op, "scope")&3]
}

func compileMembar(_ *compiler, in *instr) error {
	scope := nvvmScope(in.op)
	in.run = func(x *exec) error { x.w.Fence(scope); return nil }
	return nil
}

func compileSetMaxRegister(_ *compiler, in *instr) error {
	n, _ := ir.IntValue(in.op.Prop("regCount"))
	inc := enumOf(nvvm.SetMaxRegisterActionEnum, in.op, "action") == 0
	in.run = func(x *exec) error { x.w.Setmaxnreg(x.mask, inc, int(n)); return nil }
	return nil
}

func compileNanosleep(c *compiler, in *instr) error {
	ops, err := c.operands(in.op)
	if err != nil {
		return err
	}
	in.run = func(x *exec) error {
		x.w.Nanosleep(uint32(x.cells[ops[0].at].at(x.first())))
		return nil
	}
	return nil
}

func compileElect(c *compiler, in *instr) error {
	e, _ := nvvm.AsElectSync(in.op)
	member, err := c.optional(e.Membermask())
	if err != nil {
		return err
	}
	out, err := c.slot(in.op.Result(0))
	if err != nil {
		return err
	}
	in.run = func(x *exec) error {
		m := uint64(fullMask)
		if member.n > 0 {
			var err error
			if m, err = x.uniform(&x.cells[member.at], "a mask of lanes"); err != nil {
				return err
			}
		}
		leader := x.w.ElectSync(x.mask, uint32(m))
		x.setMask(&x.cells[out.at], uint32(1)<<leader)
		return nil
	}
	return nil
}

// setMask gives each active lane its bit of a mask.
func (x *exec) setMask(d *cell, mask uint32) {
	if mask&x.mask == 0 || mask&x.mask == x.mask {
		x.set(d, truth(mask&x.mask != 0))
		return
	}
	x.begin(d)
	for m := x.mask; m != 0; m &= m - 1 {
		l := bits.TrailingZeros32(m)
		d.v[l] = uint64(mask >> l & 1)
	}
}

// shflModes has the machine's modes by the number of nvvm's.
var shflModes = [4]machine.ShflMode{machine.ShflBfly, machine.ShflUp, machine.ShflDown, machine.ShflIdx}

func compileShfl(c *compiler, in *instr) error {
	ops, out, err := c.inOut(in.op)
	if err != nil {
		return err
	}
	mode := shflModes[enumOf(nvvm.ShflKindEnum, in.op, "kind")&3]
	in.run = func(x *exec) error {
		member, err := x.uniform(&x.cells[ops[0].at], "a mask of lanes")
		if err != nil {
			return err
		}
		clamp, err := x.uniform(&x.cells[ops[3].at], "a clamp")
		if err != nil {
			return err
		}
		src := &x.cells[ops[1].at]
		v := *x.low32(src)
		lane := *x.low32(&x.cells[ops[2].at])
		und := src.x & x.mask
		got, inRange := x.w.Shfl(x.mask, uint32(member), mode, &v, &lane, uint32(clamp))
		x.setWords(&x.cells[out[0].at], &got)
		if und != 0 {
			x.cells[out[0].at].x |= x.mask // some lane's value, so any may be undefined
		}
		if out[0].n > 1 {
			x.setMask(&x.cells[out[0].at+1], inRange)
		}
		return nil
	}
	return nil
}

// setWords writes the active lanes, as one value where they agree.
func (x *exec) setWords(d *cell, v *[32]uint32) {
	f := v[x.first()]
	same := true
	for m := x.mask; m != 0 && same; m &= m - 1 {
		same = v[bits.TrailingZeros32(m)] == f
	}
	if same {
		x.set(d, uint64(f))
		return
	}
	x.begin(d)
	for m := x.mask; m != 0; m &= m - 1 {
		l := bits.TrailingZeros32(m)
		d.v[l] = uint64(v[l])
	}
}

// voteModes has the machine's modes by the number of nvvm's.
var voteModes = [4]machine.VoteMode{machine.VoteAny, machine.VoteAll, machine.VoteBallot, machine.VoteUni}

func compileVote(c *compiler, in *instr) error {
	ops, out, err := c.inOut(in.op)
	if err != nil {
		return err
	}
	mode := voteModes[enumOf(nvvm.VoteSyncKindEnum, in.op, "kind")&3]
	in.run = func(x *exec) error {
		member, err := x.uniform(&x.cells[ops[0].at], "a mask of lanes")
		if err != nil {
			return err
		}
		pred := &x.cells[ops[1].at]
		if err := x.defined(pred, "votes with"); err != nil {
			return err
		}
		x.set(&x.cells[out[0].at], uint64(x.w.Vote(x.mask, uint32(member), mode, x.lanesWhere(pred, isTrue))))
		return nil
	}
	return nil
}

// reduxOps has the operations of nvvm.redux.sync by number.
var reduxOps = map[int64]struct {
	op machine.AtomicOp
	t  machine.AtomicType
}{
	1: {machine.AtomAdd, machine.AtomU32}, 2: {machine.AtomAnd, machine.AtomU32}, 3: {machine.AtomMax, machine.AtomS32},
	4: {machine.AtomMin, machine.AtomS32}, 5: {machine.AtomOr, machine.AtomU32}, 6: {machine.AtomMax, machine.AtomU32},
	7: {machine.AtomMin, machine.AtomU32}, 8: {machine.AtomXor, machine.AtomU32},
}

func compileRedux(c *compiler, in *instr) error {
	ops, out, err := c.inOut(in.op)
	if err != nil {
		return err
	}
	k, ok := reduxOps[enumOf(nvvm.ReduxKindEnum, in.op, "kind")]
	if !ok {
		return errors.New("is not supported by the simulator with this kind")
	}
	in.run = func(x *exec) error {
		member, err := x.uniform(&x.cells[ops[1].at], "a mask of lanes")
		if err != nil {
			return err
		}
		x.set(&x.cells[out[0].at], uint64(x.w.Redux(x.mask, uint32(member), k.op, k.t, x.low32(&x.cells[ops[0].at]))))
		return nil
	}
	return nil
}

func compileMapa(c *compiler, in *instr) error {
	ops, out, err := c.inOut(in.op)
	if err != nil {
		return err
	}
	from, err := pointerSpace(in.op.Operand(0).Type())
	if err != nil {
		return err
	}
	to, err := pointerSpace(in.op.Result(0).Type())
	if err != nil {
		return err
	}
	window := uint64(0)
	if to == spaceGeneric {
		window = sharedWindow
	}
	if from == spaceGlobal {
		return fmt.Errorf("expects an address in shared memory")
	}
	run, err := c.map2(out[0], ops[0], ops[1], func(a, rank uint64) uint64 {
		return window | uint64(machine.MapA(uint32(a), int(rank&0xff)))
	})
	in.run = run
	return err
}
