// Package mem2reg is the pass mem2reg. What memory, reads and writes are is
// said by the hooks of ir/analysis; the package knows no dialect.
package mem2reg
