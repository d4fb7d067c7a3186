package sim

import (
	"math/bits"
)

// fullMask has all 32 lanes.
const fullMask = ^uint32(0)

// cell is a register of a warp: 32 lanes of up to 64 bits, zero-extended, or one value for all of them.
type cell struct {
	// uni is set when all lanes have the value v[0].
	uni bool
	// id names the registers of a wgmma, which the value is in; 0 for none (rules W7 and W8).
	id int32
	// born is how many wgmma fences the warp had executed when the value was computed.
	born uint32
	// x is the lanes whose value is undefined.
	x uint32
	v [32]uint64
}

// at returns the value of a lane.
func (c *cell) at(l int) uint64 {
	if c.uni {
		return c.v[0]
	}
	return c.v[l]
}

// spread makes every lane hold its value itself.
func (c *cell) spread() {
	if !c.uni {
		return
	}
	c.uni = false
	for l := 1; l < 32; l++ {
		c.v[l] = c.v[0]
	}
}

// slot is a run of cells: where a value lives in a frame.
type slot struct{ at, n int }

// part returns cell i of the slot as a slot.
func (s slot) part(i, n int) slot { return slot{s.at + i, n} }

// whole reports whether all live lanes execute.
func (x *exec) whole() bool { return x.mask == x.full }

// begin prepares a cell for writing the active lanes one by one.
func (x *exec) begin(c *cell) {
	if x.whole() {
		c.uni, c.x = false, 0
	} else {
		c.spread()
		c.x &^= x.mask
	}
	c.id, c.born = 0, x.fences
}

// set writes one value to all active lanes.
func (x *exec) set(c *cell, v uint64) {
	if x.whole() {
		c.uni, c.id, c.born, c.x = true, 0, x.fences, 0
		c.v[0] = v
		return
	}
	x.begin(c)
	for m := x.mask; m != 0; m &= m - 1 {
		c.v[bits.TrailingZeros32(m)] = v
	}
}

// setLanes writes the active lanes.
func (x *exec) setLanes(c *cell, v *[32]uint64) {
	x.begin(c)
	if x.mask == fullMask {
		c.v = *v
		return
	}
	for m := x.mask; m != 0; m &= m - 1 {
		l := bits.TrailingZeros32(m)
		c.v[l] = v[l]
	}
}

// undefine marks the active lanes as undefined.
func (x *exec) undefine(c *cell) {
	x.set(c, 0)
	c.x |= x.mask
}

// move copies the active lanes, with what is known of the registers that they are in.
func (x *exec) move(dst, src *cell) {
	if x.whole() {
		if src.uni {
			dst.uni, dst.id, dst.born, dst.x = true, src.id, src.born, src.x
			dst.v[0] = src.v[0]
			return
		}
		*dst = *src
		return
	}
	dst.spread()
	dst.id, dst.born = src.id, src.born
	dst.x = dst.x&^x.mask | src.x&x.mask
	for m := x.mask; m != 0; m &= m - 1 {
		l := bits.TrailingZeros32(m)
		dst.v[l] = src.at(l)
	}
}

// moveSlot copies all cells of a slot.
func (x *exec) moveSlot(dst, src slot) {
	for i := range dst.n {
		x.move(&x.cells[dst.at+i], &x.cells[src.at+i])
	}
}

// touch tells the machine that an ordinary instruction reads a register.
func (x *exec) touch(c *cell) {
	if c.id != 0 {
		x.w.TouchRegs(int(c.id), false)
	}
}

// first is the lowest active lane.
func (x *exec) first() int { return bits.TrailingZeros32(x.mask) }

// agree returns the value that all active lanes have, and whether they do.
func (x *exec) agree(c *cell) (uint64, bool) {
	if c.uni {
		return c.v[0], true
	}
	v := c.v[x.first()]
	for m := x.mask; m != 0; m &= m - 1 {
		if c.v[bits.TrailingZeros32(m)] != v {
			return 0, false
		}
	}
	return v, true
}

// lanesWhere returns the active lanes whose value satisfies f.
func (x *exec) lanesWhere(c *cell, f func(uint64) bool) uint32 {
	if c.uni {
		if f(c.v[0]) {
			return x.mask
		}
		return 0
	}
	out := uint32(0)
	for m := x.mask; m != 0; m &= m - 1 {
		if l := bits.TrailingZeros32(m); f(c.v[l]) {
			out |= 1 << l
		}
	}
	return out
}

func isTrue(v uint64) bool { return v&1 != 0 }

// low32 returns the low 32 bits of every lane, in memory that the next call reuses.
func (x *exec) low32(c *cell) *[32]uint32 {
	x.touch(c)
	a := &x.words
	if c.uni {
		for l := range a {
			a[l] = uint32(c.v[0])
		}
		return a
	}
	for l := range a {
		a[l] = uint32(c.v[l])
	}
	return a
}
