// Package lsp is a language server for MLIR text over the dialects and passes of
// a program: diagnostics while the text is written, hover, definition,
// references and completion.
//
// It speaks the Language Server Protocol 3.17 in JSON-RPC over a pair of
// streams. It must not know any dialect or pass: it asks definitions, and
// ir/asm's index for what stands where.
//
// # Invariants
//
//   - A message that is wrong is answered with an error or dropped, as JSON-RPC
//     says; none ends the server but a frame whose length cannot be known.
//   - Requests are answered in the order in which they come, by one goroutine.
//   - Offsets inside the package count bytes; those of the protocol count UTF-16
//     code units in a line, and are translated at its border.
//   - Text that does not parse is understood up to the mistake. What lies
//     behind it is not guessed, but names stay known from when it last parsed.
package lsp
