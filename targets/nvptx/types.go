package nvptx

import (
	"fmt"

	"github.com/tile-opt/tile-opt/dialects/llvm"
	"github.com/tile-opt/tile-opt/ir"
	"github.com/tile-opt/tile-opt/ir/numeric"
	"github.com/tile-opt/tile-opt/targets/nvptx/internal/llx"
)

// typ returns the LLVM type of t; the error has no position.
func (m *module) typ(t ir.Type) (llx.Type, error) {
	if l, ok := m.types[t]; ok {
		return l, nil
	}
	l, err := m.convertType(t)
	if err != nil {
		return nil, err
	}
	m.types[t] = l
	return l, nil
}

func (m *module) convertType(t ir.Type) (llx.Type, error) {
	switch t := t.(type) {
	case *ir.IntegerType:
		if t.Sign == ir.Signless && t.Width > 0 {
			return llx.Int(int(t.Width)), nil
		}
	case *ir.FloatType:
		switch t.Format {
		case numeric.F16:
			return llx.F16, nil
		case numeric.BF16:
			return llx.BF16, nil
		case numeric.F32:
			return llx.F32, nil
		case numeric.F64:
			return llx.F64, nil
		}
	case *ir.VectorType:
		if len(t.Shape) == 1 && len(t.Scalable) == 0 {
			elem, err := m.typ(t.Elem)
			if err != nil {
				return nil, err
			}
			return llx.Vec(int(t.Shape[0]), elem), nil
		}
	case *llvm.PtrType:
		return llx.Ptr(int(t.Space)), nil
	case *llvm.ArrayType:
		elem, err := m.typ(t.Elem)
		if err != nil {
			return nil, err
		}
		return llx.Array(int(t.N), elem), nil
	case *llvm.StructType:
		return m.structType(t)
	case *llvm.SimpleType:
		if t.Mnemonic == "void" {
			return llx.Void, nil
		}
	}
	return nil, fmt.Errorf("type %s has no translation to LLVM IR for NVPTX", t)
}

func (m *module) structType(t *llvm.StructType) (llx.Type, error) {
	if t.Opaque {
		return nil, fmt.Errorf("opaque type %s has no translation to LLVM IR", t)
	}
	fields, err := m.typeList(t.Fields)
	if err != nil {
		return nil, err
	}
	if t.Name != "" {
		return m.ll.NamedStruct(t.Name, t.Packed, fields...), nil
	}
	return m.ll.Struct(t.Packed, fields...), nil
}

func (m *module) typeList(ts []ir.Type) ([]llx.Type, error) {
	out := make([]llx.Type, len(ts))
	for i, t := range ts {
		var err error
		if out[i], err = m.typ(t); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// resultType returns the LLVM type of the one result of op, void when it has
// none.
func (f *function) resultType(op *ir.Operation) (llx.Type, error) {
	if op.NumResults() == 0 {
		return llx.Void, nil
	}
	t, err := f.m.typ(op.Result(0).Type())
	if err != nil {
		return nil, op.OpError("%s", err)
	}
	return t, nil
}
