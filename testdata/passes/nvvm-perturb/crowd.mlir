// Stores to one bank in front of what reads and writes shared memory.

// RUN: tile-opt %s --nvvm-perturb=crowd=3 --mlir-pass-statistics 2>%t.stat | FileCheck %s
// RUN: FileCheck %s --check-prefix=STAT --input-file=%t.stat
// RUN: tile-opt %s --nvvm-perturb --verify-diagnostics
// RUN: tile-opt %s --nvvm-perturb=crowd=0 | FileCheck %s --check-prefix=NONE

// STAT: 10 num-delays
// STAT: 8 num-crowds
// NONE-NOT: st.volatile
// NONE-NOT: laneid

llvm.mlir.global external @smem() {addr_space = 3 : i32, alignment = 1024 : i64} : !llvm.array<0 x i8>

// CHECK-LABEL: llvm.func @k(
// CHECK-SAME: shared_bytes\22:9216,
// CHECK: %[[WARP:.*]] = llvm.lshr
// CHECK: %[[MIXED:.*]] = llvm.select
// CHECK: llvm.mlir.constant(1 : i32)
// CHECK: %[[BASE:.*]] = llvm.select %{{[0-9]+}}, %[[MIXED]],
// CHECK: %[[BITS:.*]] = llvm.mlir.constant(6 : i32)
// CHECK: %[[TWO:.*]] = llvm.and %{{[0-9]+}}, %[[BITS]]
// CHECK: %[[LOUD:.*]] = llvm.icmp "ne" %[[TWO]],
// CHECK: %[[CROWDS:.*]] = llvm.select %[[LOUD]], %[[MIXED]],
// CHECK: %[[SMEM:.*]] = llvm.mlir.addressof @smem
// CHECK: %[[AT:.*]] = llvm.ptrtoint %[[SMEM]]
// CHECK: %[[BEHIND:.*]] = llvm.mlir.constant(5120 : i32)
// CHECK: %[[OWN:.*]] = llvm.add %[[AT]], %[[BEHIND]]
// CHECK: %[[LANE:.*]] = nvvm.read.ptx.sreg.laneid
// CHECK: %[[WIDE:.*]] = llvm.mlir.constant(128 : i32)
// CHECK: %[[ROW:.*]] = llvm.mul %[[LANE]], %[[WIDE]]
// CHECK: %[[FOUR:.*]] = llvm.mlir.constant(4 : i32)
// CHECK: %[[WORD:.*]] = llvm.mul %[[WARP]], %[[FOUR]]
// CHECK: %[[OFF:.*]] = llvm.add %[[ROW]], %[[WORD]]
// CHECK: %[[TO:.*]] = llvm.add %[[OWN]], %[[OFF]]
llvm.func @k(%p: !llvm.ptr<1> {llvm.align = 4 : i64}, %c: i1) attributes {nvvm.kernel, nvvm.maxntid = array<i32: 64, 1, 1>, tile.launch = "{\"version\":1,\"target\":\"sm_90a\",\"kernel\":\"k\",\"args\":[{\"name\":\"A\",\"kind\":\"memref\",\"type\":\"f32\",\"rank\":1}],\"entries\":[{\"name\":\"k\",\"grid\":[{\"const\":1},{\"const\":1},{\"const\":1}],\"block\":[64,1,1],\"cluster\":[1,1,1],\"shared_bytes\":5000,\"params\":[{\"pointer\":{\"arg\":0,\"align\":4}}],\"preconditions\":[]}]}"} {
  %x = llvm.mlir.constant(1 : i32) : i32
  %s = llvm.mlir.addressof @smem : !llvm.ptr<3>
  // One warp in eight sleeps, one in two stores.
  // CHECK: %[[H:.*]] = llvm.mul %[[BASE]],
  // CHECK-NEXT: llvm.inline_asm {{.*}}setp.lt.u32 p, $0, 3758096384;{{.*}}nanosleep{{.*}}"r" %[[H]]
  // CHECK: %[[G:.*]] = llvm.mul %[[CROWDS]],
  // CHECK-NEXT: llvm.inline_asm {{.*}}setp.lt.u32 p, $0, 2147483648;\0A@p bra FREE;\0Ast.volatile.shared.u32 [$1], $0;\0Ast.volatile.shared.u32 [$1], $0;\0Ast.volatile.shared.u32 [$1], $0;\0AFREE:\0A}", "r,r" %[[G]], %[[TO]] : (i32, i32) -> ()
  // CHECK-NEXT: nvvm.stmatrix
  nvvm.stmatrix %s, %x {eltType = #nvvm.ld_st_matrix_elt_type<b16>, layout = #nvvm.mma_layout<row>, shape = #nvvm.ld_st_matrix_shape<m = 8, n = 8>} : !llvm.ptr<3>, i32
  // Nothing in front of the next of the same run, nor of other memory.
  // CHECK-NEXT: llvm.store
  llvm.store %x, %s : i32, !llvm.ptr<3>
  // CHECK-NEXT: llvm.load
  %g = llvm.load %p : !llvm.ptr<1> -> i32
  // One warp in four stores behind the run, which the fence ends.
  // CHECK: llvm.inline_asm {{.*}}setp.lt.u32 p, $0, 3221225472;\0A@p bra FREE;
  // CHECK-NEXT: nvvm.fence.proxy
  nvvm.fence.proxy {kind = #nvvm.proxy_kind<async.shared>, space = #nvvm.shared_space<cta>}
  // CHECK: st.volatile
  // CHECK-NEXT: llvm.load
  %l = llvm.load %s : !llvm.ptr<3> -> i32
  // CHECK: llvm.inline_asm {{.*}}setp.lt.u32 p, $0, 3221225472;\0A@p bra FREE;
  // CHECK: nanosleep
  // CHECK-NEXT: nvvm.barrier
  nvvm.barrier
  // CHECK: st.volatile
  // CHECK-NEXT: nvvm.ldmatrix
  %m = nvvm.ldmatrix %s {eltType = #nvvm.ld_st_matrix_elt_type<b16>, layout = #nvvm.mma_layout<row>, num = 1 : i32, shape = #nvvm.ld_st_matrix_shape<m = 8, n = 8>} : (!llvm.ptr<3>) -> i32
  llvm.cond_br %c, ^a, ^b
^a:
  // A block begins a run.
  // CHECK: st.volatile
  // CHECK-NEXT: llvm.store
  llvm.store %m, %s : i32, !llvm.ptr<3>
  llvm.br ^b
^b:
  // A run goes on to what ends it in another block.
  // CHECK: llvm.inline_asm {{.*}}setp.lt.u32 p, $0, 3221225472;\0A@p bra FREE;
  // CHECK: nvvm.barrier
  nvvm.barrier
  // No run ends here.
  // CHECK-NOT: st.volatile
  // CHECK: nvvm.barrier
  nvvm.barrier
  llvm.return
}

// Room for few rows: as many lanes store.
// CHECK-LABEL: llvm.func @little(
// CHECK-SAME: shared_bytes\22:232448,
// CHECK: %[[TWO:.*]] = llvm.mlir.constant(6 : i32)
// CHECK: llvm.and %{{[0-9]+}}, %[[TWO]]
// CHECK: %[[BASE:.*]] = llvm.select
// CHECK: %[[LANE:.*]] = nvvm.read.ptx.sreg.laneid
// CHECK: %[[ROWS:.*]] = llvm.mlir.constant(8 : i32)
// CHECK: %[[IN:.*]] = llvm.icmp "ult" %[[LANE]], %[[ROWS]]
// CHECK: %[[FEW:.*]] = llvm.select %[[IN]], %[[BASE]],
// CHECK: %[[G:.*]] = llvm.mul %[[FEW]],
// CHECK-NEXT: llvm.inline_asm {{.*}}st.volatile{{.*}} %[[G]],
// CHECK-NEXT: llvm.store
llvm.func @little() attributes {nvvm.kernel, tile.launch = "{\"version\":1,\"target\":\"sm_90a\",\"kernel\":\"little\",\"args\":[],\"entries\":[{\"name\":\"little\",\"grid\":[{\"const\":1},{\"const\":1},{\"const\":1}],\"block\":[64,1,1],\"cluster\":[1,1,1],\"shared_bytes\":231424,\"params\":[],\"preconditions\":[]}]}"} {
  %x = llvm.mlir.constant(1 : i32) : i32
  %s = llvm.mlir.addressof @smem : !llvm.ptr<3>
  llvm.store %x, %s : i32, !llvm.ptr<3>
  llvm.return
}

// Room for none: warps are late, and no more.
// CHECK-LABEL: llvm.func @none(
// CHECK-SAME: shared_bytes\22:232321,
// CHECK-NOT: laneid
// CHECK: nanosleep
// CHECK-NOT: st.volatile
// CHECK: llvm.store
// expected-remark@+1 {{shared memory is not crowded: the kernel takes 232321 bytes of it, and 128 more are needed}}
llvm.func @none() attributes {nvvm.kernel, tile.launch = "{\"version\":1,\"target\":\"sm_90a\",\"kernel\":\"none\",\"args\":[],\"entries\":[{\"name\":\"none\",\"grid\":[{\"const\":1},{\"const\":1},{\"const\":1}],\"block\":[64,1,1],\"cluster\":[1,1,1],\"shared_bytes\":232321,\"params\":[],\"preconditions\":[]}]}"} {
  %x = llvm.mlir.constant(1 : i32) : i32
  %s = llvm.mlir.addressof @smem : !llvm.ptr<3>
  llvm.store %x, %s : i32, !llvm.ptr<3>
  llvm.return
}

// No dynamic shared memory, behind which there could be more.
// CHECK-LABEL: llvm.func @static(
// CHECK-NOT: st.volatile
// CHECK: llvm.store
llvm.mlir.global internal @fixed() {addr_space = 3 : i32} : !llvm.array<4096 x i8>
llvm.func @static() attributes {nvvm.kernel, tile.launch = "{\"version\":1,\"target\":\"sm_90a\",\"kernel\":\"static\",\"args\":[],\"entries\":[{\"name\":\"static\",\"grid\":[{\"const\":1},{\"const\":1},{\"const\":1}],\"block\":[64,1,1],\"cluster\":[1,1,1],\"shared_bytes\":4096,\"params\":[],\"preconditions\":[]}]}"} {
  %x = llvm.mlir.constant(1 : i32) : i32
  %s = llvm.mlir.addressof @fixed : !llvm.ptr<3>
  llvm.store %x, %s : i32, !llvm.ptr<3>
  llvm.return
}
