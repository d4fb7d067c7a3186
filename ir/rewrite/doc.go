// Package rewrite says what a rewrite is: patterns, the Rewriter through
// which they change the IR, the hooks by which operations contribute
// patterns, and the folding of one operation.
//
// The drivers that decide where and how often a pattern is tried are
// elsewhere (transforms/greedy, transforms/convert); this package must not
// know them, nor any dialect.
//
// # Invariants
//
//   - A pattern changes the IR through its Rewriter only, and changes nothing
//     when it returns an error. The driver hears of every change through the
//     Rewriter's Listener.
//   - A pattern is a value without state: it may run on several goroutines at
//     once.
//
// # Example
//
//	var addZero = rewrite.Pattern{
//		Name: "addi-of-zero",
//		Root: "arith.addi",
//		Rewrite: func(op *ir.Operation, r *rewrite.Rewriter) error {
//			if c, ok := rewrite.IntConst(op.Operand(1)); !ok || c != 0 {
//				return r.NoMatch("right operand is not the constant 0")
//			}
//			r.Replace(op, op.Operand(0))
//			return nil
//		},
//	}
package rewrite
