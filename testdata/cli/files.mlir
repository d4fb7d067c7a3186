// Inputs and outputs that are not what they should be.

// RUN: not tilec build %S -o %t.ptx 2>&1 | FileCheck %s --check-prefix=INDIR
// RUN: not tilec build %S/none.mlir -o %t.ptx 2>&1 | FileCheck %s --check-prefix=MISSING
// RUN: not exists %t.ptx
// RUN: not tilec build %S/../kernels/matmul.mlir --ptxas=off -o %S 2>&1 | FileCheck %s --check-prefix=OUTDIR
// RUN: not tilec build %S/../kernels/matmul.mlir --ptxas=off -o %T/none/k.ptx 2>&1 | FileCheck %s --check-prefix=NOWHERE
// RUN: not tilec build %S/../kernels/matmul.mlir --ptxas=off -o %T/k.ptx --metadata=%T/none/k.json 2>&1 | FileCheck %s --check-prefix=METADATA
// RUN: not exists %T/k.ptx
// RUN: tilec build %S/../kernels/matmul.mlir --ptxas=off -o /dev/null
// RUN: not exists /dev/null.json
// RUN: not exists /dev/null.tmp

// INDIR: {{^}}error: cannot open input file '{{.*}}': is a directory{{$}}
// MISSING: {{^}}error: cannot open input file '{{.*}}none.mlir': no such file or directory{{$}}
// OUTDIR: {{^}}error: cannot open output file '{{.*}}': is a directory{{$}}
// NOWHERE: {{^}}error: cannot open output file '{{.*}}none/k.ptx': no such file or directory{{$}}
// METADATA: {{^}}error: cannot open output file '{{.*}}none/k.json': no such file or directory{{$}}
