package convert

import (
	"context"
	"fmt"

	"github.com/tile-opt/tile-opt/ir"
	"github.com/tile-opt/tile-opt/ir/diag"
	"github.com/tile-opt/tile-opt/ir/rewrite"
)

// Config directs a conversion. The zero value is fine.
type Config struct {
	// Tracer hears of every attempt; nil for nobody.
	Tracer rewrite.Tracer
}

// ApplyPartial converts what is illegal in and under root, and tries to
// convert what the target does not know. The error names the operations that
// stay illegal, is the mistake that a pattern reports, or that of ctx; the IR
// is partly converted then.
func ApplyPartial(ctx context.Context, root *ir.Operation, t *Target, s *Set, cfg Config) error {
	return apply(ctx, root, t, s, cfg, false)
}

// ApplyFull is ApplyPartial for which everything must become legal: an
// operation that the target does not know is an error, and so is a cast that
// remains.
func ApplyFull(ctx context.Context, root *ir.Operation, t *Target, s *Set, cfg Config) error {
	return apply(ctx, root, t, s, cfg, true)
}

// castKey identifies the conversion of a value.
type castKey struct {
	conv *TypeConverter
	v    *ir.Value
}

// typeKey identifies the conversion of a type.
type typeKey struct {
	conv *TypeConverter
	t    ir.Type
}

// converted is what a type becomes.
type converted struct {
	types []ir.Type
	ok    bool
}

// conversion is one run. It is the listener of its own rewriter.
type conversion struct {
	rewrite.Ignore
	ctx    context.Context
	target *Target
	set    *Set
	cfg    Config
	full   bool
	r      *Rewriter
	fresh  []*ir.Operation // created by the pattern that runs
	casts  []*ir.Operation
	made   map[castKey][]*ir.Value
	types  map[typeKey]converted
	errs   diag.List
}

func apply(ctx context.Context, root *ir.Operation, t *Target, s *Set, cfg Config, full bool) error {
	c := &conversion{ctx: ctx, target: t, set: s, cfg: cfg, full: full, made: make(map[castKey][]*ir.Value), types: make(map[typeKey]converted)}
	c.r = &Rewriter{Rewriter: rewrite.NewRewriter(root.Context(), c), c: c}
	for i, op := range c.collect(root, nil) {
		if i%pollEvery == 0 {
			if err := ctx.Err(); err != nil {
				return err
			}
		}
		if op.IsErased() {
			continue
		}
		if err := c.legalize(op, 0); err != nil {
			return err
		}
	}
	c.cleanCasts()
	if len(c.errs) == 0 && full {
		c.checkCasts()
	}
	return c.errs.Err()
}

// pollEvery is how many operations are visited between looks at the context.
const pollEvery = 1024

// collect appends the operations to visit: an operation before what it holds,
// without what lies in recursively legal ones.
func (c *conversion) collect(root *ir.Operation, out []*ir.Operation) []*ir.Operation {
	out = append(out, root)
	if c.target.closed[root.Name()] && c.target.IsLegal(root) {
		return out
	}
	for _, r := range root.Regions() {
		for b := range r.Blocks() {
			for op := range b.Ops() {
				out = c.collect(op, out)
			}
		}
	}
	return out
}

// Inserted notes what the running pattern creates, with what it holds. Casts
// that it makes itself are cleaned up as those of the driver are.
func (c *conversion) Inserted(op *ir.Operation) {
	for o := range ir.Walk(op) {
		c.fresh = append(c.fresh, o)
		if o.Is(CastName) {
			c.casts = append(c.casts, o)
		}
	}
}

func (c *conversion) convert(conv *TypeConverter, t ir.Type) ([]ir.Type, bool) {
	key := typeKey{conv, t}
	if x, ok := c.types[key]; ok {
		return x.types, x.ok
	}
	types, ok := conv.Convert(t)
	c.types[key] = converted{types, ok}
	return types, ok
}

// maxChain bounds how often the result of a pattern is converted in turn, so
// that patterns that undo each other end.
const maxChain = 64

// legalize makes op legal, or notes an error. The error it returns ends the
// run.
func (c *conversion) legalize(op *ir.Operation, depth int) error {
	state := c.target.legality(op)
	if state == legal || op.Is(CastName) && state == unknown {
		return nil
	}
	patterns := c.set.of(op.Name())
	if state == illegal || len(patterns) > 0 {
		if done, err := c.fold(op, depth); done || err != nil {
			return err
		}
	}
	var notes []string
	for _, p := range patterns {
		if depth >= maxChain {
			return diag.Errorf(op.Loc().Pos(), "conversion does not end: pattern '%s' applies to '%s' after %d conversions of one operation", p.Name, op.Name(), depth)
		}
		done, reason, err := c.try(p, op, depth)
		if done || err != nil {
			return err
		}
		notes = append(notes, fmt.Sprintf("pattern '%s' does not apply: %s", p.Name, reason))
	}
	switch {
	case state == illegal:
		c.fail(op, "failed to legalize operation '%s' that was explicitly marked illegal", notes)
	case c.full:
		c.fail(op, "failed to legalize operation '%s'", notes)
	}
	return nil
}

// fold replaces an operation that is to be converted by what it folds to, as
// MLIR's driver does before it tries patterns, and then legalises the constants
// made for that.
func (c *conversion) fold(op *ir.Operation, depth int) (done bool, err error) {
	if op.NumResults() == 0 || !op.IsRegistered() || op.Has(ir.ConstantLike) || op.Is(CastName) {
		return false, nil
	}
	folded := rewrite.Fold(op, nil)
	if len(folded) != op.NumResults() {
		return false, nil
	}
	c.r.Before(op)
	values := make([]*ir.Value, len(folded))
	var made []*ir.Operation
	for i, f := range folded {
		switch {
		case f.Value != nil:
			values[i] = f.Value
		case f.Attr != nil:
			if m, ok := op.Info().Dialect.Hooks.(ir.ConstantMaterializer); ok {
				if k := m.MaterializeConstant(c.r.Builder, f.Attr, op.Result(i).Type(), op.Loc()); k != nil {
					values[i], made = k.Result(0), append(made, k)
				}
			}
		}
		if values[i] == nil || values[i].Type() != op.Result(i).Type() {
			for _, k := range made {
				k.Erase()
			}
			return false, nil
		}
	}
	c.r.Rewriter.Replace(op, values...)
	for _, k := range made {
		if err := c.legalize(k, depth+1); err != nil {
			return true, err
		}
	}
	return true, nil
}

// maxErrors bounds what one conversion reports.
const maxErrors = 50

func (c *conversion) fail(op *ir.Operation, format string, notes []string) {
	if len(c.errs) >= maxErrors {
		return
	}
	d := diag.Errorf(op.Loc().Pos(), format, op.Name())
	d.Op = op.Path()
	for _, n := range notes {
		d.WithNote(op.Loc().Pos(), "%s", n)
	}
	c.errs = append(c.errs, d)
}

// try applies one pattern and then legalises what it created. reason says why
// it did not apply.
func (c *conversion) try(p *Pattern, op *ir.Operation, depth int) (done bool, reason string, err error) {
	in, reason := c.operands(p, op)
	if reason != "" {
		return false, reason, nil
	}
	outer := c.fresh
	c.fresh = nil
	name, loc := op.Name(), op.Loc()
	c.r.source = p.Converter
	c.r.Before(op)
	c.r.SetLoc(loc)
	err = p.Rewrite(op, in, c.r)
	fresh := c.fresh
	c.fresh = outer
	if err != nil {
		if !rewrite.IsNoMatch(err) {
			return false, "", err
		}
		if c.cfg.Tracer != nil {
			c.cfg.Tracer.Failed(p.Name, op, c.r.Reason())
		}
		return false, c.r.Reason(), nil
	}
	if c.cfg.Tracer != nil {
		c.cfg.Tracer.Applied(p.Name, loc, name, createdNames(fresh))
	}
	for _, o := range fresh {
		if o.IsErased() {
			continue
		}
		if err := c.legalize(o, depth+1); err != nil {
			return false, "", err
		}
	}
	if !op.IsErased() && c.target.legality(op) == illegal {
		return true, "", diag.Errorf(loc.Pos(), "pattern '%s' converted '%s' and left it illegal", p.Name, name)
	}
	return true, "", nil
}

func createdNames(ops []*ir.Operation) string {
	s := ""
	for _, o := range ops {
		if o.IsErased() || o.Is(CastName) {
			continue
		}
		if s != "" {
			s += ", "
		}
		s += o.Name()
	}
	return s
}

// operands converts the operands of op as the pattern wants them.
func (c *conversion) operands(p *Pattern, op *ir.Operation) (Operands, string) {
	groups := make([][]*ir.Value, op.NumOperands())
	vals := op.Operands()
	if p.Converter == nil {
		for i := range vals {
			groups[i] = vals[i : i+1]
		}
		return Operands{groups}, ""
	}
	for _, v := range vals {
		// Nothing is built before every type is known to convert.
		if _, ok := c.convert(p.Converter, v.Type()); !ok {
			return Operands{}, fmt.Sprintf("operand of type '%s' cannot be converted", v.Type())
		}
	}
	for i, v := range vals {
		groups[i], _ = c.r.Convert(p.Converter, v)
	}
	return Operands{groups}, ""
}

// cleanCasts removes the casts of this run that cancel each other or that
// nothing uses.
func (c *conversion) cleanCasts() {
	for _, op := range c.casts {
		if op.IsErased() || op.NumOperands() == 0 {
			continue
		}
		if in := cancelled(op); in != nil {
			op.ReplaceAllUsesWith(in)
		}
	}
	for changed := true; changed; {
		changed = false
		for i := len(c.casts) - 1; i >= 0; i-- {
			if op := c.casts[i]; !op.IsErased() && !op.HasUses() {
				op.Erase()
				changed = true
			}
		}
	}
}

// cancelled returns what a cast of a cast comes from when that has the types
// that it goes to, else nil.
func cancelled(op *ir.Operation) []*ir.Value {
	first := op.Operand(0).Def()
	if first == nil || !first.Is(CastName) || first.NumResults() != op.NumOperands() || first.NumOperands() != op.NumResults() {
		return nil
	}
	for i := range op.NumOperands() {
		if op.Operand(i) != first.Result(i) {
			return nil
		}
	}
	out := make([]*ir.Value, op.NumResults())
	for i := range out {
		out[i] = first.Operand(i)
		if out[i].Type() != op.Result(i).Type() {
			return nil
		}
	}
	return out
}

// checkCasts reports casts that a full conversion leaves.
func (c *conversion) checkCasts() {
	for _, op := range c.casts {
		if op.IsErased() || c.target.IsLegal(op) {
			continue
		}
		d := diag.Errorf(op.Loc().Pos(), "failed to legalize unresolved materialization from (%s) to (%s) that remained live after conversion", typeList(op.Operands()), typeList(op.Results()))
		for i := range op.NumResults() {
			for u := range op.Result(i).Uses() {
				d.WithNote(u.Owner().Loc().Pos(), "see existing live user here: '%s'", u.Owner().Name())
				break
			}
		}
		c.errs = append(c.errs, d)
	}
}

func typeList(vs []*ir.Value) string {
	s := ""
	for i, v := range vs {
		if i > 0 {
			s += ", "
		}
		s += "'" + v.Type().String() + "'"
	}
	return s
}
