// Package convertscftocf is the pass convert-scf-to-cf: structured loops and
// branches become blocks.
//
// It must not know what the operations in the blocks do.
package convertscftocf
