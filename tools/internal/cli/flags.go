package cli

import (
	"errors"
	"fmt"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/tile-opt/tile-opt/ir/diag"
)

// FlagError says what is wrong with an option: of an unknown one which was probably
// meant, of a value which are expected.
func FlagError(cmd *cobra.Command, err error) error {
	var bad *pflag.InvalidValueError
	if errors.As(err, &bad) {
		return fmt.Errorf("invalid value '%s' for --%s: expected %s", bad.GetValue(), bad.GetFlag().Name, kindOf(bad.GetFlag()))
	}
	var unknown *pflag.NotExistError
	if errors.As(err, &unknown) {
		name := unknown.GetSpecifiedName()
		near := diag.Nearest(name, len(name)/3+1, func(yield func(string) bool) {
			stop := false
			cmd.Flags().VisitAll(func(f *pflag.Flag) { stop = stop || !yield(f.Name) })
		})
		if near != "" && len(name) > 1 {
			return fmt.Errorf("%w; did you mean '--%s'?", err, near)
		}
	}
	return fmt.Errorf("%w (see %s --help)", err, cmd.CommandPath())
}

// kindOf names the values of a flag.
func kindOf(f *pflag.Flag) string {
	switch f.Value.Type() {
	case "int", "int64":
		return "an integer"
	case "uint64":
		return "an integer from 0 to 18446744073709551615"
	case "bool":
		return "true or false"
	case "float64":
		return "a number"
	case "duration":
		return "a duration such as 90s or 5m"
	}
	return f.Value.Type()
}
