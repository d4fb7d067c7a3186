package toolchain

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// Usage is what one function of a cubin uses, as ptxas -v tells.
type Usage struct {
	// Function is its name.
	Function string
	// Entry is true for a kernel, false for a function that kernels call.
	Entry bool
	// Registers and Barriers are counts; both are zero for a non-entry function.
	Registers, Barriers int
	// Stack, SpillStores, SpillLoads, Shared and Const are bytes. Shared is the
	// static shared memory only.
	Stack, SpillStores, SpillLoads, Shared, Const int
}

// Message is one message of ptxas.
type Message struct {
	// Severity is info, warning, error or fatal.
	Severity string
	// Code is as C7510, or spill, or empty.
	Code string
	// Function is the one that the message speaks of, empty where ptxas names none.
	Function string
	// Line is the line of the PTX, 0 when ptxas names none.
	Line int
	// Text is the message without the code.
	Text string
}

// String returns the message in one line.
func (m Message) String() string {
	s := m.Severity
	if m.Line > 0 {
		s += fmt.Sprintf(" at line %d", m.Line)
	}
	s += ": "
	if m.Code != "" {
		s += "(" + m.Code + ") "
	}
	return s + m.Text
}

// SpillCode is the code of the message that stands for spilled registers, which
// ptxas itself tells only in its usage lines.
const SpillCode = "spill"

var (
	messageRE  = regexp.MustCompile(`^ptxas\s+(?:.*, line (\d+); )?(info|warning|error|fatal)\s*: (?:\((C\d+)\) )?(.*)$`)
	entryRE    = regexp.MustCompile(`^Compiling entry function '(.*)' for '`)
	propsRE    = regexp.MustCompile(`^Function properties for (\S+)`)
	stackRE    = regexp.MustCompile(`(\d+) bytes stack frame, (\d+) bytes spill stores, (\d+) bytes spill loads`)
	functionRE = regexp.MustCompile(`(?:function|entry) '?([A-Za-z_$][\w$]*)'?`)
	usedRE     = regexp.MustCompile(`^Used (\d+) registers`)
	barriersRE = regexp.MustCompile(`used (\d+) barriers`)
	smemRE     = regexp.MustCompile(`(\d+)(?:\+\d+)? bytes smem`)
	cmemRE     = regexp.MustCompile(`(\d+) bytes cmem`)
	// faultRE has the codes that mean a fault whatever the text says. Releases of
	// ptxas give one fault different codes, so the text counts as well.
	faultRE = regexp.MustCompile(`^C(7506|7508|751\d|76\d\d)$`)
)

// parseLog reads what ptxas -v writes.
func parseLog(log string) *Assembly {
	a := &Assembly{}
	current := -1 // the function that the next usage lines speak of
	entry := -1   // and the last kernel, which the Used line belongs to
	for line := range strings.Lines(log) {
		line = strings.TrimRight(line, "\r\n")
		m := messageRE.FindStringSubmatch(line)
		if m == nil {
			if s := stackRE.FindStringSubmatch(line); s != nil && current >= 0 {
				u := &a.Usage[current]
				u.Stack, u.SpillStores, u.SpillLoads = number(s[1]), number(s[2]), number(s[3])
			}
			continue
		}
		text := m[4]
		if e := entryRE.FindStringSubmatch(text); e != nil {
			a.Usage = append(a.Usage, Usage{Function: e[1], Entry: true})
			entry, current = len(a.Usage)-1, len(a.Usage)-1
		} else if f := propsRE.FindStringSubmatch(text); f != nil {
			current = a.function(f[1])
		} else if u := usedRE.FindStringSubmatch(text); u != nil {
			if entry >= 0 {
				a.Usage[entry].used(number(u[1]), text)
			}
		} else if !isStatistic(text) {
			a.Messages = append(a.Messages, Message{Severity: m[2], Code: m[3], Function: functionIn(text), Line: number(m[1]), Text: text})
		}
	}
	return a
}

// function returns the index of a function's usage, adding it when it is new.
func (a *Assembly) function(name string) int {
	for i := len(a.Usage) - 1; i >= 0; i-- {
		if a.Usage[i].Function == name {
			return i
		}
	}
	a.Usage = append(a.Usage, Usage{Function: name})
	return len(a.Usage) - 1
}

// used reads the line "Used 168 registers, used 16 barriers, 64 bytes smem".
func (u *Usage) used(registers int, text string) {
	u.Registers = registers
	u.Barriers, u.Shared, u.Const = first(barriersRE, text), first(smemRE, text), 0
	for _, m := range cmemRE.FindAllStringSubmatch(text, -1) {
		u.Const += number(m[1])
	}
}

// functionIn returns the function that a text names, as in "in function 'f'".
func functionIn(text string) string {
	if m := functionRE.FindStringSubmatch(text); m != nil {
		return m[1]
	}
	return ""
}

// isStatistic reports whether an info line is about the compilation only.
func isStatistic(text string) bool {
	return strings.HasPrefix(text, "Compile time") || strings.Contains(text, " bytes gmem")
}

// Faults returns the messages that are errors by default, spills among them,
// without those allowed (see [AssembleOptions]). Functions that kernels call
// save registers of their callers, which ptxas counts as spilled too.
func (a *Assembly) Faults(allow []string) []Message {
	var faults []Message
	for _, u := range a.Usage {
		if u.Entry && u.SpillStores+u.SpillLoads > 0 {
			faults = append(faults, Message{Severity: "info", Code: SpillCode, Function: u.Function, Text: fmt.Sprintf(
				"%d bytes of spill stores and %d bytes of spill loads in function '%s'", u.SpillStores, u.SpillLoads, u.Function)})
		}
	}
	for _, m := range a.Messages {
		if m.isFault() {
			faults = append(faults, m)
		}
	}
	return slices.DeleteFunc(faults, func(m Message) bool { return m.allowed(allow) })
}

func (m Message) isFault() bool {
	if faultRE.MatchString(m.Code) {
		return true
	}
	for _, s := range []string{"Potential Performance Loss", "ignored", "serialized"} {
		if strings.Contains(m.Text, s) {
			return true
		}
	}
	return false
}

func (m Message) allowed(allow []string) bool {
	return slices.ContainsFunc(allow, func(a string) bool {
		return a != "" && (strings.EqualFold(a, m.Code) || strings.Contains(m.Text, a))
	})
}

func first(re *regexp.Regexp, text string) int {
	if m := re.FindStringSubmatch(text); m != nil {
		return number(m[1])
	}
	return 0
}

// number reads digits that a pattern has matched; a number too long to be one
// counts as 0.
func number(s string) int {
	n, _ := strconv.Atoi(s)
	return n
}
