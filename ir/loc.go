package ir

import "github.com/tile-opt/tile-opt/ir/diag"

// Loc is the source location of an operation or block argument. The common
// file:line:col form is held inline, so that a module of a million operations
// does not unique a million location attributes; every other form refers to a
// location attribute. The zero Loc is the unknown location.
type Loc struct {
	ref  *LocRef
	line uint32
	col  uint32
}

// LocRef is the shared part of a Loc: a file name, or a location attribute.
type LocRef struct {
	file string
	attr LocAttr
}

// NewFileRef returns the shared part for locations in one file.
func NewFileRef(file string) *LocRef { return &LocRef{file: file} }

// At returns the location line:col of the file.
func (r *LocRef) At(line, col uint32) Loc { return Loc{ref: r, line: line, col: col} }

// FileLoc returns the location file:line:col.
func FileLoc(file string, line, col uint32) Loc { return NewFileRef(file).At(line, col) }

// UnknownLoc returns the unknown location.
func UnknownLoc() Loc { return Loc{} }

// LocOf wraps a location attribute.
func LocOf(a LocAttr) Loc {
	switch a := a.(type) {
	case nil, *UnknownLocAttr:
		return Loc{}
	case *FileLocAttr:
		if a.EndLine == a.Line && a.EndCol == a.Col {
			return Loc{ref: &LocRef{file: a.File}, line: a.Line, col: a.Col}
		}
	}
	return Loc{ref: &LocRef{attr: a}}
}

// IsUnknown reports whether nothing is known.
func (l Loc) IsUnknown() bool { return l.ref == nil }

// Attr returns the location as an attribute of c.
func (l Loc) Attr(c *Context) LocAttr {
	switch {
	case l.ref == nil:
		return UnknownLocOf(c)
	case l.ref.attr != nil:
		return l.ref.attr
	}
	return FileLocOf(c, l.ref.file, l.line, l.col)
}

// Pos returns the position a diagnostic should point at: the file position,
// or the first one inside a name, call-site or fused location.
func (l Loc) Pos() diag.Pos {
	switch {
	case l.ref == nil:
		return diag.Pos{}
	case l.ref.attr != nil:
		return locAttrPos(l.ref.attr)
	}
	return diag.Pos{File: l.ref.file, Line: int(l.line), Col: int(l.col)}
}

func locAttrPos(a LocAttr) diag.Pos {
	switch a := a.(type) {
	case *FileLocAttr:
		return diag.Pos{File: a.File, Line: int(a.Line), Col: int(a.Col)}
	case *NameLocAttr:
		return locAttrPos(a.Child)
	case *CallSiteLocAttr:
		return locAttrPos(a.Callee)
	case *FusedLocAttr:
		for _, l := range a.Locs {
			if p := locAttrPos(l); p.IsValid() {
				return p
			}
		}
	}
	return diag.Pos{}
}
