package mutate

import (
	"fmt"
	"slices"
	"strings"

	"github.com/tile-opt/tile-opt/dialects/async"
	"github.com/tile-opt/tile-opt/ir"
)

// operator is a way to make a fault at an operation: apply reports whether it
// fits there.
type operator struct {
	name  string
	apply func(op *ir.Operation) bool
}

// synchronises reports whether an operation of the async level orders others,
// or is ordered by them.
func synchronises(op *ir.Operation) bool {
	switch op.Name() {
	case "tasync.barrier_init", "tasync.init_publish", "tasync.barrier_wait", "tasync.barrier_expect", "tasync.barrier_arrive",
		"tasync.async_load", "tasync.async_store", "tasync.store_commit", "tasync.store_wait", "tasync.fence_async", "tasync.sync",
		"tasync.mma", "tasync.mma_wait", "tasync.local_store", "tasync.local_load", "tasync.copy", "tasync.copy_arrive", "tasync.copy_wait",
		"tasync.named_sync", "tasync.named_arrive", "tasync.pipeline_acquire", "tasync.pipeline_commit", "tasync.pipeline_wait",
		"tasync.pipeline_release", "tasync.pipeline_skip", "tasync.wait":
		return true
	}
	return false
}

// computes reports whether without the operation something is not computed,
// but nothing is out of order: leaving it out, or doing it twice, is no fault
// of synchronisation.
func computes(op *ir.Operation) bool {
	return op.Is("tasync.mma") || op.Is("tasync.async_store") || op.Is("tasync.local_load") || op.Is("tasync.local_store")
}

func drop(op *ir.Operation) bool {
	switch {
	case computes(op):
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
	if op.NumResults() > 0 && !op.Is("tasync.mma_wait") || computes(op) {
		return false
	}
	b := ir.NewBuilder(op.Context())
	b.After(op)
	b.Clone(op, new(ir.Mapping))
	return true
}

// neighbour returns the next operation of the block that synchronises, or the
// one before, or that has one that does inside.
func neighbour(op *ir.Operation, step func(*ir.Operation) *ir.Operation, is func(*ir.Operation) bool) *ir.Operation {
	for n := step(op); n != nil; n = step(n) {
		for o := range ir.Walk(n) {
			if is(o) {
				return n
			}
		}
	}
	return nil
}

func later(is func(*ir.Operation) bool) func(*ir.Operation) bool {
	return func(op *ir.Operation) bool {
		n := neighbour(op, (*ir.Operation).Next, is)
		if n == nil || op.NumResults() > 0 {
			return false
		}
		op.MoveAfter(n)
		return true
	}
}

// earlier moves an operation before the one in front of it, where its operands
// are defined there.
func earlier(is func(*ir.Operation) bool) func(*ir.Operation) bool {
	return func(op *ir.Operation) bool {
		n := neighbour(op, (*ir.Operation).Prev, is)
		if n == nil || op.NumResults() > 0 {
			return false
		}
		for d := op.Prev(); d != nil; d = d.Prev() {
			if slices.ContainsFunc(op.Operands(), func(v *ir.Value) bool { return v.Def() == d }) {
				return false
			}
			if d == n {
				break
			}
		}
		op.MoveBefore(n)
		return true
	}
}

func add(prop string, n int64) func(*ir.Operation) bool {
	return func(op *ir.Operation) bool {
		v, ok := ir.IntValue(op.Prop(prop))
		if !ok || v+n < 0 || prop != "pending" && prop != "id" && prop != "keep" && v+n < 1 || !strings.HasPrefix(op.Name(), "tasync.") {
			return false
		}
		op.SetProp(prop, op.Context().I32Attr(v+n))
		return true
	}
}

func constant(b *ir.Builder, n int64) *ir.Value {
	c := b.Context()
	return b.Op("arith.constant", nil, []ir.Type{c.I(32)}, ir.NamedAttr{Name: "value", Attr: c.I32Attr(n)}).Result(0)
}

// operand replaces operand i, counted from the end where negative: by the
// constant n, or where an operation is named by that of it and n.
func operand(i int, name string, n int64, only ...string) func(*ir.Operation) bool {
	return func(op *ir.Operation) bool {
		at := i
		if at < 0 {
			at += op.NumOperands()
		}
		i32 := ir.Type(op.Context().I(32))
		if !slices.Contains(only, op.Name()) || at < 0 || at >= op.NumOperands() || op.Operand(at).Type() != i32 {
			return false
		}
		b := ir.NewBuilder(op.Context())
		b.Before(op)
		k := constant(b, n)
		if name != "" {
			k = b.Op(name, []*ir.Value{op.Operand(at), k}, []ir.Type{i32}).Result(0)
		}
		op.SetOperand(at, k)
		return true
	}
}

func policy(to string) func(*ir.Operation) bool {
	return func(op *ir.Operation) bool {
		s, ok := ir.StringValue(op.Prop("policy"))
		if !op.Is(async.BarrierArriveDef.Name) || !ok || s == to {
			return false
		}
		op.SetProp("policy", op.Context().Str(to))
		return true
	}
}

// carried flips the first value of a variable that a loop carries.
func carried(i int) func(*ir.Operation) bool {
	return func(op *ir.Operation) bool {
		i32 := ir.Type(op.Context().I(32))
		if !op.Is("scf.for") || op.NumOperands() <= 3+i || op.Operand(3+i).Type() != i32 {
			return false
		}
		b := ir.NewBuilder(op.Context())
		b.Before(op)
		op.SetOperand(3+i, b.Op("arith.xori", []*ir.Value{op.Operand(3 + i), constant(b, 1)}, []ir.Type{i32}).Result(0))
		return true
	}
}

// compared moves the number that a counter is compared with: the slots of a
// ring, or how many of them may be held.
func compared(n int64) func(*ir.Operation) bool {
	return func(op *ir.Operation) bool {
		if !op.Is("arith.cmpi") || op.Operand(1).Type() != ir.Type(op.Context().I(32)) || op.Operand(1).Def() == nil || !op.Operand(1).Def().Is("arith.constant") {
			return false
		}
		v, _ := ir.IntValue(op.Operand(1).Def().Prop("value"))
		b := ir.NewBuilder(op.Context())
		b.Before(op)
		op.SetOperand(1, constant(b, v+n))
		return true
	}
}

func registers(n int) func(*ir.Operation) bool {
	return func(op *ir.Operation) bool {
		regs, ok := op.Prop("registers").(*ir.DenseArrayAttr)
		if !op.Is(async.WarpSpecializeDef.Name) || !ok || len(regs.Ints()) == 0 {
			return false
		}
		list := slices.Clone(regs.Ints())
		list[len(list)-1] += int64(n)
		op.SetProp("registers", op.Context().I32Array(list...))
		return true
	}
}

// asyncOperators are the ways to make faults at the async level.
func asyncOperators() []operator {
	at := func(f func(*ir.Operation) bool) func(*ir.Operation) bool {
		return func(op *ir.Operation) bool { return synchronises(op) && f(op) }
	}
	indexed := []string{"tasync.barrier_wait", "tasync.barrier_expect", "tasync.barrier_arrive", "tasync.copy_arrive"}
	out := []operator{
		{"drop", at(drop)}, {"double", at(double)}, {"move behind the next", at(later(synchronises))}, {"move before the last", at(earlier(synchronises))},
		{"more bytes", add("bytes", 128)}, {"fewer bytes", add("bytes", -128)},
		{"greater count", add("count", 1)}, {"smaller count", add("count", -1)},
		{"more pending", add("pending", 1)}, {"fewer pending", add("pending", -1)},
		{"more kept", add("keep", 1)}, {"fewer kept", add("keep", -1)},
		{"other number", add("id", 1)}, {"more warps", add("warps", 4)}, {"fewer warps", add("warps", -4)},
		{"other parity", operand(2, "arith.xori", 1, "tasync.barrier_wait")},
		{"constant parity", operand(2, "", 0, "tasync.barrier_wait")},
		{"constant barrier", operand(1, "", 1, indexed...)}, {"other barrier", operand(1, "arith.xori", 1, indexed...)},
		{"constant slot", operand(1, "", 1, "tasync.slot")}, {"other slot", operand(1, "arith.xori", 1, "tasync.slot")},
		{"other signal", operand(-1, "arith.xori", 1, "tasync.async_load", "tasync.copy")},
		{"more registers", registers(24)}, {"fewer registers", registers(-8)},
		{"bound + 1", compared(1)}, {"bound - 1", compared(-1)},
	}
	for _, p := range []string{"warpgroup", "warp", "thread", "role"} {
		out = append(out, operator{"policy " + p, policy(p)})
	}
	for i := range 6 {
		out = append(out, operator{fmt.Sprintf("carried %d", i), carried(i)})
	}
	return out
}
