package nvptx

import (
	"github.com/tile-opt/tile-opt/dialects/llvm"
	"github.com/tile-opt/tile-opt/ir"
	"github.com/tile-opt/tile-opt/targets/nvptx/internal/llx"
)

// wideStruct is the number of fields from which on a struct is kept as its
// fields. The accumulators of a product, up to 128 of them, go through loops as
// one struct; llc makes a copy of all its registers for each field that is taken
// out of a struct from another block, which is quadratic.
const wideStruct = 16

// wide returns the type of a struct of many scalars, nil for other types.
func wide(t ir.Type) *llvm.StructType {
	s, ok := t.(*llvm.StructType)
	if !ok || len(s.Fields) < wideStruct {
		return nil
	}
	for _, f := range s.Fields {
		switch f.(type) {
		case *llvm.StructType, *llvm.ArrayType:
			return nil
		}
	}
	return s
}

// split notes the fields of a wide struct that was just computed, so that none
// is taken out of it in another block.
func (f *function) split(v *ir.Value, s llx.Value) {
	f.vals[v] = s
	if t := wide(v.Type()); t != nil {
		fields := make([]llx.Value, len(t.Fields))
		for i := range fields {
			fields[i] = f.b.ExtractValue(s, i)
		}
		f.parts[v] = fields
	}
}

// fields returns the fields of a wide struct.
func (f *function) fields(v *ir.Value, t *llvm.StructType) ([]llx.Value, error) {
	if p := f.parts[v]; p != nil {
		return p, nil
	}
	out := make([]llx.Value, len(t.Fields))
	fill := filling(v.Def())
	for i, ft := range t.Fields {
		if fill == nil {
			out[i] = f.b.ExtractValue(f.val(v), i)
			continue
		}
		lt, err := f.m.typ(ft)
		if err != nil {
			return nil, err
		}
		out[i] = fill(lt)
	}
	return out, nil
}

// filling returns what makes the fields of a constant that has one value for all.
func filling(def *ir.Operation) func(llx.Type) *llx.Const {
	switch {
	case def == nil:
	case def.Is(llvm.ZeroDef.Name):
		return llx.Zero
	case def.Is(llvm.UndefDef.Name):
		return llx.Undef
	case def.Is(llvm.PoisonDef.Name):
		return llx.Poison
	}
	return nil
}

// whole puts a struct together that is kept as its fields.
func (f *function) whole(v *ir.Value) llx.Value {
	t, err := f.m.typ(v.Type())
	if err != nil {
		return nil
	}
	var s llx.Value = llx.Poison(t)
	for i, p := range f.parts[v] {
		s = f.b.InsertValue(s, p, i)
	}
	return s
}
