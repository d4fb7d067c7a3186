"t.a"() {h = dense_resource<blob> : tensor<4xi8>, i = dense_resource<"a b"> : tensor<2xf32>} : () -> ()
{-#
  dialect_resources: {
    builtin: {
      blob: "0x0400000001020304",
      unused: "0x0400000001020304"
    }
  },
  external_resources: {
    tool: {
      a: "0x0400000001",
      b: true,
      c: "str"
    }
  }
#-}
