// Package numeric holds the number formats of the IR: integers of any width
// from 0 to 16777215 bits and the eighteen floating-point types MLIR knows.
//
// A float is a pair of a [FloatFormat] and its raw encoding ([Bits]); an
// integer is an [Int], which carries its own width. Both are plain values:
// nothing here is mutable, and all functions may be called concurrently.
//
// The package decides what a literal means, what a value prints as and what a
// folded operation yields, so that printer, parser, folders, interpreters and
// simulators agree to the bit. It must not know about types, attributes or
// any other part of the IR; it imports the standard library only.
//
// Invariants:
//   - An [Int] is canonical: two Ints of one width are equal exactly if
//     [Int.Equal] says so, and small values never own a big.Int.
//   - Bits never has a bit set at or above the width of its format.
//   - All rounding is to nearest, ties to even, done once from the exact
//     value, except that decimal literals pass through float64 first, as they
//     do in MLIR.
//   - Signs, payloads and encodings of not-a-number values are kept.
package numeric
