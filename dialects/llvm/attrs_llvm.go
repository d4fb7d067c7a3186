package llvm

import (
	"slices"

	"github.com/tile-opt/tile-opt/ir"
)

// modRefEnum says whether memory is read or written.
var modRefEnum = &ir.Enum{Name: "ModRefInfo", Width: 64, Cases: []ir.EnumCase{{Keyword: "none", Value: 0}, {Keyword: "read", Value: 1}, {Keyword: "write", Value: 2}, {Keyword: "readwrite", Value: 3}}}

func optional(kind FieldKind, names ...string) []StructField {
	out := make([]StructField, len(names))
	for i, n := range names {
		out[i] = StructField{Name: n, Kind: kind, Optional: true}
	}
	return out
}

func loopDef(mnemonic string, fields ...[]StructField) *StructAttrDef {
	d := &StructAttrDef{Dialect: name, Mnemonic: mnemonic, Alias: true}
	for _, f := range fields {
		d.Fields = append(d.Fields, f...)
	}
	return d
}

func nested(field string, def *StructAttrDef) []StructField {
	return []StructField{{Name: field, Kind: NestedField, Nested: def, Optional: true}}
}

// The hints about loops (LLVM LangRef, "llvm.loop"): each is a part of
// LoopAnnotation.
var (
	loopVectorize = loopDef("loop_vectorize", optional(BoolField, "disable", "predicateEnable", "scalableEnable"), optional(AttrField, "width", "followupVectorized", "followupEpilogue", "followupAll"))
	loopInterlv   = loopDef("loop_interleave", optional(AttrField, "count"))
	loopUnroll    = loopDef("loop_unroll", optional(BoolField, "disable"), optional(AttrField, "count"), optional(BoolField, "runtimeDisable", "full"), optional(AttrField, "followupUnrolled", "followupRemainder", "followupAll"))
	loopUnrollJam = loopDef("loop_unroll_and_jam", optional(BoolField, "disable"), optional(AttrField, "count", "followupOuter", "followupInner", "followupRemainderOuter", "followupRemainderInner", "followupAll"))
	loopLICM      = loopDef("loop_licm", optional(BoolField, "disable", "versioningDisable"))
	loopDistr     = loopDef("loop_distribute", optional(BoolField, "disable"), optional(AttrField, "followupCoincident", "followupSequential", "followupFallback", "followupAll"))
	loopPipeline  = loopDef("loop_pipeline", optional(BoolField, "disable"), optional(AttrField, "initiationinterval"))
	loopPeeled    = loopDef("loop_peeled", optional(AttrField, "count"))
	loopUnswitch  = loopDef("loop_unswitch", optional(BoolField, "partialDisable"))
	// LoopAnnotation is #llvm.loop_annotation, the hints about a loop that
	// stand on the branch of its back edge.
	LoopAnnotation = loopDef("loop_annotation", optional(BoolField, "disableNonforced"),
		nested("vectorize", loopVectorize), nested("interleave", loopInterlv), nested("unroll", loopUnroll),
		nested("unrollAndJam", loopUnrollJam), nested("licm", loopLICM), nested("distribute", loopDistr),
		nested("pipeline", loopPipeline), nested("peeled", loopPeeled), nested("unswitch", loopUnswitch),
		optional(BoolField, "mustProgress", "isVectorized"), optional(AttrField, "startLoc", "endLoc"), []StructField{{Name: "parallelAccesses", Kind: AttrsField, Nested: accessGroup, Optional: true}})
)

func modRef(names ...string) []StructField {
	out := make([]StructField, len(names))
	for i, n := range names {
		out[i] = StructField{Name: n, Kind: EnumField, Enum: modRefEnum}
	}
	return out
}

// Parts of other attributes.
var (
	targetFeatures = &StructAttrDef{Dialect: name, Mnemonic: "target_features", Positional: true, Fields: []StructField{{Name: "features", Kind: ListField}}}
	blockTag       = &StructAttrDef{Dialect: name, Mnemonic: "blocktag", Fields: intFields("id")}
	profileDetail  = &StructAttrDef{Dialect: name, Mnemonic: "profile_summary_detailed", Fields: intFields("cut_off", "min_count", "num_counts")}
)

var (
	modFlagBehaviorEnum = &ir.Enum{Name: "LLVM Module Flag Behavior", Width: 32, Cases: cases([]kv{
		{"error", 1}, {"warning", 2}, {"require", 3}, {"override", 4}, {"append", 5}, {"append_unique", 6}, {"max", 7}, {"min", 8},
	})}
	profileFormatEnum = &ir.Enum{Name: "LLVM ProfileSummary format kinds", Width: 32, Cases: cases([]kv{
		{"SampleProfile", 0}, {"InstrProf", 1}, {"CSInstrProf", 2},
	})}
)

// attrFields are required fields that hold any attribute, intFields integers.
func attrFields(names ...string) []StructField { return required(AttrField, names...) }

func intFields(names ...string) []StructField { return required(IntField, names...) }

func required(kind FieldKind, names ...string) []StructField {
	out := optional(kind, names...)
	for i := range out {
		out[i].Optional = false
	}
	return out
}

// The constants without a value, to which the operations of their names fold.
var (
	zeroDef   = &StructAttrDef{Dialect: name, Mnemonic: "zero"}
	undefDef  = &StructAttrDef{Dialect: name, Mnemonic: "undef"}
	poisonDef = &StructAttrDef{Dialect: name, Mnemonic: "poison"}
)

// attrDefs are the attributes made of fields.
var attrDefs = append([]*StructAttrDef{
	LoopAnnotation, loopVectorize, loopInterlv, loopUnroll, loopUnrollJam, loopLICM, loopDistr, loopPipeline, loopPeeled, loopUnswitch,
	zeroDef, undefDef, poisonDef,
	{Dialect: name, Mnemonic: "memory_effects", Fields: modRef("other", "argMem", "inaccessibleMem", "errnoMem", "targetMem0", "targetMem1")},
	targetFeatures,
	{Dialect: name, Mnemonic: "dereferenceable", Fields: []StructField{{Name: "bytes", Kind: IntField}, {Name: "mayBeNull", Kind: BoolField, Optional: true, OmitZero: true}}},
	{Dialect: name, Mnemonic: "constant_range", Positional: true, Fields: []StructField{{Name: "type", Kind: TypeField}, {Name: "lower", Kind: IntField}, {Name: "upper", Kind: IntField}}},
	{Dialect: name, Mnemonic: "address_space", Positional: true, Fields: []StructField{{Name: "addressSpace", Kind: IntField}}},
	blockTag,
	{Dialect: name, Mnemonic: "blockaddress", Fields: []StructField{{Name: "function", Kind: AttrField}, {Name: "tag", Kind: NestedField, Nested: blockTag}}},
	{Dialect: name, Mnemonic: "dso_local_equivalent", Open: true, Fields: []StructField{{Name: "sym", Kind: AttrField}}},
	{Dialect: name, Mnemonic: "dependent_libraries", Positional: true, Fields: []StructField{{Name: "libs", Kind: AttrsField, Optional: true}}},
	{Dialect: name, Mnemonic: "mmra_tag", Positional: true, Sep: ":", Alias: true, Fields: required(TextField, "prefix", "suffix")},
	{Dialect: name, Mnemonic: "vscale_range", Fields: attrFields("minRange", "maxRange")},
	{Dialect: name, Mnemonic: "vec_type_hint", Fields: []StructField{{Name: "hint", Kind: TypeField}, {Name: "is_signed", Kind: BoolField, Optional: true, OmitZero: true}}},
	{Dialect: name, Mnemonic: "target", Fields: append(attrFields("triple", "chip"), StructField{Name: "features", Kind: NestedField, Nested: targetFeatures, Optional: true})},
	{Dialect: name, Mnemonic: "mlir.module_flag", Positional: true, Fields: append([]StructField{{Name: "behavior", Kind: EnumField, Enum: modFlagBehaviorEnum}}, attrFields("key", "value")...)},
	{Dialect: name, Mnemonic: "mlir.workgroup_attribution", Positional: true, Fields: []StructField{{Name: "num_elements", Kind: AttrField}, {Name: "element_type", Kind: TypeField}}},
	{Dialect: name, Mnemonic: "cgprofile_entry", Fields: append(optional(AttrField, "from", "to"), intFields("count")...)},
	profileDetail,
	{Dialect: name, Mnemonic: "profile_summary", Fields: slices.Concat(
		[]StructField{{Name: "format", Kind: EnumField, Enum: profileFormatEnum}},
		intFields("total_count", "max_count", "max_internal_count", "max_function_count", "num_counts", "num_functions"),
		optional(IntField, "is_partial_profile"), optional(AttrField, "partial_profile_ratio"),
		[]StructField{{Name: "detailed_summary", Kind: AttrsField, Nested: profileDetail}})},
}, append(metadataDefs, debugDefs...)...)

// NoUnroll returns the loop annotation that forbids unrolling.
func NoUnroll(c *ir.Context) ir.Attr {
	values := make([]ir.Attr, len(LoopAnnotation.Fields))
	for i, f := range LoopAnnotation.Fields {
		if f.Name == "unroll" {
			values[i] = NewStructAttr(c, loopUnroll, c.Bool(true))
		}
	}
	return NewStructAttr(c, LoopAnnotation, values...)
}

// ConstantRange returns #llvm.constant_range<iN, lower, upper>: the values of
// an integer from lower up to, and without, upper.
func ConstantRange(c *ir.Context, width uint32, lower, upper int64) ir.Attr {
	for _, d := range attrDefs {
		if d.Mnemonic == "constant_range" {
			return NewStructAttr(c, d, ir.TypeAttrOf(c.I(width)), c.I64Attr(lower), c.I64Attr(upper))
		}
	}
	panic("internal: no attribute constant_range")
}
