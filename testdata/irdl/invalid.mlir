// RUN: tile-opt %s --irdl-file=%S/cmath.irdl --split-input-file --verify-diagnostics

func.func @f(%a: !cmath.complex<f32>, %b: !cmath.complex<f64>) {
  // expected-error @+1 {{expected '!cmath.complex<f32>' but got '!cmath.complex<f64>'}}
  %0 = "cmath.mul"(%a, %b) : (!cmath.complex<f32>, !cmath.complex<f64>) -> !cmath.complex<f32>
  return
}

// -----

func.func @f(%a: !cmath.complex<f32>) {
  // expected-error @+1 {{op expects exactly 2 operands, but got 1}}
  %0 = "cmath.mul"(%a) : (!cmath.complex<f32>) -> !cmath.complex<f32>
  return
}

// -----

func.func @f(%a: !cmath.complex<f32>) {
  // expected-error @+1 {{op expects exactly 1 results, but got 0}}
  "cmath.mul"(%a, %a) : (!cmath.complex<f32>, !cmath.complex<f32>) -> ()
  return
}

// -----

func.func @f(%a: !cmath.complex<f32>) {
  // expected-error @+1 {{expected 'f32' but got 'f64'}}
  %0 = "cmath.norm"(%a) : (!cmath.complex<f32>) -> f64
  return
}

// -----

func.func @f(%a: i32) {
  // expected-error @+1 {{expected base type 'cmath.complex' but got 'i32'}}
  %0 = "cmath.norm"(%a) : (i32) -> f64
  return
}

// -----

// expected-error @+1 {{'i32' does not satisfy the constraint}}
func.func private @f(!cmath.complex<i32>)

// -----

// expected-error @+1 {{expected 1 type arguments, but had 2}}
func.func private @f(!cmath.complex<f32, f32>)

// -----

// expected-error @+1 {{expected 1 type arguments, but had 0}}
func.func private @f(!cmath.complex)

// -----

// expected-error @+1 {{expected dynamic type}}
func.func private @f(!cmath.nope)

// -----

// expected-error @+1 {{expected dynamic attribute}}
"builtin.module"() ({}) {a = #cmath.nope} : () -> ()

// -----

// expected-error @+1 {{expected '1 : i32' but got '"x"'}}
"builtin.module"() ({}) {a = #cmath.pair<1 : i32, "x">} : () -> ()

// -----

// expected-error @+1 {{unregistered operation 'cmath.nope' found in dialect ('cmath') that does not allow unknown operations}}
"cmath.nope"() : () -> ()

// -----

func.func @f(%i: i32) {
  // expected-error @+1 {{'operandSegmentSizes' attribute is expected but not provided}}
  "cmath.groups"(%i) {x = i32, y = i32} : (i32) -> ()
  return
}

// -----

func.func @f(%i: i32) {
  // expected-error @+1 {{'operandSegmentSizes' attribute is expected to be a dense i32 array}}
  "cmath.groups"(%i) {operandSegmentSizes = array<i64: 1, 0, 0>, x = i32, y = i32} : (i32) -> ()
  return
}

// -----

func.func @f(%i: i32) {
  // expected-error @+1 {{'operandSegmentSizes' attribute for specifying operand segments must have 3 elements, but got 1}}
  "cmath.groups"(%i) {operandSegmentSizes = array<i32: 1>, x = i32, y = i32} : (i32) -> ()
  return
}

// -----

func.func @f(%i: i32) {
  // expected-error @+1 {{'operandSegmentSizes' attribute for specifying operand segments must have non-negative values}}
  "cmath.groups"(%i) {operandSegmentSizes = array<i32: 1, -1, 1>, x = i32, y = i32} : (i32) -> ()
  return
}

// -----

func.func @f(%i: i32) {
  // expected-error @+1 {{element 0 in 'operandSegmentSizes' attribute must be equal to 1}}
  "cmath.groups"(%i) {operandSegmentSizes = array<i32: 0, 1, 0>, x = i32, y = i32} : (i32) -> ()
  return
}

// -----

func.func @f(%i: i32) {
  // expected-error @+1 {{element 1 in 'operandSegmentSizes' attribute must be equal to 0 or 1}}
  "cmath.groups"(%i, %i, %i) {operandSegmentSizes = array<i32: 1, 2, 0>, x = i32, y = i32} : (i32, i32, i32) -> ()
  return
}

// -----

func.func @f(%i: i32) {
  // expected-error @+1 {{sum of elements in 'operandSegmentSizes' attribute must be equal to the number of operands}}
  "cmath.groups"(%i) {operandSegmentSizes = array<i32: 1, 1, 1>, x = i32, y = i32} : (i32) -> ()
  return
}

// -----

func.func @f(%i: i32) {
  // expected-error @+1 {{'cmath.groups' op attribute "y" is expected but not provided}}
  "cmath.groups"(%i) {operandSegmentSizes = array<i32: 1, 0, 0>, x = i32} : (i32) -> ()
  return
}

// -----

func.func @f(%i: i32) {
  // expected-error @+1 {{expected base type 'builtin.integer' but got 'builtin.f32'}}
  "cmath.groups"(%i) {operandSegmentSizes = array<i32: 1, 0, 0>, x = i32, y = f32} : (i32) -> ()
  return
}

// -----

func.func @f(%i: i32) {
  // expected-error @+1 {{expected 'i8' but got 'i32'}}
  "cmath.groups"(%i) {operandSegmentSizes = array<i32: 1, 0, 0>, x = i32, y = i8} : (i32) -> ()
  return
}

// -----

func.func @f(%i: i32) {
  // expected-error @+1 {{expected base type 'cmath.complex' but got 'builtin.f32'}}
  %r = "cmath.groups"(%i) {operandSegmentSizes = array<i32: 1, 0, 0>, x = i32, y = i32} : (i32) -> f32
  return
}

// -----

// expected-error @+1 {{expected base attribute 'builtin.string' but got 'builtin.type'}}
"cmath.noted"() {note = i32} : () -> ()

// -----

// expected-error @+1 {{op expects at least 1 operands, but got 0}}
"cmath.some"() : () -> ()

// -----

func.func @f(%i: i32) {
  // expected-error @+1 {{op expects at most 1 results, but got 2}}
  %0:2 = "cmath.some"(%i) : (i32) -> (i32, i32)
  return
}

// -----

// expected-error @+1 {{'cmath.held' op unexpected number of regions: expected 3 but got 0}}
"cmath.held"() : () -> ()

// -----

// expected-error @+1 {{expected region 1 to have 1 arguments but got 0}}
"cmath.held"() ({}, {}, {}) : () -> ()

// -----

// expected-error @+2 {{expected 'i32' but got 'i64'}}
// expected-note @+1 {{see the operation}}
"cmath.held"() ({}, {^bb0(%a: i64): "llvm.unreachable"() : () -> ()}, {}) : () -> ()

// -----

// expected-error @+1 {{expected region 2 to have 2 block(s) but got 1}}
"cmath.held"() ({}, {^bb0(%a: i32): "llvm.unreachable"() : () -> ()}, {^bb0: "llvm.unreachable"() : () -> ()}) : () -> ()
