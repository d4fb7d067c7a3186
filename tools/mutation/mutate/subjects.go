package mutate

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/tile-opt/tile-opt/dialects/all"
	"github.com/tile-opt/tile-opt/ir"
	"github.com/tile-opt/tile-opt/ir/asm"
	"github.com/tile-opt/tile-opt/passes"
	allpasses "github.com/tile-opt/tile-opt/passes/all"
	"github.com/tile-opt/tile-opt/targets/launch/elem"
	"github.com/tile-opt/tile-opt/targets/launch/hostdata"
	"github.com/tile-opt/tile-opt/targets/launch/inputs"
)

// subject is a kernel in one form.
type subject struct {
	kernel string // a file of testdata/kernels
	tile   string // parameters of the kernel
	// pipeline, specialise and barriers are the options of the passes of that
	// name; specialise "-" leaves the kernel in one role.
	groups                         int
	copy                           string
	pipeline, specialise, barriers string
	via                            string
	stages                         int64
	// unit is the size that gives a loop one more trip.
	unit int64
	// stage says which loads go through shared memory, persist makes a loop
	// over tiles, channel lets results go out by a ring, implicit leaves
	// pipelines and tokens as they are.
	stage                      string
	persist, channel, implicit bool
}

func (s subject) String() string {
	text := fmt.Sprintf("%s{%s} groups=%d copy=%s pipeline{%s} specialise{%s} barriers{%s} via=%s", s.kernel, s.tile, s.groups, s.copy, s.pipeline, s.specialise, s.barriers, s.via)
	if s.stage != "" {
		text += " stage=" + s.stage
	}
	for _, x := range []struct {
		is   bool
		name string
	}{{s.persist, " persist"}, {s.channel, " channel"}, {s.implicit, " with pipelines"}} {
		if x.is {
			text += x.name
		}
	}
	return text
}

const smallMatmul = "BM=64 BN=64 BK=16"

// subjects are the forms that faults are made in: every way to order a ring,
// each producer, one and several rings, guards.
func subjects() []subject {
	s := func(groups int, pipeline, specialise, barriers string, stages int64) subject {
		return subject{kernel: "matmul", tile: smallMatmul, groups: groups, copy: "auto", pipeline: pipeline, specialise: specialise, barriers: barriers,
			via: "tma-store", stages: stages, unit: 16}
	}
	out := []subject{
		s(1, "stages=2", "", "", 2),
		s(2, "stages=2 mma-in-flight=1", "", "", 2),
		s(1, "stages=3 mma-in-flight=1", "", "", 3),
		s(2, "stages=2", "", "empty=pre-armed", 2),
		s(1, "stages=2", "", "arrive=thread barrier-per=copy", 2),
		s(1, "stages=2 prefetch=1", "-", "", 2),
		s(2, "stages=3 prefetch=1 mma-in-flight=1", "-", "", 3),
		s(1, "stages=2 prefetch=1 war=barrier", "-", "", 2),
		s(1, "stages=3 prefetch=2 peel=all", "-", "empty=pre-armed", 3),
	}
	for _, kind := range []string{"cp-async", "plain"} {
		x := s(1, "stages=2", "", "", 2)
		x.copy = kind
		out = append(out, x)
	}
	out[0].tile = "BM=128 BN=64 BK=16"
	out[0].groups = 2
	other := func(kernel, pipeline, specialise string) subject {
		return subject{kernel: kernel, groups: 1, copy: "auto", pipeline: pipeline, specialise: specialise, via: "direct", stages: 2, unit: 64}
	}
	for _, k := range []string{"two_dots", "guarded_dot", "more/two_loops"} {
		out = append(out, other(k, "stages=2", ""), other(k, "stages=2 prefetch=1", "-"))
	}
	out = append(out, other("more/flash_attention", "stages=2", ""))
	return append(out, roles()...)
}

// roles are forms with more roles than a producer and its consumers, with
// copies of several kinds, with rings of one slot, and with pipelines that are
// not barriers yet.
func roles() []subject {
	small := "BM=64 BN=16 BK=16"
	turns := subject{kernel: "matmul", tile: small, groups: 1, copy: "auto", pipeline: "stages=2", specialise: "schedule=pingpong consumers=2", via: "direct",
		stages: 2, unit: 16, persist: true}
	single := turns
	single.pipeline, single.stages = "stages=1", 1
	stores := subject{kernel: "matmul", tile: small, groups: 1, copy: "auto", pipeline: "stages=2", specialise: "store-role=own", via: "tma-store",
		stages: 2, unit: 16, persist: true, channel: true}
	back := stores
	back.specialise = "store-role=producer"
	one := subject{kernel: "matmul", tile: smallMatmul, groups: 1, copy: "auto", pipeline: "stages=1", via: "tma-store", stages: 1, unit: 16}
	mixed := subject{kernel: "mixed_copies", tile: small, groups: 1, copy: "auto", stage: "all", pipeline: "stages=2", via: "direct", stages: 2, unit: 16}
	bulk := subject{kernel: "matmul_bias_residual", tile: small, groups: 1, copy: "bulk", stage: "loops", pipeline: "stages=1", via: "direct", stages: 1, unit: 16, persist: true}
	each := mixed
	each.specialise, each.barriers = "-", "barrier-per=copy"
	out := []subject{turns, single, stores, back, one, mixed, bulk, each}
	for _, s := range []subject{one, turns, stores, mixed, {kernel: "more/q_resident", groups: 1, copy: "auto", pipeline: "stages=2", via: "direct", stages: 2, unit: 64}} {
		s.implicit, s.barriers = true, ""
		out = append(out, s)
	}
	return out
}

// passes is the pipeline down to explicit barriers.
func (s subject) passes() string {
	split := []string{"func.func(async-warp-specialize{" + s.specialise + "})"}
	barriers := "async-insert-mbarriers{" + s.barriers + "},async-reallocate-registers,"
	if s.specialise == "-" {
		split, barriers = nil, "async-insert-mbarriers{"+s.barriers+"},"
	}
	if s.implicit {
		barriers = ""
	}
	bind, persist, stage := "tile-bind", "", ""
	if s.tile != "" {
		bind += "{" + s.tile + "}"
	}
	if s.persist {
		persist = "func.func(tile-persist),"
	}
	if s.stage != "" {
		stage = " stage=" + s.stage
	}
	store := []string{"async-epilogue{via=" + s.via + "}"}
	if s.channel {
		store = []string{"async-epilogue{channel=true via=" + s.via + "}"}
		split, store = store, split
	}
	return fmt.Sprintf("builtin.module(func.func(%s,canonicalize,cse),%sfunc.func(loop-invariant-code-motion,tile-to-async{warp-groups=%d copy=%s%s}),"+
		"func.func(async-pipeline{%s}),%s,func.func(%scanonicalize,cse))",
		bind, persist, s.groups, s.copy, stage, s.pipeline, strings.Join(append(split, store...), ","), barriers)
}

// kernels is the folder of the kernels, below a root of the module.
func kernels(root, name string) string {
	return filepath.Join(root, "testdata", "kernels", filepath.FromSlash(name)+".mlir")
}

// lower compiles a kernel; of entries that stand in for each other the first
// stays.
func lower(ctx context.Context, root, name, pipeline string) (*ir.Operation, error) {
	path := kernels(root, name)
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	m, err := asm.Parse(ir.NewContext(all.Dialects()...), path, text, asm.ParseOptions{})
	if err != nil {
		return nil, err
	}
	p, err := allpasses.Registry().Parse(pipeline)
	if err != nil {
		return nil, err
	}
	if err := p.Run(ctx, m, passes.Config{Verify: true}); err != nil {
		return nil, fmt.Errorf("%s: %s: %w", name, pipeline, err)
	}
	var spare []*ir.Operation
	for op := range m.RegionAt(0).Entry().Ops() {
		if op.Attr("tasync.fallback_of") != nil {
			spare = append(spare, op)
		}
	}
	for _, op := range spare {
		op.Erase()
	}
	return m, nil
}

// product are arguments of the matrix product: one tile of C, and trips steps.
func (s subject) product(trips int64) ([]hostdata.Arg, error) {
	rows := int64(64)
	if strings.Contains(s.tile, "BM=128") {
		rows = 128
	}
	var args []hostdata.Arg
	for i, dims := range [][]int64{{rows, trips * s.unit}, {64, trips * s.unit}, {rows, 64}} {
		b, err := hostdata.New(elem.F16, dims, nil)
		if err != nil {
			return nil, err
		}
		if i < 2 {
			if err := b.Fill(inputs.Source{Seed: 5, Arg: i, Distribution: inputs.Integers}); err != nil {
				return nil, err
			}
		}
		args = append(args, hostdata.Of(b))
	}
	return args, nil
}
