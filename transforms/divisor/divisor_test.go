package divisor

import (
	"testing"

	"github.com/tile-opt/tile-opt/dialects/arith"
	"github.com/tile-opt/tile-opt/dialects/builtin"
	"github.com/tile-opt/tile-opt/dialects/function"
	"github.com/tile-opt/tile-opt/dialects/scf"
	"github.com/tile-opt/tile-opt/ir"
	"github.com/tile-opt/tile-opt/ir/asm"
)

func TestOf(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct {
		name, body string
		want       int64
	}{
		{"argument", `%r = arith.addi %x, %c0 : index`, 1},
		{"constant", `%r = arith.constant 48 : index`, 48},
		{"negative", `%r = arith.constant -48 : index`, 48},
		{"zero", `%r = arith.constant 0 : index`, 1 << 40},
		{"product", `%r = arith.muli %x, %c64 : index`, 64},
		{"zero product", `%r = arith.muli %x, %c0 : index`, 1 << 40},
		{"product of products", `%a = arith.muli %x, %c64 : index
			%b = arith.muli %x, %c24 : index
			%r = arith.muli %a, %b : index`, 64 * 24},
		{"sum", `%a = arith.muli %x, %c64 : index
			%r = arith.addi %a, %c24 : index`, 8},
		{"difference with zero", `%a = arith.muli %x, %c64 : index
			%r = arith.subi %a, %c0 : index`, 64},
		{"minimum", `%a = arith.muli %x, %c64 : index
			%r = arith.minsi %a, %c24 : index`, 8},
		{"select", `%r = arith.select %p, %c64, %c24 : index`, 8},
		{"remainder", `%a = arith.muli %x, %c64 : index
			%r = arith.remui %a, %c24 : index`, 8},
		{"quotient", `%a = arith.muli %x, %c64 : index
			%r = arith.divui %a, %c24 : index`, 1},
		{"casts", `%a = arith.index_cast %x : index to i32
			%c = arith.constant 24 : i32
			%b = arith.muli %a, %c : i32
			%d = arith.extui %b : i32 to i64
			%r = arith.index_cast %d : i64 to index`, 24},
		{"truncation keeps low bits", `%a = arith.muli %x, %c24 : index
			%b = arith.index_cast %a : index to i64
			%r = arith.trunci %b : i64 to i32`, 8},
		{"shift", `%s = arith.constant 3 : index
			%r = arith.shli %c24, %s : index`, 192},
		{"unknown shift", `%r = arith.shli %c24, %x : index`, 24},
		{"mask", `%m = arith.constant -16 : index
			%r = arith.andi %x, %m : index`, 16},
		{"or", `%r = arith.ori %c64, %c24 : index`, 8},
		{"huge product", `%h = arith.constant 1099511627776 : index
			%a = arith.muli %x, %h : index
			%r = arith.muli %a, %a : index`, 1 << 39},
		{"loop", `scf.for %i = %c24 to %x step %c64 {
				%r = arith.addi %i, %c0 : index
			}`, 8},
		{"loop from zero", `scf.for %i = %c0 to %x step %c64 {
				%r = arith.addi %i, %c0 : index
			}`, 64},
		{"iteration argument", `%z = scf.for %i = %c0 to %x step %c64 iter_args(%y = %c0) -> (index) {
				%r = arith.addi %y, %c64 : index
				scf.yield %r : index
			}`, 64},
		{"iteration argument from elsewhere", `%z = scf.for %i = %c0 to %x step %c64 iter_args(%y = %x) -> (index) {
				%r = arith.addi %y, %c64 : index
				scf.yield %r : index
			}`, 1},
		{"iteration argument with another step", `%z = scf.for %i = %c0 to %x step %c64 iter_args(%y = %c64) -> (index) {
				%r = arith.addi %y, %c24 : index
				scf.yield %r : index
			}`, 8},
		{"iteration arguments that change places", `%z:2 = scf.for %i = %c0 to %x step %c64 iter_args(%y = %c0, %w = %c24) -> (index, index) {
				%r = arith.addi %y, %c64 : index
				scf.yield %w, %r : index, index
			}`, 8},
		{"iteration argument of two loops", `%z = scf.for %i = %c0 to %x step %c64 iter_args(%y = %c0) -> (index) {
				%u = scf.for %j = %c0 to %x step %c64 iter_args(%w = %y) -> (index) {
					%q = arith.addi %w, %c24 : index
					scf.yield %q : index
				}
				%r = arith.addi %u, %c64 : index
				scf.yield %r : index
			}`, 8},
		{"result of a loop", `%z = scf.for %i = %c0 to %x step %c64 iter_args(%y = %c0) -> (index) {
				%n = arith.addi %y, %c24 : index
				scf.yield %n : index
			}
			%r = arith.addi %z, %c0 : index`, 24},
		{"while", `%z = scf.while (%y = %c0) : (index) -> (index) {
				scf.condition(%p) %y : index
			} do {
			^bb0(%w: index):
				%r = arith.addi %w, %c64 : index
				scf.yield %r : index
			}`, 64},
		{"result of a while", `%z = scf.while (%y = %c64) : (index) -> (index) {
				%n = arith.addi %y, %c24 : index
				scf.condition(%p) %n : index
			} do {
			^bb0(%w: index):
				scf.yield %w : index
			}
			%r = arith.addi %z, %c0 : index`, 8},
		{"if", `%r = scf.if %p -> (index) {
				scf.yield %c64 : index
			} else {
				scf.yield %c24 : index
			}`, 8},
	} {
		t.Run(tc.name, func(t *testing.T) {
			t.Parallel()
			c := ir.NewContext(builtin.Dialect, function.Dialect, arith.Dialect, scf.Dialect)
			src := `func.func @f(%x: index, %p: i1) {
				%c0 = arith.constant 0 : index
				%c24 = arith.constant 24 : index
				%c64 = arith.constant 64 : index
				` + tc.body + `
				return
			}`
			m, err := asm.Parse(c, "in", []byte(src), asm.ParseOptions{})
			if err != nil {
				t.Fatal(err)
			}
			if err := ir.Verify(m); err != nil {
				t.Fatal(err)
			}
			v := last(m)
			if got := Of(v); got != tc.want {
				t.Errorf("divisor of %s is %d, want %d", v.Def().Name(), got, tc.want)
			}
			if !Multiple(v, 1) {
				t.Error("1 does not divide")
			}
		})
	}
}

// last returns the first result of the last operation, before terminators and
// loops around it, that has one: what the text names %r.
func last(m *ir.Operation) *ir.Value {
	var v *ir.Value
	for op := range ir.Walk(m) {
		if op.NumResults() > 0 && !op.Is("scf.for") && (op.Parent() == nil || !op.Parent().Is("scf.if")) {
			v = op.Result(0)
		}
	}
	return v
}
