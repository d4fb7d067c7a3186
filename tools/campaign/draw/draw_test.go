package draw_test

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/tile-opt/tile-opt/targets/launch/job"
	"github.com/tile-opt/tile-opt/tools/campaign/draw"
)

// TestRun draws a few launches twice: the folders are the same, every file that a job names is there, and each launch is
// followed by its seeds.
func TestRun(t *testing.T) {
	t.Parallel()
	var folders []map[string]string
	for range 2 {
		dir := filepath.Join(t.TempDir(), "c")
		last := ""
		o := draw.Options{
			Kernels: "../../../testdata/kernels", Dir: dir, Launches: 5, Shapes: 2, Seeds: 2, Seed: 7, Only: []string{"copy", "rowsum"},
			Log: func(format string, args ...any) { last = format },
		}
		if err := draw.Run(context.Background(), o); err != nil {
			t.Fatal(err)
		}
		if !strings.HasPrefix(last, "launches %d") {
			t.Errorf("the last line is %q", last)
		}
		if err := draw.Run(context.Background(), o); err == nil || !strings.HasSuffix(err.Error(), "is there already: expected a new folder") {
			t.Errorf("again: error %v", err)
		}
		folders = append(folders, contents(t, dir))
	}
	if d := cmp.Diff(folders[0], folders[1]); d != "" {
		t.Errorf("drawn again:\n%s", d)
	}
	launches := 0
	for _, kernel := range []string{"copy", "rowsum"} {
		jobs, err := job.Read(strings.NewReader(folders[0][kernel+"/jobs.jsonl"]), kernel)
		if err != nil {
			t.Fatal(err)
		}
		for i, j := range jobs {
			if folders[0][j.Code] == "" || folders[0][j.Metadata] == "" {
				t.Errorf("%s: %s or %s is missing", j.Name, j.Code, j.Metadata)
			}
			switch {
			case i%3 == 0 && (j.Reference.Kind != job.Interp || folders[0][j.Reference.Kernel] == ""):
				t.Errorf("job %d: reference %+v", i, j.Reference)
			case i%3 > 0 && (j.Reference.Kind != job.Same || j.Reference.Job != jobs[i/3*3].Name || j.Args["perturb_seed"].Value == ""):
				t.Errorf("job %d: reference %+v, arguments %v", i, j.Reference, j.Args)
			}
		}
		launches += len(jobs) / 3
	}
	if launches != 5 {
		t.Errorf("%d launches, want 5", launches)
	}
}

func TestRunErrors(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		o    draw.Options
		want string
	}{
		{draw.Options{Launches: 0, Shapes: 1}, "expected at least one launch and one shape"},
		{draw.Options{Launches: 1, Shapes: 1, Only: []string{"a", "b"}, Dir: "none"}, "no kernel is called a or b"},
		{draw.Options{Launches: 1, Shapes: 1, Only: []string{"copy"}, Dir: "none", Kernels: "none", Log: func(string, ...any) {}}, "copy: 200 forms in a row were refused"},
	} {
		if err := draw.Run(context.Background(), c.o); err == nil || err.Error() != c.want {
			t.Errorf("error %v, want %s", err, c.want)
		}
	}
}

// contents reads a tree, by paths below it.
func contents(t *testing.T, dir string) map[string]string {
	t.Helper()
	out := make(map[string]string)
	paths, err := filepath.Glob(filepath.Join(dir, "*", "*"))
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range paths {
		data, err := os.ReadFile(p)
		if err != nil {
			t.Fatal(err)
		}
		name, err := filepath.Rel(dir, p)
		if err != nil {
			t.Fatal(err)
		}
		out[filepath.ToSlash(name)] = string(data)
	}
	return out
}
