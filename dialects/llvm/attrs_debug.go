package llvm

import (
	"slices"

	"github.com/tile-opt/tile-opt/ir"
)

// metadataDefs are the attributes about memory accesses: groups of parallel
// accesses, alias scopes and type-based aliasing (LLVM LangRef, "tbaa", "noalias").
var metadataDefs = []*StructAttrDef{accessGroup, aliasDomain, aliasScope, tbaaRoot, tbaaMember, tbaaTypeDesc, tbaaTag}

var (
	accessGroup  = aliased("access_group", attrFields("id"))
	aliasDomain  = aliased("alias_scope_domain", attrFields("id"), optional(AttrField, "description"))
	aliasScope   = aliased("alias_scope", attrFields("id"), []StructField{{Name: "domain", Kind: NestedField, Nested: aliasDomain}}, optional(AttrField, "description"))
	tbaaRoot     = &StructAttrDef{Dialect: name, Mnemonic: "tbaa_root", Alias: true, Bare: true, Fields: optional(AttrField, "id")}
	tbaaMember   = &StructAttrDef{Dialect: name, Mnemonic: "tbaa_member", Positional: true, Fields: append(attrFields("typeDesc"), intFields("offset")...)}
	tbaaTypeDesc = aliased("tbaa_type_desc", attrFields("id"), []StructField{{Name: "members", Kind: BracesField, Nested: tbaaMember}})
	tbaaTag      = aliased("tbaa_tag", []StructField{{Name: "base_type", Kind: NestedField, Nested: tbaaTypeDesc}, {Name: "access_type", Kind: NestedField, Nested: tbaaTypeDesc}},
		intFields("offset"), flags("constant"))
)

// aliased defines an attribute that text puts in front of the module.
func aliased(mnemonic string, fields ...[]StructField) *StructAttrDef {
	return &StructAttrDef{Dialect: name, Mnemonic: mnemonic, Alias: true, Fields: slices.Concat(fields...)}
}

// flags are fields that are left out when false, counts when 0.
func flags(names ...string) []StructField { return omitZero(BoolField, names...) }

func counts(names ...string) []StructField { return omitZero(IntField, names...) }

func omitZero(kind FieldKind, names ...string) []StructField {
	out := optional(kind, names...)
	for i := range out {
		out[i].OmitZero = true
	}
	return out
}

// word is a field with a DWARF name.
func word(field, prefix string) []StructField {
	return []StructField{{Name: field, Kind: WordField, Prefix: prefix}}
}

func optionalWord(field, prefix string) []StructField {
	return []StructField{{Name: field, Kind: WordField, Prefix: prefix, Optional: true}}
}

// part is a required field with an attribute of one kind.
func part(field string, def *StructAttrDef) []StructField {
	return []StructField{{Name: field, Kind: NestedField, Nested: def}}
}

func enumField(field string, e *ir.Enum, optional bool) []StructField {
	return []StructField{{Name: field, Kind: EnumField, Enum: e, Optional: optional, OmitZero: optional}}
}

// list is a field with the attributes up to the end.
func list(names ...string) []StructField { return optional(AttrsField, names...) }

var (
	emissionKindEnum = &ir.Enum{Name: "LLVM debug emission kind", Width: 64, Cases: cases([]kv{
		{"None", 0}, {"Full", 1}, {"LineTablesOnly", 2}, {"DebugDirectivesOnly", 3},
	})}
	nameTableEnum = &ir.Enum{Name: "LLVM debug name table kind", Width: 64, Cases: cases([]kv{
		{"Default", 0}, {"GNU", 1}, {"None", 2}, {"Apple", 3},
	})}
	diFlagsEnum = &ir.Enum{Name: "LLVM DI flags", Width: 32, Bits: true, Sep: "|", Cases: cases([]kv{
		{"Zero", 0}, {"Private", 1}, {"Protected", 2}, {"Public", 3}, {"FwdDecl", 4}, {"AppleBlock", 8}, {"ReservedBit4", 16}, {"Virtual", 32}, {"Artificial", 64}, {"Explicit", 128}, {"Prototyped", 256}, {"ObjcClassComplete", 512}, {"ObjectPointer", 1024}, {"Vector", 2048}, {"StaticMember", 4096}, {"LValueReference", 8192}, {"RValueReference", 16384}, {"ExportSymbols", 32768}, {"SingleInheritance", 65536}, {"MultipleInheritance", 65536}, {"VirtualInheritance", 65536}, {"IntroducedVirtual", 262144}, {"BitField", 524288}, {"NoReturn", 1048576}, {"TypePassByValue", 4194304}, {"TypePassByReference", 8388608}, {"EnumClass", 16777216}, {"Thunk", 33554432}, {"NonTrivial", 67108864}, {"BigEndian", 134217728}, {"LittleEndian", 268435456}, {"AllCallsDescribed", 536870912},
	})}
	diSubprogramFlagsEnum = &ir.Enum{Name: "LLVM DISubprogram flags", Width: 32, Bits: true, Sep: "|", Cases: cases([]kv{
		{"Virtual", 1}, {"PureVirtual", 2}, {"LocalToUnit", 4}, {"Definition", 8}, {"Optimized", 16}, {"Pure", 32}, {"Elemental", 64}, {"Recursive", 128}, {"MainSubprogram", 256}, {"Deleted", 512}, {"ObjCDirect", 2048},
	})}
)

// The attributes of debug information, with the names of LLVM's metadata nodes
// (LLVM LangRef, "Specialized Metadata Nodes").
var (
	diFile       = &StructAttrDef{Dialect: name, Mnemonic: "di_file", Alias: true, Positional: true, Sep: " in ", Fields: attrFields("name", "directory")}
	diNullType   = aliased("di_null_type")
	diExpression = &StructAttrDef{Dialect: name, Mnemonic: "di_expression", Positional: true, Fields: optional(ExprField, "operations")}
	diAnnotation = &StructAttrDef{Dialect: name, Mnemonic: "di_annotation", Fields: attrFields("name", "value")}
	diBasicType  = aliased("di_basic_type", optionalWord("tag", "DW_TAG_"), attrFields("name"), counts("sizeInBits"), optionalWord("encoding", "DW_ATE_"))
	diUnit       = aliased("di_compile_unit", attrFields("id"), word("sourceLanguage", "DW_LANG_"), part("file", diFile), optional(AttrField, "producer"),
		required(BoolField, "isOptimized"), enumField("emissionKind", emissionKindEnum, false), enumField("nameTableKind", nameTableEnum, true), optional(AttrField, "splitDebugFilename"))
	diGlobal = aliased("di_global_variable", optional(AttrField, "scope", "name", "linkageName"), part("file", diFile), intFields("line"), attrFields("type"),
		flags("isLocalToUnit", "isDefined"), counts("alignInBits"))
	diSubroutineType = aliased("di_subroutine_type", optionalWord("callingConvention", "DW_CC_"), list("types"))
)

var debugDefs = []*StructAttrDef{
	diFile, diNullType, diExpression, diAnnotation, diBasicType, diUnit, diGlobal, diSubroutineType,
	aliased("di_common_block", attrFields("scope"), nested("decl", diGlobal), attrFields("name"), nested("file", diFile), counts("line")),
	aliased("di_composite_type", optional(AttrField, "recId"), flags("isRecSelf"), optionalWord("tag", "DW_TAG_"), optional(AttrField, "name"), nested("file", diFile), counts("line"),
		optional(AttrField, "scope", "baseType"), enumField("flags", diFlagsEnum, true), counts("sizeInBits", "alignInBits"),
		nested("dataLocation", diExpression), nested("rank", diExpression), nested("allocated", diExpression), nested("associated", diExpression), list("elements")),
	aliased("di_derived_type", optionalWord("tag", "DW_TAG_"), optional(AttrField, "name", "baseType"), counts("sizeInBits", "alignInBits", "offsetInBits"),
		optional(IntField, "dwarfAddressSpace"), optional(AttrField, "extraData")),
	{Dialect: name, Mnemonic: "di_generic_subrange", Fields: slices.Concat(optional(AttrField, "count"), attrFields("lowerBound"), optional(AttrField, "upperBound"), attrFields("stride"))},
	aliased("di_global_variable_expression", part("var", diGlobal), nested("expr", diExpression)),
	aliased("di_imported_entity", optionalWord("tag", "DW_TAG_"), attrFields("scope", "entity"), nested("file", diFile), counts("line"), optional(AttrField, "name"), list("elements")),
	diLabel,
	aliased("di_lexical_block", attrFields("scope"), nested("file", diFile), counts("line", "column")),
	aliased("di_lexical_block_file", attrFields("scope"), nested("file", diFile), intFields("discriminator")),
	diLocal,
	aliased("di_module", nested("file", diFile), optional(AttrField, "scope", "name", "configMacros", "includePath", "apinotes"), counts("line"), flags("isDecl")),
	aliased("di_namespace", optional(AttrField, "name", "scope"), required(BoolField, "exportSymbols")),
	aliased("di_string_type", optionalWord("tag", "DW_TAG_"), attrFields("name"), counts("sizeInBits", "alignInBits"), optional(AttrField, "stringLength"),
		nested("stringLengthExp", diExpression), nested("stringLocationExp", diExpression), optionalWord("encoding", "DW_ATE_")),
	aliased("di_subprogram", optional(AttrField, "recId"), flags("isRecSelf"), optional(AttrField, "id"), nested("compileUnit", diUnit), optional(AttrField, "scope", "name", "linkageName"),
		nested("file", diFile), counts("line", "scopeLine"), enumField("subprogramFlags", diSubprogramFlagsEnum, true), nested("type", diSubroutineType), list("retainedNodes", "annotations")),
	{Dialect: name, Mnemonic: "di_subrange", Fields: optional(AttrField, "count", "lowerBound", "upperBound", "stride")},
}

var (
	diLabel = aliased("di_label", attrFields("scope"), optional(AttrField, "name"), nested("file", diFile), counts("line"))
	diLocal = aliased("di_local_variable", attrFields("scope"), optional(AttrField, "name"), nested("file", diFile), counts("line", "arg", "alignInBits"),
		optional(AttrField, "type"), enumField("flags", diFlagsEnum, true))
)

// emptyExpression returns #llvm.di_expression<>.
func emptyExpression(c *ir.Context) ir.Attr { return NewStructAttr(c, diExpression) }
