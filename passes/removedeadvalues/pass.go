// Package removedeadvalues is the pass remove-dead-values. Control flow, calls
// and signatures are described by the hooks of ir/analysis; the package knows
// no dialect.
package removedeadvalues

import (
	"github.com/tile-opt/tile-opt/ir"
	"github.com/tile-opt/tile-opt/ir/analysis"
	"github.com/tile-opt/tile-opt/ir/rewrite"
	"github.com/tile-opt/tile-opt/passes"
	"github.com/tile-opt/tile-opt/transforms/greedy"
)

const doc = `Removes everything that no observable effect depends on: operations, block
arguments, values carried by loops, results of conditionals, and arguments and
results of private functions all of whose uses are calls. It finds values that
only feed themselves, which canonicalize keeps.

` + "```mlir" + `
%r:2 = scf.for %i = ... iter_args(%x = %a, %d = %b)    %r = scf.for %i = ... iter_args(%x = %a)
  %e = arith.addi %d, %d : i32                           ...
  ...                                            ==>     scf.yield %y : i32
  scf.yield %y, %e : i32, i32                          }
}                                                      "use"(%r) : (i32) -> ()
"use"(%r#0) : (i32) -> ()
` + "```" + `

Then, unless told not to, it canonicalizes the operations that say how control
moves through their regions: what is known of their operands may leave loops
and conditionals without need. Of a private function that nothing calls only the frame is left, for symbol-dce
to erase.

Operations that are not registered, or whose effects are unknown, stay with
all that they use; calls stay, with fewer operands and results.
`

// Options are the options of the pass, named as in MLIR.
type Options struct {
	Canonicalize bool `opt:"canonicalize" doc:"canonicalize operations that say how control moves through their regions"`
}

// Pass is the pass remove-dead-values.
var Pass = &passes.Pass{
	Name:    "remove-dead-values",
	Summary: "remove dead values",
	Doc:     doc,
	Options: Options{Canonicalize: true},
	Statistics: []passes.Statistic{
		{Name: "num-erased", Desc: "operations erased"},
		{Name: "num-values", Desc: "arguments and results taken away"},
		{Name: "num-rewrites", Desc: "patterns applied and operations folded by canonicalize"},
	},
	Prepare: prepare,
	Run:     run,
}

func run(r *passes.Run, op *ir.Operation) error {
	l, err := analyse(r.Context(), op)
	if err != nil {
		return err
	}
	e := &eraser{l: l, operands: make(map[*ir.Operation][]bool), results: make(map[*ir.Operation][]bool), args: make(map[*ir.Block][]bool)}
	e.collect()
	e.erase()
	erased, values := len(e.dead)+l.hollowed.ops, e.values+l.hollowed.values
	r.Count("num-erased", erased)
	r.Count("num-values", values)
	changed := erased+values > 0
	if passes.OptionsOf[Options](r).Canonicalize {
		res, err := greedy.Apply(r.Context(), op, passes.PreparedOf[*rewrite.Set](r), greedy.Config{
			Simplify: greedy.Disabled, Only: isRegionBranch, Tracer: r.Tracer(),
		})
		if err != nil {
			return err
		}
		r.Count("num-rewrites", res.Rewrites+res.Folds)
		changed = changed || res.Changed
	}
	if !changed {
		r.Unchanged()
	}
	return nil
}

// prepare collects the canonicalization patterns of operations that say how
// control moves through their regions.
func prepare(c *ir.Context, _ any) any {
	var out []rewrite.Pattern
	for _, p := range rewrite.Canonicalizations(c) {
		if p.Root == "" {
			continue
		}
		if _, ok := c.OpInfo(p.Root).ZeroView().(analysis.RegionBranch); ok {
			out = append(out, p)
		}
	}
	return rewrite.NewSet(out...)
}

// isRegionBranch reports whether op says how control moves through its regions.
func isRegionBranch(op *ir.Operation) bool {
	_, ok := ir.As[analysis.RegionBranch](op)
	return ok
}

// eraser takes away what a liveness left unmarked. Everything is found before
// anything changes.
type eraser struct {
	l        *liveness
	dead     []*ir.Operation // outermost ones only
	operands map[*ir.Operation][]bool
	results  map[*ir.Operation][]bool
	args     map[*ir.Block][]bool
	// The keys above in the order of the text.
	owners, shrunk []*ir.Operation
	blocks         []*ir.Block
	values         int
}

func (e *eraser) collect() {
	for op := range ir.Walk(e.l.root) {
		if !e.l.ops[op] && !op.Has(ir.Terminator) {
			if p := op.Parent(); p == nil || e.l.ops[p] {
				e.dead = append(e.dead, op)
			}
			continue
		}
		if !e.l.ops[op] {
			continue
		}
		for i := range op.NumOperands() {
			if c := e.l.handed[op.OperandUse(i)]; c != nil && !c.live {
				e.mark(e.operands, &e.owners, op, i, op.NumOperands())
			}
		}
		for i := range op.NumResults() {
			if c := e.l.of[op.Result(i)]; c != nil && !c.live {
				e.mark(e.results, &e.shrunk, op, i, op.NumResults())
				e.values++
			}
		}
		for _, r := range op.Regions() {
			for b := range r.Blocks() {
				e.arguments(b)
			}
		}
	}
}

func (e *eraser) mark(in map[*ir.Operation][]bool, order *[]*ir.Operation, op *ir.Operation, i, n int) {
	if in[op] == nil {
		in[op] = make([]bool, n)
		*order = append(*order, op)
	}
	in[op][i] = true
}

func (e *eraser) arguments(b *ir.Block) {
	for i, a := range b.Args() {
		if c := e.l.of[a]; c != nil && !c.live {
			if e.args[b] == nil {
				e.args[b] = make([]bool, b.NumArgs())
				e.blocks = append(e.blocks, b)
			}
			e.args[b][i] = true
			e.values++
		}
	}
}

// erase changes the IR: operands first, so that nothing uses what goes.
func (e *eraser) erase() {
	signatures := e.signatures()
	for _, op := range e.owners {
		e.dropOperands(op)
	}
	for _, op := range e.dead {
		for inner := range ir.Walk(op) {
			inner.SetOperands(nil)
		}
	}
	for _, op := range e.dead {
		op.Erase()
	}
	for _, b := range e.blocks {
		for i := b.NumArgs() - 1; i >= 0; i-- {
			if e.args[b][i] {
				b.EraseArg(i)
			}
		}
	}
	for _, s := range signatures {
		h, _ := ir.As[analysis.Signature](s.op)
		if !h.EraseSignature(s.args, s.results) {
			panic("internal: " + s.op.Name() + " refuses to give up arguments and results")
		}
	}
	b := ir.NewBuilder(e.l.root.Context())
	for i := len(e.shrunk) - 1; i >= 0; i-- {
		shrink(b, e.shrunk[i], e.results[e.shrunk[i]])
	}
}

// dropOperands takes the marked operands of op away.
func (e *eraser) dropOperands(op *ir.Operation) {
	gone := e.operands[op]
	if br, ok := ir.As[analysis.Branch](op); ok && op.NumSuccessors() > 0 {
		for s := op.NumSuccessors() - 1; s >= 0; s-- {
			lo, hi := br.SuccessorOperands(s)
			var keep []*ir.Value
			for k := lo; k < hi; k++ {
				if !gone[k] {
					keep = append(keep, op.Operand(k))
				}
			}
			if len(keep) < hi-lo {
				br.SetSuccessorOperands(s, keep)
			}
		}
		return
	}
	var keep []*ir.Value
	for k := range op.NumOperands() {
		if !gone[k] {
			keep = append(keep, op.Operand(k))
		}
	}
	op.SetOperands(keep)
}

// signature is what an operation's signature loses.
type signature struct {
	op            *ir.Operation
	args, results []bool
}

// signatures lists the callables and calls that lose something.
func (e *eraser) signatures() []signature {
	var out []signature
	for op := range ir.Walk(e.l.root) {
		calls := e.l.calls[op]
		if len(calls) == 0 {
			continue
		}
		f, _ := ir.As[analysis.Callable](op)
		entry := f.CallableRegion().Entry()
		args, results := e.args[entry], e.results[calls[0]]
		if args == nil && results == nil {
			continue
		}
		if args == nil {
			args = make([]bool, entry.NumArgs())
		}
		if results == nil {
			results = make([]bool, calls[0].NumResults())
		}
		out = append(out, signature{op, args, results})
		for _, c := range calls {
			if e.l.ops[c] {
				out = append(out, signature{c, args, results})
			}
		}
	}
	return out
}

// shrink replaces op by one without the marked results, which have no uses.
func shrink(b *ir.Builder, op *ir.Operation, gone []bool) {
	st := ir.OpState{Loc: op.Loc(), Info: op.Info(), Operands: op.Operands(), Types: []ir.Type{}, Attrs: op.Attrs(), Successors: op.Successors()}
	for i := range op.NumProps() {
		st.Props = append(st.Props, op.PropAt(i))
	}
	for i, t := range op.ResultTypes() {
		if !gone[i] {
			st.Types = append(st.Types, t)
		}
	}
	for _, r := range op.Regions() {
		n := ir.NewRegion()
		n.TakeBody(r)
		st.Regions = append(st.Regions, n)
	}
	n := b.Before(op).Create(st)
	k := 0
	for i := range gone {
		if !gone[i] {
			op.Result(i).ReplaceAllUsesWith(n.Result(k))
			k++
		}
	}
	op.Erase()
}
