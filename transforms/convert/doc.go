// Package convert is dialect conversion: it rewrites operations until what is
// left is what a Target calls legal, changing types on the way.
//
// There is no rollback: a pattern that is tried changes the IR at once, and a
// conversion that fails leaves the IR partly converted. Where a converted
// value meets an operation that still wants the old type, a
// builtin.unrealized_conversion_cast stands between them; pairs that cancel
// are removed at the end, and the pass reconcile-unrealized-casts removes
// those that cancel only after a later conversion.
//
// # Invariants
//
//   - Operations are visited as they stand, an operation before what it
//     holds; what a pattern creates is legalised right after it.
//   - A pattern gets operands of the converted types, whatever has been
//     converted so far.
//   - Deterministic: the result depends on the IR and the patterns alone.
//
// # Example
//
//	conv := convert.NewTypeConverter()
//	conv.Add(func(t ir.Type) ([]ir.Type, bool) {
//		if ir.IsIndex(t) {
//			return []ir.Type{t.Context().I(64)}, true
//		}
//		return []ir.Type{t}, true
//	})
//	target := convert.NewTarget().LegalDialect("llvm").IllegalDialect("arith")
//	err := convert.ApplyPartial(ctx, module, target, convert.NewSet(convert.Pattern{
//		Name: "addi-to-llvm", Root: "arith.addi", Converter: conv,
//		Rewrite: func(op *ir.Operation, in convert.Operands, r *convert.Rewriter) error {
//			r.ReplaceWithOp(op, "llvm.add", in.Flat(), []ir.Type{in.One(0).Type()})
//			return nil
//		},
//	}), convert.Config{})
package convert
