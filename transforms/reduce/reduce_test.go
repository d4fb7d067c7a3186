package reduce_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	dialects "github.com/tile-opt/tile-opt/dialects/all"
	"github.com/tile-opt/tile-opt/ir"
	"github.com/tile-opt/tile-opt/ir/asm"
	"github.com/tile-opt/tile-opt/transforms/reduce"
)

func parse(t *testing.T, src string) *ir.Operation {
	t.Helper()
	c := ir.NewContext(dialects.Dialects()...)
	c.AllowUnregistered = true
	m, err := asm.Parse(c, "in.mlir", []byte(src), asm.ParseOptions{})
	if err == nil {
		err = ir.Verify(m)
	}
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// has is the property that an operation of that name is there.
func has(name string) reduce.Property {
	return func(_ context.Context, m *ir.Operation) (bool, error) {
		for op := range ir.Walk(m) {
			if op.Is(name) {
				return true, nil
			}
		}
		return false, nil
	}
}

func count(m *ir.Operation) int {
	n := 0
	for range ir.Walk(m) {
		n++
	}
	return n
}

// TestKinds has one case for each kind of thing that is taken away.
func TestKinds(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ name, src, find, want string }{
		{"symbols and operations", `
func.func @a(%x: i32) -> i32 {
  %0 = arith.addi %x, %x : i32
  return %0 : i32
}
func.func @b() {
  %0 = arith.constant 1 : i32
  %1 = func.call @a(%0) : (i32) -> i32
  "x.bad"(%1) : (i32) -> ()
  return
}`, "x.bad", `module {
  "x.bad"() : () -> ()
}
`},
		{"regions", `
func.func @f(%n: index, %c: i1) -> i32 {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %init = arith.constant 1 : i32
  %r = scf.for %i = %zero to %n step %one iter_args(%acc = %init) -> (i32) {
    %s = scf.if %c -> (i32) {
      %t = arith.muli %acc, %acc : i32
      scf.yield %t : i32
    } else {
      scf.yield %acc : i32
    }
    scf.yield %s : i32
  }
  return %r : i32
}`, "arith.muli", `module {
  %c1_i32 = arith.constant 1 : i32
  %0 = arith.muli %c1_i32, %c1_i32 : i32
}
`},
		{"blocks", `
func.func @f(%c: i1, %x: i32) -> i32 {
  cf.cond_br %c, ^a(%x : i32), ^b
^a(%y: i32):
  %0 = arith.muli %y, %y : i32
  cf.br ^c(%0 : i32)
^b:
  %1 = arith.subi %x, %x : i32
  cf.br ^c(%1 : i32)
^c(%z: i32):
  return %z : i32
}`, "arith.subi", `module {
  %c0_i32 = arith.constant 0 : i32
  %0 = arith.subi %c0_i32, %c0_i32 : i32
}
`},
		{"a branch that is needed", `
func.func @f(%c: i1, %x: i32, %unused: f32) -> i32 {
  %k = arith.constant 7 : i32
  cf.cond_br %c, ^a(%k, %x : i32, i32), ^b(%x : i32)
^a(%y: i32, %w: i32):
  cf.br ^b(%w : i32)
^b(%z: i32):
  return %z : i32
}`, "cf.cond_br", `module {
  func.func @f(%arg0: i1) {
    cf.cond_br %arg0, ^bb1, ^bb2
  ^bb1:  // pred: ^bb0
    return
  ^bb2:  // pred: ^bb0
    return
  }
}
`},
		{"signatures with their calls", `
func.func @f(%a: i32, %b: i64, %c: f32) -> (i32, i64) {
  "x.bad"(%b) : (i64) -> ()
  return %a, %b : i32, i64
}
func.func @g(%a: i32, %b: i64, %c: f32) -> i64 {
  %0:2 = func.call @f(%a, %b, %c) : (i32, i64, f32) -> (i32, i64)
  return %0#1 : i64
}`, "func.call", `module {
  func.func @f() {
    return
  }
  func.call @f() : () -> ()
}
`},
		{"blocks in a row", `
func.func @f(%c: i1, %x: i32) -> i32 {
  cf.br ^a(%x : i32)
^a(%y: i32):
  %0 = arith.addi %y, %y : i32
  cf.br ^b(%0 : i32)
^b(%z: i32):
  %1 = "x.bad"(%z) : (i32) -> i32
  cf.cond_br %c, ^a(%1 : i32), ^e(%1 : i32)
^e(%w: i32):
  return %w : i32
}`, "cf.cond_br", `module {
  func.func @f(%arg0: i1) {
    cf.br ^bb1
  ^bb1:  // 2 preds: ^bb0, ^bb1
    cf.cond_br %arg0, ^bb1, ^bb2
  ^bb2:  // pred: ^bb1
    return
  }
}
`},
		{"operands and attributes", `
func.func @f(%m: memref<?x?xf32>, %i: index, %t: tensor<4xf32>) attributes {a, b = 1} {
  %0 = memref.alloc(%i, %i) {alignment = 64, x} : memref<?x?xf32>
  %1 = "x.bad"(%0, %t, %i) {c, d = "e"} : (memref<?x?xf32>, tensor<4xf32>, index) -> i1
  return
}`, "x.bad", `module {
  %0 = "x.bad"() : () -> i1
}
`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			for _, workers := range []int{1, 4} {
				m := parse(t, tt.src)
				before := asm.String(m)
				r, err := reduce.Module(t.Context(), m, has(tt.find), reduce.Options{Workers: workers})
				if err != nil || r.Stopped != nil {
					t.Fatal(err, r.Stopped)
				}
				if got := asm.String(r.Module); strings.TrimSpace(got) != strings.TrimSpace(tt.want) {
					t.Errorf("%d workers: reduced to\n%s", workers, got)
				}
				if asm.String(m) != before {
					t.Error("the module given was changed")
				}
			}
		})
	}
}

// large returns functions of together so many operations, one of which has a
// division by the sum of a loop.
func large(ops int) string {
	var b strings.Builder
	n := 0
	for f := 0; n < ops; f++ {
		fmt.Fprintf(&b, "func.func @f%d(%%a: i32, %%n: index, %%m: memref<?xi32>) -> i32 {\n", f)
		b.WriteString("  %zero = arith.constant 0 : index\n  %one = arith.constant 1 : index\n  %v0 = arith.constant 3 : i32\n")
		n += 5
		for k := range 60 {
			fmt.Fprintf(&b, "  %%v%d = arith.addi %%v%d, %%a : i32\n  memref.store %%v%d, %%m[%%zero] : memref<?xi32>\n", k+1, k, k)
			n += 2
		}
		b.WriteString("  %sum = scf.for %i = %zero to %n step %one iter_args(%x = %v60) -> (i32) {\n    %y = memref.load %m[%i] : memref<?xi32>\n")
		op := "arith.addi"
		if f == 7 {
			op = "arith.divsi"
		}
		fmt.Fprintf(&b, "    %%z = %s %%x, %%y : i32\n    scf.yield %%z : i32\n  }\n  return %%sum : i32\n}\n", op)
		n += 4
	}
	return b.String()
}

// TestLarge takes 2,000 operations to at most 5, always in the same way.
func TestLarge(t *testing.T) {
	t.Parallel()
	src := large(2000)
	text := ""
	for _, workers := range []int{1, 3} {
		m := parse(t, src)
		if n := count(m); n < 2000 {
			t.Fatalf("%d operations", n)
		}
		r, err := reduce.Module(t.Context(), m, has("arith.divsi"), reduce.Options{Workers: workers})
		if err != nil {
			t.Fatal(err)
		}
		if n := count(r.Module); n > 5 {
			t.Errorf("%d operations are left:\n%s", n, asm.String(r.Module))
		}
		if got := asm.String(r.Module); text != "" && got != text {
			t.Errorf("%d workers: %s\none: %s", workers, got, text)
		}
		text = asm.String(r.Module)
	}
}

// TestStops ends with what was found when the time is over, and with the error of
// the property.
func TestStops(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithTimeout(t.Context(), 30*time.Millisecond)
	defer cancel()
	r, err := reduce.Module(ctx, parse(t, large(300)), func(ctx context.Context, _ *ir.Operation) (bool, error) {
		<-ctx.Done()
		return false, ctx.Err()
	}, reduce.Options{})
	if err != nil || !errors.Is(r.Stopped, context.DeadlineExceeded) || r.Module == nil {
		t.Errorf("%v, %+v", err, r)
	}
	broken := errors.New("broken")
	_, err = reduce.Module(t.Context(), parse(t, large(300)), func(context.Context, *ir.Operation) (bool, error) { return false, broken }, reduce.Options{})
	if !errors.Is(err, broken) {
		t.Error(err)
	}
}

// TestOnlyValid asks for valid modules only, each smaller than the one before.
func TestOnlyValid(t *testing.T) {
	t.Parallel()
	_, err := reduce.Module(t.Context(), parse(t, large(300)), func(_ context.Context, m *ir.Operation) (bool, error) {
		text := asm.String(m)
		c := ir.NewContext(dialects.Dialects()...)
		c.AllowUnregistered = true
		back, err := asm.Parse(c, "candidate", []byte(text), asm.ParseOptions{})
		if err == nil {
			err = ir.Verify(back)
		}
		if err != nil {
			return false, fmt.Errorf("%w in\n%s", err, text)
		}
		return count(m)%7 != 3, nil
	}, reduce.Options{})
	if err != nil {
		t.Error(err)
	}
}
