package filecheck

import (
	"regexp/syntax"
	"slices"
	"strings"
	"unicode/utf8"
)

// maxSteps bounds one search, some tenths of a second: back-references make
// matching exponential in the worst case.
const maxSteps = 20_000_000

// backtracker runs a compiled expression in which the runes above backrefBase are
// back-references. It tries every path, since the longest match is wanted.
type backtracker struct {
	prog *syntax.Prog
}

// search is the state of one attempt at one start position.
type search struct {
	prog  *syntax.Prog
	in    string
	steps int
	caps  []int
	best  []int
	seen  []int // per instruction: position at its last visit, to stop empty loops
}

func (b *backtracker) find(s string) ([]int, error) {
	a := &search{prog: b.prog, in: s, seen: make([]int, len(b.prog.Inst))}
	prefix, _ := b.prog.Prefix()
	if i := strings.IndexFunc(prefix, isBackref); i >= 0 {
		prefix = prefix[:i]
	}
	for start := 0; start <= len(s); start++ {
		skip := strings.Index(s[start:], prefix)
		if skip < 0 {
			return nil, nil
		}
		start += skip
		a.caps = slices.Repeat([]int{-1}, b.prog.NumCap)
		for i := range a.seen {
			a.seen[i] = -1
		}
		a.caps[0] = start
		a.step(uint32(b.prog.Start), start)
		if a.steps > maxSteps {
			return nil, errBacktracks
		}
		if a.best != nil {
			return a.best, nil
		}
	}
	return nil, nil
}

// step follows the program from instruction pc at byte pos, and keeps the longest
// match that it reaches; of equally long ones the first.
func (a *search) step(pc uint32, pos int) {
	for {
		a.steps++
		if a.steps > maxSteps {
			return
		}
		inst := &a.prog.Inst[pc]
		switch inst.Op {
		case syntax.InstMatch:
			if a.best == nil || pos > a.best[1] {
				a.best = slices.Clone(a.caps)
				a.best[1] = pos
			}
			return
		case syntax.InstFail:
			return
		case syntax.InstAlt, syntax.InstAltMatch:
			if a.seen[pc] == pos {
				return
			}
			old := a.seen[pc]
			a.seen[pc] = pos
			a.step(inst.Out, pos)
			a.step(inst.Arg, pos)
			a.seen[pc] = old
			return
		case syntax.InstCapture:
			old := a.caps[inst.Arg]
			a.caps[inst.Arg] = pos
			a.step(inst.Out, pos)
			a.caps[inst.Arg] = old
			return
		case syntax.InstNop:
		case syntax.InstEmptyWidth:
			if syntax.EmptyOp(inst.Arg)&^a.context(pos) != 0 {
				return
			}
		default:
			n, ok := a.consume(inst, pos)
			if !ok {
				return
			}
			pos += n
		}
		pc = inst.Out
	}
}

// context returns the empty-width assertions that hold at pos.
func (a *search) context(pos int) syntax.EmptyOp {
	before, after := rune(-1), rune(-1)
	if pos > 0 {
		before, _ = utf8.DecodeLastRuneInString(a.in[:pos])
	}
	if pos < len(a.in) {
		after, _ = utf8.DecodeRuneInString(a.in[pos:])
	}
	return syntax.EmptyOpContext(before, after)
}

// consume matches one rune or one back-reference at pos and returns its length.
func (a *search) consume(inst *syntax.Inst, pos int) (int, bool) {
	if len(inst.Rune) == 1 && isBackref(inst.Rune[0]) {
		group := int(inst.Rune[0] - backrefBase)
		start, end := a.caps[2*group], a.caps[2*group+1]
		if start < 0 || end < start {
			return 0, false
		}
		return end - start, strings.HasPrefix(a.in[pos:], a.in[start:end])
	}
	if pos == len(a.in) {
		return 0, false
	}
	r, n := utf8.DecodeRuneInString(a.in[pos:])
	return n, inst.MatchRune(r)
}

func isBackref(r rune) bool { return backrefBase < r && r <= backrefBase+9 }
