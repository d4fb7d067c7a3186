package machine

import (
	"fmt"
	"strings"
)

// explainer builds the wait-for chains of a deadlock report (8.5). It walks from each blocked warp to those that could
// release it, visiting a warp once.
type explainer struct {
	lines []string
	bytes []*Fault // barriers that wait for bytes only
	seen  map[*Warp]bool
	stack []*Warp
	cycle string
	cause string
}

// maxExplain bounds the lines of a report.
const maxExplain = 400

func (x *explainer) say(format string, args ...any) {
	if len(x.lines) < maxExplain {
		x.lines = append(x.lines, strings.Repeat("  ", max(len(x.stack)-1, 0))+fmt.Sprintf(format, args...))
	}
}

// visit explains why w does not move.
func (x *explainer) visit(w *Warp) {
	if x.seen[w] {
		return
	}
	x.seen[w] = true
	x.stack = append(x.stack, w)
	if w.wait != nil && w.wait.explain != nil {
		w.wait.explain(x)
	}
	x.stack = x.stack[:len(x.stack)-1]
}

// follow goes on to a warp that could have released from.
func (x *explainer) follow(from, to *Warp) {
	for i, s := range x.stack {
		if s == to && x.cycle == "" {
			names := make([]string, 0, len(x.stack)-i+1)
			for _, v := range x.stack[i:] {
				names = append(names, v.Name()+" ("+v.wait.what+")")
			}
			x.cycle = strings.Join(append(names, to.Name()), " -> ")
		}
	}
	x.visit(to)
}

func status(w *Warp) string {
	switch w.state {
	case warpDone:
		return "exited"
	case warpBlocked:
		return "blocked in " + w.wait.what + " at " + w.site.String()
	}
	return "ready"
}

// mbarrier explains a wait on a phase.
func (x *explainer) mbarrier(w *Warp, b *mbarrier, parity uint32, intended uint64) {
	want := fmt.Sprintf("parity %d", parity&1)
	if intended != 0 {
		want += fmt.Sprintf(" intending phase %d", intended-1)
	}
	x.say("%s at %s waits for %s: %s", w.Name(), w.site, want, b.state())
	if intended != 0 && b.phase > intended {
		x.say("  missed: %d phases have completed", b.phase)
		x.setCause("the phase was missed")
	}
	if b.pend == 0 || b.tx != 0 || b.expected != b.bound {
		x.say("  bytes of this phase: %d expected, %d in copies issued", b.expected, b.bound)
		if b.pend == 0 {
			x.setCause(fmt.Sprintf("%s is complete but for %d bytes", b.name(), b.tx))
			x.bytes = append(x.bytes, b.leftOver())
		}
	}
	for _, k := range b.contributors {
		x.say("  this phase: %s by %s at %s", k.what, k.who, k.site)
	}
	for _, s := range b.sources {
		verb := "arrives"
		if s.copy {
			verb = "copies"
		}
		x.say("  %s %s at %s (%d times, last i=%d): %s", s.w.Name(), verb, Site{At: s.at}, s.n, s.tag, status(s.w))
	}
	if len(b.sources) == 0 {
		x.say("  nobody has ever arrived on it")
		x.setCause("nobody arrives on " + b.name())
	}
	for _, s := range b.sources {
		if s.w.state == warpBlocked {
			x.follow(w, s.w)
		}
	}
}

func (x *explainer) setCause(s string) {
	if x.cause == "" {
		x.cause = s
	}
}

// named explains a wait on a named barrier.
func (x *explainer) named(w *Warp, b *namedBarrier, id int) {
	x.say("%s at %s waits on named barrier %d: %d of %d warps arrived (%s)", w.Name(), w.site, id, b.arrivals, b.need(w.cta), count(b.count))
	in := map[*Warp]bool{}
	for _, a := range b.list {
		in[a.w] = true
	}
	for _, o := range w.cta.warps {
		if in[o] {
			continue
		}
		x.say("  not there: %s, %s", o.Name(), status(o))
		if o.state == warpDone && b.count >= 0 {
			x.setCause("a counted warp has exited (N7)")
		}
	}
	for _, o := range w.cta.warps {
		if !in[o] && o.state == warpBlocked {
			x.follow(w, o)
		}
	}
}

func (x *explainer) cluster(w *Warp) {
	b := &w.cta.cl.barrier
	x.say("%s at %s waits on the cluster barrier, phase %d", w.Name(), w.site, b.phase)
	for _, o := range w.cta.cl.warps {
		if o.cluArr <= b.phase && o.state != warpDone {
			x.say("  not there: %s, %s", o.Name(), status(o))
		}
	}
	for _, o := range w.cta.cl.warps {
		if o.cluArr <= b.phase && o.state == warpBlocked {
			x.follow(w, o)
		}
	}
}

// deadlock reports that nothing can move.
func (r *run) deadlock() {
	r.rep.Deadlock = true
	x := &explainer{seen: map[*Warp]bool{}}
	var first *Warp
	blocked := 0
	for _, c := range r.clusters {
		for _, w := range c.warps {
			if w.state != warpBlocked {
				continue
			}
			blocked++
			if first == nil {
				first = w
			}
			x.visit(w)
		}
	}
	if first == nil {
		return
	}
	for _, f := range x.bytes {
		r.add(f)
	}
	msg := fmt.Sprintf("deadlock: %d warps wait and nothing can move", blocked)
	if x.cause != "" {
		msg += ": " + x.cause
	}
	if x.cycle != "" {
		x.stack = nil
		x.say("cycle: %s", x.cycle)
	}
	r.add(&Fault{Rule: RuleDeadlock, Severity: Error, Fatal: true, Who: first.Name(), Site: first.site, Message: msg, Details: x.lines})
}
