package tilec

import (
	"bufio"
	"bytes"
	"context"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"github.com/tile-opt/tile-opt/ir/diag"
	"github.com/tile-opt/tile-opt/opt"
	"github.com/tile-opt/tile-opt/targets/launch"
	"github.com/tile-opt/tile-opt/targets/launch/job"
)

// launcher is the program that talks to the driver.
const launcher = "tilec-gpu"

// findLauncher looks beside this program, then on PATH.
func findLauncher() (string, error) {
	if self, err := os.Executable(); err == nil {
		path := filepath.Join(filepath.Dir(self), launcher)
		if info, err := os.Stat(path); err == nil && info.Mode().IsRegular() {
			return path, nil
		}
	}
	path, err := exec.LookPath(launcher)
	if err != nil {
		return "", fmt.Errorf("--on=gpu needs the program %s, which is neither beside tilec nor on PATH: build it with make build", launcher)
	}
	return path, nil
}

// launch compiles what is left and lets tilec-gpu run it, once for each check and each seed.
func (r *running) launch(ctx context.Context, expected []expectation) error {
	program, err := findLauncher()
	if err != nil {
		return err
	}
	code, metadata, err := r.code(ctx)
	if err != nil {
		return err
	}
	dir, err := os.MkdirTemp("", "tilec")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	planned := r.fileJobs("kernel.ptx", expected)
	jobs, err := r.writeJobs(dir, code, metadata, planned, expected)
	if err != nil {
		return err
	}
	// The reports stand in a file of their own, so that what the driver prints is not
	// mixed with them.
	output := filepath.Join(dir, "reports.jsonl")
	cmd := exec.CommandContext(ctx, program, "run", "--jobs="+jobs, "-o", output)
	var said bytes.Buffer
	cmd.Stderr = &said
	failure := cmd.Run()
	reports, err := readReports(output)
	if err != nil || len(reports) == 0 {
		text := strings.TrimPrefix(strings.TrimSpace(said.String()), launcher+": ")
		if text == "" {
			text = errors.Join(failure, err).Error()
		}
		return fmt.Errorf("%s: %s", launcher, text)
	}
	return r.reportLaunches(reports, planned)
}

// code compiles the module and returns the kernel's PTX and its launch metadata.
func (r *running) code(ctx context.Context) (ptx, metadata []byte, err error) {
	res, err := r.compile(ctx, r.m, &r.f.compileFlags, opt.PTX)
	if err != nil {
		return nil, nil, err
	}
	for _, k := range res.Kernels {
		if k.Kernel == r.p.sig.kernel {
			metadata, err = launch.Marshal(k)
			return res.PTX, metadata, err
		}
	}
	return nil, nil, fmt.Errorf("the compiled module has no launch metadata of the kernel '%s'", r.p.sig.kernel)
}

// undelayed is what launches with delays are compared with.
const undelayed = "no delays"

// planned is a launch: its job, what its outputs are compared with, "" for nothing, and the seed of its delays.
type planned struct {
	job.Job
	against string
	seed    uint
}

// plan makes the launches: one for each reference, or one without any, and one for each seed.
func (r *running) plan(code string, refs []planned) []planned {
	if len(refs) == 0 {
		refs = []planned{{}}
	}
	for i := range refs {
		ref := refs[i].Reference
		refs[i].Job = job.Job{Name: "run" + refs[i].against, Code: code, Args: r.p.jobArgs, Seed: r.f.seed, TimeLimit: r.f.timeLimit, Reference: ref}
	}
	return append(refs, r.seedJobs(refs[0].Job)...)
}

// fileJobs plans launches that are compared with files.
func (r *running) fileJobs(code string, expected []expectation) []planned {
	var refs []planned
	for _, e := range expected {
		ref := &job.Reference{Kind: job.File, Files: make(map[string]string), Noise: e.noise}
		for _, i := range r.p.sig.outputs() {
			ref.Files[r.p.sig.args[i].Name] = e.file(i)
		}
		refs = append(refs, planned{Job: job.Job{Reference: ref}, against: e.check})
	}
	return r.plan(code, refs)
}

// file is the name of the file with the values of argument i.
func (e expectation) file(i int) string { return fmt.Sprintf("%s.%d.raw", e.check, i) }

// writeJobs writes the code, its metadata, the expected values and the jobs.
func (r *running) writeJobs(dir string, code, metadata []byte, launches []planned, expected []expectation) (string, error) {
	files := map[string][]byte{"kernel.ptx": code, "kernel.json": metadata}
	for _, e := range expected {
		for _, i := range r.p.sig.outputs() {
			files[e.file(i)] = raw(e.values[i])
		}
	}
	var jobs []job.Job
	for _, l := range launches {
		jobs = append(jobs, l.Job)
	}
	var b bytes.Buffer
	if err := job.Write(&b, jobs); err != nil {
		return "", err
	}
	files["jobs.jsonl"] = b.Bytes()
	for name, data := range files {
		if err := os.WriteFile(filepath.Join(dir, name), data, 0o600); err != nil {
			return "", err
		}
	}
	return filepath.Join(dir, "jobs.jsonl"), nil
}

// raw is float64 in little-endian order.
func raw(values []float64) []byte {
	out := make([]byte, 0, 8*len(values))
	for _, v := range values {
		out = binary.LittleEndian.AppendUint64(out, math.Float64bits(v))
	}
	return out
}

func readReports(path string) ([]job.Report, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	var out []job.Report
	d := json.NewDecoder(bufio.NewReader(f))
	for d.More() {
		var r job.Report
		if err := d.Decode(&r); err != nil {
			return nil, err
		}
		out = append(out, r)
	}
	return out, nil
}

// reportLaunches prints the table for the reports, which are in the order of the
// launches.
func (r *running) reportLaunches(reports []job.Report, launches []planned) error {
	var rows []row
	var said []string
	bad := 0
	for i, rep := range reports {
		l := launches[i]
		suffix := ""
		if l.against == undelayed {
			suffix = fmt.Sprintf(" seed %d", l.seed)
			if !rep.OK {
				bad++
			}
		}
		told := rep.OK
		for _, res := range rep.Results {
			row := row{check: l.against, result: res}
			for _, a := range r.p.sig.args {
				if a.Name == res.Arg {
					row.verdict = res.Verdict(a.Type, l.limits())
				}
			}
			told = told || row.verdict != ""
			row.result.Arg += suffix
			rows = append(rows, row)
		}
		// Launches that only differ in what they are compared with fail alike.
		if !told && !slices.Contains(said, rep.Error) {
			said = append(said, rep.Error)
			r.report.Report(&diag.Diagnostic{Severity: diag.Error, Msg: rep.Error})
		}
	}
	failed := len(said) > 0
	if failed && len(rows) == 0 {
		return errReported
	}
	first := reports[0]
	title := fmt.Sprintf("kernel %s on the GPU: entry %s, grid %s, %d registers a thread", r.p.sig.kernel, first.Entry, extents(first.Grid), first.Registers) + r.f.sums()
	if r.f.seeds != nil {
		title += fmt.Sprintf(", wrong under %d of %d seeds", bad, len(r.f.seeds))
	}
	return r.table(title, rows, failed)
}

// limits is the reference by which the results of a launch are judged.
func (l *planned) limits() *job.Reference {
	if l.Reference == nil {
		return &job.Reference{}
	}
	return l.Reference
}
