// Package asyncunroll is the pass async-unroll: loops around a ring make one
// turn of the ring at once, so that the slot of each step is a constant.
//
// It knows scf.for, barriers with explicit indices, and the integer arithmetic
// that moves an index; it finds out by calculation which carried values go
// round, and knows no particular protocol. It must not rely on where a ring
// stands when a loop begins: the loops that it makes are right for any
// position.
package asyncunroll

import (
	"fmt"

	"github.com/tile-opt/tile-opt/dialects/arith"
	"github.com/tile-opt/tile-opt/dialects/async"
	"github.com/tile-opt/tile-opt/dialects/scf"
	"github.com/tile-opt/tile-opt/ir"
	"github.com/tile-opt/tile-opt/ir/diag"
	"github.com/tile-opt/tile-opt/passes"
)

// Options of the pass.
type Options struct {
	MaxTurn int64 `opt:"max-turn" doc:"most steps of a turn: loops over rings of more slots stay as they are"`
}

// Validate checks the range of the option.
func (o Options) Validate() error {
	if o.MaxTurn < 1 || o.MaxTurn > mostTurn {
		return fmt.Errorf("max-turn must be 1 to %d, found %d", mostTurn, o.MaxTurn)
	}
	return nil
}

// mostTurn is the most steps that a turn may have: two rings of up to eight
// slots, the larger a multiple of the smaller or not much more.
const mostTurn = 24

// Pass is async-unroll.
var Pass = &passes.Pass{
	Name:    "async-unroll",
	Summary: "unroll loops over rings by the number of slots",
	Doc: `Makes the slots of a ring constants: an innermost scf.for whose carried values say which slot
comes next is unrolled by the length of a turn, which is the number of slots, or where it uses
rings of several sizes the least common multiple.

    scf.for %k = %lb to %ub {              scf.for %k = %lb to %k0 { ... }           // up to slot 0
      ... %slot ...                  ->    scf.for %k = %k0 to %k1 step 4 * %step {
    }                                        ... 0 ... ... 1 ... ... 2 ... ... 3 ...
                                           }
                                           scf.for %k = ... to %ub { ... }           // the rest

The first loop is left out where the ring stands at slot 0 when the loop begins, as without a
persistent loop around it. It also makes the iterations in which a lagging release does not
release yet. Whether the ring stands as expected is tested when the kernel runs; where it does not,
the rest makes all iterations. Parities are no constants: they change once a turn.

Runs behind async-insert-mbarriers. A loop is left alone, with a remark, when it holds another
loop, is an scf.while, its slots are moved by what the loop computes, or a turn is longer than
max-turn. A slot that moves under a condition keeps its index while those of other rings become
constants: loads ahead that are guarded by the bound do, which peel=all of async-pipeline avoids.`,
	Anchor:     "func.func",
	Options:    Options{MaxTurn: 8},
	Statistics: []passes.Statistic{{Name: "unrolled", Desc: "loops unrolled"}},
	Dialects:   []*ir.Dialect{arith.Dialect, scf.Dialect},
	Run:        run,
}

func run(r *passes.Run, fn *ir.Operation) error {
	o := passes.OptionsOf[Options](r)
	var loops []*ir.Operation
	for op := range ir.WalkPost(fn) {
		if (op.Is("scf.for") || op.Is("scf.while")) && moves(op) {
			loops = append(loops, op)
		}
	}
	for _, op := range loops {
		u, why := analyze(op, o)
		if why != nil {
			r.Emit(why)
			continue
		}
		if u == nil {
			continue
		}
		u.unroll()
		r.Remark(op0(u), "loop unrolled by %d: %s", len(u.turn), u.describe())
		r.Count("unrolled", 1)
	}
	if r.Counted("unrolled") == 0 {
		r.Unchanged()
	}
	return nil
}

// op0 is the operation that remarks of an unrolled loop stand at.
func op0(u *unroller) *ir.Operation { return u.rest }

// decline makes the remark for a loop left alone because of op.
func decline(loop, op *ir.Operation, format string, args ...any) *diag.Diagnostic {
	d := &diag.Diagnostic{Severity: diag.Remark, Pos: loop.Loc().Pos(), Op: loop.Path(), Msg: "loop not unrolled: " + fmt.Sprintf(format, args...)}
	if op != nil && op != loop {
		d.WithNote(op.Loc().Pos(), "'%s' is here", op.Name())
	}
	return d
}

// indices lists the operands in a loop, not in loops inside it, that say which
// slot or barrier an operation is about.
func indices(loop *ir.Operation) []*ir.Value {
	var out []*ir.Value
	for op := range ir.Walk(loop) {
		if n := indexOf(op); n >= 0 && innermost(op) == loop {
			out = append(out, op.Operand(n))
		}
	}
	return out
}

// moves reports whether an index in a loop is no constant.
func moves(loop *ir.Operation) bool {
	for _, v := range indices(loop) {
		if d := v.Def(); d == nil || !d.Is("arith.constant") {
			return true
		}
	}
	return false
}

// indexOf returns which operand of an operation is the index of a slot or
// barrier, -1 when none is.
func indexOf(op *ir.Operation) int {
	switch {
	case op.Is(async.SlotDef.Name), op.Is(async.BarrierWaitDef.Name), op.Is(async.BarrierExpectDef.Name), op.Is(async.BarrierArriveDef.Name):
		return 1
	}
	return -1
}

func innermost(op *ir.Operation) *ir.Operation {
	for p := op.Parent(); p != nil; p = p.Parent() {
		if p.Is("scf.for") || p.Is("scf.while") {
			return p
		}
	}
	return nil
}
