package sim

import (
	"fmt"
	"math"
	"strconv"
	"strings"
)

// asmText is the assembly of an llvm.inline_asm: instructions over its operands and its own registers.
type asmText struct {
	insts []asmInst
	regs  []string
}

// asmInst is one PTX instruction.
type asmInst struct {
	pred string // register of the guard, "" for none
	not  bool
	op   string // with its modifiers
	args []asmArg
}

type argKind uint8

const (
	argOperand argKind = iota // $n
	argRegister
	argNumber
	argVector
	argAddress
)

// asmArg is an operand of an instruction.
type asmArg struct {
	kind argKind
	n    int    // number of an operand
	name string // of a register
	bits uint64 // of a number
	list []asmArg
	off  int64 // of an address whose base is list[0]
}

// parseAsm reads the text of an inline assembly.
func parseAsm(text string) (*asmText, error) {
	out := &asmText{}
	text = strings.TrimSpace(text)
	if strings.HasPrefix(text, "{") && strings.HasSuffix(text, "}") && balanced(text[1:len(text)-1]) {
		text = text[1 : len(text)-1]
	}
	var over *asmInst // the branch whose label is not reached yet
	for _, stmt := range strings.Split(text, ";") {
		stmt = strings.TrimSpace(stmt)
		for label, rest, ok := cutLabel(stmt); ok; label, rest, ok = cutLabel(stmt) {
			if over != nil && over.args[0].name != label {
				return nil, fmt.Errorf("has a label that is not understood: %q", label)
			}
			over, stmt = nil, rest
		}
		if stmt == "" {
			continue
		}
		if rest, ok := strings.CutPrefix(stmt, ".reg"); ok {
			fields := strings.FieldsFunc(rest, func(r rune) bool { return r == ' ' || r == '\t' || r == ',' || r == '\n' })
			if len(fields) < 2 {
				return nil, fmt.Errorf("has a declaration that is not understood: %q", stmt)
			}
			out.regs = append(out.regs, fields[1:]...)
			continue
		}
		in, err := parseInst(stmt)
		if err != nil {
			return nil, err
		}
		switch {
		case in.op == "bra":
			if over != nil || in.pred == "" || len(in.args) != 1 || in.args[0].kind != argRegister {
				return nil, fmt.Errorf("has a branch that is not understood: %q", stmt)
			}
			over = &in
			continue
		case over != nil:
			// Lanes that branch forwards are those for which nothing up to the label is executed.
			if in.pred != "" || len(in.args) > 0 && in.args[0].kind == argRegister && in.args[0].name == over.pred {
				return nil, fmt.Errorf("has an instruction under a branch that is not understood: %q", stmt)
			}
			in.pred, in.not = over.pred, !over.not
		}
		out.insts = append(out.insts, in)
	}
	if over != nil {
		return nil, fmt.Errorf("has a branch to %q, which is no label further on", over.args[0].name)
	}
	return out, nil
}

// cutLabel returns the label at the beginning of a statement and what follows it.
func cutLabel(stmt string) (label, rest string, ok bool) {
	i := strings.IndexByte(stmt, ':')
	if i < 1 || strings.ContainsAny(stmt[:i], " \t.[{@,") {
		return "", "", false
	}
	return stmt[:i], strings.TrimSpace(stmt[i+1:]), true
}

// balanced reports whether the braces of s close each other.
func balanced(s string) bool {
	depth := 0
	for _, r := range s {
		switch r {
		case '{':
			depth++
		case '}':
			if depth--; depth < 0 {
				return false
			}
		}
	}
	return depth == 0
}

func parseInst(stmt string) (asmInst, error) {
	in := asmInst{}
	if rest, ok := strings.CutPrefix(stmt, "@"); ok {
		guard, rest, _ := strings.Cut(rest, " ")
		in.pred = guard
		if name, not := strings.CutPrefix(guard, "!"); not {
			in.pred, in.not = name, true
		}
		stmt = strings.TrimSpace(rest)
	}
	op, rest, _ := strings.Cut(strings.ReplaceAll(stmt, "\t", " "), " ")
	in.op = op
	args, err := parseArgs(rest)
	if err != nil {
		return in, fmt.Errorf("has an instruction that is not understood, %q: %w", stmt, err)
	}
	in.args = args
	return in, nil
}

// parseArgs splits operands at the commas outside brackets.
func parseArgs(s string) ([]asmArg, error) {
	var out []asmArg
	depth, start := 0, 0
	flush := func(end int) error {
		text := strings.TrimSpace(s[start:end])
		start = end + 1
		if text == "" {
			return nil
		}
		a, err := parseArg(text)
		out = append(out, a)
		return err
	}
	for i, r := range s {
		switch r {
		case '{', '[':
			depth++
		case '}', ']':
			depth--
		case ',':
			if depth == 0 {
				if err := flush(i); err != nil {
					return nil, err
				}
			}
		}
	}
	if err := flush(len(s)); err != nil {
		return nil, err
	}
	return out, nil
}

func parseArg(s string) (asmArg, error) {
	switch {
	case s[0] == '{' && s[len(s)-1] == '}':
		list, err := parseArgs(s[1 : len(s)-1])
		return asmArg{kind: argVector, list: list}, err
	case s[0] == '[' && s[len(s)-1] == ']':
		return parseAddress(s[1 : len(s)-1])
	case s[0] == '$':
		n, err := strconv.Atoi(s[1:])
		if err != nil || n < 0 {
			return asmArg{}, fmt.Errorf("operand %q", s)
		}
		return asmArg{kind: argOperand, n: n}, nil
	case strings.HasPrefix(s, "0f") || strings.HasPrefix(s, "0F"):
		v, err := strconv.ParseUint(s[2:], 16, 32)
		return asmArg{kind: argNumber, bits: v}, err
	case s[0] >= '0' && s[0] <= '9' || s[0] == '-':
		v, err := strconv.ParseInt(s, 0, 64)
		if err != nil {
			var u uint64
			u, err = strconv.ParseUint(s, 0, 64)
			v = int64(u)
		}
		return asmArg{kind: argNumber, bits: uint64(v)}, err
	}
	for _, r := range s {
		if r != '_' && r != '%' && (r < '0' || r > '9') && (r|0x20 < 'a' || r|0x20 > 'z') {
			return asmArg{}, fmt.Errorf("operand %q", s)
		}
	}
	return asmArg{kind: argRegister, name: s}, nil
}

// parseAddress reads base or base+offset.
func parseAddress(s string) (asmArg, error) {
	base, off, found := strings.Cut(s, "+")
	a := asmArg{kind: argAddress}
	if found {
		n, err := strconv.ParseInt(strings.TrimSpace(off), 0, 32)
		if err != nil {
			return a, err
		}
		a.off = n
	}
	base = strings.TrimSpace(base)
	if base == "" {
		return a, fmt.Errorf("address %q", s)
	}
	b, err := parseArg(base)
	a.list = []asmArg{b}
	return a, err
}

// number returns the value of an immediate.
func (a asmArg) number() (int64, error) {
	if a.kind != argNumber {
		return 0, fmt.Errorf("expects a constant")
	}
	return int64(a.bits), nil
}

// float32Bits is a float constant as a register holds it.
func float32Bits(f float32) uint64 { return uint64(math.Float32bits(f)) }
