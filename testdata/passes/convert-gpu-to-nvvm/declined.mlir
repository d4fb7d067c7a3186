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
