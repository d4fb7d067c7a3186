package async

import (
	"fmt"

	"github.com/tile-opt/tile-opt/ir"
)

// Limits of the hardware.
const (
	// maxWarps is the most warps of a block.
	maxWarps = MaxThreads / 32
	// maxBarriers bounds rings and barrier arrays: their storage would fill
	// shared memory.
	maxBarriers = MaxShared / 8
	// MaxRegisters is the most registers a thread can have.
	MaxRegisters = 255
)

// checkTile checks what buffers and tensor maps have in common, so that a
// type with an element of unknown size is never made.
func checkTile(what string, shape []int64, elem ir.Type, swizzle int64) error {
	if len(shape) == 0 || len(shape) > 5 {
		return fmt.Errorf("expected a %s of 1 to 5 dimensions, found %d", what, len(shape))
	}
	total := int64(1)
	for _, d := range shape {
		if d < 1 || d > MaxShared {
			return fmt.Errorf("expected %s dimensions from 1 to %d, found %d", what, MaxShared, d)
		}
		total *= d
		if total > MaxShared {
			return fmt.Errorf("expected a %s of at most %d bytes, found at least %d elements", what, MaxShared, total)
		}
	}
	switch w, _ := ir.BitWidth(elem); w {
	case 8, 16, 32, 64:
	default:
		return fmt.Errorf("expected %s elements of 8, 16, 32 or 64 bits, found %s", what, elem)
	}
	switch swizzle {
	case 0, 32, 64, 128:
		return nil
	}
	return fmt.Errorf("expected a swizzle of 0, 32, 64 or 128 bytes, found %d", swizzle)
}

// Check reports what is wrong with the type, nil when nothing is: a swizzled
// row must be whole slabs, and the ring must have a slot and fit an int.
func (t *BufferType) Check() error {
	if err := checkTile("buffer", t.Shape, t.Elem, int64(t.Swizzle)); err != nil {
		return err
	}
	row := t.Shape[len(t.Shape)-1] * t.ElemBytes()
	if t.Swizzle != 0 && row%int64(t.Swizzle) != 0 {
		return fmt.Errorf("expected rows in multiples of the swizzle of %d bytes, found %d bytes", t.Swizzle, row)
	}
	if t.Stages < 1 || t.Stages > maxBarriers {
		return fmt.Errorf("expected 1 to %d stages, found %d", maxBarriers, t.Stages)
	}
	return nil
}

// Check reports what is wrong with the box, nil when nothing is
// (cuTensorMapEncodeTiled: box of 1 to 256 elements a dimension, inner size a
// multiple of 16 bytes and at most the swizzle).
func (t *TensorMapType) Check() error {
	if err := checkTile("tensor map", t.Box, t.Elem, int64(t.Swizzle)); err != nil {
		return err
	}
	for _, d := range t.Box {
		if d > MaxBox {
			return fmt.Errorf("expected a box of at most %d elements in each dimension, found %d", MaxBox, d)
		}
	}
	inner := t.Box[len(t.Box)-1] * elemBytes(t.Elem)
	if inner%16 != 0 {
		return fmt.Errorf("expected the inner dimension of the box to be a multiple of 16 bytes, found %d bytes", inner)
	}
	if t.Swizzle != 0 && inner > int64(t.Swizzle) {
		return fmt.Errorf("expected the inner dimension of the box to be at most the swizzle of %d bytes, found %d bytes", t.Swizzle, inner)
	}
	return nil
}

// Check reports what is wrong with the ring, nil when nothing is.
func (t *PipelineType) Check() error {
	if t.Stages < 1 {
		return fmt.Errorf("expected at least 1 stage, found %d", t.Stages)
	}
	if len(t.Buffers) == 0 {
		return fmt.Errorf("expected at least one buffer in a pipeline, found none")
	}
	for _, b := range t.Buffers {
		if err := b.Check(); err != nil {
			return err
		}
		if b.Stages != 1 {
			return fmt.Errorf("expected buffers of one stage in a pipeline, found %s", b)
		}
	}
	return nil
}

// checkMMAN checks the N of a wgmma instruction (PTX ISA, "wgmma.mma_async":
// Matrix Shape).
func checkMMAN(n int64) error {
	if n < 8 || n > 256 || n%8 != 0 {
		return fmt.Errorf("expected n from 8 to 256 in steps of 8, found %d", n)
	}
	return nil
}

func checkBlocked(perThread, lanes, warps []int64) error {
	if len(perThread) == 0 || len(lanes) != len(perThread) || len(warps) != len(perThread) {
		return fmt.Errorf("expected per_thread, lanes and warps of one length, found %d, %d and %d", len(perThread), len(lanes), len(warps))
	}
	for _, list := range [][]int64{perThread, lanes, warps[1:]} {
		for _, n := range list {
			if !isPow2(n) || n > 1<<20 {
				return fmt.Errorf("expected powers of two in a blocked layout, found %d", n)
			}
		}
	}
	if n := product(lanes); n != 32 {
		return fmt.Errorf("expected the product of lanes to be 32, found %d", n)
	}
	if n := warps[0]; n < 1 || n > maxWarps {
		return fmt.Errorf("expected 1 to %d warps along the first dimension of a blocked layout, found %d", maxWarps, n)
	}
	if n := product(warps); n > maxWarps {
		return fmt.Errorf("expected at most %d warps, found %d", maxWarps, n)
	}
	return nil
}

// IsNarrowFloat reports whether a type is a float of fewer than 16 bits, which
// no instruction of sm_90 but conversions works on (PTX ISA, "Alternate
// Floating-Point Data Formats").
func IsNarrowFloat(t ir.Type) bool {
	w, ok := ir.BitWidth(t)
	return ok && ir.IsFloat(t) && w < 16
}
