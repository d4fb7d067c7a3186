package convertasynctonvvm

import (
	"fmt"

	"github.com/tile-opt/tile-opt/dialects/arith"
	"github.com/tile-opt/tile-opt/dialects/async"
	"github.com/tile-opt/tile-opt/dialects/llvm"
	"github.com/tile-opt/tile-opt/dialects/nvvm"
	"github.com/tile-opt/tile-opt/dialects/tile"
	"github.com/tile-opt/tile-opt/ir"
	"github.com/tile-opt/tile-opt/passes"
	"github.com/tile-opt/tile-opt/targets/launch"
)

// lowering is the state of one kernel.
type lowering struct {
	r   *passes.Run
	c   *ir.Context
	b   *ir.Builder
	old *ir.Operation

	// minBlocks is the option.
	minBlocks int64

	entry  *ir.Block
	params []*param
	byKey  map[string]*param
	// preconditions of the entry, in the order in which they were asked for.
	preconditions []launch.Precondition
	grid          [3]launch.Expr
	exprs         map[*ir.Value]hostExpr
	// written tells which arguments the kernel writes, once asked for.
	written []bool

	consts   map[constKey]*ir.Value
	handlers map[string]handler
	// scope is who executes what is built now; kernel is the whole block.
	scope, kernel *scope
	// single is set inside the body of one elected thread.
	single bool

	// What the values of the old body became.
	scalars map[*ir.Value]*ir.Value
	tiles   map[*ir.Value]*tileValue
	buffers map[*ir.Value]*buffer
	// maps has the element map of each type of tile.
	maps map[*ir.TensorType]*async.Map

	shared     string
	usesShared bool
	// covered: another entry takes what this one cannot.
	covered bool
}

// handler lowers one operation at the insertion point.
type handler func(*ir.Operation) error

func newLowering(r *passes.Run, fn *ir.Operation, shared string) *lowering {
	c := fn.Context()
	l := &lowering{
		r: r, c: c, b: ir.NewBuilder(c), old: fn,
		byKey:   make(map[string]*param),
		exprs:   make(map[*ir.Value]hostExpr),
		consts:  make(map[constKey]*ir.Value),
		scalars: make(map[*ir.Value]*ir.Value),
		tiles:   make(map[*ir.Value]*tileValue),
		buffers: make(map[*ir.Value]*buffer),
		maps:    make(map[*ir.TensorType]*async.Map),
		shared:  shared,
	}
	for i := range l.grid {
		l.grid[i] = launch.Const(1)
	}
	l.handlers = l.table()
	return l
}

// run builds the new function in front of the old one and erases that.
func (l *lowering) run() error {
	fn := l.old
	if !fn.RegionAt(0).HasOneBlock() {
		return fn.OpError("has branches between blocks; a kernel of this level has structured control flow")
	}
	if err := checkName(fn); err != nil {
		return err
	}
	if err := checkElements(fn); err != nil {
		return err
	}
	threads, err := l.threads()
	if err != nil {
		return err
	}
	region := ir.NewRegion()
	l.entry = region.AddBlock(fn.Loc())
	l.kernel = newScope(l.entry, 0, threads/warpSize)
	l.scope = l.kernel
	l.b.AtEnd(l.entry)
	l.b.SetLoc(fn.Loc())
	if err := l.checkRegisters(threads); err != nil {
		return err
	}
	if err := l.checkArgs(); err != nil {
		return err
	}
	if err := l.checkBuffers(); err != nil {
		return err
	}
	if err := l.block(fn.RegionAt(0).Entry()); err != nil {
		return err
	}
	meta, err := l.metadata()
	if err != nil {
		return err
	}
	l.finish(region, meta)
	return nil
}

// checkName asks for a name that PTX can give an entry (PTX ISA, Identifiers).
// Names that begin with % are left to PTX, whose special registers have such.
func checkName(fn *ir.Operation) error {
	name, _ := ir.SymbolName(fn)
	for i, r := range name {
		letter := r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z'
		follows := r == '_' || r == '$' || r >= '0' && r <= '9' && i > 0
		if !letter && !follows {
			return fn.OpError("expected a kernel's name of letters, digits, _ and $ that begins with no digit, as PTX has them, found %q", name)
		}
	}
	if name == "_" || name == "$" {
		return fn.OpError("expected a kernel's name with a letter or digit, as PTX has them, found %q", name)
	}
	return nil
}

// warpSize is the number of threads of a warp.
const warpSize = 32

// threads returns the threads of the block: those of the roles, or of the
// warp groups where there are no roles.
func (l *lowering) threads() (int, error) {
	n := async.BlockThreads(l.old)
	if n > async.MaxThreads {
		return 0, l.old.OpError("needs %d threads, more than the %d that a block can have", n, async.MaxThreads)
	}
	return n, nil
}

// blocksOf is how many blocks a multiprocessor must have registers for.
func (l *lowering) blocksOf(fn *ir.Operation) int64 {
	for op := range ir.Walk(fn) {
		if l.minBlocks > 1 && op.Is("nvvm.setmaxregister") {
			l.r.Remark(fn, "min-blocks=%d not applied: the roles move registers, which are all of the multiprocessor's", l.minBlocks)
			return 1
		}
	}
	return l.minBlocks
}

// finish makes the function.
func (l *lowering) finish(region *ir.Region, meta string) {
	c := l.c
	types := make([]ir.Type, len(l.params))
	attrs := make([]ir.Attr, len(l.params))
	for i, p := range l.params {
		types[i] = p.arg.Type()
		attrs[i] = ir.DictOf(c, p.attrs...)
	}
	name, _ := ir.SymbolName(l.old)
	props := llvm.FuncProps{
		SymName:      c.Str(name),
		FunctionType: ir.TypeAttrOf(llvm.FuncOf(llvm.VoidOf(c), types, false)),
		NoUnwind:     c.Unit(),
	}
	if len(attrs) > 0 {
		props.ArgAttrs = c.ArrayOf(attrs...)
	}
	l.b.Before(l.old)
	l.b.SetLoc(l.old.Loc())
	fn := llvm.NewFunc(l.b, props).Op()
	fn.RegionAt(0).TakeBody(region)
	fn.SetAttr("nvvm.kernel", c.Unit())
	// Both are needed for ptxas to honour setmaxnreg.
	fn.SetAttr("nvvm.maxntid", c.I32Array(l.bound()...))
	fn.SetAttr("nvvm.minctasm", c.I32Attr(l.blocksOf(fn)))
	fn.SetAttr(tile.LaunchAttr, c.Str(meta))
	l.old.Erase()
}

// scope is the threads that execute something together: the block or a role.
type scope struct {
	block *ir.Block
	// last is the end of the scope's prologue: what all of the scope may use.
	last      *ir.Operation
	firstWarp int
	warps     int
	// barrier is the number of the scope's named barrier.
	barrier int
	memo    map[string]*ir.Value
}

func newScope(block *ir.Block, firstWarp, warps int) *scope {
	return &scope{block: block, firstWarp: firstWarp, warps: warps, memo: make(map[string]*ir.Value)}
}

func (s *scope) threads() int { return s.warps * warpSize }

// hoist builds a value at the end of the prologue of s.
func (l *lowering) hoist(s *scope, f func() *ir.Value) *ir.Value {
	at, scope, single := l.b.Save(), l.scope, l.single
	l.scope, l.single = s, false
	if s.last == nil {
		l.b.AtStart(s.block)
	} else {
		l.b.After(s.last)
	}
	next := l.b.NextOp()
	v := f()
	if next != nil {
		s.last = next.Prev()
	} else {
		s.last = s.block.Last()
	}
	l.b.Restore(at)
	l.scope, l.single = scope, single
	return v
}

// once returns the value of that name in the prologue of s, which f makes.
func (l *lowering) once(s *scope, key string, f func() *ir.Value) *ir.Value {
	if v := s.memo[key]; v != nil {
		return v
	}
	v := l.hoist(s, f)
	s.memo[key] = v
	return v
}

// tid is the number of the thread in the scope.
func (l *lowering) tid(s *scope) *ir.Value {
	return l.once(s, "tid", func() *ir.Value {
		if s != l.kernel {
			return l.addConst(l.tid(l.kernel), int64(-warpSize*s.firstWarp))
		}
		return l.linear()
	})
}

// bound is the launch bound: only as many dimensions as the block has.
func (l *lowering) bound() []int64 {
	shape := async.BlockShape(l.old)
	switch {
	case shape[2] > 1:
		return []int64{int64(shape[0]), int64(shape[1]), int64(shape[2])}
	case shape[1] > 1:
		return []int64{int64(shape[0]), int64(shape[1])}
	}
	return []int64{int64(shape[0])}
}

// threadID is the number of the thread along a dimension of the block.
func (l *lowering) threadID(dim int) *ir.Value {
	return l.once(l.kernel, fmt.Sprint("thread ", dim), func() *ir.Value {
		t := []ir.Type{l.c.I(32)}
		switch dim {
		case 0:
			return nvvm.NewThreadIdX(l.b, t, nvvm.ThreadIdXProps{}).Op().Result(0)
		case 1:
			return nvvm.NewThreadIdY(l.b, t, nvvm.ThreadIdYProps{}).Op().Result(0)
		}
		return nvvm.NewThreadIdZ(l.b, t, nvvm.ThreadIdZProps{}).Op().Result(0)
	})
}

// linear is the number of the thread in the block, x fastest.
func (l *lowering) linear() *ir.Value {
	shape := async.BlockShape(l.old)
	v := l.threadID(0)
	stride := int64(shape[0])
	for d := 1; d < 3; d++ {
		if shape[d] > 1 {
			v = l.add(v, l.times(l.threadID(d), stride))
		}
		stride *= int64(shape[d])
	}
	return v
}

// times multiplies by any constant.
func (l *lowering) times(x *ir.Value, n int64) *ir.Value {
	return l.binary("arith.muli", x, l.i32(n))
}

// roleBoundary is true in the threads of the roles that end before a warp. Where
// the roles are whole slices of a dimension of the block, that is asked of the
// thread's number along it, which a shuffle makes uniform as it does the warp's.
func (l *lowering) roleBoundary(warp int) *ir.Value {
	return l.once(l.kernel, fmt.Sprint("below warp ", warp), func() *ir.Value {
		shape := async.BlockShape(l.old)
		for dim, slice := range []int{0, shape[0], shape[0] * shape[1]} {
			if dim > 0 && shape[dim] > 1 && shape[dim]*slice == async.BlockThreads(l.old) && warp*warpSize%slice == 0 {
				at := l.once(l.kernel, fmt.Sprint("slice ", dim), func() *ir.Value { return l.uniform(l.threadID(dim)) })
				return l.cmp(arith.CmpULT, at, l.i32(int64(warp*warpSize/slice)))
			}
		}
		return l.cmp(arith.CmpULT, l.warp(l.kernel), l.i32(int64(warp)))
	})
}

// uniform is what the first lane has of a value; the shuffle tells ptxas that all
// lanes have it.
func (l *lowering) uniform(v *ir.Value) *ir.Value {
	return nvvm.NewShfl(l.b, []ir.Type{l.c.I(32)}, l.i32(-1), v, l.i32(0), l.i32(31),
		nvvm.ShflProps{Kind: nvvm.ShflKindEnum.Attr(l.c, shflIdx)}).Op().Result(0)
}

// warp is the number of the warp in the scope. The shuffle tells ptxas that it
// is uniform.
func (l *lowering) warp(s *scope) *ir.Value {
	return l.once(s, "warp", func() *ir.Value {
		if s != l.kernel {
			return l.addConst(l.warp(l.kernel), int64(-s.firstWarp))
		}
		return l.uniform(l.divConst(l.tid(s), warpSize))
	})
}

// shflIdx is the kind of a shuffle from a given lane.
const shflIdx = 3

// shflBfly is the kind of a shuffle between lanes whose numbers differ in the
// bits of a mask.
const shflBfly = 0

// lane is the number of the thread in its warp.
func (l *lowering) lane(s *scope) *ir.Value {
	return l.once(s, "lane", func() *ir.Value { return l.andConst(l.tid(l.kernel), 31) })
}

// digit is the value of a digit of the thread's number in the current scope.
func (l *lowering) digit(t async.Term) *ir.Value {
	s := l.scope
	x, div, span := l.tid, t.Div, int64(s.threads())
	if t.Div >= warpSize {
		x, div, span = l.warp, t.Div/warpSize, int64(s.warps)
	}
	return l.once(s, fmt.Sprintf("digit %d %d %d", t.Div, t.Mod, t.Mul), func() *ir.Value {
		v := l.divConst(x(s), div)
		if div*t.Mod < span {
			v = l.andConst(v, t.Mod-1)
		}
		return l.mulConst(v, t.Mul)
	})
}

// terms is the sum of digits of the thread's number in the current scope, an
// i32.
func (l *lowering) terms(ts []async.Term) *ir.Value {
	if len(ts) == 0 {
		return l.i32(0)
	}
	return l.once(l.scope, fmt.Sprint("terms", ts), func() *ir.Value {
		sum := l.digit(ts[0])
		for _, t := range ts[1:] {
			sum = l.add(sum, l.digit(t))
		}
		return sum
	})
}

// isZero reports, as i1, whether a number of the thread is zero.
func (l *lowering) isZero(key string, x func() *ir.Value) *ir.Value {
	return l.once(l.scope, "zero "+key, func() *ir.Value {
		return l.cmp(arith.CmpEQ, x(), l.i32(0))
	})
}

// smem is the start of dynamic shared memory, as a pointer and as a number.
func (l *lowering) smem() *ir.Value {
	l.usesShared = true
	return l.once(l.kernel, "smem", func() *ir.Value {
		return llvm.NewAddressOf(l.b, []ir.Type{l.ptr(spaceShared)}, llvm.AddressOfProps{GlobalName: l.c.SymbolRef(l.shared)}).Op().Result(0)
	})
}

func (l *lowering) smemInt() *ir.Value {
	return l.once(l.kernel, "smem int", func() *ir.Value {
		return llvm.NewPtrToInt(l.b, []ir.Type{l.c.I(32)}, l.smem()).Op().Result(0)
	})
}

// checkElements refuses tiles of a type that no instruction computes on.
func checkElements(fn *ir.Operation) error {
	for op := range ir.Walk(fn) {
		for _, vs := range [][]*ir.Value{op.Operands(), op.Results()} {
			for _, v := range vs {
				if t, ok := v.Type().(*ir.TensorType); ok && async.IsNarrowFloat(t.Elem) {
					return op.OpError("expected tiles of f16, bf16, f32, f64 or integers, found %s: no instruction computes on %s", t, t.Elem)
				}
			}
		}
	}
	return nil
}
