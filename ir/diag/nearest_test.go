package diag

import (
	"slices"
	"testing"
)

func TestNearest(t *testing.T) {
	t.Parallel()
	names := []string{"cse", "canonicalize", "sccp", "inline", "stage", "stages"}
	for written, want := range map[string]string{
		"cse": "cse", "cze": "cse", "canonicalise": "canonicalize", "scp": "sccp", "inlien": "inline", "stagse": "stages", "": "", "nothing": "",
	} {
		if got := Nearest(written, 3, slices.Values(names)); got != want {
			t.Errorf("Nearest(%q) = %q, want %q", written, got, want)
		}
	}
}
