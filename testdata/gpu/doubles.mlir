// The table of functions in f64, for which the hardware has none.
//
// launch: doubles grid=2 block=32 x=64 y=64x24
gpu.module @kernels {
  gpu.func @doubles(%x: memref<?xf64>, %y: memref<?x24xf64>) kernel {
    %i = gpu.global_id x
    %one = arith.constant 1.0 : f64
    %sixth = arith.constant 0.16666666666666666 : f64
    %v = memref.load %x[%i] : memref<?xf64>
    %a = math.absf %v : f64
    %p = arith.addf %a, %one : f64
    %s = arith.mulf %v, %sixth : f64
    %n = arith.fptosi %v : f64 to i32
    %r0 = math.exp %v : f64
    %c0 = arith.constant 0 : index
    memref.store %r0, %y[%i, %c0] : memref<?x24xf64>
    %r1 = math.expm1 %v : f64
    %c1 = arith.constant 1 : index
    memref.store %r1, %y[%i, %c1] : memref<?x24xf64>
    %r2 = math.log %p : f64
    %c2 = arith.constant 2 : index
    memref.store %r2, %y[%i, %c2] : memref<?x24xf64>
    %r3 = math.log1p %a : f64
    %c3 = arith.constant 3 : index
    memref.store %r3, %y[%i, %c3] : memref<?x24xf64>
    %r4 = math.tanh %v : f64
    %c4 = arith.constant 4 : index
    memref.store %r4, %y[%i, %c4] : memref<?x24xf64>
    %r5 = math.sinh %v : f64
    %c5 = arith.constant 5 : index
    memref.store %r5, %y[%i, %c5] : memref<?x24xf64>
    %r6 = math.cosh %v : f64
    %c6 = arith.constant 6 : index
    memref.store %r6, %y[%i, %c6] : memref<?x24xf64>
    %r7 = math.asinh %v : f64
    %c7 = arith.constant 7 : index
    memref.store %r7, %y[%i, %c7] : memref<?x24xf64>
    %r8 = math.acosh %p : f64
    %c8 = arith.constant 8 : index
    memref.store %r8, %y[%i, %c8] : memref<?x24xf64>
    %r9 = math.atanh %s : f64
    %c9 = arith.constant 9 : index
    memref.store %r9, %y[%i, %c9] : memref<?x24xf64>
    %r10 = math.sin %v : f64
    %c10 = arith.constant 10 : index
    memref.store %r10, %y[%i, %c10] : memref<?x24xf64>
    %r11 = math.cos %v : f64
    %c11 = arith.constant 11 : index
    memref.store %r11, %y[%i, %c11] : memref<?x24xf64>
    %r12 = math.tan %v : f64
    %c12 = arith.constant 12 : index
    memref.store %r12, %y[%i, %c12] : memref<?x24xf64>
    %r13 = math.asin %s : f64
    %c13 = arith.constant 13 : index
    memref.store %r13, %y[%i, %c13] : memref<?x24xf64>
    %r14 = math.acos %s : f64
    %c14 = arith.constant 14 : index
    memref.store %r14, %y[%i, %c14] : memref<?x24xf64>
    %r15 = math.atan %v : f64
    %c15 = arith.constant 15 : index
    memref.store %r15, %y[%i, %c15] : memref<?x24xf64>
    %r16 = math.cbrt %v : f64
    %c16 = arith.constant 16 : index
    memref.store %r16, %y[%i, %c16] : memref<?x24xf64>
    %r17 = math.rsqrt %p : f64
    %c17 = arith.constant 17 : index
    memref.store %r17, %y[%i, %c17] : memref<?x24xf64>
    %r18 = math.erf %v : f64
    %c18 = arith.constant 18 : index
    memref.store %r18, %y[%i, %c18] : memref<?x24xf64>
    %r19 = math.erfc %v : f64
    %c19 = arith.constant 19 : index
    memref.store %r19, %y[%i, %c19] : memref<?x24xf64>
    %r20 = math.atan2 %v, %s : f64
    %c20 = arith.constant 20 : index
    memref.store %r20, %y[%i, %c20] : memref<?x24xf64>
    %r21 = math.powf %p, %s : f64
    %c21 = arith.constant 21 : index
    memref.store %r21, %y[%i, %c21] : memref<?x24xf64>
    %r22 = math.fpowi %p, %n : f64, i32
    %c22 = arith.constant 22 : index
    memref.store %r22, %y[%i, %c22] : memref<?x24xf64>
    %r23 = math.clampf %v to [%s, %p] : f64
    %c23 = arith.constant 23 : index
    memref.store %r23, %y[%i, %c23] : memref<?x24xf64>
    gpu.return
  }
}
