package tileopt_test

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"syscall"
	"testing"
	"time"
)

// program writes functions of generic operations: arithmetic with repeated
// expressions, memory, loops, conditionals and calls.
type program struct {
	bytes.Buffer
	r   *rand.Rand
	ops int
	n   int // values so far
}

func (p *program) op(format string, args ...any) {
	fmt.Fprintf(p, format+"\n", args...)
	p.ops++
}

// value makes an i32 from the newest ones of live.
func (p *program) value(live []string) string {
	p.n++
	v := fmt.Sprintf("%%v%d", p.n)
	pick := func() string { return live[max(0, len(live)-1-p.r.IntN(12))] }
	switch p.r.IntN(10) {
	case 0:
		p.op(`%s = "arith.constant"() <{value = %d : i32}> : () -> i32`, v, p.r.IntN(100))
	case 1:
		p.op(`%s_i = "arith.constant"() <{value = %d : index}> : () -> index`, v, p.r.IntN(64))
		p.op(`%s = "memref.load"(%%m, %s_i) : (memref<?xi32>, index) -> i32`, v, v)
	case 2:
		p.op(`%s_c = "arith.cmpi"(%s, %s) <{predicate = %d : i64}> : (i32, i32) -> i1`, v, pick(), pick(), p.r.IntN(10))
		p.op(`%s = "arith.select"(%s_c, %s, %s) : (i1, i32, i32) -> i32`, v, v, pick(), pick())
	default:
		op := []string{"addi", "subi", "muli"}[p.r.IntN(3)]
		p.op(`%s = "arith.%s"(%s, %s) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32`, v, op, pick(), pick())
	}
	return v
}

func (p *program) function(id int) {
	p.op(`"func.func"() <{function_type = (i32, i32, memref<?xi32>, index) -> i32, sym_name = "f%d"}> ({`, id)
	p.WriteString("^bb0(%a: i32, %b: i32, %m: memref<?xi32>, %n: index):\n")
	live := []string{"%a", "%b"}
	for range 8 {
		for range 12 {
			live = append(live, p.value(live))
		}
		p.n++
		v, last := fmt.Sprintf("%%v%d", p.n), live[len(live)-1]
		p.op(`%s_l = "arith.constant"() <{value = 0 : index}> : () -> index`, v)
		p.op(`%s_s = "arith.constant"() <{value = 1 : index}> : () -> index`, v)
		p.op(`%s = "scf.for"(%s_l, %%n, %s_s, %s) ({`, v, v, v, last)
		fmt.Fprintf(p, "^bb0(%s_k: index, %s_x: i32):\n", v, v)
		inner := append(append([]string(nil), live...), v+"_x")
		for range 6 {
			inner = append(inner, p.value(inner))
		}
		p.op(`"scf.yield"(%s) : (i32) -> ()`, inner[len(inner)-1])
		fmt.Fprintln(p, "}) : (index, index, index, i32) -> i32")
		live = append(live, v)
	}
	p.op(`"func.return"(%s) : (i32) -> ()`, live[len(live)-1])
	fmt.Fprintln(p, "}) : () -> ()")
}

// generate returns a module of at least so many operations.
func generate(ops int) []byte {
	p := &program{r: rand.New(rand.NewPCG(1, 2))}
	p.op(`"builtin.module"() ({`)
	for id := 0; p.ops < ops; id++ {
		p.function(id)
	}
	fmt.Fprintln(p, "}) : () -> ()")
	return p.Bytes()
}

// BenchmarkAgainstMLIROpt times this command and mlir-opt on the same work, in turn,
// each a process of its own, and reports the best of both and their ratios: what else
// runs on the machine changes the best less than the mean, and CPU time (user and
// system) less than time. -short leaves out what is slow.
func BenchmarkAgainstMLIROpt(b *testing.B) {
	dir := b.TempDir()
	ours := filepath.Join(dir, "tile-opt")
	build := exec.Command("go", "build", "-o", ours, "github.com/tile-opt/tile-opt/tools/tile-opt")
	build.Env = append(os.Environ(), "CGO_ENABLED=0")
	if out, err := build.CombinedOutput(); err != nil {
		b.Fatalf("%v\n%s", err, out)
	}
	theirs := os.Getenv("TILE_MLIR_OPT")
	if theirs == "" {
		theirs = "mlir-opt-22"
	}
	for _, w := range []struct {
		name string
		ops  int
		args []string
	}{
		{"empty", 0, nil},
		{"generic-10k", 10_000, []string{"--mlir-print-op-generic"}},
		{"generic-100k", 100_000, []string{"--mlir-print-op-generic"}},
		{"generic-100k-one-thread", 100_000, []string{"--mlir-print-op-generic", "--mlir-disable-threading"}},
		{"custom-100k", 100_000, nil},
		{"canonicalize-100k", 100_000, []string{"--mlir-print-op-generic", "--canonicalize"}},
		{"cse-100k", 100_000, []string{"--mlir-print-op-generic", "--cse"}},
		{"generic-1M", 1_000_000, []string{"--mlir-print-op-generic"}},
	} {
		b.Run(w.name, func(b *testing.B) {
			if testing.Short() && w.ops > 100_000 {
				b.Skip("a million operations are slow")
			}
			input := filepath.Join(dir, w.name+".mlir")
			text := []byte("module {}\n")
			if w.ops > 0 {
				text = generate(w.ops)
			}
			if err := os.WriteFile(input, text, 0o600); err != nil {
				b.Fatal(err)
			}
			// A new process starts with the peak of the one that started it.
			text = nil
			debug.FreeOSMemory()
			compare(b, ours, theirs, append(w.args, input, "-o", filepath.Join(dir, "out.mlir")))
		})
	}
}

// compare runs the two programs with the same arguments, in turn.
func compare(b *testing.B, ours, theirs string, args []string) {
	var best [2]usage
	for first := true; b.Loop(); first = false {
		for i, program := range []string{ours, theirs} {
			u, err := measure(program, args...)
			if err != nil {
				b.Fatal(err)
			}
			if first {
				best[i] = u
			}
			best[i].lower(u)
		}
	}
	for i, name := range []string{"tile-opt", "mlir-opt"} {
		b.ReportMetric(best[i].wall.Seconds()*1e3, name+"-ms")
		b.ReportMetric(best[i].cpu.Seconds()*1e3, name+"-cpu-ms")
		b.ReportMetric(best[i].memory/1024, name+"-MiB")
	}
	b.ReportMetric(float64(best[0].wall)/float64(best[1].wall), "time-ratio")
	b.ReportMetric(float64(best[0].cpu)/float64(best[1].cpu), "cpu-ratio")
	b.ReportMetric(best[0].memory/best[1].memory, "memory-ratio")
}

// usage is what a process took: memory is the most resident memory, in KiB.
type usage struct {
	wall, cpu time.Duration
	memory    float64
}

// lower takes what is less of v.
func (u *usage) lower(v usage) {
	if u.wall == 0 {
		*u = v
	}
	u.wall, u.cpu, u.memory = min(u.wall, v.wall), min(u.cpu, v.cpu), min(u.memory, v.memory)
}

func measure(program string, args ...string) (usage, error) {
	runtime.GC()
	cmd := exec.Command(program, args...)
	start := time.Now()
	out, err := cmd.CombinedOutput()
	wall := time.Since(start)
	if err != nil {
		return usage{}, fmt.Errorf("%s: %w\n%s", program, err, out)
	}
	s := cmd.ProcessState
	return usage{wall, s.UserTime() + s.SystemTime(), float64(s.SysUsage().(*syscall.Rusage).Maxrss)}, nil
}
