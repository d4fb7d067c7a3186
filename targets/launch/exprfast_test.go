package launch

import (
	"encoding/json"
	"strings"
	"testing"
)

// TestCanonical reads expressions in the form that is written, which has a reader of its own, and with spaces, which
// has not: both must give the same, errors included.
func TestCanonical(t *testing.T) {
	t.Parallel()
	for _, text := range []string{
		`{"const":-12}`, `{"const":9223372036854775807}`, `{"ptr":1}`, `{"scalar":0}`, `{"dim":[2,0]}`, `{"stride":[0,1]}`,
		`{"property":"multiprocessor_count"}`, `{"op":"min","args":[{"op":"mul","args":[{"dim":[2,0]},{"const":3}]},{"const":1}]}`,
		`{"op":"select","args":[{"const":1},{"const":2},{"const":3}]}`,
		`{"property":"colour"}`, `{"op":"pow","args":[{"const":1}]}`, `{"op":"mod","args":[{"const":1}]}`, `{"op":"add","args":[]}`,
		`{"const":9223372036854775808}`, `{"const":01}`, `{"const":1.5}`, `{"dim":[2]}`, `{"dim":[2,0,1]}`, `{"const":1,"ptr":2}`, `{"size":1}`, `{}`,
		strings.Repeat(`{"op":"mod","args":[{"const":1},`, 101) + `{"const":1}` + strings.Repeat(`]}`, 101),
	} {
		var fast, slow Expr
		ferr := json.Unmarshal([]byte(text), &fast)
		serr := json.Unmarshal([]byte(strings.Replace(text, "{", "{ ", 1)), &slow)
		if (ferr == nil) != (serr == nil) {
			t.Errorf("%s: %v, with a space %v", text, ferr, serr)
			continue
		}
		if ferr != nil {
			continue
		}
		if !fast.Equal(slow) {
			t.Errorf("%s reads as %s, with a space as %s", text, fast, slow)
		}
		back, err := json.Marshal(fast)
		if err != nil || string(back) != text {
			t.Errorf("%s is written as %s (%v)", text, back, err)
		}
	}
}
