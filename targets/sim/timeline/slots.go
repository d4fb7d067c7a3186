package timeline

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/tile-opt/tile-opt/targets/sim/machine"
)

// round is one filling of a slot.
type round struct {
	start, full int64
	bytes       int64
	complete    bool
}

// slot is a full barrier, and what is known of the slot behind it.
type slot struct {
	addr   uint32
	empty  uint32 // 0: none is known
	rounds map[uint64]*round
}

// maxSlotRows bounds the rows of slots.
const maxSlotRows = 32

// slots makes a row of each slot: a stretch of shared memory that copies fill and report to one barrier.
func (b *builder) slots(last int64) []row {
	found := b.findSlots()
	slices.SortFunc(found, func(x, y *slot) int { return cmp.Compare(x.addr, y.addr) })
	var out []row
	n, size := 0, int64(-1)
	for i, s := range found {
		if i == maxSlotRows {
			out = append(out, row{name: fmt.Sprintf("… %d more", len(found)-i), slot: true})
			break
		}
		first := s.first()
		if i > 0 && (s.addr-found[i-1].addr > 16 || first != size) {
			n = 0
		}
		size = first
		r := row{name: fmt.Sprintf("slot %d", n), slot: true, spans: b.states(s, last)}
		switch {
		case n > 0:
		case size == 0:
			r.note = "filled by threads"
		default:
			r.note = bytes(size) + " a slot"
		}
		out = append(out, r)
		n++
	}
	return out
}

// first is how many bytes a filling has.
func (s *slot) first() int64 {
	keys := s.phases()
	return s.rounds[keys[0]].bytes
}

func (s *slot) phases() []uint64 {
	var keys []uint64
	for p := range s.rounds {
		keys = append(keys, p)
	}
	slices.Sort(keys)
	return keys
}

// findSlots lists the barriers that copies report to, with their fillings. The empty barrier of a slot is the one that its
// filler waited for first: a warp's waits for barriers without copies are taken in turn by the slots that it goes on to.
func (b *builder) findSlots() []*slot {
	byAddr := make(map[uint32]*slot)
	waits := make(map[int][]uint32)
	var out []*slot
	for _, e := range b.events {
		switch {
		case e.Kind == machine.EventWait && e.Object != 0 && !b.full[e.Object]:
			waits[e.Warp] = append(waits[e.Warp], e.Object)
		case e.Kind == machine.EventCopy:
			s := byAddr[e.Object]
			if s == nil {
				s = &slot{addr: e.Object, rounds: make(map[uint64]*round)}
				byAddr[e.Object] = s
				out = append(out, s)
			}
			r := s.rounds[e.Phase]
			if r == nil {
				r = &round{start: e.Start}
				s.rounds[e.Phase] = r
				if q := waits[e.Warp]; len(q) > 0 {
					s.empty, waits[e.Warp] = q[0], q[1:]
				}
			}
			r.start = min(r.start, e.Start)
			r.bytes += int64(e.Bytes)
		case e.Kind == machine.EventPhase && byAddr[e.Object] != nil:
			if r := byAddr[e.Object].rounds[e.Phase]; r != nil {
				r.full, r.complete = e.End, true
			}
		}
	}
	return out
}

// states are the stretches of a slot's row. Without an empty barrier a slot is in use until it is filled again.
func (b *builder) states(s *slot, last int64) []span {
	seen, freed := make(map[uint64]int64), []int64{}
	for _, e := range b.events {
		switch {
		case e.Kind == machine.EventWait && e.Object == s.addr && e.Phase > 0:
			p := e.Phase - 1
			if t, ok := seen[p]; !ok || e.End < t {
				seen[p] = e.End
			}
		case e.Kind == machine.EventPhase && s.empty != 0 && e.Object == s.empty:
			freed = append(freed, e.End)
		}
	}
	var out []span
	keys := s.phases()
	for i, p := range keys {
		r := s.rounds[p]
		end := last
		if i+1 < len(keys) {
			end = s.rounds[keys[i+1]].start
		}
		if !r.complete {
			out = append(out, span{slotFilling, r.start, end, "is filled"})
			continue
		}
		out = append(out, span{slotFilling, r.start, r.full, "is filled with " + bytes(r.bytes)})
		used, ok := seen[p]
		if !ok {
			out = append(out, span{slotFull, r.full, end, "is full, and nobody waits for it"})
			continue
		}
		for _, t := range freed {
			if t >= used && t < end {
				end = t
				break
			}
		}
		out = append(out, span{slotFull, r.full, used, "is full"}, span{slotInUse, used, end, "is in use"})
	}
	return out
}

// bytes prints a number of bytes.
func bytes(n int64) string {
	switch {
	case n >= 1<<20 && n%(1<<18) == 0:
		return fmt.Sprintf("%g MiB", float64(n)/(1<<20))
	case n >= 1<<10 && n%(1<<8) == 0:
		return fmt.Sprintf("%g KiB", float64(n)/(1<<10))
	}
	return fmt.Sprintf("%d bytes", n)
}
