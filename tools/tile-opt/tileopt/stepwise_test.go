package tileopt_test

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/tile-opt/tile-opt/passes"
	"github.com/tile-opt/tile-opt/passes/all"
	"github.com/tile-opt/tile-opt/tools/tile-opt/tileopt"
)

const kernels = "../../../testdata/kernels"

// TestOneByOne runs the passes that --dump-pass-pipeline shows one by one, each on the
// saved text of the one before, and compares with the pipeline in one go, byte for
// byte: no pass hands anything to the next but the text.
func TestOneByOne(t *testing.T) {
	t.Parallel()
	files, err := filepath.Glob(filepath.Join(kernels, "*.mlir"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no kernels: %v", err)
	}
	for _, file := range files {
		for _, options := range []string{"stages=4 consumers=2", "stages=2 consumers=0 warp-groups=2 prefetch=1"} {
			t.Run(strings.TrimSuffix(filepath.Base(file), ".mlir")+"/"+options, func(t *testing.T) {
				t.Parallel()
				oneByOne(t, file, "builtin.module(tile-to-nvvm{"+options+"})")
			})
		}
	}
}

func oneByOne(t *testing.T, file, pipeline string) {
	var whole, dump bytes.Buffer
	args := []string{file, "--pass-pipeline=" + pipeline, "--remarks=none", "--dump-pass-pipeline"}
	if code := tileopt.Main(args, strings.NewReader(""), &whole, &dump); code != 0 {
		t.Fatalf("exit code %d:\n%s", code, dump.String())
	}
	_, shown, ok := strings.Cut(dump.String(), "passes:\n")
	if !ok {
		t.Fatalf("no pipeline in:\n%s", dump.String())
	}
	p, err := all.Registry().Parse(strings.TrimSpace(shown))
	if err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	for _, step := range single(p) {
		var out, said bytes.Buffer
		if code := tileopt.Main([]string{"-", "--pass-pipeline=" + step, "--remarks=none"}, bytes.NewReader(text), &out, &said); code != 0 {
			t.Fatalf("%s: exit code %d:\n%s", step, code, said.String())
		}
		text = out.Bytes()
	}
	if d := cmp.Diff(whole.String(), string(text)); d != "" {
		t.Error(d)
	}
}

// single lists a pipeline as pipelines of one pass.
func single(p *passes.Pipeline) []string {
	var out []string
	for _, s := range p.Steps {
		if s.Nested != nil {
			for _, inner := range single(s.Nested) {
				out = append(out, p.Anchor+"("+inner+")")
			}
			continue
		}
		out = append(out, (&passes.Pipeline{Anchor: p.Anchor, Steps: []passes.Step{s}}).String())
	}
	return out
}
