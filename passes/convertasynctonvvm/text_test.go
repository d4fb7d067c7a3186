package convertasynctonvvm_test

import (
	"os"
	"os/exec"
	"testing"

	"github.com/tile-opt/tile-opt/tools/filecheck/lit"
	"github.com/tile-opt/tile-opt/tools/tile-opt/tileopt"
)

// mlirOpt finds MLIR's own tool, which must take what the pass makes.
func mlirOpt(t *testing.T) lit.Command {
	t.Helper()
	path := os.Getenv("TILE_MLIR_OPT")
	if path == "" {
		var err error
		if path, err = exec.LookPath("mlir-opt-22"); err != nil {
			t.Fatalf("%v: run tools/setup, or set TILE_MLIR_OPT", err)
		}
	}
	return lit.Exec(path)
}

func TestText(t *testing.T) {
	t.Parallel()
	lit.RunTree(t, "../../testdata/passes/convert-async-to-nvvm", ".mlir", lit.Commands{"tile-opt": tileopt.Main, "mlir-opt": mlirOpt(t)})
}
