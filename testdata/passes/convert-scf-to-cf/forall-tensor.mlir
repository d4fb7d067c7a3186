// RUN: not tile-opt %s --convert-scf-to-cf 2>&1 | FileCheck %s

func.func @f(%n: index, %t: tensor<?xf32>) -> tensor<?xf32> {
  // CHECK: [[@LINE+1]]:{{[0-9]+}}: error: 'scf.forall' op cannot be lowered to branches: it has results that are tensors; expected memrefs only
  %r = scf.forall (%i) in (%n) shared_outs(%o = %t) -> (tensor<?xf32>) {
    scf.forall.in_parallel {
    }
  }
  return %r : tensor<?xf32>
}
