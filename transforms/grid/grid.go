// Package grid holds what the passes that change a kernel's grid of programs
// share: finding the operation that says what the grid is, and computing
// quotients by launch constants without a division.
//
// It knows the tile level and arith, and no pass. What it builds runs on every
// program, in 32 bits: numbers of programs are below 2^31, which the bound of
// tile.div_magic asks the host to check.
package grid

import (
	"fmt"

	"github.com/tile-opt/tile-opt/dialects/arith"
	"github.com/tile-opt/tile-opt/dialects/tile"
	"github.com/tile-opt/tile-opt/ir"
)

// Of returns the program_id operation of a kernel. Where it is not the only
// one, or does not stand directly in the function's single block, the error
// says so, for a remark.
func Of(fn *ir.Operation) (tile.ProgramID, error) {
	var found *ir.Operation
	for op := range ir.Walk(fn) {
		if _, ok := tile.AsProgramID(op); !ok {
			continue
		}
		if found != nil {
			return tile.ProgramID{}, fmt.Errorf("the kernel asks for its program id in several places")
		}
		found = op
	}
	switch {
	case found == nil:
		return tile.ProgramID{}, fmt.Errorf("the kernel has one program")
	case !fn.RegionAt(0).HasOneBlock() || found.Block() != tile.Body(fn):
		return tile.ProgramID{}, fmt.Errorf("the kernel asks for its program id inside control flow")
	}
	p, _ := tile.AsProgramID(found)
	return p, nil
}

// Builder builds integer arithmetic at the insertion point of an ir.Builder.
type Builder struct{ *ir.Builder }

// Index returns an index constant.
func (b Builder) Index(v int64) *ir.Value { return b.constant(b.Context().IndexAttr(v)) }

// I32 returns an i32 constant.
func (b Builder) I32(v int64) *ir.Value { return b.constant(b.Context().I32Attr(v)) }

func (b Builder) constant(a *ir.IntegerAttr) *ir.Value {
	return arith.NewConstant(b.Builder, []ir.Type{a.Type()}, arith.ConstantProps{Value: a}).ResultVal()
}

// Add returns x + y.
func (b Builder) Add(x, y *ir.Value) *ir.Value {
	return arith.NewAddI(b.Builder, nil, x, y, arith.AddIProps{}).ResultVal()
}

// Sub returns x - y.
func (b Builder) Sub(x, y *ir.Value) *ir.Value {
	return arith.NewSubI(b.Builder, nil, x, y, arith.SubIProps{}).ResultVal()
}

// Mul returns x * y.
func (b Builder) Mul(x, y *ir.Value) *ir.Value {
	return arith.NewMulI(b.Builder, nil, x, y, arith.MulIProps{}).ResultVal()
}

// Min returns the smaller of two signed numbers.
func (b Builder) Min(x, y *ir.Value) *ir.Value {
	return arith.NewMinSI(b.Builder, nil, x, y).ResultVal()
}

// Max returns the greater of two signed numbers.
func (b Builder) Max(x, y *ir.Value) *ir.Value {
	return arith.NewMaxSI(b.Builder, nil, x, y).ResultVal()
}

// CeilDiv returns x / y rounded up, for launch constants.
func (b Builder) CeilDiv(x, y *ir.Value) *ir.Value {
	return arith.NewCeilDivSI(b.Builder, nil, x, y).ResultVal()
}

// Select returns x where cond is true, else y.
func (b Builder) Select(cond, x, y *ir.Value) *ir.Value {
	return arith.NewSelect(b.Builder, nil, cond, x, y).ResultVal()
}

// Equal returns x == y.
func (b Builder) Equal(x, y *ir.Value) *ir.Value {
	p := arith.CmpIProps{Predicate: arith.CmpIPredicate.Attr(b.Context(), arith.CmpEQ)}
	return arith.NewCmpI(b.Builder, nil, x, y, p).ResultVal()
}

// ToI32 converts an index of 0 to 2^31-1.
func (b Builder) ToI32(x *ir.Value) *ir.Value {
	return arith.NewIndexCast(b.Builder, []ir.Type{b.Context().I(32)}, x).Out()
}

// ToIndex converts an i32 of 0 to 2^31-1.
func (b Builder) ToIndex(x *ir.Value) *ir.Value {
	return arith.NewIndexCastUI(b.Builder, []ir.Type{b.Context().Index()}, x).Out()
}

// Divisor is a launch constant to divide by.
type Divisor struct {
	// Value is the divisor as i32.
	Value      *ir.Value
	mul, shift *ir.Value
}

// Divisor asks the host for the magic number of an index d of at least 1; bound
// is what the numbers to be divided are below.
func (b Builder) Divisor(d, bound *ir.Value) Divisor {
	m := tile.NewDivMagic(b.Builder, nil, d, bound)
	return Divisor{Value: b.ToI32(d), mul: m.Mul(), shift: m.Shift()}
}

// SelectDivisor returns the divisor x where cond is true, else y.
func (b Builder) SelectDivisor(cond *ir.Value, x, y Divisor) Divisor {
	return Divisor{
		Value: b.Select(cond, x.Value, y.Value),
		mul:   b.Select(cond, x.mul, y.mul),
		shift: b.Select(cond, x.shift, y.shift),
	}
}

// DivMod returns quotient and remainder of an i32 of 0 to 2^31-1.
func (b Builder) DivMod(x *ir.Value, d Divisor) (quo, rem *ir.Value) {
	high := arith.NewMulUIExtended(b.Builder, nil, x, d.mul).High()
	quo = arith.NewShRUI(b.Builder, nil, b.Add(high, x), d.shift, arith.ShRUIProps{}).ResultVal()
	return quo, b.Sub(x, b.Mul(quo, d.Value))
}
