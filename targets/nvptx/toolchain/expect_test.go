package toolchain

import (
	"bytes"
	"context"
	"testing"
	"time"
)

// TestExpect: a process that waits compiles what one started later would, those of
// other options are not taken, and none is left.
func TestExpect(t *testing.T) {
	t.Parallel()
	const text = "target triple = \"nvptx64-nvidia-cuda\"\ndefine ptx_kernel void @k() {\n  ret void\n}\n"
	plain, err := FindLLC(Env{})
	if err != nil {
		t.Fatal(err)
	}
	want, err := plain.Compile(t.Context(), []byte(text), CompileOptions{})
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		name string
		o    CompileOptions
		left int // of two, after one compilation without options
	}{
		{"same options", CompileOptions{}, 1},
		{"other options", CompileOptions{PTX: 86}, 2},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			l, err := FindLLC(Env{})
			if err != nil {
				t.Fatal(err)
			}
			ctx, cancel := context.WithCancel(t.Context())
			defer cancel()
			stop := l.Expect(ctx, 2, tt.o)
			got, err := l.Compile(t.Context(), []byte(text), CompileOptions{})
			if err != nil || !bytes.Equal(got.PTX, want.PTX) {
				t.Errorf("error %v, PTX\n%s", err, got.PTX)
			}
			if n := len(l.waiting); n != tt.left {
				t.Errorf("%d processes wait, want %d", n, tt.left)
			}
			done := make(chan bool)
			go func() { cancel(); stop(); close(done) }()
			select {
			case <-done:
			case <-time.After(10 * time.Second):
				t.Fatal("stop does not return")
			}
			if len(l.waiting) != 0 {
				t.Errorf("%d processes still wait", len(l.waiting))
			}
		})
	}
}
