// The protocol of barriers, of a kernel that is lowered first and of one saved at the
// async level.

// RUN: tilec check %S/../kernels/matmul.mlir 2>&1 | FileCheck %s --check-prefix=PROVEN
// RUN: tilec check --strict --stages=3 --consumers=1 --tile=64x128x64 %S/../kernels/matmul.mlir 2>&1 | FileCheck %s --check-prefix=PROVEN
// RUN: tilec build %S/../kernels/matmul.mlir --emit=async -o %t.mlir
// RUN: tilec check --remarks=json %t.mlir 2>&1 | FileCheck %s --check-prefix=JSON
// RUN: tilec build %S/../kernels/matmul.mlir --emit=nvvm -o %t.nvvm.mlir
// RUN: tilec check %S/../kernels/copy.mlir 2>&1 | FileCheck %s --check-prefix=NOTHING
// RUN: not tilec check %S/../passes/async-verify-protocol/trace.mlir 2>&1 | FileCheck %s --check-prefix=TABLE
// RUN: tilec check %S/../forms/tokens.mlir 2>&1 | FileCheck %s --check-prefix=TOKENS
// RUN: not tilec check %t.nvvm.mlir 2>&1 | FileCheck %s --check-prefix=LEVEL

// PROVEN: matmul.mlir:5:1: remark: protocol proven {{.*}} (in @matmul)
// PROVEN: matmul.mlir:5:1: remark: protocol proven {{.*}} (in @matmul_direct)
// PROVEN-NOT: remark:
// JSON-COUNT-2: {"severity":"remark",{{.*}}"message":"protocol proven
// NOTHING: copy.mlir{{.*}}: remark: nothing to prove: no kernel synchronises or touches shared memory{{$}}
// NOTHING-NOT: remark:
// LEVEL: {{^}}error: {{.*}}.nvvm.mlir is at the level nvvm: the protocol is verified at the async level{{$}}
// TABLE: how @stuck fails, where argument 1 is 2:
// TABLE-NEXT: {{step +line +}}set-up{{ +}}idle{{ +}}producer{{ +}}consumer
// TABLE: {{[0-9]+ +[0-9]+ +}}copies into buffer 0, completing on barrier 0[0]
// TOKENS: tokens.mlir:{{.*}}: remark: protocol proven
