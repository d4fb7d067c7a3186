package machine

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"reflect"
	"strconv"
	"strings"
	"testing"
)

// rules reads the rule constants from the source.
func rules(t *testing.T) map[string]Rule {
	t.Helper()
	f, err := parser.ParseFile(token.NewFileSet(), "fault.go", nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	out := map[string]Rule{}
	ast.Inspect(f, func(n ast.Node) bool {
		if v, ok := n.(*ast.ValueSpec); ok && len(v.Values) == 1 && strings.HasPrefix(v.Names[0].Name, "Rule") {
			s, err := strconv.Unquote(v.Values[0].(*ast.BasicLit).Value)
			if err != nil {
				t.Fatal(err)
			}
			out[v.Names[0].Name] = Rule(s)
		}
		return true
	})
	if len(out) < 30 {
		t.Fatalf("only %d rules found", len(out))
	}
	return out
}

// TestRulesDocumented: every rule and every switch stands in docs/memory-model.md.
func TestRulesDocumented(t *testing.T) {
	t.Parallel()
	b, err := os.ReadFile("../../../docs/memory-model.md")
	if err != nil {
		t.Fatal(err)
	}
	doc := string(b)
	cells := strings.FieldsFunc(doc, func(r rune) bool { return r == '|' || r == ',' || r == '\n' })
	have := map[string]bool{}
	for _, c := range cells {
		have[strings.TrimSpace(c)] = true
	}
	for name, r := range rules(t) {
		if !have[string(r)] {
			t.Errorf("%s (%s) has no row", name, r)
		}
	}
	sw := reflect.TypeFor[Switches]()
	for i := range sw.NumField() {
		if f := sw.Field(i).Name; !strings.Contains(doc, "`"+f+"`") {
			t.Errorf("switch %s is not described", f)
		}
	}
}

// TestRulesCovered: every rule is broken by a scenario.
func TestRulesCovered(t *testing.T) {
	t.Parallel()
	seen := map[Rule]bool{}
	for _, list := range [][]scenario{orderScenarios(), barrierScenarios(), bulkScenarios(), warpScenarios(), clusterScenarios(), wgmmaScenarios()} {
		for _, s := range list {
			seen[s.rule] = true
		}
	}
	for name, r := range rules(t) {
		if !seen[r] {
			t.Errorf("no scenario breaks %s (%s)", name, r)
		}
	}
}
