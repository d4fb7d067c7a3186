package tollvm

import (
	"github.com/tile-opt/tile-opt/dialects/llvm"
	"github.com/tile-opt/tile-opt/ir"
	"github.com/tile-opt/tile-opt/transforms/convert"
)

// dmaStart copies element by element at once, so that there is nothing left to
// wait for. Strides are those of the memory with the lower space.
func (l *memrefLowering) dmaStart(op *ir.Operation, in convert.Operands, r *convert.Rewriter) error {
	at := 0
	next := func() (descriptor, ir.Type, *ir.Value) {
		t, _ := memRefOf(op.Operand(at))
		d, elem := l.access(op, at, in, r)
		p := d.element(elem, in.Range(at+1, at+1+len(t.Shape)))
		at += 1 + len(t.Shape)
		return d, elem, p
	}
	src, elem, from := next()
	dst, _, to := next()
	count := in.One(at)
	tag, _ := memRefOf(op.Operand(at + 1))
	strides := at + 2 + len(tag.Shape)
	index := src.index()
	srcSpace, _ := addressSpace(src.t.MemSpace)
	dstSpace, _ := addressSpace(dst.t.MemSpace)
	loops(op, r, index, []*ir.Value{count}, func(i []*ir.Value) {
		fromAt, toAt := i[0], i[0]
		if strides < in.Len() {
			b := build{r, index}
			stride, piece := in.One(strides), in.One(strides+1)
			slow := add(r, mul(r, b.bin("llvm.sdiv", i[0], piece), stride), b.bin("llvm.srem", i[0], piece))
			if srcSpace <= dstSpace {
				fromAt = slow
			} else {
				toAt = slow
			}
		}
		v := llvm.NewLoad(r.Builder, []ir.Type{elem}, gep(r, from, fromAt, elem, 0), llvm.LoadProps{}).Op().Result(0)
		llvm.NewStore(r.Builder, v, gep(r, to, toAt, elem, 0), llvm.StoreProps{})
	})
	r.Replace(op)
	return nil
}
