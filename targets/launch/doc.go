// Package launch is the contract between a compiled module and whoever launches it: which entries the module has,
// under which preconditions each may run, and how the host makes every kernel parameter, the grid and the block from
// the kernel author's own arguments. docs/launch-metadata.md is the same contract for people who read no Go.
//
// A Module travels as versioned JSON (Marshal, Unmarshal). Whatever depends on the call is an integer Expr over the
// arguments' addresses, sizes and strides and over named device properties. Select takes the first entry whose
// preconditions hold, Pack computes its parameters, and Prepare does both.
//
// The package must not know the IR, the compiler, the driver or a device: launchers, the simulator and the compiler
// all import it. It holds no state, starts nothing and reads nothing, and everything that it returns depends on its
// arguments alone.
package launch
