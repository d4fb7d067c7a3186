package protocol_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/tile-opt/tile-opt/ir"
	"github.com/tile-opt/tile-opt/transforms/protocol"
)

// TestMemo: what was proven once is not followed again, whatever it is called,
// but its registers are added up again; what was changed is.
func TestMemo(t *testing.T) {
	t.Parallel()
	text := func(name, first, registers string) string {
		return `func.func @` + name + `() attributes {tasync.warp_groups = 1 : i32} {
  %i0 = arith.constant 0 : i32
  %p = arith.constant ` + first + ` : i32
  %b = tasync.barrier_alloc : !tasync.barrier<1>
  tasync.barrier_init %b, 4 : !tasync.barrier<1>
  tasync.init_publish
  tasync.warp_specialize role "one" warps 4 registers ` + registers + ` {
    tasync.barrier_arrive %b[%i0] warp : !tasync.barrier<1>
  } role "other" warps 4 registers 24 {
    tasync.barrier_wait %b[%i0], %p : !tasync.barrier<1>
  }
  return
}
`
	}
	m := kernel(t, text("a", "0", "24")+text("b", "0", "24")+text("c", "0", "520")+text("d", "1", "24")).Parent()
	memo := new(protocol.Memo)
	var got []string
	for op := range ir.Walk(m) {
		if !op.Is("func.func") {
			continue
		}
		for range 2 {
			f, err := memo.Check(t.Context(), op, protocol.Options{})
			if err != nil {
				t.Fatal(err)
			}
			if f.Verdict == protocol.Proven && f.Op != op {
				t.Errorf("expected the kernel itself, found %v", f.Op.Loc())
			}
			got = append(got, f.Verdict.String()+" "+f.Rule)
		}
	}
	want := []string{"proven ", "proven ", "proven ", "proven ", "refuted V13", "refuted V13", "refuted V3", "refuted V3"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}
