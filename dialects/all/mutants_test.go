package all_test

import (
	"bytes"
	"flag"
	"fmt"
	"io/fs"
	"maps"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/tile-opt/tile-opt/dialects/all"
)

var (
	mutants    = flag.Int("mutants", 400, "number of mutants of whole modules")
	mutantSeed = flag.Uint64("mutantseed", 1, "seed of the first mutant")
)

// TestMutants breaks modules that verify, in one place or two, and asks mlir-opt
// whether what came out is still valid. We have to say the same of each, and print
// the same where it is.
func TestMutants(t *testing.T) {
	t.Parallel()
	tool := mlirOptPath(t)
	bases := mutantBases(t)
	names := slices.Sorted(maps.Keys(bases))
	const batch = 100
	total, rejected, differ := 0, 0, 0
	for lo := 0; lo < *mutants; lo += batch {
		var ms []mutant
		for i := lo; i < min(lo+batch, *mutants); i++ {
			rng := rand.New(rand.NewPCG(*mutantSeed+uint64(i), 2))
			name := names[rng.IntN(len(names))]
			ms = append(ms, mutate(name, bases[name], rng))
		}
		for i, theirs := range mlirPrints(t, tool, ms) {
			ours, err := printGeneric(ms[i].text)
			total++
			if theirs == "" {
				rejected++
			}
			if theirs == strings.TrimSpace(ours) || theirs == crashed {
				continue
			}
			differ++
			t.Errorf("seed %d, %s of %s: mlir-opt %s, we %s\n%s", *mutantSeed+uint64(lo+i), ms[i].kind, ms[i].base, verdict(theirs), verdict(ours, err), ms[i].diff(bases[ms[i].base]))
		}
	}
	t.Logf("%d mutants, mlir-opt rejects %d, %d verdicts or prints differ", total, rejected, differ)
	if rejected < total/4 || rejected == total {
		t.Errorf("mlir-opt rejects %d of %d mutants: they show nothing", rejected, total)
	}
}

func verdict(print string, err ...error) string {
	if print != "" {
		return "takes it:\n" + clip(print)
	}
	return strings.TrimSpace(fmt.Sprintln("rejects it", err))
}

// crashed stands for the answer of an mlir-opt that did not live to give one.
const crashed = "crashed"

// mlirPrints returns what mlir-opt prints for each mutant, "" for those it rejects.
func mlirPrints(t *testing.T, tool string, ms []mutant) []string {
	t.Helper()
	var in, out bytes.Buffer
	for i, m := range ms {
		if i > 0 {
			in.WriteString("\n// -----\n")
		}
		in.WriteString(m.text)
	}
	cmd := exec.Command(tool, "--allow-unregistered-dialect", "--split-input-file", "--mlir-print-op-generic")
	cmd.Stdin, cmd.Stdout = &in, &out
	_ = cmd.Run() // fails when one is rejected
	died := cmd.ProcessState == nil || cmd.ProcessState.ExitCode() < 0
	parts := strings.Split(out.String(), "// -----")
	if died || len(parts) != len(ms) {
		if len(ms) == 1 {
			return []string{crashed}
		}
		return append(mlirPrints(t, tool, ms[:len(ms)/2]), mlirPrints(t, tool, ms[len(ms)/2:])...)
	}
	for i := range parts {
		parts[i] = strings.TrimSpace(parts[i])
	}
	return parts
}

var opNameRE = regexp.MustCompile(`"([a-z_0-9]+)\.[A-Za-z_0-9.]+"\(`)

// mutantBases returns modules in generic form of the dialects that MLIR has too:
// those of the round-trip tests, and with -corpus those of a folder.
func mutantBases(t *testing.T) map[string]string {
	t.Helper()
	out := map[string]string{}
	add := func(root, suffix string) {
		err := filepath.WalkDir(root, func(path string, _ fs.DirEntry, err error) error {
			if err != nil || !strings.HasSuffix(path, suffix) {
				return err
			}
			src, err := os.ReadFile(path)
			for i, part := range strings.Split(string(src), "// -----") {
				text, err := printGeneric(part)
				if err != nil || strings.Contains(text, "loc(") || len(text) > 20000 {
					continue
				}
				foreign := func(m []string) bool { return !slices.Contains(append(mirrored, "builtin", "func"), m[1]) }
				if !slices.ContainsFunc(opNameRE.FindAllStringSubmatch(text, -1), foreign) {
					out[fmt.Sprintf("%s#%d", filepath.Base(filepath.Dir(path))+"/"+filepath.Base(path), i)] = text
				}
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	for _, d := range mirrored {
		add("../../testdata/roundtrip/"+d, ".mlir")
	}
	for _, d := range all.Dialects() {
		for _, op := range d.Ops {
			if text, err := printGeneric(op.Def.Example); err == nil && op.Def.Example != "" && slices.Contains(mirrored, d.Name) {
				out["example of "+op.Def.Name] = text
			}
		}
	}
	if *corpus != "" {
		add(*corpus, ".generic.mlir")
	}
	return out
}

type mutant struct{ base, kind, text string }

// diff lists the lines of the mutant that its base does not have.
func (m mutant) diff(base string) string {
	have := map[string]int{}
	for _, l := range strings.Split(base, "\n") {
		have[l]++
	}
	var b strings.Builder
	for i, l := range strings.Split(m.text, "\n") {
		if have[l]--; have[l] < 0 {
			fmt.Fprintf(&b, "%d: %s\n", i+1, l)
		}
	}
	return b.String() + "whole:\n" + clip(m.text)
}

// mutate applies one change, now and then two, that fits the module.
func mutate(name, src string, rng *rand.Rand) mutant {
	m := mutator{lines: strings.Split(strings.TrimRight(src, "\n"), "\n"), rng: rng}
	m.types = append(strings.Split("i1 i8 i32 i64 index f16 f32 f64 memref<4xf32> memref<?xf32> memref<*xf32> vector<4xf32> tensor<4xf32> !llvm.ptr none", " "), typesOf(m.lines)...)
	m.attrs = append([]string{"1 : i32", "-1 : i64", "3 : i64", `"x"`, "unit", "@nowhere", "[]", "[1 : i64]", "array<i32: 1, 2>", "array<i64: 0>", "dense<1> : tensor<2xi32>", "i32", "true", "1.0 : f32", "affine_map<(d0) -> (d0)>", "{}"}, attrsOf(m.lines)...)
	var kinds []string
	for n := 1 + rng.IntN(5)/4; len(kinds) < n; {
		k := mutations[rng.IntN(len(mutations))]
		if k.apply(&m) {
			kinds = append(kinds, k.name)
		} else if m.tries++; m.tries > 100 {
			break
		}
	}
	return mutant{name, strings.Join(kinds, " and "), strings.Join(m.lines, "\n") + "\n"}
}

// mutator edits the lines of a module in generic form: an operation without
// regions is one line, one with regions begins on a line that ends with "({" and
// ends on one that begins with "})".
type mutator struct {
	lines        []string
	rng          *rand.Rand
	types, attrs []string
	tries        int
}

var mutations = []struct {
	name  string
	apply func(*mutator) bool
}{
	{"operations swapped", (*mutator).swapOps},
	{"operation dropped", (*mutator).dropOp},
	{"operation repeated", (*mutator).repeatOp},
	{"terminator dropped", (*mutator).dropTerminator},
	{"block argument's type changed", (*mutator).blockArgType},
	{"block label dropped", (*mutator).dropLabel},
	{"operand's or result's type changed", (*mutator).changeType},
	{"operand replaced", (*mutator).replaceOperand},
	{"operand dropped", (*mutator).dropOperand},
	{"symbol renamed", (*mutator).renameSymbol},
	{"property dropped", (*mutator).dropProperty},
	{"property replaced", (*mutator).replaceProperty},
	{"number changed", (*mutator).changeNumber},
	{"region emptied", (*mutator).emptyRegion},
	{"region added", (*mutator).addRegion},
	{"successor changed", (*mutator).changeSuccessor},
	{"successor dropped", (*mutator).dropSuccessor},
}

// pick returns the index of a line for which ok holds, or -1.
func (m *mutator) pick(ok func(i int) bool) int {
	var at []int
	for i := range m.lines {
		if ok(i) {
			at = append(at, i)
		}
	}
	if len(at) == 0 {
		return -1
	}
	return at[m.rng.IntN(len(at))]
}

var wholeOpRE = regexp.MustCompile(`^ *(?:%\S+ = )?"`)

// whole reports whether line i is an operation without regions.
func (m *mutator) whole(i int) bool {
	return i > 0 && i < len(m.lines) && wholeOpRE.MatchString(m.lines[i]) && !strings.HasSuffix(m.lines[i], "({")
}

// last reports whether line i is the last operation of a block.
func (m *mutator) last(i int) bool {
	next := strings.TrimSpace(m.lines[min(i+1, len(m.lines)-1)])
	return m.whole(i) && (strings.HasPrefix(next, "}") || strings.HasPrefix(next, "^"))
}

func (m *mutator) swapOps() bool {
	i := m.pick(func(i int) bool { return m.whole(i) && m.whole(i+1) })
	if i < 0 {
		return false
	}
	m.lines[i], m.lines[i+1] = m.lines[i+1], m.lines[i]
	return true
}

func (m *mutator) dropOp() bool {
	i := m.pick(m.whole)
	if i < 0 {
		return false
	}
	m.lines = slices.Delete(m.lines, i, i+1)
	return true
}

func (m *mutator) repeatOp() bool {
	i := m.pick(func(i int) bool { return m.whole(i) && !strings.Contains(m.lines[i], " = \"") })
	j := m.pick(m.whole)
	if i < 0 || j < 0 {
		return false
	}
	m.lines = slices.Insert(m.lines, j, m.lines[i])
	return true
}

func (m *mutator) dropTerminator() bool {
	i := m.pick(m.last)
	if i < 0 {
		return false
	}
	m.lines = slices.Delete(m.lines, i, i+1)
	return true
}

func (m *mutator) isLabel(i int) bool { return strings.HasPrefix(strings.TrimSpace(m.lines[i]), "^") }

func (m *mutator) blockArgType() bool {
	i := m.pick(func(i int) bool { return m.isLabel(i) && strings.Contains(m.lines[i], ": ") })
	if i < 0 {
		return false
	}
	open := strings.IndexByte(m.lines[i], '(')
	if open < 0 {
		return false
	}
	n := balanced(m.lines[i][open:])
	args := splitTop(m.lines[i][open+1 : open+n-1])
	if len(args) == 0 {
		return false
	}
	switch k := m.rng.IntN(len(args)); m.rng.IntN(4) {
	case 0:
		args = slices.Delete(args, k, k+1)
	case 1:
		args = append(args, fmt.Sprintf("%%fresh%d: %s", len(m.lines), m.anyType()))
	default:
		name, _, _ := strings.Cut(args[k], ": ")
		args[k] = name + ": " + m.anyType()
	}
	m.lines[i] = m.lines[i][:open+1] + strings.Join(args, ", ") + m.lines[i][open+n-1:]
	return true
}

func (m *mutator) dropLabel() bool {
	i := m.pick(m.isLabel)
	if i < 0 {
		return false
	}
	m.lines = slices.Delete(m.lines, i, i+1)
	return true
}

func (m *mutator) anyType() string { return m.types[m.rng.IntN(len(m.types))] }

// signature cuts the line that holds an operation's type: in front of the operand
// types, these, and the result types.
func signature(line string) (head string, in, out []string, ok bool) {
	at := strings.LastIndex(line, " : (")
	if at < 0 {
		return
	}
	at += 3
	n := balanced(line[at:])
	rest, ok := strings.CutPrefix(line[at+n:], " -> ")
	if !ok {
		return
	}
	if strings.HasPrefix(rest, "(") && balanced(rest) == len(rest) {
		rest = rest[1 : len(rest)-1]
	}
	return line[:at], splitTop(line[at+1 : at+n-1]), splitTop(rest), true
}

func joinSignature(head string, in, out []string) string {
	res := strings.Join(out, ", ")
	if len(out) != 1 || strings.HasPrefix(res, "(") {
		res = "(" + res + ")"
	}
	return head + "(" + strings.Join(in, ", ") + ") -> " + res
}

func (m *mutator) changeType() bool {
	i := m.pick(func(i int) bool {
		_, in, out, ok := signature(m.lines[i])
		return ok && len(in)+len(out) > 0
	})
	if i < 0 {
		return false
	}
	head, in, out, _ := signature(m.lines[i])
	if k := m.rng.IntN(len(in) + len(out)); k < len(in) {
		in[k] = m.anyType()
	} else {
		out[k-len(in)] = m.anyType()
	}
	m.lines[i] = joinSignature(head, in, out)
	return true
}

var (
	operandsRE = regexp.MustCompile(`"\((%[^)]*)\)`)
	valueRE    = regexp.MustCompile(`%[a-z0-9_]+(?:#\d+)?`)
	symbolRE   = regexp.MustCompile(`@[A-Za-z0-9_]+`)
	numberRE   = regexp.MustCompile(`\b\d+\b`)
	successRE  = regexp.MustCompile(`\[(\^[^\]]*)\]`)
)

func (m *mutator) replaceOperand() bool {
	i := m.pick(func(i int) bool { return operandsRE.MatchString(m.lines[i]) })
	j := m.pick(func(i int) bool { return valueRE.MatchString(m.lines[i]) })
	if i < 0 {
		return false
	}
	at := operandsRE.FindStringSubmatchIndex(m.lines[i])
	ops := splitTop(m.lines[i][at[2]:at[3]])
	values := valueRE.FindAllString(m.lines[j], -1)
	ops[m.rng.IntN(len(ops))] = values[m.rng.IntN(len(values))]
	m.lines[i] = m.lines[i][:at[2]] + strings.Join(ops, ", ") + m.lines[i][at[3]:]
	return true
}

func (m *mutator) dropOperand() bool {
	i := m.pick(func(i int) bool { return m.whole(i) && operandsRE.MatchString(m.lines[i]) })
	if i < 0 {
		return false
	}
	head, in, out, ok := signature(m.lines[i])
	at := operandsRE.FindStringSubmatchIndex(m.lines[i])
	ops := splitTop(m.lines[i][at[2]:at[3]])
	if !ok || len(ops) != len(in) {
		return false
	}
	k := m.rng.IntN(len(ops))
	in, ops = slices.Delete(in, k, k+1), slices.Delete(ops, k, k+1)
	line := joinSignature(head, in, out)
	m.lines[i] = line[:at[2]] + strings.Join(ops, ", ") + line[at[3]:]
	return true
}

// replaceMatch replaces one match of re in one line.
func (m *mutator) replaceMatch(re *regexp.Regexp, by func(string) string) bool {
	i := m.pick(func(i int) bool { return re.MatchString(m.lines[i]) })
	if i < 0 {
		return false
	}
	all := re.FindAllStringIndex(m.lines[i], -1)
	at := all[m.rng.IntN(len(all))]
	l := m.lines[i]
	m.lines[i] = l[:at[0]] + by(l[at[0]:at[1]]) + l[at[1]:]
	return true
}

func (m *mutator) renameSymbol() bool {
	return m.replaceMatch(symbolRE, func(string) string { return "@elsewhere" })
}

func (m *mutator) changeNumber() bool {
	return m.replaceMatch(numberRE, func(string) string {
		return []string{"0", "1", "2", "3", "7", "16", "33", "64"}[m.rng.IntN(8)]
	})
}

// properties returns where the entries of <{...}> are.
func properties(line string) (lo, hi int, ok bool) {
	at := strings.Index(line, " <{")
	if at < 0 {
		return 0, 0, false
	}
	return at + 3, at + 2 + balanced(line[at+2:]) - 1, true
}

func (m *mutator) dropProperty() bool {
	return m.editProperty(func(e []string, k int) []string { return slices.Delete(e, k, k+1) })
}

func (m *mutator) replaceProperty() bool {
	return m.editProperty(func(e []string, k int) []string {
		name, _, _ := strings.Cut(e[k], " = ")
		e[k] = name + " = " + m.attrs[m.rng.IntN(len(m.attrs))]
		return e
	})
}

func (m *mutator) editProperty(edit func(e []string, k int) []string) bool {
	i := m.pick(func(i int) bool { _, _, ok := properties(m.lines[i]); return ok })
	if i < 0 {
		return false
	}
	l := m.lines[i]
	lo, hi, _ := properties(l)
	e := splitTop(l[lo:hi])
	if len(e) == 0 {
		return false
	}
	m.lines[i] = l[:lo] + strings.Join(edit(e, m.rng.IntN(len(e))), ", ") + l[hi:]
	return true
}

// regionEnd returns the line that closes the region which opens at the end of line i.
func (m *mutator) regionEnd(i int) int {
	indent := len(m.lines[i]) - len(strings.TrimLeft(m.lines[i], " "))
	for j := i + 1; j < len(m.lines); j++ {
		if l := strings.TrimLeft(m.lines[j], " "); len(m.lines[j])-len(l) == indent && strings.HasPrefix(l, "}") {
			return j
		}
	}
	return -1
}

func (m *mutator) opensRegion(i int) bool { return i > 0 && strings.HasSuffix(m.lines[i], "{") }

func (m *mutator) emptyRegion() bool {
	i := m.pick(m.opensRegion)
	if i < 0 {
		return false
	}
	j := m.regionEnd(i)
	if j < 0 {
		return false
	}
	m.lines = slices.Delete(m.lines, i+1, j)
	return true
}

func (m *mutator) addRegion() bool {
	i := m.pick(func(i int) bool { return i > 0 && strings.HasPrefix(strings.TrimSpace(m.lines[i]), "})") })
	if i < 0 {
		return false
	}
	m.lines[i] = strings.Replace(m.lines[i], "})", "}, {\n})", 1)
	return true
}

func (m *mutator) changeSuccessor() bool {
	return m.replaceMatch(regexp.MustCompile(`\^bb\d+`), func(string) string { return fmt.Sprintf("^bb%d", m.rng.IntN(5)) })
}

func (m *mutator) dropSuccessor() bool {
	return m.replaceMatch(successRE, func(s string) string {
		e := splitTop(s[1 : len(s)-1])
		if len(e) == 1 {
			return ""
		}
		return "[" + strings.Join(e[1:], ", ") + "]"
	})
}

// typesOf returns the types of operands and results.
func typesOf(lines []string) []string {
	var out []string
	for _, l := range lines {
		if _, in, res, ok := signature(l); ok {
			out = append(append(out, in...), res...)
		}
	}
	return out
}

// attrsOf returns the values of properties.
func attrsOf(lines []string) []string {
	var out []string
	for _, l := range lines {
		if lo, hi, ok := properties(l); ok {
			for _, e := range splitTop(l[lo:hi]) {
				if _, v, ok := strings.Cut(e, " = "); ok {
					out = append(out, v)
				}
			}
		}
	}
	return out
}

// splitTop divides s at the commas that stand in no bracket.
func splitTop(s string) []string {
	var out []string
	depth, from := 0, 0
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case c == '"':
			for i++; i < len(s) && s[i] != '"'; i++ {
				if s[i] == '\\' {
					i++
				}
			}
		case strings.IndexByte("([{<", c) >= 0:
			depth++
		case c == '>' && (i > 0 && s[i-1] == '-' || i+1 < len(s) && s[i+1] == '='):
		case strings.IndexByte(")]}>", c) >= 0:
			depth--
		case c == ',' && depth == 0:
			out = append(out, strings.TrimSpace(s[from:i]))
			from = i + 1
		}
	}
	if strings.TrimSpace(s[from:]) != "" {
		out = append(out, strings.TrimSpace(s[from:]))
	}
	return out
}
