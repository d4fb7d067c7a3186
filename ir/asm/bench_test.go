package asm_test

import (
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/tile-opt/tile-opt/ir"
	"github.com/tile-opt/tile-opt/ir/asm"
)

// program returns generic text of about n operations: functions with
// arithmetic, branches and nested loops.
func program(n int) []byte {
	var b strings.Builder
	b.WriteString("\"builtin.module\"() ({\n")
	for f := 0; n > 0; f++ {
		fmt.Fprintf(&b, "  \"func.func\"() <{function_type = (i32, memref<?xi32>, index) -> i32, sym_name = \"f%d\"}> ({\n  ^bb0(%%a: i32, %%m: memref<?xi32>, %%n: index):\n", f)
		v := "%a"
		for i := range 20 {
			fmt.Fprintf(&b, "    %%c%d = \"arith.constant\"() <{value = %d : i32}> : () -> i32\n", i, i*7)
			fmt.Fprintf(&b, "    %%v%d = \"arith.addi\"(%s, %%c%d) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32\n", i, v, i)
			fmt.Fprintf(&b, "    %%l%d = \"scf.for\"(%%n, %%n, %%n, %%v%d) ({\n    ^bb0(%%i: index, %%s: i32):\n", i, i)
			b.WriteString("      %x = \"memref.load\"(%m, %i) <{nontemporal = false}> : (memref<?xi32>, index) -> i32\n")
			b.WriteString("      %y = \"arith.muli\"(%x, %s) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32\n")
			b.WriteString("      \"scf.yield\"(%y) : (i32) -> ()\n    }) : (index, index, index, i32) -> i32\n")
			v = fmt.Sprintf("%%l%d", i)
		}
		fmt.Fprintf(&b, "    \"func.return\"(%s) : (i32) -> ()\n  }) : () -> ()\n", v)
		n -= 122
	}
	b.WriteString("}) : () -> ()\n")
	return []byte(b.String())
}

func BenchmarkText(b *testing.B) {
	src := program(100000)
	parse := func(b *testing.B) *ir.Operation {
		op, err := asm.Parse(context(), "f", src, asm.ParseOptions{})
		if err != nil {
			b.Fatal(err)
		}
		return op
	}
	b.Run("parse", func(b *testing.B) {
		b.SetBytes(int64(len(src)))
		b.ReportAllocs()
		for b.Loop() {
			parse(b)
		}
	})
	op := parse(b)
	for name, opts := range map[string]asm.PrintOptions{"generic": {Generic: true}, "custom": {}} {
		b.Run("print/"+name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if err := asm.Print(io.Discard, op, opts); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
	b.Run("parse+verify+print", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			op := parse(b)
			if err := ir.Verify(op); err != nil {
				b.Fatal(err)
			}
			if err := asm.Print(io.Discard, op, asm.PrintOptions{Generic: true}); err != nil {
				b.Fatal(err)
			}
		}
	})
}
