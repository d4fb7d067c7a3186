// Package asm reads and writes IR as text, in MLIR's generic form and in the
// custom forms of the dialects that a context has loaded.
//
// Parse turns text into a module; Print and String turn an operation into
// text. A dialect brings custom syntax in one of three ways: a declarative
// Format in its ir.OpDef, hooks on the view type (CustomParser and
// CustomPrinter), or directives that a Format names. Types and attributes of
// a dialect have hooks on ir.Dialect.Hooks (TypeParser, AttrParser).
//
// The package must not know any dialect: builtin.module is known by its name
// alone, as the operation that wraps a file.
//
// # Invariants
//
//   - What Print writes, Parse reads back to equal IR, in both forms, unless
//     an option says otherwise (SkipRegions, Pretty).
//   - Text that is wrong gives an error with a position, never a panic, and
//     uses memory in proportion to its size: nesting is bounded by MaxDepth
//     and no number in the text alone decides an allocation.
//   - Inside the package a syntax error leaves the recursive descent by a
//     panic with a private value, which Parse turns into the error. No other
//     panic is caught, but in a worker that reads ahead: the parser then meets
//     its cause itself.
//   - A parser reads one text once and is used by one goroutine; contexts may
//     be shared. Goroutines that Parse and Print start end before they return,
//     and never change the result.
package asm
