// Package timeline draws what a block did over time: its roles with their waits, the copies in flight, the tensor cores,
// and each slot of its rings as it is filled, full, read and empty.
//
// It reads the events of a simulation (machine.Report.Timeline) and knows nothing of the IR: which mbarrier is a slot's
// full barrier (copies report to it) and which is its empty barrier (who fills the slot waits for it first) is taken from
// what happened, so that a kernel of any level is drawn alike. It must not know how a kernel was compiled.
//
// Invariants: the same report gives the same bytes; the picture stands alone (no script, no font, no link) and has a
// light and a dark form; its size is bounded by its width and not by the length of the run.
package timeline
