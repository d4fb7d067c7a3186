package tileopt

import (
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/tile-opt/tile-opt/ir"
	"github.com/tile-opt/tile-opt/passes"
)

func (t *tool) printDialects() error {
	var names []string
	for _, d := range ir.NewContext(t.dialects...).Dialects() {
		names = append(names, d.Name)
	}
	_, err := fmt.Fprintf(t.stdout, "Available Dialects: %s\n", strings.Join(names, ","))
	return err
}

func (t *tool) printPasses() error {
	fmt.Fprintln(t.stdout, "Passes:")
	for _, p := range t.reg.Passes() {
		describe(t.stdout, p.Name, p.Summary, p.Options)
	}
	if len(t.reg.Pipelines()) == 0 {
		return nil
	}
	fmt.Fprintln(t.stdout, "Pass Pipelines:")
	for _, p := range t.reg.Pipelines() {
		describe(t.stdout, p.Name, p.Summary, p.Options)
	}
	return nil
}

func describe(w io.Writer, name, summary string, options any) {
	line(w, 2, name, "", summary)
	for _, o := range passes.OptionsDoc(options) {
		value := "=<" + o.Type + ">"
		if len(o.Enum) > 0 {
			value = "=<" + strings.Join(o.Enum, "|") + ">"
		}
		doc := o.Doc
		if o.Default != "" {
			doc += " (default " + o.Default + ")"
		}
		line(w, 4, o.Name, value, doc)
	}
}

func line(w io.Writer, indent int, name, value, text string) {
	const column = 44
	head := strings.Repeat(" ", indent) + "--" + name + value
	fmt.Fprintf(w, "%-*s - %s\n", column, head, text)
}

// help fits two screens: passes are named without their options, for which
// there is --list-passes.
func (t *tool) help(cmd *cobra.Command) {
	w := t.stdout
	fmt.Fprintf(w, "%s\n\nUsage: %s\n       tile-opt command ..., where --help says more:\n", cmd.Short, cmd.Use)
	for _, c := range cmd.Commands() {
		if !c.Hidden && c.Name() != "help" {
			fmt.Fprintf(w, "  %-46s %s\n", c.Name(), c.Short)
		}
	}
	fmt.Fprint(w, "\nOptions:\n")
	steps := make(map[string]bool)
	var names []string
	for _, p := range t.reg.Passes() {
		steps[p.Name] = true
		names = append(names, p.Name)
	}
	for _, p := range t.reg.Pipelines() {
		steps[p.Name] = true
		names = append(names, p.Name)
	}
	f := cmd.Flags()
	for _, l := range optionLines(f, steps) {
		fmt.Fprintln(w, l)
	}
	fmt.Fprintln(w, "\nPasses and pipelines, each an option --name[=options]; see --list-passes:")
	fmt.Fprintln(w, wrap(strings.Join(names, " "), 2, 100))
}

func optionLines(f *pflag.FlagSet, skip map[string]bool) []string {
	var out []string
	f.VisitAll(func(fl *pflag.Flag) {
		if skip[fl.Name] {
			return
		}
		name := "--" + fl.Name
		if fl.Shorthand != "" {
			name = "-" + fl.Shorthand + ", " + name
		}
		out = append(out, fmt.Sprintf("  %-46s %s", name, fl.Usage))
	})
	return out
}

// wrap breaks words into lines.
func wrap(words string, indent, width int) string {
	pad := strings.Repeat(" ", indent)
	line, out := pad, ""
	for _, w := range strings.Fields(words) {
		if len(line)+len(w)+1 > width && line != pad {
			out += strings.TrimRight(line, " ") + "\n"
			line = pad
		}
		line += w + " "
	}
	return out + strings.TrimRight(line, " ")
}
