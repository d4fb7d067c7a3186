package protocol

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/tile-opt/tile-opt/dialects/scf"
	"github.com/tile-opt/tile-opt/ir"
	global "github.com/tile-opt/tile-opt/transforms/access"
)

// kind says what an abstract value is.
type kind uint8

const (
	unknown kind = iota
	// number is base + n; base 0 is zero, so a constant.
	number
	// relation is the truth of predicate a.
	relation
	// location is tile a of shared memory.
	location
	// accumulator is the result of MMA group n of its role.
	accumulator
)

// value is an abstract value.
type value struct {
	kind kind
	a    int32
	n    int64
}

func constant(n int64) value { return value{kind: number, n: n} }

func (v value) isConst() bool { return v.kind == number && v.a == 0 }

// predicate is base a compared with base b + off, in MLIR's numbering of
// arith.cmpi.
type predicate struct {
	rel  int64
	a, b int32
	off  int64 // of a against b
}

// Relations of arith.cmpi, in MLIR's order.
const (
	relEq = iota
	relNe
	relSlt
	relSle
	relSgt
	relSge
	relUlt
	relUle
	relUgt
	relUge
)

// symbols numbers expressions by their structure, so that clones of one
// computation in two roles have one number. Number 0 is the constant zero.
type symbols struct {
	// given are the numbers of a witness, nil where sizes are symbols.
	given *sizes
	ids   map[string]int32
	memo  map[*ir.Value]int32
	busy  map[*ir.Value]bool // being numbered
	// stable symbols have one value in the whole kernel.
	stable []bool
	preds  map[predicate]int32
	list   []predicate
	// attrs numbers properties.
	attrs map[ir.Attr]int64
	composites
}

func newSymbols(given *sizes) *symbols {
	return &symbols{given: given, ids: make(map[string]int32), memo: make(map[*ir.Value]int32), busy: make(map[*ir.Value]bool), attrs: make(map[ir.Attr]int64), stable: []bool{true}, preds: make(map[predicate]int32), composites: newComposites()}
}

func (s *symbols) intern(key string, stable bool) int32 {
	if id, ok := s.ids[key]; ok {
		return id
	}
	id := int32(len(s.stable))
	s.ids[key] = id
	s.stable, s.made = append(s.stable, stable), append(s.made, isPlain)
	return id
}

func (s *symbols) predicate(p predicate) int32 {
	if id, ok := s.preds[p]; ok {
		return id
	}
	id := int32(len(s.list))
	s.preds[p] = id
	s.list = append(s.list, p)
	return id
}

// inLoop reports whether op stands in a loop, so that its results change.
func inLoop(op *ir.Operation) bool {
	for ; op != nil; op = op.Parent() {
		if op.Is("scf.for") || op.Is("scf.while") {
			return true
		}
	}
	return false
}

// of returns the number of a value's expression.
func (s *symbols) of(v *ir.Value) int32 {
	if id, ok := s.memo[v]; ok {
		return id
	}
	if s.busy[v] {
		// A value that is defined by itself, round loops, stands for itself.
		return s.intern(own(v), false)
	}
	s.busy[v] = true
	id := s.number(v)
	delete(s.busy, v)
	s.memo[v] = id
	return id
}

func (s *symbols) number(v *ir.Value) int32 {
	if v.IsBlockArg() {
		owner := v.Block().Parent()
		if owner != nil && owner.Is("scf.for") && v.Index() == 0 {
			return s.intern(fmt.Sprintf("iv %d %s", depth(owner), s.loop(owner)), false)
		}
		if owner == nil || !inLoop(owner) {
			// Bounds of it say nothing that the decisions do not say.
			return s.intern(own(v), false)
		}
		return s.intern(s.text(v), false)
	}
	op := v.Def()
	switch {
	case op.Is("scf.for"), op.Is("scf.while"), op.Is("scf.if"):
		return s.intern(s.text(v), !inLoop(op.Parent()))
	case op.NumRegions() > 0 || !isScalar(op):
		return s.intern(own(v), !inLoop(op.Parent()))
	}
	var buf [128]byte
	b := s.operator(buf[:0], v)
	stable := true
	for _, o := range op.Operands() {
		id := s.of(o)
		stable = stable && s.stable[id]
		b = strconv.AppendInt(append(b, ' '), int64(id), 10)
	}
	return s.intern(string(b), stable)
}

// operator writes what makes a result of its operands.
func (s *symbols) operator(b []byte, v *ir.Value) []byte {
	op := v.Def()
	b = strconv.AppendInt(append(append(b, op.Name()...), '#'), int64(v.Index()), 10)
	for i := range op.NumProps() {
		a := op.PropAt(i)
		id, ok := s.attrs[a]
		if !ok {
			id = int64(len(s.attrs))
			s.attrs[a] = id
		}
		b = strconv.AppendInt(append(b, ",p"...), id, 10)
	}
	return b
}

func own(v *ir.Value) string { return "value " + strconv.FormatUint(uint64(v.Seq()), 10) }

// depth counts the loops around a loop, with itself.
func depth(op *ir.Operation) int {
	n := 0
	for ; op != nil; op = op.Parent() {
		if op.Is("scf.for") {
			n++
		}
	}
	return n
}

// text returns an expression that defines a value that loops carry or arms of
// conditions yield: equal for values that are equal in equal iterations.
func (s *symbols) text(v *ir.Value) string {
	w := &writer{s: s, left: maxExpression}
	w.value(v)
	if w.left <= 0 {
		return own(v)
	}
	return w.b.String()
}

// maxExpression bounds the operations of an expression that is compared.
const maxExpression = 200

// writer writes expressions. A carried value is written as what it starts
// with and what it goes on with, where it stands for itself.
type writer struct {
	s    *symbols
	b    strings.Builder
	open []*ir.Value
	left int
}

func (w *writer) value(v *ir.Value) {
	if w.left--; w.left <= 0 {
		return
	}
	for i, o := range w.open {
		if o == v {
			fmt.Fprintf(&w.b, "^%d", i)
			return
		}
	}
	if from, ok := merged(v); ok {
		w.merge(v, from)
		return
	}
	op := v.Def()
	if op == nil || op.NumRegions() > 0 || !isScalar(op) {
		fmt.Fprintf(&w.b, "%d", w.s.of(v))
		return
	}
	var buf [64]byte
	w.b.WriteByte('(')
	w.b.Write(w.s.operator(buf[:0], v))
	for _, o := range op.Operands() {
		w.b.WriteByte(' ')
		w.value(o)
	}
	w.b.WriteByte(')')
}

func (w *writer) merge(v *ir.Value, from []*ir.Value) {
	w.b.WriteByte('{')
	if d := v.Def(); d != nil {
		w.b.WriteString(d.Name())
		switch {
		case d.Is("scf.for"):
			if unsignedLoop(d) {
				w.b.WriteString(" unsigned")
			}
			for i := range 3 {
				w.b.WriteByte(' ')
				w.value(d.Operand(i))
			}
		case d.Is("scf.if"):
			w.b.WriteByte(' ')
			w.value(d.Operand(0))
		case d.Is("scf.while"):
			w.b.WriteByte(' ')
			w.value(d.RegionAt(0).Entry().Terminator().Operand(0))
		}
	}
	w.open = append(w.open, v)
	for _, f := range from {
		w.b.WriteByte(' ')
		w.value(f)
	}
	w.open = w.open[:len(w.open)-1]
	w.b.WriteByte('}')
}

// unsignedLoop reports whether a loop compares its bounds as unsigned numbers.
func unsignedLoop(op *ir.Operation) bool {
	f, ok := scf.AsFor(op)
	return ok && f.IsUnsigned()
}

// loop returns the text of a loop's bounds, equal for equal loops.
func (s *symbols) loop(op *ir.Operation) string {
	return fmt.Sprintf("%d %d %d %t", s.of(op.Operand(0)), s.of(op.Operand(1)), s.of(op.Operand(2)), unsignedLoop(op))
}

// isScalar reports whether op computes a number from its operands alone, the
// same in every role.
func isScalar(op *ir.Operation) bool {
	name := op.Name()
	if strings.HasPrefix(name, "arith.") {
		for _, t := range op.ResultTypes() {
			if _, tile := t.(*ir.TensorType); tile {
				return false
			}
		}
		return true
	}
	switch name {
	case "memref.dim", "tile.div_magic", "tile.device_property", "tile.program_id":
		return true
	case "memref.load":
		return readsConstant(op)
	}
	return false
}

// readsConstant reports whether a load reads memory that its kernel never
// writes, so that every role reads the same.
func readsConstant(load *ir.Operation) bool {
	fn := load.ParentOf("func.func")
	if fn == nil {
		return false
	}
	for _, read := range global.Of(load) {
		for op := range ir.Walk(fn) {
			for _, a := range global.Of(op) {
				if a.Write && global.Conflict(a, read) {
					return false
				}
			}
		}
	}
	return true
}

// evaluate computes the result of a scalar operation; sym is the number of
// its expression.
func evaluate(s *symbols, op *ir.Operation, in []value, sym int32) value {
	if s.given != nil {
		if n, ok := s.given.number(s, op.Result(0)); ok {
			return constant(n)
		}
	}
	v, ok := fold(s, op, in)
	switch {
	case ok:
		return v
	case s.given != nil:
		return value{}
	}
	return value{kind: number, a: sym}
}

func truth(b bool) value {
	if b {
		return constant(1)
	}
	return constant(0)
}

func fold(s *symbols, op *ir.Operation, in []value) (value, bool) {
	if op.NumResults() != 1 {
		return value{}, false
	}
	w := width(op.Result(0).Type())
	switch op.Name() {
	case "arith.constant":
		n, ok := ir.IntValue(op.Prop("value"))
		if !ok || w == 0 {
			return value{}, false
		}
		return constant(wrapped(n, w)), true
	case "arith.index_cast", "arith.index_castui", "arith.extui", "arith.extsi", "arith.trunci":
		return foldCast(op, in[0])
	case "arith.select":
		if in[0].isConst() {
			return in[2-in[0].n&1], true
		}
		return in[1], in[1] == in[2] && in[1].kind != unknown
	case "arith.cmpi":
		rel, _ := ir.IntValue(op.Prop("predicate"))
		return compare(s, rel, width(op.Operand(0).Type()), in[0], in[1])
	}
	if len(in) != 2 {
		return value{}, false
	}
	if in[0].isConst() && in[1].isConst() {
		return foldInts(op.Name(), w, in[0].n, in[1].n)
	}
	if w < 32 {
		return value{}, false
	}
	return s.foldSum(op, in)
}

// foldSum adds, subtracts and multiplies where one of two numbers is not known.
func (s *symbols) foldSum(op *ir.Operation, in []value) (value, bool) {
	switch op.Name() {
	case "arith.addi":
		if in[0].kind == number && in[1].kind == number && (in[0].a == 0 || in[1].a == 0) {
			sum := value{kind: number, a: in[0].a + in[1].a, n: in[0].n + in[1].n}
			return sum, max(sum.n, -sum.n) < 1<<31
		}
		return s.strided(in[0], in[1])
	case "arith.subi":
		if in[0].kind == number && in[1].isConst() {
			diff := value{kind: number, a: in[0].a, n: in[0].n - in[1].n}
			return diff, max(diff.n, -diff.n) < 1<<31
		}
		if x, ok := s.stride(in[1]); ok && in[0].kind == number {
			return value{kind: number, a: s.add(in[0].a, x.step, -x.n), n: in[0].n}, true
		}
	case "arith.muli":
		for i, v := range in {
			if n := in[1-i]; n.isConst() && n.n > 0 && n.n < 1<<15 && v.kind == number && v.n == 0 && s.steps[v.a] {
				return value{kind: number, a: s.add(0, v.a, n.n)}, true
			}
		}
	}
	return value{}, false
}

// stride returns a value that is a multiple of a loop's step.
func (s *symbols) stride(v value) (sum, bool) {
	x, ok := s.multiple(v)
	return x, ok && x.base == 0 && v.n == 0
}

// strided adds where one is a multiple of a loop's step.
func (s *symbols) strided(x, y value) (value, bool) {
	if x.kind != number || y.kind != number {
		return value{}, false
	}
	if m, ok := s.stride(y); ok {
		return value{kind: number, a: s.add(x.a, m.step, m.n), n: x.n}, true
	}
	if m, ok := s.stride(x); ok {
		return value{kind: number, a: s.add(y.a, m.step, m.n), n: y.n}, true
	}
	return value{}, false
}

// compare compares two numbers of w bits.
func compare(s *symbols, rel int64, w uint32, a, b value) (value, bool) {
	if a.kind != number || b.kind != number || w == 0 {
		return value{}, false
	}
	if a.isConst() && b.isConst() {
		return truth(compareKnown(rel, w, a.n, b.n)), true
	}
	if w == 1 {
		a.n, b.n = signed(a.n, w), signed(b.n, w)
	}
	if rel >= relUlt || isHuge(a.n) || isHuge(b.n) {
		return value{}, false
	}
	// a against b - n steps is a + n steps against b.
	if x, ok := s.sumOf[b.a]; ok && x.n < 0 {
		a.a, b.a = s.add(a.a, x.step, -x.n), x.base
	} else if x, ok := s.sumOf[a.a]; ok && x.n < 0 {
		a.a, b.a = x.base, s.add(b.a, x.step, -x.n)
	}
	off := a.n - b.n
	if a.a == b.a {
		lo, hi := holds(rel, off, off)
		return truth(lo), lo == hi
	}
	return value{kind: relation, a: s.predicate(predicate{rel: rel, a: a.a, b: b.a, off: off})}, true
}

// holds evaluates a relation on every difference in [lo, hi]: whether it is
// always true, and whether it can be true.
func holds(rel, lo, hi int64) (always, possible bool) {
	switch rel {
	case relEq:
		return lo == 0 && hi == 0, lo <= 0 && hi >= 0
	case relNe:
		return lo > 0 || hi < 0, lo != 0 || hi != 0
	case relSlt, relUlt:
		return hi < 0, lo < 0
	case relSle, relUle:
		return hi <= 0, lo <= 0
	case relSgt, relUgt:
		return lo > 0, hi > 0
	}
	return lo >= 0, hi >= 0
}
