// Package ptx reads PTX text, as far as tests and reports need: version, target,
// entries with their parameters and directives, the instruction stream with labels
// and predicates, basic blocks and natural loops. On top of that it answers the
// questions that the compiler asks about its own output: how often a mnemonic
// occurs, whether a loop copies registers of a wgmma, and which PTX version the
// instructions need.
//
// It knows the grammar of PTX statements and the versions of a few instructions
// ("PTX ISA", release notes), and nothing of this project. It does not check
// operands or types: ptxas does. Text that is not PTX gives an error or an odd
// module, never a panic.
package ptx
