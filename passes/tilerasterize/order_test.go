package tilerasterize_test

import (
	"fmt"
	"testing"

	"github.com/tile-opt/tile-opt/dialects/all"
	"github.com/tile-opt/tile-opt/ir"
	"github.com/tile-opt/tile-opt/ir/asm"
	"github.com/tile-opt/tile-opt/passes"
	"github.com/tile-opt/tile-opt/passes/tilepersist"
	"github.com/tile-opt/tile-opt/passes/tilerasterize"
	"github.com/tile-opt/tile-opt/targets/interp"
	"github.com/tile-opt/tile-opt/targets/launch"
	"github.com/tile-opt/tile-opt/targets/launch/elem"
	"github.com/tile-opt/tile-opt/targets/launch/hostdata"
)

// visits is a kernel that writes at its coordinates how many programs (or
// tiles) came before, and counts visits.
const visits = `func.func @visits(%gm: index, %gn: index, %next: memref<1xi32>, %when: memref<?x?xi32>, %times: memref<?x?xi32>) attributes {tile.kernel} {
  %c0 = arith.constant 0 : index
  %one = arith.constant dense<1> : tensor<1x1xi32>
  %pm, %pn = tile.program_id(%gm, %gn)
  %n = tile.load %next[%c0] : memref<1xi32> -> tensor<1xi32>
  %n2 = tile.expand_dims %n {axis = 0 : i64} : tensor<1xi32> -> tensor<1x1xi32>
  tile.store %n2, %when[%pm, %pn] : tensor<1x1xi32>, memref<?x?xi32>
  %t = tile.load %times[%pm, %pn] : memref<?x?xi32> -> tensor<1x1xi32>
  %t1 = arith.addi %t, %one : tensor<1x1xi32>
  tile.store %t1, %times[%pm, %pn] : tensor<1x1xi32>, memref<?x?xi32>
  %n3 = arith.addi %n2, %one : tensor<1x1xi32>
  %n4 = tile.reduce %n3 {axis = 0 : i64, kind = "add"} : tensor<1x1xi32> -> tensor<1xi32>
  tile.store %n4, %next[%c0] : tensor<1xi32>, memref<1xi32>
  return
}`

type step struct {
	pass    *passes.Pass
	options any
}

// compile runs passes on the kernel.
func compile(t *testing.T, steps ...step) *ir.Operation {
	t.Helper()
	m, err := asm.Parse(ir.NewContext(all.Dialects()...), "visits.mlir", []byte(visits), asm.ParseOptions{})
	if err != nil {
		t.Fatal(err)
	}
	fn := m.RegionAt(0).Entry().First()
	for _, s := range steps {
		if err := s.pass.Run(passes.NewRun(t.Context(), m.Context(), s.pass, s.options, nil), fn); err != nil {
			t.Fatal(err)
		}
		if err := ir.Verify(m); err != nil {
			t.Fatal(err)
		}
	}
	return fn
}

// visit runs the kernel on a grid and returns when each tile was visited,
// after checking that it was once.
func visit(t *testing.T, fn *ir.Operation, gm, gn, sms int64) []int64 {
	t.Helper()
	buffer := func(dims ...int64) *hostdata.Buffer {
		b, err := hostdata.New(elem.I32, dims, nil)
		if err != nil {
			t.Fatal(err)
		}
		return b
	}
	when, times := buffer(gm, gn), buffer(gm, gn)
	args := []hostdata.Arg{{Int: gm}, {Int: gn}, hostdata.Of(buffer(1)), hostdata.Of(when), hostdata.Of(times)}
	opts := interp.Options{Properties: launch.Properties{"multiprocessor_count": sms}}
	if err := interp.Run(t.Context(), fn, args, opts); err != nil {
		t.Fatal(err)
	}
	out := make([]int64, gm*gn)
	for i := range out {
		if n := times.At(int64(i)); n != 1 {
			t.Fatalf("grid %dx%d: tile %d is visited %v times", gm, gn, i, n)
		}
		out[i] = int64(when.At(int64(i)))
	}
	return out
}

// grouped is the order that the pass promises, counted out.
func grouped(gm, gn, group int64, order string) []int64 {
	out := make([]int64, gm*gn)
	n := int64(0)
	along, across := gm, gn
	if order == "n" {
		along, across = gn, gm
	}
	for first := int64(0); first < along; first += group {
		for c := range across {
			for r := first; r < min(first+group, along); r++ {
				if order == "n" {
					out[c*gn+r] = n
				} else {
					out[r*gn+c] = n
				}
				n++
			}
		}
	}
	return out
}

// TestOrder goes through every small grid and some larger ones: each tile is
// visited once, in the promised order.
func TestOrder(t *testing.T) {
	t.Parallel()
	for _, order := range []string{"m", "n"} {
		for _, group := range []int64{2, 3, 4, 8, 13} {
			t.Run(fmt.Sprintf("%s/%d", order, group), func(t *testing.T) {
				t.Parallel()
				fn := compile(t, step{tilerasterize.Pass, tilerasterize.Options{Group: group, Order: order}})
				for gm := range int64(15) {
					for gn := range int64(15) {
						checkOrder(t, fn, gm, gn, group, order)
					}
				}
				checkOrder(t, fn, 61, 97, group, order)
				checkOrder(t, fn, 1, 1000, group, order)
				checkOrder(t, fn, 1000, 1, group, order)
			})
		}
	}
}

func checkOrder(t *testing.T, fn *ir.Operation, gm, gn, group int64, order string) {
	t.Helper()
	got, want := visit(t, fn, gm, gn, 1), grouped(gm, gn, group, order)
	for i := range want {
		if got[i] != want[i] {
			t.Fatalf("grid %dx%d: tile %d is visited as #%d, expected #%d", gm, gn, i, got[i], want[i])
		}
	}
}

// TestPersistent visits every tile once with any number of programs, with and
// without groups; a program's tiles come in the order of the grid.
func TestPersistent(t *testing.T) {
	t.Parallel()
	plain := compile(t, step{tilepersist.Pass, nil})
	both := compile(t, step{tilerasterize.Pass, tilerasterize.Options{Group: 3, Order: "m"}}, step{tilepersist.Pass, nil})
	for gm := range int64(8) {
		for gn := range int64(8) {
			for _, sms := range []int64{1, 2, 7, 132} {
				visit(t, plain, gm, gn, sms)
				visit(t, both, gm, gn, sms)
			}
			// One program walks in the order of the grid.
			got, want := visit(t, both, gm, gn, 1), grouped(gm, gn, 3, "m")
			for i := range want {
				if got[i] != want[i] {
					t.Fatalf("grid %dx%d: tile %d is visited as #%d, expected #%d", gm, gn, i, got[i], want[i])
				}
			}
			for i, n := range visit(t, plain, gm, gn, 1) {
				if want := int64(i)/gn + int64(i)%gn*gm; n != want {
					t.Fatalf("grid %dx%d: tile %d is visited as #%d, expected #%d", gm, gn, i, n, want)
				}
			}
		}
	}
}
