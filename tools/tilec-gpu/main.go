// Command tilec-gpu launches compiled kernels on a GPU: it loads the CUDA driver at run time, runs the cases of a job
// file, or one case given by flags, and reports what they computed and how long they took. docs/launch-metadata.md has
// the formats.
package main

import (
	"os"

	"github.com/tile-opt/tile-opt/tools/tilec-gpu/tilecgpu"
)

func main() {
	os.Exit(tilecgpu.Main(os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
}
