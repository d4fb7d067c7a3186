package inline

import (
	"fmt"
	"slices"

	"github.com/tile-opt/tile-opt/ir"
	"github.com/tile-opt/tile-opt/ir/rewrite"
	"github.com/tile-opt/tile-opt/passes"
	"github.com/tile-opt/tile-opt/transforms/greedy"
	"github.com/tile-opt/tile-opt/transforms/inliner"
)

const doc = `Replaces calls by the bodies of their callees, callees first, so that what
is copied is already inlined and simplified. A private function goes with the
last call of it, or when nothing refers to it as its turn comes; one that only
such functions called is left to symbol-dce, as in MLIR.

` + "```mlir" + `
func.func private @twice(%a: i32) -> i32 {
  %r = arith.addi %a, %a : i32
  return %r : i32                                func.func @f(%x: i32) -> i32 {
}                                          ==>     %r = arith.addi %x, %x : i32
func.func @f(%x: i32) -> i32 {                     return %r : i32
  %r = call @twice(%x) : (i32) -> i32            }
  return %r : i32
}
` + "```" + `

A call stays when the callee has no body, is the caller or calls it in turn,
holds operations that are not registered or symbols, when either says
no_inline, and when the callee has several blocks but the call stands where
only one is allowed.

With default-pipeline=canonicalize (the default) every function is
canonicalized before it is copied and after calls in it were replaced. When the
bound max-operations is met, the rest of the calls stays, with a warning.
`

// Options are the options of the pass, named as in MLIR where that has them.
type Options struct {
	DefaultPipeline   string `opt:"default-pipeline" doc:"what is run on functions around inlining: canonicalize or nothing"`
	MaxIterations     uint   `opt:"max-iterations" doc:"rounds of inlining and simplification for functions that call each other"`
	InliningThreshold uint64 `opt:"inlining-threshold" doc:"most operations of a callee in percent of the caller's"`
	MaxOperations     uint64 `opt:"max-operations" doc:"most operations copied in one run"`
}

// Validate checks the pipeline.
func (o Options) Validate() error {
	if o.DefaultPipeline != "" && o.DefaultPipeline != "canonicalize" {
		return fmt.Errorf("expected default-pipeline canonicalize or '', found '%s'", o.DefaultPipeline)
	}
	return nil
}

// noThreshold is the threshold that every callee stays below.
const noThreshold = 1<<32 - 1

// Pass is the pass inline.
var Pass = &passes.Pass{
	Name:    "inline",
	Class:   "Inliner",
	Summary: "inline function calls",
	Doc:     doc,
	Options: Options{DefaultPipeline: "canonicalize", MaxIterations: 4, InliningThreshold: noThreshold, MaxOperations: 20_000_000},
	Statistics: []passes.Statistic{
		{Name: "num-inlined", Desc: "calls replaced"},
		{Name: "num-erased", Desc: "functions erased"},
	},
	Prepare: func(c *ir.Context, _ any) any { return rewrite.NewSet(rewrite.Canonicalizations(c)...) },
	Run:     run,
}

func run(r *passes.Run, op *ir.Operation) error {
	if !op.Has(ir.SymbolTable) {
		return op.OpError("was scheduled to run under the inliner, but does not define a symbol table")
	}
	in := &inlining{run: r, opts: passes.OptionsOf[Options](r), graph: newGraph(op), b: ir.NewBuilder(op.Context())}
	in.uses = newUses(op, in.graph)
	for _, scc := range in.graph.components() {
		if err := in.component(scc); err != nil {
			return err
		}
	}
	for _, dead := range in.dead {
		dead.Erase()
	}
	r.Count("num-inlined", in.inlined)
	r.Count("num-erased", len(in.dead))
	if in.inlined+len(in.dead) == 0 && !in.changed {
		r.Unchanged()
	}
	return nil
}

// inlining is one run.
type inlining struct {
	run     *passes.Run
	opts    Options
	graph   *graph
	b       *ir.Builder
	uses    *uses
	dead    []*ir.Operation // to be erased
	inlined int
	copied  uint64
	warned  bool
	changed bool // by simplification
}

// component inlines calls in functions that call each other in a circle, or
// in a single one. Calls within the circle stay, so one round finds all that
// are there; simplification can turn others into calls of known functions.
func (in *inlining) component(scc []*node) error {
	scc = slices.DeleteFunc(scc, func(n *node) bool {
		unused := n.op != in.uses.root && private(n.op) && in.uses.of[n.op] == 0
		if unused {
			in.dead = append(in.dead, n.op)
		}
		return unused
	})
	if err := in.simplify(scc); err != nil {
		return err
	}
	for range in.opts.MaxIterations {
		before := in.inlined
		for _, n := range scc {
			if err := in.run.Context().Err(); err != nil {
				return err
			}
			in.graph.edges(n)
			in.calls(n)
		}
		if in.inlined == before {
			return nil
		}
		if err := in.simplify(scc); err != nil {
			return err
		}
	}
	return nil
}

func (in *inlining) calls(n *node) {
	size := -1
	for _, call := range n.calls {
		callee := in.graph.of[in.graph.tables.CalleeOf(call)]
		if callee == nil || callee.component == n.component || !inliner.CanInline(call, callee.op) {
			continue
		}
		cost := count(callee.op)
		if in.opts.InliningThreshold < noThreshold {
			if size < 0 {
				size = count(n.op)
			}
			if uint64(cost)*100 > in.opts.InliningThreshold*uint64(size) {
				continue
			}
		}
		if in.copied+uint64(cost) > in.opts.MaxOperations {
			in.stop(call)
			continue
		}
		in.copied += uint64(inliner.Inline(in.b, call, callee.op))
		in.inlined++
		in.uses.inlined(n, callee)
		if in.uses.of[callee.op] == 0 && private(callee.op) {
			in.uses.forget(callee)
			in.dead = append(in.dead, callee.op)
		}
	}
}

// count returns how many operations are inside op.
func count(op *ir.Operation) int {
	n := -1
	for range ir.Walk(op) {
		n++
	}
	return n
}

func (in *inlining) stop(call *ir.Operation) {
	if !in.warned {
		in.warned = true
		in.run.Warn(call, "inlining stopped at %d operations copied; the bound is max-operations=%d", in.copied, in.opts.MaxOperations)
	}
}

func (in *inlining) simplify(scc []*node) error {
	if in.opts.DefaultPipeline == "" {
		return nil
	}
	set := passes.PreparedOf[*rewrite.Set](in.run)
	for _, n := range scc {
		res, err := greedy.Apply(in.run.Context(), n.op, set, greedy.Config{Tracer: in.run.Tracer()})
		if err != nil {
			return err
		}
		in.changed = in.changed || res.Changed
		if res.Changed {
			in.uses.recount(n)
		}
	}
	return nil
}

func private(op *ir.Operation) bool {
	v, _ := ir.StringValue(op.AnyAttr("sym_visibility"))
	return v == "private" && op.Has(ir.Symbol) && !op.HasUses()
}
