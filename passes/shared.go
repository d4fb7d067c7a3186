package passes

import "sync"

// SharedKey names a value of type A that the passes of one execution of a
// pipeline share. Keys are compared by pointer and are package variables that
// never change.
type SharedKey[A any] struct{ name string }

// NewSharedKey returns a new key; name is for messages.
func NewSharedKey[A any](name string) *SharedKey[A] { return &SharedKey[A]{name: name} }

// shared holds the values of one execution.
type shared struct {
	mu      sync.Mutex
	entries map[any]any
}

func newShared() *shared { return &shared{entries: make(map[any]any)} }

// SharedOf returns the value of this execution of a pipeline under a key, made
// when there is none. Passes run on several operations at once: the value must
// be safe for use by several goroutines, and what passes do with it must not
// depend on which of them comes first. It outlives changes of the IR, so it may
// hold what is true of contents, and nothing about operations.
func SharedOf[A any](r *Run, key *SharedKey[A], make func() A) A {
	r.shared.mu.Lock()
	defer r.shared.mu.Unlock()
	if a, ok := r.shared.entries[key]; ok {
		return a.(A)
	}
	a := make()
	r.shared.entries[key] = a
	return a
}
