package tilecgpu

import (
	"bytes"
	"encoding/json"
	"fmt"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/tile-opt/tile-opt/targets/launch/inputs"
	"github.com/tile-opt/tile-opt/targets/launch/job"
)

// oneJob is a job given by flags.
type oneJob struct {
	metadata, entry, reference                      string
	sizes, strides, offsets, scalars, fills, expect []string
	seed                                            uint64
	timeLimit                                       float64
	timing                                          bool
}

// jobs makes the job that the flags describe for a code file.
func (o *oneJob) jobs(code string) ([]job.Job, error) {
	base := filepath.Base(code)
	j := job.Job{
		Name: strings.TrimSuffix(base, filepath.Ext(base)), Code: code, Metadata: o.metadata, Entry: o.entry,
		Args: map[string]job.Arg{}, Seed: o.seed, TimeLimit: o.timeLimit,
	}
	if o.timing {
		j.Timing = &job.Timing{}
	}
	for _, part := range []struct {
		flag   string
		values []string
		set    func(a *job.Arg, value string) error
	}{
		{"size", o.sizes, func(a *job.Arg, v string) (err error) { a.Dims, err = numbers(v); return err }},
		{"stride", o.strides, func(a *job.Arg, v string) (err error) { a.Strides, err = numbers(v); return err }},
		{"offset", o.offsets, func(a *job.Arg, v string) (err error) { a.Offset, err = strconv.ParseInt(v, 10, 64); return err }},
		{"scalar", o.scalars, func(a *job.Arg, v string) error { a.Value = json.Number(v); return nil }},
		{"fill", o.fills, func(a *job.Arg, v string) (err error) { a.Fill, err = inputs.ParseDistribution(v); return err }},
	} {
		for _, text := range part.values {
			name, value, ok := strings.Cut(text, "=")
			if !ok || name == "" {
				return nil, fmt.Errorf("--%s=%s, expected NAME=VALUE", part.flag, text)
			}
			a := j.Args[name]
			if err := part.set(&a, value); err != nil {
				return nil, fmt.Errorf("--%s=%s: %w", part.flag, text, err)
			}
			j.Args[name] = a
		}
	}
	var err error
	if j.Reference, err = o.parseReference(); err != nil {
		return nil, err
	}
	// The way through the file format checks the job and fills in its defaults.
	var b bytes.Buffer
	if err := job.Write(&b, []job.Job{j}); err != nil {
		return nil, err
	}
	return job.Read(&b, "")
}

func (o *oneJob) parseReference() (*job.Reference, error) {
	if len(o.expect) > 0 {
		if o.reference != "" {
			return nil, fmt.Errorf("expected one of --reference and --expect")
		}
		r := &job.Reference{Kind: job.File, Files: map[string]string{}}
		for _, text := range o.expect {
			name, file, ok := strings.Cut(text, "=")
			if !ok {
				return nil, fmt.Errorf("--expect=%s, expected NAME=FILE", text)
			}
			r.Files[name] = file
		}
		return r, nil
	}
	if o.reference == "" {
		return nil, nil
	}
	kind, names, _ := strings.Cut(o.reference, ":")
	args := strings.Split(names, ",")
	if job.ReferenceKind(kind) != job.MatmulNT || len(args) != 3 {
		return nil, fmt.Errorf("--reference=%s, expected matmul_nt:A,B,C", o.reference)
	}
	return &job.Reference{Kind: job.MatmulNT, A: args[0], B: args[1], Out: args[2]}, nil
}

// numbers reads "300x200".
func numbers(text string) ([]int64, error) {
	var out []int64
	for part := range strings.SplitSeq(text, "x") {
		n, err := strconv.ParseInt(part, 10, 64)
		if err != nil {
			return nil, fmt.Errorf("%q, expected numbers with x between them", text)
		}
		out = append(out, n)
	}
	return out, nil
}
