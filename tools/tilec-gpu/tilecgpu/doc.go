// Package tilecgpu is the command tilec-gpu as a function, so that tests and
// the generator of its manual run it in their own process.
//
// It must not know the compiler: kernels come as PTX and launch metadata.
package tilecgpu
