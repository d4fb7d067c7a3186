package sim

import (
	"fmt"
	"math"
	"slices"
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
	for _, stmt := range strings.Split(text, ";") {
		stmt = strings.TrimSpace(stmt)
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
		out.insts = append(out.insts, in)
	}
	return out, nil
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

// reads reports whether an instruction uses a register otherwise than as the first argument of a load.
func (t *asmText) reads(name string) bool {
	for _, in := range t.insts {
		args := in.args
		if strings.HasPrefix(in.op, "ld.") && len(args) > 0 {
			args = args[1:]
		}
		if in.pred == name || slices.ContainsFunc(args, func(a asmArg) bool { return a.names(name) }) {
			return true
		}
	}
	return false
}

// names reports whether an argument names a register.
func (a *asmArg) names(name string) bool {
	return a.kind == argRegister && a.name == name || slices.ContainsFunc(a.list, func(b asmArg) bool { return b.names(name) })
}
