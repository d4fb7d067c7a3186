// RUN: tile-opt %s --split-input-file --verify-diagnostics

llvm.func @tensor_memory(%t: !llvm.ptr<6>, %d: i64) {
  // expected-error @+1 {{Shape 64x128b requires multicast warpx2_01_23 or warpx2_02_13 for tcgen05.cp Op}}
  nvvm.tcgen05.cp %t, %d {shape = #nvvm.tcgen05_cp_shape<shape_64x128b>}
  // expected-error @+1 {{offset argument is only supported for shape 16x32bx2}}
  %0 = nvvm.tcgen05.ld %t, %d {shape = #nvvm.tcgen05_ldst_shape<shape_32x32b>} : i32
  // expected-error @+1 {{shape 16x32bx2 requires offset argument}}
  %1 = nvvm.tcgen05.ld %t {shape = #nvvm.tcgen05_ldst_shape<shape_16x32bx2>} : i32
  llvm.return
}

// -----

llvm.func @convert(%f: f32, %h: vector<2xbf16>) {
  // expected-error @+1 {{Only 'f4E2M1FN' type is supported for conversions from f32x2 to f4x2.}}
  %0 = nvvm.convert.f32x2.to.f4x2 %f, %f : i8 (f16)
  // expected-error @+1 {{Only RZ and RP rounding modes are supported for conversions from bf16x2 to f8x2.}}
  %1 = nvvm.convert.bf16x2.to.f8x2 %h : vector<2xbf16> -> i16 (f8E8M0FNU)
  llvm.return
}

// -----

llvm.func @products(%i: i32, %p: !llvm.ptr) {
  // expected-error @+1 {{Could not match types for the B operands; expected one of 1xi32 but got i32, i32}}
  %0 = "nvvm.mma.sync"(%i, %i, %i, %i, %i) <{shape = #nvvm.shape<m = 8, n = 8, k = 16>, layoutA = #nvvm.mma_layout<row>, layoutB = #nvvm.mma_layout<col>, multiplicandAPtxType = #nvvm.mma_type<s8>, multiplicandBPtxType = #nvvm.mma_type<s8>, operandSegmentSizes = array<i32: 1, 2, 2>}> : (i32, i32, i32, i32, i32) -> !llvm.struct<(i32, i32)>
  // expected-error @+1 {{expected destination type is a structure of 8 elements of type 'vector<2xf16>'}}
  %1 = nvvm.wmma.load %p, %i {m = 16 : i32, n = 16 : i32, k = 16 : i32, layout = #nvvm.mma_layout<row>, eltype = #nvvm.mma_type<f16>, frag = #nvvm.mma_frag<a>} : (!llvm.ptr) -> !llvm.struct<(i32)>
  // expected-error @+1 {{only acquire and release semantics are supported}}
  nvvm.fence.sync_restrict {order = #nvvm.mem_order<weak>}
  // expected-error @+1 {{reduction are only available when id is 0}}
  "nvvm.barrier"(%i, %i) <{reductionOp = #nvvm.reduction<and>, operandSegmentSizes = array<i32: 1, 0, 1>}> : (i32, i32) -> ()
  llvm.return
}

// -----

llvm.func @results(%h: vector<2xf16>, %f: f32, %i: i32) {
  // expected-error @+1 {{ctype does not match dtype}}
  %0 = nvvm.mma.sync A[%h, %h, %h, %h] B[%h, %h] C[%h, %h] {layoutA = #nvvm.mma_layout<row>, layoutB = #nvvm.mma_layout<col>, shape = #nvvm.shape<m = 16, n = 8, k = 16>} : (vector<2xf16>, vector<2xf16>, vector<2xf16>) -> !llvm.struct<(f32, f32, f32, f32)>
  // expected-error @+1 {{Could not match allowed types for the result; expected one of !llvm.struct<(vector<2xf16>, vector<2xf16>)>, !llvm.struct<(f32, f32, f32, f32)> but got !llvm.struct<(f32, f32, f32)>}}
  %1 = nvvm.mma.sync A[%h, %h, %h, %h] B[%h, %h] C[%f, %f, %f, %f] {layoutA = #nvvm.mma_layout<row>, layoutB = #nvvm.mma_layout<col>, shape = #nvvm.shape<m = 16, n = 8, k = 16>} : (vector<2xf16>, vector<2xf16>, f32) -> !llvm.struct<(f32, f32, f32)>
  // expected-error @+1 {{requires b1Op attribute}}
  %2 = nvvm.mma.sync A[%i, %i] B[%i] C[%i, %i, %i, %i] {layoutA = #nvvm.mma_layout<row>, layoutB = #nvvm.mma_layout<col>, multiplicandAPtxType = #nvvm.mma_type<b1>, multiplicandBPtxType = #nvvm.mma_type<b1>, shape = #nvvm.shape<m = 16, n = 8, k = 128>} : (i32, i32, i32) -> !llvm.struct<(i32, i32, i32, i32)>
  // expected-error @+1 {{requires intOverflowBehavior attribute}}
  %3 = nvvm.mma.sync A[%i, %i] B[%i] C[%i, %i, %i, %i] {layoutA = #nvvm.mma_layout<row>, layoutB = #nvvm.mma_layout<col>, multiplicandAPtxType = #nvvm.mma_type<s8>, multiplicandBPtxType = #nvvm.mma_type<s8>, shape = #nvvm.shape<m = 16, n = 8, k = 16>} : (i32, i32, i32) -> !llvm.struct<(i32, i32, i32, i32)>
  llvm.return
}
