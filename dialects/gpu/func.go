package gpu

import "github.com/tile-opt/tile-opt/ir"

// Signature returns the function's type, without the memory of blocks and
// threads.
func (o Func) Signature() *ir.FunctionType {
	return o.FunctionType().(*ir.TypeAttr).Value.(*ir.FunctionType)
}

// IsKernel reports whether the host launches the function.
func (o Func) IsKernel() bool { return o.Op().Attr(KernelAttr) != nil }

// numWorkgroup is how many arguments of the body are memory of the block.
func numWorkgroup(op *ir.Operation) int {
	n, _ := ir.IntValue(op.Attr(workgroupAttr))
	return int(n)
}

// slice is part of the arguments of a body; an invalid body may have fewer.
func slice(body *ir.Region, lo, hi int) []*ir.Value {
	if body.IsEmpty() {
		return nil
	}
	args := body.Entry().Args()
	hi = min(max(hi, 0), len(args))
	lo = min(max(lo, 0), hi)
	return args[lo:hi]
}

// anyNumber is more arguments than a body has.
const anyNumber = 1 << 30

// Workgroup returns the arguments of the body that are memory of the block.
func (o Func) Workgroup() []*ir.Value {
	n := len(o.Signature().Inputs)
	return slice(o.Body(), n, n+numWorkgroup(o.Op()))
}

// Private returns the arguments of the body that are memory of the thread.
func (o Func) Private() []*ir.Value {
	return slice(o.Body(), len(o.Signature().Inputs)+numWorkgroup(o.Op()), anyNumber)
}

// HasClusters reports whether the launch says how blocks form clusters.
func (o Launch) HasClusters() bool {
	return o.ClusterSizeX() != nil && o.ClusterSizeY() != nil && o.ClusterSizeZ() != nil
}

// numConfig is the number of arguments of the body that are coordinates and
// extents.
func (o Launch) numConfig() int {
	if o.HasClusters() {
		return clusterDims.extent + dims
	}
	return clusterDims.coord
}

// Workgroup returns the arguments of the body that are memory of the block.
func (o Launch) Workgroup() []*ir.Value {
	n := o.numConfig()
	return slice(o.Body(), n, n+numWorkgroup(o.Op()))
}

// Private returns the arguments of the body that are memory of the thread.
func (o Launch) Private() []*ir.Value {
	return slice(o.Body(), o.numConfig()+numWorkgroup(o.Op()), anyNumber)
}
