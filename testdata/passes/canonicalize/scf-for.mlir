// RUN: tile-opt %s --allow-unregistered-dialect --canonicalize | FileCheck %s
//
// Counted loops.

// CHECK-LABEL: func.func @for(%arg0: f32) -> f32 {
// CHECK-NEXT: return %arg0 : f32
// CHECK-NEXT: }
func.func @for(%arg0: f32) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0 = scf.for %arg1 = %c0 to %c0 step %c1 iter_args(%arg2 = %arg0) -> (f32) {
    "foo.a"(%arg1) : (index) -> ()
    scf.yield %arg2 : f32
  }
  return %0 : f32
}

// CHECK-LABEL: func.func @for_2(%arg0: f32) -> f32 {
// CHECK-DAG: %c0 = arith.constant 0 : index
// CHECK: %0 = "foo.a"(%c0, %arg0) : (index, f32) -> f32
// CHECK-NEXT: return %0 : f32
// CHECK-NEXT: }
func.func @for_2(%arg0: f32) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0 = scf.for %arg1 = %c0 to %c1 step %c1 iter_args(%arg2 = %arg0) -> (f32) {
    %1 = "foo.a"(%arg1, %arg2) : (index, f32) -> f32
    scf.yield %1 : f32
  }
  return %0 : f32
}

// CHECK-LABEL: func.func @for_3(%arg0: f32, %arg1: index) -> f32 {
// CHECK-NEXT: return %arg0 : f32
// CHECK-NEXT: }
func.func @for_3(%arg0: f32, %arg1: index) -> f32 {
  %c1 = arith.constant 1 : index
  %0 = scf.for %arg2 = %arg1 to %arg1 step %c1 iter_args(%arg3 = %arg0) -> (f32) {
    %1 = "foo.a"(%arg2, %arg3) : (index, f32) -> f32
    scf.yield %1 : f32
  }
  return %0 : f32
}

// CHECK-LABEL: func.func @addi_for(%arg0: f32, %arg1: index) -> f32 {
// CHECK-DAG: %c1 = arith.constant 1 : index
// CHECK: %0 = arith.addi %arg1, %c1 : index
// CHECK-NEXT: %1 = scf.for %arg2 = %arg1 to %0 step %c1 iter_args(%arg3 = %arg0) -> (f32) {
// CHECK-NEXT: %2 = "foo.a"(%arg2, %arg3) : (index, f32) -> f32
// CHECK-NEXT: scf.yield %2 : f32
// CHECK-NEXT: }
// CHECK-NEXT: return %1 : f32
// CHECK-NEXT: }
func.func @addi_for(%arg0: f32, %arg1: index) -> f32 {
  %c1 = arith.constant 1 : index
  %0 = arith.addi %arg1, %c1 : index
  %1 = scf.for %arg2 = %arg1 to %0 step %c1 iter_args(%arg3 = %arg0) -> (f32) {
    %2 = "foo.a"(%arg2, %arg3) : (index, f32) -> f32
    scf.yield %2 : f32
  }
  return %1 : f32
}

// CHECK-LABEL: func.func @for_4(%arg0: f32, %arg1: f32, %arg2: index, %arg3: index) -> (f32, f32, f32) {
// CHECK-DAG: %c1 = arith.constant 1 : index
// CHECK: %0 = scf.for %arg4 = %arg3 to %arg2 step %c1 iter_args(%arg5 = %arg0) -> (f32) {
// CHECK-NEXT: %1 = "foo.a"(%arg4, %arg0, %arg5) : (index, f32, f32) -> f32
// CHECK-NEXT: scf.yield %1 : f32
// CHECK-NEXT: }
// CHECK-NEXT: return %arg0, %0, %arg1 : f32, f32, f32
// CHECK-NEXT: }
func.func @for_4(%arg0: f32, %arg1: f32, %arg2: index, %arg3: index) -> (f32, f32, f32) {
  %c1 = arith.constant 1 : index
  %0:4 = scf.for %arg4 = %arg3 to %arg2 step %c1 iter_args(%arg5 = %arg0, %arg6 = %arg0, %arg7 = %arg1, %arg8 = %arg1) -> (f32, f32, f32, f32) {
    %1 = "foo.a"(%arg4, %arg5, %arg6) : (index, f32, f32) -> f32
    scf.yield %arg5, %1, %arg1, %arg8 : f32, f32, f32, f32
  }
  return %0#0, %0#1, %0#2 : f32, f32, f32
}

// CHECK-LABEL: func.func @for_addf_mulf(%arg0: f32, %arg1: f32, %arg2: index, %arg3: index) -> f32 {
// CHECK-DAG: %c1 = arith.constant 1 : index
// CHECK: %0:2 = scf.for %arg4 = %arg3 to %arg2 step %c1 iter_args(%arg5 = %arg0, %arg6 = %arg0) -> (f32, f32) {
// CHECK-NEXT: "foo.a"() : () -> ()
// CHECK-NEXT: %1 = arith.addf %arg5, %arg6 : f32
// CHECK-NEXT: %2 = arith.mulf %arg6, %arg6 : f32
// CHECK-NEXT: scf.yield %1, %2 : f32, f32
// CHECK-NEXT: }
// CHECK-NEXT: return %0#0 : f32
// CHECK-NEXT: }
func.func @for_addf_mulf(%arg0: f32, %arg1: f32, %arg2: index, %arg3: index) -> f32 {
  %c1 = arith.constant 1 : index
  %0:2 = scf.for %arg4 = %arg3 to %arg2 step %c1 iter_args(%arg5 = %arg0, %arg6 = %arg0) -> (f32, f32) {
    "foo.a"() : () -> ()
    %1 = arith.addf %arg5, %arg6 : f32
    %2 = arith.mulf %arg6, %arg6 : f32
    scf.yield %1, %2 : f32, f32
  }
  return %0#0 : f32
}

// CHECK-LABEL: func.func @for_addf_mulf_2(%arg0: f32, %arg1: f32, %arg2: index, %arg3: index) -> f32 {
// CHECK-DAG: %c1 = arith.constant 1 : index
// CHECK: %0:2 = scf.for %arg4 = %arg3 to %arg2 step %c1 iter_args(%arg5 = %arg0, %arg6 = %arg0) -> (f32, f32) {
// CHECK-NEXT: "foo.a"() : () -> ()
// CHECK-NEXT: %1 = arith.addf %arg5, %arg5 : f32
// CHECK-NEXT: %2 = arith.mulf %arg6, %arg6 : f32
// CHECK-NEXT: scf.yield %1, %2 : f32, f32
// CHECK-NEXT: }
// CHECK-NEXT: return %0#0 : f32
// CHECK-NEXT: }
func.func @for_addf_mulf_2(%arg0: f32, %arg1: f32, %arg2: index, %arg3: index) -> f32 {
  %c1 = arith.constant 1 : index
  %0:2 = scf.for %arg4 = %arg3 to %arg2 step %c1 iter_args(%arg5 = %arg0, %arg6 = %arg0) -> (f32, f32) {
    "foo.a"() : () -> ()
    %1 = arith.addf %arg5, %arg5 : f32
    %2 = arith.mulf %arg6, %arg6 : f32
    scf.yield %1, %2 : f32, f32
  }
  return %0#0 : f32
}

// CHECK-LABEL: func.func @for_addf(%arg0: f32, %arg1: f32, %arg2: index, %arg3: index) -> (f32, f32) {
// CHECK-DAG: %c1 = arith.constant 1 : index
// CHECK: %0 = scf.for %arg4 = %arg3 to %arg2 step %c1 iter_args(%arg5 = %arg0) -> (f32) {
// CHECK-NEXT: "foo.a"() : () -> ()
// CHECK-NEXT: %1 = arith.addf %arg5, %arg5 : f32
// CHECK-NEXT: scf.yield %1 : f32
// CHECK-NEXT: }
// CHECK-NEXT: return %0, %0 : f32, f32
// CHECK-NEXT: }
func.func @for_addf(%arg0: f32, %arg1: f32, %arg2: index, %arg3: index) -> (f32, f32) {
  %c1 = arith.constant 1 : index
  %0:2 = scf.for %arg4 = %arg3 to %arg2 step %c1 iter_args(%arg5 = %arg0, %arg6 = %arg0) -> (f32, f32) {
    "foo.a"() : () -> ()
    %1 = arith.addf %arg5, %arg5 : f32
    scf.yield %1, %1 : f32, f32
  }
  return %0#0, %0#1 : f32, f32
}

// CHECK-LABEL: func.func @for_5(%arg0: f32, %arg1: f32, %arg2: index, %arg3: index) -> (f32, f32) {
// CHECK-DAG: %c1 = arith.constant 1 : index
// CHECK: %0:2 = scf.for %arg4 = %arg3 to %arg2 step %c1 iter_args(%arg5 = %arg0, %arg6 = %arg1) -> (f32, f32) {
// CHECK-NEXT: "foo.a"() : () -> ()
// CHECK-NEXT: scf.yield %arg6, %arg5 : f32, f32
// CHECK-NEXT: }
// CHECK-NEXT: return %0#0, %0#1 : f32, f32
// CHECK-NEXT: }
func.func @for_5(%arg0: f32, %arg1: f32, %arg2: index, %arg3: index) -> (f32, f32) {
  %c1 = arith.constant 1 : index
  %0:2 = scf.for %arg4 = %arg3 to %arg2 step %c1 iter_args(%arg5 = %arg0, %arg6 = %arg1) -> (f32, f32) {
    "foo.a"() : () -> ()
    scf.yield %arg6, %arg5 : f32, f32
  }
  return %0#0, %0#1 : f32, f32
}

// CHECK-LABEL: func.func @for_6(%arg0: f32, %arg1: f32, %arg2: index, %arg3: index) -> f32 {
// CHECK-DAG: %c1 = arith.constant 1 : index
// CHECK: %0 = scf.for %arg4 = %arg3 to %arg2 step %c1 iter_args(%arg5 = %arg0) -> (f32) {
// CHECK-NEXT: scf.yield %arg1 : f32
// CHECK-NEXT: }
// CHECK-NEXT: return %0 : f32
// CHECK-NEXT: }
func.func @for_6(%arg0: f32, %arg1: f32, %arg2: index, %arg3: index) -> f32 {
  %c1 = arith.constant 1 : index
  %0 = scf.for %arg4 = %arg3 to %arg2 step %c1 iter_args(%arg5 = %arg0) -> (f32) {
    scf.yield %arg1 : f32
  }
  return %0 : f32
}

// CHECK-LABEL: func.func @for_7(%arg0: f32, %arg1: f32) -> f32 {
// CHECK-NEXT: return %arg1 : f32
// CHECK-NEXT: }
func.func @for_7(%arg0: f32, %arg1: f32) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %0 = scf.for %arg2 = %c0 to %c8 step %c1 iter_args(%arg3 = %arg0) -> (f32) {
    scf.yield %arg1 : f32
  }
  return %0 : f32
}

// CHECK-LABEL: func.func @for_8(%arg0: f32, %arg1: f32) -> f32 {
// CHECK-DAG: %c8_i8 = arith.constant 8 : i8
// CHECK-DAG: %c1_i8 = arith.constant 1 : i8
// CHECK-DAG: %c-8_i8 = arith.constant -8 : i8
// CHECK: %0 = scf.for unsigned %arg2 = %c8_i8 to %c-8_i8 step %c1_i8 iter_args(%arg3 = %arg0) -> (f32)  : i8 {
// CHECK-NEXT: "foo.a"() : () -> ()
// CHECK-NEXT: scf.yield %arg1 : f32
// CHECK-NEXT: }
// CHECK-NEXT: return %0 : f32
// CHECK-NEXT: }
func.func @for_8(%arg0: f32, %arg1: f32) -> f32 {
  %c8_i8 = arith.constant 8 : i8
  %c1_i8 = arith.constant 1 : i8
  %c-8_i8 = arith.constant -8 : i8
  %0 = scf.for unsigned %arg2 = %c8_i8 to %c-8_i8 step %c1_i8 iter_args(%arg3 = %arg0) -> (f32)  : i8 {
    "foo.a"() : () -> ()
    scf.yield %arg1 : f32
  }
  return %0 : f32
}

// CHECK-LABEL: func.func @for_9(%arg0: f32, %arg1: f32) -> f32 {
// CHECK-NEXT: return %arg0 : f32
// CHECK-NEXT: }
func.func @for_9(%arg0: f32, %arg1: f32) -> f32 {
  %c8_i8 = arith.constant 8 : i8
  %c1_i8 = arith.constant 1 : i8
  %c-8_i8 = arith.constant -8 : i8
  %0 = scf.for %arg2 = %c8_i8 to %c-8_i8 step %c1_i8 iter_args(%arg3 = %arg0) -> (f32)  : i8 {
    "foo.a"() : () -> ()
    scf.yield %arg1 : f32
  }
  return %0 : f32
}

// CHECK-LABEL: func.func @for_10(%arg0: index) {
// CHECK-NEXT: return
// CHECK-NEXT: }
func.func @for_10(%arg0: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %arg1 = %c0 to %arg0 step %c1 {
  }
  return
}

// CHECK-LABEL: func.func @parallel_store_reduce(%arg0: index, %arg1: memref<4xf32>, %arg2: f32) {
// CHECK-DAG: %c0 = arith.constant 0 : index
// CHECK-DAG: %c1 = arith.constant 1 : index
// CHECK: scf.parallel (%arg3) = (%c0) to (%arg0) step (%c1) {
// CHECK-NEXT: memref.store %arg2, %arg1[%c0] : memref<4xf32>
// CHECK-NEXT: scf.reduce
// CHECK-NEXT: }
// CHECK-NEXT: return
// CHECK-NEXT: }
func.func @parallel_store_reduce(%arg0: index, %arg1: memref<4xf32>, %arg2: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.parallel (%arg3, %arg4) = (%c0, %c0) to (%arg0, %c1) step (%c1, %c1) {
    memref.store %arg2, %arg1[%arg4] : memref<4xf32>
    scf.reduce 
  }
  return
}

// CHECK-LABEL: func.func @parallel_store_reduce_2(%arg0: index, %arg1: memref<4xf32>, %arg2: f32) {
// CHECK-NEXT: return
// CHECK-NEXT: }
func.func @parallel_store_reduce_2(%arg0: index, %arg1: memref<4xf32>, %arg2: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.parallel (%arg3, %arg4) = (%c0, %c0) to (%arg0, %c0) step (%c1, %c1) {
    memref.store %arg2, %arg1[%arg4] : memref<4xf32>
    scf.reduce 
  }
  return
}

// CHECK-LABEL: func.func @for_addf_2(%arg0: index, %arg1: f32) -> f32 {
// CHECK-DAG: %c0 = arith.constant 0 : index
// CHECK-DAG: %c1 = arith.constant 1 : index
// CHECK: %0 = scf.for %arg2 = %c0 to %arg0 step %c1 iter_args(%arg3 = %arg1) -> (f32) {
// CHECK-NEXT: %1 = arith.addf %arg3, %arg3 : f32
// CHECK-NEXT: scf.yield %1 : f32
// CHECK-NEXT: }
// CHECK-NEXT: return %0 : f32
// CHECK-NEXT: }
func.func @for_addf_2(%arg0: index, %arg1: f32) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %0 = scf.for %arg2 = %c0 to %c4 step %c4 iter_args(%arg3 = %arg1) -> (f32) {
    %1 = scf.for %arg4 = %c0 to %arg0 step %c1 iter_args(%arg5 = %arg3) -> (f32) {
      %2 = arith.addf %arg5, %arg5 : f32
      scf.yield %2 : f32
    }
    scf.yield %1 : f32
  }
  return %0 : f32
}

// CHECK-LABEL: func.func @parallel_addi_store_reduce(%arg0: index, %arg1: memref<4xf32>, %arg2: f32) {
// CHECK-DAG: %c0 = arith.constant 0 : index
// CHECK-DAG: %c1 = arith.constant 1 : index
// CHECK: scf.parallel (%arg3, %arg4) = (%c0, %c0) to (%arg0, %arg0) step (%c1, %c1) {
// CHECK-NEXT: %0 = arith.addi %arg3, %arg4 : index
// CHECK-NEXT: memref.store %arg2, %arg1[%0] : memref<4xf32>
// CHECK-NEXT: scf.reduce
// CHECK-NEXT: }
// CHECK-NEXT: return
// CHECK-NEXT: }
func.func @parallel_addi_store_reduce(%arg0: index, %arg1: memref<4xf32>, %arg2: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.parallel (%arg3) = (%c0) to (%arg0) step (%c1) {
    scf.parallel (%arg4) = (%c0) to (%arg0) step (%c1) {
      %0 = arith.addi %arg3, %arg4 : index
      memref.store %arg2, %arg1[%0] : memref<4xf32>
      scf.reduce 
    }
    scf.reduce 
  }
  return
}

// CHECK-LABEL: func.func @parallel_store_reduce_3(%arg0: index, %arg1: memref<4xf32>, %arg2: f32) {
// CHECK-DAG: %c0 = arith.constant 0 : index
// CHECK-DAG: %c1 = arith.constant 1 : index
// CHECK: scf.parallel (%arg3) = (%c0) to (%arg0) step (%c1) {
// CHECK-NEXT: scf.parallel (%arg4) = (%c0) to (%arg3) step (%c1) {
// CHECK-NEXT: memref.store %arg2, %arg1[%arg4] : memref<4xf32>
// CHECK-NEXT: scf.reduce
// CHECK-NEXT: }
// CHECK-NEXT: scf.reduce
// CHECK-NEXT: }
// CHECK-NEXT: return
// CHECK-NEXT: }
func.func @parallel_store_reduce_3(%arg0: index, %arg1: memref<4xf32>, %arg2: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.parallel (%arg3) = (%c0) to (%arg0) step (%c1) {
    scf.parallel (%arg4) = (%c0) to (%arg3) step (%c1) {
      memref.store %arg2, %arg1[%arg4] : memref<4xf32>
      scf.reduce 
    }
    scf.reduce 
  }
  return
}
