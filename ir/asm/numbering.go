package asm

import (
	"sort"
	"strconv"

	"github.com/tile-opt/tile-opt/ir"
)

// numbering gives every value and block under one operation its name, by the
// rules of MLIR's printer: pre-order with a stack of regions whose counters
// are restored in custom form and run on in generic form.
type numbering struct {
	opts   *PrintOptions
	values valueTable // see below for the coding
	named  []string
	blocks map[*ir.Block]int32
	groups map[*ir.Operation][]int
	opIDs  map[*ir.Operation]int32

	nextValue, nextArg, nextConflict int32
	used                             map[string]int
	scopes                           [][]string
}

// The coding of numbering.values: numbers are n >= 0, entry arguments
// -1-2n, names -2-2n.
const (
	codeArg  = -1
	codeName = -2
)

// nameWork is a region to number, with the counters it starts from.
type nameWork struct {
	r                                *ir.Region
	nextValue, nextArg, nextConflict int32
	scope                            int
}

func newNumbering(op *ir.Operation, opts *PrintOptions) *numbering {
	n := &numbering{opts: opts, values: newValueTable(op), blocks: make(map[*ir.Block]int32)}
	if !opts.Generic {
		n.used = make(map[string]int)
	}
	n.scopes = append(n.scopes, nil)
	var work []nameWork
	push := func(o *ir.Operation) {
		for _, r := range o.Regions() {
			work = append(work, nameWork{r, n.nextValue, n.nextArg, n.nextConflict, len(n.scopes)})
		}
	}
	push(op)
	n.op(op)
	for len(work) > 0 {
		w := work[len(work)-1]
		work = work[:len(work)-1]
		if !opts.Generic && !opts.UniqueIDs {
			n.nextValue, n.nextArg, n.nextConflict = w.nextValue, w.nextArg, w.nextConflict
		}
		for len(n.scopes) > w.scope {
			n.popScope()
		}
		n.scopes = append(n.scopes, nil)
		n.region(w.r)
		for b := range w.r.Blocks() {
			for o := b.First(); o != nil; o = o.Next() {
				if o.NumRegions() > 0 {
					push(o)
				}
			}
		}
	}
	return n
}

func (n *numbering) popScope() {
	top := len(n.scopes) - 1
	for _, s := range n.scopes[top] {
		if n.used[s]--; n.used[s] == 0 {
			delete(n.used, s)
		}
	}
	n.scopes = n.scopes[:top]
}

func (n *numbering) region(r *ir.Region) {
	if !n.opts.Generic {
		if h, ok := ir.As[BlockArgNamer](r.Owner()); ok {
			h.OpAsmBlockArgNames(r, n.setName)
		}
	}
	id := int32(0)
	single := r.HasOneBlock()
	for b := range r.Blocks() {
		if !single {
			n.blocks[b] = id
			id++
		}
		n.block(b)
	}
}

func (n *numbering) block(b *ir.Block) {
	entry := b.IsEntry()
	for _, a := range b.Args() {
		if n.values.has(a) {
			continue
		}
		if !entry {
			n.values.set(a, n.nextValue)
			n.nextValue++
			continue
		}
		if n.opts.Generic {
			n.values.set(a, codeArg-2*n.nextArg)
		} else {
			n.setName(a, "arg"+strconv.Itoa(int(n.nextArg)))
		}
		n.nextArg++
	}
	for op := b.First(); op != nil; op = op.Next() {
		n.op(op)
	}
}

// nameSlots names the results of an operation with several result slots after
// the slots, as MLIR does for want of other names.
func nameSlots(op *ir.Operation, set func(v *ir.Value, name string)) {
	for i, slot := range op.Info().Def.Out {
		if lo, hi := op.ResultRange(i); lo < hi {
			set(op.Result(lo), slot.Name)
		}
	}
}

// op names the results of one operation.
func (n *numbering) op(op *ir.Operation) {
	var groups []int
	if !n.opts.Generic && op.IsRegistered() {
		groups = n.suggested(op)
	}
	if op.NumResults() == 0 {
		if n.opts.ValueUsers {
			if n.opIDs == nil {
				n.opIDs = make(map[*ir.Operation]int32)
			}
			n.opIDs[op] = n.nextValue
			n.nextValue++
		}
		return
	}
	first := op.Result(0)
	if !n.values.has(first) {
		n.values.set(first, n.nextValue)
		n.nextValue++
	}
	if len(groups) > 0 {
		groups = append(groups, 0)
		sort.Ints(groups)
		if n.groups == nil {
			n.groups = make(map[*ir.Operation][]int)
		}
		n.groups[op] = groups
	}
}

// suggested gives the results of an operation the names that it suggests, and
// returns where groups of results begin, the first apart.
func (n *numbering) suggested(op *ir.Operation) []int {
	namer, ok := ir.As[ResultNamer](op)
	if !ok && len(op.Info().Def.Out) < 2 {
		return nil // most operations: the rest would allocate
	}
	var groups []int
	set := func(v *ir.Value, name string) {
		n.setName(v, name)
		if v.Index() != 0 {
			groups = append(groups, v.Index())
		}
	}
	if ok {
		namer.OpAsmResultNames(set)
	} else {
		nameSlots(op, set)
	}
	return groups
}

// setName gives a value a suggested name, made unique; an empty name is the
// next number.
func (n *numbering) setName(v *ir.Value, name string) {
	if name == "" {
		n.values.set(v, n.nextValue)
		n.nextValue++
		return
	}
	name = n.unique(sanitize(name))
	n.values.set(v, codeName-2*int32(len(n.named)))
	n.named = append(n.named, name)
}

func (n *numbering) unique(name string) string {
	if n.used[name] > 0 {
		for {
			probe := name + "_" + strconv.Itoa(int(n.nextConflict))
			n.nextConflict++
			if n.used[probe] == 0 {
				name = probe
				break
			}
		}
	}
	n.used[name]++
	top := len(n.scopes) - 1
	n.scopes[top] = append(n.scopes[top], name)
	return name
}

// sanitize turns a suggestion into an identifier: other bytes become hex, a
// leading digit gets an underscore before it.
func sanitize(name string) string {
	const hex = "0123456789ABCDEF"
	clean := class[name[0]]&cDigit == 0
	for i := range len(name) {
		clean = clean && class[name[i]]&cSuffix != 0
	}
	if clean {
		return name
	}
	var b []byte
	if class[name[0]]&cDigit != 0 {
		b = append(b, '_')
	}
	for i := range len(name) {
		switch c := name[i]; {
		case class[c]&cSuffix != 0:
			b = append(b, c)
		case c == ' ':
			b = append(b, '_')
		default:
			b = append(b, hex[c>>4], hex[c&15])
		}
	}
	return string(b)
}

// append writes the name of v without the percent sign; res adds #n for
// members of a group.
func (n *numbering) append(b []byte, v *ir.Value, res bool) []byte {
	num := -1
	if op := v.Def(); op != nil && op.NumResults() > 1 {
		v, num = n.group(op, v)
	}
	id, ok := n.values.get(v)
	switch {
	case !ok:
		return append(b, "<<UNKNOWN SSA VALUE>>"...)
	case id >= 0:
		b = append(b, '%')
		b = strconv.AppendInt(b, int64(id), 10)
	case id&1 != 0:
		b = append(b, "%arg"...)
		b = strconv.AppendInt(b, int64(codeArg-id)/2, 10)
	default:
		b = append(b, '%')
		b = append(b, n.named[(codeName-id)/2]...)
	}
	if res && num >= 0 {
		b = append(b, '#')
		b = strconv.AppendInt(b, int64(num), 10)
	}
	return b
}

// group returns the first value of the group of result v and the number of v
// in it, -1 when it is alone.
func (n *numbering) group(op *ir.Operation, v *ir.Value) (*ir.Value, int) {
	g := n.groups[op]
	if g == nil {
		return op.Result(0), v.Index()
	}
	i := sort.SearchInts(g, v.Index()+1) - 1
	end := op.NumResults()
	if i+1 < len(g) {
		end = g[i+1]
	}
	if end-g[i] == 1 {
		return v, -1
	}
	return op.Result(g[i]), v.Index() - g[i]
}

// appendBlock writes ^bbN.
func (n *numbering) appendBlock(b []byte, blk *ir.Block) []byte {
	if blk == nil {
		return append(b, "<<NULL BLOCK>>"...)
	}
	id, ok := n.blocks[blk]
	if !ok && (blk.Region() == nil || !blk.Region().HasOneBlock()) {
		return append(b, "<<INVALID BLOCK>>"...)
	}
	b = append(b, "^bb"...)
	return strconv.AppendInt(b, int64(id), 10)
}
