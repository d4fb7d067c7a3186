package tileopt

import (
	"github.com/tile-opt/tile-opt/dialects/irdl"
	"github.com/tile-opt/tile-opt/ir"
	"github.com/tile-opt/tile-opt/ir/diag"
	"github.com/tile-opt/tile-opt/tools/internal/cli"
)

// loadIRDL adds the dialects that the files of --irdl-file define; a file may
// mention those of the files in front of it. Mistakes are reported.
func (t *tool) loadIRDL() error {
	for _, file := range t.o.irdlFiles {
		text, err := cli.ReadInput(file, t.stdin)
		if err != nil {
			return err
		}
		made, err := irdl.Load(file, text, t.dialects...)
		if err != nil {
			sources := &diag.Sources{}
			sources.Add(file, text)
			(&cli.Reporter{W: t.stderr, Sources: sources, JSON: t.o.diagFormat == "json"}).ReportError(err)
			return exitCode(cli.Mistake)
		}
		t.dialects = append(append([]*ir.Dialect(nil), t.dialects...), made...)
	}
	return nil
}
