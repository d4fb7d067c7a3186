// RUN: upper %s | FileCheck %s
// CHECK: {{^}}MODULE {
module {
}
