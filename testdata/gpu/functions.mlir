// A table of functions, a column each: those that the hardware has, and those
// that are computed from them.
//
// launch: functions grid=2 block=32 x=64 y=64x24
gpu.module @kernels {
  gpu.func @functions(%x: memref<?xf32>, %y: memref<?x24xf32>) kernel {
    %i = gpu.global_id x
    %one = arith.constant 1.0 : f32
    %sixth = arith.constant 0.166666667 : f32
    %v = memref.load %x[%i] : memref<?xf32>
    %a = math.absf %v : f32
    %p = arith.addf %a, %one : f32
    %s = arith.mulf %v, %sixth : f32
    %n = arith.fptosi %v : f32 to i32
    %r0 = math.exp %v : f32
    %c0 = arith.constant 0 : index
    memref.store %r0, %y[%i, %c0] : memref<?x24xf32>
    %r1 = math.expm1 %v : f32
    %c1 = arith.constant 1 : index
    memref.store %r1, %y[%i, %c1] : memref<?x24xf32>
    %r2 = math.log %p : f32
    %c2 = arith.constant 2 : index
    memref.store %r2, %y[%i, %c2] : memref<?x24xf32>
    %r3 = math.log1p %a : f32
    %c3 = arith.constant 3 : index
    memref.store %r3, %y[%i, %c3] : memref<?x24xf32>
    %r4 = math.tanh %v : f32
    %c4 = arith.constant 4 : index
    memref.store %r4, %y[%i, %c4] : memref<?x24xf32>
    %r5 = math.sinh %v : f32
    %c5 = arith.constant 5 : index
    memref.store %r5, %y[%i, %c5] : memref<?x24xf32>
    %r6 = math.cosh %v : f32
    %c6 = arith.constant 6 : index
    memref.store %r6, %y[%i, %c6] : memref<?x24xf32>
    %r7 = math.asinh %v : f32
    %c7 = arith.constant 7 : index
    memref.store %r7, %y[%i, %c7] : memref<?x24xf32>
    %r8 = math.acosh %p : f32
    %c8 = arith.constant 8 : index
    memref.store %r8, %y[%i, %c8] : memref<?x24xf32>
    %r9 = math.atanh %s : f32
    %c9 = arith.constant 9 : index
    memref.store %r9, %y[%i, %c9] : memref<?x24xf32>
    %r10 = math.sin %v : f32
    %c10 = arith.constant 10 : index
    memref.store %r10, %y[%i, %c10] : memref<?x24xf32>
    %r11 = math.cos %v : f32
    %c11 = arith.constant 11 : index
    memref.store %r11, %y[%i, %c11] : memref<?x24xf32>
    %r12 = math.tan %v : f32
    %c12 = arith.constant 12 : index
    memref.store %r12, %y[%i, %c12] : memref<?x24xf32>
    %r13 = math.asin %s : f32
    %c13 = arith.constant 13 : index
    memref.store %r13, %y[%i, %c13] : memref<?x24xf32>
    %r14 = math.acos %s : f32
    %c14 = arith.constant 14 : index
    memref.store %r14, %y[%i, %c14] : memref<?x24xf32>
    %r15 = math.atan %v : f32
    %c15 = arith.constant 15 : index
    memref.store %r15, %y[%i, %c15] : memref<?x24xf32>
    %r16 = math.cbrt %v : f32
    %c16 = arith.constant 16 : index
    memref.store %r16, %y[%i, %c16] : memref<?x24xf32>
    %r17 = math.rsqrt %p : f32
    %c17 = arith.constant 17 : index
    memref.store %r17, %y[%i, %c17] : memref<?x24xf32>
    %r18 = math.erf %v : f32
    %c18 = arith.constant 18 : index
    memref.store %r18, %y[%i, %c18] : memref<?x24xf32>
    %r19 = math.erfc %v : f32
    %c19 = arith.constant 19 : index
    memref.store %r19, %y[%i, %c19] : memref<?x24xf32>
    %r20 = math.atan2 %v, %s : f32
    %c20 = arith.constant 20 : index
    memref.store %r20, %y[%i, %c20] : memref<?x24xf32>
    %r21 = math.powf %p, %s : f32
    %c21 = arith.constant 21 : index
    memref.store %r21, %y[%i, %c21] : memref<?x24xf32>
    %r22 = math.fpowi %p, %n : f32, i32
    %c22 = arith.constant 22 : index
    memref.store %r22, %y[%i, %c22] : memref<?x24xf32>
    %r23 = math.clampf %v to [%s, %p] : f32
    %c23 = arith.constant 23 : index
    memref.store %r23, %y[%i, %c23] : memref<?x24xf32>
    gpu.return
  }
}
