// RUN: tile-opt %s --split-input-file --verify-diagnostics --pass-pipeline='builtin.module(func.func(tile-bind))'

func.func @argument(%n: index, %f: f32) attributes {tile.kernel} {
  %bm = tile.param "BM" = 4 : index
  // expected-error@+1 {{'tile.splat' op expects tile sizes computed from parameters and constants, found another value as size #1}}
  %0 = tile.splat %f sizes(%bm, %n) : f32 -> tensor<?x?xf32>
  return
}

// -----

func.func @zero(%f: f32) attributes {tile.kernel} {
  %bm = tile.param "BM" = 4 : index
  %c8 = arith.constant 8 : index
  %n = arith.divui %bm, %c8 : index
  // expected-error@+1 {{'tile.splat' op expects tile sizes of 1 to 1048576, found 0 as size #0}}
  %0 = tile.splat %f sizes(%n) : f32 -> tensor<?xf32>
  return
}

// -----

func.func @carried(%k: index, %f: f32) attributes {tile.kernel} {
  %bm = tile.param "BM" = 4 : index
  %bn = tile.param "BN" = 8 : index
  %c0 = arith.constant 0 : index
  %init = tile.splat %f sizes(%bm) : f32 -> tensor<?xf32>
  // expected-error@+1 {{'scf.for' op expects carried values to keep their type, found tensor<4xf32> at the start and tensor<8xf32> after an iteration for #0}}
  %0 = scf.for %j = %c0 to %k step %bm iter_args(%acc = %init) -> (tensor<?xf32>) {
    %1 = tile.splat %f sizes(%bn) : f32 -> tensor<?xf32>
    scf.yield %1 : tensor<?xf32>
  }
  return
}

// -----

func.func @branches(%b: i1, %f: f32) attributes {tile.kernel} {
  %bm = tile.param "BM" = 4 : index
  %bn = tile.param "BN" = 8 : index
  // expected-error@+1 {{'scf.if' op expects all regions to yield the same types, found tensor<4xf32> and tensor<8xf32> for #0}}
  %0 = scf.if %b -> (tensor<?xf32>) {
    %1 = tile.splat %f sizes(%bm) : f32 -> tensor<?xf32>
    scf.yield %1 : tensor<?xf32>
  } else {
    %1 = tile.splat %f sizes(%bn) : f32 -> tensor<?xf32>
    scf.yield %1 : tensor<?xf32>
  }
  return
}

// -----

func.func @call(%f: f32) attributes {tile.kernel} {
  // expected-error@+1 {{'func.call' op expects tiles of static size after binding, found tensor<?xf32>}}
  %0 = func.call @make(%f) : (f32) -> tensor<?xf32>
  return
}
func.func private @make(f32) -> tensor<?xf32>
