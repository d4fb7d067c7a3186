package protocol

import (
	"fmt"
	"slices"
	"strings"

	"github.com/tile-opt/tile-opt/dialects/async"
	"github.com/tile-opt/tile-opt/ir"
)

// code is what an instruction does.
type code uint8

const (
	// perform executes an operation of the async level.
	perform code = iota
	// compute evaluates a scalar operation.
	compute
	// move assigns values, all at once.
	move
	// enter starts a loop's induction variable, step advances it.
	enter
	step
	// test leaves a loop, or enters the body.
	test
	// branch takes one of two ways of an scf.if, or goes on with an scf.while.
	branch
	// jump goes on elsewhere.
	jump
	// use needs tiles that are finished.
	use
	// stop ends the role.
	stop
)

// ref is an operand: a slot of the environment, or a value that never
// changes.
type ref struct {
	slot  int // -1: fixed
	fixed value
}

// instr is an instruction of a role.
type instr struct {
	code code
	op   *ir.Operation
	solo bool // executed by the elected thread alone
	in   []ref
	out  []int // environment slots, -1 for none
	kill []int
	// stale are the symbols that get other values in the next iteration.
	stale  []int32
	target int
	// sym is the symbol of the result of a computation, scalar says that its
	// operands settle it.
	// head is the symbol of the memory that it reads, 0 for none.
	sym    int32
	scalar bool
	head   int32
	// shared decisions are those that other roles may have to make as well;
	// key is the number of their expression, with are the roles that make it,
	// as bits: 0 where it is this role's alone.
	shared bool
	key    int32
	with   uint64
	// loop is set for the condition of an scf.while.
	loop bool
	// settled is set for a condition that one around has decided, as way.
	settled, way bool
	iv           int32
	// mods are the remainders of the induction variable that are followed.
	mods []int64
	// absolute are the groups of rings that it names a slot or parity of by a
	// constant.
	absolute uint64
	// part is the part of an operation on a pipeline or token that it stands
	// for, or the barrier that a copy without one completes on.
	part *part
}

// role is a role's program and its agents.
type role struct {
	name   string
	warps  int
	region *ir.Region
	code   []instr
	slots  int
	// slotOf finds the environment slot of a value, classes how it turns.
	slotOf  map[*ir.Value]int
	classes []*class
	// grows marks the environment slots of variables that only grow.
	grows []bool
	// live are the environment slots that an instruction or one behind it
	// still reads.
	live [][]uint64
	// agents are the numbers of its representative warps: the elected one, a
	// leader of another warp group, one that leads nothing; weights say how
	// many warps each stands for.
	agents  []int
	weights []int32
	leaders []bool
	// shares says that it makes shared decisions, index is its number.
	shares bool
	index  int
	// places are where it stands in pipelines, parities those of the next waits
	// for tokens.
	places   map[*pipe]places
	parities map[*awaited]int
}

// ring is a group of equal things, tiles or barriers, that one value names.
type ring struct {
	op    *ir.Operation
	first int
	n     int
	name  string
	// group is the set of rings that it turns with, -1 for none.
	group int
	// bar says that it is barriers. What a pipeline or token implies has no
	// operation that makes it, and a count of arrivals where it is barriers.
	bar, implied bool
	count        int32
}

// kernel is the model of a kernel.
type kernel struct {
	fn      *ir.Operation
	syms    *symbols
	roles   []*role
	setup   *role // what comes before the roles, nil when there are none
	buffers map[*ir.Value]*ring
	bars    map[*ir.Value]*ring
	barList []*ring
	bufList []*ring
	tiles   int
	objects int
	agents  int
	// crossing are barriers that several roles use.
	crossing map[*ir.Value]bool
	keys     map[string]int32
	// alone is an operation that decides on its own over barriers that other
	// roles use too, nil where there is none.
	alone  *ir.Operation
	groups []group
	lay    *layout
	// named are the objects that stand for the barriers that roles share by
	// number: those behind the objects of barList.
	named map[int64]*named
	// separate is a load that decides and reads what no write reaches only
	// because arguments do not overlap, nil where there is none.
	separate *ir.Operation
	// pipes are the pipelines, waits the waits for tokens, tokens the wait for
	// the token of a load.
	pipes    map[*ir.Value]*pipe
	pipeList []*pipe
	waits    map[*ir.Operation]*awaited
	tokens   map[*ir.Operation]*awaited
}

// named is a barrier that roles share by number (tasync.named_sync).
type named struct {
	id     int64
	object int
	warps  int32
}

// unsupported is how building a model says that it cannot.
func unsupported(op *ir.Operation, format string, args ...any) *Finding {
	return &Finding{Verdict: Unknown, Op: op, Rule: "model", Msg: fmt.Sprintf(format, args...)}
}

// maxObjects and maxTiles bound the size of a state; roles are bits of a word.
const maxObjects, maxTiles, maxRoles = 512, 1024, 64

// build makes the model of a kernel; given are its sizes, nil for all.
func build(fn *ir.Operation, given *sizes) (*kernel, *Finding) {
	k := &kernel{fn: fn, syms: newSymbols(given), buffers: make(map[*ir.Value]*ring), bars: make(map[*ir.Value]*ring),
		crossing: make(map[*ir.Value]bool), keys: make(map[string]int32), named: make(map[int64]*named),
		pipes: make(map[*ir.Value]*pipe), waits: make(map[*ir.Operation]*awaited), tokens: make(map[*ir.Operation]*awaited)}
	var special *ir.Operation
	for op := range ir.Walk(fn) {
		switch {
		case op.Is(async.AllocDef.Name):
			t := op.Result(0).Type().(*async.BufferType)
			r := &ring{op: op, first: k.tiles, n: max(t.Stages, 1), name: fmt.Sprintf("buffer %d", len(k.bufList))}
			k.buffers[op.Result(0)], k.bufList = r, append(k.bufList, r)
			k.tiles += r.n
		case op.Is(async.BarrierAllocDef.Name):
			r := &ring{op: op, bar: true, first: k.objects, n: op.Result(0).Type().(*async.BarrierType).Count, name: fmt.Sprintf("barrier %d", len(k.barList))}
			k.bars[op.Result(0)], k.barList = r, append(k.barList, r)
			k.objects += r.n
		case op.Is(async.WarpSpecializeDef.Name):
			if special != nil || op.Block() != fn.RegionAt(0).Entry() {
				return nil, unsupported(op, "stands where the roles cannot be told")
			}
			special = op
		}
	}
	if special == nil {
		groups, _ := ir.IntValue(fn.Attr(async.WarpGroupsAttr))
		k.addRole("kernel", int(4*groups), fn.RegionAt(0))
	} else {
		k.setup = &role{name: "set-up", warps: 1, region: fn.RegionAt(0), agents: []int{0}, weights: []int32{1}, leaders: []bool{true}}
		ws, _ := async.AsWarpSpecialize(special)
		for _, r := range ws.Roles() {
			k.addRole(r.Name, r.Warps, r.Region)
		}
	}
	for _, find := range []func() *Finding{k.findEndless, k.findPipes, k.findNamed} {
		if f := find(); f != nil {
			return nil, f
		}
	}
	if k.objects > maxObjects || k.tiles > maxTiles || len(k.roles) > maxRoles {
		return nil, unsupported(fn, "has %d barriers, %d tiles and %d roles, more than the check can follow", k.objects, k.tiles, len(k.roles))
	}
	k.findCrossing()
	if k.setup != nil {
		if f := k.compile(k.setup, special); f != nil {
			return nil, f
		}
	}
	for _, r := range k.roles {
		if f := k.compile(r, nil); f != nil {
			return nil, f
		}
	}
	k.share()
	return k, nil
}

// findNamed makes objects of the barriers that roles share by number.
func (k *kernel) findNamed() *Finding {
	for op := range ir.Walk(k.fn) {
		if !op.Is(async.NamedSyncDef.Name) && !op.Is(async.NamedArriveDef.Name) {
			continue
		}
		id, _ := ir.IntValue(op.Prop("id"))
		warps, _ := ir.IntValue(op.Prop("warps"))
		n := k.named[id]
		if n == nil {
			n = &named{id: id, object: k.objects, warps: int32(warps)}
			k.named[id] = n
			k.objects++
		}
		if n.warps != int32(warps) {
			return fault(op, "N3", "counts %d warps at named barrier %d, elsewhere %d", warps, id, n.warps)
		}
	}
	return nil
}

func (k *kernel) addRole(name string, warps int, region *ir.Region) {
	r := &role{name: name, warps: warps, region: region, index: len(k.roles)}
	groups := max(1, (warps+3)/4)
	add := func(n int, leader bool) {
		if n > 0 {
			r.agents = append(r.agents, k.agents)
			r.weights = append(r.weights, int32(n))
			r.leaders = append(r.leaders, leader)
			k.agents++
		}
	}
	add(1, true)
	add(groups-1, true)
	add(warps-groups, false)
	k.roles = append(k.roles, r)
}

func (k *kernel) findCrossing() {
	var shared []*ir.Value
	for v := range k.bars {
		shared = append(shared, v)
	}
	for v := range k.pipes {
		shared = append(shared, v)
	}
	for _, v := range shared {
		var first *ir.Region
		for u := range v.Uses() {
			reg := k.regionOf(u.Owner())
			if reg == nil {
				continue
			}
			if first != nil && reg != first {
				k.crossing[v] = true
			}
			first = reg
		}
	}
}

// regionOf returns the region of the role that op stands in, nil in the
// set-up.
func (k *kernel) regionOf(op *ir.Operation) *ir.Region {
	for ; op != nil; op = op.Parent() {
		for _, r := range k.roles {
			if op.Region() == r.region {
				return r.region
			}
		}
	}
	return nil
}

// compiler turns the region of a role into its program.
type compiler struct {
	k    *kernel
	r    *role
	end  *ir.Operation // where the set-up stops
	slot map[*ir.Value]int
	acc  map[*ir.Value]bool
	// counts are the values that slots and parities are made of.
	counts map[*ir.Value]bool
	solo   bool
	// residues are the places of remainders, extra how many places there are
	// beside those of values.
	residues map[*ir.Operation]int
	extra    int
}

func (k *kernel) compile(r *role, end *ir.Operation) *Finding {
	c := &compiler{k: k, r: r, end: end, slot: make(map[*ir.Value]int), acc: make(map[*ir.Value]bool), counts: make(map[*ir.Value]bool), residues: make(map[*ir.Operation]int)}
	r.places, r.parities = make(map[*pipe]places), make(map[*awaited]int)
	c.track()
	if end == nil {
		c.starts()
		c.separate()
	}
	if !r.region.HasOneBlock() {
		return unsupported(r.region.Owner(), "has several blocks")
	}
	if f := c.block(r.region.Entry()); f != nil {
		return f
	}
	c.emit(instr{code: stop, op: r.region.Owner()})
	r.slots, r.slotOf = len(c.slot)+c.extra, c.slot
	r.flow()
	r.growing()
	return nil
}

// computes reports whether an operation that is not of the async level neither
// synchronises nor stops threads.
func computes(name string) bool {
	switch name {
	case "func.func", "func.return", "cf.br", "cf.cond_br", "gpu.block_id", "gpu.block_dim", "gpu.grid_dim":
		return true
	}
	switch dialect, _, _ := strings.Cut(name, "."); dialect {
	case "arith", "math", "memref", "scf", "tile", "builtin":
		return true
	}
	return false
}

// matters reports whether the check follows an operation.
func matters(op *ir.Operation) bool {
	name := op.Name()
	if !strings.HasPrefix(name, "tasync.") {
		// Whatever may synchronise, or leave, in a way that is not of this level.
		return !computes(name)
	}
	switch name {
	case "tasync.yield", "tasync.alloc", "tasync.barrier_alloc", "tasync.slot", "tasync.tensor_map", "tasync.storable", "tasync.extract_slice", "tasync.single_thread",
		"tasync.pipeline_create":
		return false
	}
	return true
}

func mattersInside(op *ir.Operation) bool {
	for o := range ir.Walk(op) {
		if matters(o) {
			return true
		}
	}
	return false
}

// track finds the values that the environment holds: those that slots,
// parities and conditions depend on, and accumulators.
func (c *compiler) track() {
	var need func(v *ir.Value)
	need = func(v *ir.Value) {
		if _, ok := c.slot[v]; ok || !c.inside(v) || c.k.buffers[v] != nil {
			return
		}
		if owner := v.Block(); v.IsBlockArg() && !owner.Parent().Is("scf.for") && !owner.Parent().Is("scf.while") {
			return
		}
		c.slot[v] = len(c.slot)
		c.sources(v, need)
	}
	for b := range c.r.region.Blocks() {
		for top := range b.Ops() {
			if top == c.end {
				break
			}
			for op := range ir.Walk(top) {
				c.roots(op, need)
			}
		}
	}
	c.trackAccumulators()
}

// inside reports whether a value is defined in the role.
func (c *compiler) inside(v *ir.Value) bool {
	for r := v.Region(); r != nil; {
		if r == c.r.region {
			return true
		}
		if r.Owner() == nil {
			return false
		}
		r = r.Owner().Region()
	}
	return false
}

func (c *compiler) roots(op *ir.Operation, need func(*ir.Value)) {
	switch {
	case op.Is("scf.if") && mattersInside(op):
		need(op.Operand(0))
	case op.Is("scf.while") && mattersInside(op):
		need(op.RegionAt(0).Entry().Terminator().Operand(0))
	case op.Is("scf.for") && mattersInside(op):
		for i := range 3 {
			need(op.Operand(i))
		}
	case op.Is("tasync.slot"):
		c.count(op.Operand(1))
	case matters(op):
		for _, v := range op.Operands() {
			switch v.Type().(type) {
			case *async.BufferType:
				need(v)
			case *ir.IntegerType:
				c.count(v)
				need(v)
			}
		}
	}
}

// count notes what a slot or parity is made of.
func (c *compiler) count(v *ir.Value) {
	if c.counts[v] || !c.inside(v) {
		return
	}
	c.counts[v] = true
	if from, ok := merged(v); ok {
		for _, f := range from {
			c.count(f)
		}
		return
	}
	if op := v.Def(); op != nil && op.NumRegions() == 0 && isScalar(op) {
		for _, o := range op.Operands() {
			c.count(o)
		}
	}
}

// advances reports whether an operation with regions moves a slot or parity
// on, so that its trips matter although nothing synchronises in it.
func (c *compiler) advances(op *ir.Operation) bool {
	return slices.ContainsFunc(op.Results(), func(v *ir.Value) bool { return c.counts[v] })
}

// sources asks for what a tracked value is made of.
func (c *compiler) sources(v *ir.Value, need func(*ir.Value)) {
	if op := v.Def(); op != nil && c.counts[v] {
		switch {
		case op.Is("scf.for"):
			for i := range 3 {
				need(op.Operand(i))
			}
		case op.Is("scf.if"):
			need(op.Operand(0))
		case op.Is("scf.while"):
			need(op.RegionAt(0).Entry().Terminator().Operand(0))
		}
	}
	if from, ok := merged(v); ok {
		for _, f := range from {
			need(f)
		}
		return
	}
	if v.IsBlockArg() {
		return
	}
	switch op := v.Def(); {
	case op.Is("tasync.slot"):
		need(op.Operand(0))
		need(op.Operand(1))
	case op.NumRegions() == 0 && isScalar(op):
		for _, o := range op.Operands() {
			need(o)
		}
	}
}

// trackAccumulators follows the results of MMAs forward.
func (c *compiler) trackAccumulators() {
	var work []*ir.Value
	add := func(v *ir.Value) {
		if !c.acc[v] {
			c.acc[v] = true
			if _, ok := c.slot[v]; !ok {
				c.slot[v] = len(c.slot)
			}
			work = append(work, v)
		}
	}
	for b := range c.r.region.Blocks() {
		for top := range b.Ops() {
			for op := range ir.Walk(top) {
				if op.Is(async.MMADef.Name) {
					add(op.Result(0))
				}
			}
		}
	}
	for len(work) > 0 {
		v := work[len(work)-1]
		work = work[:len(work)-1]
		for u := range v.Uses() {
			op := u.Owner()
			switch {
			case op.Is(async.MMAWaitDef.Name):
				add(op.Result(u.Index()))
			case op.Is("scf.yield") && op.Parent().Is("scf.for"):
				add(op.Parent().RegionAt(0).Entry().Arg(u.Index() + 1))
				add(op.Parent().Result(u.Index()))
			case op.Is("scf.yield") && op.Parent().Is("scf.if"):
				add(op.Parent().Result(u.Index()))
			case op.Is("scf.yield") && op.Parent().Is("scf.while"):
				add(op.Parent().RegionAt(0).Entry().Arg(u.Index()))
			case op.Is("scf.while"):
				add(op.RegionAt(0).Entry().Arg(u.Index()))
			case op.Is("scf.condition") && u.Index() > 0:
				add(op.Parent().Result(u.Index() - 1))
				add(op.Parent().RegionAt(1).Entry().Arg(u.Index() - 1))
			case op.Is("scf.for") && u.Index() >= 3:
				add(op.RegionAt(0).Entry().Arg(u.Index() - 2))
				add(op.Result(u.Index() - 3))
			}
		}
	}
}

func (c *compiler) emit(i instr) int {
	i.solo = c.solo
	c.r.code = append(c.r.code, i)
	return len(c.r.code) - 1
}

// ref returns how to find a value.
func (c *compiler) ref(v *ir.Value) ref {
	if s, ok := c.slot[v]; ok {
		return ref{slot: s}
	}
	return ref{slot: -1, fixed: c.k.outside(v)}
}

func (c *compiler) refs(vs []*ir.Value) []ref {
	out := make([]ref, len(vs))
	for i, v := range vs {
		out[i] = c.ref(v)
	}
	return out
}

// outside is what is known about a value that the environment does not hold.
func (k *kernel) outside(v *ir.Value) value {
	if r := k.buffers[v]; r != nil && r.n == 1 {
		return value{kind: location, a: int32(r.first)}
	}
	if _, scalar := v.Type().(*ir.TensorType); scalar {
		return value{}
	}
	op := v.Def()
	if op != nil && op.Is("arith.constant") {
		out, _ := fold(k.syms, op, nil)
		return out
	}
	if isRows(op) {
		return k.outside(op.Operand(0))
	}
	if op != nil && op.Is("tasync.slot") {
		if i := k.outside(op.Operand(1)); i.isConst() {
			if r := k.buffers[op.Operand(0)]; r != nil && i.n >= 0 && i.n < int64(r.n) {
				return value{kind: location, a: int32(r.first) + int32(i.n)}
			}
		}
		return value{}
	}
	if k.syms.given != nil {
		return k.concrete(v)
	}
	if id := k.syms.of(v); k.syms.stable[id] {
		return value{kind: number, a: id}
	}
	return value{}
}

func (c *compiler) slots(vs []*ir.Value) []int {
	out := make([]int, len(vs))
	for i, v := range vs {
		out[i] = -1
		if s, ok := c.slot[v]; ok {
			out[i] = s
		}
	}
	return out
}

// within lists the environment slots of values defined under op.
func (c *compiler) within(op *ir.Operation) []int {
	var out []int
	note := func(v *ir.Value) {
		if s, ok := c.slot[v]; ok {
			out = append(out, s)
		}
	}
	for o := range ir.Walk(op) {
		if o != op {
			for _, v := range o.Results() {
				note(v)
			}
		}
		for _, r := range o.Regions() {
			for b := range r.Blocks() {
				for _, v := range b.Args() {
					if o != op {
						note(v)
					}
				}
			}
		}
	}
	return out
}

// key numbers the expression of a decision.
func (k *kernel) key(text string) int32 {
	if id, ok := k.keys[text]; ok {
		return id
	}
	id := int32(len(k.keys))
	k.keys[text] = id
	return id
}
