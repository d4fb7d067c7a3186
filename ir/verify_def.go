package ir

import (
	"fmt"
	"strings"

	"github.com/tile-opt/tile-opt/ir/diag"
)

// verifyDefinition checks op against its OpDef: counts, properties, types,
// regions and traits.
func verifyDefinition(op *Operation) error {
	def := op.info.Def
	if def == nil {
		return nil
	}
	checks := [...]func(*Operation, *OpDef) error{
		verifyCounts, verifyProps, verifyTypes, verifySame, verifyRegionSlots, verifyTraits,
	}
	for _, c := range checks {
		if err := c(op, def); err != nil {
			return err
		}
	}
	return nil
}

func verifyProps(op *Operation, def *OpDef) error {
	for i, p := range def.Props {
		a := op.props[i]
		if a == nil {
			if p.Optional || p.Default != nil {
				continue
			}
			return op.OpError("requires attribute '%s'", p.Name)
		}
		if p.C != nil && p.C.Attr != nil {
			if !p.C.Attr(a) {
				return op.OpError("attribute '%s' failed to satisfy constraint: %s", p.Name, p.C.Desc)
			}
		} else if p.Enum != nil {
			if _, ok := p.Enum.Of(a); !ok {
				return op.OpError("attribute '%s' failed to satisfy constraint: %s", p.Name, p.Enum.Name)
			}
		}
	}
	return nil
}

func verifyCounts(op *Operation, def *OpDef) error {
	if err := verifyCount(op, def.In, len(op.operands), "operand", "operandSegmentSizes", op.info.seg); err != nil {
		return err
	}
	if err := verifyCount(op, def.Out, len(op.results), "result", "resultSegmentSizes", op.info.rseg); err != nil {
		return err
	}
	return verifyCountOf(op, succArity(def), op.NumSuccessors(), "successor")
}

type arity struct {
	min  int
	open bool
}

func succArity(def *OpDef) arity {
	a := arity{}
	for _, s := range def.Succs {
		if s.Variadic {
			a.open = true
		} else {
			a.min++
		}
	}
	return a
}

func verifyCountOf(op *Operation, a arity, n int, what string) error {
	switch {
	case a.open && n >= a.min, n == a.min:
		return nil
	case a.open:
		return op.OpError("expected %d or more %ss, but found %d", a.min, what, n)
	case a.min == 0:
		return op.OpError("requires zero %ss", what)
	case a.min == 1:
		return op.OpError("requires a single %s", what)
	}
	return op.OpError("expected %d %ss, but found %d", a.min, what, n)
}

func verifyCount(op *Operation, slots []Slot, n int, what, segName string, seg int) error {
	if seg >= 0 {
		return verifySegments(op, slots, n, what, segName, seg)
	}
	a := arity{}
	opt := 0
	for _, s := range slots {
		switch s.Arity {
		case One:
			a.min++
		case Optional:
			opt++
		case Variadic:
			a.open = true
		}
	}
	if !a.open && opt > 0 && n >= a.min && n <= a.min+opt {
		return nil
	}
	return verifyCountOf(op, a, n, what)
}

func verifySegments(op *Operation, slots []Slot, n int, what, segName string, seg int) error {
	sizes, ok := op.props[seg].(*DenseArrayAttr)
	if !ok || !IsInt(sizes.Elem, 32) {
		return op.OpError("requires attribute '%s' of type array<i32>", segName)
	}
	if sizes.N != len(slots) {
		return op.OpError("'%s' attribute for specifying %s segments must have %d elements, but got %d", segName, what, len(slots), sizes.N)
	}
	sum := int64(0)
	for i := range sizes.N {
		s := sizes.IntAt(i)
		if s < 0 {
			return op.OpError("'%s' attribute cannot have negative elements", segName)
		}
		if slots[i].Arity == One && s != 1 || slots[i].Arity == Optional && s > 1 {
			return op.OpError("%s group '%s' has %d elements in '%s'", what, slots[i].Name, s, segName)
		}
		sum += s
	}
	if sum != int64(n) {
		return op.OpError("%s count (%d) does not match with the total size (%d) specified in attribute '%s'", what, n, sum, segName)
	}
	return nil
}

func verifyTypes(op *Operation, def *OpDef) error {
	for i, s := range def.In {
		if s.C == nil || s.C.Type == nil {
			continue
		}
		lo, hi := op.OperandRange(i)
		for ; lo < hi; lo++ {
			if t := op.operands[lo].val.typ; !s.C.Type(t) {
				return op.OpError("operand #%d must be %s%s, but got '%s'", lo, plural(s), s.C.Desc, t)
			}
		}
	}
	for i, s := range def.Out {
		if s.C == nil || s.C.Type == nil {
			continue
		}
		lo, hi := op.ResultRange(i)
		for ; lo < hi; lo++ {
			if t := op.results[lo].typ; !s.C.Type(t) {
				return op.OpError("result #%d must be %s%s, but got '%s'", lo, plural(s), s.C.Desc, t)
			}
		}
	}
	return nil
}

func plural(s Slot) string {
	if s.Arity == Variadic {
		return "variadic of "
	}
	return ""
}

// slotType returns the type of the first value of the named slot, nil when
// the slot is empty.
func slotType(op *Operation, def *OpDef, name string) Type {
	for i, s := range def.In {
		if s.Name == name {
			if lo, hi := op.OperandRange(i); lo < hi {
				return op.operands[lo].val.typ
			}
		}
	}
	for i, s := range def.Out {
		if s.Name == name {
			if lo, hi := op.ResultRange(i); lo < hi {
				return op.results[lo].typ
			}
		}
	}
	return nil
}

func verifySame(op *Operation, def *OpDef) error {
	for _, g := range def.Same {
		var t Type
		for _, name := range g {
			u := slotType(op, def, name)
			if u == nil {
				continue
			}
			if t != nil && u != t {
				return op.OpError("failed to verify that all of {%s} have same type", strings.Join(g, ", "))
			}
			t = u
		}
	}
	return nil
}

func verifyRegionSlots(op *Operation, def *OpDef) error {
	a := arity{}
	for _, r := range def.Regions {
		if r.Variadic {
			a.open = true
		} else {
			a.min++
		}
	}
	if n := op.NumRegions(); n != a.min && !(a.open && n >= a.min) {
		return verifyCountOf(op, a, n, "region")
	}
	for i, r := range op.Regions() {
		slot := def.Regions[min(i, len(def.Regions)-1)]
		if def.Traits.Has(SingleBlock) && !r.IsEmpty() && !r.HasOneBlock() {
			return op.OpError("expects region #%d to have 0 or 1 blocks", i)
		}
		if slot.Sized && !r.HasOneBlock() {
			return op.OpError("region #%d ('%s') failed to verify constraint: region with 1 blocks", i, slot.Name)
		}
		if def.Traits.Has(NoRegionArguments) && !r.IsEmpty() && r.first.NumArgs() > 0 {
			return op.OpError("region #%d should have no arguments", i)
		}
	}
	return nil
}

func verifyTraits(op *Operation, def *OpDef) error {
	t := def.Traits
	if t.Has(Terminator) && op.next != nil {
		return op.OpError("must be the last operation in the parent block")
	}
	if t.Has(SameOperandTypes) || t.Has(SameTypes) {
		for i := 1; i < len(op.operands); i++ {
			if op.operands[i].val.typ != op.operands[0].val.typ {
				if t.Has(SameTypes) {
					return op.OpError("requires the same type for all operands and results")
				}
				return op.OpError("requires all operands to have the same type")
			}
		}
	}
	if t.Has(SameTypes) && len(op.operands) > 0 {
		for i := range op.results {
			if op.results[i].typ != op.operands[0].val.typ {
				return op.OpError("requires the same type for all operands and results")
			}
		}
	}
	if t.Has(SameElementTypes) || t.Has(SameOperandElementTypes) {
		if err := verifyElementTypes(op, t.Has(SameElementTypes)); err != nil {
			return err
		}
	}
	if len(def.HasParent) > 0 {
		return verifyParent(op, def.HasParent)
	}
	return nil
}

// verifyElementTypes checks that operands, and with results these too, have one
// element type.
func verifyElementTypes(op *Operation, results bool) error {
	if len(op.operands) == 0 {
		return nil
	}
	t := ElemOrSelf(op.operands[0].val.typ)
	for i := range op.operands {
		if ElemOrSelf(op.operands[i].val.typ) != t {
			if results {
				return op.OpError("requires the same element type for all operands and results")
			}
			return op.OpError("requires the same element type for all operands")
		}
	}
	if results {
		for i := range op.results {
			if ElemOrSelf(op.results[i].typ) != t {
				return op.OpError("requires the same element type for all operands and results")
			}
		}
	}
	return nil
}

func verifyParent(op *Operation, allowed []string) error {
	p := op.Parent()
	if p == nil {
		return nil
	}
	for _, a := range allowed {
		if p.Is(a) {
			return nil
		}
	}
	if len(allowed) == 1 {
		return op.OpError("expects parent op '%s'", allowed[0])
	}
	return op.OpError("expects parent op to be one of '%s'", strings.Join(allowed, ", "))
}

func verifyImplicitTerminator(op *Operation, name string) error {
	for i, r := range op.Regions() {
		for b := range r.Blocks() {
			if b.last == nil || b.last.Is(name) {
				continue
			}
			d := op.OpError("expects regions to end with '%s', found '%s'", name, b.last.Name())
			return d.WithNote(op.loc.Pos(), "%s", fmt.Sprintf("in custom textual format, the absence of terminator implies '%s'", name)).
				WithNote(b.last.loc.Pos(), "in region #%d", i)
		}
	}
	return nil
}

// verifySymbol checks that a symbol's visibility, where it has one, is one that
// there is, and that the symbol stands in a symbol table.
func verifySymbol(op *Operation) error {
	if op.AnyAttr("sym_name") == nil {
		return nil // a module without a name
	}
	v, ok := StringValue(op.AnyAttr("sym_visibility"))
	if ok && v != "public" && v != "private" && v != "nested" {
		return op.OpError("visibility expected to be one of [\"public\", \"private\", \"nested\"], but got \"%s\"", v)
	}
	if p := op.Parent(); p != nil && p.info.Def != nil && !p.Has(SymbolTable) {
		return op.OpError("symbol's parent must have the SymbolTable trait")
	}
	return nil
}

// verifySymbolTable checks that the names in the table's region are unique.
func verifySymbolTable(op *Operation) error {
	if op.NumRegions() != 1 {
		return op.OpError("Operations with a 'SymbolTable' must have exactly one region")
	}
	r := op.RegionAt(0)
	if r.IsEmpty() {
		return nil
	}
	seen := make(map[string]*Operation)
	for s := r.first.first; s != nil; s = s.next {
		name, ok := SymbolName(s)
		if !ok {
			continue
		}
		if old := seen[name]; old != nil {
			return diag.Errorf(s.loc.Pos(), "redefinition of symbol named '%s'", name).WithNote(old.loc.Pos(), "see existing symbol definition here")
		}
		seen[name] = s
	}
	return nil
}
