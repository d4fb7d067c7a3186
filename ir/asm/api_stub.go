package asm

import (
	"io"

	"github.com/tile-opt/tile-opt/ir"
	"github.com/tile-opt/tile-opt/ir/affine"
	"github.com/tile-opt/tile-opt/ir/diag"
)

// ParseOptions change how text is read. The zero value is MLIR's default.
type ParseOptions struct {
	// Sources receives the text, so that diagnostics can show lines.
	Sources *diag.Sources
	// NoImplicitModule refuses text that is not one top-level operation
	// instead of wrapping it in builtin.module.
	NoImplicitModule bool
	// MaxDepth bounds the nesting of regions, types and attributes; 0 means
	// 10000.
	MaxDepth int
}

// PrintOptions change how IR is written. The zero value writes the custom
// form without locations.
type PrintOptions struct {
	ir.PrintOptions
	Generic     bool // --mlir-print-op-generic
	DebugInfo   bool // --mlir-print-debuginfo
	Pretty      bool // --mlir-pretty-debuginfo (with DebugInfo)
	LocalScope  bool // --mlir-print-local-scope
	UniqueIDs   bool // --mlir-print-unique-ssa-ids
	ValueUsers  bool // --mlir-print-value-users
	SkipRegions bool // --mlir-print-skip-regions
}

// Parse reads a module.
func Parse(ctx *ir.Context, file string, src []byte, opts ParseOptions) (*ir.Operation, error) {
	panic(stub)
}

// ParseType reads one type that fills text.
func ParseType(ctx *ir.Context, text string) (ir.Type, error) { panic(stub) }

// ParseAttr reads one attribute that fills text.
func ParseAttr(ctx *ir.Context, text string) (ir.Attr, error) { panic(stub) }

// Print writes op and a line end.
func Print(w io.Writer, op *ir.Operation, opts PrintOptions) error { panic(stub) }

// String returns op in custom form.
func String(op *ir.Operation) string { panic(stub) }

const stub = "internal: not built yet"

// DialectParser reads tokens, types and attributes; it is what the hooks of
// dialect types and attributes get. No method returns on a syntax error (see
// CustomParser). Methods named Opt... read nothing and say so when the thing
// is not there.
type DialectParser struct{ p *parser }

type parser struct{}

func (d *DialectParser) Context() *ir.Context                             { panic(stub) }
func (d *DialectParser) Here() Mark                                       { panic(stub) }
func (d *DialectParser) Loc(at Mark) ir.Loc                               { panic(stub) }
func (d *DialectParser) Errorf(at Mark, format string, args ...any) error { panic(stub) }
func (d *DialectParser) UnknownType(mnemonic string) (ir.Type, error)     { panic(stub) }
func (d *DialectParser) UnknownAttr(mnemonic string) (ir.Attr, error)     { panic(stub) }

// Punct reads one of : , = -> < > ( ) [ ] { } ? * + - | / ::
func (d *DialectParser) Punct(s string)                           { panic(stub) }
func (d *DialectParser) OptPunct(s string) bool                   { panic(stub) }
func (d *DialectParser) Keyword(kw string)                        { panic(stub) }
func (d *DialectParser) OptKeyword(kw string) bool                { panic(stub) }
func (d *DialectParser) AnyKeyword() string                       { panic(stub) }
func (d *DialectParser) OptAnyKeyword() (string, bool)            { panic(stub) }
func (d *DialectParser) OneOf(kws ...string) string               { panic(stub) }
func (d *DialectParser) OptOneOf(kws ...string) (string, bool)    { panic(stub) }
func (d *DialectParser) KeywordOrString() string                  { panic(stub) }
func (d *DialectParser) OptKeywordOrString() (string, bool)       { panic(stub) }
func (d *DialectParser) Integer() int64                           { panic(stub) }
func (d *DialectParser) OptInteger() (int64, bool)                { panic(stub) }
func (d *DialectParser) Float() float64                           { panic(stub) }
func (d *DialectParser) StringLit() string                        { panic(stub) }
func (d *DialectParser) OptStringLit() (string, bool)             { panic(stub) }
func (d *DialectParser) Enum(e *ir.Enum) int64                    { panic(stub) } // keyword or a|b; no angle brackets
func (d *DialectParser) Type() ir.Type                            { panic(stub) }
func (d *DialectParser) OptType() (ir.Type, bool)                 { panic(stub) }
func (d *DialectParser) TypeList() []ir.Type                      { panic(stub) } // at least one
func (d *DialectParser) ColonType() ir.Type                       { panic(stub) }
func (d *DialectParser) ColonTypes() []ir.Type                    { panic(stub) }
func (d *DialectParser) OptColonTypes() []ir.Type                 { panic(stub) }
func (d *DialectParser) ArrowTypes() []ir.Type                    { panic(stub) } // -> t or -> (ts)
func (d *DialectParser) OptArrowTypes() []ir.Type                 { panic(stub) }
func (d *DialectParser) FunctionType() *ir.FunctionType           { panic(stub) }
func (d *DialectParser) Attr(expected ir.Type) ir.Attr            { panic(stub) } // expected may be nil
func (d *DialectParser) OptAttr(expected ir.Type) (ir.Attr, bool) { panic(stub) }
func (d *DialectParser) SymbolName() string                       { panic(stub) } // @name
func (d *DialectParser) OptSymbolName() (string, bool)            { panic(stub) }
func (d *DialectParser) SymbolRef() *ir.SymbolRefAttr             { panic(stub) }
func (d *DialectParser) AffineMap() affine.Map                    { panic(stub) }
func (d *DialectParser) AttrDict() []ir.NamedAttr                 { panic(stub) } // {...}, nil when absent
func (d *DialectParser) Dims(dynamic bool) []int64                { panic(stub) } // 4x?x, each followed by x
func (d *DialectParser) DimList(dynamic bool) []int64             { panic(stub) } // 4x?x8
func (d *DialectParser) List(delim Delim, item func()) bool       { panic(stub) }

// OpParser adds what operations are made of.
type OpParser struct{ DialectParser }

func (p *OpParser) Operand() Operand                                               { panic(stub) }
func (p *OpParser) OptOperand() (Operand, bool)                                    { panic(stub) }
func (p *OpParser) OperandList(delim Delim) []Operand                              { panic(stub) } // may be empty
func (p *OpParser) Value(o Operand, t ir.Type) *ir.Value                           { panic(stub) }
func (p *OpParser) Resolve(st *ir.OpState, o Operand, t ir.Type)                   { panic(stub) } // appends to st.Operands
func (p *OpParser) ResolveSame(st *ir.OpState, os []Operand, t ir.Type)            { panic(stub) }
func (p *OpParser) ResolveAll(st *ir.OpState, at Mark, os []Operand, ts []ir.Type) { panic(stub) } // counts checked
func (p *OpParser) SetProp(st *ir.OpState, name string, a ir.Attr)                 { panic(stub) }
func (p *OpParser) SetSegments(st *ir.OpState, sizes ...int)                       { panic(stub) } // operandSegmentSizes
func (p *OpParser) AttrDictInto(st *ir.OpState)                                    { panic(stub) } // optional {...}: inherent to Props
func (p *OpParser) AttrDictWithKeyword(st *ir.OpState)                             { panic(stub) } // attributes {...}
func (p *OpParser) Argument(withType, withAttrs bool) Argument                     { panic(stub) }
func (p *OpParser) OptArgument(withType, withAttrs bool) (Argument, bool)          { panic(stub) }
func (p *OpParser) ArgumentList(delim Delim, withType, withAttrs bool) []Argument  { panic(stub) }
func (p *OpParser) Region(args []Argument) *ir.Region                              { panic(stub) }
func (p *OpParser) OptRegion(args []Argument) (*ir.Region, bool)                   { panic(stub) }
func (p *OpParser) EnsureTerminator(r *ir.Region, name string, loc ir.Loc)         { panic(stub) } // adds an empty op "name" at the end where missing
func (p *OpParser) Successor() *ir.Block                                           { panic(stub) }
func (p *OpParser) OptSuccessor() (*ir.Block, bool)                                { panic(stub) }
func (p *OpParser) SuccessorAndOperands() (*ir.Block, []*ir.Value)                 { panic(stub) } // ^bb(%a, %b : t, u)
func (p *OpParser) NumResults() int                                                { panic(stub) } // names written before =
func (p *OpParser) ResultName(i int) string                                        { panic(stub) } // without %, "" when a number
func (p *OpParser) OptLoc() (ir.Loc, bool)                                         { panic(stub) } // loc(...)

// OpPrinter is what Print hooks write with. It embeds ir.Printer (Str, Byte,
// Int, Quoted, Type, TypeList, Attr, AttrNoType, SymbolName, Keyword, Dim).
type OpPrinter struct{ *ir.Printer }

func (p *OpPrinter) Operand(v *ir.Value)                                    { panic(stub) }
func (p *OpPrinter) Operands(vs []*ir.Value)                                { panic(stub) }
func (p *OpPrinter) TypesOf(vs []*ir.Value)                                 { panic(stub) }
func (p *OpPrinter) ArrowTypes(ts []ir.Type)                                { panic(stub) } // " -> ..." or nothing
func (p *OpPrinter) FunctionalType(op *ir.Operation)                        { panic(stub) } // (ins) -> outs
func (p *OpPrinter) AttrDict(op *ir.Operation, elided ...string)            { panic(stub) } // " {...}" of discardable and not elided inherent attributes
func (p *OpPrinter) AttrDictWithKeyword(op *ir.Operation, elided ...string) { panic(stub) } // " attributes {...}"
func (p *OpPrinter) NamedAttrDict(attrs []ir.NamedAttr)                     { panic(stub) } // " {...}" or nothing
func (p *OpPrinter) Region(r *ir.Region, entryArgs, terminators bool)       { panic(stub) } // {...}
func (p *OpPrinter) RegionArg(v *ir.Value, attrs []ir.NamedAttr)            { panic(stub) } // %x: t {attrs}
func (p *OpPrinter) Successor(b *ir.Block)                                  { panic(stub) }
func (p *OpPrinter) SuccessorAndOperands(b *ir.Block, vs []*ir.Value)       { panic(stub) }
func (p *OpPrinter) Enum(e *ir.Enum, a ir.Attr)                             { panic(stub) } // the keyword(s)
func (p *OpPrinter) OptLoc(l ir.Loc)                                        { panic(stub) }
func (p *OpPrinter) Newline()                                               { panic(stub) }
