// RUN: tile-opt %s --allow-unregistered-dialect --split-input-file --verify-diagnostics

// expected-error@+1 {{'arith.extui' op operand type 'i32' and result type 'i32' are cast incompatible}}
func.func @a(%a: i32, %t: tensor<4xi32>, %u: tensor<4x4xi32>) { %0 = "arith.extui"(%a) : (i32) -> i32 return }

// -----

// expected-error@+1 {{'arith.extsi' op operand type 'i32' and result type 'i16' are cast incompatible}}
func.func @a(%a: i32) { %0 = "arith.extsi"(%a) : (i32) -> i16 return }

// -----

// expected-error@+1 {{'arith.extsi' op failed to verify that input and output have the same tensor dimensions}}
func.func @a(%a: tensor<4xi32>) { %0 = "arith.extsi"(%a) : (tensor<4xi32>) -> tensor<5xi64> return }

// -----

// expected-error@+1 {{'arith.extsi' op failed to verify that input and output have the same tensor dimensions}}
func.func @a(%a: tensor<4xi32>) { %0 = "arith.extsi"(%a) : (tensor<4xi32>) -> tensor<?xi64> return }

// -----

// expected-error@+1 {{'arith.extsi' op failed to verify that input and output have the same tensor dimensions}}
func.func @a(%a: tensor<4xi32>) { %0 = "arith.extsi"(%a) : (tensor<4xi32>) -> i64 return }

// -----

// expected-error@+1 {{'arith.extsi' op failed to verify that input and output have the same tensor dimensions}}
func.func @a(%a: tensor<4xi32>) { %0 = "arith.extsi"(%a) : (tensor<4xi32>) -> vector<4xi64> return }

// -----

// expected-error@+1 {{'arith.extsi' op requires the same shape for all operands and results}}
func.func @a(%a: vector<4xi32>) { %0 = "arith.extsi"(%a) : (vector<4xi32>) -> vector<5xi64> return }

// -----

// expected-error@+1 {{'arith.extsi' op requires the same shape for all operands and results}}
func.func @a(%a: vector<4xi32>) { %0 = "arith.extsi"(%a) : (vector<4xi32>) -> i64 return }

// -----

// expected-error@+1 {{'arith.extf' op operand type 'f32' and result type 'f16' are cast incompatible}}
func.func @a(%a: f32) { %0 = arith.extf %a : f32 to f16 return }

// -----

// expected-error@+1 {{'arith.truncf' op operand type 'f16' and result type 'f32' are cast incompatible}}
func.func @a(%a: f16) { %0 = arith.truncf %a : f16 to f32 return }

// -----

// expected-error@+1 {{'arith.trunci' op operand type 'i16' and result type 'i32' are cast incompatible}}
func.func @a(%a: i16) { %0 = arith.trunci %a : i16 to i32 return }

// -----

// expected-error@+1 {{'arith.index_cast' op operand type 'i16' and result type 'i32' are cast incompatible}}
func.func @a(%a: i16) { %0 = arith.index_cast %a : i16 to i32 return }

// -----

// expected-error@+1 {{'arith.bitcast' op operand type 'i16' and result type 'i32' are cast incompatible}}
func.func @a(%a: i16) { %0 = arith.bitcast %a : i16 to i32 return }

// -----

// expected-error@+1 {{'arith.cmpi' op failed to verify that result type has i1 element type and same shape as operands}}
func.func @a(%a: i16) { %0 = "arith.cmpi"(%a, %a) {predicate = 3 : i64} : (i16, i16) -> vector<4xi1> return }

// -----

// expected-error@+1 {{'arith.cmpi' op attribute 'predicate' failed to satisfy constraint: allowed 64-bit signless integer cases: 0, 1, 2, 3, 4, 5, 6, 7, 8, 9}}
func.func @a(%a: i16) { %0 = "arith.cmpi"(%a, %a) {predicate = 33 : i64} : (i16, i16) -> i1 return }

// -----

// expected-error@+1 {{'arith.cmpi' op requires all operands to have the same type}}
func.func @a(%a: i16, %b: i32) { %0 = "arith.cmpi"(%a, %b) {predicate = 3 : i64} : (i16, i32) -> i1 return }

// -----

// expected-error@+1 {{'arith.addi' op requires the same type for all operands and results}}
func.func @a(%a: i16, %b: i32) { %0 = "arith.addi"(%a, %b) : (i16, i32) -> i16 return }

// -----

// expected-error@+1 {{'arith.select' op failed to verify that all of {true_value, false_value, result} have same type}}
func.func @a(%a: i1, %b: i32, %c: i16) { %0 = "arith.select"(%a, %b, %c) : (i1, i32, i16) -> i16 return }

// -----

// expected-error@+1 {{'arith.select' op failed to verify that condition is signless i1 or has matching shape}}
func.func @a(%a: vector<4xi1>, %b: i32, %c: i32) { %0 = "arith.select"(%a, %b, %c) : (vector<4xi1>, i32, i32) -> i32 return }

// -----

// expected-error@+1 {{'arith.select' op failed to verify that condition is signless i1 or has matching shape}}
func.func @a(%a: vector<4xi1>, %b: vector<5xi32>) { %0 = "arith.select"(%a, %b, %b) : (vector<4xi1>, vector<5xi32>, vector<5xi32>) -> vector<5xi32> return }

// -----

// expected-error@+1 {{'arith.select' op expected condition type to have the same shape as the result type, expected 'vector<4xi1>', but got 'tensor<4xi1>'}}
func.func @a(%a: tensor<4xi1>, %b: vector<4xi32>) { %0 = "arith.select"(%a, %b, %b) : (tensor<4xi1>, vector<4xi32>, vector<4xi32>) -> vector<4xi32> return }

// -----

// expected-error@+1 {{'arith.constant' op failed to verify that all of {value, result} have same type}}
func.func @a() { %0 = "arith.constant"() {value = 1 : i32} : () -> i64 return }

// -----

// expected-error@+1 {{'arith.constant' op integer return type must be signless}}
func.func @a() { %0 = "arith.constant"() {value = 1 : si32} : () -> si32 return }

// -----

// expected-error@+1 {{'arith.constant' op attribute 'value' failed to satisfy constraint: TypedAttr instance}}
func.func @a() { %0 = "arith.constant"() {value = [1]} : () -> i32 return }

// -----

// expected-error@+1 {{'arith.constant' op value must be an integer, float, or elements attribute}}
func.func @a() { %0 = "arith.constant"() {value = #foo.bar : tensor<4xi32>} : () -> tensor<4xi32> return }

// -----

// expected-error@+1 {{'arith.constant' op intializing scalable vectors with elements attribute is not supported unless it's a vector splat}}
func.func @a() { %0 = "arith.constant"() {value = dense<[[1,2],[3,4]]> : vector<[2]x2xi32>} : () -> vector<[2]x2xi32> return }

// -----

// expected-error@+1 {{'arith.constant' op requires attribute 'value'}}
func.func @a() { %0 = "arith.constant"() : () -> i32 return }

// -----

// expected-error@+1 {{'arith.addui_extended' op failed to verify that all of {lhs, rhs, sum} have same type}}
func.func @a(%a: i32) { %0:2 = "arith.addui_extended"(%a, %a) : (i32, i32) -> (i16, i1) return }

// -----

// expected-error@+1 {{'arith.addui_extended' op if a result is non-scalar, then at least one operand must be non-scalar}}
func.func @a(%a: i32) { %0:2 = "arith.addui_extended"(%a, %a) : (i32, i32) -> (i32, vector<4xi1>) return }

// -----

// expected-error@+1 {{'arith.mulsi_extended' op failed to verify that all of {lhs, rhs, low, high} have same type}}
func.func @a(%a: i32) { %0:2 = "arith.mulsi_extended"(%a, %a) : (i32, i32) -> (i32, i16) return }

// -----

// expected-error@+1 {{'arith.scaling_extf' op operand types 'f32', 'f8E8M0FNU' and result type 'f16' are cast incompatible}}
func.func @a(%a: f32, %s: f8E8M0FNU) { %0 = arith.scaling_extf %a, %s : f32, f8E8M0FNU to f16 return }

// -----

// expected-error@+1 {{'arith.scaling_truncf' op operand types 'f16', 'f8E8M0FNU' and result type 'f32' are cast incompatible}}
func.func @a(%a: f16, %s: f8E8M0FNU) { %0 = arith.scaling_truncf %a, %s : f16, f8E8M0FNU to f32 return }

// -----

// expected-error@+1 {{'arith.sitofp' op operand #0 must be signless-fixed-width-integer-like, but got 'f16'}}
func.func @a(%a: f16) { %0 = arith.sitofp %a : f16 to f32 return }

// -----

// expected-error@+1 {{'arith.index_cast' op requires the same shape for all operands and results}}
func.func @a(%a: memref<4xi32>) { %0 = arith.index_cast %a : memref<4xi32> to memref<5xindex> return }

// -----

// expected-error@+1 {{'arith.addi' op attribute 'overflowFlags' failed to satisfy constraint: Integer overflow arith flags}}
func.func @a(%a: i32) { %0 = "arith.addi"(%a, %a) <{overflowFlags = 3 : i32}> : (i32, i32) -> i32 return }

// -----

// expected-error@+1 {{expected CmpFPredicate to be one of: false, oeq, ogt, oge, olt, ole, one, ord, ueq, ugt, uge, ult, ule, une, uno, true}}
func.func @a(%a: f32, %b: f64) { %0 = arith.cmpf foo, %a, %a : f32  return }

// -----

// expected-error@+2 {{use of value '%a' expects different type than prior uses: 'i1' vs 'vector<2xi1>'}}
// expected-note@+1 {{prior use here}}
func.func @a(%a: vector<2xi1>, %b: f64) { %0 = arith.select %a, %b, %b : f64  return }

// -----

// expected-error@+2 {{use of value '%a' expects different type than prior uses: 'i1' vs 'vector<2xi1>'}}
// expected-note@+1 {{prior use here}}
func.func @a(%a: vector<2xi1>, %b: vector<2xf64>) { %0 = arith.select %a, %b, %b : vector<2xf64>  return }

// -----

// expected-error@+1 {{'arith.select' op failed to verify that condition is signless i1 or has matching shape}}
func.func @a(%a: tensor<2xi1>, %b: tensor<?xf64>) { %0 = arith.select %a, %b, %b : tensor<2xi1>, tensor<?xf64>  return }

// -----

// expected-error@+1 {{'arith.extui' op failed to verify that input and output have the same tensor dimensions}}
func.func @a(%a: tensor<2xi8>) { %0 = "arith.extui"(%a) : (tensor<2xi8>) -> tensor<*xi16>  return }

// -----

// expected-error@+1 {{'arith.bitcast' op operand #0 must be signless-integer-or-float-like or memref of signless-integer or float, but got 'index'}}
func.func @a(%a: index) { %0 = "arith.bitcast"(%a) : (index) -> i64  return }

// -----

// expected-error@+1 {{'arith.addui_extended' op if an operand is non-scalar, then all results must be non-scalar}}
func.func @a(%a: i32, %v: vector<4xi32>) { %0:2 = "arith.addui_extended"(%v, %v) : (vector<4xi32>, vector<4xi32>) -> (vector<4xi32>, i1) return }

// -----

// expected-error@+1 {{'arith.cmpi' op failed to verify that result type has i1 element type and same shape as operands}}
func.func @a(%a: i1, %v: vector<4xi32>) { %0 = "arith.cmpi"(%v, %v) {predicate = 3 : i64} : (vector<4xi32>, vector<4xi32>) -> i1 return }

// -----

// expected-error@+1 {{'arith.select' op failed to verify that condition is signless i1 or has matching shape}}
func.func @a(%a: i1, %v: tensor<*xi1>, %w: tensor<4xi32>) { %0 = "arith.select"(%v, %w, %w) : (tensor<*xi1>, tensor<4xi32>, tensor<4xi32>) -> tensor<4xi32> return }

// -----

// expected-error@+1 {{'arith.extui' op failed to verify that input and output have the same tensor dimensions}}
func.func @a(%a: i1, %v: tensor<*xi1>, %w: tensor<4xi32>) { %0 = "arith.extui"(%w) : (tensor<4xi32>) -> tensor<*xi64> return }

// -----

// expected-error@+1 {{'arith.select' op failed to verify that condition is signless i1 or has matching shape}}
func.func @a(%a: i1, %v: tensor<?xi1>, %w: tensor<4xi32>) { %0 = "arith.select"(%v, %w, %w) : (tensor<?xi1>, tensor<4xi32>, tensor<4xi32>) -> tensor<4xi32> return }

// -----

// expected-error@+1 {{expected 3 operands, found 2}}
func.func @a(%c: i1, %x: i32) { %0 = arith.select %c, %x : i32 return }

// -----

// expected-error@+1 {{'arith.scaling_extf' op failed to verify that input and output have the same tensor dimensions}}
func.func @a(%a: tensor<4xf4E2M1FN>, %s: tensor<5xf8E8M0FNU>) { %0 = arith.scaling_extf %a, %s : tensor<4xf4E2M1FN>, tensor<5xf8E8M0FNU> to tensor<5xf32> return }
