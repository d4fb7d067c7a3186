// Package irdl has dialects that are defined at run time, in text of MLIR's
// dialect irdl: Load reads such a text and returns the dialects it defines, as
// values like any other.
//
// A dialect made here has its operations in generic form, checks their operands,
// results, attributes and regions as the text says, and reads and prints the types
// and attributes it defines. The operations of irdl itself are read and printed
// as in MLIR (Dialect).
//
// The package must not know the dialects that a text defines constraints over: it
// compares types and attributes by their text, so that a dialect made here
// belongs to no context and can be loaded into any.
package irdl
