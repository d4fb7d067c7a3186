// A delay in front of everything that synchronises, and a parameter for the seed.

// RUN: tile-opt %s --nvvm-perturb --mlir-pass-statistics 2>%t.stat | FileCheck %s
// RUN: FileCheck %s --check-prefix=STAT --input-file=%t.stat
// RUN: tile-opt %s --nvvm-perturb=longest=1024 | FileCheck %s --check-prefix=SHORT

// STAT: 8 num-delays
// STAT: 0 num-crowds
// SHORT: shr.u32 n, n, 22;

// CHECK-LABEL: llvm.func @k(
// CHECK-SAME: %[[P:[a-z0-9]+]]: !llvm.ptr<1> {llvm.align = 4 : i64}, %[[SEED:[a-z0-9]+]]: i32)
// CHECK-SAME: tile.launch = "{{.*}}perturb_seed{{.*}}optional{{.*}}
// CHECK-DAG: %[[X:.*]] = nvvm.read.ptx.sreg.tid.x
// CHECK-DAG: %[[Y:.*]] = nvvm.read.ptx.sreg.tid.y
// CHECK-NOT: tid.z
// CHECK: %[[WARP:.*]] = llvm.lshr
// CHECK: nvvm.read.ptx.sreg.ctaid.x
// CHECK: nvvm.read.ptx.sreg.ctaid.y
// CHECK: nvvm.read.ptx.sreg.ctaid.z
// CHECK: llvm.mul %[[SEED]],
// CHECK-COUNT-2: llvm.xor
// CHECK: %[[BLOCK:.*]] = llvm.xor
// CHECK: llvm.add %[[BLOCK]],
// CHECK: %[[ON:.*]] = llvm.icmp "ne" %[[SEED]],
// CHECK: %[[MIXED:.*]] = llvm.select %[[ON]],
// CHECK: %[[ONE:.*]] = llvm.mlir.constant(1 : i32)
// CHECK: %[[BIT:.*]] = llvm.and %[[BLOCK]], %[[ONE]]
// CHECK: %[[SLEEPY:.*]] = llvm.icmp "ne" %[[BIT]],
// CHECK: %[[BASE:.*]] = llvm.select %[[SLEEPY]], %[[MIXED]],
// CHECK-NOT: laneid
llvm.func @k(%p: !llvm.ptr<1> {llvm.align = 4 : i64}) attributes {nvvm.kernel, nvvm.maxntid = array<i32: 64, 2, 1>, tile.launch = "{\"version\":1,\"target\":\"sm_90a\",\"kernel\":\"k\",\"args\":[{\"name\":\"A\",\"kind\":\"memref\",\"type\":\"f32\",\"rank\":1}],\"entries\":[{\"name\":\"k\",\"grid\":[{\"const\":1},{\"const\":1},{\"const\":1}],\"block\":[64,2,1],\"cluster\":[1,1,1],\"shared_bytes\":0,\"params\":[{\"pointer\":{\"arg\":0,\"align\":4}}],\"preconditions\":[]}]}"} {
  %one = llvm.mlir.constant(1 : i32) : i32
  %bar = llvm.mlir.addressof @bar : !llvm.ptr<3>
  // CHECK-NOT: nanosleep
  // CHECK: nvvm.mbarrier.init
  nvvm.mbarrier.init %bar, %one : !llvm.ptr<3>, i32
  // One warp in four sleeps: as long as 13 bits below the upper ones say, shifted by four others.
  // CHECK: %[[H:.*]] = llvm.mul %[[BASE]],
  // CHECK-NEXT: llvm.inline_asm has_side_effects asm_dialect = att "{{.*}}setp.lt.u32 p, $0, 3221225472;\0A@p bra AWAKE;\0Ashl.b32 n, $0, 3;\0Ashr.u32 n, n, 19;{{.*}}nanosleep.u32 n;\0AAWAKE:\0A}", "r" %[[H]] : (i32) -> ()
  // CHECK-NEXT: nvvm.barrier
  nvvm.barrier
  // CHECK: nanosleep
  // CHECK-NEXT: nvvm.mbarrier.arrive
  %t = nvvm.mbarrier.arrive %bar : !llvm.ptr<3> -> i64
  // CHECK: nanosleep
  // CHECK-NEXT: nvvm.mbarrier.test.wait
  %w = nvvm.mbarrier.test.wait %bar, %t : !llvm.ptr<3>, i64 -> i1
  // CHECK: nanosleep
  // CHECK-NEXT: nvvm.cp.async.commit.group
  nvvm.cp.async.commit.group
  // CHECK: nanosleep
  // CHECK-NEXT: nvvm.cp.async.wait.group 0
  nvvm.cp.async.wait.group 0
  // Nothing stands among products.
  // CHECK: nanosleep
  // CHECK-NEXT: nvvm.wgmma.fence.aligned
  // CHECK-NEXT: nvvm.wgmma.commit.group.sync.aligned
  nvvm.wgmma.fence.aligned
  nvvm.wgmma.commit.group.sync.aligned
  // CHECK: nanosleep
  // CHECK-NEXT: nvvm.wgmma.wait.group.sync.aligned 0
  nvvm.wgmma.wait.group.sync.aligned 0
  // CHECK: nanosleep
  // CHECK-NEXT: llvm.inline_asm {{.*}}"bar.sync 1, 64;"
  llvm.inline_asm has_side_effects asm_dialect = att "bar.sync 1, 64;", "" : () -> ()
  // CHECK-NEXT: llvm.inline_asm {{.*}}"mov.u32 $0, 1;"
  %m = llvm.inline_asm asm_dialect = att "mov.u32 $0, 1;", "=r" : () -> i32
  // CHECK-NEXT: llvm.return
  llvm.return
}
llvm.mlir.global internal @bar() {addr_space = 3 : i32, alignment = 8 : i64} : i64
