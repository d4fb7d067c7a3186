package ir

// Listener is told what a Builder or rewriter does to the IR.
type Listener interface {
	// Inserted is called after op was created in or moved to a block.
	Inserted(op *Operation)
}

// Builder creates operations at an insertion point.
type Builder struct {
	ctx      *Context
	arena    Arena
	block    *Block
	before   *Operation // nil: at the end of block
	loc      Loc
	listener Listener
}

// NewBuilder returns a builder without an insertion point.
func NewBuilder(c *Context) *Builder { return &Builder{ctx: c} }

// Context returns the context of the builder.
func (b *Builder) Context() *Context { return b.ctx }

// SetListener sets who is told of created operations; nil for nobody.
func (b *Builder) SetListener(l Listener) { b.listener = l }

// Loc returns the location given to operations created without one.
func (b *Builder) Loc() Loc { return b.loc }

// SetLoc sets the location given to operations created without one.
func (b *Builder) SetLoc(l Loc) { b.loc = l }

// Block returns the block of the insertion point, or nil.
func (b *Builder) Block() *Block { return b.block }

// NextOp returns the operation in front of which the builder inserts, nil at
// the end of a block.
func (b *Builder) NextOp() *Operation { return b.before }

// InsertionPoint is a saved place to insert at.
type InsertionPoint struct {
	block  *Block
	before *Operation
}

// Save returns the insertion point.
func (b *Builder) Save() InsertionPoint { return InsertionPoint{b.block, b.before} }

// Restore sets a saved insertion point.
func (b *Builder) Restore(p InsertionPoint) { b.block, b.before = p.block, p.before }

// AtEnd inserts at the end of the block.
func (b *Builder) AtEnd(blk *Block) *Builder { b.block, b.before = blk, nil; return b }

// AtStart inserts in front of the first operation of the block.
func (b *Builder) AtStart(blk *Block) *Builder { b.block, b.before = blk, blk.first; return b }

// Before inserts in front of op.
func (b *Builder) Before(op *Operation) *Builder { b.block, b.before = op.block, op; return b }

// After inserts behind op.
func (b *Builder) After(op *Operation) *Builder { b.block, b.before = op.block, op.next; return b }

// AfterValue inserts right behind the definition of v: after its operation,
// or at the start of the block of an argument.
func (b *Builder) AfterValue(v *Value) *Builder {
	if d := v.Def(); d != nil {
		return b.After(d)
	}
	return b.AtStart(v.Block())
}

// Create makes an operation at the insertion point. Missing result types are
// inferred when st.Types is nil and the operation can; failing to is a
// programming error and panics.
func (b *Builder) Create(st OpState) *Operation {
	if st.Loc.IsUnknown() {
		st.Loc = b.loc
	}
	if st.Types == nil && st.Info.Def != nil && len(st.Info.Def.Out) > 0 {
		types, err := InferTypes(b.ctx, &st)
		if err != nil {
			panic("internal: " + st.Info.Name + ": " + err.Error())
		}
		st.Types = types
	}
	op := b.arena.NewOp(&st)
	return b.Insert(op)
}

// Insert puts a detached operation at the insertion point.
func (b *Builder) Insert(op *Operation) *Operation {
	if b.block != nil {
		b.block.insertBefore(op, b.before)
	}
	if b.listener != nil {
		b.listener.Inserted(op)
	}
	return op
}

// Op makes an operation by name; props are (name, attribute) pairs of its
// definition.
func (b *Builder) Op(name string, operands []*Value, types []Type, props ...NamedAttr) *Operation {
	info := b.ctx.OpInfo(name)
	st := OpState{Info: info, Operands: operands, Types: types}
	if types == nil {
		st.Types = nil
	}
	b.fillProps(&st, props)
	return b.Create(st)
}

func (b *Builder) fillProps(st *OpState, props []NamedAttr) {
	if len(props) == 0 {
		return
	}
	if st.Info.Def == nil {
		st.Props = []Attr{DictOf(b.ctx, props...)}
		return
	}
	st.Props = make([]Attr, len(st.Info.Def.Props))
	for _, p := range props {
		i := st.Info.PropIndex(p.Name)
		if i < 0 {
			st.Attrs = append(st.Attrs, p)
			continue
		}
		st.Props[i] = p.Attr
	}
}

// InferTypes computes the result types of a registered operation from its
// Same groups, SameTypes trait or InferTypes hook.
func InferTypes(c *Context, st *OpState) ([]Type, error) {
	def := st.Info.Def
	if h, ok := st.Info.ZeroView().(TypeInferrer); ok {
		return h.InferTypes(c, st)
	}
	if len(def.Out) == 0 {
		return []Type{}, nil
	}
	if def.Traits.Has(SameTypes) && len(st.Operands) > 0 {
		out := make([]Type, len(def.Out))
		for i := range out {
			out[i] = st.Operands[0].typ
		}
		return out, nil
	}
	if st.Info.Has(ConstantLike) {
		if i := st.Info.PropIndex("value"); i >= 0 && i < len(st.Props) {
			if t, ok := st.Props[i].(TypedAttr); ok {
				return []Type{t.Type()}, nil
			}
		}
	}
	return inferFromGroups(st)
}

func inferFromGroups(st *OpState) ([]Type, error) {
	def := st.Info.Def
	out := make([]Type, len(def.Out))
	for _, g := range def.Same {
		var t Type
		for _, name := range g {
			for i, s := range def.In {
				if s.Name != name {
					continue
				}
				if lo, hi := segment(def.In, nil, len(st.Operands), i); lo < hi {
					t = st.Operands[lo].typ
				}
			}
		}
		for _, name := range g {
			for i, s := range def.Out {
				if s.Name == name && t != nil {
					out[i] = t
				}
			}
		}
	}
	for i, t := range out {
		if t == nil && def.Out[i].C != nil {
			if u := uniqueType(st.Info.ctx, def.Out[i].C); u != nil {
				out[i] = u
				continue
			}
		}
		if t == nil {
			return nil, errNoInfer
		}
	}
	return out, nil
}

type inferError struct{}

func (inferError) Error() string { return "result types cannot be inferred" }

var errNoInfer = inferError{}

// UniqueType returns the one type that satisfies c, or nil when there are
// several or none: text and builders need not say it.
func (c *Constraint) UniqueType(ctx *Context) Type { return uniqueType(ctx, c) }

// uniqueType returns the one builtin scalar type that satisfies c, or nil:
// an i1 result needs no spelling out.
func uniqueType(ctx *Context, c *Constraint) Type {
	if c.Build != nil {
		return c.Build(ctx)
	}
	if c.Type == nil {
		return nil
	}
	var found Type
	for _, t := range []Type{ctx.I(1), ctx.I(8), ctx.I(16), ctx.I(32), ctx.I(64), ctx.Index(), ctx.F16(), ctx.BF16(), ctx.F32(), ctx.F64()} {
		if c.Type(t) {
			if found != nil {
				return nil
			}
			found = t
		}
	}
	if found != nil && (c.Type(VectorOf([]int64{1}, found)) || c.Type(TensorOf([]int64{1}, found, nil))) {
		return nil // not the only one: also in vectors or tensors
	}
	return found
}
