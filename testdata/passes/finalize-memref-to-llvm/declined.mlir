// RUN: not tile-opt %s --split-input-file --finalize-memref-to-llvm 2>&1 | FileCheck %s

func.func @unranked(%m: memref<4xf32>, %s: memref<?xindex>, %u: memref<*xf32>) {
  // CHECK: [[@LINE+2]]:8: error: failed to legalize operation 'memref.reshape' that was explicitly marked illegal
  // CHECK: note: pattern 'memref.reshape-to-llvm' does not apply: the number of sizes is not known
  %r = memref.reshape %m(%s) : (memref<4xf32>, memref<?xindex>) -> memref<*xf32>
  // CHECK: error: failed to legalize operation 'memref.copy'
  // CHECK: a memref without a rank has no descriptor
  memref.copy %u, %u : memref<*xf32> to memref<*xf32>
  return
}

// -----

func.func @gaps() {
  // CHECK: error: failed to legalize operation 'memref.alloc'
  // CHECK: memory is allocated without gaps
  %r = memref.alloc() : memref<4x4xf32, strided<[8, 1]>>
  return
}

// -----

func.func @dimension(%m: memref<4xf32>) -> index {
  %c = arith.constant 1 : index
  // CHECK: error: 'memref.dim' op asks for dimension 1 of a memref of 1
  %r = memref.dim %m, %c : memref<4xf32>
  return %r : index
}

// -----

// CHECK: error: 'memref.dealloc' op needs the function 'free' of type {{.*}}, but the module has another symbol of that name
func.func private @free(i32)
func.func @taken(%m: memref<4xf32>) {
  memref.dealloc %m : memref<4xf32>
  return
}
