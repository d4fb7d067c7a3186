// RUN: tile-opt %s --verify-roundtrip

module {
  llvm.func @f(%arg0: vector<2xf16>, %arg1: f32, %arg2: i32, %arg3: i16) {
    %0 = nvvm.mma.sp.sync A[%arg0, %arg0] B[%arg0, %arg0] C[%arg0, %arg0] sparseMetadata[%arg2] selector[%arg2] {foo, shape = #nvvm.shape<m = 16, n = 8, k = 16>} : (vector<2xf16>, vector<2xf16>, vector<2xf16>) -> !llvm.struct<(vector<2xf16>, vector<2xf16>)>
    %1 = nvvm.mma.sp.sync A[%arg2, %arg2, %arg2, %arg2] B[%arg2, %arg2, %arg2, %arg2] C[%arg2, %arg2, %arg2, %arg2] sparseMetadata[%arg2] selector[%arg2] {intOverflowBehavior = #nvvm.mma_int_overflow<satfinite>, multiplicandAPtxType = #nvvm.mma_type<s8>, multiplicandBPtxType = #nvvm.mma_type<s8>, orderedMetadata, shape = #nvvm.shape<m = 16, n = 8, k = 64>} : (i32, i32, i32) -> !llvm.struct<(i32, i32, i32, i32)>
    %2 = nvvm.mma.block_scale A[%arg2, %arg2, %arg2, %arg2] B[%arg2, %arg2] C[%arg1, %arg1, %arg1, %arg1] scaleA[%arg2, %arg3, %arg3] scaleB[%arg2, %arg3, %arg3] {blockScaleFormat = #nvvm.block_scale_format<ue8m0>, kind = #nvvm.block_scale_kind<mxf4nvf4>, multiplicandAPtxType = #nvvm.mma_type<e2m1>, multiplicandBPtxType = #nvvm.mma_type<e2m1>, scaleVecSize = #nvvm.scale_vec_size<x2>, shape = #nvvm.shape<m = 16, n = 8, k = 64>} : (i32, i32, f32) -> !llvm.struct<(f32, f32, f32, f32)>
    %3 = nvvm.mma.sp.block_scale A[%arg2, %arg2, %arg2, %arg2] B[%arg2, %arg2, %arg2, %arg2] C[%arg1, %arg1, %arg1, %arg1] sparseMetadata[%arg2] selector[%arg2] scaleA[%arg2, %arg3, %arg3] scaleB[%arg2, %arg3, %arg3] {blockScaleFormat = #nvvm.block_scale_format<ue8m0>, kind = #nvvm.block_scale_kind<mxf4>, multiplicandAPtxType = #nvvm.mma_type<e2m1>, multiplicandBPtxType = #nvvm.mma_type<e2m1>, orderedMetadata, scaleVecSize = #nvvm.scale_vec_size<x2>, shape = #nvvm.shape<m = 16, n = 8, k = 128>} : (i32, i32, f32) -> !llvm.struct<(f32, f32, f32, f32)>
    llvm.return
  }
}
