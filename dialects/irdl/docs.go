package irdl

// opDoc is what the manual says of an operation: text, and lines that show it in the
// definition of an operation, or with whole of a dialect.
type opDoc struct {
	doc   string
	lines string
	whole bool
}

// docs are the manual of the operations.
var docs = map[string]opDoc{
	"irdl.dialect":    {"All types, attributes and operations that the region defines belong to the dialect of this name.", "  irdl.type @t", true},
	"irdl.type":       {"The region may hold irdl.parameters and the constraints on them.", "  irdl.type @complex {\n    %0 = irdl.is f32\n    irdl.parameters(elem: %0)\n  }", true},
	"irdl.attribute":  {"The region may hold irdl.parameters and the constraints on them.", "  irdl.attribute @pair {\n    %0 = irdl.any\n    irdl.parameters(a: %0, b: %0)\n  }", true},
	"irdl.parameters": {"Each parameter has a name and a constraint; there are as many parameters as names.", "  irdl.type @t {\n    %0 = irdl.any\n    irdl.parameters(elem: %0)\n  }", true},
	"irdl.operation":  {"The region may hold one each of irdl.operands, irdl.results, irdl.attributes and irdl.regions; what is missing is empty.", "", false},
	"irdl.operands":   {"Each operand has a name, a constraint, and is single, optional or variadic. With several that are not single, operations have the attribute operandSegmentSizes.", "    %0 = irdl.is i32\n    irdl.operands(a: %0, b: optional %0)", false},
	"irdl.results":    {"As irdl.operands; the attribute is resultSegmentSizes.", "    %0 = irdl.is i32\n    irdl.results(a: %0, b: variadic %0)", false},
	"irdl.attributes": {"Each attribute has a name and a constraint, and must be there.", "    %0 = irdl.base \"#builtin.string\"\n    irdl.attributes {\"note\" = %0}", false},
	"irdl.regions":    {"Each region has a name and what irdl.region says of it.", "    %0 = irdl.region\n    irdl.regions(body: %0)", false},
	"irdl.region":     {"Constraints in parentheses are those on the arguments of the entry block, none when they are empty; without parentheses anything goes. The size is the number of blocks.", "    %0 = irdl.is i32\n    %1 = irdl.region(%0) with size 1\n    irdl.regions(body: %1)", false},
	"irdl.is":         {"Accepts one type or attribute.", "    %0 = irdl.is i32\n    irdl.operands(a: %0)", false},
	"irdl.base":       {"Accepts all types or attributes of one kind: of a definition, or of a name with ! or # in front.", "    %0 = irdl.base \"!builtin.integer\"\n    irdl.operands(a: %0)", false},
	"irdl.parametric": {"Accepts the types or attributes of a definition whose parameters satisfy the constraints.", "    %0 = irdl.any\n    %1 = irdl.parametric @d::@t<%0>\n    irdl.operands(a: %1)\n  }\n  irdl.type @t {\n    %0 = irdl.any\n    irdl.parameters(elem: %0)", false},
	"irdl.any":        {"Accepts every type and attribute. Mentioned twice, it is twice the same one.", "    %0 = irdl.any\n    irdl.operands(a: %0, b: %0)", false},
	"irdl.any_of":     {"Accepts what satisfies at least one of the constraints.", "    %0 = irdl.is i32\n    %1 = irdl.is i64\n    %2 = irdl.any_of(%0, %1)\n    irdl.operands(a: %2)", false},
	"irdl.all_of":     {"Accepts what satisfies all of the constraints.", "    %0 = irdl.is i32\n    %1 = irdl.base \"!builtin.integer\"\n    %2 = irdl.all_of(%0, %1)\n    irdl.operands(a: %2)", false},
}

// example returns a dialect that shows an operation.
func example(name string) string {
	d := docs[name]
	if d.whole {
		return "irdl.dialect @d {\n" + d.lines + "\n}"
	}
	lines := d.lines
	if lines != "" {
		lines += "\n"
	}
	return "irdl.dialect @d {\n  irdl.operation @o {\n" + lines + "  }\n}"
}
