package convert

import (
	"sort"

	"github.com/tile-opt/tile-opt/ir"
	"github.com/tile-opt/tile-opt/ir/rewrite"
)

// Pattern converts operations of one name, or of any.
type Pattern struct {
	// Name identifies the pattern in traces and errors; kebab case.
	Name string
	// Root is the full name of the operations that the pattern is tried on;
	// empty for every operation.
	Root string
	// Benefit orders the patterns of one operation, the greatest first.
	Benefit int
	// Converter converts the operands handed to Rewrite; nil hands them over
	// as they are.
	Converter *TypeConverter
	// Rewrite converts op, whose operands in converted form are in. It
	// returns nil when it replaced op or made it legal, what r.NoMatch
	// returns when the pattern does not apply (having changed nothing), and
	// any other error for a mistake of the user, which ends the conversion.
	Rewrite func(op *ir.Operation, in Operands, r *Rewriter) error
}

// FromRewrite makes a Pattern of one that takes operands as they are.
func FromRewrite(p rewrite.Pattern) Pattern {
	return Pattern{Name: p.Name, Root: p.Root, Benefit: p.Benefit, Rewrite: func(op *ir.Operation, _ Operands, r *Rewriter) error {
		return p.Rewrite(op, r.Rewriter)
	}}
}

// Set is a collection of patterns indexed by root. It is immutable and safe
// for concurrent use.
type Set struct {
	byRoot map[string][]*Pattern
	any    []*Pattern
}

// NewSet indexes patterns; within one root they are ordered by benefit, those
// for any operation last.
func NewSet(patterns ...Pattern) *Set {
	ps := append([]Pattern(nil), patterns...)
	sort.SliceStable(ps, func(i, j int) bool { return ps[i].Benefit > ps[j].Benefit })
	s := &Set{byRoot: make(map[string][]*Pattern)}
	for i := range ps {
		if ps[i].Root == "" {
			s.any = append(s.any, &ps[i])
		} else {
			s.byRoot[ps[i].Root] = append(s.byRoot[ps[i].Root], &ps[i])
		}
	}
	for root, list := range s.byRoot {
		s.byRoot[root] = append(list, s.any...)
	}
	return s
}

func (s *Set) of(name string) []*Pattern {
	if ps, ok := s.byRoot[name]; ok {
		return ps
	}
	return s.any
}

// Operands are the operands of an operation in converted form: one group of
// values for each operand, as its type becomes one type, several or none.
type Operands struct{ groups [][]*ir.Value }

// Len returns the number of groups, which is that of the operands.
func (o Operands) Len() int { return len(o.groups) }

// Many returns the values that operand i became.
func (o Operands) Many(i int) []*ir.Value { return o.groups[i] }

// One returns the value that operand i became; it must have become one.
func (o Operands) One(i int) *ir.Value {
	if len(o.groups[i]) != 1 {
		panic("internal: operand that became several values taken as one")
	}
	return o.groups[i][0]
}

// Flat returns the values that all operands became.
func (o Operands) Flat() []*ir.Value { return o.Range(0, len(o.groups)) }

// Range returns the values that operands lo to hi-1 became.
func (o Operands) Range(lo, hi int) []*ir.Value {
	var out []*ir.Value
	for _, g := range o.groups[lo:hi] {
		out = append(out, g...)
	}
	return out
}
