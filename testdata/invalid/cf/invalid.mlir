// RUN: tile-opt %s --allow-unregistered-dialect --split-input-file --verify-diagnostics

// expected-error@+1 {{branch has 1 operands for successor #0, but target block has 0}}
func.func @a(%c: i1, %x: i32) { cf.br ^a(%x : i32)
^a: return }

// -----

// expected-error@+1 {{type mismatch for bb argument #0 of successor #0}}
func.func @a(%c: i1, %x: i32) { cf.br ^a(%x : i32)
^a(%y: i64): return }

// -----

// expected-error@+1 {{branch has 2 operands for successor #0, but target block has 1}}
func.func @a(%c: i1, %x: i32) { cf.cond_br %c, ^a(%x, %x : i32, i32), ^a(%x: i32)
^a(%y: i64): return }

// -----

// expected-error@+1 {{'cf.switch' op number of case values (2) should match number of case destinations (1)}}
func.func @a(%c: i1, %x: i32) { "cf.switch"(%x)[^a, ^b] <{case_operand_segments = array<i32: 0>, case_values = dense<[1, 2]> : vector<2xi32>, operandSegmentSizes = array<i32: 1, 0, 0>}> : (i32) -> ()
^a: return 
^b: return }

// -----

// expected-error@+1 {{'cf.switch' op 'flag' type ('i32') should match case value type ('i64')}}
func.func @a(%c: i1, %x: i32) { "cf.switch"(%x)[^a, ^b] <{case_operand_segments = array<i32: 0>, case_values = dense<[1]> : vector<1xi64>, operandSegmentSizes = array<i32: 1, 0, 0>}> : (i32) -> ()
^a: return 
^b: return }

// -----

// expected-error@+1 {{'cf.switch' op caseOperands count (1) does not match with the total size (0) specified in attribute 'case_operand_segments'}}
func.func @a(%c: i1, %x: i32) { "cf.switch"(%x, %x)[^a, ^b] <{case_operand_segments = array<i32: 0>, case_values = dense<[1]> : vector<1xi32>, operandSegmentSizes = array<i32: 1, 0, 1>}> : (i32, i32) -> ()
^a: return 
^b: return }

// -----

// expected-error@+1 {{'cf.switch' op number of case values (0) should match number of case destinations (1)}}
func.func @a(%c: i1, %x: i32) { "cf.switch"(%x)[^a, ^b] <{case_operand_segments = array<i32: 0>, operandSegmentSizes = array<i32: 1, 0, 0>}> : (i32) -> ()
^a: return 
^b: return }

// -----

// expected-error@+1 {{'cf.switch' op operand #0 must be integer, but got 'f32'}}
func.func @a(%c: i1, %x: f32) { "cf.switch"(%x)[^a] <{case_operand_segments = array<i32>, operandSegmentSizes = array<i32: 1, 0, 0>}> : (f32) -> ()
^a: return 
^b: return }

// -----

// expected-error@+1 {{expected integer value}}
func.func @a(%c: i1, %x: i32) { cf.switch %x : i32, [ default: ^a, 1: ^b, -1: ^b, ]
^a: return 
^b: return }

// -----

// expected-error@+1 {{expected 'default'}}
func.func @a(%c: i1, %x: i32) { cf.switch %x : i32, [ 1: ^b, default: ^a ]
^a: return 
^b: return }

// -----

// expected-error@+1 {{'cf.assert' op operand #0 must be 1-bit signless integer, but got 'i32'}}
func.func @a(%c: i32) { "cf.assert"(%c) {msg = "x"} : (i32) -> () return }

// -----

// expected-error@+1 {{'cf.assert' op attribute 'msg' failed to satisfy constraint: string attribute}}
func.func @a(%c: i1) { "cf.assert"(%c) {msg = 3} : (i1) -> () return }

// -----

// expected-error@+1 {{expected the flag to be an integer, found 'f32'}}
func.func @a(%x: f32) { cf.switch %x : f32, [ default: ^a ]
^a: return }

// -----

// expected-error@+1 {{'cf.switch' op 'case_operand_segments' attribute must have 1 elements, but got 2}}
func.func @a(%x: i32) { "cf.switch"(%x)[^a, ^a] <{case_operand_segments = array<i32: 0, 0>, case_values = dense<[1]> : vector<1xi32>, operandSegmentSizes = array<i32: 1, 0, 0>}> : (i32) -> ()
^a: return }

// -----

// expected-error@+1 {{'cf.switch' op 'case_operand_segments' attribute cannot have negative elements}}
func.func @a(%x: i32) { "cf.switch"(%x, %x)[^a, ^a] <{case_operand_segments = array<i32: -1>, case_values = dense<[1]> : vector<1xi32>, operandSegmentSizes = array<i32: 1, 0, 1>}> : (i32, i32) -> ()
^a: return }
