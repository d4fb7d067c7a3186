// Every form that a kernel takes, and where the files go.

// RUN: tilec build %S/../kernels/matmul.mlir --emit=tile | FileCheck %s --check-prefix=TILE
// RUN: tilec build %S/../kernels/matmul.mlir --emit=async | FileCheck %s --check-prefix=ASYNC
// RUN: tilec build %S/../kernels/matmul.mlir --emit=nvvm | FileCheck %s --check-prefix=NVVM
// RUN: tilec build %S/../kernels/matmul.mlir --emit=llvm | FileCheck %s --check-prefix=LLVM
// RUN: tilec build %S/../kernels/matmul.mlir --emit=llvm-ir | FileCheck %s --check-prefix=IR
// RUN: tilec build %S/../kernels/matmul.mlir --ptxas=off | FileCheck %s --check-prefix=PTX
// RUN: tilec build %S/../kernels/matmul.mlir --ptxas=off -o %T/k.ptx
// RUN: ls %T | FileCheck %s --check-prefix=FILES

// A module of any level is taken further, to the same text.
// RUN: tilec build %S/../kernels/matmul.mlir --emit=nvvm -o %T/nvvm.mlir
// RUN: tilec build %T/nvvm.mlir --ptxas=off -o %T/fromnvvm.ptx
// RUN: diff %T/k.ptx %T/fromnvvm.ptx
// RUN: tilec build %S/../kernels/matmul.mlir --emit=async -o %T/async.mlir
// RUN: tilec build %T/async.mlir --ptxas=off -o %T/fromasync.ptx
// RUN: diff %T/k.ptx %T/fromasync.ptx
// RUN: not tilec build %T/nvvm.mlir --emit=async 2>&1 | FileCheck %s --check-prefix=BEHIND

// TILE: tile.dot
// TILE-NOT: tile.param
// ASYNC: tasync.warp_specialize
// ASYNC: func.func @matmul_direct
// NVVM: llvm.func @matmul
// NVVM: scf.
// NVVM: nvvm.wgmma.mma_async
// LLVM: llvm.func @matmul
// LLVM: tile.launch
// LLVM-NOT: scf.for
// IR: target triple = "nvptx64-nvidia-cuda"
// IR: define ptx_kernel void @matmul(
// PTX: .version 8.0
// PTX: .target sm_90a
// PTX: .entry matmul(
// PTX: wgmma.mma_async.sync.aligned.m64n256k16.f32.f16.f16
// FILES: {{^}}k.json{{$}}
// FILES-NEXT: {{^}}k.ptx{{$}}
// FILES-NOT: tmp
// BEHIND: error: the module is at the level nvvm, behind the stage async that was asked for{{$}}
