package forms

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

const root = "../../.."

var (
	sample = flag.Int("forms", 100, "legal forms that TestSample judges, at least")
	seed   = flag.Uint64("forms-seed", 3, "seed of what TestSample draws")
)

// TestSample draws forms until so many are legal by the table, and judges them as
// make exhaustive judges all.
func TestSample(t *testing.T) {
	t.Parallel()
	c := &Checker{Root: root, Seed: *seed, Twice: true}
	if err := c.start(); err != nil {
		t.Fatal(err)
	}
	r := rand.New(rand.NewPCG(*seed, 0))
	var list []Form
	for legal, i := 0, 0; legal < *sample; i++ {
		f := Draw(r, i)
		list = append(list, f)
		if id, err := c.forbidden(f); err != nil {
			t.Fatal(err)
		} else if id == "" {
			legal++
		}
	}
	res, err := Run(t.Context(), Options{Checker: c, Forms: list, Log: func(format string, args ...any) {
		if strings.HasPrefix(format, "%s: %s: %s") {
			t.Errorf(format, args...)
		}
	}})
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("seed %d: %v", *seed, res)
	if n := res.Counts[Legal]; n < *sample {
		t.Errorf("%d legal forms, expected %d at least", n, *sample)
	}
}

// TestGrid counts forms that the table lets pass.
func TestGrid(t *testing.T) {
	t.Parallel()
	c := &Checker{Root: root}
	if err := c.start(); err != nil {
		t.Fatal(err)
	}
	// One of eight forms is asked, which says enough of the others.
	n, legal, fired, names := 0, 0, make(map[string]int), make(map[string]bool)
	for f := range All() {
		if n++; n%8 != 0 {
			continue
		}
		id, err := c.forbidden(f)
		if err != nil {
			t.Fatal(err)
		}
		if id == "" {
			legal++
		} else {
			fired[id]++
		}
		names[f.String()] = true
	}
	t.Logf("%d forms, of every eighth %d are legal; the others by rule: %v", n, legal, fired)
	if legal < 4000 || len(fired) < 5 {
		t.Errorf("%d legal forms, and others by %d rules, expected 4000 and 5 at least", legal, len(fired))
	}
	if len(names) != n/8 {
		t.Errorf("%d names of %d forms", len(names), n/8)
	}
}

// TestIdle: what the grid leaves out differs in nothing. Each kernel has some of the
// options.
func TestIdle(t *testing.T) {
	t.Parallel()
	c := &Checker{Root: root, CompileOnly: true}
	same := func(f, g Form) {
		t.Helper()
		a, err := c.Check(t.Context(), f)
		if err != nil {
			t.Fatal(err)
		}
		b, err := c.Check(t.Context(), g)
		if err != nil {
			t.Fatal(err)
		}
		if a.Class == "" || a.Class != b.Class {
			t.Errorf("expected the same module of\n%v (%v)\n%v (%v)", f, a, g, b)
		}
	}
	for n, s := range subjects() {
		one := s.first()
		one.values[stages], one.values[prefetch], one.values[war], one.values[consumers] = "3", "0", "mbarrier", "0"
		barrier, roles := one, one
		barrier.values[war] = "barrier"
		roles.values[consumers] = "1"
		single := one
		single.values[stages] = "1"
		list := []struct {
			f     Form
			o     option
			value string
		}{
			{one, peel, "all"}, {one, peel, "none"}, {barrier, arrive, "thread"}, {barrier, empty, "pre-armed"},
			{roles, peel, "all"}, {roles, dim, "z"}, {roles, schedule, "pingpong"}, {single, unroll, "true"},
		}
		for i := n % 3; i < len(list); i += 3 {
			g := list[i].f
			g.values[list[i].o] = list[i].value
			same(list[i].f, g)
		}
	}
}

// TestState: a run goes on where another one stopped, and does not trust the state
// of another compiler.
func TestState(t *testing.T) {
	t.Parallel()
	o := Options{State: filepath.Join(t.TempDir(), "state"), Workers: 1, Log: func(string, ...any) {}}
	for f := range All() {
		if o.Forms = append(o.Forms, f); len(o.Forms) == 6 {
			break
		}
	}
	run := func(n int, seed uint64) (Result, error) {
		x := o
		x.Checker, x.Forms = &Checker{Root: root, Schedules: 1, Seed: seed}, o.Forms[:n]
		return Run(t.Context(), x)
	}
	if _, err := run(3, 1); err != nil {
		t.Fatal(err)
	}
	first, err := os.ReadFile(o.State)
	if err != nil {
		t.Fatal(err)
	}
	// A line without an end was being written when the run stopped.
	if err := os.WriteFile(o.State, append(first, "legal\tabc"...), 0o666); err != nil {
		t.Fatal(err)
	}
	res, err := run(6, 1)
	if err != nil {
		t.Fatal(err)
	}
	if n := res.Counts[Legal] + res.Counts[Alike] + res.Counts[Illegal]; n != 6 || res.Counts[Legal] < 2 || res.Left != 0 {
		t.Errorf("expected 6 forms, some of them legal, found %v", res)
	}
	second, err := os.ReadFile(o.State)
	if err != nil {
		t.Fatal(err)
	}
	if !strings.HasPrefix(string(second), string(first)) || strings.Count(string(second), "\n") != 7 {
		t.Errorf("expected three lines more than\n%s\nfound\n%s", first, second)
	}
	again, err := run(6, 1)
	if d := cmp.Diff(fmt.Sprint(res), fmt.Sprint(again)); err != nil || d != "" {
		t.Errorf("a run with nothing left: %v, %s", err, d)
	}
	if _, err := run(6, 2); err == nil || !strings.Contains(err.Error(), "another version") {
		t.Errorf("expected an error about another version, found %v", err)
	}
}

// reviewed are forms chosen by hand from the rules of the machine, with the rule
// that forbids them or "".
var reviewed = []struct{ form, rule, why string }{
	{"matmul{stages=1 war=barrier}", "", "one slot, loads and products by turns"},
	{"matmul{stages=2 prefetch=2}", "R3", "two slots are loaded into and one is in use"},
	{"matmul{stages=5 mma-in-flight=5}", "R2", "five slots are held and one is in use"},
	{"matmul{stages=5 mma-in-flight=4}", "", "releases lag by one less than there are slots"},
	{"matmul{stages=5 mma-in-flight=4 consumers=2}", "", "as before, between roles"},
	{"copy{stages=5 prefetch=4 arrive=elected}", "R6", "a thread speaks for warps that may still read"},
	{"copy{stages=5 prefetch=4 arrive=elected war=barrier}", "", "nobody arrives"},
	{"matmul{consumers=2 arrive=elected}", "", "all reads are products, which a warp group issues together"},
	{"mixed_copies{consumers=2 arrive=elected}", "R6", "the residual is read by loads"},
	{"rowsum{consumers=3 threads=taken}", "", "two warp groups are left"},
	{"rowsum{consumers=1 threads=taken}", "T3", "none is left"},
	{"matmul{consumers=2 threads=taken producer-warps=1}", "T2", "three warps and a warp group are left"},
	{"matmul{consumers=2 threads=taken schedule=pingpong}", "T4", "a tile of one warp group is not divided"},
	{"matmul{consumers=4 producer-warps=1 dim=z}", "", "544 threads, and no registers move"},
	{"rowsum{consumers=8}", "W5", "1152 threads"},
	{"rowsum{consumers=7}", "", "1024 threads"},
	{"matmul{consumers=2 war=barrier}", "R5", "the producer would have to be in a barrier that it never reads behind"},
	{"more/while_dot{consumers=2}", "", "who loads decides like who computes"},
	{"guarded_dot{consumers=2 schedule=pingpong}", "", "slots follow from the mask in both roles"},
	{"softmax{consumers=4 schedule=pingpong copy=cp-async peel=all unroll=true}", "", "tiles by turns, each row in one"},
}

// TestReviewed: the table says of these forms what a reader of the machine's rules
// does, and the compiler agrees.
func TestReviewed(t *testing.T) {
	t.Parallel()
	c := &Checker{Root: root, CompileOnly: true}
	for _, r := range reviewed {
		f, err := Parse(r.form)
		if err != nil {
			t.Fatal(err)
		}
		found, err := c.Check(t.Context(), f)
		if err != nil {
			t.Fatal(err)
		}
		rule := ""
		if found.Verdict == Illegal {
			rule = found.Why
		}
		if found.Bad() || rule != r.rule {
			t.Errorf("%s: %s: expected rule %q, found %v", r.form, r.why, r.rule, found)
		}
	}
}

// TestParse: a form is read as it is written.
func TestParse(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(5, 0))
	for i := range 50 {
		f := Draw(r, i)
		g, err := Parse(f.String())
		if err != nil || g.String() != f.String() {
			t.Errorf("%v is read as %v, %v", f, g, err)
		}
	}
	for _, s := range []string{"matmul", "nothing{stages=2}", "matmul{slots=2}"} {
		if _, err := Parse(s); err == nil {
			t.Errorf("%s is read", s)
		}
	}
}

// TestRules: the table is read strictly.
func TestRules(t *testing.T) {
	t.Parallel()
	for line, want := range map[string]string{
		"A | error | x < 1 | m":                      "expected rule | error or remark",
		"A | warning | x < 1 | m | r":                "expected rule | error or remark",
		"A | error | x < 1 + y | m | r":              `found "y"`,
		"A | error | x ! 1 | m | r":                  `found "x ! 1"`,
		"A | error | x > 1 * y = on + x < 1 | m | r": "",
	} {
		r, err := parseRule(line)
		if want != "" {
			if err == nil || !strings.Contains(err.Error(), want) {
				t.Errorf("%s: expected an error with %q, found %v", line, want, err)
			}
			continue
		}
		for facts, want := range map[[2]string]bool{{"2", "on"}: true, {"2", "off"}: false, {"1", "on"}: false, {"0", "off"}: true} {
			got, err := r.holds(map[string]string{"x": facts[0], "y": facts[1]})
			if err != nil || got != want {
				t.Errorf("%s with x and y %v: %v, %v", line, facts, got, err)
			}
		}
		if _, err := r.holds(map[string]string{"x": "many", "y": "on"}); err == nil {
			t.Error("expected an error about a number")
		}
	}
}
