// Every builtin type, in the spellings that the lexer makes hard.
"t.types"() {
  a = i1, b = i007, c = si32, d = ui64, e = i0, f = index, g = none,
  h = f16, i = bf16, j = tf32, k = f32, l = f64, m = f80, n = f128,
  o = f8E5M2, p = f8E4M3FN, q = f4E2M1FN, r = f6E3M2FN, s = f8E8M0FNU,
  t = complex<f32>, u = tuple<>, v = tuple<i32, tuple<f32>>,
  w = () -> (), x = (i32) -> i32, y = (i32, f32) -> (i32, f32), z = (i32) -> (() -> ())
} : () -> ()
"t.shaped"() {
  a = tensor<0x1xi32>, b = tensor<0x0xf32>, c = tensor< 4 x ? x i32 >, d = tensor<*xf32>, e = tensor<f32>,
  f = memref<0xbf16>, g = memref<?x4xf32, strided<[?, 1], offset: ?>>, h = memref<4x8xf32, affine_map<(i, j) -> (j, i)>, 3>,
  i = memref<*xf32, "space">, j = memref<4xf32, affine_map<(i) -> (i)>, 0>, k = vector<4xf32>, l = vector<[4]x2xi8>, m = vector<i32>,
  n = tensor<2x!t.elem<x>, 5 : i32>, o = tensor<2xcomplex<f64>>, p = memref<2xmemref<3xf32>>
} : () -> ()
"t.opaque"() {
  a = !t.foo, b = !t<foo>, c = !t.foo<bar, [1, (2)], {x = "<>"}>, d = !t<"foo">, e = !t<foo -> bar>, f = !t<[1]>, g = !t<>,
  h = #t.foo, i = #t.foo<a -> b> : i32, j = #t<foo bar>
} : () -> ()
