package ir

// Mapping maps values and blocks of a source to those of its clone. The zero
// value is ready.
type Mapping struct {
	values map[*Value]*Value
	blocks map[*Block]*Block
}

// Map records that v becomes w.
func (m *Mapping) Map(v, w *Value) {
	if m.values == nil {
		m.values = make(map[*Value]*Value)
	}
	m.values[v] = w
}

// MapBlock records that b becomes c.
func (m *Mapping) MapBlock(b, c *Block) {
	if m.blocks == nil {
		m.blocks = make(map[*Block]*Block)
	}
	m.blocks[b] = c
}

// Value returns what v becomes; v itself when nothing was recorded.
func (m *Mapping) Value(v *Value) *Value {
	if w, ok := m.values[v]; ok {
		return w
	}
	return v
}

// Block returns what b becomes; b itself when nothing was recorded.
func (m *Mapping) Block(b *Block) *Block {
	if c, ok := m.blocks[b]; ok {
		return c
	}
	return b
}

// Has reports whether something was recorded for v.
func (m *Mapping) Has(v *Value) bool { _, ok := m.values[v]; return ok }

// Clone copies op with everything inside at the insertion point, translating
// operands through m and recording the results in m.
func (b *Builder) Clone(op *Operation, m *Mapping) *Operation {
	n := b.cloneDetached(op, m)
	fixForwardRefs(n, m)
	return b.Insert(n)
}

// CloneDetached copies op with everything inside without inserting it.
func CloneDetached(op *Operation, m *Mapping) *Operation {
	b := NewBuilder(op.Context())
	n := b.cloneDetached(op, m)
	fixForwardRefs(n, m)
	return n
}

func (b *Builder) cloneDetached(op *Operation, m *Mapping) *Operation {
	st := OpState{Loc: op.loc, Info: op.info, Types: op.ResultTypes(), Props: op.props, Attrs: op.Attrs()}
	st.Operands = make([]*Value, len(op.operands))
	for i := range op.operands {
		st.Operands[i] = m.Value(op.operands[i].val)
	}
	for i := range op.NumSuccessors() {
		st.Successors = append(st.Successors, m.Block(op.Successor(i)))
	}
	for _, r := range op.Regions() {
		nr := NewRegion()
		st.Regions = append(st.Regions, nr)
		b.CloneRegion(r, nr, m)
	}
	n := b.arena.NewOp(&st)
	for i := range op.results {
		m.Map(&op.results[i], &n.results[i])
	}
	return n
}

// CloneRegion copies the blocks of src to the end of dst.
func (b *Builder) CloneRegion(src, dst *Region, m *Mapping) {
	for blk := src.first; blk != nil; blk = blk.next {
		nb := NewBlock()
		m.MapBlock(blk, nb)
		for _, a := range blk.args {
			m.Map(a, nb.AddArg(a.typ, a.Loc()))
		}
		dst.Append(nb)
	}
	for blk := src.first; blk != nil; blk = blk.next {
		nb := m.Block(blk)
		for op := blk.first; op != nil; op = op.next {
			nb.Append(b.cloneDetached(op, m))
		}
	}
}

// fixForwardRefs translates operands that were cloned before their
// definition, as graph regions and loops over blocks allow.
func fixForwardRefs(op *Operation, m *Mapping) {
	for o := range Walk(op) {
		for i := range o.operands {
			if w, ok := m.values[o.operands[i].val]; ok {
				o.operands[i].Set(w)
			}
		}
	}
}
