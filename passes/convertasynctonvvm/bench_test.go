package convertasynctonvvm_test

import (
	"context"
	"testing"

	"github.com/tile-opt/tile-opt/ir"
	"github.com/tile-opt/tile-opt/passes"
	"github.com/tile-opt/tile-opt/passes/convertasynctonvvm"
)

// BenchmarkMatmul lowers both entries of the product.
func BenchmarkMatmul(b *testing.B) {
	m := readKernel(b, "matmul")
	lower(b, m, "func.func(tile-bind,canonicalize,cse),func.func(tile-rasterize,tile-persist,canonicalize,cse,tile-to-async{warp-groups=2},async-pipeline,async-warp-specialize{consumers=0}),async-epilogue{via=auto},func.func(async-insert-mbarriers,async-reallocate-registers,async-allocate-shared,canonicalize,cse)")
	b.ReportAllocs()
	for b.Loop() {
		b.StopTimer()
		c := ir.CloneDetached(m, &ir.Mapping{})
		b.StartTimer()
		if err := convertasynctonvvm.Pass.Run(passes.NewRun(context.Background(), c.Context(), convertasynctonvvm.Pass, nil, nil), c); err != nil {
			b.Fatal(err)
		}
	}
}
