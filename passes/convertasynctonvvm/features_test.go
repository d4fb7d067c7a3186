package convertasynctonvvm_test

import (
	"testing"

	"github.com/tile-opt/tile-opt/targets/launch/elem"
)

// features are small kernels, each for something that the kernels of testdata
// do not have.
var features = []struct {
	kernel
	text string
}{
	{kernel{name: "transposed", args: []arg{in("KM"), in("KN"), out("MN")}}, `
func.func @transposed(%A: memref<?x?xf16, strided<[?, 1]>>, %B: memref<?x?xf16, strided<[?, 1]>>, %C: memref<?x?xf16, strided<[?, 1]>>) attributes {tile.kernel} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %M = memref.dim %C, %c0 : memref<?x?xf16, strided<[?, 1]>>
  %N = memref.dim %C, %c1 : memref<?x?xf16, strided<[?, 1]>>
  %K = memref.dim %A, %c0 : memref<?x?xf16, strided<[?, 1]>>
  %gm = arith.ceildivsi %M, %c64 : index
  %gn = arith.ceildivsi %N, %c64 : index
  %pm, %pn = tile.program_id(%gm, %gn)
  %m = arith.muli %pm, %c64 : index
  %n = arith.muli %pn, %c64 : index
  %sum = scf.for %k = %c0 to %K step %c64 iter_args(%acc = %zero) -> (tensor<64x64xf32>) {
    %a = tile.load %A[%k, %m] : memref<?x?xf16, strided<[?, 1]>> -> tensor<64x64xf16>
    %b = tile.load %B[%k, %n] : memref<?x?xf16, strided<[?, 1]>> -> tensor<64x64xf16>
    %at = tile.transpose %a [1, 0] : tensor<64x64xf16> -> tensor<64x64xf16>
    %next = tile.dot %at, %b, %acc : tensor<64x64xf16>, tensor<64x64xf16> -> tensor<64x64xf32>
    scf.yield %next : tensor<64x64xf32>
  }
  %c = arith.truncf %sum : tensor<64x64xf32> to tensor<64x64xf16>
  tile.store %c, %C[%m, %n] : tensor<64x64xf16>, memref<?x?xf16, strided<[?, 1]>>
  return
}`},
	// The first product is an operand of the second.
	{kernel{name: "chained", args: []arg{in("MK"), in("NK"), in("NK"), {elem: elem.F32, dims: "MK", out: true}}}, `
func.func @chained(%A: memref<?x?xf16, strided<[?, 1]>>, %B: memref<?x?xf16, strided<[?, 1]>>, %V: memref<?x?xf16, strided<[?, 1]>>, %C: memref<?x?xf32, strided<[?, 1]>>) attributes {tile.kernel} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %eighth = arith.constant dense<0.125> : tensor<64x64xf32>
  %M = memref.dim %C, %c0 : memref<?x?xf32, strided<[?, 1]>>
  %N = memref.dim %B, %c0 : memref<?x?xf16, strided<[?, 1]>>
  %gm = arith.ceildivsi %M, %c64 : index
  %pm = tile.program_id(%gm)
  %m = arith.muli %pm, %c64 : index
  %a = tile.load %A[%m, %c0] : memref<?x?xf16, strided<[?, 1]>> -> tensor<64x64xf16>
  %sum = scf.for %n = %c0 to %N step %c64 iter_args(%acc = %zero) -> (tensor<64x64xf32>) {
    %b = tile.load %B[%n, %c0] : memref<?x?xf16, strided<[?, 1]>> -> tensor<64x64xf16>
    %v = tile.load %V[%n, %c0] : memref<?x?xf16, strided<[?, 1]>> -> tensor<64x64xf16>
    %bt = tile.transpose %b [1, 0] : tensor<64x64xf16> -> tensor<64x64xf16>
    %s = tile.dot %a, %bt, %zero : tensor<64x64xf16>, tensor<64x64xf16> -> tensor<64x64xf32>
    %t = arith.mulf %s, %eighth : tensor<64x64xf32>
    %p = arith.truncf %t : tensor<64x64xf32> to tensor<64x64xf16>
    %next = tile.dot %p, %v, %acc : tensor<64x64xf16>, tensor<64x64xf16> -> tensor<64x64xf32>
    scf.yield %next : tensor<64x64xf32>
  }
  tile.store %sum, %C[%m, %c0] : tensor<64x64xf32>, memref<?x?xf32, strided<[?, 1]>>
  return
}`},
	// Columns are spread over the warps.
	{kernel{name: "columns", args: []arg{in("MN"), {elem: elem.F32, dims: "N", out: true}, {elem: elem.F32, dims: "N", out: true}}}, `
func.func @columns(%A: memref<?x?xf16, strided<[?, 1]>>, %S: memref<?xf32>, %T: memref<?xf32>) attributes {tile.kernel} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  %zero = arith.constant dense<0.0> : tensor<64xf32>
  %M = memref.dim %A, %c0 : memref<?x?xf16, strided<[?, 1]>>
  %N = memref.dim %A, %c1 : memref<?x?xf16, strided<[?, 1]>>
  %gn = arith.ceildivsi %N, %c64 : index
  %pn = tile.program_id(%gn)
  %n = arith.muli %pn, %c64 : index
  %r:2 = scf.for %m = %c0 to %M step %c64 iter_args(%acc = %zero, %top = %zero) -> (tensor<64xf32>, tensor<64xf32>) {
    %a = tile.load %A[%m, %n] : memref<?x?xf16, strided<[?, 1]>> -> tensor<64x64xf16>
    %f = arith.extf %a : tensor<64x64xf16> to tensor<64x64xf32>
    %s = tile.reduce %f {axis = 0 : i64, kind = "add"} : tensor<64x64xf32> -> tensor<64xf32>
    %x = tile.reduce %f {axis = 0 : i64, kind = "max"} : tensor<64x64xf32> -> tensor<64xf32>
    %next = arith.addf %acc, %s : tensor<64xf32>
    %high = arith.maxnumf %top, %x : tensor<64xf32>
    scf.yield %next, %high : tensor<64xf32>, tensor<64xf32>
  }
  tile.store %r#0, %S[%n] : tensor<64xf32>, memref<?xf32>
  tile.store %r#1, %T[%n] : tensor<64xf32>, memref<?xf32>
  return
}`},
	// Three dimensions, a selecting index, coordinates, a mask, integers.
	{kernel{name: "triangle", args: []arg{{elem: elem.I32, dims: "bMN"}, {elem: elem.I32, dims: "bMN", out: true}, {elem: elem.I32, dims: "bM", out: true}}}, `
func.func @triangle(%A: memref<?x?x?xi32, strided<[?, ?, 1]>>, %C: memref<?x?x?xi32, strided<[?, ?, 1]>>, %R: memref<?x?xi32, strided<[?, 1]>>) attributes {tile.kernel} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c32 = arith.constant 32 : index
  %c3 = arith.constant 3 : i32
  %Z = memref.dim %A, %c0 : memref<?x?x?xi32, strided<[?, ?, 1]>>
  %M = memref.dim %A, %c1 : memref<?x?x?xi32, strided<[?, ?, 1]>>
  %N = memref.dim %A, %c2 : memref<?x?x?xi32, strided<[?, ?, 1]>>
  %gm = arith.ceildivui %M, %c32 : index
  %gn = arith.ceildivui %N, %c32 : index
  %pz, %pm, %pn = tile.program_id(%Z, %gm, %gn)
  %m = arith.muli %pm, %c32 : index
  %n = arith.muli %pn, %c32 : index
  %a = tile.load %A[%pz, %m, %n] : memref<?x?x?xi32, strided<[?, ?, 1]>> -> tensor<32x32xi32>
  %i = tile.iota {axis = 0 : i64} : tensor<32x32xindex>
  %j = tile.iota {axis = 1 : i64} : tensor<32x32xindex>
  %mt = tile.splat %m : index -> tensor<32x32xindex>
  %nt = tile.splat %n : index -> tensor<32x32xindex>
  %row = arith.addi %i, %mt : tensor<32x32xindex>
  %col = arith.addi %j, %nt : tensor<32x32xindex>
  %keep = arith.cmpi sle, %col, %row : tensor<32x32xindex>
  %three = tile.splat %c3 : i32 -> tensor<32x32xi32>
  %scaled = arith.muli %a, %three : tensor<32x32xi32>
  %where = arith.index_cast %col : tensor<32x32xindex> to tensor<32x32xi32>
  %r = arith.select %keep, %scaled, %where : tensor<32x32xi1>, tensor<32x32xi32>
  tile.store %r, %C[%pz, %m, %n] : tensor<32x32xi32>, memref<?x?x?xi32, strided<[?, ?, 1]>>
  %zero = arith.constant 0 : index
  %first = arith.cmpi eq, %pn, %zero : index
  scf.if %first {
    %sum = tile.reduce %r {axis = 1 : i64, kind = "max"} : tensor<32x32xi32> -> tensor<32xi32>
    tile.store %sum, %R[%pz, %m] : tensor<32xi32>, memref<?x?xi32, strided<[?, 1]>>
  }
  return
}`},
	// A loop whose end is computed, scalars, truth values in memory.
	{kernel{name: "doubling", args: []arg{{elem: elem.I1, dims: "N"}, {elem: elem.F32, dims: "N"}, {float: 100}, {elem: elem.F32, dims: "N", out: true}}}, `
func.func @doubling(%P: memref<?xi1>, %A: memref<?xf32>, %limit: f32, %C: memref<?xf32>) attributes {tile.kernel} {
  %c0 = arith.constant 0 : index
  %c128 = arith.constant 128 : index
  %one = arith.constant 1.0 : f32
  %N = memref.dim %A, %c0 : memref<?xf32>
  %g = arith.ceildivsi %N, %c128 : index
  %p = tile.program_id(%g)
  %n = arith.muli %p, %c128 : index
  %x = tile.load %A[%n] : memref<?xf32> -> tensor<128xf32>
  %q = tile.load %P[%n] : memref<?xi1> -> tensor<128xi1>
  %r:2 = scf.while (%v = %x, %s = %one) : (tensor<128xf32>, f32) -> (tensor<128xf32>, f32) {
    %go = arith.cmpf olt, %s, %limit : f32
    scf.condition(%go) %v, %s : tensor<128xf32>, f32
  } do {
  ^bb0(%v: tensor<128xf32>, %s: f32):
    %d = arith.addf %v, %v : tensor<128xf32>
    %w = arith.select %q, %d, %v : tensor<128xi1>, tensor<128xf32>
    %t = arith.addf %s, %s : f32
    scf.yield %w, %t : tensor<128xf32>, f32
  }
  tile.store %r#0, %C[%n] : tensor<128xf32>, memref<?xf32>
  return
}`},
}

func TestFeaturesRun(t *testing.T) {
	t.Parallel()
	pipelines := []string{"tile-to-nvvm{stages=2 consumers=1}", "tile-to-llvm{stages=2 consumers=0 warp-groups=1}", "tile-to-llvm{stages=2 consumers=0 warp-groups=2}"}
	shapes := []map[byte]int64{
		{'M': 64, 'N': 64, 'K': 64, 'b': 2},
		{'M': 72, 'N': 136, 'K': 40, 'b': 1},
	}
	for _, f := range features {
		for _, pipeline := range pipelines {
			t.Run(f.name+"/"+pipeline, func(t *testing.T) {
				t.Parallel()
				tiles, low := parse(t, f.name, []byte(f.text)), parse(t, f.name, []byte(f.text))
				lower(t, low, pipeline)
				for _, s := range shapes {
					f.runBoth(t, tiles, low, s, 0)
				}
			})
		}
	}
}
