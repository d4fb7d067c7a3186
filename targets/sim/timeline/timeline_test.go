package timeline_test

import (
	"bytes"
	"encoding/xml"
	"errors"
	"io"
	"strings"
	"testing"

	"github.com/tile-opt/tile-opt/targets/sim/machine"
	"github.com/tile-opt/tile-opt/targets/sim/timeline"
)

// ring is what two rounds of a slot look like: filled, waited for, freed and filled again.
func ring() *machine.Report {
	const full, empty = 0x100, 0x108
	return &machine.Report{
		Cycles: 1000,
		Warps: []machine.WarpTime{
			{Warp: 0, Index: 0, Role: "producer", End: 520},
			{Warp: 4, Index: 4, Role: "consumer", End: 1000},
			{CTA: 1, Warp: 8, Index: 0, End: 10},
		},
		Timeline: []machine.Event{
			{Warp: 0, Kind: machine.EventWait, Label: "mbarrier", Object: empty},
			{Warp: 0, Kind: machine.EventCopy, Label: "bulk load", Start: 20, End: 300, Object: full, Bytes: 4096},
			{Warp: -1, Kind: machine.EventPhase, Start: 300, End: 300, Object: full},
			{Warp: 4, Kind: machine.EventWait, Label: "mbarrier", Start: 10, End: 300, Object: full, Phase: 1},
			{Warp: 4, Kind: machine.EventMMA, Label: "m64n8k16", Start: 300, End: 450},
			{Warp: 4, Kind: machine.EventWait, Label: "wgmma", Start: 310, End: 450},
			{Warp: -1, Kind: machine.EventPhase, Start: 460, End: 460, Object: empty},
			{Warp: 0, Kind: machine.EventWait, Label: "mbarrier", Start: 30, End: 460, Object: empty, Phase: 1},
			{Warp: 0, Kind: machine.EventCopy, Label: "bulk load", Start: 470, End: 800, Object: full, Phase: 1, Bytes: 4096},
			{Warp: -1, Kind: machine.EventPhase, Start: 800, End: 800, Object: full, Phase: 1},
			{Warp: 4, Kind: machine.EventWait, Label: "mbarrier", Start: 900, End: 900, Object: full, Phase: 2},
			{Warp: 4, Kind: machine.EventStore, Label: "bulk store", Start: 900, End: 1000, Bytes: 2048},
			{Warp: -1, Kind: machine.EventPhase, Start: 950, End: 950, Object: empty, Phase: 1},
			{CTA: 1, Warp: 8, Kind: machine.EventStore, Start: 0, End: 1 << 40, Bytes: 1 << 30},
		},
	}
}

// TestSVG looks for what each state of the ring becomes.
func TestSVG(t *testing.T) {
	t.Parallel()
	got, err := timeline.SVG(ring(), timeline.Options{Title: "a < b", Subtitle: "sub"})
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		`>a &lt; b</text>`, `>sub</text>`, `prefers-color-scheme:dark`, `>cycles of the cost model</text>`, `>slot full</text>`,
		`>producer 0</text>`, `>43 % waiting</text>`, `>consumer 4</text>`, `>43 % waiting, 29 % for data</text>`, `>15 % busy</text>`,
		`class="wait-data"`, `waits for data, cycles 10 to 300`, `waits for arrivals of other warps, as for a free slot, cycles 30 to 460`, `waits for MMAs, cycles 310 to 450`,
		`is filled with 4 KiB, cycles 20 to 300`, `is in use, cycles 300 to 460`,
		`is filled with 4 KiB, cycles 470 to 800`, `is full, cycles 800 to 900`, `is in use, cycles 900 to 950`,
		`>at most 4 KiB</text>`, `>at most 2 KiB</text>`, `>4 KiB a slot</text>`,
	} {
		if !strings.Contains(string(got), want) {
			t.Errorf("the picture lacks %s", want)
		}
	}
	again, _ := timeline.SVG(ring(), timeline.Options{Title: "a < b", Subtitle: "sub"})
	if !bytes.Equal(got, again) {
		t.Error("two pictures of one report differ")
	}
	wellFormed(t, got)
	page, err := timeline.HTML(ring(), timeline.Options{Title: "a < b", Subtitle: "sub"})
	if err != nil || !bytes.Contains(page, got) || !bytes.Contains(page, []byte("<title>a &lt; b</title>")) {
		t.Errorf("the page does not hold the picture (%v)", err)
	}
}

func wellFormed(t *testing.T, svg []byte) {
	t.Helper()
	d := xml.NewDecoder(bytes.NewReader(svg))
	for {
		if _, err := d.Token(); err != nil {
			if !errors.Is(err, io.EOF) {
				t.Error(err)
			}
			return
		}
	}
}

// TestStretch draws a part of the run, and refuses what is none.
func TestStretch(t *testing.T) {
	t.Parallel()
	got, err := timeline.SVG(ring(), timeline.Options{From: 480, To: 700})
	if err != nil || strings.Contains(string(got), "cycles 20 to 300") || !strings.Contains(string(got), "cycles 470 to 800") {
		t.Errorf("a stretch shows something else (%v)", err)
	}
	for _, tt := range []struct {
		opts timeline.Options
		want string
	}{
		{timeline.Options{Block: 2}, "block 2 did not run to its end: expected a block of the grid and a report with a timeline"},
		{timeline.Options{From: 1000}, "the cycles 1000 to 0 are none of the run, which takes 1000: expected a stretch of it"},
		{timeline.Options{From: 5, To: 5}, "the cycles 5 to 5 are none of the run, which takes 1000: expected a stretch of it"},
		{timeline.Options{From: -1}, "the cycles -1 to 0 are none of the run, which takes 1000: expected a stretch of it"},
	} {
		if _, err := timeline.SVG(ring(), tt.opts); err == nil || err.Error() != tt.want {
			t.Errorf("%+v: error %v, want %s", tt.opts, err, tt.want)
		}
	}
}

// TestBounded keeps the picture small for a long run.
func TestBounded(t *testing.T) {
	t.Parallel()
	rep := ring()
	for i := range int64(100_000) {
		rep.Timeline = append(rep.Timeline,
			machine.Event{Warp: 4, Kind: machine.EventWait, Label: "barrier", Start: 10 * i, End: 10*i + 5},
			machine.Event{Warp: 4, Kind: machine.EventMMA, Label: "x", Start: 10 * i, End: 10*i + 5})
	}
	got, err := timeline.SVG(rep, timeline.Options{})
	if err != nil || len(got) > 1<<20 {
		t.Errorf("a picture of %d bytes (%v)", len(got), err)
	}
}
