package tilec

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/tile-opt/tile-opt/ir/diag"
	"github.com/tile-opt/tile-opt/targets/launch"
	"github.com/tile-opt/tile-opt/targets/launch/job"
	"github.com/tile-opt/tile-opt/tools/internal/cli"
)

// TestLaunch runs the kernel through a launcher that is a script: what it is given, and
// what becomes of its reports.
func TestLaunch(t *testing.T) {
	for _, tt := range []struct {
		name, script string
		code         int
		out, err     string
	}{
		{
			"right", `echo '{"name":"runref","ok":true,"entry":"matmul","grid":[1,1,1],"registers":168,"results":[{"arg":"C","elements":256,"unwritten":0,"overwritten":0,"compared":true,"relative":0.0002}]}' > "$4"`,
			0, "kernel matmul on the GPU: entry matmul, grid 1, 168 registers a thread\noutput  elements  unwritten  against  greatest error  relative error  verdict\nC       256       0          ref      0               0.0002          ok\n", "",
		},
		{
			"wrong", `echo '{"name":"runref","ok":false,"error":"bad","entry":"matmul","grid":[1,1,1],"registers":168,"results":[{"arg":"C","elements":256,"unwritten":3,"overwritten":0}]}' > "$4"; exit 1`,
			1, "kernel matmul on the GPU: entry matmul, grid 1, 168 registers a thread\noutput  elements  unwritten  against  greatest error  relative error  verdict\nC       256       3          ref      0               0               WRONG\n", "error: output \"C\": 3 of 256 elements were not written\n",
		},
		{"refused", `echo '{"name":"runref","ok":false,"error":"no entry takes these"}' > "$4"; exit 1`, 1, "", "error: no entry takes these\n"},
		{"no GPU", `echo "tilec-gpu: no CUDA driver: none here" >&2; exit 1`, 1, "", "error: tilec-gpu: no CUDA driver: none here\n"},
		{"jobs", `cd "$(dirname "${2#--jobs=}")"; ls *.ptx *.json *.raw | tr '\n' ' ' >&2; grep -c '"kind":"file"' jobs.jsonl >&2; exit 1`, 1, "", "error: tilec-gpu: kernel.json kernel.ptx ref.2.raw 1\n"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			dir := t.TempDir()
			if err := os.WriteFile(filepath.Join(dir, launcher), []byte("#!/bin/sh\n"+tt.script+"\n"), 0o700); err != nil {
				t.Fatal(err)
			}
			t.Setenv("PATH", dir+string(os.PathListSeparator)+os.Getenv("PATH"))
			var out, said strings.Builder
			args := []string{"run", "../../../testdata/kernels/matmul.mlir", "--on=gpu", "--ptxas=off", "--check=ref", "--size=A=16x16,B=16x16,C=16x16"}
			code := Main(args, strings.NewReader(""), &out, &said)
			if code != tt.code {
				t.Errorf("exit code %d, want %d", code, tt.code)
			}
			if d := cmp.Diff(tt.out, out.String()); d != "" {
				t.Errorf("output:\n%s", d)
			}
			if d := cmp.Diff(tt.err, said.String()); d != "" {
				t.Errorf("errors:\n%s", d)
			}
		})
	}
}

// TestLaunchSeeds repeats a launch under seeds of delays, each compared with the launch itself.
func TestLaunchSeeds(t *testing.T) {
	dir := t.TempDir()
	const script = `#!/bin/sh
cd "$(dirname "${2#--jobs=}")"; sed 's/.*"name":"\([^"]*\)".*"reference":{"kind":"\([a-z]*\)".*"job":"\([^"]*\)".*/\1: \2 as \3/; s/.*"name":"\([^"]*\)".*"kind":"file".*/\1: file/' jobs.jsonl > SEEN
cat > "$4" <<'END'
{"name":"runref","ok":true,"entry":"copy","grid":[1],"registers":40,"results":[{"arg":"B","elements":256,"unwritten":0,"overwritten":0,"compared":true,"relative":0.0002}]}
{"name":"runref seed 3","ok":true,"entry":"copy","results":[{"arg":"B","elements":256,"unwritten":0,"overwritten":0,"compared":true}]}
{"name":"runref seed 4","ok":false,"error":"differs","entry":"copy","results":[{"arg":"B","elements":256,"unwritten":0,"overwritten":0,"compared":true,"differing":7,"absolute":0.5,"relative":0.0001,"worst":9}]}
END
exit 1
`
	seen := filepath.Join(dir, "seen")
	if err := os.WriteFile(filepath.Join(dir, launcher), []byte(strings.Replace(script, "SEEN", seen, 1)), 0o700); err != nil {
		t.Fatal(err)
	}
	t.Setenv("PATH", dir+string(os.PathListSeparator)+os.Getenv("PATH"))
	var out, said strings.Builder
	args := []string{"run", "../../../testdata/kernels/copy.mlir", "--on=gpu", "--ptxas=off", "--check=ref", "--size=A=16x16,B=16x16", "--perturb=3,4"}
	if code := Main(args, strings.NewReader(""), &out, &said); code != 1 {
		t.Errorf("exit code %d, want 1", code)
	}
	const want = `kernel copy on the GPU: entry copy, grid 1, 40 registers a thread, wrong under 1 of 2 seeds
output    elements  unwritten  against    greatest error  relative error  verdict
B         256       0          ref        0               0.0002          ok
B seed 3  256       0          no delays  0               0               ok
B seed 4  256       0          no delays  0.5             0.0001          WRONG
`
	if d := cmp.Diff(want, out.String()); d != "" {
		t.Errorf("output:\n%s", d)
	}
	if d := cmp.Diff("error: output \"B\": 7 of 256 elements differ from those of job \"runref\" (greatest at element 9: 0.5)\n", said.String()); d != "" {
		t.Errorf("errors:\n%s", d)
	}
	jobs, err := os.ReadFile(seen)
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff("runref: file\nrunref seed 3: same as runref\nrunref seed 4: same as runref\n", string(jobs)); d != "" {
		t.Errorf("jobs:\n%s", d)
	}
}

// TestNoRows says once what several launches failed for.
func TestNoRows(t *testing.T) {
	t.Parallel()
	var out, said strings.Builder
	r := &running{f: &runFlags{}, tool: &tool{stdout: &out}, p: &problem{sig: &signature{kernel: "k", args: []argument{{Arg: launch.Arg{Name: "C"}}}}}}
	r.report = &cli.Reporter{W: &said, Sources: &diag.Sources{}}
	err := r.reportLaunches([]job.Report{{Error: "why"}, {Error: "why"}}, []planned{{against: checkInterp}, {against: checkRef}})
	if err != errReported || out.String() != "" || said.String() != "error: why\n" {
		t.Errorf("%v, output %q, errors %q", err, out.String(), said.String())
	}
}
