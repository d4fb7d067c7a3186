package ir

import (
	"testing"
	"unsafe"
)

// TestSizes pins what a module of a million operations is made of: whoever
// adds a field sees what it costs.
func TestSizes(t *testing.T) {
	t.Parallel()
	for _, s := range []struct {
		name      string
		got, want uintptr
	}{
		{"Operation", unsafe.Sizeof(Operation{}), 136},
		{"Use", unsafe.Sizeof(Use{}), 32},
		{"Value", unsafe.Sizeof(Value{}), 48},
		{"Loc", unsafe.Sizeof(Loc{}), 16},
	} {
		if s.got != s.want {
			t.Errorf("%s has %d bytes, want %d", s.name, s.got, s.want)
		}
	}
}
