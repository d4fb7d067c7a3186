package asm

import (
	"slices"
	"strings"

	"github.com/tile-opt/tile-opt/ir"
)

// collect tells the alias table what printing op will mention, in the order
// MLIR looks for aliases: location, then, in generic form, regions, types and
// attributes; in custom form whatever the operation's printer prints.
func (p *irPrinter) collect(op *ir.Operation) {
	t := p.aliases
	if p.opts.DebugInfo {
		t.attr(op.Loc().Attr(p.ctx), true)
	}
	if !p.opts.Generic && op.IsRegistered() && p.collectCustom(op) {
		return
	}
	for _, r := range op.Regions() {
		p.collectRegion(r, true, true)
	}
	for i := range op.NumOperands() {
		t.typ(op.Operand(i).Type())
	}
	for i := range op.NumResults() {
		t.typ(op.Result(i).Type())
	}
	if op.IsRegistered() {
		p.collectAttrs(op)
	} else {
		p.collectRaw(op)
	}
}

// collectCustom runs the custom printer with its output thrown away.
func (p *irPrinter) collectCustom(op *ir.Operation) bool {
	saveType, saveAttr, was, size := p.TypeAlias, p.AttrAlias, p.collecting, len(p.Buf)
	p.collecting = true
	p.TypeAlias = func(t ir.Type) (string, bool) { p.aliases.typ(t); return "", true }
	p.AttrAlias = func(a ir.Attr) (string, bool) { p.aliases.attr(a, false); return "", true }
	ok := p.custom(op)
	p.TypeAlias, p.AttrAlias, p.collecting = saveType, saveAttr, was
	p.Buf = p.Buf[:size]
	return ok
}

func (p *irPrinter) collectRegion(r *ir.Region, entryArgs, terminators bool) {
	if p.opts.SkipRegions {
		return
	}
	for b := range r.Blocks() {
		if !b.IsEntry() || entryArgs {
			for _, a := range b.Args() {
				p.aliases.typ(a.Type())
				if p.opts.DebugInfo {
					p.aliases.attr(a.Loc().Attr(p.ctx), false)
				}
			}
		}
		for op := b.First(); op != nil; op = op.Next() {
			if b.IsEntry() && !terminators && op.Next() == nil && op.Has(ir.Terminator) {
				break
			}
			p.collect(op)
		}
	}
}

// collectAttrs visits properties and discardable attributes as one sorted
// dictionary.
func (p *irPrinter) collectAttrs(op *ir.Operation) {
	attrs := op.Attrs()
	props := op.Info().Def.Props
	for _, i := range p.propOrder(op.Info()) {
		for len(attrs) > 0 && attrs[0].Name < props[i].Name {
			p.aliases.attr(attrs[0].Attr, false)
			attrs = attrs[1:]
		}
		p.aliases.attr(op.PropAt(i), false)
	}
	for _, a := range attrs {
		p.aliases.attr(a.Attr, false)
	}
}

// collectRaw does the same for an operation that is not registered. MLIR
// gives no alias to what only the properties of such operations mention; yet
// the text may come from a tool that has the operation registered. So there
// an attribute gets an alias when the operation is one of MLIR's, or when the
// source had an alias for it.
func (p *irPrinter) collectRaw(op *ir.Operation) {
	raw := op.RawProps()
	if raw == nil {
		for _, a := range op.Attrs() {
			p.aliases.attr(a.Attr, false)
		}
		return
	}
	d, ok := raw.(*ir.DictAttr)
	registered := isOfMLIR(op)
	if !ok {
		p.collectProp(raw, registered)
		for _, a := range op.Attrs() {
			p.aliases.attr(a.Attr, false)
		}
		return
	}
	attrs := op.Attrs()
	for _, e := range d.Entries {
		for len(attrs) > 0 && attrs[0].Name < e.Name {
			p.aliases.attr(attrs[0].Attr, false)
			attrs = attrs[1:]
		}
		p.collectProp(e.Attr, registered)
	}
	for _, a := range attrs {
		p.aliases.attr(a.Attr, false)
	}
}

// mlirDialects are the dialects that mlir-opt 22 registers and that need not be
// registered here, in alphabetical order.
var mlirDialects = strings.Fields(`acc affine amdgpu amx arm_neon arm_sme arm_sve async bufferization complex dlti emitc gpu index
	irdl linalg ml_program mpi nvgpu omp pdl pdl_interp ptr quant rocdl shape shard smt sparse_tensor spirv tensor test tosa
	transform ub vector wasmssa x86vector xegpu xevm`)

// isOfMLIR reports whether an operation belongs to one of them.
func isOfMLIR(op *ir.Operation) bool {
	dialect, _, _ := strings.Cut(op.Name(), ".")
	_, found := slices.BinarySearch(mlirDialects, dialect)
	return found
}

func (p *irPrinter) collectProp(a ir.Attr, registered bool) {
	p.aliases.inProps = !registered
	p.aliases.attr(a, false)
	p.aliases.inProps = false
}
