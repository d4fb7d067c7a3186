// Command docgen writes the generated part of the documentation: the manual of
// dialects, passes and commands, and the excerpts and pictures in hand-written
// pages, which are what the tools print now.
//
//	go run ./tools/docgen [root of the repository]
//
// Generated pages say so in their first line; excerpts are described at
// [refresh], pictures at [pictures]. A test fails when either is stale.
//
// It must not know how a page is made: package manual writes the reference,
// the commands themselves print what excerpts show.
package main

//go:generate go run . ../..

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
)

func main() {
	root := "."
	switch len(os.Args) {
	case 1:
	case 2:
		root = os.Args[1]
	default:
		fmt.Fprintln(os.Stderr, "usage: docgen [root of the repository]")
		os.Exit(1)
	}
	if err := run(root); err != nil {
		fmt.Fprintln(os.Stderr, "docgen:", err)
		os.Exit(1)
	}
}

// run brings the documentation below root up to date.
func run(root string) error {
	pages := reference()
	written, err := writtenPages(root)
	if err != nil {
		return err
	}
	for _, name := range append(stale(root, pages), stalePictures(root, written)...) {
		if err := os.Remove(filepath.Join(root, name)); err != nil {
			return err
		}
	}
	for _, p := range append(pages, written...) {
		path := filepath.Join(root, p.name)
		if old, err := os.ReadFile(path); err == nil && string(old) == p.text {
			continue
		}
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			return err
		}
		if err := os.WriteFile(path, []byte(p.text), 0o644); err != nil {
			return err
		}
	}
	return nil
}

// page is a file of the documentation, by its path from the root.
type page struct{ name, text string }

// stale lists files in the generated folders that are no page any more.
func stale(root string, pages []page) []string {
	var out []string
	for _, dir := range []string{"docs/dialects", "docs/cli"} {
		found, _ := filepath.Glob(filepath.Join(root, dir, "*"))
		for _, f := range found {
			name := dir + "/" + filepath.Base(f)
			if !slices.ContainsFunc(pages, func(p page) bool { return p.name == name }) {
				out = append(out, name)
			}
		}
	}
	return out
}
