// Command opgen writes the typed views of a dialect's operations.
//
//	//go:generate go run github.com/tile-opt/tile-opt/tools/opgen
//
// It stands in a dialect folder (or is given one as its argument), reads the
// definitions `var AddIDef = &ir.OpDef{...}` of ops.go and ops_*.go, files by
// name and definitions in order, and writes views_gen.go beside them. For each
// definition that file has
//
//   - type AddI struct{ ir.View } and AsAddI(op) (AddI, bool);
//   - an accessor for each operand, result, property, region and successor,
//     and a setter for each property. A name that is a method of ir.View
//     already (Result, Block, Name, ...) gets the suffix Val;
//   - type AddIProps struct, one ir.Attr a property (none without properties;
//     operandSegmentSizes is computed);
//   - NewAddI(b, types, operands..., successors..., region counts...,
//     props) AddI. types stands there when the operation has results and may
//     be nil when they can be inferred; a variadic operand is a slice, an
//     optional one may be nil; a variadic region slot asks how many; regions
//     are made empty; props stands there when there are properties;
//
// and Ops() []ir.OpBinding over all of them. Hooks (Verify, Fold, Parse,
// Print, ...) are methods on the views, written by hand.
//
// Only syntax is read, so that opgen runs while the views do not exist yet: a
// slot list is a literal, the name of a package variable that holds one or the
// call of a function that only returns one; a slot likewise.
package main
