package convert_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/tile-opt/tile-opt/ir"
	"github.com/tile-opt/tile-opt/ir/diag"
	"github.com/tile-opt/tile-opt/ir/irtest"
	"github.com/tile-opt/tile-opt/transforms/convert"
)

// widen makes i32 an i64, a tuple its elements, and leaves i1 and i64.
func widen() *convert.TypeConverter {
	c := convert.NewTypeConverter()
	c.Add(func(t ir.Type) ([]ir.Type, bool) {
		if ir.IsInt(t, 1) || ir.IsInt(t, 64) {
			return []ir.Type{t}, true
		}
		return nil, false
	})
	c.Add(func(t ir.Type) ([]ir.Type, bool) {
		if ir.IsInt(t, 32) {
			return []ir.Type{t.Context().I(64)}, true
		}
		return nil, false
	})
	return c.Add(func(t ir.Type) ([]ir.Type, bool) {
		if tt, ok := t.(*ir.TupleType); ok {
			return c.ConvertAll(tt.Elems)
		}
		return nil, false
	})
}

// retype converts the operands and results of operations of one name and
// gives them another.
func retype(conv *convert.TypeConverter, from, to string) convert.Pattern {
	return convert.Pattern{Name: from + "-to-" + to, Root: from, Converter: conv, Rewrite: func(op *ir.Operation, in convert.Operands, r *convert.Rewriter) error {
		var groups [][]*ir.Value
		var types []ir.Type
		for _, t := range op.ResultTypes() {
			ts, ok := conv.Convert(t)
			if !ok {
				return r.NoMatch("result type cannot be converted")
			}
			types = append(types, ts...)
			groups = append(groups, make([]*ir.Value, len(ts)))
		}
		if types == nil {
			types = []ir.Type{}
		}
		n := r.Op(to, in.Flat(), types)
		k := 0
		for _, g := range groups {
			for i := range g {
				g[i] = n.Result(k)
				k++
			}
		}
		r.ReplaceMany(op, groups...)
		return nil
	}}
}

// branches converts test.br and test.cond_br.
func branches(conv *convert.TypeConverter) []convert.Pattern {
	return []convert.Pattern{
		{Name: "br", Root: "test.br", Converter: conv, Rewrite: func(op *ir.Operation, in convert.Operands, r *convert.Rewriter) error {
			r.Modify(op, func() { op.SetOperands(in.Flat()) })
			return nil
		}},
		{Name: "cond_br", Root: "test.cond_br", Converter: conv, Rewrite: func(op *ir.Operation, in convert.Operands, r *convert.Rewriter) error {
			lo, hi := op.OperandRange(1)
			_, end := op.OperandRange(2)
			t, f := in.Range(lo, hi), in.Range(hi, end)
			r.Modify(op, func() {
				op.SetProp("operandSegmentSizes", op.Context().I32Array(1, int64(len(t)), int64(len(f))))
				op.SetOperands(in.Flat())
			})
			return nil
		}},
	}
}

// blocks converts the arguments of all blocks of a function.
func blocks(conv *convert.TypeConverter) convert.Pattern {
	return convert.Pattern{Name: "blocks", Root: "test.func", Rewrite: func(op *ir.Operation, _ convert.Operands, r *convert.Rewriter) error {
		if !r.ConvertRegion(op.RegionAt(0), conv) {
			return r.NoMatch("a block argument cannot be converted")
		}
		return nil
	}}
}

func target(conv *convert.TypeConverter) *convert.Target {
	return convert.NewTarget().Illegal("test.add").LegalDialect("llvm", "keep").
		Dynamic("test.func", func(op *ir.Operation) bool { return conv.IsLegalRegion(op.RegionAt(0)) }).
		Dynamic("test.br", conv.IsLegalOp).Dynamic("test.cond_br", conv.IsLegalOp).Dynamic("test.return", conv.IsLegalOp)
}

func patterns(conv *convert.TypeConverter) *convert.Set {
	return convert.NewSet(append(branches(conv), blocks(conv), retype(conv, "test.add", "llvm.add"), retype(conv, "test.return", "llvm.return"))...)
}

func ops(m *ir.Operation) string {
	var out []string
	for _, l := range strings.Split(irtest.Text(m), "\n") {
		l = strings.TrimSpace(l)
		if strings.HasPrefix(l, "module") || strings.HasPrefix(l, `"builtin.module"`) || strings.HasPrefix(l, `"test.func"`) || strings.HasPrefix(l, "}") || l == "" {
			continue
		}
		out = append(out, l)
	}
	return strings.Join(out, "\n")
}

func fn(body string) string {
	return "\"test.func\"() <{sym_name = \"f\"}> ({\n" + body + "\n}) : () -> ()"
}

func lines(s string) string {
	var out []string
	for _, l := range strings.Split(s, "\n") {
		if l = strings.TrimSpace(l); l != "" {
			out = append(out, l)
		}
	}
	return strings.Join(out, "\n")
}

func TestApplyPartial(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ name, in, want string }{
		{"types change together, without casts left",
			`^bb0(%a: i32, %b: i32):
			   %0 = "test.add"(%a, %b) : (i32, i32) -> i32
			   %1 = "test.add"(%0, %a) : (i32, i32) -> i32
			   "test.return"(%1) : (i32) -> ()`,
			`^bb0(%arg0: i64, %arg1: i64):
			 %0 = "llvm.add"(%arg0, %arg1) : (i64, i64) -> i64
			 %1 = "llvm.add"(%0, %arg0) : (i64, i64) -> i64
			 "llvm.return"(%1) : (i64) -> ()`},
		{"block arguments of a loop, used before their definition is converted",
			`^bb0(%a: i32, %c: i1):
			   "test.br"(%a)[^bb1] : (i32) -> ()
			 ^bb1(%x: i32):
			   %0 = "test.add"(%x, %a) : (i32, i32) -> i32
			   "test.cond_br"(%c, %0, %x)[^bb1, ^bb2] <{operandSegmentSizes = array<i32: 1, 1, 1>}> : (i1, i32, i32) -> ()
			 ^bb2(%y: i32):
			   "test.return"(%y) : (i32) -> ()`,
			`^bb0(%arg0: i64, %arg1: i1):
			 "test.br"(%arg0)[^bb1] : (i64) -> ()
			 ^bb1(%0: i64):  // 2 preds: ^bb0, ^bb1
			 %1 = "llvm.add"(%0, %arg0) : (i64, i64) -> i64
			 "test.cond_br"(%arg1, %1, %0)[^bb1, ^bb2] <{operandSegmentSizes = array<i32: 1, 1, 1>}> : (i1, i64, i64) -> ()
			 ^bb2(%2: i64):  // pred: ^bb1
			 "llvm.return"(%2) : (i64) -> ()`},
		{"one value becomes several",
			`^bb0(%a: tuple<i32, i1>, %e: tuple<>):
			   "test.br"(%a, %e)[^bb1] : (tuple<i32, i1>, tuple<>) -> ()
			 ^bb1(%x: tuple<i32, i1>, %y: tuple<>):
			   "test.return"(%x, %y) : (tuple<i32, i1>, tuple<>) -> ()`,
			`^bb0(%arg0: i64, %arg1: i1):
			 "test.br"(%arg0, %arg1)[^bb1] : (i64, i1) -> ()
			 ^bb1(%0: i64, %1: i1):  // pred: ^bb0
			 "llvm.return"(%0, %1) : (i64, i1) -> ()`},
		{"casts stand where an operation keeps its types",
			`^bb0(%a: i32):
			   %0 = "test.add"(%a, %a) : (i32, i32) -> i32
			   %1 = "keep.this"(%0) : (i32) -> i32
			   %2 = "test.add"(%1, %1) : (i32, i32) -> i32
			   "test.return"(%2) : (i32) -> ()`,
			`^bb0(%arg0: i64):
			 %0 = "llvm.add"(%arg0, %arg0) : (i64, i64) -> i64
			 %1 = CAST(%0) : (i64) -> i32
			 %2 = "keep.this"(%1) : (i32) -> i32
			 %3 = CAST(%2) : (i32) -> i64
			 %4 = "llvm.add"(%3, %3) : (i64, i64) -> i64
			 "llvm.return"(%4) : (i64) -> ()`},
		{"no change",
			`^bb0(%a: i64):
			   "foo.bar"(%a) : (i64) -> ()
			   "test.return"(%a) : (i64) -> ()`,
			`^bb0(%arg0: i64):
			 "foo.bar"(%arg0) : (i64) -> ()
			 "test.return"(%arg0) : (i64) -> ()`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			m := irtest.Parse(t, irtest.Context(), fn(tt.in))
			conv := widen()
			if err := convert.ApplyPartial(context.Background(), m, target(conv), patterns(conv), convert.Config{}); err != nil {
				t.Fatal(err)
			}
			irtest.RequireVerified(t, m)
			got := strings.NewReplacer("builtin.unrealized_conversion_cast %", "CAST %", `"builtin.unrealized_conversion_cast"`, "CAST").Replace(ops(m))
			if diff := cmp.Diff(lines(tt.want), got); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

func TestErrors(t *testing.T) {
	t.Parallel()
	forever := func(from, to string) convert.Pattern {
		return convert.Pattern{Name: "to-" + to, Root: from, Rewrite: func(op *ir.Operation, in convert.Operands, r *convert.Rewriter) error {
			r.ReplaceWithOp(op, to, in.Flat(), op.ResultTypes())
			return nil
		}}
	}
	illegal := func(names ...string) *convert.Target { return convert.NewTarget().Illegal(names...) }
	conv := widen()
	for _, tt := range []struct {
		name   string
		in     string
		full   bool
		target *convert.Target
		set    *convert.Set
		want   []string
	}{
		{name: "illegal without a pattern", in: `"test.use"() : () -> ()`, target: illegal("test.use"), set: convert.NewSet(),
			want: []string{"test.mlir:2:1: error: failed to legalize operation 'test.use' that was explicitly marked illegal"}},
		{name: "every illegal operation is named, with reasons", in: "%0 = \"test.use\"() : () -> f32\n\"test.use\"(%0) : (f32) -> ()", target: illegal("test.use"),
			set: convert.NewSet(retype(conv, "test.use", "llvm.use")),
			want: []string{"test.mlir:2:6: error: failed to legalize operation 'test.use'", "test.mlir:3:1: error: failed to legalize operation 'test.use'",
				"pattern 'test.use-to-llvm.use' does not apply: result type cannot be converted", "operand of type 'f32' cannot be converted"}},
		{name: "unknown in a full conversion", in: `"foo.bar"() : () -> ()`, full: true, target: convert.NewTarget().LegalDialect("test", "builtin"), set: convert.NewSet(),
			want: []string{"failed to legalize operation 'foo.bar'"}},
		{name: "a cast left by a full conversion", in: `%0 = "test.use"() : () -> i32
			"keep.this"(%0) : (i32) -> ()`, full: true,
			target: convert.NewTarget().LegalDialect("builtin", "keep", "llvm").Legal("test.func", "test.return").Illegal(convert.CastName),
			set:    convert.NewSet(retype(conv, "test.use", "llvm.use")),
			want:   []string{"failed to legalize unresolved materialization from ('i64') to ('i32') that remained live after conversion", "see existing live user here: 'keep.this'"}},
		{name: "patterns that undo each other", in: `"test.use"() : () -> ()`, target: illegal("test.use", "test.read"),
			set:  convert.NewSet(forever("test.use", "test.read"), forever("test.read", "test.use")),
			want: []string{"conversion does not end: pattern 'to-test.read' applies to 'test.use' after 64 conversions of one operation"}},
		{name: "what a pattern creates must be legal too", in: `"test.use"() : () -> ()`, target: illegal("test.use", "test.read"),
			set:  convert.NewSet(forever("test.use", "test.read")),
			want: []string{"failed to legalize operation 'test.read' that was explicitly marked illegal"}},
		{name: "an operation left illegal", in: `"test.use"() : () -> ()`, target: illegal("test.use"),
			set: convert.NewSet(convert.Pattern{Name: "lazy", Root: "test.use", Rewrite: func(op *ir.Operation, _ convert.Operands, r *convert.Rewriter) error {
				r.Modify(op, func() { op.SetAttr("x", op.Context().Unit()) })
				return nil
			}}),
			want: []string{"pattern 'lazy' converted 'test.use' and left it illegal"}},
		{name: "the pattern's own error", in: `"test.use"() : () -> ()`, target: illegal("test.use"),
			set: convert.NewSet(convert.Pattern{Name: "strict", Root: "test.use", Rewrite: func(op *ir.Operation, _ convert.Operands, _ *convert.Rewriter) error {
				return op.OpError("needs 300 registers a thread, at most 255 are there")
			}}),
			want: []string{"'test.use' op needs 300 registers a thread"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			m := irtest.Parse(t, irtest.Context(), fn(tt.in+"\n\"test.return\"() : () -> ()"))
			apply := convert.ApplyPartial
			if tt.full {
				apply = convert.ApplyFull
			}
			err := apply(context.Background(), m, tt.target, tt.set, convert.Config{})
			if err == nil {
				t.Fatal("no error")
			}
			text := render(err)
			for _, w := range tt.want {
				if !strings.Contains(text, w) {
					t.Errorf("lacks %q:\n%s", w, text)
				}
			}
		})
	}
}

func TestRecursivelyLegal(t *testing.T) {
	t.Parallel()
	m := irtest.Parse(t, irtest.Context(), fn(`"test.region"() ({ "test.use"() : () -> () }) : () -> ()
		"test.return"() : () -> ()`))
	tg := convert.NewTarget().Illegal("test.use").Legal("test.region").RecursivelyLegal("test.region")
	if err := convert.ApplyPartial(context.Background(), m, tg, convert.NewSet(), convert.Config{}); err != nil {
		t.Error(err)
	}
}

func TestSignature(t *testing.T) {
	t.Parallel()
	m := irtest.Parse(t, irtest.Context(), `"test.func"() <{sym_name = "f", function_type = (i32, tuple<i1, i32>) -> i32}> ({
	^bb0(%a: i32, %b: tuple<i1, i32>):
	  "test.return"(%a) : (i32) -> ()
	}) : () -> ()`)
	conv := widen()
	tg := convert.NewTarget().Dynamic("test.func", func(op *ir.Operation) bool {
		return conv.IsLegalSignature(op.Prop("function_type").(*ir.TypeAttr).Value.(*ir.FunctionType))
	}).Dynamic("test.return", conv.IsLegalOp)
	set := convert.NewSet(convert.SignaturePattern("test.func", conv), retype(conv, "test.return", "llvm.return"))
	if err := convert.ApplyPartial(context.Background(), m, tg, set, convert.Config{}); err != nil {
		t.Fatal(err)
	}
	f := irtest.Only(t, m, "test.func")
	if got := f.Prop("function_type").String(); got != "(i64, i1, i64) -> i64" {
		t.Errorf("signature %s", got)
	}
	if n := f.RegionAt(0).Entry().NumArgs(); n != 3 {
		t.Errorf("%d block arguments", n)
	}
	irtest.RequireVerified(t, m)
}

func TestCancelled(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	m := irtest.Parse(t, irtest.Context(), fn(`"test.return"() : () -> ()`))
	if err := convert.ApplyPartial(ctx, m, convert.NewTarget(), convert.NewSet(), convert.Config{}); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v", err)
	}
}

// render returns every diagnostic in err with its notes.
func render(err error) string {
	var b strings.Builder
	for _, d := range diag.All(err) {
		b.WriteString(d.Error() + "\n")
		for _, n := range d.Notes {
			b.WriteString("  " + n.Msg + "\n")
		}
	}
	return b.String()
}
