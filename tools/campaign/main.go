// Command campaign draws launches of kernels, random in the shape of the data and
// in the form of the loop, and records them in folders for tilec-gpu: each is
// compared with the kernel interpreted in float64, and repeated under seeds of
// delays, which must not change a bit. docs/howto/run-elsewhere.md says how to run
// them.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"

	"github.com/tile-opt/tile-opt/tools/campaign/draw"
)

func main() {
	o := draw.Options{Log: func(format string, args ...any) { fmt.Printf(format+"\n", args...) }}
	flag.StringVar(&o.Kernels, "kernels", "testdata/kernels", "folder of the kernels")
	flag.StringVar(&o.Dir, "o", "campaign", "folder for the launches, a folder in it for each kernel")
	flag.IntVar(&o.Launches, "launches", 500, "launches to draw, seeds of delays not counted")
	flag.IntVar(&o.Shapes, "shapes", 3, "shapes for each form")
	flag.IntVar(&o.Seeds, "delays", 2, "seeds of delays for each launch")
	flag.Uint64Var(&o.Seed, "seed", 1, "picks shapes, forms and delays")
	flag.Parse()
	fmt.Printf("seed %d\n", o.Seed)
	if err := draw.Run(context.Background(), o); err != nil {
		fmt.Fprintln(os.Stderr, "campaign:", err)
		os.Exit(1)
	}
}
