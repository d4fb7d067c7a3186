#named = loc("named")
"t.a"() : () -> () loc("f":1:2)
"t.a"() {x = loc("q"("r"))} : () -> () loc(fused<"m">["a", callsite("c" at "d"("f":1:2))])
"t.a"() : () -> () loc(unknown)
"t.a"() : () -> () loc(callsite(fused["x", "y"] at "z"))
"t.a"() : () -> () loc("f":1:2 to 3:4)
"t.a"() : () -> () loc("f":1:2 to :4)
"t.a"() : () -> () loc(fused["one"])
"t.a"() : () -> () loc(#named)
%r = "t.regions"() ({
^bb0(%a: i32 loc("arg"), %b: f32):
  "t.end"() : () -> () loc(#late)
}) : () -> i32
#late = loc("late")
