package machine

import (
	"context"
	"math/rand/v2"
)

// Option is something that can move: a warp, or (Async) an operation in flight.
type Option struct {
	// Warp is the warp, or the issuer of the operation, as an index in the grid.
	Warp int
	// Role is what the program called Warp.SetRole with; empty for operations.
	Role  string
	Async bool
	// Seq numbers operations in order of issue.
	Seq uint64
	// Time is when the warp got here, or when the operation ends, in cycles of the cost model.
	Time int64

	warp *Warp
	op   *pendingOp
}

// Name describes the option for traces.
func (o Option) Name() string {
	if o.op != nil {
		return o.op.name
	}
	return o.warp.Name()
}

// Choice is a point where more than one option can move.
type Choice struct {
	Options []Option
	Step    int64
	run     *run
}

// Fingerprint hashes the control state and all clocks, so that an explorer can tell that it has been here. Two states
// with one fingerprint continue alike, as long as programs depend only on what the machine returned to them.
func (c *Choice) Fingerprint() uint64 { return c.run.fingerprint() }

// Chooser decides what moves next. Choose returns an index into c.Options, or a negative number to end the run.
type Chooser interface {
	Choose(c *Choice) int
}

// ChooserFunc makes a Chooser of a function.
type ChooserFunc func(c *Choice) int

// Choose calls f.
func (f ChooserFunc) Choose(c *Choice) int { return f(c) }

type roundRobin struct {
	lastWarp int
	lastOp   uint64
	async    bool
}

// RoundRobin lets every warp move in turn and, after each full turn, the operations in flight.
func RoundRobin() Chooser { return &roundRobin{lastWarp: -1} }

func (c *roundRobin) Choose(ch *Choice) int {
	for i, o := range ch.Options {
		if !o.Async && !c.async && o.Warp > c.lastWarp {
			c.lastWarp = o.Warp
			return i
		}
		if o.Async && (!c.async || o.Seq > c.lastOp) {
			c.async, c.lastOp = true, o.Seq
			return i
		}
	}
	o := ch.Options[0]
	c.async, c.lastWarp, c.lastOp = o.Async, o.Warp, o.Seq
	return 0
}

// Random picks uniformly, by a generator that depends on the seed alone.
func Random(seed uint64) Chooser {
	g := rand.New(rand.NewPCG(seed, 0x9e3779b97f4a7c15))
	return ChooserFunc(func(c *Choice) int { return g.IntN(len(c.Options)) })
}

// Prefer lets next choose among the options that first accepts, when there are any.
func Prefer(first func(Option) bool, next Chooser) Chooser {
	return ChooserFunc(func(c *Choice) int {
		var sub Choice
		var at []int
		for i, o := range c.Options {
			if first(o) {
				sub.Options = append(sub.Options, o)
				at = append(at, i)
			}
		}
		switch len(at) {
		case 0:
			return next.Choose(c)
		case 1:
			return at[0]
		}
		sub.Step, sub.run = c.Step, c.run
		if i := next.Choose(&sub); i >= 0 && i < len(at) {
			return at[i]
		}
		return -1
	})
}

// Starve moves the warps that slow accepts only when nothing else can move.
func Starve(slow func(warp int) bool) Chooser {
	return Prefer(func(o Option) bool { return o.Async || !slow(o.Warp) }, RoundRobin())
}

// AsyncFirst completes operations in flight as soon as possible (latency 0).
func AsyncFirst() Chooser { return Prefer(func(o Option) bool { return o.Async }, RoundRobin()) }

// AsyncLast completes operations in flight only when every warp waits (latency ∞).
func AsyncLast() Chooser { return Prefer(func(o Option) bool { return !o.Async }, RoundRobin()) }

// ByTime moves what comes first under the cost model: the schedule that a timeline is drawn of. Of what happens at once,
// the first option moves.
func ByTime() Chooser {
	return ChooserFunc(func(c *Choice) int {
		best := 0
		for i, o := range c.Options {
			if o.Time < c.Options[best].Time {
				best = i
			}
		}
		return best
	})
}

// Replay repeats Report.Schedule, and then takes the first option.
func Replay(schedule []uint32) Chooser {
	i := 0
	return ChooserFunc(func(c *Choice) int {
		if i == len(schedule) {
			return 0
		}
		i++
		return int(schedule[i-1])
	})
}

// Exploration is the outcome of Explore.
type Exploration struct {
	// Runs counts the schedules started, States the distinct states seen at choices.
	Runs, States int
	// Complete is set when every schedule was covered.
	Complete bool
}

// explorer enumerates schedules depth first by running each from the start.
type explorer struct {
	prefix []uint32
	depth  int
	width  []uint32 // options at each depth of the current run
	seen   map[uint64]bool
}

func (e *explorer) Choose(c *Choice) int {
	if e.depth < len(e.prefix) {
		e.depth++
		return int(e.prefix[e.depth-1])
	}
	fp := c.Fingerprint()
	if e.seen[fp] {
		return -1
	}
	e.seen[fp] = true
	e.prefix = append(e.prefix, 0)
	e.width = append(e.width, uint32(len(c.Options)))
	e.depth++
	return 0
}

// advance moves to the next schedule in depth-first order.
func (e *explorer) advance() bool {
	e.depth = 0
	for n := len(e.prefix); n > 0; n = len(e.prefix) {
		if e.prefix[n-1]+1 < e.width[n-1] {
			e.prefix[n-1]++
			return true
		}
		e.prefix, e.width = e.prefix[:n-1], e.width[:n-1]
	}
	return false
}

// Explore runs every schedule of a small program, cutting those that reach a state already seen. setup makes a fresh
// machine, launch and program for each run (the launch's Chooser is replaced); visit gets each report that was not
// cut short, and returns false to stop. maxRuns bounds the work.
func Explore(ctx context.Context, maxRuns int, setup func() (*Machine, Launch, func(*Warp) error), visit func(*Report) bool) (Exploration, error) {
	e := &explorer{seen: map[uint64]bool{}}
	x := Exploration{}
	for x.Runs < maxRuns {
		m, l, program := setup()
		l.Chooser = e
		rep, err := m.Run(ctx, l, program)
		x.Runs++
		x.States = len(e.seen)
		if err != nil {
			return x, err
		}
		if !rep.Pruned || len(rep.Faults) > 0 {
			if !visit(rep) {
				return x, nil
			}
		}
		if !e.advance() {
			x.Complete = true
			return x, nil
		}
	}
	return x, nil
}

// fingerprint is FNV-1a over 64-bit words.
func (r *run) fingerprint() uint64 {
	h := hasher(14695981039346656037)
	for _, c := range r.clusters {
		for _, w := range c.warps {
			h.add(uint64(w.state)<<56 ^ w.ops)
			h.add(w.answers)
			h.clock(w.clk)
		}
		for _, cta := range c.ctas {
			cta.hash(&h)
		}
		h.add(uint64(c.barrier.arrived)<<32 ^ c.barrier.phase)
	}
	var bag uint64 // the order of issue does not matter
	for _, o := range r.pending {
		bag += o.key()
	}
	h.add(bag)
	return uint64(h)
}

type hasher uint64

func (h *hasher) add(v uint64) {
	x := uint64(*h) ^ v
	x *= 0x9fb21c651e98df25
	*h = hasher(x ^ x>>29)
}

func (h *hasher) clock(c *clock) {
	if c == nil {
		return
	}
	for i, e := range c.v {
		if e != 0 { // the slot part grows with zeros
			h.add(uint64(i)<<32 | uint64(e))
		}
	}
}

// key identifies a pending operation independently of the order in which other warps issued theirs.
func (o *pendingOp) key() uint64 {
	h := hasher(uint64(o.warp)<<40 ^ o.index)
	for _, b := range []byte(o.name) {
		h.add(uint64(b))
	}
	return uint64(h)
}
