package ir

import "github.com/tile-opt/tile-opt/ir/diag"

// Dominance answers dominance questions about the regions under one
// operation. It is computed lazily, region by region, and valid while no
// block is added, removed or retargeted.
type Dominance struct {
	regions map[*Region]*domTree
}

// NewDominance returns an empty cache.
func NewDominance() *Dominance { return &Dominance{regions: make(map[*Region]*domTree)} }

// domTree holds immediate dominators by reverse post-order number.
type domTree struct {
	num  map[*Block]int // reverse post-order; unreachable blocks are absent
	rpo  []*Block
	idom []int
	// in and out number a walk of the dominator tree, so that an ancestor
	// test is two comparisons.
	in, out []int
}

// tree returns the dominator tree of a region with more than one block.
func (d *Dominance) tree(r *Region) *domTree {
	if t := d.regions[r]; t != nil {
		return t
	}
	t := buildDomTree(r)
	d.regions[r] = t
	return t
}

// depthFirst is a walk of the blocks that an entry reaches, depth first.
type depthFirst struct {
	post   []*Block
	num    map[*Block]int // in the order of being reached
	parent []int          // by that number
}

func walkDepthFirst(entry *Block) *depthFirst {
	type frame struct {
		b    *Block
		next int // successor
	}
	w := &depthFirst{num: map[*Block]int{entry: 0}, parent: []int{0}}
	stack := []frame{{b: entry}}
	for len(stack) > 0 {
		f := &stack[len(stack)-1]
		if f.b.last == nil || f.next == f.b.last.NumSuccessors() {
			w.post = append(w.post, f.b)
			stack = stack[:len(stack)-1]
			continue
		}
		s, from := f.b.last.Successor(f.next), w.num[f.b]
		f.next++
		if _, seen := w.num[s]; !seen {
			w.num[s] = len(w.parent)
			w.parent = append(w.parent, from)
			stack = append(stack, frame{b: s})
		}
	}
	return w
}

// buildDomTree is the algorithm of Lengauer and Tarjan ("A Fast Algorithm for
// Finding Dominators in a Flowgraph") in its simple form, of n log n steps: an
// iterative one takes the square of that where many blocks leave a long chain.
func buildDomTree(r *Region) *domTree {
	w := walkDepthFirst(r.first)
	n := len(w.post)
	t := &domTree{num: w.num, rpo: make([]*Block, n), idom: make([]int, n)}
	vertex, final := make([]*Block, n), make([]int, n)
	for i, b := range w.post {
		t.rpo[n-1-i] = b
		vertex[w.num[b]] = b
		final[w.num[b]] = n - 1 - i
	}
	for i, d := range (&semidominators{}).idoms(w, vertex) {
		t.idom[final[i]] = final[d]
	}
	for i, b := range t.rpo {
		t.num[b] = i
	}
	t.number()
	return t
}

// semidominators is the state of Lengauer's and Tarjan's algorithm. Blocks are
// numbers of a depth-first walk; the forest is that of the blocks worked on.
type semidominators struct {
	semi     []int
	ancestor []int // in the forest, -1 for a root
	label    []int // of least semidominator on the compressed path to the ancestor
	path     []int
}

// idoms returns the immediate dominator of each block, the entry's being itself.
func (s *semidominators) idoms(w *depthFirst, vertex []*Block) []int {
	n := len(vertex)
	s.semi, s.ancestor, s.label = make([]int, n), make([]int, n), make([]int, n)
	idom := make([]int, n)
	// buckets: the blocks with a semidominator, as chains of numbers plus one.
	first, next := make([]int, n), make([]int, n)
	for i := range n {
		s.semi[i], s.ancestor[i], s.label[i] = i, -1, i
	}
	for i := n - 1; i > 0; i-- {
		for u := vertex[i].preds; u != nil; u = u.next {
			if p, ok := w.num[u.owner.block]; ok {
				s.semi[i] = min(s.semi[i], s.semi[s.eval(p)])
			}
		}
		next[i], first[s.semi[i]] = first[s.semi[i]], i+1
		up := w.parent[i]
		s.ancestor[i] = up
		for k := first[up]; k > 0; k = next[k-1] {
			v := k - 1
			if idom[v] = up; s.semi[s.eval(v)] < s.semi[v] {
				idom[v] = s.eval(v)
			}
		}
		first[up] = 0
	}
	for i := 1; i < n; i++ {
		if idom[i] != s.semi[i] {
			idom[i] = idom[idom[i]]
		}
	}
	return idom
}

// eval returns the block of least semidominator on the way from v up to below
// the root of its tree, and shortens the way.
func (s *semidominators) eval(v int) int {
	if s.ancestor[v] < 0 {
		return v
	}
	s.path = s.path[:0]
	for s.ancestor[s.ancestor[v]] >= 0 {
		s.path = append(s.path, v)
		v = s.ancestor[v]
	}
	root := s.ancestor[v]
	for i := len(s.path) - 1; i >= 0; i-- {
		x := s.path[i]
		if s.semi[s.label[v]] < s.semi[s.label[x]] {
			s.label[x] = s.label[v]
		}
		s.ancestor[x] = root
		v = x
	}
	return s.label[v]
}

func (t *domTree) number() {
	n := len(t.idom)
	kids := make([][]int, n)
	for i := 1; i < n; i++ {
		kids[t.idom[i]] = append(kids[t.idom[i]], i)
	}
	t.in, t.out = make([]int, n), make([]int, n)
	clock := 0
	type frame struct{ b, k int }
	stack := []frame{{0, 0}}
	for len(stack) > 0 {
		f := &stack[len(stack)-1]
		if f.k == 0 {
			t.in[f.b] = clock
			clock++
		}
		if f.k < len(kids[f.b]) {
			k := kids[f.b][f.k]
			f.k++
			stack = append(stack, frame{k, 0})
			continue
		}
		t.out[f.b] = clock
		clock++
		stack = stack[:len(stack)-1]
	}
}

// IsReachable reports whether b can be reached from the entry of its region.
func (d *Dominance) IsReachable(b *Block) bool {
	if b.IsEntry() {
		return true
	}
	_, ok := d.tree(b.region).num[b]
	return ok
}

// DominatesBlock reports whether a dominates b; both are of one region.
// Every block dominates an unreachable one.
func (d *Dominance) DominatesBlock(a, b *Block) bool {
	if a == b || a.IsEntry() {
		return true
	}
	t := d.tree(a.region)
	nb, ok := t.num[b]
	if !ok {
		return true
	}
	na, ok := t.num[a]
	if !ok {
		return false
	}
	return t.in[na] <= t.in[nb] && t.out[nb] <= t.out[na]
}

// IDom returns the immediate dominator of b, nil for an entry or unreachable
// block.
func (d *Dominance) IDom(b *Block) *Block {
	t := d.tree(b.region)
	n, ok := t.num[b]
	if !ok || n == 0 {
		return nil
	}
	return t.rpo[t.idom[n]]
}

// ReversePostOrder returns the blocks of r that its entry reaches, each after
// its dominators; the slice must not be changed.
func (d *Dominance) ReversePostOrder(r *Region) []*Block {
	if r.first == nil {
		return nil
	}
	return d.tree(r).rpo
}

// HasSSADominance reports whether definitions must come before uses in r, as
// they need not in the regions of operations with the trait GraphRegion.
func HasSSADominance(r *Region) bool { return hasSSADominance(r) }

// hasSSADominance reports whether order matters in the region.
func hasSSADominance(r *Region) bool {
	return r.owner == nil || r.owner.info.Def == nil && r.HasOneBlock() == false || r.owner.info.Def != nil && !r.owner.Has(GraphRegion)
}

// Dominates reports whether v is available at op: defined before it on every
// path, or in an enclosing region before the ancestor of op.
func (d *Dominance) Dominates(v *Value, op *Operation) bool {
	vr := v.Region()
	at := op
	for at != nil && at.Region() != vr {
		at = at.Parent()
	}
	if at == nil {
		return false
	}
	if !hasSSADominance(vr) {
		return true
	}
	vb := v.Block()
	if v.op == nil {
		return d.DominatesBlock(vb, at.block)
	}
	if v.op == at {
		// Inside its own regions a result is not yet available.
		return false
	}
	if vb == at.block {
		return v.op.IsBefore(at)
	}
	return d.DominatesBlock(vb, at.block)
}

// DominatesOp reports whether a properly dominates b.
func (d *Dominance) DominatesOp(a, b *Operation) bool {
	at := b
	for at != nil && at.Region() != a.Region() {
		at = at.Parent()
	}
	if at == nil || at == a {
		return false
	}
	if a.block == at.block {
		return a.IsBefore(at)
	}
	return d.DominatesBlock(a.block, at.block)
}

// dominance checks every operand under root.
func (v *verifier) dominance(root *Operation) {
	faults := v.broken
	v.broken = make(map[*Operation]bool)
	d := NewDominance()
	for op := range Walk(root) {
		if v.full() {
			return
		}
		if len(faults) == 0 || !faults[scope(op)] {
			v.operands(d, op)
		}
	}
	for op := range faults {
		v.broken[op] = true
	}
}

// operands checks that the operands of op are available to it.
func (v *verifier) operands(d *Dominance, op *Operation) {
	for i := range op.operands {
		val := op.operands[i].val
		// Fast path: a definition earlier in the same block.
		if val.op != nil && val.op.block == op.block && op.block != nil && val.op != op && val.op.IsBefore(op) {
			continue
		}
		if op.block != nil && val.op == nil && val.arg.block == op.block {
			continue
		}
		if op.block != nil && !d.IsReachable(op.block) {
			continue
		}
		if iso := isolationBreach(op, val); iso != nil {
			v.add(op, diag.Errorf(op.loc.Pos(), "'%s' op using value defined outside the region", op.Name()).
				WithNote(iso.loc.Pos(), "required by region isolation constraints"))
			return
		}
		if val.Region() == nil || !d.Dominates(val, op) {
			v.add(op, dominanceError(op, i, val))
			return
		}
	}
}

func dominanceError(op *Operation, i int, val *Value) error {
	e := diag.Errorf(op.loc.Pos(), "operand #%d does not dominate this use", i)
	e.Op = op.Path()
	if val.op != nil {
		note := "operand defined here"
		if val.op.block != nil && val.op.block == op.block {
			note += " (op in the same block)"
		} else if val.op.Region() == op.Region() {
			note += " (op in the same region)"
		}
		return e.WithNote(val.op.loc.Pos(), "%s", note)
	}
	return e.WithNote(val.arg.loc.Pos(), "operand defined as a block argument")
}

// isolationBreach returns the isolated operation between op and the region
// that defines val, or nil.
func isolationBreach(op *Operation, val *Value) *Operation {
	r := val.Region()
	for o := op; o != nil && o.Region() != r; o = o.Parent() {
		if p := o.Parent(); p != nil && p.Has(IsolatedFromAbove) {
			return p
		}
	}
	return nil
}
