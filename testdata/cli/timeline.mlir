// Pictures of what the roles of a kernel do.

// RUN: tilec timeline %S/../kernels/matmul.mlir --tile=64x64x64 --consumers=1 --size A=64x256,B=64x256,C=64x64 -o %t.svg
// RUN: FileCheck %s --check-prefix=SVG --input-file=%t.svg
// RUN: tilec timeline %S/../kernels/matmul.mlir --tile=64x64x64 --consumers=1 --size A=64x256,B=64x256,C=64x64 | diff %t.svg -
// RUN: tilec timeline %S/../kernels/matmul.mlir --tile=64x64x64 --consumers=0 --stages=1 --warp-groups=1 --title=Stalled --size A=64x256,B=64x256,C=64x64 -o %t.html
// RUN: FileCheck %s --check-prefix=HTML --input-file=%t.html
// RUN: tilec timeline %S/../kernels/matmul.mlir --level=llvm --tile=64x64x64 --consumers=1 --size A=64x256,B=64x256,C=64x64 | FileCheck %s --check-prefix=LLVM
// RUN: not tilec timeline %S/../kernels/matmul.mlir --size A=64x256,B=64x256,C=64x64 --level=tile 2>&1 | FileCheck %s --check-prefix=LEVEL
// RUN: not tilec timeline %S/../kernels/matmul.mlir --size A=64x256,B=64x256,C=64x64 --block=-1 2>&1 | FileCheck %s --check-prefix=BLOCK
// RUN: tilec timeline %S/../kernels/matmul.mlir --multiprocessors=1 --tile=64x64x64 --consumers=1 --size A=128x64,B=64x64,C=128x64 | FileCheck %s --check-prefix=SMALL
// RUN: not tilec timeline %S/../kernels/matmul.mlir --multiprocessors=0 --size A=64x64,B=64x64,C=64x64 2>&1 | FileCheck %s --check-prefix=NOSM
// RUN: not tilec timeline %S/../kernels/matmul.mlir --tile=64x64x64 --consumers=1 --size A=64x64,B=64x64,C=64x64 --block=7 2>&1 | FileCheck %s --check-prefix=FAR
// RUN: not tilec timeline %S/../kernels/matmul.mlir --size A=0x256,B=64x256,C=0x64 2>&1 | FileCheck %s --check-prefix=NONE

// SVG: {{^}}<svg {{.*}} role="img" aria-label="matmul">
// SVG: >matmul</text>
// SVG: >matmul, block 0 of 1, 256 threads, {{[0-9]+}} bytes of shared memory: {{[0-9]+}} cycles, 1755 to a microsecond</text>
// SVG: >producer 0–3</text>
// SVG: >consumer 4–7</text>
// SVG: >tensor cores</text>
// SVG: >loads in flight</text>
// SVG: >slot 3</text>

// HTML: {{^}}<!DOCTYPE html>
// HTML: <title>Stalled</title>
// HTML: >warps 0–3</text>
// HTML: waits for data, cycles
// HTML: >slot 0</text>
// HTML-NOT: >slot 1</text>
// HTML: {{^}}</html>

// LLVM: >warps 0–3</text>
// LLVM: >warps 4–7</text>
// LLVM: >slot 3</text>

// SMALL: >matmul, block 0 of 1, 
// NOSM: {{^}}error: invalid value '0' for --multiprocessors: expected 1 or more{{$}}
// LEVEL: {{^}}error: invalid value 'tile' for --level: expected async, nvvm or llvm{{$}}
// BLOCK: {{^}}error: invalid value '-1' for --block: expected 0 or more{{$}}
// FAR: {{^}}error: invalid value '7' for --block: expected less than 1, the blocks of the grid{{$}}
// NONE: {{^}}error: the grid is empty: expected sizes for which there is a block to draw{{$}}
