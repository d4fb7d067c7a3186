package convertgputonvvm

import (
	"fmt"
	"hash/fnv"
	"io"

	"github.com/tile-opt/tile-opt/dialects/llvm"
	"github.com/tile-opt/tile-opt/ir"
	"github.com/tile-opt/tile-opt/transforms/convert"
	"github.com/tile-opt/tile-opt/transforms/tollvm"
)

// cString returns the address of a constant text that ends in a zero, as C has
// them: the global of that text that is there under the prefix and a number, or
// a new one. The numbers are 0, as in MLIR, and then drawn from the text, so that
// it is found at once among thousands.
func cString(r *convert.Rewriter, table *ir.Operation, prefix, text string) *ir.Value {
	c := r.Context()
	value, name := ir.Attr(c.Str(text+"\x00")), ""
	sum := fnv.New32a()
	io.WriteString(sum, text)
	try := prefix + "0"
	for i := sum.Sum32(); name == ""; i++ {
		g := ir.LookupSymbol(table, try)
		switch {
		case g == nil:
			at := r.Save()
			r.AtStart(table.RegionAt(0).Entry())
			llvm.NewGlobal(r.Builder, llvm.GlobalProps{
				GlobalType: ir.TypeAttrOf(llvm.ArrayOf(int64(len(text))+1, c.I(8))), SymName: c.Str(try), Linkage: linkage(c, "internal"),
				Constant: c.Unit(), Value: value, AddrSpace: ir.IntAttr(c.I(32), 0),
			})
			r.Restore(at)
			name = try
		case g.Is("llvm.mlir.global") && g.Prop("value") == value && g.Prop("constant") != nil:
			name = try
		}
		try = fmt.Sprintf("%s%08x", prefix, i)
	}
	return llvm.NewAddressOf(r.Builder, []ir.Type{llvm.PtrOf(c, 0)}, llvm.AddressOfProps{GlobalName: c.SymbolRef(name)}).Op().Result(0)
}

// assert goes on where the condition holds and calls CUDA's __assertfail
// elsewhere, with the place in the source and the name of the function.
func (l *lowering) assert(op *ir.Operation, in convert.Operands, r *convert.Rewriter) error {
	c := op.Context()
	table := ir.NearestSymbolTable(op)
	if table == nil {
		return r.NoMatch("stands in no module")
	}
	ptr, i32Type, i64 := llvm.PtrOf(c, 0), c.I(32), c.I(64)
	if err := tollvm.Declare(op, r, "__assertfail", llvm.FuncOf(llvm.VoidOf(c), []ir.Type{ptr, ptr, i32Type, ptr, i64}, false)); err != nil {
		return err
	}
	before := op.Block()
	rest := r.SplitBlock(before, op)
	failed := r.CreateBlock(before.Region(), rest, op.Loc())
	r.AtEnd(before)
	llvm.NewCondBr(r.Builder, in.One(0), nil, nil, rest, failed, llvm.CondBrProps{})
	r.AtEnd(failed)
	text, _ := ir.StringValue(op.Prop("msg"))
	pos := op.Loc().Pos()
	file, function := pos.File, ""
	for p := op.Parent(); p != nil && p != table; p = p.Parent() {
		if name, ok := ir.SymbolName(p); ok {
			function = name
		}
	}
	if file == "" {
		file = "unknown"
	}
	args := []*ir.Value{
		cString(r, table, "assert_message_", text), cString(r, table, "assert_file_", file), i32(r, int64(pos.Line)),
		cString(r, table, "assert_function_", function), number(r, i64, 1),
	}
	llvm.NewCall(r.Builder, []ir.Type{}, args, nil, llvm.CallProps{Callee: c.SymbolRef("__assertfail"), OpBundleSizes: c.I32Array()})
	llvm.NewUnreachable(r.Builder)
	r.Before(rest.First())
	r.Erase(op)
	return nil
}

// printf calls CUDA's vprintf with the format and the arguments in memory of
// the thread; narrow numbers are widened as in C.
func (l *lowering) printf(op *ir.Operation, in convert.Operands, r *convert.Rewriter) error {
	c := op.Context()
	table := ir.NearestSymbolTable(op)
	if table == nil {
		return r.NoMatch("stands in no module")
	}
	ptr, i32Type := llvm.PtrOf(c, 0), c.I(32)
	if err := tollvm.Declare(op, r, "vprintf", llvm.FuncOf(i32Type, []ir.Type{ptr, ptr}, false)); err != nil {
		return err
	}
	text, _ := ir.StringValue(op.Prop("format"))
	format := cString(r, table, "printfFormat_", text)
	var values []*ir.Value
	var fields []ir.Type
	for _, v := range in.Flat() {
		v = promoted(r, v)
		values, fields = append(values, v), append(fields, v.Type())
	}
	args := llvm.NewZero(r.Builder, []ir.Type{ptr}).Op().Result(0)
	if len(values) > 0 {
		pack := llvm.StructOf(c, fields...)
		args = llvm.NewAlloca(r.Builder, []ir.Type{ptr}, i32(r, 1), llvm.AllocaProps{ElemType: ir.TypeAttrOf(pack)}).Op().Result(0)
		for i, v := range values {
			p := llvm.NewGEP(r.Builder, []ir.Type{ptr}, args, nil, llvm.GEPProps{RawConstantIndices: c.I32Array(0, int64(i)), ElemType: ir.TypeAttrOf(pack)}).Op().Result(0)
			llvm.NewStore(r.Builder, v, p, llvm.StoreProps{})
		}
	}
	llvm.NewCall(r.Builder, []ir.Type{i32Type}, []*ir.Value{format, args}, nil, llvm.CallProps{Callee: c.SymbolRef("vprintf"), OpBundleSizes: c.I32Array()})
	r.Replace(op)
	return nil
}

// promoted widens floats to f64 and integers to 32 bits.
func promoted(r *convert.Rewriter, v *ir.Value) *ir.Value {
	c := r.Context()
	w, _ := ir.BitWidth(v.Type())
	switch {
	case ir.IsFloat(v.Type()) && w < 64:
		return r.Op("llvm.fpext", []*ir.Value{v}, []ir.Type{c.F64()}).Result(0)
	case !ir.IsFloat(v.Type()) && w < 32:
		return r.Op("llvm.sext", []*ir.Value{v}, []ir.Type{c.I(32)}).Result(0)
	}
	return v
}
