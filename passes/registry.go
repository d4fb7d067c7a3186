package passes

import (
	"fmt"
	"maps"
	"slices"
	"sort"

	"github.com/tile-opt/tile-opt/ir/diag"
)

// Registry knows passes and named pipelines by name. It is immutable and safe
// for concurrent use.
type Registry struct {
	passes    []*Pass
	pipelines []*NamedPipeline
	orders    []Order
	byName    map[string]any // *Pass or *NamedPipeline
}

// NewRegistry returns a registry of the given passes, pipelines and order
// constraints. Two things of one name are a programming error and panic, as
// does an option struct that OptionsOf does not allow.
func NewRegistry(passes []*Pass, pipelines []*NamedPipeline, orders []Order) *Registry {
	r := &Registry{passes: sortedBy(passes, func(p *Pass) string { return p.Name }), pipelines: sortedBy(pipelines, func(p *NamedPipeline) string { return p.Name }), orders: orders}
	r.byName = make(map[string]any)
	add := func(name string, x, options any) {
		if _, dup := r.byName[name]; dup || name == "" {
			panic(fmt.Sprintf("internal: pass or pipeline %q registered twice or without a name", name))
		}
		r.byName[name] = x
		optionFields(options)
	}
	for _, p := range passes {
		add(p.Name, p, p.Options)
	}
	for _, p := range pipelines {
		add(p.Name, p, p.Options)
	}
	for _, o := range orders {
		for _, n := range []string{o.First, o.Then} {
			if _, ok := r.byName[n].(*Pass); !ok {
				panic("internal: order constraint on the unknown pass " + n)
			}
		}
	}
	return r
}

func sortedBy[T any](in []T, name func(T) string) []T {
	out := append([]T(nil), in...)
	sort.SliceStable(out, func(i, j int) bool { return name(out[i]) < name(out[j]) })
	return out
}

// Passes returns the passes by name; the slice must not be changed.
func (r *Registry) Passes() []*Pass { return r.passes }

// Pipelines returns the named pipelines by name; the slice must not be
// changed.
func (r *Registry) Pipelines() []*NamedPipeline { return r.pipelines }

// Pass returns the pass of that name, or nil.
func (r *Registry) Pass(name string) *Pass {
	p, _ := r.byName[name].(*Pass)
	return p
}

// Pipeline returns the named pipeline of that name, or nil.
func (r *Registry) Pipeline(name string) *NamedPipeline {
	p, _ := r.byName[name].(*NamedPipeline)
	return p
}

// near returns the registered name closest to name, or "" when none is near.
func (r *Registry) near(name string) string {
	return diag.Nearest(name, len(name)/3+2, slices.Values(slices.Sorted(maps.Keys(r.byName))))
}
