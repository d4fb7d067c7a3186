package main

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
)

// Beyond these a file or a function says why, in a comment "Long: reason" on the
// file's first line or on the first line of the function's body.
const (
	maxFileLines     = 800
	maxFunctionLines = 80
	excuse           = "// Long: "
)

// vague package names say where code was dropped, not what it is.
var vague = []string{"util", "utils", "common", "helper", "helpers", "misc"}

// checkSources checks the name, the package comment and the sizes of one package.
func checkSources(root string, p pkg) ([]string, error) {
	var violations []string
	for _, name := range []string{p.name, path.Base(p.path)} {
		if slices.Contains(vague, name) {
			violations = append(violations, fmt.Sprintf("%s: a package called %s says nothing of what is in it", p.path, name))
			break
		}
	}
	documented, shipped := false, false
	for _, name := range p.files {
		full := filepath.Join(p.dir, name)
		text, err := os.ReadFile(full)
		if err != nil {
			return nil, err
		}
		shown, err := filepath.Rel(root, full)
		if err != nil || strings.HasPrefix(shown, "..") {
			shown = full
		}
		f, problems := checkFile(shown, text)
		violations = append(violations, problems...)
		if f != nil && !strings.HasSuffix(name, "_test.go") {
			shipped = true
			documented = documented || f.Doc != nil
		}
	}
	if shipped && !documented {
		violations = append(violations, fmt.Sprintf("%s: no file has a package comment", p.path))
	}
	return violations, nil
}

// checkFile checks the sizes in one file; generated files are free. Functions of
// tests are free too, since most of their lines are tables. What doesn't parse is
// the compiler's to report.
func checkFile(name string, text []byte) (*ast.File, []string) {
	set := token.NewFileSet()
	f, err := parser.ParseFile(set, name, text, parser.ParseComments|parser.SkipObjectResolution)
	if err != nil {
		return nil, nil
	}
	if ast.IsGenerated(f) {
		return f, nil
	}
	lines := strings.Split(strings.TrimSuffix(string(text), "\n"), "\n")
	var violations []string
	if len(lines) > maxFileLines && !excused(lines[0]) {
		violations = append(violations, fmt.Sprintf("%s: %d lines; over %d the first line says why (%s...)",
			name, len(lines), maxFileLines, excuse))
	}
	if strings.HasSuffix(name, "_test.go") {
		return f, violations
	}
	for _, d := range f.Decls {
		fn, ok := d.(*ast.FuncDecl)
		if !ok || fn.Body == nil {
			continue
		}
		first, last := set.Position(fn.Pos()).Line, set.Position(fn.End()).Line
		inside := lines[set.Position(fn.Body.Lbrace).Line:]
		if n := last - first + 1; n > maxFunctionLines && !excused(inside[0]) {
			violations = append(violations, fmt.Sprintf("%s:%d: %s has %d lines; over %d the first line of its body says why (%s...)",
				name, first, fn.Name.Name, n, maxFunctionLines, excuse))
		}
	}
	return f, violations
}

// excused reports whether a line gives a reason.
func excused(line string) bool {
	reason, ok := strings.CutPrefix(strings.TrimSpace(line), excuse)
	return ok && strings.TrimSpace(reason) != ""
}
