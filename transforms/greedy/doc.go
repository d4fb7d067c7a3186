// Package greedy applies rewrite patterns and folding until nothing changes:
// the worklist driver behind canonicalize and every pass made of local
// rewrites.
//
// It erases dead operations, folds, materialises the constants that folding
// gives and keeps one of each per isolated region, tries patterns by benefit,
// and between rounds simplifies control flow (transforms/cfg). The driver
// knows no dialect.
//
// # Invariants
//
//   - The order of work depends on the IR alone, so the result is
//     deterministic.
//   - Every run ends: rounds and rewrites are bounded, and a run that met its
//     bound says which pattern and operation kept it busy.
//   - Only what lies inside the root operation changes, never the root.
package greedy
