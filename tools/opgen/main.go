package main

import (
	"fmt"
	"os"
	"path/filepath"
)

// outputName is the file opgen writes.
const outputName = "views_gen.go"

func main() {
	dir := "."
	switch len(os.Args) {
	case 1:
	case 2:
		dir = os.Args[1]
	default:
		fmt.Fprintln(os.Stderr, "usage: opgen [dialect folder]")
		os.Exit(1)
	}
	if err := run(dir); err != nil {
		fmt.Fprintln(os.Stderr, "opgen:", err)
		os.Exit(1)
	}
}

func run(dir string) error {
	text, err := generate(dir)
	if err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(dir, outputName), text, 0o644)
}

// generate returns the text of views_gen.go for the dialect in dir.
func generate(dir string) ([]byte, error) {
	p, err := readPackage(dir)
	if err != nil {
		return nil, err
	}
	return p.write()
}
