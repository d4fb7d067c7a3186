package opt_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// TestOutside runs the examples as programs of another module: what they need is
// exported, and imports no test code.
func TestOutside(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		file, example string
		lines         int // at most; 0 for any number
	}{
		{"example_test.go", "ExampleCompile", 0},
		{"dialect_test.go", "ExampleNewContext", 150},
		{"../dialects/irdl/example_test.go", "ExampleLoad", 0},
	} {
		t.Run(tt.example, func(t *testing.T) {
			t.Parallel()
			example, err := os.ReadFile(tt.file)
			if err != nil {
				t.Fatal(err)
			}
			text, want, ok := strings.Cut(string(example), "\t// Output:\n")
			want, rest, _ := strings.Cut(want, "}\n\n")
			if !ok {
				t.Fatal("the example has no output")
			}
			want = strings.TrimSuffix(want, "}\n")
			_, text, _ = strings.Cut(text, "\n") // the package
			text = "package main\n" + text
			text = strings.Replace(text, "func "+tt.example+"() {", "func main() {", 1) + "}\n\n" + rest
			if n := strings.Count(text, "\n"); tt.lines > 0 && n >= tt.lines {
				t.Errorf("the program has %d lines, want less than %d", n, tt.lines)
			}
			cmd := exec.CommandContext(t.Context(), "go", "run", "-mod=mod", ".")
			cmd.Dir = embedder(t, text)
			cmd.Env = append(os.Environ(), "CGO_ENABLED=0", "GOWORK=off")
			out, err := cmd.CombinedOutput()
			if err != nil {
				t.Fatalf("%v\n%s", err, out)
			}
			want = strings.ReplaceAll(want, "\t// ", "")
			if string(out) != want {
				t.Errorf("the program prints\n%s, want\n%s", out, want)
			}
		})
	}
}

// embedder makes a module of another path with one program, and returns its folder.
func embedder(t *testing.T, program string) string {
	t.Helper()
	root, err := filepath.Abs("..")
	if err != nil {
		t.Fatal(err)
	}
	sum, err := os.ReadFile(filepath.Join(root, "go.sum"))
	if err != nil {
		t.Fatal(err)
	}
	const path = "github.com/tile-opt/tile-opt"
	mod := "module example.com/embedder\n\ngo 1.26\n\nrequire " + path + " v0.0.0\n\nreplace " + path + " => " + root + "\n"
	dir := t.TempDir()
	for name, data := range map[string]string{"go.mod": mod, "go.sum": string(sum), "main.go": program} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(data), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// maxAdded is what package opt with the nvptx target may add to a binary, in bytes.
// Passes and dialects come on top as they are imported.
const maxAdded = 8 << 20

// TestSize builds a program with the compiler and one without, and compares.
func TestSize(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("it links two programs")
	}
	const without = "package main\n\nimport \"fmt\"\n\nfunc main() { fmt.Println(\"nothing\") }\n"
	const with = `package main

import (
	"context"
	"fmt"

	"github.com/tile-opt/tile-opt/opt"
	"github.com/tile-opt/tile-opt/targets/nvptx"
	"github.com/tile-opt/tile-opt/targets/nvptx/toolchain"
)

func main() {
	m, err := opt.Parse(opt.NewContext(), "x", nil)
	if err == nil {
		_, err = opt.Compile(context.Background(), m, opt.CompileOptions{Target: nvptx.Target(toolchain.Env{}), Emit: opt.PTX})
	}
	fmt.Println(err)
}
`
	size := func(program string) int64 {
		dir := embedder(t, program)
		cmd := exec.CommandContext(t.Context(), "go", "build", "-mod=mod", "-o", "program", ".")
		cmd.Dir = dir
		cmd.Env = append(os.Environ(), "CGO_ENABLED=0", "GOWORK=off")
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
		info, err := os.Stat(filepath.Join(dir, "program"))
		if err != nil {
			t.Fatal(err)
		}
		return info.Size()
	}
	added := size(with) - size(without)
	t.Logf("%.1f MiB are added", float64(added)/(1<<20))
	if added > maxAdded {
		t.Errorf("%d bytes are added, want at most %d", added, maxAdded)
	}
}
