// RUN: not tile-opt %s --convert-scf-to-cf 2>&1 | FileCheck %s

func.func @parallel(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // CHECK: [[@LINE+1]]:{{[0-9]+}}: error: 'scf.parallel' op cannot be lowered to branches: its iterations have no order
  scf.parallel (%i) = (%c0) to (%n) step (%c1) {
    scf.reduce
  }
  return
}
