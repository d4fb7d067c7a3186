package nvptx

import (
	"github.com/tile-opt/tile-opt/dialects/llvm"
	"github.com/tile-opt/tile-opt/ir"
	"github.com/tile-opt/tile-opt/targets/nvptx/internal/llx"
)

// callOps are the calls and assembly.
var callOps = map[string]translation{
	"llvm.call":           call,
	"llvm.call_intrinsic": callIntrinsic,
	"llvm.inline_asm":     inlineAsm,
}

func call(f *function, op *ir.Operation) error {
	o, _ := llvm.AsCall(op)
	if len(o.OpBundleOperands()) > 0 {
		return op.OpError("operand bundles have no translation for NVPTX")
	}
	ret, err := f.resultType(op)
	if err != nil {
		return err
	}
	args := f.valueList(o.CalleeOperands())
	var i *llx.Inst
	switch callee, direct := o.Callee().(*ir.SymbolRefAttr); {
	case direct:
		fn := f.m.funcs[callee.Root]
		if fn == nil {
			return op.OpError("'%s' does not reference a symbol in the current scope", callee.Root)
		}
		i = f.b.Call(fn, args...)
	case o.VarCalleeType() != nil:
		t := o.VarCalleeType().(*ir.TypeAttr).Value.(*llvm.FuncType)
		params, err := f.m.typeList(t.Params)
		if err != nil {
			return op.OpError("%s", err)
		}
		i = f.b.CallVariadic(ret, params, args[0], args[1:]...)
	default:
		params := make([]llx.Type, 0, len(args))
		for _, a := range args[1:] {
			params = append(params, a.Type())
		}
		i = f.b.CallPtr(ret, params, args[0], args[1:]...)
	}
	if llx.Equal(ret, llx.F32) || llx.Equal(ret, llx.F64) || llx.Equal(ret, llx.F16) || llx.Equal(ret, llx.BF16) {
		i.Flags(fastFlags(op)...)
	}
	for _, u := range unitAttrs {
		if op.Prop(u.prop) != nil {
			i.Attr(llx.Attr(u.attr))
		}
	}
	if op.NumResults() > 0 {
		return f.set(op, i)
	}
	return nil
}

// callIntrinsic takes the full name of the intrinsic, overload suffix
// included: llc refuses a name that it does not know.
func callIntrinsic(f *function, op *ir.Operation) error {
	o, _ := llvm.AsCallIntrinsic(op)
	if len(o.OpBundleOperands()) > 0 {
		return op.OpError("operand bundles have no translation for NVPTX")
	}
	name, _ := ir.StringValue(o.Intrin())
	ret, err := f.resultType(op)
	if err != nil {
		return err
	}
	i := f.intrinsic(name, ret, f.valueList(o.Args())...)
	if op.NumResults() == 0 {
		return nil
	}
	if isFloatLike(op.Result(0).Type()) {
		i.Flags(fastFlags(op)...)
	}
	return f.set(op, i)
}

func isFloatLike(t ir.Type) bool { return ir.IsFloat(ir.ElemOrSelf(t)) }

// convergentAttr is the discardable attribute that says whether assembly must
// be executed by the threads of a warp together.
const convergentAttr = "tile.convergent"

func inlineAsm(f *function, op *ir.Operation) error {
	o, _ := llvm.AsInlineAsm(op)
	ret, err := f.resultType(op)
	if err != nil {
		return err
	}
	if keyword(llvm.AsmDialectEnum, o.AsmDialect()) == "intel" {
		return op.OpError("the Intel assembly dialect has no meaning for NVPTX")
	}
	text, _ := ir.StringValue(o.AsmString())
	constraints, _ := ir.StringValue(o.Constraints())
	f.m.needAsm(text)
	effects := o.HasSideEffects() != nil
	i := f.b.Asm(llx.Asm{Text: text, Constraints: constraints, Ret: ret, SideEffects: effects, AlignStack: o.IsAlignStack() != nil}, f.valueList(op.Operands())...)
	if isConvergent(op, effects) {
		i.Attr("convergent")
	}
	if op.NumResults() > 0 {
		f.split(op.Result(0), i)
	}
	return nil
}

// isConvergent: assembly with side effects may synchronise, so it is taken to
// unless the operation says otherwise.
func isConvergent(op *ir.Operation, effects bool) bool {
	switch a := op.Attr(convergentAttr).(type) {
	case *ir.UnitAttr:
		return true
	case *ir.IntegerAttr:
		return isSet(a)
	}
	return effects
}
