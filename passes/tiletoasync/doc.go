// Package tiletoasync is the pass tile-to-async: it brings a kernel from the
// tile level to the async level. It decides where tiles live (registers with a
// layout, or shared memory), how they get there (TMA or direct loads), which
// products go to the tensor cores, and puts in the waits and barriers that
// make the result right without any overlap; later passes add the overlap.
//
// The work is divided so: plan.go finds the tiles that products read from
// shared memory, layouts.go chooses the layouts of all others, apply.go and
// convert.go rewrite the kernel.
package tiletoasync
