// RUN: tile-opt %s --symbol-dce --mlir-pass-statistics 2>&1 | FileCheck %s

// CHECK: (S) 5 num-dce'd

// CHECK-NOT: "dead"
// CHECK-NOT: "cycle
// CHECK: sym_name = "leaf"
// CHECK: sym_name = "used"
// CHECK: sym_name = "public"
// CHECK: sym_name = "hidden"
// CHECK-NOT: "nested_dead"
// CHECK: sym_name = "inner"
// CHECK: sym_name = "open"
// CHECK: sym_name = "nested_kept"
// CHECK-NOT: "private_dead"
"test.func"() <{sym_name = "dead", sym_visibility = "private"}> ({ "test.return"() : () -> () }) : () -> ()
"test.func"() <{sym_name = "cycle1", sym_visibility = "private"}> ({ "test.return"() {callee = @cycle2} : () -> () }) : () -> ()
"test.func"() <{sym_name = "cycle2", sym_visibility = "private"}> ({ "test.return"() {callee = @cycle1} : () -> () }) : () -> ()
"test.func"() <{sym_name = "leaf", sym_visibility = "private"}> ({ "test.return"() : () -> () }) : () -> ()
"test.func"() <{sym_name = "used", sym_visibility = "private"}> ({ "test.return"() {in = [{deep = @leaf}]} : () -> () }) : () -> ()
"test.func"() <{sym_name = "public"}> ({ "test.return"() {a = @used, b = @hidden::@inner} : () -> () }) : () -> ()
"test.table"() <{sym_name = "hidden", sym_visibility = "private"}> ({
  "test.func"() <{sym_name = "nested_dead", sym_visibility = "nested"}> ({ "test.return"() : () -> () }) : () -> ()
  "test.func"() <{sym_name = "inner", sym_visibility = "private"}> ({ "test.return"() : () -> () }) : () -> ()
}) : () -> ()
"test.table"() <{sym_name = "open"}> ({
  "test.func"() <{sym_name = "nested_kept"}> ({ "test.return"() : () -> () }) : () -> ()
  "test.func"() <{sym_name = "private_dead", sym_visibility = "private"}> ({ "test.return"() : () -> () }) : () -> ()
}) : () -> ()
