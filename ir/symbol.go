package ir

// SymbolName returns the name of a symbol operation (sym_name), and whether
// it is one.
func SymbolName(op *Operation) (string, bool) {
	if op.info.Def != nil && !op.info.Def.Traits.Has(Symbol) {
		return "", false
	}
	return StringValue(op.AnyAttr("sym_name"))
}

// IsPrivate reports whether a symbol can be referenced only inside its table.
func IsPrivate(op *Operation) bool {
	v, _ := StringValue(op.AnyAttr("sym_visibility"))
	return v == "private" || v == "nested"
}

// LookupSymbol returns the operation named name in the symbol table op, or
// nil. It scans the table.
func LookupSymbol(table *Operation, name string) *Operation {
	for _, r := range table.Regions() {
		if r.first == nil {
			continue
		}
		for s := r.first.first; s != nil; s = s.next {
			if n, ok := SymbolName(s); ok && n == name {
				return s
			}
		}
	}
	return nil
}

// NearestSymbolTable returns the closest ancestor of op (not op itself) that
// is a symbol table, or nil.
func NearestSymbolTable(op *Operation) *Operation {
	for p := op.Parent(); p != nil; p = p.Parent() {
		if p.Has(SymbolTable) {
			return p
		}
	}
	return nil
}

// ResolveSymbol finds what ref names as seen from op: its root is looked up
// in the enclosing symbol tables, innermost first, the rest inside. It
// returns nil when nothing is found.
func ResolveSymbol(op *Operation, ref *SymbolRefAttr) *Operation {
	for t := NearestSymbolTable(op); t != nil; t = NearestSymbolTable(t) {
		s := LookupSymbol(t, ref.Root)
		for _, n := range ref.Nested {
			if s == nil {
				break
			}
			s = LookupSymbol(s, n)
		}
		if s != nil {
			return s
		}
	}
	return nil
}
