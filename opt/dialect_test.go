package opt_test

import (
	"context"
	"fmt"
	"log"

	"github.com/tile-opt/tile-opt/dialects/arith"
	"github.com/tile-opt/tile-opt/dialects/builtin"
	"github.com/tile-opt/tile-opt/dialects/function"
	"github.com/tile-opt/tile-opt/ir"
	"github.com/tile-opt/tile-opt/ir/rewrite"
	"github.com/tile-opt/tile-opt/opt"
	"github.com/tile-opt/tile-opt/passes"
	"github.com/tile-opt/tile-opt/passes/canonicalize"
	"github.com/tile-opt/tile-opt/transforms/greedy"
)

// Clock is a dialect of arithmetic on a clock's face.
var Clock = &ir.Dialect{
	Name: "clock", Summary: "arithmetic on a clock's face",
	Ops:        []ir.OpBinding{ir.Bind[Add](addDef)},
	Dependents: []*ir.Dialect{arith.Dialect},
	Hooks:      hooks{},
}

// addDef is data: the parser, the printer, the verifier and the manual are driven
// by it.
var addDef = &ir.OpDef{
	Name: "clock.add", Summary: "addition modulo a number of hours",
	Doc:     "The sum of two hours that are not negative, less whole turns of the clock.",
	Example: "%r = clock.add %a, %b mod 12 : i32",
	Traits:  ir.Pure | ir.Commutative | ir.SameTypes,
	In:      []ir.Slot{{Name: "lhs", C: ir.I32}, {Name: "rhs", C: ir.I32}},
	Out:     []ir.Slot{{Name: "result", C: ir.I32}},
	Props:   []ir.PropSlot{{Name: "hours", C: ir.I64AttrC, Type: func(c *ir.Context) ir.Type { return c.I(64) }}},
	Format:  "$lhs `,` $rhs `mod` $hours attr-dict `:` type($result)",
}

// Add is the view of clock.add: hooks are its methods.
type Add struct{ ir.View }

// Hours returns the hours of the clock.
func (o Add) Hours() int64 { h, _ := ir.IntValue(o.Op().Prop("hours")); return h }

// Verify checks what the definition cannot say.
func (o Add) Verify() error {
	if o.Hours() < 1 {
		return o.OpError("expects a clock of at least 1 hour, found %d", o.Hours())
	}
	return nil
}

// Fold adds constants.
func (o Add) Fold(consts []ir.Attr) []ir.FoldResult {
	a, okA := ir.IntValue(consts[0])
	b, okB := ir.IntValue(consts[1])
	if !okA || !okB || a < 0 || b < 0 {
		return nil
	}
	return []ir.FoldResult{{Attr: o.Context().I32Attr((a + b) % o.Hours())}}
}

// CanonicalizationPatterns are found by the pass canonicalize.
func (Add) CanonicalizationPatterns() []rewrite.Pattern {
	return []rewrite.Pattern{{Name: "clock-turns", Root: "clock.add", Rewrite: dropTurns}}
}

// dropTurns: x + c = x + c mod h.
func dropTurns(op *ir.Operation, r *rewrite.Rewriter) error {
	c, ok := rewrite.IntConst(op.Operand(1))
	h := Add{ir.ViewOf(op)}.Hours()
	if !ok || c < h {
		return r.NoMatch("no constant of more than a turn is added")
	}
	less := r.Op("arith.constant", nil, []ir.Type{op.Result(0).Type()}, ir.NamedAttr{Name: "value", Attr: op.Context().I32Attr(c % h)})
	r.Modify(op, func() { op.SetOperand(1, less.Result(0)) })
	return nil
}

type hooks struct{}

// MaterializeConstant makes the constants that folding gives.
func (hooks) MaterializeConstant(b *ir.Builder, value ir.Attr, t ir.Type, loc ir.Loc) *ir.Operation {
	return arith.MaterializeConstant(b, value, t, loc)
}

// toArith: clock.add becomes a sum and a remainder.
var toArith = rewrite.Pattern{Name: "clock-add-to-arith", Root: "clock.add", Rewrite: func(op *ir.Operation, r *rewrite.Rewriter) error {
	t := []ir.Type{op.Result(0).Type()}
	sum := r.Op("arith.addi", op.Operands(), t)
	hours := r.Op("arith.constant", nil, t, ir.NamedAttr{Name: "value", Attr: op.Context().I32Attr(Add{ir.ViewOf(op)}.Hours())})
	r.ReplaceWithOp(op, "arith.remui", []*ir.Value{sum.Result(0), hours.Result(0)}, t)
	return nil
}}

// ClockToArith is the pass convert-clock-to-arith.
var ClockToArith = &passes.Pass{
	Name: "convert-clock-to-arith", Summary: "lower clock to arith",
	Statistics: []passes.Statistic{{Name: "num-converted", Desc: "operations converted"}},
	Prepare:    func(*ir.Context, any) any { return rewrite.NewSet(toArith) },
	Run: func(r *passes.Run, op *ir.Operation) error {
		res, err := greedy.Apply(r.Context(), op, passes.PreparedOf[*rewrite.Set](r), greedy.Config{Tracer: r.Tracer()})
		r.Count("num-converted", res.Rewrites)
		return err
	},
}

// ExampleNewContext has a dialect, two patterns and a pass of its own, beside some
// of the project's.
func ExampleNewContext() {
	c := opt.NewContext(builtin.Dialect, function.Dialect, arith.Dialect, Clock)
	reg := passes.NewRegistry([]*passes.Pass{canonicalize.Pass, ClockToArith}, nil, nil)
	m, err := opt.Parse(c, "clock.mlir", []byte(`
func.func @later(%now: i32) -> (i32, i32) {
  %c7 = arith.constant 7 : i32
  %c30 = arith.constant 30 : i32
  %0 = clock.add %c7, %c30 mod 12 : i32
  %1 = clock.add %now, %c30 mod 24 : i32
  return %0, %1 : i32, i32
}`))
	if err != nil {
		log.Fatal(err)
	}
	if err := opt.RunPipeline(context.Background(), m, reg, "builtin.module(canonicalize,func.func(convert-clock-to-arith))", opt.Options{}); err != nil {
		log.Fatal(err)
	}
	text, err := opt.Print(m, opt.PrintOptions{})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("%s", text)
	_, err = opt.Parse(c, "bad.mlir", []byte("func.func @f(%a: i32) {\n  %0 = clock.add %a, %a mod 0 : i32\n  return\n}"))
	fmt.Println(err)
	// Output:
	// module {
	//   func.func @later(%arg0: i32) -> (i32, i32) {
	//     %c24_i32 = arith.constant 24 : i32
	//     %c1_i32 = arith.constant 1 : i32
	//     %c6_i32 = arith.constant 6 : i32
	//     %0 = arith.addi %arg0, %c6_i32 : i32
	//     %1 = arith.remui %0, %c24_i32 : i32
	//     return %c1_i32, %1 : i32, i32
	//   }
	// }
	// bad.mlir:2:8: error: 'clock.add' op expects a clock of at least 1 hour, found 0
}
