package async

import (
	"fmt"

	"github.com/tile-opt/tile-opt/ir"
)

// VerifyDiscardableAttr checks the attributes of kernels, and through
// tasync.warp_groups the layouts of every tile of the kernel, whichever
// dialect's operation makes it.
func (hooks) VerifyDiscardableAttr(op *ir.Operation, a ir.NamedAttr) error {
	switch a.Name {
	case WarpGroupsAttr:
		n, ok := ir.IntValue(a.Attr)
		if !ok || !ir.I32AttrC.Attr(a.Attr) || n < 1 || n > maxWarps/4 {
			return op.OpError("expected '%s' to be an i32 from 1 to %d, found %s", a.Name, maxWarps/4, a.Attr)
		}
		return verifyLayouts(op)
	case SharedBytesAttr:
		n, ok := ir.IntValue(a.Attr)
		if !ok || !ir.I64AttrC.Attr(a.Attr) || n < 0 || n > MaxShared {
			return op.OpError("expected '%s' to be an i64 from 0 to %d, found %s", a.Name, MaxShared, a.Attr)
		}
		return nil
	case BlockAttr:
		return verifyBlock(op, a.Attr)
	case FallbackOfAttr:
		if _, ok := a.Attr.(*ir.SymbolRefAttr); !ok {
			return op.OpError("expected '%s' to be a symbol reference, found %s", a.Name, a.Attr)
		}
		return nil
	case StagesAttr:
		n, ok := ir.IntValue(a.Attr)
		if !ok || n < 1 || n > MaxStages || !IsFill(op) {
			return op.OpError("expected '%s' to be an integer from 1 to %d on a tasync.async_load or tasync.copy, found %s", a.Name, MaxStages, a.Attr)
		}
		return nil
	}
	return op.OpError("has no attribute '%s': expected %s, %s, %s, %s or %s", a.Name, WarpGroupsAttr, SharedBytesAttr, BlockAttr, FallbackOfAttr, StagesAttr)
}

// maxBlockZ is the most threads of a block along z (CUDA C++ Programming Guide,
// "Technical Specifications per Compute Capability").
const maxBlockZ = 64

func verifyBlock(op *ir.Operation, a ir.Attr) error {
	d, ok := a.(*ir.DenseArrayAttr)
	if !ok || !ir.I32ArrayC.Attr(a) || d.N != 3 {
		return op.OpError("expected '%s' to be an array of three i32, the threads along x, y and z, found %s", BlockAttr, a)
	}
	product := int64(1)
	for i, n := range d.Ints() {
		if n < 1 || n > MaxThreads || i == 2 && n > maxBlockZ {
			return op.OpError("expected 1 to %d threads along each dimension of '%s', and at most %d along z, found %s", MaxThreads, BlockAttr, maxBlockZ, a)
		}
		product *= n
	}
	if want := int64(BlockThreads(op)); product != want {
		return op.OpError("expected '%s' to have the %d threads of the roles, found %d", BlockAttr, want, product)
	}
	if x := d.Ints()[0]; x != product && x%32 != 0 {
		return op.OpError("expected whole warps along x of '%s', found %d threads", BlockAttr, x)
	}
	return nil
}

// verifyLayouts checks that every tile of the kernel has a layout that fits
// its shape and spreads over the threads that execute its operation.
func verifyLayouts(kernel *ir.Operation) error {
	type key struct {
		t       ir.Type
		threads int
	}
	good := make(map[key]bool)
	check := func(op *ir.Operation, v *ir.Value, threads int) error {
		t, ok := v.Type().(*ir.TensorType)
		if !ok || good[key{t, threads}] {
			return nil
		}
		if err := checkLayout(t, threads); err != nil {
			return op.OpError("%s", err)
		}
		good[key{t, threads}] = true
		return nil
	}
	for op := range ir.Walk(kernel) {
		if op == kernel {
			continue
		}
		threads := Threads(op)
		for _, v := range op.Results() {
			if err := check(op, v, threads); err != nil {
				return err
			}
		}
		for _, r := range op.Regions() {
			for b := range r.Blocks() {
				for _, v := range b.Args() {
					if err := check(op, v, threads); err != nil {
						return err
					}
				}
			}
		}
	}
	return nil
}

func checkLayout(t *ir.TensorType, threads int) error {
	l := LayoutOf(t)
	if l == nil {
		return fmt.Errorf("expected a layout on every tile of a kernel with %s, found %s", WarpGroupsAttr, t)
	}
	m, err := l.Map(t.Shape)
	if err != nil {
		return err
	}
	if m.Threads != threads {
		return fmt.Errorf("expected a layout over the %d threads that execute it, found %s over %d", threads, l, m.Threads)
	}
	return nil
}
