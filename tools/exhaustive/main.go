// Command exhaustive judges every form of every kernel that docs/legality.txt
// speaks of: what a rule forbids must be refused or declined with its message, and
// all else must be compiled, proven by async-verify-protocol for all trip counts,
// and right in the simulator for 0 to 2 stages + 1 trips under five schedules.
//
// What was judged is kept in the file of -state, and a run that was stopped goes on
// from there. It exits with 1 where a form is not as it must be, or is left.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"time"

	"github.com/tile-opt/tile-opt/tools/exhaustive/forms"
)

func main() {
	o := forms.Options{
		Checker: &forms.Checker{},
		Log:     func(format string, args ...any) { fmt.Printf(format+"\n", args...) },
	}
	flag.StringVar(&o.Checker.Root, "root", ".", "folder of the module")
	flag.IntVar(&o.Checker.Schedules, "schedules", 5, "schedules of each trip count")
	flag.Uint64Var(&o.Checker.Seed, "seed", 1, "seed of the schedules, of the order of forms, and of -draw")
	flag.StringVar(&o.State, "state", "", "file that remembers what was judged, and is read first")
	flag.IntVar(&o.Workers, "j", 0, "forms at once; 0 is the number of processors")
	flag.DurationVar(&o.Limit, "limit", 0, "stop after that time; with -state the next run goes on")
	flag.BoolVar(&o.Checker.CompileOnly, "compile-only", false, "compile and prove forms, and simulate none")
	draw := flag.Int("draw", 0, "judge that many random forms instead, of all options")
	one := flag.String("form", "", "judge this form only, as KERNEL{OPTIONS}")
	only := flag.String("only", "", "judge forms of this kernel only")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	fmt.Printf("seed %d\n", o.Checker.Seed)
	switch {
	case *one != "":
		f, err := forms.Parse(*one)
		if err != nil {
			fmt.Fprintln(os.Stderr, "exhaustive:", err)
			os.Exit(1)
		}
		o.Forms = []forms.Form{f}
	default:
		o.Forms = forms.List(o.Checker.Seed, *draw, *only)
	}
	if *draw == 0 && *one == "" {
		fmt.Print(forms.Symmetry)
	}
	begun := time.Now()
	res, err := forms.Run(ctx, o)
	if err != nil {
		fmt.Fprintln(os.Stderr, "exhaustive:", err)
	}
	fmt.Printf("%d forms in %s\n%v\n", len(o.Forms)-res.Left, time.Since(begun).Round(time.Second), res)
	if err != nil || res.Bad() > 0 || res.Left > 0 {
		os.Exit(1)
	}
}
