package numeric

import (
	"bufio"
	"flag"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "rewrite testdata from mlir-opt-22")

// mlirOpt runs mlir-opt-22 once. The second result is false where the tool is
// not installed; the stored expectations have been checked by then.
func mlirOpt(t *testing.T, input string, args ...string) (string, bool) {
	t.Helper()
	tool, err := exec.LookPath("mlir-opt-22")
	if err != nil {
		if *update {
			t.Fatal(err)
		}
		t.Log("mlir-opt-22 is not installed: stored expectations only")
		return "", false
	}
	cmd := exec.Command(tool, args...)
	cmd.Stdin = strings.NewReader(input)
	var stderr strings.Builder
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("mlir-opt-22: %v\n%.2000s", err, stderr.String())
	}
	return string(out), true
}

// readTable returns the tab-separated rows of a stored table.
func readTable(t *testing.T, name string) [][]string {
	t.Helper()
	file, err := os.Open(filepath.Join("testdata", name))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	var rows [][]string
	for s := bufio.NewScanner(file); s.Scan(); {
		rows = append(rows, strings.Split(s.Text(), "\t"))
	}
	if len(rows) == 0 {
		t.Fatalf("%s is empty", name)
	}
	return rows
}

func writeTable(t *testing.T, name string, rows []string) {
	t.Helper()
	text := strings.Join(rows, "\n") + "\n"
	if err := os.WriteFile(filepath.Join("testdata", name), []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

// samples returns encodings of f: all if there are few, else edges, numbers
// people write and random bits.
func samples(f FloatFormat, n int, r *rand.Rand) []Bits {
	if f.Width() <= 8 {
		all := make([]Bits, 1<<f.Width())
		for i := range all {
			all[i] = Bits64(uint64(i))
		}
		return all
	}
	var list []Bits
	add := func(b Bits) { list = append(list, f.Canonical(b), f.Canonical(f.Neg(b))) }
	decimal := func(x float64) {
		b, _ := f.FromFloat64(x)
		add(b)
	}
	inf, _ := f.Inf(false)
	nan, _ := f.NaN(false)
	for _, b := range []Bits{{}, inf, nan, f.Largest(false), f.Smallest(), nan.or(Bits64(5))} {
		add(b)
	}
	for e := -40; e <= 40; e++ {
		decimal(math.Ldexp(1, e))
		decimal(math.Ldexp(1, e) * (1 + 1.0/1024))
		decimal(math.Pow10(e))
		decimal(math.Nextafter(math.Pow10(e), 0))
	}
	for i := 1; i < 300; i++ {
		decimal(float64(i))
		decimal(float64(i) / 10)
		decimal(float64(i) / 1000)
		decimal(float64(i) * 100000)
	}
	for len(list) < n {
		switch r.IntN(4) {
		case 0: // any encoding
			add(Bits{r.Uint64(), r.Uint64()}.and(formats[f].magnitudeMask()))
		case 1: // few digits
			decimal(float64(r.IntN(10_000_000)) * math.Pow10(r.IntN(24)-16))
		case 2: // moderate magnitude, all digits
			decimal(math.Ldexp(r.Float64(), r.IntN(80)-40))
		default: // few bits
			decimal(math.Ldexp(float64(r.IntN(1<<12)), r.IntN(60)-30))
		}
	}
	return list[:n]
}

// printedByMLIR asks for the text of many encodings at once.
func printedByMLIR(t *testing.T, values map[FloatFormat][]Bits) (map[FloatFormat][]string, bool) {
	t.Helper()
	var in strings.Builder
	for _, f := range FloatFormats() {
		fmt.Fprintf(&in, "\"t.x\"() {%s = [", f)
		for i, b := range values[f] {
			if i > 0 {
				in.WriteString(", ")
			}
			fmt.Fprintf(&in, "%v : %v", b, f)
		}
		in.WriteString("]} : () -> ()\n")
	}
	out, ok := mlirOpt(t, in.String(), "--allow-unregistered-dialect", "--mlir-print-op-generic")
	if !ok {
		return nil, false
	}
	texts := map[FloatFormat][]string{}
	for line := range strings.Lines(out) {
		_, rest, isOp := strings.Cut(line, "\"t.x\"() {")
		if !isOp {
			continue
		}
		name, rest, _ := strings.Cut(rest, " = [")
		f, known := FormatByName(name)
		if !known {
			t.Fatalf("unexpected line %.80q", line)
		}
		body, _, _ := strings.Cut(rest, "]}")
		for _, item := range strings.Split(body, ", ") {
			texts[f] = append(texts[f], strings.TrimSuffix(item, " : "+name))
		}
	}
	return texts, true
}

// TestFormat checks the printed text of stored encodings, and where
// mlir-opt-22 is installed that of thousands more against it.
func TestFormat(t *testing.T) {
	t.Parallel()
	if !*update {
		for _, row := range readTable(t, "format.tsv") {
			f, ok := FormatByName(row[0])
			if !ok || len(row) != 3 {
				t.Fatalf("bad row %q", row)
			}
			b, err := f.ParseHex(row[1])
			if err != nil {
				t.Fatal(err)
			}
			if got := f.Format(b); got != row[2] {
				t.Errorf("%v %v: got %s, want %s", f, b, got, row[2])
			}
		}
	}
	r := rand.New(rand.NewPCG(1, 2))
	values := map[FloatFormat][]Bits{}
	for _, f := range FloatFormats() {
		n := 6000
		if formats[f].wide() {
			n = 1500 // LLVM takes milliseconds for an extreme exponent
		}
		values[f] = samples(f, n, r)
	}
	texts, ok := printedByMLIR(t, values)
	if !ok {
		return
	}
	var rows []string
	for _, f := range FloatFormats() {
		if len(texts[f]) != len(values[f]) {
			t.Fatalf("%v: %d texts for %d values", f, len(texts[f]), len(values[f]))
		}
		bad := 0
		for i, b := range values[f] {
			want := texts[f][i]
			if got := f.Format(b); got != want && bad < 10 {
				bad++
				t.Errorf("%v %v: got %s, want %s", f, b, got, want)
			}
			if f.Width() <= 4 || i%(len(values[f])/60+1) == 0 {
				rows = append(rows, fmt.Sprintf("%v\t%v\t%s", f, b, want))
			}
		}
	}
	if *update {
		writeTable(t, "format.tsv", rows)
	}
}

// arithCases returns one function using every foldable operation on pairs of
// interesting operands, and for each result what this package computes.
func arithCases(r *rand.Rand, n int) (string, []string) {
	var in strings.Builder
	var want []string
	in.WriteString("func.func @f() {\n")
	emit := func(op, typ, a, b, result string) {
		i := len(want)
		fmt.Fprintf(&in, "%%a%d = \"arith.constant\"() <{value = %s : %s}> : () -> %s\n", i, a, typ, typ)
		fmt.Fprintf(&in, "%%b%d = \"arith.constant\"() <{value = %s : %s}> : () -> %s\n", i, b, typ, typ)
		fmt.Fprintf(&in, "%%r%d = arith.%s %%a%d, %%b%d : %s\n\"t.use\"(%%r%d) {i = %d} : (%s) -> ()\n", i, op, i, i, typ, i, i, typ)
		want = append(want, result)
	}
	for _, f := range []FloatFormat{F16, BF16, TF32, F32, F64, F80, F128, F8E5M2, F8E4M3} {
		values := samples(f, 4000, r)
		pick := func() Bits {
			if r.IntN(3) == 0 { // zeros, infinities, NaN, extremes
				return values[r.IntN(12)]
			}
			return values[r.IntN(len(values))]
		}
		for range n {
			a, b := pick(), pick()
			for _, op := range []struct {
				name string
				eval func(a, b Bits) (Bits, Status)
			}{{"addf", f.Add}, {"subf", f.Sub}, {"mulf", f.Mul}, {"divf", f.Div}, {"remf", f.Rem}} {
				got, _ := op.eval(a, b)
				emit(op.name, f.String(), a.String(), b.String(), f.Format(got))
			}
			for _, op := range []struct {
				name string
				eval func(a, b Bits) Bits
			}{{"minimumf", f.Minimum}, {"maximumf", f.Maximum}, {"minnumf", f.MinNum}, {"maxnumf", f.MaxNum}} {
				emit(op.name, f.String(), a.String(), b.String(), f.Format(op.eval(a, b)))
			}
		}
	}
	intCases(r, n, emit)
	in.WriteString("return\n}\n")
	return in.String(), want
}

func intCases(r *rand.Rand, n int, emit func(op, typ, a, b, result string)) {
	for _, width := range []int{8, 13, 32, 64, 65, 128, 200} {
		typ := fmt.Sprintf("i%d", width)
		value := func() Int {
			x := NewUint(width, r.Uint64()>>r.IntN(64))
			if r.IntN(2) == 0 && width > 64 {
				x, _ = x.Shl(NewInt(width, int64(r.IntN(width))))
			}
			if r.IntN(2) == 0 {
				x = x.Neg()
			}
			return x
		}
		for range n {
			a, b := value(), value()
			for _, op := range []struct {
				name string
				eval func(Int) Int
			}{{"addi", a.Add}, {"subi", a.Sub}, {"muli", a.Mul}, {"andi", a.And}, {"ori", a.Or}, {"xori", a.Xor},
				{"minsi", a.MinS}, {"maxsi", a.MaxS}, {"minui", a.MinU}, {"maxui", a.MaxU}} {
				emit(op.name, typ, a.String(), b.String(), op.eval(b).String())
			}
			for _, op := range []struct {
				name string
				eval func(Int) (Int, bool)
			}{{"divsi", a.DivS}, {"divui", a.DivU}, {"remsi", a.RemS}, {"remui", a.RemU}, {"floordivsi", a.FloorDivS},
				{"ceildivsi", a.CeilDivS}, {"ceildivui", a.CeilDivU}, {"shli", a.Shl}, {"shrsi", a.ShrS}, {"shrui", a.ShrU}} {
				c := b
				if strings.HasPrefix(op.name, "sh") && r.IntN(8) != 0 {
					c = NewInt(width, int64(r.IntN(width)))
				}
				result, ok := op.eval(c)
				if ok {
					emit(op.name, typ, a.String(), c.String(), result.String())
				}
			}
		}
	}
}

// TestArithmeticAgainstMLIR compares folded operations with mlir-opt-22's
// folders, where it is installed.
func TestArithmeticAgainstMLIR(t *testing.T) {
	t.Parallel()
	in, want := arithCases(rand.New(rand.NewPCG(3, 4)), 60)
	out, ok := mlirOpt(t, in, "--allow-unregistered-dialect", "--canonicalize", "--mlir-print-op-generic")
	if !ok {
		return
	}
	constants := map[string]string{}
	folded := 0
	bad := 0
	for line := range strings.Lines(out) {
		line = strings.TrimSpace(line)
		if name, rest, isConst := strings.Cut(line, " = \"arith.constant\"() <{value = "); isConst {
			value, _, _ := strings.Cut(rest, " : ")
			value, _, _ = strings.Cut(value, "}>")
			constants[name] = value
			continue
		}
		operand, isUse := strings.CutPrefix(line, "\"t.use\"(")
		if !isUse {
			continue
		}
		operand, attrs, _ := strings.Cut(operand, ") {i = ")
		var i int
		if _, err := fmt.Sscanf(attrs, "%d", &i); err != nil {
			t.Fatal(err)
		}
		got, isConst := constants[operand]
		if !isConst {
			continue // not folded: a quotient by zero, for example
		}
		folded++
		if got != want[i] && bad < 30 {
			bad++
			at := strings.Index(in, fmt.Sprintf("%%a%d = ", i))
			t.Errorf("mlir-opt-22 gives %s, the package %s for\n%.260s", got, want[i], in[at:])
		}
	}
	if folded < len(want)*3/4 {
		t.Errorf("only %d of %d operations were folded", folded, len(want))
	}
}
