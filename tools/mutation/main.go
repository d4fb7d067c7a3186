// Command mutation makes faults mechanically in kernels with explicit barriers
// and says how many are reported. Its last line is
//
//	made N, reported R, equivalent E, unexplained U
//
// and it exits with 1 where U is not 0.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"

	"github.com/tile-opt/tile-opt/tools/mutation/mutate"
)

func main() {
	o := mutate.Options{Log: func(format string, args ...any) { fmt.Printf(format+"\n", args...) }}
	flag.StringVar(&o.Root, "root", ".", "folder of the module")
	flag.IntVar(&o.Async, "async", 1500, "mutants at the async level, at most")
	flag.IntVar(&o.NVVM, "nvvm", 150, "mutants at the nvvm level, at most")
	flag.Uint64Var(&o.Seed, "seed", 1, "picks the mutants")
	flag.Parse()
	fmt.Printf("seed %d\n", o.Seed)
	res, err := mutate.Run(context.Background(), o)
	if err != nil {
		fmt.Fprintln(os.Stderr, "mutation:", err)
		os.Exit(1)
	}
	fmt.Println(res)
	if res.Unexplained > 0 {
		os.Exit(1)
	}
}
