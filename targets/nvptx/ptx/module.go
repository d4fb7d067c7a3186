package ptx

import (
	"fmt"
	"strings"
)

// Version is a PTX version; the zero value is none.
type Version struct{ Major, Minor int }

// String returns the version as .version writes it.
func (v Version) String() string { return fmt.Sprintf("%d.%d", v.Major, v.Minor) }

// Less reports whether v is older than w.
func (v Version) Less(w Version) bool {
	return v.Major < w.Major || v.Major == w.Major && v.Minor < w.Minor
}

// LLC returns the version as llc's -mattr=+ptxNN takes it: 86 for 8.6.
func (v Version) LLC() int { return v.Major*10 + v.Minor }

// Module is a PTX module.
type Module struct {
	// Version is what .version says.
	Version Version
	// Target is what .target says, such as sm_90a, with further words after commas.
	Target string
	// Functions are the defined entries and functions, in order.
	Functions []*Function
	// Externs are the names of functions that are declared and not defined.
	Externs []string
}

// Function returns the defined function of a name, or nil.
func (m *Module) Function(name string) *Function {
	for _, f := range m.Functions {
		if f.Name == name {
			return f
		}
	}
	return nil
}

// Function is an entry or a function with a body.
type Function struct {
	// Name is its name.
	Name string
	// Entry is true for a kernel.
	Entry bool
	// Params are its parameters.
	Params []Param
	// Directives are the performance directives between parameters and body.
	Directives []Directive
	// Insts are the instructions in the order of the text.
	Insts []Inst
	// Blocks are the basic blocks in the order of the text.
	Blocks []Block
	// Loops are the natural loops, by header; an outer loop comes before those
	// that it holds.
	Loops []Loop
}

// Directive returns the arguments of a directive such as .maxntid, and whether
// the function has it.
func (f *Function) Directive(name string) (string, bool) {
	for _, d := range f.Directives {
		if d.Name == name {
			return d.Args, true
		}
	}
	return "", false
}

// Directive is one directive of a function: .reqnctapercluster with "2, 1, 1".
type Directive struct{ Name, Args string }

// Param is one parameter.
type Param struct {
	// Name is its name.
	Name string
	// Type is its type, such as .u64 or .b8.
	Type string
	// Align is the alignment in bytes of the parameter (of what it points to,
	// when Pointer is set), 0 when not given.
	Align int
	// Len is the array length, 0 for a scalar.
	Len int
	// Pointer is true when the parameter is declared as a pointer (.ptr).
	Pointer bool
	// Space is the state space that a pointer points to, such as .global.
	Space string
}

// Inst is one instruction.
type Inst struct {
	// Line is where it stands in the text, from 1.
	Line int
	// Pred is the guard, as %p1 or !%p1, or empty.
	Pred string
	// Op is the whole mnemonic, with its modifiers.
	Op string
	// Args are the operands without white space, as [%rd1+16] or {%r1,%r2}.
	Args []string

	scope int
}

// String returns the instruction in PTX's syntax.
func (i Inst) String() string {
	s := i.Op
	if i.Pred != "" {
		s = "@" + i.Pred + " " + s
	}
	if len(i.Args) > 0 {
		s += " " + strings.Join(i.Args, ", ")
	}
	return s
}

// Is reports whether the mnemonic is op, or op with further modifiers.
func (i Inst) Is(op string) bool {
	rest, ok := strings.CutPrefix(i.Op, op)
	return ok && (rest == "" || rest[0] == '.')
}

// Registers returns the registers and symbols named in the operands, in order.
func (i Inst) Registers() []string {
	var regs []string
	for _, a := range i.Args {
		l := lexer{src: a}
		for t := l.next(); t.text != ""; t = l.next() {
			if c := t.text[0]; t.word() && c != '.' && (c < '0' || c > '9') {
				regs = append(regs, t.text)
			}
		}
	}
	return regs
}
