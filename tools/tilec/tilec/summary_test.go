package tilec

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/tile-opt/tile-opt/opt"
	"github.com/tile-opt/tile-opt/targets"
	"github.com/tile-opt/tile-opt/targets/launch"
)

func TestSummary(t *testing.T) {
	t.Parallel()
	f := []*launch.Module{{Entries: []launch.Entry{{Name: "f", Block: [3]int{128, 1, 1}, SharedBytes: 64}}}}
	usage := []targets.Usage{
		{Function: "f", Entry: true, Registers: 40, SpillLoads: 4},
		{Function: "helper", Stack: 8},
		{Function: "g", Entry: true, Registers: 8, Shared: 32},
	}
	for _, tt := range []struct {
		name string
		r    opt.Result
		want string
	}{
		{"not assembled", opt.Result{Kernels: f}, "entry  threads  shared bytes  registers  spilled bytes\nf      128      64            -          -\n"},
		{"assembled, one without metadata", opt.Result{Kernels: f, Usage: usage},
			"entry  threads  shared bytes  registers  spilled bytes\nf      128      64            40         4\ng      -        32            8          0\n"},
	} {
		var b strings.Builder
		summary(&b, &tt.r)
		if d := cmp.Diff(tt.want, b.String()); d != "" {
			t.Errorf("%s:\n%s", tt.name, d)
		}
	}
}

func TestUnassembled(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		emit      opt.Stage
		ptxas     string
		assembled bool
		want      bool
	}{
		{opt.PTX, "auto", false, true}, {opt.PTX, "auto", true, false}, {opt.PTX, "off", false, false}, {opt.LLVMIR, "auto", false, false},
	} {
		if got := unassembled(tt.emit, tt.ptxas, &opt.Result{Assembled: tt.assembled}); got != tt.want {
			t.Errorf("%+v: got %t", tt, got)
		}
	}
}
