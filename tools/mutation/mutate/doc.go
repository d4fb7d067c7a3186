// Package mutate makes faults mechanically in kernels whose barriers are
// explicit, and asks who notices.
//
// At the async level the static check (transforms/protocol, with the verifier)
// is asked first. What it lets pass must behave as the original does: the
// exhaustive explorer runs it with every number of trips up to twice the
// stages and one, in all interleavings, and the simulator, which knows fences,
// runs it too. At the nvvm level no static check reads the kernel: the
// simulator is asked, for all trips in five schedules, and what it lets pass
// is simulated in other ones.
//
// A mutant that nobody reports and that does not behave as the original is
// unexplained: a hole in a check. The package must not know how a check works.
package mutate
