package sim

import (
	"errors"
	"fmt"
	"slices"

	"github.com/tile-opt/tile-opt/dialects/async"
	"github.com/tile-opt/tile-opt/dialects/tile"
	"github.com/tile-opt/tile-opt/ir"
	"github.com/tile-opt/tile-opt/targets/launch/hostdata"
	"github.com/tile-opt/tile-opt/targets/sim/machine"
)

// kernel is a kernel of the async level: where its things lie in shared memory, and what the simulator adds to them.
type kernel struct {
	op      *ir.Operation
	threads int
	scope   *roleScope
	// places has the offsets of tasync.alloc and tasync.barrier_alloc.
	places map[*ir.Operation]int64
	pipes  map[*ir.Operation]*pipe // by tasync.pipeline_create
	tokens map[*ir.Operation]token // by tasync.async_load
	maps   map[*ir.Operation]int   // by tasync.tensor_map, an index into run.maps
	// inits lists the simulator's own mbarriers.
	inits   []hiddenBarrier
	end     int64 // of shared memory
	regions []Region
}

// hiddenBarrier is an mbarrier that stands for a pipeline or a token.
type hiddenBarrier struct {
	addr  uint32
	count uint32
}

// token is the mbarrier behind the token of a load, and the number of the load.
type token struct {
	addr  uint32
	index int
}

// roleScope is the warps that execute something together: the block, or a role.
type roleScope struct {
	name      string
	firstWarp int
	warps     int
	// barrier is the named barrier of the scope: 0 for the block.
	barrier int
}

// tid is the number in the scope of a lane of x.
func (s *roleScope) tid(x *exec, lane int) int64 {
	return int64((x.w.Index()-s.firstWarp)*32 + lane)
}

// group is the number in the scope of the warp group of x.
func (s *roleScope) group(x *exec) int64 { return int64((x.w.Index() - s.firstWarp) / 4) }

// sync is the barrier of the scope.
func (s *roleScope) sync(x *exec) {
	n := 0
	if s.barrier != 0 {
		n = 32 * s.warps
	}
	x.w.BarSync(x.mask, s.barrier, n, true)
}

// asyncState is what a warp knows of pipelines and tokens.
type asyncState struct {
	pipes []pipeState
	loads []uint64
}

// maxRoles is how many roles can have a named barrier beside that of the block.
const maxRoles = 15

// newKernel plans a kernel of the async level.
func newKernel(fn *ir.Operation) (*kernel, error) {
	groups, _ := ir.IntValue(fn.Attr(async.WarpGroupsAttr))
	if groups < 1 || groups > 8 {
		return nil, fn.OpError("expects 1 to 8 warp groups, found %d", groups)
	}
	k := &kernel{
		op: fn, threads: async.BlockThreads(fn),
		places: make(map[*ir.Operation]int64), pipes: make(map[*ir.Operation]*pipe), tokens: make(map[*ir.Operation]token),
		maps: make(map[*ir.Operation]int),
	}
	if ws, ok := async.RolesOf(fn); ok && ws.Op().NumRegions() > maxRoles {
		return nil, ws.Op().OpError("is not supported by the simulator with more than %d roles", maxRoles)
	}
	if k.threads < 32 || k.threads > 1024 {
		return nil, fn.OpError("expects 32 to 1024 threads, found %d", k.threads)
	}
	k.scope = &roleScope{warps: k.threads / 32}
	if err := k.place(); err != nil {
		return nil, err
	}
	return k, nil
}

// place lays out shared memory: what has an offset keeps it; what has none, and what the simulator adds, comes behind.
func (k *kernel) place() error {
	declared, _ := ir.IntValue(k.op.Attr(async.SharedBytesAttr))
	k.end = declared
	var rest []*ir.Operation
	for op := range ir.Walk(k.op) {
		size, _ := sharedSize(op)
		if size == 0 {
			continue
		}
		if off, ok := ir.IntValue(op.Prop("offset")); ok {
			k.places[op] = off
			k.end = max(k.end, off+size)
			k.note(op, "", off, size)
		} else {
			rest = append(rest, op)
		}
	}
	for _, op := range rest {
		size, align := sharedSize(op)
		k.places[op] = k.reserve(size, align)
		k.note(op, "", k.places[op], size)
	}
	for op := range ir.Walk(k.op) {
		if err := k.addHidden(op); err != nil {
			return err
		}
	}
	if k.end > machine.MaxSharedBytes {
		return k.op.OpError("needs %d bytes of shared memory with what the simulator adds, the most is %d", k.end, machine.MaxSharedBytes)
	}
	return nil
}

// note remembers what a stretch of shared memory is for.
func (k *kernel) note(op *ir.Operation, what string, offset, bytes int64) {
	k.regions = append(k.regions, Region{offset, bytes, (&instr{op: op}).String() + what})
}

func (k *kernel) reserve(size, align int64) int64 {
	at := (k.end + align - 1) / align * align
	k.end = at + size
	return at
}

// sharedSize returns the shared memory that an operation reserves, 0 for others.
func sharedSize(op *ir.Operation) (size, align int64) {
	if a, ok := async.AsAlloc(op); ok {
		if t, ok := a.Buffer().Type().(*async.BufferType); ok {
			return t.Bytes(), t.Align()
		}
	}
	if b, ok := async.AsBarrierAlloc(op); ok {
		if t, ok := b.Barrier().Type().(*async.BarrierType); ok {
			return 8 * int64(t.Count), 8
		}
	}
	return 0, 1
}

// addHidden reserves what pipelines and tokens need, and numbers tensor maps.
func (k *kernel) addHidden(op *ir.Operation) error {
	if p, ok := async.AsPipelineCreate(op); ok {
		if err := k.addPipe(op, p.Pipeline()); err != nil {
			return err
		}
	}
	if l, ok := async.AsAsyncLoad(op); ok && l.Token() != nil {
		k.tokens[op] = token{k.barrier(op, ", barrier of its token", 1), len(k.tokens)}
	}
	if f, ok := async.AsFill(op); ok && f.Via() == async.ViaBulk && f.Token() != nil {
		warps := k.threads / 32
		if role, ok := async.RoleOf(op); ok {
			warps = role.Warps
		}
		k.tokens[op] = token{k.barrier(op, ", barrier of its token", uint32(warps)), len(k.tokens)}
	}
	if op.Is("tasync.tensor_map") {
		k.maps[op] = len(k.maps)
	}
	return nil
}

// barrier reserves an mbarrier that start initialises.
func (k *kernel) barrier(op *ir.Operation, what string, count uint32) uint32 {
	addr := uint32(k.reserve(8, 8))
	k.note(op, what, int64(addr), 8)
	k.inits = append(k.inits, hiddenBarrier{addr, count})
	return addr
}

// start initialises the simulator's own mbarriers and publishes them.
func (k *kernel) start(x *exec) {
	x.async.pipes = make([]pipeState, len(k.pipes))
	x.async.loads = make([]uint64, len(k.tokens))
	if len(k.inits) == 0 {
		return
	}
	x.w.At(machine.Site{At: &instr{op: k.op}})
	if x.w.Index() == 0 {
		for _, b := range k.inits {
			x.w.MbarrierInit(1, b.addr, b.count)
		}
		x.w.FenceMbarrierInit()
	}
	x.w.BarSync(x.mask, 0, 0, true)
}

// prepareAsync launches a kernel of the async level on the arguments themselves.
func (r *run) prepareAsync(p *program, fn *ir.Operation) error {
	args := r.d.args
	k, err := newKernel(fn)
	if err != nil {
		return err
	}
	p.kernel, r.kernel = k, k
	params := fn.RegionAt(0).Entry().Args()
	if len(params) != len(args) {
		return fn.OpError("expects %d arguments, found %d", len(params), len(args))
	}
	for i, v := range params {
		bits, err := r.argument(v.Type(), i, args[i])
		if err != nil {
			return fn.OpError("argument %q %s", tile.ArgName(fn, i), err.Error())
		}
		r.params = append(r.params, bits)
	}
	if err := r.encodeMaps(k); err != nil {
		return err
	}
	extents, err := r.extents(fn)
	if err != nil {
		return err
	}
	r.grid = machine.Dim3{X: extents[0], Y: extents[1], Z: extents[2]}
	r.empty = extents[0] == 0 || extents[1] == 0 || extents[2] == 0
	shape := async.BlockShape(fn)
	r.block = machine.Dim3{X: shape[0], Y: shape[1], Z: shape[2]}
	r.cluster = machine.Dim3{X: 1, Y: 1, Z: 1}
	r.shared, r.dynamicShared = int(k.end), int(k.end)
	r.entry, err = p.function(fn)
	return err
}

// argument returns the value of an argument: a number, or the index of a buffer.
func (r *run) argument(t ir.Type, i int, a hostdata.Arg) (uint64, error) {
	mt, isMemRef := t.(*ir.MemRefType)
	if !isMemRef {
		if a.Buffer != nil {
			return 0, fmt.Errorf("expects a scalar of type %s, found a buffer", t)
		}
		if w, ok := intWidth(t); ok {
			return uint64(a.Int) & maskOf(w), nil
		}
		c, ok := codecOf(t)
		if !ok {
			return 0, fmt.Errorf("of type %s is not supported by the simulator", t)
		}
		return c.enc(a.Float), nil
	}
	b := a.Buffer
	if b == nil {
		return 0, errors.New("expects a buffer, found a scalar")
	}
	e, err := elemOfMemRef(mt)
	if err != nil {
		return 0, err
	}
	if b.Elem != e || len(b.Dims) != len(mt.Shape) {
		return 0, fmt.Errorf("expects a buffer of %d dimensions of %s, found %d of %s", len(mt.Shape), e, len(b.Dims), b.Elem)
	}
	strides, _, ok := async.Strides(mt)
	if !ok {
		return 0, fmt.Errorf("of type %s is not supported by the simulator", t)
	}
	for d, n := range mt.Shape {
		if n != ir.Dynamic && n != b.Dims[d] {
			return 0, fmt.Errorf("expects %d elements in dimension %d, found %d", n, d, b.Dims[d])
		}
		if s := strides[d]; s != ir.Dynamic && s != b.Strides[d] && b.Dims[d] > 1 {
			return 0, fmt.Errorf("expects a stride of %d in dimension %d, found %d", s, d, b.Strides[d])
		}
	}
	r.memrefs = append(r.memrefs, &memref{buf: r.d.buffers[i], elem: b.Elem, dims: b.Dims, strides: b.Strides})
	return uint64(len(r.memrefs) - 1), nil
}

// encodeMaps makes the tensor maps of a kernel.
func (r *run) encodeMaps(k *kernel) error {
	r.maps = make([]*machine.TensorMap, len(k.maps))
	entry := k.op.RegionAt(0).Entry()
	for op := range ir.Walk(k.op) {
		if o, ok := async.AsCopy(op); ok {
			if err := r.checkCopy(o, entry); err != nil {
				return err
			}
		}
		i, ok := k.maps[op]
		if !ok {
			continue
		}
		o, _ := async.AsTensorMap(op)
		src := o.Source()
		t, isMap := o.Map().Type().(*async.TensorMapType)
		if !src.IsBlockArg() || src.Block() != entry || !isMap {
			return op.OpError("expects an argument of the kernel")
		}
		buf := r.memrefs[r.params[src.Index()]]
		asked, empty := isAsked(o.Map()), slices.Contains(buf.dims, 0)
		m, err := encodeMap(buf, t)
		switch {
		case asked && (empty || err != nil):
			m = nil
		case r.needFull && empty:
			return &mapError{op.OpError("expects a buffer that is not empty")}
		case err != nil:
			return &mapError{op.OpError("cannot be encoded: %s", err.Error())}
		}
		r.maps[i] = m
	}
	return nil
}

// isAsked reports whether a kernel asks if a map may be used.
func isAsked(tmap *ir.Value) bool {
	for u := range tmap.Uses() {
		if u.Owner().Is(async.StorableDef.Name) {
			return true
		}
	}
	return false
}

// checkCopy refuses buffers that a copy cannot do with, as the preconditions of its entry would.
func (r *run) checkCopy(o async.Copy, entry *ir.Block) error {
	src := o.Source()
	for src.Def() != nil && src.Def().Is("memref.cast") {
		src = src.Def().Operand(0)
	}
	if !src.IsBlockArg() || src.Block() != entry {
		return o.OpError("expects an argument of the kernel")
	}
	if err := copyError(r.memrefs[r.params[src.Index()]], o); err != nil {
		return &mapError{o.OpError("cannot copy from %s", err.Error())}
	}
	return nil
}

// elemTypes has the machine's element types by name.
var elemTypes = map[string]machine.ElemType{"i8": machine.ElemU8, "f8E4M3FN": machine.ElemU8, "f8E5M2": machine.ElemU8, "i16": machine.ElemU16,
	"i32": machine.ElemS32, "i64": machine.ElemS64, "f16": machine.ElemF16, "bf16": machine.ElemBF16, "f32": machine.ElemF32, "f64": machine.ElemF64}

// encodeMap describes a buffer as a launcher would: dimensions of at least 1, strides of at least 16 bytes.
func encodeMap(b *memref, t *async.TensorMapType) (*machine.TensorMap, error) {
	rank := len(b.dims)
	et, ok := elemTypes[string(b.elem)]
	if !ok || len(t.Box) != rank {
		return nil, fmt.Errorf("a box of %d dimensions of %s, a tensor of %d", len(t.Box), t.Elem, rank)
	}
	m := &machine.TensorMap{Type: et, Base: b.buf.Addr}
	for m.Swizzle = machine.SwizzleNone; m.Swizzle < machine.Swizzle128 && m.Swizzle.Span() < t.Swizzle; m.Swizzle++ {
	}
	for d := rank - 1; d >= 0; d-- {
		m.Dims = append(m.Dims, uint64(max(1, b.dims[d])))
		m.Box = append(m.Box, uint32(t.Box[d]))
		if d < rank-1 {
			stride := b.strides[d] * int64(b.elem.Size())
			if b.dims[d] <= 1 || slices.Contains(b.dims, 0) {
				stride = 16 // no element is reached by it
			}
			m.Strides = append(m.Strides, uint64(max(16, stride)))
		}
	}
	return m, m.EncodeCheck()
}
