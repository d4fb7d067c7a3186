package cli

import (
	"fmt"

	"github.com/spf13/cobra"

	"github.com/tile-opt/tile-opt/ir/diag"
)

// NoArgs refuses arguments of a command that only has commands below it, and
// says which of them was probably meant.
func NoArgs(c *cobra.Command, args []string) error {
	if len(args) == 0 {
		return nil
	}
	err := fmt.Errorf("unknown command '%s'", args[0])
	if near := NearCommand(c, args[0]); near != "" {
		return fmt.Errorf("%w; did you mean '%s'?", err, near)
	}
	return fmt.Errorf("%w (see %s --help)", err, c.CommandPath())
}

// NearCommand returns the command below c that a word was probably meant to be,
// "" where none comes close.
func NearCommand(c *cobra.Command, word string) string {
	return diag.Nearest(word, len(word)/3+1, func(yield func(string) bool) {
		for _, sub := range c.Commands() {
			if !sub.Hidden && !yield(sub.Name()) {
				return
			}
		}
	})
}
