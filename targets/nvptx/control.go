package nvptx

import (
	"fmt"
	"slices"

	"github.com/tile-opt/tile-opt/dialects/llvm"
	"github.com/tile-opt/tile-opt/ir"
	"github.com/tile-opt/tile-opt/targets/nvptx/internal/llx"
)

// controlOps are the terminators.
var controlOps = map[string]translation{
	"llvm.br":          br,
	"llvm.cond_br":     condBr,
	"llvm.switch":      switchOp,
	"llvm.return":      returnOp,
	"llvm.unreachable": func(f *function, _ *ir.Operation) error { f.b.Unreachable(); return nil },
}

// edge hands the arguments of a branch to the phis of its target and returns
// the block to branch to. A terminator that reaches one block by two edges
// with arguments goes through a block of its own for the later ones, since a
// phi knows its edges only by their blocks; used collects the targets.
func (f *function) edge(to *ir.Block, args []*ir.Value, used *[]*ir.Block) *llx.Block {
	target, from := f.blocks[to], f.b
	if len(args) > 0 && slices.Contains(*used, to) {
		from = f.f.Block("edge")
		from.Br(target, nil)
		target = from
	}
	*used = append(*used, to)
	phis := f.phis[to]
	for _, a := range args {
		values := []llx.Value{nil}
		if t := wide(a.Type()); t != nil {
			// The type was translated with the block's arguments.
			values, _ = f.fields(a, t)
		} else {
			values[0] = f.val(a)
		}
		for i, v := range values {
			phis[i].Add(v, from)
		}
		phis = phis[len(values):]
	}
	return target
}

func br(f *function, op *ir.Operation) error {
	o, _ := llvm.AsBr(op)
	loop, err := f.loop(op, o.LoopAnnotation())
	if err != nil {
		return err
	}
	var used []*ir.Block
	f.b.Br(f.edge(o.Dest(), o.DestOperands(), &used), loop)
	return nil
}

func condBr(f *function, op *ir.Operation) error {
	o, _ := llvm.AsCondBr(op)
	loop, err := f.loop(op, o.LoopAnnotation())
	if err != nil {
		return err
	}
	var used []*ir.Block
	yes := f.edge(o.TrueDest(), o.TrueDestOperands(), &used)
	no := f.edge(o.FalseDest(), o.FalseDestOperands(), &used)
	f.b.CondBr(f.val(o.Condition()), yes, no, loop)
	return nil
}

func switchOp(f *function, op *ir.Operation) error {
	o, _ := llvm.AsSwitch(op)
	var used []*ir.Block
	otherwise := f.edge(op.Successor(0), o.DefaultOperands(), &used)
	values, _ := o.CaseValues().(*ir.DenseAttr)
	operands := llvm.SwitchCaseOperands(o)
	cases := make([]llx.Case, 0, len(operands))
	for i, args := range operands {
		c, err := f.m.constant(values.Elem(i), o.Value().Type())
		if err != nil {
			return op.OpError("%s", err)
		}
		cases = append(cases, llx.Case{Value: c, To: f.edge(op.Successor(i+1), args, &used)})
	}
	f.b.Switch(f.val(o.Value()), otherwise, cases...)
	return nil
}

func returnOp(f *function, op *ir.Operation) error {
	if op.NumOperands() == 0 {
		f.b.Ret(nil)
	} else {
		f.b.Ret(f.operand(op, 0))
	}
	return nil
}

// loop translates a loop annotation to the !llvm.loop node of the branch.
func (f *function) loop(op *ir.Operation, a ir.Attr) (*llx.MD, error) {
	s, ok := a.(*llvm.StructAttr)
	if !ok {
		return nil, nil
	}
	var props []*llx.MD
	ll := f.m.ll
	for i, field := range s.Def.Fields {
		v := s.Values[i]
		if v == nil {
			continue
		}
		switch {
		case field.Name == "disableNonforced" && isSet(v):
			props = append(props, ll.Node("llvm.loop.disable_nonforced"))
		case field.Name == "mustProgress" && isSet(v):
			props = append(props, ll.Node("llvm.loop.mustprogress"))
		case field.Kind == llvm.NestedField:
			more, err := f.loopHints(v.(*llvm.StructAttr))
			if err != nil {
				return nil, op.OpError("%s", err)
			}
			props = append(props, more...)
		}
	}
	return ll.Loop(props...), nil
}

// loopHint says how one field of a hint is written in LLVM IR.
type loopHint struct {
	mnemonic, field string
	// yes and no are the nodes for true and false; an integer follows yes.
	yes, no string
}

// loopHints of LLVM LangRef, "llvm.loop". Vectorisation and distribution do
// nothing for a kernel; they are left out.
var loopHintTable = []loopHint{
	{"loop_unroll", "disable", "llvm.loop.unroll.disable", "llvm.loop.unroll.enable"},
	{"loop_unroll", "count", "llvm.loop.unroll.count", ""},
	{"loop_unroll", "runtimeDisable", "llvm.loop.unroll.runtime.disable", ""},
	{"loop_unroll", "full", "llvm.loop.unroll.full", ""},
	{"loop_unroll_and_jam", "disable", "llvm.loop.unroll_and_jam.disable", "llvm.loop.unroll_and_jam.enable"},
	{"loop_unroll_and_jam", "count", "llvm.loop.unroll_and_jam.count", ""},
	{"loop_licm", "disable", "llvm.licm.disable", ""},
	{"loop_licm", "versioningDisable", "llvm.loop.licm_versioning.disable", ""},
	{"loop_pipeline", "disable", "llvm.loop.pipeline.disable", ""},
	{"loop_pipeline", "initiationinterval", "llvm.loop.pipeline.initiationinterval", ""},
	{"loop_peeled", "count", "llvm.loop.peeled.count", ""},
	{"loop_unswitch", "partialDisable", "llvm.loop.unswitch.partial.disable", ""},
}

func (f *function) loopHints(s *llvm.StructAttr) ([]*llx.MD, error) {
	var out []*llx.MD
	for i, field := range s.Def.Fields {
		v := s.Values[i]
		if v == nil {
			continue
		}
		n := slices.IndexFunc(loopHintTable, func(h loopHint) bool { return h.mnemonic == s.Def.Mnemonic && h.field == field.Name })
		if n < 0 {
			return nil, fmt.Errorf("loop annotation '%s' of '%s' has no translation", field.Name, s.Def.Mnemonic)
		}
		h := loopHintTable[n]
		if set, ok := ir.BoolValue(v); ok {
			switch {
			case set:
				out = append(out, f.m.ll.Node(h.yes))
			case h.no != "":
				out = append(out, f.m.ll.Node(h.no))
			}
			continue
		}
		c, ok := ir.IntValue(v)
		if !ok {
			return nil, fmt.Errorf("loop annotation '%s' of '%s' must be an integer, found %s", field.Name, s.Def.Mnemonic, v)
		}
		out = append(out, f.m.ll.Node(h.yes, i32(c)))
	}
	return out, nil
}
