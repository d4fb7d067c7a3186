package machine

import (
	"context"
	"errors"
	"fmt"
	"iter"
)

// ErrBudget is wrapped by the error of Run when MaxSteps or MaxMemory was exhausted.
var ErrBudget = errors.New("simulation budget exhausted")

// stopToken unwinds a warp's program when the run ends before it.
type stopToken struct{}

// run is the state of one Machine.Run.
type run struct {
	m        *Machine
	ctx      context.Context
	l        Launch
	sw       Switches
	rep      *Report
	seen     map[faultKey]*Fault
	program  func(*Warp) error
	clusters []*cluster // resident, in order of admission
	next     int        // linear index of the next cluster
	pending  []*pendingOp
	opSeq    uint64
	options  []Option
	sites    map[any]uint32
	siteList []any
	// sync holds the global synchronisation variables, by address.
	sync   map[uint64]syncObject
	steps  int64
	memory int64
	// progress counts changes that a polling warp could see; spinners that saw no change wait.
	progress uint64
	halt     bool
	err      error
	live     int
}

// pendingOp is an asynchronous step that may happen at any time: a bulk copy reporting its bytes, a bulk group
// finishing its reads or writes, or a cp.async arrival.
type pendingOp struct {
	seq  uint64
	name string
	// warp is the issuing warp, index in the grid; index its operation count at the issue.
	warp  int
	index uint64
	cl    *cluster
	at    int64 // when it happens under the cost model
	step  func()
}

func (r *run) post(w *Warp, at int64, name string, step func()) {
	r.opSeq++
	r.pending = append(r.pending, &pendingOp{seq: r.opSeq, name: name, warp: w.id, index: w.ops, cl: w.cta.cl, at: at, step: step})
}

type warpState uint8

const (
	warpReady warpState = iota
	warpBlocked
	warpDone
)

// wait is why a warp is blocked. ready is asked by the scheduler, and must not change anything.
type wait struct {
	ready func() bool
	// spin marks a poll: where everything else is stuck, the warp is resumed with False.
	spin bool
	// explain adds the lines of a deadlock report (rule 8.5).
	explain func(*explainer)
	what    string
}

// fail ends the run with an error that is not a fault of the program under test.
func (r *run) fail(err error) {
	if r.err == nil {
		r.err = err
	}
	r.halt = true
}

func (r *run) stopAll() {
	for _, c := range r.clusters {
		for _, w := range c.warps {
			w.stop()
		}
	}
}

// loop is the scheduler (S1): it moves one warp or one pending operation at a time until nothing is left.
func (r *run) loop() {
	for !r.halt {
		if err := r.ctx.Err(); err != nil {
			r.fail(err)
			return
		}
		r.admit()
		if len(r.clusters) == 0 {
			return
		}
		r.collect()
		if len(r.options) == 0 {
			if r.live == 0 {
				r.retire()
				continue
			}
			if !r.wakeSpinner() {
				r.deadlock()
				return
			}
			continue
		}
		r.take(r.choose())
		if r.steps++; r.steps > r.l.MaxSteps {
			r.fail(fmt.Errorf("%w: %d steps", ErrBudget, r.l.MaxSteps))
		}
		r.retire()
	}
}

// choose asks the Chooser when there is a choice.
func (r *run) choose() int {
	if len(r.options) == 1 {
		return 0
	}
	i := r.l.Chooser.Choose(&Choice{Options: r.options, Step: r.steps, run: r})
	if i < 0 || i >= len(r.options) {
		r.rep.Pruned = true
		r.halt = true
		return -1
	}
	if len(r.rep.Schedule) < 1<<22 {
		r.rep.Schedule = append(r.rep.Schedule, uint32(i))
	} else {
		r.rep.ScheduleCut = true
	}
	return i
}

func (r *run) take(i int) {
	if i < 0 {
		return
	}
	o := r.options[i]
	if o.op != nil {
		k := 0
		for r.pending[k] != o.op {
			k++
		}
		r.pending = append(r.pending[:k], r.pending[k+1:]...)
		o.op.step()
		r.progress++
		return
	}
	r.resume(o.warp)
}

func (r *run) resume(w *Warp) {
	w.state = warpReady
	w.wait = nil
	if _, ok := w.resume(); !ok {
		w.state = warpDone
	}
}

// collect lists what can move now: warps in grid order, then pending operations in order of issue.
func (r *run) collect() {
	r.options = r.options[:0]
	for _, c := range r.clusters {
		for _, w := range c.warps {
			if w.state == warpReady || w.state == warpBlocked && w.wait.ready() {
				r.options = append(r.options, Option{Warp: w.id, Role: w.role, Time: w.now, warp: w})
			}
		}
	}
	for _, o := range r.pending {
		r.options = append(r.options, Option{Warp: o.warp, Async: true, Seq: o.seq, Time: o.at, op: o})
	}
}

// spinLimit is how often a poll may fail with nothing else moving before the run counts as deadlocked; a program that
// gives up earlier goes on.
const spinLimit = 256

// wakeSpinner resumes a polling warp with False, the one that was resumed least since the last visible change. When
// all have had their share, nobody will ever see another answer.
func (r *run) wakeSpinner() bool {
	var best *Warp
	for _, c := range r.clusters {
		for _, w := range c.warps {
			if w.state != warpBlocked || !w.wait.spin {
				continue
			}
			if w.polledAt != r.progress {
				w.polledAt, w.polls = r.progress, 0
			}
			if w.polls < spinLimit && (best == nil || w.polls < best.polls) {
				best = w
			}
		}
	}
	if best == nil {
		return false
	}
	best.polls++
	r.steps++
	r.resume(best)
	return true
}

// admit brings clusters onto the machine up to the resident limit.
func (r *run) admit() {
	total := r.l.Grid.Count() / r.l.Cluster.Count()
	for len(r.clusters) < r.l.Resident && r.next < total && !r.halt {
		c := r.newCluster(r.next)
		r.next++
		if !r.reserve(c.memory()) {
			return
		}
		r.clusters = append(r.clusters, c)
		for _, w := range c.warps {
			r.live++
			w.resume, w.stop = iter.Pull(w.body(r.program))
		}
	}
}

// retire removes clusters whose warps and operations have ended.
func (r *run) retire() {
	kept := r.clusters[:0]
	for _, c := range r.clusters {
		if c.live > 0 || r.hasPending(c) {
			kept = append(kept, c)
			continue
		}
		c.finish()
		r.memory -= c.memory()
	}
	clear(r.clusters[len(kept):])
	r.clusters = kept
}

func (r *run) hasPending(c *cluster) bool {
	for _, o := range r.pending {
		if o.cl == c {
			return true
		}
	}
	return false
}

// reserve accounts for n bytes of simulation state.
func (r *run) reserve(n int64) bool {
	r.memory += n
	if r.memory > r.l.MaxMemory {
		r.fail(fmt.Errorf("%w: %d bytes of memory", ErrBudget, r.l.MaxMemory))
		return false
	}
	return true
}

// siteID interns the place of a site; tags are kept beside it.
func (r *run) siteID(s Site) uint32 {
	if s.At == nil {
		return 0
	}
	id, ok := r.sites[s.At]
	if !ok {
		r.siteList = append(r.siteList, s.At)
		id = uint32(len(r.siteList))
		r.sites[s.At] = id
	}
	return id
}

func (r *run) siteOf(id uint32, tag int32) Site {
	if id == 0 {
		return Site{}
	}
	return Site{At: r.siteList[id-1], Tag: tag}
}

// body is the coroutine of w.
func (w *Warp) body(program func(*Warp) error) iter.Seq[struct{}] {
	return func(yield func(struct{}) bool) {
		w.yield = yield
		defer func() {
			if p := recover(); p != nil {
				if _, ours := p.(stopToken); !ours {
					panic(p)
				}
			}
		}()
		err := program(w)
		if err != nil {
			w.run.fail(fmt.Errorf("%s: %w", w.Name(), err))
			return
		}
		w.finish()
	}
}

// pause lets the scheduler choose; every operation that others can observe begins with it.
func (w *Warp) pause() {
	w.step()
	w.ops++ // before the switch: the fingerprint must tell this stop from the one before
	if !w.yield(struct{}{}) {
		panic(stopToken{})
	}
}

// block suspends w until ready, or, for polls, until everything else is stuck. It reports whether ready held.
func (w *Warp) block(wt *wait) bool {
	for !wt.ready() {
		w.state, w.wait = warpBlocked, wt
		if !w.yield(struct{}{}) {
			panic(stopToken{})
		}
		if wt.spin {
			return wt.ready()
		}
	}
	return true
}

// step counts an operation against the budget and looks for cancellation.
func (w *Warp) step() {
	r := w.run
	r.steps++
	if r.steps > r.l.MaxSteps {
		r.fail(fmt.Errorf("%w: %d steps, the last by %s at %s", ErrBudget, r.l.MaxSteps, w.Name(), w.site))
		panic(stopToken{})
	}
	if r.steps&1023 == 0 {
		if err := r.ctx.Err(); err != nil {
			r.fail(err)
			panic(stopToken{})
		}
	}
}

// Tick counts one step of computation that touches nothing: an interpreter calls it on back edges, so that a loop
// without memory operations stays within the budget and notices cancellation.
func (w *Warp) Tick() { w.step() }
