// Small kernels, one for each group of llvm and nvvm operations that a lowered module may hold, in the
// generic form that MLIR 22 prints. They compute nothing useful; they pin the text of each operation, its
// translation to LLVM IR and the PTX that comes out.
//
//   mlir-opt-22 --convert-nvvm-to-llvm ops.mlir | mlir-translate-22 --mlir-to-llvmir
//     | llc-22 -O3 -march=nvptx64 -mcpu=sm_90a -mattr=+ptx80
//
// ptxas -arch=sm_90a takes the result without a message.

"builtin.module"() ({
  "llvm.mlir.global"() <{addr_space = 3 : i32, alignment = 1024 : i64, global_type = !llvm.array<0 x i8>, linkage = #llvm.linkage<external>, sym_name = "smem", unnamed_addr = 0 : i64, visibility_ = 0 : i64}> ({
  }) : () -> ()

  // Special registers.
  "llvm.func"() <{CConv = #llvm.cconv<ccc>, arg_attrs = [{llvm.align = 16 : i64, llvm.noalias}], function_type = !llvm.func<void (ptr<1>)>, linkage = #llvm.linkage<external>, sym_name = "sregs", unnamed_addr = 0 : i64, visibility_ = 0 : i64}> ({
  ^bb0(%arg0: !llvm.ptr<1>):
    %0 = "nvvm.read.ptx.sreg.tid.x"() : () -> i32
    "llvm.store"(%0, %arg0) <{ordering = 0 : i64, volatile_}> : (i32, !llvm.ptr<1>) -> ()
    %1 = "nvvm.read.ptx.sreg.tid.y"() : () -> i32
    "llvm.store"(%1, %arg0) <{ordering = 0 : i64, volatile_}> : (i32, !llvm.ptr<1>) -> ()
    %2 = "nvvm.read.ptx.sreg.tid.z"() : () -> i32
    "llvm.store"(%2, %arg0) <{ordering = 0 : i64, volatile_}> : (i32, !llvm.ptr<1>) -> ()
    %3 = "nvvm.read.ptx.sreg.ntid.x"() : () -> i32
    "llvm.store"(%3, %arg0) <{ordering = 0 : i64, volatile_}> : (i32, !llvm.ptr<1>) -> ()
    %4 = "nvvm.read.ptx.sreg.ctaid.x"() : () -> i32
    "llvm.store"(%4, %arg0) <{ordering = 0 : i64, volatile_}> : (i32, !llvm.ptr<1>) -> ()
    %5 = "nvvm.read.ptx.sreg.ctaid.y"() : () -> i32
    "llvm.store"(%5, %arg0) <{ordering = 0 : i64, volatile_}> : (i32, !llvm.ptr<1>) -> ()
    %6 = "nvvm.read.ptx.sreg.ctaid.z"() : () -> i32
    "llvm.store"(%6, %arg0) <{ordering = 0 : i64, volatile_}> : (i32, !llvm.ptr<1>) -> ()
    %7 = "nvvm.read.ptx.sreg.nctaid.x"() : () -> i32
    "llvm.store"(%7, %arg0) <{ordering = 0 : i64, volatile_}> : (i32, !llvm.ptr<1>) -> ()
    %8 = "nvvm.read.ptx.sreg.nctaid.y"() : () -> i32
    "llvm.store"(%8, %arg0) <{ordering = 0 : i64, volatile_}> : (i32, !llvm.ptr<1>) -> ()
    %9 = "nvvm.read.ptx.sreg.nctaid.z"() : () -> i32
    "llvm.store"(%9, %arg0) <{ordering = 0 : i64, volatile_}> : (i32, !llvm.ptr<1>) -> ()
    %10 = "nvvm.read.ptx.sreg.laneid"() : () -> i32
    "llvm.store"(%10, %arg0) <{ordering = 0 : i64, volatile_}> : (i32, !llvm.ptr<1>) -> ()
    %11 = "nvvm.read.ptx.sreg.warpid"() : () -> i32
    "llvm.store"(%11, %arg0) <{ordering = 0 : i64, volatile_}> : (i32, !llvm.ptr<1>) -> ()
    %12 = "nvvm.read.ptx.sreg.smid"() : () -> i32
    "llvm.store"(%12, %arg0) <{ordering = 0 : i64, volatile_}> : (i32, !llvm.ptr<1>) -> ()
    %13 = "nvvm.read.ptx.sreg.clusterid.x"() : () -> i32
    "llvm.store"(%13, %arg0) <{ordering = 0 : i64, volatile_}> : (i32, !llvm.ptr<1>) -> ()
    %14 = "nvvm.read.ptx.sreg.nclusterid.x"() : () -> i32
    "llvm.store"(%14, %arg0) <{ordering = 0 : i64, volatile_}> : (i32, !llvm.ptr<1>) -> ()
    %15 = "nvvm.read.ptx.sreg.cluster.ctaid.x"() : () -> i32
    "llvm.store"(%15, %arg0) <{ordering = 0 : i64, volatile_}> : (i32, !llvm.ptr<1>) -> ()
    %16 = "nvvm.read.ptx.sreg.cluster.nctaid.x"() : () -> i32
    "llvm.store"(%16, %arg0) <{ordering = 0 : i64, volatile_}> : (i32, !llvm.ptr<1>) -> ()
    %17 = "nvvm.read.ptx.sreg.cluster.ctarank"() : () -> i32
    "llvm.store"(%17, %arg0) <{ordering = 0 : i64, volatile_}> : (i32, !llvm.ptr<1>) -> ()
    %18 = "nvvm.read.ptx.sreg.cluster.nctarank"() : () -> i32
    "llvm.store"(%18, %arg0) <{ordering = 0 : i64, volatile_}> : (i32, !llvm.ptr<1>) -> ()
    %19 = "nvvm.read.ptx.sreg.dynamic.smem.size"() : () -> i32
    "llvm.store"(%19, %arg0) <{ordering = 0 : i64, volatile_}> : (i32, !llvm.ptr<1>) -> ()
    %20 = "nvvm.read.ptx.sreg.clock64"() : () -> i64
    "llvm.store"(%20, %arg0) <{ordering = 0 : i64, volatile_}> : (i64, !llvm.ptr<1>) -> ()
    %21 = "nvvm.read.ptx.sreg.globaltimer"() : () -> i64
    "llvm.store"(%21, %arg0) <{ordering = 0 : i64, volatile_}> : (i64, !llvm.ptr<1>) -> ()
    "llvm.return"() : () -> ()
  }) {nvvm.kernel, nvvm.maxntid = array<i32: 128>} : () -> ()

  // ldmatrix and stmatrix, plain and transposed.
  "llvm.func"() <{CConv = #llvm.cconv<ccc>, arg_attrs = [{llvm.align = 16 : i64, llvm.noalias}], function_type = !llvm.func<void (ptr<1>)>, linkage = #llvm.linkage<external>, sym_name = "matrix", unnamed_addr = 0 : i64, visibility_ = 0 : i64}> ({
  ^bb0(%arg0: !llvm.ptr<1>):
    %0 = "llvm.mlir.addressof"() <{global_name = @smem}> : () -> !llvm.ptr<3>
    %1 = "nvvm.ldmatrix"(%0) <{eltType = #nvvm.ld_st_matrix_elt_type<b16>, layout = #nvvm.mma_layout<row>, num = 4 : i32, shape = #nvvm.ld_st_matrix_shape<m = 8, n = 8>}> : (!llvm.ptr<3>) -> !llvm.struct<(i32, i32, i32, i32)>
    %2 = "nvvm.ldmatrix"(%0) <{eltType = #nvvm.ld_st_matrix_elt_type<b16>, layout = #nvvm.mma_layout<col>, num = 4 : i32, shape = #nvvm.ld_st_matrix_shape<m = 8, n = 8>}> : (!llvm.ptr<3>) -> !llvm.struct<(i32, i32, i32, i32)>
    %3 = "nvvm.ldmatrix"(%0) <{eltType = #nvvm.ld_st_matrix_elt_type<b16>, layout = #nvvm.mma_layout<row>, num = 2 : i32, shape = #nvvm.ld_st_matrix_shape<m = 8, n = 8>}> : (!llvm.ptr<3>) -> !llvm.struct<(i32, i32)>
    %4 = "nvvm.ldmatrix"(%0) <{eltType = #nvvm.ld_st_matrix_elt_type<b16>, layout = #nvvm.mma_layout<row>, num = 1 : i32, shape = #nvvm.ld_st_matrix_shape<m = 8, n = 8>}> : (!llvm.ptr<3>) -> i32
    %5 = "llvm.extractvalue"(%1) <{position = array<i64: 0>}> : (!llvm.struct<(i32, i32, i32, i32)>) -> i32
    %6 = "llvm.extractvalue"(%1) <{position = array<i64: 1>}> : (!llvm.struct<(i32, i32, i32, i32)>) -> i32
    %7 = "llvm.extractvalue"(%2) <{position = array<i64: 0>}> : (!llvm.struct<(i32, i32, i32, i32)>) -> i32
    %8 = "llvm.extractvalue"(%3) <{position = array<i64: 1>}> : (!llvm.struct<(i32, i32)>) -> i32
    %9 = "llvm.getelementptr"(%0) <{elem_type = i8, noWrapFlags = 3 : i32, rawConstantIndices = array<i32: 4096>}> : (!llvm.ptr<3>) -> !llvm.ptr<3>
    "nvvm.stmatrix"(%9, %5, %6, %7, %8) <{eltType = #nvvm.ld_st_matrix_elt_type<b16>, layout = #nvvm.mma_layout<row>, shape = #nvvm.ld_st_matrix_shape<m = 8, n = 8>}> : (!llvm.ptr<3>, i32, i32, i32, i32) -> ()
    "nvvm.stmatrix"(%9, %5, %6, %7, %8) <{eltType = #nvvm.ld_st_matrix_elt_type<b16>, layout = #nvvm.mma_layout<col>, shape = #nvvm.ld_st_matrix_shape<m = 8, n = 8>}> : (!llvm.ptr<3>, i32, i32, i32, i32) -> ()
    "nvvm.stmatrix"(%9, %5, %4) <{eltType = #nvvm.ld_st_matrix_elt_type<b16>, layout = #nvvm.mma_layout<row>, shape = #nvvm.ld_st_matrix_shape<m = 8, n = 8>}> : (!llvm.ptr<3>, i32, i32) -> ()
    "nvvm.stmatrix"(%9, %4) <{eltType = #nvvm.ld_st_matrix_elt_type<b16>, layout = #nvvm.mma_layout<row>, shape = #nvvm.ld_st_matrix_shape<m = 8, n = 8>}> : (!llvm.ptr<3>, i32) -> ()
    "llvm.return"() : () -> ()
  }) {nvvm.kernel, nvvm.maxntid = array<i32: 128>} : () -> ()

  // Non-bulk asynchronous copies: 16 bytes with zero fill (the source size is an operand), groups, mbarrier tracking.
  "llvm.func"() <{CConv = #llvm.cconv<ccc>, arg_attrs = [{llvm.align = 16 : i64, llvm.noalias, llvm.readonly}, {}], function_type = !llvm.func<void (ptr<1>, i32)>, linkage = #llvm.linkage<external>, sym_name = "cp_async", unnamed_addr = 0 : i64, visibility_ = 0 : i64}> ({
  ^bb0(%arg0: !llvm.ptr<1>, %arg1: i32):
    %0 = "llvm.mlir.addressof"() <{global_name = @smem}> : () -> !llvm.ptr<3>
    "nvvm.cp.async.shared.global"(%0, %arg0, %arg1) <{modifier = #nvvm<load_cache_modifier cg>, size = 16 : i32}> : (!llvm.ptr<3>, !llvm.ptr<1>, i32) -> ()
    "nvvm.cp.async.shared.global"(%0, %arg0) <{modifier = #nvvm<load_cache_modifier cg>, size = 16 : i32}> : (!llvm.ptr<3>, !llvm.ptr<1>) -> ()
    "nvvm.cp.async.shared.global"(%0, %arg0, %arg1) <{modifier = #nvvm<load_cache_modifier ca>, size = 8 : i32}> : (!llvm.ptr<3>, !llvm.ptr<1>, i32) -> ()
    "nvvm.cp.async.shared.global"(%0, %arg0) <{modifier = #nvvm<load_cache_modifier ca>, size = 4 : i32}> : (!llvm.ptr<3>, !llvm.ptr<1>) -> ()
    "nvvm.cp.async.commit.group"() : () -> ()
    "nvvm.cp.async.wait.group"() <{n = 1 : i32}> : () -> ()
    "nvvm.cp.async.wait.group"() <{n = 0 : i32}> : () -> ()
    "nvvm.cp.async.mbarrier.arrive"(%0) <{noinc = true}> : (!llvm.ptr<3>) -> ()
    "nvvm.cp.async.mbarrier.arrive"(%0) <{noinc = false}> : (!llvm.ptr<3>) -> ()
    "llvm.return"() : () -> ()
  }) {nvvm.kernel, nvvm.maxntid = array<i32: 128>} : () -> ()

  // Vector access to global memory, predicated by a branch; the read-only path comes from noalias + readonly.
  "llvm.func"() <{CConv = #llvm.cconv<ccc>, arg_attrs = [{llvm.align = 16 : i64, llvm.noalias, llvm.readonly}, {llvm.align = 16 : i64, llvm.noalias}, {}], function_type = !llvm.func<void (ptr<1>, ptr<1>, i32)>, linkage = #llvm.linkage<external>, sym_name = "vectors", unnamed_addr = 0 : i64, visibility_ = 0 : i64}> ({
  ^bb0(%arg0: !llvm.ptr<1>, %arg1: !llvm.ptr<1>, %arg2: i32):
    %0 = "nvvm.read.ptx.sreg.tid.x"() : () -> i32
    %1 = "llvm.icmp"(%0, %arg2) <{predicate = 2 : i64}> : (i32, i32) -> i1
    %2 = "llvm.mlir.zero"() : () -> vector<8xf16>
    %3 = "llvm.getelementptr"(%arg0, %0) <{elem_type = vector<8xf16>, noWrapFlags = 3 : i32, rawConstantIndices = array<i32: -2147483648>}> : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>
    %4 = "llvm.getelementptr"(%arg1, %0) <{elem_type = vector<8xf16>, noWrapFlags = 3 : i32, rawConstantIndices = array<i32: -2147483648>}> : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>
    "llvm.cond_br"(%1, %2)[^bb1, ^bb2] <{operandSegmentSizes = array<i32: 1, 0, 1>}> : (i1, vector<8xf16>) -> ()
  ^bb1:
    %5 = "llvm.load"(%3) <{alignment = 16 : i64, ordering = 0 : i64}> : (!llvm.ptr<1>) -> vector<8xf16>
    "llvm.br"(%5)[^bb2] : (vector<8xf16>) -> ()
  ^bb2(%6: vector<8xf16>):
    "llvm.cond_br"(%1)[^bb3, ^bb4] <{operandSegmentSizes = array<i32: 1, 0, 0>}> : (i1) -> ()
  ^bb3:
    "llvm.store"(%6, %4) <{alignment = 16 : i64, ordering = 0 : i64}> : (vector<8xf16>, !llvm.ptr<1>) -> ()
    %7 = "llvm.load"(%3) <{alignment = 16 : i64, ordering = 0 : i64}> : (!llvm.ptr<1>) -> vector<4xf32>
    %8 = "llvm.load"(%3) <{alignment = 8 : i64, nontemporal, ordering = 0 : i64}> : (!llvm.ptr<1>) -> vector<2xf32>
    %9 = "llvm.mlir.constant"() <{value = 0 : i32}> : () -> i32
    %10 = "llvm.mlir.constant"() <{value = 3 : i32}> : () -> i32
    %11 = "llvm.extractelement"(%7, %9) : (vector<4xf32>, i32) -> f32
    %12 = "llvm.insertelement"(%7, %11, %10) : (vector<4xf32>, f32, i32) -> vector<4xf32>
    "llvm.store"(%12, %4) <{alignment = 16 : i64, ordering = 0 : i64, volatile_}> : (vector<4xf32>, !llvm.ptr<1>) -> ()
    "llvm.store"(%8, %4) <{alignment = 8 : i64, ordering = 0 : i64, volatile_}> : (vector<2xf32>, !llvm.ptr<1>) -> ()
    "llvm.br"()[^bb4] : () -> ()
  ^bb4:
    "llvm.return"() : () -> ()
  }) {nvvm.kernel, nvvm.maxntid = array<i32: 128>} : () -> ()

  // Vector access to shared memory.
  "llvm.func"() <{CConv = #llvm.cconv<ccc>, function_type = !llvm.func<void (i32)>, linkage = #llvm.linkage<external>, sym_name = "shared_vectors", unnamed_addr = 0 : i64, visibility_ = 0 : i64}> ({
  ^bb0(%arg0: i32):
    %0 = "llvm.mlir.addressof"() <{global_name = @smem}> : () -> !llvm.ptr<3>
    %1 = "llvm.getelementptr"(%0, %arg0) <{elem_type = vector<4xf32>, noWrapFlags = 3 : i32, rawConstantIndices = array<i32: -2147483648>}> : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>
    %2 = "llvm.load"(%1) <{alignment = 16 : i64, ordering = 0 : i64}> : (!llvm.ptr<3>) -> vector<4xf32>
    "nvvm.barrier0"() : () -> ()
    "llvm.store"(%2, %0) <{alignment = 16 : i64, ordering = 0 : i64}> : (vector<4xf32>, !llvm.ptr<3>) -> ()
    "llvm.return"() : () -> ()
  }) {nvvm.kernel, nvvm.maxntid = array<i32: 128>} : () -> ()

  // Atomics. Order is put by fences: the back end drops it from atomicrmw. The packed 16-bit additions are inline assembly because the atomicrmw forms become a compare-and-swap loop.
  "llvm.func"() <{CConv = #llvm.cconv<ccc>, arg_attrs = [{llvm.align = 16 : i64, llvm.noalias}, {}, {}, {}], function_type = !llvm.func<void (ptr<1>, f32, i32, i32)>, linkage = #llvm.linkage<external>, sym_name = "atomics", unnamed_addr = 0 : i64, visibility_ = 0 : i64}> ({
  ^bb0(%arg0: !llvm.ptr<1>, %arg1: f32, %arg2: i32, %arg3: i32):
    %0 = "llvm.atomicrmw"(%arg0, %arg1) <{bin_op = 11 : i64, ordering = 2 : i64, syncscope = "device"}> : (!llvm.ptr<1>, f32) -> f32
    %1 = "llvm.atomicrmw"(%arg0, %arg2) <{bin_op = 1 : i64, ordering = 2 : i64, syncscope = "device"}> : (!llvm.ptr<1>, i32) -> i32
    "llvm.fence"() <{ordering = 5 : i64, syncscope = "device"}> : () -> ()
    %2 = "llvm.atomicrmw"(%arg0, %arg2) <{bin_op = 1 : i64, ordering = 2 : i64, syncscope = "device"}> : (!llvm.ptr<1>, i32) -> i32
    "llvm.fence"() <{ordering = 4 : i64, syncscope = "device"}> : () -> ()
    %3 = "llvm.atomicrmw"(%arg0, %arg2) <{bin_op = 7 : i64, ordering = 2 : i64, syncscope = "device"}> : (!llvm.ptr<1>, i32) -> i32
    %4 = "llvm.atomicrmw"(%arg0, %arg2) <{bin_op = 0 : i64, ordering = 2 : i64, syncscope = "device"}> : (!llvm.ptr<1>, i32) -> i32
    %5 = "llvm.cmpxchg"(%arg0, %arg2, %1) <{failure_ordering = 2 : i64, success_ordering = 6 : i64, syncscope = "device"}> : (!llvm.ptr<1>, i32, i32) -> !llvm.struct<(i32, i1)>
    "llvm.store"(%2, %arg0) <{ordering = 0 : i64, volatile_}> : (i32, !llvm.ptr<1>) -> ()
    "llvm.inline_asm"(%arg0, %arg3) <{asm_dialect = 0 : i64, asm_string = "red.global.add.noftz.f16x2 [$0], $1;", constraints = "l,r,~{memory}", has_side_effects, tail_call_kind = #llvm.tailcallkind<none>}> : (!llvm.ptr<1>, i32) -> ()
    "llvm.inline_asm"(%arg0, %arg3) <{asm_dialect = 0 : i64, asm_string = "red.global.add.noftz.bf16x2 [$0], $1;", constraints = "l,r,~{memory}", has_side_effects, tail_call_kind = #llvm.tailcallkind<none>}> : (!llvm.ptr<1>, i32) -> ()
    %6 = "llvm.load"(%arg0) <{alignment = 4 : i64, ordering = 4 : i64, syncscope = "device"}> : (!llvm.ptr<1>) -> i32
    "llvm.store"(%6, %arg0) <{alignment = 4 : i64, ordering = 5 : i64, syncscope = "device"}> : (i32, !llvm.ptr<1>) -> ()
    "llvm.fence"() <{ordering = 6 : i64, syncscope = "device"}> : () -> ()
    "llvm.return"() : () -> ()
  }) {nvvm.kernel, nvvm.maxntid = array<i32: 128>} : () -> ()

  // Warp exchange: shuffles, reduction, vote, election.
  "llvm.func"() <{CConv = #llvm.cconv<ccc>, arg_attrs = [{llvm.align = 16 : i64, llvm.noalias}, {}, {}], function_type = !llvm.func<void (ptr<1>, f32, i32)>, linkage = #llvm.linkage<external>, sym_name = "warp", unnamed_addr = 0 : i64, visibility_ = 0 : i64}> ({
  ^bb0(%arg0: !llvm.ptr<1>, %arg1: f32, %arg2: i32):
    %0 = "llvm.mlir.constant"() <{value = -1 : i32}> : () -> i32
    %1 = "llvm.mlir.constant"() <{value = 0 : i32}> : () -> i32
    %2 = "llvm.mlir.constant"() <{value = 1 : i32}> : () -> i32
    %3 = "llvm.mlir.constant"() <{value = 16 : i32}> : () -> i32
    %4 = "llvm.mlir.constant"() <{value = 8 : i32}> : () -> i32
    %5 = "llvm.mlir.constant"() <{value = 31 : i32}> : () -> i32
    %6 = "nvvm.shfl.sync"(%0, %arg1, %3, %5) <{kind = #nvvm<shfl_kind bfly>}> : (i32, f32, i32, i32) -> f32
    %7 = "llvm.fadd"(%arg1, %6) <{fastmathFlags = #llvm.fastmath<contract>}> : (f32, f32) -> f32
    %8 = "nvvm.shfl.sync"(%0, %7, %4, %5) <{kind = #nvvm<shfl_kind bfly>}> : (i32, f32, i32, i32) -> f32
    %9 = "llvm.intr.maxnum"(%7, %8) <{fastmathFlags = #llvm.fastmath<none>}> : (f32, f32) -> f32
    %10 = "nvvm.shfl.sync"(%0, %arg2, %1, %5) <{kind = #nvvm<shfl_kind idx>}> : (i32, i32, i32, i32) -> i32
    %11 = "nvvm.shfl.sync"(%0, %arg2, %2, %5) <{kind = #nvvm<shfl_kind down>}> : (i32, i32, i32, i32) -> i32
    %12 = "nvvm.shfl.sync"(%0, %arg2, %2, %1) <{kind = #nvvm<shfl_kind up>}> : (i32, i32, i32, i32) -> i32
    %13 = "nvvm.redux.sync"(%arg2, %0) <{abs = false, kind = #nvvm<redux_kind add>, nan = false}> : (i32, i32) -> i32
    %14 = "nvvm.redux.sync"(%arg2, %0) <{abs = false, kind = #nvvm<redux_kind max>, nan = false}> : (i32, i32) -> i32
    %15 = "llvm.icmp"(%arg2, %2) <{predicate = 0 : i64}> : (i32, i32) -> i1
    %16 = "nvvm.vote.sync"(%0, %15) <{kind = #nvvm<vote_sync_kind ballot>}> : (i32, i1) -> i32
    %17 = "nvvm.elect.sync"() : () -> i1
    "nvvm.bar.warp.sync"(%0) : (i32) -> ()
    "llvm.store"(%9, %arg0) <{ordering = 0 : i64, volatile_}> : (f32, !llvm.ptr<1>) -> ()
    "llvm.store"(%10, %arg0) <{ordering = 0 : i64, volatile_}> : (i32, !llvm.ptr<1>) -> ()
    "llvm.store"(%11, %arg0) <{ordering = 0 : i64, volatile_}> : (i32, !llvm.ptr<1>) -> ()
    "llvm.store"(%12, %arg0) <{ordering = 0 : i64, volatile_}> : (i32, !llvm.ptr<1>) -> ()
    "llvm.store"(%13, %arg0) <{ordering = 0 : i64, volatile_}> : (i32, !llvm.ptr<1>) -> ()
    "llvm.store"(%14, %arg0) <{ordering = 0 : i64, volatile_}> : (i32, !llvm.ptr<1>) -> ()
    "llvm.store"(%16, %arg0) <{ordering = 0 : i64, volatile_}> : (i32, !llvm.ptr<1>) -> ()
    "llvm.cond_br"(%17)[^bb1, ^bb2] <{operandSegmentSizes = array<i32: 1, 0, 0>}> : (i1) -> ()
  ^bb1:
    "llvm.store"(%2, %arg0) <{ordering = 0 : i64, volatile_}> : (i32, !llvm.ptr<1>) -> ()
    "llvm.br"()[^bb2] : () -> ()
  ^bb2:
    "llvm.return"() : () -> ()
  }) {nvvm.kernel, nvvm.maxntid = array<i32: 128>} : () -> ()

  // Approximate and plain f32 functions; denormals are kept.
  "llvm.func"() <{CConv = #llvm.cconv<ccc>, arg_attrs = [{llvm.align = 16 : i64, llvm.noalias}, {}, {}], function_type = !llvm.func<void (ptr<1>, f32, f32)>, linkage = #llvm.linkage<external>, sym_name = "math", unnamed_addr = 0 : i64, visibility_ = 0 : i64}> ({
  ^bb0(%arg0: !llvm.ptr<1>, %arg1: f32, %arg2: f32):
    %0 = "llvm.call_intrinsic"(%arg1) <{fastmathFlags = #llvm.fastmath<none>, intrin = "llvm.nvvm.ex2.approx.f32", op_bundle_sizes = array<i32>, operandSegmentSizes = array<i32: 1, 0>}> : (f32) -> f32
    %1 = "llvm.intr.exp2"(%arg1) <{fastmathFlags = #llvm.fastmath<none>}> : (f32) -> f32
    %2 = "llvm.call_intrinsic"(%arg1) <{fastmathFlags = #llvm.fastmath<none>, intrin = "llvm.nvvm.lg2.approx.f", op_bundle_sizes = array<i32>, operandSegmentSizes = array<i32: 1, 0>}> : (f32) -> f32
    %3 = "llvm.call_intrinsic"(%arg1) <{fastmathFlags = #llvm.fastmath<none>, intrin = "llvm.nvvm.rsqrt.approx.f", op_bundle_sizes = array<i32>, operandSegmentSizes = array<i32: 1, 0>}> : (f32) -> f32
    %4 = "llvm.call_intrinsic"(%arg1) <{fastmathFlags = #llvm.fastmath<none>, intrin = "llvm.nvvm.sqrt.approx.f", op_bundle_sizes = array<i32>, operandSegmentSizes = array<i32: 1, 0>}> : (f32) -> f32
    %5 = "llvm.intr.sqrt"(%arg1) <{fastmathFlags = #llvm.fastmath<none>}> : (f32) -> f32
    %6 = "nvvm.rcp.approx.ftz.f"(%arg1) : (f32) -> f32
    %7 = "llvm.intr.tanh"(%arg1) <{fastmathFlags = #llvm.fastmath<afn>}> : (f32) -> f32
    %8 = "llvm.intr.sin"(%arg1) <{fastmathFlags = #llvm.fastmath<afn>}> : (f32) -> f32
    %9 = "llvm.intr.cos"(%arg1) <{fastmathFlags = #llvm.fastmath<afn>}> : (f32) -> f32
    %10 = "llvm.fdiv"(%arg1, %arg2) <{fastmathFlags = #llvm.fastmath<afn>}> : (f32, f32) -> f32
    %11 = "llvm.fdiv"(%arg2, %arg1) <{fastmathFlags = #llvm.fastmath<none>}> : (f32, f32) -> f32
    %12 = "llvm.fmul"(%arg1, %arg2) <{fastmathFlags = #llvm.fastmath<contract>}> : (f32, f32) -> f32
    %13 = "llvm.fadd"(%12, %arg2) <{fastmathFlags = #llvm.fastmath<contract>}> : (f32, f32) -> f32
    %14 = "llvm.intr.fma"(%arg1, %arg2, %13) <{fastmathFlags = #llvm.fastmath<none>}> : (f32, f32, f32) -> f32
    %15 = "llvm.intr.maxnum"(%arg1, %arg2) <{fastmathFlags = #llvm.fastmath<none>}> : (f32, f32) -> f32
    %16 = "llvm.intr.minnum"(%arg1, %arg2) <{fastmathFlags = #llvm.fastmath<none>}> : (f32, f32) -> f32
    %17 = "llvm.intr.maximum"(%arg1, %arg2) <{fastmathFlags = #llvm.fastmath<none>}> : (f32, f32) -> f32
    %18 = "llvm.intr.fabs"(%arg1) <{fastmathFlags = #llvm.fastmath<none>}> : (f32) -> f32
    %19 = "llvm.fneg"(%arg1) <{fastmathFlags = #llvm.fastmath<none>}> : (f32) -> f32
    %20 = "llvm.intr.floor"(%arg1) <{fastmathFlags = #llvm.fastmath<none>}> : (f32) -> f32
    %21 = "llvm.intr.ceil"(%arg1) <{fastmathFlags = #llvm.fastmath<none>}> : (f32) -> f32
    %22 = "llvm.intr.roundeven"(%arg1) <{fastmathFlags = #llvm.fastmath<none>}> : (f32) -> f32
    %23 = "llvm.intr.copysign"(%arg1, %arg2) <{fastmathFlags = #llvm.fastmath<none>}> : (f32, f32) -> f32
    %24 = "llvm.fcmp"(%arg1, %arg2) <{fastmathFlags = #llvm.fastmath<none>, predicate = 4 : i64}> : (f32, f32) -> i1
    %25 = "llvm.select"(%24, %arg1, %arg2) <{fastmathFlags = #llvm.fastmath<none>}> : (i1, f32, f32) -> f32
    "llvm.store"(%0, %arg0) <{ordering = 0 : i64, volatile_}> : (f32, !llvm.ptr<1>) -> ()
    "llvm.store"(%1, %arg0) <{ordering = 0 : i64, volatile_}> : (f32, !llvm.ptr<1>) -> ()
    "llvm.store"(%2, %arg0) <{ordering = 0 : i64, volatile_}> : (f32, !llvm.ptr<1>) -> ()
    "llvm.store"(%3, %arg0) <{ordering = 0 : i64, volatile_}> : (f32, !llvm.ptr<1>) -> ()
    "llvm.store"(%4, %arg0) <{ordering = 0 : i64, volatile_}> : (f32, !llvm.ptr<1>) -> ()
    "llvm.store"(%5, %arg0) <{ordering = 0 : i64, volatile_}> : (f32, !llvm.ptr<1>) -> ()
    "llvm.store"(%6, %arg0) <{ordering = 0 : i64, volatile_}> : (f32, !llvm.ptr<1>) -> ()
    "llvm.store"(%7, %arg0) <{ordering = 0 : i64, volatile_}> : (f32, !llvm.ptr<1>) -> ()
    "llvm.store"(%8, %arg0) <{ordering = 0 : i64, volatile_}> : (f32, !llvm.ptr<1>) -> ()
    "llvm.store"(%9, %arg0) <{ordering = 0 : i64, volatile_}> : (f32, !llvm.ptr<1>) -> ()
    "llvm.store"(%10, %arg0) <{ordering = 0 : i64, volatile_}> : (f32, !llvm.ptr<1>) -> ()
    "llvm.store"(%11, %arg0) <{ordering = 0 : i64, volatile_}> : (f32, !llvm.ptr<1>) -> ()
    "llvm.store"(%13, %arg0) <{ordering = 0 : i64, volatile_}> : (f32, !llvm.ptr<1>) -> ()
    "llvm.store"(%14, %arg0) <{ordering = 0 : i64, volatile_}> : (f32, !llvm.ptr<1>) -> ()
    "llvm.store"(%15, %arg0) <{ordering = 0 : i64, volatile_}> : (f32, !llvm.ptr<1>) -> ()
    "llvm.store"(%16, %arg0) <{ordering = 0 : i64, volatile_}> : (f32, !llvm.ptr<1>) -> ()
    "llvm.store"(%17, %arg0) <{ordering = 0 : i64, volatile_}> : (f32, !llvm.ptr<1>) -> ()
    "llvm.store"(%18, %arg0) <{ordering = 0 : i64, volatile_}> : (f32, !llvm.ptr<1>) -> ()
    "llvm.store"(%19, %arg0) <{ordering = 0 : i64, volatile_}> : (f32, !llvm.ptr<1>) -> ()
    "llvm.store"(%20, %arg0) <{ordering = 0 : i64, volatile_}> : (f32, !llvm.ptr<1>) -> ()
    "llvm.store"(%21, %arg0) <{ordering = 0 : i64, volatile_}> : (f32, !llvm.ptr<1>) -> ()
    "llvm.store"(%22, %arg0) <{ordering = 0 : i64, volatile_}> : (f32, !llvm.ptr<1>) -> ()
    "llvm.store"(%23, %arg0) <{ordering = 0 : i64, volatile_}> : (f32, !llvm.ptr<1>) -> ()
    "llvm.store"(%25, %arg0) <{ordering = 0 : i64, volatile_}> : (f32, !llvm.ptr<1>) -> ()
    "llvm.return"() : () -> ()
  }) {nvvm.kernel, nvvm.maxntid = array<i32: 128>} : () -> ()

  // The same with denormals flushed to zero: every f32 instruction takes .ftz.
  "llvm.func"() <{CConv = #llvm.cconv<ccc>, arg_attrs = [{llvm.align = 16 : i64, llvm.noalias}, {}, {}], denormal_fp_math_f32 = "preserve-sign", function_type = !llvm.func<void (ptr<1>, f32, f32)>, linkage = #llvm.linkage<external>, sym_name = "math_ftz", unnamed_addr = 0 : i64, visibility_ = 0 : i64}> ({
  ^bb0(%arg0: !llvm.ptr<1>, %arg1: f32, %arg2: f32):
    %0 = "llvm.call_intrinsic"(%arg1) <{fastmathFlags = #llvm.fastmath<none>, intrin = "llvm.nvvm.ex2.approx.ftz.f32", op_bundle_sizes = array<i32>, operandSegmentSizes = array<i32: 1, 0>}> : (f32) -> f32
    %1 = "llvm.intr.exp2"(%arg1) <{fastmathFlags = #llvm.fastmath<none>}> : (f32) -> f32
    %2 = "llvm.call_intrinsic"(%arg1) <{fastmathFlags = #llvm.fastmath<none>, intrin = "llvm.nvvm.lg2.approx.ftz.f", op_bundle_sizes = array<i32>, operandSegmentSizes = array<i32: 1, 0>}> : (f32) -> f32
    %3 = "llvm.call_intrinsic"(%arg1) <{fastmathFlags = #llvm.fastmath<none>, intrin = "llvm.nvvm.rsqrt.approx.ftz.f", op_bundle_sizes = array<i32>, operandSegmentSizes = array<i32: 1, 0>}> : (f32) -> f32
    %4 = "llvm.call_intrinsic"(%arg1) <{fastmathFlags = #llvm.fastmath<none>, intrin = "llvm.nvvm.sqrt.approx.ftz.f", op_bundle_sizes = array<i32>, operandSegmentSizes = array<i32: 1, 0>}> : (f32) -> f32
    %5 = "llvm.intr.sqrt"(%arg1) <{fastmathFlags = #llvm.fastmath<none>}> : (f32) -> f32
    %6 = "nvvm.rcp.approx.ftz.f"(%arg1) : (f32) -> f32
    %7 = "llvm.intr.tanh"(%arg1) <{fastmathFlags = #llvm.fastmath<afn>}> : (f32) -> f32
    %8 = "llvm.intr.sin"(%arg1) <{fastmathFlags = #llvm.fastmath<afn>}> : (f32) -> f32
    %9 = "llvm.intr.cos"(%arg1) <{fastmathFlags = #llvm.fastmath<afn>}> : (f32) -> f32
    %10 = "llvm.fdiv"(%arg1, %arg2) <{fastmathFlags = #llvm.fastmath<afn>}> : (f32, f32) -> f32
    %11 = "llvm.fdiv"(%arg2, %arg1) <{fastmathFlags = #llvm.fastmath<none>}> : (f32, f32) -> f32
    %12 = "llvm.fmul"(%arg1, %arg2) <{fastmathFlags = #llvm.fastmath<contract>}> : (f32, f32) -> f32
    %13 = "llvm.fadd"(%12, %arg2) <{fastmathFlags = #llvm.fastmath<contract>}> : (f32, f32) -> f32
    %14 = "llvm.intr.fma"(%arg1, %arg2, %13) <{fastmathFlags = #llvm.fastmath<none>}> : (f32, f32, f32) -> f32
    %15 = "llvm.intr.maxnum"(%arg1, %arg2) <{fastmathFlags = #llvm.fastmath<none>}> : (f32, f32) -> f32
    %16 = "llvm.intr.minnum"(%arg1, %arg2) <{fastmathFlags = #llvm.fastmath<none>}> : (f32, f32) -> f32
    %17 = "llvm.intr.maximum"(%arg1, %arg2) <{fastmathFlags = #llvm.fastmath<none>}> : (f32, f32) -> f32
    %18 = "llvm.intr.fabs"(%arg1) <{fastmathFlags = #llvm.fastmath<none>}> : (f32) -> f32
    %19 = "llvm.fneg"(%arg1) <{fastmathFlags = #llvm.fastmath<none>}> : (f32) -> f32
    %20 = "llvm.intr.floor"(%arg1) <{fastmathFlags = #llvm.fastmath<none>}> : (f32) -> f32
    %21 = "llvm.intr.ceil"(%arg1) <{fastmathFlags = #llvm.fastmath<none>}> : (f32) -> f32
    %22 = "llvm.intr.roundeven"(%arg1) <{fastmathFlags = #llvm.fastmath<none>}> : (f32) -> f32
    %23 = "llvm.intr.copysign"(%arg1, %arg2) <{fastmathFlags = #llvm.fastmath<none>}> : (f32, f32) -> f32
    %24 = "llvm.fcmp"(%arg1, %arg2) <{fastmathFlags = #llvm.fastmath<none>, predicate = 4 : i64}> : (f32, f32) -> i1
    %25 = "llvm.select"(%24, %arg1, %arg2) <{fastmathFlags = #llvm.fastmath<none>}> : (i1, f32, f32) -> f32
    "llvm.store"(%0, %arg0) <{ordering = 0 : i64, volatile_}> : (f32, !llvm.ptr<1>) -> ()
    "llvm.store"(%1, %arg0) <{ordering = 0 : i64, volatile_}> : (f32, !llvm.ptr<1>) -> ()
    "llvm.store"(%2, %arg0) <{ordering = 0 : i64, volatile_}> : (f32, !llvm.ptr<1>) -> ()
    "llvm.store"(%3, %arg0) <{ordering = 0 : i64, volatile_}> : (f32, !llvm.ptr<1>) -> ()
    "llvm.store"(%4, %arg0) <{ordering = 0 : i64, volatile_}> : (f32, !llvm.ptr<1>) -> ()
    "llvm.store"(%5, %arg0) <{ordering = 0 : i64, volatile_}> : (f32, !llvm.ptr<1>) -> ()
    "llvm.store"(%6, %arg0) <{ordering = 0 : i64, volatile_}> : (f32, !llvm.ptr<1>) -> ()
    "llvm.store"(%7, %arg0) <{ordering = 0 : i64, volatile_}> : (f32, !llvm.ptr<1>) -> ()
    "llvm.store"(%8, %arg0) <{ordering = 0 : i64, volatile_}> : (f32, !llvm.ptr<1>) -> ()
    "llvm.store"(%9, %arg0) <{ordering = 0 : i64, volatile_}> : (f32, !llvm.ptr<1>) -> ()
    "llvm.store"(%10, %arg0) <{ordering = 0 : i64, volatile_}> : (f32, !llvm.ptr<1>) -> ()
    "llvm.store"(%11, %arg0) <{ordering = 0 : i64, volatile_}> : (f32, !llvm.ptr<1>) -> ()
    "llvm.store"(%13, %arg0) <{ordering = 0 : i64, volatile_}> : (f32, !llvm.ptr<1>) -> ()
    "llvm.store"(%14, %arg0) <{ordering = 0 : i64, volatile_}> : (f32, !llvm.ptr<1>) -> ()
    "llvm.store"(%15, %arg0) <{ordering = 0 : i64, volatile_}> : (f32, !llvm.ptr<1>) -> ()
    "llvm.store"(%16, %arg0) <{ordering = 0 : i64, volatile_}> : (f32, !llvm.ptr<1>) -> ()
    "llvm.store"(%17, %arg0) <{ordering = 0 : i64, volatile_}> : (f32, !llvm.ptr<1>) -> ()
    "llvm.store"(%18, %arg0) <{ordering = 0 : i64, volatile_}> : (f32, !llvm.ptr<1>) -> ()
    "llvm.store"(%19, %arg0) <{ordering = 0 : i64, volatile_}> : (f32, !llvm.ptr<1>) -> ()
    "llvm.store"(%20, %arg0) <{ordering = 0 : i64, volatile_}> : (f32, !llvm.ptr<1>) -> ()
    "llvm.store"(%21, %arg0) <{ordering = 0 : i64, volatile_}> : (f32, !llvm.ptr<1>) -> ()
    "llvm.store"(%22, %arg0) <{ordering = 0 : i64, volatile_}> : (f32, !llvm.ptr<1>) -> ()
    "llvm.store"(%23, %arg0) <{ordering = 0 : i64, volatile_}> : (f32, !llvm.ptr<1>) -> ()
    "llvm.store"(%25, %arg0) <{ordering = 0 : i64, volatile_}> : (f32, !llvm.ptr<1>) -> ()
    "llvm.return"() : () -> ()
  }) {nvvm.kernel, nvvm.maxntid = array<i32: 128>} : () -> ()

  // Conversions; in the packed forms the first operand is the high half.
  "llvm.func"() <{CConv = #llvm.cconv<ccc>, arg_attrs = [{llvm.align = 16 : i64, llvm.noalias}, {}, {}, {}, {}], function_type = !llvm.func<void (ptr<1>, f32, f32, i32, i16)>, linkage = #llvm.linkage<external>, sym_name = "convert", unnamed_addr = 0 : i64, visibility_ = 0 : i64}> ({
  ^bb0(%arg0: !llvm.ptr<1>, %arg1: f32, %arg2: f32, %arg3: i32, %arg4: i16):
    %0 = "llvm.mlir.constant"() <{value = 0 : i32}> : () -> i32
    %1 = "llvm.mlir.constant"() <{value = 1 : i32}> : () -> i32
    %2 = "nvvm.convert.f32x2.to.f16x2"(%arg1, %arg2) <{relu = false, rnd = #nvvm.fp_rnd_mode<rn>, sat = #nvvm.sat_mode<none>}> : (f32, f32) -> vector<2xf16>
    %3 = "nvvm.convert.f32x2.to.bf16x2"(%arg1, %arg2) <{relu = false, rnd = #nvvm.fp_rnd_mode<rn>, sat = #nvvm.sat_mode<none>}> : (f32, f32) -> vector<2xbf16>
    %4 = "nvvm.convert.f32x2.to.bf16x2"(%arg1, %arg2) <{relu = true, rnd = #nvvm.fp_rnd_mode<rn>, sat = #nvvm.sat_mode<none>}> : (f32, f32) -> vector<2xbf16>
    %5 = "llvm.sitofp"(%arg3) : (i32) -> f32
    %6 = "llvm.mlir.poison"() : () -> vector<2xf32>
    %7 = "llvm.insertelement"(%6, %arg2, %0) : (vector<2xf32>, f32, i32) -> vector<2xf32>
    %8 = "llvm.insertelement"(%7, %5, %1) : (vector<2xf32>, f32, i32) -> vector<2xf32>
    %9 = "llvm.fptrunc"(%8) : (vector<2xf32>) -> vector<2xf16>
    %10 = "llvm.fptrunc"(%8) : (vector<2xf32>) -> vector<2xbf16>
    %11 = "llvm.fptrunc"(%arg1) : (f32) -> f16
    %12 = "llvm.fptrunc"(%arg1) : (f32) -> bf16
    %13 = "llvm.fpext"(%11) : (f16) -> f32
    %14 = "llvm.fpext"(%12) : (bf16) -> f32
    %15 = "llvm.fmul"(%9, %9) <{fastmathFlags = #llvm.fastmath<contract>}> : (vector<2xf16>, vector<2xf16>) -> vector<2xf16>
    %16 = "llvm.fadd"(%10, %10) <{fastmathFlags = #llvm.fastmath<contract>}> : (vector<2xbf16>, vector<2xbf16>) -> vector<2xbf16>
    %17 = "llvm.intr.maxnum"(%15, %2) <{fastmathFlags = #llvm.fastmath<none>}> : (vector<2xf16>, vector<2xf16>) -> vector<2xf16>
    %18 = "llvm.fadd"(%5, %arg1) <{fastmathFlags = #llvm.fastmath<none>}> : (f32, f32) -> f32
    %19 = "llvm.fptosi"(%arg1) : (f32) -> i32
    %20 = "llvm.uitofp"(%arg3) : (i32) -> f32
    %21 = "nvvm.convert.f32x2.to.f8x2"(%arg1, %arg2) <{dstTy = f8E4M3FN, relu = false, rnd = #nvvm.fp_rnd_mode<rn>, sat = #nvvm.sat_mode<satfinite>}> : (f32, f32) -> i16
    %22 = "nvvm.convert.f32x2.to.f8x2"(%arg1, %arg2) <{dstTy = f8E5M2, relu = false, rnd = #nvvm.fp_rnd_mode<rn>, sat = #nvvm.sat_mode<satfinite>}> : (f32, f32) -> i16
    %23 = "llvm.bitcast"(%arg4) : (i16) -> vector<2xi8>
    %24 = "nvvm.convert.f8x2.to.f16x2"(%23) <{relu = false, srcType = f8E4M3FN}> : (vector<2xi8>) -> vector<2xf16>
    %25 = "nvvm.convert.float.to.tf32"(%arg1) <{relu = false, rnd = #nvvm.fp_rnd_mode<rna>, sat = #nvvm.sat_mode<none>}> : (f32) -> i32
    "llvm.store"(%2, %arg0) <{ordering = 0 : i64, volatile_}> : (vector<2xf16>, !llvm.ptr<1>) -> ()
    "llvm.store"(%3, %arg0) <{ordering = 0 : i64, volatile_}> : (vector<2xbf16>, !llvm.ptr<1>) -> ()
    "llvm.store"(%4, %arg0) <{ordering = 0 : i64, volatile_}> : (vector<2xbf16>, !llvm.ptr<1>) -> ()
    "llvm.store"(%9, %arg0) <{ordering = 0 : i64, volatile_}> : (vector<2xf16>, !llvm.ptr<1>) -> ()
    "llvm.store"(%10, %arg0) <{ordering = 0 : i64, volatile_}> : (vector<2xbf16>, !llvm.ptr<1>) -> ()
    "llvm.store"(%13, %arg0) <{ordering = 0 : i64, volatile_}> : (f32, !llvm.ptr<1>) -> ()
    "llvm.store"(%14, %arg0) <{ordering = 0 : i64, volatile_}> : (f32, !llvm.ptr<1>) -> ()
    "llvm.store"(%17, %arg0) <{ordering = 0 : i64, volatile_}> : (vector<2xf16>, !llvm.ptr<1>) -> ()
    "llvm.store"(%16, %arg0) <{ordering = 0 : i64, volatile_}> : (vector<2xbf16>, !llvm.ptr<1>) -> ()
    "llvm.store"(%18, %arg0) <{ordering = 0 : i64, volatile_}> : (f32, !llvm.ptr<1>) -> ()
    "llvm.store"(%20, %arg0) <{ordering = 0 : i64, volatile_}> : (f32, !llvm.ptr<1>) -> ()
    "llvm.store"(%19, %arg0) <{ordering = 0 : i64, volatile_}> : (i32, !llvm.ptr<1>) -> ()
    "llvm.store"(%21, %arg0) <{ordering = 0 : i64, volatile_}> : (i16, !llvm.ptr<1>) -> ()
    "llvm.store"(%22, %arg0) <{ordering = 0 : i64, volatile_}> : (i16, !llvm.ptr<1>) -> ()
    "llvm.store"(%24, %arg0) <{ordering = 0 : i64, volatile_}> : (vector<2xf16>, !llvm.ptr<1>) -> ()
    "llvm.store"(%25, %arg0) <{ordering = 0 : i64, volatile_}> : (i32, !llvm.ptr<1>) -> ()
    "llvm.return"() : () -> ()
  }) {nvvm.kernel, nvvm.maxntid = array<i32: 128>} : () -> ()

  // Barriers of part of a block: by id and thread count, arrive without waiting.
  "llvm.func"() <{CConv = #llvm.cconv<ccc>, function_type = !llvm.func<void ()>, linkage = #llvm.linkage<external>, sym_name = "barriers", unnamed_addr = 0 : i64, visibility_ = 0 : i64}> ({
    %0 = "llvm.mlir.constant"() <{value = 1 : i32}> : () -> i32
    %1 = "llvm.mlir.constant"() <{value = 2 : i32}> : () -> i32
    %2 = "llvm.mlir.constant"() <{value = 64 : i32}> : () -> i32
    "nvvm.barrier"() <{operandSegmentSizes = array<i32: 0, 0, 0>}> : () -> ()
    "nvvm.barrier"(%0, %2) <{operandSegmentSizes = array<i32: 1, 1, 0>}> : (i32, i32) -> ()
    "nvvm.barrier.arrive"(%1, %2) : (i32, i32) -> ()
    "nvvm.barrier"(%1) <{operandSegmentSizes = array<i32: 1, 0, 0>}> : (i32) -> ()
    "llvm.return"() : () -> ()
  }) {nvvm.kernel, nvvm.maxntid = array<i32: 128>} : () -> ()

  // The other mbarrier forms: tokens, counts, time limit, invalidation.
  "llvm.func"() <{CConv = #llvm.cconv<ccc>, arg_attrs = [{llvm.align = 16 : i64, llvm.noalias}, {}], function_type = !llvm.func<void (ptr<1>, i32)>, linkage = #llvm.linkage<external>, sym_name = "mbarriers", unnamed_addr = 0 : i64, visibility_ = 0 : i64}> ({
  ^bb0(%arg0: !llvm.ptr<1>, %arg1: i32):
    %0 = "llvm.mlir.addressof"() <{global_name = @smem}> : () -> !llvm.ptr<3>
    %1 = "llvm.mlir.constant"() <{value = 2 : i32}> : () -> i32
    %2 = "llvm.mlir.constant"() <{value = 1024 : i32}> : () -> i32
    %3 = "llvm.mlir.constant"() <{value = 20000 : i32}> : () -> i32
    "nvvm.mbarrier.init"(%0, %1) : (!llvm.ptr<3>, i32) -> ()
    %4 = "nvvm.mbarrier.arrive"(%0) <{relaxed = false, scope = #nvvm.mem_scope<cta>}> : (!llvm.ptr<3>) -> i64
    %5 = "nvvm.mbarrier.arrive"(%0, %1) <{relaxed = false, scope = #nvvm.mem_scope<cta>}> : (!llvm.ptr<3>, i32) -> i64
    "nvvm.mbarrier.expect_tx"(%0, %2) <{scope = #nvvm.mem_scope<cta>}> : (!llvm.ptr<3>, i32) -> ()
    %6 = "nvvm.mbarrier.try_wait"(%0, %4) <{relaxed = false, scope = #nvvm.mem_scope<cta>}> : (!llvm.ptr<3>, i64) -> i1
    %7 = "nvvm.mbarrier.try_wait"(%0, %arg1, %3) <{relaxed = false, scope = #nvvm.mem_scope<cta>}> : (!llvm.ptr<3>, i32, i32) -> i1
    %8 = "nvvm.mbarrier.test.wait"(%0, %arg1) <{relaxed = false, scope = #nvvm.mem_scope<cta>}> : (!llvm.ptr<3>, i32) -> i1
    "nvvm.mbarrier.try_wait.parity"(%0, %arg1, %3) : (!llvm.ptr<3>, i32, i32) -> ()
    "llvm.store"(%6, %arg0) <{ordering = 0 : i64, volatile_}> : (i1, !llvm.ptr<1>) -> ()
    "llvm.store"(%7, %arg0) <{ordering = 0 : i64, volatile_}> : (i1, !llvm.ptr<1>) -> ()
    "llvm.store"(%8, %arg0) <{ordering = 0 : i64, volatile_}> : (i1, !llvm.ptr<1>) -> ()
    "llvm.store"(%5, %arg0) <{ordering = 0 : i64, volatile_}> : (i64, !llvm.ptr<1>) -> ()
    "nvvm.mbarrier.inval"(%0) : (!llvm.ptr<3>) -> ()
    "llvm.return"() : () -> ()
  }) {nvvm.kernel, nvvm.maxntid = array<i32: 128>} : () -> ()

  // A cluster of two: remote arrivals, multicast, cluster barrier.
  "llvm.func"() <{CConv = #llvm.cconv<ccc>, arg_attrs = [{llvm.align = 64 : i64, llvm.byval = !llvm.array<128 x i8>, nvvm.grid_constant}, {}, {}, {}], function_type = !llvm.func<void (ptr, i32, i16, i64)>, linkage = #llvm.linkage<external>, sym_name = "cluster", unnamed_addr = 0 : i64, visibility_ = 0 : i64}> ({
  ^bb0(%arg0: !llvm.ptr, %arg1: i32, %arg2: i16, %arg3: i64):
    %0 = "llvm.mlir.addressof"() <{global_name = @smem}> : () -> !llvm.ptr<3>
    %1 = "llvm.mlir.constant"() <{value = 0 : i32}> : () -> i32
    %2 = "llvm.mlir.constant"() <{value = 1 : i32}> : () -> i32
    %3 = "llvm.mlir.constant"() <{value = 64 : i32}> : () -> i32
    "nvvm.fence.mbarrier.init"() : () -> ()
    "nvvm.cluster.arrive.relaxed"() <{aligned}> : () -> ()
    "nvvm.cluster.wait"() <{aligned}> : () -> ()
    %4 = "nvvm.mapa"(%0, %arg1) : (!llvm.ptr<3>, i32) -> !llvm.ptr<7>
    "nvvm.mbarrier.arrive"(%4, %2) <{relaxed = false, scope = #nvvm.mem_scope<cta>}> : (!llvm.ptr<7>, i32) -> ()
    "nvvm.mbarrier.arrive"(%4) <{relaxed = false, scope = #nvvm.mem_scope<cta>}> : (!llvm.ptr<7>) -> ()
    "nvvm.mbarrier.arrive.expect_tx"(%4, %3) <{relaxed = false, scope = #nvvm.mem_scope<cluster>}> : (!llvm.ptr<7>, i32) -> ()
    %5 = "llvm.ptrtoint"(%0) : (!llvm.ptr<3>) -> i32
    %6 = "llvm.inttoptr"(%5) : (i32) -> !llvm.ptr<7>
    "nvvm.cp.async.bulk.tensor.shared.cluster.global"(%6, %arg0, %1, %3, %0, %arg2, %arg3) <{isCTAOnly = false, mode = #nvvm.tma_load_mode<tile>, operandSegmentSizes = array<i32: 1, 1, 2, 1, 0, 1, 1, 0>}> : (!llvm.ptr<7>, !llvm.ptr, i32, i32, !llvm.ptr<3>, i16, i64) -> ()
    "nvvm.cluster.arrive"() : () -> ()
    "nvvm.cluster.wait"() : () -> ()
    "llvm.return"() : () -> ()
  }) {nvvm.cluster_dim = array<i32: 2, 1, 1>, nvvm.kernel, nvvm.maxntid = array<i32: 128>} : () -> ()

  // Bulk copies: tensors of every rank, one dimension, reduction, prefetch.
  "llvm.func"() <{CConv = #llvm.cconv<ccc>, arg_attrs = [{llvm.align = 64 : i64, llvm.byval = !llvm.array<128 x i8>, nvvm.grid_constant}, {llvm.align = 16 : i64, llvm.noalias}, {}, {}], function_type = !llvm.func<void (ptr, ptr<1>, i32, i64)>, linkage = #llvm.linkage<external>, sym_name = "bulk", unnamed_addr = 0 : i64, visibility_ = 0 : i64}> ({
  ^bb0(%arg0: !llvm.ptr, %arg1: !llvm.ptr<1>, %arg2: i32, %arg3: i64):
    %0 = "llvm.mlir.addressof"() <{global_name = @smem}> : () -> !llvm.ptr<3>
    %1 = "llvm.mlir.constant"() <{value = 0 : i32}> : () -> i32
    %2 = "llvm.ptrtoint"(%0) : (!llvm.ptr<3>) -> i32
    %3 = "llvm.inttoptr"(%2) : (i32) -> !llvm.ptr<7>
    "nvvm.cp.async.bulk.tensor.shared.cluster.global"(%3, %arg0, %1, %0) <{isCTAOnly = false, mode = #nvvm.tma_load_mode<tile>, operandSegmentSizes = array<i32: 1, 1, 1, 1, 0, 0, 0, 0>}> : (!llvm.ptr<7>, !llvm.ptr, i32, !llvm.ptr<3>) -> ()
    "nvvm.cp.async.bulk.tensor.shared.cluster.global"(%3, %arg0, %1, %1, %1, %0) <{isCTAOnly = false, mode = #nvvm.tma_load_mode<tile>, operandSegmentSizes = array<i32: 1, 1, 3, 1, 0, 0, 0, 0>}> : (!llvm.ptr<7>, !llvm.ptr, i32, i32, i32, !llvm.ptr<3>) -> ()
    "nvvm.cp.async.bulk.tensor.shared.cluster.global"(%3, %arg0, %1, %1, %1, %1, %0) <{isCTAOnly = false, mode = #nvvm.tma_load_mode<tile>, operandSegmentSizes = array<i32: 1, 1, 4, 1, 0, 0, 0, 0>}> : (!llvm.ptr<7>, !llvm.ptr, i32, i32, i32, i32, !llvm.ptr<3>) -> ()
    "nvvm.cp.async.bulk.tensor.shared.cluster.global"(%3, %arg0, %1, %1, %1, %1, %1, %0) <{isCTAOnly = false, mode = #nvvm.tma_load_mode<tile>, operandSegmentSizes = array<i32: 1, 1, 5, 1, 0, 0, 0, 0>}> : (!llvm.ptr<7>, !llvm.ptr, i32, i32, i32, i32, i32, !llvm.ptr<3>) -> ()
    "nvvm.cp.async.bulk.tensor.global.shared.cta"(%arg0, %0, %1) <{mode = #nvvm.tma_store_mode<tile>, operandSegmentSizes = array<i32: 1, 1, 1, 0, 0>}> : (!llvm.ptr, !llvm.ptr<3>, i32) -> ()
    "nvvm.cp.async.bulk.tensor.global.shared.cta"(%arg0, %0, %1, %1, %1) <{mode = #nvvm.tma_store_mode<tile>, operandSegmentSizes = array<i32: 1, 1, 3, 0, 0>}> : (!llvm.ptr, !llvm.ptr<3>, i32, i32, i32) -> ()
    "nvvm.cp.async.bulk.tensor.global.shared.cta"(%arg0, %0, %1, %1, %1, %1) <{mode = #nvvm.tma_store_mode<tile>, operandSegmentSizes = array<i32: 1, 1, 4, 0, 0>}> : (!llvm.ptr, !llvm.ptr<3>, i32, i32, i32, i32) -> ()
    "nvvm.cp.async.bulk.tensor.global.shared.cta"(%arg0, %0, %1, %1, %1, %1, %1) <{mode = #nvvm.tma_store_mode<tile>, operandSegmentSizes = array<i32: 1, 1, 5, 0, 0>}> : (!llvm.ptr, !llvm.ptr<3>, i32, i32, i32, i32, i32) -> ()
    "nvvm.cp.async.bulk.tensor.shared.cluster.global"(%3, %arg0, %1, %1, %0, %arg3) <{isCTAOnly = false, mode = #nvvm.tma_load_mode<tile>, operandSegmentSizes = array<i32: 1, 1, 2, 1, 0, 0, 1, 0>}> : (!llvm.ptr<7>, !llvm.ptr, i32, i32, !llvm.ptr<3>, i64) -> ()
    "nvvm.cp.async.bulk.tensor.global.shared.cta"(%arg0, %0, %1, %1, %arg3) <{mode = #nvvm.tma_store_mode<tile>, operandSegmentSizes = array<i32: 1, 1, 2, 1, 0>}> : (!llvm.ptr, !llvm.ptr<3>, i32, i32, i64) -> ()
    "nvvm.cp.async.bulk.tensor.reduce"(%arg0, %0, %1, %1) <{mode = #nvvm.tma_store_mode<tile>, operandSegmentSizes = array<i32: 1, 1, 2, 0>, redKind = #nvvm.tma_redux_kind<add>}> : (!llvm.ptr, !llvm.ptr<3>, i32, i32) -> ()
    "nvvm.cp.async.bulk.tensor.prefetch"(%arg0, %1, %1) <{mode = #nvvm.tma_load_mode<tile>, operandSegmentSizes = array<i32: 1, 2, 0, 0>}> : (!llvm.ptr, i32, i32) -> ()
    "nvvm.cp.async.bulk.shared.cluster.global"(%3, %arg1, %0, %arg2) <{operandSegmentSizes = array<i32: 1, 1, 1, 1, 0, 0>}> : (!llvm.ptr<7>, !llvm.ptr<1>, !llvm.ptr<3>, i32) -> ()
    "nvvm.cp.async.bulk.global.shared.cta"(%arg1, %0, %arg2) <{operandSegmentSizes = array<i32: 1, 1, 1, 0, 0>}> : (!llvm.ptr<1>, !llvm.ptr<3>, i32) -> ()
    "nvvm.cp.async.bulk.commit.group"() : () -> ()
    "nvvm.cp.async.bulk.wait_group"() <{group = 1 : i32}> : () -> ()
    "nvvm.cp.async.bulk.wait_group"() <{group = 0 : i32, read}> : () -> ()
    "nvvm.prefetch"(%arg0) <{in_param_space, tensormap}> : (!llvm.ptr) -> ()
    "nvvm.fence.proxy"() <{kind = #nvvm.proxy_kind<async>}> : () -> ()
    "nvvm.fence.proxy"() <{kind = #nvvm.proxy_kind<async.global>}> : () -> ()
    "nvvm.fence.proxy"() <{kind = #nvvm.proxy_kind<async.shared>, space = #nvvm.shared_space<cta>}> : () -> ()
    "nvvm.fence.sc.cluster"() : () -> ()
    "nvvm.griddepcontrol"() <{kind = #nvvm<grid_dep_action wait>}> : () -> ()
    "nvvm.griddepcontrol"() <{kind = #nvvm<grid_dep_action launch_dependents>}> : () -> ()
    "llvm.return"() : () -> ()
  }) {nvvm.kernel, nvvm.maxntid = array<i32: 128>} : () -> ()

  // Warp-group products of every type and layout, small N. The first of a chain does not read its accumulator (scale-d zero); a constant one would be materialised between the fence and the product, and ptxas would add a fence of its own.
  "llvm.func"() <{CConv = #llvm.cconv<ccc>, arg_attrs = [{llvm.align = 16 : i64, llvm.noalias}, {}, {}], function_type = !llvm.func<void (ptr<1>, i64, i64)>, linkage = #llvm.linkage<external>, sym_name = "wgmma", unnamed_addr = 0 : i64, visibility_ = 0 : i64}> ({
  ^bb0(%arg0: !llvm.ptr<1>, %arg1: i64, %arg2: i64):
    %0 = "llvm.mlir.poison"() : () -> !llvm.struct<(f32, f32, f32, f32)>
    "nvvm.wgmma.fence.aligned"() : () -> ()
    %1 = "nvvm.wgmma.mma_async"(%0, %arg1, %arg2) <{layoutA = #nvvm.mma_layout<row>, layoutB = #nvvm.mma_layout<col>, scaleA = #nvvm.wgmma_scale_in<one>, scaleB = #nvvm.wgmma_scale_in<one>, scaleD = #nvvm.wgmma_scale_out<zero>, shape = #nvvm.shape<m = 64, n = 8, k = 16>, typeA = #nvvm.wgmma_type<f16>, typeB = #nvvm.wgmma_type<f16>, typeD = #nvvm.wgmma_type<f32>}> : (!llvm.struct<(f32, f32, f32, f32)>, i64, i64) -> !llvm.struct<(f32, f32, f32, f32)>
    "nvvm.wgmma.commit.group.sync.aligned"() : () -> ()
    "nvvm.wgmma.wait.group.sync.aligned"() <{group = 0 : i64}> : () -> ()
    "nvvm.wgmma.fence.aligned"() : () -> ()
    %2 = "nvvm.wgmma.mma_async"(%1, %arg1, %arg2) <{layoutA = #nvvm.mma_layout<row>, layoutB = #nvvm.mma_layout<col>, scaleA = #nvvm.wgmma_scale_in<one>, scaleB = #nvvm.wgmma_scale_in<one>, scaleD = #nvvm.wgmma_scale_out<one>, shape = #nvvm.shape<m = 64, n = 8, k = 16>, typeA = #nvvm.wgmma_type<bf16>, typeB = #nvvm.wgmma_type<bf16>, typeD = #nvvm.wgmma_type<f32>}> : (!llvm.struct<(f32, f32, f32, f32)>, i64, i64) -> !llvm.struct<(f32, f32, f32, f32)>
    "nvvm.wgmma.commit.group.sync.aligned"() : () -> ()
    "nvvm.wgmma.wait.group.sync.aligned"() <{group = 0 : i64}> : () -> ()
    "nvvm.wgmma.fence.aligned"() : () -> ()
    %3 = "nvvm.wgmma.mma_async"(%2, %arg1, %arg2) <{layoutA = #nvvm.mma_layout<row>, layoutB = #nvvm.mma_layout<row>, scaleA = #nvvm.wgmma_scale_in<one>, scaleB = #nvvm.wgmma_scale_in<one>, scaleD = #nvvm.wgmma_scale_out<one>, shape = #nvvm.shape<m = 64, n = 8, k = 16>, typeA = #nvvm.wgmma_type<f16>, typeB = #nvvm.wgmma_type<f16>, typeD = #nvvm.wgmma_type<f32>}> : (!llvm.struct<(f32, f32, f32, f32)>, i64, i64) -> !llvm.struct<(f32, f32, f32, f32)>
    "nvvm.wgmma.commit.group.sync.aligned"() : () -> ()
    "nvvm.wgmma.wait.group.sync.aligned"() <{group = 0 : i64}> : () -> ()
    "nvvm.wgmma.fence.aligned"() : () -> ()
    %4 = "nvvm.wgmma.mma_async"(%3, %arg1, %arg2) <{layoutA = #nvvm.mma_layout<col>, layoutB = #nvvm.mma_layout<col>, scaleA = #nvvm.wgmma_scale_in<one>, scaleB = #nvvm.wgmma_scale_in<one>, scaleD = #nvvm.wgmma_scale_out<one>, shape = #nvvm.shape<m = 64, n = 8, k = 16>, typeA = #nvvm.wgmma_type<f16>, typeB = #nvvm.wgmma_type<f16>, typeD = #nvvm.wgmma_type<f32>}> : (!llvm.struct<(f32, f32, f32, f32)>, i64, i64) -> !llvm.struct<(f32, f32, f32, f32)>
    "nvvm.wgmma.commit.group.sync.aligned"() : () -> ()
    "nvvm.wgmma.wait.group.sync.aligned"() <{group = 0 : i64}> : () -> ()
    "nvvm.wgmma.fence.aligned"() : () -> ()
    %5 = "nvvm.wgmma.mma_async"(%4, %arg1, %arg2) <{layoutA = #nvvm.mma_layout<row>, layoutB = #nvvm.mma_layout<col>, scaleA = #nvvm.wgmma_scale_in<one>, scaleB = #nvvm.wgmma_scale_in<one>, scaleD = #nvvm.wgmma_scale_out<one>, shape = #nvvm.shape<m = 64, n = 8, k = 8>, typeA = #nvvm.wgmma_type<tf32>, typeB = #nvvm.wgmma_type<tf32>, typeD = #nvvm.wgmma_type<f32>}> : (!llvm.struct<(f32, f32, f32, f32)>, i64, i64) -> !llvm.struct<(f32, f32, f32, f32)>
    "nvvm.wgmma.commit.group.sync.aligned"() : () -> ()
    "nvvm.wgmma.wait.group.sync.aligned"() <{group = 0 : i64}> : () -> ()
    "nvvm.wgmma.fence.aligned"() : () -> ()
    %6 = "nvvm.wgmma.mma_async"(%5, %arg1, %arg2) <{layoutA = #nvvm.mma_layout<row>, layoutB = #nvvm.mma_layout<col>, scaleA = #nvvm.wgmma_scale_in<one>, scaleB = #nvvm.wgmma_scale_in<one>, scaleD = #nvvm.wgmma_scale_out<one>, shape = #nvvm.shape<m = 64, n = 8, k = 32>, typeA = #nvvm.wgmma_type<e4m3>, typeB = #nvvm.wgmma_type<e4m3>, typeD = #nvvm.wgmma_type<f32>}> : (!llvm.struct<(f32, f32, f32, f32)>, i64, i64) -> !llvm.struct<(f32, f32, f32, f32)>
    "nvvm.wgmma.commit.group.sync.aligned"() : () -> ()
    "nvvm.wgmma.wait.group.sync.aligned"() <{group = 0 : i64}> : () -> ()
    "nvvm.wgmma.fence.aligned"() : () -> ()
    %7 = "nvvm.wgmma.mma_async"(%6, %arg1, %arg2) <{layoutA = #nvvm.mma_layout<row>, layoutB = #nvvm.mma_layout<col>, scaleA = #nvvm.wgmma_scale_in<one>, scaleB = #nvvm.wgmma_scale_in<one>, scaleD = #nvvm.wgmma_scale_out<one>, shape = #nvvm.shape<m = 64, n = 8, k = 32>, typeA = #nvvm.wgmma_type<e5m2>, typeB = #nvvm.wgmma_type<e4m3>, typeD = #nvvm.wgmma_type<f32>}> : (!llvm.struct<(f32, f32, f32, f32)>, i64, i64) -> !llvm.struct<(f32, f32, f32, f32)>
    "nvvm.wgmma.commit.group.sync.aligned"() : () -> ()
    "nvvm.wgmma.wait.group.sync.aligned"() <{group = 0 : i64}> : () -> ()
    %8 = "llvm.mlir.poison"() : () -> !llvm.struct<(i32, i32, i32, i32)>
    "nvvm.wgmma.fence.aligned"() : () -> ()
    %9 = "nvvm.wgmma.mma_async"(%8, %arg1, %arg2) <{layoutA = #nvvm.mma_layout<row>, layoutB = #nvvm.mma_layout<col>, scaleA = #nvvm.wgmma_scale_in<one>, scaleB = #nvvm.wgmma_scale_in<one>, scaleD = #nvvm.wgmma_scale_out<zero>, shape = #nvvm.shape<m = 64, n = 16, k = 16>, typeA = #nvvm.wgmma_type<f16>, typeB = #nvvm.wgmma_type<f16>, typeD = #nvvm.wgmma_type<f16>}> : (!llvm.struct<(i32, i32, i32, i32)>, i64, i64) -> !llvm.struct<(i32, i32, i32, i32)>
    "nvvm.wgmma.commit.group.sync.aligned"() : () -> ()
    "nvvm.wgmma.wait.group.sync.aligned"() <{group = 0 : i64}> : () -> ()
    "nvvm.wgmma.fence.aligned"() : () -> ()
    %10 = "nvvm.wgmma.mma_async"(%9, %arg1, %arg2) <{layoutA = #nvvm.mma_layout<row>, layoutB = #nvvm.mma_layout<col>, scaleA = #nvvm.wgmma_scale_in<one>, scaleB = #nvvm.wgmma_scale_in<one>, scaleD = #nvvm.wgmma_scale_out<one>, shape = #nvvm.shape<m = 64, n = 8, k = 32>, typeA = #nvvm.wgmma_type<s8>, typeB = #nvvm.wgmma_type<s8>, typeD = #nvvm.wgmma_type<s32>}> : (!llvm.struct<(i32, i32, i32, i32)>, i64, i64) -> !llvm.struct<(i32, i32, i32, i32)>
    "nvvm.wgmma.commit.group.sync.aligned"() : () -> ()
    "nvvm.wgmma.wait.group.sync.aligned"() <{group = 0 : i64}> : () -> ()
    %11 = "llvm.extractvalue"(%7) <{position = array<i64: 0>}> : (!llvm.struct<(f32, f32, f32, f32)>) -> f32
    "llvm.store"(%11, %arg0) <{ordering = 0 : i64, volatile_}> : (f32, !llvm.ptr<1>) -> ()
    %12 = "llvm.extractvalue"(%10) <{position = array<i64: 0>}> : (!llvm.struct<(i32, i32, i32, i32)>) -> i32
    "llvm.store"(%12, %arg0) <{ordering = 0 : i64, volatile_}> : (i32, !llvm.ptr<1>) -> ()
    "llvm.return"() : () -> ()
  }) {nvvm.kernel, nvvm.maxntid = array<i32: 128>} : () -> ()

  // A from registers has no nvvm operation: inline assembly with the accumulators tied, then a wait that ties them too.
  "llvm.func"() <{CConv = #llvm.cconv<ccc>, arg_attrs = [{llvm.align = 16 : i64, llvm.noalias}, {}, {}], function_type = !llvm.func<void (ptr<1>, i32, i64)>, linkage = #llvm.linkage<external>, sym_name = "wgmma_a_registers", unnamed_addr = 0 : i64, visibility_ = 0 : i64}> ({
  ^bb0(%arg0: !llvm.ptr<1>, %arg1: i32, %arg2: i64):
    %0 = "llvm.mlir.constant"() <{value = 0 : i32}> : () -> i32
    %1 = "llvm.mlir.poison"() : () -> f32
    "nvvm.wgmma.fence.aligned"() : () -> ()
    %2 = "llvm.inline_asm"(%1, %1, %1, %1, %arg1, %arg1, %arg1, %arg1, %arg2, %0) <{asm_dialect = 0 : i64, asm_string = "{\0A.reg .pred p;\0Asetp.ne.b32 p, $13, 0;\0Awgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {$0, $1, $2, $3}, {$8, $9, $10, $11}, $12, p, 1, 1, 0;\0A}", constraints = "=f,=f,=f,=f,0,1,2,3,r,r,r,r,l,n", has_side_effects, tail_call_kind = #llvm.tailcallkind<none>}> : (f32, f32, f32, f32, i32, i32, i32, i32, i64, i32) -> !llvm.struct<(f32, f32, f32, f32)>
    "nvvm.wgmma.commit.group.sync.aligned"() : () -> ()
    %3 = "llvm.extractvalue"(%2) <{position = array<i64: 0>}> : (!llvm.struct<(f32, f32, f32, f32)>) -> f32
    %4 = "llvm.extractvalue"(%2) <{position = array<i64: 1>}> : (!llvm.struct<(f32, f32, f32, f32)>) -> f32
    %5 = "llvm.extractvalue"(%2) <{position = array<i64: 2>}> : (!llvm.struct<(f32, f32, f32, f32)>) -> f32
    %6 = "llvm.extractvalue"(%2) <{position = array<i64: 3>}> : (!llvm.struct<(f32, f32, f32, f32)>) -> f32
    %7 = "llvm.inline_asm"(%3, %4, %5, %6) <{asm_dialect = 0 : i64, asm_string = "wgmma.wait_group.sync.aligned 0;", constraints = "=f,=f,=f,=f,0,1,2,3,~{memory}", has_side_effects, tail_call_kind = #llvm.tailcallkind<none>}> : (f32, f32, f32, f32) -> !llvm.struct<(f32, f32, f32, f32)>
    %8 = "llvm.extractvalue"(%7) <{position = array<i64: 3>}> : (!llvm.struct<(f32, f32, f32, f32)>) -> f32
    "llvm.store"(%8, %arg0) <{ordering = 0 : i64, volatile_}> : (f32, !llvm.ptr<1>) -> ()
    "llvm.return"() : () -> ()
  }) {nvvm.kernel, nvvm.maxntid = array<i32: 128>} : () -> ()

  // A run-time scale-d has no nvvm operation either: the predicate comes from a register.
  "llvm.func"() <{CConv = #llvm.cconv<ccc>, arg_attrs = [{llvm.align = 16 : i64, llvm.noalias}, {}, {}, {}], function_type = !llvm.func<void (ptr<1>, i64, i64, i32)>, linkage = #llvm.linkage<external>, sym_name = "wgmma_scale_d", unnamed_addr = 0 : i64, visibility_ = 0 : i64}> ({
  ^bb0(%arg0: !llvm.ptr<1>, %arg1: i64, %arg2: i64, %arg3: i32):
    %0 = "llvm.mlir.poison"() : () -> f32
    "nvvm.wgmma.fence.aligned"() : () -> ()
    %1 = "llvm.inline_asm"(%0, %0, %0, %0, %arg1, %arg2, %arg3) <{asm_dialect = 0 : i64, asm_string = "{\0A.reg .pred p;\0Asetp.ne.b32 p, $10, 0;\0Awgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {$0, $1, $2, $3}, $8, $9, p, 1, 1, 0, 0;\0A}", constraints = "=f,=f,=f,=f,0,1,2,3,l,l,r", has_side_effects, tail_call_kind = #llvm.tailcallkind<none>}> : (f32, f32, f32, f32, i64, i64, i32) -> !llvm.struct<(f32, f32, f32, f32)>
    "nvvm.wgmma.commit.group.sync.aligned"() : () -> ()
    "nvvm.wgmma.wait.group.sync.aligned"() <{group = 0 : i64}> : () -> ()
    %2 = "llvm.extractvalue"(%1) <{position = array<i64: 3>}> : (!llvm.struct<(f32, f32, f32, f32)>) -> f32
    "llvm.store"(%2, %arg0) <{ordering = 0 : i64, volatile_}> : (f32, !llvm.ptr<1>) -> ()
    "llvm.return"() : () -> ()
  }) {nvvm.kernel, nvvm.maxntid = array<i32: 128>} : () -> ()

  // The warp-level product, for kernels that do not use wgmma.
  "llvm.func"() <{CConv = #llvm.cconv<ccc>, arg_attrs = [{llvm.align = 16 : i64, llvm.noalias}, {}, {}], function_type = !llvm.func<void (ptr<1>, vector<2xf16>, f32)>, linkage = #llvm.linkage<external>, sym_name = "mma_sync", unnamed_addr = 0 : i64, visibility_ = 0 : i64}> ({
  ^bb0(%arg0: !llvm.ptr<1>, %arg1: vector<2xf16>, %arg2: f32):
    %0 = "nvvm.mma.sync"(%arg1, %arg1, %arg1, %arg1, %arg1, %arg1, %arg2, %arg2, %arg2, %arg2) <{layoutA = #nvvm.mma_layout<row>, layoutB = #nvvm.mma_layout<col>, multiplicandAPtxType = #nvvm.mma_type<f16>, multiplicandBPtxType = #nvvm.mma_type<f16>, operandSegmentSizes = array<i32: 4, 2, 4>, shape = #nvvm.shape<m = 16, n = 8, k = 16>}> : (vector<2xf16>, vector<2xf16>, vector<2xf16>, vector<2xf16>, vector<2xf16>, vector<2xf16>, f32, f32, f32, f32) -> !llvm.struct<(f32, f32, f32, f32)>
    %1 = "llvm.extractvalue"(%0) <{position = array<i64: 0>}> : (!llvm.struct<(f32, f32, f32, f32)>) -> f32
    "llvm.store"(%1, %arg0) <{ordering = 0 : i64, volatile_}> : (f32, !llvm.ptr<1>) -> ()
    "llvm.return"() : () -> ()
  }) {nvvm.kernel, nvvm.maxntid = array<i32: 128>} : () -> ()

  // Index arithmetic: the high half of a product (division by a launch constant), bit operations, wide products.
  "llvm.func"() <{CConv = #llvm.cconv<ccc>, arg_attrs = [{llvm.align = 16 : i64, llvm.noalias}, {}, {}, {}], function_type = !llvm.func<void (ptr<1>, i32, i32, i64)>, linkage = #llvm.linkage<external>, sym_name = "integers", unnamed_addr = 0 : i64, visibility_ = 0 : i64}> ({
  ^bb0(%arg0: !llvm.ptr<1>, %arg1: i32, %arg2: i32, %arg3: i64):
    %0 = "llvm.mlir.constant"() <{value = 0 : i32}> : () -> i32
    %1 = "llvm.zext"(%arg1) : (i32) -> i64
    %2 = "llvm.zext"(%arg2) : (i32) -> i64
    %3 = "llvm.mlir.constant"() <{value = 32 : i64}> : () -> i64
    %4 = "llvm.mul"(%1, %2) <{overflowFlags = 2 : i32}> : (i64, i64) -> i64
    %5 = "llvm.lshr"(%4, %3) : (i64, i64) -> i64
    %6 = "llvm.trunc"(%5) <{overflowFlags = 0 : i32}> : (i64) -> i32
    %7 = "llvm.add"(%6, %arg1) <{overflowFlags = 3 : i32}> : (i32, i32) -> i32
    %8 = "llvm.intr.smax"(%7, %arg2) : (i32, i32) -> i32
    %9 = "llvm.intr.umin"(%8, %arg2) : (i32, i32) -> i32
    %10 = "llvm.sdiv"(%9, %arg1) : (i32, i32) -> i32
    %11 = "llvm.srem"(%10, %arg2) : (i32, i32) -> i32
    %12 = "llvm.intr.ctlz"(%11) <{is_zero_poison = false}> : (i32) -> i32
    %13 = "llvm.sext"(%12) : (i32) -> i64
    %14 = "llvm.or"(%13, %arg3) <{isDisjoint}> : (i64, i64) -> i64
    %15 = "llvm.shl"(%14, %3) <{overflowFlags = 0 : i32}> : (i64, i64) -> i64
    %16 = "llvm.ashr"(%15, %3) : (i64, i64) -> i64
    %17 = "llvm.mul"(%16, %arg3) <{overflowFlags = 0 : i32}> : (i64, i64) -> i64
    "llvm.store"(%17, %arg0) <{ordering = 0 : i64, volatile_}> : (i64, !llvm.ptr<1>) -> ()
    %18 = "llvm.icmp"(%arg1, %arg2) <{predicate = 8 : i64}> : (i32, i32) -> i1
    "llvm.cond_br"(%18)[^bb1, ^bb2] <{operandSegmentSizes = array<i32: 1, 0, 0>}> : (i1) -> ()
  ^bb1:
    "llvm.intr.trap"() : () -> ()
    "llvm.unreachable"() : () -> ()
  ^bb2:
    "llvm.return"() : () -> ()
  }) {nvvm.kernel, nvvm.maxntid = array<i32: 128>} : () -> ()
}) : () -> ()
