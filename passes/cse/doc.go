// Package cse is the pass cse: of equal operations it keeps the one that
// dominates the others.
package cse
