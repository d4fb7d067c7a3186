// RUN: tile-opt %s --split-input-file --verify-diagnostics --pass-pipeline='builtin.module(func.func(tile-bind{BX=1 A=16 B=x C=0 T=i32}))'

// expected-error@+1 {{'func.func' op kernel '@unknown' has no parameter 'B'; its parameters: A, T}}
func.func @unknown() attributes {tile.kernel} {
  %a = tile.param "A" = 128 : index
  tile.type_param "T" = f16
  return
}

// -----

// expected-error@+1 {{'func.func' op kernel '@none' has no parameter 'A'; its parameters: none}}
func.func @none() attributes {tile.kernel} {
  return
}

// -----

func.func @no_integer() attributes {tile.kernel} {
  %a = tile.param "A" = 1 : index
  %bx = tile.param "BX" = 1 : index
  %c = tile.param "C" = 1 : index
  // expected-error@+1 {{'tile.type_param' op parameter 'T' expects a float type such as f16, bf16 or f32, found 'i32'}}
  tile.type_param "T" = f16
  %b = tile.param "B" = 1 : index
  return
}
