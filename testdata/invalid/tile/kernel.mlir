// RUN: tile-opt %s --split-input-file --verify-diagnostics

// expected-error@+1 {{'func.func' op attribute 'tile.kernel' expects no value, found 1 : i64}}
func.func @k() attributes {tile.kernel = 1 : i64} {
  return
}

// -----

// expected-error@+1 {{'builtin.module' op attribute 'tile.kernel' expects a 'func.func'}}
module attributes {tile.kernel} {
}

// -----

// expected-error@+1 {{'func.func' op kernel expects a body}}
func.func private @k() attributes {tile.kernel}

// -----

// expected-error@+1 {{'func.func' op kernel expects no results, found 1}}
func.func @k(%x: f32) -> f32 attributes {tile.kernel} {
  return %x : f32
}

// -----

// expected-error@+1 {{'func.func' op kernel expects arguments that are memrefs or scalars, of integers, index or floats, found #1 of type tensor<4xf32>}}
func.func @k(%x: f32, %y: tensor<4xf32>) attributes {tile.kernel} {
  return
}

// -----

// expected-error@+1 {{'func.func' op kernel expects different names of its arguments, found "A" for #0 and #1}}
func.func @k(%x: f32 {tile.name = "A"}, %y: f32 {tile.name = "A"}) attributes {tile.kernel} {
  return
}

// -----

// expected-error@+1 {{'func.func' op attribute 'tile.launch' expects a string, found 1 : i64}}
func.func @k() attributes {tile.launch = 1 : i64} {
  return
}

// -----

func.func @k() attributes {tile.kernel} {
  // expected-note@+1 {{the other one is here}}
  %0 = tile.param "BM" = 128 : index
  // expected-error@+1 {{'tile.param' op expects one default for the parameter "BM" in a kernel, found another one}}
  %1 = tile.param "BM" = 64 : index
  return
}

// -----

func.func @k() attributes {tile.kernel} {
  // expected-note@+1 {{the other one is here}}
  %0 = tile.param "type" = 128 : index
  // expected-error@+1 {{'tile.type_param' op expects one default for the parameter "type" in a kernel, found another one}}
  tile.type_param "type" = f16
  return
}

// -----

func.func @k(%m: index, %n: index) attributes {tile.kernel} {
  // expected-note@+1 {{the other one is here}}
  %0 = tile.program_id(%m)
  // expected-error@+1 {{'tile.program_id' op expects the extents of the other 'tile.program_id' of the kernel}}
  %1 = tile.program_id(%n)
  return
}
