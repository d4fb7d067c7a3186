package protocol

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/tile-opt/tile-opt/ir"
)

// A schedule that breaks a rule is found on states where sizes are symbols,
// so the decisions on it may contradict each other in a way that is not
// followed. What is called broken was therefore executed once more, with
// numbers for all sizes: a witness.

// sizes gives numbers to what a kernel is called with.
type sizes struct {
	// of are the numbers by symbol, as they are asked for; other is the number
	// for those that are not in it.
	of    map[int32]int64
	other int64
	// leaves are the symbols in the order they were asked for, names what they
	// are.
	leaves []int32
	names  map[int32]string
}

// number returns the number of a leaf: a size, an argument, a number that
// memory holds. Other results are to be computed.
func (z *sizes) number(s *symbols, v *ir.Value) (int64, bool) {
	name, id := "", s.of(v)
	if v.IsBlockArg() {
		fn := v.Block().Parent()
		if fn == nil || !fn.Is("func.func") {
			return 0, false
		}
		name = fmt.Sprintf("argument %d", v.Index())
	} else {
		switch op := v.Def(); op.Name() {
		case "memref.dim":
			name = dimension(op)
		case "memref.load":
			// All of a memory holds one number, which no two places that are
			// read can contradict.
			if !readsConstant(op) {
				return 0, false
			}
			id = -1 - s.of(op.Operand(0))
			name = fmt.Sprintf("what line %d reads", op.Loc().Pos().Line)
		case "tile.program_id":
			return 0, true
		case "tile.device_property":
			// One multiprocessor: its block computes all tiles.
			return 1, true
		default:
			return 0, false
		}
	}
	if _, known := z.names[id]; !known {
		z.names[id] = name
		z.leaves = append(z.leaves, id)
	}
	n, ok := z.of[id]
	if !ok {
		n = z.other
	}
	if w := width(v.Type()); w != 0 && wrapped(n, w) != n {
		return 0, false // no number of this type
	}
	return n, true
}

func dimension(op *ir.Operation) string {
	n, ok := constantOf(op.Operand(1))
	if from := op.Operand(0); ok && from.IsBlockArg() {
		return fmt.Sprintf("dimension %d of argument %d", n, from.Index())
	}
	return fmt.Sprintf("the size of line %d", op.Loc().Pos().Line)
}

func (z *sizes) String() string {
	var parts []string
	for _, id := range z.leaves {
		n, ok := z.of[id]
		if !ok {
			n = z.other
		}
		parts = append(parts, fmt.Sprintf("%s is %d", z.names[id], n))
	}
	return strings.Join(parts, ", ")
}

// concrete computes a scalar that stands before the roles.
func (k *kernel) concrete(v *ir.Value) value {
	if n, ok := k.syms.given.number(k.syms, v); ok {
		return constant(n)
	}
	op := v.Def()
	if op == nil || !isScalar(op) {
		return value{}
	}
	in := make([]value, op.NumOperands())
	for i, o := range op.Operands() {
		in[i] = k.concrete(o)
	}
	out, ok := fold(k.syms, op, in)
	if !ok {
		return value{}
	}
	return out
}

// maxWitnesses is how many ways to call a kernel are tried.
const maxWitnesses = 160

// witness looks for sizes with which the kernel breaks a rule.
func (k *kernel) witness(ctx context.Context, o Options) (*Finding, error) {
	t := &trial{fn: k.fn, o: o, units: k.units(), deepest: k.deepest()}
	first, err := t.with(ctx, nil, 0)
	if err != nil || first != nil {
		return first, err
	}
	leaves := t.leaves
	for m := int64(1); m <= int64(2*t.deepest+2); m++ {
		for _, u := range t.units {
			if f, err := t.with(ctx, nil, m*u); f != nil || err != nil {
				return f, err
			}
		}
	}
	for _, base := range []int64{2, 1} {
		for _, id := range leaves {
			for m := range int64(t.deepest + 2) {
				for _, u := range t.units {
					if f, err := t.with(ctx, map[int32]int64{id: m * u}, base*t.units[0]); f != nil || err != nil {
						return f, err
					}
				}
			}
		}
	}
	return nil, nil
}

// units are the numbers that loops step by and sizes are divided by, greatest
// first, at most three.
func (k *kernel) units() []int64 {
	out := []int64{1}
	add := func(v *ir.Value) {
		if n, ok := constantOf(v); ok && n > 1 && n < 1<<12 {
			out = append(out, n)
		}
	}
	for op := range ir.Walk(k.fn) {
		switch op.Name() {
		case "scf.for":
			add(op.Operand(2))
		case "arith.ceildivsi", "arith.ceildivui", "arith.divsi", "arith.divui":
			add(op.Operand(1))
		}
	}
	slices.Sort(out)
	out = slices.Compact(out)
	slices.Reverse(out)
	return out[:min(3, len(out))]
}

// deepest is the greatest number of slots of a ring, at most 8.
func (k *kernel) deepest() int {
	n := 1
	for _, r := range k.barList {
		n = max(n, r.n)
	}
	return min(n, 8)
}

// trial calls a kernel with one set of sizes after the other.
type trial struct {
	fn      *ir.Operation
	o       Options
	units   []int64
	deepest int
	count   int
	leaves  []int32
}

// with executes the kernel on one set of sizes: what it breaks, nil when it
// breaks nothing or cannot be executed.
func (t *trial) with(ctx context.Context, of map[int32]int64, other int64) (*Finding, error) {
	if t.count++; t.count > maxWitnesses {
		return nil, ctx.Err()
	}
	z := &sizes{of: of, other: other, names: make(map[int32]string)}
	k, f := build(t.fn, z)
	if f != nil {
		return nil, ctx.Err()
	}
	k.noGroups()
	k.arrange()
	e := &explorer{k: k, o: t.o, rendezvous: !t.o.PTXOnly, exact: true, limit: maxWitnessSteps}
	start, f := e.start(nil)
	if f == nil {
		_, f = e.run(e.machine(start))
	}
	t.leaves = z.leaves
	if f == nil || f.Verdict != Refuted {
		return nil, ctx.Err()
	}
	f = e.explain(f, -1)
	f.Where = z.String()
	return f, nil
}

// maxWitnessSteps bounds the instructions of one execution.
const maxWitnessSteps = 20_000
