package asyncreport_test

import (
	"testing"

	"github.com/tile-opt/tile-opt/tools/filecheck/lit"
	"github.com/tile-opt/tile-opt/tools/tile-opt/tileopt"
)

func TestText(t *testing.T) {
	t.Parallel()
	lit.RunTree(t, "../../testdata/passes/async-report", ".mlir", lit.Commands{"tile-opt": tileopt.Main})
}
