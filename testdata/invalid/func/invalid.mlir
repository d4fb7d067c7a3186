// RUN: tile-opt %s --split-input-file --verify-diagnostics

// expected-error@+1 {{'func.func' op arguments may only have dialect attributes}}
func.func @f(%a: i32 {foo}) { return }

// -----

// expected-error@+1 {{'func.func' op arguments may only have dialect attributes}}
func.func private @f(i32 {my.note}, i32 {my.note, foo = 1 : i32})

// -----

// expected-error@+1 {{'func.func' op results may only have dialect attributes}}
func.func private @f() -> (i32 {foo})

// -----

// expected-error@+1 {{'func.func' op visibility expected to be one of ["public", "private", "nested"], but got "bogus"}}
"func.func"() <{sym_name = "f", sym_visibility = "bogus", function_type = () -> ()}> ({
  "func.return"() : () -> ()
}) : () -> ()

// -----

func.func public @a() { return }
func.func private @b()
func.func nested @c(%a: i32 {my.note = "dialect attributes are fine"}) -> (i32 {my.note}) { return %a : i32 }

// -----

// What stands in a broken operation is looked at too.
// expected-error @+1 {{attribute 'function_type' failed to satisfy constraint: type attribute of function type}}
"func.func"() <{function_type = 1 : i32, sym_name = "f"}> ({
  func.return
}) : () -> ()
