package llvm

import (
	"strings"

	"github.com/tile-opt/tile-opt/ir"
	"github.com/tile-opt/tile-opt/ir/diag"
)

// Verify checks the operands against the blocks and that the unwind block begins
// with a landing pad.
func (o Invoke) Verify() error {
	op := o.Op()
	if err := verifyBundles(op); err != nil {
		return err
	}
	if err := verifySuccessor(op, 0, o.NormalDestOperands()); err != nil {
		return err
	}
	if err := verifySuccessor(op, 1, o.UnwindDestOperands()); err != nil {
		return err
	}
	if _, ok := AsLandingpad(o.UnwindDest().First()); o.UnwindDest().First() == nil || !ok {
		return op.OpError("first operation in unwind destination should be a llvm.landingpad operation")
	}
	return nil
}

// verifyBundles checks how the operands of bundles are divided.
func verifyBundles(op *ir.Operation) error {
	sizes, ok := op.Prop("op_bundle_sizes").(*ir.DenseArrayAttr)
	if !ok {
		return nil
	}
	total := int64(0)
	for _, n := range sizes.Ints() {
		if n < 0 {
			return op.OpError("'op_bundle_sizes' attribute cannot have negative elements")
		}
		total += n
	}
	lo, hi := op.OperandRange(bundleSlot(op))
	if total != int64(hi-lo) {
		return op.OpError("op_bundle_operands count (%d) does not match with the total size (%d) specified in attribute 'op_bundle_sizes'", hi-lo, total)
	}
	tags := 0
	if l, ok := op.Prop("op_bundle_tags").(*ir.ArrayAttr); ok {
		tags = len(l.Elems)
		for _, t := range l.Elems {
			if _, ok := t.(*ir.StringAttr); !ok {
				return op.OpError("operand bundle tag must be a StringAttr")
			}
		}
	}
	if tags != sizes.N {
		return op.OpError("expected %d operand bundle tags, but actually got %d", sizes.N, tags)
	}
	return nil
}

// Verify checks the bundles and that an LLVM intrinsic is named.
func (o CallIntrinsic) Verify() error {
	if n, _ := ir.StringValue(o.Intrin()); !strings.HasPrefix(n, "llvm.") {
		return o.OpError("intrinsic name must start with 'llvm.'")
	}
	return verifyBundles(o.Op())
}

// Verify checks the bundles.
func (o Assume) Verify() error { return verifyBundles(o.Op()) }

// Verify checks that the clauses are constants of the kinds that the personality
// function can compare.
func (o Landingpad) Verify() error {
	op := o.Op()
	if fn, ok := AsFunc(op.Parent()); ok && fn.Personality() == nil {
		return op.OpError("llvm.landingpad needs to be in a function with a personality")
	}
	if o.Cleanup() == nil && op.NumOperands() == 0 {
		return op.OpError("landingpad instruction expects at least one clause or cleanup attribute")
	}
	for i, v := range op.Operands() {
		if isFilter(v.Type()) {
			continue
		}
		def := v.Def()
		if def != nil && def.Is("llvm.bitcast") {
			if def = def.Operand(0).Def(); def == nil || !def.Is("llvm.mlir.addressof") {
				return op.OpError("constant clauses expected to be of the form: null, addressof, bitcast of addressof, found clause #%d", i)
			}
			continue
		}
		if def == nil || !def.Is("llvm.mlir.zero") && !def.Is("llvm.mlir.addressof") {
			return op.OpError("clause #%d is not a known constant - null, addressof, bitcast", i)
		}
	}
	return nil
}

// Verify checks the operands against the blocks.
func (o IndirectBr) Verify() error {
	op := o.Op()
	sizes := o.IndbrOperandSegments().(*ir.DenseArrayAttr)
	total := int64(0)
	for _, n := range sizes.Ints() {
		if n < 0 {
			return op.OpError("'indbr_operand_segments' attribute cannot have negative elements")
		}
		total += n
	}
	if n := int64(op.NumOperands() - 1); total != n {
		return op.OpError("succOperands count (%d) does not match with the total size (%d) specified in attribute 'indbr_operand_segments'", n, total)
	}
	for i := range op.NumSuccessors() {
		if err := verifySuccessor(op, i, o.targetOperands(i)); err != nil {
			return err
		}
	}
	return nil
}

// atModuleLevel checks that an operation stands in a module.
func atModuleLevel(op *ir.Operation) error {
	if p := op.Parent(); p != nil && !p.Is("builtin.module") && !p.Is("gpu.module") {
		return op.OpError("must appear at the module level")
	}
	return nil
}

// Verify checks where the operation stands.
func (o LinkerOptions) Verify() error { return atModuleLevel(o.Op()) }

// Verify checks where the operation stands and that the flags are flags.
func (o ModuleFlags) Verify() error {
	if err := atModuleLevel(o.Op()); err != nil {
		return err
	}
	for _, f := range o.Flags().(*ir.ArrayAttr).Elems {
		if !structAttrC("mlir.module_flag").Attr(f) {
			return o.OpError("expected a module flag attribute")
		}
	}
	return nil
}

// Verify checks that only selectors are inside.
func (o Comdat) Verify() error {
	for b := range o.Body().Blocks() {
		for op := b.First(); op != nil; op = op.Next() {
			if !op.Is("llvm.comdat_selector") {
				return op.OpError("only comdat selector symbols can appear in a comdat region")
			}
		}
	}
	return nil
}

// VerifySymbolUses checks that the functions are defined.
func (o GlobalCtors) VerifySymbolUses(lookup func(*ir.SymbolRefAttr) *ir.Operation) error {
	return verifyStructors(o.Op(), o.Ctors(), lookup)
}

// Verify checks that the lists have one length.
func (o GlobalCtors) Verify() error { return verifyStructorLists(o.Op(), o.Ctors()) }

// VerifySymbolUses checks that the functions are defined.
func (o GlobalDtors) VerifySymbolUses(lookup func(*ir.SymbolRefAttr) *ir.Operation) error {
	return verifyStructors(o.Op(), o.Dtors(), lookup)
}

// Verify checks that the lists have one length.
func (o GlobalDtors) Verify() error { return verifyStructorLists(o.Op(), o.Dtors()) }

func verifyStructorLists(op *ir.Operation, functions ir.Attr) error {
	n := len(functions.(*ir.ArrayAttr).Elems)
	data := op.Prop("data").(*ir.ArrayAttr).Elems
	if n != len(op.Prop("priorities").(*ir.ArrayAttr).Elems) || n != len(data) {
		return op.OpError("ctors, priorities, and data must have the same number of elements")
	}
	for _, d := range data {
		_, symbol := d.(*ir.SymbolRefAttr)
		if s, ok := d.(*StructAttr); !symbol && !(ok && s.Def == zeroDef) {
			return op.OpError("data element must be symbol or #llvm.zero")
		}
	}
	return nil
}

func verifyStructors(op *ir.Operation, functions ir.Attr, lookup func(*ir.SymbolRefAttr) *ir.Operation) error {
	for _, f := range functions.(*ir.ArrayAttr).Elems {
		ref := f.(*ir.SymbolRefAttr)
		def := lookup(ref)
		if def == nil {
			return op.OpError("'%s' does not reference a valid LLVM function", ref.Root)
		}
		if fn, ok := AsFunc(def); ok && fn.Body().IsEmpty() {
			return op.OpError("'%s' does not have a definition", ref.Root)
		}
	}
	return nil
}

// Verify checks the type and what the initialiser returns.
func (o Alias) Verify() error {
	t := o.AliasType().(*ir.TypeAttr).Value
	if !isElement(t) || !isOuter(t) {
		return o.OpError("expects type to be a valid element type for an LLVM global alias")
	}
	switch keyword(LinkageEnum, o.Linkage()) {
	case "external", "internal", "private", "weak", "weak_odr", "linkonce", "linkonce_odr", "available_externally":
	default:
		return o.OpError("'%s' linkage not supported in aliases, available options: private, internal, linkonce, weak, linkonce_odr, weak_odr, external or available_externally", keyword(LinkageEnum, o.Linkage()))
	}
	return nil
}

// VerifyRegions checks that the initialiser returns a pointer.
func (o Alias) VerifyRegions() error {
	b := o.Initializer().Entry()
	if b == nil || !b.Last().Is("llvm.return") || b.Last().NumOperands() != 1 {
		return o.OpError("initializer region must always return a pointer")
	}
	if !isPtr(b.Last().Operand(0).Type()) {
		return o.OpError("initializer region must always return a pointer")
	}
	return nil
}

// VerifySymbolUses checks that the resolver returns the address of a function.
func (o IFunc) VerifySymbolUses(lookup func(*ir.SymbolRefAttr) *ir.Operation) error {
	def := lookup(o.Resolver().(*ir.SymbolRefAttr))
	for def != nil && def.Is("llvm.mlir.alias") {
		alias, _ := AsAlias(def)
		def = nil
		for op := alias.Initializer().Entry().First(); op != nil; op = op.Next() {
			if ref, ok := op.Prop("global_name").(*ir.SymbolRefAttr); ok {
				def = lookup(ref)
			}
		}
	}
	fn, ok := AsFuncOrNil(def)
	if !ok {
		return o.OpError("must have a function resolver")
	}
	switch keyword(LinkageEnum, fn.Linkage()) {
	case "extern_weak", "available_externally":
		return o.OpError("resolver must be a definition")
	}
	if fn.Body().IsEmpty() {
		return o.OpError("resolver must be a definition")
	}
	if !isPtr(fn.FunctionType().(*ir.TypeAttr).Value.(*FuncType).Result) {
		return o.OpError("unexpected resolver return type")
	}
	return nil
}

// VerifySymbolUses checks that the symbol is a function or an alias.
func (o DSOLocalEquivalent) VerifySymbolUses(lookup func(*ir.SymbolRefAttr) *ir.Operation) error {
	def := lookup(o.FunctionName().(*ir.SymbolRefAttr))
	fn, isFunc := AsFuncOrNil(def)
	if !isFunc && (def == nil || !def.Is("llvm.mlir.alias")) {
		return o.OpError("must reference a global defined by 'llvm.func' or 'llvm.mlir.alias'")
	}
	if isFunc && keyword(LinkageEnum, fn.Linkage()) == "extern_weak" {
		return o.OpError("target function with 'extern_weak' linkage not allowed")
	}
	return nil
}

// VerifySymbolUses checks that the symbol is a function that has the tag.
func (o BlockAddress) VerifySymbolUses(lookup func(*ir.SymbolRefAttr) *ir.Operation) error {
	a := o.BlockAddr().(*StructAttr)
	ref, ok := a.Get("function").(*ir.SymbolRefAttr)
	if !ok {
		return o.OpError("expected a function in the block address")
	}
	fn, ok := AsFuncOrNil(lookup(ref))
	if !ok {
		return o.OpError("must reference a function defined by 'llvm.func'")
	}
	if fn.Body().IsEmpty() {
		return nil
	}
	for op := range ir.Walk(fn.Op()) {
		if op.Is("llvm.blocktag") && op.Prop("tag") == a.Get("tag") {
			return nil
		}
	}
	return o.OpError("expects an existing block label target in the referenced function")
}

// VerifyRegions checks that the exceptions of one function have one type.
func (o Func) VerifyRegions() error {
	if o.Personality() == nil {
		return nil // no landing pads
	}
	var t ir.Type
	for b := range o.Body().Blocks() {
		for op := range b.Ops() {
			if !op.Is("llvm.landingpad") {
				continue
			}
			if r := op.Result(0).Type(); t == nil {
				t = r
			} else if t != r {
				return diag.Errorf(o.Op().Pos(), "'llvm.landingpad' should have a consistent result type inside a function")
			}
		}
	}
	return nil
}
