// RUN: not tile-opt %s --split-input-file --convert-gpu-to-nvvm 2>&1 | FileCheck %s

gpu.module @m {
  gpu.func @wide(%x: vector<4xf32>, %o: i32) {
    // CHECK: error: failed to legalize operation 'gpu.shuffle' that was explicitly marked illegal
    // CHECK: exchanges values of a type that does not fit in two registers
    %r, %ok = gpu.shuffle xor %x, %o, %o : vector<4xf32>
    gpu.return
  }
}

// -----

gpu.module @m {
  // CHECK: error: 'gpu.func' op has a signature with types that LLVM has not: (tensor<4xf32>) -> ()
  gpu.func @tensor(%x: tensor<4xf32>) {
    gpu.return
  }
}

// -----

gpu.module @m {
  gpu.func @clusters(%x: i32) {
    // CHECK: error: 'gpu.subgroup_reduce' op has clusters that span 64 lanes, a warp has 32
    %r = gpu.subgroup_reduce add %x cluster(size = 32, stride = 2) : (i32) -> i32
    gpu.return
  }
}

// -----

gpu.module @m {
  // CHECK: error: 'gpu.func' op has workgroup memory of a size that is not known: memref<?xf32, 3>
  gpu.func @size() workgroup(%w: memref<?xf32, 3>) {
    gpu.return
  }
}

// -----

gpu.module @m {
  gpu.func @rotate(%x: vector<4xf32>) {
    // CHECK: error: failed to legalize operation 'gpu.rotate' that was explicitly marked illegal
    // CHECK: exchanges values of a type that does not fit in two registers
    %r, %ok = gpu.rotate %x, 1, 32 : vector<4xf32>
    gpu.return
  }
}

// -----

gpu.module @m {
  gpu.func @matrices(%m: memref<64x64xf16>, %x: i32) {
    %c0 = arith.constant 0 : index
    // CHECK: error: failed to legalize operation 'gpu.subgroup_mma_load_matrix' that was explicitly marked illegal
    // CHECK: no instruction of sm_90a multiplies matrices of this shape and type
    %a = gpu.subgroup_mma_load_matrix %m[%c0, %c0] {leadDimension = 64 : index} : memref<64x64xf16> -> !gpu.mma_matrix<64x16xf16, "AOp">
    gpu.return
  }
}

// -----

gpu.module @m {
  gpu.func @packed(%x: f32, %y: !gpu.mma_matrix<16x16xsi8, "AOp">) {
    %a = gpu.subgroup_mma_constant_matrix %x : !gpu.mma_matrix<16x8xf32, "AOp">
    // CHECK: error: failed to legalize operation 'gpu.subgroup_mma_constant_matrix'
    // CHECK: elements of 8 bits and of tf32 lie packed in registers, which the layout does not tell
    // CHECK: error: failed to legalize operation 'gpu.subgroup_mma_elementwise'
    // CHECK: 'addi' is not an operation on the registers that hold s8
    %b = gpu.subgroup_mma_elementwise addi %y, %y : (!gpu.mma_matrix<16x16xsi8, "AOp">, !gpu.mma_matrix<16x16xsi8, "AOp">) -> !gpu.mma_matrix<16x16xsi8, "AOp">
    gpu.return
  }
}

// -----

gpu.module @m {
  llvm.func @__assertfail(i32)
  gpu.func @taken(%x: i1) {
    // CHECK: error: 'cf.assert' op needs the function '__assertfail' of type !llvm.func<void (ptr, ptr, i32, ptr, i64)>, but the module has another symbol of that name
    cf.assert %x, "no"
    gpu.return
  }
}
