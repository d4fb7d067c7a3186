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
	case FallbackOfAttr:
		if _, ok := a.Attr.(*ir.SymbolRefAttr); !ok {
			return op.OpError("expected '%s' to be a symbol reference, found %s", a.Name, a.Attr)
		}
		return nil
	}
	return op.OpError("has no attribute '%s': expected %s, %s or %s", a.Name, WarpGroupsAttr, SharedBytesAttr, FallbackOfAttr)
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
