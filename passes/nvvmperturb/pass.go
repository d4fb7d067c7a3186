// Package nvvmperturb is the pass nvvm-perturb: it puts a delay in front of every
// operation of a kernel that synchronises, so that one binary shows many
// interleavings on a GPU.
//
// It knows which operations synchronise and how a kernel's parameters are described
// to launchers, and nothing of what the kernel computes or how it was made.
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
}

// Pass is nvvm-perturb.
var Pass = &passes.Pass{
	Name:    "nvvm-perturb",
	Summary: "delays at synchronising operations, drawn from a seed of the launch",
	Doc: `Gives each kernel (an llvm.func with nvvm.kernel and launch metadata) a last parameter, the
argument ` + "`perturb_seed`" + ` (i32, 0 where the caller gives none), and puts a delay in front of
every wait, arrival, barrier, copy and commit:

` + "```" + `
nvvm.barrier     ->     %h = mix(seed, warp, block, place)
                        nanosleep 0 .. longest by %h, not executed where it is 0
                        nvvm.barrier
` + "```" + `

A delay is a function of the seed, the place in the text, the warp and the block: the same
seed gives the same delays, and one binary serves all seeds. About half of them are 0 or
nearly so, and the rest are spread over all magnitudes up to longest, so that some warps are
late by much and some are not late at all. With seed 0 nothing is delayed. A right kernel
computes the same under every seed.

Products stay together: the delay of a chain of wgmma stands in front of its fence, since
ptxas serialises products with anything else among them. Run the pass last. A kernel without
launch metadata, whose launchers would not know of the parameter, is left as it is, with a
remark; one that has the argument already is an error.`,
	Anchor:     "builtin.module",
	Options:    Options{Longest: 8192},
	Statistics: []passes.Statistic{{Name: "num-delays", Desc: "delays inserted"}},
	Run:        run,
}

// Validate checks the options.
func (o Options) Validate() error {
	if n := o.Longest; n < 16 || n > 1<<20 || n&(n-1) != 0 {
		return fmt.Errorf("longest must be a power of two from 16 to 1048576, found %d", n)
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
		meta, block, err := describe(op, text)
		if err != nil {
			return err
		}
		op.SetAttr(launchAttr, op.Context().Str(meta))
		p := &perturber{b: ir.NewBuilder(op.Context()), longest: o.Longest, block: block}
		r.Count("num-delays", p.perturb(fn))
		changed = true
	}
	if !changed {
		r.Unchanged()
	}
	return nil
}

// describe adds the seed to launch metadata, and returns the block of the entry.
func describe(fn *ir.Operation, text string) (string, [3]int, error) {
	var none [3]int
	m, err := launch.Unmarshal([]byte(text))
	if err != nil {
		return "", none, fn.OpError("attribute '%s': %s", launchAttr, err)
	}
	name, _ := ir.SymbolName(fn)
	e := m.Entry(name)
	if e == nil {
		return "", none, fn.OpError("attribute '%s' expects an entry '%s'", launchAttr, name)
	}
	for _, a := range m.Args {
		if a.Name == SeedArg {
			return "", none, fn.OpError("has an argument '%s' already: expected a kernel that was not perturbed", SeedArg)
		}
	}
	m.Args = append(m.Args, launch.Arg{Name: SeedArg, Kind: launch.Scalar, Type: elem.I32, Optional: true})
	e.Params = append(e.Params, launch.Param{Scalar: &launch.ScalarParam{Type: elem.I32, Value: launch.ScalarOf(len(m.Args) - 1)}})
	out, err := launch.MarshalCompact(m)
	if err != nil {
		return "", none, fn.OpError("%s", err)
	}
	return string(out), e.Block, nil
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
	b       *ir.Builder
	longest int64
	block   [3]int
	// base depends on the seed, the warp and the block; mask is 0 for seed 0.
	base, mask *ir.Value
}

// perturb returns how many delays it inserted.
func (p *perturber) perturb(fn llvm.Func) int {
	op := fn.Op()
	entry := op.RegionAt(0).Entry()
	var places []*ir.Operation
	for o := range ir.Walk(op) {
		if synchronises(o) {
			places = append(places, o)
		}
	}
	seed := p.parameter(fn)
	p.b.SetLoc(op.Loc())
	p.b.AtStart(entry)
	p.prologue(seed)
	for i, o := range places {
		p.b.Before(o)
		p.b.SetLoc(o.Loc())
		p.delay(uint32(i))
	}
	return len(places)
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

// prologue computes what all delays share.
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
	p.base = p.add(p.mul(seed, 0xc2b2ae35), p.add(p.mul(warp, 0x9e3779b1), p.mul(place, 0x85ebca77)))
	on := llvm.NewICmp(p.b, []ir.Type{p.b.Context().I(1)}, seed, p.number(0), llvm.ICmpProps{Predicate: llvm.ICmpPredicateEnum.Attr(p.b.Context(), 1)}).Op().Result(0)
	p.mask = llvm.NewSelect(p.b, []ir.Type{seed.Type()}, on, p.number(0xffffffff), p.number(0), llvm.SelectProps{}).Op().Result(0)
}

// delay draws a number of nanoseconds and sleeps. The upper bits are the longest delay or
// less, and the lowest four say how far they are shifted down: uniform in the logarithm,
// and nothing for the larger shifts. The constants are those of a known integer hash
// (C. Wellons, "Prospecting for Hash Functions", lowbias32).
func (p *perturber) delay(place uint32) {
	h := p.add(p.base, p.number((place+1)*0x9e3779b9))
	h = p.xorShift(h, 16)
	h = p.mul(h, 0x7feb352d)
	h = p.xorShift(h, 15)
	h = p.mul(h, 0x846ca68b)
	h = p.xorShift(h, 16)
	bits := uint32(0)
	for n := p.longest; n > 1; n >>= 1 {
		bits++
	}
	ns := p.shr(p.shr(h, p.number(32-bits)), p.and(h, p.number(15)))
	ns = p.and(ns, p.mask)
	c := p.b.Context()
	llvm.NewInlineAsm(p.b, []ir.Type{}, []*ir.Value{ns}, llvm.InlineAsmProps{
		AsmString:   c.Str("{\n.reg .pred p;\nsetp.ne.u32 p, $0, 0;\n@p nanosleep.u32 $0;\n}"),
		Constraints: c.Str("r"), HasSideEffects: c.Unit(), AsmDialect: llvm.AsmDialectEnum.Attr(c, 0),
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
