package draw

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"hash/fnv"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/tile-opt/tile-opt/tools/internal/cli"
	"github.com/tile-opt/tile-opt/tools/tilec/tilec"
)

// Options of Run.
type Options struct {
	// Kernels is the folder of the kernels, Dir the new folder for the launches.
	Kernels, Dir string
	// Launches are drawn in all, so many Shapes for each form, each repeated under so many Seeds of delays.
	Launches, Shapes, Seeds int
	// Seed picks everything.
	Seed uint64
	// Only names kernels; without any all are taken.
	Only []string
	// Log is told of each form that was recorded or refused, and of the sums.
	Log func(format string, args ...any)
}

// refusals is how many forms of one kernel may be refused in a row.
const refusals = 200

// drawing is what was drawn for one subject.
type drawing struct {
	subject
	r                        *rand.Rand
	forms, refused, launches int
}

// Run draws launches, subject by subject in turn, until there are enough. It fails where Dir is there already, where a
// kernel's forms are all refused, or where the compiler has a bug.
func Run(ctx context.Context, o Options) error {
	if o.Launches < 1 || o.Shapes < 1 || o.Seeds < 0 {
		return errors.New("expected at least one launch and one shape")
	}
	if _, err := os.Stat(o.Dir); err == nil {
		return fmt.Errorf("%s is there already: expected a new folder", o.Dir)
	}
	var all []*drawing
	for _, s := range subjects {
		if o.Only != nil && !slices.Contains(o.Only, s.name) {
			continue
		}
		// Each subject has numbers of its own, so that what one draws does not depend on the others.
		h := fnv.New64()
		h.Write([]byte(s.name))
		all = append(all, &drawing{subject: s, r: rand.New(rand.NewPCG(o.Seed, h.Sum64()))})
	}
	if len(all) == 0 {
		return fmt.Errorf("no kernel is called %s", strings.Join(o.Only, " or "))
	}
	total := 0
	for i := 0; total < o.Launches; i++ {
		n, err := all[i%len(all)].more(ctx, &o, min(o.Shapes, o.Launches-total))
		if err != nil {
			return err
		}
		total += n
	}
	for _, d := range all {
		codes, err := filepath.Glob(filepath.Join(o.Dir, d.name, "*.ptx"))
		if err != nil {
			return err
		}
		o.Log("%s: %d launches of %d forms, %d different codes; %d forms were refused", d.name, d.launches, d.forms, len(codes), d.refused)
	}
	o.Log("launches %d, each also under %d seeds of delays", total, o.Seeds)
	return nil
}

// more records one form that the compiler takes, with some shapes.
func (d *drawing) more(ctx context.Context, o *Options, shapes int) (int, error) {
	for range refusals {
		form := d.form(d.r)
		for i := range shapes {
			reason, err := d.record(ctx, o, form)
			if err != nil {
				return 0, err
			}
			if reason != "" && i > 0 {
				return 0, fmt.Errorf("%s %s: refused for one shape and not for another: %s", d.name, strings.Join(form, " "), reason)
			}
			if reason != "" {
				d.refused++
				o.Log("%s %s: refused: %s", d.name, strings.Join(form, " "), reason)
				break
			}
			d.launches++
			if i == shapes-1 {
				d.forms++
				o.Log("%s %s", d.name, strings.Join(form, " "))
				return shapes, nil
			}
		}
	}
	return 0, fmt.Errorf("%s: %d forms in a row were refused", d.name, refusals)
}

// record draws a shape and records the launch. The reason is not empty where the compiler refuses the form.
func (d *drawing) record(ctx context.Context, o *Options, form []string) (reason string, err error) {
	args := []string{"run", filepath.Join(o.Kernels, d.name+".mlir"), "--on=gpu", "--record=" + filepath.Join(o.Dir, d.name), "--check=ref", "--ptxas=off"}
	// A kernel that was told to store by TMA has no entry for rows that are not aligned.
	args = append(append(args, form...), d.shape(d.r, slices.Contains(form, "--via=tma-store"))...)
	args = append(args, fmt.Sprintf("--seed=%d", 1+d.r.IntN(1<<20)))
	var seeds []string
	for range o.Seeds {
		seeds = append(seeds, fmt.Sprint(1+d.r.IntN(1<<20)))
	}
	if seeds != nil {
		args = append(args, "--perturb="+strings.Join(seeds, ","))
	}
	var said bytes.Buffer
	code := tilec.Main(args, strings.NewReader(""), &said, &said)
	first, _, _ := strings.Cut(said.String(), "\n")
	switch {
	case ctx.Err() != nil:
		return "", ctx.Err()
	case code == cli.OK:
		return "", nil
	case code == cli.Mistake:
		return first, nil
	}
	return "", fmt.Errorf("tilec %s: exit code %d: %s", strings.Join(args, " "), code, said.String())
}
