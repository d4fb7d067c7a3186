package machine

// CostModel gives the length of operations in cycles, for the timeline. It never changes what is computed or which
// schedules are possible.
type CostModel interface {
	// Copy is the latency of a bulk copy of n bytes, and how long it occupies the block's copy engine.
	Copy(n int) (latency, occupancy int64)
	// Wgmma is how long one m64nNkK occupies the tensor cores, for 32 bytes of K.
	Wgmma(n int) int64
	// Scalar scales the built-in cost of the other operations.
	Scalar(builtin int64) int64
}

// Built-in costs in cycles of warp-level operations.
const (
	costShared = 4
	costGlobal = 40
	costSync   = 12
	costFence  = 20
	// costCpAsync is the latency of a cp.async: it goes through the first-level cache's path and not the copy engine.
	costCpAsync = 300
)

// hopperCost has round figures of an H200: 64 bytes a cycle and SM from the second-level cache, 128 cycles for
// m64n256 with 32 bytes of K. docs/simulator.md has the table.
type hopperCost struct{}

func (hopperCost) Copy(n int) (int64, int64)  { return 600, int64(n+63) / 64 }
func (hopperCost) Wgmma(n int) int64          { return int64(n) / 2 }
func (hopperCost) Scalar(builtin int64) int64 { return builtin }

// spend moves the warp's clock.
func (w *Warp) spend(c int64) { w.now += w.run.l.Cost.Scalar(c) }

// Work spends the time of n instructions that touch nothing. A quarter of the multiprocessor issues one a cycle, for all
// of its warps.
func (w *Warp) Work(n int64) { w.spend(n * int64((len(w.cta.warps)+3)/4)) }

// event adds to the timeline, which is bounded.
func (r *run) event(e Event) {
	r.rep.Cycles = max(r.rep.Cycles, e.End)
	if r.l.Timeline && len(r.rep.Timeline) < 1<<20 {
		r.rep.Timeline = append(r.rep.Timeline, e)
	}
}

// span adds an event of w.
func (w *Warp) span(kind, label string, start, end int64) {
	w.run.event(Event{CTA: w.cta.id, Warp: w.id, Kind: kind, Label: label, Start: start, End: end})
}

// waitUntil moves the warp's clock to the end of a wait.
func (w *Warp) waitUntil(t int64, label string, object uint32, phase uint64) {
	start := w.now
	w.now = max(w.now, t)
	if w.run.l.Timeline && (object != 0 || w.now > start) {
		w.run.event(Event{CTA: w.cta.id, Warp: w.id, Kind: EventWait, Label: label, Start: start, End: w.now, Object: object, Phase: phase})
	}
}

// Mark adds a named span of the warp itself to the timeline, from start (an earlier Clock) to now.
func (w *Warp) Mark(kind, label string, start int64) { w.span(kind, label, start, w.now) }

// copyTime books a copy of n bytes on the block's engine and returns when it starts and ends.
func (w *Warp) copyTime(n int) (start, end int64) {
	lat, occ := w.run.l.Cost.Copy(n)
	start = max(w.now, w.cta.copyFree)
	w.cta.copyFree = start + occ
	return start, start + occ + lat
}
