package timeline

import (
	"fmt"
	"html"
	"strings"

	"github.com/tile-opt/tile-opt/targets/sim/machine"
)

// Options say what is drawn.
type Options struct {
	// Title and Subtitle stand above the picture.
	Title, Subtitle string
	// Block is the block of the grid.
	Block int
	// From and To are cycles of the cost model; To 0 is the end of the block.
	From, To int64
}

// Measures of the picture, in its units.
const (
	width   = 1200
	left    = 150
	right   = 190
	plot    = width - left - right
	top     = 64
	rowH    = 24
	slotH   = 14
	areaH   = 40
	gap     = 6
	section = 16
)

// legend lists the classes with their meaning, in order.
var legend = [...]struct {
	class class
	text  string
}{
	{running, "issues or computes"}, {waitData, "waits for data"}, {waitFree, "waits for other warps"}, {waitMMA, "waits for MMAs"},
	{waitSync, "waits at a barrier"}, {waitStore, "waits for a store"}, {computing, "MMAs (by warp group)"}, {"load", "loads in flight"},
	{"store", "stores in flight"}, {slotFilling, "slot being filled"}, {slotFull, "slot full"}, {slotInUse, "slot in use"},
}

// style has the colours of both forms. Waits for data, which are what a stalled kernel shows, are hatched as well, so that
// they are told apart without colour.
const style = `
text{font-family:system-ui,-apple-system,"Segoe UI",Helvetica,Arial,"DejaVu Sans",sans-serif;font-size:12px;fill:#24292f}
.title{font-size:16px;font-weight:600}.dim{fill:#57606a}.num{font-size:11px;fill:#57606a}
.bg{fill:#ffffff}.track{fill:#f1f3f5}.grid{stroke:#d0d7de;stroke-width:1}
.run{fill:#9aa5b1}.wait-data{fill:url(#hatch)}.hatch{fill:#ffd7d3}.stripe{stroke:#cf222e;stroke-width:2.5}
.wait-free{fill:#dfe4ea}.wait-mma{fill:#ddd6fb}.wait-sync{fill:#f6e3a8}.wait-store{fill:#f7cfe3}
.mma{fill:#6e56cf}.mma2{fill:#a08ff0}.load{fill:#3b82d6}.store{fill:#c2417f}
.fill{fill:#a9cdf5}.full{fill:#2da072}.use{fill:#e58a1f}
@media (prefers-color-scheme:dark){
text{fill:#e6edf3}.dim,.num{fill:#9198a1}.bg{fill:#0d1117}.track{fill:#1b222b}.grid{stroke:#30363d}
.run{fill:#6b7785}.hatch{fill:#4a1d20}.stripe{stroke:#ff7b72}.wait-free{fill:#2b333d}.wait-mma{fill:#3b3163}
.wait-sync{fill:#5c4d17}.wait-store{fill:#5a2742}.mma{fill:#8f7bf0}.mma2{fill:#c0b4ff}.load{fill:#4c9aff}.store{fill:#e667a4}
.fill{fill:#27507d}.full{fill:#3fb784}.use{fill:#f0a040}}
`

// SVG draws the timeline of one block of a simulation that was asked for one. An error says that the block, or the stretch
// of cycles, is none of the run.
func SVG(rep *machine.Report, opts Options) ([]byte, error) {
	c, err := newChart(rep, opts)
	if err != nil {
		return nil, err
	}
	d := &drawing{chart: c, y: top}
	d.rows(c.roles)
	if len(c.tensor.spans) > 0 {
		d.rows([]row{c.tensor})
	}
	for _, a := range c.areas {
		d.area(a)
	}
	if len(c.slots) > 0 {
		d.y += section - gap
		d.rows(c.slots)
	}
	end := d.y
	axis := d.axis(end)
	d.y = end + 44
	keys := d.legend()
	height := d.y + 10

	var out strings.Builder
	fmt.Fprintf(&out, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" width="%d" height="%d" role="img" aria-label="%s">`+"\n",
		width, height, width, height, html.EscapeString(opts.Title))
	fmt.Fprintf(&out, "<style>%s</style>\n", style)
	out.WriteString(`<defs><pattern id="hatch" width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">` +
		`<rect class="hatch" width="6" height="6"/><line class="stripe" x1="0" y1="0" x2="0" y2="6"/></pattern></defs>` + "\n")
	fmt.Fprintf(&out, `<rect class="bg" width="%d" height="%d"/>`+"\n", width, height)
	fmt.Fprintf(&out, `<text class="title" x="16" y="26">%s</text>`+"\n", html.EscapeString(opts.Title))
	fmt.Fprintf(&out, `<text class="dim" x="16" y="46">%s</text>`+"\n", html.EscapeString(opts.Subtitle))
	out.WriteString(axis)
	out.WriteString(d.body.String())
	out.WriteString(keys)
	out.WriteString("</svg>\n")
	return []byte(out.String()), nil
}

// HTML is a page that holds the picture and nothing else.
func HTML(rep *machine.Report, opts Options) ([]byte, error) {
	svg, err := SVG(rep, opts)
	if err != nil {
		return nil, err
	}
	head := `<!DOCTYPE html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>` + html.EscapeString(opts.Title) + `</title>
<style>body{margin:0;background:#fff}svg{width:100%;height:auto}@media (prefers-color-scheme:dark){body{background:#0d1117}}</style>
`
	return append([]byte(head), append(svg, "</html>\n"...)...), nil
}

// drawing is the picture under way; y is where the next row goes.
type drawing struct {
	*chart
	body strings.Builder
	y    int
}

// x is the place of a time, in tenths of a unit.
func (d *drawing) x(t int64) int64 {
	t = min(max(t, d.from), d.to)
	return left*10 + (t-d.from)*plot*10/(d.to-d.from)
}

// tenth prints a place.
func tenth(n int64) string {
	if n%10 == 0 {
		return fmt.Sprint(n / 10)
	}
	return fmt.Sprintf("%d.%d", n/10, n%10)
}

// label writes a row's name and note.
func (d *drawing) label(name, note string, h int) {
	base := d.y + h/2 + 4
	fmt.Fprintf(&d.body, `<text x="%d" y="%d" text-anchor="end">%s</text>`+"\n", left-10, base, html.EscapeString(name))
	if note != "" {
		fmt.Fprintf(&d.body, `<text class="num" x="%d" y="%d">%s</text>`+"\n", width-right+10, base, html.EscapeString(note))
	}
}

func (d *drawing) rows(rows []row) {
	for i, r := range rows {
		h, space := rowH, gap
		if r.slot {
			h, space = slotH, 3
			if r.note != "" && i > 0 {
				d.y += gap
			}
		}
		d.label(r.name, r.note, h)
		fmt.Fprintf(&d.body, `<rect class="track" x="%d" y="%d" width="%d" height="%d"/>`+"\n", left, d.y, plot, h)
		for _, s := range d.merged(r.spans) {
			a, b := d.x(s.start), d.x(s.end)
			fmt.Fprintf(&d.body, `<rect class="%s" x="%s" y="%d" width="%s" height="%d"><title>%s, cycles %d to %d</title></rect>`+"\n",
				s.class, tenth(a), d.y, tenth(max(b-a, 5)), h, html.EscapeString(s.what), s.start, s.end)
		}
		d.y += h + space
	}
}

// merged drops what lies outside, and joins neighbours of one class that the picture can't tell apart.
func (d *drawing) merged(spans []span) []span {
	var out []span
	for _, s := range spans {
		if s.end <= d.from || s.start >= d.to || s.end <= s.start {
			continue
		}
		if n := len(out); n > 0 {
			p := &out[n-1]
			if p.class == s.class && s.start >= p.start && d.x(s.start)-d.x(p.end) < 5 {
				p.end = max(p.end, s.end)
				continue
			}
			// What is narrower than the picture resolves would pile up without being seen.
			if d.x(s.end)-d.x(s.start) < 2 && d.x(s.start)-d.x(p.end) < 5 && p.class != running {
				continue
			}
		}
		out = append(out, s)
	}
	return out
}

// area draws a curve, at most one step for each tenth of a unit.
func (d *drawing) area(a area) {
	d.label(a.name, "at most "+bytes(a.peak), areaH)
	fmt.Fprintf(&d.body, `<rect class="track" x="%d" y="%d" width="%d" height="%d"/>`+"\n", left, d.y, plot, areaH)
	bottom := int64(d.y+areaH) * 10
	height := func(n int64) int64 { return bottom - n*(areaH-4)*10/max(a.peak, 1) }
	var p strings.Builder
	fmt.Fprintf(&p, "M%s %s", tenth(d.x(d.from)), tenth(bottom))
	now, at := int64(0), d.x(d.from)
	for i, s := range a.steps {
		x := d.x(s.at)
		if i+1 < len(a.steps) && d.x(a.steps[i+1].at) == x && a.steps[i+1].bytes >= s.bytes {
			continue
		}
		if x > at || s.at <= d.from {
			fmt.Fprintf(&p, "H%s", tenth(x))
		}
		if s.bytes != now {
			fmt.Fprintf(&p, "V%s", tenth(height(s.bytes)))
		}
		now, at = s.bytes, x
	}
	fmt.Fprintf(&p, "H%s", tenth(d.x(d.to)))
	fmt.Fprintf(&d.body, `<path class="%s" d="%sV%sZ"/>`+"\n", a.class, p.String(), tenth(bottom))
	d.y += areaH + gap
}

// axis draws the lines and numbers of time down to y.
func (d *drawing) axis(y int) string {
	var out strings.Builder
	step := int64(1)
	for k := 0; (d.to-d.from)/step > 10; k++ {
		step = step * []int64{2, 5, 4}[k%3] / []int64{1, 2, 2}[k%3]
	}
	for t := (d.from + step - 1) / step * step; t <= d.to; t += step {
		x := tenth(d.x(t))
		fmt.Fprintf(&out, `<line class="grid" x1="%s" y1="%d" x2="%s" y2="%d"/><text class="num" x="%s" y="%d" text-anchor="middle">%d</text>`+"\n", x, top-4, x, y+4, x, y+18, t)
	}
	fmt.Fprintf(&out, `<text class="num" x="%d" y="%d">cycles of the cost model</text>`+"\n", width-right+34, y+18)
	return out.String()
}

// legend draws the classes, a few a line.
func (d *drawing) legend() string {
	var out strings.Builder
	const perLine, cell = 6, (width - 32) / 6
	for i, k := range legend {
		x, y := 16+i%perLine*cell, d.y+i/perLine*22
		fmt.Fprintf(&out, `<rect class="%s" x="%d" y="%d" width="22" height="12"/><text class="num" x="%d" y="%d">%s</text>`+"\n", k.class, x, y, x+28, y+10, k.text)
	}
	d.y += (len(legend)+perLine-1)/perLine*22 + 4
	return out.String()
}
