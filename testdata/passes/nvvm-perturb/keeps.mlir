// What is left as it is, and what is an error.

// RUN: tile-opt %s --split-input-file --nvvm-perturb --verify-diagnostics | FileCheck %s

// CHECK-LABEL: llvm.func @plain()
// CHECK-NEXT: nvvm.barrier
// CHECK-NEXT: llvm.return
// expected-remark@+1 {{kernel not perturbed: it has no launch metadata, so that nobody would give it a seed}}
llvm.func @plain() attributes {nvvm.kernel} {
  nvvm.barrier
  llvm.return
}

// -----

// No kernel.
// CHECK-LABEL: llvm.func @helper()
// CHECK-NEXT: nvvm.barrier
// CHECK-NEXT: llvm.return
llvm.func @helper() {
  nvvm.barrier
  llvm.return
}

// -----

// Nothing synchronises: the parameter is there, so that all entries of a kernel agree.
// CHECK-LABEL: llvm.func @idle(
// CHECK-SAME: i32)
// CHECK-NOT: nanosleep
// CHECK: llvm.return
llvm.func @idle() attributes {nvvm.kernel, tile.launch = "{\"version\":1,\"target\":\"sm_90a\",\"kernel\":\"idle\",\"args\":[],\"entries\":[{\"name\":\"idle\",\"grid\":[{\"const\":1},{\"const\":1},{\"const\":1}],\"block\":[64,1,1],\"cluster\":[1,1,1],\"shared_bytes\":0,\"params\":[],\"preconditions\":[]}]}"} {
  llvm.return
}

// -----

// expected-error@+1 {{'llvm.func' op has an argument 'perturb_seed' already: expected a kernel that was not perturbed}}
llvm.func @twice(%s: i32) attributes {nvvm.kernel, tile.launch = "{\"version\":1,\"target\":\"sm_90a\",\"kernel\":\"twice\",\"args\":[{\"name\":\"perturb_seed\",\"kind\":\"scalar\",\"type\":\"i32\",\"optional\":true}],\"entries\":[{\"name\":\"twice\",\"grid\":[{\"const\":1},{\"const\":1},{\"const\":1}],\"block\":[64,1,1],\"cluster\":[1,1,1],\"shared_bytes\":0,\"params\":[{\"scalar\":{\"type\":\"i32\",\"value\":{\"scalar\":0}}}],\"preconditions\":[]}]}"} {
  llvm.return
}

// -----

// expected-error@+1 {{'llvm.func' op attribute 'tile.launch' expects an entry 'other'}}
llvm.func @other() attributes {nvvm.kernel, tile.launch = "{\"version\":1,\"target\":\"sm_90a\",\"kernel\":\"k\",\"args\":[],\"entries\":[{\"name\":\"k\",\"grid\":[{\"const\":1},{\"const\":1},{\"const\":1}],\"block\":[64,1,1],\"cluster\":[1,1,1],\"shared_bytes\":0,\"params\":[],\"preconditions\":[]}]}"} {
  llvm.return
}

// -----

// expected-error@+1 {{'llvm.func' op attribute 'tile.launch': }}
llvm.func @garbled() attributes {nvvm.kernel, tile.launch = "{"} {
  llvm.return
}
