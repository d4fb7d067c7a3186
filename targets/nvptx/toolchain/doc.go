// Package toolchain finds and runs the programs behind the NVPTX target: llc (LLVM
// IR to PTX), ptxas (PTX to a cubin, with a report) and nvdisasm (cubin to SASS).
//
// A program is looked for in its variable (TILE_LLC, TILE_PTXAS, TILE_NVDISASM; a
// bad value is an error, never passed over), for NVIDIA's two then in
// .cache/cuda/bin beside the nearest go.mod upwards of the working directory,
// then on PATH.
//
// The package knows command lines and messages, no IR and no PTX beyond one check
// (see [UnknownIntrinsicError]). It keeps nothing between calls but the version of
// a program that it has asked, leaves no file and no goroutine behind, kills what
// it started when the context ends, and bounds what it keeps of an output.
//
// Errors are values of the types [NotFoundError], [VersionError], [ToolError],
// [UnknownIntrinsicError] and [FaultError], or the context's error.
package toolchain
