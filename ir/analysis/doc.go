// Package analysis holds read-only knowledge about IR that several
// transformations share: the interfaces by which operations describe control
// flow and loops, and symbol uses. Dominance is ir.Dominance, memory effects
// are in ir/effects.
//
// Nothing here changes IR or knows a dialect; operations take part by
// implementing the interfaces on their views.
package analysis
