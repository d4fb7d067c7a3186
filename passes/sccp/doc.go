// Package sccp is the pass sccp. What it knows of control flow it has from
// ir/analysis/dataflow, what operations compute from their folds; it knows no
// dialect.
package sccp
