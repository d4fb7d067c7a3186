package irdl

import (
	"strings"

	"github.com/tile-opt/tile-opt/ir"
	"github.com/tile-opt/tile-opt/ir/diag"
)

// Verify checks the name and that no part is defined twice.
func (o definition) Verify() error {
	op := o.Op()
	name, _ := ir.SymbolName(op)
	if op.Is("irdl.dialect") {
		if !ir.IsBareID(name) || strings.Contains(name, ".") {
			return op.OpError("invalid dialect name")
		}
		return nil
	}
	if err := verifyName(op, name, kindOf(op)); err != nil {
		return err
	}
	seen := make(map[string]bool)
	for part := range op.RegionAt(0).Entry().Ops() {
		switch part.Name() {
		case "irdl.parameters", "irdl.operands", "irdl.results", "irdl.attributes", "irdl.regions":
			if seen[part.Name()] {
				return diag.Errorf(op.Loc().Pos(), "failed to verify AtMostOneChildOf trait: the operation contains at least two operations of type %s", part.Name())
			}
			seen[part.Name()] = true
		}
	}
	return nil
}

// verifyName checks that a name can stand behind the dialect's.
func verifyName(op *ir.Operation, name, what string) error {
	for i := range len(name) {
		c := name[i]
		switch {
		case c >= 'A' && c <= 'Z':
			return diag.Errorf(op.Loc().Pos(), "name of %s should not contain uppercase letters", what)
		case i == 0 && (c < 'a' || c > 'z') && c != '_':
			return diag.Errorf(op.Loc().Pos(), "name of %s should start with a letter or '_', found '%s'", what, name)
		case (c < 'a' || c > 'z') && (c < '0' || c > '9') && c != '_' && c != '.' && c != '-':
			return diag.Errorf(op.Loc().Pos(), "name of %s must contain only lowercase letters, digits, '_', '.' and '-', found '%s'", what, name)
		}
	}
	return nil
}

// Verify checks the names against the constraints.
func (o list) Verify() error {
	op := o.Op()
	if kinds, ok := op.Prop("variadicity").(*variadicityArray); ok && len(kinds.values) != op.NumOperands() {
		return op.OpError("the number of %ss and their variadicities must be the same, but got %d and %d respectively", kindOf(op), op.NumOperands(), len(kinds.values))
	}
	return verifyNames(op, namesOf(op, "names"), kindOf(op))
}

// Verify checks the names against the constraints.
func (o attributes) Verify() error {
	return verifyNames(o.Op(), namesOf(o.Op(), "attributeValueNames"), "attribute")
}

func verifyNames(op *ir.Operation, names []string, what string) error {
	if len(names) != op.NumOperands() {
		return op.OpError("the number of %ss and their names must be the same, but got %d and %d respectively", what, op.NumOperands(), len(names))
	}
	first := make(map[string]int)
	for i, n := range names {
		if n == "" {
			return op.OpError("name of %s #%d is empty", what, i)
		}
		if k, dup := first[n]; dup {
			return op.OpError("name of %s #%d is a duplicate of the name of %s #%d", what, i, what, k)
		}
		first[n] = i
	}
	return nil
}

// Verify checks the number of blocks.
func (o regionOp) Verify() error {
	if n, ok := ir.IntValue(o.Op().Prop("numberOfBlocks")); ok && n < 1 {
		return o.OpError("the number of blocks is expected to be >= 1 but got %d", n)
	}
	return nil
}

// Verify checks that there is one base, of a known kind.
func (o base) Verify() error {
	ref, name := o.Op().Prop("base_ref"), o.Op().Prop("base_name")
	if (ref != nil) == (name != nil) {
		return o.OpError("the base type or attribute should be specified by either a name or a reference")
	}
	s, ok := ir.StringValue(name)
	if !ok {
		return nil
	}
	if s == "" || s[0] != '!' && s[0] != '#' {
		return o.OpError("the base type or attribute name should start with '!' or '#'")
	}
	if strings.HasPrefix(s[1:], "builtin.") && !builtinBases[s] {
		kind := map[byte]string{'!': "type", '#': "attribute"}[s[0]]
		return diag.Errorf(o.Op().Loc().Pos(), "no registered %s with name %s", kind, s)
	}
	return nil
}

// VerifySymbolUses checks that the base is defined.
func (o base) VerifySymbolUses(lookup func(*ir.SymbolRefAttr) *ir.Operation) error {
	return verifyBase(o.Op(), "base_ref", lookup)
}

// VerifySymbolUses checks that the base is defined.
func (o parametric) VerifySymbolUses(lookup func(*ir.SymbolRefAttr) *ir.Operation) error {
	return verifyBase(o.Op(), "base_type", lookup)
}

func verifyBase(op *ir.Operation, prop string, lookup func(*ir.SymbolRefAttr) *ir.Operation) error {
	ref, ok := op.Prop(prop).(*ir.SymbolRefAttr)
	if !ok {
		return nil
	}
	// MLIR looks in the dialect's own table first and then further out.
	def := lookup(ref)
	if def == nil {
		return op.OpError("symbol '%s' not found", ref)
	}
	if !def.Is("irdl.type") && !def.Is("irdl.attribute") {
		return op.OpError("symbol '%s' does not refer to a type or attribute definition (refers to '%s')", ref, def.Name())
	}
	return nil
}

// Verify checks that there is something to choose from.
func (o choice) Verify() error {
	if o.Op().NumOperands() == 0 {
		return o.OpError("expected 1 or more operands, but found 0")
	}
	return nil
}
