package llvm

//go:generate go run github.com/tile-opt/tile-opt/tools/opgen

import (
	"slices"

	"github.com/tile-opt/tile-opt/ir"
	"github.com/tile-opt/tile-opt/ir/asm"
)

// Dialect is the llvm dialect.
var Dialect = &ir.Dialect{
	Name:    name,
	Summary: "LLVM IR as operations",
	Doc:     "The types, instructions and intrinsics of LLVM IR, one operation each; blocks have arguments instead of phis.",
	Ops:     append(Ops(), predicatedIntrinsics()...),
	Types:   typeDocs(),
	Hooks:   hooks{},
}

// hooks are what other packages look for in the dialect.
type hooks struct{}

// Enums lists the enums that have a mnemonic.
func (hooks) Enums() []*ir.Enum { return enums }

// ParseAttr reads the attributes of the dialect that are no enums.
func (hooks) ParseAttr(p *asm.DialectParser, mnemonic string, _ ir.Type) (ir.Attr, error) {
	return ParseStructAttr(p, attrDefs, mnemonic)
}

// AttrAlias names the attributes that text puts in front of the module.
func (hooks) AttrAlias(a ir.Attr) string {
	s, ok := a.(*StructAttr)
	if !ok || s.Def.Dialect != name || !s.Def.Alias {
		return ""
	}
	return s.Def.Mnemonic
}

// TypeAlias names no type.
func (hooks) TypeAlias(ir.Type) string { return "" }

// MaterializeConstant makes the constant operation of a folded value.
func (hooks) MaterializeConstant(b *ir.Builder, value ir.Attr, t ir.Type, loc ir.Loc) *ir.Operation {
	old := b.Loc()
	b.SetLoc(loc)
	defer b.SetLoc(old)
	if s, ok := value.(*StructAttr); ok {
		switch s.Def {
		case zeroDef:
			return NewZero(b, []ir.Type{t}).Op()
		case undefDef:
			return NewUndef(b, []ir.Type{t}).Op()
		case poisonDef:
			return NewPoison(b, []ir.Type{t}).Op()
		}
		return nil
	}
	typed, ok := value.(ir.TypedAttr)
	if !ok || typed.Type() != t || !IsCompatible(t) {
		return nil
	}
	return NewConstant(b, []ir.Type{t}, ConstantProps{Value: value}).Op()
}

// typeMnemonics are the words that begin a type inside a type of the dialect.
var typeMnemonics = append([]string{"ptr", "array", "struct", "func", "target"}, simpleTypes...)

// ParseType reads the types of the dialect.
func (hooks) ParseType(p *asm.DialectParser, mnemonic string) (ir.Type, error) {
	return parseType(p, mnemonic)
}

func parseType(p *asm.DialectParser, mnemonic string) (ir.Type, error) {
	switch mnemonic {
	case "ptr":
		return parsePtr(p)
	case "array":
		return parseArray(p)
	case "struct":
		return parseStruct(p)
	case "func":
		return parseFunc(p)
	case "target":
		return parseTargetType(p)
	}
	if slices.Contains(simpleTypes, mnemonic) {
		return SimpleOf(p.Context(), mnemonic), nil
	}
	return p.UnknownType(mnemonic)
}

// nestedType reads a type inside a type of the dialect.
func nestedType(p *asm.DialectParser) (ir.Type, error) {
	if t, ok := p.OptType(); ok {
		return t, nil
	}
	p.Enter()
	defer p.Leave()
	return parseType(p, p.OneOf(typeMnemonics...))
}

// parseTargetType reads <"name", types..., integers...>.
func parseTargetType(p *asm.DialectParser) (ir.Type, error) {
	p.Punct("<")
	id := p.StringLit()
	var types []ir.Type
	var ints []int64
	for !p.OptPunct(">") {
		p.Punct(",")
		at := p.Here()
		if i, ok := p.OptInteger(); ok {
			ints = append(ints, i)
			continue
		}
		t, err := nestedType(p)
		if err != nil {
			return nil, err
		}
		if len(ints) > 0 {
			return nil, p.Errorf(at, "expected no type behind an integer, found %s", t)
		}
		types = append(types, t)
	}
	return TargetOf(p.Context(), id, types, ints), nil
}

func parsePtr(p *asm.DialectParser) (ir.Type, error) {
	space := int64(0)
	if p.OptPunct("<") {
		at := p.Here()
		if space = p.Integer(); space < 0 || space >= 1<<24 {
			return nil, p.Errorf(at, "expected an address space between 0 and 16777215, found %d", space)
		}
		p.Punct(">")
	}
	return PtrOf(p.Context(), uint32(space)), nil
}

func parseArray(p *asm.DialectParser) (ir.Type, error) {
	p.Punct("<")
	at := p.Here()
	dims := p.Dims(false)
	if len(dims) != 1 {
		return nil, p.Errorf(at, "expected one dimension in '!llvm.array', found %d", len(dims))
	}
	at = p.Here()
	elem, err := nestedType(p)
	if err != nil {
		return nil, err
	}
	if !isElement(elem) {
		return nil, p.Errorf(at, "invalid array element type: %s", elem)
	}
	p.Punct(">")
	return ArrayOf(dims[0], elem), nil
}

func parseStruct(p *asm.DialectParser) (ir.Type, error) {
	p.Punct("<")
	at := p.Here()
	id, named := p.OptStringLit()
	if named {
		p.Punct(",")
		if p.OptKeyword("opaque") {
			p.Punct(">")
			return identified(p, at, id, false, true, nil)
		}
	}
	packed := p.OptKeyword("packed")
	var fields []ir.Type
	var err error
	p.List(asm.Paren, func() {
		fieldAt := p.Here()
		t, e := nestedType(p)
		if e == nil && !isElement(t) {
			e = p.Errorf(fieldAt, "invalid LLVM structure element type: %s", t)
		}
		if err == nil {
			err = e
		}
		fields = append(fields, t)
	})
	if err != nil {
		return nil, err
	}
	p.Punct(">")
	if named {
		return identified(p, at, id, packed, false, fields)
	}
	return LiteralStructOf(p.Context(), packed, fields), nil
}

func identified(p *asm.DialectParser, at asm.Mark, id string, packed, opaque bool, fields []ir.Type) (ir.Type, error) {
	t, same := NamedStructOf(p.Context(), id, packed, opaque, fields)
	if !same {
		return nil, p.Errorf(at, "identified type already used with a different body: %s", t)
	}
	return t, nil
}

func parseFunc(p *asm.DialectParser) (ir.Type, error) {
	p.Punct("<")
	result, err := nestedType(p)
	if err != nil {
		return nil, err
	}
	var params []ir.Type
	varArg := false
	p.List(asm.Paren, func() {
		if p.OptPunct("...") {
			varArg = true
			return
		}
		at := p.Here()
		t, e := nestedType(p)
		switch {
		case e == nil && varArg:
			e = p.Errorf(at, "expected ')' behind '...'")
		case e == nil && !isElement(t):
			e = p.Errorf(at, "invalid function argument type: %s", t)
		}
		if err == nil {
			err = e
		}
		params = append(params, t)
	})
	if err != nil {
		return nil, err
	}
	p.Punct(">")
	return FuncOf(result, params, varArg), nil
}

// isElement reports whether a type may stand inside another one.
func isElement(t ir.Type) bool {
	switch t.(type) {
	case *FuncType:
		return false
	}
	return !isSimple(t, "void") && !isSimple(t, "label")
}
