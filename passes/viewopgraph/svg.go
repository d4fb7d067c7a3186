package viewopgraph

import (
	"fmt"
	"strings"

	"github.com/tile-opt/tile-opt/ir"
	"github.com/tile-opt/tile-opt/ir/asm"
)

// The measures of the picture, in pixels. charWidth is that of the font.
const (
	rowHeight = 24
	indentBy  = 18
	margin    = 12
	charWidth = 7.3
	laneWidth = 7
	maxLanes  = 24
)

// svgStyle colours by the reader's choice of light or dark.
const svgStyle = `<style>
:root { --page: #ffffff; --ink: #1b1f24; --faint: #6e7781; --frame: #d0d7de; --fill: #f6f8fa; --flow: #0969da; --order: #bc4c00; }
@media (prefers-color-scheme: dark) { :root { --page: #0d1117; --ink: #e6edf3; --faint: #8b949e; --frame: #444c56; --fill: #161b22; --flow: #58a6ff; --order: #f0883e; } }
rect.page { fill: var(--page); } rect.frame { fill: var(--fill); stroke: var(--frame); }
text { font: 12px ui-monospace, Menlo, Consolas, monospace; fill: var(--ink); } text.faint { fill: var(--faint); }
path { fill: none; stroke-width: 1.2; } path.flow { stroke: var(--flow); opacity: 0.7; } path.order { stroke: var(--order); stroke-dasharray: 4 3; }
</style>
`

// svgRow is a line of the picture: an operation, or the label of a block.
type svgRow struct {
	depth int
	text  string
	faint bool
}

// svgFrame is a frame around rows lo to hi-1.
type svgFrame struct{ depth, lo, hi int }

// svgEdge leads from one row to another.
type svgEdge struct {
	from, to int
	class    string
}

// picture is an SVG in the making.
type picture struct {
	o      Options
	names  *asm.ValueNames
	rows   []svgRow
	frames []svgFrame
	edges  []svgEdge
	at     map[*ir.Value]int // the row that defines a value
}

// drawSVG returns the picture of op.
func drawSVG(op *ir.Operation, o Options) string {
	p := &picture{o: o, names: asm.NewValueNames(op), at: make(map[*ir.Value]int)}
	p.operation(op, 0)
	return p.render()
}

func (p *picture) row(depth int, text string, faint bool) int {
	p.rows = append(p.rows, svgRow{depth, text, faint})
	return len(p.rows) - 1
}

// operation adds the rows of an operation and returns its first.
func (p *picture) operation(op *ir.Operation, depth int) int {
	first := p.row(depth, p.text(op), false)
	for _, v := range op.Operands() {
		if from, ok := p.at[v]; ok && p.o.DataFlow {
			p.edges = append(p.edges, svgEdge{from, first, "flow"})
		}
	}
	for _, v := range op.Results() {
		p.at[v] = first
	}
	for _, r := range op.Regions() {
		lo := len(p.rows)
		for b := range r.Blocks() {
			p.block(b, depth+1)
		}
		if len(p.rows) > lo {
			p.frames = append(p.frames, svgFrame{depth + 1, lo, len(p.rows)})
		}
	}
	return first
}

func (p *picture) block(b *ir.Block, depth int) {
	if b.NumArgs() > 0 || !b.IsEntry() {
		var args []string
		for _, a := range b.Args() {
			args = append(args, p.value(a))
			p.at[a] = len(p.rows)
		}
		p.row(depth, "("+strings.Join(args, ", ")+")", true)
	}
	last := -1
	for op := range b.Ops() {
		n := p.operation(op, depth)
		if last >= 0 && p.o.ControlFlow {
			p.edges = append(p.edges, svgEdge{last, n, "order"})
		}
		last = n
	}
}

// value is the name of a value with its type.
func (p *picture) value(v *ir.Value) string {
	s := p.names.Of(v)
	if p.o.ResultTypes {
		s += ": " + cut(v.Type().String(), p.o.MaxLabelLen)
	}
	return s
}

// text is an operation on one line.
func (p *picture) text(op *ir.Operation) string {
	var b strings.Builder
	for i, v := range op.Results() {
		if i > 0 {
			b.WriteString(", ")
		}
		b.WriteString(p.value(v))
	}
	if op.NumResults() > 0 {
		b.WriteString(" = ")
	}
	b.WriteString(op.Name())
	for i, v := range op.Operands() {
		if i > 0 {
			b.WriteByte(',')
		}
		b.WriteString(" " + p.names.Of(v))
	}
	if attrs := attrsOf(op); p.o.Attrs && len(attrs) > 0 {
		b.WriteString("  {")
		for i, a := range attrs {
			if i > 0 {
				b.WriteString(", ")
			}
			b.WriteString(a.Name + ": " + attrText(a.Attr, p.o.MaxLabelLen))
		}
		b.WriteByte('}')
	}
	return b.String()
}

// xml escapes a text.
var xml = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", `"`, "&quot;")

// render writes the picture: frames, then the ways of values in lanes at the
// right, then the text.
func (p *picture) render() string {
	right := 0.0
	for _, r := range p.rows {
		right = max(right, float64(margin+r.depth*indentBy+8)+charWidth*float64(len(r.text)))
	}
	width, height := right+laneWidth*(maxLanes+2), 2*margin+rowHeight*len(p.rows)
	var b strings.Builder
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" width="%.0f" height="%d" viewBox="0 0 %.0f %d">`+"\n%s", width, height, width, height, svgStyle)
	fmt.Fprintf(&b, `<rect class="page" width="%.0f" height="%d"/>`+"\n", width, height)
	for i := len(p.frames) - 1; i >= 0; i-- {
		f := p.frames[i]
		x := margin + f.depth*indentBy - 4
		fmt.Fprintf(&b, `<rect class="frame" x="%d" y="%d" width="%.0f" height="%d" rx="4"/>`+"\n", x, margin+f.lo*rowHeight, right-float64(x)+4, (f.hi-f.lo)*rowHeight)
	}
	for _, e := range p.edges {
		lane := right + laneWidth*float64(1+min(abs(e.to-e.from), maxLanes))
		from, to := p.end(e.from), p.end(e.to)
		y, z := margin+e.from*rowHeight+rowHeight/2+3, margin+e.to*rowHeight+rowHeight/2-3
		fmt.Fprintf(&b, `<path class="%s" d="M%.0f %d C%.0f %d %.0f %d %.0f %d"/>`+"\n", e.class, from, y, lane, y, lane, z, to, z)
	}
	for i, r := range p.rows {
		class := ""
		if r.faint {
			class = ` class="faint"`
		}
		fmt.Fprintf(&b, `<text%s x="%d" y="%d">%s</text>`+"\n", class, margin+r.depth*indentBy+4, margin+i*rowHeight+rowHeight/2+4, xml.Replace(r.text))
	}
	b.WriteString("</svg>\n")
	return b.String()
}

// end is where the text of a row ends.
func (p *picture) end(row int) float64 {
	r := p.rows[row]
	return float64(margin+r.depth*indentBy+8) + charWidth*float64(len(r.text))
}

func abs(n int) int {
	if n < 0 {
		return -n
	}
	return n
}
