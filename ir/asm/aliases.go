package asm

import (
	"sort"
	"strconv"
	"strings"

	"github.com/tile-opt/tile-opt/ir"
)

// aliasTable collects the attributes and types that get an alias, by walking
// what will be printed in the order MLIR does, and numbers the aliases: by
// depth of nesting, types first, then by name, then by first mention.
type aliasTable struct {
	p     *irPrinter
	infos []aliasInfo
	attrs map[ir.Attr]int
	types map[ir.Type]int
	// props holds what was met only in the properties of operations that are
	// not registered; see visitProps.
	props    map[ir.Attr]bool
	inProps  bool
	depth    int
	children *[]int
	maxDepth int
	deferOK  bool
	byName   map[string]alias
	docAttrs map[ir.Attr]string
	docTypes map[ir.Type]string
	namers   []AliasNamer
	sorted   []int
	distinct bool // a distinct attribute was met
}

type aliasInfo struct {
	attr     ir.Attr
	typ      ir.Type
	name     string // chosen name, "" for none
	text     string // name with sigil and number
	depth    int
	deferred bool
	children []int
}

func newAliasTable(p *irPrinter) *aliasTable {
	t := &aliasTable{p: p, attrs: make(map[ir.Attr]int), types: make(map[ir.Type]int)}
	for _, d := range p.ctx.Dialects() {
		if n, ok := d.Hooks.(AliasNamer); ok {
			t.namers = append(t.namers, n)
		}
	}
	if p.doc != nil && len(p.doc.aliases) > 0 {
		t.byName = make(map[string]alias)
		t.docAttrs = make(map[ir.Attr]string)
		t.docTypes = make(map[ir.Type]string)
		for _, a := range p.doc.aliases {
			if a.attr != nil {
				t.byName["#"+a.name] = a
				t.docAttrs[a.attr] = a.name
			} else {
				t.byName["!"+a.name] = a
				t.docTypes[a.typ] = a.name
			}
		}
	}
	return t
}

// attr visits an attribute that will be printed.
func (t *aliasTable) attr(a ir.Attr, deferOK bool) {
	if a == nil {
		return
	}
	if t.inProps && t.docAttrs[a] == "" {
		t.propsAttr(a, deferOK)
		return
	}
	if i, ok := t.attrs[a]; ok {
		t.again(i, deferOK)
		return
	}
	i := t.add(aliasInfo{attr: a, name: t.attrName(a), deferred: deferOK})
	t.attrs[a] = i
	t.visit(i, deferOK, func() { t.attrChildren(a) })
}

// propsAttr visits the inside of an attribute without giving it an alias.
func (t *aliasTable) propsAttr(a ir.Attr, deferOK bool) {
	if t.props == nil {
		t.props = make(map[ir.Attr]bool)
	}
	if t.props[a] {
		return
	}
	t.props[a] = true
	save := t.deferOK
	t.deferOK = deferOK
	t.attrChildren(a)
	t.deferOK = save
}

func (t *aliasTable) typ(ty ir.Type) {
	if ty == nil {
		return
	}
	if i, ok := t.types[ty]; ok {
		t.again(i, false)
		return
	}
	i := t.add(aliasInfo{typ: ty, name: t.typeName(ty)})
	t.types[ty] = i
	t.visit(i, false, func() { t.typeChildren(ty) })
}

func (t *aliasTable) add(info aliasInfo) int {
	if info.name != "" {
		info.depth = 1
	}
	t.infos = append(t.infos, info)
	return len(t.infos) - 1
}

// again notes another mention of entry i.
func (t *aliasTable) again(i int, deferOK bool) {
	if !deferOK {
		t.pin(i)
	}
	t.mention(i)
}

// pin makes an entry and what it consists of stand before the operation.
func (t *aliasTable) pin(i int) {
	if !t.infos[i].deferred {
		return
	}
	t.infos[i].deferred = false
	for _, c := range t.infos[i].children {
		t.pin(c)
	}
}

func (t *aliasTable) mention(i int) {
	if t.children != nil {
		*t.children = append(*t.children, i)
		t.maxDepth = max(t.maxDepth, t.infos[i].depth)
	}
}

// visit runs body over the parts of entry i.
func (t *aliasTable) visit(i int, deferOK bool, body func()) {
	saveKids, saveMax, saveDefer := t.children, t.maxDepth, t.deferOK
	var kids []int
	t.children, t.maxDepth, t.deferOK = &kids, 0, deferOK
	body()
	t.infos[i].children = kids
	if t.maxDepth > 0 {
		t.infos[i].depth = t.maxDepth + 1
	}
	t.children, t.maxDepth, t.deferOK = saveKids, saveMax, saveDefer
	t.mention(i)
}

// manyElems is the number of tuple elements from which on a tuple type gets
// an alias.
const manyElems = 17

func (t *aliasTable) attrName(a ir.Attr) string {
	switch a := a.(type) {
	case *ir.AffineMapAttr:
		return "map"
	case *ir.IntegerSetAttr:
		return "set"
	case ir.LocAttr:
		return "loc"
	case *ir.DistinctAttr:
		if _, unit := a.Referenced.(*ir.UnitAttr); !unit {
			return "distinct"
		}
	case *ir.OpaqueAttr:
		return baseName(t.docAttrs[a])
	case ir.DialectAttr:
		for _, n := range t.namers {
			if s := n.AttrAlias(a); s != "" {
				return trailing(s)
			}
		}
	}
	return ""
}

func (t *aliasTable) typeName(ty ir.Type) string {
	switch ty := ty.(type) {
	case *ir.TupleType:
		if len(ty.Elems) >= manyElems {
			return "tuple"
		}
	case *ir.OpaqueType:
		return baseName(t.docTypes[ty])
	case ir.DialectType:
		for _, n := range t.namers {
			if s := n.TypeAlias(ty); s != "" {
				return trailing(s)
			}
		}
	}
	return ""
}

// baseName drops the number from an alias name of the source.
func baseName(s string) string {
	return strings.TrimRight(s, "0123456789")
}

// trailing keeps a name that ends in a digit apart from its number.
func trailing(s string) string {
	if class[s[len(s)-1]]&cDigit != 0 {
		return s + "_"
	}
	return s
}

func (t *aliasTable) attrChildren(a ir.Attr) {
	switch a := a.(type) {
	case *ir.AffineMapAttr, *ir.IntegerSetAttr, *ir.IntegerAttr, *ir.FloatAttr, *ir.UnitAttr, *ir.DenseArrayAttr,
		*ir.UnknownLocAttr, *ir.FileLocAttr, *ir.SymbolRefAttr, *ir.StridedLayoutAttr:
	case *ir.DistinctAttr:
		t.distinct = true
		t.attr(a.Referenced, t.deferOK)
	case *ir.DictAttr:
		for _, e := range a.Entries {
			t.attr(e.Attr, t.deferOK)
		}
	case *ir.ArrayAttr:
		for _, e := range a.Elems {
			t.attr(e, t.deferOK)
		}
	case *ir.TypeAttr:
		t.typ(a.Value)
	case *ir.NameLocAttr:
		if _, unknown := a.Child.(*ir.UnknownLocAttr); !unknown {
			t.attr(a.Child, t.deferOK)
		}
	case *ir.CallSiteLocAttr:
		t.attr(a.Callee, t.deferOK)
		t.attr(a.Caller, t.deferOK)
	case *ir.FusedLocAttr:
		t.attr(a.Metadata, t.deferOK)
		for _, l := range a.Locs {
			t.attr(l, t.deferOK)
		}
	case *ir.StringAttr:
		if ty := a.Type(); ty != a.Context().None() {
			t.typ(ty)
		}
	case *ir.DenseResourceAttr:
		t.p.resources[a.Key] = true
		t.typ(a.Type())
	case *ir.OpaqueAttr:
		t.mentions(a.Body)
		if ty := a.Type(); ty != a.Context().None() {
			t.typ(ty)
		}
	case ir.TypedAttr:
		t.typ(a.Type())
	case ir.DialectAttr:
		t.body(func(p *ir.Printer) { a.PrintBody(p) })
	}
}

func (t *aliasTable) typeChildren(ty ir.Type) {
	switch ty := ty.(type) {
	case *ir.ComplexType:
		t.typ(ty.Elem)
	case *ir.FunctionType:
		t.types2(ty.Inputs)
		t.types2(ty.Results)
	case *ir.TupleType:
		t.types2(ty.Elems)
	case *ir.VectorType:
		t.typ(ty.Elem)
	case *ir.TensorType:
		t.typ(ty.Elem)
		t.attr(ty.Encoding, false)
	case *ir.UnrankedTensorType:
		t.typ(ty.Elem)
	case *ir.MemRefType:
		t.typ(ty.Elem)
		t.attr(ty.Layout, false)
		t.attr(ty.MemSpace, false)
	case *ir.UnrankedMemRefType:
		t.typ(ty.Elem)
		t.attr(ty.MemSpace, false)
	case *ir.OpaqueType:
		t.mentions(ty.Body)
	case ir.DialectType:
		t.body(func(p *ir.Printer) { ty.PrintBody(p) })
	}
}

func (t *aliasTable) types2(ts []ir.Type) {
	for _, ty := range ts {
		t.typ(ty)
	}
}

// body visits what a dialect's printer prints.
func (t *aliasTable) body(print func(p *ir.Printer)) {
	q := ir.Printer{Opts: t.p.Opts, DistinctID: func(*ir.DistinctAttr) uint64 { return 0 }}
	q.TypeAlias = func(ty ir.Type) (string, bool) { t.typ(ty); return "", true }
	q.AttrAlias = func(a ir.Attr) (string, bool) { t.attr(a, t.deferOK); return "", true }
	print(&q)
}

// mentions visits the aliases of the source that an opaque body names.
func (t *aliasTable) mentions(body string) {
	scanMentions(body, func(lo, hi int) {
		a, ok := t.byName[body[lo:hi]]
		switch {
		case !ok:
		case a.attr != nil:
			t.attr(a.attr, t.deferOK)
		default:
			t.typ(a.typ)
		}
	})
}

// scanMentions calls found for every #name and !name outside strings that
// could be an alias.
func scanMentions(body string, found func(lo, hi int)) {
	for i := 0; i < len(body); i++ {
		switch c := body[i]; c {
		case '"':
			for i++; i < len(body) && body[i] != '"'; i++ {
				if body[i] == '\\' {
					i++
				}
			}
		case '#', '!':
			hi := i + 1
			for hi < len(body) && class[body[hi]]&cSuffix != 0 {
				hi++
			}
			name := body[i+1 : hi]
			if name != "" && !strings.Contains(name, ".") && (hi == len(body) || body[hi] != '<') {
				found(i, hi)
			}
			i = hi - 1
		}
	}
}

// number sorts the entries and gives them their texts.
func (t *aliasTable) number() {
	for i := range t.infos {
		if t.infos[i].name != "" {
			t.sorted = append(t.sorted, i)
		}
	}
	sort.SliceStable(t.sorted, func(x, y int) bool {
		a, b := &t.infos[t.sorted[x]], &t.infos[t.sorted[y]]
		if a.depth != b.depth {
			return a.depth < b.depth
		}
		if (a.typ != nil) != (b.typ != nil) {
			return a.typ != nil
		}
		return a.name < b.name
	})
	count := make(map[string]int)
	for _, i := range t.sorted {
		e := &t.infos[i]
		sigil := "#"
		if e.typ != nil {
			sigil = "!"
		}
		n := count[e.name]
		count[e.name]++
		e.text = sigil + e.name
		if n > 0 {
			e.text += strconv.Itoa(n)
		}
	}
}

// attrText is the AttrAlias hook of the printer.
func (t *aliasTable) attrText(a ir.Attr) (string, bool) {
	if i, ok := t.attrs[a]; ok && t.infos[i].text != "" {
		return t.infos[i].text, true
	}
	if o, ok := a.(*ir.OpaqueAttr); ok {
		if body, changed := t.rewrite(o.Body); changed {
			return t.opaque('#', o.Dialect, body, o.Type()), true
		}
	}
	return "", false
}

// typeText is the TypeAlias hook of the printer.
func (t *aliasTable) typeText(ty ir.Type) (string, bool) {
	if i, ok := t.types[ty]; ok && t.infos[i].text != "" {
		return t.infos[i].text, true
	}
	if o, ok := ty.(*ir.OpaqueType); ok {
		if body, changed := t.rewrite(o.Body); changed {
			return t.opaque('!', o.Dialect, body, o.Context().None()), true
		}
	}
	return "", false
}

// rewrite renames the aliases that an opaque body mentions.
func (t *aliasTable) rewrite(body string) (string, bool) {
	if len(t.byName) == 0 || !strings.ContainsAny(body, "#!") {
		return body, false
	}
	var b strings.Builder
	last := 0
	scanMentions(body, func(lo, hi int) {
		a, ok := t.byName[body[lo:hi]]
		if !ok {
			return
		}
		b.WriteString(body[last:lo])
		var q ir.Printer
		q.Opts, q.AttrAlias, q.TypeAlias, q.DistinctID = t.p.Opts, t.p.AttrAlias, t.p.TypeAlias, t.p.DistinctID
		if a.attr != nil {
			q.Attr(a.attr)
		} else {
			q.Type(a.typ)
		}
		b.Write(q.Buf)
		last = hi
	})
	if last == 0 {
		return body, false
	}
	b.WriteString(body[last:])
	return b.String(), true
}

// opaque returns the text of an opaque attribute or type with another body.
func (t *aliasTable) opaque(sigil byte, dialect, body string, typ ir.Type) string {
	var q ir.Printer
	if sigil == '#' {
		q.AttrBody(t.p.ctx.OpaqueAttrOf(dialect, body, nil))
	} else {
		q.TypeBody(t.p.ctx.OpaqueTypeOf(dialect, body))
	}
	if typ != t.p.ctx.None() {
		q.Str(" : ")
		q.TypeAlias = t.p.TypeAlias
		q.Type(typ)
	}
	return string(q.Buf)
}

// write prints the definitions: those that stand before the operation, or
// the deferred ones.
func (t *aliasTable) write(deferred bool) {
	for _, i := range t.sorted {
		e := &t.infos[i]
		if e.deferred != deferred {
			continue
		}
		t.p.Str(e.text)
		t.p.Str(" = ")
		t.definition(e)
		t.p.Byte('\n')
	}
}

func (t *aliasTable) definition(e *aliasInfo) {
	p := t.p
	if e.typ != nil {
		if o, ok := e.typ.(*ir.OpaqueType); ok {
			body, _ := t.rewrite(o.Body)
			p.Str(t.opaque('!', o.Dialect, body, p.ctx.None()))
			return
		}
		p.TypeBody(e.typ)
		return
	}
	switch a := e.attr.(type) {
	case *ir.OpaqueAttr:
		body, _ := t.rewrite(a.Body)
		p.Str(t.opaque('#', a.Dialect, body, a.Type()))
	case ir.LocAttr:
		if p.opts.Pretty {
			p.prettyLoc(a, true)
			return
		}
		p.AttrBody(a)
	default:
		p.AttrBody(a)
	}
}
