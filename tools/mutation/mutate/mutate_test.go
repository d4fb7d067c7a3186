package mutate_test

import (
	"testing"

	"github.com/tile-opt/tile-opt/tools/mutation/mutate"
)

// TestSample makes some of the faults of make mutation. The seed is fixed, so
// that what fails once fails again.
func TestSample(t *testing.T) {
	t.Parallel()
	for _, o := range []mutate.Options{{Async: 60, Subjects: 2, Seed: 7}, {NVVM: 12, Subjects: 1, Seed: 7}} {
		o.Root, o.Log = "../../..", t.Errorf
		res, err := mutate.Run(t.Context(), o)
		if err != nil {
			t.Fatal(err)
		}
		t.Log(res)
		if res.Made != o.Async+o.NVVM || res.Reported == 0 || res.Equivalent == 0 || res.Unexplained > 0 {
			t.Errorf("expected some mutants to be reported, some to be equivalent and none unexplained: %v", res)
		}
	}
}
