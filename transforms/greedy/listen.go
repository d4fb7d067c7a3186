package greedy

import "github.com/tile-opt/tile-opt/ir"

// Inserted queues op and what it holds.
func (d *driver) Inserted(op *ir.Operation) {
	if op.NumRegions() == 0 {
		d.push(op)
		return
	}
	for o := range ir.Walk(op) {
		d.push(o)
	}
}

// Modified queues op.
func (d *driver) Modified(op *ir.Operation) {
	if op != d.root {
		d.push(op)
	}
}

// Replacing queues the users of op.
func (d *driver) Replacing(op *ir.Operation, values []*ir.Value) {
	if d.cfg.Tracer != nil {
		d.became = "replaced by"
		for _, v := range values {
			d.became += " " + valueText(v)
		}
	}
	for i := range op.NumResults() {
		for u := range op.Result(i).Uses() {
			d.push(u.Owner())
		}
	}
}

// Erasing queues the definitions of the operands that op was the last or the
// last but one to use: they may be dead, or match patterns that ask for one
// use.
func (d *driver) Erasing(op *ir.Operation) {
	if op.NumRegions() == 0 {
		d.queueOperands(op)
		return
	}
	for o := range ir.Walk(op) {
		d.queueOperands(o)
	}
}

func (d *driver) queueOperands(op *ir.Operation) {
	for i := range op.NumOperands() {
		v := op.Operand(i)
		if v == nil || v.Def() == nil {
			continue
		}
		n := 0
		for range v.Uses() {
			if n++; n > 2 {
				break
			}
		}
		if n <= 2 {
			d.push(v.Def())
		}
	}
}

// BlockInserted queues what the block holds.
func (d *driver) BlockInserted(b *ir.Block) {
	for op := range b.Ops() {
		d.Inserted(op)
	}
}

// BlockErasing does nothing: the operations were reported.
func (d *driver) BlockErasing(*ir.Block) {}

// valueText shows a value: its definition, or which argument it is.
func valueText(v *ir.Value) string {
	if def := v.Def(); def != nil {
		return Brief(def)
	}
	return operandText(v)
}
