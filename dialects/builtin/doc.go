// Package builtin is the dialect that every module stands in: builtin.module
// and the cast that conversions leave between types until both sides have met.
//
// The builtin types and attributes live in package ir, which owns their
// syntax; this package has the operations only and knows no other dialect.
package builtin
