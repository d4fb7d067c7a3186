package nvvm

import (
	"slices"

	"github.com/tile-opt/tile-opt/dialects/llvm"
	"github.com/tile-opt/tile-opt/ir"
	"github.com/tile-opt/tile-opt/ir/numeric"
)

// Verify checks the value that memory is filled with.
func (o BulkStore) Verify() error {
	if v, _ := ir.IntValue(o.InitVal()); v != 0 {
		return o.OpError("only 0 is supported for initVal, got %d", v)
	}
	return nil
}

// Verify checks the result.
func (o ClusterLaunchControlQueryCancel) Verify() error {
	t := o.Op().Result(0).Type()
	if keyword(ClusterLaunchControlQueryTypeEnum, o.QueryType()) == "is_canceled" {
		if !ir.IsInt(t, 1) {
			return o.OpError("is_canceled query type returns an i1")
		}
	} else if !ir.IsInt(t, 32) {
		return o.OpError("get_first_cta_id_x, get_first_cta_id_y, get_first_cta_id_z query types return an i32")
	}
	return nil
}

// verifyOrder checks the ordering of a fence over barriers of the cluster.
func verifyOrder(op *ir.Operation, order ir.Attr) error {
	if kw := keyword(MemOrderKindEnum, order); kw != "acquire" && kw != "release" {
		return op.OpError("only acquire and release semantics are supported")
	}
	return nil
}

// Verify checks the ordering.
func (o FenceSyncRestrict) Verify() error { return verifyOrder(o.Op(), o.Order()) }

// Verify checks the ordering and the proxies.
func (o FenceProxySyncRestrict) Verify() error {
	if err := verifyOrder(o.Op(), o.Order()); err != nil {
		return err
	}
	if keyword(ProxyKindEnum, o.FromProxy()) != "generic" {
		return o.OpError("only generic is support for from_proxy attribute")
	}
	if keyword(ProxyKindEnum, o.ToProxy()) != "async" {
		return o.OpError("only async is supported for to_proxy attribute")
	}
	return nil
}

// formatOf returns the format of the float type that an attribute names.
func formatOf(a ir.Attr) (numeric.FloatFormat, bool) {
	t, ok := a.(*ir.TypeAttr)
	if !ok {
		return 0, false
	}
	f, ok := t.Value.(*ir.FloatType)
	if !ok {
		return 0, false
	}
	return f.Format, true
}

// verifyFormat checks that an attribute names one of the types that a conversion
// knows; what names it in the message.
func verifyFormat(op *ir.Operation, a ir.Attr, conversion, types string, formats ...numeric.FloatFormat) error {
	if f, ok := formatOf(a); ok && slices.Contains(formats, f) {
		return nil
	}
	return op.OpError("Only %s supported for conversions from %s.", types, conversion)
}

const (
	onlyF4 = "'f4E2M1FN' type is"
	onlyF6 = "'f6E2M3FN' and 'f6E3M2FN' types are"
	onlyF8 = "'f8E4M3FN' and 'f8E5M2' types are"
	onlyE8 = "'f8E8M0FNU' type is"
)

// Verify checks the type.
func (o ConvertF32x2ToF4x2) Verify() error {
	return verifyFormat(o.Op(), o.DstTy(), "f32x2 to f4x2", onlyF4, numeric.F4E2M1FN)
}

// Verify checks the type.
func (o ConvertF32x2ToF6x2) Verify() error {
	return verifyFormat(o.Op(), o.DstTy(), "f32x2 to f6x2", onlyF6, numeric.F6E2M3FN, numeric.F6E3M2FN)
}

// Verify checks the type.
func (o ConvertF32x4ToF4x4) Verify() error {
	return verifyFormat(o.Op(), o.DstTy(), "f32x4 to f4x4", onlyF4, numeric.F4E2M1FN)
}

// Verify checks the type.
func (o ConvertF32x4ToF6x4) Verify() error {
	return verifyFormat(o.Op(), o.DstTy(), "f32x4 to f6x4", onlyF6, numeric.F6E2M3FN, numeric.F6E3M2FN)
}

// Verify checks the type.
func (o ConvertF32x4ToF8x4) Verify() error {
	return verifyFormat(o.Op(), o.DstTy(), "f32x4 to f8x4", onlyF8, numeric.F8E4M3FN, numeric.F8E5M2)
}

// Verify checks the type.
func (o ConvertF4x2ToF16x2) Verify() error {
	return verifyFormat(o.Op(), o.SrcType(), "f4x2 to f16x2", onlyF4, numeric.F4E2M1FN)
}

// Verify checks the type.
func (o ConvertF6x2ToF16x2) Verify() error {
	return verifyFormat(o.Op(), o.SrcType(), "f6x2 to f16x2", onlyF6, numeric.F6E2M3FN, numeric.F6E3M2FN)
}

// Verify checks the type.
func (o ConvertF8x2ToBF16x2) Verify() error {
	return verifyFormat(o.Op(), o.SrcType(), "f8x2 to bf16x2", onlyE8, numeric.F8E8M0FNU)
}

// Verify checks the type and the rounding.
func (o ConvertBF16x2ToF8x2) Verify() error {
	if err := verifyFormat(o.Op(), o.DstTy(), "bf16x2 to f8x2", onlyE8, numeric.F8E8M0FNU); err != nil {
		return err
	}
	if kw := keyword(FPRoundingModeEnum, o.Rnd()); kw != "rz" && kw != "rp" {
		return o.OpError("Only RZ and RP rounding modes are supported for conversions from bf16x2 to f8x2.")
	}
	return nil
}

// Verify checks what the shapes can be copied with.
func (o Tcgen05Cp) Verify() error {
	cast := keyword(Tcgen05CpMulticastEnum, o.Multicast())
	switch keyword(Tcgen05CpShapeEnum, o.Shape()) {
	case "shape_64x128b":
		if cast != "warpx2_01_23" && cast != "warpx2_02_13" {
			return o.OpError("Shape 64x128b requires multicast warpx2_01_23 or warpx2_02_13 for tcgen05.cp Op")
		}
	case "shape_32x128b":
		if cast != "warpx4" {
			return o.OpError("Shape 32x128b requires multicast warpx4 for tcgen05.cp Op")
		}
	default:
		if cast != "none" {
			return o.OpError("Invalid multicast type for tcgen05.cp Op")
		}
	}
	return nil
}

// tcgen05Registers returns how many registers a value fills.
func tcgen05Registers(t ir.Type) int64 {
	if v, ok := t.(*ir.VectorType); ok {
		return v.Shape[0]
	}
	return 1
}

// verifyTensorMemory checks the offset and that the registers fit the shape.
func verifyTensorMemory(op *ir.Operation, shape ir.Attr, offset bool, t ir.Type, what string) error {
	kw := keyword(Tcgen05LdStShapeEnum, shape)
	switch {
	case kw == "shape_16x32bx2" && !offset:
		return op.OpError("shape 16x32bx2 requires offset argument")
	case kw != "shape_16x32bx2" && offset && what == "result":
		return op.OpError("offset argument is only supported for shape 16x32bx2")
	}
	n := tcgen05Registers(t)
	if kw == "shape_16x256b" && n < 4 || kw == "shape_16x128b" && n < 2 {
		return op.OpError("%s type '%s' does not match the shape", what, t)
	}
	return nil
}

// Verify checks shape, offset and result.
func (o Tcgen05Ld) Verify() error {
	return verifyTensorMemory(o.Op(), o.Shape(), o.Offset() != nil, o.Op().Result(0).Type(), "result")
}

// Verify checks shape, offset and value.
func (o Tcgen05St) Verify() error {
	return verifyTensorMemory(o.Op(), o.Shape(), o.Offset() != nil, o.Val().Type(), "value")
}

// verifyLanes checks the mask of disabled lanes and the collector.
func verifyLanes(op *ir.Operation, mask *ir.Value, group, collector ir.Attr, shift bool) error {
	if mask != nil {
		n := int64(4)
		if keyword(CTAGroupKindEnum, group) == "cta_2" {
			n = 8
		}
		if tcgen05Registers(mask.Type()) != n {
			return op.OpError("Disable Output Lane of length %d is incompatible with CtaGroupAttr", tcgen05Registers(mask.Type()))
		}
	}
	if kw := keyword(Tcgen05MMACollectorOpEnum, collector); shift && (kw == "fill" || kw == "use") {
		return op.OpError("Cannot use collector buffer operation fill or use with ashift")
	}
	return nil
}

// Verify checks the mask and the collector.
func (o Tcgen05MMA) Verify() error {
	return verifyLanes(o.Op(), o.DisableOutputLane(), o.CtaGroup(), o.CollectorOp(), o.AShift() != nil)
}

// Verify checks the mask and the collector.
func (o Tcgen05MMASparse) Verify() error {
	return verifyLanes(o.Op(), o.DisableOutputLane(), o.CtaGroup(), o.CollectorOp(), o.AShift() != nil)
}

// verifyBlockScale checks that a kind has scales of that size.
func verifyBlockScale(op *ir.Operation, kind, scale ir.Attr) error {
	k, s := keyword(MMABlockScaleKindEnum, kind), keyword(Tcgen05MMABlockScaleEnum, scale)
	if k == "mxf4nvf4" && s == "default" || k == "mxf8f6f4" && s == "block16" || k == "mxf4" && s == "block16" {
		return op.OpError("%s block scale attribute not supported for %s kind", s, k)
	}
	return nil
}

// Verify checks the scales.
func (o Tcgen05MMABlockScale) Verify() error {
	return verifyBlockScale(o.Op(), o.Kind(), o.BlockScale())
}

// Verify checks the scales.
func (o Tcgen05MMASparseBlockScale) Verify() error {
	return verifyBlockScale(o.Op(), o.Kind(), o.BlockScale())
}

// Verify checks the addresses: from shared memory of the block to that of the
// cluster, or generic both.
func (o Mapa) Verify() error {
	a, b := space(o.Operand(0)), uint32(0)
	if s, ok := llvm.PtrSpace(o.Op().Result(0).Type()); ok {
		b = s
	}
	if !(a == 0 && b == 0 || a == sharedCTA && b == sharedCluster) {
		return o.OpError("failed to verify that Valid address-space check(or mapping) for mapa Op")
	}
	return nil
}
