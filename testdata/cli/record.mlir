// Launches that are recorded for a machine with a GPU: the code and its metadata once, the text of the kernel to compare
// with, and a job for each check and each seed.

// RUN: tilec run %S/../kernels/copy.mlir --on=gpu --ptxas=off --record=%t.d --size A=40x72,B=40x72 --seed=3 | FileCheck %s --check-prefix=TWO
// RUN: tilec run %S/../kernels/copy.mlir --on=gpu --ptxas=off --record=%t.d --size A=40x72,B=40x72 --seed=3 | FileCheck %s --check-prefix=NONE
// RUN: tilec run %S/../kernels/copy.mlir --on=gpu --ptxas=off --record=%t.d --size A=40x72,B=40x72 --perturb=5 --check=ref | FileCheck %s --check-prefix=TWO
// RUN: FileCheck %s --input-file=%t.d/jobs.jsonl
// RUN: not tilec run %S/../kernels/copy.mlir --record=%t.d --size A=40x72,B=40x72 2>&1 | FileCheck %s --check-prefix=SIM

// TWO: kernel copy: 2 launches added to {{.*}}jobs.jsonl
// NONE: kernel copy: 0 launches added
// SIM: error: --record needs --on=gpu: what is recorded are launches on a GPU

// CHECK: {"name":"copy-{{[0-9a-f]+}}","note":"copy.mlir --size=A=40x72,B=40x72 --seed=3","code":"[[CODE:copy-[0-9a-f]+.ptx]]","args":{"A":{"dims":[40,72],"fill":"normal"},"B":{"dims":[40,72]}},"seed":3,"reference":{"kind":"interp","kernel":"[[KERNEL:copy-[0-9a-f]+.mlir]]","exact":true},"time_limit":20}
// CHECK-NEXT: "code":"[[CODE]]",{{.*}}"reference":{"kind":"interp","kernel":"[[KERNEL]]"}
// CHECK-NEXT: {"name":"[[BASE:copy-[0-9a-f]+]]",{{.*}}--check=ref
// CHECK-NEXT: "perturb_seed":{"value":5}}{{.*}}"reference":{"kind":"same","job":"[[BASE]]"}
// CHECK-NOT: "name"
