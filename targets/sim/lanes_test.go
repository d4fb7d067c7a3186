package sim

import (
	"context"
	"math"
	"strings"
	"testing"

	"github.com/tile-opt/tile-opt/targets/launch"
	"github.com/tile-opt/tile-opt/targets/launch/elem"
	"github.com/tile-opt/tile-opt/targets/launch/hostdata"
)

// laneKernel wraps a body that computes %r, an i32, from %tid, and stores it for each thread.
func laneKernel(body string) string {
	return `
llvm.mlir.global external @smem() {addr_space = 3 : i32, alignment = 1024 : i64} : !llvm.array<0 x i8>
llvm.mlir.global internal @own() {addr_space = 3 : i32} : !llvm.array<64 x i32>
llvm.mlir.global internal constant @table(dense<[3, 5, 7, 9]> : tensor<4xi32>) {addr_space = 1 : i32} : !llvm.array<4 x i32>
llvm.mlir.global internal constant @text("expected no more\00") {addr_space = 0 : i32} : !llvm.array<17 x i8>
llvm.func @__assertfail(!llvm.ptr, !llvm.ptr, i32, !llvm.ptr, i64)
llvm.func @elsewhere()
llvm.func internal @twice(%x: i32) -> i32 {
  %one = llvm.mlir.constant(1 : i32) : i32
  %y = llvm.shl %x, %one : i32
  llvm.return %y : i32
}
llvm.func @k(%out: !llvm.ptr<1>, %n: i32) attributes {nvvm.kernel} {
  %tid = nvvm.read.ptx.sreg.tid.x : i32
  %i0 = llvm.mlir.constant(0 : i32) : i32
  %i1 = llvm.mlir.constant(1 : i32) : i32
  %i2 = llvm.mlir.constant(2 : i32) : i32
  %i3 = llvm.mlir.constant(3 : i32) : i32
  %i16 = llvm.mlir.constant(16 : i32) : i32
  %i31 = llvm.mlir.constant(31 : i32) : i32
  %all = llvm.mlir.constant(-1 : i32) : i32
  %slot = llvm.getelementptr %out[%tid] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, i32
` + body + `
  llvm.store %r, %slot : i32, !llvm.ptr<1>
  llvm.return
}
`
}

// laneLaunch launches @k with a buffer of one i32 a thread and a number.
func laneLaunch(threads, shared int) *launch.Module {
	m := plainLaunch("k", threads)
	m.Args = []launch.Arg{{Name: "out", Kind: launch.Memref, Type: elem.I32, Rank: 1, Output: true}, {Name: "n", Kind: launch.Scalar, Type: elem.I32}}
	m.Entries[0].SharedBytes = shared
	m.Entries[0].Params = []launch.Param{{Pointer: &launch.PointerParam{Arg: 0, Align: 4}}, {Scalar: &launch.ScalarParam{Type: elem.I32, Value: launch.ScalarOf(1)}}}
	return m
}

func runLanes(t *testing.T, body string, threads int, n int64, opts Options) ([]float64, *Report, error) {
	t.Helper()
	out := newBuffer(t, elem.I32, int64(threads))
	for i := range out.Len() {
		out.Set(i, -1)
	}
	opts.Launch = laneLaunch(threads, 4096)
	rep, err := Run(context.Background(), parseText(t, laneKernel(body)), "k", []hostdata.Arg{hostdata.Of(out), {Int: n}}, opts)
	return out.Float64s(), rep, err
}

// laneTests are programs whose lanes differ in what they do.
var laneTests = []struct {
	name string
	body string
	want func(tid int) int
}{
	{"a loop of as many trips as the thread's number", `
  llvm.br ^head(%i0, %i0 : i32, i32)
^head(%i: i32, %sum: i32):
  %go = llvm.icmp "ult" %i, %tid : i32
  llvm.cond_br %go, ^body, ^done
^body:
  %sum2 = llvm.add %sum, %i : i32
  %next = llvm.add %i, %i1 : i32
  llvm.br ^head(%next, %sum2 : i32, i32)
^done:
  %r = llvm.add %sum, %i0 : i32`, func(tid int) int { return tid * (tid - 1) / 2 }},
	{"a loop that lanes leave in the middle", `
  llvm.br ^head(%i0 : i32)
^head(%i: i32):
  %sq = llvm.mul %i, %i : i32
  %hit = llvm.icmp "uge" %sq, %tid : i32
  llvm.cond_br %hit, ^done(%i : i32), ^more
^more:
  %next = llvm.add %i, %i1 : i32
  %odd = llvm.and %next, %i1 : i32
  %isodd = llvm.icmp "eq" %odd, %i1 : i32
  llvm.cond_br %isodd, ^head(%next : i32), ^even
^even:
  llvm.br ^head(%next : i32)
^done(%x: i32):
  %r = llvm.add %x, %i0 : i32`, func(tid int) int { return int(math.Ceil(math.Sqrt(float64(tid)))) }},
	{"lanes that return early", `
  %low = llvm.icmp "ult" %tid, %i16 : i32
  llvm.cond_br %low, ^out, ^on
^out:
  llvm.return
^on:
  %ballot = nvvm.vote.sync ballot %all, %low -> i32
  %r = llvm.add %ballot, %tid : i32`, func(tid int) int {
		if tid < 16 {
			return -1
		}
		return tid
	}},
	{"structured control flow", `
  %n64 = llvm.sext %n : i32 to i64
  %ub = arith.index_cast %tid : i32 to index
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %s = scf.for %i = %c0 to %ub step %c2 iter_args(%a = %i0) -> (i32) {
    %v = arith.index_cast %i : index to i32
    %b = arith.addi %a, %v : i32
    scf.yield %b : i32
  }
  %w:2 = scf.while (%x = %s, %k = %i0) : (i32, i32) -> (i32, i32) {
    %more = arith.cmpi sgt, %x, %i16 : i32
    scf.condition(%more) %x, %k : i32, i32
  } do {
  ^bb0(%x: i32, %k: i32):
    %y = arith.subi %x, %i16 : i32
    %k1 = arith.addi %k, %i1 : i32
    scf.yield %y, %k1 : i32, i32
  }
  %par = arith.andi %tid, %i1 : i32
  %odd = arith.cmpi eq, %par, %i1 : i32
  %r = scf.if %odd -> (i32) {
    scf.yield %w#0 : i32
  } else {
    %t = arith.muli %w#1, %i16 : i32
    scf.yield %t : i32
  }`, func(tid int) int {
		s := 0
		for i := 0; i < tid; i += 2 {
			s += i
		}
		k := 0
		for s > 16 {
			s -= 16
			k++
		}
		if tid%2 == 1 {
			return s
		}
		return 16 * k
	}},
	{"a switch, a call and a constant table", `
  %m = llvm.urem %tid, %i3 : i32
  llvm.switch %m : i32, ^other(%i0 : i32) [
    1: ^one(%i16 : i32),
    2: ^two
  ]
^one(%a: i32):
  %d = llvm.call @twice(%a) : (i32) -> i32
  llvm.br ^other(%d : i32)
^two:
  %tab = llvm.mlir.addressof @table : !llvm.ptr<1>
  %e = llvm.getelementptr %tab[0, %m] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, !llvm.array<4 x i32>
  %v = llvm.load %e : !llvm.ptr<1> -> i32
  llvm.br ^other(%v : i32)
^other(%x: i32):
  %r = llvm.add %x, %i0 : i32`, func(tid int) int { return []int{0, 32, 7}[tid%3] }},
	{"shared memory, generic pointers and a barrier", `
  %own = llvm.mlir.addressof @own : !llvm.ptr<3>
  %gen = llvm.addrspacecast %own : !llvm.ptr<3> to !llvm.ptr
  %at = llvm.getelementptr %gen[0, %tid] : (!llvm.ptr, i32) -> !llvm.ptr, !llvm.array<64 x i32>
  llvm.store %tid, %at : i32, !llvm.ptr
  nvvm.barrier0
  %dyn = llvm.mlir.addressof @smem : !llvm.ptr<3>
  %dint = llvm.ptrtoint %dyn : !llvm.ptr<3> to i32
  %flip = llvm.xor %tid, %i3 : i32
  %from = llvm.getelementptr %own[0, %flip] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, !llvm.array<64 x i32>
  %v = llvm.load %from : !llvm.ptr<3> -> i32
  %r = llvm.add %v, %dint : i32`, func(tid int) int { return tid ^ 3 + 1024 }},
	{"vectors, structs and bit casts", `
  %u = llvm.mlir.poison : !llvm.struct<(i32, vector<2xf16>)>
  %f = llvm.uitofp %tid : i32 to f32
  %h = nvvm.convert.f32x2.to.f16x2 %f, %f {rnd = #nvvm.fp_rnd_mode<rn>} : vector<2xf16>
  %lo = llvm.extractelement %h[%i0 : i32] : vector<2xf16>
  %z = llvm.mlir.zero : vector<2xf16>
  %z1 = llvm.insertelement %lo, %z[%i1 : i32] : vector<2xf16>
  %s1 = llvm.insertvalue %tid, %u[0] : !llvm.struct<(i32, vector<2xf16>)>
  %s2 = llvm.insertvalue %z1, %s1[1] : !llvm.struct<(i32, vector<2xf16>)>
  %h2 = llvm.extractvalue %s2[1] : !llvm.struct<(i32, vector<2xf16>)>
  %b = llvm.bitcast %h2 : vector<2xf16> to i32
  %hi = llvm.lshr %b, %i16 : i32
  %hs = llvm.trunc %hi : i32 to i16
  %hf = llvm.bitcast %hs : i16 to f16
  %back = llvm.fptosi %hf : f16 to i32
  %t = llvm.extractvalue %s2[0] : !llvm.struct<(i32, vector<2xf16>)>
  %r = llvm.add %back, %t : i32`, func(tid int) int { return 2 * tid }},
	{"exchanges between lanes", `
  %clamp = llvm.mlir.constant(31 : i32) : i32
  %down = nvvm.shfl.sync down %all, %tid, %i1, %clamp : i32 -> i32
  %sum = nvvm.redux.sync add %i1, %all : i32 -> i32
  %el = nvvm.elect.sync -> i1
  %e = llvm.zext %el : i1 to i32
  %a = llvm.add %down, %sum : i32
  %r = llvm.add %a, %e : i32`, func(tid int) int {
		r := tid + 1 + 32
		if tid%32 == 31 {
			r--
		}
		if tid%32 == 0 {
			r++
		}
		return r
	}},
	{"atomics", `
  %own = llvm.mlir.addressof @own : !llvm.ptr<3>
  %first = llvm.icmp "eq" %tid, %i0 : i32
  llvm.cond_br %first, ^zero, ^on
^zero:
  llvm.store %i0, %own : i32, !llvm.ptr<3>
  llvm.br ^on
^on:
  nvvm.barrier0
  %old = llvm.atomicrmw add %own, %i2 monotonic : !llvm.ptr<3>, i32
  nvvm.barrier0
  %v = llvm.load volatile %own : !llvm.ptr<3> -> i32
  %r = llvm.add %v, %i0 : i32`, func(int) int { return 128 }},
	{"inline assembly", `
  %f = llvm.uitofp %tid : i32 to f32
  %a = llvm.inline_asm has_side_effects "{\0A.reg .b32 t;\0Aadd.u32 t, $1, 5;\0Amov.b32 $0, t;\0A}", "=r,r" %tid : (i32) -> i32
  %p = llvm.inline_asm "cvt.rn.f16x2.f32 $0, $1, $2;", "=r,f,f" %f, %f : (f32, f32) -> i32
  %q = llvm.inline_asm "{\0A.reg .pred p;\0Asetp.lt.u32 p, $2, 16;\0Amov.b32 $0, $1;\0A@p mov.b32 $0, 7;\0A}", "=r,r,r" %a, %tid : (i32, i32) -> i32
  %hs = llvm.trunc %p : i32 to i16
  %hf = llvm.bitcast %hs : i16 to f16
  %back = llvm.fptosi %hf : f16 to i32
  %r = llvm.add %q, %back : i32`, func(tid int) int {
		if tid < 16 {
			return 7 + tid
		}
		return tid + 5 + tid
	}},
	{"stores in assembly", `
  %dyn = llvm.mlir.addressof @smem : !llvm.ptr<3>
  %at = llvm.ptrtoint %dyn : !llvm.ptr<3> to i32
  %i4 = llvm.mlir.constant(4 : i32) : i32
  %off = llvm.mul %tid, %i4 : i32
  %mine = llvm.add %at, %off : i32
  llvm.inline_asm has_side_effects "{\0A.reg .pred p;\0Asetp.ge.u32 p, $0, 48;\0Ast.volatile.shared.u32 [$1], 5;\0A@p bra OVER;\0Ast.volatile.shared.u32 [$1], $0;\0AOVER:\0A}", "r,r" %tid, %mine : (i32, i32) -> ()
  %own = llvm.inttoptr %mine : i32 to !llvm.ptr<3>
  %r = llvm.load %own : !llvm.ptr<3> -> i32`, func(tid int) int {
		if tid < 48 {
			return tid
		}
		return 5
	}},
	{"stmatrix and ldmatrix", `
  %dyn = llvm.mlir.addressof @smem : !llvm.ptr<3>
  %lane = llvm.and %tid, %i31 : i32
  %five = llvm.mlir.constant(5 : i32) : i32
  %warp = llvm.lshr %tid, %five : i32
  %row = llvm.mul %lane, %i16 : i32
  %k = llvm.mlir.constant(512 : i32) : i32
  %base = llvm.mul %warp, %k : i32
  %off = llvm.add %row, %base : i32
  %at = llvm.getelementptr %dyn[%off] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i8
  nvvm.stmatrix %at, %tid, %i1, %i2, %i3 {eltType = #nvvm.ld_st_matrix_elt_type<b16>, layout = #nvvm.mma_layout<row>, shape = #nvvm.ld_st_matrix_shape<m = 8, n = 8>} : !llvm.ptr<3>, i32, i32, i32, i32
  nvvm.bar.warp.sync %all : i32
  %x = nvvm.ldmatrix %at {num = 4 : i32, eltType = #nvvm.ld_st_matrix_elt_type<b16>, layout = #nvvm.mma_layout<row>, shape = #nvvm.ld_st_matrix_shape<m = 8, n = 8>} : (!llvm.ptr<3>) -> !llvm.struct<(i32, i32, i32, i32)>
  %x0 = llvm.extractvalue %x[0] : !llvm.struct<(i32, i32, i32, i32)>
  %x3 = llvm.extractvalue %x[3] : !llvm.struct<(i32, i32, i32, i32)>
  %r = llvm.add %x0, %x3 : i32`, func(tid int) int { return tid + 3 }},
}

func TestLanes(t *testing.T) {
	t.Parallel()
	for _, tc := range laneTests {
		t.Run(tc.name, func(t *testing.T) {
			t.Parallel()
			got, rep, err := runLanes(t, tc.body, 64, 3, Options{})
			if err != nil {
				t.Fatal(err)
			}
			if err := rep.Err(); err != nil {
				t.Fatal(err)
			}
			for tid, v := range got {
				if want := tc.want(tid); int(v) != want {
					t.Errorf("thread %d has %v, expected %d", tid, v, want)
				}
			}
		})
	}
}

// TestUndefined covers what is an error at an operation.
func TestUndefined(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name, body string
		strict     bool
		want       string
	}{
		{"division by zero", "%r = llvm.udiv %i1, %tid : i32", false, "'llvm.udiv' op divides by zero in lanes 00000001"},
		{"undefined value stored", "%r = llvm.mlir.poison : i32", true, "'llvm.store' op stores a value that is undefined in lanes ffffffff"},
		{"undefined branch", "%c = llvm.mlir.undef : i1\n llvm.cond_br %c, ^a, ^a\n^a:\n%r = llvm.add %i1, %i1 : i32", true, "'llvm.cond_br' op branches on a value that is undefined"},
		{"unreachable", "%c = llvm.icmp \"ult\" %tid, %i3 : i32\n llvm.cond_br %c, ^a, ^b\n^b:\nllvm.unreachable\n^a:\n%r = llvm.add %i1, %i1 : i32", false, "'llvm.unreachable' op was reached"},
		{"unknown operation", "%v = \"llvm.alloca\"(%i1) <{elem_type = i32}> : (i32) -> !llvm.ptr\n%r = llvm.add %i1, %i1 : i32", false, "'llvm.alloca' op is not supported by the simulator"},
		{"store in assembly", `llvm.inline_asm has_side_effects "st.global.u32 [$0], $0;", "r" %tid : (i32) -> ()
%r = llvm.add %i1, %i1 : i32`, false, "has the PTX instruction \"st.global.u32\": is not known"},
		{"branch backwards in assembly", `llvm.inline_asm has_side_effects "{\0A.reg .pred p;\0AL: setp.lt.u32 p, $0, 48;\0A@p bra L;\0A}", "r" %tid : (i32) -> ()
%r = llvm.add %i1, %i1 : i32`, false, "has a branch to \"L\", which is no label further on"},
		{"branch by all in assembly", `llvm.inline_asm has_side_effects "bra L;\0AL:", "r" %tid : (i32) -> ()
%r = llvm.add %i1, %i1 : i32`, false, "has a branch that is not understood: \"bra L\""},
		{"guard under a branch in assembly", `llvm.inline_asm has_side_effects "{\0A.reg .pred p;\0Asetp.lt.u32 p, $0, 48;\0A@p bra L;\0A@p nanosleep.u32 1;\0AL:\0A}", "r" %tid : (i32) -> ()
%r = llvm.add %i1, %i1 : i32`, false, "has an instruction under a branch that is not understood"},
		{"label under a branch in assembly", `llvm.inline_asm has_side_effects "{\0A.reg .pred p;\0Asetp.lt.u32 p, $0, 48;\0A@p bra L;\0AM:\0AL:\0A}", "r" %tid : (i32) -> ()
%r = llvm.add %i1, %i1 : i32`, false, "has a label that is not understood: \"M\""},
		{"assertion", `%c = llvm.icmp "ult" %tid, %i3 : i32
llvm.cond_br %c, ^a, ^b
^b:
%text = llvm.mlir.addressof @text : !llvm.ptr
%one = llvm.mlir.constant(1 : i64) : i64
llvm.call @__assertfail(%text, %text, %i1, %text, %one) : (!llvm.ptr, !llvm.ptr, i32, !llvm.ptr, i64) -> ()
llvm.unreachable
^a:
%r = llvm.add %i1, %i1 : i32`, false, "'llvm.call' op asserts: expected no more"},
		{"function elsewhere", "llvm.call @elsewhere() : () -> ()\n%r = llvm.add %i1, %i1 : i32", false, "'llvm.call' op calls '@elsewhere', which has no body here"},
		{"matrix by a part of a warp", `%c = llvm.icmp "ult" %tid, %i3 : i32
llvm.cond_br %c, ^a, ^b
^b:
%m = nvvm.wmma.load %slot, %i16 {eltype = #nvvm.mma_type<f16>, frag = #nvvm.mma_frag<c>, k = 16 : i32, layout = #nvvm.mma_layout<row>, m = 16 : i32, n = 16 : i32} : (!llvm.ptr<1>) -> !llvm.struct<(vector<2xf16>, vector<2xf16>, vector<2xf16>, vector<2xf16>)>
llvm.br ^a
^a:
%r = llvm.add %i1, %i1 : i32`, false, "'nvvm.wmma.load' op expects all lanes of the warp"},
		{"matrix at several places", `%m = nvvm.wmma.load %slot, %i16 {eltype = #nvvm.mma_type<f16>, frag = #nvvm.mma_frag<c>, k = 16 : i32, layout = #nvvm.mma_layout<row>, m = 16 : i32, n = 16 : i32} : (!llvm.ptr<1>) -> !llvm.struct<(vector<2xf16>, vector<2xf16>, vector<2xf16>, vector<2xf16>)>
%r = llvm.add %i1, %i1 : i32`, false, "expects one value in all active lanes for the address of a matrix"},
		{"trap", "\"llvm.intr.trap\"() : () -> ()\n%r = llvm.add %i1, %i1 : i32", false, "'llvm.intr.trap' op was executed"},
	}
	for _, tc := range tests {
		t.Run(tc.name, func(t *testing.T) {
			t.Parallel()
			_, rep, err := runLanes(t, tc.body, 32, 0, Options{StrictX: tc.strict})
			if err == nil || !strings.Contains(err.Error(), tc.want) || !strings.HasPrefix(err.Error(), "test.mlir:") {
				t.Errorf("error %v (report %+v), expected one at an operation with %q", err, rep, tc.want)
			}
		})
	}
	// Without StrictX an undefined value is zero.
	if got, _, err := runLanes(t, "%r = llvm.mlir.poison : i32", 32, 0, Options{}); err != nil || got[5] != 0 {
		t.Errorf("found %v and %v, expected 0", got[5], err)
	}
}
