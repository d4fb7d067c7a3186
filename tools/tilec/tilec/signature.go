package tilec

import (
	"encoding/json"
	"fmt"
	"strconv"
	"strings"

	"github.com/tile-opt/tile-opt/dialects/tile"
	"github.com/tile-opt/tile-opt/ir"
	"github.com/tile-opt/tile-opt/ir/diag"
	"github.com/tile-opt/tile-opt/opt"
	"github.com/tile-opt/tile-opt/targets"
	"github.com/tile-opt/tile-opt/targets/launch"
	"github.com/tile-opt/tile-opt/targets/launch/elem"
	"github.com/tile-opt/tile-opt/targets/launch/hostdata"
	"github.com/tile-opt/tile-opt/transforms/access"
)

// signature is a kernel's name and arguments, as its author knows them.
type signature struct {
	kernel string
	args   []argument
	// fn is the function, at the levels tile and async.
	fn *ir.Operation
}

// argument is one argument. dims are the sizes that its type fixes, -1 for others; nil
// where the type is not known any more.
type argument struct {
	launch.Arg
	dims []int64
	// read is set for an output that the kernel reads as well.
	read bool
}

// static returns the sizes when all of them are fixed.
func (a *argument) static() []int64 {
	if a.dims == nil && a.Rank > 0 {
		return nil
	}
	for _, d := range a.dims {
		if d < 0 {
			return nil
		}
	}
	return append([]int64{}, a.dims...)
}

// required are the arguments that the kernel's author wrote: those that are optional came
// with its compilation, and stand behind them.
func (s *signature) required() []argument {
	n := len(s.args)
	for n > 0 && s.args[n-1].Optional {
		n--
	}
	return s.args[:n]
}

func (s *signature) names() string {
	var names []string
	for _, a := range s.args {
		names = append(names, a.Name)
	}
	return strings.Join(names, ", ")
}

// outputs lists the arguments that the kernel writes.
func (s *signature) outputs() []int {
	var out []int
	for i, a := range s.args {
		if a.Output {
			out = append(out, i)
		}
	}
	return out
}

// signatureOf reads the signature of a kernel of a module, which may be left out when
// there is one.
func signatureOf(m *ir.Operation, level opt.Stage, kernel string) (*signature, error) {
	var all []*signature
	var err error
	if level >= opt.NVVM {
		all, err = lowered(m)
	} else {
		all, err = written(m, kernel)
	}
	if err != nil {
		return nil, err
	}
	var names []string
	for _, s := range all {
		if s.kernel == kernel || kernel == "" && len(all) == 1 {
			return s, nil
		}
		names = append(names, s.kernel)
	}
	if kernel != "" {
		return nil, fmt.Errorf("the module has no kernel '%s'; its kernels: %s", kernel, strings.Join(names, ", "))
	}
	if len(all) == 0 {
		return nil, diag.Errorf(m.Loc().Pos(), "the module's kernels have no launch metadata (attribute '%s'), without which nobody knows their arguments", targets.LaunchAttr)
	}
	return nil, fmt.Errorf("the module has the kernels %s: choose one with --kernel", strings.Join(names, ", "))
}

// lowered reads launch metadata.
func lowered(m *ir.Operation) ([]*signature, error) {
	kernels, err := targets.Metadata(m)
	if err != nil {
		return nil, err
	}
	var out []*signature
	for _, k := range kernels {
		s := &signature{kernel: k.Kernel}
		for _, a := range k.Args {
			s.args = append(s.args, argument{Arg: a})
		}
		out = append(out, s)
	}
	return out, nil
}

// written reads the functions of the levels tile and async. A function that stands in
// for another one is listed by name only.
func written(m *ir.Operation, kernel string) ([]*signature, error) {
	var out []*signature
	for fn := range m.RegionAt(0).Entry().Ops() {
		if fn.Attr(tile.KernelAttr) == nil && fn.Attr("tasync.warp_groups") == nil {
			continue
		}
		name, _ := ir.SymbolName(fn)
		if fn.Attr("tasync.fallback_of") != nil && name != kernel {
			continue
		}
		s := &signature{kernel: name, fn: fn}
		outputs, inputs := outputsOf(fn), inputsOf(fn)
		for i, v := range tile.Body(fn).Args() {
			a := argument{Arg: launch.Arg{Name: tile.ArgName(fn, i), Kind: launch.Scalar}}
			t := v.Type()
			if mt, ok := t.(*ir.MemRefType); ok {
				a.Kind, a.Rank, a.Output, t = launch.Memref, len(mt.Shape), outputs[i], mt.Elem
				a.dims, a.read = sizes(mt), inputs[v]
			}
			var err error
			if a.Type, err = elemType(t); err != nil {
				return nil, fn.OpError("argument '%s': %s", a.Name, err)
			}
			s.args = append(s.args, a)
		}
		out = append(out, s)
	}
	return out, nil
}

func sizes(t *ir.MemRefType) []int64 {
	out := make([]int64, len(t.Shape))
	for i, d := range t.Shape {
		out[i] = d
		if d == ir.Dynamic {
			out[i] = -1
		}
	}
	return out
}

// elemType is the type of host data: index has 64 bits there.
func elemType(t ir.Type) (elem.Type, error) {
	if ir.IsIndex(t) {
		return elem.I64, nil
	}
	return elem.Parse(t.String())
}

// outputsOf adds to the stores of the tile level those of copies that the async level
// makes through tensor maps.
func outputsOf(fn *ir.Operation) []bool {
	out := tile.Outputs(fn)
	for op := range ir.Walk(fn) {
		if !op.Is("tasync.async_store") {
			continue
		}
		for _, v := range op.Operands() {
			if d := v.Def(); d != nil && d.Is("tasync.tensor_map") {
				if src := d.Operand(0); src.IsBlockArg() && src.Block() == tile.Body(fn) {
					out[src.Index()] = true
				}
			}
		}
	}
	return out
}

// inputsOf are the arguments that a kernel reads, as far as that is known.
func inputsOf(fn *ir.Operation) map[*ir.Value]bool {
	out := make(map[*ir.Value]bool)
	for op := range ir.Walk(fn) {
		for _, a := range access.Of(op) {
			if !a.Write && a.Root != nil {
				out[a.Root] = true
			}
		}
	}
	return out
}

// number is a scalar as JSON.
func number(v hostdata.Arg, a *argument) json.Number {
	if a.Type.IsFloat() {
		return json.Number(strconv.FormatFloat(v.Float, 'g', -1, 64))
	}
	return json.Number(strconv.FormatInt(v.Int, 10))
}
