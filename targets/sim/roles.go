package sim

import (
	"errors"
	"fmt"

	"github.com/tile-opt/tile-opt/dialects/async"
	"github.com/tile-opt/tile-opt/dialects/nvvm"
	"github.com/tile-opt/tile-opt/ir"
	"github.com/tile-opt/tile-opt/targets/sim/machine"
)

// asyncHandlers run the async level.
var asyncHandlers = map[string]handler{
	"tasync.tensor_map":       compileTensorMap,
	"tasync.storable":         compileStorable,
	"tasync.alloc":            compilePlace,
	"tasync.barrier_alloc":    compilePlace,
	"tasync.slot":             compileSlot,
	"tasync.async_load":       compileAsyncLoad,
	"tasync.async_store":      compileAsyncStore,
	"tasync.copy":             compileCopy,
	"tasync.copy_arrive":      compileCopyArrive,
	"tasync.copy_wait":        simple(func(x *exec) { x.w.CpAsyncWait(x.mask, -1) }),
	"tasync.store_commit":     compileStoreCommit,
	"tasync.store_wait":       compileStoreWait,
	"tasync.wait":             compileWait,
	"tasync.local_load":       compileLocalLoad,
	"tasync.local_store":      compileLocalStore,
	"tasync.mma":              compileMMA,
	"tasync.mma_wait":         compileMMAWait,
	"tasync.fence_async":      simple(func(x *exec) { x.w.FenceProxyAsync(machine.SpaceShared) }),
	"tasync.sync":             compileSync,
	"tasync.named_sync":       compileNamed((*machine.Warp).BarSync),
	"tasync.named_arrive":     compileNamed((*machine.Warp).BarArrive),
	"tasync.pipeline_skip":    compilePipelineSkip,
	"tasync.pipeline_create":  compilePipelineCreate,
	"tasync.pipeline_acquire": compilePipelineAcquire,
	"tasync.pipeline_commit":  compilePipelineCommit,
	"tasync.pipeline_wait":    compilePipelineWait,
	"tasync.pipeline_release": compilePipelineRelease,
	"tasync.barrier_init":     compileBarrierInit,
	"tasync.init_publish":     compileInitPublish,
	"tasync.barrier_wait":     compileBarrierWait,
	"tasync.barrier_expect":   compileBarrierExpect,
	"tasync.barrier_arrive":   compileAsyncArrive,
}

// inRole refuses operations of the async level in functions that are no kernel of it.
func (c *compiler) inRole() (*roleScope, error) {
	if c.role == nil || c.p.kernel == nil || c.fn.op != c.p.kernel.op {
		return nil, fmt.Errorf("expects to stand in a kernel with '%s'", async.WarpGroupsAttr)
	}
	return c.role, nil
}

// issuer says which thread of a scope issues what one thread does: the one of tasync.single_thread, else the first lane
// of the first warp.
type issuer struct {
	scope  *roleScope
	single bool
}

func (c *compiler) issuer() (issuer, error) {
	s, err := c.inRole()
	return issuer{s, c.single}, err
}

// mask returns the lane of x that issues, if it is in this warp.
func (i issuer) mask(x *exec) uint32 {
	switch {
	case i.single:
		return x.mask
	case x.w.Index() == i.scope.firstWarp:
		return x.mask & -x.mask
	}
	return 0
}

// compileWarpSpecialize lets each warp run the region of its role.
func compileWarpSpecialize(c *compiler, in *instr) error {
	if _, err := c.inRole(); err != nil {
		return err
	}
	ws, _ := async.AsWarpSpecialize(in.op)
	roles := ws.Roles()
	scopes := make([]*roleScope, len(roles))
	regions := make([]*region, len(roles))
	outer := c.role
	defer func() { c.role = outer }()
	for i, r := range roles {
		scopes[i] = &roleScope{name: r.Name, firstWarp: r.FirstWarp, warps: r.Warps, barrier: 1 + i}
		if r.Region.IsEmpty() || r.Warps < 1 {
			return fmt.Errorf("expects a body and warps for role %d", i)
		}
		c.role = scopes[i]
		var err error
		if regions[i], err = c.compileRegion(r.Region, nil); err != nil {
			return err
		}
	}
	in.run = func(x *exec) error {
		for i, s := range scopes {
			if k := x.w.Index() - s.firstWarp; k < 0 || k >= s.warps {
				continue
			}
			x.w.SetRole(s.name)
			if n := roles[i].Registers; n > 0 {
				x.w.Setmaxnreg(x.mask, n > x.w.Registers() || roleIncreases(ws, n), n)
			}
			return x.region(regions[i])
		}
		return nil
	}
	return nil
}

// roleIncreases reports whether a role asks for more registers than a thread has at entry (rule R3).
func roleIncreases(ws async.WarpSpecialize, n int) bool {
	threads := 0
	for _, r := range ws.Roles() {
		threads += 32 * r.Warps
	}
	return n > machine.EntryRegisters(threads, 1, 0)
}

// increases reports whether nvvm.setmaxregister asks for registers.
func increases(op *ir.Operation) bool {
	return enumOf(nvvm.SetMaxRegisterActionEnum, op, "action") == 0
}

func compileSingleThread(c *compiler, in *instr) error {
	s, err := c.inRole()
	if err != nil {
		return err
	}
	if c.single {
		return errors.New("expects no other around it")
	}
	if in.op.RegionAt(0).IsEmpty() {
		return nil
	}
	c.single = true
	body, err := c.compileRegion(in.op.RegionAt(0), nil)
	c.single = false
	if err != nil {
		return err
	}
	in.run = func(x *exec) error {
		if x.w.Index() != s.firstWarp {
			return nil
		}
		saved := x.mask
		x.mask = 1 << x.w.ElectSync(x.mask, x.full)
		err := x.region(body)
		x.mask = saved &^ x.gone
		return err
	}
	return nil
}

func compileSync(c *compiler, in *instr) error {
	s, err := c.inRole()
	in.run = func(x *exec) error { s.sync(x); return nil }
	return err
}

// compileNamed is a barrier that roles share: those of the roles come first.
func compileNamed(act func(w *machine.Warp, mask uint32, id, threads int, aligned bool)) handler {
	return func(c *compiler, in *instr) error {
		if _, err := c.inRole(); err != nil {
			return err
		}
		ws, ok := async.RolesOf(c.p.kernel.op)
		if !ok {
			return errors.New("expects to stand in a role")
		}
		id, _ := ir.IntValue(in.op.Prop("id"))
		warps, _ := ir.IntValue(in.op.Prop("warps"))
		at := 1 + ws.Op().NumRegions() + int(id)
		if id < 0 || at >= async.NamedBarriers {
			return fmt.Errorf("expects one of the %d named barriers, found %d", async.NamedBarriers, at)
		}
		in.run = func(x *exec) error { act(x.w, x.mask, at, int(32*warps), true); return nil }
		return nil
	}
}

func compileTensorMap(c *compiler, in *instr) error {
	if _, err := c.inRole(); err != nil {
		return err
	}
	out, err := c.slot(in.op.Result(0))
	i := c.p.kernel.maps[in.op]
	in.run = func(x *exec) error { x.set(&x.cells[out.at], uint64(i)); return nil }
	return err
}

// compileStorable answers for the map that it is asked about.
func compileStorable(c *compiler, in *instr) error {
	s, out, err := c.inOut(in.op)
	if err != nil {
		return err
	}
	in.run = func(x *exec) error {
		i, err := x.uniform(&x.cells[s[0].at], "a tensor map")
		if err != nil {
			return err
		}
		if i >= uint64(len(x.r.maps)) {
			return errors.New("expects the result of a tasync.tensor_map")
		}
		x.set(&x.cells[out[0].at], truth(x.r.maps[i] != nil && x.r.maps[i].Storable()))
		return nil
	}
	return nil
}

// compilePlace gives a buffer or barrier array its address.
func compilePlace(c *compiler, in *instr) error {
	if _, err := c.inRole(); err != nil {
		return err
	}
	out, err := c.slot(in.op.Result(0))
	at := uint64(c.p.kernel.places[in.op])
	in.run = func(x *exec) error { x.set(&x.cells[out.at], at); return nil }
	return err
}

func compileSlot(c *compiler, in *instr) error {
	ops, out, err := c.inOut(in.op)
	if err != nil {
		return err
	}
	ring, ok := in.op.Operand(0).Type().(*async.BufferType)
	if !ok {
		return errors.New("expects a buffer")
	}
	stride, n, what := uint64(ring.SlotStride()), uint64(ring.Stages), "stages"
	if rows, ok := ir.IntValue(in.op.Prop("rows")); ok {
		part, err := ring.Part(rows)
		if err != nil {
			return err
		}
		stride, n, what = uint64(part.SlotStride()), uint64(ring.Shape[0]/rows), "parts"
	}
	in.run = func(x *exec) error {
		i, err := x.uniform(&x.cells[ops[1].at], "a slot")
		if err != nil {
			return err
		}
		if i >= n {
			return fmt.Errorf("expects an index below the %d %s, found %d", n, what, int32(i))
		}
		base := x.cells[ops[0].at].at(x.first())
		x.set(&x.cells[out[0].at], base+i*stride)
		return nil
	}
	return nil
}

// Explicit barriers.

// barrierAt returns the address of an object of a barrier array.
func (x *exec) barrierAt(base, index slot, count int) (uint32, error) {
	b, err := x.uniform(&x.cells[base.at], "a barrier")
	if err != nil {
		return 0, err
	}
	i, err := x.uniform(&x.cells[index.at], "the number of a barrier")
	if err != nil {
		return 0, err
	}
	if i >= uint64(count) {
		return 0, fmt.Errorf("expects an index below the %d barriers, found %d", count, int32(i))
	}
	return uint32(b + 8*i), nil
}

func barrierCount(v *ir.Value) (int, error) {
	if t, ok := v.Type().(*async.BarrierType); ok {
		return t.Count, nil
	}
	return 0, fmt.Errorf("expects barriers, found %s", v.Type())
}

// same is an address in every lane.
func (x *exec) same(addr uint32) *[32]uint32 {
	for l := range x.words {
		x.words[l] = addr
	}
	return &x.words
}

func compileBarrierInit(c *compiler, in *instr) error {
	who, err := c.issuer()
	if err != nil {
		return err
	}
	ops, err := c.operands(in.op)
	if err != nil {
		return err
	}
	n, err := barrierCount(in.op.Operand(0))
	if err != nil {
		return err
	}
	count, _ := ir.IntValue(in.op.Prop("count"))
	in.run = func(x *exec) error {
		m := who.mask(x)
		base := uint32(x.cells[ops[0].at].at(x.first()))
		for i := 0; i < n && m != 0; i++ {
			x.w.MbarrierInit(m, base+uint32(8*i), uint32(count))
		}
		return nil
	}
	return nil
}

func compileInitPublish(c *compiler, in *instr) error {
	who, err := c.issuer()
	in.run = func(x *exec) error {
		if who.mask(x) != 0 {
			x.w.FenceMbarrierInit()
		}
		x.w.BarSync(x.mask, 0, 0, true)
		return nil
	}
	return err
}

func compileBarrierWait(c *compiler, in *instr) error {
	o, _ := async.AsBarrierWait(in.op)
	ops, err := c.slotsOf([]*ir.Value{o.Barrier(), o.Index(), o.Parity()})
	if err != nil {
		return err
	}
	n, err := barrierCount(o.Barrier())
	if err != nil {
		return err
	}
	in.run = func(x *exec) error {
		addr, err := x.barrierAt(ops[0], ops[1], n)
		if err != nil {
			return err
		}
		p, err := x.uniform(&x.cells[ops[2].at], "a parity")
		if err != nil {
			return err
		}
		x.w.WaitParity(x.mask, x.same(addr), machine.Wait{Parity: uint32(p) & 1})
		return nil
	}
	return nil
}

func compileBarrierExpect(c *compiler, in *instr) error {
	who, err := c.issuer()
	if err != nil {
		return err
	}
	o, _ := async.AsBarrierExpect(in.op)
	ops, err := c.slotsOf([]*ir.Value{o.Barrier(), o.Index()})
	if err != nil {
		return err
	}
	n, err := barrierCount(o.Barrier())
	if err != nil {
		return err
	}
	bytes, _ := ir.IntValue(o.Bytes())
	in.run = func(x *exec) error {
		addr, err := x.barrierAt(ops[0], ops[1], n)
		if m := who.mask(x); m != 0 && err == nil {
			x.w.MbarrierArrive(m, x.same(addr), machine.Arrive{ExpectTx: true, Bytes: uint32(bytes)})
		}
		return err
	}
	return nil
}

func compileAsyncArrive(c *compiler, in *instr) error {
	who, err := c.issuer()
	if err != nil {
		return err
	}
	o, _ := async.AsBarrierArrive(in.op)
	ops, err := c.slotsOf([]*ir.Value{o.Barrier(), o.Index()})
	if err != nil {
		return err
	}
	n, err := barrierCount(o.Barrier())
	if err != nil {
		return err
	}
	policy, _ := ir.StringValue(o.Policy())
	in.run = func(x *exec) error {
		addr, err := x.barrierAt(ops[0], ops[1], n)
		if err != nil {
			return err
		}
		m := x.mask
		switch policy {
		case "warpgroup":
			if (x.w.Index()-who.scope.firstWarp)%4 != 0 {
				return nil
			}
			m &= -m
		case "warp":
			m &= -m
		case "role":
			m = who.mask(x)
		}
		if m != 0 {
			x.w.MbarrierArrive(m, x.same(addr), machine.Arrive{})
		}
		return nil
	}
	return nil
}
