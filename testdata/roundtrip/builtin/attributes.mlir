"t.numbers"() {
  a = 1, b = -2 : i8, c = 255 : i8, d = 0xFF : i8, e = -0x1 : i8, f = true, g = false, h = 1 : i1, i = 5 : index, j = 200 : ui8,
  k = -9223372036854775808, l = 18446744073709551616 : i128, m = -170141183460469231731687303715884105728 : i128,
  n = [1, 1 : i32, 1.0, 1.0 : f32, true], o = 1.0 : f16, p = 0x7FC0 : bf16, q = 0x7FC0DEAD : f32, r = 33.333333333333336,
  s = 16777216.0 : f32, t = 1.23456789e15, u = -0.0, v = 5., w = 0x4132D68700000000 : f64
} : () -> ()
"t.text"() {
  a = "", b = "a\22b\\c\0Ad\09e", c = "s" : i32, d = @a, e = @"b c"::@d, f = unit, g, "q r" = 1, "1" = 2, _u = {}, a$ = {x, y = 2}, i32 = 1,
  true = 1, h = i32, j = (i32) -> f32, k = [], l = [[], [1]]
} : () -> ()
"t.dense"() {
  a = dense<1> : tensor<4xi32>, b = dense<[1, 2]> : tensor<2xi8>, c = dense<[[1, 1], [1, 1]]> : tensor<2x2xi32>, d = dense<[0.0, -0.0]> : tensor<2xf32>,
  e = dense<> : tensor<0xi8>, f = dense<[[], []]> : tensor<2x0xf32>, g = dense<(1.0, -1.0)> : tensor<2xcomplex<f32>>,
  h = dense<[(1, 2), (3, 4)]> : tensor<2xcomplex<i8>>, i = dense<[true, false, true]> : tensor<3xi1>, j = dense<["a", "b\0A"]> : tensor<2x!t.s>,
  k = dense<"0x0102"> : tensor<2xi8>, l = dense<"0x06"> : tensor<4xi1>, m = dense<"0xFF"> : tensor<4xi1>, n = dense<2> : vector<[4]xi32>,
  o = dense<-8> : tensor<1xi4>, p = dense<99999999999999999999> : tensor<2xi128>, q = dense<7> : tensor<1000xi32>, r = dense<5> : tensor<i64>,
  s = sparse<[[0, 0], [1, 2]], [1, 5]> : tensor<3x4xi32>, t = sparse<0, 3> : tensor<2xi32>, u = sparse<> : tensor<2xf32>,
  v = dense<[0x7F800000, 1.5]> : tensor<2xf32>, w = dense<1> : tensor<99999999999xi8>
} : () -> ()
"t.array"() {
  a = array<i64>, b = array<i32: 1, -2, 0x10>, c = array<i1: true, false>, d = array<f32: 1.0, 0x7FC00000>, e = array<i8: -128, 127>, f = array<f64: 0.1>
} : () -> ()
"t.layout"() {a = strided<[1, ?], offset: 3>, b = strided<[]>, c = strided<[-1], offset: ?>, d = strided<[2, 1], offset: 0>} : () -> ()
"t.hex"() {a = dense<[
  1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10,
  1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 1
]> : tensor<101xi16>} : () -> ()
