// Running on the interpreter and the simulator, at every level.

// RUN: tilec run %S/../kernels/matmul.mlir --on=interp --size A=20x24,B=16x24,C=20x16 --seed 1 | FileCheck %s --check-prefix=INTERP
// RUN: tilec run %S/../kernels/matmul.mlir --on=sim --tile=64x128x64 --consumers=1 --size A=70x72,B=136x72,C=70x136 --seed 1 | FileCheck %s --check-prefix=SIM
// RUN: tilec run %S/../kernels/matmul.mlir --on=sim --tile=64x128x64 --consumers=1 --size A=70x71,B=135x71,C=70x135 --check=ref --type=bf16 --schedules=3 | FileCheck %s --check-prefix=DIRECT

// Where only the result has rows that TMA cannot store, the loads stay with TMA.
// RUN: tilec run %S/../kernels/matmul.mlir --on=sim --tile=64x128x64 --consumers=1 --size A=70x72,B=135x72,C=70x135 --check=ref | FileCheck %s --check-prefix=EITHER
// RUN: tilec run %S/../kernels/matmul.mlir --on=sim --level=async --tile=64x128x64 --consumers=1 --size A=70x72,B=135x72,C=70x135 --check=ref | FileCheck %s --check-prefix=EITHER
// EITHER: {{^}}kernel matmul on the simulator: {{entry matmul,|grid}}
// EITHER: {{^}}C       9450      0          ref {{.*}} ok{{$}}

// RUN: tilec run %S/../kernels/matmul.mlir --on=sim --level=async --tile=64x64x64 --consumers=1 --size A=64x64,B=64x64,C=64x64 --fill A=int,B=int | FileCheck %s --check-prefix=EXACT

// A saved module runs as it stands, compared with the kernel that it came from.
// RUN: tilec build %S/../kernels/matmul.mlir --emit=nvvm --tile=64x64x64 --consumers=1 -o %t.mlir
// RUN: tilec run %t.mlir --on=sim --size A=64x64,B=64x64,C=64x64 --reference=%S/../kernels/matmul.mlir | FileCheck %s --check-prefix=SAVED
// RUN: tilec run %t.mlir --on=sim --size A=64x64,B=64x64,C=64x64 | FileCheck %s --check-prefix=ALONE
// RUN: not tilec run %t.mlir --on=sim --size A=64x64,B=64x64,C=64x64 --check=ref 2>&1 | FileCheck %s --check-prefix=NOREF
// RUN: not tilec run %t.mlir --on=interp --size A=64x64,B=64x64,C=64x64 2>&1 | FileCheck %s --check-prefix=LEVEL
// RUN: not tilec run %t.mlir --on=sim --size A=64x64,B=64x64,C=64x64 --reference=%S/../kernels/matmul_bf16.mlir 2>&1 | FileCheck %s --check-prefix=OTHER

// INTERP: {{^}}kernel matmul on the interpreter: grid 1{{$}}
// INTERP-NEXT: {{^}}output  elements  unwritten  against  greatest error  relative error  verdict{{$}}
// INTERP-NEXT: {{^}}C       320       0          ref {{.*}} ok{{$}}
// SIM: {{^}}kernel matmul on the simulator: entry matmul, grid 4, 256 threads, {{[0-9]+}} bytes of shared memory, 1 schedule{{$}}
// SIM: {{^}}C       9520      0          interp {{.*}} ok{{$}}
// SIM-NEXT: {{^}}C       9520      0          ref {{.*}} ok{{$}}
// DIRECT: entry matmul_direct, {{.*}}, 3 schedules{{$}}
// DIRECT: {{^}}C       9450      0          ref {{.*}} ok{{$}}
// EXACT: {{^}}C       4096      0          interp   0               0               ok{{$}}
// EXACT-NEXT: {{^}}C       4096      0          ref      0               0               ok{{$}}
// SAVED: {{^}}C       4096      0          interp {{.*}} ok{{$}}
// SAVED: {{^}}C       4096      0          ref {{.*}} ok{{$}}
// ALONE: {{^}}C       4096      0          -        -               -               not compared{{$}}
// NOREF: {{^}}error: --check=ref needs the tile-level kernel to compare with: give it with --reference=FILE{{$}}
// LEVEL: {{^}}error: the interpreter runs the tile level, and '{{.*}}.mlir' is at the level nvvm{{$}}
// OTHER: {{^}}error: the kernel 'matmul' in --reference does not have the arguments of 'matmul': names, types, ranks and outputs must agree{{$}}
