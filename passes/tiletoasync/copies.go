package tiletoasync

import (
	"fmt"
	"strings"

	"github.com/tile-opt/tile-opt/dialects/async"
	"github.com/tile-opt/tile-opt/dialects/tile"
	"github.com/tile-opt/tile-opt/ir"
	"github.com/tile-opt/tile-opt/transforms/divisor"
)

// byTMA is staged.via of a tile that the tensor memory accelerator copies.
const byTMA = "tma"

// chooseForProducts settles the buffer of a tile that products read, and how
// it is filled.
func (p *plan) chooseForProducts(s *staged) {
	typ, ok := bufferFor(s.base, s.reads)
	if !ok {
		panic("internal: reads that are possible one by one are not together")
	}
	s.typ = typ
	if load, ok := tile.AsLoad(s.base.Def()); ok {
		p.choose(s, load, func(string) *async.BufferType { return typ })
	}
}

// stageLoads sends loaded tiles that no product reads through shared memory,
// where options or hints say so.
func (p *plan) stageLoads() {
	for op := range ir.Walk(p.fn) {
		load, ok := tile.AsLoad(op)
		if !ok || p.byBase[load.ResultVal()] != nil || !load.ResultVal().HasUses() {
			continue
		}
		_, hinted := hint(load)
		if !hinted && p.opts.Stage != "all" && (p.opts.Stage != "loops" || !repeats(op.Block(), p.fn)) {
			continue
		}
		t := load.ResultVal().Type().(*ir.TensorType)
		if w, _ := ir.BitWidth(t.Elem); w < 8 || len(t.Shape) == 0 || async.BufferOf(t.Shape, t.Elem, 0, 1).Check() != nil {
			p.run.Remark(op, "loaded to registers: shared memory has no buffer for %s", t)
			continue
		}
		s := &staged{base: load.ResultVal()}
		p.choose(s, load, func(via string) *async.BufferType { return plainBuffer(t, via) })
		if s.via != "" {
			p.byBase[s.base] = s
			p.staged = append(p.staged, s)
		}
	}
}

// plainBuffer is a buffer that threads read a tile from: row-major, but in
// slabs where TMA has no box for its rows.
func plainBuffer(t *ir.TensorType, via string) *async.BufferType {
	sw := 0
	w, _ := ir.BitWidth(t.Elem)
	if cols := t.Shape[len(t.Shape)-1]; via == byTMA && cols > async.MaxBox {
		sw = async.SwizzleFor(cols, int64(w)/8)
	}
	return async.BufferOf(t.Shape, t.Elem, sw, 1)
}

// hint returns the attribute tile.copy of a load.
func hint(load tile.Load) (string, bool) {
	return ir.StringValue(load.Op().Attr(tile.CopyAttr))
}

// orders lists what is tried for each wish, of which the first that is possible is
// taken. Read-only.
var orders = map[string][]string{
	"auto":           {byTMA, async.ViaCpAsync, async.ViaPlain},
	byTMA:            {byTMA, async.ViaCpAsync, async.ViaPlain},
	async.ViaBulk:    {async.ViaBulk, byTMA, async.ViaCpAsync, async.ViaPlain},
	async.ViaCpAsync: {async.ViaCpAsync, async.ViaPlain},
	async.ViaPlain:   {async.ViaPlain},
}

// choose settles how a loaded tile gets into its buffer, whose type may depend
// on it; s.via stays empty where threads load it to registers.
func (p *plan) choose(s *staged, load tile.Load, typeFor func(via string) *async.BufferType) {
	want, hinted := hint(load)
	if !hinted {
		want = p.opts.Copy
	}
	to := "loaded to registers"
	if len(s.products) > 0 {
		to = "loaded by each thread and stored to shared memory"
	}
	src := load.Source()
	switch {
	case want == "direct":
		p.run.Remark(load.Op(), "%s, as asked for", to)
		return
	case !root(src).IsBlockArg() || root(src).Block() != tile.Body(p.fn):
		p.run.Remark(load.Op(), "%s, not copied: the buffer is no argument of the kernel", to)
		return
	case tile.Outputs(p.fn)[root(src).Index()]:
		p.run.Remark(load.Op(), "%s, not copied: the kernel writes the buffer, too", to)
		return
	}
	var refused []string
	order := orders[want]
	if want == "auto" && len(s.products) == 0 {
		if why := manyBoxes(typeFor(byTMA)); why != "" && p.refusal(s, load, typeFor(byTMA), byTMA, false) == "" {
			refused, order = []string{why}, orders[async.ViaBulk]
		}
	}
	for _, via := range order {
		typ := typeFor(via)
		why := p.refusal(s, load, typ, via, want == async.ViaCpAsync)
		if why == "" {
			s.typ = typ
			p.tell(s, load, refused)
			return
		}
		refused = append(refused, fmt.Sprintf("not by %s: %s", instruction[via], why))
	}
	p.run.Remark(load.Op(), "%s, %s", to, strings.Join(refused, "; "))
}

// manyBoxes says that TMA takes more instructions for a buffer than bulk copies of
// its rows, which is so where a few rows are too long for a box; it is empty where
// TMA does not.
func manyBoxes(typ *async.BufferType) string {
	if typ.Check() != nil {
		return ""
	}
	box := async.BoxFor(typ)
	if n := len(async.Boxes(typ, box)); int64(n) > typ.Rows() {
		return fmt.Sprintf("not by TMA: %d boxes of %v elements are more instructions", n, box)
	}
	return ""
}

// instruction names the ways to copy. Read-only.
var instruction = map[string]string{byTMA: "TMA", async.ViaBulk: "bulk copies", async.ViaCpAsync: "cp.async", async.ViaPlain: "loads and stores of the threads"}

// tell says in a remark how a tile is copied, and why not otherwise.
func (p *plan) tell(s *staged, load tile.Load, refused []string) {
	how := ""
	switch s.via {
	case byTMA:
		p.run.Count("num-tma-loads", 1)
		how = fmt.Sprintf("TMA, in boxes of %v elements with swizzle %d", async.BoxFor(s.typ), s.typ.Swizzle)
	case async.ViaCpAsync:
		how = fmt.Sprintf("cp.async, in pieces of %d bytes", s.bytes)
	case async.ViaAny:
		how = fmt.Sprintf("cp.async, in pieces of %d bytes where the arguments allow it", s.bytes)
	case async.ViaBulk:
		how = fmt.Sprintf("bulk copies of rows of %d bytes", s.typ.RowBytes())
	default:
		how = instruction[async.ViaPlain]
	}
	if s.via != byTMA {
		p.run.Count("num-copies", 1)
	}
	if len(refused) > 0 {
		how += ", " + strings.Join(refused, "; ")
	}
	p.run.Remark(load.Op(), "copied to shared memory by %s", how)
}

// refusal says why a load cannot be done in a way, or sets it and returns
// nothing. With strict, cp.async may ask the arguments for what it needs.
func (p *plan) refusal(s *staged, load tile.Load, typ *async.BufferType, via string, strict bool) string {
	src := load.Source().Type().(*ir.MemRefType)
	switch via {
	case byTMA:
		if why := p.tmaRefusal(load, typ); why != "" {
			return why
		}
	case async.ViaBulk:
		if err := async.CopyError(src, typ, via, 0); err != nil {
			return err.Error()
		}
		if why := indexRefusal(load, typ, 16); why != "" {
			return why
		}
	case async.ViaCpAsync:
		return p.pieces(s, load, typ, strict)
	}
	s.via, s.bytes = via, 0
	return ""
}

// pieces takes the largest pieces by cp.async that type and index of a load
// allow. Where strides are only known at launch, the pieces are chosen at run
// time, unless strict.
func (p *plan) pieces(s *staged, load tile.Load, typ *async.BufferType, strict bool) string {
	src := load.Source().Type().(*ir.MemRefType)
	via := async.ViaAny
	if strict || staticStrides(src) {
		via = async.ViaCpAsync
	}
	why := ""
	for _, bytes := range []int64{16, 8, 4} {
		why = indexRefusal(load, typ, bytes)
		if err := async.CopyError(src, typ, via, bytes); err != nil {
			why = err.Error()
		}
		if why == "" {
			s.via, s.bytes = via, bytes
			return ""
		}
	}
	return why
}

func staticStrides(t *ir.MemRefType) bool {
	strides, offset, ok := async.Strides(t)
	if !ok || offset == ir.Dynamic {
		return false
	}
	for _, s := range strides {
		if s == ir.Dynamic {
			return false
		}
	}
	return true
}

// indexRefusal says why the innermost index of a load is not known to be a
// multiple of some bytes, nothing when it is.
func indexRefusal(load tile.Load, typ *async.BufferType, bytes int64) string {
	idx := load.Indices()
	need := max(1, bytes/typ.ElemBytes())
	if got := divisor.Of(idx[len(idx)-1]); got%need != 0 {
		return fmt.Sprintf("the innermost index must be a multiple of %d elements, %d bytes, and is only known to be one of %d", need, bytes, got)
	}
	return ""
}

// tmaRefusal says why TMA cannot do a load, or nothing when it can.
func (p *plan) tmaRefusal(load tile.Load, typ *async.BufferType) string {
	if !load.Source().IsBlockArg() {
		return "the buffer is a view of an argument"
	}
	if err := async.TMAError(load.Source().Type().(*ir.MemRefType)); err != nil {
		return err.Error()
	}
	if err := typ.Check(); err != nil {
		return err.Error()
	}
	if err := p.mapType(load, typ).Check(); err != nil {
		return err.Error()
	}
	return indexRefusal(load, typ, 16)
}

// mapType returns the tensor map of a load: boxes of the buffer, with a 1 for
// each leading index that selects.
func (p *plan) mapType(load tile.Load, typ *async.BufferType) *async.TensorMapType {
	box := async.BoxFor(typ)
	for range len(load.Indices()) - len(box) {
		box = append([]int64{1}, box...)
	}
	return async.TensorMapOf(box, typ.Elem, typ.Swizzle)
}
