#identity = affine_map<(i, j) -> (i, j)>
#set = affine_set<(i)[s] : (i - s >= 0, 10 - i >= 0, i == 5)>
"t.maps"() {
  a = #identity, b = affine_map<(i)[s] -> (3 + i, 2 * 3, i * 0, i mod 1, i floordiv 4 ceildiv 2, -(i + s), (i + 1) * 2)>,
  c = affine_map<(i, j) -> (i - 2 * j)>, d = affine_map<() -> ()>, e = affine_map<()[s] -> (s * s, s floordiv s)>,
  f = affine_map<(i, j, k) -> (i * 4 + j floordiv 8, (i + j) mod 32, -k)>,
  g = #set, h = affine_set<(i) : (i >= 5)>, i = affine_set<(i) : (i <= 10)>, j = affine_set<() : (1 == 0)>,
  m = memref<4x4xf32, affine_map<(i, j) -> (i, j)>>, n = [memref<2x3xf32, affine_map<(i, j) -> (j, i)>>]
} : () -> ()
