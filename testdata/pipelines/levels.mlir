// RUN: tile-opt %S/../kernels/matmul.mlir --pass-pipeline="builtin.module(tile-to-llvm{stages=4 consumers=2 via=tma-store})" --remarks=none --mlir-print-ir-after-all -o %t 2>&1 | FileCheck %s
// RUN: FileCheck %s --check-prefix=LLVM < %t
//
// What each pass leaves behind, from the product on tiles to what each thread does.

// CHECK-LABEL: IR Dump After TileBind
// CHECK: tile.program_id(%{{[0-9]+}}, %{{[0-9]+}})
// CHECK: tile.dot %{{.*}} : tensor<128x64xf16>, tensor<64x256xf16> -> tensor<128x256xf32>

// CHECK-LABEL: IR Dump After TileRasterize
// CHECK: tile.div_magic

// CHECK-LABEL: IR Dump After TilePersist
// CHECK: tile.device_property "multiprocessor_count"
// CHECK: scf.for

// CHECK-LABEL: IR Dump After TileToAsync
// CHECK: tasync.warp_groups = 2
// CHECK-DAG: tasync.alloc : !tasync.buffer<128x64xf16, swizzle = 128>
// CHECK-DAG: tasync.alloc : !tasync.buffer<256x64xf16, swizzle = 128>
// CHECK: scf.for
// CHECK: scf.for
// CHECK-COUNT-2: tasync.async_load
// CHECK: tasync.wait
// CHECK: tasync.mma {{.*}} tensor<128x256xf32, #tasync.mma<wgs = 2, n = 256>>
// CHECK: tile.store

// CHECK-LABEL: IR Dump After AsyncPipeline
// CHECK: tasync.pipeline_create : !tasync.pipeline<stages = 4
// CHECK: tasync.pipeline_acquire
// CHECK: tasync.pipeline_commit
// CHECK: tasync.pipeline_wait
// CHECK: tasync.pipeline_release

// CHECK-LABEL: IR Dump After AsyncWarpSpecialize
// CHECK: tasync.warp_specialize role "producer" warps 4 {
// CHECK: tasync.pipeline_commit
// CHECK: role "consumer" warps 8 {
// CHECK-NOT: tasync.async_load
// CHECK: tasync.pipeline_wait

// CHECK-LABEL: IR Dump After AsyncEpilogue
// CHECK-COUNT-4: tasync.local_store {{.*}} stmatrix
// CHECK-NOT: tile.store

// CHECK-LABEL: IR Dump After AsyncInsertMbarriers
// CHECK-NOT: tasync.pipeline
// CHECK-DAG: tasync.barrier_init %{{.*}}, 1 : !tasync.barrier<4>
// CHECK-DAG: tasync.barrier_init %{{.*}}, 8 : !tasync.barrier<4>
// CHECK: tasync.barrier_expect %{{.*}}, 49152
// CHECK: tasync.barrier_arrive

// CHECK-LABEL: IR Dump After AsyncReallocateRegisters
// CHECK: role "producer" warps 4 registers 40
// CHECK: role "consumer" warps 8 registers 232

// CHECK-LABEL: IR Dump After AsyncAllocateShared
// CHECK: tasync.shared_bytes =
// CHECK: tasync.alloc at 0

// CHECK-LABEL: IR Dump After ConvertAsyncToNvvm
// CHECK: llvm.func @matmul(
// CHECK-NOT: tasync.
// CHECK: nvvm.wgmma.mma_async

// CHECK-LABEL: IR Dump After SCFToControlFlowPass
// CHECK-NOT: scf.
// CHECK: cf.cond_br

// CHECK-LABEL: IR Dump After ReconcileUnrealizedCastsPass
// CHECK-NOT: {{(arith|cf|scf|memref)\.[a-z]}}

// LLVM: llvm.func @matmul({{.*}}nvvm.kernel
// LLVM: nvvm.setmaxregister decrease 40
// LLVM: nvvm.cp.async.bulk.tensor.shared.cluster.global
// LLVM: nvvm.setmaxregister increase 232
// LLVM: nvvm.wgmma.mma_async
// LLVM: nvvm.stmatrix
// LLVM: nvvm.cp.async.bulk.tensor.global.shared.cta
