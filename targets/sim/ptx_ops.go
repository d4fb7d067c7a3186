package sim

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/tile-opt/tile-opt/ir"
	"github.com/tile-opt/tile-opt/targets/launch/elem"
	"github.com/tile-opt/tile-opt/targets/sim/machine"
)

// asmHandlerFor returns what compiles a PTX instruction by the first part of its name (PTX ISA, "Instruction Set"), nil
// when it is unknown.
func asmHandlerFor(name string) asmHandler {
	switch name {
	case "wgmma":
		return asmWgmma
	case "setp":
		return asmSetp
	case "mov":
		return asmMov
	case "cvt":
		return asmCvt
	case "red":
		return asmRed
	case "bar", "barrier":
		return asmBar
	case "fence":
		return asmFence
	case "nanosleep":
		return asmNanosleep
	case "st":
		return asmStore
	}
	if _, ok := asmFloats[name]; ok {
		return asmScalar
	}
	if _, ok := asmInts[name]; ok {
		return asmScalar
	}
	return nil
}

// asmNanosleep compiles nanosleep.u32 t.
func asmNanosleep(a *assembler, in asmInst, _ []string) (func(x *exec) error, error) {
	if err := expectArgs(in, 1); err != nil {
		return nil, err
	}
	s, fill, err := a.value(in.args[0])
	return func(x *exec) error {
		fill(x)
		x.w.Nanosleep(uint32(x.cells[s.at].at(x.first())))
		return nil
	}, err
}

// asmStore compiles st.volatile.shared.u32 [a], b.
func asmStore(a *assembler, in asmInst, mods []string) (func(x *exec) error, error) {
	if err := expectArgs(in, 2); err != nil {
		return nil, err
	}
	if strings.Join(mods, ".") != "volatile.shared.u32" || in.args[0].kind != argAddress || in.args[0].off != 0 {
		return nil, errors.New("is not known")
	}
	s, fill, err := a.valuesOf([]asmArg{in.args[0].list[0], in.args[1]})
	if err != nil {
		return nil, err
	}
	const size = 4
	word := &access{layout: layout{leaves: []leaf{{size: size, bits: 8 * size}}, size: size, align: size}, space: spaceShared, chunks: []chunk{{0, size}}}
	return func(x *exec) error {
		fill(x)
		return x.store(word, &x.cells[s[0].at], s[1])
	}, nil
}

func asmWgmma(a *assembler, in asmInst, mods []string) (func(x *exec) error, error) {
	if len(mods) == 0 {
		return nil, errors.New("is not known")
	}
	switch mods[0] {
	case "fence":
		return func(x *exec) error { x.wgmmaFence(); return nil }, expectArgs(in, 0)
	case "commit_group":
		return func(x *exec) error { x.w.WgmmaCommit(x.mask); return nil }, expectArgs(in, 0)
	case "wait_group":
		if err := expectArgs(in, 1); err != nil {
			return nil, err
		}
		n, err := a.immediate(in.args[0])
		return func(x *exec) error { x.w.WgmmaWait(x.mask, int(n)); return nil }, err
	case "mma_async":
		return asmMMA(a, in, mods)
	}
	return nil, errors.New("is not known")
}

// asmMMA compiles wgmma.mma_async.sync.aligned.mMnNkK.D.A.B {acc}, a, b, p, scale-a, scale-b, tnsp-a, tnsp-b.
func asmMMA(a *assembler, in asmInst, mods []string) (func(x *exec) error, error) {
	if len(mods) < 7 || len(in.args) < 4 || in.args[0].kind != argVector {
		return nil, errors.New("has operands that are not understood")
	}
	p := &product{}
	if err := shapeOf(mods[3], &p.op); err != nil {
		return nil, err
	}
	for i, to := range []*machine.MMAType{&p.op.D, &p.op.A, &p.op.B} {
		t, ok := mmaTypes[mods[4+i]]
		if !ok {
			return nil, fmt.Errorf("has the type %q, which the simulator does not know", mods[4+i])
		}
		*to = t
	}
	p.op.SatFinite = has(mods, "satfinite")
	acc, _, err := a.valuesOf(in.args[0].list)
	if err != nil {
		return nil, err
	}
	for i, s := range acc {
		if s.n != 1 || s.at != acc[0].at+i {
			return nil, errors.New("expects the outputs in order as the accumulator")
		}
	}
	p.acc = slot{acc[0].at, len(acc)}
	p.out = p.acc
	if err := asmOperands(a, in, p); err != nil {
		return nil, err
	}
	scale, fill, err := a.value(in.args[3])
	if err != nil {
		return nil, err
	}
	return func(x *exec) error {
		fill(x)
		v, err := x.uniform(&x.cells[scale.at], "scale-d")
		if err != nil {
			return err
		}
		q := *p
		q.op.ScaleD = v != 0
		return x.product(&q)
	}, nil
}

// asmOperands reads A, B and the immediates behind scale-d.
func asmOperands(a *assembler, in asmInst, p *product) error {
	regs := in.args[1].kind == argVector
	if regs {
		rs, _, err := a.valuesOf(in.args[1].list)
		if err != nil {
			return err
		}
		for _, s := range rs {
			p.regsA = append(p.regsA, s.at)
		}
	} else {
		s, _, err := a.value(in.args[1])
		if err != nil {
			return err
		}
		p.descA = s
	}
	s, _, err := a.value(in.args[2])
	if err != nil {
		return err
	}
	p.descB = s
	imms := in.args[4:]
	vals := make([]int64, len(imms))
	for i, arg := range imms {
		if vals[i], err = a.immediate(arg); err != nil {
			return err
		}
	}
	if len(vals) >= 2 {
		p.op.NegA, p.op.NegB = vals[0] == -1, vals[1] == -1
		vals = vals[2:]
	}
	switch {
	case len(vals) == 2:
		p.op.TransA, p.op.TransB = vals[0] == 1, vals[1] == 1
	case len(vals) == 1 && regs:
		p.op.TransB = vals[0] == 1
	case len(vals) != 0:
		return errors.New("has immediates that are not understood")
	}
	return nil
}

// shapeOf reads mMnNkK.
func shapeOf(s string, op *machine.Wgmma) error {
	rest, ok := strings.CutPrefix(s, "m64n")
	n, k, found := strings.Cut(rest, "k")
	cols, err1 := strconv.Atoi(n)
	_, err2 := strconv.Atoi(k)
	if !ok || !found || err1 != nil || err2 != nil {
		return fmt.Errorf("has the shape %q, which is not understood", s)
	}
	op.N = cols
	return nil
}

// relations are comparisons of setp by name, as numbers of intRelations for signed types.
var relations = map[string]int{"eq": 0, "ne": 1, "lt": 2, "le": 3, "gt": 4, "ge": 5}

// asmType is the class and width of a PTX type such as f32 or b64.
func asmType(s string) (class byte, w uint, ok bool) {
	if s == "pred" {
		return 'b', 1, true
	}
	if len(s) < 2 {
		return 0, 0, false
	}
	n, err := strconv.Atoi(s[1:])
	switch s[0] {
	case 'b', 'u', 's', 'f':
		return s[0], uint(n), err == nil && (n == 8 || n == 16 || n == 32 || n == 64)
	}
	return 0, 0, false
}

func asmSetp(a *assembler, in asmInst, mods []string) (func(x *exec) error, error) {
	if err := expectArgs(in, 3); err != nil {
		return nil, err
	}
	class, w, ok := asmType(mods[len(mods)-1])
	k, known := relations[mods[0]]
	if !ok || !known || class == 'f' || len(mods) != 2 {
		return nil, errors.New("is not known")
	}
	if class != 's' && k >= 2 {
		k += 4
	}
	s, fill, err := a.valuesOf(in.args)
	if err != nil {
		return nil, err
	}
	rel := intRelations[k]
	m := maskOf(w)
	run, err := a.c.map2(s[0], s[1], s[2], func(p, q uint64) uint64 { return truth(rel(p&m, q&m, w)) })
	return filled(fill, run), err
}

func filled(fill func(x *exec), run func(x *exec) error) func(x *exec) error {
	return func(x *exec) error { fill(x); return run(x) }
}

// asmMov moves a register, or joins the registers of a vector.
func asmMov(a *assembler, in asmInst, mods []string) (func(x *exec) error, error) {
	if err := expectArgs(in, 2); err != nil {
		return nil, err
	}
	_, w, ok := asmType(mods[len(mods)-1])
	if !ok {
		return nil, errors.New("is not known")
	}
	dst, _, err := a.value(in.args[0])
	if err != nil {
		return nil, err
	}
	list := []asmArg{in.args[1]}
	if in.args[1].kind == argVector {
		list = in.args[1].list
	}
	src, fill, err := a.valuesOf(list)
	if err != nil {
		return nil, err
	}
	if len(src) == 1 {
		return func(x *exec) error {
			fill(x)
			x.moveSlot(dst, src[0])
			return nil
		}, nil
	}
	part := w / uint(len(src))
	return func(x *exec) error {
		fill(x)
		var v [32]uint64
		for i, s := range src {
			c := &x.cells[s.at]
			x.touch(c)
			for l := range v {
				v[l] |= c.at(l) & maskOf(part) << (uint(i) * part)
			}
		}
		x.setLanes(&x.cells[dst.at], &v)
		return nil
	}, nil
}

// asmPacks has conversions of two f32 to a pair, by result type.
var asmPacks = map[string]struct {
	t elem.Type
	w uint
}{"f16x2": {elem.F16, 16}, "bf16x2": {elem.BF16, 16}, "e4m3x2": {elem.F8E4M3, 8}, "e5m2x2": {elem.F8E5M2, 8}}

// asmElems has the float types of PTX.
var asmElems = map[string]elem.Type{"f16": elem.F16, "bf16": elem.BF16, "f32": elem.F32, "f64": elem.F64}

// asmCvt compiles conversions between floats.
func asmCvt(a *assembler, in asmInst, mods []string) (func(x *exec) error, error) {
	if len(mods) < 2 || len(in.args) < 2 {
		return nil, errors.New("is not known")
	}
	s, fill, err := a.valuesOf(in.args)
	if err != nil {
		return nil, err
	}
	to, from := mods[len(mods)-2], mods[len(mods)-1]
	if pair, ok := asmPacks[to]; ok && from == "f32" && len(s) == 3 {
		enc := func(b uint64) uint64 {
			switch v := elem.F32.Decode(b); pair.t {
			case elem.F8E4M3:
				return uint64(machine.E4M3FromFloat32(float32(v)))
			case elem.F8E5M2:
				return uint64(machine.E5M2FromFloat32(float32(v)))
			default:
				if has(mods, "relu") {
					v = max(v, 0)
				}
				return pair.t.Encode(v)
			}
		}
		if s[0].n == 2 { // a vector: one register each
			return filled(fill, func(x *exec) error {
				x.apply1(&x.cells[s[0].at+1], &x.cells[s[1].at], enc)
				x.apply1(&x.cells[s[0].at], &x.cells[s[2].at], enc)
				return nil
			}), nil
		}
		run, err := a.c.map2(s[0], s[1], s[2], func(hi, lo uint64) uint64 { return enc(hi)<<pair.w | enc(lo) })
		return filled(fill, run), err
	}
	if to == "tf32" && from == "f32" && len(s) == 2 {
		return filled(fill, func(x *exec) error {
			x.apply1(&x.cells[s[0].at], &x.cells[s[1].at], func(b uint64) uint64 {
				return float32Bits(machine.TF32FromFloat32(float32(elem.F32.Decode(b))))
			})
			return nil
		}), nil
	}
	tt, ok1 := asmElems[to]
	ft, ok2 := asmElems[from]
	if !ok1 || !ok2 || len(s) != 2 {
		return nil, errors.New("is not known")
	}
	return filled(fill, func(x *exec) error {
		x.apply1(&x.cells[s[0].at], &x.cells[s[1].at], func(b uint64) uint64 { return tt.Encode(ft.Decode(b)) })
		return nil
	}), nil
}

// redTypes has the types of reductions.
var redTypes = map[string]machine.AtomicType{"u32": machine.AtomU32, "s32": machine.AtomS32, "u64": machine.AtomU64,
	"f32": machine.AtomF32, "f64": machine.AtomF64, "f16": machine.AtomF16, "bf16": machine.AtomBF16,
	"f16x2": machine.AtomF16x2, "bf16x2": machine.AtomBF16x2, "b32": machine.AtomU32, "b64": machine.AtomU64}

var redOps = map[string]machine.AtomicOp{"add": machine.AtomAdd, "min": machine.AtomMin, "max": machine.AtomMax,
	"and": machine.AtomAnd, "or": machine.AtomOr, "xor": machine.AtomXor, "inc": machine.AtomInc, "dec": machine.AtomDec}

// asmRed compiles red.{global,shared}.op.type [a], b.
func asmRed(a *assembler, in asmInst, mods []string) (func(x *exec) error, error) {
	if err := expectArgs(in, 2); err != nil {
		return nil, err
	}
	space := uint32(spaceGeneric)
	sem, scope := machine.SemRelaxed, machine.ScopeGPU
	var op *machine.AtomicOp
	for _, m := range mods[:len(mods)-1] {
		switch m {
		case "global":
			space = spaceGlobal
		case "shared", "shared::cta":
			space = spaceShared
		case "noftz", "relaxed", "gpu":
		case "release":
			sem = machine.SemRelease
		case "cta":
			scope = machine.ScopeCTA
		case "sys":
			scope = machine.ScopeSys
		default:
			o, ok := redOps[m]
			if !ok {
				return nil, fmt.Errorf("has the modifier %q, which the simulator does not know", m)
			}
			op = &o
		}
	}
	t, ok := redTypes[mods[len(mods)-1]]
	if !ok || op == nil || in.args[0].kind != argAddress || in.args[0].off != 0 {
		return nil, errors.New("is not known")
	}
	s, fill, err := a.valuesOf([]asmArg{in.args[0].list[0], in.args[1]})
	if err != nil {
		return nil, err
	}
	return func(x *exec) error {
		fill(x)
		v, err := x.operandLanes(s[1], 16)
		if err == nil {
			_, err = x.atomic(&x.cells[s[0].at], space, *op, t, v, nil, sem, scope)
		}
		return err
	}, nil
}

// asmBar compiles bar.sync and bar.arrive.
func asmBar(a *assembler, in asmInst, mods []string) (func(x *exec) error, error) {
	kind := ""
	aligned := strings.HasPrefix(in.op, "bar.") || has(mods, "aligned")
	for _, m := range mods {
		switch m {
		case "cta", "aligned":
		case "sync", "arrive":
			kind = m
		default:
			return nil, fmt.Errorf("has the modifier %q, which the simulator does not know", m)
		}
	}
	if kind == "" || len(in.args) < 1 || len(in.args) > 2 || kind == "arrive" && len(in.args) != 2 {
		return nil, errors.New("is not known")
	}
	s, fill, err := a.valuesOf(in.args)
	if err != nil {
		return nil, err
	}
	s = append(s, slot{})
	return func(x *exec) error {
		fill(x)
		id, n, err := x.barrierOperands(s[0], s[1])
		switch {
		case err != nil:
			return err
		case kind == "sync":
			x.w.BarSync(x.mask, id, n, aligned)
		default:
			x.w.BarArrive(x.mask, id, n, aligned)
		}
		return nil
	}, nil
}

// asmFence compiles the proxy fence and the fences of scopes.
func asmFence(_ *assembler, in asmInst, mods []string) (func(x *exec) error, error) {
	switch strings.Join(mods, ".") {
	case "proxy.async":
		return func(x *exec) error { x.w.FenceProxyAsync(machine.SpaceAll); return nil }, expectArgs(in, 0)
	case "proxy.async.shared::cta":
		return func(x *exec) error { x.w.FenceProxyAsync(machine.SpaceShared); return nil }, expectArgs(in, 0)
	case "proxy.async.global":
		return func(x *exec) error { x.w.FenceProxyAsync(machine.SpaceGlobal); return nil }, expectArgs(in, 0)
	case "mbarrier_init.release.cluster":
		return func(x *exec) error { x.w.FenceMbarrierInit(); return nil }, expectArgs(in, 0)
	case "acq_rel.gpu", "sc.gpu":
		return func(x *exec) error { x.w.Fence(machine.ScopeGPU); return nil }, expectArgs(in, 0)
	case "acq_rel.cluster", "sc.cluster":
		return func(x *exec) error { x.w.Fence(machine.ScopeCluster); return nil }, expectArgs(in, 0)
	}
	return nil, errors.New("is not known")
}

// asmFloats has float instructions by name, as functions of up to three operands.
var asmFloats = map[string]struct {
	n int
	f func(a, b, c float64) float64
}{
	"ex2":   {1, func(a, _, _ float64) float64 { return floatUnary["exp2"](a) }},
	"lg2":   {1, func(a, _, _ float64) float64 { return floatUnary["log2"](a) }},
	"rsqrt": {1, func(a, _, _ float64) float64 { return 1 / floatUnary["sqrt"](a) }},
	"sqrt":  {1, func(a, _, _ float64) float64 { return floatUnary["sqrt"](a) }},
	"rcp":   {1, func(a, _, _ float64) float64 { return 1 / a }},
	"tanh":  {1, func(a, _, _ float64) float64 { return floatUnary["tanh"](a) }},
	"sin":   {1, func(a, _, _ float64) float64 { return floatUnary["sin"](a) }},
	"cos":   {1, func(a, _, _ float64) float64 { return floatUnary["cos"](a) }},
	"neg":   {1, func(a, _, _ float64) float64 { return -a }},
	"abs":   {1, func(a, _, _ float64) float64 { return floatUnary["fabs"](a) }},
	"add":   {2, func(a, b, _ float64) float64 { return a + b }},
	"sub":   {2, func(a, b, _ float64) float64 { return a - b }},
	"mul":   {2, func(a, b, _ float64) float64 { return a * b }},
	"div":   {2, func(a, b, _ float64) float64 { return a / b }},
	"max":   {2, func(a, b, _ float64) float64 { return maxNum(a, b) }},
	"min":   {2, func(a, b, _ float64) float64 { return minNum(a, b) }},
	"fma":   {3, fmaToOdd},
}

// asmInts has integer instructions by name, signed and unsigned.
var asmInts = map[string][2]string{
	"add": {"add", "add"}, "sub": {"sub", "sub"}, "and": {"and", "and"}, "or": {"or", "or"}, "xor": {"xor", "xor"},
	"max": {"smax", "umax"}, "min": {"smin", "umin"}, "shl": {"shl", "shl"}, "shr": {"ashr", "lshr"},
}

// asmScalar compiles arithmetic on one type.
func asmScalar(a *assembler, in asmInst, mods []string) (func(x *exec) error, error) {
	if len(mods) == 0 || len(in.args) < 2 {
		return nil, errors.New("is not known")
	}
	name, _, _ := strings.Cut(in.op, ".")
	s, fill, err := a.valuesOf(in.args)
	if err != nil {
		return nil, err
	}
	if t, ok := asmElems[mods[len(mods)-1]]; ok {
		f, known := asmFloats[name]
		if !known || len(s) != f.n+1 {
			return nil, errors.New("is not known")
		}
		ops := append(s[1:], s[len(s)-1], s[len(s)-1])[:3]
		run, err := a.c.map3(s[0], ops, func(p, q, r uint64) uint64 { return t.Encode(f.f(t.Decode(p), t.Decode(q), t.Decode(r))) })
		return filled(fill, run), err
	}
	class, w, ok := asmType(mods[len(mods)-1])
	names, known := asmInts[name]
	if !ok || !known || len(s) != 3 || len(mods) != 1 {
		return nil, errors.New("is not known")
	}
	op := names[1]
	if class == 's' {
		op = names[0]
	}
	run, err := a.c.map2(s[0], s[1], s[2], intBinary[op](w))
	return filled(fill, run), err
}

// intrinsicFloats maps LLVM intrinsics of NVPTX to float functions.
var intrinsicFloats = map[string]string{
	"ex2.approx": "exp2", "lg2.approx": "log2", "sqrt.approx": "sqrt", "sqrt.rn": "sqrt", "sin.approx": "sin", "cos.approx": "cos", "tanh.approx": "tanh",
}

// compileCallIntrinsic runs llvm.call_intrinsic of the approximate functions.
func compileCallIntrinsic(c *compiler, in *instr) error {
	name, _ := ir.StringValue(in.op.Prop("intrin"))
	short, ok := strings.CutPrefix(name, "llvm.nvvm.")
	if ok {
		for _, suffix := range []string{".f32", ".f16", ".f", ".ftz"} {
			short = strings.TrimSuffix(short, suffix)
		}
		switch f := floatUnary[intrinsicFloats[short]]; {
		case f != nil:
			return compileFloatUnary(c, in, f)
		case short == "rsqrt.approx":
			return compileFloatUnary(c, in, func(v float64) float64 { return 1 / floatUnary["sqrt"](v) })
		case short == "rcp.approx" || short == "rcp.rn":
			return compileRcp(c, in)
		}
	}
	return fmt.Errorf("calls the intrinsic %q, which the simulator does not know", name)
}
