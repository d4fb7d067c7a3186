package rewrite

import (
	"errors"
	"sort"

	"github.com/tile-opt/tile-opt/ir"
)

// Pattern rewrites operations of one name, or of any.
type Pattern struct {
	// Name identifies the pattern in traces, reports and the options
	// enable-patterns and disable-patterns; kebab case.
	Name string
	// Root is the full name of the operations that the pattern is tried on;
	// empty for every operation.
	Root string
	// Benefit orders the patterns of one operation, the greatest first; those
	// of equal benefit keep the order in which they were listed.
	Benefit int
	// Rewrite matches op and rewrites it through r, whose insertion point
	// stands before op. It returns nil when it changed something, what
	// r.NoMatch returns when it did not match, and any other error for a
	// mistake of the user, which ends the driver's run.
	Rewrite func(op *ir.Operation, r *Rewriter) error
}

// Canonicalizer is the hook by which the view of an operation, or the Hooks
// of a dialect, contribute patterns to the pass canonicalize.
type Canonicalizer interface {
	CanonicalizationPatterns() []Pattern
}

// errNoMatch is what NoMatch returns; the reason stays in the Rewriter so
// that a failed match, by far the commonest outcome, allocates nothing.
var errNoMatch = errors.New("pattern did not match")

// IsNoMatch reports whether err says that a pattern did not match.
func IsNoMatch(err error) bool { return errors.Is(err, errNoMatch) }

// Canonicalizations returns the canonicalization patterns of every dialect
// loaded in c: dialects by name, in each the dialect's own patterns and then
// those of its operations in the order of their definition.
func Canonicalizations(c *ir.Context) []Pattern {
	var out []Pattern
	for _, d := range c.Dialects() {
		if h, ok := d.Hooks.(Canonicalizer); ok {
			out = append(out, h.CanonicalizationPatterns()...)
		}
		for _, b := range d.Ops {
			if h, ok := c.OpInfo(b.Def.Name).ZeroView().(Canonicalizer); ok {
				out = append(out, h.CanonicalizationPatterns()...)
			}
		}
	}
	return out
}

// Set is a collection of patterns indexed by root. It is immutable and safe
// for concurrent use.
type Set struct {
	byRoot map[string][]*Pattern
	any    []*Pattern
	n      int
}

// NewSet indexes patterns; within one root they are ordered by benefit.
func NewSet(patterns ...Pattern) *Set {
	s := &Set{byRoot: make(map[string][]*Pattern), n: len(patterns)}
	ps := append([]Pattern(nil), patterns...)
	sort.SliceStable(ps, func(i, j int) bool { return ps[i].Benefit > ps[j].Benefit })
	for i := range ps {
		if root := ps[i].Root; root != "" && s.byRoot[root] == nil {
			// Patterns for any operation that stood earlier come first.
			s.byRoot[root] = append([]*Pattern(nil), s.any...)
		}
		if ps[i].Root == "" {
			s.any = append(s.any, &ps[i])
			for root := range s.byRoot {
				s.byRoot[root] = append(s.byRoot[root], &ps[i])
			}
			continue
		}
		s.byRoot[ps[i].Root] = append(s.byRoot[ps[i].Root], &ps[i])
	}
	return s
}

// Len returns the number of patterns.
func (s *Set) Len() int { return s.n }

// For returns the patterns to try on operations of that name, in order; the
// slice must not be changed.
func (s *Set) For(name string) []*Pattern {
	if ps, ok := s.byRoot[name]; ok {
		return ps
	}
	return s.any
}

// Filter returns the patterns that the two lists of names leave: those in
// enable (all when it is empty) and not in disable. They are the values of
// the options enable-patterns and disable-patterns.
func Filter(patterns []Pattern, enable, disable []string) []Pattern {
	if len(enable)+len(disable) == 0 {
		return patterns
	}
	on, off := nameSet(enable), nameSet(disable)
	var out []Pattern
	for _, p := range patterns {
		if (len(on) == 0 || on[p.Name]) && !off[p.Name] {
			out = append(out, p)
		}
	}
	return out
}

func nameSet(names []string) map[string]bool {
	m := make(map[string]bool, len(names))
	for _, n := range names {
		m[n] = true
	}
	return m
}
