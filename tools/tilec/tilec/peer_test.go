package tilec_test

import (
	"bytes"
	"encoding/json"
	"io"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/tile-opt/tile-opt/tools/tilec/tilec"
)

// TestPeerMemory keeps the forms that tools/tilec-gpu/peer_memory.py measures such that
// they compile, and that the script can launch them.
func TestPeerMemory(t *testing.T) {
	t.Parallel()
	const script = "../../tilec-gpu/peer_memory.py"
	list, err := exec.Command("python3", script, "list").Output()
	if err != nil {
		t.Fatal(err)
	}
	dir, n := t.TempDir(), 0
	for d := json.NewDecoder(bytes.NewReader(list)); d.More(); n++ {
		var form struct {
			Kernel, Name string
			Options      []string
		}
		if err := d.Decode(&form); err != nil {
			t.Fatal(err)
		}
		stem := filepath.Join(dir, form.Kernel+"."+form.Name)
		var errs strings.Builder
		args := append([]string{"build", "../../../testdata/kernels/" + form.Kernel + ".mlir", "--type=bf16", "--emit=nvvm", "-o", stem + ".mlir", "--metadata=" + stem + ".json"}, form.Options...)
		if code := tilec.Main(args, strings.NewReader(""), io.Discard, &errs); code != 0 {
			t.Errorf("%s.%s: %s", form.Kernel, form.Name, errs.String())
		}
	}
	out, err := exec.Command("python3", script, "plan", "--dir="+dir).CombinedOutput()
	if err != nil || n < 10 || strings.Count(string(out), " grid [") != n {
		t.Errorf("%d forms (%v):\n%s", n, err, out)
	}
}
