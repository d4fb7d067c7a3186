// RUN: tile-opt %s --split-input-file --verify-diagnostics

func.func @k() {
  // expected-error@+1 {{'tile.param' op expects a name of letters, digits and underscores, found "B M"}}
  %0 = tile.param "B M" = 128 : index
  return
}

// -----

func.func @k() {
  // expected-error@+1 {{'tile.param' op expects a default of at least 1, found 0}}
  %0 = tile.param "BM" = 0 : index
  return
}

// -----

func.func @k() {
  // expected-error@+1 {{'tile.param' op attribute 'default' failed to satisfy constraint: index attribute}}
  %0 = "tile.param"() <{default = 1 : i64, name = "BM"}> : () -> index
  return
}

// -----

func.func @k() {
  // expected-error@+1 {{'tile.type_param' op expects a name of letters, digits and underscores, found ""}}
  tile.type_param "" = f16
  return
}

// -----

func.func @k() {
  // expected-error@+1 {{'tile.type_param' op expects a float type, found i32}}
  tile.type_param "type" = i32
  return
}

// -----

func.func @k(%n: index) {
  // expected-error@+1 {{'tile.program_id' op expects 1 to 3 extents, found 4}}
  %0:4 = tile.program_id(%n, %n, %n, %n)
  return
}

// -----

func.func @k(%n: index) {
  // expected-error@+1 {{'tile.program_id' op expects a result for each of the 2 extents, found 1}}
  %0 = "tile.program_id"(%n, %n) : (index, index) -> index
  return
}

// -----

func.func @k(%a: memref<?xindex>, %i: index) {
  %n = memref.load %a[%i] : memref<?xindex>
  // expected-error@+1 {{'tile.program_id' op expects extents that the host can evaluate at launch (of arguments, their sizes, parameters, device properties and integer arithmetic), found another value as extent #0}}
  %0 = tile.program_id(%n)
  return
}

// -----

func.func @k() {
  // expected-error@+1 {{'tile.device_property' op expects one of the properties [compute_capability_major compute_capability_minor l2_cache_size max_shared_memory_per_block_optin multiprocessor_count], found "cores"}}
  %0 = tile.device_property "cores"
  return
}

// -----

func.func @k(%n: index) {
  %0 = tile.program_id(%n)
  // expected-error@+1 {{'tile.div_magic' op expects operands that the host can evaluate at launch, found another value as operand #1}}
  %1, %2 = tile.div_magic %n below %0
  return
}

// -----

func.func @k(%a: memref<?x?xf16>, %i: index) {
  // expected-error@+1 {{'tile.load' op expects one index for each of the 2 dimensions of the buffer, found 1}}
  %0 = tile.load %a[%i] : memref<?x?xf16> -> tensor<4x4xf16>
  return
}

// -----

func.func @k(%a: memref<?xf16>, %i: index) {
  // expected-error@+1 {{'tile.load' op expects a tile of 1 to 1 dimensions, as the buffer has, found 2}}
  %0 = tile.load %a[%i] : memref<?xf16> -> tensor<4x4xf16>
  return
}

// -----

func.func @k(%a: memref<?xf16>, %i: index) {
  // expected-error@+1 {{'tile.load' op expects a tile and a buffer of one element type, found f32 and f16}}
  %0 = tile.load %a[%i] : memref<?xf16> -> tensor<4xf32>
  return
}

// -----

func.func @k(%a: memref<?xf16, affine_map<(d0) -> (d0 * 2)>>, %i: index) {
  // expected-error@+1 {{'tile.load' op expects a buffer with a strided layout, found affine_map<(d0) -> (d0 * 2)>}}
  %0 = tile.load %a[%i] : memref<?xf16, affine_map<(d0) -> (d0 * 2)>> -> tensor<4xf16>
  return
}

// -----

func.func @k(%a: memref<?xf16, 3>, %i: index) {
  // expected-error@+1 {{'tile.load' op expects a buffer in the default memory space, found memory space 3}}
  %0 = tile.load %a[%i] : memref<?xf16, 3> -> tensor<4xf16>
  return
}

// -----

func.func @k(%a: memref<?xf16>, %i: index) {
  // expected-error@+1 {{'tile.load' op expects one size for each of the 1 dynamic dimensions of the result, found 0}}
  %0 = tile.load %a[%i] : memref<?xf16> -> tensor<?xf16>
  return
}

// -----

func.func @k(%a: memref<?xf16>, %i: index) {
  // expected-error@+1 {{'tile.load' op expects tile dimensions of at least 1, found dimension 0 of size 0}}
  %0 = tile.load %a[%i] : memref<?xf16> -> tensor<0xf16>
  return
}

// -----

func.func @k(%a: memref<?xf16>, %i: index, %t: tensor<4xf32>) {
  // expected-error@+1 {{'tile.store' op expects a tile and a buffer of one element type, found f32 and f16}}
  tile.store %t, %a[%i] : tensor<4xf32>, memref<?xf16>
  return
}

// -----

func.func @k(%a: tensor<4xf16>, %c: tensor<4x4xf32>) {
  // expected-error@+1 {{'tile.dot' op expects tiles of 2 dimensions, found 1, 1 and 2}}
  %0 = tile.dot %a, %a, %c : tensor<4xf16>, tensor<4xf16> -> tensor<4x4xf32>
  return
}

// -----

func.func @k(%a: tensor<4x4xf16>, %b: tensor<4x4xbf16>, %c: tensor<4x4xf32>) {
  // expected-error@+1 {{'tile.dot' op expects factors of one element type, found f16 and bf16}}
  %0 = tile.dot %a, %b, %c : tensor<4x4xf16>, tensor<4x4xbf16> -> tensor<4x4xf32>
  return
}

// -----

func.func @k(%a: tensor<4x4xf64>, %c: tensor<4x4xf32>) {
  // expected-error@+1 {{'tile.dot' op expects factors of at most 32 bits an element, found f64}}
  %0 = tile.dot %a, %a, %c : tensor<4x4xf64>, tensor<4x4xf64> -> tensor<4x4xf32>
  return
}

// -----

func.func @k(%a: tensor<4x8xf16>, %c: tensor<4x8xf32>) {
  // expected-error@+1 {{'tile.dot' op expects as many columns of the first and rows of the second factor, found 8 and 4}}
  %0 = tile.dot %a, %a, %c : tensor<4x8xf16>, tensor<4x8xf16> -> tensor<4x8xf32>
  return
}

// -----

func.func @k(%a: tensor<4x4xf16>, %c: tensor<8x4xf32>) {
  // expected-error@+1 {{'tile.dot' op expects as many rows of the first factor and the accumulator, found 4 and 8}}
  %0 = tile.dot %a, %a, %c : tensor<4x4xf16>, tensor<4x4xf16> -> tensor<8x4xf32>
  return
}

// -----

func.func @k(%a: tensor<4x4xf16>, %c: tensor<4x8xf32>) {
  // expected-error@+1 {{'tile.dot' op expects as many columns of the second factor and the accumulator, found 4 and 8}}
  %0 = tile.dot %a, %a, %c : tensor<4x4xf16>, tensor<4x4xf16> -> tensor<4x8xf32>
  return
}

// -----

func.func @k(%a: tensor<4x8xf16>) {
  // expected-error@+1 {{'tile.transpose' op expects a permutation of 2 dimensions, found [0 0]}}
  %0 = tile.transpose %a [0, 0] : tensor<4x8xf16> -> tensor<8x4xf16>
  return
}

// -----

func.func @k(%a: tensor<4x8xf16>) {
  // expected-error@+1 {{'tile.transpose' op expects a result of tensor<8x4xf16>, found tensor<4x8xf16>}}
  %0 = tile.transpose %a [1, 0] : tensor<4x8xf16> -> tensor<4x8xf16>
  return
}

// -----

func.func @k(%a: tensor<4xf16>) {
  // expected-error@+1 {{'tile.broadcast' op expects a result of 1 dimensions, as the source has, found 2}}
  %0 = tile.broadcast %a : tensor<4xf16> -> tensor<4x4xf16>
  return
}

// -----

func.func @k(%a: tensor<1xf16>) {
  // expected-error@+1 {{'tile.broadcast' op expects source and result of one element type, found f16 and f32}}
  %0 = tile.broadcast %a : tensor<1xf16> -> tensor<4xf32>
  return
}

// -----

func.func @k(%a: tensor<1x4xf16>) {
  // expected-error@+1 {{'tile.broadcast' op expects dimension 1 to keep its size of 4, as only a size of 1 can grow, found 8}}
  %0 = tile.broadcast %a : tensor<1x4xf16> -> tensor<4x8xf16>
  return
}

// -----

func.func @k(%a: tensor<4xf16>) {
  // expected-error@+1 {{'tile.expand_dims' op expects an axis of 0 to 1, found 2}}
  %0 = tile.expand_dims %a {axis = 2 : i64} : tensor<4xf16> -> tensor<4x1xf16>
  return
}

// -----

func.func @k(%a: tensor<4xf16>) {
  // expected-error@+1 {{'tile.expand_dims' op expects a result of tensor<1x4xf16>, found tensor<4x1xf16>}}
  %0 = tile.expand_dims %a {axis = 0 : i64} : tensor<4xf16> -> tensor<4x1xf16>
  return
}

// -----

func.func @k(%a: tensor<f16>) {
  // expected-error@+1 {{'tile.reduce' op expects a source with dimensions, found tensor<f16>}}
  %0 = tile.reduce %a {axis = 0 : i64, kind = "add"} : tensor<f16> -> tensor<f16>
  return
}

// -----

func.func @k(%a: tensor<4xf16>) {
  // expected-error@+1 {{'tile.reduce' op expects an axis of 0 to 0, found -1}}
  %0 = tile.reduce %a {axis = -1 : i64, kind = "add"} : tensor<4xf16> -> tensor<f16>
  return
}

// -----

func.func @k(%a: tensor<4x8xf16>) {
  // expected-error@+1 {{'tile.reduce' op expects a result of tensor<8xf16>, found tensor<4xf16>}}
  %0 = tile.reduce %a {axis = 0 : i64, kind = "add"} : tensor<4x8xf16> -> tensor<4xf16>
  return
}

// -----

func.func @k(%a: tensor<4x8xf16>) {
  // expected-error@+1 {{'tile.reduce' op attribute 'kind' failed to satisfy constraint: reduction kind (add, mul, max or min)}}
  %0 = tile.reduce %a {axis = 0 : i64, kind = "xor"} : tensor<4x8xf16> -> tensor<8xf16>
  return
}

// -----

func.func @k(%f: f16) {
  // expected-error@+1 {{'tile.splat' op expects a result of elements of type f16, found f32}}
  %0 = tile.splat %f : f16 -> tensor<4xf32>
  return
}

// -----

func.func @k(%f: f16, %n: index) {
  // expected-error@+1 {{'tile.splat' op expects one size for each of the 0 dynamic dimensions of the result, found 1}}
  %0 = tile.splat %f sizes(%n) : f16 -> tensor<4xf16>
  return
}

// -----

func.func @k() {
  // expected-error@+1 {{'tile.iota' op expects an axis of 0 to 0, found 1}}
  %0 = tile.iota {axis = 1 : i64} : tensor<4xi32>
  return
}

// -----

func.func @k() {
  // expected-error@+1 {{'tile.iota' op result #0 must be tile of index or 32-bit signless integer values, but got 'tensor<4xf32>'}}
  %0 = tile.iota {axis = 0 : i64} : tensor<4xf32>
  return
}
