package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"slices"
	"strings"
)

// listed is what go list says of a package.
type listed struct {
	Dir, ImportPath, Name              string
	Module                             *struct{ Path string }
	GoFiles, IgnoredGoFiles, CgoFiles  []string
	TestGoFiles, XTestGoFiles          []string
	Imports, TestImports, XTestImports []string
}

// load lists the packages of the module at root, sorted by path. A package that does
// not compile is listed all the same, with what could be read of it.
func load(root string) ([]pkg, error) {
	cmd := exec.Command("go", "list", "-e", "-json", "./...")
	cmd.Dir = root
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("go list: %w\n%s", err, stderr.Bytes())
	}
	var packages []pkg
	for dec := json.NewDecoder(bytes.NewReader(out)); ; {
		var l listed
		if err := dec.Decode(&l); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			return nil, err
		}
		if l.Module == nil {
			return nil, fmt.Errorf("%s belongs to no module", l.ImportPath)
		}
		packages = append(packages, l.pkg())
	}
	slices.SortFunc(packages, func(a, b pkg) int { return strings.Compare(a.path, b.path) })
	return packages, nil
}

// pkg rewrites the paths of l's own module to be relative to its root.
func (l listed) pkg() pkg {
	relative := func(path string) string {
		if path == l.Module.Path {
			return "."
		}
		return strings.TrimPrefix(path, l.Module.Path+"/")
	}
	all := func(lists ...[]string) []string {
		var result []string
		for _, list := range lists {
			for _, path := range list {
				result = append(result, relative(path))
			}
		}
		slices.Sort(result)
		return slices.Compact(result)
	}
	return pkg{
		path:        relative(l.ImportPath),
		name:        l.Name,
		dir:         l.Dir,
		imports:     all(l.Imports),
		testImports: all(l.TestImports, l.XTestImports),
		files:       slices.Concat(l.GoFiles, l.IgnoredGoFiles, l.CgoFiles, l.TestGoFiles, l.XTestGoFiles),
	}
}
