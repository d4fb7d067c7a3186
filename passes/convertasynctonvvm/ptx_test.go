package convertasynctonvvm_test

import (
	"context"
	"fmt"
	"testing"

	"github.com/tile-opt/tile-opt/targets/nvptx"
	"github.com/tile-opt/tile-opt/targets/nvptx/ptx"
)

// TestMatmulAssembles holds the product that everything is built for to what
// ptxas says of it: no spill and no message (both are errors of Compile), and
// no move of a wgmma operand in the loop over K.
func TestMatmulAssembles(t *testing.T) {
	t.Parallel()
	shapes := []string{"BM=128 BN=256 BK=64 consumers=2", "BM=64 BN=256 BK=64 consumers=1", "BM=128 BN=128 BK=64 consumers=1"}
	for i, kernel := range []string{"matmul", "matmul_bf16"} {
		for j, shape := range shapes {
			// Every number of stages with every shape, in one of the types.
			stages := 2 + (i+j)%3
			inFlight := (i + j) % 2
			options := fmt.Sprintf("stages=%d mma-in-flight=%d %s", stages, inFlight, shape)
			t.Run(kernel+"/"+options, func(t *testing.T) {
				t.Parallel()
				m := readKernel(t, kernel)
				lower(t, m, "tile-to-llvm{"+options+"}")
				r, err := nvptx.Compile(context.Background(), m, nvptx.Options{Cubin: true})
				if err != nil {
					t.Fatal(err)
				}
				mod, err := ptx.Parse(string(r.PTX))
				if err != nil {
					t.Fatal(err)
				}
				for _, name := range r.Kernels {
					checkLoop(t, mod.Function(name))
				}
				if len(r.Kernels) != 2 {
					t.Errorf("kernels %v, expected one with tensor stores and one without", r.Kernels)
				}
			})
		}
	}
}

func checkLoop(t *testing.T, f *ptx.Function) {
	t.Helper()
	if movs := f.WgmmaMovs(); len(movs) > 0 {
		t.Errorf("%s: moves of wgmma operands in the loop: %v", f.Name, movs)
	}
	loops := f.InnermostLoops("wgmma.mma_async")
	if len(loops) != 1 {
		t.Fatalf("%s: %d loops with wgmma, expected 1", f.Name, len(loops))
	}
	// Up to 8 products with their predicates, the waits, and the arithmetic of
	// one slot.
	if n := len(f.LoopInsts(loops[0])); n > 64 {
		t.Errorf("%s: %d instructions in the loop over K, expected at most 64", f.Name, n)
	}
}
