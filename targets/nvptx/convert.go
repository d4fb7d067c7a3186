package nvptx

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"github.com/tile-opt/tile-opt/dialects/llvm"
	"github.com/tile-opt/tile-opt/dialects/nvvm"
	"github.com/tile-opt/tile-opt/ir"
	"github.com/tile-opt/tile-opt/ir/numeric"
	"github.com/tile-opt/tile-opt/targets/nvptx/internal/llx"
)

// convertOps are the conversions of packed values, small arithmetic
// instructions and PTX text.
var convertOps = map[string]translation{
	"nvvm.convert.f32x2.to.f16x2":  func(f *function, op *ir.Operation) error { return f.convertPair(op, "ff2f16x2") },
	"nvvm.convert.f32x2.to.bf16x2": func(f *function, op *ir.Operation) error { return f.convertPair(op, "ff2bf16x2") },
	"nvvm.convert.f32x2.to.f8x2":   func(f *function, op *ir.Operation) error { return f.toFloat8(op, "ff.to.") },
	"nvvm.convert.f16x2.to.f8x2":   func(f *function, op *ir.Operation) error { return f.toFloat8(op, "f16x2.to.") },
	"nvvm.convert.f8x2.to.f16x2":   fromFloat8,
	"nvvm.convert.float.to.tf32":   toTF32,
	"nvvm.rcp.approx.ftz.f":        plain("llvm.nvvm.rcp.approx.ftz.f"),
	"nvvm.prmt":                    prmt,
	"nvvm.dot.accumulate.2way":     dot2,
	"nvvm.dot.accumulate.4way":     dot4,
	"nvvm.inline_ptx":              inlinePTX,
}

// rounding returns the suffixes for rounding mode, relu and saturation.
func rounding(op *ir.Operation) string {
	s := "." + keyword(nvvm.FPRoundingModeEnum, op.Prop("rnd"))
	if isSet(op.Prop("relu")) {
		s += ".relu"
	}
	if keyword(nvvm.SaturationModeEnum, op.Prop("sat")) == "satfinite" {
		s += ".satfinite"
	}
	return s
}

func (f *function) convertPair(op *ir.Operation, name string) error {
	if op.NumOperands() > 2 {
		return op.OpError("stochastic rounding needs a newer architecture than sm_90a")
	}
	return f.call(op, "llvm.nvvm."+name+rounding(op), f.operand(op, 0), f.operand(op, 1))
}

// float8Name is PTX's name of a pair of 8-bit floats.
func float8Name(op *ir.Operation, prop string) (string, error) {
	t := op.Prop(prop).(*ir.TypeAttr).Value
	if ft, ok := t.(*ir.FloatType); ok {
		switch ft.Format {
		case numeric.F8E4M3FN:
			return "e4m3x2", nil
		case numeric.F8E5M2:
			return "e5m2x2", nil
		}
	}
	return "", op.OpError("type %s has no conversion on sm_90a", t)
}

func (f *function) toFloat8(op *ir.Operation, from string) error {
	t, err := float8Name(op, "dstTy")
	if err != nil {
		return err
	}
	name := "llvm.nvvm." + from + t + ".rn"
	if isSet(op.Prop("relu")) {
		name += ".relu"
	}
	packed := f.intrinsic(name, llx.I16, f.valueList(op.Operands())...)
	if ir.IsInt(op.Result(0).Type(), 16) {
		return f.set(op, packed)
	}
	return f.set(op, f.b.Cast("bitcast", packed, llx.Vec(2, llx.I8)))
}

func fromFloat8(f *function, op *ir.Operation) error {
	t, err := float8Name(op, "srcType")
	if err != nil {
		return err
	}
	name := "llvm.nvvm." + t + ".to.f16x2.rn"
	if isSet(op.Prop("relu")) {
		name += ".relu"
	}
	return f.call(op, name, f.b.Cast("bitcast", f.operand(op, 0), llx.I16))
}

func toTF32(f *function, op *ir.Operation) error {
	return f.call(op, "llvm.nvvm.f2tf32"+rounding(op), f.operand(op, 0))
}

func prmt(f *function, op *ir.Operation) error {
	o, _ := nvvm.AsPrmt(op)
	mode := keyword(nvvm.PermuteModeEnum, o.Mode())
	args := []llx.Value{f.val(o.Lo())}
	if o.Hi() != nil {
		args = append(args, f.val(o.Hi()))
	}
	args = append(args, f.val(o.Selector()))
	if mode == "default" {
		return f.call(op, "llvm.nvvm.prmt", args...)
	}
	return f.call(op, "llvm.nvvm.prmt."+mode, args...)
}

// signs is the suffix for the signedness of both sides of a dot product.
func signs(op *ir.Operation) string {
	s := func(prop string) string {
		return keyword(nvvm.DotAccumulateTypeEnum, op.Prop(prop))[:1]
	}
	return s("a_type") + "." + s("b_type")
}

func dot2(f *function, op *ir.Operation) error {
	a, b := f.b.Cast("bitcast", f.operand(op, 0), llx.I32), f.b.Cast("bitcast", f.operand(op, 1), llx.I32)
	return f.call(op, "llvm.nvvm.idp2a."+signs(op), a, b, llx.Bool(isSet(op.Prop("b_hi"))), f.operand(op, 2))
}

func dot4(f *function, op *ir.Operation) error {
	a, b := f.b.Cast("bitcast", f.operand(op, 0), llx.I32), f.b.Cast("bitcast", f.operand(op, 1), llx.I32)
	return f.call(op, "llvm.nvvm.idp4a."+signs(op), a, b, f.operand(op, 2))
}

// placeholder matches {$r0} and {$w0}, the read and written operands of PTX
// text, and {$rw0}.
var placeholder = regexp.MustCompile(`\{\$(rw|r|w)(\d+)\}`)

// inlinePTX writes the text as assembly, operands by the order of LLVM: what is
// written first, then what is read.
func inlinePTX(f *function, op *ir.Operation) error {
	o, _ := nvvm.AsInlinePtx(op)
	if len(o.ReadWriteArgs()) > 0 {
		return op.OpError("read-write operands have no result for the new value: read the operand and write a result instead")
	}
	text, _ := ir.StringValue(o.PtxCode())
	written, read := op.NumResults(), len(o.ReadOnlyArgs())
	var bad error
	text = placeholder.ReplaceAllStringFunc(text, func(s string) string {
		m := placeholder.FindStringSubmatch(s)
		n, err := strconv.Atoi(m[2])
		switch {
		case err == nil && m[1] == "w" && n < written:
			return "$" + strconv.Itoa(n)
		case err == nil && m[1] == "r" && n < read:
			return "$" + strconv.Itoa(written+n)
		}
		bad = op.OpError("placeholder %s names no operand: %d are read, %d are written", s, read, written)
		return s
	})
	if bad != nil {
		return bad
	}
	f.m.needAsm(text)
	constraints, err := ptxConstraints(op, o)
	if err != nil {
		return err
	}
	ret, err := f.writtenType(op)
	if err != nil {
		return err
	}
	return f.predicated(o.Predicate(), func() error {
		if o.Predicate() != nil && written > 0 {
			return op.OpError("cannot have both a predicate and results")
		}
		call := f.asm(ret, text, constraints, f.valueList(o.ReadOnlyArgs())...)
		for i := range written {
			if written == 1 {
				return f.set(op, call)
			}
			f.vals[op.Result(i)] = f.b.ExtractValue(call, i)
		}
		return nil
	})
}

// writtenType is the result of the assembly: nothing, a value or a struct.
func (f *function) writtenType(op *ir.Operation) (llx.Type, error) {
	if op.NumResults() < 2 {
		return f.resultType(op)
	}
	fields, err := f.m.typeList(op.ResultTypes())
	if err != nil {
		return nil, op.OpError("%s", err)
	}
	return f.m.ll.Struct(false, fields...), nil
}

func ptxConstraints(op *ir.Operation, o nvvm.InlinePtx) (string, error) {
	var parts []string
	add := func(prefix string, t ir.Type) error {
		r, ok := register(t)
		if !ok {
			return op.OpError("type %s fits no register", t)
		}
		parts = append(parts, prefix+r)
		return nil
	}
	for _, t := range op.ResultTypes() {
		if err := add("=", t); err != nil {
			return "", err
		}
	}
	for _, v := range o.ReadOnlyArgs() {
		if err := add("", v.Type()); err != nil {
			return "", err
		}
	}
	return strings.Join(parts, ","), nil
}

// register is LLVM's constraint letter for a type (LangRef, "Supported
// Constraint Code List", NVPTX).
func register(t ir.Type) (string, bool) {
	switch t := t.(type) {
	case *ir.IntegerType:
		r, ok := map[uint32]string{1: "b", 16: "h", 32: "r", 64: "l", 128: "q"}[t.Width]
		return r, ok
	case *ir.FloatType:
		r, ok := map[int]string{16: "h", 32: "f", 64: "d"}[t.Format.Width()]
		return r, ok
	case *llvm.PtrType:
		if t.Space == sharedCTA {
			return "r", true // 32 bits hold a shared address, and the instructions take it so
		}
		return "l", true
	case *ir.VectorType:
		w, ok := ir.BitWidth(t.Elem)
		if !ok || len(t.Shape) != 1 {
			return "", false
		}
		r, ok := map[string]string{"16": "h", "32": "r", "64": "l"}[fmt.Sprint(int64(w)*t.Shape[0])]
		return r, ok
	}
	return "", false
}
