package ptx

import (
	"slices"
	"strings"
)

// Block is a basic block: the instructions First to End-1 of the function.
type Block struct {
	// First and End are indices into the function's instructions.
	First, End int
	// Succs are the indices of the blocks that may come next.
	Succs []int
}

// Loop is a natural loop.
type Loop struct {
	// Header is the block that every way into the loop passes.
	Header int
	// Blocks are the loop's blocks, those of inner loops included, in order.
	Blocks []int
	// Parent is the index of the innermost loop around it, -1 for none.
	Parent int
}

// finish cuts the instructions into blocks and finds the loops.
func (b *bodyParser) finish() {
	f := b.f
	leader := make([]bool, len(f.Insts)+1)
	leader[0] = true
	for _, at := range b.labels {
		leader[at] = true
	}
	for i, inst := range f.Insts {
		if ends(inst) {
			leader[i+1] = true
		}
	}
	blockOf := make([]int, len(f.Insts)+1)
	for i := range f.Insts {
		if leader[i] {
			f.Blocks = append(f.Blocks, Block{First: i})
		}
		n := len(f.Blocks) - 1
		blockOf[i] = n
		f.Blocks[n].End = i + 1
	}
	for n := range f.Blocks {
		b.successors(n, blockOf)
	}
	f.findLoops()
}

// ends reports whether an instruction ends its block.
func ends(i Inst) bool {
	return i.Is("bra") || i.Is("brx") || i.Is("ret") || i.Is("exit") || i.Is("trap")
}

// successors fills in where block n may go on.
func (b *bodyParser) successors(n int, blockOf []int) {
	f := b.f
	blk := &f.Blocks[n]
	last := f.Insts[blk.End-1]
	goesOn := !ends(last) || last.Pred != ""
	var targets []string
	if len(last.Args) > 0 && last.Is("bra") {
		targets = last.Args[:1]
	} else if len(last.Args) > 1 && last.Is("brx") {
		if list, ok := lookup(b, b.lists, last.scope, last.Args[1]); ok {
			targets = list
		} else {
			targets = strings.Split(strings.Trim(last.Args[1], "{}"), ",")
		}
	}
	for _, t := range targets {
		// A label behind the last instruction leads out of the function.
		if at, ok := lookup(b, b.labels, last.scope, t); ok && at < len(f.Insts) {
			blk.Succs = append(blk.Succs, blockOf[at])
		}
	}
	if goesOn && n+1 < len(f.Blocks) {
		blk.Succs = append(blk.Succs, n+1)
	}
	slices.Sort(blk.Succs)
	blk.Succs = slices.Compact(blk.Succs)
}

// lookup finds what a label stands for, in its scope or one around it.
func lookup[T any](b *bodyParser, in map[labelKey]T, scope int, name string) (T, bool) {
	for ; scope >= 0; scope = b.parents[scope] {
		if v, ok := in[labelKey{scope, name}]; ok {
			return v, true
		}
	}
	var none T
	return none, false
}

// findLoops finds back edges by dominance and collects what each loop holds.
func (f *Function) findLoops() {
	order, preds := f.reversePostorder()
	idom := dominators(order, preds)
	number := make([]int, len(f.Blocks)) // position in order, for dominance
	for i, n := range order {
		number[n] = i
	}
	tails := map[int][]int{}
	var headers []int
	for _, n := range order {
		for _, h := range f.Blocks[n].Succs {
			if !dominates(idom, number, h, n) {
				continue
			}
			if tails[h] == nil {
				headers = append(headers, h)
			}
			tails[h] = append(tails[h], n)
		}
	}
	for _, h := range headers {
		f.Loops = append(f.Loops, Loop{h, loopBody(h, tails[h], preds), -1})
	}
	slices.SortFunc(f.Loops, func(a, b Loop) int {
		if a.Blocks[0] != b.Blocks[0] {
			return a.Blocks[0] - b.Blocks[0]
		}
		if len(a.Blocks) != len(b.Blocks) {
			return len(b.Blocks) - len(a.Blocks)
		}
		return a.Header - b.Header
	})
	for i := range f.Loops {
		for j := range f.Loops {
			if l, o := f.Loops[i], f.Loops[j]; i != j && len(o.Blocks) > len(l.Blocks) && o.has(l.Header) {
				if p := l.Parent; p < 0 || len(o.Blocks) < len(f.Loops[p].Blocks) {
					f.Loops[i].Parent = j
				}
			}
		}
	}
}

func (l Loop) has(block int) bool {
	_, ok := slices.BinarySearch(l.Blocks, block)
	return ok
}

// reversePostorder returns the reachable blocks so that, back edges apart, each
// comes after its predecessors, and the predecessors of every block.
func (f *Function) reversePostorder() (order []int, preds [][]int) {
	preds = make([][]int, len(f.Blocks))
	if len(f.Blocks) == 0 {
		return nil, preds
	}
	seen := make([]bool, len(f.Blocks))
	next := make([]int, len(f.Blocks)) // the successor to visit next
	stack := []int{0}
	seen[0] = true
	for len(stack) > 0 {
		n := stack[len(stack)-1]
		if next[n] == len(f.Blocks[n].Succs) {
			order = append(order, n)
			stack = stack[:len(stack)-1]
			continue
		}
		s := f.Blocks[n].Succs[next[n]]
		next[n]++
		preds[s] = append(preds[s], n)
		if !seen[s] {
			seen[s] = true
			stack = append(stack, s)
		}
	}
	slices.Reverse(order)
	return order, preds
}

// dominators returns each block's immediate dominator, the entry's being itself
// (Cooper, Harvey and Kennedy, "A Simple, Fast Dominance Algorithm").
func dominators(order []int, preds [][]int) []int {
	number := make([]int, len(preds))
	idom := make([]int, len(preds))
	for i := range idom {
		idom[i] = -1
	}
	for i, n := range order {
		number[n] = i
	}
	if len(order) > 0 {
		idom[order[0]] = order[0]
	}
	for changed := true; changed; {
		changed = false
		for _, n := range order[min(1, len(order)):] {
			to := -1
			for _, p := range preds[n] {
				switch {
				case idom[p] < 0:
				case to < 0:
					to = p
				default:
					for to != p {
						for number[p] > number[to] {
							p = idom[p]
						}
						for number[to] > number[p] {
							to = idom[to]
						}
					}
				}
			}
			if idom[n] != to {
				idom[n], changed = to, true
			}
		}
	}
	return idom
}

// dominates reports whether block a is on every way to block b.
func dominates(idom, number []int, a, b int) bool {
	for number[b] > number[a] {
		b = idom[b]
	}
	return a == b
}

// loopBody returns the blocks from which a tail is reached without the header.
func loopBody(header int, tails []int, preds [][]int) []int {
	in := map[int]bool{header: true}
	work := slices.Clone(tails)
	for len(work) > 0 {
		n := work[len(work)-1]
		work = work[:len(work)-1]
		if !in[n] {
			in[n] = true
			work = append(work, preds[n]...)
		}
	}
	body := make([]int, 0, len(in))
	for n := range in {
		body = append(body, n)
	}
	slices.Sort(body)
	return body
}
