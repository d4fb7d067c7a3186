package irtest

import (
	"testing"

	"github.com/tile-opt/tile-opt/ir"
	"github.com/tile-opt/tile-opt/ir/asm"
)

// Context returns a context with the dialect test and the given ones, which
// accepts unregistered operations.
func Context(dialects ...*ir.Dialect) *ir.Context {
	c := ir.NewContext(append([]*ir.Dialect{Dialect()}, dialects...)...)
	c.AllowUnregistered = true
	return c
}

// Parse parses and verifies a module, or fails the test.
func Parse(t testing.TB, c *ir.Context, text string) *ir.Operation {
	t.Helper()
	m, err := asm.Parse(c, "test.mlir", []byte(text), asm.ParseOptions{})
	if err != nil {
		t.Fatalf("parsing:\n%s\n%v", text, err)
	}
	RequireVerified(t, m)
	return m
}

// Read parses a module without verifying it, or fails the test.
func Read(t testing.TB, c *ir.Context, text string) *ir.Operation {
	t.Helper()
	m, err := asm.Parse(c, "test.mlir", []byte(text), asm.ParseOptions{})
	if err != nil {
		t.Fatalf("parsing:\n%s\n%v", text, err)
	}
	return m
}

// RequireVerified fails the test when op is not valid.
func RequireVerified(t testing.TB, op *ir.Operation) {
	t.Helper()
	if err := ir.Verify(op); err != nil {
		t.Fatalf("verifying:\n%v\n%s", err, asm.String(op))
	}
}

// Text returns the custom form of op.
func Text(op *ir.Operation) string { return asm.String(op) }

// Only returns the one operation of that name under root, or fails the test.
func Only(t testing.TB, root *ir.Operation, name string) *ir.Operation {
	t.Helper()
	var found *ir.Operation
	for op := range ir.Walk(root) {
		if op.Is(name) {
			if found != nil {
				t.Fatalf("more than one %s", name)
			}
			found = op
		}
	}
	if found == nil {
		t.Fatalf("no %s", name)
	}
	return found
}

// Count counts the operations of that name under root.
func Count(root *ir.Operation, name string) int {
	n := 0
	for op := range ir.Walk(root) {
		if op.Is(name) {
			n++
		}
	}
	return n
}
