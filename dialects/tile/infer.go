package tile

import (
	"errors"
	"fmt"

	"github.com/tile-opt/tile-opt/ir"
)

// errOperands is returned by type inference over operands that the verifier
// would refuse.
var errOperands = errors.New("result types cannot be inferred from these operands")

func sourceTile(st *ir.OpState) (*ir.TensorType, error) {
	if len(st.Operands) == 0 {
		return nil, errOperands
	}
	t, ok := st.Operands[0].Type().(*ir.TensorType)
	if !ok {
		return nil, errOperands
	}
	return t, nil
}

// propInt returns property i of a state as an integer in [0, limit).
func propInt(st *ir.OpState, i, limit int) (int, error) {
	if i >= len(st.Props) {
		return 0, errOperands
	}
	v, ok := ir.IntValue(st.Props[i])
	if !ok || v < 0 || v >= int64(limit) {
		return 0, fmt.Errorf("expected a dimension of 0 to %d", limit-1)
	}
	return int(v), nil
}

// InferTypes gives one index for each extent.
func (ProgramID) InferTypes(c *ir.Context, st *ir.OpState) ([]ir.Type, error) {
	out := make([]ir.Type, len(st.Operands))
	for i := range out {
		out[i] = c.Index()
	}
	return out, nil
}

// InferTypes permutes the shape of the source; the result has no encoding.
func (Transpose) InferTypes(_ *ir.Context, st *ir.OpState) ([]ir.Type, error) {
	t, err := sourceTile(st)
	if err != nil {
		return nil, err
	}
	if len(st.Props) == 0 {
		return nil, errOperands
	}
	a, ok := st.Props[0].(*ir.DenseArrayAttr)
	if !ok || !checkPermutation(a.Ints(), len(t.Shape)) {
		return nil, errOperands
	}
	return []ir.Type{ir.TensorOf(permute(t.Shape, a.Ints()), t.Elem, nil)}, nil
}

// InferTypes adds a dimension of size 1; the result has no encoding.
func (ExpandDims) InferTypes(_ *ir.Context, st *ir.OpState) ([]ir.Type, error) {
	t, err := sourceTile(st)
	if err != nil {
		return nil, err
	}
	axis, err := propInt(st, 0, len(t.Shape)+1)
	if err != nil {
		return nil, err
	}
	return []ir.Type{ir.TensorOf(insertDim(t.Shape, axis, 1), t.Elem, nil)}, nil
}

// InferTypes drops the axis; the result has no encoding.
func (Reduce) InferTypes(_ *ir.Context, st *ir.OpState) ([]ir.Type, error) {
	t, err := sourceTile(st)
	if err != nil {
		return nil, err
	}
	axis, err := propInt(st, 0, len(t.Shape))
	if err != nil {
		return nil, err
	}
	return []ir.Type{ir.TensorOf(dropDim(t.Shape, axis), t.Elem, nil)}, nil
}
