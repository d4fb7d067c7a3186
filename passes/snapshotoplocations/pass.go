// Package snapshotoplocations is the pass snapshot-op-locations: operations
// get as location their place in a printed copy of the IR. It knows no dialect.
package snapshotoplocations

import (
	"bytes"
	"fmt"
	"os"

	"github.com/tile-opt/tile-opt/ir"
	"github.com/tile-opt/tile-opt/ir/asm"
	"github.com/tile-opt/tile-opt/passes"
)

const doc = `Prints the IR to a file and gives every operation its place there as
location, so that what later passes say points into the file:

` + "```mlir" + `
%0 = arith.addi %a, %b : i32 loc("f.mlir":2:8)
==>
%0 = arith.addi %arg0, %arg1 : i32 loc("snap.mlir":3:4)
` + "```" + `

With a tag the old locations stay beside the new ones, which are named by it:
loc(fused["f.mlir":2:8, "tag"("snap.mlir":3:4)]). The line counts from 1, the
column is the indentation, as in MLIR. Operations that the text leaves out,
such as scf.yield without operands, keep their locations. Without a filename a
new file is made in the directory for temporary files.
`

// Options are the options of the pass, named as in MLIR.
type Options struct {
	Filename  string `opt:"filename" doc:"file that the IR is printed to; empty for a temporary one"`
	Tag       string `opt:"tag" doc:"name of the new locations, beside the old ones; empty to replace these"`
	Debuginfo bool   `opt:"print-debuginfo" doc:"print locations to the file"`
	Pretty    bool   `opt:"pretty-debuginfo" doc:"print them in short form"`
	Local     bool   `opt:"print-local-scope" doc:"print without aliases"`
	Generic   bool   `opt:"print-op-generic" doc:"print the generic form"`
}

// Pass is snapshot-op-locations.
var Pass = &passes.Pass{
	Name:       "snapshot-op-locations",
	Class:      "LocationSnapshot",
	Summary:    "give operations their place in a printed copy as location",
	Doc:        doc,
	Options:    Options{},
	Statistics: []passes.Statistic{{Name: "num-locations", Desc: "locations changed"}},
	Prints:     true,
	Run:        run,
}

func run(r *passes.Run, root *ir.Operation) error {
	o := passes.OptionsOf[Options](r)
	text, err := print(root, asm.PrintOptions{Generic: o.Generic, DebugInfo: o.Debuginfo, Pretty: o.Pretty, LocalScope: o.Local})
	if err != nil {
		return err
	}
	// Places are read from a copy without locations, whose operations stand on
	// the same lines behind fewer aliases.
	plain := text
	if o.Debuginfo {
		if plain, err = print(root, asm.PrintOptions{Generic: o.Generic, LocalScope: o.Local}); err != nil {
			return err
		}
	}
	copied, err := reparse(root, plain)
	if err != nil {
		return root.OpError("its text cannot be read back, so operations have no place in it: %s", err)
	}
	file, err := write(o.Filename, text)
	if err != nil {
		return fmt.Errorf("snapshot-op-locations: %w", err)
	}
	r.Count("num-locations", relocate(root, copied, places{file: ir.NewFileRef(file), indents: indents(plain), shift: aliases(text) - aliases(plain), tag: o.Tag}))
	return nil
}

func print(op *ir.Operation, o asm.PrintOptions) ([]byte, error) {
	var b bytes.Buffer
	err := asm.Print(&b, op, o)
	return b.Bytes(), err
}

// write writes the file and returns its name.
func write(name string, text []byte) (string, error) {
	if name != "" {
		return name, os.WriteFile(name, text, 0o644)
	}
	f, err := os.CreateTemp("", "mlir_snapshot-*.tmp.mlir")
	if err != nil {
		return "", err
	}
	_, err = f.Write(text)
	if cerr := f.Close(); err == nil {
		err = cerr
	}
	return f.Name(), err
}

// reparse reads the text of root back; its operations have the places.
func reparse(root *ir.Operation, text []byte) (*ir.Operation, error) {
	m, err := asm.Parse(root.Context(), "", text, asm.ParseOptions{})
	if err != nil {
		return nil, err
	}
	if m.Name() != root.Name() {
		// The parser puts what is no module into one.
		return m.RegionAt(0).Entry().First(), nil
	}
	return m, nil
}

// indents are the blanks in front of each line.
func indents(text []byte) []uint32 {
	var out []uint32
	for line := range bytes.Lines(text) {
		out = append(out, uint32(len(line)-len(bytes.TrimLeft(line, " "))))
	}
	return out
}

// aliases is the number of lines in front of the first operation.
func aliases(text []byte) int {
	n := 0
	for line := range bytes.Lines(text) {
		if line[0] != '#' && line[0] != '!' {
			break
		}
		n++
	}
	return n
}

// places tells the new locations.
type places struct {
	file    *ir.LocRef
	indents []uint32
	shift   int
	tag     string
}

// at returns the location of an operation that stands on a line of the plain
// text.
func (p places) at(c *ir.Context, line int, old ir.Loc) ir.Loc {
	loc := p.file.At(uint32(line+p.shift), p.indents[line-1])
	if p.tag == "" {
		return loc
	}
	return ir.LocOf(ir.FusedLocOf(c, []ir.LocAttr{old.Attr(c), ir.NameLocOf(c, p.tag, loc.Attr(c))}, nil))
}

// relocate walks both copies at once and returns the number of new locations.
func relocate(op, copied *ir.Operation, p places) int {
	n := 0
	// A terminator that the text leaves out was given the place of what holds
	// it.
	parent := copied.Parent()
	implicit := parent != nil && copied.Has(ir.Terminator) && copied.Next() == nil && copied.Loc().Pos() == parent.Loc().Pos()
	if line := copied.Loc().Pos().Line; line > 0 && line <= len(p.indents) && !implicit {
		op.SetLoc(p.at(op.Context(), line, op.Loc()))
		n++
	}
	for i, r := range op.Regions() {
		other := copied.RegionAt(i).Entry()
		for b := range r.Blocks() {
			twin := other.First()
			for o := range b.Ops() {
				n += relocate(o, twin, p)
				twin = twin.Next()
			}
			other = other.Next()
		}
	}
	return n
}
