package tileopt

import (
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"github.com/tile-opt/tile-opt/ir"
	"github.com/tile-opt/tile-opt/tools/internal/manual"
)

// docsCommand prints the manual of what this program knows, dialects and
// passes of an embedder included.
func (t *tool) docsCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "docs [name...]",
		Short: "print the manual of dialects, operations and passes as Markdown",
		Long:  "Without a name it prints everything. A file called docs is read as ./docs.",
		Example: `  tile-opt docs tasync.async_load async-pipeline
  tile-opt docs '!tasync.buffer' '#tasync.mma'
  tile-opt docs tile`,
		RunE: func(_ *cobra.Command, names []string) error { return t.docs(names) },
	}
}

func (t *tool) docs(names []string) error {
	all := ir.NewContext(t.dialects...).Dialects()
	if len(names) == 0 {
		for _, d := range all {
			names = append(names, d.Name)
		}
		names = append(names, "")
	}
	var parts []string
	for _, n := range names {
		text, ok := t.manual(all, n)
		if !ok {
			return fmt.Errorf("no dialect, operation, type, attribute, pass or pipeline is called '%s'", n)
		}
		parts = append(parts, text)
	}
	_, err := io.WriteString(t.stdout, strings.Join(parts, "\n"))
	return err
}

// manual returns the documentation of a name; of all passes for "".
func (t *tool) manual(all []*ir.Dialect, name string) (string, bool) {
	if name == "" {
		return manual.Passes(t.reg), true
	}
	if p := t.reg.Pass(name); p != nil {
		return manual.Pass(p), true
	}
	if p := t.reg.Pipeline(name); p != nil {
		return manual.Pipeline(p), true
	}
	for _, d := range all {
		if d.Name == name {
			return manual.Dialect(d), true
		}
		for _, b := range d.Ops {
			if b.Def.Name == name {
				return manual.Operation(b.Def), true
			}
		}
		for _, l := range []struct {
			prefix string
			list   []ir.Description
		}{{"!" + d.Name + ".", d.Types}, {"#" + d.Name + ".", d.Attrs}, {"", d.Discardable}} {
			for _, e := range l.list {
				if l.prefix+e.Name == name {
					return manual.Described(l.prefix, e), true
				}
			}
		}
	}
	return "", false
}
