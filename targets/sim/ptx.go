package sim

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/tile-opt/tile-opt/dialects/llvm"
	"github.com/tile-opt/tile-opt/ir"
)

// assembler compiles the instructions of an inline assembly.
type assembler struct {
	c *compiler
	// values are the cells of $0, $1, ..., outputs first, and widths their bits.
	values []slot
	widths []uint
	consts map[int]int64 // operands that are constants
	regs   map[string]slot
}

// asmHandler compiles one instruction.
type asmHandler func(a *assembler, in asmInst, mods []string) (func(x *exec) error, error)

// compileInlineAsm runs the PTX of an llvm.inline_asm.
func compileInlineAsm(c *compiler, in *instr) error {
	text, _ := ir.StringValue(in.op.Prop("asm_string"))
	constraints, _ := ir.StringValue(in.op.Prop("constraints"))
	t, err := parseAsm(text)
	if err != nil {
		return err
	}
	a := &assembler{c: c, regs: make(map[string]slot), consts: make(map[int]int64)}
	tied, err := a.bind(in.op, constraints)
	if err != nil {
		return err
	}
	for _, name := range t.regs {
		if a.regs[name], err = c.reserve(1); err != nil {
			return err
		}
	}
	steps := make([]func(x *exec) error, 0, len(t.insts))
	for _, inst := range t.insts {
		step, err := a.inst(inst)
		if err != nil {
			return err
		}
		steps = append(steps, step)
	}
	in.run = func(x *exec) error {
		x.copyAll(tied)
		for _, s := range steps {
			if err := s(x); err != nil {
				return err
			}
		}
		return nil
	}
	return nil
}

// bind places the operands as the constraints say and returns the copies from inputs to the outputs they are tied to.
func (a *assembler) bind(op *ir.Operation, constraints string) (*moves, error) {
	ins, outs, err := a.c.inOut(op)
	if err != nil {
		return nil, err
	}
	var fields []ir.Type
	if len(outs) == 1 {
		fields = []ir.Type{op.Result(0).Type()}
		if s, ok := fields[0].(*llvm.StructType); ok {
			fields = s.Fields
		}
		at := outs[0].at
		for _, f := range fields {
			n, err := cellsOf(f)
			if err != nil {
				return nil, err
			}
			a.add(slot{at, n}, f)
			at += n
		}
	}
	numOut := len(a.values)
	var dst, src []slot
	out, in := 0, 0
	for _, con := range strings.Split(constraints, ",") {
		switch {
		case con == "" || strings.HasPrefix(con, "~"):
			continue
		case con[0] == '=':
			out++
			continue
		case in >= len(ins):
			return nil, errors.New("expects an operand for each input constraint")
		}
		v := op.Operand(in)
		if n, ok := constantOf(v); ok {
			a.consts[len(a.values)] = n
		}
		a.add(ins[in], v.Type())
		if k, err := strconv.Atoi(con); err == nil {
			if k < 0 || k >= numOut {
				return nil, fmt.Errorf("ties an operand to output %d of %d", k, numOut)
			}
			dst, src = append(dst, a.values[k]), append(src, ins[in])
		}
		in++
	}
	if out != numOut || in != len(ins) {
		return nil, fmt.Errorf("expects constraints for %d results and %d operands, found %d and %d", numOut, len(ins), out, in)
	}
	m, err := newMoves(dst, src)
	return &m, err
}

func (a *assembler) add(s slot, t ir.Type) {
	w, _ := widthOf(ir.ElemOrSelf(t))
	a.values = append(a.values, s)
	a.widths = append(a.widths, w)
}

// constantOf returns the value of an integer constant.
func constantOf(v *ir.Value) (int64, bool) {
	if d := v.Def(); d != nil && (d.Is("llvm.mlir.constant") || d.Is("arith.constant")) {
		return ir.IntValue(d.Prop("value"))
	}
	return 0, false
}

// inst compiles an instruction with its guard.
func (a *assembler) inst(in asmInst) (func(x *exec) error, error) {
	parts := strings.Split(in.op, ".")
	h := asmHandlerFor(parts[0])
	if h == nil {
		return nil, fmt.Errorf("has the PTX instruction %q, which the simulator does not know", in.op)
	}
	step, err := h(a, in, parts[1:])
	if err != nil {
		return nil, fmt.Errorf("has the PTX instruction %q: %w", in.op, err)
	}
	if in.pred == "" {
		return step, nil
	}
	p, ok := a.regs[in.pred]
	if !ok {
		return nil, fmt.Errorf("has the guard %q, which is no register of the assembly", in.pred)
	}
	not := in.not
	return func(x *exec) error {
		saved := x.mask
		if x.mask = x.lanesWhere(&x.cells[p.at], func(v uint64) bool { return isTrue(v) != not }); x.mask != 0 {
			if err := step(x); err != nil {
				return err
			}
		}
		x.mask = saved
		return nil
	}, nil
}

// value returns the cells of an argument; a number gets cells of its own that set fills.
func (a *assembler) value(arg asmArg) (slot, func(x *exec), error) {
	none := func(*exec) {}
	switch arg.kind {
	case argOperand:
		if arg.n < len(a.values) {
			return a.values[arg.n], none, nil
		}
		return slot{}, none, fmt.Errorf("names operand $%d of %d", arg.n, len(a.values))
	case argRegister:
		if s, ok := a.regs[arg.name]; ok {
			return s, none, nil
		}
		return slot{}, none, fmt.Errorf("names %q, which is no register of the assembly", arg.name)
	case argNumber:
		s, err := a.c.reserve(1)
		return s, func(x *exec) { x.set(&x.cells[s.at], arg.bits) }, err
	}
	return slot{}, none, errors.New("has an operand that is not understood")
}

// valuesOf returns the cells of several arguments, and what fills those of numbers.
func (a *assembler) valuesOf(args []asmArg) ([]slot, func(x *exec), error) {
	out := make([]slot, len(args))
	fills := make([]func(x *exec), len(args))
	for i, arg := range args {
		var err error
		if out[i], fills[i], err = a.value(arg); err != nil {
			return nil, nil, err
		}
	}
	return out, func(x *exec) {
		for _, f := range fills {
			f(x)
		}
	}, nil
}

// immediate returns a number in the text, or an operand that is a constant.
func (a *assembler) immediate(arg asmArg) (int64, error) {
	if arg.kind == argOperand {
		if v, ok := a.consts[arg.n]; ok {
			return v, nil
		}
	}
	return arg.number()
}

// expectArgs checks the number of operands.
func expectArgs(in asmInst, n int) error {
	if len(in.args) != n {
		return fmt.Errorf("expects %d operands, found %d", n, len(in.args))
	}
	return nil
}

// has reports whether a modifier is among those of an instruction.
func has(mods []string, m string) bool {
	for _, x := range mods {
		if x == m {
			return true
		}
	}
	return false
}
