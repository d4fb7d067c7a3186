// Forward references, groups of results, blocks, nesting.
"t.use"(%later#1, %later#0) : (f32, i32) -> ()
%later:3, %other = "t.multi"() {b = 1 : i32, a} : () -> (i32, f32, index, i1)
%f = "t.fn"() : () -> ((i32) -> i32)
"foo"() : () -> ()
"a b.c\22d"() <{p = 3 : i8, "q r" = "s"}> : () -> ()
"t.props"() <"str"> : () -> ()
"t.props"() <[1, 2]> {disc} : () -> ()
"t.props"() <{}> : () -> ()
"t.empty"() ({}) : () -> ()
"t.empty"() ({
^bb0:
}) : () -> ()
"t.blocks"() ({
^entry(%x: i32, %y: f32):
  "t.br"(%x)[^b, ^entry2, ^entry2] : (i32) -> ()
^b-a.c$(%z: i32):
  "t.br"(%late)[^entry2] : (i32) -> ()
^b:
  %late = "t.def"() : () -> i32
  "t.br"()[^b-a.c$] : () -> ()
^entry2:
  "t.end"(%other#0) : (i1) -> ()
^dead:
  "t.end"() : () -> ()
}, {
  %in = "t.def"() : () -> i32
  "t.nest"() ({
    %deep = "t.def"(%in) : (i32) -> i32
  }, {
  ^bb0(%arg: i32):
    %deep = "t.def"(%arg) : (i32) -> i32
  }) {after = "regions"} : () -> ()
}) : () -> ()
