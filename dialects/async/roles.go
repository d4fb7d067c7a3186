package async

import "github.com/tile-opt/tile-opt/ir"

// Role is one region of a tasync.warp_specialize.
type Role struct {
	Name  string
	Warps int
	// FirstWarp is the number of the role's first warp in the block.
	FirstWarp int
	// Registers is what the role sets with setmaxnreg; 0 for nothing.
	Registers int
	Region    *ir.Region
}

// Roles lists the roles in order. It copes with an operation that the
// verifier has not seen: what is missing is zero.
func (o WarpSpecialize) Roles() []Role {
	var warps, registers []int64
	if a, ok := o.Warps().(*ir.DenseArrayAttr); ok {
		warps = a.Ints()
	}
	if a, ok := o.Registers().(*ir.DenseArrayAttr); ok {
		registers = a.Ints()
	}
	names, _ := o.Names().(*ir.ArrayAttr)
	out := make([]Role, o.Op().NumRegions())
	first := 0
	for i := range out {
		r := Role{FirstWarp: first, Region: o.Op().RegionAt(i)}
		if i < len(warps) {
			r.Warps = int(warps[i])
		}
		if i < len(registers) {
			r.Registers = int(registers[i])
		}
		if names != nil && i < len(names.Elems) {
			r.Name, _ = ir.StringValue(names.Elems[i])
		}
		first += r.Warps
		out[i] = r
	}
	return out
}

// RoleOf returns the role whose region holds op, and whether there is one.
func RoleOf(op *ir.Operation) (Role, bool) {
	for p := op; p != nil; p = p.Parent() {
		ws, ok := AsWarpSpecialize(p.Parent())
		if !ok {
			continue
		}
		return ws.Roles()[p.Region().Index()], true
	}
	return Role{}, false
}

// KeepsConstant reports whether constants of a type stay in the role that uses them:
// a tile is spread over the threads of its role.
func (WarpSpecialize) KeepsConstant(t ir.Type) bool { return LayoutOf(t) != nil }

// InSingleThread reports whether op stands inside a tasync.single_thread.
func InSingleThread(op *ir.Operation) bool { return op.ParentOf("tasync.single_thread") != nil }

// Threads returns how many threads execute op together: those of its role, or
// those of the warp groups of its kernel. It is 0 outside a kernel of this
// level.
func Threads(op *ir.Operation) int {
	if r, ok := RoleOf(op); ok {
		return 32 * r.Warps
	}
	for p := op; p != nil; p = p.Parent() {
		if n, ok := ir.IntValue(p.Attr(WarpGroupsAttr)); ok {
			return int(n) * WarpGroupThreads
		}
	}
	return 0
}

// BlockThreads returns the threads of a kernel's block: those of its roles, or of
// its warp groups where it has no roles.
func BlockThreads(kernel *ir.Operation) int {
	if ws, ok := RolesOf(kernel); ok {
		n := 0
		for _, r := range ws.Roles() {
			n += 32 * r.Warps
		}
		return n
	}
	groups, _ := ir.IntValue(kernel.Attr(WarpGroupsAttr))
	return int(groups) * WarpGroupThreads
}

// RolesOf returns the operation that splits a kernel into roles, which stands in
// its entry block, and whether there is one.
func RolesOf(kernel *ir.Operation) (WarpSpecialize, bool) {
	if kernel.NumRegions() == 0 || kernel.RegionAt(0).IsEmpty() {
		return WarpSpecialize{}, false
	}
	for op := range kernel.RegionAt(0).Entry().Ops() {
		if ws, ok := AsWarpSpecialize(op); ok {
			return ws, true
		}
	}
	return WarpSpecialize{}, false
}

// BlockShape returns the threads of a kernel's block along x, y and z.
func BlockShape(kernel *ir.Operation) [3]int {
	if a, ok := kernel.Attr(BlockAttr).(*ir.DenseArrayAttr); ok && a.N == 3 {
		v := a.Ints()
		return [3]int{int(v[0]), int(v[1]), int(v[2])}
	}
	return [3]int{BlockThreads(kernel), 1, 1}
}

// ShapeBlock gives a kernel's block the dimension that its roles lie along: 0 for x,
// 1 for y, 2 for z. x is then as long as the roles have common measure.
func ShapeBlock(kernel *ir.Operation, dim int) {
	ws, ok := RolesOf(kernel)
	if dim == 0 || !ok {
		kernel.RemoveAttr(BlockAttr)
		return
	}
	slice, warps := 0, 0
	for _, r := range ws.Roles() {
		slice = gcd(r.Warps, slice)
		warps += r.Warps
	}
	shape := []int64{int64(32 * slice), 1, 1}
	shape[dim] = int64(warps / max(slice, 1))
	kernel.SetAttr(BlockAttr, kernel.Context().I32Array(shape...))
}

// BlockDim returns the dimension along which the roles of a kernel lie.
func BlockDim(kernel *ir.Operation) int {
	shape := BlockShape(kernel)
	switch {
	case shape[2] > 1:
		return 2
	case shape[1] > 1:
		return 1
	}
	return 0
}

func gcd(a, b int) int {
	for b != 0 {
		a, b = b, a%b
	}
	return a
}

// Releasers returns who releases each slot of a ring: how many warps of the roles
// that wait on it, and how many roles that do so in one thread. Where roles take
// turns (tasync.pipeline_skip), it is the warps of one of them, which are as many
// in each. What does not go together is an error at an operation.
func Releasers(pipe *ir.Value) (warps, threads int, err error) {
	type reader struct {
		op            *ir.Operation // a wait, or a skip
		warps         int
		single, skips bool
	}
	byRole := make(map[*ir.Region]*reader)
	var readers []*reader
	turns := false
	for _, op := range pipe.Users() {
		if !op.Is(PipelineWaitDef.Name) && !op.Is(PipelineSkipDef.Name) {
			continue
		}
		role, ok := RoleOf(op)
		r := byRole[role.Region]
		if r == nil {
			r = &reader{op: op, warps: role.Warps, single: InSingleThread(op)}
			if !ok {
				r.warps = Threads(op) / 32
			}
			byRole[role.Region] = r
			readers = append(readers, r)
		}
		if op.Is(PipelineSkipDef.Name) {
			r.op, r.skips, turns = op, true, true
		}
	}
	for _, op := range pipe.Users() {
		role, _ := RoleOf(op)
		r := byRole[role.Region]
		reads := op.Is(PipelineWaitDef.Name) || op.Is(PipelineSkipDef.Name) || op.Is(PipelineReleaseDef.Name)
		if r != nil && reads && r.single != InSingleThread(op) {
			return 0, 0, op.OpError("reads a ring in one thread in one place and in all threads of the role in another").
				WithNote(r.op.Loc().Pos(), "the other is here")
		}
	}
	for _, r := range readers {
		switch {
		case turns && !r.skips:
			return 0, 0, r.op.OpError("waits for every slot of a ring at which other roles take turns")
		case turns && warps > 0 && r.warps != warps:
			return 0, 0, r.op.OpError("takes turns at a ring with %d warps, but another role does with %d", r.warps, warps)
		case turns:
			warps = r.warps
		case r.single:
			threads++
		default:
			warps += r.warps
		}
	}
	return warps, threads, nil
}

// RegisterStep is the granularity in which registers are given to warps and set
// by setmaxnreg; MinSetRegisters and MaxSetRegisters bound what that can set
// (PTX ISA, "setmaxnreg").
const (
	RegisterStep    = 8
	MinSetRegisters = 24
	MaxSetRegisters = 256
)

// EntryRegisters returns how many registers each thread of a block starts with,
// as the pool of setmaxnreg counts them: the register file divided by the
// threads, rounded up to warp groups, in steps of 8, at most 256. (That the
// launch bound decides, and how it is rounded, is measured: rule R3 of the memory
// model.) A program can name MaxRegisters of them at most.
func EntryRegisters(threads int) int {
	groups := max(1, (threads+WarpGroupThreads-1)/WarpGroupThreads)
	return min(MaxSetRegisters, FileRegisters/(groups*WarpGroupThreads)/RegisterStep*RegisterStep)
}
