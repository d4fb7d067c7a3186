// Command archcheck holds the repository to its plan: which package may import
// which, how long files and functions may be, what packages may be called, and that
// each says what it is.
//
// The rules are the data of rules.go, each with its reason; a reason is part of every
// message, so that whoever breaks a rule learns what it is for. Import arrows bind
// the code that ships; tests may import more, but for the few packages that have a
// single importer. The command knows nothing of what the packages do.
//
// Run it at the repository's root: it prints one line a violation and exits with 1
// when there is any. The test beside it does the same, so go test ./... sees them.
package main

import (
	"fmt"
	"io"
	"os"
)

func main() { os.Exit(run(".", os.Stdout, os.Stderr)) }

// run checks the module at root and returns the exit status.
func run(root string, stdout, stderr io.Writer) int {
	violations, err := checkRepository(root)
	if err != nil {
		fmt.Fprintln(stderr, "archcheck:", err)
		return 1
	}
	for _, v := range violations {
		fmt.Fprintln(stdout, v)
	}
	if len(violations) > 0 {
		return 1
	}
	return 0
}

// checkRepository runs every check on the module at root.
func checkRepository(root string) ([]string, error) {
	packages, err := load(root)
	if err != nil {
		return nil, err
	}
	violations := repositoryRules.check(packages)
	for _, p := range packages {
		more, err := checkSources(root, p)
		if err != nil {
			return nil, err
		}
		violations = append(violations, more...)
	}
	return violations, nil
}
