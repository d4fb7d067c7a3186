package protocol

import "math/bits"

// Decisions that several roles make are made once: the first to come decides,
// and the others follow it, each in the order of its own program. They are
// known to be the same by their expressions, the loops around among them. One
// that a single role makes is followed both ways, whatever the others do.

// share finds the roles that make the same decisions. Conditions whose text
// no other role has may still turn out to be the same when they are computed,
// so those of several roles are taken to be.
func (k *kernel) share() {
	who := make(map[int32]uint64)
	each := func(do func(r *role, in *instr)) {
		for _, r := range k.roles {
			for i := range r.code {
				if r.code[i].shared {
					do(r, &r.code[i])
				}
			}
		}
	}
	each(func(r *role, in *instr) { who[in.key] |= 1 << r.index })
	rest := uint64(0)
	each(func(r *role, in *instr) {
		if in.code == branch && who[in.key] == 1<<r.index {
			rest |= 1 << r.index
		}
	})
	each(func(r *role, in *instr) {
		in.with = who[in.key]
		if in.code == branch && in.with == 1<<r.index {
			in.with = rest
		}
		if bits.OnesCount64(in.with) < 2 {
			in.with = 0
			if len(k.roles) > 1 && k.alone == nil {
				k.alone = in.op
			}
		}
	})
}
