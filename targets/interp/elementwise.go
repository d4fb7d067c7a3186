package interp

import (
	"github.com/tile-opt/tile-opt/ir"
)

// Function is the meaning of one result of an elementwise operation on
// scalars; operands that the operation lacks are ignored.
type Function struct {
	// Eval computes the result. Operands that Check refuses must not be given
	// to it.
	Eval func(x, y, z Scalar) Scalar
	// Check says why the operation is undefined on these operands, "" when it
	// is defined; nil when it always is.
	Check func(x, y, z Scalar) string
}

// signature is what the meaning of an operation depends on besides its name.
type signature struct {
	op   *ir.Operation
	in   []ir.Type // element types
	out  []ir.Type
	mode Mode
}

// prop returns an integer property, 0 when it is absent.
func (s *signature) prop(name string) int64 {
	v, _ := ir.IntValue(s.op.Prop(name))
	return v
}

// meaning makes the functions of an operation, nil when its types are not
// supported.
type meaning func(s *signature) []Function

// Elementwise returns the meaning of an operation of arith or math on scalars,
// one function a result, and whether it has one. On tensors and vectors it is
// applied element by element.
func Elementwise(op *ir.Operation, mode Mode) ([]Function, bool) {
	m := lookupMeaning(op.Name())
	if m == nil {
		return nil, false
	}
	s := &signature{op: op, mode: mode}
	for i := range op.NumOperands() {
		s.in = append(s.in, ir.ElemOrSelf(op.Operand(i).Type()))
	}
	for i := range op.NumResults() {
		s.out = append(s.out, ir.ElemOrSelf(op.Result(i).Type()))
	}
	fs := m(s)
	return fs, len(fs) == op.NumResults() && len(fs) > 0
}

func lookupMeaning(name string) meaning {
	for _, table := range []map[string]meaning{intMeanings, floatMeanings, castMeanings} {
		if m := table[name]; m != nil {
			return m
		}
	}
	return nil
}

func one(f func(x, y, z Scalar) Scalar) []Function { return []Function{{Eval: f}} }

// castMeanings are the conversions, and what does not care for types.
var castMeanings = map[string]meaning{
	"arith.select": func(*signature) []Function {
		return one(func(c, x, y Scalar) Scalar {
			if c.Bool() {
				return x
			}
			return y
		})
	},
	"arith.extsi":      intCast(func(x Scalar, _, to uint) Scalar { return wrap(x.Int(), to) }),
	"arith.extui":      intCast(func(x Scalar, from, to uint) Scalar { return wrap(int64(unsigned(x, from)), to) }),
	"arith.trunci":     intCast(func(x Scalar, _, to uint) Scalar { return wrap(x.Int(), to) }),
	"arith.index_cast": intCast(func(x Scalar, _, to uint) Scalar { return wrap(x.Int(), to) }),
	"arith.index_castui": intCast(func(x Scalar, from, to uint) Scalar {
		return wrap(int64(unsigned(x, from)), to)
	}),
	"arith.extf":    floatCast,
	"arith.truncf":  floatCast,
	"arith.sitofp":  fromInt(true),
	"arith.uitofp":  fromInt(false),
	"arith.fptosi":  toInt(true),
	"arith.fptoui":  toInt(false),
	"arith.bitcast": bitcast,
}

func intCast(f func(x Scalar, from, to uint) Scalar) meaning {
	return func(s *signature) []Function {
		from, ok1 := width(s.in[0])
		to, ok2 := width(s.out[0])
		if !ok1 || !ok2 {
			return nil
		}
		return one(func(x, _, _ Scalar) Scalar { return f(x, from, to) })
	}
}

// toNearestEven is the value of arith's rounding mode that is also meant when
// there is none.
const toNearestEven = 0

func floatCast(s *signature) []Function {
	if s.prop("roundingmode") != toNearestEven {
		return nil
	}
	if _, ok := rounder(s.in[0], s.mode); !ok {
		return nil
	}
	return rounded(s, func(x, _, _ float64) float64 { return x })
}

// rounded wraps a function over float64 so that its result has the type of
// the operation's result.
func rounded(s *signature, f func(x, y, z float64) float64) []Function {
	round, ok := rounder(s.out[0], s.mode)
	if !ok {
		return nil
	}
	if round == nil {
		return one(func(x, y, z Scalar) Scalar { return FloatScalar(f(x.Float(), y.Float(), z.Float())) })
	}
	return one(func(x, y, z Scalar) Scalar { return FloatScalar(round(f(x.Float(), y.Float(), z.Float()))) })
}

func fromInt(signed bool) meaning {
	return func(s *signature) []Function {
		w, ok := width(s.in[0])
		f, isFloat := s.out[0].(*ir.FloatType)
		if !ok || !isFloat || f.Format.Width() > 64 {
			return nil
		}
		round, _ := rounder(f, s.mode)
		return one(func(x, _, _ Scalar) Scalar {
			v := float64(x.Int())
			if !signed {
				v = float64(unsigned(x, w))
			}
			if round == nil {
				return FloatScalar(v)
			}
			// Through float64 alone an integer of more than 53 bits would
			// be rounded twice.
			return FloatScalar(roundInt(x, w, signed, f))
		})
	}
}

func toInt(signed bool) meaning {
	return func(s *signature) []Function {
		w, ok := width(s.out[0])
		if _, fl := rounder(s.in[0], s.mode); !ok || !fl {
			return nil
		}
		return one(func(x, _, _ Scalar) Scalar { return truncate(x.Float(), w, signed) })
	}
}

func bitcast(s *signature) []Function {
	from, to := s.in[0], s.out[0]
	if a, ok := ir.BitWidth(from); !ok || a > 64 {
		return nil
	}
	return one(func(x, _, _ Scalar) Scalar { return fromBits(toBits(x, from), to) })
}
