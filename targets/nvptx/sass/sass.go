// Package sass reads what nvdisasm prints of a kernel: which registers each part
// of it names.
//
// It must not know how the code was made. A part begins at a USETMAXREG, as each
// role of a specialised kernel does, and is what can be reached from there.
package sass

import (
	"regexp"
	"strconv"
	"strings"
)

// Part is the code behind one change of the registers at hand.
type Part struct {
	// Set is the number of registers that each thread has from there on.
	Set int
	// Used is one more than the number of the highest register that is named.
	Used int
}

// Kernel is the machine code of one entry.
type Kernel struct {
	Name string
	// Used is one more than the number of the highest register that is named.
	Used int
	// Parts are in the order of the code; a kernel that sets no registers has none.
	Parts []Part
}

// instruction is one line of code.
type instruction struct {
	mnemonic, operands string
	always             bool // no predicate
	used               int
}

// code is the instructions of one section and where its labels point.
type code struct {
	list   []instruction
	labels map[string]int
}

var (
	line     = regexp.MustCompile(`^\s*/\*[0-9a-f]{4,}\*/\s+(?:(@!?U?P[0-9T]+)\s+)?([A-Z0-9_.]+)\s*(.*?)\s*;`)
	register = regexp.MustCompile(`\bR([0-9]+)\b`)
	label    = regexp.MustCompile("`\\((\\.L_[A-Za-z0-9_]+)\\)")
	product  = regexp.MustCompile(`^HGMMA\.64x([0-9]+)x[0-9]+\.(F16|F32)`)
)

// Read returns the kernels in the text of nvdisasm, in its order.
func Read(text string) []Kernel {
	var out []Kernel
	var c *code
	finish := func() {
		if c != nil && len(out) > 0 {
			c.measure(&out[len(out)-1])
		}
		c = nil
	}
	for l := range strings.Lines(text) {
		switch {
		case strings.Contains(l, ".section"):
			finish()
			if _, after, ok := strings.Cut(l, ".section\t.text."); ok {
				name, _, _ := strings.Cut(after, ",")
				out = append(out, Kernel{Name: name})
				c = &code{labels: make(map[string]int)}
			}
		case c == nil:
		case strings.HasPrefix(l, ".L"):
			c.labels[strings.TrimSuffix(strings.TrimSpace(l), ":")] = len(c.list)
		default:
			if m := line.FindStringSubmatch(l); m != nil {
				c.list = append(c.list, instruction{mnemonic: m[2], operands: m[3], always: m[1] == "", used: used(m[2], m[3])})
			}
		}
	}
	finish()
	return out
}

// used is one more than the highest register that an instruction names, with those
// that its first register stands for as well.
func used(mnemonic, operands string) int {
	most := 0
	for i, m := range register.FindAllStringSubmatch(operands, -1) {
		n, _ := strconv.Atoi(m[1])
		if i == 0 {
			n += wide(mnemonic) - 1
		}
		most = max(most, n+1)
	}
	return most
}

// wide is how many registers the first one of an instruction stands for.
func wide(mnemonic string) int {
	if m := product.FindStringSubmatch(mnemonic); m != nil {
		n, _ := strconv.Atoi(m[1])
		if m[2] == "F16" {
			return n / 4
		}
		return n / 2
	}
	switch {
	case strings.HasSuffix(mnemonic, ".128"), strings.Contains(mnemonic, ".128."):
		return 4
	case strings.HasSuffix(mnemonic, ".64"), strings.Contains(mnemonic, ".64."), strings.Contains(mnemonic, ".WIDE"):
		return 2
	}
	return 1
}

func (c *code) measure(k *Kernel) {
	for i, in := range c.list {
		k.Used = max(k.Used, in.used)
		if !strings.HasPrefix(in.mnemonic, "USETMAXREG") {
			continue
		}
		fields := strings.Split(in.operands, ",")
		n, err := strconv.ParseInt(strings.TrimSpace(fields[len(fields)-1]), 0, 32)
		if err != nil {
			continue
		}
		k.Parts = append(k.Parts, Part{Set: int(n), Used: c.reach(i)})
	}
}

// reach returns the most that an instruction uses among those that control comes
// to from number from on.
func (c *code) reach(from int) int {
	seen := make([]bool, len(c.list))
	most := 0
	todo := []int{from}
	for len(todo) > 0 {
		i := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		for i < len(c.list) && !seen[i] {
			seen[i] = true
			in := &c.list[i]
			most = max(most, in.used)
			for _, m := range label.FindAllStringSubmatch(in.operands, -1) {
				if at, ok := c.labels[m[1]]; ok {
					todo = append(todo, at)
				}
			}
			if in.always && ends(in.mnemonic) {
				break
			}
			i++
		}
	}
	return most
}

// ends reports whether control never goes on behind an instruction without a
// predicate.
func ends(mnemonic string) bool {
	name, _, _ := strings.Cut(mnemonic, ".")
	switch name {
	case "EXIT", "BRA", "RET", "BRX", "JMP", "KILL":
		return true
	}
	return false
}
