package llx

import (
	"fmt"
	"slices"

	"github.com/llir/llvm/ir/types"
)

// Flags by LLVM LangRef's sections "Binary Operations", "Fast-Math Flags" and
// "Conversion Operations".
var (
	wrapFlags     = []string{"nuw", "nsw"}
	exactFlags    = []string{"exact"}
	disjointFlags = []string{"disjoint"}
	nnegFlags     = []string{"nneg"}
	samesignFlags = []string{"samesign"}
	fastFlags     = []string{"nnan", "ninf", "nsz", "arcp", "contract", "afn", "reassoc", "fast"}
	gepFlags      = []string{"inbounds", "nusw", "nuw"}
)

// binaryFlags lists the binary opcodes with the flags that each takes.
var binaryFlags = map[string][]string{
	"add": wrapFlags, "sub": wrapFlags, "mul": wrapFlags, "shl": wrapFlags,
	"udiv": exactFlags, "sdiv": exactFlags, "lshr": exactFlags, "ashr": exactFlags,
	"urem": nil, "srem": nil, "and": nil, "or": disjointFlags, "xor": nil,
	"fadd": fastFlags, "fsub": fastFlags, "fmul": fastFlags, "fdiv": fastFlags, "frem": fastFlags,
}

// castFlags lists the conversions with the flags that each takes.
var castFlags = map[string][]string{
	"trunc": wrapFlags, "zext": nnegFlags, "sext": nil, "fptrunc": fastFlags, "fpext": fastFlags,
	"fptoui": nil, "fptosi": nil, "uitofp": nnegFlags, "sitofp": nil,
	"ptrtoint": nil, "inttoptr": nil, "bitcast": nil, "addrspacecast": nil,
}

var (
	intPredicates   = []string{"eq", "ne", "ugt", "uge", "ult", "ule", "sgt", "sge", "slt", "sle"}
	floatPredicates = []string{"false", "oeq", "ogt", "oge", "olt", "ole", "one", "ord", "ueq", "ugt", "uge", "ult", "ule", "une", "uno", "true"}
)

// Binary appends a two-operand arithmetic, shift or bitwise instruction, op by
// its LLVM name.
func (b *Block) Binary(op string, x, y Value) *Inst {
	legal, ok := binaryFlags[op]
	if !ok {
		panic(fmt.Sprintf("llx: unknown binary opcode %q", op))
	}
	sameType(op, x, y)
	return b.add(x.Type(), legal, func(i *Inst, p *printer) {
		p.op(op, i)
		p.arg(x)
		p.str(", ")
		p.ident(y)
	})
}

// FNeg appends the negation of a floating-point value.
func (b *Block) FNeg(x Value) *Inst {
	return b.add(x.Type(), fastFlags, func(i *Inst, p *printer) {
		p.op("fneg", i)
		p.arg(x)
	})
}

// Freeze appends the freezing of a maybe-poison value.
func (b *Block) Freeze(x Value) *Inst {
	return b.add(x.Type(), nil, func(_ *Inst, p *printer) {
		p.str("freeze ")
		p.arg(x)
	})
}

// Cast appends a conversion, op by its LLVM name.
func (b *Block) Cast(op string, x Value, to Type) *Inst {
	legal, ok := castFlags[op]
	if !ok {
		panic(fmt.Sprintf("llx: unknown conversion %q", op))
	}
	return b.add(to, legal, func(i *Inst, p *printer) {
		p.op(op, i)
		p.arg(x)
		p.str(" to ")
		p.typ(to)
	})
}

// ICmp appends an integer or pointer compare with an LLVM predicate (eq, ult).
func (b *Block) ICmp(pred string, x, y Value) *Inst {
	return b.compare("icmp", pred, intPredicates, samesignFlags, x, y)
}

// FCmp appends a floating-point compare with an LLVM predicate (oeq, une).
func (b *Block) FCmp(pred string, x, y Value) *Inst {
	return b.compare("fcmp", pred, floatPredicates, fastFlags, x, y)
}

func (b *Block) compare(op, pred string, preds, legal []string, x, y Value) *Inst {
	if !slices.Contains(preds, pred) {
		panic(fmt.Sprintf("llx: unknown %s predicate %q", op, pred))
	}
	sameType(op, x, y)
	return b.add(boolLike(x.Type()), legal, func(i *Inst, p *printer) {
		p.op(op, i)
		p.str(pred)
		p.str(" ")
		p.arg(x)
		p.str(", ")
		p.ident(y)
	})
}

// Select appends cond ? x : y; cond is i1 or a vector of i1.
func (b *Block) Select(cond, x, y Value) *Inst {
	sameType("select", x, y)
	return b.add(x.Type(), fastFlags, func(i *Inst, p *printer) {
		p.op("select", i)
		p.args([]Value{cond, x, y})
	})
}

// ExtractValue appends the read of a field of a struct or array value.
func (b *Block) ExtractValue(x Value, idx ...int) *Inst {
	return b.add(elemType(x.Type(), idx), nil, func(_ *Inst, p *printer) {
		p.str("extractvalue ")
		p.arg(x)
		p.indices(idx)
	})
}

// InsertValue appends the replacement of a field of a struct or array value.
func (b *Block) InsertValue(x, elem Value, idx ...int) *Inst {
	if t := elemType(x.Type(), idx); !Equal(t, elem.Type()) {
		panic(fmt.Sprintf("llx: insertvalue of %s into a field of type %s", elem.Type(), t))
	}
	return b.add(x.Type(), nil, func(_ *Inst, p *printer) {
		p.str("insertvalue ")
		p.arg(x)
		p.str(", ")
		p.arg(elem)
		p.indices(idx)
	})
}

func (p *printer) indices(idx []int) {
	for _, n := range idx {
		p.str(", ")
		p.int(n)
	}
}

// ExtractElement appends the read of an element of a vector.
func (b *Block) ExtractElement(v, idx Value) *Inst {
	return b.add(scalarOf(v.Type()), nil, func(_ *Inst, p *printer) {
		p.str("extractelement ")
		p.args([]Value{v, idx})
	})
}

// InsertElement appends the replacement of an element of a vector.
func (b *Block) InsertElement(v, elem, idx Value) *Inst {
	return b.add(v.Type(), nil, func(_ *Inst, p *printer) {
		p.str("insertelement ")
		p.args([]Value{v, elem, idx})
	})
}

// ShuffleVector appends a shuffle of two vectors by a constant mask; -1 is poison.
func (b *Block) ShuffleVector(x, y Value, mask []int) *Inst {
	sameType("shufflevector", x, y)
	elems := make([]*Const, len(mask))
	for i, n := range mask {
		elems[i] = IntConst(I32, int64(n))
		if n < 0 {
			elems[i] = Poison(I32)
		}
	}
	m := Aggregate(Vec(len(mask), types.I32), elems...)
	return b.add(Vec(len(mask), scalarOf(x.Type())), nil, func(_ *Inst, p *printer) {
		p.str("shufflevector ")
		p.args([]Value{x, y, m})
	})
}
