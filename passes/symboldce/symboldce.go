package symboldce

import (
	"github.com/tile-opt/tile-opt/ir"
	"github.com/tile-opt/tile-opt/ir/analysis"
	"github.com/tile-opt/tile-opt/passes"
)

const doc = `Erases symbols that cannot be referred to from outside and that nothing live
refers to, in the symbol table that the pass runs on and in those inside it.
Symbols that refer only to each other go together.

` + "```mlir" + `
func.func private @dead() { return }
func.func private @used() { return }     func.func private @used() { return }
func.func @main() {                ==>   func.func @main() {
  call @used() : () -> ()                  call @used() : () -> ()
  return                                   return
}                                        }
` + "```" + `

A public symbol is never erased; a nested one only where its table is hidden
itself. Operations that are not registered are kept with everything they
mention.
`

// Pass is the pass symbol-dce.
var Pass = &passes.Pass{
	Name:       "symbol-dce",
	Class:      "SymbolDCE",
	Summary:    "eliminate dead symbols",
	Doc:        doc,
	Statistics: []passes.Statistic{{Name: "num-dce'd", Desc: "symbols erased"}},
	Run:        run,
}

func run(r *passes.Run, op *ir.Operation) error {
	if !op.Has(ir.SymbolTable) {
		return op.OpError("was scheduled to run under symbol-dce, but does not define a symbol table")
	}
	l := &liveness{tables: analysis.NewSymbolTables(), live: make(map[*ir.Operation]bool)}
	hidden := op.Parent() == nil || !op.Has(ir.Symbol) || visibility(op) == "private"
	l.table(op, hidden)
	l.run()
	n := 0
	for t := range ir.Walk(op) {
		if t.Has(ir.SymbolTable) {
			n += l.sweep(t)
		}
	}
	r.Count("num-dce'd", n)
	if n == 0 {
		r.Unchanged()
	}
	return nil
}

// visibility returns "public", "private" or "nested".
func visibility(op *ir.Operation) string {
	if v, ok := ir.StringValue(op.AnyAttr("sym_visibility")); ok {
		return v
	}
	return "public"
}

// liveness finds the operations that are needed. Of a live operation
// everything inside is live, nested symbol tables apart, whose symbols are
// judged one by one.
type liveness struct {
	tables *analysis.SymbolTables
	live   map[*ir.Operation]bool
	work   []item
}

// item is a live operation and whether the tables around it are hidden from
// outside.
type item struct {
	op     *ir.Operation
	hidden bool
}

// table marks what is live in a symbol table for itself.
func (l *liveness) table(table *ir.Operation, hidden bool) {
	for _, r := range table.Regions() {
		for b := range r.Blocks() {
			for op := range b.Ops() {
				if !discardable(op, hidden) {
					l.mark(op, hidden)
				}
			}
		}
	}
}

func discardable(op *ir.Operation, hidden bool) bool {
	if !op.Has(ir.Symbol) {
		return false
	}
	if _, named := ir.SymbolName(op); !named {
		return false
	}
	v := visibility(op)
	return v == "private" || v == "nested" && hidden
}

func (l *liveness) mark(op *ir.Operation, hidden bool) {
	if !l.live[op] {
		l.live[op] = true
		l.work = append(l.work, item{op, hidden})
	}
}

func (l *liveness) run() {
	for len(l.work) > 0 {
		it := l.work[len(l.work)-1]
		l.work = l.work[:len(l.work)-1]
		l.uses(it.op, it.hidden)
	}
}

// uses marks what op and the operations inside it refer to.
func (l *liveness) uses(op *ir.Operation, hidden bool) {
	l.references(op, hidden)
	if op.Has(ir.SymbolTable) {
		l.table(op, hidden || !op.Has(ir.Symbol) || visibility(op) == "private")
		return
	}
	for _, r := range op.Regions() {
		for b := range r.Blocks() {
			for inner := range b.Ops() {
				l.uses(inner, hidden)
			}
		}
	}
}

func (l *liveness) references(op *ir.Operation, hidden bool) {
	from := ir.NearestSymbolTable(op)
	see := func(ref *ir.SymbolRefAttr) {
		if from == nil {
			return
		}
		for _, s := range l.tables.Resolve(from, ref) {
			l.mark(s, hidden)
		}
	}
	analysis.EachSymbolUse(op, see)
}

// sweep erases the dead symbols directly inside a table.
func (l *liveness) sweep(table *ir.Operation) int {
	n := 0
	for _, r := range table.Regions() {
		for b := range r.Blocks() {
			for op := range b.Ops() {
				if op.Has(ir.Symbol) && !l.live[op] && !op.HasUses() {
					if _, named := ir.SymbolName(op); named {
						op.Erase()
						n++
					}
				}
			}
		}
	}
	return n
}
