// RUN: tile-opt %s --view-op-graph --allow-unregistered-dialect -o %t.out 2>&1 | FileCheck %s
// RUN: tile-opt %s --view-op-graph='print-attrs=false print-result-types=false print-data-flow-edges=false print-control-flow-edges=true' --allow-unregistered-dialect -o %t.out 2>&1 | FileCheck %s --check-prefix=BARE
// RUN: tile-opt %s --allow-unregistered-dialect | diff - %t.out

// CHECK: digraph G {
// CHECK-NEXT: compound = true;
// CHECK-NEXT: subgraph cluster_1 {
// CHECK-NEXT: v2 [label = " ", shape = plain];
// CHECK-NEXT: label = "builtin.module : ()\l";
// CHECK: label = "func.func : ()\lfunction_type: (index, memref\<?xf32...\lsym_name: \"f\"\l";
// CHECK: v9 [label = "<res_arg0> %arg0 index", shape = Mrecord];
// CHECK: v12 [fillcolor = "0.000000 0.3 0.95", label = "{arith.constant\l\lvalue: 0 : index\l|{<res_c0> %c0 index}}", shape = Mrecord, style = filled];
// CHECK: label = "{{[{]}}{<arg_c0> %c0}|test.two\l\ls: \"a\|b\{c\}\<d\>\"\l|{<res_0_0> %0#0 i32|<res_0_1> %0#1 f32}}"
// CHECK: label = "scf.for : ()\l";
// CHECK: v11:res_arg2:s -> v{{[0-9]+}}:arg_arg2:n[style = solid];
// CHECK: v12:res_c0:s -> v{{[0-9]+}}[lhead = cluster_{{[0-9]+}}, style = solid];
// CHECK: }

// BARE: label = "func.func";
// BARE: label = "{arith.constant\l|{<res_c0> %c0}}"
// BARE: v12 -> v13[style = dashed];
// BARE-NOT: style = solid
func.func @f(%n: index, %m: memref<?xf32>, %x: f32) -> (i32, f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r:2 = "test.two"(%c0) {s = "a|b{c}<d>"} : (index) -> (i32, f32)
  scf.for %i = %c0 to %n step %c1 {
    memref.store %x, %m[%i] : memref<?xf32>
  }
  return %r#0, %r#1 : i32, f32
}
