package tilec

import (
	"testing"

	"github.com/tile-opt/tile-opt/targets/launch"
	"github.com/tile-opt/tile-opt/targets/launch/elem"
	"github.com/tile-opt/tile-opt/targets/launch/job"
)

func TestScalar(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		typ  elem.Type
		text string
		want int64
		err  string
	}{
		{elem.I32, "-2147483648", -1 << 31, ""},
		{elem.I32, "4294967295", -1, ""},
		{elem.I32, "0xff", 255, ""},
		{elem.I8, "255", -1, ""},
		{elem.I64, "18446744073709551615", -1, ""},
		{elem.I32, "4294967296", 0, "invalid value '4294967296' for --scalar n: expected an integer that i32 holds, signed or unsigned, as 12, -12 or 0xc"},
		{elem.I32, "-2147483649", 0, "invalid value '-2147483649' for --scalar n: expected an integer that i32 holds, signed or unsigned, as 12, -12 or 0xc"},
		{elem.I16, "1.5", 0, "invalid value '1.5' for --scalar n: expected an integer that i16 holds, signed or unsigned, as 12, -12 or 0xc"},
		{elem.F16, "65505", 0, ""},
		{elem.F16, "70000", 0, "invalid value '70000' for --scalar n: out of the range of f16"},
		{elem.F8E4M3, "1000", 0, "invalid value '1000' for --scalar n: out of the range of f8E4M3FN"},
		{elem.F32, "inf", 0, ""},
	} {
		p := &problem{jobArgs: make(map[string]job.Arg)}
		err := p.scalar(&argument{Arg: launch.Arg{Name: "n", Kind: launch.Scalar, Type: c.typ}}, &given{scalar: c.text})
		switch {
		case err != nil && err.Error() != c.err, err == nil && c.err != "":
			t.Errorf("%s %s: error %v, want %q", c.typ, c.text, err, c.err)
		case err == nil && p.args[0].Int != c.want:
			t.Errorf("%s %s: %d, want %d", c.typ, c.text, p.args[0].Int, c.want)
		}
	}
}
