package tilecgpu

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/tile-opt/tile-opt/targets/launch/inputs"
	"github.com/tile-opt/tile-opt/targets/launch/job"
)

func TestOneJob(t *testing.T) {
	t.Parallel()
	o := oneJob{
		sizes: []string{"A=300x200", "B=512x200", "C=300x512"}, strides: []string{"A=208x1"}, offsets: []string{"C=2"},
		scalars: []string{"alpha=0.5"}, fills: []string{"B=int"}, reference: "matmul_nt:A,B,C", seed: 9, timeLimit: 3, timing: true,
	}
	got, err := o.jobs("out/matmul.ptx")
	if err != nil {
		t.Fatal(err)
	}
	want := []job.Job{{
		Name: "matmul", Code: "out/matmul.ptx", Metadata: "out/matmul.json", Seed: 9, TimeLimit: 3, Timing: &job.Timing{},
		Args: map[string]job.Arg{
			"A": {Dims: []int64{300, 200}, Strides: []int64{208, 1}}, "B": {Dims: []int64{512, 200}, Fill: inputs.Integers},
			"C": {Dims: []int64{300, 512}, Offset: 2}, "alpha": {Value: "0.5"},
		},
		Reference: &job.Reference{Kind: job.MatmulNT, A: "A", B: "B", Out: "C"},
	}}
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("jobs (-want +got):\n%s", d)
	}
	o = oneJob{expect: []string{"C=want.raw"}}
	if got, err = o.jobs("k.cubin"); err != nil || got[0].Reference.Files["C"] != "want.raw" || got[0].TimeLimit != 20 {
		t.Errorf("expect: %+v, %v", got, err)
	}
}

// TestErrors goes through the command line; each fails before the driver is looked for.
func TestErrors(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	bad := filepath.Join(dir, "bad.jsonl")
	if err := os.WriteFile(bad, []byte("{}\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		args []string
		want string
	}{
		{[]string{"run"}, "expected one of FILE.ptx and --jobs=FILE"},
		{[]string{"run", "k.ptx", "--jobs=-"}, "expected one of FILE.ptx and --jobs=FILE"},
		{[]string{"run", "--jobs=" + filepath.Join(dir, "none")}, "open " + filepath.Join(dir, "none") + ": no such file or directory"},
		{[]string{"run", "--jobs=" + bad}, bad + `: line 1: name "", expected a file name`},
		{[]string{"run", "k.ptx", "--size=A"}, "--size=A, expected NAME=VALUE"},
		{[]string{"run", "k.ptx", "--size=A=3y4"}, `--size=A=3y4: "3y4", expected numbers with x between them`},
		{[]string{"run", "k.ptx", "--fill=A=odd"}, `--fill=A=odd: unknown distribution "odd": expected normal, uniform, int, zero or one`},
		{[]string{"run", "k.ptx", "--reference=gemm"}, "--reference=gemm, expected matmul_nt:A,B,C"},
		{[]string{"run", "k.ptx", "--expect=C=x", "--reference=matmul_nt:A,B,C"}, "expected one of --reference and --expect"},
		{[]string{"run", "k.ptx", "--colour"}, "unknown flag: --colour"},
		{[]string{"lunch"}, `unknown command "lunch" for "tilec-gpu"`},
	} {
		var out, errs bytes.Buffer
		code := Main(c.args, strings.NewReader(""), &out, &errs)
		if code != 1 || errs.String() != "tilec-gpu: "+c.want+"\n" || out.Len() != 0 {
			t.Errorf("%v: exit %d, stderr %q, want %q", c.args, code, errs.String(), c.want)
		}
	}
}

func TestLine(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		r    job.Report
		want string
	}{
		{job.Report{Name: "a", OK: true, Entry: "k", Results: []job.Result{{Arg: "C", Compared: true, Relative: 1e-4, Absolute: 0.25}},
			Time: &job.Times{Median: 12.345}}, "a\tk\tC rel 1.00e-04 abs 2.50e-01\t12.35 us\tok\n"},
		{job.Report{Name: "b", Error: "x\ny"}, "b\t\tFAILED x y\n"},
	} {
		var b bytes.Buffer
		line(&b, &c.r)
		if b.String() != c.want {
			t.Errorf("%q, want %q", b.String(), c.want)
		}
	}
}
