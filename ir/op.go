package ir

import (
	"iter"
	"sort"
	"unsafe"
)

// Operation is the unit of the IR: a named thing with operands, results,
// inherent properties, discardable attributes, regions and successors.
type Operation struct {
	info       *OpInfo
	loc        Loc
	block      *Block
	prev, next *Operation
	operands   []Use
	results    []Value
	props      []Attr
	ext        *opExt
	order      uint32 // position in the block when the block's order is valid
	scratch    uint32
}

// opExt holds what few operations have.
type opExt struct {
	attrs   []NamedAttr
	regions []*Region
	succs   []BlockUse
	attach  any
}

// OpState collects what a new operation is made of. For a registered
// operation Props has one entry per property of its definition (shorter is
// filled with defaults); for an unregistered one Props is empty or the one
// attribute that stood between < and >.
type OpState struct {
	Loc        Loc
	Info       *OpInfo
	Operands   []*Value
	Types      []Type
	Props      []Attr
	Attrs      []NamedAttr
	Regions    []*Region
	NumRegions int // empty regions made in addition to Regions
	Successors []*Block
}

// Arena hands out memory for operations in pages, so that building a large
// module costs few allocations. It is not safe for concurrent use; every
// Builder and parser has its own. The zero value is ready.
type Arena struct {
	ops   pool[Operation]
	uses  pool[Use]
	vals  pool[Value]
	attrs pool[Attr]
	// seq is the next number for a value, of left that are reserved.
	seq, left uint32
}

// pool is memory for values of one type. Its pages grow with what is taken, as
// most arenas make few operations.
type pool[T any] struct {
	free []T
	page int // bytes of the last page
}

const (
	// firstPage and lastPage are size classes of Go's allocator, in bytes.
	firstPage = 1 << 10
	lastPage  = 1 << 15
	// pageHeader is what the allocator takes of a page that has pointers.
	pageHeader = 8
	// seqPage is how many numbers of values an arena reserves.
	seqPage = 128
)

func (p *pool[T]) take(n int) []T {
	if n == 0 {
		return nil
	}
	if len(p.free) < n {
		var t T
		fits := (lastPage - pageHeader) / int(unsafe.Sizeof(t))
		if n > fits/4 {
			return make([]T, n)
		}
		for {
			p.page = min(max(2*p.page, firstPage), lastPage)
			if fits = (p.page - pageHeader) / int(unsafe.Sizeof(t)); fits >= n {
				break
			}
		}
		p.free = make([]T, fits)
	}
	s := p.free[:n:n]
	p.free = p.free[n:]
	return s
}

// NewOp creates a detached operation.
func (a *Arena) NewOp(st *OpState) *Operation {
	op := &a.ops.take(1)[0]
	op.info = st.Info
	op.loc = st.Loc
	if op.info == nil {
		panic("internal: operation without a name")
	}
	op.operands = a.uses.take(len(st.Operands))
	for i, v := range st.Operands {
		op.operands[i].owner = op
		op.operands[i].link(v)
	}
	op.results = a.vals.take(len(st.Types))
	for i, t := range st.Types {
		op.results[i] = Value{typ: t, op: op, index: uint32(i), seq: a.nextSeq(op.info.ctx)}
	}
	op.setProps(a.attrs.take(op.info.numProps(len(st.Props))), st.Props)
	if len(st.Attrs)+len(st.Regions)+st.NumRegions+len(st.Successors) > 0 {
		op.setExt(st)
	}
	return op
}

// nextSeq hands out the numbers of values, reserved by the page.
func (a *Arena) nextSeq(c *Context) uint32 {
	if a.left == 0 {
		a.seq, a.left = uint32(c.seq.Add(seqPage)-seqPage), seqPage
	}
	a.left--
	a.seq++
	return a.seq
}

func (op *Operation) setProps(dst, src []Attr) {
	copy(dst, src)
	if def := op.info.Def; def != nil {
		for i := range dst {
			if dst[i] == nil && i < len(def.Props) && def.Props[i].Default != nil && !def.Props[i].Optional {
				dst[i] = def.Props[i].Default(op.info.ctx)
			}
		}
		op.info.missingSegments(dst, op.info.seg, len(def.In))
		op.info.missingSegments(dst, op.info.rseg, len(def.Out))
	}
	op.props = dst
}

// missingSegments has no operand or result in any group where nothing is said, as in
// MLIR.
func (i *OpInfo) missingSegments(props []Attr, seg, groups int) {
	if seg >= 0 && props[seg] == nil {
		props[seg] = i.ctx.I32Array(make([]int64, groups)...)
	}
}

func (op *Operation) setExt(st *OpState) {
	e := &opExt{}
	op.ext = e
	if len(st.Attrs) > 0 {
		e.attrs = append([]NamedAttr(nil), st.Attrs...)
		if !sort.SliceIsSorted(e.attrs, func(i, j int) bool { return e.attrs[i].Name < e.attrs[j].Name }) {
			SortNamed(e.attrs)
		}
	}
	for _, r := range st.Regions {
		r.owner = op
		e.regions = append(e.regions, r)
	}
	for range st.NumRegions {
		e.regions = append(e.regions, &Region{owner: op})
	}
	if len(st.Successors) > 0 {
		e.succs = make([]BlockUse, len(st.Successors))
		for i, b := range st.Successors {
			e.succs[i].owner = op
			e.succs[i].link(b)
		}
	}
}

// Info returns the description of the operation's name.
func (op *Operation) Info() *OpInfo { op.check(); return op.info }

// Name returns the full name, such as "arith.addi".
func (op *Operation) Name() string { op.check(); return op.info.Name }

// Is reports whether the operation has the given full name.
func (op *Operation) Is(name string) bool { op.check(); return op.info.Name == name }

// IsRegistered reports whether the operation's definition is loaded.
func (op *Operation) IsRegistered() bool { return op.info.Def != nil }

// Context returns the owning context.
func (op *Operation) Context() *Context { op.check(); return op.info.ctx }

// Loc returns the location.
func (op *Operation) Loc() Loc { return op.loc }

// SetLoc sets the location.
func (op *Operation) SetLoc(l Loc) { op.loc = l }

// Block returns the block that holds the operation, nil when detached.
func (op *Operation) Block() *Block { return op.block }

// Region returns the region that holds the operation, nil when detached.
func (op *Operation) Region() *Region {
	if op.block == nil {
		return nil
	}
	return op.block.region
}

// Parent returns the operation whose region holds this one, or nil.
func (op *Operation) Parent() *Operation {
	if r := op.Region(); r != nil {
		return r.owner
	}
	return nil
}

// ParentOf returns the nearest proper ancestor with the given name, or nil.
func (op *Operation) ParentOf(name string) *Operation {
	for p := op.Parent(); p != nil; p = p.Parent() {
		if p.Is(name) {
			return p
		}
	}
	return nil
}

// IsAncestorOf reports whether other is op or lies inside it.
func (op *Operation) IsAncestorOf(other *Operation) bool {
	for ; other != nil; other = other.Parent() {
		if other == op {
			return true
		}
	}
	return false
}

// Next returns the following operation of the block, or nil.
func (op *Operation) Next() *Operation { return op.next }

// Prev returns the preceding operation of the block, or nil.
func (op *Operation) Prev() *Operation { return op.prev }

// NumOperands returns the number of operands.
func (op *Operation) NumOperands() int { return len(op.operands) }

// Operand returns operand i.
func (op *Operation) Operand(i int) *Value { return op.operands[i].val }

// OperandUse returns the use that operand i is.
func (op *Operation) OperandUse(i int) *Use { return &op.operands[i] }

// Operands returns a fresh slice of the operands.
func (op *Operation) Operands() []*Value {
	out := make([]*Value, len(op.operands))
	for i := range op.operands {
		out[i] = op.operands[i].val
	}
	return out
}

// SetOperand makes operand i refer to v.
func (op *Operation) SetOperand(i int, v *Value) { op.operands[i].Set(v) }

// SetOperands replaces the whole operand list.
func (op *Operation) SetOperands(vs []*Value) {
	for i := range op.operands {
		op.operands[i].unlink()
	}
	if len(vs) <= cap(op.operands) {
		op.operands = op.operands[:len(vs)]
	} else {
		op.operands = make([]Use, len(vs))
	}
	for i, v := range vs {
		op.operands[i].owner = op
		op.operands[i].link(v)
	}
}

// NumResults returns the number of results.
func (op *Operation) NumResults() int { return len(op.results) }

// Result returns result i.
func (op *Operation) Result(i int) *Value { return &op.results[i] }

// Results returns a fresh slice of the results.
func (op *Operation) Results() []*Value {
	out := make([]*Value, len(op.results))
	for i := range op.results {
		out[i] = &op.results[i]
	}
	return out
}

// ResultTypes returns a fresh slice of the result types.
func (op *Operation) ResultTypes() []Type {
	out := make([]Type, len(op.results))
	for i := range op.results {
		out[i] = op.results[i].typ
	}
	return out
}

// NumRegions returns the number of regions.
func (op *Operation) NumRegions() int {
	if op.ext == nil {
		return 0
	}
	return len(op.ext.regions)
}

// RegionAt returns region i.
func (op *Operation) RegionAt(i int) *Region { return op.ext.regions[i] }

// Regions returns the regions; the slice must not be changed.
func (op *Operation) Regions() []*Region {
	if op.ext == nil {
		return nil
	}
	return op.ext.regions
}

// AddRegion appends an empty region.
func (op *Operation) AddRegion() *Region {
	r := &Region{owner: op}
	e := op.extra()
	e.regions = append(e.regions, r)
	return r
}

// NumSuccessors returns the number of successor blocks.
func (op *Operation) NumSuccessors() int {
	if op.ext == nil {
		return 0
	}
	return len(op.ext.succs)
}

// Successor returns successor block i.
func (op *Operation) Successor(i int) *Block { return op.ext.succs[i].block }

// Successors returns a fresh slice of the successor blocks.
func (op *Operation) Successors() []*Block {
	out := make([]*Block, op.NumSuccessors())
	for i := range out {
		out[i] = op.ext.succs[i].block
	}
	return out
}

// SetSuccessor makes successor i refer to b.
func (op *Operation) SetSuccessor(i int, b *Block) {
	op.ext.succs[i].unlink()
	op.ext.succs[i].link(b)
}

func (op *Operation) extra() *opExt {
	if op.ext == nil {
		op.ext = &opExt{}
	}
	return op.ext
}

// NumProps returns the number of property slots.
func (op *Operation) NumProps() int { return len(op.props) }

// PropAt returns property slot i of a registered operation, nil when absent.
func (op *Operation) PropAt(i int) Attr { return op.props[i] }

// SetPropAt sets property slot i.
func (op *Operation) SetPropAt(i int, a Attr) { op.props[i] = a }

// RawProps returns the attribute between < and > of an unregistered
// operation, or nil.
func (op *Operation) RawProps() Attr {
	if op.info.Def != nil || len(op.props) == 0 {
		return nil
	}
	return op.props[0]
}

// Prop returns the property of that name, or nil.
func (op *Operation) Prop(name string) Attr {
	if op.info.Def == nil {
		if d, ok := op.RawProps().(*DictAttr); ok {
			return d.Get(name)
		}
		return nil
	}
	if i := op.info.PropIndex(name); i >= 0 {
		return op.props[i]
	}
	return nil
}

// SetProp sets the property of that name of a registered operation.
func (op *Operation) SetProp(name string, a Attr) {
	i := op.info.PropIndex(name)
	if i < 0 {
		panic("internal: " + op.info.Name + " has no property " + name)
	}
	op.props[i] = a
}

// Attrs returns the discardable attributes, sorted by name; the slice must
// not be changed.
func (op *Operation) Attrs() []NamedAttr {
	if op.ext == nil {
		return nil
	}
	return op.ext.attrs
}

// Attr returns the discardable attribute of that name, or nil.
func (op *Operation) Attr(name string) Attr {
	for _, a := range op.Attrs() {
		if a.Name == name {
			return a.Attr
		}
	}
	return nil
}

// AnyAttr returns the property of that name, else the discardable attribute.
func (op *Operation) AnyAttr(name string) Attr {
	if a := op.Prop(name); a != nil {
		return a
	}
	return op.Attr(name)
}

// SetAttr sets a discardable attribute; a nil attribute removes it.
func (op *Operation) SetAttr(name string, a Attr) {
	if a == nil {
		op.RemoveAttr(name)
		return
	}
	e := op.extra()
	i := sort.Search(len(e.attrs), func(i int) bool { return e.attrs[i].Name >= name })
	if i < len(e.attrs) && e.attrs[i].Name == name {
		e.attrs[i].Attr = a
		return
	}
	e.attrs = append(e.attrs, NamedAttr{})
	copy(e.attrs[i+1:], e.attrs[i:])
	e.attrs[i] = NamedAttr{Name: name, Attr: a}
}

// SetAttrs replaces all discardable attributes.
func (op *Operation) SetAttrs(attrs []NamedAttr) {
	e := op.extra()
	e.attrs = append([]NamedAttr(nil), attrs...)
	SortNamed(e.attrs)
}

// RemoveAttr removes the discardable attribute of that name, if any.
func (op *Operation) RemoveAttr(name string) {
	if op.ext == nil {
		return
	}
	for i, a := range op.ext.attrs {
		if a.Name == name {
			op.ext.attrs = append(op.ext.attrs[:i:i], op.ext.attrs[i+1:]...)
			return
		}
	}
}

// Scratch returns the word that SetScratch stored, 0 for a new operation.
func (op *Operation) Scratch() uint32 { return op.scratch }

// SetScratch stores a word for whoever works through the operations of a
// tree, in place of a map from operations: a worklist driver, an analysis.
// Only one may use it at a time, and it leaves every word 0.
func (op *Operation) SetScratch(v uint32) { op.scratch = v }

// Attachment returns what SetAttachment stored, nil when nothing was.
func (op *Operation) Attachment() any {
	if op.ext == nil {
		return nil
	}
	return op.ext.attach
}

// SetAttachment stores information about the text of a top-level operation
// that is no part of the IR: its resources and the names of its aliases.
// Cloning does not copy it.
func (op *Operation) SetAttachment(a any) { op.extra().attach = a }

// Remove unlinks the operation from its block without erasing it.
func (op *Operation) Remove() {
	if op.block != nil {
		op.block.unlinkOp(op)
	}
}

// Erase unlinks and destroys the operation and everything inside it. Its
// results must have no uses.
func (op *Operation) Erase() {
	for i := range op.results {
		if op.results[i].uses != nil {
			panic("internal: erasing " + op.info.Name + " whose result is still used")
		}
	}
	op.Remove()
	op.dropRefs()
	op.poison()
}

// dropRefs drops every operand and successor, here and in nested regions.
func (op *Operation) dropRefs() {
	stack := []*Operation{op}
	for len(stack) > 0 {
		o := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		for i := range o.operands {
			o.operands[i].unlink()
		}
		if o.ext == nil {
			continue
		}
		for i := range o.ext.succs {
			o.ext.succs[i].unlink()
		}
		for _, r := range o.ext.regions {
			for b := r.first; b != nil; b = b.next {
				for c := b.first; c != nil; c = c.next {
					stack = append(stack, c)
				}
			}
		}
	}
}

func (op *Operation) poison() {
	stack := []*Operation{op}
	for len(stack) > 0 {
		o := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		for _, r := range o.Regions() {
			for b := r.first; b != nil; b = b.next {
				for c := b.first; c != nil; c = c.next {
					stack = append(stack, c)
				}
			}
		}
		o.info = nil
	}
}

func (op *Operation) check() {
	if op.info == nil {
		panic("internal: use of an erased operation")
	}
}

// IsErased reports whether Erase was called; nothing else may be called then.
func (op *Operation) IsErased() bool { return op.info == nil }

// MoveBefore moves the operation in front of other.
func (op *Operation) MoveBefore(other *Operation) {
	if op == other {
		return
	}
	op.Remove()
	other.block.insertBefore(op, other)
}

// MoveAfter moves the operation behind other.
func (op *Operation) MoveAfter(other *Operation) {
	if op == other {
		return
	}
	op.Remove()
	other.block.insertBefore(op, other.next)
}

// IsBefore reports whether op stands before other in their common block.
func (op *Operation) IsBefore(other *Operation) bool {
	if op.block != other.block || op.block == nil {
		panic("internal: IsBefore over two blocks")
	}
	if !op.block.ordered {
		op.block.renumber()
	}
	return op.order < other.order
}

// ReplaceAllUsesWith replaces each result by the value of the same number.
func (op *Operation) ReplaceAllUsesWith(vs []*Value) {
	for i := range op.results {
		op.results[i].ReplaceAllUsesWith(vs[i])
	}
}

// HasUses reports whether any result is used.
func (op *Operation) HasUses() bool {
	for i := range op.results {
		if op.results[i].uses != nil {
			return true
		}
	}
	return false
}

// Walk iterates over op and all operations inside it in pre-order. The body
// may erase the visited operation or change what lies inside it; nested
// operations are read after the body ran.
func Walk(op *Operation) iter.Seq[*Operation] {
	return func(yield func(*Operation) bool) { walk(op, yield) }
}

// WalkPost iterates in post-order: operations inside come first. The body
// may erase the visited operation.
func WalkPost(op *Operation) iter.Seq[*Operation] {
	return func(yield func(*Operation) bool) { walkPost(op, yield) }
}

func walk(op *Operation, yield func(*Operation) bool) bool {
	if !yield(op) {
		return false
	}
	if op.info == nil {
		return true
	}
	for _, r := range op.Regions() {
		for b := r.first; b != nil; {
			nb := b.next
			for c := b.first; c != nil; {
				nc := c.next
				if !walk(c, yield) {
					return false
				}
				c = nc
			}
			b = nb
		}
	}
	return true
}

func walkPost(op *Operation, yield func(*Operation) bool) bool {
	for _, r := range op.Regions() {
		for b := r.first; b != nil; {
			nb := b.next
			for c := b.first; c != nil; {
				nc := c.next
				if !walkPost(c, yield) {
					return false
				}
				c = nc
			}
			b = nb
		}
	}
	return yield(op)
}
