package tilec

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/tile-opt/tile-opt/opt"
	"github.com/tile-opt/tile-opt/targets/launch"
)

func TestSummaryWithoutPtxas(t *testing.T) {
	t.Parallel()
	r := &opt.Result{Kernels: []*launch.Module{{Entries: []launch.Entry{{Name: "f", Block: [3]int{128, 1, 1}, SharedBytes: 64}}}}}
	const table = "entry  threads  shared bytes  registers  spilled bytes\nf      128      64            -          -\n"
	const note = "ptxas was not found, so registers and spilled bytes are not known: set TILE_PTXAS to its path\n"
	for unassembled, want := range map[bool]string{false: table, true: table + note} {
		var b strings.Builder
		summary(&b, r, unassembled)
		if d := cmp.Diff(want, b.String()); d != "" {
			t.Errorf("unassembled %t:\n%s", unassembled, d)
		}
	}
}
