// Command tile-opt reads MLIR, runs passes over it and prints it, as mlir-opt
// does and with its option names.
package main

import (
	"os"

	"github.com/tile-opt/tile-opt/tools/tile-opt/tileopt"
)

func main() {
	os.Exit(tileopt.Main(os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
}
