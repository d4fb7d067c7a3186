package interp_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/tile-opt/tile-opt/targets/interp"
	"github.com/tile-opt/tile-opt/targets/launch/elem"
	"github.com/tile-opt/tile-opt/targets/launch/hostdata"
)

// TestCall runs ordinary functions: control flow of both kinds, memory, calls.
func TestCall(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name, body string
		args       []int64
		expected   []int64
	}{
		{"for", `func.func @f(%n: index) -> index {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %s = scf.for %i = %c0 to %n step %c3 iter_args(%x = %c1) -> (index) {
    %y = arith.muli %x, %c3 : index
    %z = arith.addi %y, %i : index
    scf.yield %z : index
  }
  return %s : index
}`, []int64{8}, []int64{((1*3+0)*3+3)*3 + 6}},
		{"for of i8 at the edge", `func.func @f(%n: i8) -> i8 {
  %c100 = arith.constant 100 : i8
  %c20 = arith.constant 20 : i8
  %c0 = arith.constant 0 : i8
  %c1 = arith.constant 1 : i8
  %s = scf.for %i = %c100 to %n step %c20 iter_args(%x = %c0) -> (i8) : i8 {
    %y = arith.addi %x, %c1 : i8
    scf.yield %y : i8
  }
  return %s : i8
}`, []int64{127}, []int64{2}},
		{"unsigned for", `func.func @f(%n: i8) -> i8 {
  %c100 = arith.constant 100 : i8
  %c20 = arith.constant 20 : i8
  %c0 = arith.constant 0 : i8
  %c1 = arith.constant 1 : i8
  %s = scf.for unsigned %i = %c100 to %n step %c20 iter_args(%x = %c0) -> (i8) : i8 {
    %y = arith.addi %x, %c1 : i8
    scf.yield %y : i8
  }
  return %s : i8
}`, []int64{-56}, []int64{5}},
		{"while and if", `func.func @f(%n: i64) -> i64 {
  %c0 = arith.constant 0 : i64
  %c1 = arith.constant 1 : i64
  %c2 = arith.constant 2 : i64
  %c3 = arith.constant 3 : i64
  %r:2 = scf.while (%x = %n, %k = %c0) : (i64, i64) -> (i64, i64) {
    %go = arith.cmpi ne, %x, %c1 : i64
    scf.condition(%go) %x, %k : i64, i64
  } do {
  ^bb0(%x: i64, %k: i64):
    %odd = arith.remui %x, %c2 : i64
    %b = arith.cmpi eq, %odd, %c1 : i64
    %y = scf.if %b -> (i64) {
      %p = arith.muli %x, %c3 : i64
      %q = arith.addi %p, %c1 : i64
      scf.yield %q : i64
    } else {
      %h = arith.divui %x, %c2 : i64
      scf.yield %h : i64
    }
    %k1 = arith.addi %k, %c1 : i64
    scf.yield %y, %k1 : i64, i64
  }
  return %r#1 : i64
}`, []int64{27}, []int64{111}},
		{"branches", `func.func @f(%n: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  cf.br ^head(%n, %c1 : i32, i32)
^head(%i: i32, %p: i32):
  %stop = arith.cmpi eq, %i, %c0 : i32
  cf.cond_br %stop, ^exit(%p : i32), ^body(%i, %p : i32, i32)
^body(%j: i32, %q: i32):
  %q1 = arith.muli %q, %j : i32
  %j1 = arith.subi %j, %c1 : i32
  cf.br ^head(%j1, %q1 : i32, i32)
^exit(%r: i32):
  return %r : i32
}`, []int64{5}, []int64{120}},
		{"switch", `func.func @f(%n: i32) -> i32 {
  %c10 = arith.constant 10 : i32
  %c20 = arith.constant 20 : i32
  %c30 = arith.constant 30 : i32
  cf.switch %n : i32, [
    default: ^exit(%c10 : i32),
    7: ^exit(%c20 : i32),
    9: ^exit(%c30 : i32)
  ]
^exit(%r: i32):
  return %r : i32
}`, []int64{9}, []int64{30}},
		{"index switch", `func.func @f(%n: index) -> index {
  %r = scf.index_switch %n -> index
  case 2 {
    %c5 = arith.constant 5 : index
    scf.yield %c5 : index
  }
  default {
    %c6 = arith.constant 6 : index
    scf.yield %c6 : index
  }
  return %r : index
}`, []int64{2}, []int64{5}},
		{"calls", `func.func @f(%n: i64) -> i64 {
  %c0 = arith.constant 0 : i64
  %c1 = arith.constant 1 : i64
  %b = arith.cmpi sle, %n, %c1 : i64
  %r = scf.if %b -> (i64) {
    scf.yield %n : i64
  } else {
    %n1 = arith.subi %n, %c1 : i64
    %n2 = arith.subi %n1, %c1 : i64
    %x = func.call @f(%n1) : (i64) -> i64
    %y = func.call @f(%n2) : (i64) -> i64
    %z = arith.addi %x, %y : i64
    scf.yield %z : i64
  }
  return %r : i64
}`, []int64{15}, []int64{610}},
		{"memory", `func.func @f(%n: index) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %m = memref.alloc(%n) : memref<?x4xi32>
  scf.for %i = %c0 to %n step %c1 {
    %v = arith.index_cast %i : index to i32
    memref.store %v, %m[%i, %c2] : memref<?x4xi32>
  }
  %s = memref.subview %m[2, 1] [%c2, 2] [1, 1] : memref<?x4xi32> to memref<?x2xi32, strided<[4, 1], offset: 9>>
  %d = memref.dim %s, %c0 : memref<?x2xi32, strided<[4, 1], offset: 9>>
  %w = arith.index_cast %d : index to i32
  %x = memref.load %s[%c1, %c1] : memref<?x2xi32, strided<[4, 1], offset: 9>>
  %copy = memref.alloca(%n) : memref<?x4xi32>
  memref.copy %m, %copy : memref<?x4xi32> to memref<?x4xi32>
  memref.dealloc %m : memref<?x4xi32>
  %y = memref.load %copy[%c2, %c2] : memref<?x4xi32>
  %z = arith.addi %x, %y : i32
  %r = arith.muli %z, %w : i32
  return %r : i32
}`, []int64{5}, []int64{(3 + 2) * 2}},
		{"vectors", `func.func @f(%n: i32) -> i32 {
  %v = arith.constant dense<[1, 2, 3, 4]> : tensor<4xi32>
  %s = tile.splat %n : i32 -> tensor<4xi32>
  %p = arith.muli %v, %s : tensor<4xi32>
  %m = memref.alloc() : memref<1xi32>
  %r = tile.reduce %p {axis = 0 : i64, kind = "add"} : tensor<4xi32> -> tensor<i32>
  %e = tile.expand_dims %r {axis = 0 : i64} : tensor<i32> -> tensor<1xi32>
  %c0 = arith.constant 0 : index
  tile.store %e, %m[%c0] : tensor<1xi32>, memref<1xi32>
  %x = memref.load %m[%c0] : memref<1xi32>
  return %x : i32
}`, []int64{7}, []int64{70}},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			fn := parse(t, "f.mlir", []byte(test.body))
			var args []interp.Value
			for _, a := range test.args {
				args = append(args, interp.Value{Scalar: interp.IntScalar(a)})
			}
			out, err := interp.Call(t.Context(), fn, args, interp.Options{})
			if err != nil {
				t.Fatal(err)
			}
			var got []int64
			for _, v := range out {
				got = append(got, v.Scalar.Int())
			}
			if fmt.Sprint(got) != fmt.Sprint(test.expected) {
				t.Errorf("found %v, expected %v", got, test.expected)
			}
		})
	}
}

// TestErrors expects errors at the operation, with these words.
func TestErrors(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name, body string
		arg        int64
		opts       interp.Options
		expected   string
	}{
		{"division by zero", `func.func @f(%n: i32) {
  %0 = arith.divsi %n, %n : i32
  return
}`, 0, interp.Options{}, "f.mlir:2:8: error: 'arith.divsi' op divides by zero"},
		{"division of tiles", `func.func @f(%n: i32) {
  %v = arith.constant dense<[1, 0]> : tensor<2xi32>
  %0 = arith.divsi %v, %v : tensor<2xi32>
  return
}`, 0, interp.Options{}, "f.mlir:3:8: error: 'arith.divsi' op divides by zero at element 1"},
		{"division overflow", `func.func @f(%n: i8) {
  %c = arith.constant -1 : i8
  %0 = arith.divsi %n, %c : i8
  return
}`, -128, interp.Options{}, "f.mlir:3:8: error: 'arith.divsi' op overflows"},
		{"step of zero", `func.func @f(%n: index) {
  scf.for %i = %n to %n step %n {
  }
  return
}`, 0, interp.Options{}, "'scf.for' op expects a positive step, found 0"},
		{"endless loop", `func.func @f(%n: i1) {
  cf.br ^a
^a:
  cf.br ^a
}`, 0, interp.Options{MaxSteps: 1000}, "f.mlir:4:3: error: 'cf.br' op exceeds the bound on steps, 1000"},
		{"recursion", `func.func @f(%n: i1) {
  func.call @f(%n) : (i1) -> ()
  return
}`, 0, interp.Options{MaxDepth: 10}, "'func.call' op exceeds the bound on nested calls, 10"},
		{"huge tile", `func.func @f(%n: index) {
  %0 = tile.iota sizes(%n, %n) {axis = 0 : i64} : tensor<?x?xindex>
  return
}`, 1 << 40, interp.Options{}, "f.mlir:2:8: error: 'tile.iota' op exceeds the bound on memory, 4294967296 bytes"},
		{"memory that adds up", `func.func @f(%n: index) {
  %0 = tile.iota sizes(%n) {axis = 0 : i64} : tensor<?xindex>
  %1 = tile.iota sizes(%n) {axis = 0 : i64} : tensor<?xindex>
  return
}`, 1000, interp.Options{MaxBytes: 9000}, "f.mlir:3:8: error: 'tile.iota' op exceeds the bound on memory, 9000 bytes"},
		{"negative size", `func.func @f(%n: index) {
  %0 = tile.iota sizes(%n) {axis = 0 : i64} : tensor<?xindex>
  return
}`, -1, interp.Options{}, "'tile.iota' op expects sizes of at least 0, found -1"},
		{"index outside", `func.func @f(%n: index) {
  %m = memref.alloc() : memref<4xf32>
  %0 = memref.load %m[%n] : memref<4xf32>
  return
}`, 4, interp.Options{}, "f.mlir:3:8: error: 'memref.load' op accesses index 4 of dimension 0, whose size is 4"},
		{"use after free", `func.func @f(%n: index) {
  %m = memref.alloc() : memref<4xf32>
  memref.dealloc %m : memref<4xf32>
  %0 = memref.load %m[%n] : memref<4xf32>
  return
}`, 0, interp.Options{}, "'memref.load' op accesses memory that was deallocated"},
		{"stack memory after the return", `func.func @f(%n: index) {
  %m = func.call @g(%n) : (index) -> memref<4xf32>
  %0 = memref.load %m[%n] : memref<4xf32>
  return
}
func.func @g(%n: index) -> memref<4xf32> {
  %m = memref.alloca() : memref<4xf32>
  return %m : memref<4xf32>
}`, 0, interp.Options{}, "'memref.load' op accesses memory that was deallocated"},
		{"assertion", `func.func @f(%n: i1) {
  cf.assert %n, "must hold"
  return
}`, 0, interp.Options{}, "'cf.assert' op fails: must hold"},
		{"shapes at run time", `func.func @f(%n: index) {
  %c2 = arith.constant 2 : index
  %0 = tile.iota sizes(%n) {axis = 0 : i64} : tensor<?xindex>
  %1 = tile.iota sizes(%c2) {axis = 0 : i64} : tensor<?xindex>
  %2 = arith.addi %0, %1 : tensor<?xindex>
  return
}`, 3, interp.Options{}, "'arith.addi' op expects tiles of one shape, found [3] and [2]"},
		{"outside a kernel", `func.func @f(%n: index) {
  %0 = tile.program_id(%n)
  return
}`, 3, interp.Options{}, "'tile.program_id' op is not in a kernel that was launched"},
		{"divisor of zero", `func.func @f(%n: index) {
  %0, %1 = tile.div_magic %n
  return
}`, 0, interp.Options{}, "'tile.div_magic' op expects a divisor of 1 to 2147483647, found 0"},
		{"unsupported operation", `func.func @f(%n: index) {
  %m = memref.alloc() : memref<4xf32>
  %c = memref.rank %m : memref<4xf32>
  return
}`, 0, interp.Options{}, "f.mlir:3:8: error: 'memref.rank' op is not supported by the interpreter"},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			fn := parse(t, "f.mlir", []byte(test.body))
			_, err := interp.Call(t.Context(), fn, []interp.Value{{Scalar: interp.IntScalar(test.arg)}}, test.opts)
			if err == nil || !strings.Contains(err.Error(), test.expected) {
				t.Errorf("found %v, expected %s", err, test.expected)
			}
		})
	}
}

// TestArguments expects errors that name the argument.
func TestArguments(t *testing.T) {
	t.Parallel()
	fn := parse(t, "k.mlir", []byte(`func.func @k(%a: memref<?x64xf16, strided<[?, 1]>> {tile.name = "A"}, %s: f32) attributes {tile.kernel} {
  return
}`))
	buffer := func(e elem.Type, dims, strides []int64) hostdata.Arg {
		b, err := hostdata.New(e, dims, strides)
		if err != nil {
			t.Fatal(err)
		}
		return hostdata.Of(b)
	}
	good := buffer(elem.F16, []int64{3, 64}, []int64{100, 1})
	short := buffer(elem.F16, []int64{3, 64}, nil)
	short.Buffer.Bytes = short.Buffer.Bytes[:100]
	for _, test := range []struct {
		args     []hostdata.Arg
		expected string
	}{
		{[]hostdata.Arg{good, {Float: 1}}, ""},
		{[]hostdata.Arg{good}, "expects 2 arguments, found 1"},
		{[]hostdata.Arg{{}, {}}, `argument "A" expects a buffer, found a scalar`},
		{[]hostdata.Arg{good, good}, `argument "arg1" expects a scalar of type f32, found a buffer`},
		{[]hostdata.Arg{buffer(elem.BF16, []int64{3, 64}, nil), {}}, `argument "A" expects elements of type f16, found bf16`},
		{[]hostdata.Arg{buffer(elem.F16, []int64{3}, nil), {}}, `argument "A" expects 2 dimensions, found 1`},
		{[]hostdata.Arg{buffer(elem.F16, []int64{3, 63}, nil), {}}, `argument "A" expects size 64 in dimension 1, found 63`},
		{[]hostdata.Arg{buffer(elem.F16, []int64{3, 64}, []int64{1, 3}), {}}, `argument "A" expects stride 1 in dimension 1, found 3`},
		{[]hostdata.Arg{short, {}}, `argument "A" expects 192 elements of memory, found 50`},
	} {
		err := interp.Run(t.Context(), fn, test.args, interp.Options{})
		if test.expected == "" {
			if err != nil {
				t.Error(err)
			}
			continue
		}
		if err == nil || !strings.Contains(err.Error(), test.expected) {
			t.Errorf("found %v, expected %s", err, test.expected)
		}
	}
}
