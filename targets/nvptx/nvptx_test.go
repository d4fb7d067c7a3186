package nvptx_test

import (
	"context"
	"os"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/tile-opt/tile-opt/dialects/builtin"
	"github.com/tile-opt/tile-opt/dialects/llvm"
	"github.com/tile-opt/tile-opt/dialects/nvvm"
	"github.com/tile-opt/tile-opt/ir"
	"github.com/tile-opt/tile-opt/ir/asm"
	"github.com/tile-opt/tile-opt/targets/nvptx"
	"github.com/tile-opt/tile-opt/targets/nvptx/ptx"
)

func parse(t testing.TB, file, src string) *ir.Operation {
	t.Helper()
	m, err := asm.Parse(ir.NewContext(builtin.Dialect, llvm.Dialect, nvvm.Dialect), file, []byte(src), asm.ParseOptions{})
	if err != nil {
		t.Fatal(err)
	}
	if err := ir.Verify(m); err != nil {
		t.Fatal(err)
	}
	return m
}

func sample(t testing.TB, name string) string {
	t.Helper()
	b, err := os.ReadFile("../../testdata/nvptx/" + name)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// counts reads "number mnemonic" lines: what LLVM's own translation of the
// sample becomes.
func counts(t *testing.T, name string) map[string]int {
	want := map[string]int{}
	for line := range strings.Lines(sample(t, name)) {
		n, m, _ := strings.Cut(strings.TrimSpace(line), " ")
		v, err := strconv.Atoi(n)
		if err != nil {
			t.Fatal(err)
		}
		want[m] = v
	}
	return want
}

func TestSamples(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"gemm_hand", "ops"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			m := parse(t, name+".mlir", sample(t, name+".mlir"))
			r, err := nvptx.Compile(context.Background(), m, nvptx.Options{Cubin: true})
			if err != nil {
				t.Fatal(err)
			}
			if len(r.Assembly.Messages) > 0 || r.Warnings != "" {
				t.Errorf("messages: %v %s", r.Assembly.Messages, r.Warnings)
			}
			if r.PTXVersion != 80 {
				t.Errorf("PTX version %d, want 80", r.PTXVersion)
			}
			mod, err := ptx.Parse(string(r.PTX))
			if err != nil {
				t.Fatal(err)
			}
			want := counts(t, name+".counts")
			got := map[string]int{}
			for m := range want {
				got[m] = 0
			}
			all := mod.Mnemonics()
			for m := range want {
				got[m] = all[m]
			}
			if d := cmp.Diff(want, got); d != "" {
				t.Errorf("mnemonics (-LLVM's own translation +ours):\n%s", d)
			}
		})
	}
}

// TestGEMMLoop: accumulators stay in their registers all the way.
func TestGEMMLoop(t *testing.T) {
	t.Parallel()
	m := parse(t, "gemm_hand.mlir", sample(t, "gemm_hand.mlir"))
	r, err := nvptx.Compile(context.Background(), m, nvptx.Options{Cubin: true})
	if err != nil {
		t.Fatal(err)
	}
	if u := r.Assembly.Usage[0]; u.Registers != 168 || u.SpillStores+u.SpillLoads != 0 {
		t.Errorf("usage %+v, want 168 registers and no spill", u)
	}
	mod, err := ptx.Parse(string(r.PTX))
	if err != nil {
		t.Fatal(err)
	}
	if movs := mod.Function("gemm").WgmmaMovs(); len(movs) > 0 {
		t.Errorf("%d movs of accumulators in the loop: %v", len(movs), movs[0])
	}
}

func TestText(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct {
		name, src string
		want      []string
	}{
		{"kernel", `llvm.func @k(%m: !llvm.ptr {llvm.align = 64 : i64, llvm.byval = !llvm.array<128 x i8>, nvvm.grid_constant}, %p: !llvm.ptr<1> {llvm.noalias, llvm.nocapture})
			attributes {nvvm.kernel, nvvm.maxntid = array<i32: 384>, nvvm.cluster_dim = array<i32: 2, 1, 1>, no_unwind} { llvm.return }`,
			[]string{`define ptx_kernel void @k(ptr align 64 byval([128 x i8]) "nvvm.grid_constant" %0, ptr addrspace(1) noalias captures(none) %1) nounwind "nvvm.cluster_dim"="2,1,1" "nvvm.maxntid"="384" {`}},
		{"two edges to one block", `llvm.func @k(%c: i1, %a: i32, %b: i32) -> i32 { llvm.cond_br %c, ^x(%a : i32), ^x(%b : i32)
			^x(%v: i32): llvm.return %v : i32 }`,
			[]string{"phi i32 [ %1, %bb0 ], [ %2, %edge ]", "br i1 %0, label %bb1, label %edge"}},
		{"unreachable block", "llvm.func @k() { llvm.return\n ^x: llvm.br ^x }", []string{"bb0:\n\tret void\n}"}},
		{"constants", `llvm.mlir.global internal constant @s("hi\00") {addr_space = 4 : i32}
			llvm.mlir.global private @a(dense<[1, 2]> : tensor<2xi32>) {alignment = 16 : i64} : !llvm.array<2 x i32>
			llvm.func @k() -> vector<2xf16> { %0 = llvm.mlir.constant(dense<[1.0, 0.5]> : vector<2xf16>) : vector<2xf16>
			llvm.return %0 : vector<2xf16> }`,
			[]string{`@s = internal addrspace(4) constant [3 x i8] c"hi\00"`, "@a = private global [2 x i32] [i32 1, i32 2], align 16", "ret <2 x half> <half 0xH3C00, half 0xH3800>"}},
		{"flags", `llvm.func @k(%a: i32, %f: f32) { %0 = llvm.add %a, %a overflow<nsw, nuw> : i32
			%1 = llvm.fadd %f, %f {fastmathFlags = #llvm.fastmath<contract, afn>} : f32
			%2 = llvm.or disjoint %a, %a : i32
			%3 = llvm.zext nneg %a : i32 to i64
			llvm.return }`, []string{"add nuw nsw i32", "fadd contract afn float", "or disjoint i32", "zext nneg i32"}},
		{"convergent assembly", `llvm.func @k() { llvm.inline_asm has_side_effects "a;", "" : () -> ()
			llvm.inline_asm has_side_effects {tile.convergent = false} "b;", "" : () -> ()
			llvm.inline_asm "c;", "" : () -> ()
			llvm.inline_asm {tile.convergent} "d;", "" : () -> ()
			llvm.return }`, []string{`asm sideeffect "a;", ""() convergent`, "asm sideeffect \"b;\", \"\"()\n", "asm \"c;\", \"\"()\n", `asm "d;", ""() convergent`}},
		{"nontemporal", `llvm.func @k(%p: !llvm.ptr) { %0 = "llvm.load"(%p) <{nontemporal, ordering = 0 : i64}> : (!llvm.ptr) -> i32
			llvm.return }`, []string{"!nontemporal !0", "!0 = !{i32 1}"}},
		{"no unrolling", `llvm.func @k(%c: i1) { llvm.br ^l
			^l: llvm.cond_br %c, ^l, ^e {loop_annotation = #llvm.loop_annotation<unroll = <disable = true>>}
			^e: llvm.return }`, []string{"!llvm.loop !1", `!0 = !{!"llvm.loop.unroll.disable"}`, "!1 = distinct !{!1, !0}"}},
		{"predicate", `llvm.func @k(%b: !llvm.ptr<3>, %n: i32, %c: i1) { nvvm.mbarrier.init %b, %n, predicate = %c : !llvm.ptr<3>, i32, i1
			llvm.return }`, []string{"br i1 %2, label %then, label %done", "then:\n\tcall void @llvm.nvvm.mbarrier.init.shared("}},
		{"PTX text", `llvm.func @k(%a: i32, %p: !llvm.ptr<3>) -> i32 { %0 = nvvm.inline_ptx "atom.shared.add.u32 {$w0}, [{$r1}], {$r0};" ro(%a, %p : i32, !llvm.ptr<3>) -> i32
			llvm.return %0 : i32 }`, []string{`call i32 asm sideeffect "atom.shared.add.u32 $0, [$2], $1;", "=r,r,r"(i32 %0, ptr addrspace(3) %1) convergent`}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			t.Parallel()
			tr, err := nvptx.Translate(parse(t, "in.mlir", tc.src))
			if err != nil {
				t.Fatal(err)
			}
			for _, w := range tc.want {
				if !strings.Contains(string(tr.LLVMIR), w) {
					t.Errorf("no %q in\n%s", w, tr.LLVMIR)
				}
			}
		})
	}
}

func TestErrors(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct{ name, src, want string }{
		{"foreign operation", "llvm.func @k() {\n \"tile.foo\"() : () -> ()\n llvm.return }", "in.mlir:2:2: error: 'tile.foo' op has no translation to LLVM IR for NVPTX"},
		{"foreign top level", `"tile.foo"() : () -> ()`, "'tile.foo' op has no translation"},
		{"type", "llvm.func @k(%a: !llvm.struct<\"s\", opaque>) { llvm.return }", "opaque type"},
		{"variadic", "llvm.func @k(i32, ...)", "functions of variable arguments"},
		{"attribute", "llvm.func @k() attributes {nvvm.kernal} { llvm.return }", "unknown attribute 'nvvm.kernal' on a function"},
		{"argument attribute", "llvm.func @k(%a: i32 {llvm.alien}) { llvm.return }", "argument 0: unknown attribute 'llvm.alien'"},
		{"placeholder", "llvm.func @k() { nvvm.inline_ptx \"mov {$w0};\"\n llvm.return }", "placeholder {$w0} names no operand"},
		{"newer mode", "llvm.func @k(%d: !llvm.ptr<7>, %m: !llvm.ptr, %b: !llvm.ptr<3>, %i: i32) { nvvm.cp.async.bulk.tensor.shared.cluster.global %d, %m, %b, box[%i, %i] {mode = #nvvm.tma_load_mode<tile_gather4>} : !llvm.ptr<7>, !llvm.ptr\n llvm.return }", "mode 'tile_gather4' needs a newer architecture"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			t.Parallel()
			c := ir.NewContext(builtin.Dialect, llvm.Dialect, nvvm.Dialect)
			c.AllowUnregistered = true
			m, err := asm.Parse(c, "in.mlir", []byte(tc.src), asm.ParseOptions{})
			if err != nil {
				t.Fatal(err)
			}
			_, err = nvptx.Translate(m)
			if err == nil || !strings.Contains(err.Error(), tc.want) {
				t.Errorf("error %v, want %q", err, tc.want)
			}
		})
	}
}

// TestUnknownIntrinsic: what llc does not know is the compiler's fault.
func TestUnknownIntrinsic(t *testing.T) {
	t.Parallel()
	m := parse(t, "in.mlir", "llvm.func @k() attributes {nvvm.kernel} { llvm.call_intrinsic \"llvm.nvvm.no.such\"() : () -> ()\n llvm.return }")
	_, err := nvptx.Compile(context.Background(), m, nvptx.Options{})
	if !nvptx.IsBug(err) {
		t.Errorf("error %v, want a bug of the compiler", err)
	}
}

func TestPTXVersion(t *testing.T) {
	t.Parallel()
	m := parse(t, "in.mlir", `llvm.func @k(%d: !llvm.ptr<3>, %m: !llvm.ptr, %i: i32) attributes {nvvm.kernel} {
		nvvm.cp.async.bulk.tensor.shared.cluster.global %d, %m, %d, box[%i, %i] {isCTAOnly = true} : !llvm.ptr<3>, !llvm.ptr
		llvm.return }`)
	r, err := nvptx.Compile(context.Background(), m, nvptx.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if r.PTXVersion != 86 || !strings.Contains(string(r.PTX), "cp.async.bulk.tensor.2d.shared::cta.global") {
		t.Errorf("PTX version %d:\n%s", r.PTXVersion, r.PTX)
	}
}

func TestDeterministic(t *testing.T) {
	t.Parallel()
	src := sample(t, "ops.mlir")
	a, err := nvptx.Translate(parse(t, "ops.mlir", src))
	if err != nil {
		t.Fatal(err)
	}
	b, err := nvptx.Translate(parse(t, "ops.mlir", src))
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(string(a.LLVMIR), string(b.LLVMIR)); d != "" {
		t.Error(d)
	}
}

func BenchmarkTranslateGEMM(b *testing.B) {
	m := parse(b, "gemm_hand.mlir", sample(b, "gemm_hand.mlir"))
	for b.Loop() {
		if _, err := nvptx.Translate(m); err != nil {
			b.Fatal(err)
		}
	}
}
