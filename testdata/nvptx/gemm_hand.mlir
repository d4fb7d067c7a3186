// The persistent, warp-specialised GEMM for sm_90a, written by hand in the llvm and nvvm dialects:
// what the passes must arrive at, and the yardstick of their result.
//
//   C[M,N] = A[M,K] * B[N,K]^T      f16 in and out, f32 accumulation, all row-major
//
// Design. One tile of C is 128x256, one step of K is 64. 384 threads: warp group 0 loads through TMA
// (one elected thread), warp groups 1 and 2 multiply 64 rows each (4 x m64n256k16 a step). A ring of 4
// stages with a full and an empty mbarrier each; one product group stays in flight, so a stage is
// released one step late. Tiles are walked in groups of 8 rows; a block takes every gridDim.x-th tile
// and never resets the ring between tiles. The epilogue converts, stores with stmatrix into a swizzled
// staging tile, and lets TMA write it out, half a tile at a time.
//
// Launch.
//   grid            (min(tiles, SM count), 1, 1), tiles = ceil(M/128) * ceil(N/256); any grid >= 1 is right
//   block           (384, 1, 1)
//   dynamic shared  230400 bytes
//   arguments       tensor map A, tensor map B, tensor map C (128 bytes each, by value), i32 M, i32 N, i32 K
//   tensor maps     f16, rank 2, dimensions {inner, outer}, 128-byte swizzle, zero fill, no interleave,
//                   element strides 1:
//                     A {K, M}  row stride 2*K bytes  box {64, 128}
//                     B {K, N}  row stride 2*K bytes  box {64, 256}
//                     C {N, M}  row stride 2*N bytes  box {64, 64}
//                   dimensions are max(1, n), strides max(16, s)
//   preconditions   the three pointers 16-byte aligned, K % 8 = 0, N % 8 = 0 (strides are multiples of 16)
// M, N and K need not be multiples of the tile: TMA fills with zeros and clips. K = 0 writes zeros.
//
// Shared memory, in bytes: full barriers at 0 (4 x 8), empty barriers at 64 (4 x 8), A at 1024
// (4 x 16384), B at 66560 (4 x 32768), staging at 197632 (2 x 16384).
//
// To PTX with LLVM's own tools (or with the translator of this project, which must agree):
//   mlir-opt-22 --convert-nvvm-to-llvm gemm_hand.mlir | mlir-translate-22 --mlir-to-llvmir
//     | llc-22 -O3 -march=nvptx64 -mcpu=sm_90a -mattr=+ptx80
// Expected of ptxas: 168 registers, no spill, no warning; no mov of an accumulator in the loop over K.

#nounroll = #llvm.loop_annotation<unroll = <disable = true>>
!acc = !llvm.struct<(f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32)>

"builtin.module"() ({
  "llvm.mlir.global"() <{addr_space = 3 : i32, alignment = 1024 : i64, global_type = !llvm.array<0 x i8>, linkage = #llvm.linkage<external>, sym_name = "smem"}> ({
  }) : () -> ()
  "llvm.func"() <{CConv = #llvm.cconv<ccc>, arg_attrs = [{llvm.align = 64 : i64, llvm.byval = !llvm.array<128 x i8>, nvvm.grid_constant}, {llvm.align = 64 : i64, llvm.byval = !llvm.array<128 x i8>, nvvm.grid_constant}, {llvm.align = 64 : i64, llvm.byval = !llvm.array<128 x i8>, nvvm.grid_constant}, {}, {}, {}], function_type = !llvm.func<void (ptr, ptr, ptr, i32, i32, i32)>, linkage = #llvm.linkage<external>, no_unwind, sym_name = "gemm"}> ({
  ^bb0(%ta: !llvm.ptr, %tb: !llvm.ptr, %tc: !llvm.ptr, %M: i32, %N: i32, %K: i32):
    %c5 = "llvm.mlir.constant"() <{value = 5 : i32}> : () -> i32
    %all_lanes = "llvm.mlir.constant"() <{value = -1 : i32}> : () -> i32
    %c0 = "llvm.mlir.constant"() <{value = 0 : i32}> : () -> i32
    %c31 = "llvm.mlir.constant"() <{value = 31 : i32}> : () -> i32
    %c2 = "llvm.mlir.constant"() <{value = 2 : i32}> : () -> i32
    %c127 = "llvm.mlir.constant"() <{value = 127 : i32}> : () -> i32
    %c128 = "llvm.mlir.constant"() <{value = 128 : i32}> : () -> i32
    %c255 = "llvm.mlir.constant"() <{value = 255 : i32}> : () -> i32
    %c256 = "llvm.mlir.constant"() <{value = 256 : i32}> : () -> i32
    %c63 = "llvm.mlir.constant"() <{value = 63 : i32}> : () -> i32
    %c64 = "llvm.mlir.constant"() <{value = 64 : i32}> : () -> i32
    %c8 = "llvm.mlir.constant"() <{value = 8 : i32}> : () -> i32
    %c1 = "llvm.mlir.constant"() <{value = 1 : i32}> : () -> i32
    %c49152 = "llvm.mlir.constant"() <{value = 49152 : i32}> : () -> i32
    %c16384 = "llvm.mlir.constant"() <{value = 16384 : i32}> : () -> i32
    %c1024 = "llvm.mlir.constant"() <{value = 1024 : i32}> : () -> i32
    %c32768 = "llvm.mlir.constant"() <{value = 32768 : i32}> : () -> i32
    %c66560 = "llvm.mlir.constant"() <{value = 66560 : i32}> : () -> i32
    %c4 = "llvm.mlir.constant"() <{value = 4 : i32}> : () -> i32
    %desc_bits = "llvm.mlir.constant"() <{value = 4611686293305360384 : i64}> : () -> i64
    %c8192 = "llvm.mlir.constant"() <{value = 8192 : i32}> : () -> i32
    %c262143 = "llvm.mlir.constant"() <{value = 262143 : i32}> : () -> i32
    %c197632 = "llvm.mlir.constant"() <{value = 197632 : i32}> : () -> i32
    %c3 = "llvm.mlir.constant"() <{value = 3 : i32}> : () -> i32
    %c15 = "llvm.mlir.constant"() <{value = 15 : i32}> : () -> i32
    %c7 = "llvm.mlir.constant"() <{value = 7 : i32}> : () -> i32
    %c6 = "llvm.mlir.constant"() <{value = 6 : i32}> : () -> i32
    %c2048 = "llvm.mlir.constant"() <{value = 2048 : i32}> : () -> i32
    %c2_i64 = "llvm.mlir.constant"() <{value = 2 : i64}> : () -> i64
    %c4_i64 = "llvm.mlir.constant"() <{value = 4 : i64}> : () -> i64
    %c6_i64 = "llvm.mlir.constant"() <{value = 6 : i64}> : () -> i64
    %c192 = "llvm.mlir.constant"() <{value = 192 : i32}> : () -> i32
    // Warp index, made uniform for the back end by a shuffle; 4 warps make a warp group.
    %tid = "nvvm.read.ptx.sreg.tid.x"() : () -> i32
    %cta = "nvvm.read.ptx.sreg.ctaid.x"() : () -> i32
    %ctas = "nvvm.read.ptx.sreg.nctaid.x"() : () -> i32
    %warp_v = "llvm.lshr"(%tid, %c5) : (i32, i32) -> i32
    %warp = "nvvm.shfl.sync"(%all_lanes, %warp_v, %c0, %c31) <{kind = #nvvm<shfl_kind idx>}> : (i32, i32, i32, i32) -> i32
    %wg = "llvm.lshr"(%warp, %c2) : (i32, i32) -> i32
    %smem = "llvm.mlir.addressof"() <{global_name = @smem}> : () -> !llvm.ptr<3>
    %smem_i = "llvm.ptrtoint"(%smem) : (!llvm.ptr<3>) -> i32
    // Tile counts, rounded up: TMA fills and clips what lies outside.
    %tiles_m_up = "llvm.add"(%M, %c127) : (i32, i32) -> i32
    %tiles_m = "llvm.udiv"(%tiles_m_up, %c128) : (i32, i32) -> i32
    %tiles_n_up = "llvm.add"(%N, %c255) : (i32, i32) -> i32
    %tiles_n = "llvm.udiv"(%tiles_n_up, %c256) : (i32, i32) -> i32
    %trips_up = "llvm.add"(%K, %c63) : (i32, i32) -> i32
    %trips = "llvm.udiv"(%trips_up, %c64) : (i32, i32) -> i32
    %tiles = "llvm.mul"(%tiles_m, %tiles_n) : (i32, i32) -> i32
    %per_group = "llvm.mul"(%tiles_n, %c8) : (i32, i32) -> i32
    %is_t0 = "llvm.icmp"(%tid, %c0) <{predicate = 0 : i64}> : (i32, i32) -> i1
    "llvm.cond_br"(%is_t0)[^init, ^ready] <{operandSegmentSizes = array<i32: 1, 0, 0>}> : (i1) -> ()
  ^init:
    // full: one arrival (the producer) and the bytes; empty: one arrival by each consumer warp group.
    %bar = "llvm.getelementptr"(%smem) <{elem_type = i8, noWrapFlags = 3 : i32, rawConstantIndices = array<i32: 0>}> : (!llvm.ptr<3>) -> !llvm.ptr<3>
    "nvvm.mbarrier.init"(%bar, %c1) : (!llvm.ptr<3>, i32) -> ()
    %bar_1 = "llvm.getelementptr"(%smem) <{elem_type = i8, noWrapFlags = 3 : i32, rawConstantIndices = array<i32: 64>}> : (!llvm.ptr<3>) -> !llvm.ptr<3>
    "nvvm.mbarrier.init"(%bar_1, %c2) : (!llvm.ptr<3>, i32) -> ()
    %bar_2 = "llvm.getelementptr"(%smem) <{elem_type = i8, noWrapFlags = 3 : i32, rawConstantIndices = array<i32: 8>}> : (!llvm.ptr<3>) -> !llvm.ptr<3>
    "nvvm.mbarrier.init"(%bar_2, %c1) : (!llvm.ptr<3>, i32) -> ()
    %bar_3 = "llvm.getelementptr"(%smem) <{elem_type = i8, noWrapFlags = 3 : i32, rawConstantIndices = array<i32: 72>}> : (!llvm.ptr<3>) -> !llvm.ptr<3>
    "nvvm.mbarrier.init"(%bar_3, %c2) : (!llvm.ptr<3>, i32) -> ()
    %bar_4 = "llvm.getelementptr"(%smem) <{elem_type = i8, noWrapFlags = 3 : i32, rawConstantIndices = array<i32: 16>}> : (!llvm.ptr<3>) -> !llvm.ptr<3>
    "nvvm.mbarrier.init"(%bar_4, %c1) : (!llvm.ptr<3>, i32) -> ()
    %bar_5 = "llvm.getelementptr"(%smem) <{elem_type = i8, noWrapFlags = 3 : i32, rawConstantIndices = array<i32: 80>}> : (!llvm.ptr<3>) -> !llvm.ptr<3>
    "nvvm.mbarrier.init"(%bar_5, %c2) : (!llvm.ptr<3>, i32) -> ()
    %bar_6 = "llvm.getelementptr"(%smem) <{elem_type = i8, noWrapFlags = 3 : i32, rawConstantIndices = array<i32: 24>}> : (!llvm.ptr<3>) -> !llvm.ptr<3>
    "nvvm.mbarrier.init"(%bar_6, %c1) : (!llvm.ptr<3>, i32) -> ()
    %bar_7 = "llvm.getelementptr"(%smem) <{elem_type = i8, noWrapFlags = 3 : i32, rawConstantIndices = array<i32: 88>}> : (!llvm.ptr<3>) -> !llvm.ptr<3>
    "nvvm.mbarrier.init"(%bar_7, %c2) : (!llvm.ptr<3>, i32) -> ()
    "nvvm.fence.mbarrier.init"() : () -> ()
    "llvm.br"()[^ready] : () -> ()
  ^ready:
    "nvvm.barrier"() <{operandSegmentSizes = array<i32: 0, 0, 0>}> : () -> ()
    %is_producer = "llvm.icmp"(%wg, %c0) <{predicate = 0 : i64}> : (i32, i32) -> i1
    "llvm.cond_br"(%is_producer)[^producer, ^consumer] <{operandSegmentSizes = array<i32: 1, 0, 0>}> : (i1) -> ()

  // ---- Producer warp group: one elected thread of its first warp issues every load.
  ^producer:
    "nvvm.setmaxregister"() <{action = #nvvm<action decrease>, regCount = 40 : i32}> : () -> ()
    %is_warp0 = "llvm.icmp"(%warp, %c0) <{predicate = 0 : i64}> : (i32, i32) -> i1
    "llvm.cond_br"(%is_warp0)[^elect, ^exit] <{operandSegmentSizes = array<i32: 1, 0, 0>}> : (i1) -> ()
  ^elect:
    %elected = "nvvm.elect.sync"() : () -> i1
    "llvm.cond_br"(%elected, %cta, %c0, %c1)[^p_tile_head, ^exit] <{operandSegmentSizes = array<i32: 1, 3, 0>}> : (i1, i32, i32, i32) -> ()
  ^p_tile_head(%pt: i32, %ps0: i32, %pp0: i32):
    %p_more = "llvm.icmp"(%pt, %tiles) <{predicate = 6 : i64}> : (i32, i32) -> i1
    "llvm.cond_br"(%p_more)[^p_tile, ^exit] <{operandSegmentSizes = array<i32: 1, 0, 0>}> : (i1) -> ()
  ^p_tile:
    // Grouped order: 8 rows of tiles are walked column by column; the last group may be shorter.
    %grp_p = "llvm.udiv"(%pt, %per_group) : (i32, i32) -> i32
    %first_p = "llvm.mul"(%grp_p, %c8) : (i32, i32) -> i32
    %left_p = "llvm.sub"(%tiles_m, %first_p) : (i32, i32) -> i32
    %short_p = "llvm.icmp"(%left_p, %c8) <{predicate = 6 : i64}> : (i32, i32) -> i1
    %size_p = "llvm.select"(%short_p, %left_p, %c8) : (i1, i32, i32) -> i32
    %r_p = "llvm.urem"(%pt, %per_group) : (i32, i32) -> i32
    %mi_p = "llvm.urem"(%r_p, %size_p) : (i32, i32) -> i32
    %mt_p = "llvm.add"(%first_p, %mi_p) : (i32, i32) -> i32
    %nt_p = "llvm.udiv"(%r_p, %size_p) : (i32, i32) -> i32
    %row_p = "llvm.mul"(%mt_p, %c128) : (i32, i32) -> i32
    %col_p = "llvm.mul"(%nt_p, %c256) : (i32, i32) -> i32
    %p_any = "llvm.icmp"(%trips, %c0) <{predicate = 1 : i64}> : (i32, i32) -> i1
    "llvm.cond_br"(%p_any, %c0, %ps0, %pp0, %ps0, %pp0)[^p_k, ^p_tile_end] <{operandSegmentSizes = array<i32: 1, 3, 2>}> : (i1, i32, i32, i32, i32, i32) -> ()
  ^p_k(%pk: i32, %ps: i32, %pp: i32):
    %p_empty_slot = "llvm.getelementptr"(%smem, %ps) <{elem_type = i64, noWrapFlags = 3 : i32, rawConstantIndices = array<i32: -2147483648>}> : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>
    %p_empty = "llvm.getelementptr"(%p_empty_slot) <{elem_type = i8, noWrapFlags = 3 : i32, rawConstantIndices = array<i32: 64>}> : (!llvm.ptr<3>) -> !llvm.ptr<3>
    // A fresh empty barrier with parity 1 counts as released, so the first round does not block.
    "llvm.br"()[^p_fill_spin] : () -> ()
  ^p_fill_spin:
    %done = "nvvm.mbarrier.try_wait"(%p_empty, %pp) : (!llvm.ptr<3>, i32) -> i1
    "llvm.cond_br"(%done)[^p_fill, ^p_fill_spin] <{operandSegmentSizes = array<i32: 1, 0, 0>}> : (i1) -> ()
  ^p_fill:
    %p_full_slot = "llvm.getelementptr"(%smem, %ps) <{elem_type = i64, noWrapFlags = 3 : i32, rawConstantIndices = array<i32: -2147483648>}> : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>
    "nvvm.mbarrier.arrive.expect_tx"(%p_full_slot, %c49152) : (!llvm.ptr<3>, i32) -> ()
    %p_kcol = "llvm.mul"(%pk, %c64) : (i32, i32) -> i32
    %p_a_off = "llvm.mul"(%ps, %c16384) : (i32, i32) -> i32
    %p_a_base = "llvm.add"(%smem_i, %c1024) : (i32, i32) -> i32
    %p_a_addr = "llvm.add"(%p_a_base, %p_a_off) : (i32, i32) -> i32
    %p_a = "llvm.inttoptr"(%p_a_addr) : (i32) -> !llvm.ptr<7>
    "nvvm.cp.async.bulk.tensor.shared.cluster.global"(%p_a, %ta, %p_kcol, %row_p, %p_full_slot) <{operandSegmentSizes = array<i32: 1, 1, 2, 1, 0, 0, 0, 0>}> : (!llvm.ptr<7>, !llvm.ptr, i32, i32, !llvm.ptr<3>) -> ()
    %p_b_off = "llvm.mul"(%ps, %c32768) : (i32, i32) -> i32
    %p_b_base = "llvm.add"(%smem_i, %c66560) : (i32, i32) -> i32
    %p_b_addr = "llvm.add"(%p_b_base, %p_b_off) : (i32, i32) -> i32
    %p_b = "llvm.inttoptr"(%p_b_addr) : (i32) -> !llvm.ptr<7>
    "nvvm.cp.async.bulk.tensor.shared.cluster.global"(%p_b, %tb, %p_kcol, %col_p, %p_full_slot) <{operandSegmentSizes = array<i32: 1, 1, 2, 1, 0, 0, 0, 0>}> : (!llvm.ptr<7>, !llvm.ptr, i32, i32, !llvm.ptr<3>) -> ()
    %stage_inc_p = "llvm.add"(%ps, %c1) : (i32, i32) -> i32
    %wrap_p = "llvm.icmp"(%stage_inc_p, %c4) <{predicate = 0 : i64}> : (i32, i32) -> i1
    %stage_next_p = "llvm.select"(%wrap_p, %c0, %stage_inc_p) : (i1, i32, i32) -> i32
    %wrap_bit_p = "llvm.zext"(%wrap_p) : (i1) -> i32
    %phase_next_p = "llvm.xor"(%pp, %wrap_bit_p) : (i32, i32) -> i32
    %pk_next = "llvm.add"(%pk, %c1) : (i32, i32) -> i32
    %p_again = "llvm.icmp"(%pk_next, %trips) <{predicate = 6 : i64}> : (i32, i32) -> i1
    "llvm.cond_br"(%p_again, %pk_next, %stage_next_p, %phase_next_p, %stage_next_p, %phase_next_p)[^p_k, ^p_tile_end] <{loop_annotation = #nounroll, operandSegmentSizes = array<i32: 1, 3, 2>}> : (i1, i32, i32, i32, i32, i32) -> ()
  ^p_tile_end(%ps1: i32, %pp1: i32):
    %pt_next = "llvm.add"(%pt, %ctas) : (i32, i32) -> i32
    "llvm.br"(%pt_next, %ps1, %pp1)[^p_tile_head] <{loop_annotation = #nounroll}> : (i32, i32, i32) -> ()

  // ---- Consumer warp groups: 64 rows of the tile each.
  ^consumer:
    "nvvm.setmaxregister"() <{action = #nvvm<action increase>, regCount = 232 : i32}> : () -> ()
    %cg = "llvm.sub"(%wg, %c1) : (i32, i32) -> i32
    %tid_wg = "llvm.and"(%tid, %c127) : (i32, i32) -> i32
    %lane = "llvm.and"(%tid, %c31) : (i32, i32) -> i32
    %is_leader = "llvm.icmp"(%tid_wg, %c0) <{predicate = 0 : i64}> : (i32, i32) -> i1
    // Descriptors of stage 0: K-major, 128-byte swizzle, 1024 bytes between groups of 8 rows.
    %a_wg = "llvm.mul"(%cg, %c8192) : (i32, i32) -> i32
    %a_base = "llvm.add"(%smem_i, %c1024) : (i32, i32) -> i32
    %a_rows = "llvm.add"(%a_base, %a_wg) : (i32, i32) -> i32
    %b_base = "llvm.add"(%smem_i, %c66560) : (i32, i32) -> i32
    %desc_a0_lo = "llvm.and"(%a_rows, %c262143) : (i32, i32) -> i32
    %desc_a0_enc = "llvm.lshr"(%desc_a0_lo, %c4) : (i32, i32) -> i32
    %desc_a0_z = "llvm.zext"(%desc_a0_enc) : (i32) -> i64
    %desc_a0 = "llvm.or"(%desc_a0_z, %desc_bits) : (i64, i64) -> i64
    %desc_b0_lo = "llvm.and"(%b_base, %c262143) : (i32, i32) -> i32
    %desc_b0_enc = "llvm.lshr"(%desc_b0_lo, %c4) : (i32, i32) -> i32
    %desc_b0_z = "llvm.zext"(%desc_b0_enc) : (i32) -> i64
    %desc_b0 = "llvm.or"(%desc_b0_z, %desc_bits) : (i64, i64) -> i64
    // Staging tile of this warp group: two 64x64 halves, 128-byte swizzle; the address of each 16x16 block that this lane stores.
    %c_wg = "llvm.mul"(%cg, %c16384) : (i32, i32) -> i32
    %c_base = "llvm.add"(%smem_i, %c197632) : (i32, i32) -> i32
    %c_stage = "llvm.add"(%c_base, %c_wg) : (i32, i32) -> i32
    %warp_wg = "llvm.and"(%warp, %c3) : (i32, i32) -> i32
    %row16 = "llvm.shl"(%warp_wg, %c4) : (i32, i32) -> i32
    %l15 = "llvm.and"(%lane, %c15) : (i32, i32) -> i32
    %c_row = "llvm.add"(%row16, %l15) : (i32, i32) -> i32
    %c_row_bytes = "llvm.shl"(%c_row, %c7) : (i32, i32) -> i32
    %c_row_addr = "llvm.add"(%c_stage, %c_row_bytes) : (i32, i32) -> i32
    %half = "llvm.lshr"(%lane, %c4) : (i32, i32) -> i32
    %l7 = "llvm.and"(%lane, %c7) : (i32, i32) -> i32
    %chunk_sw = "llvm.xor"(%half, %l7) : (i32, i32) -> i32
    %chunk_bytes = "llvm.shl"(%chunk_sw, %c4) : (i32, i32) -> i32
    %c_addr = "llvm.add"(%c_row_addr, %chunk_bytes) : (i32, i32) -> i32
    %chunk = "llvm.add"(%half, %c2) : (i32, i32) -> i32
    %chunk_sw_1 = "llvm.xor"(%chunk, %l7) : (i32, i32) -> i32
    %chunk_bytes_1 = "llvm.shl"(%chunk_sw_1, %c4) : (i32, i32) -> i32
    %c_addr_1 = "llvm.add"(%c_row_addr, %chunk_bytes_1) : (i32, i32) -> i32
    %chunk_1 = "llvm.add"(%half, %c4) : (i32, i32) -> i32
    %chunk_sw_2 = "llvm.xor"(%chunk_1, %l7) : (i32, i32) -> i32
    %chunk_bytes_2 = "llvm.shl"(%chunk_sw_2, %c4) : (i32, i32) -> i32
    %c_addr_2 = "llvm.add"(%c_row_addr, %chunk_bytes_2) : (i32, i32) -> i32
    %chunk_2 = "llvm.add"(%half, %c6) : (i32, i32) -> i32
    %chunk_sw_3 = "llvm.xor"(%chunk_2, %l7) : (i32, i32) -> i32
    %chunk_bytes_3 = "llvm.shl"(%chunk_sw_3, %c4) : (i32, i32) -> i32
    %c_addr_3 = "llvm.add"(%c_row_addr, %chunk_bytes_3) : (i32, i32) -> i32
    %zero = "llvm.mlir.zero"() : () -> !acc
    "llvm.br"(%cta, %c0, %c0)[^c_tile_head] : (i32, i32, i32) -> ()
  ^c_tile_head(%ct: i32, %cs0: i32, %cp0: i32):
    %c_more = "llvm.icmp"(%ct, %tiles) <{predicate = 6 : i64}> : (i32, i32) -> i1
    "llvm.cond_br"(%c_more)[^c_tile, ^c_done] <{operandSegmentSizes = array<i32: 1, 0, 0>}> : (i1) -> ()
  ^c_tile:
    // Grouped order: 8 rows of tiles are walked column by column; the last group may be shorter.
    %grp_c = "llvm.udiv"(%ct, %per_group) : (i32, i32) -> i32
    %first_c = "llvm.mul"(%grp_c, %c8) : (i32, i32) -> i32
    %left_c = "llvm.sub"(%tiles_m, %first_c) : (i32, i32) -> i32
    %short_c = "llvm.icmp"(%left_c, %c8) <{predicate = 6 : i64}> : (i32, i32) -> i1
    %size_c = "llvm.select"(%short_c, %left_c, %c8) : (i1, i32, i32) -> i32
    %r_c = "llvm.urem"(%ct, %per_group) : (i32, i32) -> i32
    %mi_c = "llvm.urem"(%r_c, %size_c) : (i32, i32) -> i32
    %mt_c = "llvm.add"(%first_c, %mi_c) : (i32, i32) -> i32
    %nt_c = "llvm.udiv"(%r_c, %size_c) : (i32, i32) -> i32
    %row_c = "llvm.mul"(%mt_c, %c128) : (i32, i32) -> i32
    %col_c = "llvm.mul"(%nt_c, %c256) : (i32, i32) -> i32
    %c_any = "llvm.icmp"(%trips, %c0) <{predicate = 1 : i64}> : (i32, i32) -> i1
    "llvm.cond_br"(%c_any, %c0, %cs0, %cp0, %c0, %zero, %cs0, %cp0, %zero)[^c_k, ^epilogue] <{operandSegmentSizes = array<i32: 1, 5, 3>}> : (i1, i32, i32, i32, i32, !acc, i32, i32, !acc) -> ()
  ^c_k(%ck: i32, %cs: i32, %cp: i32, %prev: i32, %acc: !acc):
    %c_full_slot = "llvm.getelementptr"(%smem, %cs) <{elem_type = i64, noWrapFlags = 3 : i32, rawConstantIndices = array<i32: -2147483648>}> : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>
    "llvm.br"()[^c_mma_spin] : () -> ()
  ^c_mma_spin:
    %done_1 = "nvvm.mbarrier.try_wait"(%c_full_slot, %cp) : (!llvm.ptr<3>, i32) -> i1
    "llvm.cond_br"(%done_1)[^c_mma, ^c_mma_spin] <{operandSegmentSizes = array<i32: 1, 0, 0>}> : (i1) -> ()
  ^c_mma:
    %desc_a_step = "llvm.mul"(%cs, %c1024) : (i32, i32) -> i32
    %desc_a_step64 = "llvm.zext"(%desc_a_step) : (i32) -> i64
    %desc_a = "llvm.add"(%desc_a0, %desc_a_step64) : (i64, i64) -> i64
    %desc_b_step = "llvm.mul"(%cs, %c2048) : (i32, i32) -> i32
    %desc_b_step64 = "llvm.zext"(%desc_b_step) : (i32) -> i64
    %desc_b = "llvm.add"(%desc_b0, %desc_b_step64) : (i64, i64) -> i64
    "nvvm.wgmma.fence.aligned"() : () -> ()
    %mma = "nvvm.wgmma.mma_async"(%acc, %desc_a, %desc_b) <{layoutA = #nvvm.mma_layout<row>, layoutB = #nvvm.mma_layout<col>, scaleA = #nvvm.wgmma_scale_in<one>, scaleB = #nvvm.wgmma_scale_in<one>, scaleD = #nvvm.wgmma_scale_out<one>, shape = #nvvm.shape<m = 64, n = 256, k = 16>, typeA = #nvvm.wgmma_type<f16>, typeB = #nvvm.wgmma_type<f16>, typeD = #nvvm.wgmma_type<f32>}> : (!acc, i64, i64) -> !acc
    %desc_a_k = "llvm.add"(%desc_a, %c2_i64) : (i64, i64) -> i64
    %desc_b_k = "llvm.add"(%desc_b, %c2_i64) : (i64, i64) -> i64
    %mma_1 = "nvvm.wgmma.mma_async"(%mma, %desc_a_k, %desc_b_k) <{layoutA = #nvvm.mma_layout<row>, layoutB = #nvvm.mma_layout<col>, scaleA = #nvvm.wgmma_scale_in<one>, scaleB = #nvvm.wgmma_scale_in<one>, scaleD = #nvvm.wgmma_scale_out<one>, shape = #nvvm.shape<m = 64, n = 256, k = 16>, typeA = #nvvm.wgmma_type<f16>, typeB = #nvvm.wgmma_type<f16>, typeD = #nvvm.wgmma_type<f32>}> : (!acc, i64, i64) -> !acc
    %desc_a_k_1 = "llvm.add"(%desc_a, %c4_i64) : (i64, i64) -> i64
    %desc_b_k_1 = "llvm.add"(%desc_b, %c4_i64) : (i64, i64) -> i64
    %mma_2 = "nvvm.wgmma.mma_async"(%mma_1, %desc_a_k_1, %desc_b_k_1) <{layoutA = #nvvm.mma_layout<row>, layoutB = #nvvm.mma_layout<col>, scaleA = #nvvm.wgmma_scale_in<one>, scaleB = #nvvm.wgmma_scale_in<one>, scaleD = #nvvm.wgmma_scale_out<one>, shape = #nvvm.shape<m = 64, n = 256, k = 16>, typeA = #nvvm.wgmma_type<f16>, typeB = #nvvm.wgmma_type<f16>, typeD = #nvvm.wgmma_type<f32>}> : (!acc, i64, i64) -> !acc
    %desc_a_k_2 = "llvm.add"(%desc_a, %c6_i64) : (i64, i64) -> i64
    %desc_b_k_2 = "llvm.add"(%desc_b, %c6_i64) : (i64, i64) -> i64
    %mma_3 = "nvvm.wgmma.mma_async"(%mma_2, %desc_a_k_2, %desc_b_k_2) <{layoutA = #nvvm.mma_layout<row>, layoutB = #nvvm.mma_layout<col>, scaleA = #nvvm.wgmma_scale_in<one>, scaleB = #nvvm.wgmma_scale_in<one>, scaleD = #nvvm.wgmma_scale_out<one>, shape = #nvvm.shape<m = 64, n = 256, k = 16>, typeA = #nvvm.wgmma_type<f16>, typeB = #nvvm.wgmma_type<f16>, typeD = #nvvm.wgmma_type<f32>}> : (!acc, i64, i64) -> !acc
    "nvvm.wgmma.commit.group.sync.aligned"() : () -> ()
    // One group stays in flight: the one before it is complete, so its stage goes back to the producer.
    // The wait takes and returns the accumulators so that nothing that reads them can move above it.
    %d0_0 = "llvm.extractvalue"(%mma_3) <{position = array<i64: 0>}> : (!acc) -> f32
    %d0_1 = "llvm.extractvalue"(%mma_3) <{position = array<i64: 1>}> : (!acc) -> f32
    %d0_2 = "llvm.extractvalue"(%mma_3) <{position = array<i64: 2>}> : (!acc) -> f32
    %d0_3 = "llvm.extractvalue"(%mma_3) <{position = array<i64: 3>}> : (!acc) -> f32
    %d0_4 = "llvm.extractvalue"(%mma_3) <{position = array<i64: 4>}> : (!acc) -> f32
    %d0_5 = "llvm.extractvalue"(%mma_3) <{position = array<i64: 5>}> : (!acc) -> f32
    %d0_6 = "llvm.extractvalue"(%mma_3) <{position = array<i64: 6>}> : (!acc) -> f32
    %d0_7 = "llvm.extractvalue"(%mma_3) <{position = array<i64: 7>}> : (!acc) -> f32
    %d0_8 = "llvm.extractvalue"(%mma_3) <{position = array<i64: 8>}> : (!acc) -> f32
    %d0_9 = "llvm.extractvalue"(%mma_3) <{position = array<i64: 9>}> : (!acc) -> f32
    %d0_10 = "llvm.extractvalue"(%mma_3) <{position = array<i64: 10>}> : (!acc) -> f32
    %d0_11 = "llvm.extractvalue"(%mma_3) <{position = array<i64: 11>}> : (!acc) -> f32
    %d0_12 = "llvm.extractvalue"(%mma_3) <{position = array<i64: 12>}> : (!acc) -> f32
    %d0_13 = "llvm.extractvalue"(%mma_3) <{position = array<i64: 13>}> : (!acc) -> f32
    %d0_14 = "llvm.extractvalue"(%mma_3) <{position = array<i64: 14>}> : (!acc) -> f32
    %d0_15 = "llvm.extractvalue"(%mma_3) <{position = array<i64: 15>}> : (!acc) -> f32
    %d0_16 = "llvm.extractvalue"(%mma_3) <{position = array<i64: 16>}> : (!acc) -> f32
    %d0_17 = "llvm.extractvalue"(%mma_3) <{position = array<i64: 17>}> : (!acc) -> f32
    %d0_18 = "llvm.extractvalue"(%mma_3) <{position = array<i64: 18>}> : (!acc) -> f32
    %d0_19 = "llvm.extractvalue"(%mma_3) <{position = array<i64: 19>}> : (!acc) -> f32
    %d0_20 = "llvm.extractvalue"(%mma_3) <{position = array<i64: 20>}> : (!acc) -> f32
    %d0_21 = "llvm.extractvalue"(%mma_3) <{position = array<i64: 21>}> : (!acc) -> f32
    %d0_22 = "llvm.extractvalue"(%mma_3) <{position = array<i64: 22>}> : (!acc) -> f32
    %d0_23 = "llvm.extractvalue"(%mma_3) <{position = array<i64: 23>}> : (!acc) -> f32
    %d0_24 = "llvm.extractvalue"(%mma_3) <{position = array<i64: 24>}> : (!acc) -> f32
    %d0_25 = "llvm.extractvalue"(%mma_3) <{position = array<i64: 25>}> : (!acc) -> f32
    %d0_26 = "llvm.extractvalue"(%mma_3) <{position = array<i64: 26>}> : (!acc) -> f32
    %d0_27 = "llvm.extractvalue"(%mma_3) <{position = array<i64: 27>}> : (!acc) -> f32
    %d0_28 = "llvm.extractvalue"(%mma_3) <{position = array<i64: 28>}> : (!acc) -> f32
    %d0_29 = "llvm.extractvalue"(%mma_3) <{position = array<i64: 29>}> : (!acc) -> f32
    %d0_30 = "llvm.extractvalue"(%mma_3) <{position = array<i64: 30>}> : (!acc) -> f32
    %d0_31 = "llvm.extractvalue"(%mma_3) <{position = array<i64: 31>}> : (!acc) -> f32
    %d0_32 = "llvm.extractvalue"(%mma_3) <{position = array<i64: 32>}> : (!acc) -> f32
    %d0_33 = "llvm.extractvalue"(%mma_3) <{position = array<i64: 33>}> : (!acc) -> f32
    %d0_34 = "llvm.extractvalue"(%mma_3) <{position = array<i64: 34>}> : (!acc) -> f32
    %d0_35 = "llvm.extractvalue"(%mma_3) <{position = array<i64: 35>}> : (!acc) -> f32
    %d0_36 = "llvm.extractvalue"(%mma_3) <{position = array<i64: 36>}> : (!acc) -> f32
    %d0_37 = "llvm.extractvalue"(%mma_3) <{position = array<i64: 37>}> : (!acc) -> f32
    %d0_38 = "llvm.extractvalue"(%mma_3) <{position = array<i64: 38>}> : (!acc) -> f32
    %d0_39 = "llvm.extractvalue"(%mma_3) <{position = array<i64: 39>}> : (!acc) -> f32
    %d0_40 = "llvm.extractvalue"(%mma_3) <{position = array<i64: 40>}> : (!acc) -> f32
    %d0_41 = "llvm.extractvalue"(%mma_3) <{position = array<i64: 41>}> : (!acc) -> f32
    %d0_42 = "llvm.extractvalue"(%mma_3) <{position = array<i64: 42>}> : (!acc) -> f32
    %d0_43 = "llvm.extractvalue"(%mma_3) <{position = array<i64: 43>}> : (!acc) -> f32
    %d0_44 = "llvm.extractvalue"(%mma_3) <{position = array<i64: 44>}> : (!acc) -> f32
    %d0_45 = "llvm.extractvalue"(%mma_3) <{position = array<i64: 45>}> : (!acc) -> f32
    %d0_46 = "llvm.extractvalue"(%mma_3) <{position = array<i64: 46>}> : (!acc) -> f32
    %d0_47 = "llvm.extractvalue"(%mma_3) <{position = array<i64: 47>}> : (!acc) -> f32
    %d0_48 = "llvm.extractvalue"(%mma_3) <{position = array<i64: 48>}> : (!acc) -> f32
    %d0_49 = "llvm.extractvalue"(%mma_3) <{position = array<i64: 49>}> : (!acc) -> f32
    %d0_50 = "llvm.extractvalue"(%mma_3) <{position = array<i64: 50>}> : (!acc) -> f32
    %d0_51 = "llvm.extractvalue"(%mma_3) <{position = array<i64: 51>}> : (!acc) -> f32
    %d0_52 = "llvm.extractvalue"(%mma_3) <{position = array<i64: 52>}> : (!acc) -> f32
    %d0_53 = "llvm.extractvalue"(%mma_3) <{position = array<i64: 53>}> : (!acc) -> f32
    %d0_54 = "llvm.extractvalue"(%mma_3) <{position = array<i64: 54>}> : (!acc) -> f32
    %d0_55 = "llvm.extractvalue"(%mma_3) <{position = array<i64: 55>}> : (!acc) -> f32
    %d0_56 = "llvm.extractvalue"(%mma_3) <{position = array<i64: 56>}> : (!acc) -> f32
    %d0_57 = "llvm.extractvalue"(%mma_3) <{position = array<i64: 57>}> : (!acc) -> f32
    %d0_58 = "llvm.extractvalue"(%mma_3) <{position = array<i64: 58>}> : (!acc) -> f32
    %d0_59 = "llvm.extractvalue"(%mma_3) <{position = array<i64: 59>}> : (!acc) -> f32
    %d0_60 = "llvm.extractvalue"(%mma_3) <{position = array<i64: 60>}> : (!acc) -> f32
    %d0_61 = "llvm.extractvalue"(%mma_3) <{position = array<i64: 61>}> : (!acc) -> f32
    %d0_62 = "llvm.extractvalue"(%mma_3) <{position = array<i64: 62>}> : (!acc) -> f32
    %d0_63 = "llvm.extractvalue"(%mma_3) <{position = array<i64: 63>}> : (!acc) -> f32
    %d0_64 = "llvm.extractvalue"(%mma_3) <{position = array<i64: 64>}> : (!acc) -> f32
    %d0_65 = "llvm.extractvalue"(%mma_3) <{position = array<i64: 65>}> : (!acc) -> f32
    %d0_66 = "llvm.extractvalue"(%mma_3) <{position = array<i64: 66>}> : (!acc) -> f32
    %d0_67 = "llvm.extractvalue"(%mma_3) <{position = array<i64: 67>}> : (!acc) -> f32
    %d0_68 = "llvm.extractvalue"(%mma_3) <{position = array<i64: 68>}> : (!acc) -> f32
    %d0_69 = "llvm.extractvalue"(%mma_3) <{position = array<i64: 69>}> : (!acc) -> f32
    %d0_70 = "llvm.extractvalue"(%mma_3) <{position = array<i64: 70>}> : (!acc) -> f32
    %d0_71 = "llvm.extractvalue"(%mma_3) <{position = array<i64: 71>}> : (!acc) -> f32
    %d0_72 = "llvm.extractvalue"(%mma_3) <{position = array<i64: 72>}> : (!acc) -> f32
    %d0_73 = "llvm.extractvalue"(%mma_3) <{position = array<i64: 73>}> : (!acc) -> f32
    %d0_74 = "llvm.extractvalue"(%mma_3) <{position = array<i64: 74>}> : (!acc) -> f32
    %d0_75 = "llvm.extractvalue"(%mma_3) <{position = array<i64: 75>}> : (!acc) -> f32
    %d0_76 = "llvm.extractvalue"(%mma_3) <{position = array<i64: 76>}> : (!acc) -> f32
    %d0_77 = "llvm.extractvalue"(%mma_3) <{position = array<i64: 77>}> : (!acc) -> f32
    %d0_78 = "llvm.extractvalue"(%mma_3) <{position = array<i64: 78>}> : (!acc) -> f32
    %d0_79 = "llvm.extractvalue"(%mma_3) <{position = array<i64: 79>}> : (!acc) -> f32
    %d0_80 = "llvm.extractvalue"(%mma_3) <{position = array<i64: 80>}> : (!acc) -> f32
    %d0_81 = "llvm.extractvalue"(%mma_3) <{position = array<i64: 81>}> : (!acc) -> f32
    %d0_82 = "llvm.extractvalue"(%mma_3) <{position = array<i64: 82>}> : (!acc) -> f32
    %d0_83 = "llvm.extractvalue"(%mma_3) <{position = array<i64: 83>}> : (!acc) -> f32
    %d0_84 = "llvm.extractvalue"(%mma_3) <{position = array<i64: 84>}> : (!acc) -> f32
    %d0_85 = "llvm.extractvalue"(%mma_3) <{position = array<i64: 85>}> : (!acc) -> f32
    %d0_86 = "llvm.extractvalue"(%mma_3) <{position = array<i64: 86>}> : (!acc) -> f32
    %d0_87 = "llvm.extractvalue"(%mma_3) <{position = array<i64: 87>}> : (!acc) -> f32
    %d0_88 = "llvm.extractvalue"(%mma_3) <{position = array<i64: 88>}> : (!acc) -> f32
    %d0_89 = "llvm.extractvalue"(%mma_3) <{position = array<i64: 89>}> : (!acc) -> f32
    %d0_90 = "llvm.extractvalue"(%mma_3) <{position = array<i64: 90>}> : (!acc) -> f32
    %d0_91 = "llvm.extractvalue"(%mma_3) <{position = array<i64: 91>}> : (!acc) -> f32
    %d0_92 = "llvm.extractvalue"(%mma_3) <{position = array<i64: 92>}> : (!acc) -> f32
    %d0_93 = "llvm.extractvalue"(%mma_3) <{position = array<i64: 93>}> : (!acc) -> f32
    %d0_94 = "llvm.extractvalue"(%mma_3) <{position = array<i64: 94>}> : (!acc) -> f32
    %d0_95 = "llvm.extractvalue"(%mma_3) <{position = array<i64: 95>}> : (!acc) -> f32
    %d0_96 = "llvm.extractvalue"(%mma_3) <{position = array<i64: 96>}> : (!acc) -> f32
    %d0_97 = "llvm.extractvalue"(%mma_3) <{position = array<i64: 97>}> : (!acc) -> f32
    %d0_98 = "llvm.extractvalue"(%mma_3) <{position = array<i64: 98>}> : (!acc) -> f32
    %d0_99 = "llvm.extractvalue"(%mma_3) <{position = array<i64: 99>}> : (!acc) -> f32
    %d0_100 = "llvm.extractvalue"(%mma_3) <{position = array<i64: 100>}> : (!acc) -> f32
    %d0_101 = "llvm.extractvalue"(%mma_3) <{position = array<i64: 101>}> : (!acc) -> f32
    %d0_102 = "llvm.extractvalue"(%mma_3) <{position = array<i64: 102>}> : (!acc) -> f32
    %d0_103 = "llvm.extractvalue"(%mma_3) <{position = array<i64: 103>}> : (!acc) -> f32
    %d0_104 = "llvm.extractvalue"(%mma_3) <{position = array<i64: 104>}> : (!acc) -> f32
    %d0_105 = "llvm.extractvalue"(%mma_3) <{position = array<i64: 105>}> : (!acc) -> f32
    %d0_106 = "llvm.extractvalue"(%mma_3) <{position = array<i64: 106>}> : (!acc) -> f32
    %d0_107 = "llvm.extractvalue"(%mma_3) <{position = array<i64: 107>}> : (!acc) -> f32
    %d0_108 = "llvm.extractvalue"(%mma_3) <{position = array<i64: 108>}> : (!acc) -> f32
    %d0_109 = "llvm.extractvalue"(%mma_3) <{position = array<i64: 109>}> : (!acc) -> f32
    %d0_110 = "llvm.extractvalue"(%mma_3) <{position = array<i64: 110>}> : (!acc) -> f32
    %d0_111 = "llvm.extractvalue"(%mma_3) <{position = array<i64: 111>}> : (!acc) -> f32
    %d0_112 = "llvm.extractvalue"(%mma_3) <{position = array<i64: 112>}> : (!acc) -> f32
    %d0_113 = "llvm.extractvalue"(%mma_3) <{position = array<i64: 113>}> : (!acc) -> f32
    %d0_114 = "llvm.extractvalue"(%mma_3) <{position = array<i64: 114>}> : (!acc) -> f32
    %d0_115 = "llvm.extractvalue"(%mma_3) <{position = array<i64: 115>}> : (!acc) -> f32
    %d0_116 = "llvm.extractvalue"(%mma_3) <{position = array<i64: 116>}> : (!acc) -> f32
    %d0_117 = "llvm.extractvalue"(%mma_3) <{position = array<i64: 117>}> : (!acc) -> f32
    %d0_118 = "llvm.extractvalue"(%mma_3) <{position = array<i64: 118>}> : (!acc) -> f32
    %d0_119 = "llvm.extractvalue"(%mma_3) <{position = array<i64: 119>}> : (!acc) -> f32
    %d0_120 = "llvm.extractvalue"(%mma_3) <{position = array<i64: 120>}> : (!acc) -> f32
    %d0_121 = "llvm.extractvalue"(%mma_3) <{position = array<i64: 121>}> : (!acc) -> f32
    %d0_122 = "llvm.extractvalue"(%mma_3) <{position = array<i64: 122>}> : (!acc) -> f32
    %d0_123 = "llvm.extractvalue"(%mma_3) <{position = array<i64: 123>}> : (!acc) -> f32
    %d0_124 = "llvm.extractvalue"(%mma_3) <{position = array<i64: 124>}> : (!acc) -> f32
    %d0_125 = "llvm.extractvalue"(%mma_3) <{position = array<i64: 125>}> : (!acc) -> f32
    %d0_126 = "llvm.extractvalue"(%mma_3) <{position = array<i64: 126>}> : (!acc) -> f32
    %d0_127 = "llvm.extractvalue"(%mma_3) <{position = array<i64: 127>}> : (!acc) -> f32
    %acc_w = "llvm.inline_asm"(%d0_0, %d0_1, %d0_2, %d0_3, %d0_4, %d0_5, %d0_6, %d0_7, %d0_8, %d0_9, %d0_10, %d0_11, %d0_12, %d0_13, %d0_14, %d0_15, %d0_16, %d0_17, %d0_18, %d0_19, %d0_20, %d0_21, %d0_22, %d0_23, %d0_24, %d0_25, %d0_26, %d0_27, %d0_28, %d0_29, %d0_30, %d0_31, %d0_32, %d0_33, %d0_34, %d0_35, %d0_36, %d0_37, %d0_38, %d0_39, %d0_40, %d0_41, %d0_42, %d0_43, %d0_44, %d0_45, %d0_46, %d0_47, %d0_48, %d0_49, %d0_50, %d0_51, %d0_52, %d0_53, %d0_54, %d0_55, %d0_56, %d0_57, %d0_58, %d0_59, %d0_60, %d0_61, %d0_62, %d0_63, %d0_64, %d0_65, %d0_66, %d0_67, %d0_68, %d0_69, %d0_70, %d0_71, %d0_72, %d0_73, %d0_74, %d0_75, %d0_76, %d0_77, %d0_78, %d0_79, %d0_80, %d0_81, %d0_82, %d0_83, %d0_84, %d0_85, %d0_86, %d0_87, %d0_88, %d0_89, %d0_90, %d0_91, %d0_92, %d0_93, %d0_94, %d0_95, %d0_96, %d0_97, %d0_98, %d0_99, %d0_100, %d0_101, %d0_102, %d0_103, %d0_104, %d0_105, %d0_106, %d0_107, %d0_108, %d0_109, %d0_110, %d0_111, %d0_112, %d0_113, %d0_114, %d0_115, %d0_116, %d0_117, %d0_118, %d0_119, %d0_120, %d0_121, %d0_122, %d0_123, %d0_124, %d0_125, %d0_126, %d0_127) <{asm_dialect = 0 : i64, asm_string = "wgmma.wait_group.sync.aligned 1;", constraints = "=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25,26,27,28,29,30,31,32,33,34,35,36,37,38,39,40,41,42,43,44,45,46,47,48,49,50,51,52,53,54,55,56,57,58,59,60,61,62,63,64,65,66,67,68,69,70,71,72,73,74,75,76,77,78,79,80,81,82,83,84,85,86,87,88,89,90,91,92,93,94,95,96,97,98,99,100,101,102,103,104,105,106,107,108,109,110,111,112,113,114,115,116,117,118,119,120,121,122,123,124,125,126,127,~{memory}", has_side_effects}> : (f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32) -> !acc
    %not_first = "llvm.icmp"(%ck, %c0) <{predicate = 1 : i64}> : (i32, i32) -> i1
    %release = "llvm.and"(%not_first, %is_leader) : (i1, i1) -> i1
    "llvm.cond_br"(%release)[^c_release, ^c_next] <{operandSegmentSizes = array<i32: 1, 0, 0>}> : (i1) -> ()
  ^c_release:
    %c_empty_slot = "llvm.getelementptr"(%smem, %prev) <{elem_type = i64, noWrapFlags = 3 : i32, rawConstantIndices = array<i32: -2147483648>}> : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>
    %c_empty = "llvm.getelementptr"(%c_empty_slot) <{elem_type = i8, noWrapFlags = 3 : i32, rawConstantIndices = array<i32: 64>}> : (!llvm.ptr<3>) -> !llvm.ptr<3>
    "nvvm.mbarrier.arrive"(%c_empty) : (!llvm.ptr<3>) -> ()
    "llvm.br"()[^c_next] : () -> ()
  ^c_next:
    %stage_inc_c = "llvm.add"(%cs, %c1) : (i32, i32) -> i32
    %wrap_c = "llvm.icmp"(%stage_inc_c, %c4) <{predicate = 0 : i64}> : (i32, i32) -> i1
    %stage_next_c = "llvm.select"(%wrap_c, %c0, %stage_inc_c) : (i1, i32, i32) -> i32
    %wrap_bit_c = "llvm.zext"(%wrap_c) : (i1) -> i32
    %phase_next_c = "llvm.xor"(%cp, %wrap_bit_c) : (i32, i32) -> i32
    %ck_next = "llvm.add"(%ck, %c1) : (i32, i32) -> i32
    %c_again = "llvm.icmp"(%ck_next, %trips) <{predicate = 6 : i64}> : (i32, i32) -> i1
    "llvm.cond_br"(%c_again, %ck_next, %stage_next_c, %phase_next_c, %cs, %acc_w)[^c_k, ^c_drain] <{loop_annotation = #nounroll, operandSegmentSizes = array<i32: 1, 5, 0>}> : (i1, i32, i32, i32, i32, !acc) -> ()
  ^c_drain:
    // The wait takes and returns the accumulators so that nothing that reads them can move above it.
    %d1_0 = "llvm.extractvalue"(%acc_w) <{position = array<i64: 0>}> : (!acc) -> f32
    %d1_1 = "llvm.extractvalue"(%acc_w) <{position = array<i64: 1>}> : (!acc) -> f32
    %d1_2 = "llvm.extractvalue"(%acc_w) <{position = array<i64: 2>}> : (!acc) -> f32
    %d1_3 = "llvm.extractvalue"(%acc_w) <{position = array<i64: 3>}> : (!acc) -> f32
    %d1_4 = "llvm.extractvalue"(%acc_w) <{position = array<i64: 4>}> : (!acc) -> f32
    %d1_5 = "llvm.extractvalue"(%acc_w) <{position = array<i64: 5>}> : (!acc) -> f32
    %d1_6 = "llvm.extractvalue"(%acc_w) <{position = array<i64: 6>}> : (!acc) -> f32
    %d1_7 = "llvm.extractvalue"(%acc_w) <{position = array<i64: 7>}> : (!acc) -> f32
    %d1_8 = "llvm.extractvalue"(%acc_w) <{position = array<i64: 8>}> : (!acc) -> f32
    %d1_9 = "llvm.extractvalue"(%acc_w) <{position = array<i64: 9>}> : (!acc) -> f32
    %d1_10 = "llvm.extractvalue"(%acc_w) <{position = array<i64: 10>}> : (!acc) -> f32
    %d1_11 = "llvm.extractvalue"(%acc_w) <{position = array<i64: 11>}> : (!acc) -> f32
    %d1_12 = "llvm.extractvalue"(%acc_w) <{position = array<i64: 12>}> : (!acc) -> f32
    %d1_13 = "llvm.extractvalue"(%acc_w) <{position = array<i64: 13>}> : (!acc) -> f32
    %d1_14 = "llvm.extractvalue"(%acc_w) <{position = array<i64: 14>}> : (!acc) -> f32
    %d1_15 = "llvm.extractvalue"(%acc_w) <{position = array<i64: 15>}> : (!acc) -> f32
    %d1_16 = "llvm.extractvalue"(%acc_w) <{position = array<i64: 16>}> : (!acc) -> f32
    %d1_17 = "llvm.extractvalue"(%acc_w) <{position = array<i64: 17>}> : (!acc) -> f32
    %d1_18 = "llvm.extractvalue"(%acc_w) <{position = array<i64: 18>}> : (!acc) -> f32
    %d1_19 = "llvm.extractvalue"(%acc_w) <{position = array<i64: 19>}> : (!acc) -> f32
    %d1_20 = "llvm.extractvalue"(%acc_w) <{position = array<i64: 20>}> : (!acc) -> f32
    %d1_21 = "llvm.extractvalue"(%acc_w) <{position = array<i64: 21>}> : (!acc) -> f32
    %d1_22 = "llvm.extractvalue"(%acc_w) <{position = array<i64: 22>}> : (!acc) -> f32
    %d1_23 = "llvm.extractvalue"(%acc_w) <{position = array<i64: 23>}> : (!acc) -> f32
    %d1_24 = "llvm.extractvalue"(%acc_w) <{position = array<i64: 24>}> : (!acc) -> f32
    %d1_25 = "llvm.extractvalue"(%acc_w) <{position = array<i64: 25>}> : (!acc) -> f32
    %d1_26 = "llvm.extractvalue"(%acc_w) <{position = array<i64: 26>}> : (!acc) -> f32
    %d1_27 = "llvm.extractvalue"(%acc_w) <{position = array<i64: 27>}> : (!acc) -> f32
    %d1_28 = "llvm.extractvalue"(%acc_w) <{position = array<i64: 28>}> : (!acc) -> f32
    %d1_29 = "llvm.extractvalue"(%acc_w) <{position = array<i64: 29>}> : (!acc) -> f32
    %d1_30 = "llvm.extractvalue"(%acc_w) <{position = array<i64: 30>}> : (!acc) -> f32
    %d1_31 = "llvm.extractvalue"(%acc_w) <{position = array<i64: 31>}> : (!acc) -> f32
    %d1_32 = "llvm.extractvalue"(%acc_w) <{position = array<i64: 32>}> : (!acc) -> f32
    %d1_33 = "llvm.extractvalue"(%acc_w) <{position = array<i64: 33>}> : (!acc) -> f32
    %d1_34 = "llvm.extractvalue"(%acc_w) <{position = array<i64: 34>}> : (!acc) -> f32
    %d1_35 = "llvm.extractvalue"(%acc_w) <{position = array<i64: 35>}> : (!acc) -> f32
    %d1_36 = "llvm.extractvalue"(%acc_w) <{position = array<i64: 36>}> : (!acc) -> f32
    %d1_37 = "llvm.extractvalue"(%acc_w) <{position = array<i64: 37>}> : (!acc) -> f32
    %d1_38 = "llvm.extractvalue"(%acc_w) <{position = array<i64: 38>}> : (!acc) -> f32
    %d1_39 = "llvm.extractvalue"(%acc_w) <{position = array<i64: 39>}> : (!acc) -> f32
    %d1_40 = "llvm.extractvalue"(%acc_w) <{position = array<i64: 40>}> : (!acc) -> f32
    %d1_41 = "llvm.extractvalue"(%acc_w) <{position = array<i64: 41>}> : (!acc) -> f32
    %d1_42 = "llvm.extractvalue"(%acc_w) <{position = array<i64: 42>}> : (!acc) -> f32
    %d1_43 = "llvm.extractvalue"(%acc_w) <{position = array<i64: 43>}> : (!acc) -> f32
    %d1_44 = "llvm.extractvalue"(%acc_w) <{position = array<i64: 44>}> : (!acc) -> f32
    %d1_45 = "llvm.extractvalue"(%acc_w) <{position = array<i64: 45>}> : (!acc) -> f32
    %d1_46 = "llvm.extractvalue"(%acc_w) <{position = array<i64: 46>}> : (!acc) -> f32
    %d1_47 = "llvm.extractvalue"(%acc_w) <{position = array<i64: 47>}> : (!acc) -> f32
    %d1_48 = "llvm.extractvalue"(%acc_w) <{position = array<i64: 48>}> : (!acc) -> f32
    %d1_49 = "llvm.extractvalue"(%acc_w) <{position = array<i64: 49>}> : (!acc) -> f32
    %d1_50 = "llvm.extractvalue"(%acc_w) <{position = array<i64: 50>}> : (!acc) -> f32
    %d1_51 = "llvm.extractvalue"(%acc_w) <{position = array<i64: 51>}> : (!acc) -> f32
    %d1_52 = "llvm.extractvalue"(%acc_w) <{position = array<i64: 52>}> : (!acc) -> f32
    %d1_53 = "llvm.extractvalue"(%acc_w) <{position = array<i64: 53>}> : (!acc) -> f32
    %d1_54 = "llvm.extractvalue"(%acc_w) <{position = array<i64: 54>}> : (!acc) -> f32
    %d1_55 = "llvm.extractvalue"(%acc_w) <{position = array<i64: 55>}> : (!acc) -> f32
    %d1_56 = "llvm.extractvalue"(%acc_w) <{position = array<i64: 56>}> : (!acc) -> f32
    %d1_57 = "llvm.extractvalue"(%acc_w) <{position = array<i64: 57>}> : (!acc) -> f32
    %d1_58 = "llvm.extractvalue"(%acc_w) <{position = array<i64: 58>}> : (!acc) -> f32
    %d1_59 = "llvm.extractvalue"(%acc_w) <{position = array<i64: 59>}> : (!acc) -> f32
    %d1_60 = "llvm.extractvalue"(%acc_w) <{position = array<i64: 60>}> : (!acc) -> f32
    %d1_61 = "llvm.extractvalue"(%acc_w) <{position = array<i64: 61>}> : (!acc) -> f32
    %d1_62 = "llvm.extractvalue"(%acc_w) <{position = array<i64: 62>}> : (!acc) -> f32
    %d1_63 = "llvm.extractvalue"(%acc_w) <{position = array<i64: 63>}> : (!acc) -> f32
    %d1_64 = "llvm.extractvalue"(%acc_w) <{position = array<i64: 64>}> : (!acc) -> f32
    %d1_65 = "llvm.extractvalue"(%acc_w) <{position = array<i64: 65>}> : (!acc) -> f32
    %d1_66 = "llvm.extractvalue"(%acc_w) <{position = array<i64: 66>}> : (!acc) -> f32
    %d1_67 = "llvm.extractvalue"(%acc_w) <{position = array<i64: 67>}> : (!acc) -> f32
    %d1_68 = "llvm.extractvalue"(%acc_w) <{position = array<i64: 68>}> : (!acc) -> f32
    %d1_69 = "llvm.extractvalue"(%acc_w) <{position = array<i64: 69>}> : (!acc) -> f32
    %d1_70 = "llvm.extractvalue"(%acc_w) <{position = array<i64: 70>}> : (!acc) -> f32
    %d1_71 = "llvm.extractvalue"(%acc_w) <{position = array<i64: 71>}> : (!acc) -> f32
    %d1_72 = "llvm.extractvalue"(%acc_w) <{position = array<i64: 72>}> : (!acc) -> f32
    %d1_73 = "llvm.extractvalue"(%acc_w) <{position = array<i64: 73>}> : (!acc) -> f32
    %d1_74 = "llvm.extractvalue"(%acc_w) <{position = array<i64: 74>}> : (!acc) -> f32
    %d1_75 = "llvm.extractvalue"(%acc_w) <{position = array<i64: 75>}> : (!acc) -> f32
    %d1_76 = "llvm.extractvalue"(%acc_w) <{position = array<i64: 76>}> : (!acc) -> f32
    %d1_77 = "llvm.extractvalue"(%acc_w) <{position = array<i64: 77>}> : (!acc) -> f32
    %d1_78 = "llvm.extractvalue"(%acc_w) <{position = array<i64: 78>}> : (!acc) -> f32
    %d1_79 = "llvm.extractvalue"(%acc_w) <{position = array<i64: 79>}> : (!acc) -> f32
    %d1_80 = "llvm.extractvalue"(%acc_w) <{position = array<i64: 80>}> : (!acc) -> f32
    %d1_81 = "llvm.extractvalue"(%acc_w) <{position = array<i64: 81>}> : (!acc) -> f32
    %d1_82 = "llvm.extractvalue"(%acc_w) <{position = array<i64: 82>}> : (!acc) -> f32
    %d1_83 = "llvm.extractvalue"(%acc_w) <{position = array<i64: 83>}> : (!acc) -> f32
    %d1_84 = "llvm.extractvalue"(%acc_w) <{position = array<i64: 84>}> : (!acc) -> f32
    %d1_85 = "llvm.extractvalue"(%acc_w) <{position = array<i64: 85>}> : (!acc) -> f32
    %d1_86 = "llvm.extractvalue"(%acc_w) <{position = array<i64: 86>}> : (!acc) -> f32
    %d1_87 = "llvm.extractvalue"(%acc_w) <{position = array<i64: 87>}> : (!acc) -> f32
    %d1_88 = "llvm.extractvalue"(%acc_w) <{position = array<i64: 88>}> : (!acc) -> f32
    %d1_89 = "llvm.extractvalue"(%acc_w) <{position = array<i64: 89>}> : (!acc) -> f32
    %d1_90 = "llvm.extractvalue"(%acc_w) <{position = array<i64: 90>}> : (!acc) -> f32
    %d1_91 = "llvm.extractvalue"(%acc_w) <{position = array<i64: 91>}> : (!acc) -> f32
    %d1_92 = "llvm.extractvalue"(%acc_w) <{position = array<i64: 92>}> : (!acc) -> f32
    %d1_93 = "llvm.extractvalue"(%acc_w) <{position = array<i64: 93>}> : (!acc) -> f32
    %d1_94 = "llvm.extractvalue"(%acc_w) <{position = array<i64: 94>}> : (!acc) -> f32
    %d1_95 = "llvm.extractvalue"(%acc_w) <{position = array<i64: 95>}> : (!acc) -> f32
    %d1_96 = "llvm.extractvalue"(%acc_w) <{position = array<i64: 96>}> : (!acc) -> f32
    %d1_97 = "llvm.extractvalue"(%acc_w) <{position = array<i64: 97>}> : (!acc) -> f32
    %d1_98 = "llvm.extractvalue"(%acc_w) <{position = array<i64: 98>}> : (!acc) -> f32
    %d1_99 = "llvm.extractvalue"(%acc_w) <{position = array<i64: 99>}> : (!acc) -> f32
    %d1_100 = "llvm.extractvalue"(%acc_w) <{position = array<i64: 100>}> : (!acc) -> f32
    %d1_101 = "llvm.extractvalue"(%acc_w) <{position = array<i64: 101>}> : (!acc) -> f32
    %d1_102 = "llvm.extractvalue"(%acc_w) <{position = array<i64: 102>}> : (!acc) -> f32
    %d1_103 = "llvm.extractvalue"(%acc_w) <{position = array<i64: 103>}> : (!acc) -> f32
    %d1_104 = "llvm.extractvalue"(%acc_w) <{position = array<i64: 104>}> : (!acc) -> f32
    %d1_105 = "llvm.extractvalue"(%acc_w) <{position = array<i64: 105>}> : (!acc) -> f32
    %d1_106 = "llvm.extractvalue"(%acc_w) <{position = array<i64: 106>}> : (!acc) -> f32
    %d1_107 = "llvm.extractvalue"(%acc_w) <{position = array<i64: 107>}> : (!acc) -> f32
    %d1_108 = "llvm.extractvalue"(%acc_w) <{position = array<i64: 108>}> : (!acc) -> f32
    %d1_109 = "llvm.extractvalue"(%acc_w) <{position = array<i64: 109>}> : (!acc) -> f32
    %d1_110 = "llvm.extractvalue"(%acc_w) <{position = array<i64: 110>}> : (!acc) -> f32
    %d1_111 = "llvm.extractvalue"(%acc_w) <{position = array<i64: 111>}> : (!acc) -> f32
    %d1_112 = "llvm.extractvalue"(%acc_w) <{position = array<i64: 112>}> : (!acc) -> f32
    %d1_113 = "llvm.extractvalue"(%acc_w) <{position = array<i64: 113>}> : (!acc) -> f32
    %d1_114 = "llvm.extractvalue"(%acc_w) <{position = array<i64: 114>}> : (!acc) -> f32
    %d1_115 = "llvm.extractvalue"(%acc_w) <{position = array<i64: 115>}> : (!acc) -> f32
    %d1_116 = "llvm.extractvalue"(%acc_w) <{position = array<i64: 116>}> : (!acc) -> f32
    %d1_117 = "llvm.extractvalue"(%acc_w) <{position = array<i64: 117>}> : (!acc) -> f32
    %d1_118 = "llvm.extractvalue"(%acc_w) <{position = array<i64: 118>}> : (!acc) -> f32
    %d1_119 = "llvm.extractvalue"(%acc_w) <{position = array<i64: 119>}> : (!acc) -> f32
    %d1_120 = "llvm.extractvalue"(%acc_w) <{position = array<i64: 120>}> : (!acc) -> f32
    %d1_121 = "llvm.extractvalue"(%acc_w) <{position = array<i64: 121>}> : (!acc) -> f32
    %d1_122 = "llvm.extractvalue"(%acc_w) <{position = array<i64: 122>}> : (!acc) -> f32
    %d1_123 = "llvm.extractvalue"(%acc_w) <{position = array<i64: 123>}> : (!acc) -> f32
    %d1_124 = "llvm.extractvalue"(%acc_w) <{position = array<i64: 124>}> : (!acc) -> f32
    %d1_125 = "llvm.extractvalue"(%acc_w) <{position = array<i64: 125>}> : (!acc) -> f32
    %d1_126 = "llvm.extractvalue"(%acc_w) <{position = array<i64: 126>}> : (!acc) -> f32
    %d1_127 = "llvm.extractvalue"(%acc_w) <{position = array<i64: 127>}> : (!acc) -> f32
    %acc_w_1 = "llvm.inline_asm"(%d1_0, %d1_1, %d1_2, %d1_3, %d1_4, %d1_5, %d1_6, %d1_7, %d1_8, %d1_9, %d1_10, %d1_11, %d1_12, %d1_13, %d1_14, %d1_15, %d1_16, %d1_17, %d1_18, %d1_19, %d1_20, %d1_21, %d1_22, %d1_23, %d1_24, %d1_25, %d1_26, %d1_27, %d1_28, %d1_29, %d1_30, %d1_31, %d1_32, %d1_33, %d1_34, %d1_35, %d1_36, %d1_37, %d1_38, %d1_39, %d1_40, %d1_41, %d1_42, %d1_43, %d1_44, %d1_45, %d1_46, %d1_47, %d1_48, %d1_49, %d1_50, %d1_51, %d1_52, %d1_53, %d1_54, %d1_55, %d1_56, %d1_57, %d1_58, %d1_59, %d1_60, %d1_61, %d1_62, %d1_63, %d1_64, %d1_65, %d1_66, %d1_67, %d1_68, %d1_69, %d1_70, %d1_71, %d1_72, %d1_73, %d1_74, %d1_75, %d1_76, %d1_77, %d1_78, %d1_79, %d1_80, %d1_81, %d1_82, %d1_83, %d1_84, %d1_85, %d1_86, %d1_87, %d1_88, %d1_89, %d1_90, %d1_91, %d1_92, %d1_93, %d1_94, %d1_95, %d1_96, %d1_97, %d1_98, %d1_99, %d1_100, %d1_101, %d1_102, %d1_103, %d1_104, %d1_105, %d1_106, %d1_107, %d1_108, %d1_109, %d1_110, %d1_111, %d1_112, %d1_113, %d1_114, %d1_115, %d1_116, %d1_117, %d1_118, %d1_119, %d1_120, %d1_121, %d1_122, %d1_123, %d1_124, %d1_125, %d1_126, %d1_127) <{asm_dialect = 0 : i64, asm_string = "wgmma.wait_group.sync.aligned 0;", constraints = "=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25,26,27,28,29,30,31,32,33,34,35,36,37,38,39,40,41,42,43,44,45,46,47,48,49,50,51,52,53,54,55,56,57,58,59,60,61,62,63,64,65,66,67,68,69,70,71,72,73,74,75,76,77,78,79,80,81,82,83,84,85,86,87,88,89,90,91,92,93,94,95,96,97,98,99,100,101,102,103,104,105,106,107,108,109,110,111,112,113,114,115,116,117,118,119,120,121,122,123,124,125,126,127,~{memory}", has_side_effects}> : (f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32) -> !acc
    "llvm.cond_br"(%is_leader, %stage_next_c, %phase_next_c, %acc_w_1)[^c_release_last, ^epilogue] <{operandSegmentSizes = array<i32: 1, 0, 3>}> : (i1, i32, i32, !acc) -> ()
  ^c_release_last:
    %c_empty_slot_1 = "llvm.getelementptr"(%smem, %cs) <{elem_type = i64, noWrapFlags = 3 : i32, rawConstantIndices = array<i32: -2147483648>}> : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>
    %c_empty_1 = "llvm.getelementptr"(%c_empty_slot_1) <{elem_type = i8, noWrapFlags = 3 : i32, rawConstantIndices = array<i32: 64>}> : (!llvm.ptr<3>) -> !llvm.ptr<3>
    "nvvm.mbarrier.arrive"(%c_empty_1) : (!llvm.ptr<3>) -> ()
    "llvm.br"(%stage_next_c, %phase_next_c, %acc_w_1)[^epilogue] : (i32, i32, !acc) -> ()
  ^epilogue(%cs1: i32, %cp1: i32, %out: !acc):
    %d2_0 = "llvm.extractvalue"(%out) <{position = array<i64: 0>}> : (!acc) -> f32
    %d2_1 = "llvm.extractvalue"(%out) <{position = array<i64: 1>}> : (!acc) -> f32
    %d2_2 = "llvm.extractvalue"(%out) <{position = array<i64: 2>}> : (!acc) -> f32
    %d2_3 = "llvm.extractvalue"(%out) <{position = array<i64: 3>}> : (!acc) -> f32
    %d2_4 = "llvm.extractvalue"(%out) <{position = array<i64: 4>}> : (!acc) -> f32
    %d2_5 = "llvm.extractvalue"(%out) <{position = array<i64: 5>}> : (!acc) -> f32
    %d2_6 = "llvm.extractvalue"(%out) <{position = array<i64: 6>}> : (!acc) -> f32
    %d2_7 = "llvm.extractvalue"(%out) <{position = array<i64: 7>}> : (!acc) -> f32
    %d2_8 = "llvm.extractvalue"(%out) <{position = array<i64: 8>}> : (!acc) -> f32
    %d2_9 = "llvm.extractvalue"(%out) <{position = array<i64: 9>}> : (!acc) -> f32
    %d2_10 = "llvm.extractvalue"(%out) <{position = array<i64: 10>}> : (!acc) -> f32
    %d2_11 = "llvm.extractvalue"(%out) <{position = array<i64: 11>}> : (!acc) -> f32
    %d2_12 = "llvm.extractvalue"(%out) <{position = array<i64: 12>}> : (!acc) -> f32
    %d2_13 = "llvm.extractvalue"(%out) <{position = array<i64: 13>}> : (!acc) -> f32
    %d2_14 = "llvm.extractvalue"(%out) <{position = array<i64: 14>}> : (!acc) -> f32
    %d2_15 = "llvm.extractvalue"(%out) <{position = array<i64: 15>}> : (!acc) -> f32
    %d2_16 = "llvm.extractvalue"(%out) <{position = array<i64: 16>}> : (!acc) -> f32
    %d2_17 = "llvm.extractvalue"(%out) <{position = array<i64: 17>}> : (!acc) -> f32
    %d2_18 = "llvm.extractvalue"(%out) <{position = array<i64: 18>}> : (!acc) -> f32
    %d2_19 = "llvm.extractvalue"(%out) <{position = array<i64: 19>}> : (!acc) -> f32
    %d2_20 = "llvm.extractvalue"(%out) <{position = array<i64: 20>}> : (!acc) -> f32
    %d2_21 = "llvm.extractvalue"(%out) <{position = array<i64: 21>}> : (!acc) -> f32
    %d2_22 = "llvm.extractvalue"(%out) <{position = array<i64: 22>}> : (!acc) -> f32
    %d2_23 = "llvm.extractvalue"(%out) <{position = array<i64: 23>}> : (!acc) -> f32
    %d2_24 = "llvm.extractvalue"(%out) <{position = array<i64: 24>}> : (!acc) -> f32
    %d2_25 = "llvm.extractvalue"(%out) <{position = array<i64: 25>}> : (!acc) -> f32
    %d2_26 = "llvm.extractvalue"(%out) <{position = array<i64: 26>}> : (!acc) -> f32
    %d2_27 = "llvm.extractvalue"(%out) <{position = array<i64: 27>}> : (!acc) -> f32
    %d2_28 = "llvm.extractvalue"(%out) <{position = array<i64: 28>}> : (!acc) -> f32
    %d2_29 = "llvm.extractvalue"(%out) <{position = array<i64: 29>}> : (!acc) -> f32
    %d2_30 = "llvm.extractvalue"(%out) <{position = array<i64: 30>}> : (!acc) -> f32
    %d2_31 = "llvm.extractvalue"(%out) <{position = array<i64: 31>}> : (!acc) -> f32
    %d2_32 = "llvm.extractvalue"(%out) <{position = array<i64: 32>}> : (!acc) -> f32
    %d2_33 = "llvm.extractvalue"(%out) <{position = array<i64: 33>}> : (!acc) -> f32
    %d2_34 = "llvm.extractvalue"(%out) <{position = array<i64: 34>}> : (!acc) -> f32
    %d2_35 = "llvm.extractvalue"(%out) <{position = array<i64: 35>}> : (!acc) -> f32
    %d2_36 = "llvm.extractvalue"(%out) <{position = array<i64: 36>}> : (!acc) -> f32
    %d2_37 = "llvm.extractvalue"(%out) <{position = array<i64: 37>}> : (!acc) -> f32
    %d2_38 = "llvm.extractvalue"(%out) <{position = array<i64: 38>}> : (!acc) -> f32
    %d2_39 = "llvm.extractvalue"(%out) <{position = array<i64: 39>}> : (!acc) -> f32
    %d2_40 = "llvm.extractvalue"(%out) <{position = array<i64: 40>}> : (!acc) -> f32
    %d2_41 = "llvm.extractvalue"(%out) <{position = array<i64: 41>}> : (!acc) -> f32
    %d2_42 = "llvm.extractvalue"(%out) <{position = array<i64: 42>}> : (!acc) -> f32
    %d2_43 = "llvm.extractvalue"(%out) <{position = array<i64: 43>}> : (!acc) -> f32
    %d2_44 = "llvm.extractvalue"(%out) <{position = array<i64: 44>}> : (!acc) -> f32
    %d2_45 = "llvm.extractvalue"(%out) <{position = array<i64: 45>}> : (!acc) -> f32
    %d2_46 = "llvm.extractvalue"(%out) <{position = array<i64: 46>}> : (!acc) -> f32
    %d2_47 = "llvm.extractvalue"(%out) <{position = array<i64: 47>}> : (!acc) -> f32
    %d2_48 = "llvm.extractvalue"(%out) <{position = array<i64: 48>}> : (!acc) -> f32
    %d2_49 = "llvm.extractvalue"(%out) <{position = array<i64: 49>}> : (!acc) -> f32
    %d2_50 = "llvm.extractvalue"(%out) <{position = array<i64: 50>}> : (!acc) -> f32
    %d2_51 = "llvm.extractvalue"(%out) <{position = array<i64: 51>}> : (!acc) -> f32
    %d2_52 = "llvm.extractvalue"(%out) <{position = array<i64: 52>}> : (!acc) -> f32
    %d2_53 = "llvm.extractvalue"(%out) <{position = array<i64: 53>}> : (!acc) -> f32
    %d2_54 = "llvm.extractvalue"(%out) <{position = array<i64: 54>}> : (!acc) -> f32
    %d2_55 = "llvm.extractvalue"(%out) <{position = array<i64: 55>}> : (!acc) -> f32
    %d2_56 = "llvm.extractvalue"(%out) <{position = array<i64: 56>}> : (!acc) -> f32
    %d2_57 = "llvm.extractvalue"(%out) <{position = array<i64: 57>}> : (!acc) -> f32
    %d2_58 = "llvm.extractvalue"(%out) <{position = array<i64: 58>}> : (!acc) -> f32
    %d2_59 = "llvm.extractvalue"(%out) <{position = array<i64: 59>}> : (!acc) -> f32
    %d2_60 = "llvm.extractvalue"(%out) <{position = array<i64: 60>}> : (!acc) -> f32
    %d2_61 = "llvm.extractvalue"(%out) <{position = array<i64: 61>}> : (!acc) -> f32
    %d2_62 = "llvm.extractvalue"(%out) <{position = array<i64: 62>}> : (!acc) -> f32
    %d2_63 = "llvm.extractvalue"(%out) <{position = array<i64: 63>}> : (!acc) -> f32
    %d2_64 = "llvm.extractvalue"(%out) <{position = array<i64: 64>}> : (!acc) -> f32
    %d2_65 = "llvm.extractvalue"(%out) <{position = array<i64: 65>}> : (!acc) -> f32
    %d2_66 = "llvm.extractvalue"(%out) <{position = array<i64: 66>}> : (!acc) -> f32
    %d2_67 = "llvm.extractvalue"(%out) <{position = array<i64: 67>}> : (!acc) -> f32
    %d2_68 = "llvm.extractvalue"(%out) <{position = array<i64: 68>}> : (!acc) -> f32
    %d2_69 = "llvm.extractvalue"(%out) <{position = array<i64: 69>}> : (!acc) -> f32
    %d2_70 = "llvm.extractvalue"(%out) <{position = array<i64: 70>}> : (!acc) -> f32
    %d2_71 = "llvm.extractvalue"(%out) <{position = array<i64: 71>}> : (!acc) -> f32
    %d2_72 = "llvm.extractvalue"(%out) <{position = array<i64: 72>}> : (!acc) -> f32
    %d2_73 = "llvm.extractvalue"(%out) <{position = array<i64: 73>}> : (!acc) -> f32
    %d2_74 = "llvm.extractvalue"(%out) <{position = array<i64: 74>}> : (!acc) -> f32
    %d2_75 = "llvm.extractvalue"(%out) <{position = array<i64: 75>}> : (!acc) -> f32
    %d2_76 = "llvm.extractvalue"(%out) <{position = array<i64: 76>}> : (!acc) -> f32
    %d2_77 = "llvm.extractvalue"(%out) <{position = array<i64: 77>}> : (!acc) -> f32
    %d2_78 = "llvm.extractvalue"(%out) <{position = array<i64: 78>}> : (!acc) -> f32
    %d2_79 = "llvm.extractvalue"(%out) <{position = array<i64: 79>}> : (!acc) -> f32
    %d2_80 = "llvm.extractvalue"(%out) <{position = array<i64: 80>}> : (!acc) -> f32
    %d2_81 = "llvm.extractvalue"(%out) <{position = array<i64: 81>}> : (!acc) -> f32
    %d2_82 = "llvm.extractvalue"(%out) <{position = array<i64: 82>}> : (!acc) -> f32
    %d2_83 = "llvm.extractvalue"(%out) <{position = array<i64: 83>}> : (!acc) -> f32
    %d2_84 = "llvm.extractvalue"(%out) <{position = array<i64: 84>}> : (!acc) -> f32
    %d2_85 = "llvm.extractvalue"(%out) <{position = array<i64: 85>}> : (!acc) -> f32
    %d2_86 = "llvm.extractvalue"(%out) <{position = array<i64: 86>}> : (!acc) -> f32
    %d2_87 = "llvm.extractvalue"(%out) <{position = array<i64: 87>}> : (!acc) -> f32
    %d2_88 = "llvm.extractvalue"(%out) <{position = array<i64: 88>}> : (!acc) -> f32
    %d2_89 = "llvm.extractvalue"(%out) <{position = array<i64: 89>}> : (!acc) -> f32
    %d2_90 = "llvm.extractvalue"(%out) <{position = array<i64: 90>}> : (!acc) -> f32
    %d2_91 = "llvm.extractvalue"(%out) <{position = array<i64: 91>}> : (!acc) -> f32
    %d2_92 = "llvm.extractvalue"(%out) <{position = array<i64: 92>}> : (!acc) -> f32
    %d2_93 = "llvm.extractvalue"(%out) <{position = array<i64: 93>}> : (!acc) -> f32
    %d2_94 = "llvm.extractvalue"(%out) <{position = array<i64: 94>}> : (!acc) -> f32
    %d2_95 = "llvm.extractvalue"(%out) <{position = array<i64: 95>}> : (!acc) -> f32
    %d2_96 = "llvm.extractvalue"(%out) <{position = array<i64: 96>}> : (!acc) -> f32
    %d2_97 = "llvm.extractvalue"(%out) <{position = array<i64: 97>}> : (!acc) -> f32
    %d2_98 = "llvm.extractvalue"(%out) <{position = array<i64: 98>}> : (!acc) -> f32
    %d2_99 = "llvm.extractvalue"(%out) <{position = array<i64: 99>}> : (!acc) -> f32
    %d2_100 = "llvm.extractvalue"(%out) <{position = array<i64: 100>}> : (!acc) -> f32
    %d2_101 = "llvm.extractvalue"(%out) <{position = array<i64: 101>}> : (!acc) -> f32
    %d2_102 = "llvm.extractvalue"(%out) <{position = array<i64: 102>}> : (!acc) -> f32
    %d2_103 = "llvm.extractvalue"(%out) <{position = array<i64: 103>}> : (!acc) -> f32
    %d2_104 = "llvm.extractvalue"(%out) <{position = array<i64: 104>}> : (!acc) -> f32
    %d2_105 = "llvm.extractvalue"(%out) <{position = array<i64: 105>}> : (!acc) -> f32
    %d2_106 = "llvm.extractvalue"(%out) <{position = array<i64: 106>}> : (!acc) -> f32
    %d2_107 = "llvm.extractvalue"(%out) <{position = array<i64: 107>}> : (!acc) -> f32
    %d2_108 = "llvm.extractvalue"(%out) <{position = array<i64: 108>}> : (!acc) -> f32
    %d2_109 = "llvm.extractvalue"(%out) <{position = array<i64: 109>}> : (!acc) -> f32
    %d2_110 = "llvm.extractvalue"(%out) <{position = array<i64: 110>}> : (!acc) -> f32
    %d2_111 = "llvm.extractvalue"(%out) <{position = array<i64: 111>}> : (!acc) -> f32
    %d2_112 = "llvm.extractvalue"(%out) <{position = array<i64: 112>}> : (!acc) -> f32
    %d2_113 = "llvm.extractvalue"(%out) <{position = array<i64: 113>}> : (!acc) -> f32
    %d2_114 = "llvm.extractvalue"(%out) <{position = array<i64: 114>}> : (!acc) -> f32
    %d2_115 = "llvm.extractvalue"(%out) <{position = array<i64: 115>}> : (!acc) -> f32
    %d2_116 = "llvm.extractvalue"(%out) <{position = array<i64: 116>}> : (!acc) -> f32
    %d2_117 = "llvm.extractvalue"(%out) <{position = array<i64: 117>}> : (!acc) -> f32
    %d2_118 = "llvm.extractvalue"(%out) <{position = array<i64: 118>}> : (!acc) -> f32
    %d2_119 = "llvm.extractvalue"(%out) <{position = array<i64: 119>}> : (!acc) -> f32
    %d2_120 = "llvm.extractvalue"(%out) <{position = array<i64: 120>}> : (!acc) -> f32
    %d2_121 = "llvm.extractvalue"(%out) <{position = array<i64: 121>}> : (!acc) -> f32
    %d2_122 = "llvm.extractvalue"(%out) <{position = array<i64: 122>}> : (!acc) -> f32
    %d2_123 = "llvm.extractvalue"(%out) <{position = array<i64: 123>}> : (!acc) -> f32
    %d2_124 = "llvm.extractvalue"(%out) <{position = array<i64: 124>}> : (!acc) -> f32
    %d2_125 = "llvm.extractvalue"(%out) <{position = array<i64: 125>}> : (!acc) -> f32
    %d2_126 = "llvm.extractvalue"(%out) <{position = array<i64: 126>}> : (!acc) -> f32
    %d2_127 = "llvm.extractvalue"(%out) <{position = array<i64: 127>}> : (!acc) -> f32
    %c_rows_wg = "llvm.mul"(%cg, %c64) : (i32, i32) -> i32
    %c_row0 = "llvm.add"(%row_c, %c_rows_wg) : (i32, i32) -> i32
    // Columns 0..127: the store before must have read the staging tile.
    "nvvm.cp.async.bulk.wait_group"() <{group = 0 : i32, read}> : () -> ()
    "nvvm.barrier"(%wg, %c128) <{operandSegmentSizes = array<i32: 1, 1, 0>}> : (i32, i32) -> ()
    %h = "nvvm.convert.f32x2.to.f16x2"(%d2_1, %d2_0) <{rnd = #nvvm.fp_rnd_mode<rn>}> : (f32, f32) -> vector<2xf16>
    %hb = "llvm.bitcast"(%h) : (vector<2xf16>) -> i32
    %h_1 = "nvvm.convert.f32x2.to.f16x2"(%d2_3, %d2_2) <{rnd = #nvvm.fp_rnd_mode<rn>}> : (f32, f32) -> vector<2xf16>
    %hb_1 = "llvm.bitcast"(%h_1) : (vector<2xf16>) -> i32
    %h_2 = "nvvm.convert.f32x2.to.f16x2"(%d2_5, %d2_4) <{rnd = #nvvm.fp_rnd_mode<rn>}> : (f32, f32) -> vector<2xf16>
    %hb_2 = "llvm.bitcast"(%h_2) : (vector<2xf16>) -> i32
    %h_3 = "nvvm.convert.f32x2.to.f16x2"(%d2_7, %d2_6) <{rnd = #nvvm.fp_rnd_mode<rn>}> : (f32, f32) -> vector<2xf16>
    %hb_3 = "llvm.bitcast"(%h_3) : (vector<2xf16>) -> i32
    %c_ptr = "llvm.inttoptr"(%c_addr) : (i32) -> !llvm.ptr<3>
    "nvvm.stmatrix"(%c_ptr, %hb, %hb_1, %hb_2, %hb_3) <{eltType = #nvvm.ld_st_matrix_elt_type<b16>, layout = #nvvm.mma_layout<row>, shape = #nvvm.ld_st_matrix_shape<m = 8, n = 8>}> : (!llvm.ptr<3>, i32, i32, i32, i32) -> ()
    %h_4 = "nvvm.convert.f32x2.to.f16x2"(%d2_9, %d2_8) <{rnd = #nvvm.fp_rnd_mode<rn>}> : (f32, f32) -> vector<2xf16>
    %hb_4 = "llvm.bitcast"(%h_4) : (vector<2xf16>) -> i32
    %h_5 = "nvvm.convert.f32x2.to.f16x2"(%d2_11, %d2_10) <{rnd = #nvvm.fp_rnd_mode<rn>}> : (f32, f32) -> vector<2xf16>
    %hb_5 = "llvm.bitcast"(%h_5) : (vector<2xf16>) -> i32
    %h_6 = "nvvm.convert.f32x2.to.f16x2"(%d2_13, %d2_12) <{rnd = #nvvm.fp_rnd_mode<rn>}> : (f32, f32) -> vector<2xf16>
    %hb_6 = "llvm.bitcast"(%h_6) : (vector<2xf16>) -> i32
    %h_7 = "nvvm.convert.f32x2.to.f16x2"(%d2_15, %d2_14) <{rnd = #nvvm.fp_rnd_mode<rn>}> : (f32, f32) -> vector<2xf16>
    %hb_7 = "llvm.bitcast"(%h_7) : (vector<2xf16>) -> i32
    %c_ptr_1 = "llvm.inttoptr"(%c_addr_1) : (i32) -> !llvm.ptr<3>
    "nvvm.stmatrix"(%c_ptr_1, %hb_4, %hb_5, %hb_6, %hb_7) <{eltType = #nvvm.ld_st_matrix_elt_type<b16>, layout = #nvvm.mma_layout<row>, shape = #nvvm.ld_st_matrix_shape<m = 8, n = 8>}> : (!llvm.ptr<3>, i32, i32, i32, i32) -> ()
    %h_8 = "nvvm.convert.f32x2.to.f16x2"(%d2_17, %d2_16) <{rnd = #nvvm.fp_rnd_mode<rn>}> : (f32, f32) -> vector<2xf16>
    %hb_8 = "llvm.bitcast"(%h_8) : (vector<2xf16>) -> i32
    %h_9 = "nvvm.convert.f32x2.to.f16x2"(%d2_19, %d2_18) <{rnd = #nvvm.fp_rnd_mode<rn>}> : (f32, f32) -> vector<2xf16>
    %hb_9 = "llvm.bitcast"(%h_9) : (vector<2xf16>) -> i32
    %h_10 = "nvvm.convert.f32x2.to.f16x2"(%d2_21, %d2_20) <{rnd = #nvvm.fp_rnd_mode<rn>}> : (f32, f32) -> vector<2xf16>
    %hb_10 = "llvm.bitcast"(%h_10) : (vector<2xf16>) -> i32
    %h_11 = "nvvm.convert.f32x2.to.f16x2"(%d2_23, %d2_22) <{rnd = #nvvm.fp_rnd_mode<rn>}> : (f32, f32) -> vector<2xf16>
    %hb_11 = "llvm.bitcast"(%h_11) : (vector<2xf16>) -> i32
    %c_ptr_2 = "llvm.inttoptr"(%c_addr_2) : (i32) -> !llvm.ptr<3>
    "nvvm.stmatrix"(%c_ptr_2, %hb_8, %hb_9, %hb_10, %hb_11) <{eltType = #nvvm.ld_st_matrix_elt_type<b16>, layout = #nvvm.mma_layout<row>, shape = #nvvm.ld_st_matrix_shape<m = 8, n = 8>}> : (!llvm.ptr<3>, i32, i32, i32, i32) -> ()
    %h_12 = "nvvm.convert.f32x2.to.f16x2"(%d2_25, %d2_24) <{rnd = #nvvm.fp_rnd_mode<rn>}> : (f32, f32) -> vector<2xf16>
    %hb_12 = "llvm.bitcast"(%h_12) : (vector<2xf16>) -> i32
    %h_13 = "nvvm.convert.f32x2.to.f16x2"(%d2_27, %d2_26) <{rnd = #nvvm.fp_rnd_mode<rn>}> : (f32, f32) -> vector<2xf16>
    %hb_13 = "llvm.bitcast"(%h_13) : (vector<2xf16>) -> i32
    %h_14 = "nvvm.convert.f32x2.to.f16x2"(%d2_29, %d2_28) <{rnd = #nvvm.fp_rnd_mode<rn>}> : (f32, f32) -> vector<2xf16>
    %hb_14 = "llvm.bitcast"(%h_14) : (vector<2xf16>) -> i32
    %h_15 = "nvvm.convert.f32x2.to.f16x2"(%d2_31, %d2_30) <{rnd = #nvvm.fp_rnd_mode<rn>}> : (f32, f32) -> vector<2xf16>
    %hb_15 = "llvm.bitcast"(%h_15) : (vector<2xf16>) -> i32
    %c_ptr_3 = "llvm.inttoptr"(%c_addr_3) : (i32) -> !llvm.ptr<3>
    "nvvm.stmatrix"(%c_ptr_3, %hb_12, %hb_13, %hb_14, %hb_15) <{eltType = #nvvm.ld_st_matrix_elt_type<b16>, layout = #nvvm.mma_layout<row>, shape = #nvvm.ld_st_matrix_shape<m = 8, n = 8>}> : (!llvm.ptr<3>, i32, i32, i32, i32) -> ()
    %h_16 = "nvvm.convert.f32x2.to.f16x2"(%d2_33, %d2_32) <{rnd = #nvvm.fp_rnd_mode<rn>}> : (f32, f32) -> vector<2xf16>
    %hb_16 = "llvm.bitcast"(%h_16) : (vector<2xf16>) -> i32
    %h_17 = "nvvm.convert.f32x2.to.f16x2"(%d2_35, %d2_34) <{rnd = #nvvm.fp_rnd_mode<rn>}> : (f32, f32) -> vector<2xf16>
    %hb_17 = "llvm.bitcast"(%h_17) : (vector<2xf16>) -> i32
    %h_18 = "nvvm.convert.f32x2.to.f16x2"(%d2_37, %d2_36) <{rnd = #nvvm.fp_rnd_mode<rn>}> : (f32, f32) -> vector<2xf16>
    %hb_18 = "llvm.bitcast"(%h_18) : (vector<2xf16>) -> i32
    %h_19 = "nvvm.convert.f32x2.to.f16x2"(%d2_39, %d2_38) <{rnd = #nvvm.fp_rnd_mode<rn>}> : (f32, f32) -> vector<2xf16>
    %hb_19 = "llvm.bitcast"(%h_19) : (vector<2xf16>) -> i32
    %c_addr_hi = "llvm.add"(%c_addr, %c8192) : (i32, i32) -> i32
    %c_ptr_4 = "llvm.inttoptr"(%c_addr_hi) : (i32) -> !llvm.ptr<3>
    "nvvm.stmatrix"(%c_ptr_4, %hb_16, %hb_17, %hb_18, %hb_19) <{eltType = #nvvm.ld_st_matrix_elt_type<b16>, layout = #nvvm.mma_layout<row>, shape = #nvvm.ld_st_matrix_shape<m = 8, n = 8>}> : (!llvm.ptr<3>, i32, i32, i32, i32) -> ()
    %h_20 = "nvvm.convert.f32x2.to.f16x2"(%d2_41, %d2_40) <{rnd = #nvvm.fp_rnd_mode<rn>}> : (f32, f32) -> vector<2xf16>
    %hb_20 = "llvm.bitcast"(%h_20) : (vector<2xf16>) -> i32
    %h_21 = "nvvm.convert.f32x2.to.f16x2"(%d2_43, %d2_42) <{rnd = #nvvm.fp_rnd_mode<rn>}> : (f32, f32) -> vector<2xf16>
    %hb_21 = "llvm.bitcast"(%h_21) : (vector<2xf16>) -> i32
    %h_22 = "nvvm.convert.f32x2.to.f16x2"(%d2_45, %d2_44) <{rnd = #nvvm.fp_rnd_mode<rn>}> : (f32, f32) -> vector<2xf16>
    %hb_22 = "llvm.bitcast"(%h_22) : (vector<2xf16>) -> i32
    %h_23 = "nvvm.convert.f32x2.to.f16x2"(%d2_47, %d2_46) <{rnd = #nvvm.fp_rnd_mode<rn>}> : (f32, f32) -> vector<2xf16>
    %hb_23 = "llvm.bitcast"(%h_23) : (vector<2xf16>) -> i32
    %c_addr_hi_1 = "llvm.add"(%c_addr_1, %c8192) : (i32, i32) -> i32
    %c_ptr_5 = "llvm.inttoptr"(%c_addr_hi_1) : (i32) -> !llvm.ptr<3>
    "nvvm.stmatrix"(%c_ptr_5, %hb_20, %hb_21, %hb_22, %hb_23) <{eltType = #nvvm.ld_st_matrix_elt_type<b16>, layout = #nvvm.mma_layout<row>, shape = #nvvm.ld_st_matrix_shape<m = 8, n = 8>}> : (!llvm.ptr<3>, i32, i32, i32, i32) -> ()
    %h_24 = "nvvm.convert.f32x2.to.f16x2"(%d2_49, %d2_48) <{rnd = #nvvm.fp_rnd_mode<rn>}> : (f32, f32) -> vector<2xf16>
    %hb_24 = "llvm.bitcast"(%h_24) : (vector<2xf16>) -> i32
    %h_25 = "nvvm.convert.f32x2.to.f16x2"(%d2_51, %d2_50) <{rnd = #nvvm.fp_rnd_mode<rn>}> : (f32, f32) -> vector<2xf16>
    %hb_25 = "llvm.bitcast"(%h_25) : (vector<2xf16>) -> i32
    %h_26 = "nvvm.convert.f32x2.to.f16x2"(%d2_53, %d2_52) <{rnd = #nvvm.fp_rnd_mode<rn>}> : (f32, f32) -> vector<2xf16>
    %hb_26 = "llvm.bitcast"(%h_26) : (vector<2xf16>) -> i32
    %h_27 = "nvvm.convert.f32x2.to.f16x2"(%d2_55, %d2_54) <{rnd = #nvvm.fp_rnd_mode<rn>}> : (f32, f32) -> vector<2xf16>
    %hb_27 = "llvm.bitcast"(%h_27) : (vector<2xf16>) -> i32
    %c_addr_hi_2 = "llvm.add"(%c_addr_2, %c8192) : (i32, i32) -> i32
    %c_ptr_6 = "llvm.inttoptr"(%c_addr_hi_2) : (i32) -> !llvm.ptr<3>
    "nvvm.stmatrix"(%c_ptr_6, %hb_24, %hb_25, %hb_26, %hb_27) <{eltType = #nvvm.ld_st_matrix_elt_type<b16>, layout = #nvvm.mma_layout<row>, shape = #nvvm.ld_st_matrix_shape<m = 8, n = 8>}> : (!llvm.ptr<3>, i32, i32, i32, i32) -> ()
    %h_28 = "nvvm.convert.f32x2.to.f16x2"(%d2_57, %d2_56) <{rnd = #nvvm.fp_rnd_mode<rn>}> : (f32, f32) -> vector<2xf16>
    %hb_28 = "llvm.bitcast"(%h_28) : (vector<2xf16>) -> i32
    %h_29 = "nvvm.convert.f32x2.to.f16x2"(%d2_59, %d2_58) <{rnd = #nvvm.fp_rnd_mode<rn>}> : (f32, f32) -> vector<2xf16>
    %hb_29 = "llvm.bitcast"(%h_29) : (vector<2xf16>) -> i32
    %h_30 = "nvvm.convert.f32x2.to.f16x2"(%d2_61, %d2_60) <{rnd = #nvvm.fp_rnd_mode<rn>}> : (f32, f32) -> vector<2xf16>
    %hb_30 = "llvm.bitcast"(%h_30) : (vector<2xf16>) -> i32
    %h_31 = "nvvm.convert.f32x2.to.f16x2"(%d2_63, %d2_62) <{rnd = #nvvm.fp_rnd_mode<rn>}> : (f32, f32) -> vector<2xf16>
    %hb_31 = "llvm.bitcast"(%h_31) : (vector<2xf16>) -> i32
    %c_addr_hi_3 = "llvm.add"(%c_addr_3, %c8192) : (i32, i32) -> i32
    %c_ptr_7 = "llvm.inttoptr"(%c_addr_hi_3) : (i32) -> !llvm.ptr<3>
    "nvvm.stmatrix"(%c_ptr_7, %hb_28, %hb_29, %hb_30, %hb_31) <{eltType = #nvvm.ld_st_matrix_elt_type<b16>, layout = #nvvm.mma_layout<row>, shape = #nvvm.ld_st_matrix_shape<m = 8, n = 8>}> : (!llvm.ptr<3>, i32, i32, i32, i32) -> ()
    // Every writer makes its stores visible to the async proxy before the barrier; then one thread stores.
    "nvvm.fence.proxy"() <{kind = #nvvm.proxy_kind<async.shared>, space = #nvvm.shared_space<cta>}> : () -> ()
    "nvvm.barrier"(%wg, %c128) <{operandSegmentSizes = array<i32: 1, 1, 0>}> : (i32, i32) -> ()
    "llvm.cond_br"(%is_leader)[^store0, ^stored0] <{operandSegmentSizes = array<i32: 1, 0, 0>}> : (i1) -> ()
  ^store0:
    %c_src = "llvm.inttoptr"(%c_stage) : (i32) -> !llvm.ptr<3>
    "nvvm.cp.async.bulk.tensor.global.shared.cta"(%tc, %c_src, %col_c, %c_row0) <{operandSegmentSizes = array<i32: 1, 1, 2, 0, 0>}> : (!llvm.ptr, !llvm.ptr<3>, i32, i32) -> ()
    %c_col = "llvm.add"(%col_c, %c64) : (i32, i32) -> i32
    %c_src_addr = "llvm.add"(%c_stage, %c8192) : (i32, i32) -> i32
    %c_src_1 = "llvm.inttoptr"(%c_src_addr) : (i32) -> !llvm.ptr<3>
    "nvvm.cp.async.bulk.tensor.global.shared.cta"(%tc, %c_src_1, %c_col, %c_row0) <{operandSegmentSizes = array<i32: 1, 1, 2, 0, 0>}> : (!llvm.ptr, !llvm.ptr<3>, i32, i32) -> ()
    "nvvm.cp.async.bulk.commit.group"() : () -> ()
    "llvm.br"()[^stored0] : () -> ()
  ^stored0:
    // Columns 128..255: the store before must have read the staging tile.
    "nvvm.cp.async.bulk.wait_group"() <{group = 0 : i32, read}> : () -> ()
    "nvvm.barrier"(%wg, %c128) <{operandSegmentSizes = array<i32: 1, 1, 0>}> : (i32, i32) -> ()
    %h_32 = "nvvm.convert.f32x2.to.f16x2"(%d2_65, %d2_64) <{rnd = #nvvm.fp_rnd_mode<rn>}> : (f32, f32) -> vector<2xf16>
    %hb_32 = "llvm.bitcast"(%h_32) : (vector<2xf16>) -> i32
    %h_33 = "nvvm.convert.f32x2.to.f16x2"(%d2_67, %d2_66) <{rnd = #nvvm.fp_rnd_mode<rn>}> : (f32, f32) -> vector<2xf16>
    %hb_33 = "llvm.bitcast"(%h_33) : (vector<2xf16>) -> i32
    %h_34 = "nvvm.convert.f32x2.to.f16x2"(%d2_69, %d2_68) <{rnd = #nvvm.fp_rnd_mode<rn>}> : (f32, f32) -> vector<2xf16>
    %hb_34 = "llvm.bitcast"(%h_34) : (vector<2xf16>) -> i32
    %h_35 = "nvvm.convert.f32x2.to.f16x2"(%d2_71, %d2_70) <{rnd = #nvvm.fp_rnd_mode<rn>}> : (f32, f32) -> vector<2xf16>
    %hb_35 = "llvm.bitcast"(%h_35) : (vector<2xf16>) -> i32
    %c_ptr_8 = "llvm.inttoptr"(%c_addr) : (i32) -> !llvm.ptr<3>
    "nvvm.stmatrix"(%c_ptr_8, %hb_32, %hb_33, %hb_34, %hb_35) <{eltType = #nvvm.ld_st_matrix_elt_type<b16>, layout = #nvvm.mma_layout<row>, shape = #nvvm.ld_st_matrix_shape<m = 8, n = 8>}> : (!llvm.ptr<3>, i32, i32, i32, i32) -> ()
    %h_36 = "nvvm.convert.f32x2.to.f16x2"(%d2_73, %d2_72) <{rnd = #nvvm.fp_rnd_mode<rn>}> : (f32, f32) -> vector<2xf16>
    %hb_36 = "llvm.bitcast"(%h_36) : (vector<2xf16>) -> i32
    %h_37 = "nvvm.convert.f32x2.to.f16x2"(%d2_75, %d2_74) <{rnd = #nvvm.fp_rnd_mode<rn>}> : (f32, f32) -> vector<2xf16>
    %hb_37 = "llvm.bitcast"(%h_37) : (vector<2xf16>) -> i32
    %h_38 = "nvvm.convert.f32x2.to.f16x2"(%d2_77, %d2_76) <{rnd = #nvvm.fp_rnd_mode<rn>}> : (f32, f32) -> vector<2xf16>
    %hb_38 = "llvm.bitcast"(%h_38) : (vector<2xf16>) -> i32
    %h_39 = "nvvm.convert.f32x2.to.f16x2"(%d2_79, %d2_78) <{rnd = #nvvm.fp_rnd_mode<rn>}> : (f32, f32) -> vector<2xf16>
    %hb_39 = "llvm.bitcast"(%h_39) : (vector<2xf16>) -> i32
    %c_ptr_9 = "llvm.inttoptr"(%c_addr_1) : (i32) -> !llvm.ptr<3>
    "nvvm.stmatrix"(%c_ptr_9, %hb_36, %hb_37, %hb_38, %hb_39) <{eltType = #nvvm.ld_st_matrix_elt_type<b16>, layout = #nvvm.mma_layout<row>, shape = #nvvm.ld_st_matrix_shape<m = 8, n = 8>}> : (!llvm.ptr<3>, i32, i32, i32, i32) -> ()
    %h_40 = "nvvm.convert.f32x2.to.f16x2"(%d2_81, %d2_80) <{rnd = #nvvm.fp_rnd_mode<rn>}> : (f32, f32) -> vector<2xf16>
    %hb_40 = "llvm.bitcast"(%h_40) : (vector<2xf16>) -> i32
    %h_41 = "nvvm.convert.f32x2.to.f16x2"(%d2_83, %d2_82) <{rnd = #nvvm.fp_rnd_mode<rn>}> : (f32, f32) -> vector<2xf16>
    %hb_41 = "llvm.bitcast"(%h_41) : (vector<2xf16>) -> i32
    %h_42 = "nvvm.convert.f32x2.to.f16x2"(%d2_85, %d2_84) <{rnd = #nvvm.fp_rnd_mode<rn>}> : (f32, f32) -> vector<2xf16>
    %hb_42 = "llvm.bitcast"(%h_42) : (vector<2xf16>) -> i32
    %h_43 = "nvvm.convert.f32x2.to.f16x2"(%d2_87, %d2_86) <{rnd = #nvvm.fp_rnd_mode<rn>}> : (f32, f32) -> vector<2xf16>
    %hb_43 = "llvm.bitcast"(%h_43) : (vector<2xf16>) -> i32
    %c_ptr_10 = "llvm.inttoptr"(%c_addr_2) : (i32) -> !llvm.ptr<3>
    "nvvm.stmatrix"(%c_ptr_10, %hb_40, %hb_41, %hb_42, %hb_43) <{eltType = #nvvm.ld_st_matrix_elt_type<b16>, layout = #nvvm.mma_layout<row>, shape = #nvvm.ld_st_matrix_shape<m = 8, n = 8>}> : (!llvm.ptr<3>, i32, i32, i32, i32) -> ()
    %h_44 = "nvvm.convert.f32x2.to.f16x2"(%d2_89, %d2_88) <{rnd = #nvvm.fp_rnd_mode<rn>}> : (f32, f32) -> vector<2xf16>
    %hb_44 = "llvm.bitcast"(%h_44) : (vector<2xf16>) -> i32
    %h_45 = "nvvm.convert.f32x2.to.f16x2"(%d2_91, %d2_90) <{rnd = #nvvm.fp_rnd_mode<rn>}> : (f32, f32) -> vector<2xf16>
    %hb_45 = "llvm.bitcast"(%h_45) : (vector<2xf16>) -> i32
    %h_46 = "nvvm.convert.f32x2.to.f16x2"(%d2_93, %d2_92) <{rnd = #nvvm.fp_rnd_mode<rn>}> : (f32, f32) -> vector<2xf16>
    %hb_46 = "llvm.bitcast"(%h_46) : (vector<2xf16>) -> i32
    %h_47 = "nvvm.convert.f32x2.to.f16x2"(%d2_95, %d2_94) <{rnd = #nvvm.fp_rnd_mode<rn>}> : (f32, f32) -> vector<2xf16>
    %hb_47 = "llvm.bitcast"(%h_47) : (vector<2xf16>) -> i32
    %c_ptr_11 = "llvm.inttoptr"(%c_addr_3) : (i32) -> !llvm.ptr<3>
    "nvvm.stmatrix"(%c_ptr_11, %hb_44, %hb_45, %hb_46, %hb_47) <{eltType = #nvvm.ld_st_matrix_elt_type<b16>, layout = #nvvm.mma_layout<row>, shape = #nvvm.ld_st_matrix_shape<m = 8, n = 8>}> : (!llvm.ptr<3>, i32, i32, i32, i32) -> ()
    %h_48 = "nvvm.convert.f32x2.to.f16x2"(%d2_97, %d2_96) <{rnd = #nvvm.fp_rnd_mode<rn>}> : (f32, f32) -> vector<2xf16>
    %hb_48 = "llvm.bitcast"(%h_48) : (vector<2xf16>) -> i32
    %h_49 = "nvvm.convert.f32x2.to.f16x2"(%d2_99, %d2_98) <{rnd = #nvvm.fp_rnd_mode<rn>}> : (f32, f32) -> vector<2xf16>
    %hb_49 = "llvm.bitcast"(%h_49) : (vector<2xf16>) -> i32
    %h_50 = "nvvm.convert.f32x2.to.f16x2"(%d2_101, %d2_100) <{rnd = #nvvm.fp_rnd_mode<rn>}> : (f32, f32) -> vector<2xf16>
    %hb_50 = "llvm.bitcast"(%h_50) : (vector<2xf16>) -> i32
    %h_51 = "nvvm.convert.f32x2.to.f16x2"(%d2_103, %d2_102) <{rnd = #nvvm.fp_rnd_mode<rn>}> : (f32, f32) -> vector<2xf16>
    %hb_51 = "llvm.bitcast"(%h_51) : (vector<2xf16>) -> i32
    %c_addr_hi_4 = "llvm.add"(%c_addr, %c8192) : (i32, i32) -> i32
    %c_ptr_12 = "llvm.inttoptr"(%c_addr_hi_4) : (i32) -> !llvm.ptr<3>
    "nvvm.stmatrix"(%c_ptr_12, %hb_48, %hb_49, %hb_50, %hb_51) <{eltType = #nvvm.ld_st_matrix_elt_type<b16>, layout = #nvvm.mma_layout<row>, shape = #nvvm.ld_st_matrix_shape<m = 8, n = 8>}> : (!llvm.ptr<3>, i32, i32, i32, i32) -> ()
    %h_52 = "nvvm.convert.f32x2.to.f16x2"(%d2_105, %d2_104) <{rnd = #nvvm.fp_rnd_mode<rn>}> : (f32, f32) -> vector<2xf16>
    %hb_52 = "llvm.bitcast"(%h_52) : (vector<2xf16>) -> i32
    %h_53 = "nvvm.convert.f32x2.to.f16x2"(%d2_107, %d2_106) <{rnd = #nvvm.fp_rnd_mode<rn>}> : (f32, f32) -> vector<2xf16>
    %hb_53 = "llvm.bitcast"(%h_53) : (vector<2xf16>) -> i32
    %h_54 = "nvvm.convert.f32x2.to.f16x2"(%d2_109, %d2_108) <{rnd = #nvvm.fp_rnd_mode<rn>}> : (f32, f32) -> vector<2xf16>
    %hb_54 = "llvm.bitcast"(%h_54) : (vector<2xf16>) -> i32
    %h_55 = "nvvm.convert.f32x2.to.f16x2"(%d2_111, %d2_110) <{rnd = #nvvm.fp_rnd_mode<rn>}> : (f32, f32) -> vector<2xf16>
    %hb_55 = "llvm.bitcast"(%h_55) : (vector<2xf16>) -> i32
    %c_addr_hi_5 = "llvm.add"(%c_addr_1, %c8192) : (i32, i32) -> i32
    %c_ptr_13 = "llvm.inttoptr"(%c_addr_hi_5) : (i32) -> !llvm.ptr<3>
    "nvvm.stmatrix"(%c_ptr_13, %hb_52, %hb_53, %hb_54, %hb_55) <{eltType = #nvvm.ld_st_matrix_elt_type<b16>, layout = #nvvm.mma_layout<row>, shape = #nvvm.ld_st_matrix_shape<m = 8, n = 8>}> : (!llvm.ptr<3>, i32, i32, i32, i32) -> ()
    %h_56 = "nvvm.convert.f32x2.to.f16x2"(%d2_113, %d2_112) <{rnd = #nvvm.fp_rnd_mode<rn>}> : (f32, f32) -> vector<2xf16>
    %hb_56 = "llvm.bitcast"(%h_56) : (vector<2xf16>) -> i32
    %h_57 = "nvvm.convert.f32x2.to.f16x2"(%d2_115, %d2_114) <{rnd = #nvvm.fp_rnd_mode<rn>}> : (f32, f32) -> vector<2xf16>
    %hb_57 = "llvm.bitcast"(%h_57) : (vector<2xf16>) -> i32
    %h_58 = "nvvm.convert.f32x2.to.f16x2"(%d2_117, %d2_116) <{rnd = #nvvm.fp_rnd_mode<rn>}> : (f32, f32) -> vector<2xf16>
    %hb_58 = "llvm.bitcast"(%h_58) : (vector<2xf16>) -> i32
    %h_59 = "nvvm.convert.f32x2.to.f16x2"(%d2_119, %d2_118) <{rnd = #nvvm.fp_rnd_mode<rn>}> : (f32, f32) -> vector<2xf16>
    %hb_59 = "llvm.bitcast"(%h_59) : (vector<2xf16>) -> i32
    %c_addr_hi_6 = "llvm.add"(%c_addr_2, %c8192) : (i32, i32) -> i32
    %c_ptr_14 = "llvm.inttoptr"(%c_addr_hi_6) : (i32) -> !llvm.ptr<3>
    "nvvm.stmatrix"(%c_ptr_14, %hb_56, %hb_57, %hb_58, %hb_59) <{eltType = #nvvm.ld_st_matrix_elt_type<b16>, layout = #nvvm.mma_layout<row>, shape = #nvvm.ld_st_matrix_shape<m = 8, n = 8>}> : (!llvm.ptr<3>, i32, i32, i32, i32) -> ()
    %h_60 = "nvvm.convert.f32x2.to.f16x2"(%d2_121, %d2_120) <{rnd = #nvvm.fp_rnd_mode<rn>}> : (f32, f32) -> vector<2xf16>
    %hb_60 = "llvm.bitcast"(%h_60) : (vector<2xf16>) -> i32
    %h_61 = "nvvm.convert.f32x2.to.f16x2"(%d2_123, %d2_122) <{rnd = #nvvm.fp_rnd_mode<rn>}> : (f32, f32) -> vector<2xf16>
    %hb_61 = "llvm.bitcast"(%h_61) : (vector<2xf16>) -> i32
    %h_62 = "nvvm.convert.f32x2.to.f16x2"(%d2_125, %d2_124) <{rnd = #nvvm.fp_rnd_mode<rn>}> : (f32, f32) -> vector<2xf16>
    %hb_62 = "llvm.bitcast"(%h_62) : (vector<2xf16>) -> i32
    %h_63 = "nvvm.convert.f32x2.to.f16x2"(%d2_127, %d2_126) <{rnd = #nvvm.fp_rnd_mode<rn>}> : (f32, f32) -> vector<2xf16>
    %hb_63 = "llvm.bitcast"(%h_63) : (vector<2xf16>) -> i32
    %c_addr_hi_7 = "llvm.add"(%c_addr_3, %c8192) : (i32, i32) -> i32
    %c_ptr_15 = "llvm.inttoptr"(%c_addr_hi_7) : (i32) -> !llvm.ptr<3>
    "nvvm.stmatrix"(%c_ptr_15, %hb_60, %hb_61, %hb_62, %hb_63) <{eltType = #nvvm.ld_st_matrix_elt_type<b16>, layout = #nvvm.mma_layout<row>, shape = #nvvm.ld_st_matrix_shape<m = 8, n = 8>}> : (!llvm.ptr<3>, i32, i32, i32, i32) -> ()
    // Every writer makes its stores visible to the async proxy before the barrier; then one thread stores.
    "nvvm.fence.proxy"() <{kind = #nvvm.proxy_kind<async.shared>, space = #nvvm.shared_space<cta>}> : () -> ()
    "nvvm.barrier"(%wg, %c128) <{operandSegmentSizes = array<i32: 1, 1, 0>}> : (i32, i32) -> ()
    "llvm.cond_br"(%is_leader)[^store1, ^stored1] <{operandSegmentSizes = array<i32: 1, 0, 0>}> : (i1) -> ()
  ^store1:
    %c_col_1 = "llvm.add"(%col_c, %c128) : (i32, i32) -> i32
    %c_src_2 = "llvm.inttoptr"(%c_stage) : (i32) -> !llvm.ptr<3>
    "nvvm.cp.async.bulk.tensor.global.shared.cta"(%tc, %c_src_2, %c_col_1, %c_row0) <{operandSegmentSizes = array<i32: 1, 1, 2, 0, 0>}> : (!llvm.ptr, !llvm.ptr<3>, i32, i32) -> ()
    %c_col_2 = "llvm.add"(%col_c, %c192) : (i32, i32) -> i32
    %c_src_addr_1 = "llvm.add"(%c_stage, %c8192) : (i32, i32) -> i32
    %c_src_3 = "llvm.inttoptr"(%c_src_addr_1) : (i32) -> !llvm.ptr<3>
    "nvvm.cp.async.bulk.tensor.global.shared.cta"(%tc, %c_src_3, %c_col_2, %c_row0) <{operandSegmentSizes = array<i32: 1, 1, 2, 0, 0>}> : (!llvm.ptr, !llvm.ptr<3>, i32, i32) -> ()
    "nvvm.cp.async.bulk.commit.group"() : () -> ()
    "llvm.br"()[^stored1] : () -> ()
  ^stored1:
    %ct_next = "llvm.add"(%ct, %ctas) : (i32, i32) -> i32
    "llvm.br"(%ct_next, %cs1, %cp1)[^c_tile_head] <{loop_annotation = #nounroll}> : (i32, i32, i32) -> ()
  ^c_done:
    // Shared memory must outlive the last store's reads.
    "nvvm.cp.async.bulk.wait_group"() <{group = 0 : i32, read}> : () -> ()
    "llvm.br"()[^exit] : () -> ()
  ^exit:
    "llvm.return"() : () -> ()
  }) {nvvm.kernel, nvvm.maxntid = array<i32: 384>, nvvm.minctasm = 1 : i32} : () -> ()
}) : () -> ()
