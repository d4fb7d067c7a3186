package analysis

import "github.com/tile-opt/tile-opt/ir"

// EachSymbolRef calls f for every symbol reference inside an attribute, types
// included as far as builtin types hold attributes.
func EachSymbolRef(a ir.Attr, f func(*ir.SymbolRefAttr)) {
	switch a := a.(type) {
	case *ir.SymbolRefAttr:
		f(a)
	case *ir.ArrayAttr:
		for _, e := range a.Elems {
			EachSymbolRef(e, f)
		}
	case *ir.DictAttr:
		for _, e := range a.Entries {
			EachSymbolRef(e.Attr, f)
		}
	case *ir.TypeAttr, nil:
	case SymbolHolder:
		for _, e := range a.HeldSymbols() {
			f(e)
		}
	}
}

// SymbolHolder is implemented by dialect attributes that hold symbol
// references of their own.
type SymbolHolder interface {
	HeldSymbols() []*ir.SymbolRefAttr
}

// EachSymbolUse calls f for every symbol reference among the properties and
// discardable attributes of op itself.
func EachSymbolUse(op *ir.Operation, f func(*ir.SymbolRefAttr)) {
	for i := range op.NumProps() {
		EachSymbolRef(op.PropAt(i), f)
	}
	for _, a := range op.Attrs() {
		EachSymbolRef(a.Attr, f)
	}
}

// SymbolTable is an index of the symbols of one table operation. It is valid
// while no symbol is added, removed or renamed.
type SymbolTable struct {
	op    *ir.Operation
	names map[string]*ir.Operation
}

// NewSymbolTable indexes the symbols directly inside op.
func NewSymbolTable(op *ir.Operation) *SymbolTable {
	t := &SymbolTable{op: op, names: make(map[string]*ir.Operation)}
	for _, r := range op.Regions() {
		for b := range r.Blocks() {
			for s := range b.Ops() {
				if name, ok := ir.SymbolName(s); ok && t.names[name] == nil {
					t.names[name] = s
				}
			}
		}
	}
	return t
}

// Op returns the table operation.
func (t *SymbolTable) Op() *ir.Operation { return t.op }

// Lookup returns the symbol of that name, or nil.
func (t *SymbolTable) Lookup(name string) *ir.Operation { return t.names[name] }

// SymbolTables caches the index of every table that is asked for.
type SymbolTables struct {
	tables map[*ir.Operation]*SymbolTable
}

// NewSymbolTables returns an empty cache.
func NewSymbolTables() *SymbolTables {
	return &SymbolTables{tables: make(map[*ir.Operation]*SymbolTable)}
}

// Table returns the index of the table operation op.
func (s *SymbolTables) Table(op *ir.Operation) *SymbolTable {
	t := s.tables[op]
	if t == nil {
		t = NewSymbolTable(op)
		s.tables[op] = t
	}
	return t
}

// Resolve finds what ref names as seen from inside the table operation from
// or any table around it, with every operation that the path goes through;
// the last one is the symbol itself. It returns nil when nothing is found.
func (s *SymbolTables) Resolve(from *ir.Operation, ref *ir.SymbolRefAttr) []*ir.Operation {
	for t := from; t != nil; t = ir.NearestSymbolTable(t) {
		sym := s.Table(t).Lookup(ref.Root)
		if sym == nil {
			continue
		}
		path := []*ir.Operation{sym}
		for _, n := range ref.Nested {
			sym = s.Table(sym).Lookup(n)
			if sym == nil {
				return nil
			}
			path = append(path, sym)
		}
		return path
	}
	return nil
}
