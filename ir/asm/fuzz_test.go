package asm_test

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"testing"

	"github.com/tile-opt/tile-opt/ir"
	"github.com/tile-opt/tile-opt/ir/asm"
	"github.com/tile-opt/tile-opt/ir/diag"
)

// seed adds the round-trip files and the wrong texts.
func seed(f *testing.F) {
	files, err := filepath.Glob("../../testdata/roundtrip/builtin/*.mlir")
	if err != nil || len(files) == 0 {
		f.Fatalf("no seeds: %v", err)
	}
	for _, file := range files {
		src, err := os.ReadFile(file)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(src)
	}
	for _, e := range parseErrors {
		f.Add([]byte(e.src))
	}
}

// FuzzParse checks that any text gives a module or an error with a position.
func FuzzParse(f *testing.F) {
	seed(f)
	f.Fuzz(func(t *testing.T, src []byte) {
		op, err := asm.Parse(testContext(), "f", src, asm.ParseOptions{})
		if err != nil {
			var l diag.List
			if !errors.As(err, &l) || !l[0].Pos.IsValid() {
				t.Fatalf("error without a position: %v", err)
			}
			return
		}
		_ = ir.Verify(op)
	})
}

// FuzzRoundTrip checks that what is printed reads back and prints the same,
// in both forms.
func FuzzRoundTrip(f *testing.F) {
	seed(f)
	f.Fuzz(func(t *testing.T, src []byte) {
		op, err := asm.Parse(testContext(), "f", src, asm.ParseOptions{})
		if err != nil {
			return
		}
		for _, opts := range []asm.PrintOptions{{Generic: true}, {}, {DebugInfo: true}} {
			once := printed(t, op, opts)
			again, err := asm.Parse(testContext(), "f", once, asm.ParseOptions{})
			if err != nil {
				t.Fatalf("%+v: printed text does not parse: %v\n%s", opts, err, once)
			}
			if twice := printed(t, again, opts); !bytes.Equal(once, twice) {
				t.Fatalf("%+v: not a fixed point:\n%s\n---\n%s", opts, once, twice)
			}
		}
	})
}

func printed(t testing.TB, op *ir.Operation, opts asm.PrintOptions) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := asm.Print(&b, op, opts); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}
