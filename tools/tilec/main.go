// Command tilec compiles kernels, runs them on the interpreter, the simulator or a
// GPU, and checks them.
package main

import (
	"os"
	"runtime/debug"

	"github.com/tile-opt/tile-opt/tools/tilec/tilec"
)

func main() {
	// A compilation is over before most of its memory is garbage.
	debug.SetGCPercent(400)
	os.Exit(tilec.Main(os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
}
