package nvptx

import (
	"bytes"
	"strings"
	"testing"
)

const (
	splitHead = "target triple = \"nvptx64\"\n@smem = external addrspace(3) global [0 x i8]\ndeclare void @f()\n"
	splitA    = "define void @a() {\n\tret void\n}\n"
	splitB    = "define void @b() {\n\tret void\n}\n"
)

func TestSplitKernels(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name, ir string
		want     int
	}{
		{"two kernels", splitHead + splitA + "\n" + splitB + "!0 = !{}\n", 2},
		{"one kernel", splitHead + splitA, 0},
		{"one calls the other", splitHead + splitA + "\ndefine void @b() {\n\tcall void @a()\n\tret void\n}\n", 0},
		{"a longer name is another function", splitHead + splitA + "\ndefine void @b() {\n\tcall void @ab()\n\tret void\n}\n", 2},
		{"a global that is defined", splitHead + "@t = internal constant i32 1\n" + splitA + "\n" + splitB, 0},
		{"cut off", splitHead + splitA + "\ndefine void @b() {\n\tret void\n", 0},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			got := splitKernels([]byte(test.ir))
			if len(got) != test.want {
				t.Fatalf("got %d texts, want %d", len(got), test.want)
			}
			for i, text := range got {
				if n := bytes.Count(text, []byte("define ")); n != 1 {
					t.Errorf("text %d defines %d functions", i, n)
				}
				if !strings.Contains(string(text), "@smem = external") {
					t.Errorf("text %d lost the declarations", i)
				}
			}
		})
	}
}

func TestAppendPTX(t *testing.T) {
	t.Parallel()
	head := ".version 8.0\n.target sm_90a\n.address_size 64\n"
	smem := ".extern .shared .align 1024 .b8 smem[];\n"
	got := string(appendPTX([]byte(head+smem+".visible .entry a()\n{\n}\n"), []byte("// x\n"+head+smem+".extern .shared .b8 other[];\n.visible .entry b()\n{\n}\n")))
	want := head + smem + ".visible .entry a()\n{\n}\n" + ".extern .shared .b8 other[];\n.visible .entry b()\n{\n}\n"
	if got != want {
		t.Errorf("got:\n%s\nwant:\n%s", got, want)
	}
}
