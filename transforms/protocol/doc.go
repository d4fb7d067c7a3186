// Package protocol checks the barrier protocol of a kernel of the async level:
// that no schedule of its roles deadlocks, waits for a wrong phase or lets two
// accesses to shared memory race.
//
// # How
//
// Every role becomes a small program: its operations on barriers, buffers,
// groups and fences, and the scalar arithmetic that their slots and parities
// depend on. Slots, parities and counters of held slots are computed exactly;
// sizes stay symbols. Where control depends on a size, both ways are followed
// ("decisions"), and roles that share barriers follow the same ones: the n-th
// decision of one must be, by its expression, the n-th of the other. States
// are stored with slots and phases as they are (a phase as its parity) and
// sizes only as differences to the induction variables, so there are finitely
// many, and when all are visited the kernel was checked for every trip count.
//
// One schedule is followed for each sequence of decisions: the role that is
// behind goes first. That is enough because what is checked does not depend on
// the schedule. Ordering is not what happened to be executed first but what
// is known: for the last accesses of every slot, the last waits and the last
// completion of every barrier, the state holds who knows that they are over
// (threads of roles, and barriers on their behalf). An access needs to know
// those that it conflicts with; an arrival, that the phase before its own is
// over; the completion of a phase, that every waiter has left the phase before.
// Under these rules each wait returns for the same phase and each arrival
// counts in the same phase in every schedule, so what one schedule shows holds
// for all, deadlocks included.
//
// A role is represented by up to three of its warps: the one that its elected
// thread is in, the leader of another warp group, and a warp that leads
// nothing. Warps of a kind behave alike.
//
// The package must not know how the pass reports, nor how barriers become
// instructions. It assumes that sizes and offsets do not overflow, and that
// what is uniform at this level (all scalars) stays so.
package protocol
