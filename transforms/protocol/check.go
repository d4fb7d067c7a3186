package protocol

import (
	"context"
	"fmt"
	"slices"
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
	// Trace is the end of a schedule that leads there, Where the sizes that the
	// kernel was called with in it.
	Trace []Step
	Where string
	// Assumptions are the ids (docs/memory-model.md) of what a proof assumes
	// beyond PTX.
	Assumptions []string
	// States is the number of states that were visited.
	States int

	// again is the group of rings, plus one, that has to be followed position
	// by position.
	again int
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
	DefaultStates = 20_000
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
	k, f := build(fn, nil)
	if f != nil {
		return f, nil
	}
	if f := k.limits(); f != nil {
		return f, nil
	}
	off := make(map[*ring]bool)
	for {
		k.findGroups(off)
		k.arrange()
		f, err := k.judge(ctx, o)
		if err != nil || f.again == 0 {
			return f, err
		}
		g := &k.groups[f.again-1]
		for _, r := range append(slices.Clone(g.bufs), g.bars...) {
			off[r] = true
		}
	}
}

// judge tries the ways to a proof from the cheapest on: with the states of one
// place joined, then one by one; without assumptions beyond PTX, then with.
func (k *kernel) judge(ctx context.Context, o Options) (*Finding, error) {
	states := 0
	try := func(rendezvous, exact bool) (*Finding, error) {
		e := &explorer{k: k, o: o, rendezvous: rendezvous, exact: exact, seen: make(map[string]int), limit: maxSteps}
		f, err := e.explore(ctx)
		if err == nil {
			states += f.States
			f.States = states
		}
		return f, err
	}
	first, err := try(false, false)
	if err != nil || first.Verdict != Refuted {
		return first, err
	}
	if !o.PTXOnly {
		if f, err := try(true, false); err != nil || f.Verdict == Proven {
			return f, err
		}
	}
	if f, err := k.witness(ctx, o); err != nil || f != nil {
		return f, err
	}
	for _, rendezvous := range []bool{false, true} {
		if rendezvous && o.PTXOnly {
			break
		}
		if f, err := try(rendezvous, true); err != nil || f.Verdict == Proven || f.again > 0 {
			return f, err
		}
	}
	if k.alone != nil {
		f := differs(k.alone)
		f.States = states
		return f, nil
	}
	first.Verdict, first.Msg, first.States = Unknown, "fails with none of the sizes that were tried, but the check cannot rule out that it "+first.Msg, states
	return first, nil
}

// retry says that a group of rings cannot be turned.
func (k *kernel) retry(group int) *Finding {
	return &Finding{Verdict: Unknown, Op: k.fn, Rule: "model", Msg: "uses a ring in a way that the check cannot follow", again: group + 1}
}

// node is a state at which a decision is to be made.
type node struct {
	// parent and out are the decision that led there first.
	parent int
	out    bool
	state  *state
	// version counts the joins, done the version that each way was followed
	// of.
	version int
	done    [2]int
}

type explorer struct {
	k          *kernel
	o          Options
	rendezvous bool
	// exact keeps states apart that differ in what is known.
	exact bool
	lent  [2]bool
	nodes []node
	seen  map[string]int
	work  []task
	steps int
	limit int // of steps
	runs  int
	buf   []byte
	wide  map[variable]map[value]bool
	// unused is a state that another one can be copied over, or nil.
	unused *state
}

// task is a way of a node that is to be followed.
type task struct {
	node int
	way  bool
}

func (e *explorer) machine(s *state) *machine {
	return &machine{k: e.k, s: s, rendezvous: e.rendezvous}
}

// maxSteps bounds the instructions of a check.
const maxSteps = 2_000_000

func (e *explorer) explore(ctx context.Context) (*Finding, error) {
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
		if f := e.add(-1, true, m); f != nil {
			return f, nil
		}
	}
	for len(e.work) > 0 {
		t := e.work[len(e.work)-1]
		e.work = e.work[:len(e.work)-1]
		n := &e.nodes[t.node]
		if n.done[way(t.way)] == n.version {
			continue
		}
		n.done[way(t.way)] = n.version
		if e.runs++; e.runs%64 == 0 && ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if e.runs > e.o.MaxStates {
			return &Finding{Verdict: Unknown, Op: e.k.fn, Rule: "model", States: e.runs, Msg: fmt.Sprintf("has more than %d states", e.o.MaxStates)}, nil
		}
		if f := e.follow(t); f != nil {
			return e.explain(f, len(e.nodes)-1), nil
		}
	}
	return e.proven(), nil
}

func way(b bool) int {
	if b {
		return 1
	}
	return 0
}

// add enters the state of a machine that has come to a decision, and what is
// to be followed from it: the way into a loop before the way out, so that
// inner loops settle first.
func (e *explorer) add(parent int, out bool, m *machine) *Finding {
	e.note(m)
	s := m.s
	for i, r := range e.k.roles {
		r.forget(e.k.syms, &s.roles[i])
		s.roles[i].renumber()
	}
	for o := range s.objects {
		m.catchUp(o)
	}
	if g := e.k.settle(s); g >= 0 {
		return e.k.retry(g)
	}
	e.widen(s)
	e.buf = s.key(e.k.syms, e.exact, e.buf)
	id, ok := e.seen[string(e.buf)]
	switch {
	case !ok:
		id = len(e.nodes)
		e.seen[string(e.buf)] = id
		e.nodes = append(e.nodes, node{parent: parent, out: out, state: s, version: 1})
	case e.exact:
		e.unused = s
		return nil
	default:
		n := &e.nodes[id]
		e.unused = s
		if !n.state.join(e.k, s, n.version > maxJoins) {
			return nil
		}
		n.version++
	}
	e.work = append(e.work, task{id, false}, task{id, true})
	return nil
}

// maxJoins is how often bounds are joined before those that change are
// dropped.
const maxJoins = 24

// variable is a value of a role's environment.
type variable struct{ role, slot int }

// maxValues is how many values a variable takes before it is no longer
// followed; one that only grows is followed at its first.
const maxValues = 20

// widen forgets variables that take more and more values.
func (e *explorer) widen(s *state) {
	for i, r := range e.k.roles {
		for j, v := range s.roles[i].env {
			if v.kind != number || r.classes[j] != nil {
				continue
			}
			if e.wide == nil {
				e.wide = make(map[variable]map[value]bool)
			}
			at := variable{i, j}
			set := e.wide[at]
			if set == nil {
				set = make(map[value]bool)
				e.wide[at] = set
			}
			limit := maxValues
			if r.grows[j] {
				limit = 1
			}
			if len(set) < limit {
				set[v] = true
			} else if !set[v] {
				s.roles[i].env[j] = value{}
			}
		}
	}
}

// note keeps which assumptions a machine has used.
func (e *explorer) note(m *machine) {
	for i, used := range m.lent {
		e.lent[i] = e.lent[i] || used
	}
}

// spare returns a state to copy another over.
func (e *explorer) spare() *state {
	s := e.unused
	if s == nil {
		return new(state)
	}
	e.unused = nil
	return s
}

// follow takes one way of a decision. When that fails, the node that was
// appended last stands for the way.
func (e *explorer) follow(t task) *Finding {
	m := e.machine(e.nodes[t.node].state.clone(e.spare()))
	at, f := e.decide(m, t.way)
	if f == nil && at >= 0 {
		at, f = e.run(m)
	}
	if f == infeasible {
		e.unused = m.s
		return nil
	}
	if f == nil && at >= 0 {
		f = e.add(t.node, t.way, m)
	}
	if f != nil {
		e.nodes = append(e.nodes, node{parent: t.node, out: t.way})
	}
	e.note(m)
	return f
}

// start makes the first state: barriers as the set-up leaves them.
func (e *explorer) start(log *[]happening) (*state, *Finding) {
	k := e.k
	s := &state{roles: make([]roleState, len(k.roles)), objects: make([]object, k.objects), known: k.lay.fresh(),
		written: make([]bool, k.tiles), lags: make([]uint8, k.objects*k.agents)}
	for i := range s.lags {
		if k.lay.waited[i] >= 0 {
			s.lags[i] = 1
		}
	}
	for _, n := range k.namedList() {
		s.objects[n.object] = object{init: true, published: true, count: n.warps, pend: n.warps}
		for a := range k.agents {
			s.lags[n.object*k.agents+a] = 1
		}
	}
	for _, r := range k.barList {
		for i := range r.n {
			if r.implied {
				s.objects[r.first+i] = object{init: true, published: true, count: r.count, pend: r.count}
			}
		}
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
	return m.next(m.k.roles[i])
}

// run follows the schedule to the next decision and returns the role that has
// to make it, -1 when all roles have ended.
func (e *explorer) run(m *machine) (int, *Finding) {
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
					if e.steps++; e.steps > e.limit {
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
		if in.op.Is(async.NamedSyncDef.Name) {
			id, _ := ir.IntValue(in.op.Prop("id"))
			obj := &m.s.objects[m.k.named[id].object]
			waits = append(waits, fmt.Sprintf("role %q waits at named barrier %d, where %d of %d warps are missing", r.name, id, obj.pend, obj.count))
			continue
		}
		var o int
		parity := rs.value(in.in[len(in.in)-1])
		if in.part != nil {
			o, _ = in.part.index([]value{rs.value(in.in[0])})
		} else {
			o, _, _ = m.object(in.op, in.op.Operand(0), rs.value(in.in[1]))
		}
		obj := &m.s.objects[o]
		waits = append(waits, fmt.Sprintf("role %q waits on %s for parity %d, where %d of %d arrivals and %d of %d bytes are missing",
			r.name, m.objectName(o), parity.n&1, obj.pend, obj.count, max(0, obj.expected-obj.got), obj.expected))
	}
	return fault(at, "V9", "never returns: %s", strings.Join(waits, "; "))
}

// leftover checks what must not be left when all roles have ended.
func (e *explorer) leftover(m *machine) *Finding {
	if len(m.s.queue) > 0 {
		return &Finding{Verdict: Unknown, Op: m.k.fn, Rule: "V4", Msg: "has roles that share barriers but not all decisions: their iterations cannot be shown to be the same"}
	}
	return nil
}

// explain adds the schedule that leads to a finding: the decisions are those
// of the path to the node, -1 for none.
func (e *explorer) explain(f *Finding, at int) *Finding {
	out := *f
	out.States = e.runs
	if !e.exact && at >= 0 || e.o.Trace < 0 {
		return &out
	}
	var ways []bool
	for i := at; i >= 0 && e.nodes[i].parent >= 0; i = e.nodes[i].parent {
		ways = append(ways, e.nodes[i].out)
	}
	slices.Reverse(ways)
	var log []happening
	s, _ := e.start(&log)
	if s == nil {
		return &out
	}
	m := &machine{k: e.k, s: s, rendezvous: e.rendezvous, log: &log}
	e.steps = 0
	for _, way := range ways {
		if _, f := e.run(m); f != nil {
			break
		}
		if _, f := e.decide(m, way); f != nil {
			break
		}
	}
	if _, f := e.run(m); f != nil && f.Rule == out.Rule {
		// States are stored with their rings turned; this names slots and
		// parities as they are.
		out.Op, out.Msg = f.Op, f.Msg
	}
	for _, r := range e.k.roles {
		if out.Op != r.region.Owner() && e.k.regionOf(out.Op) == r.region {
			log = append(log, happening{r.name, out.Op, "breaks " + out.Rule})
		}
	}
	for _, x := range log[max(0, len(log)-max(0, e.o.Trace)):] {
		out.Trace = append(out.Trace, Step{x.role, x.op, x.text})
	}
	return &out
}

func predicateKey(p predicate) string { return fmt.Sprintf("is %d %d %d %d", p.rel, p.a, p.b, p.off) }

// proven is the verdict when all states were visited.
func (e *explorer) proven() *Finding {
	f := &Finding{Verdict: Proven, Op: e.k.fn, States: e.runs}
	for i, id := range []string{"war-proxy", "cp-async-fence"} {
		if !e.lent[i] {
			continue
		}
		f.Assumptions = append(f.Assumptions, id)
		if e.o.PTXOnly {
			f.Verdict, f.Rule, f.Msg = Unknown, "V11", "relies on a fence by another thread than the one whose access it is to order"
		}
	}
	if e.rendezvous {
		f.Assumptions = append(f.Assumptions, "wgmma-rendezvous")
	}
	if load := e.k.separate; load != nil {
		f.Assumptions = append(f.Assumptions, "separate-arguments")
		if e.o.PTXOnly {
			f.Verdict, f.Op, f.Rule, f.Msg = Unknown, load, "V4", "decides by memory that the kernel does not write unless two of its arguments overlap"
		}
	}
	return f
}
