package ir

import (
	"iter"
	"math"
)

// Block is a list of operations with arguments; the last operation of a block
// in a CFG region is a terminator.
type Block struct {
	region      *Region
	prev, next  *Block
	first, last *Operation
	args        []*Value
	preds       *BlockUse
	ordered     bool
}

// BlockUse is one mention of a block as a successor.
type BlockUse struct {
	block *Block
	owner *Operation
	next  *BlockUse
	prev  **BlockUse
}

func (u *BlockUse) link(b *Block) {
	u.block = b
	if b == nil {
		return
	}
	u.next = b.preds
	u.prev = &b.preds
	if u.next != nil {
		u.next.prev = &u.next
	}
	b.preds = u
}

func (u *BlockUse) unlink() {
	if u.block == nil {
		return
	}
	*u.prev = u.next
	if u.next != nil {
		u.next.prev = u.prev
	}
	u.block, u.next, u.prev = nil, nil, nil
}

// NewBlock returns a detached block.
func NewBlock() *Block { return &Block{} }

// Region returns the region that holds the block, nil when detached.
func (b *Block) Region() *Region { return b.region }

// Parent returns the operation whose region holds the block, or nil.
func (b *Block) Parent() *Operation {
	if b.region == nil {
		return nil
	}
	return b.region.owner
}

// Next returns the following block of the region, or nil.
func (b *Block) Next() *Block { return b.next }

// Prev returns the preceding block of the region, or nil.
func (b *Block) Prev() *Block { return b.prev }

// First returns the first operation, or nil.
func (b *Block) First() *Operation { return b.first }

// Last returns the last operation, or nil.
func (b *Block) Last() *Operation { return b.last }

// Terminator returns the last operation when it is a terminator (or is not
// registered and so may be one), else nil.
func (b *Block) Terminator() *Operation {
	if b.last != nil && (b.last.info.Def == nil || b.last.info.Def.Traits.Has(Terminator)) {
		return b.last
	}
	return nil
}

// IsEntry reports whether the block is the first of its region.
func (b *Block) IsEntry() bool { return b.region != nil && b.region.first == b }

// NumArgs returns the number of arguments.
func (b *Block) NumArgs() int { return len(b.args) }

// Arg returns argument i.
func (b *Block) Arg(i int) *Value { return b.args[i] }

// Args returns the arguments; the slice must not be changed.
func (b *Block) Args() []*Value { return b.args }

// ArgTypes returns a fresh slice of the argument types.
func (b *Block) ArgTypes() []Type {
	out := make([]Type, len(b.args))
	for i, a := range b.args {
		out[i] = a.typ
	}
	return out
}

// AddArg appends an argument.
func (b *Block) AddArg(t Type, loc Loc) *Value {
	v := newArg(b, len(b.args), t, loc)
	b.args = append(b.args, v)
	return v
}

// InsertArg inserts an argument at position i.
func (b *Block) InsertArg(i int, t Type, loc Loc) *Value {
	v := newArg(b, i, t, loc)
	b.args = append(b.args, nil)
	copy(b.args[i+1:], b.args[i:])
	b.args[i] = v
	b.renumberArgs(i)
	return v
}

// EraseArg removes argument i, which must have no uses.
func (b *Block) EraseArg(i int) {
	if b.args[i].uses != nil {
		panic("internal: erasing a block argument that is still used")
	}
	b.args = append(b.args[:i:i], b.args[i+1:]...)
	b.renumberArgs(i)
}

func (b *Block) renumberArgs(from int) {
	for i := from; i < len(b.args); i++ {
		b.args[i].index = uint32(i)
	}
}

// Ops iterates over the operations in order. The next one is read before the
// body runs, so the current one may be erased or moved.
func (b *Block) Ops() iter.Seq[*Operation] {
	return func(yield func(*Operation) bool) {
		for op := b.first; op != nil; {
			next := op.next
			if !yield(op) {
				return
			}
			op = next
		}
	}
}

// Append adds a detached operation at the end.
func (b *Block) Append(op *Operation) { b.insertBefore(op, nil) }

// InsertBefore adds a detached operation in front of at; a nil at appends.
func (b *Block) InsertBefore(op, at *Operation) { b.insertBefore(op, at) }

func (b *Block) insertBefore(op, at *Operation) {
	if op.block != nil {
		panic("internal: inserting an operation that is in a block")
	}
	if at != nil && at.block != b {
		panic("internal: inserting before an operation of another block")
	}
	op.block = b
	op.next = at
	if at != nil {
		op.prev = at.prev
		at.prev = op
	} else {
		op.prev = b.last
		b.last = op
	}
	b.giveOrder(op)
	if op.prev != nil {
		op.prev.next = op
	} else {
		b.first = op
	}
}

func (b *Block) unlinkOp(op *Operation) {
	if op.prev != nil {
		op.prev.next = op.next
	} else {
		b.first = op.next
	}
	if op.next != nil {
		op.next.prev = op.prev
	} else {
		b.last = op.prev
	}
	op.block, op.prev, op.next = nil, nil, nil
}

// orderStride is the distance between the order numbers of neighbours: so that
// what is inserted later finds one, and asking for order in between does not
// mean to count the block again each time.
const orderStride = 64

// giveOrder numbers an operation that was put in its place.
func (b *Block) giveOrder(op *Operation) {
	switch {
	case op.prev == nil && op.next == nil:
		op.order, b.ordered = math.MaxUint32/2, true
	case !b.ordered:
	case op.next == nil && op.prev.order <= math.MaxUint32-orderStride:
		op.order = op.prev.order + orderStride
	case op.prev == nil && op.next.order >= orderStride:
		op.order = op.next.order - orderStride
	case op.prev != nil && op.next != nil && op.next.order-op.prev.order > 1:
		op.order = op.prev.order + (op.next.order-op.prev.order)/2
	default:
		b.ordered = false
	}
}

// renumber gives every operation its order, with as much room as there is.
func (b *Block) renumber() {
	n := uint32(0)
	for op := b.first; op != nil; op = op.next {
		n++
	}
	stride := min(orderStride, max(math.MaxUint32/(n+1), 1))
	at := (math.MaxUint32 - (n-1)*stride) / 2
	for op := b.first; op != nil; op = op.next {
		op.order = at
		at += stride
	}
	b.ordered = true
}

// SplitBefore moves op and all that follows into a new block placed after b,
// and returns it.
func (b *Block) SplitBefore(op *Operation) *Block {
	n := NewBlock()
	b.region.InsertAfter(n, b)
	for op != nil {
		next := op.next
		b.unlinkOp(op)
		n.Append(op)
		op = next
	}
	return n
}

// SpliceInto moves every operation of b in front of at in dst (nil: the end).
func (b *Block) SpliceInto(dst *Block, at *Operation) {
	for op := b.first; op != nil; {
		next := op.next
		b.unlinkOp(op)
		dst.insertBefore(op, at)
		op = next
	}
}

// HasPreds reports whether a terminator names the block.
func (b *Block) HasPreds() bool { return b.preds != nil }

// HasOnePred reports whether exactly one successor of terminators is the block.
func (b *Block) HasOnePred() bool { return b.preds != nil && b.preds.next == nil }

// Preds returns the blocks whose terminators name b, one entry for every
// mention, in no meaningful order.
func (b *Block) Preds() []*Block {
	var out []*Block
	for u := b.preds; u != nil; u = u.next {
		out = append(out, u.owner.block)
	}
	return out
}

// PredUses iterates over the mentions of b: terminator and successor number.
func (b *Block) PredUses() iter.Seq2[*Operation, int] {
	return func(yield func(*Operation, int) bool) {
		for u := b.preds; u != nil; {
			next := u.next
			for i := range u.owner.ext.succs {
				if &u.owner.ext.succs[i] == u && !yield(u.owner, i) {
					return
				}
			}
			u = next
		}
	}
}

// Succs returns the successor blocks of the last operation.
func (b *Block) Succs() []*Block {
	if b.last == nil {
		return nil
	}
	return b.last.Successors()
}

// ReplaceAllUsesWith makes every terminator that names b name c.
func (b *Block) ReplaceAllUsesWith(c *Block) {
	for b.preds != nil {
		u := b.preds
		u.unlink()
		u.link(c)
	}
}

// Remove unlinks the block from its region.
func (b *Block) Remove() {
	r := b.region
	if r == nil {
		return
	}
	if b.prev != nil {
		b.prev.next = b.next
	} else {
		r.first = b.next
	}
	if b.next != nil {
		b.next.prev = b.prev
	} else {
		r.last = b.prev
	}
	b.region, b.prev, b.next = nil, nil, nil
}

// Erase unlinks the block and destroys its operations; nothing outside may
// use its values or name it.
func (b *Block) Erase() {
	b.Remove()
	b.dropAll()
	if b.preds != nil {
		panic("internal: erasing a block that is still named")
	}
}

func (b *Block) dropAll() {
	for op := b.first; op != nil; op = op.next {
		op.dropRefs()
	}
	for op := b.first; op != nil; op = op.next {
		op.poison()
	}
	b.first, b.last = nil, nil
}

// Region is a list of blocks owned by an operation.
type Region struct {
	owner       *Operation
	first, last *Block
}

// NewRegion returns a detached region, to be given to OpState.Regions.
func NewRegion() *Region { return &Region{} }

// Owner returns the operation that owns the region.
func (r *Region) Owner() *Operation { return r.owner }

// IsEmpty reports whether the region has no block.
func (r *Region) IsEmpty() bool { return r.first == nil }

// HasOneBlock reports whether the region has exactly one block.
func (r *Region) HasOneBlock() bool { return r.first != nil && r.first == r.last }

// Entry returns the first block, or nil.
func (r *Region) Entry() *Block { return r.first }

// LastBlock returns the last block, or nil.
func (r *Region) LastBlock() *Block { return r.last }

// Index returns the number of the region in its operation.
func (r *Region) Index() int {
	for i, x := range r.owner.ext.regions {
		if x == r {
			return i
		}
	}
	panic("internal: region is not one of its owner's")
}

// Blocks iterates over the blocks in order; the next one is read before the
// body runs.
func (r *Region) Blocks() iter.Seq[*Block] {
	return func(yield func(*Block) bool) {
		for b := r.first; b != nil; {
			next := b.next
			if !yield(b) {
				return
			}
			b = next
		}
	}
}

// NumBlocks counts the blocks.
func (r *Region) NumBlocks() int {
	n := 0
	for b := r.first; b != nil; b = b.next {
		n++
	}
	return n
}

// Append adds a detached block at the end.
func (r *Region) Append(b *Block) { r.insert(b, r.last, nil) }

// InsertAfter adds a detached block behind at.
func (r *Region) InsertAfter(b, at *Block) { r.insert(b, at, at.next) }

// InsertBefore adds a detached block in front of at.
func (r *Region) InsertBefore(b, at *Block) { r.insert(b, at.prev, at) }

func (r *Region) insert(b, prev, next *Block) {
	if b.region != nil {
		panic("internal: inserting a block that is in a region")
	}
	b.region, b.prev, b.next = r, prev, next
	if prev != nil {
		prev.next = b
	} else {
		r.first = b
	}
	if next != nil {
		next.prev = b
	} else {
		r.last = b
	}
}

// AddBlock appends a new block with arguments of the given types.
func (r *Region) AddBlock(loc Loc, argTypes ...Type) *Block {
	b := NewBlock()
	for _, t := range argTypes {
		b.AddArg(t, loc)
	}
	r.Append(b)
	return b
}

// TakeBody moves the blocks of src into r, which must be empty.
func (r *Region) TakeBody(src *Region) {
	if r.first != nil {
		panic("internal: TakeBody into a region that has blocks")
	}
	r.first, r.last = src.first, src.last
	src.first, src.last = nil, nil
	for b := r.first; b != nil; b = b.next {
		b.region = r
	}
}

// SpliceBefore moves the blocks of src in front of at (nil: the end).
func (r *Region) SpliceBefore(src *Region, at *Block) {
	for src.first != nil {
		b := src.first
		b.Remove()
		if at == nil {
			r.Append(b)
		} else {
			r.InsertBefore(b, at)
		}
	}
}

// IsAncestorOf reports whether other is r or lies inside it.
func (r *Region) IsAncestorOf(other *Region) bool {
	for other != nil {
		if other == r {
			return true
		}
		if other.owner == nil {
			return false
		}
		other = other.owner.Region()
	}
	return false
}

// Clear erases every block.
func (r *Region) Clear() {
	for b := r.first; b != nil; b = b.next {
		for op := b.first; op != nil; op = op.next {
			op.dropRefs()
		}
	}
	for r.first != nil {
		b := r.first
		b.Remove()
		b.dropAll()
	}
}
