// RUN: tile-opt %s --allow-unregistered-dialect --split-input-file --verify-diagnostics

// expected-error@+1 {{'scf.for' op mismatch in number of loop-carried values and defined values}}
func.func @a(%l: index, %x: i32) { "scf.for"(%l,%l,%l,%x) ({ ^b(%i: index, %a: i32): "scf.yield"(%a) : (i32) -> () }) : (index,index,index,i32) -> () return }

// -----

// expected-error@+1 {{'scf.for' op different number of inits and region iter_args: 1 != 0}}
func.func @a(%l: index, %x: i32) { %0 = "scf.for"(%l,%l,%l,%x) ({ ^b(%i: index): "scf.yield"(%x) : (i32) -> () }) : (index,index,index,i32) -> i32 return }

// -----

// expected-error@+1 {{'scf.for' op expected induction variable to be same type as bounds and step}}
func.func @a(%l: index, %x: i32) { %0 = "scf.for"(%l,%l,%l,%x) ({ ^b(%i: i32, %a: i32): "scf.yield"(%x) : (i32) -> () }) : (index,index,index,i32) -> i32 return }

// -----

// expected-error@+1 {{'scf.for' op 0-th init and 0-th region iter_arg have different type: 'i32' != 'i64'}}
func.func @a(%l: index, %x: i32) { %0 = "scf.for"(%l,%l,%l,%x) ({ ^b(%i: index, %a: i64): "scf.yield"(%x) : (i32) -> () }) : (index,index,index,i32) -> i32 return }

// -----

// expected-error@+1 {{'scf.for' op 0-th region iter_arg and 0-th loop result have different type: 'i32' != 'i64'}}
func.func @a(%l: index, %x: i32) { %0 = "scf.for"(%l,%l,%l,%x) ({ ^b(%i: index, %a: i32): "scf.yield"(%x) : (i32) -> () }) : (index,index,index,i32) -> i64 return }

// -----

// expected-error@+1 {{'scf.for' op 0-th region iter_arg and 0-th yielded value have different type: 'i32' != 'index'}}
func.func @a(%l: index, %x: i32) { %0 = "scf.for"(%l,%l,%l,%x) ({ ^b(%i: index, %a: i32): "scf.yield"(%l) : (index) -> () }) : (index,index,index,i32) -> i32 return }

// -----

// expected-error@+2 {{'scf.for' op along control flow edge from Operation scf.yield to Region #0: region branch point has 0 operands, but region successor needs 1 inputs}}
// expected-note@+1 {{region branch point}}
func.func @a(%l: index, %x: i32) { %0 = "scf.for"(%l,%l,%l,%x) ({ ^b(%i: index, %a: i32): "scf.yield"() : () -> () }) : (index,index,index,i32) -> i32 return }

// -----

// expected-error@+1 {{'scf.for' op failed to verify that all of {lowerBound, upperBound, step} have same type}}
func.func @a(%l: index, %x: i32) { "scf.for"(%l,%l,%x) ({ ^b(%i: index): "scf.yield"() : () -> () }) : (index,index,i32) -> () return }

// -----

// expected-error@+1 {{'scf.for' op operand #0 must be signless integer or index, but got 'f32'}}
func.func @a(%l: index, %x: f32) { "scf.for"(%x,%x,%x) ({ ^b(%i: f32): "scf.yield"() : () -> () }) : (f32,f32,f32) -> () return }

// -----

// expected-error@+1 {{'func.return' op expects parent op 'func.func'}}
func.func @a(%l: index, %x: f32) { "scf.for"(%l,%l,%l) ({ ^b(%i: index): "func.return"() : () -> () }) : (index,index,index) -> () return }

// -----

// expected-error@+1 {{'scf.for' op region #0 ('region') failed to verify constraint: region with 1 blocks}}
func.func @a(%l: index, %x: f32) { "scf.for"(%l,%l,%l) ({ }) : (index,index,index) -> () return }

// -----

// expected-error@+1 {{'scf.if' op must have an else block if defining values}}
func.func @a(%l: i1, %x: f32) { %0 = scf.if %l -> f32 { scf.yield %x : f32 } return }

// -----

// expected-error@+2 {{'scf.if' op along control flow edge from Operation scf.yield to parent: successor operand type #0 'i1' should match successor input type #0 'f32'}}
// expected-note@+1 {{region branch point}}
func.func @a(%l: i1, %x: f32) { %0 = "scf.if"(%l) ({ scf.yield %l : i1 }, { scf.yield %x : f32 }) : (i1) -> f32 return }

// -----

// expected-error@+2 {{'scf.if' op along control flow edge from Operation scf.yield to parent: region branch point has 0 operands, but region successor needs 1 inputs}}
// expected-note@+1 {{region branch point}}
func.func @a(%l: i1, %x: f32) { %0 = "scf.if"(%l) ({ scf.yield %x : f32 }, { scf.yield }) : (i1) -> f32 return }

// -----

// expected-error@+1 {{'scf.if' op region #0 should have no arguments}}
func.func @a(%l: i1, %x: f32) { "scf.if"(%l) ({ ^b(%a: i32): scf.yield }, { }) : (i1) -> () return }

// -----

// expected-error@+1 {{'scf.if' op expects region #0 to have 0 or 1 blocks}}
func.func @a(%l: i1, %x: f32) { "scf.if"(%l) ({ cf.br ^b 
 ^b: scf.yield }, { }) : (i1) -> () return }

// -----

// expected-error@+1 {{'scf.yield' op must be the last operation in the parent block}}
func.func @a(%l: i1, %x: f32) { scf.yield return }

// -----

// expected-error@+2 {{'scf.while' op along control flow edge from Operation scf.yield to Region #0: successor operand type #0 'i1' should match successor input type #0 'f32'}}
// expected-note@+1 {{region branch point}}
func.func @a(%l: i1, %x: f32) { %0 = scf.while (%a = %x) : (f32) -> f32 { scf.condition(%l) %x : f32 } do { ^b(%y: f32): scf.yield %l : i1 } return }

// -----

// expected-error@+2 {{'scf.while' op along control flow edge from Operation scf.condition to parent: successor operand type #0 'i1' should match successor input type #0 'f32'}}
// expected-note@+1 {{region branch point}}
func.func @a(%l: i1, %x: f32) { %0 = scf.while (%a = %x) : (f32) -> f32 { scf.condition(%l) %l : i1 } do { ^b(%y: f32): scf.yield %x : f32 } return }

// -----

// expected-error@+2 {{'scf.while' op expects the 'before' region to terminate with 'scf.condition'}}
// expected-note@+1 {{terminator here}}
func.func @a(%l: i1, %x: f32) { %0 = scf.while (%a = %x) : (f32) -> f32 { scf.yield %x : f32 } do { ^b(%y: f32): scf.yield %x : f32 } return }

// -----

// expected-error@+2 {{'scf.while' op expects the 'after' region to terminate with 'scf.yield'}}
// expected-note@+1 {{terminator here}}
func.func @a(%l: i1, %x: f32) { %0 = scf.while (%a = %x) : (f32) -> f32 { scf.condition(%l) %x : f32 } do { ^b(%y: f32): scf.condition(%l) %x : f32 } return }

// -----

// expected-error@+2 {{'scf.while' op along control flow edge from Operation scf.condition to Region #1: region branch point has 1 operands, but region successor needs 2 inputs}}
// expected-note@+1 {{region branch point}}
func.func @a(%l: i1, %x: f32) { %0 = scf.while (%a = %x) : (f32) -> f32 { scf.condition(%l) %x : f32 } do { ^b(%y: f32, %z : f32): scf.yield %x : f32 } return }

// -----

// expected-error@+2 {{'scf.while' op along control flow edge from parent to Region #0: successor operand type #0 'f32' should match successor input type #0 'i1'}}
// expected-note@+1 {{region branch point}}
func.func @a(%l: i1, %x: f32) { %0 = "scf.while"(%x) ({ ^b(%q: i1): scf.condition(%l) %x : f32 }, { ^b(%y: f32): scf.yield %x : f32 }) : (f32) -> f32 return }

// -----

// expected-error@+1 {{'scf.condition' op expects parent op 'scf.while'}}
func.func @a(%l: i1, %x: f32) { scf.condition(%l) %x : f32 }

// -----

// expected-error@+1 {{'scf.execute_region' op region needs to have at least one block}}
func.func @a(%l: i1, %x: f32) { "scf.execute_region"() ({}) : () -> () return }

// -----

// expected-error@+1 {{'scf.execute_region' op region cannot have any arguments}}
func.func @a(%l: i1, %x: f32) { "scf.execute_region"() ({ ^b(%a: i32): scf.yield}) : () -> () return }

// -----

// expected-error@+2 {{'scf.execute_region' op along control flow edge from Operation scf.yield to parent: region branch point has 0 operands, but region successor needs 1 inputs}}
// expected-note@+1 {{region branch point}}
func.func @a(%l: i1, %x: f32) { %0 = "scf.execute_region"() ({ scf.yield}) : () -> f32 return }

// -----

// expected-error@+1 {{'scf.index_switch' op has duplicate case value: 2}}
func.func @a(%l: index, %x: f32) { scf.index_switch %l case 2 {} case 2 {} default { } return }

// -----

// expected-error@+1 {{'scf.index_switch' op has 1 case regions but 2 case values}}
func.func @a(%l: index, %x: f32) { "scf.index_switch"(%l) <{cases = array<i64: 1, 2>}> ({ scf.yield }, {scf.yield}) : (index) -> () return }

// -----

// expected-error@+2 {{'scf.index_switch' op expected each region to return 1 values, but case region #0 returns 0}}
// expected-note@+1 {{see yield operation here}}
func.func @a(%l: index, %x: f32) { %0 = "scf.index_switch"(%l) <{cases = array<i64: 1>}> ({ scf.yield %x : f32 }, {scf.yield}) : (index) -> f32 return }

// -----

// expected-error@+2 {{'scf.index_switch' op expected result #0 of each region to be 'f32'}}
// expected-note@+1 {{default region returns 'index' here}}
func.func @a(%l: index, %x: f32) { %0 = "scf.index_switch"(%l) <{cases = array<i64: 1>}> ({ scf.yield %l : index }, {scf.yield %x: f32}) : (index) -> f32 return }

// -----

// expected-error@+1 {{'scf.parallel' op needs at least one tuple element for lowerBound, upperBound and step}}
func.func @a(%l: index, %x: f32) { "scf.parallel"() <{operandSegmentSizes = array<i32: 0,0,0,0>}> ({ scf.reduce }) : () -> () return }

// -----

// expected-error@+1 {{'scf.parallel' op needs at least one tuple element for lowerBound, upperBound and step}}
func.func @a(%l: index, %x: f32) { "scf.parallel"(%l,%l) <{operandSegmentSizes = array<i32: 1,1,0,0>}> ({ ^b(%i: index): scf.reduce }) : (index,index) -> () return }

// -----

// expected-error@+1 {{'scf.parallel' op expects arguments for the induction variable to be of index type}}
func.func @a(%l: index, %x: f32) { "scf.parallel"(%l,%l,%l) <{operandSegmentSizes = array<i32: 1,1,1,0>}> ({ ^b(%i: i32): scf.reduce }) : (index,index,index) -> () return }

// -----

// expected-error@+1 {{'scf.parallel' op expects the same number of induction variables: 0 as bound and step values: 1}}
func.func @a(%l: index, %x: f32) { "scf.parallel"(%l,%l,%l) <{operandSegmentSizes = array<i32: 1,1,1,0>}> ({ ^b: scf.reduce }) : (index,index,index) -> () return }

// -----

// expected-error@+1 {{'scf.parallel' op expects as many lower and upper bounds as steps: 1 and 2, but 1}}
func.func @a(%l: index, %x: f32) { "scf.parallel"(%l,%l,%l,%l) <{operandSegmentSizes = array<i32: 1,2,1,0>}> ({ ^b(%i: index): scf.reduce }) : (index,index,index,index) -> () return }

// -----

// expected-error@+1 {{'scf.parallel' op constant step operand must be positive}}
func.func @a(%l: index, %x: f32) { %c = arith.constant 0 : index "scf.parallel"(%l,%l,%c) <{operandSegmentSizes = array<i32: 1,1,1,0>}> ({ ^b(%i: index): scf.reduce }) : (index,index,index) -> () return }

// -----

// expected-error@+1 {{'scf.parallel' op expects number of results: 1 to be the same as number of reductions: 0}}
func.func @a(%l: index, %x: f32) { %0 = "scf.parallel"(%l,%l,%l) <{operandSegmentSizes = array<i32: 1,1,1,0>}> ({ ^b(%i: index): scf.reduce }) : (index,index,index) -> f32 return }

// -----

// expected-error@+1 {{'scf.parallel' op expects number of results: 1 to be the same as number of reductions: 0}}
func.func @a(%l: index, %x: f32) { %0 = "scf.parallel"(%l,%l,%l, %x) <{operandSegmentSizes = array<i32: 1,1,1,1>}> ({ ^b(%i: index): scf.reduce }) : (index,index,index,f32) -> f32 return }

// -----

// expected-error@+1 {{'scf.reduce' op expected two block arguments with type 'f32' in the 0-th reduction region}}
func.func @a(%l: index, %x: f32) { %0 = "scf.parallel"(%l,%l,%l, %x) <{operandSegmentSizes = array<i32: 1,1,1,1>}> ({ ^b(%i: index): scf.reduce(%x : f32) {^b(%q: f32): scf.reduce.return %x : f32 }}) : (index,index,index,f32) -> f32 return }

// -----

// expected-error@+1 {{'scf.reduce' op expected two block arguments with type 'f32' in the 0-th reduction region}}
func.func @a(%l: index, %x: f32) { %0 = "scf.parallel"(%l,%l,%l, %x) <{operandSegmentSizes = array<i32: 1,1,1,1>}> ({ ^b(%i: index): scf.reduce(%x : f32) {^b(%q: f32, %r: i32): scf.reduce.return %x : f32 }}) : (index,index,index,f32) -> f32 return }

// -----

// expected-error@+1 {{'scf.reduce.return' op must have type 'f32' (the type of the reduction inputs)}}
func.func @a(%l: index, %x: f32) { %0 = "scf.parallel"(%l,%l,%l, %x) <{operandSegmentSizes = array<i32: 1,1,1,1>}> ({ ^b(%i: index): scf.reduce(%x : f32) {^b(%q: f32, %r: f32): scf.reduce.return %l : index }}) : (index,index,index,f32) -> f32 return }

// -----

// expected-error@+1 {{'scf.reduce' op expects type of 0-th reduction operand: 'index' to be the same as the 0-th result type: 'f32'}}
func.func @a(%l: index, %x: f32) { %0 = "scf.parallel"(%l,%l,%l, %x) <{operandSegmentSizes = array<i32: 1,1,1,1>}> ({ ^b(%i: index): scf.reduce(%l : index) {^b(%q: index, %r: index): scf.reduce.return %l : index }}) : (index,index,index,f32) -> f32 return }

// -----

// expected-error@+2 {{'scf.parallel' op expects number of results: 1 to be the same as number of reductions: 2}}
// expected-error@+1 {{'scf.reduce' op expects number of reduction regions: 1 to be the same as number of reduction operands: 2}}
func.func @a(%l: index, %x: f32) { %0 = "scf.parallel"(%l,%l,%l, %x) <{operandSegmentSizes = array<i32: 1,1,1,1>}> ({ ^b(%i: index): scf.reduce(%x, %x : f32, f32) {^b(%q: f32, %r: f32): scf.reduce.return %r : f32 } }) : (index,index,index,f32) -> f32 return }

// -----

// expected-error@+1 {{'scf.reduce' op reduction bodies must be terminated with an 'scf.reduce.return' op}}
func.func @a(%l: index, %x: f32) { %0 = "scf.parallel"(%l,%l,%l, %x) <{operandSegmentSizes = array<i32: 1,1,1,1>}> ({ ^b(%i: index): scf.reduce(%x : f32) {^b(%q: f32, %r: f32): "foo.a"() : () -> () } }) : (index,index,index,f32) -> f32 return }

// -----

// expected-error@+2 {{'scf.parallel' op expects body to terminate with 'scf.reduce'}}
// expected-note@+1 {{terminator here}}
func.func @a(%l: index, %x: f32) { "scf.parallel"(%l,%l,%l) <{operandSegmentSizes = array<i32: 1,1,1,0>}> ({ ^b(%i: index): "foo.a"() : () -> () }) : (index,index,index) -> () return }

// -----

// expected-error@+1 {{'scf.if' op expects region #1 to have 0 or 1 blocks}}
func.func @a(%l: i1, %x: f32) { "scf.if"(%l) ({ scf.yield }, { cf.br ^b 
 ^b: scf.yield }) : (i1) -> () return }

// -----

// expected-error@+1 {{'scf.index_switch' op has duplicate case value: 2}}
func.func @a(%l: index, %x: f32) { scf.index_switch %l case 2 {scf.yield} case 2 {scf.yield} default { } return }

// -----

// expected-error@+1 {{expected as many input types as operands (expected 1 got 0)}}
func.func @a(%x: f32) { scf.while (%a = %x) : () -> f32 { } do { } return }

// -----

// expected-error@+1 {{mismatch in number of loop-carried values and defined values}}
func.func @a(%l: index, %x: f32) { scf.for %i = %l to %l step %l iter_args(%a = %x, %b = %x) -> (f32) { } return }

// -----

// expected-error@+1 {{expected 2 lower bounds, upper bounds and steps, found 1, 2 and 2}}
func.func @a(%l: index) { scf.parallel (%i, %j) = (%l) to (%l, %l) step (%l, %l) { } return }

// -----

// expected-error@+1 {{'scf.yield' op expects parent op to be one of 'scf.execute_region, scf.for, scf.if, scf.index_switch, scf.while'}}
func.func @a(%l: index, %x: f32) { %0 = scf.parallel (%i) = (%l) to (%l) step (%l) init (%x) -> f32 { scf.reduce(%x : f32) { ^bb0(%a: f32, %b: f32): scf.yield } } return }

// -----

// expected-error@+1 {{'scf.parallel' op expects number of results: 1 to be the same as number of initial values: 0}}
func.func @a(%l: index, %x: f32) { %0 = "scf.parallel"(%l,%l,%l) <{operandSegmentSizes = array<i32: 1,1,1,0>}> ({ ^b(%i: index): scf.reduce(%x : f32) {^b(%q: f32, %r: f32): scf.reduce.return %r : f32 } }) : (index,index,index) -> f32 return }

// -----

// expected-error@+1 {{'scf.index_switch' op expected region to end with scf.yield, but got foo.a}}
func.func @a(%l: index) { "scf.index_switch"(%l) <{cases = array<i64: 1>}> ({ scf.yield }, {"foo.a"() : () -> ()}) : (index) -> () return }

// -----

func.func @a(%n: index) {
  // expected-error@+1 {{'scf.forall' op region expects 1 arguments}}
  "scf.forall"() <{operandSegmentSizes = array<i32: 0, 0, 0, 0>, staticLowerBound = array<i64: 0>, staticStep = array<i64: 1>, staticUpperBound = array<i64: 2>}> ({
    "scf.forall.in_parallel"() ({
    ^bb0:
    }) : () -> ()
  }) : () -> ()
  return
}

// -----

func.func @a(%n: index) {
  // expected-error@+1 {{'scf.forall' op expects 0-th block argument to be an index}}
  "scf.forall"() <{operandSegmentSizes = array<i32: 0, 0, 0, 0>, staticLowerBound = array<i64: 0>, staticStep = array<i64: 1>, staticUpperBound = array<i64: 2>}> ({
  ^bb0(%i: i32):
    "scf.forall.in_parallel"() ({
    ^bb0:
    }) : () -> ()
  }) : () -> ()
  return
}

// -----

func.func @a(%n: index) {
  // expected-error@+1 {{expected 1 dynamic upper bound values}}
  "scf.forall"() <{operandSegmentSizes = array<i32: 0, 0, 0, 0>, staticLowerBound = array<i64: 0>, staticStep = array<i64: 1>, staticUpperBound = array<i64: -9223372036854775808>}> ({
  ^bb0(%i: index):
    "scf.forall.in_parallel"() ({
    ^bb0:
    }) : () -> ()
  }) : () -> ()
  return
}

// -----

func.func @a(%n: index) {
  // expected-error@+1 {{expected 1 step values, got 2}}
  "scf.forall"() <{operandSegmentSizes = array<i32: 0, 0, 0, 0>, staticLowerBound = array<i64: 0>, staticStep = array<i64: 1, 1>, staticUpperBound = array<i64: 2>}> ({
  ^bb0(%i: index):
    "scf.forall.in_parallel"() ({
    ^bb0:
    }) : () -> ()
  }) : () -> ()
  return
}

// -----

func.func @a(%n: index) {
  // expected-error@+1 {{'scf.forall' op mapping attribute size must match op rank}}
  scf.forall (%i, %j) in (%n, %n) {
  } {mapping = [#gpu.thread<x>]}
  return
}

// -----

func.func @a(%n: index, %t: tensor<4xf32>) {
  // expected-error@+1 {{'scf.forall' op type mismatch between 0-th output and corresponding block argument}}
  %r = "scf.forall"(%t) <{operandSegmentSizes = array<i32: 0, 0, 0, 1>, staticLowerBound = array<i64: 0>, staticStep = array<i64: 1>, staticUpperBound = array<i64: 2>}> ({
  ^bb0(%i: index, %o: f32):
    "scf.forall.in_parallel"() ({
    ^bb0:
    }) : () -> ()
  }) : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @a(%n: index, %t: tensor<4xf32>) {
  // expected-error@+1 {{'scf.forall' op produces 0 results, but has only 1 outputs}}
  "scf.forall"(%t) <{operandSegmentSizes = array<i32: 0, 0, 0, 1>, staticLowerBound = array<i64: 0>, staticStep = array<i64: 1>, staticUpperBound = array<i64: 2>}> ({
  ^bb0(%i: index, %o: tensor<4xf32>):
    "scf.forall.in_parallel"() ({
    ^bb0:
    }) : () -> ()
  }) : (tensor<4xf32>) -> ()
  return
}

// -----

func.func @a(%n: index, %t: tensor<4xf32>) {
  scf.forall (%i) in (%n) {
    // expected-error@+1 {{'scf.forall.in_parallel' op expected only ParallelCombiningOpInterface ops}}
    scf.forall.in_parallel {
      %c = arith.constant 1 : i32
    }
  }
  return
}

// -----

func.func @unknown_terminator(%c: i1) {
  // expected-error @+2 {{'scf.if' op expects regions to end with 'scf.yield', found 't.use'}}
  // expected-note @+1 {{in custom textual format, the absence of terminator implies 'scf.yield'}}
  "scf.if"(%c) ({
    // expected-note @+1 {{in region #0}}
    "t.use"() : () -> ()
  }, {
  }) : (i1) -> ()
  return
}
