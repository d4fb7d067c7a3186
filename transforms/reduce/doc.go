// Package reduce makes a module smaller while a property of it holds, such as
// that a compiler fails on it: delta debugging on IR.
//
// A reducer finds things that could go (operations, regions, branches, results,
// arguments, operands, attributes) and takes several of them away at once, first
// many, then fewer, from a copy. The copy is a candidate when the verifier
// accepts it and it is smaller; the property decides whether it takes the place
// of what it was copied from. That goes on until no reducer finds anything more.
//
// It must not know what the property is, nor any dialect: constants are made by
// the hooks of dialects, and what would leave invalid IR is not tried.
//
// # Invariants
//
//   - Every module for which the property is asked is valid.
//   - A step makes the module smaller in a well-founded order (see size), so the
//     reduction ends.
//   - The result depends on the module and the property alone, not on the number
//     of candidates that are tested at once.
package reduce
