// Two roles decide by what they load, while one of them writes another argument.
//
// RUN: tile-opt %s --async-verify-protocol 2>&1 --remarks=text -o /dev/null | FileCheck %s
// RUN: tile-opt %s --async-verify-protocol='ptx-only=true' 2>&1 -o /dev/null | FileCheck %s --check-prefix=PTX
// CHECK: [[@LINE+8]]:1: remark: protocol proven for all trip counts and schedules (assuming separate-arguments)
// CHECK: remark: protocol proven for all trip counts and schedules (assuming nothing beyond PTX)
// PTX: [[@LINE+13]]:10: warning: protocol not proven: 'memref.load' decides by memory that the kernel does not write unless two of its arguments overlap (V4)
// PTX-NOT: not proven

!bars = !tasync.barrier<1>
!list = memref<?xi32>

func.func @two(%a: !list, %c: !list) attributes {tasync.warp_groups = 1 : i32} {
  %c0 = arith.constant 0 : index
  %i0 = arith.constant 0 : i32
  %full = tasync.barrier_alloc : !bars
  tasync.barrier_init %full, 4 : !bars
  tasync.init_publish
  tasync.warp_specialize role "producer" warps 4 {
    %x = memref.load %a[%c0] : !list
    %p = arith.cmpi sgt, %x, %i0 : i32
    scf.if %p {
      tasync.barrier_arrive %full[%i0] warp : !bars
    }
  } role "consumer" warps 4 {
    memref.store %i0, %c[%c0] : !list
    %x = memref.load %a[%c0] : !list
    %p = arith.cmpi sgt, %x, %i0 : i32
    scf.if %p {
      tasync.barrier_wait %full[%i0], %i0 : !bars
    }
  }
  return
}

// The same with nothing written.
func.func @none(%a: !list) attributes {tasync.warp_groups = 1 : i32} {
  %c0 = arith.constant 0 : index
  %i0 = arith.constant 0 : i32
  %full = tasync.barrier_alloc : !bars
  tasync.barrier_init %full, 4 : !bars
  tasync.init_publish
  tasync.warp_specialize role "producer" warps 4 {
    %x = memref.load %a[%c0] : !list
    %p = arith.cmpi sgt, %x, %i0 : i32
    scf.if %p {
      tasync.barrier_arrive %full[%i0] warp : !bars
    }
  } role "consumer" warps 4 {
    %x = memref.load %a[%c0] : !list
    %p = arith.cmpi sgt, %x, %i0 : i32
    scf.if %p {
      tasync.barrier_wait %full[%i0], %i0 : !bars
    }
  }
  return
}
