package gpu

import (
	"github.com/tile-opt/tile-opt/ir"
	"github.com/tile-opt/tile-opt/ir/asm"
)

// directives are the custom directives of the formats.
var directives = map[string]asm.Directive{
	"AsyncDependencies":  {Parse: parseAsync, Print: printAsync},
	"AllReduceOperation": {Parse: parseReduction, Print: printReduction},
	"OffloadingHandler":  {Parse: parseHandler, Print: printHandler},
	"LaunchDimType":      {Parse: parseDimType, Print: printDimType},
	"LaunchFuncOperands": {Parse: parseLaunchOperands, Print: printLaunchOperands},
}

// parseAsync reads async [%t, ...] into the type of the token (argument 0)
// and the tokens waited for (argument 1).
func parseAsync(p *asm.OpParser, args []*asm.DirectiveArg) error {
	if p.OptKeyword("async") {
		if p.NumResults() == 0 {
			p.Failf(p.Here(), "needs to be named when marked 'async'")
		}
		args[0].Types = []ir.Type{HandleOf(p.Context(), AsyncToken)}
	}
	if p.NextIs("[") {
		args[1].Operands = p.OperandList(asm.Square)
	}
	return nil
}

func printAsync(p *asm.OpPrinter, _ *ir.Operation, args []*asm.DirectiveArg) {
	token, waited := len(args[0].Types) > 0, args[1].Values
	if token {
		p.Str("async")
	}
	if len(waited) == 0 {
		return
	}
	if token {
		p.Byte(' ')
	}
	p.Byte('[')
	p.Operands(waited)
	p.Byte(']')
}

// parseReduction reads the keyword of a reduction; there is none where a
// region says how to combine.
func parseReduction(p *asm.OpParser, args []*asm.DirectiveArg) error {
	if v, ok := p.OptEnum(AllReduceOperationEnum); ok {
		args[0].Attr = AllReduceOperationEnum.Attr(p.Context(), v)
	}
	return nil
}

func printReduction(p *asm.OpPrinter, _ *ir.Operation, args []*asm.DirectiveArg) {
	if v, ok := AllReduceOperationEnum.Of(args[0].Attr); ok {
		kw, _ := AllReduceOperationEnum.Keyword(v)
		p.Byte(' ')
		p.Str(kw)
	}
}

// parseHandler reads <attribute>; the first object is loaded when there is
// none.
func parseHandler(p *asm.OpParser, args []*asm.DirectiveArg) error {
	args[0].Attr = selectObject(p.Context(), nil)
	if p.OptPunct("<") {
		args[0].Attr = p.Attr(nil)
		p.Punct(">")
	}
	return nil
}

func printHandler(p *asm.OpPrinter, _ *ir.Operation, args []*asm.DirectiveArg) {
	if a := args[0].Attr; a != nil && a != selectObject(a.Context(), nil) {
		p.Byte('<')
		p.Attr(a)
		p.Byte('>')
	}
}

// parseDimType reads the type of the sizes of a launch, index when nothing is
// written.
func parseDimType(p *asm.OpParser, args []*asm.DirectiveArg) error {
	t := ir.Type(p.Context().Index())
	if p.OptPunct(":") {
		t = p.Type()
	}
	args[0].Types = []ir.Type{t}
	if len(args[1].Operands) > 0 {
		for _, a := range args[2:] {
			a.Types = []ir.Type{t}
		}
	}
	return nil
}

func printDimType(p *asm.OpPrinter, _ *ir.Operation, args []*asm.DirectiveArg) {
	if len(args[0].Types) > 0 && !ir.IsIndex(args[0].Types[0]) {
		p.Str(": ")
		p.Type(args[0].Types[0])
	}
}

// parseLaunchOperands reads args(%a : type, ...).
func parseLaunchOperands(p *asm.OpParser, args []*asm.DirectiveArg) error {
	if !p.OptKeyword("args") {
		return nil
	}
	p.List(asm.Paren, func() {
		args[0].Operands = append(args[0].Operands, p.Operand())
		args[1].Types = append(args[1].Types, p.ColonType())
	})
	return nil
}

func printLaunchOperands(p *asm.OpPrinter, _ *ir.Operation, args []*asm.DirectiveArg) {
	if len(args[0].Values) == 0 {
		return
	}
	p.Str("args(")
	for i, v := range args[0].Values {
		if i > 0 {
			p.Str(", ")
		}
		p.Operand(v)
		p.Str(" : ")
		p.Type(v.Type())
	}
	p.Byte(')')
}

// memory is the part of a function's text that lists memory of the block or
// of the thread: keyword(%a : type {attributes}, ...).
func printMemory(p *asm.OpPrinter, keyword string, args []*ir.Value, attrs ir.Attr) {
	if len(args) == 0 {
		return
	}
	p.Byte(' ')
	p.Str(keyword)
	p.Byte('(')
	dicts, _ := attrs.(*ir.ArrayAttr)
	for i, v := range args {
		if i > 0 {
			p.Str(", ")
		}
		p.Operand(v)
		p.Str(" : ")
		p.Type(v.Type())
		if dicts != nil && i < len(dicts.Elems) {
			if d, ok := dicts.Elems[i].(*ir.DictAttr); ok {
				p.NamedAttrDict(d.Entries)
			}
		}
	}
	p.Byte(')')
}

// parseMemory reads what printMemory writes behind the keyword and sets the
// property, where any of it has attributes.
func parseMemory(p *asm.OpParser, st *ir.OpState, keyword, prop string) []asm.Argument {
	if !p.OptKeyword(keyword) {
		return nil
	}
	args := p.ArgumentList(asm.Paren, true, prop != "")
	dicts, any := make([]ir.Attr, len(args)), false
	for i, a := range args {
		any = any || len(a.Attrs) > 0
		dicts[i] = ir.DictOf(p.Context(), a.Attrs...)
	}
	if any {
		p.SetProp(st, prop, p.Context().ArrayOf(dicts...))
	}
	return args
}

// funcElided are the attributes that the text of a function writes outside
// its dictionary.
var funcElided = []string{"sym_name", "function_type", "arg_attrs", "res_attrs", "workgroup_attrib_attrs", "private_attrib_attrs", workgroupAttr, KernelAttr}

// Print writes @name(arguments) -> results workgroup(...) private(...) kernel
// attributes {...} {body}.
func (o Func) Print(p *asm.OpPrinter) {
	p.Byte(' ')
	name, _ := ir.SymbolName(o.Op())
	p.SymbolName(name)
	t := o.Signature()
	p.Signature(o.Body(), t.Inputs, false, t.Results, o.ArgAttrs(), o.ResAttrs())
	printMemory(p, "workgroup", o.Workgroup(), o.WorkgroupAttribAttrs())
	printMemory(p, "private", o.Private(), o.PrivateAttribAttrs())
	if o.IsKernel() {
		p.Str(" kernel")
	}
	p.AttrDictWithKeyword(o.Op(), funcElided...)
	p.Byte(' ')
	p.Region(o.Body(), false, true)
}

// Parse reads what Print writes.
func (Func) Parse(p *asm.OpParser, st *ir.OpState) error {
	c := p.Context()
	st.Attrs = append(st.Attrs, ir.NamedAttr{Name: "sym_name", Attr: c.Str(p.SymbolName())})
	at := p.Here()
	sig := p.Signature(false)
	if len(sig.Args) > 0 && !sig.Named {
		return p.Errorf(at, "gpu.func requires named arguments")
	}
	p.SetProp(st, "function_type", ir.TypeAttrOf(c.FuncType(sig.ArgTypes(), sig.ResultTypes)))
	p.SetSignatureAttrs(st, &sig)
	workgroup := parseMemory(p, st, "workgroup", "workgroup_attrib_attrs")
	private := parseMemory(p, st, "private", "private_attrib_attrs")
	st.Attrs = append(st.Attrs, ir.NamedAttr{Name: workgroupAttr, Attr: c.I64Attr(int64(len(workgroup)))})
	if p.OptKeyword("kernel") {
		st.Attrs = append(st.Attrs, ir.NamedAttr{Name: KernelAttr, Attr: c.Unit()})
	}
	p.AttrDictWithKeyword(st)
	args := append(append(append([]asm.Argument(nil), sig.Args...), workgroup...), private...)
	st.Regions = []*ir.Region{p.Region(args)}
	return nil
}

// launchDims is one of the parts clusters, blocks and threads of a launch: a
// keyword, the arguments that are coordinates and those that are extents, by
// the number of the first, and the operand slot of the first extent.
type launchDims struct {
	keyword       string
	coord, extent int
	slot          int
}

// dims is the number of dimensions of grids, blocks and clusters.
const dims = 3

// The parts of a launch; clusters may be missing.
var (
	clusterDims = launchDims{"clusters", 12, 15, 7}
	blockDims   = launchDims{"blocks", 0, 6, 1}
	threadDims  = launchDims{"threads", 3, 9, 4}
)

func (d launchDims) print(p *asm.OpPrinter, o Launch) {
	p.Byte(' ')
	p.Str(d.keyword)
	p.Byte('(')
	// Invalid IR, with fewer arguments, is printed too.
	p.Operands(slice(o.Body(), d.coord, d.coord+dims))
	p.Str(") in (")
	for i, a := range slice(o.Body(), d.extent, d.extent+dims) {
		if i > 0 {
			p.Str(", ")
		}
		p.Operand(a)
		p.Str(" = ")
		lo, _ := o.Op().OperandRange(d.slot + i)
		p.Operand(o.Operand(lo))
	}
	p.Byte(')')
}

// parse reads what print writes behind the keyword.
func (d launchDims) parse(p *asm.OpParser) (coords, extents []asm.Argument, sizes []asm.Operand) {
	at := p.Here()
	coords = p.ArgumentList(asm.Paren, false, false)
	p.Keyword("in")
	p.List(asm.Paren, func() {
		extents = append(extents, p.Argument(false, false))
		p.Punct("=")
		sizes = append(sizes, p.Operand())
	})
	if len(coords) != dims || len(extents) != dims {
		p.Failf(at, "expected %d coordinates and %d extents of '%s', found %d and %d", dims, dims, d.keyword, len(coords), len(extents))
	}
	return coords, extents, sizes
}

// Print writes the extents, the memory of blocks and threads, and the body.
func (o Launch) Print(p *asm.OpPrinter) {
	if o.AsyncToken() != nil {
		p.Str(" async")
	}
	if deps := o.AsyncDependencies(); len(deps) > 0 {
		p.Str(" [")
		p.Operands(deps)
		p.Byte(']')
	}
	if o.HasClusters() {
		clusterDims.print(p, o)
	}
	blockDims.print(p, o)
	threadDims.print(p, o)
	if v := o.DynamicSharedMemorySize(); v != nil {
		p.Str(" dynamic_shared_memory_size ")
		p.Operand(v)
	}
	for _, s := range []struct {
		word string
		attr ir.Attr
	}{{"module", o.Module()}, {"function", o.Function()}} {
		if ref, ok := s.attr.(*ir.SymbolRefAttr); ok {
			p.Str(" " + s.word + "(")
			p.SymbolName(ref.Root)
			p.Byte(')')
		}
	}
	printMemory(p, "workgroup", o.Workgroup(), nil)
	printMemory(p, "private", o.Private(), nil)
	p.Byte(' ')
	p.Region(o.Body(), false, true)
	p.AttrDict(o.Op(), workgroupAttr, "module", "function")
}

// Parse reads what Print writes.
func (Launch) Parse(p *asm.OpParser, st *ir.OpState) error {
	c := p.Context()
	index, token := c.Index(), HandleOf(c, AsyncToken)
	segments := make([]int, len(LaunchDef.In))
	one := func(slot int, o asm.Operand, t ir.Type) {
		p.Resolve(st, o, t)
		segments[slot]++
	}
	if p.OptKeyword("async") {
		if p.NumResults() == 0 {
			return p.Errorf(p.Here(), "needs to be named when marked 'async'")
		}
		st.Types = append(st.Types, token)
	}
	if p.NextIs("[") {
		for _, o := range p.OperandList(asm.Square) {
			one(0, o, token)
		}
	}
	var args [18]asm.Argument
	n := clusterDims.coord
	take := func(d launchDims) []asm.Operand {
		coords, extents, sizes := d.parse(p)
		copy(args[d.coord:], coords)
		copy(args[d.extent:], extents)
		return sizes
	}
	var clusters []asm.Operand
	if p.OptKeyword(clusterDims.keyword) {
		clusters, n = take(clusterDims), len(args)
	}
	for _, d := range []launchDims{blockDims, threadDims} {
		p.Keyword(d.keyword)
		for i, o := range take(d) {
			one(d.slot+i, o, index)
		}
	}
	for i, o := range clusters {
		one(clusterDims.slot+i, o, index)
	}
	if p.OptKeyword("dynamic_shared_memory_size") {
		one(10, p.Operand(), c.I(32))
	}
	p.SetSegments(st, segments...)
	for _, word := range []string{"module", "function"} {
		if p.OptKeyword(word) {
			p.Punct("(")
			p.SetProp(st, word, p.SymbolRef())
			p.Punct(")")
		}
	}
	for i := range args[:n] {
		args[i].Type = index
	}
	workgroup := parseMemory(p, st, "workgroup", "")
	private := parseMemory(p, st, "private", "")
	st.Attrs = append(st.Attrs, ir.NamedAttr{Name: workgroupAttr, Attr: c.I64Attr(int64(len(workgroup)))})
	st.Regions = []*ir.Region{p.Region(append(append(args[:n:n], workgroup...), private...))}
	p.AttrDictInto(st)
	return nil
}

// Print writes (%lane)[size] args(...) -> (types) and the body.
func (o WarpExecuteOnLane0) Print(p *asm.OpPrinter) {
	p.Byte('(')
	p.Operand(o.Laneid())
	p.Str(")[")
	n, _ := ir.IntValue(o.WarpSize())
	p.Int(n)
	p.Byte(']')
	if args := o.Args(); len(args) > 0 {
		p.Str(" args(")
		p.Operands(args)
		p.Str(" : ")
		p.TypesOf(args)
		p.Byte(')')
	}
	results := o.ResultsVal()
	if len(results) > 0 {
		p.Str(" -> (")
		p.TypesOf(results)
		p.Byte(')')
	}
	p.Byte(' ')
	p.Region(o.WarpRegion(), true, len(results) > 0)
	p.AttrDict(o.Op(), "warp_size")
}

// Parse reads what Print writes.
func (WarpExecuteOnLane0) Parse(p *asm.OpParser, st *ir.OpState) error {
	p.Punct("(")
	lane := p.Operand()
	p.Punct(")")
	p.Punct("[")
	p.SetProp(st, "warp_size", p.Context().I64Attr(p.Integer()))
	p.Punct("]")
	p.Resolve(st, lane, p.Context().Index())
	if p.OptKeyword("args") {
		p.Punct("(")
		at := p.Here()
		os := p.OperandList(asm.NoDelim)
		p.ResolveAll(st, at, os, p.ColonTypes())
		p.Punct(")")
	}
	st.Types = p.OptArrowTypes()
	body := p.Region(nil)
	p.EnsureTerminator(body, "gpu.yield", st.Loc)
	st.Regions = []*ir.Region{body}
	p.AttrDictInto(st)
	return nil
}

// names are the results of operations that tell a coordinate: block_id_x.
func nameDimension(op *ir.Operation, word string, set func(*ir.Value, string)) {
	v, _ := DimensionEnum.Of(op.PropAt(0))
	kw, _ := DimensionEnum.Keyword(v)
	set(op.Result(0), word+"_"+kw)
}

// OpAsmResultNames calls the result block_dim_x, _y or _z.
func (o BlockDim) OpAsmResultNames(set func(*ir.Value, string)) {
	nameDimension(o.Op(), "block_dim", set)
}

// OpAsmResultNames calls the result block_id_x, _y or _z.
func (o BlockId) OpAsmResultNames(set func(*ir.Value, string)) {
	nameDimension(o.Op(), "block_id", set)
}

// OpAsmResultNames calls the result cluster_block_id_x, _y or _z.
func (o ClusterBlockId) OpAsmResultNames(set func(*ir.Value, string)) {
	nameDimension(o.Op(), "cluster_block_id", set)
}

// OpAsmResultNames calls the result cluster_dim_x, _y or _z.
func (o ClusterDim) OpAsmResultNames(set func(*ir.Value, string)) {
	nameDimension(o.Op(), "cluster_dim", set)
}

// OpAsmResultNames calls the result cluster_dim_blocks_x, _y or _z.
func (o ClusterDimBlocks) OpAsmResultNames(set func(*ir.Value, string)) {
	nameDimension(o.Op(), "cluster_dim_blocks", set)
}

// OpAsmResultNames calls the result cluster_id_x, _y or _z.
func (o ClusterId) OpAsmResultNames(set func(*ir.Value, string)) {
	nameDimension(o.Op(), "cluster_id", set)
}

// OpAsmResultNames calls the result global_id_x, _y or _z.
func (o GlobalId) OpAsmResultNames(set func(*ir.Value, string)) {
	nameDimension(o.Op(), "global_id", set)
}

// OpAsmResultNames calls the result grid_dim_x, _y or _z.
func (o GridDim) OpAsmResultNames(set func(*ir.Value, string)) {
	nameDimension(o.Op(), "grid_dim", set)
}

// OpAsmResultNames calls the result thread_id_x, _y or _z.
func (o ThreadId) OpAsmResultNames(set func(*ir.Value, string)) {
	nameDimension(o.Op(), "thread_id", set)
}
