package endtoend_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/tile-opt/tile-opt/dialects/tile"
	"github.com/tile-opt/tile-opt/ir"
	allpasses "github.com/tile-opt/tile-opt/passes/all"
	"github.com/tile-opt/tile-opt/targets/launch/elem"
	"github.com/tile-opt/tile-opt/targets/launch/hostdata"
	"github.com/tile-opt/tile-opt/targets/launch/inputs"
	"github.com/tile-opt/tile-opt/targets/sim"
)

// form is a kernel of testdata/forms: control flow, rings and stores that the
// kernels of testdata/kernels do not have. Lines of its head give pipelines to
// run it through ("// PIPELINE: ") and sizes of its arguments ("// SIZES: ",
// name=dimensions). Some start at the async level.
type form struct {
	file, text       string
	pipelines, sizes []string
}

func forms(t *testing.T) []form {
	t.Helper()
	files, err := filepath.Glob("../../testdata/forms/*.mlir")
	if err != nil || len(files) == 0 {
		t.Fatalf("no kernels in testdata/forms (%v)", err)
	}
	var out []form
	for _, f := range files {
		b, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		k := form{file: filepath.Base(f), text: string(b)}
		for _, l := range strings.Split(k.text, "\n") {
			if p, ok := strings.CutPrefix(l, "// PIPELINE: "); ok {
				k.pipelines = append(k.pipelines, p)
			}
			if s, ok := strings.CutPrefix(l, "// SIZES: "); ok {
				k.sizes = append(k.sizes, s)
			}
		}
		if len(k.pipelines) == 0 || len(k.sizes) == 0 {
			t.Fatalf("%s: expected lines // PIPELINE: and // SIZES:", f)
		}
		out = append(out, k)
	}
	return out
}

// arguments makes small integers for the arguments of a kernel.
func (f form) arguments(t *testing.T, fn *ir.Operation, sizes string) []hostdata.Arg {
	t.Helper()
	dims := make(map[string][]int64)
	for _, s := range strings.Split(sizes, ",") {
		name, list, _ := strings.Cut(s, "=")
		for _, d := range strings.Split(list, "x") {
			n, err := strconv.ParseInt(d, 10, 64)
			if err != nil {
				t.Fatal(err)
			}
			dims[name] = append(dims[name], n)
		}
	}
	var args []hostdata.Arg
	for i, a := range fn.RegionAt(0).Entry().Args() {
		e, err := elem.Parse(a.Type().(*ir.MemRefType).Elem.String())
		if err != nil {
			t.Fatal(err)
		}
		b, err := hostdata.New(e, dims[tile.ArgName(fn, i)], nil)
		if err != nil {
			t.Fatal(err)
		}
		if e == elem.I32 {
			for k := range b.Len() {
				b.Set(k, float64((k+1)%2))
			}
		} else if err := b.Fill(inputs.Source{Seed: 5, Arg: i, Distribution: inputs.Integers}); err != nil {
			t.Fatal(err)
		}
		args = append(args, hostdata.Of(b))
	}
	return args
}

// simulate runs a module on fresh arguments and returns them.
func (f form) simulate(t *testing.T, m *ir.Operation, sizes string, o sim.Options) []hostdata.Arg {
	t.Helper()
	kernel := parse(t, f.file, f.text).RegionAt(0).Entry().First()
	name, _ := ir.SymbolName(kernel)
	args := f.arguments(t, kernel, sizes)
	rep, err := sim.Run(context.Background(), m, name, args, o)
	if err == nil {
		err = rep.Err()
	}
	if err != nil {
		t.Fatalf("%s: %v", sizes, err)
	}
	return args
}

// TestForms runs every form before and after the passes of its pipelines: no
// race, no deadlock, and the results that it had. Without -long, what stands
// between the passes is run after those that change the protocol, on the first
// sizes.
func TestForms(t *testing.T) {
	t.Parallel()
	for _, f := range forms(t) {
		t.Run(f.file, func(t *testing.T) {
			t.Parallel()
			want := make(map[string][]hostdata.Arg)
			for _, s := range f.sizes {
				want[s] = f.simulate(t, parse(t, f.file, f.text), s, sim.Options{})
			}
			for _, p := range f.pipelines {
				t.Run(p, func(t *testing.T) {
					t.Parallel()
					f.check(t, p, want)
				})
			}
		})
	}
}

func (f form) check(t *testing.T, pipeline string, want map[string][]hostdata.Arg) {
	t.Helper()
	p, err := allpasses.Registry().Parse("builtin.module(" + pipeline + ")")
	if err != nil {
		t.Fatal(err)
	}
	m := parse(t, f.file, f.text)
	list := steps(p)
	for i, s := range list {
		if strings.Contains(s.String(), "async-verify-protocol") {
			// It changes nothing, and has tests of its own.
			continue
		}
		run(t, m, s.String())
		// Two multiprocessors: a persistent block has several tiles.
		o := sim.Options{Seed: 3, StrictX: true, Properties: few(2)}
		problems := f.sizes
		switch last := i == len(list)-1; {
		case *long:
			o.Schedules = 10
		case !last && !strings.Contains(s.String(), "async-pipeline") && !strings.Contains(s.String(), "async-warp") && !strings.Contains(s.String(), "mbarriers"):
			continue
		case !last:
			problems = problems[:1]
		}
		for _, sizes := range problems {
			got := f.simulate(t, m, sizes, o)
			for a := range got {
				if d := differs(got[a].Buffer, want[sizes][a].Buffer); d != "" {
					t.Fatalf("after %s, %s, argument %d: %s", s, sizes, a, d)
				}
			}
		}
	}
}

// differs names the first element in which two buffers are not alike.
func differs(got, want *hostdata.Buffer) string {
	for i := range got.Len() {
		if x, y := got.At(i), want.At(i); x != y && (x == x || y == y) {
			return fmt.Sprintf("element %d is %v, expected %v", i, x, y)
		}
	}
	return ""
}
