package ir

import (
	"errors"
	"fmt"
	"strings"

	"github.com/tile-opt/tile-opt/ir/diag"
)

// Verify checks op and everything inside: structure, definitions, traits,
// hooks, dominance and symbols. It reports every operation's first fault, in
// the order of the text; nil means valid.
func Verify(op *Operation) error { return VerifyParallel(op, 1) }

// verifyInOrder is Verify in the order in which faults are reported: dominance
// where the structure is right, and symbols where both are. What is isolated is
// judged alone, so that a fault in one function hides none in another.
func verifyInOrder(op *Operation) error {
	v := &verifier{broken: make(map[*Operation]bool)}
	v.op(op)
	v.dominance(op)
	v.symbolUses(op)
	if len(v.errs) == 0 && v.panicked != nil {
		panic(v.panicked)
	}
	return v.errs.Err()
}

// hook adds what a hook says. A hook may look at other operations, which may be
// broken or not have been looked at, and fail on them in any way: what explains that
// is an error that is there already or is found later. The quick check, which is not
// kept up by closures, calls hooks itself and fails as a whole.
func (v *verifier) hook(op *Operation, check func() error) {
	defer func() {
		if r := recover(); r != nil && v.panicked == nil {
			v.panicked = r
		}
	}()
	v.add(op, check())
}

// scope returns the isolated operation that op is or stands in, the outermost
// operation when nothing is isolated.
func scope(op *Operation) *Operation {
	for !op.info.Has(IsolatedFromAbove) && op.Parent() != nil {
		op = op.Parent()
	}
	return op
}

// symbolUses asks operations inside symbol tables under root to check the
// symbols they name. Operations whose table lies outside are left alone: what
// is outside may be changing.
func (v *verifier) symbolUses(root *Operation) {
	v.index = make(map[*Operation]map[string]*Operation)
	for op := range Walk(root) {
		if op.info.hooks&hookSymbolUser != 0 && !v.full() && !v.broken[scope(op)] {
			v.symbolUse(root, op)
		}
	}
}

func (v *verifier) symbolUse(root, op *Operation) {
	table := NearestSymbolTable(op)
	if table == nil || !root.IsAncestorOf(table) {
		return
	}
	lookup := func(ref *SymbolRefAttr) *Operation { return resolveIndexed(v.index, table, root, ref) }
	if v.quick != nil {
		v.add(op, op.View().(SymbolUser).VerifySymbolUses(lookup))
	} else {
		v.hook(op, func() error { return op.View().(SymbolUser).VerifySymbolUses(lookup) })
	}
}

// resolveIndexed is ResolveSymbol with an index for each table, up to root.
func resolveIndexed(index map[*Operation]map[string]*Operation, table, root *Operation, ref *SymbolRefAttr) *Operation {
	for t := table; t != nil && root.IsAncestorOf(t); t = NearestSymbolTable(t) {
		names := index[t]
		if names == nil {
			names = symbolsOf(t)
			index[t] = names
		}
		s := names[ref.Root]
		for _, n := range ref.Nested {
			if s != nil {
				s = LookupSymbol(s, n)
			}
		}
		if s != nil {
			return s
		}
	}
	return nil
}

// symbolsOf returns the symbols of a table by name.
func symbolsOf(table *Operation) map[string]*Operation {
	names := make(map[string]*Operation)
	if table.NumRegions() == 0 {
		return names
	}
	if e := table.RegionAt(0).Entry(); e != nil {
		for s := e.first; s != nil; s = s.next {
			if n, ok := SymbolName(s); ok {
				names[n] = s
			}
		}
	}
	return names
}

type verifier struct {
	errs  diag.List
	index map[*Operation]map[string]*Operation // symbols by table
	quick *quick                               // set in the quick check
	// broken has the isolated operations with a fault inside that is not in
	// another isolated one.
	broken   map[*Operation]bool
	panicked any // what the first hook that failed on other operations said
}

// maxErrors bounds what one run reports, so that a broken generator does not
// drown its user.
const maxErrors = 200

func (v *verifier) full() bool { return len(v.errs) >= maxErrors }

// OpError returns an error diagnostic at op with MLIR's prefix: 'name' op ...
func (op *Operation) OpError(format string, args ...any) *diag.Diagnostic {
	d := diag.Errorf(op.Pos(), "'%s' op %s", op.Name(), fmt.Sprintf(format, args...))
	d.Op = op.Path()
	return d
}

// Pos returns the place in the text that says most about op. An operation that passes
// made or moved may have none of its own, a constant that several operations share
// has not: it is then that of a user of its results, the first in the text, else that
// of the closest operation around it which has one. It is not valid where no
// operation around op has one.
func (op *Operation) Pos() diag.Pos {
	for p := op; p != nil; p = p.Parent() {
		if pos := p.loc.Pos(); pos.IsValid() {
			return pos
		}
		if pos := p.firstUse(); pos.IsValid() {
			return pos
		}
	}
	return op.loc.Pos()
}

func (op *Operation) firstUse() diag.Pos {
	var first diag.Pos
	for i := range op.NumResults() {
		for u := range op.Result(i).Uses() {
			pos := u.Owner().loc.Pos()
			if pos.IsValid() && (!first.IsValid() || pos.Line < first.Line || pos.Line == first.Line && pos.Col < first.Col) {
				first = pos
			}
		}
	}
	return first
}

// Path names the operation by its ancestors' symbols, for diagnostics of
// operations without a location.
func (op *Operation) Path() string {
	var parts []string
	for o := op; o != nil && o.info != nil; o = o.Parent() {
		s := o.info.Name
		if n, ok := StringValue(o.Prop("sym_name")); ok {
			s += " @" + n
		}
		parts = append(parts, s)
	}
	for i, j := 0, len(parts)-1; i < j; i, j = i+1, j-1 {
		parts[i], parts[j] = parts[j], parts[i]
	}
	return strings.Join(parts, " > ")
}

func (v *verifier) add(op *Operation, err error) {
	if err == nil {
		return
	}
	var l diag.List
	if errors.As(err, &l) {
		for _, d := range l {
			v.add(op, d)
		}
		return
	}
	var d *diag.Diagnostic
	if !errors.As(err, &d) {
		d = op.OpError("%s", err.Error())
	}
	if !d.Pos.IsValid() {
		d.Pos = op.loc.Pos()
	}
	if d.Op == "" {
		d.Op = op.Path()
	}
	v.errs = append(v.errs, d)
	if v.broken != nil {
		v.broken[scope(op)] = true
	}
}

func (v *verifier) op(op *Operation) {
	if v.full() {
		return
	}
	n := len(v.errs)
	v.self(op)
	for _, r := range op.Regions() {
		for b := r.first; b != nil; b = b.next {
			v.block(op, b)
			for c := b.first; c != nil; c = c.next {
				v.op(c)
			}
		}
	}
	if len(v.errs) == n {
		v.whole(op)
	}
}

// self checks an operation without what is in its regions.
func (v *verifier) self(op *Operation) {
	n := len(v.errs)
	v.add(op, verifyStructure(op))
	if len(v.errs) == n {
		v.add(op, verifyDefinition(op))
	}
	if len(v.errs) == n && op.info.hooks&hookVerifier != 0 {
		if v.quick != nil {
			v.add(op, op.View().(Verifier).Verify())
		} else {
			v.hook(op, op.View().(Verifier).Verify)
		}
	}
	if len(v.errs) == n && op.info.Has(Elementwise) {
		v.add(op, verifyElementwise(op))
	}
	if len(v.errs) == n && op.info.Has(Symbol) {
		v.add(op, verifySymbol(op))
	}
	if len(v.errs) == n {
		v.discardable(op)
	}
}

// whole checks what an operation says of its regions, whose operations are
// valid.
func (v *verifier) whole(op *Operation) {
	if op.info.Has(SymbolTable) {
		v.add(op, verifySymbolTable(op))
	}
	if d := op.info.Def; d != nil && d.ImplicitTerminator != "" {
		v.add(op, verifyImplicitTerminator(op, d.ImplicitTerminator))
	}
	if op.info.hooks&hookRegionVerifier != 0 {
		if v.quick != nil {
			v.add(op, op.View().(RegionVerifier).VerifyRegions())
		} else {
			v.hook(op, op.View().(RegionVerifier).VerifyRegions)
		}
	}
}

func (v *verifier) discardable(op *Operation) {
	for _, a := range op.Attrs() {
		dn, _, ok := strings.Cut(a.Name, ".")
		if !ok {
			continue
		}
		if d := op.Context().Dialect(dn); d != nil {
			if h, ok := d.Hooks.(DiscardableAttrVerifier); ok {
				v.hook(op, func() error { return h.VerifyDiscardableAttr(op, a) })
			}
		}
	}
}

func verifyStructure(op *Operation) error {
	for i := range op.operands {
		if op.operands[i].val == nil {
			return op.OpError("null operand found")
		}
	}
	if op.info.Def == nil {
		c := op.Context()
		if c.AllowUnregistered {
			return nil
		}
		if op.info.Dialect == nil && !strings.Contains(op.Name(), ".") {
			return diag.Errorf(op.loc.Pos(), "#%s op created with unregistered dialect", op.Name())
		}
		if op.info.Dialect == nil {
			dn, _, _ := strings.Cut(op.Name(), ".")
			return diag.Errorf(op.loc.Pos(), "operation being parsed with an unregistered dialect %q; use -allow-unregistered-dialect to accept operation %s", dn, op.Name())
		}
		return diag.Errorf(op.loc.Pos(), "unregistered operation '%s' found in dialect ('%s') that does not allow unknown operations", op.Name(), op.info.Dialect.Name)
	}
	if op.NumSuccessors() > 0 && op.next != nil {
		return op.OpError("must be the last operation in the parent block")
	}
	return nil
}

// block checks what MLIR checks of a block: a terminator at its end where
// one is needed, and only there.
func (v *verifier) block(parent *Operation, b *Block) {
	if v.full() {
		return
	}
	mayOmit := parent.info.Def == nil || parent.Has(NoTerminator)
	if b.first == nil {
		if mayOmit && b.region.HasOneBlock() {
			return
		}
		v.add(parent, diag.Errorf(parent.loc.Pos(), "empty block: expect at least a terminator").WithNote(parent.loc.Pos(), "in block of '%s'", parent.Name()))
		return
	}
	if v.quick == nil {
		for op := b.first; op != nil; op = op.next {
			if op.next != nil && op.Has(Terminator) {
				v.add(op, op.OpError("must be the last operation in the parent block"))
				return
			}
		}
	}
	if !mayOmit && b.last.info.Def != nil && !b.last.Has(Terminator) {
		v.add(b.last, diag.Errorf(b.last.loc.Pos(), "block with no terminator, has %s", strings.TrimSpace(b.last.Name())))
	}
	if b.last.NumSuccessors() == 0 {
		return
	}
	for _, s := range b.Succs() {
		if s.region != b.region {
			v.add(b.last, b.last.OpError("branches to a block of another region"))
		} else if s.IsEntry() {
			v.add(b.last, diag.Errorf(b.last.loc.Pos(), "entry block of region may not have predecessors"))
		}
	}
}
