package tilecgpu

import (
	"context"
	"fmt"
	"os"

	dialects "github.com/tile-opt/tile-opt/dialects/all"
	"github.com/tile-opt/tile-opt/dialects/tile"
	"github.com/tile-opt/tile-opt/ir"
	"github.com/tile-opt/tile-opt/opt"
	"github.com/tile-opt/tile-opt/targets/interp"
	"github.com/tile-opt/tile-opt/targets/launch/hostdata"
	"github.com/tile-opt/tile-opt/targets/launch/job"
)

// interpreter runs kernels at the tile level on the host, each file parsed once.
type interpreter struct {
	modules map[string]*ir.Operation
}

// outputs is a cuda.Interpreter.
func (p *interpreter) outputs(ctx context.Context, ref *job.Reference, kernel string, args []hostdata.Arg, outputs []int) (map[int][]float64, float64, error) {
	m := p.modules[ref.Kernel]
	if m == nil {
		text, err := os.ReadFile(ref.Kernel)
		if err != nil {
			return nil, 0, err
		}
		if m, err = opt.Parse(opt.NewContext(dialects.Dialects()...), ref.Kernel, text); err != nil {
			return nil, 0, err
		}
		p.modules[ref.Kernel] = m
	}
	fn := kernelOf(m, kernel)
	if fn == nil {
		return nil, 0, fmt.Errorf("%s: expected one kernel, or one called '%s'", ref.Kernel, kernel)
	}
	mode := interp.Float64
	if ref.Exact {
		mode = interp.Exact
	}
	var sums interp.Sums
	values, err := interp.Outputs(ctx, fn, args, outputs, interp.Options{Mode: mode, Sums: &sums})
	how := job.Sums{Together: 1}
	if ref.Sums != nil {
		how = *ref.Sums
	}
	return values, sums.Noise(how.Unit, how.Together), err
}

// kernelOf is the only kernel of a module, or the one with that name.
func kernelOf(m *ir.Operation, name string) *ir.Operation {
	var all []*ir.Operation
	for fn := range m.RegionAt(0).Entry().Ops() {
		if !tile.IsKernel(fn) {
			continue
		}
		if n, _ := ir.SymbolName(fn); n == name {
			return fn
		}
		all = append(all, fn)
	}
	if len(all) != 1 {
		return nil
	}
	return all[0]
}
