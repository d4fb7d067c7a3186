package irdl_test

import (
	"errors"
	"os"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/tile-opt/tile-opt/dialects/builtin"
	"github.com/tile-opt/tile-opt/dialects/irdl"
	"github.com/tile-opt/tile-opt/ir"
	"github.com/tile-opt/tile-opt/ir/asm"
	"github.com/tile-opt/tile-opt/ir/diag"
	"github.com/tile-opt/tile-opt/tools/filecheck/lit"
	"github.com/tile-opt/tile-opt/tools/tile-opt/tileopt"
)

func TestText(t *testing.T) {
	t.Parallel()
	lit.RunTree(t, "../../testdata/irdl", ".mlir", lit.Commands{"tile-opt": tileopt.Main})
}

// TestPrint reads and prints definitions as MLIR does, in both forms.
func TestPrint(t *testing.T) {
	t.Parallel()
	const custom = `module {
  irdl.dialect @d {
    irdl.type @empty 
    irdl.attribute @a {
      %0 = irdl.any
      irdl.parameters(x: %0, y: %0)
    }
    irdl.operation @o {
      %0 = irdl.is "text" 
      %1 = irdl.base "!builtin.integer" 
      %2 = irdl.base @d::@empty 
      %3 = irdl.any_of(%0, %1) {note} 
      %4 = irdl.all_of(%3, %2) 
      %5 = irdl.parametric @d::@a<%0, %1> 
      irdl.operands(a: %0, b: optional %1, c: variadic %4)
      irdl.results(r: %5)
      irdl.attributes {"x" = %1, "y" = %0}
      %6 = irdl.region
      %7 = irdl.region()
      %8 = irdl.region(%1) with size 3
      irdl.regions(r: %6, s: %7, t: %8)
    }
  }
}
`
	in := strings.Replace(custom, " {note} ", " {note}", 1)
	c := ir.NewContext(builtin.Dialect, irdl.Dialect)
	for _, generic := range []bool{false, true} {
		m, err := asm.Parse(c, "d.irdl", []byte(in), asm.ParseOptions{})
		if err == nil {
			err = ir.Verify(m)
		}
		if err != nil {
			t.Fatal(err)
		}
		if generic {
			text := asm.GenericString(m)
			if want := `"irdl.operands"(%0, %1, %4) <{names = ["a", "b", "c"], variadicity = #irdl<variadicity_array[ single,  optional,  variadic]>}> : (!irdl.attribute, !irdl.attribute, !irdl.attribute) -> ()`; !strings.Contains(text, want) {
				t.Errorf("%s is not in\n%s", want, text)
			}
			if m, err = asm.Parse(c, "d.irdl", []byte(text), asm.ParseOptions{}); err != nil {
				t.Fatalf("%v in\n%s", err, text)
			}
		}
		if diff := cmp.Diff(strings.TrimSpace(strings.Replace(in, "{note}", " {note}", 1)), asm.String(m)); diff != "" {
			t.Errorf("generic %t (-want +got):\n%s", generic, diff)
		}
	}
}

// TestMistakes in a text of definitions have MLIR's messages and a position.
func TestMistakes(t *testing.T) {
	t.Parallel()
	body := func(s string) string { return "irdl.dialect @d {\n" + s + "\n}" }
	operation := func(s string) string { return body("irdl.operation @o {\n" + s + "\n}") }
	for _, tt := range []struct{ src, want string }{
		{`irdl.dialect @"d-e" {}`, "1:1: error: 'irdl.dialect' op invalid dialect name"},
		{"irdl.dialect @builtin {}", "1:1: error: a dialect with namespace 'builtin' has already been registered"},
		{body("irdl.type @a\nirdl.type @a"), "3:1: error: redefinition of symbol named 'a'"},
		{body("irdl.type @Aa"), "2:1: error: name of type should not contain uppercase letters"},
		{body(`irdl.type @"1"`), "2:1: error: name of type should start with a letter or '_', found '1'"},
		{body(`irdl.operation @"a b"`), "2:1: error: name of operation must contain only lowercase letters, digits, '_', '.' and '-', found 'a b'"},
		{"irdl.type @a", "1:1: error: 'irdl.type' op expects parent op 'irdl.dialect'"},
		{operation("%0 = irdl.any\nirdl.operands(a: %0)\nirdl.operands(b: %0)"), "2:1: error: failed to verify AtMostOneChildOf trait: the operation contains at least two operations of type irdl.operands"},
		{operation("%0 = irdl.any\nirdl.operands(a: %0, a: %0)"), "4:1: error: 'irdl.operands' op name of operand #1 is a duplicate of the name of operand #0"},
		{operation("%0 = irdl.any\nirdl.attributes {\"\" = %0}"), "4:1: error: 'irdl.attributes' op name of attribute #0 is empty"},
		{operation("%0 = irdl.any\nirdl.operands(%0)"), "4:15: error: expected valid keyword"},
		{operation("%0 = irdl.any\nirdl.operands(a: several %0)"), "4:17: error: expected one of the following keywords: single, optional, variadic"},
		{operation(`"irdl.results"() <{names = ["a"], variadicity = #irdl<variadicity_array[]>}> : () -> ()`), "3:1: error: 'irdl.results' op the number of results and their names must be the same, but got 0 and 1 respectively"},
		{operation(`"irdl.results"() <{names = [], variadicity = #irdl<variadicity_array[single]>}> : () -> ()`), "3:1: error: 'irdl.results' op the number of results and their variadicities must be the same, but got 0 and 1 respectively"},
		{operation(`"irdl.results"() <{names = [1], variadicity = #irdl<variadicity_array[]>}> : () -> ()`), "3:1: error: 'irdl.results' op attribute 'names' failed to satisfy constraint: string array attribute"},
		{operation("%0 = irdl.region with size 0\nirdl.regions(a: %0)"), "3:6: error: 'irdl.region' op the number of blocks is expected to be >= 1 but got 0"},
		{operation("%0 = irdl.any_of()"), "3:6: error: 'irdl.any_of' op expected 1 or more operands, but found 0"},
		{operation("%0 = irdl.base"), "3:6: error: 'irdl.base' op the base type or attribute should be specified by either a name or a reference"},
		{operation(`%0 = irdl.base "builtin.integer"`), "3:6: error: 'irdl.base' op the base type or attribute name should start with '!' or '#'"},
		{operation(`%0 = irdl.base "!builtin.nope"`), "3:6: error: no registered type with name !builtin.nope"},
		{operation(`%0 = irdl.base "#builtin.nope"`), "3:6: error: no registered attribute with name #builtin.nope"},
		{operation("%0 = irdl.base @d::@q"), "3:6: error: 'irdl.base' op symbol '@d::@q' not found"},
		{operation("%0 = irdl.parametric @d::@o<>"), "3:6: error: 'irdl.parametric' op symbol '@d::@o' does not refer to a type or attribute definition (refers to 'irdl.operation')"},
		{operation("%0 = irdl.is !irdl.nope"), "unknown"},
		{operation("%0 = irdl.is #irdl.nope"), "unknown"},
		{operation("%0 = irdl.is !nope.t"), "unregistered dialect"},
	} {
		ds, err := irdl.Load("d.irdl", []byte(tt.src))
		var l diag.List
		if ds != nil && err == nil || !errors.As(err, &l) || !l[0].Pos.IsValid() {
			t.Errorf("%s: %v", tt.src, err)
			continue
		}
		if !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: %v, want %s", tt.src, err, tt.want)
		}
	}
}

// TestContexts loads one dialect value into several contexts at once.
func TestContexts(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile("../../testdata/irdl/cmath.irdl")
	if err != nil {
		t.Fatal(err)
	}
	ds, err := irdl.Load("cmath.irdl", text)
	if err != nil || len(ds) != 1 || ds[0].Name != "cmath" {
		t.Fatal(ds, err)
	}
	var wait sync.WaitGroup
	for range 4 {
		wait.Go(func() {
			c := ir.NewContext(append([]*ir.Dialect{builtin.Dialect}, ds...)...)
			m, err := asm.Parse(c, "in", []byte(`"cmath.noted"() {note = "a", t = !cmath.complex<f32>} : () -> ()`), asm.ParseOptions{})
			if err == nil {
				err = ir.Verify(m)
			}
			if err != nil {
				t.Error(err)
			}
		})
	}
	wait.Wait()
	// Equal types are one type.
	c := ir.NewContext(append([]*ir.Dialect{builtin.Dialect}, ds...)...)
	a, err1 := asm.ParseType(c, "!cmath.complex<f32>")
	b, err2 := asm.ParseType(c, "!cmath<complex<f32>>")
	d, err3 := asm.ParseType(c, "!cmath.complex<f64>")
	if err := errors.Join(err1, err2, err3); err != nil || a != b || a == d {
		t.Errorf("%v %v %v: %v", a, b, d, err)
	}
}

// FuzzLoad loads any text, and an operation of what it defines.
func FuzzLoad(f *testing.F) {
	text, err := os.ReadFile("../../testdata/irdl/cmath.irdl")
	if err != nil {
		f.Fatal(err)
	}
	f.Add(string(text), `"cmath.mul"() : () -> ()`)
	f.Add("irdl.dialect @d { irdl.type @t { %0 = irdl.any irdl.parameters(a: %0) } }", `"d.o"() {a = !d.t<!d.t<i32>>} : () -> ()`)
	f.Fuzz(func(t *testing.T, def, use string) {
		ds, err := irdl.Load("d.irdl", []byte(def))
		if err != nil {
			var l diag.List
			if !errors.As(err, &l) || !l[0].Pos.IsValid() && l[0].Op == "" {
				t.Fatalf("%T: %v", err, err)
			}
			return
		}
		c := ir.NewContext(builtin.Dialect)
		for _, d := range ds {
			if c.Dialect(d.Name) != nil {
				t.Fatalf("two dialects named %s", d.Name)
			}
			c.Load(d)
		}
		m, err := asm.Parse(c, "use", []byte(use), asm.ParseOptions{})
		if err == nil {
			_ = ir.Verify(m)
		}
	})
}
