// Package job describes launches for tilec-gpu: what to run, on which data, against what to compare it, how to time it,
// and the report that comes back. A file of jobs holds one JSON object a line, so that one process can run many.
//
// It must not know the driver: tilec writes jobs and reads reports on machines without a GPU. docs/launch-metadata.md
// has the fields for people.
package job

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"github.com/tile-opt/tile-opt/targets/launch/inputs"
)

// Job is one call of a kernel.
type Job struct {
	Name string `json:"name"`
	// Note says for people where the job comes from.
	Note string `json:"note,omitempty"`
	// Code is a file of PTX or a cubin; a relative path starts at the job file.
	Code string `json:"code"`
	// Metadata is the file of launch metadata, by default Code with the extension .json.
	Metadata string `json:"metadata,omitempty"`
	// Entry forces one entry (its preconditions must hold); by default the first that holds is taken.
	Entry string `json:"entry,omitempty"`
	// Args has a value for each argument of the kernel, by name.
	Args map[string]Arg `json:"args"`
	Seed uint64         `json:"seed,omitempty"`
	// Reference says what the outputs are compared with; without one only guards and unwritten elements are checked.
	Reference *Reference `json:"reference,omitempty"`
	Timing    *Timing    `json:"timing,omitempty"`
	// TimeLimit in seconds is how long one launch may take, 20 by default.
	TimeLimit float64 `json:"time_limit,omitempty"`
	// Fails is a part of the error message that this job must end with, in tests of preconditions.
	Fails string `json:"fails,omitempty"`
}

// Arg is the value of one argument.
type Arg struct {
	Dims []int64 `json:"dims,omitempty"`
	// Strides in elements, row-major without gaps by default.
	Strides []int64 `json:"strides,omitempty"`
	// Offset moves the first element by so many bytes from a 256-byte boundary.
	Offset int64 `json:"offset,omitempty"`
	// Fill is the distribution of the elements: normal by default; an output is filled with NaN patterns by default.
	Fill  inputs.Distribution `json:"fill,omitempty"`
	Scale float64             `json:"scale,omitempty"`
	// File holds the elements in row-major order without gaps, instead of Fill.
	File string `json:"file,omitempty"`
	// Value is a scalar's value.
	Value json.Number `json:"value,omitempty"`
}

// ReferenceKind names a way to get the expected outputs.
type ReferenceKind string

// The kinds of references. MatmulNT computes out[m, n] = sum over k of a[m, k] * b[n, k] in float64 on the device, with a
// kernel that shares no code with the compiler. File takes them from files. Same takes the outputs of an earlier job, and
// expects the same bits where no relative error is allowed. Interp runs the text of the kernel at the tile level on the interpreter.
const (
	MatmulNT ReferenceKind = "matmul_nt"
	File     ReferenceKind = "file"
	Same     ReferenceKind = "same"
	Interp   ReferenceKind = "interp"
)

// Reference says what the outputs must be.
type Reference struct {
	Kind ReferenceKind `json:"kind"`
	// A, B and Out name the arguments of MatmulNT.
	A   string `json:"a,omitempty"`
	B   string `json:"b,omitempty"`
	Out string `json:"out,omitempty"`
	// Files maps each output to a file of float64 in row-major order, little-endian.
	Files map[string]string `json:"files,omitempty"`
	// Kernel is the file of Interp, and Exact says that it rounds as the kernel says instead of computing in float64.
	Kernel string `json:"kernel,omitempty"`
	Exact  bool   `json:"exact,omitempty"`
	// Sums tells Interp in what a kernel sums up products, where that is not what its text says; it raises Noise.
	Sums *Sums `json:"sums,omitempty"`
	// Job is the name of the earlier job of Same.
	Job string `json:"job,omitempty"`
	// Relative and Absolute are what is allowed of Result.Relative and Result.Absolute; 0 takes the default of the
	// element type, and no limit on the absolute error.
	Relative float64 `json:"relative,omitempty"`
	Absolute float64 `json:"absolute,omitempty"`
	// Noise is what the default for Result.Relative is raised by, for sums that are rounded on the way.
	Noise float64 `json:"noise,omitempty"`
}

// Sums are sums of products in a type with the unit roundoff Unit, rounded once for Together terms.
type Sums struct {
	Unit     float64 `json:"unit"`
	Together int64   `json:"together"`
}

// Timing is the burst protocol: in each round, for each job of the same group in turn, a pause, Warmup launches, and
// Launches launches timed one by one with events. The median of all of them counts.
type Timing struct {
	Group    string  `json:"group,omitempty"`
	Rounds   int     `json:"rounds,omitempty"`   // 3 by default
	Warmup   int     `json:"warmup,omitempty"`   // 2 by default
	Launches int     `json:"launches,omitempty"` // 3 by default
	Pause    float64 `json:"pause,omitempty"`    // seconds, 0.3 by default
}

// WithDefaults returns t with its zero fields replaced.
func (t Timing) WithDefaults() Timing {
	if t.Rounds == 0 {
		t.Rounds = 3
	}
	if t.Warmup == 0 {
		t.Warmup = 2
	}
	if t.Launches == 0 {
		t.Launches = 3
	}
	if t.Pause == 0 {
		t.Pause = 0.3
	}
	return t
}

// Report is what became of a job.
type Report struct {
	Name  string `json:"name"`
	OK    bool   `json:"ok"`
	Error string `json:"error,omitempty"` // why there are no results, or which check failed
	Entry string `json:"entry,omitempty"`
	Grid  []int  `json:"grid,omitempty"`
	// Registers and LocalBytes are per thread, as the driver reports the loaded function; LocalBytes holds spills.
	Registers  int      `json:"registers,omitempty"`
	LocalBytes int      `json:"local_bytes,omitempty"`
	Results    []Result `json:"results,omitempty"`
	Time       *Times   `json:"time,omitempty"`
}

// Times are the timed launches in microseconds.
type Times struct {
	Median float64   `json:"median"`
	Least  float64   `json:"least"`
	Most   float64   `json:"most"`
	Rounds []float64 `json:"rounds"` // the median of each round
}

// Read reads the jobs of a file whose folder is dir; blank lines and lines that start with # are skipped. Errors name the
// line. Relative paths in the jobs are joined to dir.
func Read(r io.Reader, dir string) ([]Job, error) {
	var jobs []Job
	names := map[string]bool{}
	lines := bufio.NewScanner(r)
	lines.Buffer(nil, 1<<22)
	for n := 1; lines.Scan(); n++ {
		text := bytes.TrimSpace(lines.Bytes())
		if len(text) == 0 || text[0] == '#' {
			continue
		}
		j, err := parse(text, dir)
		if err == nil && names[j.Name] {
			err = fmt.Errorf("name %q repeats", j.Name)
		}
		if err == nil && j.Reference != nil && j.Reference.Kind == Same && !names[j.Reference.Job] {
			err = fmt.Errorf("reference: job %q, expected one of an earlier line", j.Reference.Job)
		}
		if err != nil {
			return nil, fmt.Errorf("line %d: %w", n, err)
		}
		names[j.Name] = true
		jobs = append(jobs, *j)
	}
	if err := lines.Err(); err != nil {
		return nil, err
	}
	if len(jobs) == 0 {
		return nil, errors.New("no jobs: expected one JSON object a line")
	}
	return jobs, nil
}

func parse(text []byte, dir string) (*Job, error) {
	j := new(Job)
	d := json.NewDecoder(bytes.NewReader(text))
	d.DisallowUnknownFields()
	if err := d.Decode(j); err != nil {
		return nil, err
	}
	if err := j.complete(dir); err != nil {
		return nil, err
	}
	return j, nil
}

// complete checks j and fills in its defaults.
func (j *Job) complete(dir string) error {
	switch {
	case j.Name == "" || strings.ContainsAny(j.Name, "/\\"):
		return fmt.Errorf("name %q, expected a file name", j.Name)
	case j.Code == "":
		return errors.New("code is empty, expected a PTX or cubin file")
	case j.TimeLimit < 0:
		return fmt.Errorf("time_limit %v, expected seconds", j.TimeLimit)
	}
	at := func(path *string) {
		if *path != "" && !filepath.IsAbs(*path) {
			*path = filepath.Join(dir, *path)
		}
	}
	if j.Metadata == "" {
		j.Metadata = strings.TrimSuffix(j.Code, filepath.Ext(j.Code)) + ".json"
	}
	at(&j.Code)
	at(&j.Metadata)
	if j.TimeLimit == 0 {
		j.TimeLimit = 20
	}
	for name, a := range j.Args {
		at(&a.File)
		if a.Fill != "" {
			if _, err := inputs.ParseDistribution(string(a.Fill)); err != nil {
				return fmt.Errorf("argument %q: %w", name, err)
			}
		}
		j.Args[name] = a
	}
	if r := j.Reference; r != nil {
		if err := r.complete(at); err != nil {
			return fmt.Errorf("reference: %w", err)
		}
	}
	if t := j.Timing; t != nil && (t.Rounds < 0 || t.Warmup < 0 || t.Launches < 0 || t.Pause < 0) {
		return errors.New("timing: a number is negative")
	}
	return nil
}

func (r *Reference) complete(at func(*string)) error {
	for name, file := range r.Files {
		at(&file)
		r.Files[name] = file
	}
	switch r.Kind {
	case MatmulNT:
		if r.A == "" || r.B == "" || r.Out == "" {
			return errors.New("matmul_nt expects a, b and out")
		}
	case File:
		if len(r.Files) == 0 {
			return errors.New("file expects files")
		}
	case Interp:
		if r.Kernel == "" {
			return errors.New("interp expects kernel")
		}
		if s := r.Sums; s != nil && (s.Unit < 0 || s.Together < 1) {
			return errors.New("sums: unit is negative or together is not 1 or more")
		}
		at(&r.Kernel)
	case Same:
	default:
		return fmt.Errorf("kind %q, expected matmul_nt, file, same or interp", r.Kind)
	}
	return nil
}

// Write writes jobs in the form that Read reads.
func Write(w io.Writer, jobs []Job) error {
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	for i := range jobs {
		if err := enc.Encode(&jobs[i]); err != nil {
			return err
		}
	}
	return nil
}
