#map = affine_map<(i) -> (i + 1)>
#other = [affine_map<(i) -> (i + 2)>, #map]
!t = tuple<i1, i2, i3, i4, i5, i6, i7, i8, i9, i10, i11, i12, i13, i14, i15, i16, i17>
!short = memref<4xf32, #map>
"t.a"() {y = #map, x = #other, z = loc("file":1:2), w = loc("a"("b"))} : () -> !t
%m = "t.b"() ({
  "t.c"() {inner = affine_map<(i) -> (i + 3)>} : () -> ()
}) {set = affine_set<(i) : (i >= 0)>, d = distinct[7]<"x">, e = distinct[9]<>, f = distinct[7]<"x">} : () -> !short
