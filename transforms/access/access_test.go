package access_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/tile-opt/tile-opt/dialects/all"
	"github.com/tile-opt/tile-opt/ir"
	"github.com/tile-opt/tile-opt/ir/asm"
	"github.com/tile-opt/tile-opt/transforms/access"
)

// TestOf lists the accesses of the last operation in front of the return, by
// the names of the arguments behind them.
func TestOf(t *testing.T) {
	t.Parallel()
	tests := []struct{ name, body, want string }{
		{"arithmetic", `%x = arith.addi %i, %i : index`, ""},
		{"tile.load", `%x = tile.load %A[%i, %i] : !mem -> !tile`, "read A"},
		{"tile.store", `%x = arith.constant dense<0.0> : !tile
tile.store %x, %B[%i, %i] : !tile, !mem`, "write B"},
		{"through a tensor map", `%m = tasync.tensor_map %A : !mem -> !map
%b = tasync.alloc : !buf
%t = tasync.async_load %m[%i, %i] to %b : !map, !buf -> !tasync.token`, "read A"},
		{"copy out", `%m = tasync.tensor_map %B : !mem -> !map
%b = tasync.alloc : !buf
tasync.async_store %b to %m[%i, %i] : !buf, !map`, "write B"},
		{"shared memory", `%b = tasync.alloc : !buf
%x = tasync.local_load %b : !buf -> !tile`, ""},
		{"order", `tasync.sync`, ""},
		{"cast", `%v = memref.cast %A : !mem to memref<?x?xf16, strided<[?, ?]>>
%x = memref.load %v[%i, %i] : memref<?x?xf16, strided<[?, ?]>>`, "read A"},
		{"allocation", `%v = memref.alloc() : memref<4xf16>
%x = memref.load %v[%i] : memref<4xf16>`, "read other"},
		{"chosen buffer", `%v = arith.select %c, %A, %B : !mem
%x = memref.load %v[%i, %i] : !mem`, "read any"},
		{"call", `func.call @f() : () -> ()`, "read any, write any"},
	}
	for _, tc := range tests {
		t.Run(tc.name, func(t *testing.T) {
			t.Parallel()
			fn := kernel(t, tc.body)
			entry := fn.RegionAt(0).Entry()
			var got []string
			for _, a := range access.Of(entry.Last().Prev()) {
				got = append(got, describe(entry, a))
			}
			if diff := cmp.Diff(tc.want, strings.Join(got, ", ")); diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
		})
	}
}

func describe(entry *ir.Block, a access.Access) string {
	s := "read "
	if a.Write {
		s = "write "
	}
	switch {
	case a.Root == nil:
		return s + "any"
	case a.Root == entry.Arg(0):
		return s + "A"
	case a.Root == entry.Arg(1):
		return s + "B"
	}
	return s + "other"
}

func TestConflict(t *testing.T) {
	t.Parallel()
	entry := kernel(t, "").RegionAt(0).Entry()
	a, b := entry.Arg(0), entry.Arg(1)
	tests := []struct {
		name string
		x, y access.Access
		want bool
	}{
		{"two reads", access.Access{Root: a}, access.Access{Root: a}, false},
		{"read and write", access.Access{Root: a}, access.Access{Write: true, Root: a}, true},
		{"two writes", access.Access{Write: true, Root: a}, access.Access{Write: true, Root: a}, true},
		{"other arguments", access.Access{Write: true, Root: a}, access.Access{Write: true, Root: b}, false},
		{"unknown", access.Access{Write: true}, access.Access{Root: b}, true},
		{"unknown reads", access.Access{}, access.Access{}, false},
	}
	for _, tc := range tests {
		if got := access.Conflict(tc.x, tc.y); got != tc.want {
			t.Errorf("%s: got %v", tc.name, got)
		}
		if got := access.Conflict(tc.y, tc.x); got != tc.want {
			t.Errorf("%s, the other way round: got %v", tc.name, got)
		}
	}
}

func kernel(t *testing.T, body string) *ir.Operation {
	t.Helper()
	c := ir.NewContext(all.Dialects()...)
	text := `!mem = memref<?x?xf16, strided<[?, 1]>>
!buf = !tasync.buffer<64x64xf16, swizzle = 128>
!map = !tasync.tensor_map<64x64xf16, swizzle = 128>
!tile = tensor<64x64xf16, #tasync.mma<wgs = 1, n = 64>>
func.func @k(%A: !mem, %B: !mem, %i: index, %c: i1) {
` + body + `
return
}
func.func private @f()
`
	m, err := asm.Parse(c, "test.mlir", []byte(text), asm.ParseOptions{})
	if err != nil {
		t.Fatal(err)
	}
	return m.RegionAt(0).Entry().First()
}
