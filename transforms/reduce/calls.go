package reduce

import (
	"github.com/tile-opt/tile-opt/ir"
	"github.com/tile-opt/tile-opt/ir/analysis"
)

// callsOf lists the calls of a function by its name, in its symbol table.
func callsOf(fn *ir.Operation) []*ir.Operation {
	name, ok := ir.SymbolName(fn)
	table := ir.NearestSymbolTable(fn)
	if !ok || table == nil {
		return nil
	}
	var out []*ir.Operation
	for op := range ir.Walk(table) {
		c, ok := ir.As[analysis.Call](op)
		if !ok {
			continue
		}
		if ref := c.CalleeRef(); ref != nil && ref.Root == name && len(ref.Nested) == 0 {
			out = append(out, op)
		}
	}
	return out
}

// shrinkCall takes away arguments and results of a call. Other values take the place
// of results that are used; where there are none, or the call cannot be changed, the
// candidate becomes invalid.
func shrinkCall(call *ir.Operation, args, results []bool) {
	c, _ := ir.As[analysis.Call](call)
	if _, ok := ir.As[analysis.Signature](call); !ok || call.NumResults() != len(results) {
		return
	}
	lo, hi := c.ArgOperands()
	if hi-lo != len(args) {
		return
	}
	var operands []*ir.Value
	for i, v := range call.Operands() {
		if i < lo || i >= hi || !args[i-lo] {
			operands = append(operands, v)
		}
	}
	types := []ir.Type{} // not nil, which stands for inferred ones
	for i, gone := range results {
		v := call.Result(i)
		if !gone {
			types = append(types, v.Type())
			continue
		}
		if v.HasUses() {
			w := valueFor(call, v.Type())
			if w == nil {
				return
			}
			v.ReplaceAllUsesWith(w)
		}
	}
	st := ir.OpState{Loc: call.Loc(), Info: call.Info(), Operands: operands, Types: types, Attrs: call.Attrs()}
	for i := range call.NumProps() {
		st.Props = append(st.Props, call.PropAt(i))
	}
	less := ir.NewBuilder(call.Context()).Before(call).Create(st)
	s, _ := ir.As[analysis.Signature](less)
	s.EraseSignature(args, results)
	k := 0
	for i, gone := range results {
		if !gone {
			call.Result(i).ReplaceAllUsesWith(less.Result(k))
			k++
		}
	}
	drop([]*ir.Operation{call})
}
