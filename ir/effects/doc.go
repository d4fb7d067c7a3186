// Package effects describes what operations do to memory: the hook by which
// an operation lists its effects, and the questions that passes ask (may it
// be removed, merged, moved, executed speculatively).
//
// Registered operations say it with a trait (ir.Pure, ir.NoMemoryEffect,
// ir.RecursiveEffects) or with the hook Effects of their view. An operation
// that says nothing, or is not registered, may do anything and is kept.
//
// The package must not know any dialect and changes no IR.
package effects
