// Package function is the dialect func: functions, calls and returns. (The
// folder has another name because func is a Go keyword.)
//
// Functions of other dialects (llvm.func, gpu.func) share the syntax of
// signatures, which is in ir/asm. The package knows no other dialect.
package function
