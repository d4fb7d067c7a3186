// Package protocol checks the barrier protocol of a kernel of the async level:
// that no schedule of its roles deadlocks, waits for a wrong phase or lets two
// accesses to shared memory race. docs/protocol-checking.md has the rules and
// the argument; this is where its parts are.
//
// # How
//
// Every role becomes a small program (program.go, compile.go): its operations
// on barriers, buffers, groups and fences, and the scalar arithmetic that their
// slots and parities depend on. A machine executes it (step.go, machine.go,
// memory.go, named.go) on a state (state.go): slots, parities and counters of
// held slots exactly, sizes as symbols (values.go, symbols.go) with bounds of
// their differences (facts.go). Where control depends on a size, both ways are
// followed ("decisions"), and roles that share barriers follow the same ones:
// the n-th decision of one must be, by its expression, the n-th of the other.
//
// One schedule is followed for each sequence of decisions: the role that is
// behind goes first. What is checked does not depend on the schedule. Ordering
// is not what happened to be executed first but what is known (layout.go): for
// the last accesses of every slot, the last waits and the last completion of
// every barrier, the state holds who knows that they are over: threads of
// roles, and barriers on their behalf. An access needs to know those that it
// conflicts with; an arrival, that the phase before its own is over; the
// completion of a phase, that every waiter has left the phase before. Under
// these rules each wait returns for the same phase and each arrival counts in
// the same phase in every schedule, so what one schedule shows holds for all,
// deadlocks included.
//
// The explorer (check.go) stores states with their rings turned (symmetry.go)
// and joins those that differ in knowledge only. A kernel that is called broken
// was executed with numbers for all sizes (witness.go). Explore (explore.go,
// record.go) is the second opinion: all interleavings, none of the rules.
//
// A role is represented by up to three of its warps: the one that its elected
// thread is in, the leader of another warp group, and a warp that leads
// nothing. Warps of a kind behave alike.
//
// The package must not know how the pass reports, nor how barriers become
// instructions. It assumes that sizes and offsets do not overflow, that steps
// of loops are positive, and that what is uniform at this level (all scalars)
// stays so. A check ends after a number of steps that does not depend on time.
package protocol
