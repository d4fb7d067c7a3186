package convert

import (
	"strings"

	"github.com/tile-opt/tile-opt/ir"
)

// legality is what a Target says of an operation.
type legality uint8

const (
	unknown legality = iota
	legal
	illegal
)

// Target says which operations may be left. What is said of an operation
// outweighs what is said of its dialect. Methods return the target, so that
// calls can be chained.
type Target struct {
	ops      map[string]rule
	dialects map[string]rule
	closed   map[string]bool
	others   func(*ir.Operation) (legal, known bool)
}

// rule is one statement: a fixed legality, or a function when dynamic.
type rule struct {
	fixed   legality
	dynamic func(*ir.Operation) bool
}

// NewTarget returns a target that knows nothing.
func NewTarget() *Target {
	return &Target{ops: make(map[string]rule), dialects: make(map[string]rule), closed: make(map[string]bool)}
}

// Legal makes operations legal.
func (t *Target) Legal(names ...string) *Target { return put(t, t.ops, rule{fixed: legal}, names) }

// Illegal makes operations illegal.
func (t *Target) Illegal(names ...string) *Target { return put(t, t.ops, rule{fixed: illegal}, names) }

// Dynamic makes operations of a name legal when f says so, else illegal.
func (t *Target) Dynamic(name string, f func(*ir.Operation) bool) *Target {
	return put(t, t.ops, rule{dynamic: f}, []string{name})
}

// LegalDialect makes all operations of dialects legal.
func (t *Target) LegalDialect(names ...string) *Target {
	return put(t, t.dialects, rule{fixed: legal}, names)
}

// IllegalDialect makes all operations of dialects illegal.
func (t *Target) IllegalDialect(names ...string) *Target {
	return put(t, t.dialects, rule{fixed: illegal}, names)
}

// DynamicDialect makes operations of a dialect legal when f says so, else
// illegal.
func (t *Target) DynamicDialect(name string, f func(*ir.Operation) bool) *Target {
	return put(t, t.dialects, rule{dynamic: f}, []string{name})
}

// Others judges operations that nothing else was said of; known is false to
// leave them unknown.
func (t *Target) Others(f func(op *ir.Operation) (legal, known bool)) *Target {
	t.others = f
	return t
}

// RecursivelyLegal makes everything inside operations of these names legal
// where the operation itself is.
func (t *Target) RecursivelyLegal(names ...string) *Target {
	for _, n := range names {
		t.closed[n] = true
	}
	return t
}

func put(t *Target, m map[string]rule, r rule, names []string) *Target {
	for _, n := range names {
		m[n] = r
	}
	return t
}

func (t *Target) legality(op *ir.Operation) legality {
	if r, ok := t.ops[op.Name()]; ok {
		return r.of(op)
	}
	dialect, _, _ := strings.Cut(op.Name(), ".")
	if r, ok := t.dialects[dialect]; ok {
		return r.of(op)
	}
	if t.others != nil {
		if ok, known := t.others(op); known && ok {
			return legal
		} else if known {
			return illegal
		}
	}
	return unknown
}

func (r rule) of(op *ir.Operation) legality {
	switch {
	case r.dynamic == nil:
		return r.fixed
	case r.dynamic(op):
		return legal
	}
	return illegal
}

// IsLegal reports whether the target says that op may be left.
func (t *Target) IsLegal(op *ir.Operation) bool { return t.legality(op) == legal }
