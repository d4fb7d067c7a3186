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
