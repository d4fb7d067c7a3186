package manual

import (
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// Command returns the page of a command with its subcommands. Flags for which
// skip reports true are left out.
func Command(cmd *cobra.Command, skip func(*pflag.Flag) bool) string {
	var p page
	p.command(1, cmd, skip)
	return finish(&p)
}

func (p *page) command(level int, cmd *cobra.Command, skip func(*pflag.Flag) bool) {
	p.heading(level, span(cmd.CommandPath()))
	p.text(cmd.Short + ".")
	p.text(cmd.Long)
	p.code("", cmd.UseLine())
	if cmd.Example != "" {
		p.code("sh", cmd.Example)
	}
	var rows [][]string
	cmd.LocalFlags().VisitAll(func(f *pflag.Flag) {
		if f.Hidden || f.Name == "help" || skip(f) {
			return
		}
		rows = append(rows, []string{flagName(f), flagType(f), span(flagDefault(f)), cell(f.Usage)})
	})
	p.table([]string{"option", "type", "default", ""}, rows)
	for _, c := range cmd.Commands() {
		if c.IsAvailableCommand() {
			p.command(level+1, c, skip)
		}
	}
}

func flagName(f *pflag.Flag) string {
	if f.Shorthand != "" {
		return span("-"+f.Shorthand) + ", " + span("--"+f.Name)
	}
	return span("--" + f.Name)
}

func flagType(f *pflag.Flag) string {
	switch t := f.Value.Type(); t {
	case "stringSlice", "stringArray":
		return "strings"
	case "uint64":
		return "int"
	case "float64":
		return "number"
	default:
		return t
	}
}

func flagDefault(f *pflag.Flag) string {
	if f.DefValue == "[]" {
		return ""
	}
	return strings.TrimSpace(f.DefValue)
}
