package passes

import "github.com/tile-opt/tile-opt/ir"

// AnalysisKey names an analysis of type A in the cache of an operation. Keys
// are compared by pointer and are package variables that never change.
type AnalysisKey[A any] struct{ name string }

// NewAnalysisKey returns a new key; name is for messages.
func NewAnalysisKey[A any](name string) *AnalysisKey[A] { return &AnalysisKey[A]{name: name} }

// analysisCache holds the analyses of one operation between two passes that
// change it.
type analysisCache struct {
	entries map[any]any
}

func newAnalysisCache() *analysisCache { return &analysisCache{entries: make(map[any]any)} }

func (c *analysisCache) clear() { clear(c.entries) }

// AnalysisOf returns the cached analysis of the operation that the pass runs
// on, computing it when there is none. The cache is emptied after every pass
// that does not call Unchanged.
func AnalysisOf[A any](r *Run, key *AnalysisKey[A], compute func() A) A {
	if a, ok := r.analyses.entries[key]; ok {
		return a.(A)
	}
	a := compute()
	r.analyses.entries[key] = a
	return a
}

// dominanceKey is the key of Run.Dominance.
var dominanceKey = NewAnalysisKey[*ir.Dominance]("dominance")
