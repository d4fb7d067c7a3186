// Package dataflow finds what holds of values wherever control may reach: a
// sparse forward analysis over branches, regions and calls. The caller says
// what is known of a value (the Domain), the solver how it moves.
//
// The analysis is optimistic: code is dead and values are undetermined until
// something reaches them, so what it finds holds on every execution. Control
// flow is described by the hooks of ir/analysis; where an operation does not
// take part, everything that could follow is assumed.
//
// # Invariants
//
//   - Nothing is changed. The solver uses the scratch words of operations
//     while it runs and leaves them 0.
//   - Results depend on the IR alone, not on the order of work.
//   - Every run ends, if Domain.Join reaches a fixed point on each value.
package dataflow
