package protocol

import (
	"context"
	"fmt"
	"strings"

	"github.com/tile-opt/tile-opt/dialects/async"
	"github.com/tile-opt/tile-opt/ir"
)

// Verdict is what a check found.
type Verdict uint8

// The verdicts.
const (
	// Unknown: the check cannot follow the kernel.
	Unknown Verdict = iota
	// Proven: no schedule and no trip count breaks the protocol.
	Proven
	// Refuted: a schedule that breaks it is known.
	Refuted
)

func (v Verdict) String() string { return [...]string{"cannot prove", "proven", "refuted"}[v] }

// Finding is the result of a check.
type Finding struct {
	Verdict Verdict
	// Op is the operation that the check stumbled on, the kernel when proven.
	Op *ir.Operation
	// Rule is the id of the obligation that is broken (docs/protocol-checking.md).
	Rule string
	// Msg says what is wrong, continuing the name of the operation.
	Msg string
	// Trace is the end of a schedule that leads there.
	Trace []Step
	// Assumptions are the ids (docs/memory-model.md) of what a proof assumes
	// beyond PTX.
	Assumptions []string
	// States is the number of states that were visited.
	States int
}

// Step is one step of a counterexample.
type Step struct {
	Role string
	Op   *ir.Operation
	Text string
}

// Options of a check.
type Options struct {
	// MaxStates bounds the states that are visited; 0 is DefaultStates.
	MaxStates int
	// Trace is the most steps of a counterexample; 0 is DefaultTrace, and less
	// is none.
	Trace int
	// PTXOnly allows no assumption beyond PTX.
	PTXOnly bool
}

// Defaults of Options.
const (
	DefaultStates = 100_000
	DefaultTrace  = 24
)

// Applies reports whether fn is a kernel with something to check.
func Applies(fn *ir.Operation) bool {
	if fn.Attr(async.WarpGroupsAttr) == nil || fn.NumRegions() == 0 || fn.RegionAt(0).IsEmpty() {
		return false
	}
	return mattersInside(fn)
}

// Check checks the protocol of a kernel of the async level whose barriers are
// explicit. The error is that of the context.
func Check(ctx context.Context, fn *ir.Operation, o Options) (*Finding, error) {
	if o.MaxStates == 0 {
		o.MaxStates = DefaultStates
	}
	if o.Trace == 0 {
		o.Trace = DefaultTrace
	}
	k, f := build(fn)
	if f != nil {
		return f, nil
	}
	if f := k.limits(); f != nil {
		return f, nil
	}
	first, err := explore(ctx, k, o, false)
	if err != nil || first.Verdict != Refuted || o.PTXOnly {
		return first, err
	}
	second, err := explore(ctx, k, o, true)
	if err == nil && second.Verdict == Proven {
		return second, nil
	}
	return first, err
}

// node is a state at which a decision was made.
type node struct {
	parent int
	out    bool
	state  *state // nil once it was followed
}

type explorer struct {
	k          *kernel
	o          Options
	rendezvous bool
	lent       bool
	nodes      []node
	seen       map[string]bool
}

func (e *explorer) machine(s *state) *machine {
	return &machine{k: e.k, s: s, rendezvous: e.rendezvous, lent: &e.lent}
}

func explore(ctx context.Context, k *kernel, o Options, rendezvous bool) (*Finding, error) {
	e := &explorer{k: k, o: o, rendezvous: rendezvous, seen: make(map[string]bool)}
	start, f := e.start(nil)
	if f != nil {
		return f, nil
	}
	m := e.machine(start)
	at, f := e.run(m)
	if f != nil {
		return e.explain(f, -1), nil
	}
	if at >= 0 {
		e.add(-1, start)
	}
	for i := 0; i < len(e.nodes); i++ {
		if i%64 == 0 && ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if i >= o.MaxStates {
			return &Finding{Verdict: Unknown, Op: k.fn, Rule: "model", Msg: fmt.Sprintf("has more than %d states", o.MaxStates)}, nil
		}
		for _, way := range []bool{true, false} {
			if f := e.follow(i, way); f != nil {
				return e.explain(f, len(e.nodes)-1), nil
			}
		}
		e.nodes[i].state = nil
	}
	return e.proven(), nil
}

func (e *explorer) add(parent int, s *state) {
	key := s.key()
	if !e.seen[key] {
		e.seen[key] = true
		e.nodes = append(e.nodes, node{parent: parent, state: s})
	}
}

// follow takes one way of the decision of node i. When that fails, the node
// that was appended last stands for the way.
func (e *explorer) follow(i int, way bool) *Finding {
	m := e.machine(e.nodes[i].state.clone())
	at, f := e.decide(m, way)
	if f == nil && at >= 0 {
		at, f = e.run(m)
	}
	if f == infeasible {
		return nil
	}
	if f != nil {
		e.nodes = append(e.nodes, node{parent: i, out: way})
		return f
	}
	if at >= 0 {
		key := m.s.key()
		if !e.seen[key] {
			e.seen[key] = true
			e.nodes = append(e.nodes, node{parent: i, out: way, state: m.s})
		}
	}
	return nil
}

// start makes the first state: barriers as the set-up leaves them.
func (e *explorer) start(log *[]event) (*state, *Finding) {
	k := e.k
	s := &state{roles: make([]roleState, len(k.roles)), tiles: make([]tile, k.tiles), objects: make([]object, k.objects)}
	for i := range s.objects {
		s.objects[i].lag = make([]uint8, k.agents)
		s.objects[i].waited = make([]*token, k.agents)
	}
	for i, r := range k.roles {
		s.roles[i].env = make([]value, r.slots)
	}
	if k.setup == nil {
		return s, nil
	}
	m := &machine{k: k, s: s, log: log}
	rs := &roleState{env: make([]value, k.setup.slots)}
	for k.setup.code[rs.pc].code != stop {
		out, f := m.step(k.setup, rs, nil)
		if f != nil {
			return nil, f
		}
		if out != went {
			return nil, unsupported(k.setup.code[rs.pc].op, "cannot be followed before the roles")
		}
	}
	return s, nil
}

// order returns the roles, those first that have made the fewest decisions.
func (m *machine) order() []int {
	out := make([]int, 0, len(m.k.roles))
	for i := range m.k.roles {
		at := len(out)
		for at > 0 && m.rank(out[at-1]) > m.rank(i) {
			at--
		}
		out = append(out, 0)
		copy(out[at+1:], out[at:])
		out[at] = i
	}
	return out
}

func (m *machine) rank(i int) int {
	if !m.k.roles[i].shares {
		return -1
	}
	return m.s.roles[i].taken
}

// maxSteps bounds a run between two decisions.
const maxSteps = 1_000_000

// run follows the schedule to the next decision and returns the role that has
// to make it, -1 when all roles have ended.
func (e *explorer) run(m *machine) (int, *Finding) {
	steps := 0
	for {
		moved, open, running := false, -1, false
		for _, i := range m.order() {
			r, rs := m.k.roles[i], &m.s.roles[i]
			for !rs.done {
				out, f := m.step(r, rs, nil)
				if f != nil {
					return 0, f
				}
				if out == went {
					moved = true
					if steps++; steps > maxSteps {
						return 0, unsupported(r.code[rs.pc].op, "needs more steps than the check makes")
					}
					continue
				}
				running = true
				if out == undecided && open < 0 {
					open = i
				}
				break
			}
			if moved {
				break
			}
		}
		switch {
		case moved:
		case open >= 0:
			return open, nil
		case running:
			return 0, e.deadlock(m)
		default:
			return -1, e.leftover(m)
		}
	}
}

// decide makes the open decision of the role that run would name.
func (e *explorer) decide(m *machine, way bool) (int, *Finding) {
	for _, i := range m.order() {
		r, rs := m.k.roles[i], &m.s.roles[i]
		if rs.done {
			continue
		}
		c := r.code[rs.pc].code
		if c != test && c != branch {
			continue
		}
		_, f := m.step(r, rs, &way)
		return i, f
	}
	return -1, nil
}

func (e *explorer) deadlock(m *machine) *Finding {
	var waits []string
	var at *ir.Operation
	for i, r := range m.k.roles {
		rs := &m.s.roles[i]
		if rs.done {
			waits = append(waits, fmt.Sprintf("role %q has ended", r.name))
			continue
		}
		in := &r.code[rs.pc]
		if at == nil {
			at = in.op
		}
		o, name, _ := m.object(in.op, in.op.Operand(0), rs.value(in.in[1]))
		obj := &m.s.objects[o]
		waits = append(waits, fmt.Sprintf("role %q waits on %s for parity %d, where %d of %d arrivals and %d of %d bytes are missing",
			r.name, name, rs.value(in.in[2]).n&1, obj.pend, obj.count, max(0, obj.expected-obj.got), obj.expected))
	}
	return fault(at, "V9", "never returns: %s", strings.Join(waits, "; "))
}

// leftover checks what must not be left when all roles have ended.
func (e *explorer) leftover(m *machine) *Finding {
	if len(m.s.queue) > 0 {
		return &Finding{Verdict: Unknown, Op: m.k.fn, Rule: "V4", Msg: "has roles that share barriers but not all decisions: their iterations cannot be shown to be the same"}
	}
	for t := range m.s.tiles {
		if m.s.tiles[t].unread {
			for _, r := range m.k.bufList {
				if t >= r.first && t < r.first+r.n {
					return fault(r.op, "V2", "holds what nothing has read when the kernel ends: %s", m.tileName(int32(t)))
				}
			}
		}
	}
	return nil
}

// explain adds the schedule that leads to a finding: the decisions are those
// of the path to the node, -1 for none.
func (e *explorer) explain(f *Finding, at int) *Finding {
	var ways []bool
	for i := at; i >= 0 && e.nodes[i].parent >= 0; i = e.nodes[i].parent {
		ways = append([]bool{e.nodes[i].out}, ways...)
	}
	var log []event
	s, _ := e.start(&log)
	if s == nil {
		return f
	}
	m := &machine{k: e.k, s: s, rendezvous: e.rendezvous, log: &log}
	for _, way := range ways {
		if _, f := e.run(m); f != nil {
			break
		}
		if _, f := e.decide(m, way); f != nil {
			break
		}
	}
	e.run(m)
	out := *f
	out.States = len(e.nodes)
	for _, x := range log[max(0, len(log)-max(0, e.o.Trace)):] {
		out.Trace = append(out.Trace, Step{x.role, x.op, x.text})
	}
	return &out
}

func predicateKey(p predicate) string { return fmt.Sprintf("is %d %d %d %d", p.rel, p.a, p.b, p.off) }

// proven is the verdict when all states were visited.
func (e *explorer) proven() *Finding {
	f := &Finding{Verdict: Proven, Op: e.k.fn, States: len(e.nodes)}
	if e.lent {
		f.Assumptions = append(f.Assumptions, "war-proxy")
		if e.o.PTXOnly {
			f.Verdict, f.Rule, f.Msg = Unknown, "V11", "relies on a fence by another thread than the one that read"
		}
	}
	if e.rendezvous {
		f.Assumptions = append(f.Assumptions, "wgmma-rendezvous")
	}
	return f
}
