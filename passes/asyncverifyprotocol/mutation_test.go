package asyncverifyprotocol_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/tile-opt/tile-opt/dialects/all"
	"github.com/tile-opt/tile-opt/ir"
	"github.com/tile-opt/tile-opt/ir/asm"
	"github.com/tile-opt/tile-opt/passes"
	allpasses "github.com/tile-opt/tile-opt/passes/all"
	"github.com/tile-opt/tile-opt/transforms/protocol"
)

// config is a way to compile the subject of the mutations.
type config struct{ stages, consumers, inFlight int }

func (c config) String() string {
	return fmt.Sprintf("stages=%d consumers=%d mma-in-flight=%d", c.stages, c.consumers, c.inFlight)
}

// steps are the passes from the tile level to explicit barriers.
func (c config) steps(tile, via string) string {
	if c.consumers == 0 {
		prefetch := -1 - c.inFlight
		return fmt.Sprintf("builtin.module(func.func(tile-bind{%s},canonicalize,cse),func.func(tile-rasterize),func.func(tile-persist),"+
			"func.func(canonicalize,cse,loop-invariant-code-motion,tile-to-async{warp-groups=1}),func.func(async-pipeline{stages=%d prefetch=%d mma-in-flight=%d}),"+
			"async-epilogue{via=%s},func.func(async-insert-mbarriers,canonicalize,cse))", tile, c.stages, prefetch, c.inFlight, via)
	}
	return fmt.Sprintf("builtin.module(func.func(tile-bind{%s},canonicalize,cse),func.func(tile-rasterize),func.func(tile-persist),"+
		"func.func(canonicalize,cse,loop-invariant-code-motion,tile-to-async{warp-groups=%d}),func.func(async-pipeline{stages=%d mma-in-flight=%d}),"+
		"func.func(async-warp-specialize{producer-warps=4}),async-epilogue{via=%s},func.func(async-insert-mbarriers,async-reallocate-registers,canonicalize,cse))",
		tile, c.consumers, c.stages, c.inFlight, via)
}

func parse(t testing.TB, name string, text []byte) *ir.Operation {
	t.Helper()
	m, err := asm.Parse(ir.NewContext(all.Dialects()...), name, text, asm.ParseOptions{})
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// lower returns the text of a kernel of testdata/kernels with explicit
// barriers.
func lower(t testing.TB, name, pipeline string) string {
	t.Helper()
	path := filepath.Join("..", "..", "testdata", "kernels", name+".mlir")
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	m := parse(t, path, text)
	p, err := allpasses.Registry().Parse(pipeline)
	if err != nil {
		t.Fatal(err)
	}
	if err := p.Run(context.Background(), m, passes.Config{Verify: true}); err != nil {
		t.Fatal(err)
	}
	return asm.String(m)
}

// judge checks every kernel of a module: the first that is not proven, nil
// when all are.
func judge(t testing.TB, m *ir.Operation) *protocol.Finding {
	t.Helper()
	for op := range ir.Walk(m) {
		if !op.Is("func.func") || !protocol.Applies(op) {
			continue
		}
		f, err := protocol.Check(context.Background(), op, protocol.Options{})
		if err != nil {
			t.Fatal(err)
		}
		if f.Verdict != protocol.Proven || len(f.Assumptions) > 0 {
			return f
		}
	}
	return nil
}

// mutant is a fault at an operation: apply reports whether it fits there.
type mutant struct {
	name  string
	apply func(op *ir.Operation) bool
}

func (m mutant) String() string { return m.name }

// synchronises reports whether faults are made at op.
func synchronises(op *ir.Operation) bool {
	switch op.Name() {
	case "tasync.barrier_init", "tasync.init_publish", "tasync.barrier_wait", "tasync.barrier_expect", "tasync.barrier_arrive",
		"tasync.async_load", "tasync.async_store", "tasync.store_commit", "tasync.store_wait", "tasync.fence_async", "tasync.sync",
		"tasync.mma", "tasync.mma_wait", "tasync.local_store", "tasync.local_load":
		return true
	}
	return false
}

func drop(op *ir.Operation) bool {
	switch {
	case op.Is("tasync.mma"), op.Is("tasync.async_store"):
		// Without it something is not computed, but nothing is out of order.
		return false
	case op.Is("tasync.mma_wait"):
		for i, v := range op.Operands() {
			op.Result(i).ReplaceAllUsesWith(v)
		}
	case op.NumResults() > 0:
		return false
	}
	op.Erase()
	return true
}

func double(op *ir.Operation) bool {
	if op.NumResults() > 0 && !op.Is("tasync.mma_wait") {
		return false
	}
	b := ir.NewBuilder(op.Context())
	b.After(op)
	b.Clone(op, new(ir.Mapping))
	return true
}

// nextStep returns the next operation of the block that synchronises or has
// one that does inside.
func nextStep(op *ir.Operation) *ir.Operation {
	for n := op.Next(); n != nil; n = n.Next() {
		for o := range ir.Walk(n) {
			if synchronises(o) {
				return n
			}
		}
	}
	return nil
}

func later(op *ir.Operation) bool {
	n := nextStep(op)
	if n == nil || op.NumResults() > 0 {
		return false
	}
	op.MoveAfter(n)
	return true
}

func add(prop string, n int64) func(*ir.Operation) bool {
	return func(op *ir.Operation) bool {
		v, ok := ir.IntValue(op.Prop(prop))
		if !ok || v+n < 0 || prop != "pending" && v+n < 1 {
			return false
		}
		op.SetProp(prop, op.Context().I32Attr(v+n))
		return true
	}
}

// operandOp inserts an operation with a constant before operand i.
func operandOp(i int, name string, n int64, only ...string) func(*ir.Operation) bool {
	return func(op *ir.Operation) bool {
		fits := false
		for _, o := range only {
			fits = fits || op.Is(o)
		}
		if !fits {
			return false
		}
		b, c := ir.NewBuilder(op.Context()), op.Context()
		b.Before(op)
		k := b.Op("arith.constant", nil, []ir.Type{c.I(32)}, ir.NamedAttr{Name: "value", Attr: c.I32Attr(n)}).Result(0)
		at := i
		if at < 0 {
			at += op.NumOperands()
		}
		if name != "" {
			k = b.Op(name, []*ir.Value{op.Operand(at), k}, []ir.Type{c.I(32)}).Result(0)
		}
		op.SetOperand(at, k)
		return true
	}
}

func policy(to string) func(*ir.Operation) bool {
	return func(op *ir.Operation) bool {
		s, ok := ir.StringValue(op.Prop("policy"))
		if !op.Is("tasync.barrier_arrive") || !ok || s == to {
			return false
		}
		op.SetProp("policy", op.Context().Str(to))
		return true
	}
}

// carried flips the first value of a variable that a loop carries.
func carried(i int) func(*ir.Operation) bool {
	return func(op *ir.Operation) bool {
		if !op.Is("scf.for") || op.NumOperands() <= 3+i || op.Operand(3+i).Type() != ir.Type(op.Context().I(32)) {
			return false
		}
		b, c := ir.NewBuilder(op.Context()), op.Context()
		b.Before(op)
		one := b.Op("arith.constant", nil, []ir.Type{c.I(32)}, ir.NamedAttr{Name: "value", Attr: c.I32Attr(1)}).Result(0)
		op.SetOperand(3+i, b.Op("arith.xori", []*ir.Value{op.Operand(3 + i), one}, []ir.Type{c.I(32)}).Result(0))
		return true
	}
}

// compared moves the bound of a comparison of counters.
func compared(n int64) func(*ir.Operation) bool {
	return func(op *ir.Operation) bool {
		if !op.Is("arith.cmpi") || op.Operand(1).Type() != ir.Type(op.Context().I(32)) || op.Operand(1).Def() == nil || !op.Operand(1).Def().Is("arith.constant") {
			return false
		}
		v, _ := ir.IntValue(op.Operand(1).Def().Prop("value"))
		b, c := ir.NewBuilder(op.Context()), op.Context()
		b.Before(op)
		op.SetOperand(1, b.Op("arith.constant", nil, []ir.Type{c.I(32)}, ir.NamedAttr{Name: "value", Attr: c.I32Attr(v + n)}).Result(0))
		return true
	}
}

func registers(op *ir.Operation) bool {
	regs, ok := op.Prop("registers").(*ir.DenseArrayAttr)
	if !op.Is("tasync.warp_specialize") || !ok {
		return false
	}
	n := regs.Ints()
	n[len(n)-1] += 24
	op.SetProp("registers", op.Context().I32Array(n...))
	return true
}

func mutants() []mutant {
	out := []mutant{
		{"drop", func(op *ir.Operation) bool { return synchronises(op) && drop(op) }},
		{"double", func(op *ir.Operation) bool { return synchronises(op) && double(op) }},
		{"move behind the next", func(op *ir.Operation) bool { return synchronises(op) && later(op) }},
		{"more bytes", add("bytes", 128)}, {"fewer bytes", add("bytes", -128)},
		{"greater count", add("count", 1)}, {"smaller count", add("count", -1)},
		{"more pending", add("pending", 1)}, {"fewer pending", add("pending", -1)},
		{"other parity", operandOp(2, "arith.xori", 1, "tasync.barrier_wait")},
		{"constant parity", operandOp(2, "", 0, "tasync.barrier_wait")},
		{"constant barrier", operandOp(1, "", 1, "tasync.barrier_wait", "tasync.barrier_expect", "tasync.barrier_arrive")},
		{"constant slot", operandOp(1, "", 1, "tasync.slot")},
		{"other slot", operandOp(1, "arith.xori", 1, "tasync.slot")},
		{"other signal", operandOp(-1, "arith.xori", 1, "tasync.async_load")},
		{"registers", registers},
		{"bound + 1", compared(1)}, {"bound - 1", compared(-1)},
	}
	for _, p := range []string{"warpgroup", "warp", "thread", "role"} {
		out = append(out, mutant{"policy " + p, policy(p)})
	}
	for i := range 6 {
		out = append(out, mutant{fmt.Sprintf("carried %d", i), carried(i)})
	}
	return out
}

// equivalents are the mutants that are no fault, with the reason. The check
// must be right about each of them.
var equivalents = []struct{ mutant, op, why string }{
	{"double", "tasync.sync", "a second barrier adds nothing"},
	{"double", "tasync.barrier_wait", "the phase is over, so the second wait returns at once"},
	{"double", "tasync.store_wait", "the groups are over already"},
	{"double", "tasync.mma_wait", "the groups are over already"},
	{"double", "tasync.store_commit", "an empty group counts as the newest, so later waits wait for more"},
	{"double", "tasync.fence_async", "a second fence adds nothing"},
	{"double", "tasync.init_publish", "a second barrier adds nothing"},
	{"double", "tasync.async_store", "the same tile is stored to the same place twice"},
	{"move behind the next", "tasync.barrier_init", "barriers may be initialised in any order"},
	{"move behind the next", "tasync.barrier_expect", "bytes may arrive first as long as the arrival is missing"},
	{"move behind the next", "tasync.async_load", "the copies of a slot may be in any order"},
	{"move behind the next", "tasync.async_store", "the store joins the next group, and all are waited for before its buffer is written again"},
	{"drop", "tasync.store_commit", "the store joins the next group, and all are waited for before its buffer is written again"},
	{"fewer pending", "tasync.mma_wait", "a stronger wait"},
	{"fewer pending", "tasync.store_wait", "a stronger wait"},
}

// equivalent gives the reason why a mutant that is proven is no fault.
func equivalent(m mutant, op *ir.Operation, c config) string {
	for _, e := range equivalents {
		if e.mutant == m.name && op.Is(e.op) {
			return e.why
		}
	}
	switch {
	case m.name == "bound + 1" && c.inFlight > 0 && c.stages > c.inFlight+1:
		return "one more slot is kept, and the ring has one more than it needs"
	case m.name == "bound + 1" && c.inFlight > 0 && isZero(op.Operand(1)):
		return "the slot kept behind the loop is counted, and released in the next tile"
	case m.name == "bound - 1" && c.consumers == 0 && isZero(op.Operand(1)):
		return "a slot too many is released only where K is 0, which it then is for every tile"
	case m.name == "move behind the next" && op.Is("tasync.barrier_wait") && c.consumers == 0 && op.Parent().Is("scf.if") && !op.Parent().Parent().Parent().Is("scf.for"):
		return "before the loop the barrier of the role's stores orders the slot's release already"
	}
	return ""
}

func isZero(v *ir.Value) bool {
	if v.Def() == nil {
		return false
	}
	n, ok := ir.IntValue(v.Def().Prop("value"))
	return v.Def().Is("arith.constant") && ok && n == 0
}

func TestMutants(t *testing.T) {
	t.Parallel()
	for _, c := range []config{{2, 1, 0}, {2, 2, 1}, {3, 1, 1}, {3, 2, 1}, {4, 2, 0}, {3, 0, 0}, {4, 0, 1}} {
		t.Run(c.String(), func(t *testing.T) {
			t.Parallel()
			m := parse(t, "matmul.mlir", []byte(lower(t, "matmul", c.steps("BM=128 BN=128", "tma-store"))))
			if f := judge(t, m); f != nil {
				t.Fatalf("the original is not proven: %v %s %s", f.Verdict, f.Op.Name(), f.Msg)
			}
			mutate(t, m, c)
		})
	}
}

func mutate(t *testing.T, original *ir.Operation, c config) {
	made, reported, same := 0, 0, 0
	size := 0
	for range ir.Walk(original) {
		size++
	}
	for _, mu := range mutants() {
		for i := range size {
			m := ir.CloneDetached(original, new(ir.Mapping))
			op := nth(m, i)
			if !mu.apply(op) {
				continue
			}
			made++
			if ir.Verify(m) != nil || judge(t, m) != nil {
				reported++
				continue
			}
			if equivalent(mu, nth(original, i), c) != "" {
				same++
				continue
			}
			t.Errorf("%s of %s at line %d is proven", mu, nth(original, i).Name(), nth(original, i).Loc().Pos().Line)
		}
	}
	t.Logf("made %d, reported %d, equivalent %d", made, reported, same)
	if made == 0 || reported == 0 {
		t.Error("no mutants were made")
	}
}

// nth returns the i-th operation.
func nth(m *ir.Operation, i int) *ir.Operation {
	for op := range ir.Walk(m) {
		if i--; i < 0 {
			return op
		}
	}
	return nil
}

// TestKernels proves every kernel as the pipelines compile it.
func TestKernels(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"matmul", "matmul_bf16", "relu_bias_matmul", "two_dots", "guarded_dot"} {
		for _, c := range []config{{4, 2, 0}, {2, 1, 1}, {1, 1, 0}, {3, 0, 0}, {8, 1, 1}} {
			if name == "guarded_dot" && c.consumers == 0 {
				// Loads that run ahead decide by the condition of a later
				// iteration, which the check does not relate to that iteration.
				continue
			}
			t.Run(name+" "+c.String(), func(t *testing.T) {
				t.Parallel()
				m := parse(t, name+".mlir", []byte(lower(t, name, c.steps("BM=64 BN=64 BK=32", "auto"))))
				if f := judge(t, m); f != nil {
					t.Errorf("%v: '%s' %s", f.Verdict, f.Op.Name(), f.Msg)
				}
			})
		}
	}
}
