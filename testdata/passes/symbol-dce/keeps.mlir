// RUN: tile-opt %s --allow-unregistered-dialect --symbol-dce --mlir-pass-statistics 2>&1 | FileCheck %s
// RUN: tile-opt %s --allow-unregistered-dialect --verify-diagnostics --pass-pipeline='builtin.module(any(symbol-dce))'

// CHECK: (S) 0 num-dce'd
// CHECK: sym_name = "used"
// CHECK: sym_name = "public"
// expected-error@below {{'test.func' op was scheduled to run under symbol-dce, but does not define a symbol table}}
"test.func"() <{sym_name = "used", sym_visibility = "private"}> ({ "test.return"() : () -> () }) : () -> ()
// expected-error@below {{does not define a symbol table}}
"test.func"() <{sym_name = "public"}> ({ "test.return"() : () -> () }) : () -> ()
"foo.bar"() ({ "foo.call"() {callee = @used} : () -> () }) : () -> ()
