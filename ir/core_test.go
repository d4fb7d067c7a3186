package ir_test

import (
	"math/big"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/tile-opt/tile-opt/ir"
	"github.com/tile-opt/tile-opt/ir/affine"
	"github.com/tile-opt/tile-opt/ir/diag"
	"github.com/tile-opt/tile-opt/ir/irtest"
)

func TestUniquing(t *testing.T) {
	t.Parallel()
	c := ir.NewContext()
	id := c.AffineMapOf(affine.Identity(1))
	same := [][2]any{
		{c.I(32), c.Int(32, ir.Signless)},
		{c.Int(200, ir.Signed), c.Int(200, ir.Signed)},
		{ir.TensorOf([]int64{2, ir.Dynamic}, c.F32(), nil), ir.TensorOf([]int64{2, ir.Dynamic}, c.F32(), nil)},
		{ir.MemRefOf([]int64{4}, c.F32(), id, c.I64Attr(0)), ir.MemRefOf([]int64{4}, c.F32(), nil, nil)},
		{ir.ScalableVectorOf([]int64{4}, []bool{false}, c.F32()), ir.VectorOf([]int64{4}, c.F32())},
		{ir.IntAttr(c.I(8), 255), ir.IntAttr(c.I(8), -1)},
		{ir.IntAttr(c.I(1), 1), c.Bool(true)},
		{ir.IntAttr(c.Int(8, ir.Unsigned), -1), ir.IntAttr(c.Int(8, ir.Unsigned), 255)},
		{ir.BigIntAttr(c.I(64), big.NewInt(5)), c.I64Attr(5)},
		{ir.IntAttr(c.Int(64, ir.Unsigned), -1), ir.BigIntAttr(c.Int(64, ir.Unsigned), new(big.Int).SetUint64(^uint64(0)))},
		{c.TypedStr("a", c.None()), c.Str("a")},
		{ir.DictOf(c, ir.NamedAttr{Name: "b", Attr: c.Unit()}, ir.NamedAttr{Name: "a", Attr: c.Unit()}), ir.DictOf(c, ir.NamedAttr{Name: "a", Attr: c.Unit()}, ir.NamedAttr{Name: "b", Attr: c.Unit()})},
		{ir.DenseOf(ir.TensorOf([]int64{2}, c.I(8), nil), false, []byte{3, 3}), ir.SplatOf(ir.TensorOf([]int64{2}, c.I(8), nil), ir.IntAttr(c.I(8), 3))},
		{ir.FusedLocOf(c, []ir.LocAttr{ir.UnknownLocOf(c), ir.NameLocOf(c, "a", nil)}, nil), ir.NameLocOf(c, "a", nil)},
		{ir.FusedLocOf(c, nil, nil), ir.UnknownLocOf(c)},
	}
	for i, p := range same {
		if p[0] != p[1] {
			t.Errorf("pair %d differs: %v and %v", i, p[0], p[1])
		}
	}
	if c.I(32) == ir.Type(c.Int(32, ir.Signed)) || ir.Attr(c.I64Attr(1)) == ir.Attr(c.I32Attr(1)) {
		t.Error("different things are one")
	}
	if c.NewDistinct(c.Unit()) == c.NewDistinct(c.Unit()) {
		t.Error("distinct attributes are one")
	}
	if ir.NewContext().I(32) == c.I(32) {
		t.Error("two contexts share a type")
	}
}

// module has what the tests of blocks and uses walk over.
const module = `"test.func"() <{sym_name = "f"}> ({
^entry(%a: i32, %c: i1):
  %x = "test.add"(%a, %a) : (i32, i32) -> i32
  %y = "test.add"(%x, %a) : (i32, i32) -> i32
  "test.cond_br"(%c, %x)[^left, ^right] <{operandSegmentSizes = array<i32: 1, 1, 0>}> : (i1, i32) -> ()
^left(%l: i32):
  "test.br"(%l)[^join] : (i32) -> ()
^right:
  "test.br"(%y)[^join] : (i32) -> ()
^join(%j: i32):
  "test.return"(%j) : (i32) -> ()
^dead:
  "test.br"(%y)[^join] : (i32) -> ()
}) : () -> ()`

func blocks(op *ir.Operation) []*ir.Block {
	var out []*ir.Block
	for b := range op.RegionAt(0).Blocks() {
		out = append(out, b)
	}
	return out
}

func TestUses(t *testing.T) {
	t.Parallel()
	m := irtest.Parse(t, irtest.Context(), module)
	f := irtest.Only(t, m, "test.func")
	entry := f.RegionAt(0).Entry()
	a, x := entry.Arg(0), entry.First().Result(0)
	if n := a.NumUses(); n != 3 {
		t.Errorf("%%a has %d uses, want 3", n)
	}
	if a.HasOneUse() || len(a.Users()) != 2 {
		t.Errorf("%%a: one use %v, %d users, want 2", a.HasOneUse(), len(a.Users()))
	}
	for u := range a.Uses() {
		if u.Owner().Operand(u.Index()) != a {
			t.Error("a use does not lead back to its value")
		}
	}
	x.ReplaceAllUsesWith(a)
	if x.HasUses() || a.NumUses() != 5 {
		t.Errorf("after replacing: %%x used %v, %%a %d times, want 5", x.HasUses(), a.NumUses())
	}
	a.ReplaceUsesIf(x, func(u *ir.Use) bool { return u.Owner().Is("test.cond_br") })
	if !x.HasOneUse() {
		t.Error("conditional replacement did not hit one use")
	}
	entry.First().Next().SetOperands([]*ir.Value{a, a})
	irtest.RequireVerified(t, m)
}

func TestBlocks(t *testing.T) {
	t.Parallel()
	m := irtest.Parse(t, irtest.Context(), module)
	f := irtest.Only(t, m, "test.func")
	bs := blocks(f)
	entry, join := bs[0], bs[3]
	if n := len(join.Preds()); n != 3 {
		t.Errorf("join has %d predecessors, want 3", n)
	}
	tail := entry.SplitBefore(entry.Last())
	if entry.Terminator() != nil || tail.Terminator() == nil || tail.Prev() != entry {
		t.Error("SplitBefore left the terminator or misplaced the block")
	}
	tail.SpliceInto(entry, nil)
	if tail.First() != nil || entry.Terminator() == nil {
		t.Error("SpliceInto did not move the operations back")
	}
	tail.Erase()
	bs[4].Erase()
	if n := len(join.Preds()); n != 2 {
		t.Errorf("join has %d predecessors after erasing one, want 2", n)
	}
	first, second := entry.First(), entry.First().Next()
	if !first.IsBefore(second) || second.IsBefore(first) {
		t.Error("IsBefore is wrong")
	}
	second.MoveBefore(first)
	if !second.IsBefore(first) {
		t.Error("IsBefore is wrong after a move")
	}
	second.MoveAfter(first)
	join.InsertArg(0, m.Context().I(1), ir.Loc{})
	if join.Arg(1).Index() != 1 {
		t.Error("arguments were not renumbered")
	}
	join.EraseArg(0)
	irtest.RequireVerified(t, m)
}

func TestErase(t *testing.T) {
	t.Parallel()
	m := irtest.Parse(t, irtest.Context(), module)
	f := irtest.Only(t, m, "test.func")
	inside := f.RegionAt(0).Entry().First()
	mustPanic(t, "still used", inside.Erase)
	f.Erase()
	if !f.IsErased() || !inside.IsErased() {
		t.Error("what was erased is not marked")
	}
	mustPanic(t, "erased operation", func() { _ = inside.Name() })
}

func mustPanic(t *testing.T, want string, f func()) {
	t.Helper()
	defer func() {
		if r, _ := recover().(string); !strings.Contains(r, want) {
			t.Errorf("panic %q, want one about %q", r, want)
		}
	}()
	f()
}

func TestWalk(t *testing.T) {
	t.Parallel()
	m := irtest.Parse(t, irtest.Context(), `"test.region"() ({
  "test.use"() : () -> ()
  "test.region"() ({ "test.read"() : () -> () }) : () -> ()
}) : () -> ()`)
	names := func(seq func(func(*ir.Operation) bool)) string {
		var s []string
		for op := range seq {
			s = append(s, strings.TrimPrefix(op.Name(), "test."))
		}
		return strings.Join(s, " ")
	}
	if got, want := names(ir.Walk(m)), "builtin.module region use region read"; got != want {
		t.Errorf("Walk: %s, want %s", got, want)
	}
	if got, want := names(ir.WalkPost(m)), "use read region region builtin.module"; got != want {
		t.Errorf("WalkPost: %s, want %s", got, want)
	}
	for op := range ir.Walk(m) {
		if op.Is("test.use") {
			op.Erase()
		}
	}
	if irtest.Count(m, "test.use") != 0 {
		t.Error("erasing during a walk failed")
	}
}

func TestClone(t *testing.T) {
	t.Parallel()
	m := irtest.Parse(t, irtest.Context(), `"test.graph"() ({
  %a = "test.pure"(%b) : (i32) -> i32
  %b = "test.pure"(%a) : (i32) -> i32
}) {x} : () -> ()
`+module)
	n := ir.CloneDetached(m, &ir.Mapping{})
	if diff := cmp.Diff(irtest.Text(m), irtest.Text(n)); diff != "" {
		t.Error(diff)
	}
	irtest.RequireVerified(t, n)
	g := irtest.Only(t, n, "test.graph").RegionAt(0).Entry().First()
	if g.Operand(0).Def() != g.Next() {
		t.Error("a forward reference leads out of the clone")
	}
}

func TestDominance(t *testing.T) {
	t.Parallel()
	m := irtest.Parse(t, irtest.Context(), module)
	bs := blocks(irtest.Only(t, m, "test.func"))
	d := ir.NewDominance()
	want := [5][5]bool{ // entry, left, right, join, dead
		{true, true, true, true, true},
		{false, true, false, false, true},
		{false, false, true, false, true},
		{false, false, false, true, true},
		{false, false, false, false, true},
	}
	for i := range bs {
		for k := range bs {
			if got := d.DominatesBlock(bs[i], bs[k]); got != want[i][k] {
				t.Errorf("block %d dominates %d: %v, want %v", i, k, got, want[i][k])
			}
		}
	}
	if d.IDom(bs[3]) != bs[0] || d.IDom(bs[0]) != nil || d.IsReachable(bs[4]) {
		t.Error("immediate dominators or reachability are wrong")
	}
}

func TestSymbols(t *testing.T) {
	t.Parallel()
	m := irtest.Parse(t, irtest.Context(), `"test.table"() <{sym_name = "outer"}> ({
  "test.table"() <{sym_name = "inner"}> ({
    "test.func"() <{sym_name = "f", sym_visibility = "private"}> ({
      "test.use"() : () -> ()
      "test.return"() : () -> ()
    }) : () -> ()
  }) : () -> ()
}) : () -> ()`)
	c := m.Context()
	use := irtest.Only(t, m, "test.use")
	f := irtest.Only(t, m, "test.func")
	if got := ir.ResolveSymbol(use, c.SymbolRef("f")); got != f {
		t.Errorf("@f resolves to %v", got)
	}
	if got := ir.ResolveSymbol(use, c.SymbolRef("inner", "f")); got != f {
		t.Errorf("@inner::@f resolves to %v", got)
	}
	if got := ir.ResolveSymbol(use, c.SymbolRef("g")); got != nil {
		t.Errorf("@g resolves to %v", got)
	}
	if !ir.IsPrivate(f) {
		t.Error("@f is not private")
	}
}

func TestElements(t *testing.T) {
	t.Parallel()
	c := ir.NewContext()
	for _, v := range []*ir.IntegerAttr{
		ir.IntAttr(c.I(4), -8), ir.IntAttr(c.I(64), -5), ir.IntAttr(c.Int(8, ir.Unsigned), 200), c.Bool(true), ir.IntAttr(c.I(7), 63),
		ir.BigIntAttr(c.I(128), new(big.Int).Neg(new(big.Int).Lsh(big.NewInt(3), 100))),
	} {
		data, ok := ir.AppendElem(nil, v)
		if !ok {
			t.Errorf("%s is no element", v)
			continue
		}
		if got := ir.DecodeElem(v.Type(), string(data)); got != ir.Attr(v) {
			t.Errorf("%s comes back as %s", v, got)
		}
	}
	a := c.I64Array(1, -2, 3)
	if diff := cmp.Diff([]int64{1, -2, 3}, a.Ints()); diff != "" {
		t.Error(diff)
	}
	if n, ok := ir.NumElements(ir.TensorOf([]int64{1 << 40, 1 << 40}, c.F32(), nil)); ok {
		t.Errorf("an overflowing product counts %d", n)
	}
}

// TestVerifyErrors has a wrong module for each structural fault.
func TestVerifyErrors(t *testing.T) {
	t.Parallel()
	tests := []struct{ name, src, want string }{
		{"count", `%x = "test.add"() : () -> i32`, "'test.add' op expected 2 operands, but found 0"},
		{"same type", `%a, %b = "t.x"() : () -> (i32, f32)
%x = "test.add"(%a, %b) : (i32, f32) -> i32`, "'test.add' op requires the same type for all operands and results"},
		{"segments", `%a = "t.x"() : () -> i1
"test.func"() <{sym_name = "f"}> ({
^b(%c: i1):
  "test.cond_br"(%c)[^x, ^x] <{operandSegmentSizes = array<i32: 1, 1, 0>}> : (i1) -> ()
^x:
  "test.return"() : () -> ()
}) : () -> ()`, "'test.cond_br' op operand count (1) does not match with the total size (2) specified in attribute 'operandSegmentSizes'"},
		{"property", `"test.func"() ({
  "test.return"() : () -> ()
}) : () -> ()`, "'test.func' op requires attribute 'sym_name'"},
		{"regions", `"test.region"() : () -> ()`, "'test.region' op requires a single region"},
		{"terminator last", `"test.func"() <{sym_name = "f"}> ({
  "test.return"() : () -> ()
  "test.use"() : () -> ()
}) : () -> ()`, "'test.return' op must be the last operation in the parent block"},
		{"no terminator", `"test.func"() <{sym_name = "f"}> ({
  "test.use"() : () -> ()
}) : () -> ()`, "block with no terminator, has test.use"},
		{"empty block", `"test.func"() <{sym_name = "f"}> ({
^a:
}) : () -> ()`, "empty block: expect at least a terminator"},
		{"entry branch", `"test.func"() <{sym_name = "f"}> ({
^a:
  "test.br"()[^a] : () -> ()
}) : () -> ()`, "entry block of region may not have predecessors"},
		{"dominance", `"test.func"() <{sym_name = "f"}> ({
  "test.use"(%x) : (i32) -> ()
  %x = "test.constant"() <{value = 1 : i32}> : () -> i32
  "test.return"() : () -> ()
}) : () -> ()`, "operand #0 does not dominate this use"},
		{"isolation", `"test.table"() <{sym_name = "t"}> ({
  %x = "test.constant"() <{value = 1 : i32}> : () -> i32
  "test.func"() <{sym_name = "f"}> ({
    "test.return"(%x) : (i32) -> ()
  }) : () -> ()
}) : () -> ()`, "'test.return' op using value defined outside the region"},
		{"symbol outside a table", `"test.region"() ({
  "test.func"() <{sym_name = "f"}> ({
    "test.return"() : () -> ()
  }) : () -> ()
}) : () -> ()`, "'test.func' op symbol's parent must have the SymbolTable trait"},
		{"symbols", `"test.table"() <{sym_name = "t"}> ({
  "test.func"() <{sym_name = "f"}> ({
    "test.return"() : () -> ()
  }) : () -> ()
  "test.func"() <{sym_name = "f"}> ({
    "test.return"() : () -> ()
  }) : () -> ()
}) : () -> ()`, "redefinition of symbol named 'f'"},
		{"unknown operation", `"test.unheard"() : () -> ()`, "unregistered operation 'test.unheard' found in dialect ('test') that does not allow unknown operations"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			c := irtest.Context()
			m := irtest.Read(t, c, tt.src)
			c.AllowUnregistered = tt.name != "unknown operation"
			l := diag.All(ir.Verify(m))
			found := false
			for _, d := range l {
				found = found || d.Msg == tt.want
				if !d.Pos.IsValid() && tt.name != "unknown operation" {
					t.Errorf("no position: %v", d)
				}
			}
			if !found {
				t.Errorf("got %v, want %q", l, tt.want)
			}
		})
	}
}

func TestEnum(t *testing.T) {
	t.Parallel()
	c := ir.NewContext()
	e := &ir.Enum{Name: "flags", Dialect: "d", Mnemonic: "flags", Bits: true, Cases: []ir.EnumCase{
		{Keyword: "none", Value: 0}, {Keyword: "a", Value: 1}, {Keyword: "b", Value: 2}, {Keyword: "both", Value: 3}, {Keyword: "c", Value: 4},
	}}
	for v, want := range map[int64]string{0: "#d.flags<none>", 1: "#d.flags<a>", 3: "#d.flags<both>", 5: "#d.flags<a, c>"} {
		a := e.Attr(c, v)
		if a.String() != want {
			t.Errorf("value %d prints %s, want %s", v, a, want)
		}
		if got, ok := e.Of(a); !ok || got != v {
			t.Errorf("Of(%s) = %d, %v", a, got, ok)
		}
	}
	if _, ok := e.Keyword(8); ok {
		t.Error("8 is a value")
	}
	i := &ir.Enum{Name: "order", Width: 64, Cases: []ir.EnumCase{{Keyword: "lt", Value: 0}}}
	if got := i.Attr(c, 0); got != ir.Attr(c.I64Attr(0)) {
		t.Errorf("the integer form is %s", got)
	}
}

func TestSeq(t *testing.T) {
	t.Parallel()
	m := irtest.Parse(t, irtest.Context(), module)
	n := ir.CloneDetached(m, &ir.Mapping{})
	seen := make(map[uint32]bool)
	add := func(v *ir.Value) {
		if seen[v.Seq()] {
			t.Errorf("number %d was given twice", v.Seq())
		}
		seen[v.Seq()] = true
	}
	for _, root := range []*ir.Operation{m, n} {
		for op := range ir.Walk(root) {
			for _, r := range op.Results() {
				add(r)
			}
			for _, r := range op.Regions() {
				for b := range r.Blocks() {
					for _, a := range b.Args() {
						add(a)
					}
				}
			}
		}
	}
}
