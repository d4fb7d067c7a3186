package interp

import (
	"fmt"
	"math"
	"math/big"
	"math/rand/v2"
	"testing"

	"github.com/tile-opt/tile-opt/dialects/arith"
	mathdialect "github.com/tile-opt/tile-opt/dialects/math"
	"github.com/tile-opt/tile-opt/ir"
)

// interesting returns operands of a type: edges and random ones.
func interesting(t ir.Type, r *rand.Rand, n int) []ir.Attr {
	var out []ir.Attr
	switch t := t.(type) {
	case *ir.FloatType:
		for _, v := range []float64{0, math.Copysign(0, -1), 1, -1, 0.5, 1.5, 2, 3, 1e-8, 65504, 1e30, math.Inf(1), math.Inf(-1), math.NaN()} {
			out = append(out, ir.FloatAttrOf(t, v))
		}
		for range n {
			out = append(out, ir.FloatAttrOf(t, r.NormFloat64()*math.Ldexp(1, r.IntN(40)-20)))
		}
	default:
		w, _ := width(t)
		edge := int64(math.MinInt64) >> (64 - w)
		for _, v := range []int64{0, 1, -1, 2, 3, 7, edge, -(edge + 1), edge + 1, int64(w), int64(w) - 1} {
			out = append(out, ir.IntAttr(t, v))
		}
		for range n {
			out = append(out, ir.IntAttr(t, int64(r.Uint64())))
		}
	}
	return out
}

// TestAgainstFolding computes with the interpreter and with the folders of the
// dialects, which share no code with it, and expects the same.
func TestAgainstFolding(t *testing.T) {
	t.Parallel()
	c := ir.NewContext(arith.Dialect, mathdialect.Dialect)
	ints := []ir.Type{c.I(1), c.I(8), c.I(32), c.I(64), c.Index()}
	floats := []ir.Type{c.F16(), c.BF16(), c.F32(), c.F64()}
	type group struct {
		names []string
		types []ir.Type
	}
	for _, g := range []group{
		{[]string{"addi", "subi", "muli", "andi", "ori", "xori", "maxsi", "minsi", "maxui", "minui", "divsi", "remsi", "divui", "remui",
			"floordivsi", "ceildivsi", "ceildivui", "shli", "shrsi", "shrui"}, ints},
		{[]string{"addf", "subf", "mulf", "divf", "remf", "maximumf", "minimumf", "maxnumf", "minnumf"}, floats},
	} {
		for _, name := range g.names {
			for _, typ := range g.types {
				t.Run(fmt.Sprintf("%s/%s", name, typ), func(t *testing.T) {
					t.Parallel()
					checkFold(t, "arith."+name, typ, typ, nil)
				})
			}
		}
	}
	for p := range int64(10) {
		for _, typ := range ints {
			t.Run(fmt.Sprintf("cmpi %d/%s", p, typ), func(t *testing.T) {
				t.Parallel()
				checkFold(t, "arith.cmpi", typ, c.I(1), arith.CmpIPredicate.Attr(c, p))
			})
		}
	}
	for p := range int64(16) {
		for _, typ := range floats {
			t.Run(fmt.Sprintf("cmpf %d/%s", p, typ), func(t *testing.T) {
				t.Parallel()
				checkFold(t, "arith.cmpf", typ, c.I(1), arith.CmpFPredicate.Attr(c, p))
			})
		}
	}
}

func checkFold(t *testing.T, name string, in, out ir.Type, predicate ir.Attr) {
	t.Helper()
	c := in.Context()
	b := ir.NewBuilder(c).AtEnd(ir.NewBlock())
	args := []*ir.Value{b.Block().AddArg(in, ir.UnknownLoc()), b.Block().AddArg(in, ir.UnknownLoc())}
	st := ir.OpState{Info: c.OpInfo(name), Operands: args, Types: []ir.Type{out}}
	if predicate != nil {
		st.Props = make([]ir.Attr, len(st.Info.Def.Props))
		st.Props[st.Info.PropIndex("predicate")] = predicate
	}
	op := b.Create(st)
	fs, ok := Elementwise(op, Exact)
	if !ok {
		t.Fatal("no meaning")
	}
	r := rand.New(rand.NewPCG(1, 2))
	folded := 0
	for _, x := range interesting(in, r, 12) {
		for _, y := range interesting(in, r, 12) {
			f, _ := ir.As[ir.Folder](op)
			res := f.Fold([]ir.Attr{x, y})
			if len(res) == 1 && res[0].Value != nil {
				res[0].Attr = map[*ir.Value]ir.Attr{args[0]: x, args[1]: y}[res[0].Value]
			}
			if len(res) != 1 || res[0].Attr == nil {
				continue
			}
			want, err := constant(res[0].Attr)
			if err != nil {
				// Poison, for which the interpreter has a value of its own.
				continue
			}
			folded++
			a, _ := constant(x)
			b, _ := constant(y)
			if fs[0].Check != nil && fs[0].Check(a, b, 0) != "" {
				continue
			}
			got := fs[0].Eval(a, b, 0)
			if got != want && !(ir.IsFloat(out) && math.IsNaN(got.Float()) && math.IsNaN(want.Float())) {
				t.Fatalf("%s %v, %v: found %#x, expected %#x", name, x, y, uint64(got), uint64(want))
			}
		}
	}
	if folded == 0 {
		t.Error("nothing folds: the test tests nothing")
	}
}

func TestExtendedMultiplication(t *testing.T) {
	t.Parallel()
	c := ir.NewContext(arith.Dialect)
	r := rand.New(rand.NewPCG(3, 4))
	for _, w := range []uint{8, 32, 64} {
		for _, name := range []string{"arith.mului_extended", "arith.mulsi_extended"} {
			b := ir.NewBuilder(c).AtEnd(ir.NewBlock())
			typ := c.I(uint32(w))
			x, y := b.Block().AddArg(typ, ir.UnknownLoc()), b.Block().AddArg(typ, ir.UnknownLoc())
			fs, ok := Elementwise(b.Op(name, []*ir.Value{x, y}, []ir.Type{typ, typ}), Exact)
			if !ok {
				t.Fatal("no meaning")
			}
			for range 200 {
				a, d := wrap(int64(r.Uint64()), w), wrap(int64(r.Uint64()), w)
				p := new(big.Int)
				if name == "arith.mulsi_extended" {
					p.Mul(big.NewInt(a.Int()), big.NewInt(d.Int()))
				} else {
					p.Mul(new(big.Int).SetUint64(unsigned(a, w)), new(big.Int).SetUint64(unsigned(d, w)))
				}
				hi := new(big.Int).Rsh(p, w)
				mask := new(big.Int).Sub(new(big.Int).Lsh(big.NewInt(1), w), big.NewInt(1))
				wantLow := wrap(int64(new(big.Int).And(p, mask).Uint64()), w)
				wantHigh := wrap(int64(new(big.Int).And(hi, mask).Uint64()), w)
				if lo, high := fs[0].Eval(a, d, 0), fs[1].Eval(a, d, 0); lo != wantLow || high != wantHigh {
					t.Fatalf("%s i%d %d, %d: found %d, %d, expected %d, %d", name, w, a.Int(), d.Int(), lo.Int(), high.Int(), wantLow.Int(), wantHigh.Int())
				}
			}
		}
	}
}

func TestFMARoundsOnce(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(5, 6))
	for range 20000 {
		x, y := float64(float32(r.NormFloat64())), float64(float32(r.NormFloat64()))
		z := float64(float32(r.NormFloat64() * math.Ldexp(1, r.IntN(80)-40)))
		exact := new(big.Float).SetPrec(300).Mul(big.NewFloat(x), big.NewFloat(y))
		exact.Add(exact, new(big.Float).SetPrec(300).SetFloat64(z))
		want, _ := exact.Float32()
		if got := float32(fmaToOdd(x, y, z)); got != want {
			t.Fatalf("fma(%v, %v, %v): found %v, expected %v", x, y, z, got, want)
		}
	}
}

func TestConversions(t *testing.T) {
	t.Parallel()
	c := ir.NewContext(arith.Dialect, mathdialect.Dialect)
	f16, f32, i8, i32, i64 := c.F16(), c.F32(), c.I(8), c.I(32), c.I(64)
	for _, test := range []struct {
		name     string
		in, out  ir.Type
		mode     Mode
		arg      Scalar
		expected Scalar
	}{
		{"arith.truncf", f32, f16, Exact, FloatScalar(1 + 0x1p-11), FloatScalar(1)},
		{"arith.truncf", f32, f16, Exact, FloatScalar(1 + 0x3p-11), FloatScalar(1 + 0x1p-9)},
		{"arith.truncf", f32, f16, Float64, FloatScalar(1 + 0x1p-11), FloatScalar(1 + 0x1p-11)},
		{"arith.extf", f16, f32, Exact, FloatScalar(0.5), FloatScalar(0.5)},
		{"arith.sitofp", i64, f32, Exact, IntScalar(1<<60 + 1<<36 + 1), FloatScalar(0x1.000002p60)},
		{"arith.uitofp", i8, f32, Exact, IntScalar(-1), FloatScalar(255)},
		{"arith.fptosi", f32, i8, Exact, FloatScalar(-128.9), IntScalar(-128)},
		{"arith.fptosi", f32, i8, Exact, FloatScalar(128), 0},
		{"arith.fptoui", f32, i8, Exact, FloatScalar(255.5), IntScalar(-1)},
		{"arith.bitcast", f32, i32, Exact, FloatScalar(1), IntScalar(0x3f800000)},
		{"arith.bitcast", i32, f32, Exact, IntScalar(0x40000000), FloatScalar(2)},
		{"arith.extui", i8, i32, Exact, IntScalar(-1), IntScalar(255)},
		{"arith.extsi", i8, i32, Exact, IntScalar(-1), IntScalar(-1)},
		{"arith.trunci", i32, i8, Exact, IntScalar(511), IntScalar(-1)},
		{"arith.index_cast", i32, c.Index(), Exact, IntScalar(-5), IntScalar(-5)},
		{"arith.index_castui", i32, c.Index(), Exact, IntScalar(-5), IntScalar(1<<32 - 5)},
		{"math.exp2", f32, f32, Exact, FloatScalar(3), FloatScalar(8)},
		{"math.rsqrt", f32, f32, Exact, FloatScalar(4), FloatScalar(0.5)},
		{"math.ctlz", i8, i8, Exact, IntScalar(16), IntScalar(3)},
		{"math.cttz", i8, i8, Exact, 0, IntScalar(8)},
		{"math.absi", i8, i8, Exact, IntScalar(-7), IntScalar(7)},
		{"math.roundeven", f32, f32, Exact, FloatScalar(2.5), FloatScalar(2)},
	} {
		b := ir.NewBuilder(c).AtEnd(ir.NewBlock())
		op := b.Op(test.name, []*ir.Value{b.Block().AddArg(test.in, ir.UnknownLoc())}, []ir.Type{test.out})
		fs, ok := Elementwise(op, test.mode)
		if !ok {
			t.Errorf("%s: no meaning", test.name)
			continue
		}
		if got := fs[0].Eval(test.arg, 0, 0); got != test.expected {
			t.Errorf("%s of %#x: found %#x, expected %#x", test.name, uint64(test.arg), uint64(got), uint64(test.expected))
		}
	}
}

// TestCoversArith holds the tables against the dialects: what is left out is
// left out on purpose.
func TestCoversArith(t *testing.T) {
	t.Parallel()
	missing := map[string]bool{
		"arith.constant": true, // compiled, as it has no operands
		// Micro-scaling casts and integer powers appear at no level of ours.
		"arith.scaling_extf": true, "arith.scaling_truncf": true,
		"math.fpowi": true, "math.ipowi": true, "math.clampf": true, "math.isnormal": true, "math.sincos": true,
	}
	for _, d := range []*ir.Dialect{arith.Dialect, mathdialect.Dialect} {
		for _, b := range d.Ops {
			if (lookupMeaning(b.Def.Name) == nil) != missing[b.Def.Name] {
				t.Errorf("%s: has a meaning: %t", b.Def.Name, lookupMeaning(b.Def.Name) != nil)
			}
		}
	}
}
