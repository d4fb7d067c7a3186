// Package convertcftollvm is the pass convert-cf-to-llvm: branches between
// blocks become those of the llvm dialect, and the arguments of blocks get its
// types.
package convertcftollvm

import (
	"fmt"

	"github.com/tile-opt/tile-opt/dialects/llvm"
	"github.com/tile-opt/tile-opt/ir"
	"github.com/tile-opt/tile-opt/passes"
	"github.com/tile-opt/tile-opt/transforms/convert"
	"github.com/tile-opt/tile-opt/transforms/tollvm"
)

// Options are the options of the pass.
type Options struct {
	IndexBitwidth int64 `opt:"index-bitwidth" doc:"bits of an index; 0 stands for 64"`
}

// Validate checks the width.
func (o Options) Validate() error {
	switch o.IndexBitwidth {
	case 0, 32, 64:
		return nil
	}
	return fmt.Errorf("expected an index-bitwidth of 32 or 64, found %d", o.IndexBitwidth)
}

// Pass is convert-cf-to-llvm.
var Pass = &passes.Pass{
	Name:    "convert-cf-to-llvm",
	Class:   "ConvertControlFlowToLLVMPass",
	Summary: "lower branches between blocks to the llvm dialect",
	Doc: `Replaces cf.br, cf.cond_br and cf.switch by llvm.br, llvm.cond_br and llvm.switch, and gives
block arguments of type index an integer type. Discardable attributes stay; llvm.loop_annotation becomes the branch's
own property. cf.assert stays: it has no lowering here.`,
	Options:  Options{},
	Dialects: []*ir.Dialect{llvm.Dialect},
	Prepare: func(_ *ir.Context, o any) any {
		width := uint32(o.(Options).IndexBitwidth)
		if width == 0 {
			width = tollvm.DefaultIndexWidth
		}
		types := tollvm.Types(width)
		return convert.NewSet(branch(types), condBranch(types), switchPattern(types))
	},
	Run: run,
}

func run(r *passes.Run, root *ir.Operation) error {
	t := convert.NewTarget().Illegal("cf.br", "cf.cond_br", "cf.switch")
	return convert.ApplyPartial(r.Context(), root, t, passes.PreparedOf[*convert.Set](r), convert.Config{})
}

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
