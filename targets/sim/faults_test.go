package sim

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/tile-opt/tile-opt/targets/sim/machine"
)

// planted is a fault put into a program by hand.
type planted struct {
	name string
	// edits are pairs of texts, each replaced once.
	edits []string
	// rules are the findings of which one is expected; empty: a wrong result, or an error that has text.
	rules []machine.Rule
	text  string
}

// outcome says how a run went wrong, "" when it did not.
func (p *planted) outcome(rep *Report, err error, check func() error) (problem string, expected bool) {
	switch {
	case err != nil:
		return err.Error(), p.text != "" && strings.Contains(err.Error(), p.text)
	case rep.Err() != nil:
		for _, s := range rep.Schedules {
			for _, f := range s.Faults {
				for _, r := range p.rules {
					if f.Rule == r {
						return f.Error(), f.Site.At != nil && strings.Contains(f.Error(), "test.mlir:")
					}
				}
			}
		}
		return rep.Err().Error(), false
	}
	if err := check(); err != nil {
		return err.Error(), len(p.rules) == 0 && p.text == ""
	}
	return "", false
}

func (p *planted) apply(t *testing.T, text string) string {
	t.Helper()
	for i := 0; i < len(p.edits); i += 2 {
		text = replaceTimes(t, text, p.edits[i], p.edits[i+1], 1)
	}
	return text
}

// sameAs compares C with the reference.
func (g *gemm) sameAs() error {
	m, n, k := g.c.Dims[0], g.c.Dims[1], g.a.Dims[1]
	a, b := g.a.Float64s(), g.b.Float64s()
	for i := range m {
		for j := range n {
			sum := 0.0
			for x := range k {
				sum += a[i*k+x] * b[j*k+x]
			}
			if got := g.c.At(i*n + j); got != sum {
				return fmt.Errorf("C[%d,%d] = %v, expected %v", i, j, got, sum)
			}
		}
	}
	return nil
}

var race = []machine.Rule{machine.RuleRace, machine.RuleOperand, machine.RuleInFlight, machine.RuleProxy, machine.RuleUninit}

// barrierFaults are faults in the explicit-barrier form of the GEMM.
var barrierFaults = []planted{
	{name: "no wait for full", edits: []string{"tasync.barrier_wait %full[%s], %p : !bars", ""}, rules: race},
	{name: "no wait for empty", edits: []string{"tasync.barrier_wait %empty[%s], %p : !bars", ""}, rules: race},
	{name: "consumer starts with the other parity", edits: []string{"%p = %i0, %r = %i0", "%p = %i1, %r = %i0"}, rules: race},
	{name: "producer starts with the other parity", edits: []string{"%s = %i0, %p = %i1", "%s = %i0, %p = %i0"}, rules: []machine.Rule{machine.RuleDeadlock}},
	{name: "consumer's parity never flips", edits: []string{"scf.yield %before, %next, %parity, %freed", "scf.yield %before, %next, %p, %freed"}, rules: append(race[:len(race):len(race)], machine.RuleDeadlock)},
	{name: "producer's parity never flips", edits: []string{"scf.yield %next, %parity : i32, i32", "scf.yield %next, %p : i32, i32"}, rules: race},
	{name: "too many bytes expected", edits: []string{"%full[%s], 24576", "%full[%s], 24592"}, rules: []machine.Rule{machine.RuleBytes, machine.RuleDeadlock}},
	{name: "too few bytes expected", edits: []string{"%full[%s], 24576", "%full[%s], 16384"}, rules: []machine.Rule{machine.RuleBytes, machine.RuleDeadlock}},
	{name: "no expect", edits: []string{"tasync.barrier_expect %full[%s], 24576 : !bars", ""}, rules: []machine.Rule{machine.RuleBytes, machine.RuleDeadlock}},
	{name: "no release in the loop", edits: []string{"tasync.barrier_arrive %empty[%r] warp : !bars", ""}, rules: []machine.Rule{machine.RuleDeadlock}},
	{name: "release of another slot", edits: []string{"tasync.barrier_arrive %empty[%r] warp", "tasync.barrier_arrive %empty[%s] warp"}, rules: append(race[:len(race):len(race)], machine.RuleMbarRange, machine.RuleDeadlock)},
	{name: "release before the product is done", edits: []string{"tasync.mma_wait 1 %mma", "tasync.mma_wait 2 %mma"}, rules: race},
	{name: "one arrival a warp group", edits: []string{"tasync.barrier_arrive %empty[%r] warp", "tasync.barrier_arrive %empty[%r] warpgroup"}, rules: []machine.Rule{machine.RuleDeadlock}},
	{name: "every thread arrives", edits: []string{"tasync.barrier_arrive %empty[%r] warp", "tasync.barrier_arrive %empty[%r] thread"}, rules: []machine.Rule{machine.RuleMbarRange, machine.RuleDeadlock}},
	{name: "too few arrivals expected", edits: []string{"tasync.barrier_init %empty, 8", "tasync.barrier_init %empty, 4"}, rules: append(race[:len(race):len(race)], machine.RuleMbarRange, machine.RuleDeadlock)},
	{name: "too many arrivals expected", edits: []string{"tasync.barrier_init %empty, 8", "tasync.barrier_init %empty, 9"}, rules: []machine.Rule{machine.RuleDeadlock}},
	{name: "barriers not published", edits: []string{"tasync.init_publish", ""}, rules: []machine.Rule{machine.RulePublish, machine.RuleMbarUse}},
	{name: "load into another slot", edits: []string{"to %b signal", "to %b0 signal", "%b = tasync.slot %ring_b[%s] : !ringB\n        tasync.async", "%b0 = tasync.slot %ring_b[%i0] : !ringB\n        tasync.async"}, rules: race},
	{name: "completion on another barrier", edits: []string{"to %b signal %full[%s]", "to %b signal %full[%i0]"}, rules: append(race[:len(race):len(race)], machine.RuleBytes, machine.RuleDeadlock)},
	{name: "slot outside the ring", edits: []string{"%wrap = arith.cmpi eq, %up, %i3 : i32\n        %next = arith.select %wrap, %i0, %up : i32\n        %flip", "%wrap = arith.constant false\n        %next = arith.select %wrap, %i0, %up : i32\n        %flip"}, text: "expects an index below the 3 barriers, found 3"},
	{name: "staging over the ring", edits: []string{"%staging = tasync.alloc at 73728", "%staging = tasync.alloc at 49152"}, rules: race},
	{name: "barriers under a buffer", edits: []string{"%full = tasync.barrier_alloc at 106496", "%full = tasync.barrier_alloc at 0"}, rules: []machine.Rule{machine.RuleMbarUse}},
	{name: "no proxy fence before the store", edits: []string{"tasync.fence_async", ""}, rules: []machine.Rule{machine.RuleProxy}},
	{name: "no barrier before the store", edits: []string{"tasync.fence_async\n    tasync.sync", "tasync.fence_async"}, rules: race},
	{name: "no wait before the accumulator is read", edits: []string{"tasync.mma_wait 0 %end#0", "tasync.mma_wait 1 %end#0"}, rules: []machine.Rule{machine.RuleRegWindow}},
	{name: "no wait for the store at exit", edits: []string{"tasync.store_wait 0 read", ""}, rules: []machine.Rule{machine.RuleExitStore}},
	{name: "store not committed", edits: []string{"tasync.store_commit", ""}, rules: []machine.Rule{machine.RuleExitStore}},
	{name: "registers over the pool", edits: []string{"warps 8 registers 232", "warps 8 registers 240"}, rules: []machine.Rule{machine.RuleDeadlock}},
	{name: "product of another slot", edits: []string{"%a = tasync.slot %ring_a[%s] : !ringA\n      %b", "%a = tasync.slot %ring_a[%i0] : !ringA\n      %b"}, rules: race},
	{name: "operand read in the other order", edits: []string{"%map_b[%n, %k]", "%map_b[%k, %n]"}},
}

func TestFaultsInBarriers(t *testing.T) {
	t.Parallel()
	text := readTestdata(t, "sim", "gemm_barriers.mlir")
	for _, p := range barrierFaults {
		t.Run(p.name, func(t *testing.T) {
			t.Parallel()
			g := newGEMM(t, 128, 64, 64*7)
			rep, err := Run(context.Background(), parseText(t, p.apply(t, text)), "matmul", g.args(), Options{Schedules: 4})
			if got, ok := p.outcome(rep, err, g.sameAs); !ok {
				t.Errorf("not caught as expected: %q", got)
			}
		})
	}
}

// pipelineFaults are faults in the form with a pipeline.
var pipelineFaults = []planted{
	{name: "no release in the loop", edits: []string{"tasync.pipeline_release %ring keep 1 : !ring", ""}, rules: []machine.Rule{machine.RuleDeadlock}},
	{name: "release before the product is done", edits: []string{"keep 1", "keep 0"}, rules: race},
	{name: "wait for too few products", edits: []string{"tasync.mma_wait 1 %next", "tasync.mma_wait 2 %next"}, rules: race},
	{name: "accumulator read under way", edits: []string{"tasync.mma_wait 0 %sum", "tasync.mma_wait 1 %sum"}, rules: []machine.Rule{machine.RuleRegWindow}},
	{name: "no proxy fence", edits: []string{"tasync.fence_async", ""}, rules: []machine.Rule{machine.RuleProxy}},
	{name: "roles differ in their trips", edits: []string{"scf.for %k = %c0 to %K step %c64 {", "scf.for %k = %c64 to %K step %c64 {"}, rules: []machine.Rule{machine.RuleDeadlock}},
	{name: "registers over the pool", edits: []string{"registers 40", "registers 56"}, rules: []machine.Rule{machine.RuleDeadlock}},
}

func TestFaultsInPipelines(t *testing.T) {
	t.Parallel()
	text := readTestdata(t, "sim", "gemm_pipeline.mlir")
	for _, p := range pipelineFaults {
		t.Run(p.name, func(t *testing.T) {
			t.Parallel()
			g := newGEMM(t, 128, 64, 64*7)
			rep, err := Run(context.Background(), parseText(t, p.apply(t, text)), "matmul", g.args(), Options{Schedules: 4})
			if got, ok := p.outcome(rep, err, g.sameAs); !ok {
				t.Errorf("not caught as expected: %q", got)
			}
		})
	}
}

// ringFaults are faults in a ring that threads read themselves.
var ringFaults = []planted{
	{name: "no proxy fence before the release", edits: []string{"tasync.fence_async", ""}, rules: []machine.Rule{machine.RuleProxy}},
	{name: "fence behind the release", edits: []string{"tasync.fence_async\n      tasync.barrier_arrive %empty[%s] warp : !bars", "tasync.barrier_arrive %empty[%s] warp : !bars\n      tasync.fence_async"}, rules: []machine.Rule{machine.RuleProxy}},
	{name: "release before the read", edits: []string{"%x = tasync.local_load %buf : !slot -> !tile", "", "tasync.barrier_arrive %empty[%s] warp : !bars", "tasync.barrier_arrive %empty[%s] warp : !bars\n      %x = tasync.local_load %buf : !slot -> !tile"}, rules: race},
	{name: "one arrival for all warps", edits: []string{"tasync.barrier_init %empty, 4", "tasync.barrier_init %empty, 1", "%empty[%s] warp", "%empty[%s] role"}, rules: append(race[:len(race):len(race)], machine.RuleMissed, machine.RuleDeadlock)},
}

func TestFaultsInRings(t *testing.T) {
	t.Parallel()
	text := readTestdata(t, "sim", "ring_copy.mlir")
	for _, p := range ringFaults {
		t.Run(p.name, func(t *testing.T) {
			t.Parallel()
			args, check := copyArgs(t, 64, 64*5)
			rep, err := Run(context.Background(), parseText(t, p.apply(t, text)), "copy", args, Options{Schedules: 6})
			if got, ok := p.outcome(rep, err, check); !ok {
				t.Errorf("not caught as expected: %q", got)
			}
		})
	}
}

// nvvmFaults are faults in the kernel by hand.
var nvvmFaults = []planted{
	{name: "no wait for full", edits: []string{`"llvm.cond_br"(%done_1)[^c_mma, ^c_mma_spin]`, `"llvm.cond_br"(%done_1)[^c_mma, ^c_mma]`}, rules: race},
	{name: "no wait for empty", edits: []string{`"llvm.cond_br"(%done)[^p_fill, ^p_fill_spin]`, `"llvm.cond_br"(%done)[^p_fill, ^p_fill]`}, rules: append(race[:len(race):len(race)], machine.RuleMbarRange)},
	{name: "producer starts with the other parity", edits: []string{`(%elected, %cta, %c0, %c1)`, `(%elected, %cta, %c0, %c0)`}, rules: []machine.Rule{machine.RuleDeadlock}},
	{name: "consumer starts with the other parity", edits: []string{`"llvm.br"(%cta, %c0, %c0)[^c_tile_head]`, `"llvm.br"(%cta, %c0, %c1)[^c_tile_head]`}, rules: race},
	{name: "consumer's parity never flips", edits: []string{`%phase_next_c = "llvm.xor"(%cp, %wrap_bit_c)`, `%phase_next_c = "llvm.xor"(%cp, %c0)`}, rules: append(race[:len(race):len(race)], machine.RuleDeadlock)},
	{name: "too many bytes expected", edits: []string{"value = 49152 : i32", "value = 49168 : i32"}, rules: []machine.Rule{machine.RuleBytes, machine.RuleDeadlock}},
	{name: "too few bytes expected", edits: []string{"value = 49152 : i32", "value = 32768 : i32"}, rules: []machine.Rule{machine.RuleBytes, machine.RuleDeadlock}},
	{name: "no expect", edits: []string{`"nvvm.mbarrier.arrive.expect_tx"(%p_full_slot, %c49152) : (!llvm.ptr<3>, i32) -> ()`, ""}, rules: []machine.Rule{machine.RuleBytes, machine.RuleDeadlock}},
	{name: "no release in the loop", edits: []string{`"nvvm.mbarrier.arrive"(%c_empty) : (!llvm.ptr<3>) -> ()`, ""}, rules: []machine.Rule{machine.RuleDeadlock}},
	{name: "release of another slot", edits: []string{`%c_empty_slot = "llvm.getelementptr"(%smem, %prev)`, `%c_empty_slot = "llvm.getelementptr"(%smem, %cs)`}, rules: append(race[:len(race):len(race)], machine.RuleDeadlock)},
	{name: "every thread releases", edits: []string{`"llvm.and"(%not_first, %is_leader)`, `"llvm.and"(%not_first, %not_first)`}, rules: []machine.Rule{machine.RuleMbarRange, machine.RuleDeadlock}},
	{name: "release before the product is done", edits: []string{"wgmma.wait_group.sync.aligned 1;", "wgmma.wait_group.sync.aligned 2;"}, rules: race},
	{name: "accumulator read under way", edits: []string{"wgmma.wait_group.sync.aligned 0;", "wgmma.wait_group.sync.aligned 1;"}, rules: []machine.Rule{machine.RuleRegWindow}},
	{name: "no wgmma fence", edits: []string{`"nvvm.wgmma.fence.aligned"() : () -> ()`, ""}, rules: []machine.Rule{machine.RuleRegFence}},
	{name: "products not committed", edits: []string{`"nvvm.wgmma.commit.group.sync.aligned"() : () -> ()`, ""}, rules: append(race[:len(race):len(race)], machine.RuleRegWindow)},
	{name: "barriers not published", edits: []string{`"nvvm.barrier"() <{operandSegmentSizes = array<i32: 0, 0, 0>}> : () -> ()`, ""}, rules: []machine.Rule{machine.RulePublish, machine.RuleMbarUse}},
	{name: "too many arrivals expected", edits: []string{`"nvvm.mbarrier.init"(%bar_1, %c2)`, `"nvvm.mbarrier.init"(%bar_1, %c3)`}, rules: []machine.Rule{machine.RuleDeadlock}},
	{name: "barrier initialised twice", edits: []string{`"nvvm.mbarrier.init"(%bar_3, %c2)`, `"nvvm.mbarrier.init"(%bar_1, %c2)`}, rules: []machine.Rule{machine.RuleMbarUse}},
	{name: "registers over the pool", edits: []string{"regCount = 232", "regCount = 240"}, rules: []machine.Rule{machine.RuleDeadlock}},
	{name: "descriptor without swizzle", edits: []string{"value = 4611686293305360384 : i64", "value = 274877972480 : i64"}},
	{name: "staging with another swizzle", edits: []string{`%chunk_sw = "llvm.xor"(%half, %l7)`, `%chunk_sw = "llvm.xor"(%half, %c1)`}, rules: race},
	{name: "staging at another address", edits: []string{`%c197632 = "llvm.mlir.constant"() <{value = 197632 : i32}>`, `%c197632 = "llvm.mlir.constant"() <{value = 197640 : i32}>`}, rules: []machine.Rule{machine.RuleMisaligned}},
	{name: "no wait for the store at exit", edits: []string{"// Shared memory must outlive the last store's reads.\n    \"nvvm.cp.async.bulk.wait_group\"() <{group = 0 : i32, read}> : () -> ()", ""}, rules: []machine.Rule{machine.RuleExitStore}},
	{name: "no wait before staging is used again", edits: []string{"// Columns 128..255: the store before must have read the staging tile.\n    \"nvvm.cp.async.bulk.wait_group\"() <{group = 0 : i32, read}> : () -> ()", ""}, rules: race},
	{name: "count of a named barrier", edits: []string{"// Columns 0..127: the store before must have read the staging tile.\n    \"nvvm.cp.async.bulk.wait_group\"() <{group = 0 : i32, read}> : () -> ()\n    \"nvvm.barrier\"(%wg, %c128)", "// Columns 0..127: the store before must have read the staging tile.\n    \"nvvm.cp.async.bulk.wait_group\"() <{group = 0 : i32, read}> : () -> ()\n    \"nvvm.barrier\"(%wg, %c256)"}, rules: []machine.Rule{machine.RuleDeadlock, machine.RuleBarMixed}},
	{name: "load by every thread", edits: []string{`"llvm.cond_br"(%elected, %cta`, `"llvm.cond_br"(%is_warp0, %cta`}, rules: append(race[:len(race):len(race)], machine.RuleBytes, machine.RuleMbarRange, machine.RuleDeadlock)},
	{name: "load at an odd column", edits: []string{`%p_kcol = "llvm.mul"(%pk, %c64)`, `%p_kcol = "llvm.mul"(%pk, %c63)`}, rules: []machine.Rule{machine.RuleTensor}},
	{name: "unknown PTX", edits: []string{"wgmma.wait_group.sync.aligned 1;", "wgmma.wait_groups.sync.aligned 1;"}, text: `has the PTX instruction "wgmma.wait_groups.sync.aligned"`},
}

func TestFaultsInNVVM(t *testing.T) {
	t.Parallel()
	text := readTestdata(t, "nvptx", "gemm_hand.mlir")
	for _, p := range nvvmFaults {
		t.Run(p.name, func(t *testing.T) {
			t.Parallel()
			g := newGEMM(t, 128, 256, 64*6)
			rep, err := Run(context.Background(), parseText(t, p.apply(t, text)), "gemm", g.args(), Options{Launch: handLaunch(1), Schedules: 3})
			if got, ok := p.outcome(rep, err, g.sameAs); !ok {
				t.Errorf("not caught as expected: %q", got)
			}
		})
	}
}

// TestBounds shows that budgets and cancellation end a run.
func TestBounds(t *testing.T) {
	t.Parallel()
	const forever = `
llvm.func @k() attributes {nvvm.kernel} {
  llvm.br ^loop
^loop:
  llvm.br ^loop
}
`
	m := parseText(t, forever)
	if _, err := Run(context.Background(), m, "k", nil, Options{Launch: plainLaunch("k", 32), MaxSteps: 1000}); !errors.Is(err, machine.ErrBudget) {
		t.Errorf("steps: %v, expected the budget", err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := Run(ctx, m, "k", nil, Options{Launch: plainLaunch("k", 32)}); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v, expected the context's error", err)
	}
	g := newGEMM(t, 128, 64, 64)
	if _, err := Run(context.Background(), parseText(t, readTestdata(t, "sim", "gemm_barriers.mlir")), "matmul", g.args(), Options{MaxMemory: 1 << 16}); !errors.Is(err, machine.ErrBudget) {
		t.Errorf("memory: %v, expected the budget", err)
	}
}
