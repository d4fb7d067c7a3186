package asyncunroll

import (
	"fmt"
	"sort"
	"strings"

	"github.com/tile-opt/tile-opt/dialects/arith"
	"github.com/tile-opt/tile-opt/dialects/scf"
	"github.com/tile-opt/tile-opt/ir"
	"github.com/tile-opt/tile-opt/ir/diag"
)

// state is the values of the carried values that go round, in the order of
// unroller.vars.
type state []int64

func (s state) key() string { return fmt.Sprint([]int64(s)) }

// unroller is one loop whose slots go round.
type unroller struct {
	loop scf.For
	// vars are the numbers of the carried values that depend on nothing but
	// each other, turns is true for those that change in a turn.
	vars  []int
	turns []bool
	// turn is the states of a turn, in order.
	turn []state
	// steps is the number of iterations from the entry to the first state of
	// the turn: one number where the text says where the loop begins, else one
	// for each place where it may. entries are then the values that tell these
	// places apart, and places what they are in each.
	steps   []int64
	entries []*ir.Value
	places  [][]int64
	// loose are index values that stay as they are.
	loose int
	// rest is the loop that makes the last iterations.
	rest *ir.Operation
}

// analyze finds out how the slots of a loop go round. Without a slot that moves
// it returns nothing.
func analyze(op *ir.Operation, o Options) (*unroller, *diag.Diagnostic) {
	loop, ok := scf.AsFor(op)
	if !ok {
		return nil, decline(op, nil, "an scf.while has no bound to stop a turn before")
	}
	u := &unroller{loop: loop}
	why := u.close()
	if why == nil && len(u.vars) == 0 {
		return nil, nil
	}
	for in := range ir.Walk(op) {
		if in != op && (in.Is("scf.for") || in.Is("scf.while")) {
			return nil, decline(op, in, "it holds another loop")
		}
	}
	switch {
	case why != nil:
		return nil, why
	case loop.IsUnsigned() || !ir.IsIndex(loop.InductionVar().Type()):
		return nil, decline(op, nil, "its counter must be a signed index, so that what lies beyond its bounds can be computed")
	}
	if why := u.goRound(o.MaxTurn); why != nil {
		return nil, why
	}
	if len(u.turn) < 2 {
		return nil, nil
	}
	return u, u.start()
}

// close collects the carried values that index values depend on, and keeps
// those whose next value follows from each other alone.
func (u *unroller) close() *diag.Diagnostic {
	need := make(map[int]bool)
	var work []int
	add := func(v *ir.Value) {
		for k := range u.reads(v) {
			if !need[k] {
				need[k] = true
				work = append(work, k)
			}
		}
	}
	roots := indices(u.loop.Op())
	for _, v := range roots {
		add(v)
	}
	for len(work) > 0 {
		k := work[0]
		work = work[1:]
		add(u.loop.YieldOp().Operand(k))
	}
	var culprit *ir.Operation
	for k := u.loop.YieldOp().NumOperands() - 1; k >= 0; k-- {
		if op := u.against(u.loop.YieldOp().Operand(k), need); need[k] && op != nil {
			delete(need, k)
			// Those that depend on it have to go as well.
			k = u.loop.YieldOp().NumOperands()
			if culprit == nil {
				culprit = op
			}
		}
	}
	for k := range need {
		u.vars = append(u.vars, k)
	}
	sort.Ints(u.vars)
	for _, v := range roots {
		if u.against(v, need) != nil && len(u.reads(v)) > 0 {
			u.loose++
		}
	}
	if len(u.vars) == 0 && u.loose > 0 {
		return decline(u.loop.Op(), culprit, "its slots do not follow from those before them alone")
	}
	return nil
}

// reads returns the carried values that a value of the loop is computed from,
// by operations that eval knows.
func (u *unroller) reads(v *ir.Value) map[int]bool {
	out := make(map[int]bool)
	seen := make(map[*ir.Value]bool)
	var walk func(v *ir.Value)
	walk = func(v *ir.Value) {
		if seen[v] {
			return
		}
		seen[v] = true
		def := v.Def()
		switch {
		case def == nil:
			if v.Block() == u.loop.Body() && v.Index() > 0 {
				out[v.Index()-1] = true
			}
		case !u.loop.Op().IsAncestorOf(def) || def == u.loop.Op():
		case def.Is("scf.if"):
			walk(def.Operand(0))
			for _, r := range def.Regions() {
				walk(r.Entry().Last().Operand(v.Index()))
			}
		case def.NumRegions() == 0:
			for _, x := range def.Operands() {
				walk(x)
			}
		}
	}
	walk(v)
	return out
}

// against returns an operation that keeps a value from being computed from the
// given carried values and constants alone, nil when it can be. Conditions are
// looked at on both sides, so that it does not depend on their outcome.
func (u *unroller) against(v *ir.Value, vars map[int]bool) *ir.Operation {
	seen := make(map[*ir.Value]bool)
	var walk func(vs ...*ir.Value) *ir.Operation
	one := func(v *ir.Value) *ir.Operation {
		def := v.Def()
		switch {
		case def == nil:
			if v.Block() == u.loop.Body() && v.Index() > 0 && vars[v.Index()-1] {
				return nil
			}
			return v.Block().Parent()
		case def.Is("arith.constant"):
			if _, ok := ir.IntValue(def.Prop("value")); ok {
				return nil
			}
			return def
		case !u.loop.Op().IsAncestorOf(def):
			return def
		case def.Is("scf.if"):
			from := []*ir.Value{def.Operand(0)}
			for _, r := range def.Regions() {
				from = append(from, r.Entry().Last().Operand(v.Index()))
			}
			return walk(from...)
		case !computes(def):
			return def
		}
		return walk(def.Operands()...)
	}
	walk = func(vs ...*ir.Value) *ir.Operation {
		for _, v := range vs {
			if seen[v] {
				continue
			}
			seen[v] = true
			if op := one(v); op != nil {
				return op
			}
		}
		return nil
	}
	return walk(v)
}

// computes reports whether eval knows an operation.
func computes(op *ir.Operation) bool {
	switch op.Name() {
	case "arith.addi", "arith.subi", "arith.xori", "arith.andi", "arith.ori", "arith.cmpi", "arith.select", "arith.extui":
		return op.NumResults() == 1 && (ir.IsInt(op.Result(0).Type(), 32) || ir.IsInt(op.Result(0).Type(), 1))
	}
	return false
}

// unknown is the leaf of eval for values that only constants make.
func unknown(*ir.Value) (int64, bool) { return 0, false }

// eval computes a value; leaf gives those that nothing computes. A condition
// that is not known is taken to hold when guess is true.
func eval(v *ir.Value, known map[*ir.Value]int64, leaf func(*ir.Value) (int64, bool), guess bool) (int64, bool) {
	if n, ok := known[v]; ok {
		return n, true
	}
	n, ok := evalOp(v, known, leaf, guess)
	if ok {
		known[v] = n
	}
	return n, ok
}

func evalOp(v *ir.Value, known map[*ir.Value]int64, leaf func(*ir.Value) (int64, bool), guess bool) (int64, bool) {
	def := v.Def()
	if def == nil {
		return leaf(v)
	}
	if def.Is("arith.constant") {
		return ir.IntValue(def.Prop("value"))
	}
	if def.Is("scf.if") {
		values, strict := known, leaf
		if guess {
			// What is guessed of other values decides nothing.
			values, strict = make(map[*ir.Value]int64), unknown
		}
		c, ok := eval(def.Operand(0), values, strict, guess)
		if !ok && !guess || def.RegionAt(1).IsEmpty() {
			return 0, false
		}
		which := 0
		if ok && c&1 == 0 {
			which = 1
		}
		return eval(def.RegionAt(which).Entry().Last().Operand(v.Index()), known, leaf, guess)
	}
	if !computes(def) {
		return leaf(v)
	}
	var in [3]int64
	for i, x := range def.Operands() {
		n, ok := eval(x, known, leaf, guess)
		if !ok {
			return 0, false
		}
		in[i] = n
	}
	switch def.Name() {
	case "arith.addi":
		return int64(int32(in[0] + in[1])), true
	case "arith.subi":
		return int64(int32(in[0] - in[1])), true
	case "arith.xori":
		return in[0] ^ in[1], true
	case "arith.andi":
		return in[0] & in[1], true
	case "arith.ori":
		return in[0] | in[1], true
	case "arith.select":
		return in[2-in[0]&1], true
	case "arith.cmpi":
		p, _ := ir.IntValue(def.Prop("predicate"))
		return compare(p, in[0], in[1])
	}
	return in[0] & 1, ir.IsInt(def.Operand(0).Type(), 1) // extui
}

func compare(p, a, b int64) (int64, bool) {
	var yes bool
	switch p {
	case arith.CmpEQ:
		yes = a == b
	case arith.CmpNE:
		yes = a != b
	case arith.CmpSLT:
		yes = a < b
	case arith.CmpSLE:
		yes = a <= b
	case arith.CmpSGT:
		yes = a > b
	case arith.CmpSGE:
		yes = a >= b
	default:
		return 0, false
	}
	if yes {
		return 1, true
	}
	return 0, true
}

// next returns the state after one iteration.
func (u *unroller) next(s state) (state, bool) {
	known := make(map[*ir.Value]int64)
	for i, k := range u.vars {
		known[u.loop.IterArgs()[k]] = s[i]
	}
	out := make(state, len(s))
	for i, k := range u.vars {
		n, ok := eval(u.loop.YieldOp().Operand(k), known, unknown, false)
		if !ok {
			return nil, false
		}
		out[i] = n
	}
	return out, true
}

// initial returns the state in which the loop begins after x steps: values that
// are only known at run time have then turned as often, and others are 0.
// Prefetches in front of the loop are taken to have been made.
func (u *unroller) initial(x int64) (state, bool) {
	out := make(state, len(u.vars))
	for i, k := range u.vars {
		at := int64(0)
		if u.turns[i] {
			at = x % u.slots(i)
		}
		n, ok := eval(u.loop.InitArgs()[k], make(map[*ir.Value]int64), func(*ir.Value) (int64, bool) { return at, true }, true)
		if !ok {
			return nil, false
		}
		out[i] = n
	}
	return out, true
}

// fixed reports whether the loop begins in a state that the text says.
func (u *unroller) fixed() bool {
	for _, k := range u.vars {
		if _, ok := u.text(k); !ok {
			return false
		}
	}
	return true
}

// follow lists the states from s on until one comes again, and which one that
// is.
func (u *unroller) follow(s state, most int64) (list []state, again int, ok bool) {
	seen := make(map[string]int)
	for int64(len(list)) <= most {
		if n, ok := seen[s.key()]; ok {
			return list, n, true
		}
		seen[s.key()] = len(list)
		list = append(list, s)
		if s, ok = u.next(s); !ok {
			return nil, 0, false
		}
	}
	return nil, 0, false
}

// goRound finds the turn.
func (u *unroller) goRound(most int64) *diag.Diagnostic {
	u.turns = make([]bool, len(u.vars))
	s, ok := u.initial(0)
	if !ok {
		return decline(u.loop.Op(), nil, "where its slots stand when it begins is not known")
	}
	list, again, ok := u.follow(s, 2*most+mostTurn)
	if !ok || int64(len(list)-again) > most {
		return decline(u.loop.Op(), nil, "a turn of its slots is longer than max-turn = %d", most)
	}
	u.turn = list[again:]
	for i := range u.vars {
		for _, t := range u.turn {
			u.turns[i] = u.turns[i] || t[i] != u.turn[0][i]
		}
	}
	return nil
}

// start finds how many iterations lead from the entry to the first state of
// the turn.
func (u *unroller) start() *diag.Diagnostic {
	if u.fixed() {
		s, _ := u.initial(0)
		_, again, _ := u.follow(s, 4*mostTurn)
		u.steps = []int64{int64(again)}
		return nil
	}
	// All rings have moved by as many steps, so one value of each size tells
	// where they stand; what the others are is a guess, which the kernel tests.
	var which []int
	sizes := make(map[int64]bool)
	for i, k := range u.vars {
		if _, ok := u.text(k); u.turns[i] && !ok && !sizes[u.slots(i)] {
			sizes[u.slots(i)] = true
			which = append(which, i)
			u.entries = append(u.entries, u.loop.InitArgs()[k])
		}
	}
	for x := range int64(len(u.turn)) {
		s, ok := u.initial(x)
		if !ok || len(which) == 0 {
			return decline(u.loop.Op(), nil, "where its slots stand when it begins is not known")
		}
		place, steps := make([]int64, len(which)), int64(0)
		for n, i := range which {
			place[n] = s[i]
		}
		if list, _, ok := u.follow(s, 4*mostTurn); ok {
			for n, t := range list {
				if t.key() == u.turn[0].key() {
					steps = int64(n)
				}
			}
		}
		u.places, u.steps = append(u.places, place), append(u.steps, steps)
	}
	return nil
}

// slots is the number of values that var i takes in a turn.
func (u *unroller) slots(i int) int64 {
	seen := make(map[int64]bool)
	for _, t := range u.turn {
		seen[t[i]] = true
	}
	return int64(len(seen))
}

// text returns the initial value of carried value k when the text says it.
func (u *unroller) text(k int) (int64, bool) {
	return eval(u.loop.InitArgs()[k], make(map[*ir.Value]int64), unknown, false)
}

// describe says what became of the slots.
func (u *unroller) describe() string {
	var parts []string
	switch {
	case len(u.entries) > 0:
		parts = append(parts, "a loop in front of it goes up to the first slot")
	case u.steps[0] > 0:
		parts = append(parts, fmt.Sprintf("%d iterations in front of it", u.steps[0]))
	default:
		parts = append(parts, "its first slot is known")
	}
	if u.loose > 0 {
		parts = append(parts, fmt.Sprintf("%d indices move under conditions and stay", u.loose))
	}
	return strings.Join(parts, ", ")
}
