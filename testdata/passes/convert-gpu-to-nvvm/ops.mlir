// RUN: tile-opt %s --allow-unregistered-dialect --pass-pipeline='builtin.module(gpu.module(convert-gpu-to-nvvm{has-redux=true}))' | FileCheck %s
// RUN: tile-opt %s --allow-unregistered-dialect --convert-gpu-to-nvvm | FileCheck %s --check-prefix=SHUFFLE

gpu.module @m {
  // CHECK-DAG: llvm.mlir.global external @__dynamic_shmem__() {addr_space = 3 : i32, alignment = 16 : i64} : !llvm.array<0 x i8>
  // CHECK-DAG: llvm.mlir.global internal constant @printfFormat_0("%d %f\00")
  // CHECK-DAG: llvm.func @vprintf(!llvm.ptr, !llvm.ptr) -> i32

  // CHECK: llvm.mlir.global internal @__wg_ids_0() {addr_space = 3 : i32, alignment = 64 : i64} : !llvm.array<528 x f32>
  // CHECK-LABEL: llvm.func @ids
  // CHECK-SAME: (%[[A:.*]]: !llvm.ptr, %{{.*}}: !llvm.ptr, %{{.*}}: i64, %{{.*}}: i64, %{{.*}}: i64, %[[I:.*]]: i64)
  // CHECK-SAME: gpu.kernel
  // CHECK-SAME: nvvm.kernel
  // CHECK-SAME: nvvm.maxntid = array<i32: 32, 2, 1>
  gpu.func @ids(%m: memref<?xf32>, %i: index)
      workgroup(%w: memref<16x33xf32, #gpu.address_space<workgroup>> {llvm.align = 64 : i64})
      private(%p: memref<4xf32, #gpu.address_space<private>>)
      kernel attributes {known_block_size = array<i32: 32, 2, 1>} {
    // CHECK: llvm.alloca %{{.*}} x f32
    // CHECK: llvm.mlir.addressof @__wg_ids_0 : !llvm.ptr<3>
    // CHECK: nvvm.read.ptx.sreg.tid.y range <i32, 0, 2> : i32
    // CHECK: llvm.sext %{{.*}} : i32 to i64
    %ty = gpu.thread_id y
    // CHECK: nvvm.read.ptx.sreg.ntid.x range <i32, 32, 33> : i32
    %bd = gpu.block_dim x
    // CHECK: nvvm.read.ptx.sreg.ctaid.z range <i32, 0, 7> : i32
    %bz = gpu.block_id z upper_bound 7
    // CHECK: nvvm.read.ptx.sreg.nctaid.x : i32
    %gd = gpu.grid_dim x
    // CHECK: nvvm.read.ptx.sreg.laneid range <i32, 0, 32> : i32
    %l = gpu.lane_id
    // CHECK: nvvm.read.ptx.sreg.cluster.ctaid.x : i32
    %cb = gpu.cluster_block_id x
    // CHECK: nvvm.barrier0
    gpu.barrier

    %x = memref.load %m[%i] : memref<?xf32>
    memref.store %x, %w[%ty, %l] : memref<16x33xf32, #gpu.address_space<workgroup>>
    memref.store %x, %p[%bz] : memref<4xf32, #gpu.address_space<private>>
    "test.use"(%bd, %gd, %cb) : (index, index, index) -> ()
    // CHECK: llvm.return
    gpu.return
  }

  // CHECK-LABEL: llvm.func @lanes
  // SHUFFLE-LABEL: llvm.func @lanes
  gpu.func @lanes(%x: f32, %h: f16, %d: f64, %n: i32, %o: i32, %w: i32) -> f32 {
    // CHECK: %[[MASK:.*]] = llvm.lshr
    // CHECK: %[[CLAMP:.*]] = llvm.sub
    // CHECK: nvvm.shfl.sync bfly %[[MASK]], %{{.*}}, %{{.*}}, %[[CLAMP]] : f32 -> f32
    %a, %ok = gpu.shuffle xor %x, %o, %w : f32
    // Lanes are clamped from below.
    // CHECK: %[[ALL:.*]] = llvm.mlir.constant(32 : i32) : i32
    // CHECK: %[[ALL:.*]] = llvm.mlir.constant(32 : i32) : i32
    // CHECK: %[[FIRST:.*]] = llvm.sub %[[ALL]], %{{.*}} : i32
    // CHECK: nvvm.shfl.sync up %{{.*}}, %{{.*}}, %{{.*}}, %[[FIRST]] {return_value_and_is_valid} : f32 -> !llvm.struct<(f32, i1)>
    %b, %ok1 = gpu.shuffle up %x, %o, %w : f32
    %s = arith.select %ok1, %a, %b : f32
    // CHECK: llvm.bitcast %{{.*}} : f16 to i16
    // CHECK: llvm.zext
    // CHECK: nvvm.shfl.sync idx
    // CHECK: llvm.trunc
    %c, %ok2 = gpu.shuffle idx %h, %o, %w : f16
    // CHECK: nvvm.shfl.sync down
    // CHECK: nvvm.shfl.sync down
    // CHECK: llvm.or
    // CHECK: llvm.bitcast %{{.*}} : i64 to f64
    %e, %ok3 = gpu.shuffle down %d, %o, %w : f64
    // CHECK: nvvm.redux.sync max
    // SHUFFLE-NOT: redux
    // SHUFFLE-COUNT-5: llvm.intr.smax
    %f = gpu.subgroup_reduce maxsi %n : (i32) -> i32
    // CHECK-COUNT-2: llvm.fadd
    %g = gpu.subgroup_reduce add %x cluster(size = 4, stride = 2) : (f32) -> f32
    // CHECK: nvvm.shfl.sync idx
    %k = gpu.subgroup_broadcast %x, specific_lane %o : f32
    "test.use"(%c, %e, %f, %k) : (f16, f64, i32, f32) -> ()
    %r = arith.addf %s, %g : f32
    // CHECK: llvm.return %{{.*}} : f32
    gpu.return %r : f32
  }

  // CHECK-LABEL: llvm.func @reduce
  gpu.func @reduce(%x: i64) -> i64 {
    // CHECK: nvvm.shfl.sync idx
    // CHECK: llvm.store %{{.*}} : i64, !llvm.ptr<3>
    // CHECK: nvvm.barrier0
    // CHECK: llvm.cond_br
    // CHECK: nvvm.shfl.sync idx
    // CHECK: nvvm.barrier0
    // CHECK: %[[R:.*]] = llvm.load
    %r = gpu.all_reduce xor %x {} : (i64) -> i64
    // CHECK: llvm.return %[[R]] : i64
    gpu.return %r : i64
  }

  // CHECK-LABEL: llvm.func @rest
  gpu.func @rest(%n: i32, %x: f32) -> memref<?xi8, #gpu.address_space<workgroup>> {
    // CHECK: llvm.fpext %{{.*}} : f32 to f64
    // CHECK: llvm.call @vprintf
    gpu.printf "%d %f", %n, %x : i32, f32
    // CHECK: nvvm.read.ptx.sreg.dynamic.smem.size
    %d = gpu.dynamic_shared_memory : memref<?xi8, #gpu.address_space<workgroup>>
    %c32 = gpu.subgroup_size : index
    %w = gpu.subgroup_id : index
    %k = gpu.num_subgroups : index
    %g = gpu.global_id y
    "test.use"(%c32, %w, %k, %g) : (index, index, index, index) -> ()
    gpu.return %d : memref<?xi8, #gpu.address_space<workgroup>>
  }
}

gpu.module @more {
  // CHECK-DAG: llvm.func @__assertfail(!llvm.ptr, !llvm.ptr, i32, !llvm.ptr, i64)
  // CHECK-DAG: llvm.mlir.global internal constant @assert_message_{{[0-9a-f]+}}("expected no more\00") {addr_space = 0 : i32}
  // CHECK-DAG: llvm.mlir.global internal constant @assert_message_{{[0-9a-f]+}}("not this one\00")
  // CHECK-DAG: llvm.mlir.global internal constant @assert_function_{{[0-9a-f]+}}("checked\00")

  // CHECK-LABEL: llvm.func @checked
  // CHECK: llvm.cond_br %{{.*}}, ^[[REST:bb[0-9]+]], ^[[FAILED:bb[0-9]+]]
  // CHECK: ^[[FAILED]]:
  // CHECK: llvm.call @__assertfail(%{{.*}}) : (!llvm.ptr, !llvm.ptr, i32, !llvm.ptr, i64) -> ()
  // CHECK-NEXT: llvm.unreachable
  // CHECK: ^[[REST]]:
  gpu.func @checked(%ok: i1) {
    cf.assert %ok, "expected no more"
    cf.assert %ok, "not this one"
    gpu.return
  }

  // CHECK-LABEL: llvm.func @rotated
  // CHECK: %[[LANE:[0-9]+]] = nvvm.read.ptx.sreg.laneid
  // CHECK: %[[C3:[0-9]+]] = llvm.mlir.constant(3 : i32)
  // CHECK: llvm.add %[[LANE]], %[[C3]]
  // CHECK: nvvm.shfl.sync  idx %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}} : f32 -> f32
  // CHECK: llvm.icmp "ult" %[[LANE]]
  gpu.func @rotated(%x: f32) -> (f32, i1) {
    %r, %ok = gpu.rotate %x, 3, 16 : f32
    gpu.return %r, %ok : f32, i1
  }
}

// The host's code stays.
// CHECK: func.func @host
// CHECK: arith.addi
func.func @host(%x: i32) -> i32 {
  %y = arith.addi %x, %x : i32
  return %y : i32
}
