package forms

import (
	"context"
	"fmt"
	"math"
	"os"
	"path"
	"path/filepath"

	"github.com/tile-opt/tile-opt/dialects/all"
	"github.com/tile-opt/tile-opt/ir"
	"github.com/tile-opt/tile-opt/ir/asm"
	"github.com/tile-opt/tile-opt/passes"
	allpasses "github.com/tile-opt/tile-opt/passes/all"
	"github.com/tile-opt/tile-opt/targets/interp"
	"github.com/tile-opt/tile-opt/targets/launch/elem"
	"github.com/tile-opt/tile-opt/targets/launch/hostdata"
	"github.com/tile-opt/tile-opt/targets/launch/inputs"
	"github.com/tile-opt/tile-opt/targets/launch/job"
)

// subject is a kernel of testdata/kernels whose loops get rings.
type subject struct {
	// file is the kernel's, without its ending; the kernel has the name of the file.
	file string
	args []arg
	// facts are what rules ask of a kernel beside options.
	facts map[string]string
	// options are those of tile-to-llvm that it always has.
	options string
	// rounds is true where results depend on the order of roundings.
	rounds bool
	// tile are the parameters for a number of warp groups that share a tile, small
	// for the simulator, and problem the sizes for which the loop has a number of
	// trips.
	tile    func(groups int) string
	problem func(groups, trips int) size
}

// arg is a buffer, or a number where dims is empty.
type arg struct {
	out   bool
	elem  elem.Type
	dims  string // letters of size; b is k in blocks of 16
	value float64
}

type size struct{ m, n, k int }

func (s size) dim(letter byte) int64 {
	return int64(map[byte]int{'m': s.m, 'n': s.n, 'k': s.k, 'b': (s.k + 15) / 16}[letter])
}

func (s size) String() string { return fmt.Sprintf("m=%d n=%d k=%d", s.m, s.n, s.k) }

func in(e elem.Type, dims string) arg  { return arg{elem: e, dims: dims} }
func out(e elem.Type, dims string) arg { return arg{elem: e, dims: dims, out: true} }

// ragged is what n trips of 'each' elements leave of a length: all, or by turns a
// last tile that is cut at 16 bytes, or one that asks for the entry without
// alignment.
func ragged(n, each int) int {
	return max(n*each-[]int{0, 8, 0, 5}[n%4], 0)
}

// loops is a subject that reads what it loads by ordinary loads.
func loops(file, loop, tile string, problem func(trips int) size, args ...arg) *subject {
	return &subject{
		file: file, args: args, options: "stage=loops",
		facts:   map[string]string{"reads": "loads", "chain": "no", "guarded": "no", "loop": loop, "stores": "direct", "copies": "free"},
		tile:    func(int) string { return tile },
		problem: func(_, trips int) size { return problem(trips) },
	}
}

// product is a subject with matrix products, whose loop is one over k. It has two
// tiles, so that a ring is used on where it stands.
func product(file, loop, reads, chain, guarded string, args ...arg) *subject {
	return &subject{
		file: file, args: args,
		facts:   map[string]string{"reads": reads, "chain": chain, "guarded": guarded, "loop": loop, "stores": "tma", "copies": "free"},
		tile:    func(groups int) string { return fmt.Sprintf("BM=%d BN=16 BK=16", 64*groups) },
		problem: func(groups, trips int) size { return size{64 * groups, 32, ragged(trips, 16)} },
	}
}

// subjects are the kernels, from those that only copy to products in while loops.
func subjects() []*subject {
	const h = elem.F16
	row := func(trips int) size { return size{16, ragged(trips, 16), 0} }
	rows := func(trips int) size { return size{32, ragged(trips, 16), 0} }
	list := []*subject{
		loops("copy", "tiles", "BM=16 BN=16", row, in(h, "mn"), out(h, "mn")),
		loops("gelu_bias", "tiles", "BM=16 BN=16", row, in(h, "mn"), in(h, "n"), in(h, "mn"), arg{value: 1.25}, out(h, "mn")),
		loops("rowsum", "for", "BM=16 BN=16", rows, in(h, "mn"), out(elem.F32, "m")),
		loops("softmax", "tiles", "BM=16 BN=32", func(trips int) size { return size{max(16*trips-trips%2, 0), 24, 0} }, in(h, "mn"), out(h, "mn")),
		loops("softmax_online", "for", "BM=16 BN=16", rows, in(h, "mn"), out(h, "mn")),
		product("matmul", "for", "mma", "yes", "no", in(h, "mk"), in(h, "nk"), out(h, "mn")),
		product("matmul_bias_residual", "for", "mma", "yes", "no", in(h, "mk"), in(h, "nk"), in(h, "n"), in(h, "mn"), out(h, "mn")),
		product("mixed_copies", "for", "both", "yes", "no", in(h, "mk"), in(h, "nk"), in(h, "n"), in(h, "mn"), out(h, "mn")),
		product("two_dots", "for", "mma", "yes", "no", in(h, "mk"), in(h, "nk"), in(h, "nk"), out(h, "mn"), out(h, "mn")),
		product("guarded_dot", "for", "mma", "no", "yes", in(h, "mk"), in(h, "nk"), in(elem.I32, "b"), out(h, "mn")),
		product("more/while_dot", "while", "mma", "yes", "no", in(h, "mk"), in(h, "nk"), out(h, "mn")),
	}
	for _, s := range list {
		if s.file == "mixed_copies" {
			s.facts["copies"] = "given"
		}
		s.rounds = s.file == "gelu_bias" || s.file == "softmax" || s.file == "softmax_online"
	}
	return list
}

// name is that of the kernel.
func (s *subject) name() string { return path.Base(s.file) }

// parse reads the kernel into a context of its own.
func (s *subject) parse(root string) (*ir.Operation, error) {
	file := filepath.Join(root, "testdata", "kernels", filepath.FromSlash(s.file)+".mlir")
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	return asm.Parse(ir.NewContext(all.Dialects()...), path.Base(file), text, asm.ParseOptions{})
}

// arguments makes the arguments of a call; outputs are poisoned.
func (s *subject) arguments(p size) ([]hostdata.Arg, error) {
	var args []hostdata.Arg
	for i, a := range s.args {
		if a.dims == "" {
			args = append(args, hostdata.Arg{Float: a.value})
			continue
		}
		dims := make([]int64, len(a.dims))
		for d := range dims {
			dims[d] = p.dim(a.dims[d])
		}
		b, err := hostdata.New(a.elem, dims, nil)
		if err != nil {
			return nil, err
		}
		b.FillBytes(job.Poison)
		if !a.out {
			if err := b.Fill(inputs.Source{Seed: 3, Arg: i, Distribution: inputs.Integers}); err != nil {
				return nil, err
			}
		}
		args = append(args, hostdata.Of(b))
	}
	return args, nil
}

// oracle interprets the kernel, and returns the outputs by argument.
func (s *subject) oracle(ctx context.Context, root, tile string, p size) ([][]float64, error) {
	m, err := s.parse(root)
	if err != nil {
		return nil, err
	}
	bind, err := allpasses.Registry().Parse("builtin.module(func.func(tile-bind{" + tile + "}))")
	if err != nil {
		return nil, err
	}
	if err := bind.Run(ctx, m, passes.Config{Workers: 1}); err != nil {
		return nil, err
	}
	args, err := s.arguments(p)
	if err != nil {
		return nil, err
	}
	for fn := range m.RegionAt(0).Entry().Ops() {
		if err := interp.Run(ctx, fn, args, interp.Options{}); err != nil {
			return nil, err
		}
	}
	want := make([][]float64, len(args))
	for i, a := range s.args {
		if a.out {
			want[i] = args[i].Buffer.Float64s()
		}
	}
	return want, nil
}

// compare checks outputs: bit for bit, or where results depend on roundings within
// the error that launchers allow for the type.
func (s *subject) compare(args []hostdata.Arg, want [][]float64) error {
	for i, a := range s.args {
		if !a.out {
			continue
		}
		b := args[i].Buffer
		found := &job.Output{Arg: fmt.Sprint(i), Type: a.elem, Dims: b.Dims, Strides: b.Strides, Data: b.Bytes, Poisoned: true, Expected: want[i]}
		if v := found.Check().Verdict(a.elem, &job.Reference{}); v != "" {
			return fmt.Errorf("argument %d: %s", i, v)
		}
		for e, w := range want[i] {
			if got := b.At(int64(e)); !s.rounds && math.Float64bits(got) != math.Float64bits(w) {
				return fmt.Errorf("argument %d, element %d of %v: %v, expected %v", i, e, b.Dims, got, w)
			}
		}
	}
	return nil
}
