// Package tilebind is the pass tile-bind.
package tilebind

import (
	"sort"
	"strconv"
	"strings"

	"github.com/tile-opt/tile-opt/dialects/arith"
	"github.com/tile-opt/tile-opt/dialects/async"
	"github.com/tile-opt/tile-opt/dialects/tile"
	"github.com/tile-opt/tile-opt/ir"
	"github.com/tile-opt/tile-opt/ir/numeric"
	"github.com/tile-opt/tile-opt/passes"
)

const doc = `Gives the parameters of a kernel their values, and tiles their static types.
The options are the kernel's own parameters; one that is not given keeps its
default, an unknown one is an error.

` + "```mlir" + `
tile.type_param "type" = f16
%bm = tile.param "BM" = 128 : index
%a = tile.load %A[%i, %j] sizes(%bm, %bm) : memref<?x?xf16> -> tensor<?x?xf16>

==> (BM=64 type=bf16)

%bm = arith.constant 64 : index
%a = tile.load %A[%i, %j] : memref<?x?xbf16> -> tensor<64x64xbf16>
` + "```" + `

A float type takes the place of the parameter's default everywhere in the
kernel: in arguments, tiles and constants. Conversions that end up between
equal types vanish, and those that end up the wrong way round are turned.

Static shapes spread from the sizes through elementwise operations, the
operations of the tile level and scf. Sizes may be computed from parameters
and constants; anything else is an error, as no later pass works on tiles of
unknown size. Afterwards no tile.param and no tile.type_param is left.
`

// Options are the options of the pass: the values of parameters by name.
type Options struct {
	Params map[string]string `opt:"*" doc:"value of the kernel's parameter of that name"`
}

// Pass is the pass tile-bind.
var Pass = &passes.Pass{
	Name:       "tile-bind",
	Summary:    "give a kernel's parameters their values and tiles static types",
	Doc:        doc,
	Anchor:     "func.func",
	Options:    Options{},
	Statistics: []passes.Statistic{{Name: "num-params", Desc: "parameters bound"}},
	Dialects:   []*ir.Dialect{arith.Dialect, tile.Dialect},
	Run:        run,
}

func run(r *passes.Run, fn *ir.Operation) error {
	if !tile.IsKernel(fn) {
		r.Unchanged()
		return nil
	}
	p := collect(fn)
	given := passes.OptionsOf[Options](r).Params
	if fn.Attr(async.WarpGroupsAttr) != nil && len(given) == 0 {
		// Tiles that have layouts have their shapes.
		r.Unchanged()
		return nil
	}
	if err := p.checkNames(fn, given); err != nil {
		return err
	}
	types, err := p.typeValues(given)
	if err != nil {
		return err
	}
	if err := p.bindInts(given); err != nil {
		return err
	}
	r.Count("num-params", len(p.ints)+len(p.types))
	for _, t := range p.types {
		t.Op().Erase()
	}
	if len(types) > 0 {
		retype(fn, types)
		if err := fixCasts(fn); err != nil {
			return err
		}
	}
	return refine(fn)
}

// params are the parameters of a kernel, in the order of the text.
type params struct {
	ints  []tile.Param
	types []tile.TypeParam
}

func collect(fn *ir.Operation) params {
	var p params
	for op := range ir.Walk(fn) {
		if i, ok := tile.AsParam(op); ok {
			p.ints = append(p.ints, i)
		} else if t, ok := tile.AsTypeParam(op); ok {
			p.types = append(p.types, t)
		}
	}
	return p
}

func nameOf(a ir.Attr) string { s, _ := ir.StringValue(a); return s }

// checkNames refuses options that name no parameter.
func (p params) checkNames(fn *ir.Operation, given map[string]string) error {
	known := make(map[string]bool)
	var names []string
	add := func(name string) {
		if !known[name] {
			known[name] = true
			names = append(names, name)
		}
	}
	for _, i := range p.ints {
		add(nameOf(i.NameVal()))
	}
	for _, t := range p.types {
		add(nameOf(t.NameVal()))
	}
	var unknown []string
	for name := range given {
		if !known[name] {
			unknown = append(unknown, name)
		}
	}
	if len(unknown) == 0 {
		return nil
	}
	sort.Strings(unknown)
	has := "none"
	if len(names) > 0 {
		has = strings.Join(names, ", ")
	}
	kernel, _ := ir.SymbolName(fn)
	return fn.OpError("kernel '@%s' has no parameter '%s'; its parameters: %s", kernel, unknown[0], has)
}

// maxParam bounds integer parameters: tiles of more elements along one
// dimension make no sense.
const maxParam = 1 << 20

// bindInts replaces the integer parameters by constants.
func (p params) bindInts(given map[string]string) error {
	for _, i := range p.ints {
		value := i.Default()
		if text, ok := given[nameOf(i.NameVal())]; ok {
			v, err := strconv.ParseInt(text, 10, 64)
			if err != nil || v < 1 || v > maxParam {
				return i.OpError("parameter '%s' expects an integer of 1 to %d, found '%s'", nameOf(i.NameVal()), maxParam, text)
			}
			value = i.Context().IndexAttr(v)
		}
		b := ir.NewBuilder(i.Context()).Before(i.Op())
		c := arith.MaterializeConstant(b, value, i.Context().Index(), i.Op().Loc())
		i.ResultVal().ReplaceAllUsesWith(c.Result(0))
		i.Op().Erase()
	}
	return nil
}

// typeValues returns what each float type becomes, without those that stay.
func (p params) typeValues(given map[string]string) (map[ir.Type]ir.Type, error) {
	out := make(map[ir.Type]ir.Type)
	for _, t := range p.types {
		text, ok := given[nameOf(t.NameVal())]
		if !ok {
			continue
		}
		f, known := numeric.FormatByName(text)
		if !known {
			return nil, t.OpError("parameter '%s' expects a float type such as f16, bf16 or f32, found '%s'", nameOf(t.NameVal()), text)
		}
		if to := ir.Type(t.Context().Float(f)); to != t.DefaultType() {
			out[t.DefaultType()] = to
		}
	}
	return out, nil
}

// fixCasts mends conversions between floats of which one was bound.
func fixCasts(fn *ir.Operation) error {
	for op := range ir.Walk(fn) {
		if !op.Is(arith.ExtFDef.Name) && !op.Is(arith.TruncFDef.Name) {
			continue
		}
		from, to := op.Operand(0), op.Result(0)
		if from.Type() == to.Type() {
			to.ReplaceAllUsesWith(from)
			op.Erase()
			continue
		}
		x, _ := ir.BitWidth(ir.ElemOrSelf(from.Type()))
		y, _ := ir.BitWidth(ir.ElemOrSelf(to.Type()))
		b := ir.NewBuilder(op.Context()).Before(op)
		b.SetLoc(op.Loc())
		var turned *ir.Value
		switch {
		case x == y:
			return op.OpError("converts from %s to %s after the type was bound, which have the same width", ir.ElemOrSelf(from.Type()), ir.ElemOrSelf(to.Type()))
		case x < y && op.Is(arith.TruncFDef.Name):
			turned = arith.NewExtF(b, []ir.Type{to.Type()}, from, arith.ExtFProps{}).Op().Result(0)
		case x > y && op.Is(arith.ExtFDef.Name):
			turned = arith.NewTruncF(b, []ir.Type{to.Type()}, from, arith.TruncFProps{}).Op().Result(0)
		default:
			continue
		}
		to.ReplaceAllUsesWith(turned)
		op.Erase()
	}
	return nil
}
