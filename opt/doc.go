// Package opt is the embedding interface: parse or build a module, run a
// pipeline over it, print it. Everything is a value: dialects and passes are
// handed in, errors come back, diagnostics go to a handler. There are no
// globals, no output, and no goroutine is left when a function returns.
//
// The package imports no concrete dialect, pass or target; a program links
// those it wants, or all of them through dialects/all and passes/all.
//
//	c := opt.NewContext(all.Dialects()...)
//	m, err := opt.Parse(c, "kernel.mlir", text)
//	...
//	err = opt.RunPipeline(ctx, m, passesall.Registry(), "builtin.module(canonicalize,cse)", opt.Options{})
//	...
//	text, err := opt.Print(m, opt.PrintOptions{})
package opt
