package nvptx

import (
	"fmt"

	"github.com/tile-opt/tile-opt/dialects/nvvm"
	"github.com/tile-opt/tile-opt/ir"
	"github.com/tile-opt/tile-opt/targets/nvptx/internal/llx"
)

// tensorOps are the copies through tensor maps (TMA).
var tensorOps = map[string]translation{
	"nvvm.cp.async.bulk.tensor.shared.cluster.global": tensorLoad,
	"nvvm.cp.async.bulk.tensor.global.shared.cta":     tensorStore,
	"nvvm.cp.async.bulk.tensor.reduce":                tensorReduce,
	"nvvm.cp.async.bulk.tensor.prefetch":              tensorPrefetch,
}

// tensorMode is the part of an intrinsic's name that says how the box is
// found. sm_90a has the tiled mode and plain im2col.
func tensorMode(op *ir.Operation, e *ir.Enum) (string, error) {
	switch m := keyword(e, op.Prop("mode")); m {
	case "tile", "im2col":
		return m, nil
	default:
		return "", op.OpError("mode '%s' needs a newer architecture than sm_90a", m)
	}
}

func tensorLoad(f *function, op *ir.Operation) error {
	o, _ := nvvm.AsCpAsyncBulkTensorGlobalToSharedCluster(op)
	mode, err := tensorMode(op, nvvm.TMALoadModeEnum)
	if err != nil {
		return err
	}
	args := []llx.Value{f.val(o.DstMem()), f.val(o.Mbar()), f.val(o.TmaDescriptor())}
	args = append(args, f.valueList(o.Coordinates())...)
	args = append(args, f.valueList(o.Im2colOffsets())...)
	mask, hasMask := f.optional(o.MulticastMask(), llx.I16)
	hint, hasHint := f.optional(o.L2CacheHint(), llx.I64)
	rank := len(o.Coordinates())
	return f.predicated(o.Predicate(), func() error {
		if isSet(o.IsCTAOnly()) {
			f.m.needPTX(ptxCTAOnly)
			return f.call(op, fmt.Sprintf("llvm.nvvm.cp.async.bulk.tensor.g2s.cta.%s.%dd", mode, rank), append(args, hint, hasHint)...)
		}
		// The last argument is the CTA group, which Hopper does not have.
		return f.call(op, fmt.Sprintf("llvm.nvvm.cp.async.bulk.tensor.g2s.%s.%dd", mode, rank), append(args, mask, hint, hasMask, hasHint, i32(0))...)
	})
}

func tensorStore(f *function, op *ir.Operation) error {
	o, _ := nvvm.AsCpAsyncBulkTensorSharedCTAToGlobal(op)
	mode, err := tensorMode(op, nvvm.TMAStoreModeEnum)
	if err != nil {
		return err
	}
	hint, hasHint := f.optional(o.L2CacheHint(), llx.I64)
	args := append([]llx.Value{f.val(o.SrcMem()), f.val(o.TmaDescriptor())}, f.valueList(o.Coordinates())...)
	return f.predicated(o.Predicate(), func() error {
		return f.call(op, fmt.Sprintf("llvm.nvvm.cp.async.bulk.tensor.s2g.%s.%dd", mode, len(o.Coordinates())), append(args, hint, hasHint)...)
	})
}

func tensorReduce(f *function, op *ir.Operation) error {
	o, _ := nvvm.AsCpAsyncBulkTensorReduce(op)
	mode, err := tensorMode(op, nvvm.TMAStoreModeEnum)
	if err != nil {
		return err
	}
	hint, hasHint := f.optional(o.L2CacheHint(), llx.I64)
	args := append([]llx.Value{f.val(o.SrcMem()), f.val(o.TmaDescriptor())}, f.valueList(o.Coordinates())...)
	kind := keyword(nvvm.TMAReduxKindEnum, o.RedKind())
	return f.call(op, fmt.Sprintf("llvm.nvvm.cp.async.bulk.tensor.reduce.%s.%s.%dd", kind, mode, len(o.Coordinates())), append(args, hint, hasHint)...)
}

func tensorPrefetch(f *function, op *ir.Operation) error {
	o, _ := nvvm.AsCpAsyncBulkTensorPrefetch(op)
	mode, err := tensorMode(op, nvvm.TMALoadModeEnum)
	if err != nil {
		return err
	}
	hint, hasHint := f.optional(o.L2CacheHint(), llx.I64)
	args := append([]llx.Value{f.val(o.TmaDescriptor())}, f.valueList(o.Coordinates())...)
	args = append(args, f.valueList(o.Im2colOffsets())...)
	return f.call(op, fmt.Sprintf("llvm.nvvm.cp.async.bulk.tensor.prefetch.%s.%dd", mode, len(o.Coordinates())), append(args, hint, hasHint)...)
}
