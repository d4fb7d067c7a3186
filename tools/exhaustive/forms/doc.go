// Package forms lists the forms of loops over tiles - kernels of testdata with
// options of tile-to-llvm - and holds the compiler to docs/legality.txt in each of
// them: what a rule forbids is refused or declined with that rule's message, and
// what is compiled is proven by async-verify-protocol for all trip counts, and
// computes in the simulator what the kernel says, for every trip count that a ring
// tells apart, under several schedules.
//
// All lists the forms, Draw makes random ones, Check judges one, and Run judges a
// list on all processors, writes what it found to a file, and goes on from there
// when it is started again. The command is tools/exhaustive; a random sample is a
// test.
//
// It must not know how a pass works: it knows options by their text, and modules
// by what the simulator makes of them.
//
// Invariants: what Check says of a form depends on nothing but the form and the
// files of the repository, so that a run in pieces finds what one run finds.
package forms
