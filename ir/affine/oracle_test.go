package affine

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "rewrite testdata from mlir-opt-22")

// generated is one random map or set: the text given to MLIR, whose operands
// are all in parentheses, and the same built here.
type generated struct {
	text string
	got  string
}

// generator makes random expressions over d0..d2 and s0..s1.
type generator struct{ r *rand.Rand }

// term is an expression with the text that builds it.
type term struct {
	text string
	expr Expr
}

func (g generator) leaf(symbolic bool) term {
	switch pick := g.r.IntN(10); {
	case pick < 4 && !symbolic:
		i := g.r.IntN(3)
		return term{fmt.Sprintf("d%d", i), Dim(i)}
	case pick < 7:
		i := g.r.IntN(2)
		return term{fmt.Sprintf("s%d", i), Symbol(i)}
	}
	return g.constant()
}

func (g generator) constant() term {
	c := int64(g.r.IntN(17))
	switch g.r.IntN(40) {
	case 0:
		c = 1<<63 - 1
	case 1:
		c = 1 << (20 + g.r.IntN(43))
	case 2, 3, 4, 5, 6, 7:
		c = 1 << g.r.IntN(8)
	}
	t := term{fmt.Sprint(c), Const(c)}
	if g.r.IntN(3) == 0 {
		return g.neg(t)
	}
	return t
}

func (g generator) neg(t term) term { return term{"(-" + t.text + ")", t.expr.Neg()} }

func (g generator) binary(op string, a, b term) term {
	t := term{text: "(" + a.text + " " + op + " " + b.text + ")"}
	switch op {
	case "+":
		t.expr = a.expr.Add(b.expr)
	case "-":
		t.expr = a.expr.Sub(b.expr)
	case "*":
		t.expr = a.expr.Mul(b.expr)
	case "mod":
		t.expr = a.expr.Mod(b.expr)
	case "floordiv":
		t.expr = a.expr.FloorDiv(b.expr)
	case "ceildiv":
		t.expr = a.expr.CeilDiv(b.expr)
	}
	return t
}

// scalar is what a product or a quotient may have on the right.
func (g generator) scalar(depth int) term {
	if g.r.IntN(4) != 0 {
		return g.constant()
	}
	return g.expr(min(depth, 1), true)
}

func (g generator) expr(depth int, symbolic bool) term {
	if depth == 0 {
		return g.leaf(symbolic)
	}
	switch g.r.IntN(13) {
	case 0, 1, 2:
		return g.binary("+", g.expr(depth-1, symbolic), g.expr(depth-1, symbolic))
	case 3, 4:
		return g.binary("-", g.expr(depth-1, symbolic), g.expr(depth-1, symbolic))
	case 5, 6:
		a, b := g.expr(depth-1, symbolic), g.scalar(depth-1)
		if g.r.IntN(3) == 0 {
			a, b = b, a
		}
		return g.binary("*", a, b)
	case 7:
		return g.binary("mod", g.expr(depth-1, symbolic), g.scalar(depth-1))
	case 8:
		return g.binary("floordiv", g.expr(depth-1, symbolic), g.scalar(depth-1))
	case 9:
		return g.binary("ceildiv", g.expr(depth-1, symbolic), g.scalar(depth-1))
	case 10:
		return g.neg(g.expr(depth-1, symbolic))
	case 11: // x - (x floordiv q) * q, perhaps with something before it
		x, q := g.expr(depth-1, symbolic), g.scalar(depth-1)
		if g.r.IntN(8) == 0 {
			q = g.leaf(true)
		}
		quotient := g.binary("floordiv", x, q)
		if g.r.IntN(2) == 0 {
			x = g.binary("+", g.expr(depth-1, symbolic), x)
		}
		if g.r.IntN(2) == 0 {
			return g.binary("+", x, g.binary("*", quotient, g.neg(q)))
		}
		return g.binary("-", x, g.binary("*", quotient, q))
	}
	// A sum of equal terms with different factors.
	x := g.expr(depth-1, symbolic)
	return g.binary("+", g.binary("*", x, g.constant()), g.binary("*", x, g.constant()))
}

func (g generator) mapping() generated {
	var texts []string
	var results []Expr
	for range 1 + g.r.IntN(3) {
		t := g.expr(g.r.IntN(6), false)
		texts = append(texts, t.text)
		results = append(results, t.expr)
	}
	return generated{
		"affine_map<(d0, d1, d2)[s0, s1] -> (" + strings.Join(texts, ", ") + ")>",
		"affine_map<" + NewMap(3, 2, results...).String() + ">",
	}
}

func (g generator) set() generated {
	var texts []string
	var constraints []Constraint
	for range 1 + g.r.IntN(3) {
		a, b := g.expr(g.r.IntN(4), false), g.expr(g.r.IntN(4), false)
		op, c := ">=", GreaterEqual(a.expr, b.expr)
		switch g.r.IntN(3) {
		case 0:
			op, c = "<=", LessEqual(a.expr, b.expr)
		case 1:
			op, c = "==", EqualTo(a.expr, b.expr)
		}
		texts = append(texts, a.text+" "+op+" "+b.text)
		constraints = append(constraints, c)
	}
	return generated{
		"affine_set<(d0, d1, d2)[s0, s1] : (" + strings.Join(texts, ", ") + ")>",
		"affine_set<" + NewSet(3, 2, constraints...).String() + ">",
	}
}

func (g generator) cases(n int) []generated {
	list := make([]generated, n)
	for i := range list {
		if i%4 == 3 {
			list[i] = g.set()
		} else {
			list[i] = g.mapping()
		}
	}
	return list
}

// storedCases is how many of the random cases have their text in testdata.
const storedCases = 400

// TestAgainstMLIR compares random constructions with what mlir-opt-22 prints
// for them: the first few hundred with stored text, thousands with the tool
// itself where it is installed. The stored part fixes the generator as well,
// so changing it means running with -update.
func TestAgainstMLIR(t *testing.T) {
	t.Parallel()
	const file = "testdata/canonical.txt"
	list := generator{rand.New(rand.NewPCG(21, 22))}.cases(6000)
	if !*update {
		raw, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		stored := strings.Split(strings.TrimSuffix(string(raw), "\n"), "\n")
		if len(stored) != storedCases {
			t.Fatalf("%s holds %d cases, want %d", file, len(stored), storedCases)
		}
		compare(t, list[:storedCases], stored)
	}
	tool, err := exec.LookPath("mlir-opt-22")
	if err != nil {
		if *update {
			t.Fatal(err)
		}
		t.Log("mlir-opt-22 is not installed: stored expectations only")
		return
	}
	want := printedByMLIR(t, tool, list)
	compare(t, list, want)
	if *update {
		text := strings.Join(want[:storedCases], "\n") + "\n"
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

func compare(t *testing.T, list []generated, want []string) {
	t.Helper()
	bad := 0
	for i, w := range want {
		if list[i].got != w {
			t.Errorf("%s\n got %s\nwant %s", list[i].text, list[i].got, w)
			if bad++; bad == 15 {
				t.Fatal("and perhaps more")
			}
		}
	}
}

func printedByMLIR(t *testing.T, tool string, list []generated) []string {
	t.Helper()
	var in strings.Builder
	for _, c := range list {
		fmt.Fprintf(&in, "\"t.x\"() {m = %s} : () -> ()\n", c.text)
	}
	cmd := exec.Command(tool, "--allow-unregistered-dialect", "--mlir-print-op-generic", "--mlir-print-local-scope")
	cmd.Stdin = strings.NewReader(in.String())
	var stderr strings.Builder
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("mlir-opt-22: %v\n%.2000s", err, stderr.String())
	}
	var texts []string
	for line := range strings.Lines(string(out)) {
		if _, rest, ok := strings.Cut(line, "\"t.x\"() {m = "); ok {
			text, _, _ := strings.Cut(rest, "} : ")
			texts = append(texts, text)
		}
	}
	if len(texts) != len(list) {
		t.Fatalf("%d texts for %d cases", len(texts), len(list))
	}
	return texts
}
