// Package cuda runs jobs (targets/launch/job) on a GPU through the CUDA driver, which it loads at run time: nothing of
// CUDA is needed to build it, and Open says clearly what is missing where there is no driver.
//
// Everything above the driver is written against the interface Driver, so that tests run it with a driver of their own.
// The package must not know the compiler or the IR: PTX or a cubin and launch metadata are all that it sees. A kernel
// that hangs can't be stopped from within its process: Run returns an error after the time limit, makes no further call,
// and the caller is expected to end the process.
package cuda
