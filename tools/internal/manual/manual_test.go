package manual

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestProse(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ in, want string }{
		{"a < b", `a \< b`},
		{"`a<b>` < c", "`a<b>` \\< c"},
		{"`over\nlines <x>` <", "`over\nlines <x>` \\<"},
		{"as\n\n    x <y>\n\n<z>", "as\n\n    x <y>\n\n\\<z>"},
		{"```mlir\n<x>\n\n<y>\n```\n<z>", "```mlir\n<x>\n\n<y>\n```\n\\<z>"},
		{"a paragraph\n    goes on <x>", "a paragraph\n    goes on \\<x>"},
	} {
		if d := cmp.Diff(tt.want, prose(tt.in)); d != "" {
			t.Errorf("%q (-want +got):\n%s", tt.in, d)
		}
	}
	if got, want := cell("a|b\nc"), `a\|b c`; got != want {
		t.Errorf("cell %q, want %q", got, want)
	}
}

func TestTopLevel(t *testing.T) {
	t.Parallel()
	got := topLevel("a,func.func(b,c{x=1,2}),d")
	if d := cmp.Diff([]string{"a", "func.func(b,c{x=1,2})", "d"}, got); d != "" {
		t.Error(d)
	}
}
