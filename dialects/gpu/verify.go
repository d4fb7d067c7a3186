package gpu

import (
	"github.com/tile-opt/tile-opt/ir"
	"github.com/tile-opt/tile-opt/ir/diag"
)

// verifyMemory checks that arguments are memrefs in a memory; numbers for
// memory spaces are those of a target and say nothing here.
func verifyMemory(op *ir.Operation, args []*ir.Value, space int64, words string) error {
	for _, v := range args {
		t, ok := v.Type().(*ir.MemRefType)
		if !ok {
			return op.OpError("expected memref type in attribution")
		}
		if s, ok := AddressSpaceEnum.Of(t.MemSpace); ok && s != space {
			return op.OpError("expected memory space %s in attribution", words)
		}
	}
	return nil
}

// Verify checks the arguments of the body.
func (o Func) Verify() error {
	op := o.Op()
	if _, ok := ir.SymbolName(op); !ok {
		return op.OpError("requires attribute 'sym_name'")
	}
	t := o.Signature()
	if o.IsKernel() && len(t.Results) != 0 {
		return op.OpError("expected void return type for kernel function")
	}
	if o.Body().IsEmpty() {
		return op.OpError("expected body with at least one block")
	}
	n, w := len(t.Inputs), numWorkgroup(op)
	if o.Body().Entry().NumArgs() < n+w {
		return op.OpError("expected at least %d arguments to body region", n+w)
	}
	for i, in := range t.Inputs {
		if got := o.Body().Entry().Arg(i).Type(); got != in {
			return op.OpError("expected body region argument #%d to be of type '%s', got '%s'", i, in, got)
		}
	}
	if err := verifyMemory(op, o.Workgroup(), WorkgroupSpace, "workgroup"); err != nil {
		return err
	}
	return verifyMemory(op, o.Private(), PrivateSpace, "private")
}

// Verify checks the operands against the results of the function.
func (o Return) Verify() error {
	f, ok := AsFunc(o.Op().Parent())
	if !ok {
		return nil
	}
	want := f.Signature().Results
	if len(want) != o.Op().NumOperands() {
		return o.OpError("expected %d result operands", len(want)).WithNote(f.Op().Loc().Pos(), "return type declared here")
	}
	for i, t := range want {
		if got := o.Operand(i).Type(); got != t {
			return o.OpError("unexpected type `'%s'' for operand #%d", got, i)
		}
	}
	return nil
}

// Verify checks that the launch stands in a module made for it.
func (o LaunchFunc) Verify() error {
	m := o.Op().Parent()
	for m != nil && !m.Is("builtin.module") {
		m = m.Parent()
	}
	if m == nil {
		return o.OpError("expected to belong to a module")
	}
	if m.Attr(ContainerModuleAttr) == nil {
		return o.OpError("expected the closest surrounding module to have the '%s' attribute", ContainerModuleAttr)
	}
	if x, y, z := o.ClusterSizeX(), o.ClusterSizeY(), o.ClusterSizeZ(); x != nil && y != nil && z != nil {
		if x.Type() != y.Type() || y.Type() != z.Type() {
			return o.OpError("expects types of the cluster dimensions must be the same")
		}
	}
	return nil
}

// VerifyDiscardableAttr checks the launches in a module of device code and
// launches, and sizes that are promised of functions of other dialects.
func (hooks) VerifyDiscardableAttr(op *ir.Operation, a ir.NamedAttr) error {
	switch a.Name {
	case "gpu.known_block_size", "gpu.known_grid_size", "gpu.known_cluster_size":
		return verifyKnownSize(op, a)
	case ContainerModuleAttr:
		if _, ok := a.Attr.(*ir.UnitAttr); !ok {
			return nil
		}
		if !op.Is("builtin.module") {
			return diag.Errorf(op.Loc().Pos(), "expected '%s' attribute to be attached to 'builtin.module'", ContainerModuleAttr)
		}
		return verifyLaunches(op)
	}
	return nil
}

func verifyKnownSize(op *ir.Operation, a ir.NamedAttr) error {
	if !ir.I32ArrayC.Attr(a.Attr) {
		return op.OpError("%s must be a dense i32 array", a.Name)
	}
	if n := len(a.Attr.(*ir.DenseArrayAttr).Ints()); n != dims {
		return op.OpError("%s must contain exactly 3 elements", a.Name)
	}
	return nil
}

// verifyLaunches checks the launches in the functions of a module, not in
// those of modules inside.
func verifyLaunches(module *ir.Operation) error {
	for _, r := range module.Regions() {
		for b := range r.Blocks() {
			for f := range b.Ops() {
				for op := range ir.Walk(f) {
					l, ok := AsLaunchFunc(op)
					if !ok || op.Parent() != f {
						continue
					}
					if err := verifyLaunch(module, l); err != nil {
						return err
					}
				}
			}
		}
	}
	return nil
}

// verifyLaunch checks a launch against the kernel that it names.
func verifyLaunch(module *ir.Operation, o LaunchFunc) error {
	ref, ok := o.Kernel().(*ir.SymbolRefAttr)
	if !ok {
		return nil
	}
	container := ir.LookupSymbol(module, ref.Root)
	switch {
	case container == nil:
		return o.OpError("kernel container '%s' is undefined", ref.Root)
	case container.Is("gpu.binary"):
		return nil
	case !container.Is("gpu.module"):
		return o.OpError("kernel module '%s' is undefined", ref.Root)
	}
	kernel := container
	for _, n := range ref.Nested {
		if kernel != nil {
			kernel = ir.LookupSymbol(kernel, n)
		}
	}
	if kernel == nil || len(ref.Nested) == 0 {
		return o.OpError("kernel function '%s' is undefined", ref)
	}
	if !isFunction(kernel) {
		return o.OpError("referenced kernel '%s' is not a function", ref).WithNote(kernel.Loc().Pos(), "see the kernel definition here")
	}
	if kernel.Attr(KernelAttr) == nil {
		return o.OpError("kernel function is missing the '%s' attribute", KernelAttr)
	}
	f, ok := AsFunc(kernel)
	if !ok {
		return nil // compiled apart, its types are another dialect's
	}
	want, got := f.Signature().Inputs, o.KernelOperands()
	if len(want) != len(got) {
		return o.OpError("got %d kernel operands but expected %d", len(got), len(want))
	}
	for i, t := range want {
		if got[i].Type() != t {
			return o.OpError("type of function argument %d does not match", i)
		}
	}
	return nil
}

// isFunction reports whether an operation is a function of any dialect.
func isFunction(op *ir.Operation) bool {
	return op.Prop("function_type") != nil && op.NumRegions() == 1
}

// The operations of AllReduceOperationEnum that floats have, and those that
// integers have; the others work on both.
var (
	floatReductions = map[string]bool{"minnumf": true, "maxnumf": true, "minimumf": true, "maximumf": true}
	intReductions   = map[string]bool{"minui": true, "minsi": true, "maxui": true, "maxsi": true, "and": true, "or": true, "xor": true}
)

// verifyReduction checks that values of a type can be combined so.
func verifyReduction(op *ir.Operation, a ir.Attr, elem, t ir.Type) error {
	v, _ := AllReduceOperationEnum.Of(a)
	kw, _ := AllReduceOperationEnum.Keyword(v)
	_, isInt := elem.(*ir.IntegerType)
	if floatReductions[kw] && !ir.IsFloat(elem) || intReductions[kw] && !isInt {
		return diag.Errorf(op.Loc().Pos(), "`%s` reduction operation is not compatible with type '%s'", kw, t)
	}
	return nil
}

// VerifyRegions checks the operation, or the body that combines two values.
func (o AllReduce) VerifyRegions() error {
	pos, body, t := o.Op().Loc().Pos(), o.Body(), o.Value().Type()
	if body.IsEmpty() != (o.OpVal() != nil) {
		return diag.Errorf(pos, "expected either an op attribute or a non-empty body")
	}
	if body.IsEmpty() {
		return verifyReduction(o.Op(), o.OpVal(), t, t)
	}
	if body.Entry().NumArgs() != 2 {
		return diag.Errorf(pos, "expected two region arguments")
	}
	for _, a := range body.Entry().Args() {
		if a.Type() != t {
			return diag.Errorf(pos, "incorrect region argument type")
		}
	}
	yields := 0
	for b := range body.Blocks() {
		y := b.Last()
		if y == nil || !y.Is("gpu.yield") {
			continue
		}
		if y.NumOperands() != 1 {
			return diag.Errorf(pos, "expected one gpu.yield operand")
		}
		if y.Operand(0).Type() != t {
			return diag.Errorf(pos, "incorrect gpu.yield type")
		}
		yields++
	}
	if yields == 0 {
		return diag.Errorf(pos, "expected gpu.yield op in region")
	}
	return nil
}

func isPowerOf2(n int64) bool { return n > 0 && n&(n-1) == 0 }

// Verify checks the operation and the clusters of lanes.
func (o SubgroupReduce) Verify() error {
	t := o.Value().Type()
	if err := verifyReduction(o.Op(), o.OpVal(), ir.ElemOrSelf(t), t); err != nil {
		return err
	}
	size, clustered := ir.IntValue(o.ClusterSize())
	if clustered && !isPowerOf2(size) {
		return o.OpError("cluster size %d is not a power of two", size)
	}
	stride, _ := ir.IntValue(o.ClusterStride())
	if stride != 1 && !clustered {
		return o.OpError("cluster stride can only be specified if cluster size is specified")
	}
	if !isPowerOf2(stride) {
		return o.OpError("cluster stride %d is not a power of two", stride)
	}
	return nil
}

// Verify checks the offset against the width.
func (o Rotate) Verify() error {
	offset, _ := ir.IntValue(o.Offset())
	if width, _ := ir.IntValue(o.Width()); offset >= width {
		return o.OpError("offset must be in the range [0, %d)", width)
	}
	return nil
}

// Verify checks that a lane is given where one is needed.
func (o SubgroupBroadcast) Verify() error {
	v, _ := BroadcastTypeEnum.Of(o.BroadcastType())
	specific := v == 1
	switch {
	case !specific && o.Lane() != nil:
		return o.OpError("lane can only be specified for `specific_lane` broadcast")
	case specific && o.Lane() == nil:
		return o.OpError("lane must be specified for `specific_lane` broadcast")
	}
	return nil
}

// Verify checks the memory space and the shape.
func (o DynamicSharedMemory) Verify() error {
	if ir.NearestSymbolTable(o.Op()) == nil {
		return o.OpError("must be inside an op with symbol table")
	}
	t := o.Result(0).Type().(*ir.MemRefType)
	if t.MemSpace != SpaceAttr(o.Context(), WorkgroupSpace) {
		return o.OpError("address space must be address_space<workgroup>")
	}
	if ir.HasStaticShape(t) {
		return o.OpError("result memref type must be memref<?xi8, #gpu.address_space<workgroup>>")
	}
	return nil
}

// Verify checks the two types.
func (o Memcpy) Verify() error {
	src, dst := o.Src().Type().(*ir.MemRefType), o.Dst().Type().(*ir.MemRefType)
	if src.Elem != dst.Elem {
		return o.OpError("arguments have incompatible element type")
	}
	ok := len(src.Shape) == len(dst.Shape)
	for i := 0; ok && i < len(src.Shape); i++ {
		s, d := src.Shape[i], dst.Shape[i]
		ok = s == d || s == ir.Dynamic || d == ir.Dynamic
	}
	if !ok {
		return o.OpError("arguments have incompatible shape")
	}
	return nil
}

// Verify checks the element type.
func (o Memset) Verify() error {
	if o.Dst().Type().(*ir.MemRefType).Elem != ir.ElemOrSelf(o.Value().Type()) {
		return o.OpError("failed to verify that all of {dst, value} have same element type")
	}
	return nil
}

// Verify checks the numbers of sizes and symbols.
func (o Alloc) Verify() error {
	t := o.Memref().Type().(*ir.MemRefType)
	dynamic := 0
	for _, d := range t.Shape {
		if d == ir.Dynamic {
			dynamic++
		}
	}
	if len(o.DynamicSizes()) != dynamic {
		return o.OpError("incorrect number of dynamic sizes, has %d, expected %d", len(o.DynamicSizes()), dynamic)
	}
	if m, ok := t.Layout.(*ir.AffineMapAttr); ok && m.Map.NumSymbols() != len(o.SymbolOperands()) || !ok && t.Layout == nil && len(o.SymbolOperands()) > 0 {
		return o.OpError("symbol operand count does not equal memref symbol count")
	}
	return nil
}

// Verify checks that cluster sizes stand together.
func (o Launch) Verify() error {
	if !o.HasClusters() && (o.ClusterSizeX() != nil || o.ClusterSizeY() != nil || o.ClusterSizeZ() != nil) {
		return o.OpError("cluster size must be all present")
	}
	return nil
}

// VerifyRegions checks the arguments of the body and how it ends.
func (o Launch) VerifyRegions() error {
	op, body := o.Op(), o.Body()
	if !body.IsEmpty() && body.Entry().NumArgs() < o.numConfig()+numWorkgroup(op) {
		return op.OpError("unexpected number of region arguments")
	}
	if err := verifyMemory(op, o.Workgroup(), WorkgroupSpace, "workgroup"); err != nil {
		return err
	}
	if err := verifyMemory(op, o.Private(), PrivateSpace, "private"); err != nil {
		return err
	}
	for b := range body.Blocks() {
		last := b.Last()
		if last == nil || last.NumSuccessors() > 0 || last.Is("gpu.terminator") {
			continue
		}
		return diag.Errorf(last.Loc().Pos(), "expected 'gpu.terminator' or a terminator with successors").WithNote(op.Loc().Pos(), "in 'gpu.launch' body region")
	}
	return nil
}

// Verify checks operands and results against the body.
func (o WarpExecuteOnLane0) Verify() error {
	if o.WarpRegion().IsEmpty() {
		return nil
	}
	b := o.WarpRegion().Entry()
	if b.NumArgs() != len(o.Args()) {
		return o.OpError("expected same number op arguments and block arguments.")
	}
	y := b.Last()
	if y == nil || !y.Is("gpu.yield") {
		return o.OpError("expects body to be terminated with 'gpu.yield'")
	}
	if y.NumOperands() != o.Op().NumResults() {
		return o.OpError("expected same number of yield operands and return values.")
	}
	return nil
}
