package all_test

import (
	"bytes"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/tile-opt/tile-opt/dialects/all"
	"github.com/tile-opt/tile-opt/ir"
	"github.com/tile-opt/tile-opt/ir/asm"
	"github.com/tile-opt/tile-opt/ir/diag"
)

// addSeeds adds the parts of the texts below folders of testdata that are not long.
func addSeeds(f *testing.F, folders ...string) {
	n := 0
	for _, folder := range folders {
		err := filepath.WalkDir(filepath.Join("../../testdata", folder), func(path string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() || filepath.Ext(path) != ".mlir" {
				return err
			}
			src, err := os.ReadFile(path)
			for part := range strings.SplitSeq(string(src), "// -----\n") {
				if len(part) < 2000 {
					f.Add([]byte(part))
					n++
				}
			}
			return err
		})
		if err != nil {
			f.Fatal(err)
		}
	}
	if n == 0 {
		f.Fatal("no seeds")
	}
}

func fuzzContext() *ir.Context {
	c := ir.NewContext(all.Dialects()...)
	c.AllowUnregistered = true
	return c
}

// FuzzVerify reads any text and verifies it: every fault has a position or the
// path of an operation, and valid IR stays valid when it was printed.
func FuzzVerify(f *testing.F) {
	addSeeds(f, "invalid", "roundtrip")
	f.Fuzz(func(t *testing.T, src []byte) {
		m, err := asm.Parse(fuzzContext(), "f", src, asm.ParseOptions{})
		if err == nil {
			err = ir.Verify(m)
		}
		if err == nil {
			return
		}
		var l diag.List
		if !errors.As(err, &l) {
			t.Fatalf("%T: %v", err, err)
		}
		for _, d := range l {
			if !d.Pos.IsValid() && d.Op == "" {
				t.Errorf("a diagnostic without a position: %v", d)
			}
		}
	})
}

// FuzzRoundTrip prints valid IR of all dialects in both forms, and reads it back.
func FuzzRoundTrip(f *testing.F) {
	addSeeds(f, "roundtrip", "passes/canonicalize")
	f.Fuzz(func(t *testing.T, src []byte) {
		c := fuzzContext()
		m, err := asm.Parse(c, "f", src, asm.ParseOptions{})
		if err != nil || ir.Verify(m) != nil {
			return
		}
		print := func(m *ir.Operation, o asm.PrintOptions) string {
			var b bytes.Buffer
			if err := asm.Print(&b, m, o); err != nil {
				t.Fatal(err)
			}
			return b.String()
		}
		for _, generic := range []bool{false, true} {
			// Custom text has no place for the locations of implicit terminators.
			want := print(m, asm.PrintOptions{Generic: true, DebugInfo: generic})
			text := print(m, asm.PrintOptions{Generic: generic, DebugInfo: true})
			back, err := asm.Parse(c, "f", []byte(text), asm.ParseOptions{})
			if err != nil {
				t.Fatalf("generic %t does not read back: %v\n%s", generic, err, text)
			}
			if got := print(back, asm.PrintOptions{Generic: true, DebugInfo: generic}); got != want {
				t.Fatalf("generic %t reads back as\n%s\nwant\n%s", generic, got, want)
			}
		}
	})
}
