package tollvm

import (
	"strings"

	"github.com/tile-opt/tile-opt/dialects/llvm"
	"github.com/tile-opt/tile-opt/ir"
	"github.com/tile-opt/tile-opt/transforms/convert"
)

// FuncPatterns convert the operations of func. A memref is handed over as the
// fields of its descriptor or, with bare, as a pointer to its first element.
func FuncPatterns(types *convert.TypeConverter, bare bool) []convert.Pattern {
	l := &funcLowering{types: types, bare: bare}
	return []convert.Pattern{
		{Name: "func-to-llvm", Root: "func.func", Rewrite: l.function},
		{Name: "return-to-llvm", Root: "func.return", Converter: l.types, Rewrite: l.ret},
		{Name: "call-to-llvm", Root: "func.call", Converter: l.types, Rewrite: l.call},
		{Name: "call-indirect-to-llvm", Root: "func.call_indirect", Converter: l.types, Rewrite: l.callIndirect},
		{Name: "constant-to-llvm", Root: "func.constant", Converter: l.types, Rewrite: l.constant},
	}
}

type funcLowering struct {
	types *convert.TypeConverter
	bare  bool
}

// result is the type of what a function with these results returns.
func (l *funcLowering) result(c *ir.Context, results []ir.Type) (ir.Type, bool) {
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

// Params returns the types of the parameters that each argument of a function
// becomes; ok is false when one has no place in LLVM.
func Params(types *convert.TypeConverter, inputs []ir.Type, bare bool) (groups [][]ir.Type, ok bool) {
	for _, t := range inputs {
		group, ok := types.Convert(t)
		switch m := t.(type) {
		case *ir.MemRefType:
			index, _ := types.ConvertOne(t.Context().Index())
			width, _ := ir.BitWidth(index)
			group, ok = exploded(m, width, bare)
		case *ir.UnrankedMemRefType:
			// A bare pointer would not tell how many sizes there are.
			group, ok = group[0].(*llvm.StructType).Fields, ok && !bare
		}
		if !ok {
			return nil, false
		}
		groups = append(groups, group)
	}
	return groups, true
}

// Enter replaces the arguments of the entry block of a function, which had the
// types inputs, by those that Params tells; arguments behind these stay.
func Enter(r *convert.Rewriter, entry *ir.Block, types *convert.TypeConverter, inputs []ir.Type, groups [][]ir.Type) {
	old := append([]*ir.Value(nil), entry.Args()[:len(inputs)]...)
	at := r.Save()
	r.AtStart(entry)
	for i, a := range old {
		var fresh []*ir.Value
		for _, t := range groups[i] {
			fresh = append(fresh, entry.AddArg(t, a.Loc()))
		}
		if !a.HasUses() {
			continue
		}
		v := fresh[0]
		switch m := inputs[i].(type) {
		case *ir.MemRefType:
			desc, _ := types.ConvertOne(m)
			v = implode(r, m, desc, fresh)
		case *ir.UnrankedMemRefType:
			v = Results(r, m.Context(), fresh)
		}
		ReplaceBy(r, a, v)
	}
	for i := len(old) - 1; i >= 0; i-- {
		entry.EraseArg(i)
	}
	r.Restore(at)
}

// ReplaceBy puts a converted value in the place of v, behind a cast where the
// types differ.
func ReplaceBy(r *convert.Rewriter, v, converted *ir.Value) {
	if converted.Type() != v.Type() {
		converted = r.Op(convert.CastName, []*ir.Value{converted}, []ir.Type{v.Type()}).Result(0)
	}
	r.ReplaceUses(v, converted)
}

// ParamAttrs repeats the attributes of each argument for the parameters that
// it became; what llvm says of pointers stays with pointers.
func ParamAttrs(attrs ir.Attr, groups [][]ir.Type) ir.Attr {
	a, ok := attrs.(*ir.ArrayAttr)
	if !ok || len(a.Elems) != len(groups) {
		return nil
	}
	c := a.Context()
	var out []ir.Attr
	for i, g := range groups {
		for _, t := range g {
			var keep []ir.NamedAttr
			for _, e := range a.Elems[i].(*ir.DictAttr).Entries {
				_, isPtr := t.(*llvm.PtrType)
				if isPtr || len(g) == 1 || !strings.HasPrefix(e.Name, "llvm.") {
					keep = append(keep, e)
				}
			}
			out = append(out, ir.DictOf(c, keep...))
		}
	}
	return c.ArrayOf(out...)
}

// flat joins the groups of Params.
func flat(groups [][]ir.Type) []ir.Type {
	var out []ir.Type
	for _, g := range groups {
		out = append(out, g...)
	}
	return out
}

// FuncType returns the type of a function with these parameters, as Params
// tells them, and results; several results become one struct.
func FuncType(c *ir.Context, types *convert.TypeConverter, groups [][]ir.Type, results []ir.Type) (*llvm.FuncType, bool) {
	l := &funcLowering{types: types}
	res, ok := l.result(c, results)
	if !ok {
		return nil, false
	}
	return llvm.FuncOf(res, flat(groups), false), true
}

// kernelLevels are the attributes of a kernel that passes of its level must
// lower first, and those passes.
var kernelLevels = []struct{ attr, level, pass string }{
	{"tile.kernel", "on tiles", "tile-to-llvm"}, {"tasync.warp_groups", "of the async level", "convert-async-to-nvvm"},
}

func (l *funcLowering) function(op *ir.Operation, _ convert.Operands, r *convert.Rewriter) error {
	c := op.Context()
	for _, k := range kernelLevels {
		if op.Attr(k.attr) != nil {
			return op.OpError("is a kernel %s (%s): expected it lowered, as %s does", k.level, k.attr, k.pass)
		}
	}
	ft := op.Prop("function_type").(*ir.TypeAttr).Value.(*ir.FunctionType)
	if err := CheckResults(op, ft.Results); err != nil {
		return err
	}
	groups, ok := Params(l.types, ft.Inputs, l.bare)
	if !ok {
		return op.OpError("has a signature with types that LLVM has not: %s", ft)
	}
	sig, ok := FuncType(c, l.types, groups, ft.Results)
	if !ok {
		return op.OpError("has a signature with types that LLVM has not: %s", ft)
	}
	props := llvm.FuncProps{
		SymName: op.Prop("sym_name"), SymVisibility: op.Prop("sym_visibility"), FunctionType: ir.TypeAttrOf(sig),
		ArgAttrs: ParamAttrs(op.Prop("arg_attrs"), groups), NoInline: op.Prop("no_inline"),
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
		Enter(r, n.Op().RegionAt(0).Entry(), l.types, ft.Inputs, groups)
	}
	r.Replace(op)
	return nil
}

// Results returns the one value that a function hands over for several: a
// struct; nil for none.
func Results(r *convert.Rewriter, c *ir.Context, vs []*ir.Value) *ir.Value {
	switch len(vs) {
	case 0:
		return nil
	case 1:
		return vs[0]
	}
	types := make([]ir.Type, len(vs))
	for i, x := range vs {
		types[i] = x.Type()
	}
	v := llvm.NewPoison(r.Builder, []ir.Type{llvm.StructOf(c, types...)}).Op().Result(0)
	for i, x := range vs {
		v = insert(r, v, x, int64(i))
	}
	return v
}

func (l *funcLowering) ret(op *ir.Operation, in convert.Operands, r *convert.Rewriter) error {
	n := llvm.NewReturn(r.Builder, Results(r, op.Context(), in.Flat()))
	for _, a := range op.Attrs() {
		n.Op().SetAttr(a.Name, a.Attr)
	}
	r.Replace(op)
	return nil
}

func (l *funcLowering) call(op *ir.Operation, in convert.Operands, r *convert.Rewriter) error {
	return l.makeCall(op, l.arguments(op, 0, in, r), llvm.CallProps{
		Callee: op.Prop("callee"), ArgAttrs: op.Prop("arg_attrs"), NoInline: op.Prop("no_inline"),
		OpBundleSizes: op.Context().I32Array(),
	}, r)
}

func (l *funcLowering) callIndirect(op *ir.Operation, in convert.Operands, r *convert.Rewriter) error {
	callee := in.Many(0)
	return l.makeCall(op, append(callee[:len(callee):len(callee)], l.arguments(op, 1, in, r)...), llvm.CallProps{
		ArgAttrs: op.Prop("arg_attrs"), OpBundleSizes: op.Context().I32Array(),
	}, r)
}

// arguments are the operands of a call from number lo on, as parameters.
func (l *funcLowering) arguments(op *ir.Operation, lo int, in convert.Operands, r *convert.Rewriter) []*ir.Value {
	var out []*ir.Value
	for i := lo; i < op.NumOperands(); i++ {
		m, ok := memRefOf(op.Operand(i))
		switch {
		case hasUnranked([]ir.Type{op.Operand(i).Type()}):
			v := in.One(i)
			for n, t := range v.Type().(*llvm.StructType).Fields {
				out = append(out, extract(r, v, t, int64(n)))
			}
		case !ok:
			out = append(out, in.Many(i)...)
		case l.bare:
			out = append(out, describe(r, in.One(i), m).aligned())
		default:
			out = append(out, explode(r, in.One(i), m)...)
		}
	}
	return out
}

func (l *funcLowering) makeCall(op *ir.Operation, operands []*ir.Value, props llvm.CallProps, r *convert.Rewriter) error {
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

func (l *funcLowering) constant(op *ir.Operation, _ convert.Operands, r *convert.Rewriter) error {
	n := llvm.NewAddressOf(r.Builder, []ir.Type{llvm.PtrOf(op.Context(), 0)}, llvm.AddressOfProps{GlobalName: op.Prop("value")})
	r.Replace(op, n.Op().Result(0))
	return nil
}
