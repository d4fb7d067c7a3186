module @outer attributes {my.note = "n"} {
  module {
  }
  func.func private @declared(i32 {my.x}, f32) -> (i32, f32 {my.y = 1 : i32})
  func.func @"odd name"() {
    return
  }
  func.func @calls(%a: i32 {my.x}, %f: (i32) -> i32) -> (i32 {my.r}) attributes {my.attr = "x"} {
    %c = func.constant @calls2 : (i32) -> i32
    %r = func.call_indirect %f(%a) : (i32) -> i32
    %s = call @calls2(%r) {my.site} : (i32) -> i32
    %t = builtin.unrealized_conversion_cast %s : i32 to index
    %u:2 = builtin.unrealized_conversion_cast to i32, i64
    %v = call_indirect %c(%u#0) : (i32) -> i32
    "t.use"(%t, %u#1) : (index, i64) -> ()
    return %v : i32
  }
  func.func nested @calls2(%a: i32) -> i32 {
    return %a : i32
  }
  func.func private @no_inline() attributes {no_inline}
  func.func private @function_result(memref<?xf32>, tensor<*xf32>) -> (() -> i32)
}
