package endtoend_test

import (
	"context"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/tile-opt/tile-opt/ir/diag"
	"github.com/tile-opt/tile-opt/opt"
	allpasses "github.com/tile-opt/tile-opt/passes/all"
	"github.com/tile-opt/tile-opt/targets/launch/inputs"
	"github.com/tile-opt/tile-opt/targets/sim"
)

var (
	ringForms = flag.Int("ring-forms", 48, "forms of rings that TestRingForms draws")
	ringSeed  = flag.Uint64("ring-seed", 1, "seed of what TestRingForms draws")
)

// formRule is a line of docs/legality.txt.
type formRule struct {
	id, kind, when, message string
	any                     [][]comparison
}

type comparison struct{ left, op, right string }

func rules(t *testing.T) []formRule {
	t.Helper()
	b, err := os.ReadFile("../../docs/legality.txt")
	if err != nil {
		t.Fatal(err)
	}
	var out []formRule
	for n, line := range strings.Split(string(b), "\n") {
		if line == "" || line[0] == '#' {
			continue
		}
		f := strings.Split(line, " | ")
		if len(f) != 5 || f[1] != "error" && f[1] != "remark" || f[4] == "" {
			t.Fatalf("docs/legality.txt:%d: expected rule | error or remark | when | message | reason", n+1)
		}
		r := formRule{id: f[0], kind: f[1], when: f[2], message: f[3]}
		for _, sum := range strings.Split(f[2], " + ") {
			var all []comparison
			for _, c := range strings.Split(sum, " * ") {
				w := strings.Fields(c)
				if len(w) != 3 {
					t.Fatalf("docs/legality.txt:%d: expected a comparison, found %q", n+1, c)
				}
				all = append(all, comparison{w[0], w[1], w[2]})
			}
			r.any = append(r.any, all)
		}
		out = append(out, r)
	}
	return out
}

// holds evaluates the condition of a rule on a form.
func (r formRule) holds(t *testing.T, form map[string]string) bool {
	t.Helper()
	value := func(s string) string {
		if v, ok := form[s]; ok {
			return v
		}
		return s
	}
	for _, all := range r.any {
		yes := true
		for _, c := range all {
			a, b := value(c.left), value(c.right)
			if c.op == "=" {
				yes = yes && a == b
				continue
			}
			x, errA := strconv.Atoi(a)
			y, errB := strconv.Atoi(b)
			switch {
			case errA != nil || errB != nil:
				t.Fatalf("rule %s compares %q with %q", r.id, a, b)
			case c.op == "<":
				yes = yes && x < y
			case c.op == ">":
				yes = yes && x > y
			case c.op == ">=":
				yes = yes && x >= y
			default:
				t.Fatalf("rule %s has an unknown comparison %q", r.id, c.op)
			}
		}
		if yes {
			return true
		}
	}
	return false
}

// subject is a kernel whose loops get rings: what the rules ask of it, its tile
// for a number of consumers, and a problem with a number of trips.
type subject struct {
	file, reads, chain, guarded, loop, options string
	// stores says how results leave: tma or direct.
	stores  string
	tile    func(groups int) string
	problem func(groups, trips int) shape
	least   int // trips
}

func subjects() []subject {
	mma := func(bn, bk int) (func(int) string, func(int, int) shape) {
		return func(g int) string { return fmt.Sprintf("BM=%d BN=%d BK=%d", 64*g, bn, bk) },
			func(g, trips int) shape {
				// Two tiles, so that rings are used on.
				return shape{int64(64 * g), int64(2 * bn), int64(max(trips*bk-8*(trips%2), 0)), 0}
			}
	}
	matTile, matShape := mma(16, 16)
	dotsTile, dotsShape := mma(16, 16)
	guardTile, guardShape := mma(16, 64)
	fixed := func(s string) func(int) string { return func(int) string { return s } }
	return []subject{
		{"matmul", "mma", "yes", "no", "for", "", "tma", matTile, matShape, 0},
		{"mixed_copies", "both", "yes", "no", "for", "", "tma", matTile, matShape, 0},
		{"two_dots", "mma", "yes", "no", "for", "", "tma", dotsTile, dotsShape, 0},
		{"guarded_dot", "mma", "no", "yes", "for", "", "tma", guardTile, guardShape, 0},
		{"rowsum", "loads", "no", "no", "for", "stage=loops", "direct", fixed("BM=16 BN=32"), func(_, n int) shape { return shape{32, int64(max(32*n-8*(n%2), 0)), 0, 0} }, 0},
		{"copy", "loads", "no", "no", "tiles", "stage=loops", "direct", fixed("BM=16 BN=32"), func(_, n int) shape { return shape{16, int64(32*n - 8*(n%2)), 0, 0} }, 1},
		{"gelu_bias", "loads", "no", "no", "tiles", "stage=loops", "direct", fixed("BM=16 BN=32"), func(_, n int) shape { return shape{16, int64(32*n - 8*(n%2)), 0, 0} }, 1},
		{"softmax", "loads", "no", "no", "tiles", "stage=loops", "direct", fixed("BM=16 BN=64"), func(_, n int) shape { return shape{int64(16*n - n%2), 56, 0, 0} }, 1},
	}
}

// draw makes a random form of a subject: options of the pipeline, some of them
// such that rules forbid them.
func (s subject) draw(r *rand.Rand) map[string]string {
	pick := func(list ...string) string { return list[r.IntN(len(list))] }
	stages := 1 + r.IntN(5)
	f := map[string]string{
		"stages": strconv.Itoa(stages), "consumers": pick("0", "0", "0", "0", "1", "1", "2", "2", "3", "4"), "war": "mbarrier", "peel": pick("prologue", "none", "all"),
		"unroll": pick("false", "true"), "empty": pick("inverted", "pre-armed"), "arrive": pick("auto", "elected", "warp", "thread"),
		"barrier-per": pick("slot", "copy"), "copy": pick("auto", "auto", "bulk", "cp-async", "plain"), "producer-warps": pick("1", "4"),
		"prefetch": strconv.Itoa(r.IntN(stages)), "mma-in-flight": "-1",
	}
	for k, v := range map[string]string{"threads": "added", "dim": "x", "schedule": "cooperative", "store-role": "consumer", "pad-warps": "false", "persist": "true"} {
		f[k] = v
	}
	if f["consumers"] != "0" {
		f["dim"], f["schedule"], f["store-role"] = pick("x", "y", "z"), pick("cooperative", "cooperative", "pingpong"), pick("consumer", "consumer", "own", "producer")
		f["pad-warps"] = pick("false", "true")
		if r.IntN(8) == 0 {
			f["threads"] = "taken"
		}
		if s.loop == "for" && r.IntN(8) == 0 {
			f["persist"] = "false"
		}
	}
	if r.IntN(2) == 0 {
		f["prefetch"] = strconv.Itoa(-1 - r.IntN(stages))
	}
	if r.IntN(2) == 0 {
		f["mma-in-flight"] = strconv.Itoa(r.IntN(stages))
	}
	if f["consumers"] == "0" || r.IntN(8) == 0 {
		f["war"] = pick("mbarrier", "barrier")
	}
	return f
}

// complete adds what rules ask for beside the options.
func (s subject) complete(f map[string]string) map[string]string {
	out := map[string]string{"reads": s.reads, "chain": s.chain, "guarded": s.guarded, "loop": s.loop, "stores": s.stores}
	for k, v := range f {
		out[k] = v
	}
	n := func(k string) int { v, _ := strconv.Atoi(f[k]); return v }
	ahead, flight := n("prefetch"), n("mma-in-flight")
	if ahead < 0 {
		ahead += n("stages")
	}
	switch {
	case flight < 0:
		flight = n("stages") - ahead - 1
	case n("prefetch") == -1:
		ahead = n("stages") - flight - 1
	}
	out["ahead"], out["in-flight"], out["slots"] = strconv.Itoa(ahead), strconv.Itoa(flight), strconv.Itoa(ahead+flight+1)
	return out
}

// text writes the options of a form in a fixed order.
func (s subject) text(f map[string]string) string {
	var words []string
	for _, k := range []string{"stages", "prefetch", "mma-in-flight", "consumers", "war", "peel", "unroll", "empty", "arrive", "barrier-per", "copy", "producer-warps", "threads", "dim", "schedule", "store-role", "pad-warps", "persist"} {
		words = append(words, k+"="+f[k])
	}
	return strings.TrimSpace(strings.Join(words, " ") + " " + s.options)
}

// TestRingForms draws forms of rings for kernels of all kinds, and holds the
// compiler to docs/legality.txt: illegal forms are refused or declined with the
// reason of a rule, and all others compute what the tile level says, for every
// number of trips that a ring tells apart.
func TestRingForms(t *testing.T) {
	t.Parallel()
	table := rules(t)
	r := rand.New(rand.NewPCG(*ringSeed, 0))
	list := subjects()
	var legal, refused, unproven atomic.Int64
	n := *ringForms
	if testing.Short() {
		n /= 10
	}
	t.Run("forms", func(t *testing.T) {
		for i := range n {
			s := list[i%len(list)]
			f := s.draw(r)
			t.Run(s.file+"{"+s.text(f)+"}", func(t *testing.T) {
				t.Parallel()
				switch ok, proven := s.check(t, table, f); {
				case !ok:
					refused.Add(1)
				case !proven:
					unproven.Add(1)
					fallthrough
				default:
					legal.Add(1)
				}
			})
		}
	})
	t.Logf("seed %d: %d forms compiled and simulated, %d of them not proven, %d refused", *ringSeed, legal.Load(), unproven.Load(), refused.Load())
}

// groupsOf is the number of warp groups whose blocks of 64 rows a tile must have:
// those that share it, and with threads=taken those that shared it before.
func groupsOf(f map[string]string) int {
	n, _ := strconv.Atoi(f["consumers"])
	switch {
	case n == 0 || f["schedule"] == "pingpong" && f["persist"] == "true" && n > 1:
		return 1
	case f["threads"] == "taken" && n > 1:
		return n * (n - 1)
	}
	return n
}

// check compiles and runs one form. It reports whether the form is legal, and
// proven.
func (s subject) check(t *testing.T, table []formRule, f map[string]string) (ok, proven bool) {
	t.Helper()
	k := kernelOf(t, s.file)
	groups := groupsOf(f)
	full := s.complete(f)
	var said []string
	o := opt.Options{}
	o.Workers = 1
	o.Diag = func(d *diag.Diagnostic) { said = append(said, d.Msg) }
	m := parse(t, k.file+".mlir", k.text(t))
	err := opt.RunPipeline(context.Background(), m, allpasses.Registry(), "builtin.module(tile-to-llvm{"+s.text(f)+" "+s.tile(groups)+"})", o)
	for _, rule := range table {
		if !rule.holds(t, full) {
			continue
		}
		if rule.kind == "error" {
			if err == nil || !strings.Contains(err.Error(), rule.message) {
				t.Errorf("rule %s (%s) forbids this, and the compiler says: %v", rule.id, rule.when, err)
			}
			return false, false
		}
		if !strings.Contains(strings.Join(said, "\n"), rule.message) {
			t.Errorf("rule %s (%s) expects a remark %q, found:\n%s", rule.id, rule.when, rule.message, strings.Join(said, "\n"))
		}
	}
	if err != nil {
		t.Errorf("no rule forbids this, and the compiler says: %v", err)
		return true, true
	}
	stages, _ := strconv.Atoi(f["stages"])
	for trips := s.least; trips <= 2*stages+1; trips++ {
		p := s.problem(groups, trips)
		so := sim.Options{Seed: uint64(trips) + *ringSeed, StrictX: true, Properties: few(1)}
		if err := k.expect(t, s.tile(groups), p, inputs.Integers).simulate(t, m, so); err != nil {
			t.Errorf("%d trips, %v, seed %d: %v", trips, p, so.Seed, err)
			return true, true
		}
	}
	for _, msg := range said {
		if strings.Contains(msg, "protocol not proven") {
			t.Log(msg)
			return true, false
		}
	}
	return true, true
}

// TestLegalForms counts the forms that the table lets pass, of those that differ:
// peeling says nothing where loads do not run ahead in the same threads, nor
// unrolling about a ring of one slot, nor arrivals where nobody arrives.
func TestLegalForms(t *testing.T) {
	t.Parallel()
	table := rules(t)
	legal, illegal, unlike := 0, 0, make(map[string]int)
	for _, s := range subjects() {
		for _, f := range s.all() {
			ok, full := true, s.complete(f)
			for _, r := range table {
				ok = ok && (r.kind != "error" || !r.holds(t, full))
			}
			if ok {
				legal++
				unlike[s.file]++
			} else {
				illegal++
			}
		}
	}
	t.Logf("%d legal forms, %d illegal; by kernel: %v", legal, illegal, unlike)
	if legal < 4000 {
		t.Errorf("%d legal forms, expected 4000 at least", legal)
	}
	if illegal == 0 {
		t.Error("no rule forbids anything")
	}
}

// all lists the forms of a kernel, without those that differ in nothing.
func (s subject) all() []map[string]string {
	var out []map[string]string
	axes := []struct {
		name   string
		values []string
	}{
		{"war", []string{"mbarrier", "barrier"}}, {"consumers", []string{"0", "1", "2", "3", "4"}}, {"copy", []string{"auto", "cp-async", "plain"}},
		{"peel", []string{"prologue", "none", "all"}}, {"unroll", []string{"false", "true"}}, {"arrive", []string{"warp", "elected", "thread"}},
		{"empty", []string{"inverted", "pre-armed"}}, {"barrier-per", []string{"slot", "copy"}},
	}
	for stages := 1; stages <= 5; stages++ {
		for ahead := range stages {
			f := map[string]string{"stages": strconv.Itoa(stages), "prefetch": strconv.Itoa(ahead), "mma-in-flight": "-1", "producer-warps": "4"}
			var fill func(i int)
			fill = func(i int) {
				if i == len(axes) {
					if s.differs(f, ahead) {
						c := make(map[string]string, len(f))
						for k, v := range f {
							c[k] = v
						}
						out = append(out, c)
					}
					return
				}
				for _, v := range axes[i].values {
					f[axes[i].name] = v
					fill(i + 1)
				}
			}
			fill(0)
		}
	}
	return out
}

// differs reports whether each choice of a form that is not the first of its
// kind changes something.
func (s subject) differs(f map[string]string, ahead int) bool {
	switch {
	case f["peel"] != "prologue" && (f["consumers"] != "0" || ahead == 0),
		f["unroll"] == "true" && f["stages"] == "1",
		(f["arrive"] != "warp" || f["empty"] != "inverted") && f["war"] == "barrier",
		f["barrier-per"] == "copy" && s.reads == "loads" && s.file != "gelu_bias":
		return false
	}
	return true
}
