// RUN: tile-opt %s --split-input-file --verify-diagnostics

func.func @f() {
  // expected-error @+1 {{symbol's parent must have the SymbolTable trait}}
  func.func @g() {
    return
  }
  return
}

// -----

llvm.func @bundles(%a: i32) {
  // expected-error @+1 {{op_bundle_operands count (1) does not match with the total size (2) specified in attribute 'op_bundle_sizes'}}
  "llvm.call_intrinsic"(%a) <{intrin = "llvm.x", op_bundle_sizes = array<i32: 2>, operandSegmentSizes = array<i32: 0, 1>}> : (i32) -> ()
  llvm.return
}

// -----

llvm.func @name() {
  // expected-error @+1 {{intrinsic name must start with 'llvm.'}}
  "llvm.call_intrinsic"() <{intrin = "x", op_bundle_sizes = array<i32>, operandSegmentSizes = array<i32: 0, 0>}> : () -> ()
  llvm.return
}

// -----

llvm.func @constant() {
  // expected-error @+1 {{expected array attribute of size 2}}
  %0 = llvm.mlir.constant([1 : i32]) : !llvm.struct<(i32, i32)>
  // expected-error @+1 {{struct element at index 1 is of wrong type}}
  %1 = llvm.mlir.constant([1 : i32, 1.0 : f32]) : !llvm.struct<(i32, i32)>
  // expected-error @+1 {{expected array type of 2 i8 elements for the string constant}}
  %2 = llvm.mlir.constant("ab") : !llvm.array<3 x i8>
  // expected-error @+1 {{type and attribute have a different number of elements: 4 vs. 2}}
  %3 = llvm.mlir.constant(dense<0> : vector<2xi32>) : vector<4xi32>
  // expected-error @+1 {{expected array or struct type for array attribute}}
  %4 = llvm.mlir.constant([1 : i32]) : i32
  llvm.return
}

// -----

llvm.func @foo()
llvm.func @__gxx_personality_v0(...) -> i32
llvm.func @invoke() attributes {personality = @__gxx_personality_v0} {
  // expected-error @+1 {{first operation in unwind destination should be a llvm.landingpad operation}}
  llvm.invoke @foo() to ^bb1 unwind ^bb2 : () -> ()
^bb1:
  llvm.return
^bb2:
  llvm.unreachable
}

// -----

llvm.func @cast(%p: !llvm.ptr, %v: vector<2xi8>) {
  // expected-error @+1 {{cannot cast pointer to vector of pointers}}
  %0 = llvm.bitcast %p : !llvm.ptr to vector<1x!llvm.ptr>
  // expected-error @+1 {{input type is a vector but output type is an integer}}
  %1 = llvm.zext %v : vector<2xi8> to i32
  llvm.return
}

// -----

llvm.func @decl()
// expected-error @+1 {{'decl' does not have a definition}}
llvm.mlir.global_ctors ctors = [@decl], priorities = [0 : i32], data = [#llvm.zero]

// -----

llvm.func @levels() {
  // expected-error @+1 {{must appear at the module level}}
  llvm.module_flags []
  llvm.return
}

// -----

llvm.func @__gxx_personality_v0(...) -> i32
llvm.func @foo(i32) -> i32
// expected-error @+1 {{'llvm.landingpad' should have a consistent result type inside a function}}
llvm.func @pads(%c: i32) -> i32 attributes {personality = @__gxx_personality_v0} {
  %0 = llvm.invoke @foo(%c) to ^ok unwind ^one : (i32) -> i32
^ok:
  %1 = llvm.invoke @foo(%c) to ^end unwind ^two : (i32) -> i32
^end:
  llvm.return %0 : i32
^one:
  %2 = "llvm.landingpad"() <{cleanup}> : () -> i32
  llvm.return %2 : i32
^two:
  %3 = "llvm.landingpad"() <{cleanup}> : () -> i64
  llvm.unreachable
}

// -----

llvm.func @target(%a: !llvm.ptr) {
  // expected-error @+1 {{requires attribute 'indbr_operand_segments'}}
  "llvm.indirectbr"(%a) : (!llvm.ptr) -> ()
}

// -----

// expected-error @+1 {{alignment attribute is not a power of 2}}
llvm.mlir.global private @aligned(42 : i64) {alignment = 63 : i64} : i64

// -----

llvm.func @constants() {
  // expected-error @+1 {{expected integer element type for integer elements attribute}}
  %0 = llvm.mlir.constant(dense<[1, 2]> : vector<2xi32>) : vector<2xf32>
  // expected-error @+1 {{attribute and type have different float semantics}}
  %1 = llvm.mlir.constant(1.0 : bf16) : f16
  // expected-error @+1 {{attribute and type have different float semantics}}
  %2 = llvm.mlir.constant(dense<[1.0, 2.0]> : vector<2xbf16>) : vector<2xf16>
  // expected-error @+1 {{expected integer type of width 16}}
  %3 = llvm.mlir.constant(dense<[1.0, 2.0]> : vector<2xf16>) : vector<2xi8>
  // expected-error @+1 {{type and attribute have a different number of elements: 3 vs. 2}}
  %4 = llvm.mlir.constant(sparse<[[0]], 1> : tensor<2xi32>) : !llvm.array<3 x i32>
  %5 = llvm.mlir.constant(1.0 : f32) : i32
  %6 = llvm.mlir.constant(dense<1.0> : tensor<2xf32>) : !llvm.array<2 x i32>
  llvm.return
}

// -----

llvm.func @void(%callee: !llvm.ptr) {
  // expected-error @+1 {{expected a non-void result type}}
  llvm.call %callee() : !llvm.ptr, () -> !llvm.void
  llvm.return
}

// -----

llvm.func @exchange(%p: !llvm.ptr, %b: i1) {
  // expected-error @+1 {{unexpected LLVM IR type}}
  %0 = llvm.cmpxchg %p, %b, %b monotonic monotonic : !llvm.ptr, i1
  llvm.return
}
