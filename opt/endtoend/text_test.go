package endtoend_test

import (
	"testing"

	"github.com/tile-opt/tile-opt/tools/filecheck/lit"
	"github.com/tile-opt/tile-opt/tools/tile-opt/tileopt"
)

// TestText runs the text tests of the named pipelines.
func TestText(t *testing.T) {
	t.Parallel()
	lit.RunTree(t, "../../testdata/pipelines", ".mlir", lit.Commands{"tile-opt": tileopt.Main})
}
