package forms

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/tile-opt/tile-opt/dialects/async"
	"github.com/tile-opt/tile-opt/ir"
	"github.com/tile-opt/tile-opt/ir/asm"
	"github.com/tile-opt/tile-opt/ir/diag"
	"github.com/tile-opt/tile-opt/passes"
	allpasses "github.com/tile-opt/tile-opt/passes/all"
	"github.com/tile-opt/tile-opt/targets/launch"
	"github.com/tile-opt/tile-opt/targets/sim"
)

// Verdict is what became of a form.
type Verdict string

const (
	// Legal forms are compiled, proven and right.
	Legal Verdict = "legal"
	// Alike forms are compiled and proven, and what they are compiled to was
	// simulated for another form.
	Alike Verdict = "alike"
	// Illegal forms are refused, and a rule says why.
	Illegal Verdict = "illegal"
	// Unproven forms are right as far as they were run, and not proven.
	Unproven Verdict = "unproven"
	// Unruled forms are refused without a rule, or not refused in spite of one, or
	// do not say what the rule says.
	Unruled Verdict = "unruled"
	// Wrong forms compute something else, race, or do not end.
	Wrong Verdict = "wrong"
	// Crashed forms made a pass or the simulator fail.
	Crashed Verdict = "crashed"
)

// Found is the verdict on one form.
type Found struct {
	Verdict Verdict
	// Class names what the form is compiled to, Why says what is wrong, or which
	// rule or form is meant.
	Class, Why string
}

// Bad reports whether the verdict is a fault of the compiler or of the table.
func (f Found) Bad() bool { return f.Verdict != Legal && f.Verdict != Alike && f.Verdict != Illegal }

// Checker judges forms; several goroutines may use one.
type Checker struct {
	// Root is the folder of the module.
	Root string
	// Schedules is how many schedules each trip count runs under; 0 is 5.
	Schedules int
	// Twice simulates forms that are alike again, CompileOnly none.
	Twice, CompileOnly bool
	// Seed varies the schedules.
	Seed uint64

	once    sync.Once
	table   []rule
	failed  error
	passes  *passes.Registry
	mu      sync.Mutex
	classes map[string]string
	oracles map[string][][]float64
}

func (c *Checker) start() error {
	c.once.Do(func() {
		c.table, c.failed = readTable(c.Root)
		c.passes = allpasses.Registry()
		c.oracles = make(map[string][][]float64)
		if c.classes == nil {
			c.classes = make(map[string]string)
		}
	})
	return c.failed
}

// Knows tells the checker that a class was simulated for a form; it is called
// before the first Check.
func (c *Checker) Knows(class, form string) {
	if c.classes == nil {
		c.classes = make(map[string]string)
	}
	c.classes[class] = form
}

// Check judges a form. An error says that it could not: the context ended, or a
// file is missing.
func (c *Checker) Check(ctx context.Context, f Form) (found Found, err error) {
	if err := c.start(); err != nil {
		return Found{}, err
	}
	defer func() {
		if p := recover(); p != nil {
			found, err = Found{Verdict: Crashed, Why: fmt.Sprint(p)}, nil
		}
	}()
	m, err := f.subject.parse(c.Root)
	if err != nil {
		return Found{}, err
	}
	p, err := c.passes.Parse("builtin.module(tile-to-llvm{" + f.Options() + " " + f.Tile() + "})")
	cut := 0
	var said, first []string
	config := passes.Config{Verify: true, Workers: 1, Diag: func(d *diag.Diagnostic) {
		said = append(said, d.Msg)
		if !strings.Contains(d.Op, secondEntry) {
			first = append(first, d.Msg)
		}
	}}
	if err == nil {
		cut = lowering(p)
		err = (&passes.Pipeline{Anchor: p.Anchor, Steps: p.Steps[:cut]}).Run(ctx, m, config)
	}
	if ctx.Err() != nil {
		return Found{}, ctx.Err()
	}
	if found, over := c.rules(f, err, said, first); over {
		return found, nil
	}
	if found.Class, err = class(f, m); err != nil {
		return Found{}, err
	}
	unproven := unproven(m, said)
	c.mu.Lock()
	like, seen := c.classes[found.Class]
	if !seen {
		c.classes[found.Class] = f.String()
	}
	c.mu.Unlock()
	switch {
	case unproven != "":
		found.Verdict, found.Why = Unproven, unproven
	case seen && !c.Twice:
		found.Verdict, found.Why = Alike, like
		return found, nil
	default:
		found.Verdict = Legal
	}
	if err := (&passes.Pipeline{Anchor: p.Anchor, Steps: p.Steps[cut:]}).Run(ctx, m, config); err != nil {
		found.Verdict, found.Why = failure(err)
		return found, ctx.Err()
	}
	if c.CompileOnly {
		return found, nil
	}
	if err := c.simulate(ctx, f, m); err != nil {
		found.Verdict, found.Why = Wrong, err.Error()
	}
	return found, ctx.Err()
}

// lowering is the place in a pipeline of the pass that leaves the async level.
func lowering(p *passes.Pipeline) int {
	for i, s := range p.Steps {
		if s.Pass != nil && s.Pass.Name == "convert-async-to-nvvm" {
			return i
		}
	}
	return len(p.Steps)
}

// failure is the verdict on an error of a pass that no rule explains.
func failure(err error) (Verdict, string) {
	if bug := (*passes.InternalError)(nil); errors.As(err, &bug) {
		return Crashed, err.Error()
	}
	return Unruled, "no rule has this message: " + err.Error()
}

// declining are the words by which passes say that they leave something that a form
// asks for.
var declining = []string{"not pipelined", "not kept in flight", "do not take turns", "not specialised", "the consumer stores:", "not unrolled"}

// undeclared names a remark that something was declined, where no rule says so.
func undeclared(table []rule, facts map[string]string, said []string) string {
	for _, msg := range said {
		if !slices.ContainsFunc(declining, func(words string) bool { return strings.Contains(msg, words) }) {
			continue
		}
		if !slices.ContainsFunc(table, func(r rule) bool {
			holds, err := r.holds(facts)
			return holds && err == nil && r.kind == "remark" && strings.Contains(msg, r.message)
		}) {
			return "no rule expects this remark: " + msg
		}
	}
	return ""
}

// forbidden returns the rule that forbids a form, "" when none does.
func (c *Checker) forbidden(f Form) (string, error) {
	facts := f.facts()
	for _, r := range c.table {
		if r.kind != "error" {
			continue
		}
		if holds, err := r.holds(facts); holds || err != nil {
			return r.id, err
		}
	}
	return "", nil
}

// secondEntry ends the name of the entry that stands in where arguments are not
// aligned. Its stores are direct, whatever was asked for.
const secondEntry = "_direct"

// rules holds what the compiler said, and what it said of the first entry, against
// the table. It is over when the form was refused, or is not what the table says.
func (c *Checker) rules(f Form, err error, said, first []string) (found Found, over bool) {
	facts := f.facts()
	var forbid []string
	for _, r := range c.table {
		holds, bad := r.holds(facts)
		switch {
		case bad != nil:
			return Found{Verdict: Unruled, Why: bad.Error()}, true
		case !holds:
		case r.kind == "error" && err != nil && strings.Contains(err.Error(), r.message):
			if v, why := failure(err); v == Crashed {
				return Found{Verdict: v, Why: why}, true
			}
			return Found{Verdict: Illegal, Why: r.id}, true
		case r.kind == "error":
			forbid = append(forbid, r.id)
		case err == nil && !strings.Contains(strings.Join(said, "\n"), r.message):
			return Found{Verdict: Unruled, Why: "rule " + r.id + " expects a remark, found: " + strings.Join(said, "; ")}, true
		}
	}
	if err == nil {
		if why := undeclared(c.table, facts, first); why != "" {
			return Found{Verdict: Unruled, Why: why}, true
		}
	}
	if len(forbid) > 0 && err == nil {
		return Found{Verdict: Unruled, Why: fmt.Sprintf("forbidden by %v, and compiled", forbid)}, true
	}
	if err != nil {
		v, why := failure(err)
		return Found{Verdict: v, Why: why}, true
	}
	return Found{}, false
}

// class names what a form is compiled to before threads are told apart: the module
// without the dimension along which roles lie. The kernel's arguments and sizes
// follow from its name and tile, which are part of it.
func class(f Form, m *ir.Operation) (string, error) {
	c := ir.CloneDetached(m, new(ir.Mapping))
	for fn := range c.RegionAt(0).Entry().Ops() {
		fn.RemoveAttr(async.BlockAttr)
	}
	h := sha256.New()
	fmt.Fprintln(h, f.subject.file, f.Tile())
	if err := asm.Print(h, c, asm.PrintOptions{}); err != nil {
		return "", err
	}
	return fmt.Sprintf("%x", h.Sum(nil)[:8]), nil
}

// unproven says which kernel is not proven, "" when all are. One that neither
// synchronises nor has shared memory has nothing to prove.
func unproven(m *ir.Operation, said []string) string {
	proven, kernels := 0, 0
	for _, s := range said {
		switch {
		case strings.Contains(s, "protocol not proven"):
			return s
		case strings.Contains(s, "protocol proven"):
			proven++
		}
	}
	for fn := range m.RegionAt(0).Entry().Ops() {
		shared := false
		for op := range ir.Walk(fn) {
			shared = shared || op.Is(async.AllocDef.Name) || op.Is(async.BarrierAllocDef.Name)
		}
		if shared {
			kernels++
		}
	}
	if proven < kernels {
		return fmt.Sprintf("%d kernels with shared memory, and %d are said to be proven", kernels, proven)
	}
	return ""
}

// device has so few multiprocessors that a block of a persistent kernel does all
// tiles.
func device() launch.Properties {
	p := sim.H200()
	p["multiprocessor_count"] = 1
	return p
}

// simulate runs a compiled form with 0 to 2 stages + 1 trips.
func (c *Checker) simulate(ctx context.Context, f Form, m *ir.Operation) error {
	s := f.subject
	for trips := range 2*f.number(stages) + 2 {
		p := s.problem(f.groups(), trips)
		want, err := c.expect(ctx, f, p)
		if err != nil {
			return err
		}
		args, err := s.arguments(p)
		if err != nil {
			return err
		}
		o := sim.Options{
			Seed: c.Seed + uint64(trips) + 1, Schedules: c.Schedules, StrictX: true, Properties: device(),
			Results: func() error { return s.compare(args, want) },
		}
		if o.Schedules == 0 {
			o.Schedules = 5
		}
		rep, err := sim.Run(ctx, m, s.name(), args, o)
		if err == nil {
			err = rep.Err()
		}
		if err == nil {
			err = s.compare(args, want)
		}
		if err != nil {
			return fmt.Errorf("%d trips, %v, seed %d: %w", trips, p, o.Seed, err)
		}
	}
	return nil
}

// expect returns the oracle's outputs, which forms with the same tile share.
func (c *Checker) expect(ctx context.Context, f Form, p size) ([][]float64, error) {
	key := fmt.Sprint(f.subject.file, f.Tile(), p)
	c.mu.Lock()
	want, ok := c.oracles[key]
	c.mu.Unlock()
	if ok {
		return want, nil
	}
	want, err := f.subject.oracle(ctx, c.Root, f.Tile(), p)
	if err != nil {
		return nil, err
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.oracles[key] = want
	return want, nil
}
