package passes

import (
	"strings"

	"github.com/tile-opt/tile-opt/ir/diag"
)

// leftBehind reports whether all that the verifier found are operations of
// dialects that the pass makes none of.
func (p *Pass) leftBehind(verify error) bool {
	list := diag.All(verify)
	for _, d := range list {
		name, ok := operationOf(d.Msg)
		if !ok {
			return false
		}
		dialect, _, _ := strings.Cut(name, ".")
		for _, own := range p.Dialects {
			if own.Name == dialect {
				return false
			}
		}
	}
	return len(list) > 0
}

// operationOf returns the operation that a message of the verifier begins
// with: 'name' op ....
func operationOf(msg string) (string, bool) {
	rest, ok := strings.CutPrefix(msg, "'")
	if !ok {
		return "", false
	}
	name, rest, ok := strings.Cut(rest, "'")
	return name, ok && strings.HasPrefix(rest, " op ")
}

// tooEarly makes mistakes of the user of what the verifier found.
func (p *Pass) tooEarly(verify error) error {
	var out diag.List
	for _, d := range diag.All(verify) {
		one := *d
		name, _ := operationOf(d.Msg)
		out = append(out, one.WithNote(d.Pos, "'%s' does not fit what pass '%s' made of the operations around it: expected it lowered before that pass", name, p.Name))
	}
	return out.Err()
}
