package tollvm

import (
	"github.com/tile-opt/tile-opt/dialects/llvm"
	"github.com/tile-opt/tile-opt/ir"
	"github.com/tile-opt/tile-opt/transforms/convert"
)

// retype gives the blocks that a branch leads to the arguments that its
// operands now have. Each block is converted once: its types are right the
// next time.
func retype(op *ir.Operation, r *convert.Rewriter, types *convert.TypeConverter) error {
	for _, b := range op.Successors() {
		if b.IsEntry() {
			continue
		}
		legal := true
		for _, a := range b.Args() {
			legal = legal && types.IsLegal(a.Type())
		}
		if !legal && !r.ConvertBlock(b, types) {
			return r.NoMatch("an argument of a block has a type that LLVM has not")
		}
	}
	return nil
}

// loopAnnotation is the attribute that becomes a property of the branch.
const loopAnnotation = "llvm.loop_annotation"

// carry copies the discardable attributes of a branch.
func carry(from, to *ir.Operation) {
	for _, a := range from.Attrs() {
		if a.Name == loopAnnotation {
			to.SetProp("loop_annotation", a.Attr)
			continue
		}
		to.SetAttr(a.Name, a.Attr)
	}
}

// CFPatterns convert the branches of cf and the arguments of the blocks that
// they lead to.
func CFPatterns(types *convert.TypeConverter) []convert.Pattern {
	return []convert.Pattern{branch(types), condBranch(types), switchPattern(types)}
}

func branch(types *convert.TypeConverter) convert.Pattern {
	return convert.Pattern{Name: "br-to-llvm", Root: "cf.br", Converter: types,
		Rewrite: func(op *ir.Operation, in convert.Operands, r *convert.Rewriter) error {
			if err := retype(op, r, types); err != nil {
				return err
			}
			n := llvm.NewBr(r.Builder, in.Flat(), op.Successor(0), llvm.BrProps{})
			carry(op, n.Op())
			r.Replace(op)
			return nil
		}}
}

func condBranch(types *convert.TypeConverter) convert.Pattern {
	return convert.Pattern{Name: "cond-br-to-llvm", Root: "cf.cond_br", Converter: types,
		Rewrite: func(op *ir.Operation, in convert.Operands, r *convert.Rewriter) error {
			if err := retype(op, r, types); err != nil {
				return err
			}
			_, mid := op.OperandRange(1)
			n := llvm.NewCondBr(r.Builder, in.One(0), in.Range(1, mid), in.Range(mid, in.Len()), op.Successor(0), op.Successor(1),
				llvm.CondBrProps{BranchWeights: op.Prop("branch_weights")})
			carry(op, n.Op())
			r.Replace(op)
			return nil
		}}
}

func switchPattern(types *convert.TypeConverter) convert.Pattern {
	return convert.Pattern{Name: "switch-to-llvm", Root: "cf.switch", Converter: types,
		Rewrite: func(op *ir.Operation, in convert.Operands, r *convert.Rewriter) error {
			if err := retype(op, r, types); err != nil {
				return err
			}
			info := op.Context().OpInfo(llvm.SwitchDef.Name)
			st := ir.OpState{Info: info, Loc: op.Loc(), Operands: in.Flat(), Types: []ir.Type{}, Successors: op.Successors(), Props: make([]ir.Attr, len(info.Def.Props))}
			for _, name := range []string{"case_values", "case_operand_segments", "operandSegmentSizes"} {
				st.Props[info.PropIndex(name)] = op.Prop(name)
			}
			carry(op, r.Create(st))
			r.Replace(op)
			return nil
		}}
}
