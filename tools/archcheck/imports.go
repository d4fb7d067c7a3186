package main

import (
	"fmt"
	"slices"
	"strings"
)

// pkg is one package with what it imports: packages of this module by their path
// below its root, others by import path.
type pkg struct {
	path, name, dir string
	imports         []string
	testImports     []string
	files           []string // all Go files, tests included, relative to dir
}

// match reports whether path fits the pattern, and how much of path the part before
// "/..." took.
func match(pattern, path string) (area string, ok bool) {
	head, below := strings.CutSuffix(pattern, "...")
	if !below {
		return path, matchElements(strings.Split(pattern, "/"), strings.Split(path, "/"))
	}
	head = strings.TrimSuffix(head, "/")
	if head == "" {
		return "", true
	}
	want, have := strings.Split(head, "/"), strings.Split(path, "/")
	if len(have) < len(want) || !matchElements(want, have[:len(want)]) {
		return "", false
	}
	return strings.Join(have[:len(want)], "/"), true
}

func matchElements(want, have []string) bool {
	return slices.EqualFunc(want, have, func(w, h string) bool { return w == "*" || w == h })
}

func matchAny(patterns []string, path string) bool {
	return slices.ContainsFunc(patterns, func(p string) bool {
		_, ok := match(p, path)
		return ok
	})
}

// isStandard reports whether an import path is the standard library's: its first
// element has no dot. Paths of this module never get here.
func isStandard(path string) bool {
	first, _, _ := strings.Cut(path, "/")
	return !strings.Contains(first, ".")
}

// check returns the violations of the import rules, in the order of packages.
func (r rules) check(packages []pkg) []string {
	own := map[string]pkg{}
	for _, p := range packages {
		own[p.path] = p
	}
	var violations []string
	for _, p := range packages {
		violations = append(violations, r.checkArrow(p, own)...)
		violations = append(violations, r.checkExclusive(p, own)...)
		violations = append(violations, r.checkReach(p, own)...)
	}
	return violations
}

// checkArrow holds the shipped code of p to the first arrow that covers it.
func (r rules) checkArrow(p pkg, own map[string]pkg) []string {
	for _, a := range r.arrows {
		area, ok := match(a.from, p.path)
		if !ok {
			continue
		}
		var violations []string
		for _, imp := range p.imports {
			if _, ours := own[imp]; !ours || matchAny(a.may, imp) {
				continue
			}
			if _, inside := match(area+"/...", imp); inside && strings.HasSuffix(a.from, "/...") {
				continue
			}
			violations = append(violations, fmt.Sprintf("%s imports %s: %s may import %s only (%s)",
				p.path, imp, a.from, describe(a.may), a.why))
		}
		return violations
	}
	return []string{fmt.Sprintf("%s: no arrow in tools/archcheck/rules.go covers this package; a new area needs one, with its reason", p.path)}
}

// checkExclusive holds all code of p to the lists of sole importers, and to the
// modules that are named there at all.
func (r rules) checkExclusive(p pkg, own map[string]pkg) []string {
	var violations []string
	for _, kind := range []struct {
		imports []string
		test    bool
	}{{p.imports, false}, {p.testImports, true}} {
		for _, imp := range kind.imports {
			known := false
			for _, e := range r.exclusives {
				if _, ok := match(e.pkg, imp); !ok {
					continue
				}
				known = true
				_, inside := match(e.pkg, p.path)
				if !inside && !matchAny(e.only, p.path) && !(kind.test && e.tests) {
					violations = append(violations, fmt.Sprintf("%s imports %s: only %s may (%s)",
						p.path, imp, importers(e), e.why))
				}
			}
			if _, ours := own[imp]; !ours && !known && !isStandard(imp) {
				violations = append(violations, fmt.Sprintf(
					"%s imports %s: an unlisted dependency; name its importers and the reason in tools/archcheck/rules.go", p.path, imp))
			}
		}
	}
	return violations
}

// checkReach follows the imports of p as far as they go within the module.
func (r rules) checkReach(p pkg, own map[string]pkg) []string {
	var violations []string
	for _, u := range r.unreachables {
		if _, ok := match(u.from, p.path); !ok {
			continue
		}
		way := map[string]string{p.path: p.path}
		for queue := []string{p.path}; len(queue) > 0; queue = queue[1:] {
			for _, imp := range own[queue[0]].imports {
				if way[imp] != "" {
					continue
				}
				way[imp] = way[queue[0]] + " -> " + imp
				queue = append(queue, imp)
				if matchAny(u.not, imp) && len(strings.Split(way[imp], " -> ")) > 2 {
					violations = append(violations, fmt.Sprintf("%s: %s must not reach it (%s)", way[imp], u.from, u.why))
				}
			}
		}
	}
	return violations
}

func describe(patterns []string) string {
	if len(patterns) == 0 {
		return "nothing of this module outside itself"
	}
	return strings.Join(patterns, ", ")
}

func importers(e exclusive) string {
	list := slices.Clone(e.only)
	if e.tests {
		list = append(list, "tests")
	}
	if len(list) == 0 {
		return "nobody"
	}
	return strings.Join(list, ", ")
}
