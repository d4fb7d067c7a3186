// Package asyncreport is the pass async-report: it says in one remark what a kernel of
// the async level came to, so that nobody has to read its IR for that.
//
// It changes nothing, and knows neither which passes made a kernel nor how it is lowered.
package asyncreport

import (
	"fmt"
	"strings"

	"github.com/tile-opt/tile-opt/dialects/async"
	"github.com/tile-opt/tile-opt/ir"
	"github.com/tile-opt/tile-opt/ir/diag"
	"github.com/tile-opt/tile-opt/passes"
)

// Pass is async-report.
var Pass = &passes.Pass{
	Name:    "async-report",
	Summary: "say what each role, loop and byte of shared memory of a kernel is for",
	Doc: `Changes nothing. Each kernel (a func.func with tasync.warp_groups) gets one remark, with a
note at its place in the source for

- each role: its warps, and the registers that it sets;
- each loop with asynchronous work, by role: the bytes that its barriers expect in a trip, the
  copies, products and stores that it issues, and its waits;
- each buffer and array of barriers: the bytes of shared memory that it has.

Run it behind async-allocate-shared; before, places are not known and are left out.`,
	Anchor: "func.func",
	Run:    run,
}

func run(r *passes.Run, fn *ir.Operation) error {
	r.Unchanged()
	if fn.Attr(async.WarpGroupsAttr) == nil || fn.NumRegions() == 0 || fn.RegionAt(0).IsEmpty() {
		return nil
	}
	name, _ := ir.SymbolName(fn)
	threads := async.BlockThreads(fn)
	d := &diag.Diagnostic{Severity: diag.Remark, Pos: fn.Loc().Pos(), Op: fn.Path()}
	d.Msg = fmt.Sprintf("kernel %s: %d threads", name, threads)
	if n, ok := ir.IntValue(fn.Attr(async.SharedBytesAttr)); ok {
		d.Msg += fmt.Sprintf(", %d bytes of shared memory", n)
	}
	if ws, ok := async.RolesOf(fn); ok {
		for _, role := range ws.Roles() {
			describeRole(d, ws.Op(), role)
		}
	}
	for op := range ir.Walk(fn) {
		if op.Has(ir.Terminator) || op.NumRegions() == 0 {
			place(d, op)
			continue
		}
		if strings.HasPrefix(op.Name(), "scf.for") || op.Is("scf.while") {
			describeLoop(d, op)
		}
	}
	r.Emit(d)
	return nil
}

func describeRole(d *diag.Diagnostic, op *ir.Operation, role async.Role) {
	text := fmt.Sprintf("role %s: warps %d to %d", role.Name, role.FirstWarp, role.FirstWarp+role.Warps-1)
	if role.Registers > 0 {
		text += fmt.Sprintf(", %d registers a thread", role.Registers)
	}
	note(d, op, "%s", text)
}

// place tells where a buffer or an array of barriers lies.
func place(d *diag.Diagnostic, op *ir.Operation) {
	bytes := int64(0)
	if a, ok := async.AsAlloc(op); ok {
		bytes = a.Buffer().Type().(*async.BufferType).Bytes()
	} else if b, ok := async.AsBarrierAlloc(op); ok {
		bytes = 8 * int64(b.Barrier().Type().(*async.BarrierType).Count)
	}
	off, ok := ir.IntValue(op.Prop("offset"))
	if bytes == 0 || !ok {
		return
	}
	note(d, op, "shared memory %d to %d: %s", off, off+bytes-1, op.Result(0).Type())
}

// work is what a trip of a loop does itself, without the loops inside it.
type work struct {
	expected                        int64
	copies, products, stores, waits int
}

func (w *work) count(op *ir.Operation) {
	switch {
	case op.Is("tasync.barrier_expect"):
		n, _ := ir.IntValue(op.Prop("bytes"))
		w.expected += n
	case op.Is("tasync.async_load"), op.Is("tasync.copy"):
		w.copies++
	case op.Is("tasync.async_store"):
		w.stores++
	case op.Is("tasync.mma"):
		w.products++
	case op.Is("tasync.barrier_wait"), op.Is("tasync.pipeline_wait"), op.Is("tasync.pipeline_acquire"):
		w.waits++
	}
}

// inside walks the body of a loop, but not into loops of it.
func (w *work) inside(op *ir.Operation) {
	for _, r := range op.Regions() {
		for b := range r.Blocks() {
			for o := range b.Ops() {
				w.count(o)
				if !strings.HasPrefix(o.Name(), "scf.for") && !o.Is("scf.while") {
					w.inside(o)
				}
			}
		}
	}
}

func describeLoop(d *diag.Diagnostic, loop *ir.Operation) {
	var w work
	w.inside(loop)
	var parts []string
	if w.expected > 0 {
		parts = append(parts, fmt.Sprintf("%d bytes expected", w.expected))
	}
	for _, p := range []struct {
		n    int
		what string
	}{{w.copies, "copies"}, {w.products, "products"}, {w.stores, "stores by copy"}, {w.waits, "waits"}} {
		if p.n > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", p.n, p.what))
		}
	}
	if parts == nil {
		return
	}
	where := "loop"
	if role, ok := async.RoleOf(loop); ok {
		where = "loop of role " + role.Name
	}
	note(d, loop, "%s, each trip: %s", where, strings.Join(parts, ", "))
}

func note(d *diag.Diagnostic, op *ir.Operation, format string, args ...any) {
	d.Notes = append(d.Notes, diag.Diagnostic{Severity: diag.Note, Pos: op.Loc().Pos(), Msg: fmt.Sprintf(format, args...)})
}
