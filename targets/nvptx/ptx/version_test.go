package ptx

import (
	"strings"
	"testing"

	"github.com/tile-opt/tile-opt/targets/nvptx/toolchain"
)

// versionSamples are instructions with the lowest version that should be said of
// them. What is 8.0 looks like a rule's instruction and is not meant by it.
var versionSamples = []struct{ want, text string }{
	{"8.0", "mbarrier.arrive.release.cluster.shared::cluster.b64 _, [%r1];"},
	{"8.0", "mbarrier.arrive.shared::cluster.b64 _, [%r1];"},
	{"8.0", "mbarrier.arrive.expect_tx.shared::cta.b64 _, [%r1], %r2;"},
	{"8.0", "mbarrier.expect_tx.relaxed.cta.shared::cta.b64 [%r1], %r2;"},
	{"8.0", "mbarrier.try_wait.parity.acquire.cluster.shared::cta.b64 %p1, [%r1], %r2;"},
	{"8.6", "mbarrier.arrive.relaxed.cluster.shared::cluster.b64 _, [%r1];"},
	{"8.6", "mbarrier.arrive.expect_tx.relaxed.cta.shared::cta.b64 %rd1, [%r1], %r2;"},
	{"8.6", "mbarrier.arrive_drop.relaxed.cta.shared::cta.b64 %rd1, [%r1], %r2;"},
	{"8.6", "mbarrier.try_wait.parity.relaxed.cta.shared::cta.b64 %p1, [%r1], %r2;"},
	{"8.6", "mbarrier.test_wait.parity.relaxed.cta.shared::cta.b64 %p1, [%r1], %r2;"},
	{"8.6", "cp.async.bulk.tensor.2d.shared::cta.global.tile.mbarrier::complete_tx::bytes [%r1], [%rd1, {%r2, %r3}], [%r4];"},
	{"8.0", "cp.async.bulk.tensor.2d.shared::cluster.global.tile.mbarrier::complete_tx::bytes.multicast::cluster [%r1], [%rd1, {%r2, %r3}], [%r4], %h1;"},
	{"8.0", "cp.async.bulk.tensor.2d.global.shared::cta.tile.bulk_group [%rd1, {%r2, %r3}], [%r1];"},
	{"8.6", "cp.async.bulk.shared::cta.global.mbarrier::complete_tx::bytes [%r1], [%rd1], %r2, [%r4];"},
	{"8.0", "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%r1], [%rd1], %r2, [%r4];"},
	{"8.0", "cp.reduce.async.bulk.tensor.2d.global.shared::cta.add.tile.bulk_group [%rd1, {%r2, %r3}], [%r1];"},
	{"8.0", "cp.async.bulk.prefetch.tensor.2d.L2.global.tile [%rd1, {%r1, %r2}];"},
	{"8.3", "fence.proxy.tensormap::generic.acquire.gpu [%rd1], 128;"},
	{"8.3", "fence.proxy.tensormap::generic.release.gpu;"},
	{"8.3", "tensormap.replace.tile.global_address.shared::cta.b1024.b64 [%r1], %rd1;"},
	{"8.3", "tensormap.cp_fenceproxy.global.shared::cta.tensormap::generic.release.gpu.sync.aligned [%rd1], [%r1], 128;"},
	{"8.0", "fence.proxy.async.shared::cta;"},
	{"8.0", "fence.mbarrier_init.release.cluster;"},
	{"8.6", "fence.acquire.sync_restrict::shared::cluster.cluster;"},
	{"8.6", "fence.release.sync_restrict::shared::cta.cluster;"},
	{"8.1", "st.async.shared::cluster.mbarrier::complete_tx::bytes.b32 [%r1], %r2, [%r3];"},
	{"8.1", "red.async.relaxed.cluster.shared::cluster.mbarrier::complete_tx::bytes.add.u32 [%r1], %r2, [%r3];"},
	{"8.1", "red.global.add.v2.f32 [%rd1], {%f1, %f2};"},
	{"8.1", "red.global.add.v4.f32 [%rd1], {%f1, %f2, %f3, %f4};"},
	{"8.1", "red.global.add.noftz.v8.bf16 [%rd1], {%h1, %h2, %h3, %h4, %h1, %h2, %h3, %h4};"},
	{"8.0", "red.global.add.noftz.bf16x2 [%rd1], %r1;"},
	{"8.1", "atom.global.add.v2.f32 {%f1, %f2}, [%rd1], {%f3, %f4};"},
	{"8.1", "atom.global.add.v4.f32 {%f1, %f2, %f3, %f4}, [%rd1], {%f1, %f2, %f3, %f4};"},
	{"8.1", "atom.global.add.noftz.v8.bf16 {%h1, %h2, %h3, %h4, %h5, %h6, %h7, %h8}, [%rd1], {%h1, %h2, %h3, %h4, %h5, %h6, %h7, %h8};"},
	{"8.1", "multimem.red.global.add.f32 [%rd1], %f1;"},
	{"8.1", "cvt.rna.satfinite.tf32.f32 %r1, %f1;"},
	{"8.0", "cvt.rna.tf32.f32 %r1, %f1;"},
	{"8.0", "cvt.rn.satfinite.e4m3x2.f32 %h1, %f1, %f2;"},
	{"8.1", "mov.b32 %r1, %aggr_smem_size;"},
	{"8.0", "mov.b32 %r1, %cluster_ctarank;"},
	{"8.2", "ld.mmio.relaxed.sys.global.b32 %r1, [%rd1];"},
	{"8.2", "st.mmio.relaxed.sys.global.b32 [%rd1], %r1;"},
	{"8.3", "{.reg .b128 %q; mov.b128 %q, {%rd1, %rd2};}"},
	{"8.3", "{.reg .b128 %q; ld.global.b128 %q, [%rd1];}"},
	{"8.3", "{.reg .b128 %q; st.global.b128 [%rd1], %q;}"},
	{"8.3", "{.reg .b128 %q, %s; atom.global.exch.b128 %q, [%rd1], %s;}"},
	{"8.4", "mma.sync.aligned.m16n8k32.row.col.f32.e4m3.e4m3.f32 {%f1, %f2, %f3, %f4}, {%r1, %r2, %r3, %r4}, {%r5, %r6}, {%f1, %f2, %f3, %f4};"},
	{"8.4", "mma.sync.aligned.m16n8k32.row.col.f32.e5m2.e5m2.f32 {%f1, %f2, %f3, %f4}, {%r1, %r2, %r3, %r4}, {%r5, %r6}, {%f1, %f2, %f3, %f4};"},
	{"8.7", "mma.sync.aligned.m16n8k16.row.col.f32.e4m3.e4m3.f32 {%f1, %f2, %f3, %f4}, {%r1, %r2}, {%r5}, {%f1, %f2, %f3, %f4};"},
	{"8.7", "mma.sync.aligned.m16n8k16.row.col.f32.e5m2.e5m2.f32 {%f1, %f2, %f3, %f4}, {%r1, %r2}, {%r5}, {%f1, %f2, %f3, %f4};"},
	{"8.0", "wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {%f1, %f2, %f3, %f4}, %rd1, %rd2, %p1, 1, 1, 0, 0;"},
	{"8.2", "wgmma.mma_async.sp.sync.aligned.m64n8k32.f32.f16.f16 {%f1, %f2, %f3, %f4}, %rd1, %rd2, %r1, 0, %p1, 1, 1, 0, 0;"},
	{"8.0", "setmaxnreg.inc.sync.aligned.u32 232;"},
	{"8.0", "elect.sync %r1|%p1, %r2;"},
	{"8.0", "stmatrix.sync.aligned.m8n8.x4.shared::cta.b16 [%r1], {%r2, %r3, %r4, %r5};"},
	{"8.0", "barrier.cluster.arrive.relaxed.aligned;"},
}

// wrap makes a module of one instruction.
func wrap(version, text string) string {
	return ".version " + version + "\n.target sm_90a\n.address_size 64\n.visible .entry k() .maxntid 128 .minnctapersm 1 {\n" +
		".reg .b16 %h<9>; .reg .b32 %r<9>; .reg .b64 %rd<9>; .reg .f32 %f<9>; .reg .pred %p<9>;\n" + text + "\nret;\n}\n"
}

// TestVersionsAgreeWithPtxas assembles each sample with the version that the table
// gives, which ptxas must take, and with the one before, which it must refuse.
func TestVersionsAgreeWithPtxas(t *testing.T) {
	t.Parallel()
	before := map[string]string{"8.1": "8.0", "8.2": "8.1", "8.3": "8.2", "8.4": "8.3", "8.6": "8.5", "8.7": "8.6"}
	p, err := toolchain.FindPtxas(toolchain.Env{})
	if err != nil {
		t.Fatal(err)
	}
	assemble := func(version, text string) error {
		_, err := p.Assemble(t.Context(), []byte(wrap(version, text)), toolchain.AssembleOptions{Allow: []string{"injected", "ignored"}})
		return err
	}
	for _, s := range versionSamples {
		m, err := Parse(wrap("8.0", s.text))
		if err != nil {
			t.Fatal(err)
		}
		if got := m.LowestVersion().String(); got != s.want {
			t.Errorf("%s needs %s, want %s", s.text, got, s.want)
		}
		// CUDA 12.4's ptxas ends at PTX 8.4 and can't judge what came later.
		if err := assemble(s.want, s.text); err != nil && !strings.Contains(err.Error(), "Unsupported .version") {
			t.Errorf("%s with %s: %v", s.text, s.want, err)
		}
		if b, ok := before[s.want]; ok {
			if assemble(b, s.text) == nil {
				t.Errorf("%s with %s is fine for ptxas", s.text, b)
			}
		}
	}
}

// TestEveryVersionRuleHasASample keeps the table honest.
func TestEveryVersionRuleHasASample(t *testing.T) {
	t.Parallel()
	used := make([]bool, len(versionRules))
	for _, s := range versionSamples {
		m, err := Parse(wrap("8.0", s.text))
		if err != nil {
			t.Fatal(err)
		}
		for _, i := range m.Functions[0].Insts {
			for n, r := range versionRules {
				used[n] = used[n] || r.matches(i)
			}
		}
	}
	for n, u := range used {
		if !u {
			t.Errorf("no sample for %+v", versionRules[n])
		}
	}
}

func TestAsmVersion(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"mbarrier.arrive.relaxed.cluster.shared::cluster.b64 _, [$0];":                "8.6",
		"{\n.reg .pred p;\n@p fence.proxy.tensormap::generic.acquire.gpu [$0], 128;}": "8.3",
		"wgmma.wait_group.sync.aligned 1;":                                            "8.0",
		"":                                                                            "8.0",
		"{{{ = ":                                                                      "8.0",
	} {
		if got := AsmVersion(text).String(); got != want {
			t.Errorf("%q needs %s, want %s", text, got, want)
		}
	}
}
