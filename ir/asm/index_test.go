package asm_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/tile-opt/tile-opt/ir/asm"
)

// TestIndex lists the mentions of a text: what stands there, and where the value
// or block that it names is defined.
func TestIndex(t *testing.T) {
	t.Parallel()
	src := `!t = i32
#a = 7 : i32
"builtin.module"() ({
  "test.func"() <{sym_name = "f"}> ({
  ^bb0(%x: !t):
    %y:2 = "test.use"(%x, %x) {k = #a, s = @f} : (i32, i32) -> (i32, i32)
    "test.graph"() ({
      "test.use"(%late) : (i32) -> ()
      %late = "test.use"(%y#1) : (i32) -> i32
    }) : () -> ()
    "test.br"(%x)[^bb1] : (i32) -> ()
  ^bb1(%z: i32):
    "test.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
`
	var x asm.Index
	if _, err := asm.Parse(testContext(), "f", []byte(src), asm.ParseOptions{Index: &x, Workers: 4}); err != nil {
		t.Fatal(err)
	}
	defs := make(map[any]int)
	for _, m := range x.Mentions {
		switch {
		case m.Def && m.Value != nil:
			defs[m.Value] = m.Lo
		case m.Def && m.Block != nil:
			defs[m.Block] = m.Lo
		}
	}
	line := func(at int) int { return 1 + strings.Count(src[:at], "\n") }
	var got []string
	for _, m := range x.Mentions {
		s := fmt.Sprintf("%d %s", line(m.Lo), src[m.Lo:m.Hi])
		switch {
		case m.Def:
			s += " defined"
		case m.Value != nil && m.Value.Def() != nil:
			s += fmt.Sprintf(" from %d", line(defs[m.Value.Def().Result(0)]))
		case m.Value != nil:
			s += fmt.Sprintf(" from %d", line(defs[m.Value]))
		case m.Block != nil:
			s += fmt.Sprintf(" from %d", line(defs[m.Block]))
		}
		got = append(got, s)
	}
	want := []string{
		"1 !t defined", "2 #a defined", "5 ^bb0 defined", "5 %x defined", "5 !t",
		"6 %y defined", "6 %x from 5", "6 %x from 5", "6 #a", "6 @f",
		"8 %late from 9", "9 %late defined", "9 %y from 6",
		"11 %x from 5", "11 ^bb1 from 12", "12 ^bb1 defined", "12 %z defined",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("mentions (-want +got):\n%s", diff)
	}
	var ops []string
	for _, o := range x.Ops {
		ops = append(ops, fmt.Sprintf("%d-%d %s %s", line(o.Lo), line(o.Hi), src[o.NameLo:o.NameHi], o.Op.Name()))
	}
	if len(ops) != 8 || ops[0] != `3-15 "builtin.module" builtin.module` || ops[2] != `6-6 "test.use" test.use` {
		t.Errorf("operations %q", ops)
	}
}

// TestIndexOfWrongText has what stands in front of the mistake.
func TestIndexOfWrongText(t *testing.T) {
	t.Parallel()
	var x asm.Index
	_, err := asm.Parse(testContext(), "f", []byte(`%x = "test.use"() : () -> i32 "test.use"(%x) : (i32) -> () nonsense`), asm.ParseOptions{Index: &x})
	if err == nil || len(x.Mentions) != 2 || x.Mentions[0].Value != x.Mentions[1].Value || len(x.Ops) != 2 {
		t.Errorf("%v: %v", err, x.Mentions)
	}
}
