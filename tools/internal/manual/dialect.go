package manual

import (
	"fmt"
	"strings"

	"github.com/tile-opt/tile-opt/ir"
)

// Dialect returns the page of a dialect: its types, attributes and operations.
func Dialect(d *ir.Dialect) string {
	var p page
	p.heading(1, "Dialect "+span(d.Name))
	p.WriteString(d.Summary + ".\n\n")
	p.text(d.Doc)
	p.descriptions("Types", "!"+d.Name+".", d.Types)
	p.descriptions("Attributes", "#"+d.Name+".", d.Attrs)
	p.descriptions("Discardable attributes", "", d.Discardable)
	if len(d.Ops) > 0 {
		p.heading(2, "Operations")
		var rows [][]string
		for _, b := range d.Ops {
			rows = append(rows, []string{"[" + span(b.Def.Name) + "](#" + anchor(b.Def.Name) + ")", cell(b.Def.Summary)})
		}
		p.table([]string{"operation", ""}, rows)
	}
	for _, b := range d.Ops {
		p.operation(3, b.Def)
	}
	return finish(&p)
}

// Operation returns the part of a dialect's page about one operation.
func Operation(def *ir.OpDef) string {
	var p page
	p.operation(1, def)
	return finish(&p)
}

// Described returns the part of a dialect's page about one type or attribute;
// prefix is "!dialect.", "#dialect.", or empty for a discardable attribute.
func Described(prefix string, e ir.Description) string {
	var p page
	p.description(1, prefix, e)
	return finish(&p)
}

func finish(p *page) string { return strings.TrimRight(p.String(), "\n") + "\n" }

// anchor is what hosts of Markdown make of a heading that is one code span.
func anchor(name string) string {
	return strings.NewReplacer(".", "", "`", "").Replace(strings.ToLower(name))
}

func (p *page) descriptions(title, prefix string, list []ir.Description) {
	if len(list) == 0 {
		return
	}
	p.heading(2, title)
	for _, e := range list {
		p.description(3, prefix, e)
	}
}

func (p *page) description(level int, prefix string, e ir.Description) {
	p.heading(level, span(prefix+e.Name))
	p.WriteString(cell(e.Summary) + ".\n\n")
	p.text(e.Doc)
	p.WriteString("Example: " + span(e.Example) + ". Since " + e.Since + ".\n\n")
}

func (p *page) operation(level int, def *ir.OpDef) {
	p.heading(level, span(def.Name))
	p.WriteString(cell(def.Summary) + ".\n\n")
	p.text(def.Doc)
	if def.Format != "" {
		p.WriteString("Format:\n\n")
		p.code("", "operation ::= `"+def.Name+"` "+def.Format)
	}
	var rows [][]string
	for _, s := range def.In {
		rows = append(rows, slotRow("operand", s))
	}
	for _, s := range def.Props {
		doc := s.Doc
		if doc == "" && (s.Name == "operandSegmentSizes" || s.Name == "resultSegmentSizes") {
			doc = "how many values each group has; custom text leaves it out"
		}
		rows = append(rows, []string{"property", span(s.Name), propKind(s), cell(doc)})
	}
	for _, r := range def.Regions {
		rows = append(rows, []string{"region", span(r.Name), regionKind(r), cell(r.Doc)})
	}
	for _, s := range def.Succs {
		rows = append(rows, []string{"successor", span(s.Name), many(s.Variadic), ""})
	}
	for _, s := range def.Out {
		rows = append(rows, slotRow("result", s))
	}
	p.table([]string{"", "name", "of", ""}, rows)
	p.facts(def)
	if def.Example != "" {
		p.code("mlir", def.Example)
	}
}

// facts writes what is not in the table.
func (p *page) facts(def *ir.OpDef) {
	var facts []string
	if names := def.Traits.Names(); len(names) > 0 {
		facts = append(facts, "Traits: "+strings.Join(names, ", ")+".")
	}
	for _, g := range def.Same {
		facts = append(facts, "Of one type: "+spans(g)+".")
	}
	if len(def.HasParent) > 0 {
		facts = append(facts, "Stands in: "+spans(def.HasParent)+".")
	}
	if def.ImplicitTerminator != "" {
		facts = append(facts, "Ends implicitly with "+span(def.ImplicitTerminator)+".")
	}
	if def.Since != "" {
		facts = append(facts, "Since "+def.Since+".")
	}
	if len(facts) > 0 {
		p.WriteString(strings.Join(facts, " ") + "\n\n")
	}
}

func spans(names []string) string {
	out := make([]string, len(names))
	for i, n := range names {
		out[i] = span(n)
	}
	return strings.Join(out, ", ")
}

func many(variadic bool) string {
	if variadic {
		return "any number"
	}
	return ""
}

func slotRow(kind string, s ir.Slot) []string {
	of := "any type"
	if s.C != nil {
		of = s.C.Desc
	}
	switch s.Arity {
	case ir.Optional:
		of = "optional: " + of
	case ir.Variadic:
		of = "any number of: " + of
	}
	return []string{kind, span(s.Name), cell(of), cell(s.Doc)}
}

func propKind(s ir.PropSlot) string {
	of := "any attribute"
	switch {
	case s.Enum != nil:
		var words []string
		for _, c := range s.Enum.Cases {
			words = append(words, c.Keyword)
		}
		of = "one of " + spans(words)
	case s.C != nil:
		of = cell(s.C.Desc)
	}
	switch {
	case s.Optional:
		of = "optional: " + of
	case s.Default != nil:
		of += fmt.Sprintf(", by default %s", span(defaultText(s)))
	}
	return of
}

// defaultText is the default value as text, in a context that knows no
// dialect; enums print as keywords.
func defaultText(s ir.PropSlot) string {
	a := s.Default(ir.NewContext())
	v, ok := ir.IntValue(a)
	if ok && s.Enum != nil {
		if word, known := s.Enum.Keyword(v); known {
			return word
		}
	}
	if ok {
		return fmt.Sprint(v)
	}
	return a.String()
}

func regionKind(r ir.RegionSlot) string {
	switch {
	case r.Variadic:
		return "any number"
	case r.Sized:
		return "one block"
	}
	return ""
}
