// Package opt is the embedding interface: parse or build a module, run a
// pipeline over it, print it, or compile it to PTX and launch metadata. Everything is a value: dialects and passes are
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
//
// or, with the target nvptx linked,
//
//	r, err := opt.Compile(ctx, m, opt.CompileOptions{
//		Registry: passesall.Registry(), Target: nvptx.Target(toolchain.Env{}), Emit: opt.PTX,
//	})
//
// Compile knows the levels by the attributes that mark a kernel at each, and the
// passes between them by name.
package opt
