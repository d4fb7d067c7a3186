package asyncpipeline

import (
	"fmt"

	"github.com/tile-opt/tile-opt/dialects/async"
	"github.com/tile-opt/tile-opt/ir/diag"
)

// plan decides which MMAs stay under way, how far the loads of each ring run
// ahead and how late its slots are released. The diagnostic says where less
// stays under way than was asked for.
func (l *loopInfo) plan(o Options) (*flight, *diag.Diagnostic) {
	n := o.inFlight()
	for _, g := range l.rings {
		if g.mma {
			n = min(n, g.stages-1)
		}
	}
	f, why := l.inFlight(n)
	if why == nil && n < o.inFlight() {
		why = decline(l.loop, nil, "the MMAs of %d iterations and no more, since a ring that they read has %d stages", n, n+1)
		why.Msg = "MMAs kept in flight: " + why.Msg[len(declined):]
	}
	for _, g := range l.rings {
		g.lag = min(o.ReleaseLag, g.stages-1)
		if g.mma {
			g.lag = max(g.lag, f.iterations())
		}
		// Slots that are still held cannot be loaded into.
		g.ahead = min(max(o.distance(g.stages), 0), g.stages-1-g.lag)
	}
	return f, why
}

// describe says what became of a ring of the loop.
func (l *loopInfo) describe(g *ring, o Options, f *flight) string {
	groups := int64(0)
	if g.mma {
		groups = f.groups()
	}
	s := fmt.Sprintf("loop pipelined: %d stages of %d bytes, %d loads a stage, prefetch %d, %d MMA groups in flight",
		g.stages, g.slotBytes(), len(g.loads), g.ahead, groups)
	if g.lag > 0 && (!g.mma || g.lag > f.iterations()) {
		s += fmt.Sprintf(", released %d iterations later", g.lag)
	}
	if o.WAR == async.WARBarrier {
		s += ", refilled behind a barrier of the block"
	}
	if len(g.guards) > 0 {
		s += ", under a condition"
	}
	switch {
	case l.peels(o):
		s += ", last iterations peeled"
	case o.Peel == peelNone && l.mostAhead() > 0:
		s += ", nothing peeled"
	}
	return s
}

// peels reports whether the last iterations get a loop of their own.
func (l *loopInfo) peels(o Options) bool { return o.Peel == peelAll && l.mostAhead() > 0 }

func (l *loopInfo) mostAhead() int64 {
	n := int64(0)
	for _, g := range l.rings {
		n = max(n, g.ahead)
	}
	return n
}
