package sim

import (
	"errors"
	"fmt"
	"math"
	"math/bits"

	"github.com/tile-opt/tile-opt/ir"
	"github.com/tile-opt/tile-opt/ir/numeric"
)

// floatBinary has the float operations of two operands; their results are rounded to the type.
var floatBinary = map[string]func(a, b float64) float64{
	"fadd": func(a, b float64) float64 { return a + b }, "fsub": func(a, b float64) float64 { return a - b },
	"fmul": func(a, b float64) float64 { return a * b }, "fdiv": func(a, b float64) float64 { return a / b },
	"frem": math.Mod, "maximum": math.Max, "minimum": math.Min, "maxnum": maxNum, "minnum": minNum,
	"copysign": math.Copysign, "pow": math.Pow, "atan2": math.Atan2,
}

// floatUnary has those of one operand. Functions that the hardware approximates are computed as well as float64 can.
var floatUnary = map[string]func(float64) float64{
	"fneg": func(a float64) float64 { return -a }, "fabs": math.Abs, "sqrt": math.Sqrt,
	"exp2": math.Exp2, "exp": math.Exp, "log2": math.Log2, "log": math.Log, "log10": math.Log10,
	"sin": math.Sin, "cos": math.Cos, "tan": math.Tan, "tanh": math.Tanh, "sinh": math.Sinh, "cosh": math.Cosh,
	"asin": math.Asin, "acos": math.Acos, "atan": math.Atan,
	"floor": math.Floor, "ceil": math.Ceil, "round": math.Round,
	"rint": math.RoundToEven, "nearbyint": math.RoundToEven, "roundeven": math.RoundToEven,
}

// maxNum ignores NaN beside a number, as minNum does.
func maxNum(a, b float64) float64 {
	switch {
	case math.IsNaN(a):
		return b
	case math.IsNaN(b):
		return a
	}
	return math.Max(a, b)
}

func minNum(a, b float64) float64 {
	switch {
	case math.IsNaN(a):
		return b
	case math.IsNaN(b):
		return a
	}
	return math.Min(a, b)
}

// float32Fast has the operations that are worth doing in float32 itself.
var float32Fast = map[string]fn2{
	"fadd": func(a, b uint64) uint64 {
		return uint64(math.Float32bits(math.Float32frombits(uint32(a)) + math.Float32frombits(uint32(b))))
	},
	"fsub": func(a, b uint64) uint64 {
		return uint64(math.Float32bits(math.Float32frombits(uint32(a)) - math.Float32frombits(uint32(b))))
	},
	"fmul": func(a, b uint64) uint64 {
		return uint64(math.Float32bits(math.Float32frombits(uint32(a)) * math.Float32frombits(uint32(b))))
	},
}

func elemOfResult(op *ir.Operation) ir.Type { return ir.ElemOrSelf(op.Result(0).Type()) }

func compileFloatBinary(c *compiler, in *instr, op string) error {
	t := elemOfResult(in.op)
	cd, ok := codecOf(t)
	if !ok {
		return errors.New("is not supported by the simulator on these types")
	}
	f := floatBinary[op]
	eval := fn2(func(a, b uint64) uint64 { return cd.enc(f(cd.dec(a), cd.dec(b))) })
	if ft, isFloat := t.(*ir.FloatType); isFloat && ft.Format == numeric.F32 && float32Fast[op] != nil {
		eval = float32Fast[op]
	}
	run, err := c.lanewise2(in, eval)
	in.run = run
	return err
}

func compileFloatUnary(c *compiler, in *instr, f func(float64) float64) error {
	cd, ok := codecOf(elemOfResult(in.op))
	if !ok {
		return errors.New("is not supported by the simulator on these types")
	}
	run, err := c.lanewise1(in, func(a uint64) uint64 { return cd.enc(f(cd.dec(a))) })
	in.run = run
	return err
}

// cast makes a conversion between two element types.
type cast func(from, to ir.Type) (fn1, bool)

var casts = map[string]cast{
	"sext":       intCast(func(v uint64, from uint) uint64 { return uint64(signed(v, from)) }),
	"index_cast": intCast(func(v uint64, from uint) uint64 { return uint64(signed(v, from)) }),
	"zext":       intCast(func(v uint64, _ uint) uint64 { return v }),
	"trunc":      truncCast,
	"fpext":      floatCast,
	"fptrunc":    floatCast,
	"sitofp":     fromInt(true),
	"uitofp":     fromInt(false),
	"fptosi":     toInt(true),
	"fptoui":     toInt(false),
}

func intCast(f func(v uint64, from uint) uint64) cast {
	return func(from, to ir.Type) (fn1, bool) {
		a, ok1 := intWidth(from)
		b, ok2 := intWidth(to)
		return func(v uint64) uint64 { return f(v, a) & maskOf(b) }, ok1 && ok2
	}
}

// truncCast is llvm.trunc and arith.trunci on integers, and llvm.intr.trunc on floats.
func truncCast(from, to ir.Type) (fn1, bool) {
	if b, ok := intWidth(to); ok {
		m := maskOf(b)
		return func(v uint64) uint64 { return v & m }, true
	}
	c, ok := codecOf(to)
	return func(v uint64) uint64 { return c.enc(math.Trunc(c.dec(v))) }, ok && from == to
}

func floatCast(from, to ir.Type) (fn1, bool) {
	a, ok1 := codecOf(from)
	b, ok2 := codecOf(to)
	return func(v uint64) uint64 { return b.enc(a.dec(v)) }, ok1 && ok2
}

func fromInt(sign bool) cast {
	return func(from, to ir.Type) (fn1, bool) {
		w, ok1 := intWidth(from)
		f, ok2 := to.(*ir.FloatType)
		if !ok1 || !ok2 || f.Format.Width() > 64 {
			return nil, false
		}
		if c, _ := codecOf(f); w <= 32 { // exact in float64, so rounded once
			return func(v uint64) uint64 {
				if sign {
					return c.enc(float64(signed(v, w)))
				}
				return c.enc(float64(v))
			}, true
		}
		return func(v uint64) uint64 {
			b, _ := f.Format.FromInt(numeric.NewInt(int(w), signed(v, w)), sign)
			return b.Lo
		}, true
	}
}

// toInt rounds towards zero and saturates, as cvt.rzi does (PTX ISA, "cvt").
func toInt(sign bool) cast {
	return func(from, to ir.Type) (fn1, bool) {
		c, ok1 := codecOf(from)
		w, ok2 := intWidth(to)
		return func(v uint64) uint64 { return saturate(math.Trunc(c.dec(v)), w, sign) }, ok1 && ok2
	}
}

func saturate(f float64, w uint, sign bool) uint64 {
	lo, hi := 0.0, math.Ldexp(1, int(w))
	if sign {
		lo, hi = -math.Ldexp(1, int(w)-1), math.Ldexp(1, int(w)-1)
	}
	switch {
	case math.IsNaN(f):
		return 0
	case f >= hi && sign:
		return maskOf(w) >> 1
	case f >= hi:
		return maskOf(w)
	case f <= lo && sign:
		return 1 << (w - 1)
	case f <= lo:
		return 0
	case sign:
		return uint64(int64(f)) & maskOf(w)
	}
	return uint64(f)
}

func compileCast(c *compiler, in *instr, k cast) error {
	from, to := ir.ElemOrSelf(in.op.Operand(0).Type()), elemOfResult(in.op)
	if mode, ok := ir.IntValue(in.op.Prop("roundingmode")); ok && mode != 0 {
		return errors.New("is not supported by the simulator with this rounding mode")
	}
	f, ok := k(from, to)
	if !ok {
		return fmt.Errorf("is not supported by the simulator from %s to %s", from, to)
	}
	run, err := c.lanewise1(in, f)
	in.run = run
	return err
}

// otherScalars are operations with attributes or another shape.
var otherScalars = map[string]handler{
	"icmp":    compileICmp,
	"fcmp":    compileFCmp,
	"select":  compileSelect,
	"freeze":  compileFreeze,
	"fma":     compileFMA,
	"fmuladd": compileFMA,
	"abs":     compileIntUnary(func(v uint64, w uint) uint64 { s := signed(v, w); return uint64(max(s, -s)) }),
	"ctlz":    compileIntUnary(func(v uint64, w uint) uint64 { return uint64(bits.LeadingZeros64(v)) - 64 + uint64(w) }),
	"cttz":    compileIntUnary(func(v uint64, w uint) uint64 { return min(uint64(bits.TrailingZeros64(v)), uint64(w)) }),
	"ctpop":   compileIntUnary(func(v uint64, _ uint) uint64 { return uint64(bits.OnesCount64(v)) }),
	"bswap":   compileIntUnary(func(v uint64, w uint) uint64 { return bits.ReverseBytes64(v) >> (64 - w) }),
	"bitreverse": compileIntUnary(func(v uint64, w uint) uint64 {
		return bits.Reverse64(v) >> (64 - w)
	}),
	"fshl":   compileFunnel(true),
	"fshr":   compileFunnel(false),
	"assume": func(*compiler, *instr) error { return nil },
	"expect": compileFreeze,
}

// intRelations are the predicates of arith.cmpi and llvm.icmp in their common order.
var intRelations = []func(a, b uint64, w uint) bool{
	func(a, b uint64, _ uint) bool { return a == b },
	func(a, b uint64, _ uint) bool { return a != b },
	func(a, b uint64, w uint) bool { return signed(a, w) < signed(b, w) },
	func(a, b uint64, w uint) bool { return signed(a, w) <= signed(b, w) },
	func(a, b uint64, w uint) bool { return signed(a, w) > signed(b, w) },
	func(a, b uint64, w uint) bool { return signed(a, w) >= signed(b, w) },
	func(a, b uint64, _ uint) bool { return a < b },
	func(a, b uint64, _ uint) bool { return a <= b },
	func(a, b uint64, _ uint) bool { return a > b },
	func(a, b uint64, _ uint) bool { return a >= b },
}

func truth(b bool) uint64 {
	if b {
		return 1
	}
	return 0
}

func compileICmp(c *compiler, in *instr) error {
	p, _ := ir.IntValue(in.op.Prop("predicate"))
	w, ok := widthOf(ir.ElemOrSelf(in.op.Operand(0).Type()))
	if !ok || p < 0 || p >= int64(len(intRelations)) {
		return errors.New("is not supported by the simulator on these types and attributes")
	}
	rel := intRelations[p]
	run, err := c.lanewise2(in, func(a, b uint64) uint64 { return truth(rel(a, b, w)) })
	in.run = run
	return err
}

// compileFCmp compares floats. The predicates of both dialects are turned into sets of equal (1), greater (2), less (4)
// and unordered (8).
func compileFCmp(c *compiler, in *instr) error {
	p, _ := ir.IntValue(in.op.Prop("predicate"))
	cd, ok := codecOf(ir.ElemOrSelf(in.op.Operand(0).Type()))
	if !ok || p < 0 || p > 15 {
		return errors.New("is not supported by the simulator on these types and attributes")
	}
	switch {
	case p == 14:
		p = 8
	case p >= 8 && p < 14:
		p = p - 7 | 8
	}
	run, err := c.lanewise2(in, func(a, b uint64) uint64 {
		x, y := cd.dec(a), cd.dec(b)
		switch {
		case x == y:
			return uint64(p) & 1
		case x > y:
			return uint64(p) >> 1 & 1
		case x < y:
			return uint64(p) >> 2 & 1
		}
		return uint64(p) >> 3 & 1
	})
	in.run = run
	return err
}

// compileSelect moves: a value that is chosen stays in the registers that it is in.
func compileSelect(c *compiler, in *instr) error {
	ops, out, err := c.inOut(in.op)
	if err != nil {
		return err
	}
	d := out[0]
	if ops[1].n != d.n || ops[2].n != d.n || ops[0].n != 1 && ops[0].n != d.n {
		return errors.New("is not supported by the simulator on these types")
	}
	in.run = func(x *exec) error {
		saved := x.mask
		for i := range d.n {
			cond := &x.cells[element(ops[0], i)]
			if err := x.defined(cond, "decides on"); err != nil {
				return err
			}
			x.touch(cond)
			yes := x.lanesWhere(cond, isTrue)
			for k, m := range [2]uint32{yes, saved &^ yes} {
				if x.mask = m; m != 0 {
					x.move(&x.cells[d.at+i], &x.cells[ops[1+k].at+i])
				}
			}
			x.mask = saved
		}
		return nil
	}
	return nil
}

// compileFreeze copies; an undefined value becomes some value.
func compileFreeze(c *compiler, in *instr) error {
	run, err := c.lanewise1(in, func(v uint64) uint64 { return v })
	if err != nil {
		return err
	}
	out, err := c.slot(in.op.Result(0))
	if err != nil {
		return err
	}
	in.run = func(x *exec) error {
		err := run(x)
		for i := range out.n {
			x.cells[out.at+i].x = 0
		}
		return err
	}
	return nil
}

func compileIntUnary(f func(v uint64, w uint) uint64) handler {
	return func(c *compiler, in *instr) error {
		w, ok := intWidth(elemOfResult(in.op))
		if !ok {
			return errors.New("is not supported by the simulator on these types")
		}
		run, err := c.lanewise1(in, func(v uint64) uint64 { return f(v, w) & maskOf(w) })
		in.run = run
		return err
	}
}

func compileFunnel(left bool) handler {
	return func(c *compiler, in *instr) error {
		w, ok := intWidth(elemOfResult(in.op))
		if !ok {
			return errors.New("is not supported by the simulator on these types")
		}
		run, err := c.lanewise3(in, func(hi, lo, n uint64) uint64 {
			n %= uint64(w)
			switch {
			case n == 0 && left:
				return hi
			case n == 0:
				return lo
			case left:
				return (hi<<n | lo>>(uint64(w)-n)) & maskOf(w)
			}
			return (lo>>n | hi<<(uint64(w)-n)) & maskOf(w)
		})
		in.run = run
		return err
	}
}

func compileFMA(c *compiler, in *instr) error {
	t := elemOfResult(in.op)
	cd, ok := codecOf(t)
	if !ok {
		return errors.New("is not supported by the simulator on these types")
	}
	fma := fmaToOdd
	if w, _ := widthOf(t); w == 64 {
		fma = math.FMA
	}
	run, err := c.lanewise3(in, func(a, b, d uint64) uint64 { return cd.enc(fma(cd.dec(a), cd.dec(b), cd.dec(d))) })
	in.run = run
	return err
}

// fmaToOdd returns a*b + c so that rounding it to at most 24 bits is as rounding the exact value: the product of two
// such numbers is exact, and an inexact sum is made odd (Boldo and Melquiond, Emulation of FMA and Correctly Rounded
// Sums, IEEE Transactions on Computers 57, 2008).
func fmaToOdd(a, b, c float64) float64 {
	p := a * b
	sum := p + c
	if math.IsInf(sum, 0) || math.IsNaN(sum) {
		return sum
	}
	back := sum - p
	rest := (p - (sum - back)) + (c - back)
	n := math.Float64bits(sum)
	if rest == 0 || n&1 == 1 {
		return sum
	}
	if (rest > 0) == (sum > 0) {
		return math.Float64frombits(n + 1)
	}
	return math.Float64frombits(n - 1)
}
