package async

import (
	"fmt"

	"github.com/tile-opt/tile-opt/ir"
)

// MMAShape is what a tasync.mma multiplies, and the wgmma instructions of one
// warp group that it stands for.
type MMAShape struct {
	M, N, K int64
	// RowBlocks is how many blocks of 64 rows a warp group has, ColBlocks how
	// many blocks of InstN columns there are, Steps the instructions in depth.
	RowBlocks, ColBlocks, Steps int64
	// InstN and InstK are the shape of one instruction, m64.
	InstN, InstK int64
	WarpGroups   int64
	// MNMajorA and MNMajorB say that the operand's depth is not its inner
	// dimension: A is [K, M], B is [K, N].
	MNMajorA, MNMajorB bool
	// HalfAcc says that the accumulator is f16: two elements a register.
	HalfAcc bool
}

// Shape returns what the operation multiplies, or an error saying why wgmma
// cannot do it.
func (o MMA) Shape() (MMAShape, error) {
	acc := o.Acc().Type().(*ir.TensorType)
	l, ok := acc.Encoding.(*MMALayout)
	if !ok {
		return MMAShape{}, fmt.Errorf("expected an accumulator of wgmma layout, found %s", acc.Encoding)
	}
	if len(acc.Shape) != 2 {
		return MMAShape{}, fmt.Errorf("expected a 2-D accumulator, found %s", acc)
	}
	a, err := shapeOf2D(o.A().Type(), "A")
	if err != nil {
		return MMAShape{}, err
	}
	b, err := shapeOf2D(o.B().Type(), "B")
	if err != nil {
		return MMAShape{}, err
	}
	s := MMAShape{M: acc.Shape[0], N: acc.Shape[1], InstN: int64(l.N), WarpGroups: int64(l.WarpGroups)}
	s.MNMajorA = o.TransposeA() != nil
	s.MNMajorB = o.TransposeB() == nil
	if s.MNMajorA {
		a[0], a[1] = a[1], a[0]
	}
	if !s.MNMajorB {
		b[0], b[1] = b[1], b[0]
	}
	s.K = a[1]
	if a[0] != s.M || b[1] != s.N || b[0] != s.K {
		return MMAShape{}, fmt.Errorf("expected A %dxK and B Kx%d for the %dx%d accumulator, found %dx%d and %dx%d", s.M, s.N, s.M, s.N, a[0], a[1], b[0], b[1])
	}
	if err := checkMMATypes(elemOf(o.A().Type()), elemOf(o.B().Type()), acc.Elem); err != nil {
		return MMAShape{}, err
	}
	s.HalfAcc = acc.Elem == ir.Type(acc.Context().F16())
	s.InstK = MMADepthBytes / elemBytes(elemOf(o.A().Type()))
	return s, s.split()
}

func shapeOf2D(t ir.Type, name string) ([]int64, error) {
	var shape []int64
	switch t := t.(type) {
	case *BufferType:
		shape = t.Shape
	case *ir.TensorType:
		shape = t.Shape
	}
	if len(shape) != 2 {
		return nil, fmt.Errorf("expected a 2-D operand %s, found %s", name, t)
	}
	return append([]int64(nil), shape...), nil
}

// split divides the product into instructions.
func (s *MMAShape) split() error {
	if s.M%(64*s.WarpGroups) != 0 {
		return fmt.Errorf("wgmma needs rows in multiples of 64 for each of %d warp groups, found M = %d", s.WarpGroups, s.M)
	}
	if err := checkMMAN(s.InstN); err != nil {
		return fmt.Errorf("wgmma: %w", err)
	}
	if s.N%s.InstN != 0 {
		return fmt.Errorf("wgmma needs columns in multiples of the instruction's n = %d, found N = %d", s.InstN, s.N)
	}
	if s.K%s.InstK != 0 {
		return fmt.Errorf("wgmma needs a depth in multiples of %d, found K = %d", s.InstK, s.K)
	}
	s.RowBlocks = s.M / (64 * s.WarpGroups)
	s.ColBlocks = s.N / s.InstN
	s.Steps = s.K / s.InstK
	return nil
}

func checkMMATypes(a, b, acc ir.Type) error {
	c := a.Context()
	if a != b || a != ir.Type(c.F16()) && a != ir.Type(c.BF16()) {
		return fmt.Errorf("wgmma needs operands of one type, f16 or bf16, found %s and %s", a, b)
	}
	switch {
	case acc == ir.Type(c.F32()), acc == ir.Type(c.F16()) && a == ir.Type(c.F16()):
		return nil
	case a == ir.Type(c.F16()):
		return fmt.Errorf("wgmma needs an accumulator of f32, or of f16, found %s", acc)
	}
	return fmt.Errorf("wgmma needs an accumulator of f32, found %s", acc)
}

// AccElements returns the elements of the accumulator that a thread has.
func (s MMAShape) AccElements() int64 { return s.RowBlocks * s.ColBlocks * s.InstN / 2 }

// AccRegisters returns the registers of a thread that the accumulator takes.
func (s MMAShape) AccRegisters() int64 {
	if s.HalfAcc {
		return s.AccElements() / 2
	}
	return s.AccElements()
}

// Verify checks that wgmma can do it, that the registers suffice, and that the
// result is used only where it is known to be under way.
func (o MMA) Verify() error {
	s, err := o.Shape()
	if err != nil {
		return o.OpError("%s", err)
	}
	if err := o.checkRegisters(s); err != nil {
		return err
	}
	if err := o.checkOperands(s); err != nil {
		return o.OpError("%s", err)
	}
	return checkInFlight(o.Op(), o.Op().Result(0))
}

func (o MMA) checkRegisters(s MMAShape) error {
	acc, frag := s.AccRegisters(), int64(0)
	if _, regs := o.A().Type().(*ir.TensorType); regs {
		frag = s.RowBlocks * s.K / 4
	}
	if acc+frag <= MaxRegisters {
		return nil
	}
	what := fmt.Sprintf("%d for the %dx%d accumulator", acc, s.M, s.N)
	if frag > 0 {
		what += fmt.Sprintf(" + %d for A = %d", frag, acc+frag)
	}
	return o.OpError("needs %s registers in each thread of %d warp groups, the most is %d", what, s.WarpGroups, MaxRegisters)
}

func (o MMA) checkOperands(s MMAShape) error {
	switch a := o.A().Type().(type) {
	case *ir.TensorType:
		l, ok := a.Encoding.(*MMALayout)
		if !ok || int64(l.WarpGroups) != s.WarpGroups {
			return fmt.Errorf("expected A in the layout of fragments, #tasync.mma<wgs = %d, ...>, found %s", s.WarpGroups, a.Encoding)
		}
		if s.MNMajorA {
			return fmt.Errorf("expected A in shared memory to transpose it, found a tile in registers")
		}
		if _, err := MapOf(a); err != nil {
			return err
		}
	case *BufferType:
		for r := range s.WarpGroups * s.RowBlocks {
			if _, err := DescriptorFor(a, s.MNMajorA, 64*r, 64, 0); err != nil {
				return fmt.Errorf("operand A: %w", err)
			}
		}
	}
	for n := range s.ColBlocks {
		if _, err := DescriptorFor(o.B().Type().(*BufferType), s.MNMajorB, n*s.InstN, s.InstN, 0); err != nil {
			return fmt.Errorf("operand B: %w", err)
		}
	}
	return nil
}

// checkInFlight refuses uses of an accumulator under way by anything but a
// further product, a wait, or a terminator that hands it on to one.
func checkInFlight(op *ir.Operation, v *ir.Value) error {
	for u := range v.Uses() {
		user := u.Owner()
		switch {
		case user.Is("tasync.mma_wait"), user.Has(ir.Terminator):
			continue
		case user.Is("scf.for"), user.Is("scf.while"):
			// Handed to an iteration argument.
			continue
		case user.Is("tasync.mma") && user.NumOperands() == 3 && user.Operand(2) == v && user.Operand(0) != v:
			continue
		}
		return op.OpError("the accumulator is under way when '%s' uses it: expected a tasync.mma_wait before", user.Name()).
			WithNote(user.Loc().Pos(), "used here")
	}
	return nil
}

// Verify checks the count, and the uses of accumulators that are still under
// way: those whose group is among the pending newest of the block.
func (o MMAWait) Verify() error {
	if err := checkPending(o.Op(), o.Pending()); err != nil {
		return err
	}
	if o.Op().NumOperands() != o.Op().NumResults() {
		return o.OpError("expected as many results as accumulators, found %d and %d", o.Op().NumResults(), o.Op().NumOperands())
	}
	for i := range o.Op().NumOperands() {
		if a, b := o.Operand(i).Type(), o.Op().Result(i).Type(); a != b {
			return o.OpError("expected result %d to have the type of its accumulator, %s, found %s", i, a, b)
		}
	}
	pending, _ := ir.IntValue(o.Pending())
	newer := int64(0)
	for p := o.Op().Prev(); p != nil && newer < pending; p = p.Prev() {
		if !p.Is("tasync.mma") {
			continue
		}
		for i := range o.Op().NumOperands() {
			if o.Operand(i).Def() == p {
				if err := checkInFlight(o.Op(), o.Op().Result(i)); err != nil {
					return err
				}
			}
		}
		newer++
	}
	return nil
}
