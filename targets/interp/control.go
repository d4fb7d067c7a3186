package interp

import (
	"errors"
	"fmt"
	"math"

	"github.com/tile-opt/tile-opt/ir"
	"github.com/tile-opt/tile-opt/ir/analysis"
)

// controlHandlers run func, scf and cf.
var controlHandlers = map[string]handler{
	"func.return":        endRegion,
	"scf.yield":          endRegion,
	"scf.condition":      endRegion,
	"scf.for":            compileFor,
	"scf.if":             compileIf,
	"scf.while":          compileWhile,
	"scf.execute_region": compileExecuteRegion,
	"scf.index_switch":   compileIndexSwitch,
	"cf.br":              compileBranch,
	"cf.cond_br":         compileCondBranch,
	"cf.switch":          compileSwitch,
	"cf.assert":          compileAssert,
}

// endRegion is for terminators that hand their operands to the parent.
func endRegion(*compiler, *step) error { return nil }

func compileCall(_ *compiler, s *step) error {
	s.run = func(f *frame, s *step) error {
		ref, ok := s.op.Prop("callee").(*ir.SymbolRefAttr)
		if !ok {
			return errors.New("expects the name of a function")
		}
		callee := ir.ResolveSymbol(s.op, ref)
		if callee == nil || !callee.Is("func.func") {
			return fmt.Errorf("calls '@%s', which is no function here", ref.Root)
		}
		out, err := f.m.call(callee, f.values(s.in))
		if err != nil {
			return err
		}
		f.setAll(s.out, out)
		return nil
	}
	return nil
}

// function returns the compiled form of a func.func.
func (m *machine) function(op *ir.Operation) (*function, error) {
	if fn := m.funcs[op]; fn != nil {
		return fn, nil
	}
	fn, err := compile(op, m.opts.Mode)
	if err != nil {
		return nil, err
	}
	m.funcs[op] = fn
	return fn, nil
}

func (m *machine) call(op *ir.Operation, args []Value) ([]Value, error) {
	fn, err := m.function(op)
	if err != nil {
		return nil, err
	}
	if m.depth >= m.opts.MaxDepth {
		return nil, fmt.Errorf("exceeds the bound on nested calls, %d", m.opts.MaxDepth)
	}
	if want := len(fn.body.blocks[0].args); want != len(args) {
		return nil, fmt.Errorf("calls a function of %d arguments with %d", want, len(args))
	}
	m.depth++
	defer func() { m.depth-- }()
	f := m.newFrame(fn)
	defer f.release()
	_, vals, err := f.runRegion(fn.body, args)
	return vals, err
}

// compileFor runs scf.for.
func compileFor(_ *compiler, s *step) error {
	if len(s.in) < 3 || len(s.regions) != 1 {
		return errors.New("expects bounds, a step and a body")
	}
	w, ok := width(s.op.Operand(0).Type())
	if !ok {
		return fmt.Errorf("is not supported by the interpreter for bounds of type %s", s.op.Operand(0).Type())
	}
	// Unsigned numbers are compared as signed ones from which half the range
	// is taken away.
	bias, limit := int64(0), int64(math.MaxInt64)>>(64-w)
	if s.op.Prop("unsignedCmp") != nil {
		bias = math.MinInt64 >> (64 - w)
	}
	s.run = func(f *frame, s *step) error {
		i, ub, by := f.int(s.in[0]), f.int(s.in[1]), f.int(s.in[2])
		if by <= 0 {
			return fmt.Errorf("expects a positive step, found %d", by)
		}
		vals := f.values(s.in[3:])
		for i, ub = i^bias, ub^bias; i < ub; {
			args := append([]Value{{Scalar: IntScalar(i ^ bias)}}, vals...)
			_, out, err := f.runRegion(s.regions[0], args)
			if err != nil {
				return err
			}
			vals = out
			if i > limit-by {
				break
			}
			i += by
			if err := f.m.work(1); err != nil {
				return err
			}
		}
		f.setAll(s.out, vals)
		return nil
	}
	return nil
}

func compileIf(_ *compiler, s *step) error {
	s.run = func(f *frame, s *step) error {
		if f.slots[s.in[0]].Scalar.Bool() {
			return f.runInto(s, s.regions[0])
		}
		if len(s.regions) < 2 {
			return nil
		}
		return f.runInto(s, s.regions[1])
	}
	return nil
}

// runInto runs a region without arguments whose results are the step's. A
// missing else region is empty and gives none.
func (f *frame) runInto(s *step, r *region) error {
	if len(r.blocks) == 0 {
		return nil
	}
	_, vals, err := f.runRegion(r, nil)
	if err != nil {
		return err
	}
	f.setAll(s.out, vals)
	return nil
}

func compileExecuteRegion(_ *compiler, s *step) error {
	s.run = func(f *frame, s *step) error { return f.runInto(s, s.regions[0]) }
	return nil
}

func compileIndexSwitch(_ *compiler, s *step) error {
	cases, ok := s.op.Prop("cases").(*ir.DenseArrayAttr)
	if !ok {
		return errors.New("expects its cases")
	}
	labels := cases.Ints()
	s.run = func(f *frame, s *step) error {
		v := f.int(s.in[0])
		for i, l := range labels {
			if l == v {
				return f.runInto(s, s.regions[i+1])
			}
		}
		return f.runInto(s, s.regions[0])
	}
	return nil
}

// compileWhile runs scf.while: before decides, after is the body.
func compileWhile(_ *compiler, s *step) error {
	s.run = func(f *frame, s *step) error {
		vals := f.values(s.in)
		for {
			term, out, err := f.runRegion(s.regions[0], vals)
			if err != nil {
				return err
			}
			if len(out) == 0 || !term.op.Is("scf.condition") {
				return errors.New("expects a region that ends with scf.condition")
			}
			if !out[0].Scalar.Bool() {
				f.setAll(s.out, out[1:])
				return nil
			}
			if _, vals, err = f.runRegion(s.regions[1], out[1:]); err != nil {
				return err
			}
			if err := f.m.work(1); err != nil {
				return err
			}
		}
	}
	return nil
}

// branchTo lets the block that s ends go on with a successor that choose
// gives, handing it the operands that the branch says.
func branchTo(c *compiler, s *step, choose func(f *frame, s *step) int) error {
	b, ok := ir.As[analysis.Branch](s.op)
	if !ok {
		return errors.New("expects a branch with known operands of its successors")
	}
	type bounds struct{ lo, hi int }
	ranges := make([]bounds, s.op.NumSuccessors())
	for i := range ranges {
		ranges[i].lo, ranges[i].hi = b.SuccessorOperands(i)
	}
	c.block.next = func(f *frame, s *step) (int, []Value, error) {
		i := choose(f, s)
		return i, f.values(s.in[ranges[i].lo:ranges[i].hi]), nil
	}
	return nil
}

func compileBranch(c *compiler, s *step) error {
	return branchTo(c, s, func(*frame, *step) int { return 0 })
}

func compileCondBranch(c *compiler, s *step) error {
	return branchTo(c, s, func(f *frame, s *step) int {
		if f.slots[s.in[0]].Scalar.Bool() {
			return 0
		}
		return 1
	})
}

func compileSwitch(c *compiler, s *step) error {
	var labels []Scalar
	if d, ok := s.op.Prop("case_values").(*ir.DenseAttr); ok {
		for i := range s.op.NumSuccessors() - 1 {
			v, err := constant(d.Elem(i))
			if err != nil {
				return err
			}
			labels = append(labels, v)
		}
	}
	return branchTo(c, s, func(f *frame, s *step) int {
		for i, l := range labels {
			if f.slots[s.in[0]].Scalar == l {
				return i + 1
			}
		}
		return 0
	})
}

func compileAssert(_ *compiler, s *step) error {
	s.run = func(f *frame, s *step) error {
		if f.slots[s.in[0]].Scalar.Bool() {
			return nil
		}
		msg, _ := ir.StringValue(s.op.Prop("msg"))
		return fmt.Errorf("fails: %s", msg)
	}
	return nil
}
