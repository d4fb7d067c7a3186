package forms

import (
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
)

// rule is a line of docs/legality.txt.
type rule struct {
	// id names it, kind is "error" or "remark", message is a part of what the
	// compiler must say.
	id, kind, when, message string
	any                     [][]comparison
}

type comparison struct{ left, op, right string }

// readTable reads docs/legality.txt below the folder of the module.
func readTable(root string) ([]rule, error) {
	path := filepath.Join(root, "docs", "legality.txt")
	b, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	var out []rule
	for n, line := range strings.Split(string(b), "\n") {
		if line == "" || line[0] == '#' {
			continue
		}
		r, err := parseRule(line)
		if err != nil {
			return nil, fmt.Errorf("%s:%d: %w", path, n+1, err)
		}
		out = append(out, r)
	}
	return out, nil
}

// parseRule reads one line. Its condition is a sum of products of comparisons.
func parseRule(line string) (rule, error) {
	f := strings.Split(line, " | ")
	if len(f) != 5 || f[1] != "error" && f[1] != "remark" || f[4] == "" {
		return rule{}, fmt.Errorf("expected rule | error or remark | when | message | reason")
	}
	r := rule{id: f[0], kind: f[1], when: f[2], message: f[3]}
	for _, sum := range strings.Split(f[2], " + ") {
		var all []comparison
		for _, c := range strings.Split(sum, " * ") {
			w := strings.Fields(c)
			if len(w) != 3 || !strings.Contains(" = < > >= ", " "+w[1]+" ") {
				return rule{}, fmt.Errorf("expected a comparison by =, <, > or >=, found %q", c)
			}
			all = append(all, comparison{w[0], w[1], w[2]})
		}
		r.any = append(r.any, all)
	}
	return r, nil
}

// holds evaluates the condition of a rule on what is known of a form.
func (r rule) holds(facts map[string]string) (bool, error) {
	for _, all := range r.any {
		yes := true
		for _, c := range all {
			ok, err := c.holds(facts)
			if err != nil {
				return false, fmt.Errorf("rule %s: %w", r.id, err)
			}
			yes = yes && ok
		}
		if yes {
			return true, nil
		}
	}
	return false, nil
}

// holds compares; a word that is no fact stands for itself.
func (c comparison) holds(facts map[string]string) (bool, error) {
	value := func(s string) string {
		if v, ok := facts[s]; ok {
			return v
		}
		return s
	}
	a, b := value(c.left), value(c.right)
	if c.op == "=" {
		return a == b, nil
	}
	x, errA := strconv.Atoi(a)
	y, errB := strconv.Atoi(b)
	if errA != nil || errB != nil {
		return false, fmt.Errorf("%q and %q are compared as numbers", a, b)
	}
	switch c.op {
	case "<":
		return x < y, nil
	case ">":
		return x > y, nil
	}
	return x >= y, nil
}
