// Forms of a ring as flags, and those that exclude each other.

// RUN: tilec build %S/../kernels/matmul.mlir --tile=64x64x32 --consumers=0 --war=barrier --peel=all --unroll --barrier-per=copy --remarks=text -o %t.ptx 2>&1 | FileCheck %s --check-prefix=FORM
// RUN: not tilec build %S/../kernels/matmul.mlir --war=barrier -o %t.no.ptx 2>&1 | FileCheck %s --check-prefix=WAR
// RUN: not tilec build %S/../kernels/matmul.mlir --prefetch=2 --mma-in-flight=3 -o %t.no.ptx 2>&1 | FileCheck %s --check-prefix=SUM
// RUN: not tilec build %S/../kernels/copy.mlir --stage=loops --arrive=elected -o %t.no.ptx 2>&1 | FileCheck %s --check-prefix=ELECTED
// RUN: not exists %t.no.ptx

// FORM: matmul.mlir:24:10: remark: loop pipelined: 4 stages of 8192 bytes, 2 loads a stage, prefetch 3, 0 MMA groups in flight, refilled behind a barrier of the block, last iterations peeled
// FORM: matmul.mlir:24:10: remark: 2 full barriers a slot; slots are refilled behind barriers of the role
// FORM: matmul.mlir:24:10: remark: loop unrolled by 4: a loop in front of it goes up to the first slot
// WAR: error: invalid value 'barrier' for --war: {{.*}}war=barrier needs consumers=0, since a barrier of the block would stop the role that loads, found consumers=2
// SUM: error: invalid value '2' for --prefetch: {{.*}}prefetch must be at most stages - mma-in-flight - 1 = 0, found 2
// ELECTED: copy.mlir:18:8: error: 'tasync.local_load' op reads a slot and is no MMA, so arrive=elected is unsound
