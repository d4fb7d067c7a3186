package asm

import "github.com/tile-opt/tile-opt/ir"

// CustomPrinter is the view hook that writes an operation's custom form: all
// that follows the operation's name, starting with a space where one is
// wanted. A definition with a Format needs no hook.
type CustomPrinter interface {
	Print(p *OpPrinter)
}

// CustomParser is the view hook that reads what CustomPrinter writes. It is
// called on the view over no operation; it fills st (Operands, Types, Props,
// Attrs, Regions, Successors). st.Info and st.Loc are set, st.Props has one
// entry a property of the definition.
//
// Methods of the parser do not return on a syntax error: they leave Parse
// with the diagnostic. A hook therefore checks nothing but what it alone can
// know, and reports that with return p.Errorf(...).
type CustomParser interface {
	Parse(p *OpParser, st *ir.OpState) error
}

// ResultNamer is the view hook that suggests names for results in custom
// form, such as %c5_i32. An empty name starts a new result group with a
// number. Without the hook, operations with several result slots have their
// results named after the slots.
type ResultNamer interface {
	OpAsmResultNames(set func(v *ir.Value, name string))
}

// BlockArgNamer is the view hook that suggests names for the arguments of the
// blocks of a region in custom form.
type BlockArgNamer interface {
	OpAsmBlockArgNames(r *ir.Region, set func(v *ir.Value, name string))
}

// DefaultDialect is the view hook that names the dialect whose prefix is left
// out inside the operation's regions: "func" for func.func, which lets return
// stand for func.return. Operations without the hook inherit none.
type DefaultDialect interface {
	DefaultDialect() string
}

// TypeParser is the dialect hook (ir.Dialect.Hooks) that reads the types of
// the dialect. mnemonic is the keyword after the dialect prefix; the parser
// stands behind it. An unknown mnemonic is reported with
// p.UnknownType(mnemonic).
type TypeParser interface {
	ParseType(p *DialectParser, mnemonic string) (ir.Type, error)
}

// AttrParser is the dialect hook that reads the attributes of the dialect.
// expected is the type the context asks for, or nil. Enum attributes that are
// listed in Enums need no case here.
type AttrParser interface {
	ParseAttr(p *DialectParser, mnemonic string, expected ir.Type) (ir.Attr, error)
}

// EnumLister is the dialect hook that lists the enums with a mnemonic, so
// that #dialect.mnemonic<keyword> is read without a case in ParseAttr.
type EnumLister interface {
	Enums() []*ir.Enum
}

// AliasNamer is the dialect hook that chooses alias names for output (MLIR's
// getAlias): the name without # or ! and digits, "" for none.
type AliasNamer interface {
	AttrAlias(a ir.Attr) string
	TypeAlias(t ir.Type) string
}

// DirectiveLister is the dialect hook that names the custom<Name>(...)
// directives which the formats of the dialect's operations use.
type DirectiveLister interface {
	Directives() map[string]Directive
}

// Directive is the pair of functions behind custom<Name>(args). The engine
// hands over one DirectiveArg an argument, in order.
type Directive struct {
	Parse func(p *OpParser, args []*DirectiveArg) error
	// Peek reports whether the text of the directive begins here; needed only
	// where a directive is the first element of an optional group.
	Peek  func(p *OpParser) bool
	Print func(p *OpPrinter, op *ir.Operation, args []*DirectiveArg)
}

// DirectiveArg is an argument of a custom directive. Parse functions fill the
// field that belongs to the argument's kind (arguments inside ref(...) come
// filled); Print functions find it filled.
type DirectiveArg struct {
	// Name is the variable that the argument names.
	Name string
	// Ref: the argument stood in ref(...) and is to be read only.
	Ref bool
	// Operands is set by Parse for $operand, Values given to Print.
	Operands []Operand
	Values   []*ir.Value
	// Types belongs to type($x).
	Types []ir.Type
	// Attr belongs to $attribute; nil when absent.
	Attr ir.Attr
	// Attrs belongs to attr-dict: entries Parse read, entries Print is to
	// write.
	Attrs []ir.NamedAttr
	// Regions belongs to $region, Successors to $successor.
	Regions    []*ir.Region
	Successors []*ir.Block
	// Text is a string literal or raw text given in the format.
	Text string
}

// Mark is a place in the source, to report errors at.
type Mark int

// Operand is a mention of an SSA value that has not been given a type yet.
type Operand struct {
	At  Mark
	id  int32 // number of the name in the parser's table
	num int32 // after the number sign
	p   *parser
}

// Name returns the name as written, with the percent sign.
func (o Operand) Name() string {
	if o.p == nil {
		return ""
	}
	e := &o.p.ops.names.entries[o.id]
	return string(o.p.src[e.lo:e.hi])
}

// IsValid reports whether the operand was read (an optional one may not be).
func (o Operand) IsValid() bool { return o.p != nil }

// Argument is the definition of a block argument in custom syntax:
// %name : type {attributes} loc(...).
type Argument struct {
	Operand
	Type  ir.Type
	Attrs []ir.NamedAttr
	Loc   ir.Loc

	deferred int // one more than the number of a location that comes later
}

// Delim says what surrounds a comma separated list. With an Opt form the list
// may be missing altogether.
type Delim uint8

// The delimiters.
const (
	NoDelim Delim = iota
	Paren
	Square
	Angle
	Brace
	OptParen
	OptSquare
	OptAngle
	OptBrace
)

// SlotTyper is the view hook that completes the types of operand and result
// slots which a Format does not write and which follow from other slots in a
// way that ir.OpDef.Same cannot say, such as the element type of a memref. It
// is called on the view over no operation, after Same, SameTypes and
// constraints with a single type were used.
type SlotTyper interface {
	InferSlotTypes(t *SlotTypes) error
}

// SlotTypes is what SlotTyper sees: types by slot name, in part unknown.
type SlotTypes struct {
	s *formatState
}
