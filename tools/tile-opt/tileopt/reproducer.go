package tileopt

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"

	"github.com/tile-opt/tile-opt/ir"
	"github.com/tile-opt/tile-opt/ir/asm"
	"github.com/tile-opt/tile-opt/ir/diag"
	"github.com/tile-opt/tile-opt/passes"
	"github.com/tile-opt/tile-opt/tools/internal/cli"
)

// reproducerSection is the section of external_resources that holds a
// pipeline, as in MLIR.
const reproducerSection = "mlir_reproducer"

// recorder keeps the text from which a failure can be reproduced: of the
// module before the pipeline, or with local before the pass that runs.
type recorder struct {
	local    bool
	verify   bool
	root     *ir.Operation
	text     []byte
	pipeline string
}

func newRecorder(local, verify bool, m *ir.Operation, p *passes.Pipeline) (*recorder, error) {
	r := &recorder{local: local, verify: verify, root: m, pipeline: p.String()}
	var err error
	r.text, err = reproducerText(m, r.pipeline, verify)
	return r, err
}

// beforePass replaces what is kept by the state before one pass.
func (r *recorder) beforePass(p *passes.Pass, options any, op *ir.Operation) {
	pipe := (&passes.Pipeline{Anchor: op.Name()}).Add(p, options)
	for o := op.Parent(); o != nil; o = o.Parent() {
		pipe = &passes.Pipeline{Anchor: o.Name(), Steps: []passes.Step{{Nested: pipe}}}
	}
	if text, err := reproducerText(r.root, pipe.String(), r.verify); err == nil {
		r.text, r.pipeline = text, pipe.String()
	}
}

func (r *recorder) write(path string) error {
	return cli.WriteOutput(path, r.text, os.Stdout)
}

// generate writes what reproduces the run that follows.
func (j *job) generate(m *ir.Operation, p *passes.Pipeline, verify bool) error {
	r, err := newRecorder(false, verify, m, p)
	if err != nil {
		return err
	}
	return r.write(j.o.generate)
}

// reproducerText prints m with the pipeline in its metadata.
func reproducerText(m *ir.Operation, pipeline string, verify bool) ([]byte, error) {
	old := asm.DocumentOf(m)
	doc := &asm.Document{}
	if old != nil {
		*doc = *old
		doc.External = nil
		for _, s := range old.External {
			if s.Name != reproducerSection {
				doc.External = append(doc.External, s)
			}
		}
	}
	doc.External = append(doc.External, asm.ResourceSection{Name: reproducerSection, Entries: []asm.Resource{
		{Key: "pipeline", Kind: asm.StringResource, Str: pipeline},
		{Key: "disable_threading", Kind: asm.BoolResource, Bool: true},
		{Key: "verify_each", Kind: asm.BoolResource, Bool: verify},
	}})
	m.SetAttachment(doc)
	if old != nil {
		defer m.SetAttachment(old)
	} else {
		defer m.SetAttachment(nil)
	}
	var b bytes.Buffer
	fmt.Fprintf(&b, "// configuration: --run-reproducer\n")
	if err := asm.Print(&b, m, asm.PrintOptions{Generic: true, DebugInfo: true}); err != nil {
		return nil, err
	}
	return b.Bytes(), nil
}

// pipelineFor returns the pipeline to run on m: that of the command line, or
// with --run-reproducer the one that m names.
func (j *job) pipelineFor(m *ir.Operation) (*passes.Pipeline, bool, error) {
	if !j.o.runReproducer {
		return j.pipeline, j.o.verifyEach, nil
	}
	verify := true
	text, found := "", false
	if doc := asm.DocumentOf(m); doc != nil {
		for _, s := range doc.External {
			for _, e := range s.Entries {
				if s.Name == reproducerSection && e.Key == "pipeline" {
					text, found = e.Str, true
				}
				if s.Name == reproducerSection && e.Key == "verify_each" {
					verify = e.Bool
				}
			}
		}
	}
	if !found {
		return nil, false, diag.Errorf(m.Loc().Pos(), "--run-reproducer: the input has no section '%s' with a pipeline in its external_resources", reproducerSection)
	}
	j.sources.Add(passes.PipelineSource, []byte(text))
	p, err := j.reg.Parse(text)
	return p, verify, err
}

// saveCrash writes a reproducer of a bug into the folder for temporary files,
// from the text that was read.
func (j *job) saveCrash(name string, text []byte) {
	c := ir.NewContext(j.dialects...)
	c.AllowUnregistered = true
	m, err := asm.Parse(c, name, text, asm.ParseOptions{NoImplicitModule: j.o.noImplicit})
	if err != nil {
		return
	}
	p, verify, err := j.pipelineFor(m)
	if err != nil {
		return
	}
	out, err := reproducerText(m, p.String(), verify)
	if err != nil {
		return
	}
	f, err := os.CreateTemp("", "tile-opt-crash-*.mlir")
	if err != nil {
		return
	}
	defer f.Close()
	if _, err := f.Write(out); err == nil {
		fmt.Fprintf(j.stderr, "reproducer generated at `%s`; run it with: tile-opt --run-reproducer %s\n", f.Name(), filepath.Base(f.Name()))
	}
}

// roundTrip checks that m reads back equal from both of its forms: their
// generic forms are compared, after the generic form with locations. The custom
// form of some operations has no place for the locations of their regions'
// arguments (scf.for).
func (j *job) roundTrip(m *ir.Operation) error {
	form := func(op *ir.Operation, generic, locations bool) (string, error) {
		var b bytes.Buffer
		err := asm.Print(&b, op, asm.PrintOptions{Generic: generic, DebugInfo: locations})
		return b.String(), err
	}
	for _, generic := range []bool{false, true} {
		want, err := form(m, true, generic)
		if err != nil {
			return err
		}
		text, err := form(m, generic, true)
		if err != nil {
			return err
		}
		c := ir.NewContext(j.dialects...)
		c.AllowUnregistered = j.o.unregistered
		back, err := asm.Parse(c, "round-trip", []byte(text), asm.ParseOptions{NoImplicitModule: j.o.noImplicit})
		if err != nil {
			j.sources.Add("round-trip", []byte(text))
			return err
		}
		got, err := form(back, true, generic)
		if err != nil {
			return err
		}
		if got != want {
			kind := "custom"
			if generic {
				kind = "generic"
			}
			return diag.Errorf(m.Loc().Pos(), "the %s form does not read back equal:\n%s", kind, passes.UnifiedDiff(want, got, cli.IsTerminal(j.stderr)))
		}
	}
	return nil
}
