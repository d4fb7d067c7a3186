// RUN: not tile-opt %s --nvvm-perturb=longest=100 2>&1 | FileCheck %s
// RUN: not tile-opt %s --nvvm-perturb=longest=8 2>&1 | FileCheck %s --check-prefix=SMALL
// RUN: not tile-opt %s --nvvm-perturb=crowd=65 2>&1 | FileCheck %s --check-prefix=CROWD
// RUN: not tile-opt %s --tile-to-nvvm=perturb=true 2>&1 | FileCheck %s --check-prefix=LEVEL

// CHECK: error: {{.*}}longest must be a power of two from 16 to 1048576, found 100
// SMALL: error: {{.*}}longest must be a power of two from 16 to 1048576, found 8
// CROWD: error: {{.*}}crowd must be from 0 to 64, found 65
// LEVEL: error: {{.*}}perturb is for the llvm level: expected the pipeline tile-to-llvm
