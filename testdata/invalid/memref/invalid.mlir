// RUN: tile-opt %s --allow-unregistered-dialect --split-input-file --verify-diagnostics

// expected-error@+1 {{'memref.alloc' op incorrect number of dynamic sizes, has 0, expected 1}}
func.func @a(%n: index) { %0 = memref.alloc() : memref<?xf32> return }

// -----

// expected-error@+1 {{'memref.alloc' op incorrect number of dynamic sizes, has 1, expected 0}}
func.func @a(%n: index) { %0 = memref.alloc(%n) : memref<4xf32> return }

// -----

// expected-error@+1 {{'memref.alloc' op symbol operand count does not equal memref symbol count: expected 0, got 1}}
func.func @a(%n: index) { %0 = memref.alloc()[%n] : memref<4xf32> return }

// -----

// expected-error@+1 {{'memref.alloc' op symbol operand count does not equal memref symbol count: expected 1, got 0}}
func.func @a(%n: index) { %0 = memref.alloc() : memref<4xf32, affine_map<(d0)[s0] -> (d0 + s0)>> return }

// -----

// expected-error@+1 {{'memref.alloc' op attribute 'alignment' failed to satisfy constraint: 64-bit signless integer attribute whose value is positive and whose value is a power of two > 0}}
func.func @a(%n: index) { %0 = "memref.alloc"() <{alignment = 3, operandSegmentSizes = array<i32: 0, 0>}> : () -> memref<4xf32> return }

// -----

// expected-error@+1 {{'memref.alloc' op attribute 'alignment' failed to satisfy constraint: 64-bit signless integer attribute whose value is positive and whose value is a power of two > 0}}
func.func @a(%n: index) { %0 = memref.alloc() {alignment = 0} : memref<4xf32> return }

// -----

// expected-error@+1 {{'memref.alloc' op result #0 must be memref of any type values, but got 'i32'}}
func.func @a(%n: index) { %0 = "memref.alloc"() <{operandSegmentSizes = array<i32: 0, 0>}> : () -> i32 return }

// -----

// expected-error@+1 {{'memref.alloca' op requires an ancestor op with AutomaticAllocationScope trait}}
module attributes {} { %0 = memref.alloca() : memref<4xf32> }

// -----

// expected-error@+1 {{'memref.load' op incorrect number of indices for load, expected 1 but got 0}}
func.func @a(%m: memref<4xf32>, %n: index) { %0 = memref.load %m[] : memref<4xf32> return }

// -----

// expected-error@+1 {{'memref.load' op failed to verify that result type matches element type of 'memref'}}
func.func @a(%m: memref<4xf32>, %n: index) { %0 = "memref.load"(%m, %n) : (memref<4xf32>, index) -> i32 return }

// -----

// expected-error@+1 {{'memref.load' op operand #0 must be memref of any type values, but got 'index'}}
func.func @a(%m: memref<4xf32>, %n: index) { %0 = "memref.load"(%n, %n) : (index, index) -> i32 return }

// -----

// expected-error@+1 {{'memref.store' op failed to verify that type of 'value' matches element type of 'memref'}}
func.func @a(%m: memref<4xf32>, %n: index, %v: i32) { "memref.store"(%v, %m, %n) : (i32, memref<4xf32>, index) -> () return }

// -----

// expected-error@+1 {{'memref.store' op store index operand count not equal to memref rank}}
func.func @a(%m: memref<4xf32>, %n: index, %v: f32) { memref.store %v, %m[%n, %n] : memref<4xf32>  return }

// -----

// expected-error@+1 {{'memref.dim' op operand #0 must be unranked.memref of any type values or non-0-ranked.memref of any type values, but got 'memref<f32>'}}
func.func @a(%m: memref<f32>, %n: index, %v: f32) { %0 = memref.dim %m, %n : memref<f32>  return }

// -----

// expected-error@+1 {{'memref.cast' op operand type 'memref<4xf32>' and result type 'memref<5xf32>' are cast incompatible}}
func.func @a(%m: memref<4xf32>, %n: index, %v: f32) { %0 = memref.cast %m : memref<4xf32> to memref<5xf32>  return }

// -----

// expected-error@+1 {{'memref.cast' op operand type 'memref<4xf32>' and result type 'memref<?xi32>' are cast incompatible}}
func.func @a(%m: memref<4xf32>, %n: index, %v: f32) { %0 = memref.cast %m : memref<4xf32> to memref<?xi32>  return }

// -----

// expected-error@+1 {{'memref.cast' op operand type 'memref<4xf32>' and result type 'memref<?xf32, 3>' are cast incompatible}}
func.func @a(%m: memref<4xf32>, %n: index, %v: f32) { %0 = memref.cast %m : memref<4xf32> to memref<?xf32, 3>  return }

// -----

// expected-error@+1 {{'memref.cast' op operand type 'memref<4xf32>' and result type 'memref<4xf32, strided<[2]>>' are cast incompatible}}
func.func @a(%m: memref<4xf32>, %n: index, %v: f32) { %0 = memref.cast %m : memref<4xf32> to memref<4xf32, strided<[2]>>  return }

// -----

// expected-error@+1 {{'memref.cast' op operand type 'memref<4xf32>' and result type 'memref<4x1xf32>' are cast incompatible}}
func.func @a(%m: memref<4xf32>, %n: index, %v: f32) { %0 = memref.cast %m : memref<4xf32> to memref<4x1xf32>  return }

// -----

// expected-error@+1 {{'memref.cast' op operand type 'memref<*xf32>' and result type 'memref<*xf32>' are cast incompatible}}
func.func @a(%m: memref<*xf32>, %n: index, %v: f32) { %0 = memref.cast %m : memref<*xf32> to memref<*xf32>  return }

// -----

// expected-error@+1 {{'memref.copy' op requires the same element type for all operands}}
func.func @a(%m: memref<4xf32>, %n: index, %v: memref<4xi32>) { memref.copy %m, %v : memref<4xf32> to memref<4xi32>  return }

// -----

// expected-error@+1 {{'memref.copy' op requires the same shape for all operands}}
func.func @a(%m: memref<4xf32>, %n: index, %v: memref<5xf32>) { memref.copy %m, %v : memref<4xf32> to memref<5xf32>  return }

// -----

// expected-error@+1 {{'memref.assume_alignment' op attribute 'alignment' failed to satisfy constraint: 32-bit signless integer attribute whose value is positive}}
func.func @a(%m: memref<4xf32>, %n: index) { memref.assume_alignment %m, 0 : memref<4xf32>  return }

// -----

// expected-error@+1 {{'memref.assume_alignment' op alignment must be power of 2}}
func.func @a(%m: memref<4xf32>, %n: index) { memref.assume_alignment %m, 3 : memref<4xf32>  return }

// -----

// expected-error@+1 {{type should be static shaped memref, but got 'memref<?xf32>'}}
memref.global @g : memref<?xf32>

// -----

// expected-error@+1 {{expected operation name in quotes}}
memref.global @g : memref<2xf32> = dense<1.0> : tensor<2xf32>

// -----

// expected-error@+1 {{'memref.global' op initial value shape expected to be 2 but was 3}}
"memref.global"() <{sym_name = "x", type = memref<2xf32>, initial_value = dense<1.0> : tensor<3xf32>}> : () -> ()

// -----

// expected-error@+1 {{'memref.global' op initial value should be a unit or elements attribute, but got 3 : i32}}
"memref.global"() <{sym_name = "x", type = memref<2xf32>, initial_value = 3 : i32}> : () -> ()

// -----

// expected-error@+1 {{'memref.global' op attribute 'type' failed to satisfy constraint: memref type attribute}}
"memref.global"() <{sym_name = "x", type = f32}> : () -> ()

// -----

// expected-error@+1 {{'memref.get_global' op 'x' does not reference a valid global memref}}
func.func @a() { %0 = memref.get_global @x : memref<2xf32> return }

// -----

memref.global @x : memref<2xf32>
// expected-error@+1 {{'memref.get_global' op result type 'memref<3xf32>' does not match type 'memref<2xf32>' of the global memref @x}}
func.func @a() { %0 = memref.get_global @x : memref<3xf32> return }

// -----

// expected-error@+1 {{'memref.transpose' op result type 'memref<4x4xf32>' is not equivalent to the canonical transposed input type 'memref<4x4xf32, strided<[1, 4]>>'}}
func.func @a(%m: memref<4x4xf32>, %n: index) { %0 = memref.transpose %m (i, j) -> (j, i) : memref<4x4xf32> to memref<4x4xf32> return }

// -----

// expected-error@+1 {{'memref.transpose' op expected a permutation map}}
func.func @a(%m: memref<4x4xf32>, %n: index) { %0 = memref.transpose %m (i, j) -> (i, i) : memref<4x4xf32> to memref<4x4xf32> return }

// -----

// expected-error@+1 {{'memref.transpose' op expected a permutation map of same rank as the input}}
func.func @a(%m: memref<4x4xf32>, %n: index) { %0 = memref.transpose %m (i) -> (i) : memref<4x4xf32> to memref<4x4xf32> return }

// -----

// expected-error@+1 {{'memref.view' op incorrect number of dynamic sizes, has 1, expected 2}}
func.func @a(%m: memref<2048xi8>, %n: index) { %0 = memref.view %m[%n][%n] : memref<2048xi8> to memref<?x?xf32> return }

// -----

// expected-error@+1 {{different memory spaces specified for base memref type 'memref<2048xi8>' and view memref type 'memref<?xf32, 3>'}}
func.func @a(%m: memref<2048xi8>, %n: index) { %0 = memref.view %m[%n][%n] : memref<2048xi8> to memref<?xf32, 3> return }

// -----

// expected-error@+1 {{unsupported map for result memref type 'memref<?xf32, strided<[2]>>'}}
func.func @a(%m: memref<2048xi8>, %n: index) { %0 = memref.view %m[%n][%n] : memref<2048xi8> to memref<?xf32, strided<[2]>> return }

// -----

// expected-error@+1 {{'memref.atomic_rmw' op failed to verify that value type matches element type of memref}}
func.func @a(%m: memref<4xf32>, %n: index, %v: i32) { %0 = "memref.atomic_rmw"(%v, %m, %n) <{kind = 1}> : (i32, memref<4xf32>, index) -> i32 return }

// -----

// expected-error@+1 {{'memref.atomic_rmw' op with kind 'addi' expects an integer type}}
func.func @a(%m: memref<4xf32>, %n: index, %v: f32) { %0 = memref.atomic_rmw addi %v, %m[%n] : (f32, memref<4xf32>) -> f32 return }

// -----

// expected-error@+1 {{'memref.atomic_rmw' op with kind 'addf' expects a floating-point type}}
func.func @a(%m: memref<4xi32>, %n: index, %v: i32) { %0 = memref.atomic_rmw addf %v, %m[%n] : (i32, memref<4xi32>) -> i32 return }

// -----

// expected-error@+1 {{'memref.atomic_rmw' op expects the number of subscripts to be equal to memref rank}}
func.func @a(%m: memref<4xi32>, %n: index, %v: i32) { %0 = memref.atomic_rmw addi %v, %m[] : (i32, memref<4xi32>) -> i32 return }

// -----

// expected-error@+1 {{'memref.memory_space_cast' op operand type 'memref<4xi32>' and result type 'memref<5xi32, 3>' are cast incompatible}}
func.func @a(%m: memref<4xi32>) { %r = memref.memory_space_cast %m : memref<4xi32> to memref<5xi32, 3> return }

// -----

// expected-error@+1 {{'memref.memory_space_cast' op operand type 'memref<4xi32>' and result type 'memref<*xi32, 3>' are cast incompatible}}
func.func @a(%m: memref<4xi32>) { %r = memref.memory_space_cast %m : memref<4xi32> to memref<*xi32, 3> return }

// -----

// expected-error@+1 {{expected result type to be 'memref<4x4xf32, strided<[16, 1]>>' or a rank-reduced version. (mismatch of result sizes), but got 'memref<4x5xf32, strided<[16, 1]>>'}}
func.func @a(%m: memref<8x16xf32>, %n: index) { %0 = memref.subview %m[0, 0][4, 4][1, 1] : memref<8x16xf32> to memref<4x5xf32, strided<[16, 1]>> return }

// -----

// expected-error@+1 {{expected result type to be 'memref<4x4xf32, strided<[16, 1]>>' or a rank-reduced version. (mismatch of result layout), but got 'memref<4x4xf32>'}}
func.func @a(%m: memref<8x16xf32>, %n: index) { %0 = memref.subview %m[0, 0][4, 4][1, 1] : memref<8x16xf32> to memref<4x4xf32> return }

// -----

// expected-error@+1 {{expected result element type to be 'f32', but got 'memref<4x4xi32, strided<[16, 1]>>'}}
func.func @a(%m: memref<8x16xf32>, %n: index) { %0 = memref.subview %m[0, 0][4, 4][1, 1] : memref<8x16xf32> to memref<4x4xi32, strided<[16, 1]>> return }

// -----

// expected-error@+1 {{expected result rank to be smaller or equal to the source rank, but got 'memref<4x4x4xf32, strided<[16, 1, 1]>>'}}
func.func @a(%m: memref<8x16xf32>, %n: index) { %0 = memref.subview %m[0, 0][4, 4][1, 1] : memref<8x16xf32> to memref<4x4x4xf32, strided<[16, 1, 1]>> return }

// -----

// expected-error@+1 {{different memory spaces specified for base memref type 'memref<8x16xf32>' and subview memref type 'memref<4x4xf32, strided<[16, 1]>, 3>'}}
func.func @a(%m: memref<8x16xf32>, %n: index) { %0 = memref.subview %m[0, 0][4, 4][1, 1] : memref<8x16xf32> to memref<4x4xf32, strided<[16, 1]>, 3> return }

// -----

// expected-error@+1 {{expected 2 offset values, got 1}}
func.func @a(%m: memref<8x16xf32>, %n: index) { %0 = memref.subview %m[0][4][1] : memref<8x16xf32> to memref<4xf32> return }

// -----

// expected-error@+1 {{expected mixed sizes rank to match mixed strides rank (2 vs 1) so the rank of the result type is well-formed.}}
func.func @a(%m: memref<8x16xf32>, %n: index) { %0 = memref.subview %m[0, 0][4, 4][1] : memref<8x16xf32> to memref<4xf32> return }

// -----

// expected-error@+1 {{expected sizes to be non-negative, but got -4}}
func.func @a(%m: memref<8x16xf32>, %n: index) { %0 = memref.subview %m[0, 0][4, -4][1, 1] : memref<8x16xf32> to memref<4xf32> return }

// -----

// expected-error@+1 {{expected offsets to be non-negative, but got -1}}
func.func @a(%m: memref<8x16xf32>, %n: index) { %0 = memref.subview %m[0, -1][4, 4][1, 1] : memref<8x16xf32> to memref<4xf32> return }

// -----

// expected-error@+1 {{slice along dimension 1 runs out-of-bounds: 19 >= 16}}
func.func @a(%m: memref<8x16xf32>, %n: index) { %0 = memref.subview %m[0, 10][4, 10][1, 1] : memref<8x16xf32> to memref<4x10xf32, strided<[16,1], offset: 10>> return }

// -----

// expected-error@+1 {{offset 1 is out-of-bounds: 20 >= 16}}
func.func @a(%m: memref<8x16xf32>, %n: index) { %0 = memref.subview %m[0, 20][4, 1][1, 1] : memref<8x16xf32> to memref<4x1xf32, strided<[16,1], offset: 20>> return }

// -----

// expected-error@+1 {{expected the number of 'offsets' to match the number of dynamic entries in 'static_offsets' (1 vs 0)}}
func.func @a(%m: memref<8x16xf32>, %n: index) { %0 = "memref.subview"(%m, %n) <{operandSegmentSizes = array<i32: 1, 1, 0, 0>, static_offsets = array<i64: 0, 0>, static_sizes = array<i64: 4, 4>, static_strides = array<i64: 1,1>}> : (memref<8x16xf32>, index) -> memref<4x4xf32, strided<[16, 1]>> return }

// -----

// expected-error@+1 {{expected mixed offsets rank to match mixed sizes rank (1 vs 2) so the rank of the result type is well-formed.}}
func.func @a(%m: memref<8x16xf32>, %n: index) { %0 = "memref.subview"(%m) <{operandSegmentSizes = array<i32: 1, 0, 0, 0>, static_offsets = array<i64: 0>, static_sizes = array<i64: 4, 4>, static_strides = array<i64: 1,1>}> : (memref<8x16xf32>) -> memref<4x4xf32, strided<[16, 1]>> return }

// -----

// expected-error@+1 {{expected result type with size = dynamic instead of 4 in dim = 1}}
func.func @a(%m: memref<8x16xf32>, %n: index) { %0 = memref.reinterpret_cast %m to offset: [0], sizes: [4, %n], strides: [16, 1] : memref<8x16xf32> to memref<4x4xf32, strided<[16, 1], offset: ?>> return }

// -----

// expected-error@+1 {{expected result type with size = 5 instead of 4 in dim = 1}}
func.func @a(%m: memref<8x16xf32>, %n: index) { %0 = memref.reinterpret_cast %m to offset: [0], sizes: [4, 5], strides: [16, 1] : memref<8x16xf32> to memref<4x4xf32, strided<[16, 1]>> return }

// -----

// expected-error@+1 {{expected result type with offset = 5 instead of 0}}
func.func @a(%m: memref<8x16xf32>, %n: index) { %0 = memref.reinterpret_cast %m to offset: [5], sizes: [4, 4], strides: [16, 1] : memref<8x16xf32> to memref<4x4xf32, strided<[16, 1]>> return }

// -----

// expected-error@+1 {{expected result type with stride = 2 instead of 1 in dim = 1}}
func.func @a(%m: memref<8x16xf32>, %n: index) { %0 = memref.reinterpret_cast %m to offset: [0], sizes: [4, 4], strides: [16, 2] : memref<8x16xf32> to memref<4x4xf32, strided<[16, 1]>> return }

// -----

// expected-error@+1 {{different element types specified for source type 'memref<8x16xf32>' and result memref type 'memref<4x4xi32, strided<[16, 1]>>'}}
func.func @a(%m: memref<8x16xf32>, %n: index) { %0 = memref.reinterpret_cast %m to offset: [0], sizes: [4, 4], strides: [16, 1] : memref<8x16xf32> to memref<4x4xi32, strided<[16, 1]>> return }

// -----

// expected-error@+1 {{expected 1 offset values, got 2}}
func.func @a(%m: memref<8x16xf32>, %n: index) { %0 = memref.reinterpret_cast %m to offset: [0, 1], sizes: [4, 4], strides: [16, 1] : memref<8x16xf32> to memref<4x4xf32, strided<[16, 1]>> return }

// -----

// expected-error@+1 {{expected mixed sizes rank to match mixed strides rank (1 vs 2) so the rank of the result type is well-formed.}}
func.func @a(%m: memref<8x16xf32>, %n: index) { %0 = memref.reinterpret_cast %m to offset: [0], sizes: [4], strides: [16, 1] : memref<8x16xf32> to memref<4x4xf32, strided<[16, 1]>> return }

// -----

// expected-error@+1 {{'memref.collapse_shape' op collapsed dim size (127) must equal reassociation group size (128)}}
func.func @a(%m: memref<8x16xf32>, %n: index) { %0 = memref.collapse_shape %m [[0, 1]] : memref<8x16xf32> into memref<127xf32> return }

// -----

// expected-error@+1 {{'memref.collapse_shape' op invalid source layout map or collapsing non-contiguous dims}}
func.func @a(%m: memref<8x16xf32, strided<[32,1]>>, %n: index) { %0 = memref.collapse_shape %m [[0, 1]] : memref<8x16xf32, strided<[32,1]>> into memref<128xf32> return }

// -----

// expected-error@+1 {{'memref.collapse_shape' op reassociation indices must be contiguous}}
func.func @a(%m: memref<8x16xf32>, %n: index) { %0 = memref.collapse_shape %m [[1, 0]] : memref<8x16xf32> into memref<128xf32> return }

// -----

// expected-error@+1 {{'memref.collapse_shape' op collapsed dim size (128) must equal reassociation group size (8)}}
func.func @a(%m: memref<8x16xf32>, %n: index) { %0 = memref.collapse_shape %m [[0]] : memref<8x16xf32> into memref<128xf32> return }

// -----

// expected-error@+1 {{'memref.collapse_shape' op invalid number of reassociation groups: found 2, expected 1}}
func.func @a(%m: memref<8x16xf32>, %n: index) { %0 = memref.collapse_shape %m [[0], [1]] : memref<8x16xf32> into memref<128xf32> return }

// -----

// expected-error@+1 {{'memref.expand_shape' op collapsed dim size (8) must equal reassociation group size (10)}}
func.func @a(%m: memref<8x16xf32>, %n: index) { %1 = memref.expand_shape %m [[0, 1], [2]] output_shape [2, 5, 16] : memref<8x16xf32> into memref<2x5x16xf32>  return }

// -----

// expected-error@+1 {{'memref.expand_shape' op expected number of static shape bounds to be equal to the output rank (3) but found 2 inputs instead}}
func.func @a(%m: memref<8x16xf32>, %n: index) { %1 = memref.expand_shape %m [[0, 1], [2]] output_shape [2, 4] : memref<8x16xf32> into memref<2x4x16xf32>  return }

// -----

// expected-error@+1 {{'memref.expand_shape' op expected expanded type to be 'memref<2x4x16xf32>' but found 'memref<2x4x16xf32, strided<[1, 1, 1]>>'}}
func.func @a(%m: memref<8x16xf32>, %n: index) { %1 = memref.expand_shape %m [[0, 1], [2]] output_shape [2, 4, 16] : memref<8x16xf32> into memref<2x4x16xf32, strided<[1,1,1]>>  return }

// -----

// expected-error@+1 {{missing dimension operand for result type 'memref<?xf32>'}}
func.func @a(%z: memref<4xf32>, %n: index) { %y = memref.realloc %z : memref<4xf32> to memref<?xf32> return }

// -----

// expected-error@+1 {{unnecessary dimension operand for result type 'memref<8xf32>'}}
func.func @a(%z: memref<4xf32>, %n: index) { %y = memref.realloc %z(%n) : memref<4xf32> to memref<8xf32> return }

// -----

// expected-error@+1 {{different element types specified for source memref type 'memref<4xf32>' and result memref type 'memref<8xi32>'}}
func.func @a(%z: memref<4xf32>, %n: index) { %y = memref.realloc %z : memref<4xf32> to memref<8xi32> return }

// -----

// expected-error@+1 {{different memory spaces specified for source memref type 'memref<4xf32>' and result memref type 'memref<8xf32, 1>'}}
func.func @a(%z: memref<4xf32>, %n: index) { %y = memref.realloc %z : memref<4xf32> to memref<8xf32, 1> return }

// -----

// expected-error@+1 {{unsupported layout for source memref type 'memref<4xf32, strided<[2]>>'}}
func.func @a(%z: memref<4xf32, strided<[2]>>, %n: index) { %y = memref.realloc %z : memref<4xf32, strided<[2]>> to memref<8xf32> return }

// -----

// expected-error@+1 {{unsupported layout for result memref type 'memref<8xf32, strided<[2]>>'}}
func.func @a(%z: memref<4xf32>, %n: index) { %y = memref.realloc %z : memref<4xf32> to memref<8xf32, strided<[2]>> return }

// -----

// expected-error@+1 {{'memref.prefetch' op too few indices}}
func.func @a(%z: memref<4x4xf32>, %n: index) { memref.prefetch %z[%n], read, locality<3>, data : memref<4x4xf32> return }

// -----

// expected-error@+1 {{'memref.prefetch' op attribute 'localityHint' failed to satisfy constraint: 32-bit signless integer attribute whose minimum value is 0 whose maximum value is 3}}
func.func @a(%z: memref<4x4xf32>, %n: index) { memref.prefetch %z[%n, %n], read, locality<4>, data : memref<4x4xf32> return }

// -----

// expected-error@+1 {{'memref.generic_atomic_rmw' op expected single number of entry block arguments}}
func.func @a(%z: memref<4xf32>, %n: index) { %0 = memref.generic_atomic_rmw %z[%n] : memref<4xf32> { ^b(%x: f32, %y: f32): memref.atomic_yield %x : f32 } return }

// -----

// expected-error@+1 {{'memref.generic_atomic_rmw' op expected block argument of the same type result type}}
func.func @a(%z: memref<4xf32>, %n: index) { %0 = memref.generic_atomic_rmw %z[%n] : memref<4xf32> { ^b(%x: i32): memref.atomic_yield %x : i32 } return }

// -----

// expected-error@+1 {{'memref.atomic_yield' op types mismatch between yield op: 'i32' and its parent: 'f32'}}
func.func @a(%z: memref<4xf32>, %n: index, %k: i32) { %0 = memref.generic_atomic_rmw %z[%n] : memref<4xf32> { ^b(%x: f32): memref.atomic_yield %k : i32 } return }

// -----

// expected-error@+1 {{'memref.distinct_objects' op expected at least one operand}}
func.func @a(%z: memref<4xf32>) { "memref.distinct_objects"() : () -> () return }

// -----

// expected-error@+1 {{'memref.distinct_objects' op operand types and result types must match}}
func.func @a(%z: memref<4xf32>) { %0 = "memref.distinct_objects"(%z) : (memref<4xf32>) -> memref<5xf32> return }

// -----

// expected-error@+1 {{'memref.extract_strided_metadata' op inferred type(s) 'memref<f32>', 'index', 'index', 'index' are incompatible with return type(s) of operation 'memref<f32>', 'index'}}
func.func @a(%z: memref<4xf32>) { %0:2 = "memref.extract_strided_metadata"(%z) : (memref<4xf32>) -> (memref<f32>, index) return }

// -----

// expected-error@+1 {{'memref.reshape' op length of shape operand differs from the result's memref rank}}
func.func @a(%z: memref<4xf32>, %s: memref<2xindex>) { %0 = memref.reshape %z(%s) : (memref<4xf32>, memref<2xindex>) -> memref<4xf32> return }

// -----

// expected-error@+1 {{'memref.reshape' op cannot use shape operand with dynamic length to reshape to statically-ranked memref type}}
func.func @a(%z: memref<4xf32>, %s: memref<?xindex>) { %0 = memref.reshape %z(%s) : (memref<4xf32>, memref<?xindex>) -> memref<4xf32> return }

// -----

// expected-error@+1 {{'memref.reshape' op element types of source and destination memref types should be the same}}
func.func @a(%z: memref<4xf32>, %s: memref<1xindex>) { %0 = memref.reshape %z(%s) : (memref<4xf32>, memref<1xindex>) -> memref<4xi32> return }

// -----

// expected-error@+1 {{'memref.reshape' op source memref type should have identity affine map}}
func.func @a(%z: memref<4xf32, strided<[2]>>, %s: memref<1xindex>) { %0 = memref.reshape %z(%s) : (memref<4xf32, strided<[2]>>, memref<1xindex>) -> memref<4xf32> return }

// -----

// expected-error@+1 {{'memref.reshape' op result memref type should have identity affine map}}
func.func @a(%z: memref<4xf32>, %s: memref<1xindex>) { %0 = memref.reshape %z(%s) : (memref<4xf32>, memref<1xindex>) -> memref<4xf32, strided<[2]>> return }

// -----

// expected-error@+1 {{unsupported map for base memref type 'memref<4xi8, strided<[2]>>'}}
func.func @a(%z: memref<4xi8, strided<[2]>>, %s: index) { %0 = memref.view %z[%s][] : memref<4xi8, strided<[2]>> to memref<1xf32> return }

// -----

// expected-error@+1 {{'memref.memory_space_cast' op operand type 'memref<4xf32>' and result type 'memref<4xi32, 3>' are cast incompatible}}
func.func @a(%m: memref<4xf32>, %n: index) { %0 = memref.memory_space_cast %m : memref<4xf32> to memref<4xi32, 3> return }

// -----

// expected-error@+1 {{expected 2 size values, got 1}}
func.func @a(%m: memref<8x16xf32>, %n: index) { %0 = memref.reinterpret_cast %m to offset: [0], sizes: [4], strides: [1] : memref<8x16xf32> to memref<4x4xf32> return }

// -----

// expected-error@+1 {{different memory spaces specified for source type 'memref<8x16xf32>' and result memref type 'memref<4xf32, 3>'}}
func.func @a(%m: memref<8x16xf32>, %n: index) { %0 = memref.reinterpret_cast %m to offset: [0], sizes: [4], strides: [1] : memref<8x16xf32> to memref<4xf32, 3> return }

// -----

// expected-error@+1 {{'memref.expand_shape' op expanded rank (2) inconsistent with number of reassociation indices (1)}}
func.func @a(%m: memref<4xf32>, %n: index) { %0 = memref.expand_shape %m [[0]] output_shape [4] : memref<4xf32> into memref<4x1xf32> return }

// -----

// expected-error@+1 {{'memref.collapse_shape' op collapsed dim (0) must be dynamic if and only if reassociation group is dynamic}}
func.func @a(%m: memref<?xf32>, %n: index) { %0 = memref.collapse_shape %m [[0]] : memref<?xf32> into memref<4xf32> return }

// -----

// expected-error@+1 {{'memref.collapse_shape' op has source rank 1 and result rank 2. This is not a collapse (1 < 2).}}
func.func @a(%m: memref<4xf32>, %n: index) { %0 = memref.collapse_shape %m [[0]] : memref<4xf32> into memref<4x1xf32> return }

// -----

// expected-error@+1 {{'memref.expand_shape' op has source rank 2 and result rank 1. This is not an expansion (2 > 1).}}
func.func @a(%m: memref<4x1xf32>, %n: index) { %0 = memref.expand_shape %m [[0], []] output_shape [4] : memref<4x1xf32> into memref<4xf32> return }

// -----

// expected-error@+1 {{'memref.expand_shape' op mismatch in dynamic dims in output_shape and static_output_shape: static_output_shape has 1 dynamic dims while output_shape has 0 values}}
func.func @a(%m: memref<?xf32>, %n: index) { %0 = "memref.expand_shape"(%m) <{reassociation = [[0, 1]], static_output_shape = array<i64: -9223372036854775808, 4>}> : (memref<?xf32>) -> memref<?x4xf32> return }

// -----

// expected-error@+1 {{'memref.expand_shape' op invalid output shape provided at pos 0}}
func.func @a(%m: memref<8xf32>, %n: index) { %0 = "memref.expand_shape"(%m) <{reassociation = [[0, 1]], static_output_shape = array<i64: 4, 2>}> : (memref<8xf32>) -> memref<2x4xf32> return }

// -----

// expected-error@+1 {{'memref.global' op type should be static shaped memref, but got 'memref<?xf32>'}}
"memref.global"() <{sym_name = "x", type = memref<?xf32>}> : () -> ()

// -----

// expected-error@+1 {{'memref.global' op initial value element expected to be of type 'f32', but was of type 'i32'}}
"memref.global"() <{sym_name = "x", type = memref<2xf32>, initial_value = dense<1> : tensor<2xi32>}> : () -> ()

// -----

// expected-error@+1 {{'memref.alloca_scope.return' op expects parent op 'memref.alloca_scope'}}
func.func @a(%m: memref<8xf32>) { memref.alloca_scope { "foo.a"() : () -> () memref.alloca_scope.return } memref.alloca_scope.return }

// -----

// expected-error@+1 {{base type 'memref<4xf32, affine_map<(d0) -> (d0 mod 2)>>' is not strided}}
func.func @a(%m: memref<4xf32, affine_map<(d0) -> (d0 mod 2)>>) { %0 = memref.subview %m[0] [2] [1] : memref<4xf32, affine_map<(d0) -> (d0 mod 2)>> to memref<2xf32> return }

// -----

// expected-error@+1 {{base type 'memref<4xf32, affine_map<(d0) -> (d0 floordiv 2, d0 mod 2)>>' is not strided}}
func.func @a(%m: memref<4xf32, affine_map<(d0) -> (d0 floordiv 2, d0 mod 2)>>) { %0 = memref.subview %m[0] [2] [1] : memref<4xf32, affine_map<(d0) -> (d0 floordiv 2, d0 mod 2)>> to memref<2xf32> return }

// -----

// expected-error@+1 {{expected a memref type}}
func.func @a(%m: memref<4xf32>, %n: index) { %0 = memref.generic_atomic_rmw %m[%n] : f32 { ^b(%x: f32): memref.atomic_yield %x : f32 } return }

// -----

// expected-error@+1 {{'memref.collapse_shape' op reassociation index 3 is out of bounds}}
func.func @a(%m: memref<8x1x16xf32>) { %0 = memref.collapse_shape %m [[0, 1], [2, 3]] : memref<8x1x16xf32> into memref<8x16xf32> return }

// -----

// expected-error@+1 {{'memref.collapse_shape' op expected collapsed type to be 'memref<128xf32>' but found 'memref<128xf32, strided<[2]>>'}}
func.func @a(%m: memref<8x16xf32>) { %0 = memref.collapse_shape %m [[0, 1]] : memref<8x16xf32> into memref<128xf32, strided<[2]>> return }

// -----

// expected-error@+1 {{'memref.expand_shape' op expected expanded type to be 'memref<2x4x16xf32>' but found 'memref<2x4x16xi32>'}}
func.func @a(%m: memref<8x16xf32>) { %0 = "memref.expand_shape"(%m) <{reassociation = [[0, 1], [2]], static_output_shape = array<i64: 2, 4, 16>}> : (memref<8x16xf32>) -> memref<2x4x16xi32> return }

// -----

// expected-error@+1 {{'memref.alloca' op incorrect number of dynamic sizes, has 0, expected 1}}
func.func @a(%m: memref<4x4xf32>) { %0 = "memref.alloca"() <{operandSegmentSizes = array<i32: 0, 0>}> : () -> memref<?xf32> return }

// -----

// expected-error@+1 {{'memref.global' op visibility expected to be one of ["public", "private", "nested"], but got "bogus"}}
memref.global "bogus" @x : memref<4xf32>

// -----

// expected-error@+1 {{'memref.dma_start' op expected at least 4 operands}}
func.func @a(%x: memref<4x16xf32>, %y: memref<64xf32, 3>, %tag: memref<1xi32>, %n: index, %i: i32) { "memref.dma_start"(%x) : (memref<4x16xf32>) -> () return }

// -----

// expected-error@+1 {{'memref.dma_start' op expected source to be of memref type}}
func.func @a(%x: memref<4x16xf32>, %y: memref<64xf32, 3>, %tag: memref<1xi32>, %n: index, %i: i32) { "memref.dma_start"(%n, %n, %n, %n) : (index, index, index, index) -> () return }

// -----

// expected-error@+1 {{'memref.dma_start' op expected at least 8 operands}}
func.func @a(%x: memref<4x16xf32>, %y: memref<64xf32, 3>, %tag: memref<1xi32>, %n: index, %i: i32) { "memref.dma_start"(%x, %n, %n, %y, %n, %n, %tag) : (memref<4x16xf32>, index, index, memref<64xf32, 3>, index, index, memref<1xi32>) -> () return }

// -----

// expected-error@+1 {{'memref.dma_start' op expected source indices to be of index type}}
func.func @a(%x: memref<4x16xf32>, %y: memref<64xf32, 3>, %tag: memref<1xi32>, %n: index, %i: i32) { "memref.dma_start"(%x, %i, %n, %y, %n, %n, %tag, %n) : (memref<4x16xf32>, i32, index, memref<64xf32, 3>, index, index, memref<1xi32>, index) -> () return }

// -----

// expected-error@+1 {{'memref.dma_start' op expected destination to be of memref type}}
func.func @a(%x: memref<4x16xf32>, %y: memref<64xf32, 3>, %tag: memref<1xi32>, %n: index, %i: i32) { "memref.dma_start"(%x, %n, %n, %n, %n, %n, %tag, %n) : (memref<4x16xf32>, index, index, index, index, index, memref<1xi32>, index) -> () return }

// -----

// expected-error@+1 {{'memref.dma_start' op expected destination indices to be of index type}}
func.func @a(%x: memref<4x16xf32>, %y: memref<64xf32, 3>, %tag: memref<1xi32>, %n: index, %i: i32) { "memref.dma_start"(%x, %n, %n, %y, %i, %n, %tag, %n) : (memref<4x16xf32>, index, index, memref<64xf32, 3>, i32, index, memref<1xi32>, index) -> () return }

// -----

// expected-error@+1 {{'memref.dma_start' op expected num elements to be of index type}}
func.func @a(%x: memref<4x16xf32>, %y: memref<64xf32, 3>, %tag: memref<1xi32>, %n: index, %i: i32) { "memref.dma_start"(%x, %n, %n, %y, %n, %i, %tag, %n) : (memref<4x16xf32>, index, index, memref<64xf32, 3>, index, i32, memref<1xi32>, index) -> () return }

// -----

// expected-error@+1 {{'memref.dma_start' op expected tag to be of memref type}}
func.func @a(%x: memref<4x16xf32>, %y: memref<64xf32, 3>, %tag: memref<1xi32>, %n: index, %i: i32) { "memref.dma_start"(%x, %n, %n, %y, %n, %n, %n, %n) : (memref<4x16xf32>, index, index, memref<64xf32, 3>, index, index, index, index) -> () return }

// -----

// expected-error@+1 {{'memref.dma_start' op expected tag indices to be of index type}}
func.func @a(%x: memref<4x16xf32>, %y: memref<64xf32, 3>, %tag: memref<1xi32>, %n: index, %i: i32) { "memref.dma_start"(%x, %n, %n, %y, %n, %n, %tag, %i) : (memref<4x16xf32>, index, index, memref<64xf32, 3>, index, index, memref<1xi32>, i32) -> () return }

// -----

// expected-error@+1 {{'memref.dma_start' op incorrect number of operands}}
func.func @a(%x: memref<4x16xf32>, %y: memref<64xf32, 3>, %tag: memref<1xi32>, %n: index, %i: i32) { "memref.dma_start"(%x, %n, %n, %y, %n, %n, %tag, %n, %n) : (memref<4x16xf32>, index, index, memref<64xf32, 3>, index, index, memref<1xi32>, index, index) -> () return }

// -----

// expected-error@+1 {{'memref.dma_start' op expected stride and num elements per stride to be of type index}}
func.func @a(%x: memref<4x16xf32>, %y: memref<64xf32, 3>, %tag: memref<1xi32>, %n: index, %i: i32) { "memref.dma_start"(%x, %n, %n, %y, %n, %n, %tag, %n, %n, %i) : (memref<4x16xf32>, index, index, memref<64xf32, 3>, index, index, memref<1xi32>, index, index, i32) -> () return }

// -----

// expected-error@+1 {{custom op 'memref.dma_start' expected two stride related operands}}
func.func @a(%x: memref<4x16xf32>, %y: memref<64xf32, 3>, %tag: memref<1xi32>, %n: index, %i: i32) { memref.dma_start %x[%n, %n], %y[%n], %n, %tag[%n], %n : memref<4x16xf32>, memref<64xf32, 3>, memref<1xi32> return }

// -----

// expected-error@+1 {{custom op 'memref.dma_start' fewer/more types expected}}
func.func @a(%x: memref<4x16xf32>, %y: memref<64xf32, 3>, %tag: memref<1xi32>, %n: index, %i: i32) { memref.dma_start %x[%n, %n], %y[%n], %n, %tag[%n] : memref<4x16xf32>, memref<64xf32, 3> return }

// -----

// expected-error@+1 {{'memref.dma_wait' op expected tagIndices to have the same number of elements as the tagMemRef rank, expected 1, but got 2}}
func.func @a(%x: memref<4x16xf32>, %y: memref<64xf32, 3>, %tag: memref<1xi32>, %n: index, %i: i32) { memref.dma_wait %tag[%n, %n], %n : memref<1xi32> return }
