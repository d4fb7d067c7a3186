package nvptx

import (
	"github.com/tile-opt/tile-opt/dialects/nvvm"
	"github.com/tile-opt/tile-opt/ir"
	"github.com/tile-opt/tile-opt/targets/nvptx/internal/llx"
)

// warpOps are the exchanges inside a warp, and what concerns one thread or
// warp group as a whole.
var warpOps = map[string]translation{
	"nvvm.elect.sync": electSync,
	"nvvm.shfl.sync":  shflSync,
	"nvvm.redux.sync": reduxSync,
	"nvvm.vote.sync": func(f *function, op *ir.Operation) error {
		return f.call(op, "llvm.nvvm.vote."+keyword(nvvm.VoteSyncKindEnum, op.Prop("kind"))+".sync", f.operand(op, 0), f.operand(op, 1))
	},
	"nvvm.match.sync":     matchSync,
	"nvvm.setmaxregister": setMaxRegister,
	"nvvm.nanosleep":      plain("llvm.nvvm.nanosleep"),
	"nvvm.exit":           plain("llvm.nvvm.exit"),
	"nvvm.breakpoint":     plain("llvm.debugtrap"),
	"nvvm.pmevent":        pmEvent,
}

func electSync(f *function, op *ir.Operation) error {
	mask := llx.Value(i32(-1))
	if op.NumOperands() > 0 {
		mask = f.operand(op, 0)
	}
	pair := f.intrinsic("llvm.nvvm.elect.sync", f.m.ll.Struct(false, llx.I32, llx.I1), mask)
	return f.set(op, f.b.ExtractValue(pair, 1))
}

func shflSync(f *function, op *ir.Operation) error {
	o, _ := nvvm.AsShfl(op)
	t := "i32"
	if ir.IsFloat(o.Val().Type()) {
		t = "f32"
	}
	if o.ReturnValueAndIsValid() != nil {
		t += "p"
	}
	return f.call(op, "llvm.nvvm.shfl.sync."+keyword(nvvm.ShflKindEnum, o.Kind())+"."+t,
		f.val(o.ThreadMask()), f.val(o.Val()), f.val(o.Offset()), f.val(o.MaskAndClamp()))
}

func reduxSync(f *function, op *ir.Operation) error {
	o, _ := nvvm.AsRedux(op)
	kind := keyword(nvvm.ReduxKindEnum, o.Kind())
	if kind == "fmin" || kind == "fmax" {
		return op.OpError("kind '%s' needs a newer architecture than sm_90a", kind)
	}
	return f.call(op, "llvm.nvvm.redux.sync."+kind, f.val(o.Val()), f.val(o.MaskAndClamp()))
}

func matchSync(f *function, op *ir.Operation) error {
	o, _ := nvvm.AsMatchSync(op)
	t := "i32"
	if ir.IsInt(o.Val().Type(), 64) {
		t = "i64"
	}
	kind := keyword(nvvm.MatchSyncKindEnum, o.Kind())
	if kind == "all" {
		t += "p"
	}
	return f.call(op, "llvm.nvvm.match."+kind+".sync."+t, f.val(o.ThreadMask()), f.val(o.Val()))
}

func setMaxRegister(f *function, op *ir.Operation) error {
	n, _ := ir.IntValue(op.Prop("regCount"))
	action := "dec"
	if keyword(nvvm.SetMaxRegisterActionEnum, op.Prop("action")) == "increase" {
		action = "inc"
	}
	return f.call(op, "llvm.nvvm.setmaxnreg."+action+".sync.aligned.u32", i32(n))
}

func pmEvent(f *function, op *ir.Operation) error {
	o, _ := nvvm.AsPMEvent(op)
	mask, ok := ir.IntValue(o.MaskedEventId())
	if !ok {
		id, _ := ir.IntValue(o.EventId())
		mask = 1 << id
	}
	return f.call(op, "llvm.nvvm.pm.event.mask", llx.IntConst(llx.I16, mask))
}
