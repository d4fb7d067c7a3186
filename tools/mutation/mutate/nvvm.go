package mutate

import (
	"bytes"
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/tile-opt/tile-opt/ir"
)

// ordersThreads reports whether an operation of the nvvm level synchronises.
func ordersThreads(op *ir.Operation) bool {
	name := op.Name()
	for _, p := range []string{"nvvm.mbarrier.", "nvvm.barrier", "nvvm.fence", "nvvm.wgmma.fence", "nvvm.wgmma.commit", "nvvm.wgmma.wait", "nvvm.cp.async", "nvvm.setmaxregister", "nvvm.bar."} {
		if strings.HasPrefix(name, p) {
			return true
		}
	}
	return false
}

// leaveOut drops an operation; a wait that returns whether it is over returns
// that it is.
func leaveOut(op *ir.Operation) bool {
	if strings.HasPrefix(op.Name(), "nvvm.cp.async.bulk.tensor.global") {
		return false
	}
	switch op.NumResults() {
	case 0:
	case 1:
		if !op.Is("nvvm.mbarrier.try_wait") {
			if op.Result(0).HasUses() {
				return false
			}
			break
		}
		c := op.Context()
		b := ir.NewBuilder(c)
		b.Before(op)
		op.Result(0).ReplaceAllUsesWith(b.Op("arith.constant", nil, []ir.Type{c.I(1)}, ir.NamedAttr{Name: "value", Attr: c.Bool(true)}).Result(0))
	default:
		return false
	}
	op.Erase()
	return true
}

// shifted adds to an i32 operand of an operation.
func shifted(i int, n int64, only ...string) func(*ir.Operation) bool {
	return func(op *ir.Operation) bool {
		i32 := ir.Type(op.Context().I(32))
		if !slices.Contains(only, op.Name()) || i >= op.NumOperands() || op.Operand(i).Type() != i32 {
			return false
		}
		b := ir.NewBuilder(op.Context())
		b.Before(op)
		op.SetOperand(i, b.Op("arith.addi", []*ir.Value{op.Operand(i), constant(b, n)}, []ir.Type{i32}).Result(0))
		return true
	}
}

// prop adds to an integer property.
func prop(name string, n int64, only string) func(*ir.Operation) bool {
	return func(op *ir.Operation) bool {
		old, ok := op.Prop(name).(*ir.IntegerAttr)
		v, is := ir.IntValue(op.Prop(name))
		if !ok || !is || !strings.HasPrefix(op.Name(), only) || v+n < 0 {
			return false
		}
		op.SetProp(name, ir.IntAttr(old.Type(), v+n))
		return true
	}
}

// nvvmOperators are the ways to make faults at the nvvm level.
func nvvmOperators() []operator {
	at := func(f func(*ir.Operation) bool) func(*ir.Operation) bool {
		return func(op *ir.Operation) bool { return ordersThreads(op) && f(op) }
	}
	flip := func(op *ir.Operation) bool {
		return op.Is("nvvm.mbarrier.try_wait") && shifted(1, 1, op.Name())(op)
	}
	return []operator{
		{"drop", at(leaveOut)}, {"double", at(double)}, {"move behind the next", at(later(ordersThreads))}, {"move before the last", at(earlier(ordersThreads))},
		{"more bytes", shifted(1, 128, "nvvm.mbarrier.arrive.expect_tx")}, {"fewer bytes", shifted(1, -128, "nvvm.mbarrier.arrive.expect_tx")},
		{"greater count", shifted(1, 1, "nvvm.mbarrier.init")}, {"smaller count", shifted(1, -1, "nvvm.mbarrier.init")},
		{"other parity", flip},
		{"more pending", prop("group", 1, "nvvm.")}, {"fewer pending", prop("group", -1, "nvvm.")},
		{"more registers", prop("regCount", 24, "nvvm.setmaxregister")}, {"fewer registers", prop("regCount", -16, "nvvm.setmaxregister")},
		{"other barrier", shifted(0, 1, "nvvm.barrier")}, {"more threads", shifted(1, 32, "nvvm.barrier")}, {"bound + 1", compared(1)}, {"bound - 1", compared(-1)}, {"carried 0", carried(0)}, {"carried 1", carried(1)},
		{"carried 2", carried(2)}, {"carried 3", carried(3)},
	}
}

// nvvmForms are the forms of the matrix product whose instructions get faults.
func nvvmForms() []subject {
	return []subject{
		{kernel: "matmul", tile: smallMatmul + " consumers=1 stages=2", stages: 2, unit: 16},
		{kernel: "matmul", tile: smallMatmul + " consumers=0 stages=3 mma-in-flight=1", stages: 3, unit: 16},
	}
}

func nvvmMutants(ctx context.Context, o Options) ([]mutant, error) {
	var out []mutant
	for _, s := range o.first(nvvmForms()) {
		m, err := lower(ctx, o.Root, s.kernel, "builtin.module(tile-to-nvvm{persist=false fallback=false via=tma-store "+s.tile+"})")
		if err != nil {
			return nil, err
		}
		want, why, err := simulated(ctx, s, m, 1, nvvmSchedules)
		if err != nil || why != "" {
			return nil, fmt.Errorf("%v: the original: %s, %w", s, why, err)
		}
		out = append(out, places("nvvm "+s.tile, m, nvvmOperators(), func(ctx context.Context, m *ir.Operation) (verdict, error) {
			for seed := uint64(1); seed <= 2; seed++ {
				bits, why, err := simulated(ctx, s, m, seed, nvvmSchedules)
				if err == nil && why == "" && !slices.EqualFunc(bits, want, bytes.Equal) {
					why = "computes something else than the original"
				}
				if err != nil || why != "" {
					return verdict{reported: seed == 1, why: why}, err
				}
			}
			return verdict{}, nil
		})...)
	}
	return out, nil
}

// nvvmSchedules is in how many schedules a mutant is simulated, and then once
// more with another seed where they show nothing.
const nvvmSchedules = 5
