package asyncverifyprotocol_test

import (
	"context"
	"testing"

	"github.com/tile-opt/tile-opt/ir"
	"github.com/tile-opt/tile-opt/transforms/protocol"
)

// BenchmarkCheck is what the check adds to a compilation, for each entry.
func BenchmarkCheck(b *testing.B) {
	for _, name := range []string{"matmul", "more/flash_attention", "more/mlp", "more/deep_nest"} {
		b.Run(name, func(b *testing.B) {
			m := parse(b, name, []byte(lower(b, name, config{4, 2, 0}.steps("", "auto"))))
			var fn *ir.Operation
			for op := range ir.Walk(m) {
				if op.Is("func.func") && fn == nil {
					fn = op
				}
			}
			for b.Loop() {
				f, err := protocol.Check(context.Background(), fn, protocol.Options{})
				if err != nil || f.Verdict != protocol.Proven {
					b.Fatal(f, err)
				}
			}
		})
	}
}
