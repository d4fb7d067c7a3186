// Delays at synchronising operations, drawn from a seed of the launch.

// A kernel is compiled for it, runs as before under any seed, and without one.
// RUN: tilec run %S/../kernels/matmul.mlir --perturb=7 --tile=64x128x64 --consumers=1 --size A=70x72,B=136x72,C=70x136 | FileCheck %s --check-prefix=SEEDED
// RUN: tilec build %S/../kernels/matmul.mlir --perturb --tile=64x64x64 --consumers=1 --emit=llvm -o %t.mlir
// RUN: FileCheck %s --check-prefix=BUILT --input-file=%t.mlir
// RUN: tilec run %t.mlir --perturb=3 --size A=64x64,B=64x64,C=64x64 --reference=%S/../kernels/matmul.mlir | FileCheck %s --check-prefix=SAVED
// RUN: tilec run %t.mlir --size A=64x64,B=64x64,C=64x64 --reference=%S/../kernels/matmul.mlir | FileCheck %s --check-prefix=SAVED
// RUN: tilec run %t.mlir --scalar perturb_seed=9 --size A=64x64,B=64x64,C=64x64 --reference=%S/../kernels/matmul.mlir | FileCheck %s --check-prefix=SAVED
// RUN: tilec build %t.mlir --ptxas=off -o %t.ptx
// RUN: FileCheck %s --check-prefix=PTX --input-file=%t.ptx
// RUN: FileCheck %s --check-prefix=META --input-file=%t.json

// RUN: tilec build %S/../kernels/matmul.mlir --tile=64x64x64 --consumers=1 --emit=llvm -o %t.plain.mlir
// RUN: not tilec run %t.plain.mlir --perturb=3 --size A=64x64,B=64x64,C=64x64 2>&1 | FileCheck %s --check-prefix=LATE
// RUN: not tilec build %t.plain.mlir --perturb --emit=llvm 2>&1 | FileCheck %s --check-prefix=BEHIND
// RUN: not tilec run %S/../kernels/matmul.mlir --perturb=3 --on=interp --size A=64x64,B=64x64,C=64x64 2>&1 | FileCheck %s --check-prefix=INTERP
// RUN: not tilec run %S/../kernels/matmul.mlir --perturb=3,4 --size A=64x64,B=64x64,C=64x64 2>&1 | FileCheck %s --check-prefix=TWO
// RUN: not tilec run %S/../kernels/matmul.mlir --perturb=3 --level=nvvm --size A=64x64,B=64x64,C=64x64 2>&1 | FileCheck %s --check-prefix=LEVEL
// RUN: not tilec run %S/../kernels/matmul.mlir --perturb=4294967296 --size A=64x64,B=64x64,C=64x64 2>&1 | FileCheck %s --check-prefix=RANGE
// RUN: not tilec build %S/../kernels/matmul.mlir --param perturb=true 2>&1 | FileCheck %s --check-prefix=PARAM

// SEEDED: {{^}}C       9520      0          interp {{.*}} ok{{$}}
// BUILT: llvm.func @matmul({{.*}}, %{{arg[0-9]+}}: i32) attributes {
// BUILT: nanosleep
// SAVED: {{^}}C       4096      0          interp {{.*}} ok{{$}}
// SAVED: {{^}}C       4096      0          ref {{.*}} ok{{$}}
// PTX: @p bra AWAKE;
// PTX: nanosleep.u32 n;
// PTX-NEXT: AWAKE:
// PTX: st.volatile.shared.u32 [%r{{[0-9]+}}], %r
// PTX: stmatrix
// META: {"name": "perturb_seed", "kind": "scalar", "type": "i32", "optional": true}
// LATE: error: --perturb needs the parameter 'perturb_seed', which a module of the level llvm gets by tilec build --perturb or the pass nvvm-perturb
// BEHIND: error: --perturb has no effect: '{{.*}}' is at the level llvm, behind the passes that take it
// INTERP: error: --perturb needs --on=sim or --on=gpu: the interpreter runs in sequence
// TWO: error: --perturb takes one seed with --on=sim, found 2: --schedules tries more schedules
// LEVEL: error: --perturb needs a kernel at the level llvm: expected --level=llvm and a file of the level tile, or one that was built with --perturb
// RANGE: error: invalid value '4294967296' for --perturb: expected seeds up to 2147483647
// PARAM: error: invalid value 'perturb=true' for --param: 'perturb' is the option --perturb and no parameter
