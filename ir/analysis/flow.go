package analysis

import "github.com/tile-opt/tile-opt/ir"

// ConstantBranch is the view hook of branches that choose a successor by
// their operands (MLIR's getSuccessorForOperands).
type ConstantBranch interface {
	// SuccessorFor returns the number of the successor taken when the operands
	// are these constants (nil where unknown), -1 when that does not tell.
	SuccessorFor(consts []ir.Attr) int
}

// RegionEdge is one way that control may go into a region or out of the
// operation that owns it, with the values handed over on it.
type RegionEdge struct {
	// To is the region entered, nil when control leaves the operation.
	To *ir.Region
	// Lo and Hi are the bounds [Lo, Hi) of the operands, of the operation or
	// terminator that control comes from, that are handed over.
	Lo, Hi int
	// At is the number of the argument of the region's entry block, or of the
	// result, that operand Lo becomes; the next ones follow. Arguments that no
	// operand becomes have values that the operation makes, such as a counter.
	At int
}

// RegionBranch is the view hook of operations that say how control moves
// through their regions (MLIR's RegionBranchOpInterface). Every result comes
// from operands handed over on an edge.
type RegionBranch interface {
	// RegionEdges returns where control may go from the operation itself, when
	// from is it, or from a terminator in one of its regions. The constants of
	// the operands of from rule out edges; nil stands for unknown ones.
	RegionEdges(from *ir.Operation, consts []ir.Attr) []RegionEdge
}

// RegionArgKeeper is the view hook of a RegionBranch some of whose handed
// over values cannot be taken away even when nothing needs them.
type RegionArgKeeper interface {
	// KeepsRegionArgs reports that arguments, results and what is handed to
	// them stay as many as they are.
	KeepsRegionArgs() bool
}

// Call is the view hook of operations that call a symbol (MLIR's
// CallOpInterface).
type Call interface {
	// CalleeRef returns the symbol called, nil when a value is called.
	CalleeRef() *ir.SymbolRefAttr
	// ArgOperands returns the bounds [lo, hi) of the operands that become the
	// arguments of the callee.
	ArgOperands() (lo, hi int)
}

// Callable is the view hook of symbols that Call calls (MLIR's
// CallableOpInterface).
type Callable interface {
	// CallableRegion returns the body, nil for a declaration.
	CallableRegion() *ir.Region
}

// Signature is the view hook of a Callable or a Call whose arguments and
// results can be taken away.
type Signature interface {
	// EraseSignature takes away the arguments and results that are marked,
	// from types and attributes; the caller sees to block arguments, operands
	// and results. It reports false, having changed nothing, when it cannot.
	EraseSignature(args, results []bool) bool
}

// InlinableCallable is the view hook of a Callable whose body may replace
// calls of it.
type InlinableCallable interface {
	Callable
	// IsInlinable reports whether the body may be copied to the place of call,
	// which names the callable.
	IsInlinable(call *ir.Operation) bool
	// InlineReturn returns the values that a terminator of the body hands to
	// the caller; ok is false when the terminator does not end the call.
	InlineReturn(term *ir.Operation) (values []*ir.Value, ok bool)
	// InlineBranch ends a block by a branch to dest with these arguments, in
	// place of a terminator that ended the call.
	InlineBranch(b *ir.Builder, dest *ir.Block, args []*ir.Value)
}

// EnclosingCallable returns the nearest Callable around op, nil when there is
// none.
func EnclosingCallable(op *ir.Operation) *ir.Operation {
	for p := op.Parent(); p != nil; p = p.Parent() {
		if _, ok := ir.As[Callable](p); ok {
			return p
		}
	}
	return nil
}

// CalleeOf returns the callable operation that call names, nil when it is
// not a Call, the symbol is not found or is not Callable.
func (s *SymbolTables) CalleeOf(call *ir.Operation) *ir.Operation {
	c, ok := ir.As[Call](call)
	if !ok {
		return nil
	}
	ref := c.CalleeRef()
	if ref == nil {
		return nil
	}
	from := ir.NearestSymbolTable(call)
	if from == nil {
		return nil
	}
	path := s.Resolve(from, ref)
	if path == nil {
		return nil
	}
	callee := path[len(path)-1]
	if _, ok := ir.As[Callable](callee); !ok {
		return nil
	}
	return callee
}

// HiddenCallables returns the callables under root all of whose uses are
// known calls: symbols that cannot be named from outside root, and that
// nothing but a Call names, as its callee.
func HiddenCallables(root *ir.Operation, tables *SymbolTables) map[*ir.Operation]bool {
	hidden := make(map[*ir.Operation]bool)
	if !root.Has(ir.SymbolTable) {
		return hidden
	}
	hiddenIn(root, root.Parent() == nil, hidden)
	for op := range ir.Walk(root) {
		if op == root {
			continue
		}
		callee := tables.CalleeOf(op)
		skip := callee != nil
		from := ir.NearestSymbolTable(op)
		EachSymbolUse(op, func(ref *ir.SymbolRefAttr) {
			if from == nil {
				return
			}
			path := tables.Resolve(from, ref)
			if path == nil {
				return
			}
			named := path[len(path)-1]
			if named == callee && skip {
				skip = false // the first mention is the callee itself
				return
			}
			delete(hidden, named)
		})
	}
	return hidden
}

// hiddenIn adds the callables of a table that cannot be named from outside.
// visible says that every use of the table's nested symbols is under the root.
func hiddenIn(table *ir.Operation, visible bool, hidden map[*ir.Operation]bool) {
	for _, r := range table.Regions() {
		for b := range r.Blocks() {
			for op := range b.Ops() {
				if op.Has(ir.SymbolTable) {
					hiddenIn(op, visible, hidden)
				}
				if _, ok := ir.As[Callable](op); !ok || !op.Has(ir.Symbol) {
					continue
				}
				v, _ := ir.StringValue(op.AnyAttr("sym_visibility"))
				if v == "private" || v == "nested" && visible {
					hidden[op] = true
				}
			}
		}
	}
}
