// Package nvvmperturb is the pass nvvm-perturb: it puts delays in front of what
// synchronises in a kernel, and crowds shared memory in front of what reads and
// writes it, so that one binary shows many interleavings on a GPU.
//
// It knows which operations synchronise or use shared memory and how a kernel's
// parameters are described to launchers, and nothing of what the kernel computes or
// how it was made.
package nvvmperturb

import (
	"fmt"
	"strings"

	"github.com/tile-opt/tile-opt/dialects/llvm"
	"github.com/tile-opt/tile-opt/ir"
	"github.com/tile-opt/tile-opt/passes"
	"github.com/tile-opt/tile-opt/targets/launch"
	"github.com/tile-opt/tile-opt/targets/launch/elem"
)

// SeedArg is the name of the argument that a perturbed kernel has behind its own.
const SeedArg = "perturb_seed"

// launchAttr holds the launch metadata of a kernel (docs/launch-metadata.md).
const launchAttr = "tile.launch"

// Options of the pass.
type Options struct {
	Longest int64 `opt:"longest" doc:"longest delay in nanoseconds, a power of two from 16 to 1048576"`
	Crowd   int64 `opt:"crowd" doc:"stores with bank conflicts in front of accesses of shared memory, 0 to 64"`
}

// Pass is nvvm-perturb.
var Pass = &passes.Pass{
	Name:    "nvvm-perturb",
	Summary: "delays at synchronising operations, drawn from a seed of the launch",
	Doc: `Gives each kernel (an llvm.func with nvvm.kernel and launch metadata) a last parameter, the
argument ` + "`perturb_seed`" + ` (i32, 0 where the caller gives none), and makes some warps late and some
accesses of shared memory slow:

- in front of every wait, arrival, barrier, copy and commit, one warp in four sleeps;
- in front of the ordinary accesses of shared memory that follow each other in a block, one
  warp in eight sleeps, and one in two then issues stores whose lanes all need the same bank
  (` + "`crowd`" + ` of them), so that the accesses wait in the queue behind them while what the warp does
  next goes on; behind the accesses, where the warp next synchronises, one in four does, so that
  the accesses of others wait. The stores are to memory that the pass adds, up to 4 KiB behind
  the kernel's dynamic shared memory.

` + "```" + `
nvvm.barrier     ->     %h = mix(seed, warp, block) * place
                        nanosleep by %h, for 3 of 4 not executed
                        nvvm.barrier
nvvm.stmatrix    ->     %g = mix(seed, warp, block) * place
                        nanosleep, stores by %g
                        nvvm.stmatrix
` + "```" + `

Sleep shows a wait or a barrier that is missing, a crowd a missing proxy fence: a store that
the queue still holds is not seen by a bulk copy or a wgmma that a barrier let go, and a read
that it still holds sees the next contents. Each hides what the other shows, and both what
shows by itself, which is why most warps do not sleep, one block in two has no sleep, one in
four no crowd, and one in eight neither.

All is a function of the seed, the place in the text, the warp and the block: the same seed
gives the same delays, and one binary serves all seeds. The lengths of delays are spread over
all magnitudes up to ` + "`longest`" + `. With seed 0 nothing is delayed. A right kernel computes the
same under every seed.

Products stay together: the delay of a chain of wgmma stands in front of its fence, since
ptxas serialises products with anything else among them. Run the pass last. A kernel without
launch metadata, whose launchers would not know of the parameter, is left as it is, with a
remark; one that has the argument already is an error.`,
	Anchor:  "builtin.module",
	Options: Options{Longest: 8192, Crowd: 16},
	Statistics: []passes.Statistic{
		{Name: "num-delays", Desc: "delays inserted"},
		{Name: "num-crowds", Desc: "places where shared memory is crowded"},
	},
	Run: run,
}

// Validate checks the options.
func (o Options) Validate() error {
	if n := o.Longest; n < 16 || n > 1<<20 || n&(n-1) != 0 {
		return fmt.Errorf("longest must be a power of two from 16 to 1048576, found %d", n)
	}
	if n := o.Crowd; n < 0 || n > 64 {
		return fmt.Errorf("crowd must be from 0 to 64, found %d", n)
	}
	return nil
}

func run(r *passes.Run, module *ir.Operation) error {
	o := passes.OptionsOf[Options](r)
	changed := false
	for op := range module.RegionAt(0).Entry().Ops() {
		fn, ok := llvm.AsFunc(op)
		if !ok || op.Attr("nvvm.kernel") == nil || op.RegionAt(0).IsEmpty() {
			continue
		}
		text, ok := ir.StringValue(op.Attr(launchAttr))
		if !ok {
			r.Remark(op, "kernel not perturbed: it has no launch metadata, so that nobody would give it a seed")
			continue
		}
		p := &perturber{b: ir.NewBuilder(op.Context()), Options: o}
		p.firsts, p.ends = runs(op)
		if err := p.describe(r, op, text); err != nil {
			return err
		}
		delays, crowds := p.perturb(fn)
		r.Count("num-delays", delays)
		r.Count("num-crowds", crowds)
		changed = true
	}
	if !changed {
		r.Unchanged()
	}
	return nil
}

// describe changes the launch metadata: there is a seed, and shared memory to crowd.
func (p *perturber) describe(r *passes.Run, fn *ir.Operation, text string) error {
	m, err := launch.Unmarshal([]byte(text))
	if err != nil {
		return fn.OpError("attribute '%s': %s", launchAttr, err)
	}
	name, _ := ir.SymbolName(fn)
	e := m.Entry(name)
	if e == nil {
		return fn.OpError("attribute '%s' expects an entry '%s'", launchAttr, name)
	}
	for _, a := range m.Args {
		if a.Name == SeedArg {
			return fn.OpError("has an argument '%s' already: expected a kernel that was not perturbed", SeedArg)
		}
	}
	m.Args = append(m.Args, launch.Arg{Name: SeedArg, Kind: launch.Scalar, Type: elem.I32, Optional: true})
	e.Params = append(e.Params, launch.Param{Scalar: &launch.ScalarParam{Type: elem.I32, Value: launch.ScalarOf(len(m.Args) - 1)}})
	p.block = e.Block
	if symbol := dynamicShared(fn); symbol != nil && p.firsts != nil && p.Crowd > 0 {
		if p.crowding = reserve(e, symbol); p.crowding == nil {
			r.Remark(fn, "shared memory is not crowded: the kernel takes %d bytes of it, and %d more are needed", e.SharedBytes, bankBytes)
		}
	}
	out, err := launch.MarshalCompact(m)
	if err != nil {
		return fn.OpError("%s", err)
	}
	fn.SetAttr(launchAttr, fn.Context().Str(string(out)))
	return nil
}

// synchronising lists the operations that get a delay: names, and beginnings of names
// that end in a dot.
var synchronising = []string{
	"nvvm.mbarrier.try_wait", "nvvm.mbarrier.try_wait.", "nvvm.mbarrier.test.wait", "nvvm.mbarrier.test.wait.",
	"nvvm.mbarrier.arrive", "nvvm.mbarrier.arrive.", "nvvm.mbarrier.arrive_drop", "nvvm.mbarrier.arrive_drop.",
	"nvvm.mbarrier.expect_tx", "nvvm.mbarrier.complete_tx",
	"nvvm.barrier", "nvvm.barrier.", "nvvm.barrier0", "nvvm.bar.warp.sync", "nvvm.cluster.arrive", "nvvm.cluster.arrive.", "nvvm.cluster.wait",
	"nvvm.cp.async.", "nvvm.wgmma.fence.aligned", "nvvm.wgmma.wait.group.sync.aligned",
}

// asmSynchronising lists beginnings of instructions of inline assembly that get one.
var asmSynchronising = []string{"bar.", "barrier.", "mbarrier.", "cp.async", "red.async", "wgmma.fence", "wgmma.wait_group"}

// synchronises reports whether op gets a delay.
func synchronises(op *ir.Operation) bool {
	if a, ok := llvm.AsInlineAsm(op); ok {
		text, _ := ir.StringValue(a.AsmString())
		for _, s := range asmSynchronising {
			if strings.HasPrefix(strings.TrimLeft(text, "{ \t\n"), s) {
				return true
			}
		}
		return false
	}
	for _, s := range synchronising {
		if op.Name() == s || strings.HasSuffix(s, ".") && strings.HasPrefix(op.Name(), s) {
			return true
		}
	}
	return false
}

// perturber inserts the delays of one kernel.
type perturber struct {
	Options
	b     *ir.Builder
	block [3]int
	// base depends on the seed, the warp and the block, and is 0 where nothing is delayed.
	base *ir.Value
	// firsts and ends are where runs of accesses of shared memory begin, and the operations that end them. It is crowded in
	// front of both, with stores to address, by the lanes for which crowds, base's counterpart, is not 0. crowding is nil, and
	// address and crowds too, where there is no memory for that.
	firsts, ends    []*ir.Operation
	crowding        *crowding
	address, crowds *ir.Value
}

// perturb returns how many delays it inserted, and at how many places it crowds shared memory.
func (p *perturber) perturb(fn llvm.Func) (delays, crowds int) {
	op := fn.Op()
	var places []*ir.Operation
	for o := range ir.Walk(op) {
		if synchronises(o) {
			places = append(places, o)
		}
	}
	seed := p.parameter(fn)
	p.b.SetLoc(op.Loc())
	p.b.AtStart(op.RegionAt(0).Entry())
	p.prologue(seed)
	place := 0
	at := func(o *ir.Operation) int {
		p.b.Before(o)
		p.b.SetLoc(o.Loc())
		place++
		return place
	}
	if p.address != nil {
		for _, o := range p.ends {
			p.crowd(at(o), 4)
			crowds++
		}
	}
	for _, o := range places {
		p.delay(at(o), 4)
	}
	for _, o := range p.firsts {
		p.delay(at(o), 8)
		if p.address != nil {
			p.crowd(at(o), 2)
			crowds++
		}
	}
	return len(places) + len(p.firsts), crowds
}

// parameter adds the last parameter.
func (p *perturber) parameter(fn llvm.Func) *ir.Value {
	op := fn.Op()
	c, entry := op.Context(), op.RegionAt(0).Entry()
	t := op.Prop("function_type").(*ir.TypeAttr).Value.(*llvm.FuncType)
	params := append(append([]ir.Type(nil), t.Params...), c.I(32))
	op.SetProp("function_type", ir.TypeAttrOf(llvm.FuncOf(t.Result, params, t.VarArg)))
	if a, ok := op.Prop("arg_attrs").(*ir.ArrayAttr); ok {
		op.SetProp("arg_attrs", c.ArrayOf(append(append([]ir.Attr(nil), a.Elems...), ir.DictOf(c))...))
	}
	return entry.InsertArg(entry.NumArgs(), c.I(32), op.Loc())
}

// prologue computes what all places share.
func (p *perturber) prologue(seed *ir.Value) {
	tid := p.special("nvvm.read.ptx.sreg.tid.x")
	if p.block[1]*p.block[2] > 1 {
		y := p.special("nvvm.read.ptx.sreg.tid.y")
		if p.block[2] > 1 {
			y = p.add(y, p.mul(p.special("nvvm.read.ptx.sreg.tid.z"), uint32(p.block[1])))
		}
		tid = p.add(tid, p.mul(y, uint32(p.block[0])))
	}
	warp := p.shr(tid, p.number(5))
	place := p.special("nvvm.read.ptx.sreg.ctaid.x")
	for i, r := range []string{"nvvm.read.ptx.sreg.ctaid.y", "nvvm.read.ptx.sreg.ctaid.z"} {
		place = p.add(place, p.mul(p.special(r), []uint32{0x27d4eb2f, 0x165667b1}[i]))
	}
	block := p.mix(p.add(p.mul(seed, 0xc2b2ae35), p.mul(place, 0x85ebca77)))
	h := p.mix(p.add(block, p.mul(warp, 0x9e3779b1)))
	h = p.selected(seed, llvmNE, p.number(0), h)
	p.base = p.selected(p.and(block, p.number(1)), llvmNE, p.number(0), h)
	if p.crowding != nil {
		p.lanes(warp, p.selected(p.and(block, p.number(6)), llvmNE, p.number(0), h))
	}
}

// mix is a known integer hash (C. Wellons, "Prospecting for Hash Functions", lowbias32).
func (p *perturber) mix(h *ir.Value) *ir.Value {
	h = p.mul(p.xorShift(h, 16), 0x7feb352d)
	h = p.mul(p.xorShift(h, 15), 0x846ca68b)
	return p.xorShift(h, 16)
}

// Predicates of llvm.icmp.
const (
	llvmNE  = 1
	llvmULT = 6
)

// selected is v where x and y compare as the predicate says, and 0 otherwise.
func (p *perturber) selected(x *ir.Value, predicate int64, y, v *ir.Value) *ir.Value {
	c := p.b.Context()
	on := llvm.NewICmp(p.b, []ir.Type{c.I(1)}, x, y, llvm.ICmpProps{Predicate: llvm.ICmpPredicateEnum.Attr(c, predicate)}).Op().Result(0)
	return llvm.NewSelect(p.b, []ir.Type{v.Type()}, on, v, p.number(0), llvm.SelectProps{}).Op().Result(0)
}

// draw is the number of a place, 0 where base is. What stands between an access of shared memory and what hands it over hides
// races, so that little is computed there: one product with an odd number, whose upper bits differ from place to place.
func (p *perturber) draw(base *ir.Value, place int) *ir.Value {
	return p.mul(base, uint32(place)*0x9e3779b8+0x85ebca6b)
}

// atLeast is what a number drawn from 32 bits reaches one time in so many.
func atLeast(in uint64) uint64 { return 1<<32 - 1<<32/in }

// delay has one warp in so many, 8 at most, sleep for a number of nanoseconds: the bits of the draw below the upper three say
// the longest delay or less, and four others how far they are shifted down, which makes it uniform in the logarithm.
func (p *perturber) delay(place int, in uint64) {
	bits := uint32(0)
	for n := p.Longest; n > 1; n >>= 1 {
		bits++
	}
	p.asm(fmt.Sprintf("{\n.reg .pred p;\n.reg .b32 n, s;\nsetp.lt.u32 p, $0, %d;\n@p bra AWAKE;\nshl.b32 n, $0, 3;\nshr.u32 n, n, %d;\nshr.u32 s, $0, 4;\nand.b32 s, s, 15;\nshr.u32 n, n, s;\nnanosleep.u32 n;\nAWAKE:\n}",
		atLeast(in), 32-bits), p.draw(p.base, place))
}

// asm inserts inline assembly without results.
func (p *perturber) asm(text string, operands ...*ir.Value) {
	c := p.b.Context()
	constraints := strings.Repeat(",r", len(operands))[1:]
	llvm.NewInlineAsm(p.b, []ir.Type{}, operands, llvm.InlineAsmProps{
		AsmString: c.Str(text), Constraints: c.Str(constraints), HasSideEffects: c.Unit(), AsmDialect: llvm.AsmDialectEnum.Attr(c, 0),
	})
}

func (p *perturber) special(name string) *ir.Value {
	return p.b.Op(name, nil, []ir.Type{p.b.Context().I(32)}).Result(0)
}

func (p *perturber) number(n uint32) *ir.Value {
	t := p.b.Context().I(32)
	return llvm.NewConstant(p.b, []ir.Type{t}, llvm.ConstantProps{Value: ir.IntAttr(t, int64(int32(n)))}).Op().Result(0)
}

func (p *perturber) add(x, y *ir.Value) *ir.Value {
	return llvm.NewAdd(p.b, []ir.Type{x.Type()}, x, y, llvm.AddProps{}).Op().Result(0)
}

func (p *perturber) mul(x *ir.Value, by uint32) *ir.Value {
	return llvm.NewMul(p.b, []ir.Type{x.Type()}, x, p.number(by), llvm.MulProps{}).Op().Result(0)
}

func (p *perturber) and(x, y *ir.Value) *ir.Value {
	return llvm.NewAnd(p.b, []ir.Type{x.Type()}, x, y).Op().Result(0)
}

func (p *perturber) shr(x, by *ir.Value) *ir.Value {
	return llvm.NewLShr(p.b, []ir.Type{x.Type()}, x, by, llvm.LShrProps{}).Op().Result(0)
}

func (p *perturber) xorShift(x *ir.Value, by uint32) *ir.Value {
	return llvm.NewXOr(p.b, []ir.Type{x.Type()}, x, p.shr(x, p.number(by))).Op().Result(0)
}
