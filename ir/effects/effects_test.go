package effects_test

import (
	"testing"

	"github.com/tile-opt/tile-opt/ir"
	"github.com/tile-opt/tile-opt/ir/effects"
	"github.com/tile-opt/tile-opt/ir/irtest"
)

func TestQuestions(t *testing.T) {
	t.Parallel()
	type answers struct{ free, reads, dead, speculatable, pure bool }
	for _, tt := range []struct {
		op   string
		want answers
	}{
		{`"test.pure"() {it} : () -> ()`, answers{free: true, reads: true, dead: true, speculatable: true, pure: true}},
		{`"test.div"() {it} : () -> ()`, answers{free: true, reads: true, dead: true}},
		{`"test.barrier"() {it} : () -> ()`, answers{free: true, reads: true, dead: true}},
		{`"test.read"() {it} : () -> ()`, answers{reads: true, dead: true}},
		{`"test.write"() {it} : () -> ()`, answers{}},
		{`"test.alloc"() {it} : () -> i32`, answers{dead: true}},
		{`"test.use"() {it} : () -> ()`, answers{}},
		{`"foo.bar"() {it} : () -> ()`, answers{}},
		{`"test.region"() ({ "test.pure"() : () -> () }) {it} : () -> ()`, answers{free: true, reads: true, dead: true, speculatable: true, pure: true}},
		{`"test.region"() ({ "test.div"() : () -> () }) {it} : () -> ()`, answers{free: true, reads: true, dead: true}},
		{`"test.region"() ({ "test.region"() ({ "test.read"() : () -> () }) : () -> () }) {it} : () -> ()`, answers{reads: true, dead: true}},
		{`"test.region"() ({ "test.region"() ({ "foo.bar"() : () -> () }) : () -> () }) {it} : () -> ()`, answers{}},
		{`"test.graph"() ({ }) {it} : () -> ()`, answers{}},
	} {
		m := irtest.Parse(t, irtest.Context(), tt.op)
		for op := range ir.Walk(m) {
			if op.Attr("it") == nil {
				continue
			}
			got := answers{effects.IsFree(op), effects.OnlyReads(op), effects.IsTriviallyDead(op), effects.IsSpeculatable(op), effects.IsPure(op)}
			// Speculatability of an operation that reads is not asked.
			if got.reads && !got.free || op.NumResults() > 0 {
				got.speculatable = tt.want.speculatable
			}
			if got != tt.want {
				t.Errorf("%s:\n got %+v\nwant %+v", tt.op, got, tt.want)
			}
		}
	}
}

func TestUsedIsNotDead(t *testing.T) {
	t.Parallel()
	m := irtest.Parse(t, irtest.Context(), `%0 = "test.pure"() : () -> i32
		"test.use"(%0) : (i32) -> ()`)
	op := irtest.Only(t, m, "test.pure")
	if effects.IsTriviallyDead(op) || !effects.WouldBeDead(op) {
		t.Error("a used operation without effects would be dead, and is not")
	}
}
