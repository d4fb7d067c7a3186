package protocol

import (
	"fmt"
	"strings"

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
	ids    map[string]int32
	memo   map[*ir.Value]int32
	stable []bool
	preds  map[predicate]int32
	list   []predicate
}

func newSymbols() *symbols {
	return &symbols{ids: make(map[string]int32), memo: make(map[*ir.Value]int32), stable: []bool{true}, preds: make(map[predicate]int32)}
}

func (s *symbols) intern(key string, stable bool) int32 {
	if id, ok := s.ids[key]; ok {
		return id
	}
	id := int32(len(s.stable))
	s.ids[key] = id
	s.stable = append(s.stable, stable)
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
	id := s.number(v)
	s.memo[v] = id
	return id
}

func (s *symbols) number(v *ir.Value) int32 {
	own := fmt.Sprintf("value %d", v.Seq())
	if v.IsBlockArg() {
		owner := v.Block().Parent()
		if owner != nil && owner.Is("scf.for") && v.Index() == 0 {
			depth := 0
			for p := owner; p != nil; p = p.Parent() {
				if p.Is("scf.for") {
					depth++
				}
			}
			return s.intern(fmt.Sprintf("iv %d %s", depth, s.loop(owner)), true)
		}
		return s.intern(own, owner == nil || !inLoop(owner))
	}
	op := v.Def()
	if op.NumRegions() > 0 || !isScalar(op) {
		return s.intern(own, !inLoop(op.Parent()))
	}
	var b strings.Builder
	fmt.Fprintf(&b, "%s#%d", op.Name(), v.Index())
	for i := range op.NumProps() {
		fmt.Fprintf(&b, " %v", op.PropAt(i))
	}
	stable := !inLoop(op.Parent())
	for _, o := range op.Operands() {
		fmt.Fprintf(&b, " %d", s.of(o))
	}
	return s.intern(b.String(), stable)
}

// loop returns the text of a loop's bounds, equal for equal loops.
func (s *symbols) loop(op *ir.Operation) string {
	return fmt.Sprintf("%d %d %d", s.of(op.Operand(0)), s.of(op.Operand(1)), s.of(op.Operand(2)))
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

// evaluate computes the result of a scalar operation; stable is the number of
// its expression when that does not change in the kernel, else 0.
func evaluate(s *symbols, op *ir.Operation, in []value, stable int32) value {
	if v, ok := fold(s, op, in); ok {
		return v
	}
	if stable != 0 {
		return value{kind: number, a: stable}
	}
	return value{}
}

func truth(b bool) value {
	if b {
		return constant(1)
	}
	return constant(0)
}

func fold(s *symbols, op *ir.Operation, in []value) (value, bool) {
	all := true
	for _, v := range in {
		all = all && v.isConst()
	}
	switch op.Name() {
	case "arith.constant":
		n, ok := ir.IntValue(op.Prop("value"))
		if w, has := ir.BitWidth(op.Result(0).Type()); ok && has && w == 1 {
			n &= 1
		}
		return constant(n), ok
	case "arith.index_cast", "arith.index_castui":
		return in[0], in[0].kind == number
	case "arith.extui", "arith.extsi", "arith.trunci":
		// Small numbers only: wider ones may change their value.
		w, ok := ir.BitWidth(op.Result(0).Type())
		one, _ := ir.BitWidth(op.Operand(0).Type())
		return in[0], all && ok && in[0].n >= 0 && (w >= 32 || in[0].n < 1<<w) && (one > 1 || op.Is("arith.extui"))
	case "arith.addi":
		if in[0].kind == number && in[1].kind == number && (in[0].a == 0 || in[1].a == 0) {
			sum := value{kind: number, a: in[0].a + in[1].a, n: in[0].n + in[1].n}
			return sum, max(sum.n, -sum.n) < 1<<31
		}
	case "arith.subi":
		if in[0].kind == number && in[1].isConst() {
			return value{kind: number, a: in[0].a, n: in[0].n - in[1].n}, true
		}
	case "arith.select":
		if in[0].isConst() {
			return in[2-in[0].n&1], true
		}
		return in[1], in[1] == in[2] && in[1].kind != unknown
	case "arith.cmpi":
		rel, _ := ir.IntValue(op.Prop("predicate"))
		return compare(s, rel, in[0], in[1])
	}
	if !all || len(in) != 2 {
		return value{}, false
	}
	return foldInts(op.Name(), in[0].n, in[1].n)
}

func foldInts(name string, a, b int64) (value, bool) {
	switch name {
	case "arith.muli":
		return constant(a * b), max(a, -a, b, -b) < 1<<15
	case "arith.xori":
		return constant(a ^ b), true
	case "arith.andi":
		return constant(a & b), true
	case "arith.ori":
		return constant(a | b), true
	case "arith.minsi":
		return constant(min(a, b)), true
	case "arith.maxsi":
		return constant(max(a, b)), true
	case "arith.remui", "arith.remsi":
		if a >= 0 && b > 0 {
			return constant(a % b), true
		}
	case "arith.divui", "arith.divsi":
		if a >= 0 && b > 0 {
			return constant(a / b), true
		}
	case "arith.shrui", "arith.shrsi":
		if a >= 0 && b >= 0 && b < 32 {
			return constant(a >> uint(b)), true
		}
	}
	return value{}, false
}

func compare(s *symbols, rel int64, a, b value) (value, bool) {
	if a.kind != number || b.kind != number {
		return value{}, false
	}
	off := a.n - b.n
	if rel >= relUlt && !(a.isConst() && b.isConst() && a.n >= 0 && b.n >= 0) {
		return value{}, false
	}
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

// unbounded stands for no bound of an interval.
const unbounded = int64(1) << 60

// fact bounds the difference of two symbols: lo <= a - b <= hi, a < b.
type fact struct {
	a, b   int32
	lo, hi int64
}

// facts is what a role knows about sizes, sorted by the symbols.
type facts []fact

func (f facts) find(a, b int32) (int, bool) {
	for i, x := range f {
		if x.a == a && x.b == b {
			return i, true
		}
		if x.a > a || x.a == a && x.b > b {
			return i, false
		}
	}
	return len(f), false
}

// difference returns the bounds of a - b.
func (f facts) difference(a, b int32) (lo, hi int64) {
	if a == b {
		return 0, 0
	}
	if a > b {
		lo, hi = f.difference(b, a)
		return -hi, -lo
	}
	if i, ok := f.find(a, b); ok {
		return f[i].lo, f[i].hi
	}
	return -unbounded, unbounded
}

// set replaces the bounds of a - b.
func (f facts) set(a, b int32, lo, hi int64) facts {
	if a > b {
		a, b, lo, hi = b, a, -hi, -lo
	}
	i, ok := f.find(a, b)
	out := append(facts(nil), f[:i]...)
	if lo > -unbounded || hi < unbounded {
		out = append(out, fact{a, b, lo, hi})
	}
	if ok {
		i++
	}
	return append(out, f[i:]...)
}

// forget drops what is known about a symbol.
func (f facts) forget(a int32) facts {
	var out facts
	for _, x := range f {
		if x.a != a && x.b != a {
			out = append(out, x)
		}
	}
	return out
}

// advance says that a symbol has grown by n.
func (f facts) advance(a int32, n int64) facts {
	out := append(facts(nil), f...)
	for i := range out {
		d := int64(0)
		if out[i].a == a {
			d = n
		} else if out[i].b == a {
			d = -n
		}
		if out[i].lo > -unbounded {
			out[i].lo += d
		}
		if out[i].hi < unbounded {
			out[i].hi += d
		}
	}
	return out
}

// assume narrows the facts by the outcome of a predicate.
func (f facts) assume(p predicate, outcome bool) facts {
	lo, hi := f.difference(p.a, p.b)
	rel := p.rel
	if !outcome {
		rel = [...]int64{relNe, relEq, relSge, relSgt, relSle, relSlt, relUge, relUgt, relUle, relUlt}[rel]
	}
	switch rel {
	case relEq:
		lo, hi = max(lo, -p.off), min(hi, -p.off)
	case relSlt, relUlt:
		hi = min(hi, -1-p.off)
	case relSle, relUle:
		hi = min(hi, -p.off)
	case relSgt, relUgt:
		lo = max(lo, 1-p.off)
	case relSge, relUge:
		lo = max(lo, -p.off)
	default:
		return f
	}
	return f.set(p.a, p.b, lo, hi)
}
