package ir

// LocAttr is a location attribute.
type LocAttr interface {
	Attr
	locAttr()
}

type (
	// UnknownLocAttr is loc(unknown).
	UnknownLocAttr struct{ AttrBase }
	// FileLocAttr is loc("file":line:col), or a range when the end differs.
	FileLocAttr struct {
		AttrBase
		File                       string
		Line, Col, EndLine, EndCol uint32
	}
	// NameLocAttr is loc("name"(child)); Child is the unknown location when
	// none was given.
	NameLocAttr struct {
		AttrBase
		Name  string
		Child LocAttr
	}
	// CallSiteLocAttr is loc(callsite(callee at caller)).
	CallSiteLocAttr struct {
		AttrBase
		Callee, Caller LocAttr
	}
	// FusedLocAttr is loc(fused<metadata>[locs]).
	FusedLocAttr struct {
		AttrBase
		Locs     []LocAttr
		Metadata Attr
	}
)

func (*UnknownLocAttr) locAttr()  {}
func (*FileLocAttr) locAttr()     {}
func (*NameLocAttr) locAttr()     {}
func (*CallSiteLocAttr) locAttr() {}
func (*FusedLocAttr) locAttr()    {}

// UnknownLocOf returns loc(unknown).
func UnknownLocOf(c *Context) *UnknownLocAttr {
	return InternAttr(c, "loc?", func() *UnknownLocAttr { return &UnknownLocAttr{} })
}

// FileLocOf returns loc("file":line:col).
func FileLocOf(c *Context, file string, line, col uint32) *FileLocAttr {
	return FileRangeOf(c, file, line, col, line, col)
}

// FileRangeOf returns loc("file":line:col to endLine:endCol).
func FileRangeOf(c *Context, file string, line, col, endLine, endCol uint32) *FileLocAttr {
	k := newKey("locf")
	k = k.str(file)
	for _, n := range [...]uint32{line, col, endLine, endCol} {
		k = k.num(int64(n))
	}
	return internAttrBytes(c, k, func() *FileLocAttr {
		return &FileLocAttr{File: file, Line: line, Col: col, EndLine: endLine, EndCol: endCol}
	})
}

// NameLocOf returns loc("name"(child)); a nil child is the unknown location.
func NameLocOf(c *Context, name string, child LocAttr) *NameLocAttr {
	if child == nil {
		child = UnknownLocOf(c)
	}
	k := newKey("locn")
	k = k.str(name)
	k = k.attr(child)
	return internAttrBytes(c, k, func() *NameLocAttr { return &NameLocAttr{Name: name, Child: child} })
}

// CallSiteLocOf returns loc(callsite(callee at caller)).
func CallSiteLocOf(callee, caller LocAttr) *CallSiteLocAttr {
	k := newKey("locc")
	k = k.attr(callee)
	k = k.attr(caller)
	return internAttrBytes(callee.Context(), k, func() *CallSiteLocAttr {
		return &CallSiteLocAttr{Callee: callee, Caller: caller}
	})
}

// FusedLocOf returns loc(fused<metadata>[locs]) normalised as MLIR does:
// unknown members are dropped unless there is metadata, duplicates merge, one
// member without metadata is that member, none is the unknown location.
func FusedLocOf(c *Context, locs []LocAttr, metadata Attr) LocAttr {
	var kept []LocAttr
	seen := make(map[LocAttr]bool, len(locs))
	add := func(l LocAttr) {
		if _, unknown := l.(*UnknownLocAttr); unknown || seen[l] {
			return
		}
		seen[l] = true
		kept = append(kept, l)
	}
	for _, l := range locs {
		if f, ok := l.(*FusedLocAttr); ok && f.Metadata == metadata {
			for _, m := range f.Locs {
				add(m)
			}
			continue
		}
		add(l)
	}
	if metadata == nil {
		switch len(kept) {
		case 0:
			return UnknownLocOf(c)
		case 1:
			return kept[0]
		}
	} else if len(kept) == 0 {
		kept = []LocAttr{UnknownLocOf(c)}
	}
	k := newKey("locu")
	k = k.attr(metadata)
	for _, l := range kept {
		k = k.attr(l)
	}
	return internAttrBytes(c, k, func() *FusedLocAttr { return &FusedLocAttr{Locs: kept, Metadata: metadata} })
}
