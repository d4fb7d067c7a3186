package nvptx_test

import (
	"fmt"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/tile-opt/tile-opt/targets/nvptx"
)

// product is a wgmma on four accumulators.
func product(result, acc string) string {
	return fmt.Sprintf(`%s = nvvm.wgmma.mma_async %%a, %%b, %s, <m = 64, n = 8, k = 16>, D[<f32>, <one>, <wrapped>], A[<f16>, <one>, <row>], B[<f16>, <one>, <col>] : !acc -> !acc
`, result, acc)
}

// wait is a wait that the accumulators go through.
func wait(result, acc string) string {
	var b strings.Builder
	for i := range 4 {
		fmt.Fprintf(&b, "%s_%d = llvm.extractvalue %s[%d] : !acc\n", result, i, acc, i)
	}
	fmt.Fprintf(&b, `%s = llvm.inline_asm has_side_effects "wgmma.wait_group.sync.aligned 0;", "=f,=f,=f,=f,0,1,2,3,~{memory}" %s_0, %s_1, %s_2, %s_3 : (f32, f32, f32, f32) -> !acc
`, result, result, result, result, result)
	return b.String()
}

const (
	fence  = "nvvm.wgmma.fence.aligned\n"
	commit = "nvvm.wgmma.commit.group.sync.aligned\n"
)

// TestChains looks at which instructions share a piece of assembly.
func TestChains(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct {
		name, body string
		want       []string // the instructions of each piece, and what stands between
	}{
		{"products, commit and wait", product("%1", "%0") + product("%2", "%1") + commit + wait("%w", "%2"),
			[]string{"mma mma commit wait"}},
		{"what is computed between goes in front", product("%1", "%0") + "%x = llvm.add %a, %b : i64\nllvm.store %x, %p : i64, !llvm.ptr<1>\n" + product("%2", "%1") + commit + wait("%w", "%2"),
			[]string{"mma", "store", "mma commit wait"}},
		{"another use of the accumulators", product("%1", "%0") + product("%2", "%1") + "%x = llvm.extractvalue %1[0] : !acc\nllvm.store %x, %p : f32, !llvm.ptr<1>\n",
			[]string{"mma", "mma", "store"}},
		{"another use behind the wait's", product("%1", "%0") + product("%2", "%1") + commit + wait("%w", "%2") + "%x = llvm.extractvalue %2[0] : !acc\nllvm.store %x, %p : f32, !llvm.ptr<1>\n",
			[]string{"mma mma", "commit", "wait", "store"}},
		{"a fence between", product("%1", "%0") + fence + product("%2", "%1") + commit,
			[]string{"mma", "fence mma", "commit"}},
		{"a fence in front", fence + "%x = llvm.add %a, %b : i64\n" + product("%1", "%0") + product("%2", "%1") + commit,
			[]string{"fence mma mma", "commit"}},
		{"an effect behind the fence", fence + "llvm.store %a, %p : i64, !llvm.ptr<1>\n" + product("%1", "%0"),
			[]string{"fence", "store", "mma"}},
		{"a fence for two accumulators", fence + product("%1", "%0") + product("%2", "%0") + commit,
			[]string{"fence mma", "mma", "commit"}},
		{"two accumulators", product("%1", "%0") + product("%2", "%0") + commit,
			[]string{"mma", "mma", "commit"}},
		{"a commit that nothing follows", product("%1", "%0") + product("%2", "%1") + commit,
			[]string{"mma mma", "commit"}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			t.Parallel()
			m := parse(t, "in.mlir", `!acc = !llvm.struct<(f32, f32, f32, f32)>
llvm.func @k(%p: !llvm.ptr<1>, %a: i64, %b: i64) attributes {nvvm.kernel} {
%0 = llvm.mlir.zero : !acc
`+tc.body+"llvm.return\n}")
			r, err := nvptx.Translate(m)
			if err != nil {
				t.Fatal(err)
			}
			if d := cmp.Diff(tc.want, pieces(string(r.LLVMIR))); d != "" {
				t.Errorf("pieces (-want +got):\n%s\n%s", d, r.LLVMIR)
			}
		})
	}
}

var instruction = regexp.MustCompile(`wgmma\.mma_async|wgmma\.commit_group|wgmma\.wait_group|wgmma\.fence|store float|store i64`)

// pieces lists, for each line with instructions of interest, those it has.
func pieces(ir string) []string {
	short := map[string]string{
		"wgmma.mma_async": "mma", "wgmma.commit_group": "commit", "wgmma.wait_group": "wait", "wgmma.fence": "fence",
		"store float": "store", "store i64": "store",
	}
	var out []string
	for line := range strings.Lines(ir) {
		if strings.HasPrefix(line, "declare") {
			continue
		}
		var names []string
		for _, s := range instruction.FindAllString(line, -1) {
			names = append(names, short[s])
		}
		if names != nil {
			out = append(out, strings.Join(names, " "))
		}
	}
	return out
}

// TestWideStructs: the accumulators of a loop are as many phis, and nothing is
// taken out of a struct in another block than where it was made.
func TestWideStructs(t *testing.T) {
	t.Parallel()
	fields := strings.TrimSuffix(strings.Repeat("f32, ", 16), ", ")
	m := parse(t, "in.mlir", `!s = !llvm.struct<(`+fields+`)>
llvm.func @f(%s: !s) -> !s
llvm.func @k(%p: !llvm.ptr<1>, %c: i1) attributes {nvvm.kernel} {
  %0 = llvm.mlir.zero : !s
  %u = llvm.mlir.undef : !s
  llvm.cond_br %c, ^loop(%0 : !s), ^loop(%u : !s)
^loop(%x: !s):
  %y = llvm.call @f(%x) : (!s) -> !s
  %e = llvm.extractvalue %x[3] : !s
  llvm.store %e, %p : f32, !llvm.ptr<1>
  llvm.cond_br %c, ^loop(%y : !s), ^end
^end:
  llvm.return
}`)
	r, err := nvptx.Translate(m)
	if err != nil {
		t.Fatal(err)
	}
	got := string(r.LLVMIR)
	for s, n := range map[string]int{"= phi float": 16, "[ 0x0000000000000000, %bb0 ], [ undef, %edge ]": 16, "extractvalue": 16, "insertvalue": 16, "phi {": 0} {
		if c := strings.Count(got, s); c != n {
			t.Errorf("%d times %q, want %d:\n%s", c, s, n, got)
		}
	}
}
