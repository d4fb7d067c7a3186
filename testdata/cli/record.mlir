// Launches that are recorded for a machine with a GPU: the code and its metadata once, the text of the kernel to compare
// with, and a job for each check and each seed.

// RUN: tilec run %S/../kernels/copy.mlir --on=gpu --ptxas=off --record=%t.d --size A=40x72,B=40x72 --seed=3 | FileCheck %s --check-prefix=TWO
// RUN: tilec run %S/../kernels/copy.mlir --on=gpu --ptxas=off --record=%t.d --size A=40x72,B=40x72 --seed=3 | FileCheck %s --check-prefix=NONE
// RUN: tilec run %S/../kernels/copy.mlir --on=gpu --ptxas=off --record=%t.d --size A=40x72,B=40x72 --perturb=5 --check=ref | FileCheck %s --check-prefix=TWO
// RUN: FileCheck %s --input-file=%t.d/jobs.jsonl
// RUN: not tilec run %S/../kernels/copy.mlir --record=%t.d --size A=40x72,B=40x72 2>&1 | FileCheck %s --check-prefix=SIM

// Sums in f16 are told, since they are off by more.
// RUN: tilec run %S/../kernels/matmul.mlir --on=gpu --ptxas=off --record=%t.e --tile=64x64x64 --consumers=1 --size A=64x64,B=64x64,C=64x64 --accumulate=f16 --check=ref | FileCheck %s --check-prefix=ONE
// RUN: FileCheck %s --check-prefix=SUMS --input-file=%t.e/jobs.jsonl

// ONE: kernel matmul: 1 launch added to
// SUMS: "reference":{"kind":"interp","kernel":"matmul-{{[0-9a-f]+}}.mlir","sums":{"unit":0.00048828125,"together":16}}
// TWO: kernel copy: 2 launches added to {{.*}}jobs.jsonl
// NONE: kernel copy: 0 launches added
// SIM: error: --record needs --on=gpu: what is recorded are launches on a GPU

// CHECK: {"name":"copy-{{[0-9a-f]+}}","note":"copy.mlir --size=A=40x72,B=40x72 --seed=3","code":"[[CODE:copy-[0-9a-f]+.ptx]]","args":{"A":{"dims":[40,72],"fill":"normal"},"B":{"dims":[40,72]}},"seed":3,"reference":{"kind":"interp","kernel":"[[KERNEL:copy-[0-9a-f]+.mlir]]","exact":true},"time_limit":20}
// CHECK-NEXT: "code":"[[CODE]]",{{.*}}"reference":{"kind":"interp","kernel":"[[KERNEL]]"}
// CHECK-NEXT: {"name":"[[BASE:copy-[0-9a-f]+]]",{{.*}}--check=ref
// CHECK-NEXT: "perturb_seed":{"value":5}}{{.*}}"reference":{"kind":"same","job":"[[BASE]]"}
// CHECK-NOT: "name"
