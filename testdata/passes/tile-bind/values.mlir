// RUN: tile-opt %s --split-input-file --verify-diagnostics --pass-pipeline='builtin.module(func.func(tile-bind{B=x}))'

func.func @no_integer() attributes {tile.kernel} {
  // expected-error@+1 {{'tile.param' op parameter 'B' expects an integer of 1 to 1048576, found 'x'}}
  %b = tile.param "B" = 1 : index
  return
}
