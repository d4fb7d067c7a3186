package timeline

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/tile-opt/tile-opt/targets/sim/machine"
)

// class is what a span shows; it names the style of the span in the picture.
type class string

const (
	running     class = "run"
	waitData    class = "wait-data"
	waitFree    class = "wait-free"
	waitMMA     class = "wait-mma"
	waitSync    class = "wait-sync"
	waitStore   class = "wait-store"
	computing   class = "mma"
	computing2  class = "mma2"
	slotFilling class = "fill"
	slotFull    class = "full"
	slotInUse   class = "use"
)

// span is a stretch of a row, in cycles.
type span struct {
	class      class
	start, end int64
	what       string
}

// row is a line of the chart. Later spans are drawn over earlier ones.
type row struct {
	name, note string
	spans      []span
	// slot is set for the rows of a ring, which are drawn lower.
	slot bool
}

// level is bytes in flight from a time on.
type level struct {
	at    int64
	bytes int64
}

// area is a curve of bytes in flight.
type area struct {
	name  string
	class string
	steps []level
	peak  int64
}

// chart is everything that is drawn.
type chart struct {
	from, to int64
	roles    []row
	tensor   row
	areas    []area
	slots    []row
}

// builder collects the events of one block.
type builder struct {
	opts   Options
	events []machine.Event
	warps  []machine.WarpTime
	// full holds the barriers that copies report to.
	full map[uint32]bool
}

// newChart takes a report apart.
func newChart(rep *machine.Report, opts Options) (*chart, error) {
	b := &builder{opts: opts, full: make(map[uint32]bool)}
	for _, e := range rep.Timeline {
		if e.CTA == opts.Block {
			b.events = append(b.events, e)
			if e.Kind == machine.EventCopy {
				b.full[e.Object] = true
			}
		}
	}
	for _, w := range rep.Warps {
		if w.CTA == opts.Block {
			b.warps = append(b.warps, w)
		}
	}
	if len(b.warps) == 0 {
		return nil, fmt.Errorf("block %d did not run to its end: expected a block of the grid and a report with a timeline", opts.Block)
	}
	slices.SortFunc(b.warps, func(x, y machine.WarpTime) int { return cmp.Compare(x.Index, y.Index) })
	c := &chart{from: opts.From, to: opts.To}
	last := int64(1)
	for _, w := range b.warps {
		last = max(last, w.End)
	}
	for _, e := range b.events {
		last = max(last, e.End)
	}
	if c.to <= 0 || c.to > last {
		c.to = last
	}
	if c.from < 0 || c.from >= c.to {
		return nil, fmt.Errorf("the cycles %d to %d are none of the run, which takes %d: expected a stretch of it", opts.From, opts.To, last)
	}
	c.roles = b.roles(c)
	c.tensor = b.tensor(c)
	c.areas = b.areas()
	c.slots = b.slots(last)
	return c, nil
}

// roles makes a row of each warp group of each role: of the warp of it that ran longest, since what one thread does for
// all of them is done in one warp.
func (b *builder) roles(c *chart) []row {
	var out []row
	for i := 0; i < len(b.warps); {
		first := b.warps[i]
		longest, j := first, i+1
		for ; j < len(b.warps) && b.warps[j].Index/4 == first.Index/4 && b.warps[j].Role == first.Role; j++ {
			if b.warps[j].End > longest.End {
				longest = b.warps[j]
			}
		}
		name := first.Role
		if name == "" {
			name = "warps"
		}
		name = fmt.Sprintf("%s %d", name, first.Index)
		if j-1 > i {
			name += fmt.Sprintf("–%d", b.warps[j-1].Index)
		}
		r := row{name: name, spans: []span{{running, 0, longest.End, "runs"}}}
		waited, starved := int64(0), int64(0)
		for _, e := range b.events {
			if e.Kind != machine.EventWait || e.Warp != longest.Warp || e.End == e.Start {
				continue
			}
			s := b.wait(e)
			r.spans = append(r.spans, s)
			n := max(0, min(e.End, c.to)-max(e.Start, c.from))
			waited += n
			if s.class == waitData {
				starved += n
			}
		}
		r.note = share(waited, c) + " waiting"
		if starved > 0 {
			r.note += ", " + share(starved, c) + " for data"
		}
		out = append(out, r)
		i = j
	}
	return out
}

// share is n of the chart's cycles.
func share(n int64, c *chart) string {
	return fmt.Sprintf("%d %%", (100*n+(c.to-c.from)/2)/(c.to-c.from))
}

// wait says what a wait is for.
func (b *builder) wait(e machine.Event) span {
	s := span{waitSync, e.Start, e.End, "waits at a " + e.Label}
	switch {
	case e.Object != 0 && b.full[e.Object]:
		s.class, s.what = waitData, "waits for data"
	case e.Object != 0:
		s.class, s.what = waitFree, "waits for arrivals of other warps, as for a free slot"
	case e.Label == "wgmma":
		s.class, s.what = waitMMA, "waits for MMAs"
	case e.Label == "cp.async":
		s.class, s.what = waitData, "waits for cp.async"
	case e.Label == "store":
		s.class, s.what = waitStore, "waits for a store"
	}
	return s
}

// tensor is the row of the tensor cores, whose colour tells warp groups apart.
func (b *builder) tensor(c *chart) row {
	r := row{name: "tensor cores"}
	index := make(map[int]int)
	for _, w := range b.warps {
		index[w.Warp] = w.Index
	}
	busy := int64(0)
	for _, e := range b.events {
		if e.Kind != machine.EventMMA {
			continue
		}
		s := span{computing, e.Start, e.End, fmt.Sprintf("%s of warp group %d", e.Label, index[e.Warp]/4)}
		if index[e.Warp]/4%2 == 1 {
			s.class = computing2
		}
		r.spans = append(r.spans, s)
		busy += max(0, min(e.End, c.to)-max(e.Start, c.from))
	}
	r.note = share(busy, c) + " busy"
	return r
}

// areas are the curves of loads and stores.
func (b *builder) areas() []area {
	var out []area
	for _, a := range []area{{name: "loads in flight", class: "load"}, {name: "stores in flight", class: "store"}} {
		kind := map[string]string{"load": machine.EventCopy, "store": machine.EventStore}[a.class]
		var steps []level
		for _, e := range b.events {
			if e.Kind == kind && e.Bytes > 0 {
				steps = append(steps, level{e.Start, int64(e.Bytes)}, level{e.End, -int64(e.Bytes)})
			}
		}
		if len(steps) == 0 {
			continue
		}
		slices.SortStableFunc(steps, func(x, y level) int { return cmp.Compare(x.at, y.at) })
		sum := int64(0)
		for _, s := range steps {
			sum += s.bytes
			if n := len(a.steps); n > 0 && a.steps[n-1].at == s.at {
				a.steps[n-1].bytes = sum
			} else {
				a.steps = append(a.steps, level{s.at, sum})
			}
		}
		for _, s := range a.steps {
			a.peak = max(a.peak, s.bytes)
		}
		out = append(out, a)
	}
	return out
}
