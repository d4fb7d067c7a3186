// Package constfold evaluates elementwise operations over constant attributes:
// integers and floats, alone, as splats or as dense elements. It joins the
// numbers of ir/numeric to the attributes of ir.
//
// The package must not know what an operation is: dialects hand it functions
// over single elements. Nothing here fails; what cannot be folded gives nil.
//
//	constfold.Ints(consts, func(x, y numeric.Int) (numeric.Int, bool) { return x.Add(y), true })
package constfold
