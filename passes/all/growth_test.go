package all_test

import (
	"fmt"
	"io"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/tile-opt/tile-opt/dialects/all"
	"github.com/tile-opt/tile-opt/ir"
	"github.com/tile-opt/tile-opt/ir/asm"
	"github.com/tile-opt/tile-opt/passes"
	allpasses "github.com/tile-opt/tile-opt/passes/all"
)

// shapes are modules in which something grows that a real one has little of.
var shapes = []struct {
	name     string
	n        int // the larger size; the smaller is a quarter of it
	pipeline string
	write    func(line func(format string, args ...any), n int)
}{
	{"a chain of operations", 60_000, "canonicalize,cse,sccp,int-range-optimizations,remove-dead-values", func(line func(string, ...any), n int) {
		line("%%v0 = arith.addi %%a, %%b : i32")
		for i := range n {
			line("%%v%d = arith.addi %%v%d, %%b : i32", i+1, i)
		}
		line("return %%v%d : i32", n)
	}},
	{"dead operations", 40_000, "canonicalize,cse", func(line func(string, ...any), n int) {
		line("%%v0 = arith.addi %%a, %%b : i32")
		for i := range n {
			line("%%v%d = arith.addi %%v%d, %%b : i32", i+1, i)
		}
		line("return %%a : i32")
	}},
	{"diamonds of blocks", 20_000, "canonicalize{region-simplify=aggressive},cse,sccp,int-range-optimizations,remove-dead-values", func(line func(string, ...any), n int) {
		line("cf.br ^h0(%%a : i32)")
		for i := range n / 4 {
			line("^h%d(%%x%d: i32):\n%%y%d = arith.addi %%x%d, %%b : i32\ncf.cond_br %%c, ^l%d, ^r%d", i, i, i, i, i, i)
			line("^l%d:\nmemref.store %%y%d, %%m[%%i] : memref<8xi32>\ncf.br ^h%d(%%y%d : i32)\n^r%d:\ncf.br ^h%d(%%x%d : i32)", i, i, i+1, i, i, i+1, i)
		}
		line("^h%d(%%r: i32):\nreturn %%r : i32", n/4)
	}},
	{"nested loops of blocks", 20_000, "cse,canonicalize", func(line func(string, ...any), n int) {
		line("cf.br ^h0")
		for i := range n {
			line("^h%d:\ncf.br ^h%d", i, i+1)
		}
		line("^h%d:\ncf.br ^t%d", n, n-1)
		for i := n - 1; i > 0; i-- {
			line("^t%d:\ncf.cond_br %%c, ^h%d, ^t%d", i, i, i-1)
		}
		line("^t0:\nreturn %%a : i32")
	}},
	{"blocks that leave a chain", 20_000, "cse,mem2reg", func(line func(string, ...any), n int) {
		line("%%s = memref.alloca() : memref<i32>\nmemref.store %%a, %%s[] : memref<i32>\ncf.br ^h0")
		for i := range n {
			line("^h%d:\n%%x%d = memref.load %%s[] : memref<i32>\nmemref.store %%x%d, %%m[%%i] : memref<8xi32>\ncf.cond_br %%c, ^h%d, ^e", i, i, i, i+1)
		}
		line("^h%d:\nmemref.store %%b, %%s[] : memref<i32>\ncf.br ^h0\n^e:\n%%r = memref.load %%s[] : memref<i32>\nreturn %%r : i32", n)
	}},
	{"memory slots, one a block", 10_000, "mem2reg", func(line func(string, ...any), n int) {
		for i := range n {
			line("%%s%d = memref.alloca() : memref<i32>", i)
		}
		line("cf.br ^h0")
		for i := range n {
			line("^h%d:\nmemref.store %%a, %%s%d[] : memref<i32>\n%%x%d = memref.load %%s%d[] : memref<i32>\nmemref.store %%x%d, %%m[%%i] : memref<8xi32>\ncf.br ^h%d", i, i, i, i, i, i+1)
		}
		line("^h%d:\nreturn %%a : i32", n)
	}},
	{"uses of a value", 60_000, "canonicalize,cse", func(line func(string, ...any), n int) {
		line("%%z = arith.constant 0 : i32\n%%u = arith.addi %%a, %%z : i32")
		for range n {
			line("memref.store %%u, %%m[%%i] : memref<8xi32>")
		}
		line("return %%u : i32")
	}},
	{"elements of an array", 120_000, "canonicalize", func(line func(string, ...any), n int) {
		line("%%r = arith.constant {x = [%s 0 : i32]} 1 : i32\nreturn %%r : i32", strings.Repeat("1 : i32, ", n))
	}},
}

// functions are symbols that call each other.
func functions(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "func.func private @f%d(%%a: i32) -> i32 {\n%%r = call @f%d(%%a) : (i32) -> i32\nreturn %%r : i32\n}\n", i, i+1)
	}
	fmt.Fprintf(&b, "func.func @f%d(%%a: i32) -> i32 {\nreturn %%a : i32\n}\nfunc.func @g(%%a: i32) -> i32 {\n%%r = call @f0(%%a) : (i32) -> i32\nreturn %%r : i32\n}\n", n)
	return b.String()
}

// TestGrowth checks that four times as much takes about four times as long: the
// square would be sixteen times. It counts processor time, of which other
// programs take none, and is not parallel, so that other tests take none either.
func TestGrowth(t *testing.T) {
	for _, s := range shapes {
		t.Run(s.name, func(t *testing.T) {
			grow(t, s.n, s.pipeline, func(n int) string {
				var b strings.Builder
				b.WriteString("func.func @f(%a: i32, %b: i32, %c: i1, %m: memref<8xi32>, %i: index) -> i32 {\n")
				s.write(func(format string, args ...any) { fmt.Fprintf(&b, format+"\n", args...) }, n)
				b.WriteString("}\n")
				return b.String()
			})
		})
	}
	t.Run("symbols", func(t *testing.T) { grow(t, 8_000, "sccp,inline,symbol-dce", functions) })
}

const (
	// mostGrowth is between 4, and some more for what sorts, and 16.
	mostGrowth = 9
	attempts   = 3
)

func grow(t *testing.T, n int, pipeline string, text func(n int) string) {
	small, large := text(n/4), text(n)
	ratio := 0.0
	for range attempts {
		ratio = float64(spent(t, large, pipeline)) / float64(max(spent(t, small, pipeline), time.Millisecond))
		if ratio <= mostGrowth {
			return
		}
	}
	t.Errorf("%s takes %.1f times as long for four times as much", pipeline, ratio)
}

// spent is the processor time that reading, verifying, a pipeline and printing
// take.
func spent(t *testing.T, text, pipeline string) time.Duration {
	before := processorTime(t)
	m, err := asm.Parse(ir.NewContext(all.Dialects()...), "m.mlir", []byte(text), asm.ParseOptions{})
	if err != nil {
		t.Fatal(err)
	}
	p, err := allpasses.Registry().Parse("builtin.module(" + pipeline + ")")
	if err != nil {
		t.Fatal(err)
	}
	if err := p.Run(t.Context(), m, passes.Config{Verify: true, Workers: 1}); err != nil {
		t.Fatal(err)
	}
	if err := asm.Print(io.Discard, m, asm.PrintOptions{}); err != nil {
		t.Fatal(err)
	}
	return processorTime(t) - before
}

func processorTime(t *testing.T) time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		t.Fatal(err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
