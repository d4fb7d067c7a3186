// RUN: not fails 2>&1 | FileCheck %s
// CHECK: error: it failed
