// Diagnostics as JSON, one object a line: several parts, notes, expectations, and
// what has no place in the input.
// RUN: not tile-opt %s --split-input-file --diagnostics-format=json -o %t 2>&1 | FileCheck %s
// RUN: not tile-opt %s --split-input-file --diagnostics-format=json --mlir-disable-diagnostic-notes -o %t 2>&1 | FileCheck %s --check-prefix=BARE
// RUN: not tile-opt %s --split-input-file --diagnostics-format=json --verify-diagnostics -o %t 2>&1 | FileCheck %s --check-prefix=VERIFY
// RUN: not tile-opt %t.none --diagnostics-format=json 2>&1 | FileCheck %s --check-prefix=NONE
// RUN: not tile-opt %s --diagnostics-format=json --pass-pipeline='builtin.module(cs)' 2>&1 | FileCheck %s --check-prefix=PIPELINE
// RUN: not tile-opt %s --diagnostics-format=json --no-such-option 2>&1 | FileCheck %s --check-prefix=OPTION

// NONE: {{^}}{"severity":"error","message":"cannot open input file '{{.*}}.none': no such file or directory"}{{$}}
// PIPELINE: {{^}}{"severity":"error","file":"pass-pipeline","line":1,"col":16,"message":"'cs' does not refer to a registered pass or pass pipeline; did you mean 'cse'?"}{{$}}
// OPTION: {{^}}{"severity":"error","message":"unknown flag: --no-such-option (see tile-opt --help)"}{{$}}

func.func @f(%a: i32) {
  // CHECK: {{^}}{"severity":"error","file":"{{.*}}json.mlir","line":[[#@LINE+5]],"col":3,"message":"redefinition of SSA value '%x'","notes":[{"severity":"note","file":"{{.*}}json.mlir","line":[[#@LINE+4]],"col":3,"message":"previously defined here"}]}{{$}}
  // BARE: {{^}}{"severity":"error","file":"{{.*}}json.mlir","line":[[#@LINE+4]],"col":3,"message":"redefinition of SSA value '%x'"}{{$}}
  // VERIFY: {{^}}{"severity":"error","file":"{{.*}}json.mlir","line":[[#@LINE+3]],"col":3,"message":"unexpected error: redefinition of SSA value '%x'"}{{$}}
  // VERIFY: {{^}}{"severity":"error","file":"{{.*}}json.mlir","line":[[#@LINE+1]],"col":3,"message":"unexpected note: previously defined here"}{{$}}
  %x = arith.constant 1 : i32
  %x = arith.constant 2 : i32
  return
}

// -----

// Quotes and letters beyond ASCII.
// VERIFY-NOT: é
// CHECK: {{^}}{"severity":"error","file":"{{.*}}json.mlir","line":[[#@LINE+3]],"col":3,"op":"builtin.module > func.func @é \"quoted\" > func.return","message":"'func.return' op type of return operand 0 ('i32') doesn't match function result type ('i64') in function @é \"quoted\""}{{$}}
func.func @"é \22quoted\22"(%a: i32) -> i64 {
  // expected-error @+1 {{doesn't match function result type}}
  return %a : i32
}
