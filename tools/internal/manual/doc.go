// Package manual writes the reference manual as Markdown, from what the code
// says of itself: definitions of operations, types and attributes, passes and
// pipelines with their options, and command lines.
//
// It must not know a particular dialect, pass or command: those are handed in.
// The text depends on them alone, so that equal code gives equal bytes. Prose
// of definitions is Markdown; outside code spans and code blocks "<" is
// escaped, because types are full of it.
package manual

import "strings"

// page collects the text.
type page struct{ strings.Builder }

// text writes a paragraph; an empty one is left out.
func (p *page) text(s string) {
	if s = strings.TrimSpace(s); s != "" {
		p.WriteString(prose(s) + "\n\n")
	}
}

// heading writes a title of that level.
func (p *page) heading(level int, title string) {
	p.WriteString(strings.Repeat("#", level) + " " + title + "\n\n")
}

// code writes a fenced block.
func (p *page) code(language, s string) {
	p.WriteString("```" + language + "\n" + strings.TrimRight(s, "\n") + "\n```\n\n")
}

// table writes a table; without rows nothing.
func (p *page) table(head []string, rows [][]string) {
	if len(rows) == 0 {
		return
	}
	line := func(cells []string) {
		p.WriteString("| " + strings.Join(cells, " | ") + " |\n")
	}
	line(head)
	p.WriteString(strings.Repeat("|---", len(head)) + "|\n")
	for _, r := range rows {
		line(r)
	}
	p.WriteString("\n")
}

// cell is prose as it stands in a table.
func cell(s string) string {
	return strings.ReplaceAll(strings.ReplaceAll(prose(s), "|", `\|`), "\n", " ")
}

// span is text as code in a table or a paragraph.
func span(s string) string {
	if s == "" {
		return ""
	}
	return "`" + strings.ReplaceAll(s, "|", `\|`) + "`"
}

// prose escapes what Markdown would take for HTML, outside code.
func prose(s string) string {
	lines := strings.Split(s, "\n")
	code, fenced := false, false // in a span that goes over lines, in a block
	for i, l := range lines {
		if strings.HasPrefix(l, "```") {
			fenced = !fenced
			continue
		}
		if fenced {
			continue
		}
		if strings.HasPrefix(l, "    ") && (i == 0 || lines[i-1] == "" || strings.HasPrefix(lines[i-1], "    ")) {
			continue
		}
		if l == "" {
			code = false
		}
		parts := strings.Split(l, "`")
		for j := range parts {
			if j > 0 {
				code = !code
			}
			if !code {
				parts[j] = strings.ReplaceAll(parts[j], "<", `\<`)
			}
		}
		lines[i] = strings.Join(parts, "`")
	}
	return strings.Join(lines, "\n")
}
