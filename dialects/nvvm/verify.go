package nvvm

import (
	"github.com/tile-opt/tile-opt/dialects/llvm"
	"github.com/tile-opt/tile-opt/ir"
	"github.com/tile-opt/tile-opt/ir/numeric"
)

// Address spaces of NVPTX.
const (
	sharedCTA     = 3
	sharedCluster = 7
)

// keyword returns the keyword of an attribute of an enum, empty for none.
func keyword(e *ir.Enum, a ir.Attr) string {
	v, ok := e.Of(a)
	if !ok {
		return ""
	}
	kw, _ := e.Keyword(v)
	return kw
}

func isTrue(a ir.Attr) bool {
	v, _ := ir.BoolValue(a)
	return v
}

func space(v *ir.Value) uint32 {
	s, _ := llvm.PtrSpace(v.Type())
	return s
}

// Verify checks that count and reduction come whole.
func (o Barrier) Verify() error {
	if o.NumberOfThreads() != nil && o.BarrierId() == nil {
		return o.OpError("barrier id is missing, it should be set between 0 to 15")
	}
	if o.BarrierId() != nil && (o.ReductionOp() != nil || o.ReductionPredicate() != nil) {
		return o.OpError("reduction are only available when id is 0")
	}
	if (o.ReductionOp() != nil) != (o.ReductionPredicate() != nil) {
		return o.OpError("reduction predicate and reduction operation must be specified together")
	}
	return nil
}

// Verify checks that the proxy has a fence, and that a shared one names its
// space.
func (o FenceProxy) Verify() error {
	kind := keyword(ProxyKindEnum, o.Kind())
	switch {
	case kind == "tensormap" || kind == "generic":
		return o.OpError("%s proxy is not a supported proxy kind", kind)
	case kind == "async.shared" && o.Space() == nil:
		return o.OpError("async_shared fence requires space attribute")
	case kind != "async.shared" && o.Space() != nil:
		return o.OpError("only async_shared fence can have space attribute")
	}
	return nil
}

// Verify checks the proxies and the size.
func (o FenceProxyAcquire) Verify() error {
	return verifyProxyPair(o.Op(), o.FromProxy(), o.ToProxy())
}

// Verify checks the proxies.
func (o FenceProxyRelease) Verify() error {
	return verifyProxyPair(o.Op(), o.FromProxy(), o.ToProxy())
}

func verifyProxyPair(op *ir.Operation, from, to ir.Attr) error {
	if keyword(ProxyKindEnum, from) != "generic" {
		return op.OpError("uni-directional proxies only support generic for from_proxy attribute")
	}
	if keyword(ProxyKindEnum, to) != "tensormap" {
		return op.OpError("uni-directional proxies only support tensormap for to_proxy attribute")
	}
	return nil
}

// verifyMBarrier checks the scope, and that only arrivals at a barrier of this
// block give a token.
func verifyMBarrier(op *ir.Operation, scope ir.Attr) error {
	if kw := keyword(MemScopeKindEnum, scope); kw != "cta" && kw != "cluster" {
		return op.OpError("mbarrier scope must be either CTA or Cluster")
	}
	if op.NumResults() > 0 && op.Info().Def.Out[0].Arity == ir.Optional && space(op.Operand(0)) == sharedCluster {
		return op.OpError("mbarrier in shared_cluster space cannot return any value")
	}
	return nil
}

// Verify checks scope and result.
func (o MBarrierArrive) Verify() error { return verifyMBarrier(o.Op(), o.Scope()) }

// Verify checks scope and result.
func (o MBarrierArriveDrop) Verify() error { return verifyMBarrier(o.Op(), o.Scope()) }

// Verify checks scope and result.
func (o MBarrierArriveExpectTx) Verify() error { return verifyMBarrier(o.Op(), o.Scope()) }

// Verify checks scope and result.
func (o MBarrierArriveDropExpectTx) Verify() error { return verifyMBarrier(o.Op(), o.Scope()) }

// Verify checks the scope.
func (o MBarrierExpectTx) Verify() error { return verifyMBarrier(o.Op(), o.Scope()) }

// Verify checks the scope.
func (o MBarrierCompleteTx) Verify() error { return verifyMBarrier(o.Op(), o.Scope()) }

// Verify checks the scope.
func (o MBarrierTestWait) Verify() error { return verifyMBarrier(o.Op(), o.Scope()) }

// Verify checks the scope.
func (o MBarrierTryWait) Verify() error { return verifyMBarrier(o.Op(), o.Scope()) }

// Verify checks size and cache operator.
func (o CpAsync) Verify() error {
	size, _ := ir.IntValue(o.Size())
	if size != 4 && size != 8 && size != 16 {
		return o.OpError("expected byte size to be either 4, 8 or 16, found %d", size)
	}
	switch keyword(LoadCacheModifierKindEnum, o.Modifier()) {
	case "ca":
		return nil
	case "cg":
		if size != 16 {
			return o.OpError("CG cache modifier is only support for 16 bytes copy")
		}
		return nil
	}
	return o.OpError("only CG and CA cache modifiers are supported")
}

// Verify checks the rules of cp.async.bulk with a destination in this block.
func (o CpAsyncBulkGlobalToSharedCluster) Verify() error {
	if space(o.DstMem()) == sharedCTA && o.MulticastMask() != nil {
		return o.OpError("multicast is not supported with shared::cta mode")
	}
	return nil
}

// verifyTensor checks the rank and what im2col needs.
func verifyTensor(op *ir.Operation, coordinates, offsets int, mode string) error {
	if coordinates < 1 || coordinates > 5 {
		return op.OpError("expects coordinates between 1 to 5 dimension")
	}
	if mode != "im2col" {
		if offsets > 0 {
			return op.OpError("im2col offsets expected 0 (provided %d)", offsets)
		}
		return nil
	}
	if coordinates < 3 {
		return op.OpError("to use im2col mode, the tensor has to be at least 3-dimensional")
	}
	return nil
}

// Verify checks rank, mode and where the box goes.
func (o CpAsyncBulkTensorGlobalToSharedCluster) Verify() error {
	mode := keyword(TMALoadModeEnum, o.Mode())
	n := len(o.Coordinates())
	if err := verifyTensor(o.Op(), n, len(o.Im2colOffsets()), mode); err != nil {
		return err
	}
	if mode == "im2col" && len(o.Im2colOffsets()) != n-2 {
		return o.OpError("im2col offsets expected %d (provided %d)", n-2, len(o.Im2colOffsets()))
	}
	cta := isTrue(o.IsCTAOnly())
	switch {
	case cta && space(o.DstMem()) != sharedCTA:
		return o.OpError("Shared::cta destination requires address-space 3")
	case !cta && space(o.DstMem()) != sharedCluster:
		return o.OpError("Shared::cluster destination requires address-space 7")
	case cta && o.MulticastMask() != nil:
		return o.OpError("multicast is not supported with shared::cta mode")
	case cta && o.Predicate() != nil, cta && o.Group() != nil:
		return o.OpError("neither predicate nor cta_group is supported with shared::cta mode")
	}
	return nil
}

// Verify checks rank and mode.
func (o CpAsyncBulkTensorSharedCTAToGlobal) Verify() error {
	return verifyTensor(o.Op(), len(o.Coordinates()), 0, keyword(TMAStoreModeEnum, o.Mode()))
}

// Verify checks rank and mode.
func (o CpAsyncBulkTensorReduce) Verify() error {
	return verifyTensor(o.Op(), len(o.Coordinates()), 0, keyword(TMAStoreModeEnum, o.Mode()))
}

// Verify checks rank and mode.
func (o CpAsyncBulkTensorPrefetch) Verify() error {
	return verifyTensor(o.Op(), len(o.Coordinates()), len(o.Im2colOffsets()), keyword(TMALoadModeEnum, o.Mode()))
}

// Verify checks that either a cache level or a tensor map is asked for.
func (o Prefetch) Verify() error {
	tensormap, level := o.Tensormap() != nil, o.CacheLevel() != nil
	s := space(o.Addr())
	switch {
	case tensormap && level:
		return o.OpError("cannot specify both tensormap and cache level")
	case !tensormap && !level:
		return o.OpError("requires specification of either cache level or tensormap")
	case tensormap && s != 0 && s != 4:
		return o.OpError("prefetch tensormap requires a generic or constant pointer")
	case level && s == 4:
		return o.OpError("cannot prefetch cache level from the constant address space")
	case o.InParamSpace() != nil && tensormap && s != 0:
		return o.OpError("in_param_space can only be specified for prefetch tensormap with a generic pointer")
	case o.EvictPriority() != nil && (keyword(PrefetchCacheLevelEnum, o.CacheLevel()) != "L2" || s != 1):
		return o.OpError("cache eviction priority supported only for cache level L2 and the global address space")
	case o.Uniform() != nil && (keyword(PrefetchCacheLevelEnum, o.CacheLevel()) != "L1" || s != 0):
		return o.OpError("unsupported cache level, the only supported uniform cache level is L1 on generic pointers")
	}
	return nil
}

// Verify checks the number of registers.
func (o SetMaxRegister) Verify() error {
	n, _ := ir.IntValue(o.RegCount())
	if n%8 != 0 {
		return o.OpError("new register size must be multiple of 8")
	}
	if n < 24 || n > 256 {
		return o.OpError("new register size must be in between 24 to 256")
	}
	return nil
}

// isPair reports whether t is a struct of i32 or f32 and i1.
func isPair(t ir.Type) bool {
	s, ok := t.(*llvm.StructType)
	return ok && len(s.Fields) == 2 && ir.IsInt(s.Fields[1], 1)
}

// Verify checks the result.
func (o Shfl) Verify() error {
	t := o.Op().Result(0).Type()
	if o.ReturnValueAndIsValid() == nil {
		if t != o.Val().Type() {
			return o.OpError("expected the result to have the type of the value, '%s', but got '%s'", o.Val().Type(), t)
		}
		return nil
	}
	if fieldCount(t) != 2 {
		return o.OpError("expected return type to be a two-element struct")
	}
	if !isPair(t) {
		return o.OpError("expected second element in the return type to be i1")
	}
	return nil
}

// Verify checks that the kind reduces the type.
func (o Redux) Verify() error {
	kind := keyword(ReduxKindEnum, o.Kind())
	t, want := o.Val().Type(), "i32"
	if kind == "fmin" || kind == "fmax" {
		want = "f32"
	} else if isTrue(o.Abs()) || isTrue(o.Nan()) {
		return o.OpError("abs and nan attributes are supported only for f32 type")
	}
	if t.String() != want {
		return o.OpError("'%s' redux kind unsupported with '%s' type. Only supported type is '%s'", kind, t, want)
	}
	if t != o.Op().Result(0).Type() {
		return o.OpError("expected the result to have the type of the value, '%s'", t)
	}
	return nil
}

// Verify checks the result.
func (o VoteSync) Verify() error {
	t := o.Op().Result(0).Type()
	if kind := keyword(VoteSyncKindEnum, o.Kind()); kind == "ballot" {
		if !ir.IsInt(t, 32) {
			return o.OpError("vote.sync 'ballot' returns an i32")
		}
	} else if !ir.IsInt(t, 1) {
		return o.OpError("vote.sync 'any', 'all' and 'uni' returns an i1")
	}
	return nil
}

// Verify checks the result.
func (o MatchSync) Verify() error {
	t := o.Op().Result(0).Type()
	if keyword(MatchSyncKindEnum, o.Kind()) == "all" {
		if !isPair(t) || !ir.IsInt(t.(*llvm.StructType).Fields[0], 32) {
			return o.OpError("match.sync 'all' returns a two element struct with first element as i32 and second element as i1")
		}
	} else if !ir.IsInt(t, 32) {
		return o.OpError("match.sync 'any' returns an i32")
	}
	return nil
}

// Verify checks that exactly one of event and mask is given.
func (o PMEvent) Verify() error {
	if (o.EventId() == nil) == (o.MaskedEventId() == nil) {
		return o.OpError("either `id` or `mask` must be set")
	}
	if n, ok := ir.IntValue(o.EventId()); ok && (n < 0 || n > 15) {
		return o.OpError("`id` must be between 0 and 15")
	}
	return nil
}

func verifyPairRounding(op *ir.Operation, rnd ir.Attr, random *ir.Value, to string) error {
	switch keyword(FPRoundingModeEnum, rnd) {
	case "rn", "rz":
		if random != nil {
			return op.OpError("random_bits not supported for RN and RZ rounding modes")
		}
	case "rs":
		if random == nil {
			return op.OpError("random_bits is required for RS rounding mode")
		}
	default:
		return op.OpError("Only RN, RZ, and RS rounding modes are supported for conversions from f32x2 to %s", to)
	}
	return nil
}

// Verify checks the rounding.
func (o ConvertF32x2ToF16x2) Verify() error {
	return verifyPairRounding(o.Op(), o.Rnd(), o.RandomBits(), "f16x2")
}

// Verify checks the rounding.
func (o ConvertF32x2ToBF16x2) Verify() error {
	return verifyPairRounding(o.Op(), o.Rnd(), o.RandomBits(), "bf16x2")
}

// Verify checks the rounding.
func (o ConvertFloatToTF32) Verify() error {
	rnd := keyword(FPRoundingModeEnum, o.Rnd())
	if rnd != "rn" && rnd != "rz" && rnd != "rna" {
		return o.OpError("only {rn,rz,rna} rounding modes supported for ConvertFloatToTF32Op")
	}
	if rnd == "rna" && isTrue(o.Relu()) {
		return o.OpError("relu not supported with rna rounding mode")
	}
	return nil
}

// isFloat8 reports whether an attribute is one of the 8-bit floats of sm_90a.
func isFloat8(a ir.Attr) bool {
	t, ok := a.(*ir.TypeAttr)
	if !ok {
		return false
	}
	f, ok := t.Value.(*ir.FloatType)
	return ok && (f.Format == numeric.F8E4M3FN || f.Format == numeric.F8E5M2)
}

// Verify checks type, rounding and saturation.
func (o ConvertF32x2ToF8x2) Verify() error {
	if !isFloat8(o.DstTy()) {
		return o.OpError("only 'f8E4M3FN' and 'f8E5M2' types are supported for conversions from f32x2 to f8x2")
	}
	if keyword(FPRoundingModeEnum, o.Rnd()) != "rn" {
		return o.OpError("Only RN rounding mode is supported for conversions from f32x2 to 'f8E4M3FN' and 'f8E5M2' types")
	}
	if keyword(SaturationModeEnum, o.Sat()) != "satfinite" {
		return o.OpError("Only SATFINITE saturation mode is supported for conversions from f32x2 to 'f8E4M3FN' and 'f8E5M2' types")
	}
	return nil
}

// Verify checks the type.
func (o ConvertF16x2ToF8x2) Verify() error {
	if !isFloat8(o.DstTy()) {
		return o.OpError("only 'f8E4M3FN' and 'f8E5M2' types are supported for conversions from f16x2 to f8x2")
	}
	return nil
}

// Verify checks the type.
func (o ConvertF8x2ToF16x2) Verify() error {
	if !isFloat8(o.SrcType()) {
		return o.OpError("only 'f8E4M3FN' and 'f8E5M2' types are supported for conversions from f8x2 to f16x2")
	}
	return nil
}
