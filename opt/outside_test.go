package opt_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// TestOutside runs the example as a program of another module: what it needs is
// exported, and imports no test code.
func TestOutside(t *testing.T) {
	t.Parallel()
	root, err := filepath.Abs("..")
	if err != nil {
		t.Fatal(err)
	}
	example, err := os.ReadFile("example_test.go")
	if err != nil {
		t.Fatal(err)
	}
	text, want, ok := strings.Cut(string(example), "\t// Output:\n")
	want, rest, _ := strings.Cut(want, "}\n")
	if !ok {
		t.Fatal("the example has no output")
	}
	text = strings.Replace(text, "package opt_test", "package main", 1)
	text = strings.Replace(text, "func ExampleCompile() {", "func main() {", 1) + "}\n" + rest
	sum, err := os.ReadFile(filepath.Join(root, "go.sum"))
	if err != nil {
		t.Fatal(err)
	}
	const path = "github.com/tile-opt/tile-opt"
	mod := "module example.com/embedder\n\ngo 1.26\n\nrequire " + path + " v0.0.0\n\nreplace " + path + " => " + root + "\n"
	dir := t.TempDir()
	for name, data := range map[string]string{"go.mod": mod, "go.sum": string(sum), "main.go": text} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(data), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	cmd := exec.CommandContext(t.Context(), "go", "run", "-mod=mod", ".")
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "CGO_ENABLED=0", "GOWORK=off")
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	want = strings.ReplaceAll(want, "\t// ", "")
	if string(out) != want {
		t.Errorf("the program prints\n%s, want\n%s", out, want)
	}
}
