package protocol

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"
)

// Table renders a schedule with a line for each step and a column for each
// role, first steps first.
func Table(trace []Step) string {
	var roles []string
	for _, s := range trace {
		if !slices.Contains(roles, s.Role) {
			roles = append(roles, s.Role)
		}
	}
	width := make([]int, len(roles))
	for i, r := range roles {
		width[i] = utf8.RuneCountInString(r)
	}
	for _, s := range trace {
		i := slices.Index(roles, s.Role)
		width[i] = max(width[i], utf8.RuneCountInString(s.Text))
	}
	var b strings.Builder
	line := func(first, second string, cells func(i int) string) {
		fmt.Fprintf(&b, "%4s  %5s", first, second)
		row := ""
		for i := range roles {
			row += fmt.Sprintf("  %-*s", width[i], cells(i))
		}
		b.WriteString(strings.TrimRight(row, " ") + "\n")
	}
	line("step", "line", func(i int) string { return roles[i] })
	for n, s := range trace {
		line(fmt.Sprint(n+1), fmt.Sprint(s.Op.Loc().Pos().Line), func(i int) string {
			if roles[i] == s.Role {
				return s.Text
			}
			return ""
		})
	}
	return b.String()
}
