// RUN: tile-opt %s --convert-async-to-nvvm | FileCheck %s
// RUN: tile-opt %s --convert-async-to-nvvm -o - | mlir-opt --allow-unregistered-dialect -o /dev/null

// One thread initialises; waits spin; arrivals come from the threads that the policy names.
// CHECK: llvm.mlir.global external @smem() {addr_space = 3 : i32, alignment = 1024 : i64} : !llvm.array<0 x i8>
// CHECK-LABEL: llvm.func @barriers(%arg0: i32)
// CHECK-SAME: nvvm.kernel, nvvm.maxntid = array<i32: 128>, nvvm.minctasm = 1 : i32, tile.launch =
// CHECK: %[[SMEM:.*]] = llvm.mlir.addressof @smem : !llvm.ptr<3>
// CHECK: %[[TID:.*]] = nvvm.read.ptx.sreg.tid.x : i32
// CHECK: %[[FIRST:.*]] = arith.cmpi eq, %[[TID]], %c0_i32 : i32
// CHECK: %[[WARP:.*]] = nvvm.shfl.sync idx
// CHECK: %[[WARP0:.*]] = arith.cmpi eq, %[[WARP]], %c0_i32 : i32
// CHECK: %[[LANE:.*]] = arith.andi %[[TID]], %c31_i32 : i32
// CHECK: %[[LANE0:.*]] = arith.cmpi eq, %[[LANE]], %c0_i32 : i32
// CHECK: scf.if %[[FIRST]] {
// CHECK-COUNT-2: nvvm.mbarrier.init %{{.*}}, %c3_i32 : !llvm.ptr<3>, i32
// CHECK-NEXT: nvvm.fence.mbarrier.init
// CHECK-NEXT: }
// CHECK-NEXT: nvvm.barrier
// CHECK-NEXT: %[[AT:.*]] = llvm.getelementptr inbounds %[[SMEM]][%arg0] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i64
// CHECK-NEXT: scf.while : () -> () {
// CHECK-NEXT: %[[DONE:.*]] = nvvm.mbarrier.try_wait %[[AT]], %c0_i32 : !llvm.ptr<3>, i32 -> i1
// CHECK-NEXT: %[[AGAIN:.*]] = arith.xori %[[DONE]], %true : i1
// CHECK-NEXT: scf.condition(%[[AGAIN]])
// CHECK: scf.if %[[WARP0]] {
// CHECK-NEXT: %[[ELECTED:.*]] = nvvm.elect.sync -> i1
// CHECK-NEXT: scf.if %[[ELECTED]] {
// CHECK: nvvm.mbarrier.arrive.expect_tx %{{.*}}, %c4096_i32 : !llvm.ptr<3>, i32
// CHECK: scf.if %[[FIRST]] {
// CHECK: nvvm.mbarrier.arrive
// CHECK: nvvm.bar.warp.sync
// CHECK-NEXT: scf.if %[[LANE0]] {
// CHECK: nvvm.mbarrier.arrive
// CHECK: scf.if %[[FIRST]] {
// CHECK: nvvm.mbarrier.arrive
// CHECK: }
// CHECK: nvvm.mbarrier.arrive
// CHECK-NEXT: nvvm.fence.proxy {kind = #nvvm.proxy_kind<async.shared>, space = #nvvm.shared_space<cta>}
// CHECK-NEXT: nvvm.barrier
// CHECK-NEXT: llvm.return
func.func @barriers(%p: i32) attributes {tasync.warp_groups = 1 : i32, tile.kernel} {
  %b = tasync.barrier_alloc at 0 : !tasync.barrier<2>
  %c0 = arith.constant 0 : i32
  tasync.barrier_init %b, 3 : !tasync.barrier<2>
  tasync.init_publish
  tasync.barrier_wait %b[%p], %c0 : !tasync.barrier<2>
  tasync.barrier_expect %b[%p], 4096 : !tasync.barrier<2>
  tasync.barrier_arrive %b[%p] warpgroup : !tasync.barrier<2>
  tasync.barrier_arrive %b[%p] warp : !tasync.barrier<2>
  tasync.barrier_arrive %b[%p] role : !tasync.barrier<2>
  tasync.barrier_arrive %b[%p] thread : !tasync.barrier<2>
  tasync.fence_async
  tasync.sync
  return
}

// Roles branch on a uniform warp number; a tile is copied in as many boxes as it takes.
// CHECK-LABEL: llvm.func @roles(%arg0: !llvm.ptr {llvm.align = 64 : i64, llvm.byval = !llvm.array<128 x i8>, nvvm.grid_constant})
// CHECK-SAME: nvvm.maxntid = array<i32: 256>
// CHECK-SAME: {\22tensor_map\22:{\22arg\22:0,\22type\22:\22f16\22,\22rank\22:2,\22dims\22:[{\22dim\22:[0,1]},{\22dim\22:[0,0]}],
// CHECK-SAME: \22box\22:[64,64],\22element_strides\22:[1,1],\22swizzle\22:\22128B\22,
// CHECK: %[[WARP:.*]] = nvvm.shfl.sync idx
// CHECK: %[[IS:.*]] = arith.cmpi ult, %[[WARP]], %c4_i32 : i32
// CHECK: scf.if %[[IS]] {
// CHECK-NEXT: nvvm.setmaxregister decrease 40
// CHECK: nvvm.elect.sync
// CHECK: nvvm.mbarrier.arrive.expect_tx %[[BAR:.*]], %c16384_i32 : !llvm.ptr<3>, i32
// CHECK: %[[D0:.*]] = llvm.inttoptr %{{.*}} : i32 to !llvm.ptr<7>
// CHECK: nvvm.cp.async.bulk.tensor.shared.cluster.global %[[D0]], %arg0, %[[BAR]], box[%c8_i32, %c8_i32]
// CHECK: %[[D1:.*]] = llvm.inttoptr %{{.*}} : i32 to !llvm.ptr<7>
// CHECK: nvvm.cp.async.bulk.tensor.shared.cluster.global %[[D1]], %arg0, %[[BAR]], box[%c72_i32, %c8_i32]
// CHECK: } else {
// CHECK-NEXT: nvvm.setmaxregister decrease 232
// CHECK: scf.while
// CHECK: nvvm.barrier id = %c2_i32 number_of_threads = %c128_i32
// CHECK: nvvm.elect.sync
// CHECK: nvvm.cp.async.bulk.tensor.global.shared.cta %arg0, %{{.*}}, box[%c8_i32, %c8_i32]
// CHECK: nvvm.cp.async.bulk.tensor.global.shared.cta %arg0, %{{.*}}, box[%c72_i32, %c8_i32]
// CHECK-NEXT: nvvm.cp.async.bulk.commit.group
// CHECK: nvvm.cp.async.bulk.wait_group 0 {read}
func.func @roles(%A: memref<?x?xf16, strided<[?, 1]>> {tile.name = "A"}) attributes {tasync.warp_groups = 1 : i32, tile.kernel, tasync.shared_bytes = 16384 : i64} {
  %m = tasync.tensor_map %A : memref<?x?xf16, strided<[?, 1]>> -> !tasync.tensor_map<64x64xf16, swizzle = 128>
  %buf = tasync.alloc at 0 : !tasync.buffer<64x128xf16, swizzle = 128>
  %b = tasync.barrier_alloc at 16384 : !tasync.barrier<1>
  %c0 = arith.constant 0 : i32
  %i = arith.constant 8 : index
  tasync.warp_specialize role "producer" warps 4 registers 40 {
    tasync.single_thread {
      tasync.barrier_expect %b[%c0], 16384 : !tasync.barrier<1>
      tasync.async_load %m[%i, %i] to %buf signal %b[%c0] : !tasync.tensor_map<64x64xf16, swizzle = 128>, !tasync.buffer<64x128xf16, swizzle = 128>, !tasync.barrier<1>
    }
  } role "consumer" warps 4 registers 232 {
    tasync.barrier_wait %b[%c0], %c0 : !tasync.barrier<1>
    tasync.sync
    tasync.single_thread {
      tasync.async_store %buf to %m[%i, %i] : !tasync.buffer<64x128xf16, swizzle = 128>, !tasync.tensor_map<64x64xf16, swizzle = 128>
      tasync.store_commit
    }
    tasync.store_wait 0 read
  }
  return
}

// A from registers, and a product that starts from zero without reading zeros.
// CHECK-LABEL: llvm.func @fragments(
// CHECK: %[[ACC:.*]] = llvm.mlir.poison : !llvm.struct<(f32, f32, f32, f32)>
// CHECK-NEXT: nvvm.wgmma.fence.aligned
// CHECK: %[[D:.*]] = llvm.inline_asm has_side_effects asm_dialect = att "{\0A.reg .pred p;\0Asetp.ne.b32 p, $13, 0;\0Awgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {$0, $1, $2, $3}, {$8, $9, $10, $11}, $12, p, 1, 1, 0;\0A}", "=f,=f,=f,=f,0,1,2,3,r,r,r,r,l,n"
// CHECK-SAME: %c0_i32 : (f32, f32, f32, f32, i32, i32, i32, i32, i64, i32)
// CHECK-NEXT: nvvm.wgmma.commit.group.sync.aligned
// CHECK: llvm.inline_asm has_side_effects asm_dialect = att "wgmma.wait_group.sync.aligned 0;", "=f,=f,=f,=f,0,1,2,3,~{memory}"
func.func @fragments(%A: memref<64x16xf16>, %C: memref<64x8xf32>) attributes {tasync.warp_groups = 1 : i32, tile.kernel, tasync.shared_bytes = 1024 : i64} {
  %buf = tasync.alloc at 0 : !tasync.buffer<8x16xf16, swizzle = 32>
  %c0 = arith.constant 0 : index
  %a = tile.load %A[%c0, %c0] : memref<64x16xf16> -> tensor<64x16xf16, #tasync.mma<wgs = 1, n = 16>>
  %acc = arith.constant dense<0.0> : tensor<64x8xf32, #tasync.mma<wgs = 1, n = 8>>
  %r = tasync.mma %a, %buf, %acc transpose_b : tensor<64x16xf16, #tasync.mma<wgs = 1, n = 16>>, !tasync.buffer<8x16xf16, swizzle = 32>, tensor<64x8xf32, #tasync.mma<wgs = 1, n = 8>>
  %s = tasync.mma_wait 0 %r : tensor<64x8xf32, #tasync.mma<wgs = 1, n = 8>>
  tile.store %s, %C[%c0, %c0] : tensor<64x8xf32, #tasync.mma<wgs = 1, n = 8>>, memref<64x8xf32>
  return
}

// 16 bytes at a time where the layout allows it; the swizzle is computed once.
// CHECK-LABEL: llvm.func @local(
// CHECK: arith.xori
// CHECK-COUNT-4: llvm.load %{{.*}} {alignment = 16 : i64} : !llvm.ptr<3> -> vector<8xf16>
// CHECK-COUNT-4: llvm.store %{{.*}}, %{{.*}} {alignment = 16 : i64} : vector<8xf16>, !llvm.ptr<3>
// CHECK: llvm.load %{{.*}} {alignment = 2 : i64} : !llvm.ptr<3> -> f16
// CHECK-COUNT-4: nvvm.stmatrix
// CHECK-NOT: nvvm.stmatrix
func.func @local(%C: memref<64x64xf32>) attributes {tasync.warp_groups = 1 : i32, tile.kernel, tasync.shared_bytes = 8192 : i64} {
  %buf = tasync.alloc at 0 : !tasync.buffer<64x64xf16, swizzle = 128>
  %c0 = arith.constant 0 : index
  %x = tasync.local_load %buf : !tasync.buffer<64x64xf16, swizzle = 128> -> tensor<64x64xf16, #tasync.blocked<per_thread = [1, 8], lanes = [4, 8], warps = [4, 1]>>
  %y = arith.addf %x, %x : tensor<64x64xf16, #tasync.blocked<per_thread = [1, 8], lanes = [4, 8], warps = [4, 1]>>
  tasync.local_store %y, %buf : tensor<64x64xf16, #tasync.blocked<per_thread = [1, 8], lanes = [4, 8], warps = [4, 1]>>, !tasync.buffer<64x64xf16, swizzle = 128>
  %t = tasync.local_load %buf transpose : !tasync.buffer<64x64xf16, swizzle = 128> -> tensor<64x64xf16, #tasync.mma<wgs = 1, n = 64>>
  tasync.local_store %t, %buf stmatrix : tensor<64x64xf16, #tasync.mma<wgs = 1, n = 64>>, !tasync.buffer<64x64xf16, swizzle = 128>
  return
}

