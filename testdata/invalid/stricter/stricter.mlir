// What MLIR takes and changes, and we refuse (docs/mlir-differences.md).
//
// RUN: mlir-opt %s --split-input-file
// RUN: tile-opt %s --split-input-file --verify-diagnostics

// expected-error@+1 {{'func.func' has no property 'bogus'}}
"func.func"() <{sym_name = "f", function_type = () -> (), bogus = 1 : i32}> ({
  "func.return"() : () -> ()
}) : () -> ()

// -----

// expected-error@+1 {{integer constant out of range for attribute}}
func.func private @f() attributes {a = 9223372036854775808}

// -----

// expected-error@+1 {{floating point constant out of range for type 'f32'}}
func.func private @f() attributes {a = 1.0e39 : f32}

// -----

// expected-error@+1 {{floating point constant out of range for type 'f8E4M3FN'}}
func.func private @f() attributes {a = 500.0 : f8E4M3FN}

// -----

// expected-error@+1 {{floating point constant out of range for type 'f32'}}
func.func private @f() attributes {a = dense<1.0e39> : tensor<2xf32>}

// -----

// expected-error@+1 {{expected a symbol name, found an empty one}}
func.func private @f() attributes {a = @""}
