package filecheck

import (
	"fmt"
	"strings"
)

// Options are FileCheck's command-line options of the same names. The zero value
// is FileCheck's default.
type Options struct {
	// Prefixes replace CHECK. Each must occur in the check file.
	Prefixes []string
	// Defines are variables of the form NAME=VALUE, defined before the first check.
	Defines []string
	// ImplicitCheckNot holds patterns that may occur nowhere but in text that a
	// positive directive matched.
	ImplicitCheckNot []string
	// AllowEmpty accepts an empty input, which is otherwise an error.
	AllowEmpty bool
	// StrictWhitespace keeps runs of blanks and tabs as they are.
	StrictWhitespace bool
	// EnableVarScope forgets variables at each CHECK-LABEL, those that begin with
	// $ apart.
	EnableVarScope bool
}

// Check matches input against the directives in checks. The error, nil when all
// hold, shows each directive that failed as checkName:line:column with a caret, and
// the place in the input where its search began. Matching goes on after the next
// CHECK-LABEL, so one call can report several.
func Check(checks, checkName, input string, opts Options) error {
	src := newSource(checkName, checks)
	list, err := parseChecks(src, opts)
	if err != nil {
		return err
	}
	if input == "" && !opts.AllowEmpty {
		return fmt.Errorf("%s: error: the input is empty", checkName)
	}
	vars, err := defineAll(opts.Defines)
	if err != nil {
		return err
	}
	canonical := strings.ReplaceAll(input, "\r\n", "\n")
	if !opts.StrictWhitespace {
		canonical = canonicalize(canonical)
	}
	c := &checker{
		checks: src,
		input:  newSource("<input>", canonical),
		vars:   vars,
		scoped: opts.EnableVarScope,
	}
	c.run(list)
	return c.report.err()
}

// defineAll reads NAME=VALUE definitions.
func defineAll(defines []string) (map[string]string, error) {
	vars := map[string]string{}
	for _, d := range defines {
		name, value, ok := strings.Cut(d, "=")
		if n := variableName(name); !ok || n == 0 || n != len(name) {
			return nil, fmt.Errorf("expected a definition NAME=VALUE, found %q", d)
		}
		vars[name] = value
	}
	return vars, nil
}

// canonicalize replaces each run of blanks and tabs by one blank.
func canonicalize(s string) string {
	var b strings.Builder
	b.Grow(len(s))
	for i := 0; i < len(s); i++ {
		if s[i] != ' ' && s[i] != '\t' {
			b.WriteByte(s[i])
			continue
		}
		if i == 0 || (s[i-1] != ' ' && s[i-1] != '\t') {
			b.WriteByte(' ')
		}
	}
	return b.String()
}
