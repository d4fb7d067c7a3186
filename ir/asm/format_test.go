package asm_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/tile-opt/tile-opt/ir"
	"github.com/tile-opt/tile-opt/ir/asm"
)

var (
	color = &ir.Enum{Name: "color", Dialect: "f", Mnemonic: "color", Cases: []ir.EnumCase{{Keyword: "red", Value: 0}, {Keyword: "green", Value: 1}}}
	flags = &ir.Enum{Name: "flags", Dialect: "f", Mnemonic: "flags", Bits: true, Cases: []ir.EnumCase{{Keyword: "none", Value: 0}, {Keyword: "x", Value: 1}, {Keyword: "y", Value: 2}}}
	order = &ir.Enum{Name: "order", Width: 64, Cases: []ir.EnumCase{{Keyword: "lt", Value: 0}, {Keyword: "gt", Value: 1}}}
)

func slot(name string, a ir.Arity, c *ir.Constraint) ir.Slot {
	return ir.Slot{Name: name, Arity: a, C: c}
}

// cellType is !f.cell<T>.
type cellType struct {
	ir.TypeBase
	elem ir.Type
}

func (t *cellType) DialectName() string { return "f" }
func (t *cellType) String() string      { return ir.TypeText(t) }
func (t *cellType) PrintBody(p *ir.Printer) {
	p.Str("cell<")
	p.Type(t.elem)
	p.Byte('>')
}

func cellOf(elem ir.Type) *cellType {
	return ir.InternType(elem.Context(), "f.cell"+elem.String(), func() *cellType { return &cellType{elem: elem} })
}

type formatHooks struct{}

func (formatHooks) Enums() []*ir.Enum { return []*ir.Enum{color, flags} }

func (formatHooks) ParseType(p *asm.DialectParser, mnemonic string) (ir.Type, error) {
	if mnemonic != "cell" {
		return p.UnknownType(mnemonic)
	}
	p.Punct("<")
	t := p.Type()
	p.Punct(">")
	return cellOf(t), nil
}

func (formatHooks) Directives() map[string]asm.Directive {
	return map[string]asm.Directive{"Pair": {
		Parse: func(p *asm.OpParser, args []*asm.DirectiveArg) error {
			p.Punct("<")
			args[0].Operands = append(args[0].Operands, p.Operand())
			p.Keyword("of")
			args[1].Types = []ir.Type{p.Type()}
			p.Punct(">")
			return nil
		},
		Print: func(p *asm.OpPrinter, _ *ir.Operation, args []*asm.DirectiveArg) {
			p.Byte('<')
			p.Operands(args[0].Values)
			p.Str(" of ")
			p.TypeList(args[1].Types)
			p.Byte('>')
		},
	}}
}

type load struct{ ir.View }

// InferSlotTypes gives the result the type inside the cell.
func (load) InferSlotTypes(t *asm.SlotTypes) error {
	c, ok := t.Get("cell").(*cellType)
	if !ok {
		return t.Errorf("expected a cell, found '%s'", t.Get("cell"))
	}
	t.Set("value", c.elem)
	return nil
}

type custom struct{ ir.View }

func (o custom) Print(p *asm.OpPrinter) {
	p.Str(" (")
	p.Operands(o.Op().Operands())
	p.Str(") -> ")
	p.Successor(o.Op().Successor(0))
}

func (custom) Parse(p *asm.OpParser, st *ir.OpState) error {
	p.ResolveSame(st, p.OperandList(asm.Paren), p.Context().I(32))
	p.Punct("->")
	st.Successors = append(st.Successors, p.Successor())
	return nil
}

// formatDialect has one operation a feature of the format language.
func formatDialect() *ir.Dialect {
	cell := &ir.Constraint{Desc: "cell", Strip: "f.cell", Type: func(t ir.Type) bool { _, ok := t.(*cellType); return ok }}
	def := func(d ir.OpDef) *ir.OpDef { d.Name = "f." + d.Name; return &d }
	any1, anyN, any0 := slot("a", ir.One, nil), slot("a", ir.Variadic, nil), slot("a", ir.Optional, nil)
	return &ir.Dialect{Name: "f", Hooks: formatHooks{}, Ops: []ir.OpBinding{
		ir.BindPlain(def(ir.OpDef{Name: "bin", In: []ir.Slot{any1, slot("b", ir.One, nil)}, Out: []ir.Slot{slot("r", ir.One, nil)},
			Same: [][]string{{"a", "b", "r"}}, Format: "$a `,` $b attr-dict `:` type($r)"})),
		ir.BindPlain(def(ir.OpDef{Name: "cmp", In: []ir.Slot{any1, slot("b", ir.One, nil)}, Out: []ir.Slot{slot("r", ir.One, ir.I1)},
			Same: [][]string{{"a", "b"}}, Props: []ir.PropSlot{{Name: "order", Enum: order}}, Format: "$order `,` $a `,` $b attr-dict `:` type($a)"})),
		ir.BindPlain(def(ir.OpDef{Name: "enums", Props: []ir.PropSlot{{Name: "color", Enum: color}, {Name: "flags", Enum: flags, Default: flags.Default(0)}},
			Format: "$color (`with` `` $flags^)? attr-dict"})),
		ir.BindPlain(def(ir.OpDef{Name: "opt", In: []ir.Slot{any0}, Props: []ir.PropSlot{{Name: "fast", C: ir.UnitAttrC, Optional: true}, {Name: "n", C: ir.I32AttrC, Optional: true}},
			Format: "(`fast` $fast^)? (`[` $a^ `:` type($a) `]`) : (`none`)? (`n` `=` $n^)? attr-dict-with-keyword"})),
		ir.BindPlain(def(ir.OpDef{Name: "segs", Traits: ir.SegmentedOperands, In: []ir.Slot{anyN, slot("b", ir.Variadic, nil)}, Props: []ir.PropSlot{{Name: "operandSegmentSizes"}},
			Format: "($a^ `:` type($a))? (`and` $b^ `:` type($b))? attr-dict"})),
		ir.BindPlain(def(ir.OpDef{Name: "call", In: []ir.Slot{anyN}, Out: []ir.Slot{slot("r", ir.Variadic, nil)}, Props: []ir.PropSlot{{Name: "callee", C: ir.SymbolRefC}},
			Format: "$callee `(` $a `)` attr-dict `:` functional-type($a, results)"})),
		ir.BindPlain(def(ir.OpDef{Name: "all", In: []ir.Slot{anyN}, Out: []ir.Slot{slot("r", ir.Variadic, nil)}, Format: "operands attr-dict `:` functional-type(operands, results)"})),
		ir.Bind[load](def(ir.OpDef{Name: "load", In: []ir.Slot{slot("cell", ir.One, cell)}, Out: []ir.Slot{slot("value", ir.One, nil)}, Format: "$cell attr-dict `:` type($cell)"})),
		ir.BindPlain(def(ir.OpDef{Name: "full", In: []ir.Slot{slot("cell", ir.One, cell)}, Format: "$cell attr-dict `:` qualified(type($cell))"})),
		ir.BindPlain(def(ir.OpDef{Name: "pair", In: []ir.Slot{any1}, Format: "custom<Pair>($a, type($a)) attr-dict"})),
		ir.BindPlain(def(ir.OpDef{Name: "region", Traits: ir.NoTerminator | ir.SingleBlock, Regions: []ir.RegionSlot{{Name: "body"}, {Name: "rest", Variadic: true}},
			Format: "$body (`else` $rest^)? attr-dict"})),
		ir.BindPlain(def(ir.OpDef{Name: "until", ImplicitTerminator: "f.end", Traits: ir.SingleBlock, Regions: []ir.RegionSlot{{Name: "body"}}, Format: "attr-dict-with-keyword $body"})),
		ir.BindPlain(def(ir.OpDef{Name: "end", Traits: ir.Terminator, In: []ir.Slot{anyN}, Format: "($a^ `:` type($a))? attr-dict"})),
		ir.BindPlain(def(ir.OpDef{Name: "br", Traits: ir.Terminator, In: []ir.Slot{anyN}, Succs: []ir.SuccSlot{{Name: "dest"}}, Format: "$dest (`(` $a^ `:` type($a) `)`)? attr-dict"})),
		ir.BindPlain(def(ir.OpDef{Name: "list", Props: []ir.PropSlot{{Name: "one", C: ir.UnitAttrC, Optional: true}, {Name: "two", C: ir.I64AttrC, Optional: true}},
			Format: "oilist( `one` $one | `two` `(` $two `)` ) attr-dict"})),
		ir.BindPlain(def(ir.OpDef{Name: "named", Traits: ir.Symbol, Props: []ir.PropSlot{{Name: "sym_name"}, {Name: "shape", C: ir.I64ArrayC}}, Format: "$sym_name $shape prop-dict attr-dict"})),
		ir.Bind[custom](def(ir.OpDef{Name: "custom", Traits: ir.Terminator, In: []ir.Slot{anyN}, Succs: []ir.SuccSlot{{Name: "dest"}}})),
	}}
}

func testContext() *ir.Context {
	c := ir.NewContext(formatDialect())
	c.AllowUnregistered = true
	return c
}

// TestFormats checks that each text is printed as it was written, and that
// the generic form reads back to it.
func TestFormats(t *testing.T) {
	t.Parallel()
	const prefix = "%a, %b, %c, %d = \"t.def\"() : () -> (i32, i32, !f.cell<i32>, f32)\n"
	tests := []struct{ in, want string }{
		{in: "%r = f.bin %a, %b : i32", want: "%1 = f.bin %0#0, %0#1 : i32"},
		{in: "%r = f.bin %a, %b {x, y = 1} : i32", want: "%1 = f.bin %0#0, %0#1 {x, y = 1 : i64} : i32"},
		{in: "%r = f.cmp gt, %a, %b : i32", want: "%1 = f.cmp gt, %0#0, %0#1 : i32"},
		{in: "f.enums <green>", want: "f.enums <green>"},
		{in: "f.enums <red> with<x,y> {z}", want: "f.enums <red> with<x, y> {z}"},
		{in: "f.enums <red> {flags = #f.flags<none>}", want: "f.enums <red>"},
		{in: "f.opt none", want: "f.opt none"},
		{in: "f.opt fast [%a : i32] n = 4 attributes {q}", want: "f.opt fast[%0#0 : i32] n = 4 attributes {q}"},
		{in: "f.segs", want: "f.segs"},
		{in: "f.segs %a, %d : i32, f32 and %b : i32", want: "f.segs %0#0, %0#3 : i32, f32 and %0#1 : i32"},
		{in: "f.segs and %b : i32", want: "f.segs and %0#1 : i32"},
		{in: "f.call @x() : () -> ()", want: "f.call @x() : () -> ()"},
		{in: "%r:2 = f.call @x(%a, %d) : (i32, f32) -> (i1, i2)", want: "%1:2 = f.call @x(%0#0, %0#3) : (i32, f32) -> (i1, i2)"},
		{in: "%r = f.all %a, %d : (i32, f32) -> i1", want: "%1 = f.all %0#0, %0#3 : (i32, f32) -> i1"},
		{in: "%r = f.load %c : <i32>", want: "%1 = f.load %0#2 : <i32>"},
		{in: "%r = f.load %c : !f.cell<i32>", want: "%1 = f.load %0#2 : <i32>"},
		{in: "f.full %c : !f.cell<i32>", want: "f.full %0#2 : !f.cell<i32>"},
		{in: "f.pair <%a of i32>", want: "f.pair <%0#0 of i32>"},
		{in: "f.region {}", want: "f.region {\n  }"},
		{in: "f.region {\"t.a\"() : () -> ()} else {\n}, {\n} {k}", want: "f.region {\n    \"t.a\"() : () -> ()\n  } else {\n  }, {\n  } {k}"},
		{in: "f.until {}", want: "f.until {\n  }"},
		{in: "f.until {f.end %a : i32}", want: "f.until {\n    f.end %0#0 : i32\n  }"},
		{in: "f.until {f.end {k}}", want: "f.until {\n    f.end {k}\n  }"},
		{in: "f.list two(5) one", want: "f.list one two(5)"},
		{in: "f.named @x [1, -2]", want: "f.named @x [1, -2] <{shape = array<i64: 1, -2>, sym_name = \"x\"}>"},
		{in: "\"t.r\"() ({\n^a:\nf.br ^b(%a : i32)\n^b(%x: i32):\nf.custom (%x, %a) -> ^b\n}) : () -> ()",
			want: "\"t.r\"() ({\n    f.br ^bb1(%0#0 : i32)\n  ^bb1(%1: i32):  // 2 preds: ^bb0, ^bb1\n    f.custom (%1, %0#0) -> ^bb1\n  }) : () -> ()"},
	}
	for _, tt := range tests {
		op, err := asm.Parse(testContext(), "f", []byte(prefix+tt.in), asm.ParseOptions{})
		if err != nil {
			t.Errorf("Parse(%q): %v", tt.in, err)
			continue
		}
		if err := ir.Verify(op); err != nil {
			t.Errorf("Verify(%q): %v", tt.in, err)
			continue
		}
		if diff := cmp.Diff(tt.want, second(op)); diff != "" {
			t.Errorf("%q:\n%s", tt.in, diff)
		}
		again, err := asm.Parse(testContext(), "f", []byte(asm.GenericString(op)), asm.ParseOptions{})
		if err != nil {
			t.Errorf("generic form of %q: %v\n%s", tt.in, err, asm.GenericString(op))
			continue
		}
		if diff := cmp.Diff(tt.want, second(again)); diff != "" {
			t.Errorf("%q by way of the generic form:\n%s", tt.in, diff)
		}
	}
}

// second returns the text of what stands behind the first operation of the
// module.
func second(op *ir.Operation) string {
	s := asm.String(op)
	i := strings.Index(s, "f32)\n")
	return strings.TrimSuffix(strings.TrimPrefix(s[i+5:], "  "), "\n}) : () -> ()")
}

func TestFormatErrors(t *testing.T) {
	t.Parallel()
	tests := []struct{ in, want string }{
		{"f.bin %a, %b", "2:13: expected ':'"},
		{"f.bin %a %b : i32", "2:9: expected ','"},
		{"f.cmp le, %a, %b : i32", "2:7: expected order to be one of: lt, gt"},
		{"f.enums <blue>", "2:10: expected color to be one of: red, green"},
		{"f.segs %a, %b : i32", "2:8: number of operands and types do not match: got 2 operands and 1 types"},
		{"f.all %a : (i32, i32) -> ()", "2:7: number of operands and types do not match: got 1 operands and 2 types"},
		{"f.list one one", "2:12: `one` clause can appear at most once in the expansion of the oilist directive"},
		{"f.load %a : !f.other", "2:16: unknown  type `other` in dialect `f`"},
		{"f.nothing", "2:1: custom op 'f.nothing' is unknown"},
	}
	for _, tt := range tests {
		_, err := asm.Parse(testContext(), "f", []byte("%a, %b = \"t.def\"() : () -> (i32, i32)\n"+tt.in), asm.ParseOptions{})
		if err == nil {
			t.Errorf("Parse(%q) succeeded", tt.in)
			continue
		}
		if got := strings.Replace(strings.TrimPrefix(err.Error(), "f:"), "error: ", "", 1); got != tt.want {
			t.Errorf("Parse(%q) = %q, want %q", tt.in, got, tt.want)
		}
	}
}

func TestCheckFormat(t *testing.T) {
	t.Parallel()
	tests := []struct{ format, want string }{
		{"$x", `no operand, property, region, successor or result is named "x"`},
		{"(`a` $a)?", "optional group without an anchor"},
		{"`a", "unterminated literal"},
		{"custom<None>($a)", `the dialect has no directive "None"`},
		{"bogus", `unknown directive "bogus"`},
		{"type($a, $a)", "expected 1 arguments, found 2"},
		{"oilist($a)", "a clause of oilist must begin with a literal"},
		{"$r", "result $r can only stand inside a directive"},
	}
	for _, tt := range tests {
		d := &ir.Dialect{Name: "g", Ops: []ir.OpBinding{ir.BindPlain(&ir.OpDef{Name: "g.op", In: []ir.Slot{slot("a", ir.One, nil)}, Out: []ir.Slot{slot("r", ir.One, nil)}, Format: tt.format})}}
		err := asm.CheckFormat(ir.NewContext(d).OpInfo("g.op"))
		if err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("CheckFormat(%q) = %v, want %q", tt.format, err, tt.want)
		}
	}
}
