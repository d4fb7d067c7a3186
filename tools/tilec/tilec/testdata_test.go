package tilec_test

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"testing"

	"github.com/tile-opt/tile-opt/tools/filecheck/lit"
	"github.com/tile-opt/tile-opt/tools/tilec/tilec"
)

// exists is a command of the tests: it fails where one of the files is not there.
func exists(args []string, _ io.Reader, _, stderr io.Writer) int {
	for _, path := range args {
		if _, err := os.Lstat(path); err != nil {
			fmt.Fprintln(stderr, err)
			return 1
		}
	}
	return 0
}

// list prints the names in a folder.
func list(args []string, _ io.Reader, stdout, stderr io.Writer) int {
	for _, dir := range args {
		entries, err := os.ReadDir(dir)
		if err != nil {
			fmt.Fprintln(stderr, err)
			return 1
		}
		for _, e := range entries {
			fmt.Fprintln(stdout, filepath.Base(e.Name()))
		}
	}
	return 0
}

func TestText(t *testing.T) {
	t.Parallel()
	lit.RunTree(t, "../../../testdata/cli", ".mlir", lit.Commands{"tilec": tilec.Main, "exists": exists, "ls": list})
}
