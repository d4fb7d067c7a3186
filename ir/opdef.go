package ir

import (
	"fmt"

	"github.com/tile-opt/tile-opt/ir/diag"
)

// Trait is a set of facts about every operation of one kind.
type Trait uint64

// The traits, with MLIR's names.
const (
	// Terminator ends a block.
	Terminator Trait = 1 << iota
	// Pure operations have no effect and may be executed speculatively.
	Pure
	// NoMemoryEffect operations have no effect but may have undefined
	// behaviour, so they may be removed or merged, not hoisted.
	NoMemoryEffect
	// Commutative operations may have their operands swapped.
	Commutative
	// IsolatedFromAbove regions refer to no value defined outside.
	IsolatedFromAbove
	// SymbolTable operations hold symbols in their one region.
	SymbolTable
	// Symbol operations carry sym_name.
	Symbol
	// SingleBlock regions have at most one block.
	SingleBlock
	// NoTerminator regions need no terminator.
	NoTerminator
	// GraphRegion regions have no dominance order.
	GraphRegion
	// NoRegionArguments regions have entry blocks without arguments.
	NoRegionArguments
	// ConstantLike operations fold to their value property.
	ConstantLike
	// ReturnLike terminators hand their operands to the parent.
	ReturnLike
	// RecursiveEffects operations have the effects of what they hold.
	RecursiveEffects
	// SameTypes: all operands and results have one type.
	SameTypes
	// SameOperandTypes: all operands have one type.
	SameOperandTypes
	// Elementwise operations map over shaped operands of one shape.
	Elementwise
	// SegmentedOperands operations have the property operandSegmentSizes.
	SegmentedOperands
	// SegmentedResults operations have the property resultSegmentSizes.
	SegmentedResults
	// Convergent operations synchronise threads: they may not become
	// control-dependent on anything more, nor be duplicated or merged.
	Convergent
	// AffineScope regions start a new scope for affine symbols.
	AffineScope
	// AutoAllocScope regions free stack allocations at their end.
	AutoAllocScope
	// Idempotent: f(f(x)) = f(x).
	Idempotent
	// Involution: f(f(x)) = x.
	Involution
	// Speculatable operations may be executed where they were not, though
	// they may have effects inside their regions (RecursiveEffects).
	Speculatable
	// SameOperandElementTypes: all operands have one element type.
	SameOperandElementTypes
	// SameElementTypes: all operands and results have one element type.
	SameElementTypes
)

// traitNames are the names of the traits, by bit.
var traitNames = [...]string{
	"Terminator", "Pure", "NoMemoryEffect", "Commutative", "IsolatedFromAbove", "SymbolTable", "Symbol", "SingleBlock",
	"NoTerminator", "GraphRegion", "NoRegionArguments", "ConstantLike", "ReturnLike", "RecursiveEffects", "SameTypes",
	"SameOperandTypes", "Elementwise", "SegmentedOperands", "SegmentedResults", "Convergent", "AffineScope",
	"AutoAllocScope", "Idempotent", "Involution", "Speculatable", "SameOperandElementTypes", "SameElementTypes",
}

// Names returns the names of the traits in t, in the order of their definition.
func (t Trait) Names() []string {
	var out []string
	for i := 0; t>>i != 0; i++ {
		if t>>i&1 != 0 {
			out = append(out, traitNames[i])
		}
	}
	return out
}

// Has reports whether every trait of u is in t.
func (t Trait) Has(u Trait) bool { return t&u == u }

// Constraint restricts a type or an attribute, with the words a diagnostic
// uses for it ("32-bit signless integer").
type Constraint struct {
	Desc string
	Type func(Type) bool
	Attr func(Attr) bool
	// Build makes the one type that satisfies the constraint, nil when there
	// are several: custom text leaves such types out.
	Build func(*Context) Type
	// Strip is "dialect.mnemonic" when custom text leaves out that prefix of
	// a dialect type, as MLIR does where the type's kind is fixed.
	Strip string
}

// Arity says how many values a slot takes.
type Arity uint8

// The arities.
const (
	One Arity = iota
	Optional
	Variadic
)

// Slot describes an operand or result group.
type Slot struct {
	Name  string
	C     *Constraint
	Arity Arity
	Doc   string
}

// PropSlot describes an inherent attribute.
type PropSlot struct {
	Name     string
	C        *Constraint
	Optional bool
	// Default makes the value a missing property takes. With Optional set too
	// the property stays missing (MLIR's DefaultValuedOptionalAttr), and
	// custom text leaves the default out.
	Default func(*Context) Attr
	// Enum says that the values are keywords; custom text spells them so.
	Enum *Enum
	// Type is the type custom text leaves out: `$value` of an integer
	// property of type i32 prints 4, not 4 : i32. Nil writes the type.
	Type func(*Context) Type
	// Strip is "dialect.mnemonic" when custom text leaves out that prefix of
	// a dialect attribute, as MLIR does where the attribute's kind is fixed.
	Strip string
	// Native: no attribute in MLIR, so only <{...}> names it. The same name
	// among the other attributes is one of these.
	Native bool
	Doc    string
}

// RegionSlot describes a region; a variadic slot stands last.
type RegionSlot struct {
	Name     string
	Variadic bool
	// Sized: exactly one block.
	Sized bool
	Doc   string
}

// SuccSlot describes a successor; a variadic slot stands last.
type SuccSlot struct {
	Name     string
	Variadic bool
}

// OpDef is the definition of an operation: pure data that drives parser,
// printer, verifier, documentation and random generation. Hooks (Verify,
// Fold, Print, ...) are methods of the view type bound to it.
type OpDef struct {
	Name    string
	Summary string
	Doc     string
	// Example is IR text in which the operation stands; a test parses,
	// verifies and round-trips it.
	Example string
	Since   string
	Traits  Trait
	In      []Slot
	Out     []Slot
	Props   []PropSlot
	Regions []RegionSlot
	Succs   []SuccSlot
	// HasParent lists the operations that may hold this one directly.
	HasParent []string
	// ImplicitTerminator names the terminator that custom text leaves out.
	ImplicitTerminator string
	// Same lists groups of operand and result slots with one type; ops with
	// all result types in a group with an operand infer them.
	Same [][]string
	// Format is the declarative assembly format (see ir/asm); empty when the
	// view has Print and Parse or only the generic form exists.
	Format string
}

// View is the typed face of an operation: a dialect declares
// `type AddI struct{ ir.View }` and gives it accessors and hooks. It forwards
// only the methods that hooks use all the time: every method promoted from
// here is compiled again for every view type.
type View struct{ op *Operation }

// ViewOf returns the view of op that view types are made of.
func ViewOf(op *Operation) View { return View{op} }

// Op returns the operation behind the view.
func (v View) Op() *Operation { return v.op }

// Operand returns operand i.
func (v View) Operand(i int) *Value { return v.op.operands[i].val }

// Result returns result i.
func (v View) Result(i int) *Value { return &v.op.results[i] }

// OpError returns an error diagnostic at the operation.
func (v View) OpError(format string, args ...any) *diag.Diagnostic {
	return v.op.OpError(format, args...)
}

// Context returns the owning context.
func (v View) Context() *Context { return v.op.Context() }

// viewType is what a view type must be.
type viewType interface{ ~struct{ View } }

// OpBinding pairs a definition with the view type that has its hooks.
type OpBinding struct {
	Def  *OpDef
	view func(*Operation) any
}

// Bind pairs def with the view type T.
func Bind[T viewType](def *OpDef) OpBinding {
	return OpBinding{Def: def, view: func(op *Operation) any { return T(struct{ View }{View{op}}) }}
}

// BindPlain is for a definition without a view type.
func BindPlain(def *OpDef) OpBinding {
	return OpBinding{Def: def, view: func(op *Operation) any { return View{op} }}
}

// verifiedView is the view of a definition made at run time.
type verifiedView struct {
	View
	verify func(*Operation) error
}

// Verify calls the function that the definition was bound with.
func (v verifiedView) Verify() error { return v.verify(v.op) }

// BindVerifier is for a definition that is made at run time, whose checks are a
// function and not the method of a view type.
func BindVerifier(def *OpDef, verify func(*Operation) error) OpBinding {
	return OpBinding{Def: def, view: func(op *Operation) any { return verifiedView{View{op}, verify} }}
}

// Dialect is a named set of operations, types and attributes. It is a value:
// a Context is given the dialects it shall know, nothing registers itself.
type Dialect struct {
	Name    string
	Summary string
	Doc     string
	Ops     []OpBinding
	// Types, Attrs and Discardable document what Hooks parse, print and check:
	// the dialect's types, its attributes, and the discardable attributes
	// (dialect.name) that it gives a meaning.
	Types, Attrs, Discardable []Description
	// Dependents are loaded together with the dialect.
	Dependents []*Dialect
	// Hooks has further methods that other packages look for by interface:
	// asm.TypeParser, asm.AttrParser, ConstantMaterializer, ...
	Hooks any
}

// Description documents a type or an attribute of a dialect.
type Description struct {
	// Name is the mnemonic, without prefix; of a discardable attribute the
	// whole name.
	Name    string
	Summary string
	Doc     string
	// Example is a type or attribute as text; a test reads and prints it. Of a
	// discardable attribute it is the entry as it stands in a dictionary.
	Example string
	Since   string
}

// ConstantMaterializer is a dialect hook that makes the constant operation
// for a folded value, or returns nil when it cannot.
type ConstantMaterializer interface {
	MaterializeConstant(b *Builder, value Attr, t Type, loc Loc) *Operation
}

// DiscardableAttrVerifier is a dialect hook that checks the dialect's
// discardable attributes (dialect.name) on any operation.
type DiscardableAttrVerifier interface {
	VerifyDiscardableAttr(op *Operation, attr NamedAttr) error
}

// Verifier is the view hook for the checks that the definition cannot say.
// The error is positioned at the operation unless it has a position.
type Verifier interface{ Verify() error }

// SymbolUser is the view hook of an operation that names symbols: it checks
// them once the symbol tables around it were verified. lookup finds what a
// reference names, nil when nothing does.
type SymbolUser interface {
	VerifySymbolUses(lookup func(*SymbolRefAttr) *Operation) error
}

// RegionVerifier is Verifier run after the operations inside were verified.
type RegionVerifier interface{ VerifyRegions() error }

// FoldResult is what one result folds to: an existing value or a constant.
type FoldResult struct {
	Value *Value
	Attr  Attr
}

// Folder is the view hook that folds. consts has the constant of each
// operand, nil where unknown. It returns one FoldResult a result, or nil when
// nothing folds. An operation changed in place returns FoldedInPlace.
type Folder interface {
	Fold(consts []Attr) []FoldResult
}

// FoldedInPlace is returned by Fold when it changed the operation itself.
var FoldedInPlace = []FoldResult{}

// IsFoldedInPlace reports whether r is FoldedInPlace.
func IsFoldedInPlace(r []FoldResult) bool { return r != nil && len(r) == 0 }

// TypeInferrer is the view hook that computes result types from the rest of
// the state, for operations whose definition cannot say it.
type TypeInferrer interface {
	InferTypes(c *Context, st *OpState) ([]Type, error)
}

// OpInfo is the interned description of an operation name in one context.
// Def is nil when the operation is not registered.
type OpInfo struct {
	Name    string
	Dialect *Dialect
	Def     *OpDef

	ctx   *Context
	view  func(*Operation) any
	props map[string]int
	seg   int // index of operandSegmentSizes, -1 when absent
	rseg  int
	hooks viewHooks
	// plainIn and plainOut: every slot has one value.
	plainIn, plainOut bool
}

// viewHooks says which of the hooks that every verification asks for a view has.
type viewHooks uint8

const (
	hookVerifier viewHooks = 1 << iota
	hookSymbolUser
	hookRegionVerifier
)

func hooksOf(view any) viewHooks {
	var h viewHooks
	if _, ok := view.(Verifier); ok {
		h |= hookVerifier
	}
	if _, ok := view.(SymbolUser); ok {
		h |= hookSymbolUser
	}
	if _, ok := view.(RegionVerifier); ok {
		h |= hookRegionVerifier
	}
	return h
}

func plain(slots []Slot) bool {
	for i := range slots {
		if slots[i].Arity != One {
			return false
		}
	}
	return true
}

func (i *OpInfo) resolve() {
	i.seg, i.rseg = -1, -1
	i.hooks = hooksOf(i.ZeroView())
	i.plainIn, i.plainOut = plain(i.Def.In), plain(i.Def.Out)
	i.props = make(map[string]int, len(i.Def.Props))
	for n, p := range i.Def.Props {
		if _, dup := i.props[p.Name]; dup {
			panic(fmt.Sprintf("internal: %s defines property %s twice", i.Name, p.Name))
		}
		i.props[p.Name] = n
		switch p.Name {
		case "operandSegmentSizes":
			i.seg = n
		case "resultSegmentSizes":
			i.rseg = n
		}
	}
	if i.Def.Traits.Has(SegmentedOperands) != (i.seg >= 0) {
		panic("internal: " + i.Name + ": SegmentedOperands and the property operandSegmentSizes go together")
	}
}

// Context returns the owning context.
func (i *OpInfo) Context() *Context { return i.ctx }

// Has reports whether the operation is registered and has the traits.
func (i *OpInfo) Has(t Trait) bool { return i.Def != nil && i.Def.Traits.Has(t) }

// PropIndex returns the slot of the named property, or -1.
func (i *OpInfo) PropIndex(name string) int {
	if n, ok := i.props[name]; ok {
		return n
	}
	return -1
}

func (i *OpInfo) numProps(given int) int {
	if i.Def != nil {
		return len(i.Def.Props)
	}
	return min(given, 1)
}

// ZeroView returns the view over no operation, for hooks that need none
// (such as Parse and InferTypes); nil when unregistered.
func (i *OpInfo) ZeroView() any {
	if i.view == nil {
		return nil
	}
	return i.view(nil)
}

// View returns the typed view of op, for interface assertions; it is nil for
// unregistered operations.
func (op *Operation) View() any {
	op.check()
	if op.info.view == nil {
		return nil
	}
	return op.info.view(op)
}

// As returns the view of op as interface I.
func As[I any](op *Operation) (I, bool) {
	v, ok := op.View().(I)
	return v, ok
}

// Has reports whether op is registered and has the traits.
func (op *Operation) Has(t Trait) bool { op.check(); return op.info.Has(t) }

// segment returns the bounds of slot i among n values.
func segment(slots []Slot, sizes *DenseArrayAttr, n, i int) (lo, hi int) {
	if sizes != nil {
		for k := range sizes.N {
			s := int(sizes.IntAt(k))
			if k == i {
				return lo, min(lo+s, n)
			}
			lo += s
		}
		return n, n
	}
	spare, open := n, 0
	for _, s := range slots {
		switch s.Arity {
		case One:
			spare--
		case Variadic:
			open++
		}
	}
	if open > 1 {
		// Without segment sizes variadic slots are of one size (MLIR's
		// SameVariadicOperandSize).
		spare /= open
	}
	for k, s := range slots {
		size := 1
		if s.Arity != One {
			size = max(spare, 0)
		}
		if k == i {
			return lo, min(lo+size, n)
		}
		lo += size
	}
	return n, n
}

// OperandRange returns the bounds [lo, hi) of operand slot i in the operand
// list.
func (op *Operation) OperandRange(i int) (lo, hi int) {
	if op.info.plainIn && op.info.seg < 0 && i < len(op.operands) {
		return i, i + 1
	}
	var sizes *DenseArrayAttr
	if op.info.seg >= 0 {
		sizes, _ = op.props[op.info.seg].(*DenseArrayAttr)
	}
	return segment(op.info.Def.In, sizes, len(op.operands), i)
}

// ResultRange returns the bounds of result slot i in the result list.
func (op *Operation) ResultRange(i int) (lo, hi int) {
	if op.info.plainOut && op.info.rseg < 0 && i < len(op.results) {
		return i, i + 1
	}
	var sizes *DenseArrayAttr
	if op.info.rseg >= 0 {
		sizes, _ = op.props[op.info.rseg].(*DenseArrayAttr)
	}
	return segment(op.info.Def.Out, sizes, len(op.results), i)
}

// In returns the operands of slot i.
func (op *Operation) In(i int) []*Value {
	lo, hi := op.OperandRange(i)
	out := make([]*Value, 0, hi-lo)
	for ; lo < hi; lo++ {
		out = append(out, op.operands[lo].val)
	}
	return out
}

// InOpt returns the operand of an optional slot, nil when absent.
func (op *Operation) InOpt(i int) *Value {
	if lo, hi := op.OperandRange(i); lo < hi {
		return op.operands[lo].val
	}
	return nil
}

// OutVals returns the results of slot i.
func (op *Operation) OutVals(i int) []*Value {
	lo, hi := op.ResultRange(i)
	out := make([]*Value, 0, hi-lo)
	for ; lo < hi; lo++ {
		out = append(out, &op.results[lo])
	}
	return out
}
