package opt_test

import (
	"os"
	"syscall"
	"testing"
	"time"

	dialects "github.com/tile-opt/tile-opt/dialects/all"
	"github.com/tile-opt/tile-opt/opt"
	allpasses "github.com/tile-opt/tile-opt/passes/all"
)

// benchmarkCompile takes the text of the matrix product to a stage as tilec does,
// context and registry included; the module is verified once it is lowered.
func benchmarkCompile(b *testing.B, emit opt.Stage) {
	src, err := os.ReadFile("../testdata/kernels/matmul.mlir")
	if err != nil {
		b.Fatal(err)
	}
	b.ReportAllocs()
	before := cpuTime()
	for b.Loop() {
		m, err := opt.Parse(opt.NewContext(dialects.Dialects()...), "matmul.mlir", src)
		if err != nil {
			b.Fatal(err)
		}
		o := options(emit)
		o.Registry, o.Run.Unverified = allpasses.Registry(), true
		if _, err := opt.Compile(b.Context(), m, o); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(cpuTime()-before)/float64(b.N)/1e6, "cpu-ms/op")
}

// cpuTime is what this process and the programs that it ran have used, which a busy
// machine changes less than the time on the clock.
func cpuTime() time.Duration {
	sum := time.Duration(0)
	for _, who := range []int{syscall.RUSAGE_SELF, syscall.RUSAGE_CHILDREN} {
		var u syscall.Rusage
		if syscall.Getrusage(who, &u) == nil {
			sum += time.Duration(u.Utime.Nano() + u.Stime.Nano())
		}
	}
	return sum
}

func BenchmarkTileToLLVMIR(b *testing.B) { benchmarkCompile(b, opt.LLVMIR) }

// BenchmarkTileToPTX runs llc, and no ptxas.
func BenchmarkTileToPTX(b *testing.B) { benchmarkCompile(b, opt.PTX) }
