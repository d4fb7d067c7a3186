package asm_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/tile-opt/tile-opt/ir"
	"github.com/tile-opt/tile-opt/ir/asm"
	"github.com/tile-opt/tile-opt/ir/diag"
	"github.com/tile-opt/tile-opt/ir/irtest"
)

// TestOutOfProportion: text that stands for far more than it says is refused
// at once.
func TestOutOfProportion(t *testing.T) {
	t.Parallel()
	doubling := func(sigil, first, next, use string, n int) string {
		var b strings.Builder
		fmt.Fprintf(&b, "%sa0 = %s\n", sigil, first)
		for i := range n {
			a := fmt.Sprintf("%sa%d", sigil, i)
			fmt.Fprintf(&b, "%sa%d = "+next+"\n", sigil, i+1, a, a)
		}
		fmt.Fprintf(&b, use, fmt.Sprintf("%sa%d", sigil, n))
		return b.String()
	}
	for _, tt := range []struct{ name, src, want string }{
		{"types", doubling("!", "tuple<i32>", "tuple<%s, %s>", "\"t.x\"() : () -> (%s)\n", 60), "text is too large: aliases stand for more than"},
		{"attributes", doubling("#", "[1]", "[%s, %s]", "\"t.x\"() {a = %s} : () -> ()\n", 60), "text is too large: aliases stand for more than"},
		{"uses", doubling("!", "tuple<i32>", "tuple<%s, %s>", strings.Repeat("\"t.x\"() : () -> (%[1]s)\n", 4000), 14), "text is too large: aliases stand for more than"},
		{"array", "\"t.x\"() {a = array<i16777208: " + strings.Repeat("1, ", 1000) + "1>} : () -> ()", "elements take more than"},
		{"elements", "\"t.x\"() {a = dense<[" + strings.Repeat("1, ", 1000) + "2]> : tensor<1001xi16777215>} : () -> ()", "elements take more than"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			c := irtest.Context()
			c.AllowUnregistered = true
			_, err := asm.Parse(c, "f.mlir", []byte(tt.src), asm.ParseOptions{})
			if l := diag.All(err); len(l) != 1 || !strings.HasPrefix(l[0].Msg, tt.want) {
				t.Errorf("got %v, want one error %q", err, tt.want)
			}
		})
	}
}

// TestProportionate: neither long texts nor large elements nor aliases as such
// are refused.
func TestProportionate(t *testing.T) {
	t.Parallel()
	for name, src := range map[string]string{
		"one wide integer": "\"t.x\"() {a = dense<5> : tensor<100000000000000000xi16777215>, b = -5 : i16777215} : () -> ()",
		"a million ones":   "\"t.x\"() {a = [" + strings.Repeat("1, ", 1<<20) + "1]} : () -> ()",
		"aliases":          "#a = [" + strings.Repeat("1, ", 100) + "1]\n" + strings.Repeat("\"t.x\"() {a = #a} : () -> ()\n", 2000),
		"nesting":          strings.Repeat("\"t.x\"() ({\n", 9000) + strings.Repeat("}) : () -> ()\n", 9000),
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			c := irtest.Context()
			c.AllowUnregistered = true
			m, err := asm.Parse(c, "f.mlir", []byte(src), asm.ParseOptions{})
			if err == nil {
				err = ir.Verify(m)
			}
			if err != nil {
				t.Error(err)
			}
		})
	}
}
