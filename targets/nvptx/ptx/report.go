package ptx

import (
	"slices"
	"strings"
)

// wgmmaMMA is the matrix instruction proper, without the fences and waits.
const wgmmaMMA = "wgmma.mma_async"

// Mnemonics counts the whole mnemonics of the module that begin with one of the
// prefixes, or all when there is none.
func (m *Module) Mnemonics(prefixes ...string) map[string]int {
	counts := map[string]int{}
	for _, f := range m.Functions {
		f.count(counts, prefixes)
	}
	return counts
}

// Mnemonics is [Module.Mnemonics] of one function.
func (f *Function) Mnemonics(prefixes ...string) map[string]int {
	counts := map[string]int{}
	f.count(counts, prefixes)
	return counts
}

func (f *Function) count(counts map[string]int, prefixes []string) {
	for _, i := range f.Insts {
		begins := func(p string) bool { return strings.HasPrefix(i.Op, p) }
		if len(prefixes) == 0 || slices.ContainsFunc(prefixes, begins) {
			counts[i.Op]++
		}
	}
}

// LoopInsts returns the instructions of a loop, those of inner loops included.
func (f *Function) LoopInsts(l Loop) []Inst {
	var insts []Inst
	for _, n := range l.Blocks {
		insts = append(insts, f.Insts[f.Blocks[n].First:f.Blocks[n].End]...)
	}
	return insts
}

// InnermostLoops returns the loops that hold an instruction op (as [Inst.Is]
// takes it) without an inner loop that holds one: for wgmma.mma_async the k loops,
// although these hold the loops that spin on barriers.
func (f *Function) InnermostLoops(op string) []Loop {
	holds := make([]bool, len(f.Loops))
	for n, l := range f.Loops {
		holds[n] = slices.ContainsFunc(f.LoopInsts(l), func(i Inst) bool { return i.Is(op) })
	}
	outer := make([]bool, len(f.Loops))
	for n, l := range f.Loops {
		for p := l.Parent; holds[n] && p >= 0; p = f.Loops[p].Parent {
			outer[p] = true
		}
	}
	var ls []Loop
	for n, l := range f.Loops {
		if holds[n] && !outer[n] {
			ls = append(ls, l)
		}
	}
	return ls
}

// WgmmaMovs returns the moves in the innermost loops with a wgmma whose source or
// destination is an operand of a wgmma of the same loop: copies of accumulators,
// fragments or descriptors, of which there should be none.
func (f *Function) WgmmaMovs() []Inst {
	var movs []Inst
	for _, l := range f.InnermostLoops(wgmmaMMA) {
		insts := f.LoopInsts(l)
		used := map[string]bool{}
		for _, i := range insts {
			if i.Is(wgmmaMMA) {
				for _, r := range i.Registers() {
					used[r] = true
				}
			}
		}
		for _, i := range insts {
			if i.Is("mov") && slices.ContainsFunc(i.Registers(), func(r string) bool { return used[r] }) {
				movs = append(movs, i)
			}
		}
	}
	return movs
}
