package tilec

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/tile-opt/tile-opt/ir"
)

// tuneScript stands for tilec-gpu: it reports each job of the file right, the later the faster, but for one.
const tuneScript = `#!/bin/sh
awk -F'"' '{ n++; ok = "true"; error = ""
  if ($4 == "check stages=2 consumers=1 stage=loops") { ok = "false"; error = "it hung" }
  printf "{\"name\":\"%s\",\"ok\":%s,\"error\":\"%s\",\"registers\":%d,\"time\":{\"median\":%d}}\n", $4, ok, error, 100 + n, 50 - n }' "${2#--jobs=}" > "$4"
`

// TestTune times forms by a launcher that is a script.
func TestTune(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, launcher), []byte(tuneScript), 0o700); err != nil {
		t.Fatal(err)
	}
	t.Setenv("PATH", dir+string(os.PathListSeparator)+os.Getenv("PATH"))
	kernel := []string{"tune", "../../../testdata/kernels/rowsum.mlir", "--size=A=2000x128,S=2000", "--ptxas=off"}
	for _, tt := range []struct {
		name string
		args []string
		code int
		out  string
		err  string
	}{
		{"text", append(kernel, "--stage=loops", "--stages=2,9", "--consumers=1,2"), 1, `kernel rowsum, A=2000x128,S=2000
options                           microseconds  of the best  registers
stages=2 consumers=2 stage=loops  44.00         1.000        106
defaults                          46.00         1.045        104
best: --stages=2 --consumers=2 --stage=loops
not timed:
  stages=2 consumers=1 stage=loops: wrong: it hung
  stages=9 consumers=1 stage=loops: refused: invalid value '9' for --stages: stages must be 1 to 8, found 9
  stages=9 consumers=2 stage=loops: refused: invalid value '9' for --stages: stages must be 1 to 8, found 9
`, "error: forms computed something else, or failed: see the table\n"},
		// The defaults again, and the parameter with its own value.
		{"same", append(kernel, "--param=BM=64,32"), 0, `kernel rowsum, A=2000x128,S=2000
options   microseconds  of the best  registers
BM=32     46.00         1.000        104
defaults  47.00         1.022        103
best: --param=BM=32
not timed:
  BM=64: same: as defaults
`, ""},
	} {
		var out, said strings.Builder
		code := Main(tt.args, strings.NewReader(""), &out, &said)
		if code != tt.code {
			t.Errorf("%s: exit code %d, want %d", tt.name, code, tt.code)
		}
		if d := cmp.Diff(tt.out, out.String()); d != "" {
			t.Errorf("%s: output:\n%s", tt.name, d)
		}
		if d := cmp.Diff(tt.err, said.String()); d != "" {
			t.Errorf("%s: errors:\n%s", tt.name, d)
		}
	}
	testTuneRecord(t, dir, kernel)
}

// testTuneRecord goes by a folder: its jobs, and the table as JSON.
func testTuneRecord(t *testing.T, dir string, kernel []string) {
	t.Helper()
	folder := filepath.Join(dir, "forms")
	var out, said strings.Builder
	if code := Main(append(kernel, "--record="+folder, "--stage=all", "--rounds=5", "--type=bf16"), strings.NewReader(""), &out, &said); code != 0 {
		t.Fatalf("exit code %d: %s", code, said.String())
	}
	if want := "kernel rowsum: 2 forms in " + folder + "/jobs.jsonl, 2 of them to be timed\n"; out.String() != want {
		t.Errorf("output %q, want %q", out.String(), want)
	}
	jobs, err := os.ReadFile(filepath.Join(folder, recorded))
	if err != nil {
		t.Fatal(err)
	}
	// --type holds for all forms.
	if meta, err := os.ReadFile(filepath.Join(folder, "form1.json")); err != nil || !strings.Contains(string(meta), `"type": "bf16"`) {
		t.Errorf("metadata without bf16, %v:\n%s", err, meta)
	}
	const want = `{"name":"check defaults","code":"form0.ptx","args":{"A":{"dims":[464,128],"fill":"normal"},"S":{"dims":[464]}},"reference":{"kind":"interp","kernel":"rowsum.mlir"},"time_limit":20}
{"name":"check stage=all","code":"form1.ptx","args":{"A":{"dims":[464,128],"fill":"normal"},"S":{"dims":[464]}},"reference":{"kind":"interp","kernel":"rowsum.mlir"},"time_limit":20}
{"name":"defaults","code":"form0.ptx","args":{"A":{"dims":[2000,128],"fill":"normal"},"S":{"dims":[2000]}},"timing":{"group":"forms","rounds":5},"time_limit":20}
{"name":"stage=all","code":"form1.ptx","args":{"A":{"dims":[2000,128],"fill":"normal"},"S":{"dims":[2000]}},"reference":{"kind":"same","job":"defaults","relative":0.00001},"timing":{"group":"forms","rounds":5},"time_limit":20}
`
	if d := cmp.Diff(want, string(jobs)); d != "" {
		t.Errorf("jobs:\n%s", d)
	}
	// The second form was not reported: its process ended before.
	if err := os.WriteFile(filepath.Join(folder, reportsFile), []byte(`{"name":"check defaults","ok":true}`+"\n"+`{"name":"defaults","ok":true,"registers":32,"time":{"median":7.5}}`+"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	out.Reset()
	if code := Main([]string{"tune", "--results=" + folder, "--format=json"}, strings.NewReader(""), &out, &said); code != 1 {
		t.Errorf("exit code %d, want 1", code)
	}
	var got tuned
	if err := json.Unmarshal([]byte(out.String()), &got); err != nil {
		t.Fatal(err)
	}
	all := tuned{Kernel: "rowsum", Sizes: []string{"A=2000x128", "S=2000"}, Best: "defaults", Forms: []*form{
		{Options: []string{}, Status: formTimed, Microseconds: 7.5, Registers: 32},
		{Options: []string{"stage=all"}, Status: formWrong, Reason: "it was not run"},
	}}
	if d := cmp.Diff(all, got, cmpopts.IgnoreUnexported(form{})); d != "" {
		t.Errorf("table (-want +got):\n%s", d)
	}
}

func TestTuneErrors(t *testing.T) {
	t.Parallel()
	const kernel = "../../../testdata/kernels/rowsum.mlir"
	for _, tt := range []struct {
		args []string
		want string
	}{
		{[]string{"tune"}, "error: expected one input file, found 0\n"},
		{[]string{"tune", kernel, "--format=csv"}, "error: invalid value 'csv' for --format: expected text or json\n"},
		{[]string{"tune", kernel, "--results=x"}, "error: --results goes with no input file and no --record: the folder has all that is needed\n"},
		{[]string{"tune", "--results=none"}, "error: open none/forms.json: no such file or directory\n"},
		{[]string{"tune", kernel, "--size=A=64x128,S=64", "--stages=1,2,3", "--consumers=1,2", "--limit=5"}, "error: there are 6 combinations to try, at most 5 by --limit: give fewer values, or raise it\n"},
		{[]string{"tune", kernel, "--size=A=64x128,S=64", "--param=BM"}, "error: invalid value 'BM' for --param: expected NAME=VALUE or NAME=V1,V2\n"},
		{[]string{"tune", kernel, "--size=A=64x128,S=64", "--record=."}, "error: --record=. is there already: expected a new folder\n"},
	} {
		var out, said strings.Builder
		if code := Main(tt.args, strings.NewReader(""), &out, &said); code != 1 || said.String() != tt.want {
			t.Errorf("%v: exit code %d, errors %q, want %q", tt.args, code, said.String(), tt.want)
		}
	}
}

func TestTuneAxes(t *testing.T) {
	t.Parallel()
	f := tuneFlags{tried: make(map[string]*[]string)}
	for _, name := range append([]string{"tile"}, handedOn...) {
		f.tried[name] = new([]string)
	}
	axes, err := f.axes(parseKernel(t, "matmul"))
	if err != nil {
		t.Fatal(err)
	}
	want := []axis{{"tile", tunedByDefault["tile"]}, {"stages", tunedByDefault["stages"]}, {"consumers", tunedByDefault["consumers"]}}
	if d := cmp.Diff(want, axes, cmp.AllowUnexported(axis{})); d != "" {
		t.Errorf("axes of a product (-want +got):\n%s", d)
	}
	// A kernel without the three sizes has no --tile.
	if axes, err = f.axes(parseKernel(t, "rowsum")); err != nil || len(axes) != 2 || axes[0].name != "stages" {
		t.Errorf("axes of row sums: %v, %v", axes, err)
	}
	got := combine([]axis{{"a", []string{"1", "2"}}, {"b", []string{"3", "4"}}})
	if d := cmp.Diff([][]string{{"a=1", "b=3"}, {"a=1", "b=4"}, {"a=2", "b=3"}, {"a=2", "b=4"}}, got); d != "" {
		t.Errorf("combinations (-want +got):\n%s", d)
	}
}

func parseKernel(t *testing.T, name string) *ir.Operation {
	t.Helper()
	text, err := os.ReadFile("../../../testdata/kernels/" + name + ".mlir")
	if err != nil {
		t.Fatal(err)
	}
	m, err := new(tool).parse(name, text)
	if err != nil {
		t.Fatal(err)
	}
	return m
}
