package tilec

import (
	"fmt"
	"io"
	"os"
	"text/tabwriter"

	"github.com/tile-opt/tile-opt/opt"
	"github.com/tile-opt/tile-opt/targets"
	"github.com/tile-opt/tile-opt/targets/launch"
)

// replaceable reports whether a path names a regular file or nothing yet, beside
// which metadata can lie.
func replaceable(path string) bool {
	info, err := os.Stat(path)
	return err != nil || info.Mode().IsRegular()
}

// notAssembled is said where ptxas would have run and is not there.
const notAssembled = "ptxas was not found, so the code was not assembled, and what it takes is not known: " +
	"install CUDA 12.4 or newer, or the PyPI package nvidia-cuda-nvcc, or set TILE_PTXAS to its path; --ptxas=off does without it"

// unassembled reports whether ptxas is missing from a build that it would have
// looked at.
func unassembled(emit opt.Stage, ptxas string, r *opt.Result) bool {
	return emit >= opt.PTX && ptxas == "auto" && !r.Assembled
}

// summary prints a table of the entries, and how long each step took.
func summary(w io.Writer, r *opt.Result) {
	table := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(table, "entry\tthreads\tshared bytes\tregisters\tspilled bytes")
	described := make(map[string]bool)
	for _, k := range r.Kernels {
		for i := range k.Entries {
			e := &k.Entries[i]
			described[e.Name] = true
			registers, spills := usageOf(r, e.Name)
			fmt.Fprintf(table, "%s\t%d\t%d\t%s\t%s\n", e.Name, threads(e), e.SharedBytes, registers, spills)
		}
	}
	// A kernel without metadata is launched with as many threads as its host likes.
	for _, u := range r.Usage {
		if u.Entry && !described[u.Function] {
			fmt.Fprintf(table, "%s\t-\t%d\t%d\t%d\n", u.Function, u.Shared, u.Registers, spilled(u))
		}
	}
	table.Flush()
	parts(w, r)
	for _, s := range r.Timings {
		fmt.Fprintf(w, "%s %.1f ms\n", s.Step, float64(s.Time.Microseconds())/1000)
	}
}

// parts prints what the roles of each entry have of registers and use.
func parts(w io.Writer, r *opt.Result) {
	table := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	header := false
	for _, u := range r.Usage {
		for i, p := range u.Parts {
			if !header {
				fmt.Fprintln(table, "entry\trole in the machine code\tregisters set\tregisters used")
				header = true
			}
			fmt.Fprintf(table, "%s\t%d\t%d\t%d\n", u.Function, i, p.Set, p.Used)
		}
	}
	table.Flush()
}

func threads(e *launch.Entry) int { return e.Block[0] * e.Block[1] * e.Block[2] }

// usageOf is what the assembler says about an entry, - where it did not run.
func usageOf(r *opt.Result, entry string) (registers, spills string) {
	for _, u := range r.Usage {
		if u.Entry && u.Function == entry {
			return fmt.Sprint(u.Registers), fmt.Sprint(spilled(u))
		}
	}
	return "-", "-"
}

func spilled(u targets.Usage) int { return u.SpillStores + u.SpillLoads }
