// Package convertfunctollvm is the pass convert-func-to-llvm: functions, calls
// and returns become those of the llvm dialect.
package convertfunctollvm

import (
	"fmt"

	"github.com/tile-opt/tile-opt/dialects/llvm"
	"github.com/tile-opt/tile-opt/ir"
	"github.com/tile-opt/tile-opt/passes"
	"github.com/tile-opt/tile-opt/transforms/convert"
	"github.com/tile-opt/tile-opt/transforms/tollvm"
)

// Options are the options of the pass.
type Options struct {
	IndexBitwidth int64 `opt:"index-bitwidth" doc:"bits of an index; 0 stands for 64"`
}

// Validate checks the width.
func (o Options) Validate() error {
	switch o.IndexBitwidth {
	case 0, 32, 64:
		return nil
	}
	return fmt.Errorf("expected an index-bitwidth of 32 or 64, found %d", o.IndexBitwidth)
}

// Pass is convert-func-to-llvm.
var Pass = &passes.Pass{
	Name:    "convert-func-to-llvm",
	Class:   "ConvertFuncToLLVMPass",
	Summary: "lower functions to the llvm dialect",
	Doc: `Replaces func.func, func.return, func.call, func.call_indirect and func.constant. Several results
become the fields of one struct. Argument, result and discardable attributes stay. Functions with arguments of a type
that LLVM has not (memrefs, tensors) are errors.`,
	Anchor:   "builtin.module",
	Options:  Options{},
	Dialects: []*ir.Dialect{llvm.Dialect},
	Prepare: func(_ *ir.Context, o any) any {
		width := uint32(o.(Options).IndexBitwidth)
		if width == 0 {
			width = tollvm.DefaultIndexWidth
		}
		l := &lowering{types: tollvm.Types(width)}
		return convert.NewSet(
			convert.Pattern{Name: "func-to-llvm", Root: "func.func", Rewrite: l.function},
			convert.Pattern{Name: "return-to-llvm", Root: "func.return", Converter: l.types, Rewrite: l.ret},
			convert.Pattern{Name: "call-to-llvm", Root: "func.call", Converter: l.types, Rewrite: l.call},
			convert.Pattern{Name: "call-indirect-to-llvm", Root: "func.call_indirect", Converter: l.types, Rewrite: l.callIndirect},
			convert.Pattern{Name: "constant-to-llvm", Root: "func.constant", Converter: l.types, Rewrite: l.constant},
		)
	},
	Run: run,
}

func run(r *passes.Run, root *ir.Operation) error {
	t := convert.NewTarget().IllegalDialect("func")
	return convert.ApplyPartial(r.Context(), root, t, passes.PreparedOf[*convert.Set](r), convert.Config{})
}

type lowering struct{ types *convert.TypeConverter }

// result is the type of what a function with these results returns.
func (l *lowering) result(c *ir.Context, results []ir.Type) (ir.Type, bool) {
	types, ok := l.types.ConvertAll(results)
	switch {
	case !ok:
		return nil, false
	case len(types) == 0:
		return llvm.VoidOf(c), true
	case len(types) == 1:
		return types[0], true
	}
	return llvm.StructOf(c, types...), true
}

func (l *lowering) signature(c *ir.Context, t *ir.FunctionType) (*llvm.FuncType, bool) {
	params, ok := l.types.ConvertAll(t.Inputs)
	if !ok {
		return nil, false
	}
	res, ok := l.result(c, t.Results)
	if !ok {
		return nil, false
	}
	return llvm.FuncOf(res, params, false), true
}

func (l *lowering) function(op *ir.Operation, _ convert.Operands, r *convert.Rewriter) error {
	c := op.Context()
	ft := op.Prop("function_type").(*ir.TypeAttr).Value.(*ir.FunctionType)
	sig, ok := l.signature(c, ft)
	if !ok {
		return op.OpError("has a signature with types that LLVM has not: %s", ft)
	}
	props := llvm.FuncProps{
		SymName: op.Prop("sym_name"), SymVisibility: op.Prop("sym_visibility"), FunctionType: ir.TypeAttrOf(sig),
		ArgAttrs: op.Prop("arg_attrs"), NoInline: op.Prop("no_inline"),
	}
	// Attributes of several results have no place on the one struct.
	if len(ft.Results) == 1 {
		props.ResAttrs = op.Prop("res_attrs")
	}
	n := llvm.NewFunc(r.Builder, props)
	for _, a := range op.Attrs() {
		n.Op().SetAttr(a.Name, a.Attr)
	}
	body := op.RegionAt(0)
	if !body.IsEmpty() {
		r.InlineRegionBefore(body, n.Op().RegionAt(0), nil)
		if !r.ConvertBlock(n.Op().RegionAt(0).Entry(), l.types) {
			panic("internal: a signature converts and its block does not")
		}
	}
	r.Replace(op)
	return nil
}

func (l *lowering) ret(op *ir.Operation, in convert.Operands, r *convert.Rewriter) error {
	vs := in.Flat()
	var v *ir.Value
	switch len(vs) {
	case 0:
	case 1:
		v = vs[0]
	default:
		types := make([]ir.Type, len(vs))
		for i, x := range vs {
			types[i] = x.Type()
		}
		t := []ir.Type{llvm.StructOf(op.Context(), types...)}
		v = llvm.NewPoison(r.Builder, t).Op().Result(0)
		for i, x := range vs {
			v = llvm.NewInsertValue(r.Builder, t, v, x, llvm.InsertValueProps{Position: op.Context().I64Array(int64(i))}).Op().Result(0)
		}
	}
	n := llvm.NewReturn(r.Builder, v)
	for _, a := range op.Attrs() {
		n.Op().SetAttr(a.Name, a.Attr)
	}
	r.Replace(op)
	return nil
}

func (l *lowering) call(op *ir.Operation, in convert.Operands, r *convert.Rewriter) error {
	return l.makeCall(op, in.Flat(), llvm.CallProps{
		Callee: op.Prop("callee"), ArgAttrs: op.Prop("arg_attrs"), NoInline: op.Prop("no_inline"),
		OpBundleSizes: op.Context().I32Array(),
	}, r)
}

func (l *lowering) callIndirect(op *ir.Operation, in convert.Operands, r *convert.Rewriter) error {
	return l.makeCall(op, in.Flat(), llvm.CallProps{
		ArgAttrs: op.Prop("arg_attrs"), OpBundleSizes: op.Context().I32Array(),
	}, r)
}

func (l *lowering) makeCall(op *ir.Operation, operands []*ir.Value, props llvm.CallProps, r *convert.Rewriter) error {
	c := op.Context()
	res, ok := l.result(c, op.ResultTypes())
	if !ok {
		return r.NoMatch("a result has a type that LLVM has not")
	}
	types := []ir.Type{}
	if op.NumResults() > 0 {
		types = append(types, res)
	}
	if op.NumResults() <= 1 {
		props.ResAttrs = op.Prop("res_attrs")
	}
	n := llvm.NewCall(r.Builder, types, operands, nil, props)
	for _, a := range op.Attrs() {
		n.Op().SetAttr(a.Name, a.Attr)
	}
	if op.NumResults() <= 1 {
		r.Replace(op, n.Op().Results()...)
		return nil
	}
	fields := res.(*llvm.StructType).Fields
	vs := make([]*ir.Value, len(fields))
	for i, t := range fields {
		vs[i] = llvm.NewExtractValue(r.Builder, []ir.Type{t}, n.Op().Result(0), llvm.ExtractValueProps{Position: c.I64Array(int64(i))}).Op().Result(0)
	}
	r.Replace(op, vs...)
	return nil
}

func (l *lowering) constant(op *ir.Operation, _ convert.Operands, r *convert.Rewriter) error {
	n := llvm.NewAddressOf(r.Builder, []ir.Type{llvm.PtrOf(op.Context(), 0)}, llvm.AddressOfProps{GlobalName: op.Prop("value")})
	r.Replace(op, n.Op().Result(0))
	return nil
}
