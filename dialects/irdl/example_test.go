package irdl_test

import (
	"fmt"
	"log"

	"github.com/tile-opt/tile-opt/dialects/builtin"
	"github.com/tile-opt/tile-opt/dialects/function"
	"github.com/tile-opt/tile-opt/dialects/irdl"
	"github.com/tile-opt/tile-opt/ir"
	"github.com/tile-opt/tile-opt/ir/asm"
)

// ExampleLoad reads operations of a dialect that a text defines.
func ExampleLoad() {
	made, err := irdl.Load("cmath.irdl", []byte(`
irdl.dialect @cmath {
  irdl.type @complex {
    %0 = irdl.is f32
    %1 = irdl.is f64
    %2 = irdl.any_of(%0, %1)
    irdl.parameters(elem: %2)
  }
  irdl.operation @norm {
    %0 = irdl.any
    %1 = irdl.parametric @cmath::@complex<%0>
    irdl.operands(in: %1)
    irdl.results(out: %0)
  }
}`))
	if err != nil {
		log.Fatal(err)
	}
	c := ir.NewContext(append(made, builtin.Dialect, function.Dialect)...)
	for _, text := range []string{
		"func.func @f(%a: !cmath.complex<f32>) {\n  %0 = \"cmath.norm\"(%a) : (!cmath.complex<f32>) -> f32\n  return\n}",
		"func.func @f(%a: !cmath.complex<f32>) {\n  %0 = \"cmath.norm\"(%a) : (!cmath.complex<f32>) -> f64\n  return\n}",
		"func.func private @f(!cmath.complex<i32>)",
	} {
		m, err := asm.Parse(c, "use.mlir", []byte(text), asm.ParseOptions{})
		if err == nil {
			err = ir.Verify(m)
		}
		if err != nil {
			fmt.Println(err)
			continue
		}
		fmt.Println(asm.String(m))
	}
	// Output:
	// module {
	//   func.func @f(%arg0: !cmath.complex<f32>) {
	//     %0 = "cmath.norm"(%arg0) : (!cmath.complex<f32>) -> f32
	//     return
	//   }
	// }
	// use.mlir:2:8: error: expected 'f32' but got 'f64'
	// use.mlir:1:29: error: 'i32' does not satisfy the constraint
}
