// Package canonicalize is the pass canonicalize: it folds, applies the
// canonicalization patterns of every loaded dialect and simplifies control
// flow until nothing changes. The driver is transforms/greedy.
package canonicalize
