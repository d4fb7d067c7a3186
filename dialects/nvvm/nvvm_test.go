package nvvm_test

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/tile-opt/tile-opt/dialects/builtin"
	"github.com/tile-opt/tile-opt/dialects/llvm"
	"github.com/tile-opt/tile-opt/dialects/nvvm"
	"github.com/tile-opt/tile-opt/ir"
	"github.com/tile-opt/tile-opt/ir/asm"
)

func parse(src string) (*ir.Operation, error) {
	m, err := asm.Parse(ir.NewContext(builtin.Dialect, nvvm.Dialect), "in.mlir", []byte(src), asm.ParseOptions{})
	if err != nil {
		return nil, err
	}
	return m, ir.Verify(m)
}

func text(t *testing.T, src string, generic bool) string {
	t.Helper()
	m, err := parse(src)
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	if err := asm.Print(&b, m, asm.PrintOptions{Generic: generic}); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// TestRoundTrip: custom and generic form of every operation of the samples say
// the same.
func TestRoundTrip(t *testing.T) {
	t.Parallel()
	for _, f := range []string{"ops.mlir", "gemm_hand.mlir"} {
		src, err := os.ReadFile("../../testdata/nvptx/" + f)
		if err != nil {
			t.Fatal(err)
		}
		generic := text(t, string(src), true)
		custom := text(t, generic, false)
		if strings.Contains(custom, `"nvvm.`) {
			t.Errorf("%s: an operation has no custom form", f)
		}
		if d := cmp.Diff(custom, text(t, text(t, custom, true), false)); d != "" {
			t.Errorf("%s:\n%s", f, d)
		}
	}
}

func TestFormats(t *testing.T) {
	t.Parallel()
	c := ir.NewContext(nvvm.Dialect)
	for _, b := range nvvm.Ops() {
		if err := asm.CheckFormat(c.OpInfo(b.Def.Name)); err != nil {
			t.Error(err)
		}
		if b.Def.Summary == "" {
			t.Errorf("%s has no summary", b.Def.Name)
		}
	}
}

func TestShapes(t *testing.T) {
	t.Parallel()
	c := ir.NewContext(llvm.Dialect, nvvm.Dialect)
	if m, n, k := nvvm.ShapeOf(nvvm.Shape(c, 64, 256, 16)); m != 64 || n != 256 || k != 16 {
		t.Errorf("shape %d %d %d", m, n, k)
	}
	if s := nvvm.MatrixShape(c, 8, 8).String(); s != "#nvvm.ld_st_matrix_shape<m = 8, n = 8>" {
		t.Errorf("printed as %s", s)
	}
}

const header = "llvm.func @f(%s: !llvm.ptr<3>, %d: !llvm.ptr<7>, %g: !llvm.ptr<1>, %p: !llvm.ptr, %i: i32, %l: i64, %x: f32, %b: i1) {\n"

func TestVerify(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct{ body, want string }{
		{"nvvm.cp.async.bulk.tensor.shared.cluster.global %s, %p, %s, box[%i] : !llvm.ptr<3>, !llvm.ptr", "Shared::cluster destination requires address-space 7"},
		{"nvvm.cp.async.bulk.tensor.shared.cluster.global %d, %p, %s, box[%i] {isCTAOnly = true} : !llvm.ptr<7>, !llvm.ptr", "Shared::cta destination requires address-space 3"},
		{"nvvm.cp.async.bulk.tensor.shared.cluster.global %d, %p, %s, box[%i] {mode = #nvvm.tma_load_mode<im2col>} : !llvm.ptr<7>, !llvm.ptr", "the tensor has to be at least 3-dimensional"},
		{"nvvm.cp.async.bulk.tensor.global.shared.cta %p, %s, box[] : !llvm.ptr, !llvm.ptr<3>", "expects coordinates between 1 to 5 dimension"},
		{"nvvm.setmaxregister decrease 41", "new register size must be multiple of 8"},
		{"nvvm.setmaxregister increase 264", "new register size must be in between 24 to 256"},
		{"nvvm.cp.async.shared.global %s, %g, 5, cache = ca : !llvm.ptr<3>, !llvm.ptr<1>", "expected byte size to be either 4, 8 or 16"},
		{"nvvm.cp.async.shared.global %s, %g, 8, cache = cg : !llvm.ptr<3>, !llvm.ptr<1>", "CG cache modifier is only support for 16 bytes copy"},
		{"nvvm.fence.proxy {kind = #nvvm.proxy_kind<tensormap>}", "tensormap proxy is not a supported proxy kind"},
		{"nvvm.fence.proxy {kind = #nvvm.proxy_kind<async.shared>}", "async_shared fence requires space attribute"},
		{"nvvm.fence.proxy {kind = #nvvm.proxy_kind<async>, space = #nvvm.shared_space<cta>}", "only async_shared fence can have space attribute"},
		{"%0 = nvvm.convert.f32x2.to.f16x2 %x, %x : vector<2xf16>", "Only RN, RZ, and RS rounding modes are supported"},
		{"%0 = nvvm.convert.float.to.tf32 %x", "rounding modes supported"},
		{"%0 = nvvm.convert.f32x2.to.f8x2 %x, %x {rnd = #nvvm.fp_rnd_mode<rn>} : i16(f8E4M3FN)", "Only SATFINITE saturation mode is supported"},
		{"%0 = nvvm.ldmatrix %s {eltType = #nvvm.ld_st_matrix_elt_type<b16>, layout = #nvvm.mma_layout<row>, num = 3 : i32, shape = #nvvm.ld_st_matrix_shape<m = 8, n = 8>} : (!llvm.ptr<3>) -> i32", "expected num attribute to be 1, 2 or 4 for 8x8 matrix"},
		{"%0 = nvvm.ldmatrix %s {eltType = #nvvm.ld_st_matrix_elt_type<b16>, layout = #nvvm.mma_layout<row>, num = 4 : i32, shape = #nvvm.ld_st_matrix_shape<m = 8, n = 8>} : (!llvm.ptr<3>) -> i32", "a structure of 4 elements of type i32"},
		{"nvvm.stmatrix %s, %i, %i, %i {eltType = #nvvm.ld_st_matrix_elt_type<b16>, layout = #nvvm.mma_layout<row>, shape = #nvvm.ld_st_matrix_shape<m = 8, n = 8>} : !llvm.ptr<3>, i32, i32, i32", "expected num attribute to be 1, 2 or 4"},
		{"%0 = nvvm.shfl.sync bfly %i, %i, %i, %i {return_value_and_is_valid} : i32 -> i32", "expected return type to be a two-element struct"},
		{"\"nvvm.barrier\"(%i) <{operandSegmentSizes = array<i32: 0, 0, 1>}> : (i32) -> ()", "reduction predicate and reduction operation must be specified together"},
		{"%0 = nvvm.mbarrier.arrive %d : !llvm.ptr<7> -> i64", "mbarrier in shared_cluster space cannot return any value"},
		{"%0 = nvvm.mbarrier.arrive %s {scope = #nvvm.mem_scope<gpu>} : !llvm.ptr<3> -> i64", "mbarrier scope must be either CTA or Cluster"},
		{"nvvm.prefetch level = L1, tensormap, %p : !llvm.ptr", "cannot specify both tensormap and cache level"},
		{"\"nvvm.prefetch\"(%p) : (!llvm.ptr) -> ()", "requires specification of either cache level or tensormap"},
		{"%0 = \"nvvm.redux.sync\"(%x, %i) <{kind = #nvvm<redux_kind add>}> : (f32, i32) -> f32", "'add' redux kind unsupported with 'f32' type"},
		{"%0 = nvvm.vote.sync ballot %i, %b -> i1", "vote.sync 'ballot' returns an i32"},
		{"%0 = nvvm.match.sync all %i, %i : i32 -> i32", "match.sync 'all' returns a two element struct"},
		{"nvvm.mbarrier.init %g, %i : !llvm.ptr<1>, i32", "must be LLVM pointer in address space 0 or LLVM pointer in address space 3"},
		{"nvvm.pmevent", "either `id` or `mask` must be set"},
	} {
		_, err := parse(header + tc.body + "\n llvm.return }")
		if err == nil || !strings.Contains(err.Error(), tc.want) {
			t.Errorf("%s\n  error %v\n  want %q", tc.body, err, tc.want)
		}
	}
}

func TestVerifyWgmma(t *testing.T) {
	t.Parallel()
	f32s := "!llvm.struct<(f32, f32, f32, f32)>"
	for _, tc := range []struct{ shape, d, a, b, typ, want string }{
		{"m = 64, n = 8, k = 16", "<f32>, <one>", "<f16>, <one>, <row>", "<f16>, <one>, <col>", f32s, ""},
		{"m = 32, n = 8, k = 16", "<f32>, <one>", "<f16>, <one>, <row>", "<f16>, <one>, <col>", f32s, "shape 'm' must be 64"},
		{"m = 64, n = 12, k = 16", "<f32>, <one>", "<f16>, <one>, <row>", "<f16>, <one>, <col>", f32s, "has input type f16 n is set to 12, it is not supported"},
		{"m = 64, n = 8, k = 8", "<f32>, <one>", "<f16>, <one>, <row>", "<f16>, <one>, <col>", f32s, "shape 'k' must be 16 for input type f16"},
		{"m = 64, n = 8, k = 16", "<f32>, <one>", "<bf16>, <one>, <row>", "<f16>, <one>, <col>", f32s, "f32 += bf16 * f16, it is not supported"},
		{"m = 64, n = 8, k = 8", "<f32>, <one>", "<tf32>, <one>, <col>", "<tf32>, <one>, <col>", f32s, "requires transpose"},
		{"m = 64, n = 8, k = 16", "<f32>, <one>", "<f16>, <one>, <row>", "<f16>, <one>, <col>", "!llvm.struct<(f32, f32)>", "results 4, however output struct has 2 elements"},
		{"m = 64, n = 8, k = 16", "<f32>, <one>", "<f16>, <one>, <row>", "<f16>, <one>, <col>", "!llvm.struct<(f32, i32, f32, f32)>", "all elements in struct must be same type but there is 'i32'"},
		{"m = 64, n = 8, k = 32", "<s32>, <one>", "<s8>, <neg>, <row>", "<s8>, <one>, <col>", "!llvm.struct<(i32, i32, i32, i32)>", "has s32 output, scaleA and scaleB cannot be neg"},
	} {
		src := fmt.Sprintf("llvm.func @f(%%a: i64, %%s: %[5]s) {\n%%0 = nvvm.wgmma.mma_async %%a, %%a, %%s, <%[1]s>, D[%[2]s], A[%[3]s], B[%[4]s] : %[5]s -> %[5]s\nllvm.return }", tc.shape, tc.d, tc.a, tc.b, tc.typ)
		_, err := parse(src)
		if tc.want == "" && err != nil || tc.want != "" && (err == nil || !strings.Contains(err.Error(), tc.want)) {
			t.Errorf("%s %s\n  error %v\n  want %q", tc.shape, tc.a, err, tc.want)
		}
	}
}
