// Package asyncinsertmbarriers is the pass async-insert-mbarriers: pipelines
// and tokens become mbarriers with explicit slots, phases and byte counts.
//
// The protocol is the full/empty ring of CUTLASS's pipelines: a producer waits
// for parity 1 of a fresh empty barrier (which holds at once), a consumer for
// parity 0 of a full one; positions are carried through every loop and never
// restarted, so that a persistent loop around a pipelined one is right for
// any trip count. The package must not know how barriers become instructions.
package asyncinsertmbarriers
