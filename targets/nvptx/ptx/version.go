package ptx

import "strings"

// base is the first PTX version that knows the target sm_90a, and with it wgmma,
// setmaxnreg, bulk copies and elect.sync.
var base = Version{8, 0}

// versionRule says that an instruction needs a version: its mnemonic begins with
// op and has the modifiers, in this order and side by side where one string holds
// several, or one of its operands is the special register.
type versionRule struct {
	op       string
	has      []string
	register string
	needs    Version
}

// versionRules lists what needs more than the base on sm_90a (PTX ISA, "Release
// Notes" and the notes of each instruction; ptxas agrees with every line). Where
// several match, the newest counts.
var versionRules = []versionRule{
	{op: "red.async", needs: Version{8, 1}},
	{op: "st.async", needs: Version{8, 1}},
	{op: "multimem", needs: Version{8, 1}},
	{op: "red", has: []string{"v2"}, needs: Version{8, 1}},
	{op: "red", has: []string{"v4"}, needs: Version{8, 1}},
	{op: "red", has: []string{"v8"}, needs: Version{8, 1}},
	{op: "atom", has: []string{"v2"}, needs: Version{8, 1}},
	{op: "atom", has: []string{"v4"}, needs: Version{8, 1}},
	{op: "atom", has: []string{"v8"}, needs: Version{8, 1}},
	{op: "cvt.rna", has: []string{"satfinite", "tf32"}, needs: Version{8, 1}},
	{register: "%aggr_smem_size", needs: Version{8, 1}},
	{op: "wgmma.mma_async.sp", needs: Version{8, 2}},
	{op: "ld.mmio", needs: Version{8, 2}},
	{op: "st.mmio", needs: Version{8, 2}},
	{op: "fence.proxy.tensormap::generic", needs: Version{8, 3}},
	{op: "tensormap", needs: Version{8, 3}},
	{op: "mov", has: []string{"b128"}, needs: Version{8, 3}},
	{op: "ld", has: []string{"b128"}, needs: Version{8, 3}},
	{op: "st", has: []string{"b128"}, needs: Version{8, 3}},
	{op: "atom", has: []string{"b128"}, needs: Version{8, 3}},
	{op: "mma.sync", has: []string{"m16n8k32", "e4m3"}, needs: Version{8, 4}},
	{op: "mma.sync", has: []string{"m16n8k32", "e5m2"}, needs: Version{8, 4}},
	{op: "mbarrier.arrive", has: []string{"relaxed"}, needs: Version{8, 6}},
	{op: "mbarrier.arrive_drop", has: []string{"relaxed"}, needs: Version{8, 6}},
	{op: "mbarrier.try_wait", has: []string{"relaxed"}, needs: Version{8, 6}},
	{op: "mbarrier.test_wait", has: []string{"relaxed"}, needs: Version{8, 6}},
	{op: "cp.async.bulk", has: []string{"shared::cta.global"}, needs: Version{8, 6}},
	{op: "fence", has: []string{"sync_restrict::shared::cluster"}, needs: Version{8, 6}},
	{op: "fence", has: []string{"sync_restrict::shared::cta"}, needs: Version{8, 6}},
	{op: "mma.sync", has: []string{"m16n8k16", "e4m3"}, needs: Version{8, 7}},
	{op: "mma.sync", has: []string{"m16n8k16", "e5m2"}, needs: Version{8, 7}},
}

// matches reports whether the rule speaks of the instruction.
func (r versionRule) matches(i Inst) bool {
	if r.register != "" {
		for _, reg := range i.Registers() {
			if reg == r.register {
				return true
			}
		}
		return false
	}
	if !i.Is(r.op) {
		return false
	}
	for _, h := range r.has {
		if !strings.Contains(i.Op+".", "."+h+".") {
			return false
		}
	}
	return true
}

// LowestVersion returns the lowest PTX version that the instruction needs on
// sm_90a; none is below 8.0.
func (i Inst) LowestVersion() Version {
	v := base
	for _, r := range versionRules {
		if v.Less(r.needs) && r.matches(i) {
			v = r.needs
		}
	}
	return v
}

// LowestVersion returns the lowest PTX version that the module's instructions
// need on sm_90a: what .version should say, and, through [Version.LLC], what llc
// should be asked for.
func (m *Module) LowestVersion() Version {
	v := base
	for _, f := range m.Functions {
		for _, i := range f.Insts {
			if w := i.LowestVersion(); v.Less(w) {
				v = w
			}
		}
	}
	return v
}

// AsmVersion is [Module.LowestVersion] of a piece of inline assembly, with $N for
// operands, so that a compiler can ask llc for the right version before there is
// PTX. What can't be read counts as 8.0; ptxas will say what is wrong with it.
func AsmVersion(text string) Version {
	m, err := Parse(".entry asm() {\n" + text + "\n}")
	if err != nil {
		return base
	}
	return m.LowestVersion()
}
