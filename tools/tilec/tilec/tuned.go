package tilec

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/tile-opt/tile-opt/targets/launch/job"
)

// The files of a folder of forms, beside that of the jobs.
const (
	formsFile   = "forms.json"
	reportsFile = "reports.jsonl"
)

// tuned is what is known of the forms of a kernel.
type tuned struct {
	Kernel string   `json:"kernel"`
	Sizes  []string `json:"sizes"`
	Forms  []*form  `json:"forms"`
	// Best is the label of the fastest, "" for none.
	Best string `json:"best,omitempty"`
}

// checkPrefix begins the names of the launches that are compared with the interpreter.
const checkPrefix = "check "

// writeForms writes the forms, their code and their jobs: all are checked first, and then timed in turn. It returns how
// many are to be timed.
func (u *tuning) writeForms(dir string) (int, error) {
	text, err := oracleText(u.oracle)
	if err != nil {
		return 0, err
	}
	kernel := u.p.sig.kernel + ".mlir"
	files := map[string][]byte{kernel: text}
	var checks, timed []job.Job
	for i, f := range u.forms {
		if f.Status != "" {
			continue
		}
		stem := fmt.Sprintf("form%d", i)
		files[stem+".ptx"], files[stem+".json"] = f.code, f.metadata
		j := job.Job{Name: checkPrefix + f.label(), Code: stem + ".ptx", Args: u.small.jobArgs, Seed: u.t.seed, TimeLimit: u.t.timeLimit}
		j.Reference = f.flags.interpreted(kernel, false)
		checks = append(checks, j)
		j.Name, j.Args, j.Reference = f.label(), u.p.jobArgs, nil
		j.Timing = &job.Timing{Group: "forms", Rounds: u.t.rounds}
		// Sums in another type than the defaults' are off by what depends on the sizes: the small ones tell.
		if i > 0 && f.flags.sumsIn() == u.forms[0].flags.sumsIn() {
			j.Reference = &job.Reference{Kind: job.Same, Job: u.forms[0].label(), Relative: u.tolerance()}
		}
		timed = append(timed, j)
	}
	var b bytes.Buffer
	if err := job.Write(&b, append(checks, timed...)); err != nil {
		return 0, err
	}
	files[recorded] = b.Bytes()
	if files[formsFile], err = json.MarshalIndent(&tuned{Kernel: u.p.sig.kernel, Sizes: u.t.sizes, Forms: u.forms}, "", "  "); err != nil {
		return 0, err
	}
	for name, data := range files {
		if err := os.WriteFile(filepath.Join(dir, name), data, 0o666); err != nil {
			return 0, err
		}
	}
	return len(timed), nil
}

// tolerance is how far forms may differ: they may sum up in another order.
func (u *tuning) tolerance() float64 {
	most := 0.0
	for _, i := range u.p.sig.outputs() {
		most = max(most, job.Tolerance(u.p.sig.args[i].Type))
	}
	return most
}

// printResults joins the forms and the reports of a folder, and prints the table.
func (t *tool) printResults(f *tuneFlags) error {
	data, err := os.ReadFile(filepath.Join(f.results, formsFile))
	if err != nil {
		return err
	}
	var all tuned
	if err := json.Unmarshal(data, &all); err != nil {
		return fmt.Errorf("%s: %w", filepath.Join(f.results, formsFile), err)
	}
	reports, err := readReports(filepath.Join(f.results, reportsFile))
	if err != nil {
		return err
	}
	all.join(reports)
	if f.format == "json" {
		enc := json.NewEncoder(t.stdout)
		enc.SetIndent("", "  ")
		err = enc.Encode(&all)
	} else {
		all.print(t.stdout)
	}
	if err != nil {
		return err
	}
	if slices.ContainsFunc(all.Forms, func(f *form) bool { return f.Status == formWrong }) {
		return fmt.Errorf("forms computed something else, or failed: see the table")
	}
	return nil
}

// join takes over what the reports say, and sorts the forms: timed ones first, the fastest first.
func (all *tuned) join(reports []job.Report) {
	byName := make(map[string]*job.Report)
	for i := range reports {
		byName[reports[i].Name] = &reports[i]
	}
	for _, f := range all.Forms {
		if f.Status != "" {
			continue
		}
		f.Status = formTimed
		for _, name := range []string{checkPrefix + f.label(), f.label()} {
			r := byName[name]
			switch {
			case f.Status == formWrong:
			case r == nil:
				f.Status, f.Reason = formWrong, "it was not run"
			case !r.OK:
				f.Status, f.Reason = formWrong, r.Error
			case r.Time != nil:
				f.Microseconds, f.Registers = r.Time.Median, r.Registers
			}
		}
	}
	slices.SortStableFunc(all.Forms, func(a, b *form) int {
		switch ta, tb := a.Status == formTimed, b.Status == formTimed; {
		case ta && !tb:
			return -1
		case tb && !ta:
			return 1
		case ta && a.Microseconds != b.Microseconds:
			if a.Microseconds < b.Microseconds {
				return -1
			}
			return 1
		}
		return 0
	})
	if f := all.Forms[0]; f.Status == formTimed {
		all.Best = f.label()
	}
}

// print writes the table, and below it what was not timed.
func (all *tuned) print(w io.Writer) {
	fmt.Fprintf(w, "kernel %s, %s\n", all.Kernel, strings.Join(all.Sizes, ","))
	table := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(table, "options\tmicroseconds\tof the best\tregisters")
	rest := false
	for _, f := range all.Forms {
		if f.Status != formTimed {
			rest = true
			continue
		}
		fmt.Fprintf(table, "%s\t%.2f\t%.3f\t%d\n", f.label(), f.Microseconds, f.Microseconds/all.Forms[0].Microseconds, f.Registers)
	}
	table.Flush()
	if f := all.Forms[0]; f.Status == formTimed && len(f.Options) > 0 {
		var flags []string
		for _, o := range f.Options {
			flags = append(flags, flagFor(o))
		}
		fmt.Fprintf(w, "best: %s\n", strings.Join(flags, " "))
	}
	if rest {
		fmt.Fprintln(w, "not timed:")
	}
	for _, f := range all.Forms {
		if f.Status != formTimed {
			fmt.Fprintf(w, "  %s: %s: %s\n", f.label(), f.Status, f.Reason)
		}
	}
}

// flagFor writes an option as a flag of tilec build.
func flagFor(option string) string {
	if name, _, _ := strings.Cut(option, "="); name == "tile" || slices.Contains(handedOn, name) {
		return "--" + option
	}
	return "--param=" + option
}
