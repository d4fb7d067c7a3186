package protocol

import (
	"slices"

	"github.com/tile-opt/tile-opt/ir"
)

// flow finds the environment slots that are live before each instruction.
// Others are cleared where states are compared, since a position that nobody
// asks for again must not tell two states apart.
func (r *role) flow() {
	words := (r.slots + 63) / 64
	r.live = make([][]uint64, len(r.code))
	all := make([]uint64, len(r.code)*words)
	for i := range r.live {
		r.live[i] = all[i*words : (i+1)*words]
	}
	before := make([]uint64, words)
	for changed := true; changed; {
		changed = false
		for i := len(r.code) - 1; i >= 0; i-- {
			in := &r.code[i]
			clear(before)
			for _, n := range in.next(i) {
				for w := range before {
					before[w] |= r.live[n][w]
				}
			}
			in.transfer(before)
			for w := range before {
				if before[w]|r.live[i][w] != r.live[i][w] {
					r.live[i][w] |= before[w]
					changed = true
				}
			}
		}
	}
}

// next lists the instructions that can come behind instruction i.
func (in *instr) next(i int) []int {
	switch in.code {
	case stop:
		return nil
	case jump:
		return []int{in.target}
	case test, branch:
		return []int{i + 1, in.target}
	}
	return []int{i + 1}
}

// transfer turns what is live behind an instruction into what is before it.
func (in *instr) transfer(live []uint64) {
	for _, list := range [][]int{in.out, in.kill} {
		for _, s := range list {
			// A branch enters the truth of its condition.
			if s >= 0 && in.code != branch {
				live[s>>6] &^= 1 << (s & 63)
			}
		}
	}
	for _, x := range in.in {
		if x.slot >= 0 {
			live[x.slot>>6] |= 1 << (x.slot & 63)
		}
	}
}

// forget clears what is dead where the role stands, and what is known about
// numbers that no longer occur. What a live parity turns with stays.
func (r *role) forget(s *symbols, rs *roleState) {
	if rs.done {
		clear(rs.env)
		rs.facts = nil
		return
	}
	live := r.live[rs.pc]
	kept := func(i int) bool { return live[i>>6]>>(i&63)&1 != 0 }
	for i := range rs.env {
		if kept(i) || rs.env[i] == (value{}) {
			continue
		}
		needed := false
		for j, c := range r.classes {
			needed = needed || c != nil && c.with == i && kept(j)
		}
		if !needed {
			rs.env[i] = value{}
		}
	}
	rs.facts = slices.DeleteFunc(rs.facts, func(f fact) bool { return !r.occurs(s, rs, f.a) || !r.occurs(s, rs, f.b) })
}

// occurs reports whether a symbol can still be compared with: it is the same
// in the whole kernel, an induction variable of a loop around, or a value of
// the environment.
func (r *role) occurs(s *symbols, rs *roleState, sym int32) bool {
	if s.stable[sym] {
		return true
	}
	for i := range r.code[:rs.pc+1] {
		if in := &r.code[i]; in.code == test && rs.pc < in.target && s.dependsOn(sym, in.iv) {
			return true
		}
	}
	for _, v := range rs.env {
		if v.kind == number && v.a != 0 && (s.dependsOn(v.a, sym) || s.dependsOn(sym, v.a)) ||
			v.kind == relation && (s.dependsOn(s.list[v.a].a, sym) || s.dependsOn(s.list[v.a].b, sym)) {
			return true
		}
	}
	return false
}

// growing finds the environment slots of variables that loops add to and
// never start over.
func (r *role) growing() {
	r.grows = make([]bool, r.slots)
	for v, s := range r.slotOf {
		from, ok := merged(v)
		if !ok || !v.IsBlockArg() {
			continue
		}
		for _, f := range from {
			if d := f.Def(); d != nil && d.Is("arith.addi") && carries(d.Operand(0), v) {
				r.grows[s] = true
			}
		}
	}
}

// carries reports whether x is the carried value v, or v as the second region
// of an scf.while has it.
func carries(x, v *ir.Value) bool {
	if x == v {
		return true
	}
	from, ok := merged(x)
	return ok && len(from) == 1 && from[0] == v
}
